"""Lays a copied piece or a stamp, as often as the hand clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Frame, Guide, Marks
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.pieces import mirrored, paste_piece, turned
from gridmap.model import Square
from gridmap.model.piece import Piece
from gridmap.overlays.overlay import Role, Squares
from gridmap.rules.space import side

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class StampTool(Tool):
    """The piece lies under the hand; R or the wheel turns it, M mirrors it."""

    name = "stamp"
    opens_menu = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._piece: Piece | None = None

    @property
    def piece(self) -> Piece | None:
        """What is laid, None for nothing."""
        return self._piece

    def hold(self, piece: Piece) -> None:
        """Take a piece in hand."""
        self._piece = piece
        self.guides_changed.emit()

    def begin(self, pointer: Pointer) -> None:
        if self._piece is None:
            self.editor.complain(self.tr("There is nothing to lay: copy something, or choose a stamp."))
            return
        pasted = paste_piece(self.document.battle_map, self._piece, self._corner(pointer, self._piece))
        self.document.try_map(pasted)

    def end(self, pointer: Pointer) -> None:
        del pointer
        before = {creature.id for creature in self.document.battle_map.creatures}
        self.document.keep_trial(self.tr("Paste"))
        new = {creature.id for creature in self.document.battle_map.creatures} - before
        if new:
            self.editor.selection.select(new)

    def key(self, event: QKeyEvent) -> bool:
        if self._piece is None:
            return False
        if event.key() == Qt.Key.Key_R:
            self.turn(1)
        elif event.key() == Qt.Key.Key_M:
            self.hold(mirrored(self._piece, self._sides(self._piece)))
        else:
            return False
        return True

    def wants(self, key: Qt.Key) -> bool:
        return self._piece is not None and key in (Qt.Key.Key_R, Qt.Key.Key_M)

    def turn(self, notches: int) -> bool:
        """The wheel zooms unless a piece is in hand."""
        if self._piece is None:
            return False
        self.hold(turned(self._piece, notches % 4, self._sides(self._piece)))
        return True

    def hint(self) -> str:
        if self._piece is None:
            return self.tr("Copy a region or creatures, or choose a stamp.")
        return self.tr("Click to lay it, as often as you like; R or the wheel turns, M mirrors, Esc ends.")

    def guides(self) -> tuple[Guide, ...]:
        if self._piece is None or self.pointer is None or self.active:
            return ()
        battle_map, piece = self.document.shown, self._piece
        corner = self._corner(self.pointer, piece)
        small = piece.battle_map
        frame = Frame(corner.x, corner.y, corner.x + small.width, corner.y + small.height, faint=True)
        ruleset = ruleset_of(battle_map)
        tokens = tuple(
            Frame.of_block(Square(each.at.x + corner.x, each.at.y + corner.y), side(each, ruleset))
            for each in small.creatures
        )
        mask = np.zeros((battle_map.height, battle_map.width), bool)
        left, top = max(0, corner.x), max(0, corner.y)
        right = min(battle_map.width, corner.x + small.width)
        bottom = min(battle_map.height, corner.y + small.height)
        if left < right and top < bottom:
            mask[top:bottom, left:right] = piece.mask[
                top - corner.y : bottom - corner.y, left - corner.x : right - corner.x
            ]
        shown = (Marks((Squares(mask, Role.STEP),)),) if mask.any() else ()
        return (*shown, frame, *tokens)

    def _corner(self, pointer: Pointer, piece: Piece) -> Square:
        """The piece lies with its middle under the hand."""
        small = piece.battle_map
        return Square(pointer.square.x - small.width // 2, pointer.square.y - small.height // 2)

    def _sides(self, piece: Piece) -> dict[str, int]:
        ruleset = ruleset_of(self.document.battle_map)
        return {creature.id: side(creature, ruleset) for creature in piece.battle_map.creatures}
