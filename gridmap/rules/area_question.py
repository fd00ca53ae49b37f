"""What is asked of an area, and its answer (rules 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.rules.reason import Reason
from gridmap.rules.stoppers import Mask


class AreaError(ValueError):
    """A question that no area answers: one sentence that begins with the field at fault."""


class AreaShape(StrEnum):
    """How an effect fills its area."""

    BURST = "burst"
    CONE = "cone"
    LINE = "line"
    SPREAD = "spread"
    """As a burst, but around corners."""
    EMANATION = "emanation"
    """From a creature's whole space, and moving with it."""
    SPLASH = "splash"
    """A square and those around it, or an intersection and its 4 squares (rules 7.6)."""


class Direction(StrEnum):
    """The 8 ways a cone may point."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"

    @property
    def step(self) -> tuple[int, int]:
        """The offset of one step that way.

        >>> Direction.SW.step
        (-1, 1)
        """
        return _STEPS[self.value]


_STEPS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


@dataclass(frozen=True)
class AreaQuestion:
    """Which squares an effect reaches.

    Attributes:
        shape: burst, cone, line, spread, emanation or splash.
        feet: its size: radius, or length of a cone or line; not used by a splash.
        origin: where it starts: an intersection, or the centre of a square area (halves for an odd one).
        toward: where a counted cone points.
        creature: whose line or emanation it is.
        through: a square that a line goes through; the square that a splash hits.
        line_of_effect: False shows the whole shape, whatever stands in it.
        widened: twice the squares a side (square areas).
        side: squares a side where the GM calls the size of a square area.
        level: squares that the shown level is above the origin's; below, where negative (rules 1.4).
    """

    shape: AreaShape
    feet: int = 0
    origin: Point | None = None
    toward: Direction | None = None
    creature: Creature | None = None
    through: Square | None = None
    line_of_effect: bool = True
    widened: bool = False
    side: int | None = None
    level: int = 0


@dataclass(frozen=True, eq=False)
class Area:
    """The answer; every mask is ``(height, width) bool``.

    Attributes:
        squares: squares that the effect reaches.
        blocked: squares of the shape that it does not get to: blocked ones and those cut off.
        close_calls: squares that the GM decides on (square areas' lines, rules 7.3), not in `squares`.
        origin: the point that its lines are drawn from; None where they come from a whole space.
        notice: what is the GM's call, or None.
    """

    squares: Mask
    blocked: Mask
    close_calls: Mask
    origin: Point | None = None
    notice: Reason | None = None
