"""How an offset is counted in squares (rules 1.3, 1.4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Metric, Ruleset
from gridmap.rules.space import height, side

Box = tuple[int, int, int, int, int, int]
"""First and last square of a block along x, y and z: (x0, x1, y0, y1, z0, z1)."""


def squares_apart(dx: int, dy: int, metric: Metric, dz: int = 0) -> int:
    """The distance of an offset, in squares.

    >>> squares_apart(3, 2, Metric.ONE_TWO_ONE), squares_apart(3, 2, Metric.ONE_FOR_ONE)
    (4, 3)
    """
    smallest, middle, longest = sorted((abs(dx), abs(dy), abs(dz)))
    del smallest
    return longest if metric is Metric.ONE_FOR_ONE else longest + middle // 2


def offsets_apart(
    dx: npt.NDArray[np.integer], dy: npt.NDArray[np.integer], metric: Metric, dz: int = 0
) -> npt.NDArray[np.int64]:
    """`squares_apart` of whole arrays of offsets that broadcast together, in squares."""
    across, down, up = np.abs(dx).astype(np.int64), np.abs(dy).astype(np.int64), abs(dz)
    flat = np.maximum(across, down)
    longest: npt.NDArray[np.int64] = np.maximum(flat, up)
    if metric is Metric.ONE_FOR_ONE:
        return longest
    middle: npt.NDArray[np.int64] = np.maximum(np.minimum(across, down), np.minimum(flat, up))
    return longest + middle // 2


def square_box(square: Square, altitude: int = 0) -> Box:
    """One square as a block."""
    return (square.x, square.x, square.y, square.y, altitude, altitude)


def creature_box(creature: Creature, ruleset: Ruleset, at: Square | None = None) -> Box:
    """A creature's space as a block (rules 1.4), where it stands or at the position `at`."""
    x, y = creature.at if at is None else at
    last = side(creature, ruleset) - 1
    top = creature.altitude + height(creature, ruleset) - 1
    return (x, x + last, y, y + last, creature.altitude, top)


def boxes_apart(one: Box, other: Box, metric: Metric) -> int:
    """The least distance over the squares of two blocks, in squares."""
    across, down, up = _gaps(one, other)
    return squares_apart(across, down, metric, up)


def _gaps(one: Box, other: Box) -> tuple[int, int, int]:
    """The least offset along x, y and z between two blocks."""
    across, down, up = (
        max(0, other[axis] - one[axis + 1], one[axis] - other[axis + 1]) for axis in (0, 2, 4)
    )
    return across, down, up


def distance_reason(one: Box, other: Box, metric: Metric) -> Reason:
    """How the distance between two blocks is counted."""
    longest, middle, _ = sorted(_gaps(one, other), reverse=True)
    squares = squares_apart(longest, middle, metric)
    arguments = {"feet": squares * FEET_PER_SQUARE, "squares": squares, "long": longest, "short": middle}
    if metric is Metric.ONE_FOR_ONE or not middle:
        return Reason("{feet} ft: {squares} squares, every diagonal counted as 1", "1.3", arguments)
    return Reason(
        "{feet} ft: {long} squares the long way, and {short} diagonals of which every second adds 1",
        "1.3",
        arguments,
    )


def box_distances(
    box: Box, shape: tuple[int, int], metric: Metric, altitude: int = 0
) -> npt.NDArray[np.int64]:
    """The distance from a block to every square of a map at one altitude.

    Returns:
        ``(height, width) int64``, squares.
    """
    rows, columns = shape
    x, y = np.arange(columns), np.arange(rows)
    dx = np.maximum(0, np.maximum(box[0] - x, x - box[1]))
    dy = np.maximum(0, np.maximum(box[2] - y, y - box[3]))
    dz = max(0, box[4] - altitude, altitude - box[5])
    return offsets_apart(dx[np.newaxis, :], dy[:, np.newaxis], metric, dz)
