"""Where the hand is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import Qt

from gridmap.model import Intersection, Point, Square

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


@dataclass(frozen=True)
class Pointer:
    """One place of the mouse or of the keyboard's cursor on the map.

    Attributes:
        at: the place, in squares.
        near: how far off a hit still counts, in squares; the same on the screen at every zoom.
        modifiers: keys held.
        secondary: the right mouse button does it.
    """

    at: Point
    near: float = 0.1
    modifiers: Qt.KeyboardModifier = NO_MODIFIER
    secondary: bool = False

    @property
    def square(self) -> Square:
        """The square under it; it may lie off the map."""
        return Square(math.floor(self.at.x), math.floor(self.at.y))

    @property
    def intersection(self) -> Intersection:
        """The nearest intersection."""
        return Intersection(math.floor(self.at.x + 0.5), math.floor(self.at.y + 0.5))

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        """Whether that key is held."""
        return bool(self.modifiers & modifier)
