"""How far one can look from some points in every direction of a quarter of the map (rules 6.1).

Directions are slopes dy/dx from -1 to 1. Between two neighbouring slopes at which something begins or
ends, every line is stopped at the same depth. A line moved by a hair to its upper side (greater y) is
stopped as the lines of slightly greater slope are, moved to its lower side as those of slightly lesser slope.

Slopes are quotients of integers below 2^26, so two of them are equal as float64 exactly if they are equal,
and different ones differ by more than 2^-53. So a slope and its point's number fit exactly into one integer,
the slope's *key*, and the directions of all points are sorted in one row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridmap.rules.quarter import Depths, Quarter, Runs
from gridmap.rules.stoppers import UNIT, Flags, Indices, Mask, Places, Segments, spread_out

Slopes = npt.NDArray[np.float64]
Keys = npt.NDArray[np.int64]

NEVER = np.iinfo(np.int64).max
"""The depth of a direction in which nothing stops a line."""
MOST_POINTS = 31
"""Points whose keys are looked at together."""
_FIRST_COLUMNS = 8
"""Columns looked at in the first go; each next one takes twice as many, where directions are still open."""
_DIRECTIONS_AT_ONCE = 4_000_000
"""Directions of all columns looked at together, to bound memory."""
_SLOPE_BITS = 56
_POINT_BITS = _SLOPE_BITS + 2


def keys_of(points: Indices, slopes: Slopes) -> Keys:
    """The keys of slopes from the points of these numbers; steeper ones than 1.5 all get the same."""
    scaled = np.minimum(np.maximum(slopes, -1.5), 1.5) * 2.0**_SLOPE_BITS
    return (points << _POINT_BITS) + scaled.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Horizon:
    """The depth at which every direction of a quarter is stopped.

    Attributes:
        points: how many points look.
        keys: ``(n,)``, ascending, where the depth may change.
        depths: ``(n + 1,)``, the depth below the first key, between each two, and above the last.
    """

    points: int
    keys: Keys
    depths: Depths

    def stops(self, points: Indices, slopes: Slopes, depths: Depths) -> tuple[Flags, Flags]:
        """Whether lines of these slopes are stopped by these depths, on their upper and their lower side."""
        keys = keys_of(points, slopes)
        above = self.keys.searchsorted(keys, side="right")
        upper: Flags = self.depths[above] <= depths
        if not len(self.keys):
            return upper, upper.copy()
        # Just below a slope the depth differs only where something begins or ends in that very slope.
        at_change = (self.keys[above - 1] == keys) & (above > 0)
        lower: Flags = self.depths[above - at_change] <= depths
        return upper, lower

    def directions(self) -> tuple[Indices, Indices]:
        """The first and last place in `depths` of each point's directions.

        With those just outside the quarter, for lines along its borders moved outwards.
        """
        numbers = np.arange(self.points)
        borders = np.ones(self.points)
        first = self.keys.searchsorted(keys_of(numbers, -borders), side="left")
        return first, self.keys.searchsorted(keys_of(numbers, borders), side="right")

    def farthest(self) -> int:
        """The greatest depth in the quarter."""
        if not len(self.keys):
            return NEVER
        first, last = self.directions()
        ends = np.stack([first, last + 1], axis=1).ravel()
        return int(np.maximum.reduceat(np.append(self.depths, 0), ends)[::2].max())

    def open_between(self, low: Keys, high: Keys, depth: int) -> Flags:
        """Between which pairs of keys some direction is still open beyond a depth."""
        is_open = np.zeros(len(self.depths) + 1, np.int64)
        np.cumsum(self.depths > depth, out=is_open[1:])
        first = self.keys.searchsorted(low, side="right")
        after = self.keys.searchsorted(high, side="left") + 1
        result: Flags = is_open[after] > is_open[first]
        return result

    def with_stoppers(self, low: Keys, high: Keys, depths: Depths) -> Horizon:
        """The horizon with more directions stopped, each from a low to a high key at its depth."""
        if not len(low):
            return self
        keys = np.unique(np.concatenate([self.keys, low, high]))
        deepest_first = (-depths).argsort(kind="stable")
        firsts = (keys.searchsorted(low[deepest_first]) + 1).tolist()
        afters = (keys.searchsorted(high[deepest_first]) + 1).tolist()
        result = np.full(len(keys) + 1, NEVER)
        # The nearest is painted last.
        for first, after, depth in zip(firsts, afters, depths[deepest_first].tolist(), strict=True):
            result[first:after] = depth
        if len(self.keys):
            inner = self.depths[self.keys.searchsorted(keys, side="right")]
            result = np.minimum(result, np.concatenate([self.depths[:1], inner]))
        return Horizon(self.points, keys, result)

    def with_runs(self, runs: Runs, starts: Places, beyond: int) -> Horizon:
        """The horizon with runs of squares in the way, of those directions still open beyond a depth."""
        low, high = _run_slopes(runs, starts)
        points, which = np.nonzero((low < high) & (low <= 1) & (high >= -1))
        low_keys, high_keys = keys_of(points, low[points, which]), keys_of(points, high[points, which])
        depths = runs.depths[which]
        if len(self.keys):
            still = self.open_between(low_keys, high_keys, beyond)
            low_keys, high_keys, depths = low_keys[still], high_keys[still], depths[still]
        return self.with_stoppers(low_keys, high_keys, depths)


def _run_slopes(runs: Runs, starts: Places) -> tuple[Slopes, Slopes]:
    """``(points, runs)`` each: the least and greatest slope to runs before a point or beside it.

    A run behind the point has its least slope above its greatest.
    """
    x, y = starts[:, :1].astype(np.float64), starts[:, 1:].astype(np.float64)
    left, right = np.maximum(runs.left - x, 0), runs.right - x
    top, bottom = runs.top - y, runs.bottom - y
    with np.errstate(divide="ignore", invalid="ignore"):
        low = top / np.where(top >= 0, right, left)
        high = bottom / np.where(bottom > 0, left, right)
    low[right <= 0] = np.inf
    return low, high


@dataclass(frozen=True, eq=False)
class NearWalls:
    """Walls that may stop lines inside the columns that they cross, from the points that they are seen from.

    Attributes:
        points: ``(n,)``, numbers of the points.
        walls: ``(n,)``, which of the quarter's walls.
        low: ``(n,)``, the least slope of the wall from the point.
        high: ``(n,)``, its greatest.
    """

    points: Indices
    walls: Indices
    low: Slopes
    high: Slopes


@dataclass(frozen=True, eq=False)
class View:
    """What can be seen from some points in one quarter.

    Attributes:
        starts: ``(points, 2)``, in the turned map.
        horizon: where each direction is stopped, as far as whole columns go.
        near: walls to be tried one by one.
        touching: (point, wall) where a point lies on a wall itself.
    """

    starts: Places
    horizon: Horizon
    near: NearWalls
    touching: tuple[tuple[int, int], ...]


def look(quarter: Quarter, starts: Places) -> View:
    """The view from points of the turned map, ``(points, 2)`` in 1/`UNIT` of a square, not far apart."""
    horizon = Horizon(len(starts), np.zeros(0, np.int64), np.full(1, NEVER))
    none = np.zeros(0, np.intp)
    near = [NearWalls(none, none, np.zeros(0), np.zeros(0))]
    touching: list[tuple[int, int]] = []
    column, count = int(starts[:, 0].min()) // UNIT, _FIRST_COLUMNS
    # A wall that begins behind a point may still reach before it.
    first_wall = 0
    # Walls may stand on the far border too.
    while column <= quarter.squares.shape[0] and horizon.farthest() > 2 * column:
        after_wall = int(quarter.wall_columns.searchsorted(column + count))
        nearer = horizon.with_runs(quarter.runs.between(column, column + count), starts, 2 * column)
        if after_wall > first_wall:
            walls = np.arange(first_wall, after_wall)
            seen, touches = _walls_seen(quarter.walls, walls, starts, horizon, 2 * column)
            near.append(seen)
            touching.extend(touches)
            last = quarter.walls[seen.walls, :, 0].max(axis=1)
            nearer = nearer.with_stoppers(
                keys_of(seen.points, seen.low),
                keys_of(seen.points, seen.high),
                2 * (last // UNIT) + (last % UNIT > 0),
            )
        horizon, first_wall, column, count = nearer, after_wall, column + count, count * 2
    rows = [(part.points, part.walls, part.low, part.high) for part in near]
    return View(starts, horizon, NearWalls(*map(np.concatenate, zip(*rows, strict=True))), tuple(touching))


def _walls_seen(
    segments: Segments, walls: Indices, starts: Places, horizon: Horizon, beyond: int
) -> tuple[NearWalls, list[tuple[int, int]]]:
    """Those of the walls that lie in a direction still open, and (point, wall) where a point is on one."""
    low, high, touches = _wall_slopes(segments[walls], starts)
    points, which = np.nonzero((low < high) & (low <= 1) & (high >= -1) & ~touches)
    seen = NearWalls(points, walls[which], low[points, which], high[points, which])
    still = horizon.open_between(keys_of(points, seen.low), keys_of(points, seen.high), beyond)
    on_points, on_walls = np.nonzero(touches)
    return (
        NearWalls(seen.points[still], seen.walls[still], seen.low[still], seen.high[still]),
        list(zip(on_points.tolist(), walls[on_walls].tolist(), strict=True)),
    )


def _wall_slopes(walls: Segments, starts: Places) -> tuple[Slopes, Slopes, Flags]:
    """``(points, walls)`` each: the least and greatest slope to walls, and whether the point is on them.

    A wall wholly behind the point has its least slope above its greatest.
    """
    x, y = (walls[:, :, axis] - starts[:, axis, np.newaxis, np.newaxis] for axis in (0, 1))
    turn = x[..., 1] * y[..., 0] - x[..., 0] * y[..., 1]
    # On the line through the wall, and between its ends.
    dot = x[..., 0] * x[..., 1] + y[..., 0] * y[..., 1]
    touches = (turn == 0) & (dot <= 0)
    before = x > 0
    slopes = y / np.where(before, x, 1)
    # Where it passes x = 0 it reaches straight up or down: the sign of its height there tells.
    rising_to_second = np.where(x[..., 1] > x[..., 0], turn, -turn)
    beyond = np.where(rising_to_second > 0, np.inf, -np.inf)
    slopes = np.where(before, slopes, beyond[..., np.newaxis])
    behind = ~before.any(axis=2)
    low = np.where(behind, np.inf, slopes.min(axis=2))
    return low, np.where(behind, -np.inf, slopes.max(axis=2)), touches


@dataclass(frozen=True, eq=False)
class Lit:
    """Squares that some line not yet stopped passes through, and a few beside: no others are seen.

    Attributes:
        squares: ``(points, columns, rows) bool``, a window of the turned map from each point.
        first_column: where the window begins.
        first_row: the same.
    """

    squares: Mask
    first_column: int
    first_row: int


def lit_squares(quarter: Quarter, starts: Places, horizon: Horizon) -> Lit:
    """The squares lit from each point."""
    across, down = quarter.squares.shape
    columns, rows = (starts // UNIT).T
    first_columns = np.maximum(columns, 0)
    first, last = horizon.directions()
    point, number = spread_out(last - first + 1)
    direction = first[point] + number
    borders = np.concatenate([[-np.inf], horizon.keys.astype(np.float64), [np.inf]])
    scale, offset = 2.0**-_SLOPE_BITS, point * 2.0**_POINT_BITS
    low = np.maximum((borders[direction] - offset) * scale, -1)
    high = np.minimum((borders[direction + 1] - offset) * scale, 1)
    ends = np.minimum((horizon.depths[direction] - 1) // 2, across - 1) + 1
    counts = np.maximum(ends - first_columns[point], 0)
    # The window around everything lit.
    left, right = int(first_columns.min()), int((first_columns[point] + counts).max())
    aside = right - int(columns.min()) + 1
    top, bottom = max(int(rows.min()) - aside, 0), max(min(int(rows.max()) + aside + 1, down), 0)
    width, height = right - left, max(bottom - top, 0)
    column, begin, end = _arcs(point, first_columns[point] - left, ends - left, width)
    point, low, high, column = point[begin], low[begin], high[end], column + left
    nearer = np.maximum(column * UNIT - starts[point, 0], 0)
    farther = (column + 1) * UNIT - starts[point, 0]
    # A little more than the lines need, for the rounding of the products.
    y = starts[point, 1]
    from_row = np.floor((y + low * np.where(low < 0, farther, nearer)) / UNIT - 1e-6).astype(np.int64)
    to_row = np.floor((y + high * np.where(high > 0, farther, nearer)) / UNIT + 1e-6).astype(np.int64)
    line = (point * width + column - left) * (height + 1)
    size = len(starts) * width * (height + 1)
    change = np.bincount(line + np.minimum(np.maximum(from_row - top, 0), height), minlength=size)
    change -= np.bincount(line + np.minimum(np.maximum(to_row + 1 - top, 0), height), minlength=size)
    counted = change.reshape(len(starts), width, height + 1).cumsum(axis=2)
    return Lit(counted[:, :, :-1] > 0, left, top)


def _arcs(points: Indices, first: Indices, ends: Indices, width: int) -> tuple[Indices, Indices, Indices]:
    """Neighbouring directions that are open together in a column: (column, first and last direction).

    Args:
        points: whose direction each is; the directions of one point stand together.
        first: the first column in which each direction is open.
        ends: one more than the last.
        width: how many columns.
    """
    # A place that is never open before each point's directions and after the last.
    slots = np.arange(len(points)) + points + 1
    begins, closes = np.zeros((2, len(points) + int(points[-1]) + 2), np.int64)
    begins[slots], closes[slots] = first, ends
    direction = np.zeros(len(begins), np.intp)
    direction[slots] = np.arange(len(points))
    found = [np.zeros((3, 0), np.intp)]
    at_once = max(1, _DIRECTIONS_AT_ONCE // len(begins))
    for first_column in range(0, width, at_once):
        columns = np.arange(first_column, min(first_column + at_once, width))[:, np.newaxis]
        is_open = ((columns >= begins) & (columns < closes)).view(np.int8)
        change = is_open[:, 1:] - is_open[:, :-1]
        column, begin = np.nonzero(change == 1)
        _, end = np.nonzero(change == -1)
        found.append(np.stack([column + first_column, direction[begin + 1], direction[end]]))
    column, begin, end = np.concatenate(found, axis=1)
    return column, begin, end
