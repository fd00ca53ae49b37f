"""Clear lines, exactly (rules 6.1).

A line is tried twice, moved sideways by a hair to its left and to its right. For a hair that is ever so
small, "moved" only decides what happens where the line itself exactly touches something: the signs of
cross products where they are 0, and its ends where they lie on a border. So integers suffice.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Point, Square
from gridmap.rules.stoppers import (
    UNIT,
    Flags,
    Indices,
    Places,
    Stoppers,
    place,
    spread_out,
)

SIGHT_POINTS: Places = np.array([(5, 5), (1, 1), (9, 1), (1, 9), (9, 9)], np.int64) * (UNIT // 10)
"""A square's sight points from its top-left corner: its centre, its corners drawn in by a tenth (6.1b)."""
CORNERS: Places = np.array([(0, 0), (1, 0), (0, 1), (1, 1)], np.int64) * UNIT
"""A square's corners from its top-left one."""

_MOST_AT_ONCE = 200_000
"""Lines tested in one go, to bound memory."""


def clear(stop: Stoppers, starts: Places, ends: Places) -> Flags:
    """Which lines are clear (rules 6.1): ``(n,) bool`` for starts and ends as ``(n, 2) int64``.

    A line of no length is clear unless it lies inside a square that stops lines.
    """
    free = stop.empty_windows(np.minimum(starts, ends), np.maximum(starts, ends))
    unsure = np.flatnonzero(~free)
    for first in range(0, len(unsure), _MOST_AT_ONCE):
        part = unsure[first : first + _MOST_AT_ONCE]
        left, right = stopped_sides(stop, starts[part], ends[part])
        free[part] = ~(left & right)
    return free


def stopped_sides(stop: Stoppers, starts: Places, ends: Places) -> tuple[Flags, Flags]:
    """Which lines are stopped when moved to their left, and to their right: ``(n,) bool`` each."""
    on_left, on_right = _stopped_by_squares(stop, starts, ends)
    line, wall = stop.walls_near(np.minimum(starts, ends), np.maximum(starts, ends))
    crosses_left, crosses_right = wall_crossings(starts[line], ends[line], stop.walls[wall])
    on_left[line[crosses_left]] = True
    on_right[line[crosses_right]] = True
    return on_left, on_right


def _stopped_by_squares(stop: Stoppers, starts: Places, ends: Places) -> tuple[Flags, Flags]:
    line, x, y = squares_along(starts, ends)
    held = stop.holds(x, y)
    line, corner = line[held], np.stack([x[held], y[held]], axis=1) * UNIT
    left, right = square_entries(starts[line], ends[line], corner)
    on_left, on_right = np.zeros(len(starts), np.bool_), np.zeros(len(starts), np.bool_)
    on_left[line[left]] = True
    on_right[line[right]] = True
    return on_left, on_right


def squares_along(starts: Places, ends: Places) -> tuple[Indices, Indices, Indices]:
    """(which line, x, y) of every square that a line touches, and a few beside it."""
    run = np.abs(ends - starts)
    steep = run[:, 1] > run[:, 0]
    # Walk along the longer axis from the lesser end; there the line rises or falls by one at most.
    a = np.where(steep[:, np.newaxis], starts[:, ::-1], starts)
    b = np.where(steep[:, np.newaxis], ends[:, ::-1], ends)
    turned = (a[:, 0] > b[:, 0])[:, np.newaxis]
    a, b = np.where(turned, b, a), np.where(turned, a, b)
    first = -(-a[:, 0] // UNIT) - 1
    line, number = spread_out(b[:, 0] // UNIT - first + 1)
    column = first[line] + number
    entry = np.clip(column * UNIT, a[line, 0], b[line, 0])
    length = np.maximum(b[:, 0] - a[:, 0], 1)
    across = a[line, 1] + (entry - a[line, 0]) * (b[line, 1] - a[line, 1]) // length[line]
    rows = (across // UNIT)[:, np.newaxis] + np.arange(-2, 3)
    columns = np.broadcast_to(column[:, np.newaxis], rows.shape)
    swap = steep[line][:, np.newaxis]
    x, y = np.where(swap, rows, columns), np.where(swap, columns, rows)
    return np.repeat(line, 5), x.ravel(), y.ravel()


def _crosses(a: Places, b: Places) -> npt.NDArray[np.int64]:
    product: npt.NDArray[np.int64] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def square_entries(starts: Places, ends: Places, corners: Places) -> tuple[Flags, Flags]:
    """Whether each line, moved to its left and to its right, gets inside its square (by top-left corner)."""
    along = ends - starts
    at_corner = _crosses(along, corners - starts)
    # The cross products at the other corners differ by the sides of the square.
    most = at_corner + UNIT * (np.maximum(along[..., 0], 0) + np.maximum(-along[..., 1], 0))
    least = at_corner + UNIT * (np.minimum(along[..., 0], 0) + np.minimum(-along[..., 1], 0))
    low, high = np.minimum(starts, ends) - corners, np.maximum(starts, ends) - corners
    hair = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    results = []
    for moved, parted in ((hair, (least <= 0) & (most > 0)), (-hair, (least < 0) & (most >= 0))):
        beyond = (high < 0) | ((high == 0) & (moved <= 0)) | (low > UNIT) | ((low == UNIT) & (moved >= 0))
        results.append(parted & ~beyond.any(axis=-1))
    # A line of no length has no sides.
    inside = ((low > 0) & (high < UNIT)).all(axis=-1) & (along == 0).all(axis=-1)
    return results[0] | inside, results[1] | inside


def wall_crossings(starts: Places, ends: Places, walls: npt.NDArray[np.int64]) -> tuple[Flags, Flags]:
    """Whether each line, moved to its left and to its right, goes from one side of its wall to the other."""
    along = ends - starts
    run = walls[..., 1, :] - walls[..., 0, :]
    one = _crosses(along, walls[..., 0, :] - starts)
    other = _crosses(along, walls[..., 1, :] - starts)
    least, most = np.minimum(one, other), np.maximum(one, other)
    at_start, at_end = _crosses(run, starts - walls[..., 0, :]), _crosses(run, ends - walls[..., 0, :])
    # Moving a line along its hair changes its side of the wall by the cross product of wall and hair.
    shift = run[..., 0] * along[..., 0] + run[..., 1] * along[..., 1]
    results = []
    for move, parted in ((shift, (least <= 0) & (most > 0)), (-shift, (least < 0) & (most >= 0))):
        side_of_start = np.sign(np.where(at_start == 0, move, at_start))
        side_of_end = np.sign(np.where(at_end == 0, move, at_end))
        results.append(parted & (side_of_start * side_of_end < 0))
    return results[0], results[1]


def what_stops(stop: Stoppers, start: Point, end: Point) -> Square | tuple[Point, Point] | None:
    """The blocked square or wall nearest to its start that a line meets on either side, else None."""
    starts, ends = place(start)[np.newaxis], place(end)[np.newaxis]
    if clear(stop, starts, ends)[0]:
        return None
    _, x, y = squares_along(starts, ends)
    held = stop.holds(x, y)
    squares = np.stack([x[held], y[held]], axis=1)
    left, right = square_entries(starts, ends, squares * UNIT)
    squares = squares[left | right]
    _, near = stop.walls_near(np.minimum(starts, ends), np.maximum(starts, ends))
    left, right = wall_crossings(starts, ends, stop.walls[near])
    walls = stop.walls[near[left | right]]
    from_squares = np.hypot(*(squares * UNIT + UNIT // 2 - starts).T)
    from_walls = np.hypot(*(walls.sum(axis=1) // 2 - starts).T)
    if len(squares) and from_squares.min() <= from_walls.min(initial=np.inf):
        return Square(*squares[from_squares.argmin()].tolist())
    if not len(walls):
        return None
    one, other = (walls[from_walls.argmin()] / UNIT).tolist()
    return Point(*one), Point(*other)
