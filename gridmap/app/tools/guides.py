"""What a tool draws over the map while the hand is at work: outlines, lines and a badge with a measure."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.model import Point, Square
from gridmap.overlays.overlay import Mark


@dataclass(frozen=True)
class Frame:
    """An outline round squares: the brush, a creature's footprint, a rectangle.

    Attributes:
        left, top, right, bottom: its sides, in squares.
        faint: where something was before, rather than where it is.
        wrong: where it cannot be by the rules.
    """

    left: float
    top: float
    right: float
    bottom: float
    faint: bool = False
    wrong: bool = False

    @classmethod
    def of_squares(cls, one: Square, other: Square, *, faint: bool = False) -> Frame:
        """The outline of a rectangle between two squares, both included."""
        left, right = sorted((one.x, other.x))
        top, bottom = sorted((one.y, other.y))
        return cls(left, top, right + 1, bottom + 1, faint)

    @classmethod
    def of_block(cls, at: Square, side: int, *, faint: bool = False) -> Frame:
        """The outline of a block of `side` × `side` squares with its top-left square `at`."""
        return cls(at.x, at.y, at.x + side, at.y + side, faint)


@dataclass(frozen=True)
class Stroke:
    """A line from point to point, with its ends marked."""

    start: Point
    end: Point
    faint: bool = False


@dataclass(frozen=True)
class Badge:
    """Some words beside a point, in one line or several."""

    at: Point
    text: str


@dataclass(frozen=True)
class Marks:
    """What an overlay would draw, drawn for this gesture alone."""

    marks: tuple[Mark, ...]


Guide = Frame | Stroke | Badge | Marks
