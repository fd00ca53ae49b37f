"""The region of squares that is selected: a matter of the window, not of the map."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from gridmap.app.document import Document
from gridmap.edits.terrain import Mask
from gridmap.model import BattleMap
from gridmap.model.piece import PARTS


class Region(QObject):
    """A mask of the map's squares, and which parts of the map are worked on with it."""

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._mask: Mask | None = None
        self._parts = frozenset(PARTS)
        document.changed.connect(self._prune)

    @property
    def mask(self) -> Mask | None:
        """``(height, width) bool``; None where no square is selected."""
        return self._mask

    @property
    def parts(self) -> frozenset[str]:
        """Names of the parts of a map that are copied, moved and cleared."""
        return self._parts

    def select(self, mask: Mask | None) -> None:
        """Select these squares and no others."""
        if mask is not None and not mask.any():
            mask = None
        self._mask = mask
        self.changed.emit()

    def choose_part(self, part: str, on: bool) -> None:
        """Work on a part of the map too, or leave it alone."""
        parts = self._parts | {part} if on else self._parts - {part}
        if parts != self._parts:
            self._parts = parts
            self.changed.emit()

    def whole_map(self) -> Mask:
        """Every square."""
        battle_map = self._document.shown
        return np.ones((battle_map.height, battle_map.width), bool)

    def _prune(self, before: BattleMap, now: BattleMap) -> None:
        if (before.width, before.height) != (now.width, now.height) and self._mask is not None:
            self.select(None)
