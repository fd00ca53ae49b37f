"""How places move when a page is shifted, turned by quarters or mirrored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Point, Square

_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_PLACE = re.compile(r"(square=)?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")

Values = TypeVar("Values", bound=np.generic)


@dataclass(frozen=True)
class PageMove:
    """A page mirrored left to right or not, then turned clockwise by quarters, then shifted.

    Attributes:
        width: squares of the old page from left to right.
        height: squares of the old page from top to bottom.
        turns: quarter turns clockwise, 0 to 3.
        mirrored: whether left and right change places first.
        left: squares that everything then moves to the right.
        top: squares that everything then moves down.
    """

    width: int
    height: int
    turns: int = 0
    mirrored: bool = False
    left: int = 0
    top: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the page after the turn."""
        return (self.height, self.width) if self.turns % 2 else (self.width, self.height)

    def point(self, point: Point) -> Point:
        """Where a place is afterwards.

        >>> PageMove(4, 3, turns=1).point(Point(1, 0))
        Point(x=3, y=1)
        """
        x, y = point
        width, height = self.width, self.height
        if self.mirrored:
            x = width - x
        for _ in range(self.turns):
            x, y = height - y, x
            width, height = height, width
        return Point(x + self.left, y + self.top)

    def square(self, square: Square, side: int = 1) -> Square:
        """The top-left square afterwards of a block of `side` by `side` squares that begins there."""
        one = self.point(Point(square.x, square.y))
        other = self.point(Point(square.x + side, square.y + side))
        return Square(int(min(one.x, other.x)), int(min(one.y, other.y)))

    def degrees(self, degrees: float) -> float:
        """A bearing afterwards, clockwise from up, from 0 to less than 360."""
        return ((-degrees if self.mirrored else degrees) + 90 * self.turns) % 360

    def grid(self, grid: npt.NDArray[Values]) -> npt.NDArray[Values]:
        """``(height, width)`` values mirrored and turned, not shifted."""
        return np.ascontiguousarray(np.rot90(grid[:, ::-1] if self.mirrored else grid, -self.turns))

    def area(self, name: str) -> str:
        """An area's overlay name with its places and its direction moved.

        >>> PageMove(10, 10, left=2).area("area:line:60:1,1:4,1")
        'area:line:60:3,1:6,1'
        >>> PageMove(10, 10, turns=1).area("area:cone:15:0,0:NE")
        'area:cone:15:10,0:SE'
        """
        kind, *parts = name.split(":")
        moved: list[str] = []
        places = 0
        for number, part in enumerate(parts):
            place = _PLACE.fullmatch(part)
            if part.startswith("creature="):
                return ":".join((kind, *moved, *parts[number:]))
            if place is not None:
                # A second place, or one that says so, is a square; the first is an intersection.
                is_square = places > 0 or place[1] is not None
                moved.append(
                    (place[1] or "") + self._place(Point(float(place[2]), float(place[3])), is_square)
                )
                places += 1
            elif part in _COMPASS and places:
                moved.append(self._direction(part))
            else:
                moved.append(part)
        return ":".join((kind, *moved))

    def _place(self, point: Point, is_square: bool) -> str:
        x, y = self.square(Square(int(point.x), int(point.y))) if is_square else self.point(point)
        return f"{x:g},{y:g}"

    def _direction(self, name: str) -> str:
        return _COMPASS[round(self.degrees(45 * _COMPASS.index(name)) / 45) % 8]


def scaled_area(name: str, parts: int) -> str:
    """An area's overlay name on a map whose squares were split into `parts` by `parts`.

    >>> scaled_area("area:cone:15:2,1:NE", 2)
    'area:cone:15:4,2:NE'
    """
    kind, *words = name.split(":")
    scaled: list[str] = []
    for number, word in enumerate(words):
        if word.startswith("creature="):
            return ":".join((kind, *scaled, *words[number:]))
        place = _PLACE.fullmatch(word)
        if place is None:
            scaled.append(word)
        else:
            x, y = float(place[2]) * parts, float(place[3]) * parts
            scaled.append(f"{place[1] or ''}{x:g},{y:g}")
    return ":".join((kind, *scaled))
