"""How far one can look from a point in every direction of a quarter of the map (rules 6.1).

The quarter is turned so that it opens to the right: directions are slopes dy/dx from -1 to 1. Between two
neighbouring slopes at which something begins or ends, every line is stopped at the same depth. A line
moved by a hair to its upper side (greater y) is stopped as the lines of slightly greater slope are, moved
to its lower side as those of slightly lesser slope.

Slopes are quotients of integers below 2^26, so two of them are equal as float64 exactly if they are equal:
comparing them compares fractions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gridmap.rules.stoppers import UNIT, Flags, Indices, Mask, Places, Segments, Stoppers, spread_out

Slopes = npt.NDArray[np.float64]
Depths = npt.NDArray[np.int64]
"""Where lines are stopped: 2c at the grid line x = c, 2c + 1 between it and the next."""

NEVER = np.iinfo(np.int64).max
"""The depth of a direction in which nothing stops a line."""
_FIRST_COLUMNS = 24
"""Columns looked at in the first go; each next one takes twice as many, where directions are still open."""


@dataclass(frozen=True, eq=False)
class Quarter:
    """A map turned so that one of its quarters opens to the right.

    Attributes:
        squares: ``(columns, rows) bool``, the turned map's stopping squares by x, then y.
        padded: the same with one free column and row more on every side.
        runs: ``(n, 3) int64``, runs of stopping squares down a column: x, first y, y after the last.
        walls: walls in the turned map, by the column of their lesser x; long ones along the grid in pieces.
        wall_columns: ``(n,) int64``, that column of each.
        transposed: x and y change places.
        flipped: x counts from the far edge.
    """

    squares: Mask
    padded: Mask
    runs: npt.NDArray[np.int64]
    walls: Segments
    wall_columns: npt.NDArray[np.int64]
    transposed: bool
    flipped: bool

    def turn(self, places: Places) -> Places:
        """Points of the map, as points of the turned one."""
        turned = places[..., ::-1].copy() if self.transposed else places.copy()
        if self.flipped:
            turned[..., 0] = self.squares.shape[0] * UNIT - turned[..., 0]
        return turned

    def turn_mask(self, squares: Mask) -> Mask:
        """A ``(height, width)`` mask of the map as a ``(columns, rows)`` one of the turned map."""
        turned = squares if self.transposed else squares.T
        return turned[::-1] if self.flipped else turned

    def turn_in_square(self, offset: Places) -> Places:
        """A place inside a square, from its corner of least x and y, in the turned square."""
        turned = offset[::-1].copy() if self.transposed else offset.copy()
        if self.flipped:
            turned[0] = UNIT - turned[0]
        return turned

    def back(self, columns: Indices, rows: Indices, across: int) -> tuple[Indices, Indices]:
        """(x, y) on the map of entries of a turned array with `across` columns."""
        x = across - 1 - columns if self.flipped else columns
        return (rows, x) if self.transposed else (x, rows)

    @property
    def mirrored(self) -> bool:
        """Whether the upper side of a line is its right side on the map, not its left."""
        return self.transposed != self.flipped


def quarters_of(stop: Stoppers) -> tuple[Quarter, ...]:
    """The four turned maps: right, left, down, up."""
    walls = _in_pieces(stop.walls)
    return tuple(
        _quarter(stop.squares, walls, transposed=transposed, flipped=flipped)
        for transposed in (False, True)
        for flipped in (False, True)
    )


def _quarter(squares: Mask, walls: Segments, *, transposed: bool, flipped: bool) -> Quarter:
    turned = squares if transposed else squares.T
    turned = np.ascontiguousarray(turned[::-1] if flipped else turned)
    padded, runs = np.pad(turned, 1), column_runs(turned)
    unsorted = Quarter(turned, padded, runs, walls, np.zeros(0, np.int64), transposed, flipped)
    turned_walls = unsorted.turn(walls)
    columns = turned_walls[:, :, 0].min(axis=1) // UNIT
    order = np.argsort(columns, kind="stable")
    return replace(unsorted, walls=turned_walls[order], wall_columns=columns[order])


def column_runs(squares: Mask) -> npt.NDArray[np.int64]:
    """Runs of squares down each column of a ``(columns, rows)`` mask: x, first y, y after the last."""
    padded = np.zeros((squares.shape[0], squares.shape[1] + 2), np.int8)
    padded[:, 1:-1] = squares
    change = np.diff(padded, axis=1)
    x, first = np.nonzero(change > 0)
    _, after = np.nonzero(change < 0)
    return np.stack([x, first, after], axis=1).astype(np.int64)


def _in_pieces(walls: Segments) -> Segments:
    """Walls along the grid are cut at intersections, so that each piece hides what is behind it at once."""
    pieces = []
    for axis in (0, 1):
        along_grid = (walls[:, 0, 1 - axis] == walls[:, 1, 1 - axis]) & (walls % UNIT == 0).all(axis=(1, 2))
        for start, end in walls[along_grid & (walls[:, 0, axis] != walls[:, 1, axis])].tolist():
            low, high = sorted((start[axis], end[axis]))
            cuts = np.arange(low, high + 1, UNIT)
            line = np.full((len(cuts), 2), start[1 - axis], np.int64)
            line[:, axis] = cuts
            pieces.append(np.stack([line[:-1], line[1:]], axis=1))
        walls = walls[~along_grid]
    return np.concatenate([walls, *pieces])


@dataclass(frozen=True, eq=False)
class Horizon:
    """The depth at which every direction of a quarter is stopped.

    Attributes:
        slopes: ``(n,)``, ascending, where the depth may change.
        depths: ``(n + 1,)``, the depth below the first slope, between each two, and above the last.
    """

    slopes: Slopes
    depths: Depths

    def stops(self, slopes: Slopes, depths: Depths) -> tuple[Flags, Flags]:
        """Whether lines of these slopes are stopped by these depths, on their upper and their lower side."""
        above = np.searchsorted(self.slopes, slopes, side="right")
        upper: Flags = self.depths[above] <= depths
        if not len(self.slopes):
            return upper, upper.copy()
        # Just below a slope the depth differs only where something begins or ends in that very slope.
        at_change = (self.slopes[above - 1] == slopes) & (above > 0)
        lower: Flags = self.depths[above - at_change] <= depths
        return upper, lower

    def farthest(self) -> int:
        """The greatest depth in the quarter."""
        first, last = np.searchsorted(self.slopes, -1.0, "left"), np.searchsorted(self.slopes, 1.0, "right")
        return int(self.depths[first : last + 1].max())

    def open_between(self, low: Slopes, high: Slopes, depth: int) -> Flags:
        """Between which pairs of slopes some direction is still open beyond a depth."""
        is_open = np.concatenate([[0], np.cumsum(self.depths > depth)])
        first = np.searchsorted(self.slopes, low, side="right")
        after = np.searchsorted(self.slopes, high, side="left") + 1
        result: Flags = is_open[after] > is_open[first]
        return result

    def with_stoppers(self, low: Slopes, high: Slopes, depth: Depths) -> Horizon:
        """The horizon with more directions stopped, each from a low to a high slope at its depth."""
        if not len(low):
            return self
        slopes = np.unique(np.concatenate([self.slopes, low, high]))
        depths = np.full(len(slopes) + 1, NEVER)
        first = (np.searchsorted(slopes, low) + 1).tolist()
        after = (np.searchsorted(slopes, high) + 1).tolist()
        deepest_first = np.argsort(-depth, kind="stable")
        ordered = depth[deepest_first].tolist()
        for index, value in zip(deepest_first.tolist(), ordered, strict=True):
            depths[first[index] : after[index]] = value
        inner = np.searchsorted(self.slopes, slopes, side="right")
        old = np.concatenate([self.depths[:1], self.depths[inner]])
        return Horizon(slopes, np.minimum(depths, old))


_OPEN = Horizon(np.zeros(0), np.full(1, NEVER))


@dataclass(frozen=True, eq=False)
class View:
    """What can be seen from a point in one quarter.

    Attributes:
        horizon: where each direction is stopped, as far as whole columns go.
        walls: ``(n,)``, which of the quarter's walls may stop lines inside the columns that they cross.
        low: ``(n,)``, the least slope of each.
        high: ``(n,)``, the greatest slope of each.
        touching: which of the quarter's walls the point itself lies on.
    """

    horizon: Horizon
    walls: Indices
    low: Slopes
    high: Slopes
    touching: Indices


def look(quarter: Quarter, start: Places) -> View:
    """The view from a point of the turned map, in 1/`UNIT` of a square."""
    horizon = _OPEN
    near: list[tuple[Indices, Slopes, Slopes]] = []
    touching: list[Indices] = []
    column, count = int(start[0]) // UNIT, _FIRST_COLUMNS
    # A wall that begins behind the point may still reach before it.
    first_wall = 0
    while column < quarter.squares.shape[0] and horizon.farthest() > 2 * column:
        runs = quarter.runs[slice(*np.searchsorted(quarter.runs[:, 0], [column, column + count]))]
        low, high = run_slopes(runs, start)
        depth = 2 * runs[:, 0] + 1
        after_wall = int(np.searchsorted(quarter.wall_columns, column + count))
        if after_wall > first_wall:
            walls = np.arange(first_wall, after_wall)
            wall_low, wall_high, touches = _wall_slopes(quarter.walls[walls], start)
            touching.append(walls[touches])
            seen = (wall_low < wall_high) & (wall_low <= 1) & (wall_high >= -1) & ~touches
            seen[seen] = horizon.open_between(wall_low[seen], wall_high[seen], 2 * column)
            near.append((walls[seen], wall_low[seen], wall_high[seen]))
            last = quarter.walls[walls[seen], :, 0].max(axis=1)
            low, high = np.concatenate([low, wall_low[seen]]), np.concatenate([high, wall_high[seen]])
            depth = np.concatenate([depth, 2 * (last // UNIT) + (last % UNIT > 0)])
        useful = (low < high) & (low <= 1) & (high >= -1)
        low, high, depth = low[useful], high[useful], depth[useful]
        if len(horizon.slopes):
            still = horizon.open_between(low, high, 2 * column)
            low, high, depth = low[still], high[still], depth[still]
        horizon = horizon.with_stoppers(low, high, depth)
        first_wall, column, count = after_wall, column + count, count * 2
    if not near:
        none = np.zeros(0, np.intp)
        return View(horizon, none, np.zeros(0), np.zeros(0), none)
    walls, low, high = (np.concatenate(parts) for parts in zip(*near, strict=True))
    return View(horizon, walls, low, high, np.concatenate(touching))


def lit_squares(quarter: Quarter, horizon: Horizon, start: Places) -> tuple[Mask, int, int]:
    """Squares that some line not yet stopped passes through, and a few beside: no other is seen.

    Returns:
        ``(columns, rows) bool``, a window of the turned map, and its first column and row.
    """
    across, down = quarter.squares.shape
    first, middle = max(int(start[0]) // UNIT, 0), int(start[1]) // UNIT
    # With the directions just outside the quarter, for lines along its borders moved outwards.
    inner = slice(
        int(np.searchsorted(horizon.slopes, -1.0, "left")), int(np.searchsorted(horizon.slopes, 1.0, "right"))
    )
    depths = horizon.depths[inner.start : inner.stop + 1]
    low = np.concatenate([[-1.0], horizon.slopes[inner]])
    high = np.concatenate([horizon.slopes[inner], [1.0]])
    counts = np.maximum(np.minimum((depths - 1) // 2, across - 1) - first + 1, 0)
    columns = int(counts.max())
    aside = columns + first - int(start[0]) // UNIT + 1
    top, bottom = max(middle - aside, 0), min(middle + aside + 1, down)
    entry, number = spread_out(counts)
    left = np.maximum((first + number) * UNIT - start[0], 0)
    right = (first + number + 1) * UNIT - start[0]
    low, high = low[entry], high[entry]
    # A little more than the lines need, for the rounding of the products.
    from_row = np.floor((start[1] + low * np.where(low < 0, right, left)) / UNIT - 1e-6).astype(np.int64)
    to_row = np.floor((start[1] + high * np.where(high > 0, right, left)) / UNIT + 1e-6).astype(np.int64)
    rows = max(bottom - top, 0)
    begins = np.clip(from_row - top, 0, rows) + number * (rows + 1)
    ends = np.clip(to_row + 1 - top, 0, rows) + number * (rows + 1)
    size = columns * (rows + 1)
    change = np.bincount(begins, minlength=size) - np.bincount(ends, minlength=size)
    return change.reshape(columns, rows + 1).cumsum(axis=1)[:, :-1] > 0, first, top


def run_slopes(runs: npt.NDArray[np.int64], start: Places) -> tuple[Slopes, Slopes]:
    """The least and greatest slope from a point to runs of squares, before it or beside it."""
    left = np.maximum(runs[:, 0] * UNIT - start[0], 0).astype(np.float64)
    right = ((runs[:, 0] + 1) * UNIT - start[0]).astype(np.float64)
    top, bottom = runs[:, 1] * UNIT - start[1], runs[:, 2] * UNIT - start[1]
    with np.errstate(divide="ignore"):
        low = top / np.where(top >= 0, right, left)
        high = bottom / np.where(bottom > 0, left, right)
    return low, high


def _wall_slopes(walls: Segments, start: Places) -> tuple[Slopes, Slopes, Flags]:
    """The least and greatest slope from a point to walls before it, and which ones it lies on.

    A wall wholly behind the point has its least slope above its greatest.
    """
    x, y = walls[:, :, 0] - start[0], walls[:, :, 1] - start[1]
    turn = x[:, 1] * y[:, 0] - x[:, 0] * y[:, 1]
    # On the line through the wall, and between its ends.
    dot = x[:, 0] * x[:, 1] + y[:, 0] * y[:, 1]
    touches = (turn == 0) & (dot <= 0)
    before = x > 0
    slopes = y / np.where(before, x, 1)
    # Where it passes x = 0 it reaches straight up or down: the sign of its height there tells.
    rising_to_second = np.where(x[:, 1] > x[:, 0], turn, -turn)
    beyond = np.where(rising_to_second > 0, np.inf, -np.inf)
    slopes = np.where(before, slopes, beyond[:, np.newaxis])
    low, high = slopes.min(axis=1), slopes.max(axis=1)
    behind = ~before.any(axis=1)
    return np.where(behind, np.inf, low), np.where(behind, -np.inf, high), touches
