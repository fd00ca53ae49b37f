"""Places on the grid (rules 1.1): x grows to the right, y downwards, both counted in squares."""

from __future__ import annotations

from typing import NamedTuple

FEET_PER_SQUARE = 5


class Square(NamedTuple):
    """The unit cell from lattice point (x, y) to (x + 1, y + 1)."""

    x: int
    y: int

    @property
    def centre(self) -> Point:
        """The middle of the square.

        >>> Square(2, 3).centre
        Point(x=2.5, y=3.5)
        """
        return Point(self.x + 0.5, self.y + 0.5)


class Intersection(NamedTuple):
    """A lattice point, where grid lines cross."""

    x: int
    y: int


class Point(NamedTuple):
    """Any place on the map, in squares."""

    x: float
    y: float
