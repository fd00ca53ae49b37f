"""An overlay: marks with roles, a legend, and a reason for any square.

A mark knows no colour. The theme alone turns its role into a colour and a second carrier (hatch, dash,
digit), so no colour is the only carrier of a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Point, Square
from gridmap.rules.reason import Reason


class Role(StrEnum):
    """What a mark means."""

    MOVE_ACTION = "move-action"
    DOUBLE_MOVE = "double-move"
    RUN = "run"
    SQUEEZED = "squeezed"
    PATH = "path"
    SAFE_PATH = "safe-path"
    PATH_BEYOND = "path-beyond"
    """The part of a way that a turn does not pay."""
    STEP = "step"
    """Steps of a way that are pointed out."""
    THREATENED = "threatened"
    THREATENED_BY_FOE = "threatened-by-foe"
    FLANK_LINE = "flank-line"
    FLANKED = "flanked"
    FLANK_SPOT = "flank-spot"
    """A place to flank from."""
    AREA = "area"
    AREA_BLOCKED = "area-blocked"
    CLOSE_CALL = "close-call"
    CAUGHT = "caught"
    ORIGIN = "origin"
    SOFT_COVER = "soft-cover"
    COVER = "cover"
    TOTAL_COVER = "total-cover"
    CONCEALMENT = "concealment"
    SIGHT = "sight"
    CLEAR_LINE = "clear-line"
    STOPPED_LINE = "stopped-line"
    PROVOKES = "provokes"
    STRIKE = "strike"
    """From one who may strike to where it may."""
    FORCED = "forced"
    HAZARD = "hazard"
    CHARGE_LANE = "charge-lane"
    CHARGE_BLOCKED = "charge-blocked"
    DIFFERS = "differs"
    """Where two rulesets answer differently."""
    TURN = "turn"
    WALLED_SQUARE = "walled-square"
    """A wall off the grid runs through it, so nobody can stand there."""
    WALLED_SIDE = "walled-side"
    """The side of a square across which no step goes, because of such a wall."""
    OPEN_SIDE = "open-side"
    """A side that such a wall cuts without barring the step across it."""


@dataclass(frozen=True, eq=False)
class Squares:
    """Squares that share one meaning: ``(height, width) bool``."""

    mask: npt.NDArray[np.bool_]
    role: Role


@dataclass(frozen=True, eq=False)
class Field:
    """A number on every square.

    Attributes:
        values: ``(height, width) int32`` (feet, or Movement in soulweaver), -1 for none.
        bands: pairs of (highest value of the band, its role), ascending; higher values are not drawn.
    """

    values: npt.NDArray[np.int32]
    bands: tuple[tuple[int, Role], ...]


@dataclass(frozen=True, eq=False)
class Segments:
    """Straight lines: ``(n, 2, 2) float64``, start and end points in squares."""

    ends: npt.NDArray[np.float64]
    role: Role


@dataclass(frozen=True, eq=False)
class Shape:
    """Closed outlines in squares, each ring ``(n, 2) float64``; the inside is by the odd-even rule."""

    rings: tuple[npt.NDArray[np.float64], ...]
    role: Role


@dataclass(frozen=True)
class Label:
    """Words at a point: an English template (also its translation's key) and its arguments."""

    at: Point
    template: str
    role: Role
    arguments: Mapping[str, object] = field(default_factory=dict)


Mark = Squares | Field | Segments | Shape | Label


@dataclass(frozen=True)
class LegendEntry:
    """One line of a legend: the role it explains, an English template and its arguments."""

    role: Role
    template: str
    arguments: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.arguments)


def _no_reason(square: Square) -> Reason | None:
    del square
    return None


@dataclass(frozen=True, eq=False)
class Overlay:
    """One question's answer, ready to be drawn.

    Attributes:
        name: the question, as the command line writes it, e.g. ``movement:ogre``.
        marks: in drawing order.
        legend: what the roles mean, in reading order.
        reason_at: why a square is as it is shown, None where the overlay has nothing to say of it.
        notice: what the GM should know of the whole answer (a reading that is the GM's call), or None.
    """

    name: str
    marks: tuple[Mark, ...]
    legend: tuple[LegendEntry, ...] = ()
    reason_at: Callable[[Square], Reason | None] = _no_reason
    notice: Reason | None = None
