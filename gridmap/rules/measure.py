"""A length along places of the map, by the ruleset's metric (rules 1.3, 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Metric, Ruleset


class Waypoint(NamedTuple):
    """A place that a length is measured over.

    Attributes:
        square: where.
        altitude: squares above the ground.
    """

    square: Square
    altitude: int = 0


@dataclass(frozen=True)
class Stretch:
    """The length from one waypoint to the next.

    Attributes:
        feet: its own length. Where every second diagonal adds one square, the diagonals are counted on from
            the stretch before.
        total: feet from the first waypoint to its end.
        direct: feet from the first waypoint straight to its end.
        straight: steps along one axis.
        diagonals: steps along two or three.
    """

    feet: int
    total: int
    direct: int
    straight: int
    diagonals: int


@dataclass(frozen=True)
class Length:
    """A whole length.

    Attributes:
        stretches: between the waypoints.
        feet: all of them together.
        reason: how it is counted.
    """

    stretches: tuple[Stretch, ...]
    feet: int
    reason: Reason


def measured(waypoints: Sequence[Waypoint], ruleset: Ruleset) -> Length:
    """How long it is over these places.

    >>> from gridmap.rules.ruleset import shipped_ruleset
    >>> places = [Waypoint(Square(0, 0)), Waypoint(Square(1, 1)), Waypoint(Square(2, 2))]
    >>> [stretch.feet for stretch in measured(places, shipped_ruleset("pathfinder-1e")).stretches]
    [5, 10]
    """
    stretches: list[Stretch] = []
    straight = diagonals = 0
    for before, after in pairwise(waypoints):
        longest, middle = _offsets(before, after)
        start = _feet(straight, diagonals, ruleset.metric)
        # In three dimensions a step along all axes counts like one along two.
        straight, diagonals = straight + longest - middle, diagonals + middle
        total = _feet(straight, diagonals, ruleset.metric)
        far, aside = _offsets(waypoints[0], after)
        direct = _feet(far - aside, aside, ruleset.metric)
        stretches.append(Stretch(total - start, total, direct, longest - middle, middle))
    feet = stretches[-1].total if stretches else 0
    return Length(tuple(stretches), feet, _reason(feet, straight, diagonals, ruleset.metric))


def _offsets(one: Waypoint, other: Waypoint) -> tuple[int, int]:
    """The longest and the middle one of the offsets along the three axes, in squares."""
    offsets = (
        other.square.x - one.square.x,
        other.square.y - one.square.y,
        other.altitude - one.altitude,
    )
    _, middle, longest = sorted(map(abs, offsets))
    return longest, middle


def _feet(straight: int, diagonals: int, metric: Metric) -> int:
    squares = straight + diagonals
    if metric is not Metric.ONE_FOR_ONE:
        squares += diagonals // 2
    return squares * FEET_PER_SQUARE


def _reason(feet: int, straight: int, diagonals: int, metric: Metric) -> Reason:
    arguments = {"feet": feet, "straight": straight, "diagonals": diagonals}
    if metric is Metric.ONE_FOR_ONE:
        return Reason("{feet} ft: {straight} straight, {diagonals} diagonal, each 5 ft", "1.3", arguments)
    template = "{feet} ft: {straight} straight, {diagonals} diagonal of which every second counts 10 ft"
    return Reason(template, "1.3", arguments)
