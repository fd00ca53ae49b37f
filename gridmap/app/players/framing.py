"""Which part of the map the players see. Knows no windows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, floor, radians, sin

from gridmap.model import BattleMap, Point
from gridmap.model.saved_view import SavedView

LEAST_SIDE = 2.0
"""Squares along a side of a frame."""
MOST_SIDE = 4_000.0
_ROUND_FROM = 8.0
"""Pixels a square from which on squares are whole pixels, all equally large."""


class ViewMode(StrEnum):
    """What decides which part the players see."""

    FOLLOW = "follow"
    """The GM's canvas."""
    STAY = "stay"
    """Nothing: it stays as it is."""
    FRAME = "frame"
    """A frame on the GM's canvas."""


@dataclass(frozen=True)
class Framing:
    """A rectangle of the map that is shown whole, as large as may be.

    Attributes:
        centre: its middle, in squares.
        width: in squares.
        height: in squares.
        turn: degrees clockwise that the map is turned by.
    """

    centre: Point
    width: float
    height: float
    turn: float = 0.0

    @classmethod
    def whole(cls, battle_map: BattleMap, margin: float = 0.5) -> Framing:
        """All of a map, with a margin in squares."""
        return cls(
            Point(battle_map.width / 2, battle_map.height / 2),
            battle_map.width + 2 * margin,
            battle_map.height + 2 * margin,
        )

    @classmethod
    def of_view(cls, view: SavedView) -> Framing:
        """What a saved view shows."""
        return cls(view.centre, view.width, view.height, view.turn)

    def saved(self, name: str) -> SavedView:
        """It as a saved view of that name."""
        return SavedView(name, self.centre, self.width, self.height, self.turn)

    @property
    def left(self) -> float:
        """The x of its left side."""
        return self.centre.x - self.width / 2

    @property
    def top(self) -> float:
        """The y of its upper side."""
        return self.centre.y - self.height / 2

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.centre.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.centre.y + self.height / 2

    def shifted(self, dx: float, dy: float) -> Framing:
        """Elsewhere on the map by so many squares."""
        return replace(self, centre=Point(self.centre.x + dx, self.centre.y + dy))

    def zoomed(self, factor: float, about: Point) -> Framing:
        """Showing `factor` times as much (below 1 for less), with a place of the map kept where it is."""
        factor = min(MOST_SIDE / max(self.width, self.height), factor)
        factor = max(LEAST_SIDE / min(self.width, self.height), factor)
        return replace(
            self,
            centre=Point(
                about.x + (self.centre.x - about.x) * factor, about.y + (self.centre.y - about.y) * factor
            ),
            width=self.width * factor,
            height=self.height * factor,
        )

    def with_sides(self, left: float, top: float, right: float, bottom: float) -> Framing:
        """With its sides elsewhere; no side becomes shorter than the least."""
        width, height = max(LEAST_SIDE, right - left), max(LEAST_SIDE, bottom - top)
        # The side that was moved gives way, the other one stays.
        left = left if left == self.left else right - width
        top = top if top == self.top else bottom - height
        return replace(self, centre=Point(left + width / 2, top + height / 2), width=width, height=height)

    def scale_in(self, width: float, height: float, turn: float = 0.0) -> float:
        """Pixels a square at which it just fits into so many pixels, turned by so many degrees.

        >>> Framing(Point(0, 0), 10, 5).scale_in(1000, 1000)
        100.0
        >>> Framing(Point(0, 0), 10, 5).scale_in(1000, 400, 90)
        40.0
        """
        across, down = turned_box(self.width, self.height, turn)
        scale = min(width / across, height / down)
        return float(floor(scale)) if scale >= _ROUND_FROM else max(0.5, scale)


def turned_box(width: float, height: float, degrees: float) -> tuple[float, float]:
    """(width, height) of the upright box round a rectangle that is turned.

    >>> turned_box(4, 2, 90)
    (2.0, 4.0)
    """
    if degrees % 90 == 0:
        return (float(width), float(height)) if degrees % 180 == 0 else (float(height), float(width))
    c, s = abs(cos(radians(degrees))), abs(sin(radians(degrees)))
    return width * c + height * s, width * s + height * c


def step_on_map(dx: int, dy: int, turn: float) -> tuple[int, int]:
    """The whole squares to go on the map for a step seen on a screen that shows it turned.

    >>> step_on_map(1, 0, 90)
    (0, -1)
    """
    quarter = round(turn / 90) % 4
    for _ in range(quarter):
        dx, dy = dy, -dx
    return dx, dy
