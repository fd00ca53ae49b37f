"""Selects a region of squares; dragged from inside, the region moves with what is in it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.guides import Badge, Frame, Guide, Marks, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.pieces import clear_region, paste_piece, take_piece
from gridmap.edits.regions import polygon_region
from gridmap.edits.terrain import Mask, joined_region, rectangle_region
from gridmap.model import FEET_PER_SQUARE, BattleMap, Layer, Point, Square
from gridmap.overlays.overlay import Role, Squares

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class RegionTool(Tool):
    """Shift adds to the region, Ctrl takes from it; the option bar says by which shape."""

    name = "region"
    opens_menu = True
    drags = True
    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.region = editor.region
        self._start: Pointer | None = None
        self._way: list[Point] = []
        self._moves = False
        self._shift = (0, 0)
        self.region.changed.connect(self.guides_changed)

    def begin(self, pointer: Pointer) -> None:
        self._start, self._way, self._shift = pointer, [pointer.at], (0, 0)
        self._moves = self._is_inside(pointer.square) and not _adds(pointer) and not _takes(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._start is None:
            return
        if self._moves:
            self._drag_region(pointer, self._start)
        elif self.options.choices.region_shape == "lasso":
            self._way.append(pointer.at)

    def end(self, pointer: Pointer) -> None:
        if self._start is None:
            return
        if self._moves and self._shift != (0, 0):
            self.document.keep_trial(self.tr("Move region"))
            self._select_shifted()
        elif self._moves:
            self.region.select(None)  # a click inside lets go
        else:
            self._choose(self._drawn(self._start, pointer), pointer)
        self._start, self._way = None, []

    def dropped(self) -> None:
        self._start, self._way, self._shift = None, [], (0, 0)

    def back_out(self) -> bool:
        if self.escape():
            return True
        had = self.region.mask is not None
        self.region.select(None)
        return had

    def key(self, event: QKeyEvent) -> bool:
        key, mask = Qt.Key(event.key()), self.region.mask
        if mask is None or self.active:
            return False
        if key in _DELETE:
            cleared = clear_region(self.document.battle_map, mask, self.region.parts)
            self.document.commit(cleared, self.tr("Clear region"))
            return True
        step = _ARROWS.get(key)
        if step is None:
            return False
        self._shift = step
        self.document.commit(self._shifted(mask, step), self.tr("Move region"))
        self._select_shifted()
        return True

    def wants(self, key: Qt.Key) -> bool:
        return self.region.mask is not None and key in _DELETE

    def hint(self) -> str:
        return self.tr(
            "Drag to select squares, Shift adds, Ctrl takes away; drag the region to move what is in it, "
            "Del clears it, arrow keys move it."
        )

    def guides(self) -> tuple[Guide, ...]:
        found: list[Guide] = []
        mask = self.region.mask
        if mask is not None:
            shown = mask if self._shift == (0, 0) or self._start is None else _moved(mask, self._shift)
            found.append(Marks((Squares(shown, Role.STEP),)))
        if self.pointer is None or self._start is None or self._moves:
            return tuple(found)
        if self.options.choices.region_shape == "lasso":
            places = (*self._way, self._way[0])
            found += [Stroke(one, other, faint=True) for one, other in itertools.pairwise(places)]
        elif self.options.choices.region_shape == "rectangle":
            frame = Frame.of_squares(self._start.square, self.pointer.square)
            width, height = int(frame.right - frame.left), int(frame.bottom - frame.top)
            words = self.tr("{width} × {height} squares ({wide} × {high} ft)").format(
                width=width, height=height, wide=width * FEET_PER_SQUARE, high=height * FEET_PER_SQUARE
            )
            found += [frame, Badge(Point(frame.right, frame.bottom), words)]
        return tuple(found)

    def _is_inside(self, square: Square) -> bool:
        mask = self.region.mask
        return mask is not None and self.document.shown.contains(square) and bool(mask[square.y, square.x])

    def _drawn(self, start: Pointer, end: Pointer) -> Mask:
        battle_map = self.document.battle_map
        match self.options.choices.region_shape:
            case "lasso":
                return polygon_region(battle_map, [*self._way, end.at])
            case "joined":
                return self._joined(end.square)
            case _:
                return rectangle_region(battle_map, start.square, end.square)

    def _joined(self, square: Square) -> Mask:
        """The squares of the same ground that are joined to one, up to walls and closed doors."""
        battle_map = self.document.battle_map
        alike = np.ones((battle_map.height, battle_map.width), bool)
        if not battle_map.contains(square):
            return ~alike
        for layer in Layer:
            grid = battle_map.terrain.layer(layer)
            alike &= grid == grid[square.y, square.x]
        return joined_region(battle_map, alike, square)

    def _choose(self, drawn: Mask, pointer: Pointer) -> None:
        mask = self.region.mask
        if mask is not None and _adds(pointer):
            drawn = mask | drawn
        elif mask is not None and _takes(pointer):
            drawn = mask & ~drawn
        self.region.select(drawn)

    def _drag_region(self, pointer: Pointer, start: Pointer) -> None:
        mask = self.region.mask
        if mask is None:
            return
        self._shift = (round(pointer.at.x - start.at.x), round(pointer.at.y - start.at.y))
        if self._shift == (0, 0):
            self.document.drop_trial()
        else:
            self.document.try_map(self._shifted(mask, self._shift))

    def _shifted(self, mask: Mask, shift: tuple[int, int]) -> BattleMap:
        battle_map, parts = self.document.battle_map, self.region.parts
        piece = take_piece(battle_map, mask, parts)
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        at = Square(int(columns[0]) + shift[0], int(rows[0]) + shift[1])
        return paste_piece(clear_region(battle_map, mask, parts), piece, at)

    def _select_shifted(self) -> None:
        mask = self.region.mask
        if mask is not None:
            self.region.select(_moved(mask, self._shift))
        self._shift = (0, 0)


def _adds(pointer: Pointer) -> bool:
    return pointer.holds(Qt.KeyboardModifier.ShiftModifier)


def _takes(pointer: Pointer) -> bool:
    return pointer.holds(Qt.KeyboardModifier.ControlModifier)


def _moved(mask: Mask, shift: tuple[int, int]) -> Mask:
    """The mask shifted; what leaves the map is gone."""
    dx, dy = shift
    height, width = mask.shape
    moved = np.zeros_like(mask)
    to_x, to_y, from_x, from_y = max(0, dx), max(0, dy), max(0, -dx), max(0, -dy)
    wide, high = width - abs(dx), height - abs(dy)
    if wide > 0 and high > 0:
        moved[to_y : to_y + high, to_x : to_x + wide] = mask[from_y : from_y + high, from_x : from_x + wide]
    return moved
