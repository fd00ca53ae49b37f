"""The squares of each shape of area, before anything stands in its way (rules 7.1, 7.3, 7.4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.square import FEET_PER_SQUARE, Intersection, Point, Square
from gridmap.rules.area_question import AreaError, Direction
from gridmap.rules.metric import offsets_apart
from gridmap.rules.ruleset import Metric
from gridmap.rules.stoppers import Mask

Offsets = npt.NDArray[np.int64]
Shape = tuple[int, int]
"""A map's (height, width)."""


def intersection_of(origin: Point) -> Intersection:
    """The intersection at that point.

    Raises:
        AreaError: it is none.
    """
    if not (float(origin.x).is_integer() and float(origin.y).is_integer()):
        raise AreaError("origin: this area starts from an intersection, a point of whole numbers")
    return Intersection(int(origin.x), int(origin.y))


def far_corners(shape: Shape, origin: Intersection) -> tuple[Offsets, Offsets]:
    """Offsets (dx, dy) from an intersection to each square's farthest corner, as a row and a column."""
    dx = np.arange(shape[1]) - origin.x
    dy = np.arange(shape[0]) - origin.y
    return (dx + (dx >= 0))[np.newaxis, :], (dy + (dy >= 0))[:, np.newaxis]


def counted_burst(shape: Shape, origin: Intersection, feet: int, metric: Metric, level: int = 0) -> Mask:
    """Squares whose far corner is within the distance (rules 7.4)."""
    dx, dy = far_corners(shape, origin)
    rise = level + 1 if level >= 0 else level
    # Nothing is nearer than its offset along either axis.
    squares = feet // FEET_PER_SQUARE
    rows = slice(max(0, origin.y - squares), max(0, origin.y + squares))
    columns = slice(max(0, origin.x - squares), max(0, origin.x + squares))
    mask = np.zeros(shape, np.bool_)
    apart = offsets_apart(dx[:, columns], dy[rows], metric, rise)
    mask[rows, columns] = apart * FEET_PER_SQUARE <= feet
    return mask


def counted_cone(
    shape: Shape, origin: Intersection, toward: Direction, feet: int, metric: Metric, level: int = 0
) -> Mask:
    """A quarter circle: a quadrant, or the squares whose far corner is no more aside than along (7.4)."""
    dx, dy = far_corners(shape, origin)
    step_x, step_y = toward.step
    if step_x and step_y:
        inside = (dx * step_x > 0) & (dy * step_y > 0)
    else:
        along, aside = (dx * step_x, dy) if step_x else (dy * step_y, dx)
        inside = (along > 0) & (np.abs(aside) <= along)
    mask: Mask = inside & counted_burst(shape, origin, feet, metric, level)
    return mask


def printed_cone(shape: Shape, origin: Intersection, toward: Direction) -> Mask:
    """The printed straight 15-ft cone of 7 squares (option, rules 7.4).

    It leaves the side of a square that runs from the origin down or to the right.
    """
    dx = np.arange(shape[1])[np.newaxis, :] - origin.x
    dy = np.arange(shape[0])[:, np.newaxis] - origin.y
    step_x, step_y = toward.step
    along, aside = (dx * step_x - (step_x < 0), dy) if step_x else (dy * step_y - (step_y < 0), dx)
    mask: Mask = (along >= 0) & (along < 3) & (np.abs(aside) <= (along > 0))
    return mask


def counted_line(
    shape: Shape, origin: Intersection, through: Square, feet: int, metric: Metric, level: int = 0
) -> Mask:
    """Squares whose inside the line passes through and whose far corner is within its length (rules 7.4)."""
    run_x, run_y = 2 * (through.x - origin.x) + 1, 2 * (through.y - origin.y) + 1
    x = np.arange(shape[1])[np.newaxis, :] - origin.x
    y = np.arange(shape[0])[:, np.newaxis] - origin.y
    at_corner = run_x * y - run_y * x
    least = at_corner + min(run_x, 0) + min(-run_y, 0)
    most = at_corner + max(run_x, 0) + max(-run_y, 0)
    # Both runs are odd, so the line always leaves into one quadrant.
    ahead = (x >= 0 if run_x > 0 else x < 0) & (y >= 0 if run_y > 0 else y < 0)
    mask: Mask = (least < 0) & (most > 0) & ahead & counted_burst(shape, origin, feet, metric, level)
    return mask


def square_block(shape: Shape, centre: Point, side: int, level: int = 0) -> Mask:
    """The n × n squares around a centre; in three dimensions a cube (rules 7.1).

    Raises:
        AreaError: an odd area is centred on a square, an even one on an intersection.
    """
    left, top = centre.x - side / 2, centre.y - side / 2
    if not (float(left).is_integer() and float(top).is_integer()):
        where = "a square's centre" if side % 2 else "an intersection"
        raise AreaError(f"origin: an area of {side} x {side} squares is centred on {where}")
    mask = np.zeros(shape, np.bool_)
    if -(side // 2) <= level < side - side // 2:
        mask[max(int(top), 0) : max(int(top) + side, 0), max(int(left), 0) : max(int(left) + side, 0)] = True
    return mask


def one_for_one_line(shape: Shape, start: Square, through: Square, steps: int) -> tuple[Mask, Mask]:
    """The squares of a line counted 1 for 1, and its close calls (rules 7.3).

    Raises:
        AreaError: the line goes nowhere.
    """
    dx, dy = through.x - start.x, through.y - start.y
    longer = max(abs(dx), abs(dy))
    if longer == 0:
        raise AreaError("through: a line goes through another square than the one it starts in")
    step = np.arange(1, steps + 1, dtype=np.int64)
    squares, close = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    # The nearest whole numbers to step * d / longer, from below and from above: one number, or a tie.
    low = [-((longer - 2 * step * d) // (2 * longer)) for d in (dx, dy)]
    high = [(2 * step * d + longer) // (2 * longer) for d in (dx, dy)]
    tie = (low[0] != high[0]) | (low[1] != high[1])
    for offsets in ((low[0], low[1]), (high[0], high[1])):
        for mask, chosen in ((squares, ~tie), (close, tie)):
            x, y = start.x + offsets[0][chosen], start.y + offsets[1][chosen]
            on_map = (x >= 0) & (x < shape[1]) & (y >= 0) & (y < shape[0])
            mask[y[on_map], x[on_map]] = True
    return squares, close
