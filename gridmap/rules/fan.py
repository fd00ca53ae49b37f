"""Lines from one point to everywhere, exactly and at once (rules 6.1, 6.1b).

The map is looked at in four quarters (`horizon`). Whole columns of it are decided by comparing a target's
column with the depth of its direction; what remains is little and is tested line by line: walls inside the
columns that they cross, and the squares that a moved line touches with its very ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gridmap.model.square import Point, Square
from gridmap.rules.clear_line import SIGHT_POINTS, clear, wall_crossings
from gridmap.rules.horizon import (
    Horizon,
    Quarter,
    Slopes,
    View,
    column_runs,
    look,
    quarters_of,
    run_slopes,
)
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.stoppers import UNIT, Flags, Indices, Mask, Places, Segments, Stoppers, place, spread_out

_quarters: IdentityCache[tuple[Quarter, ...]] = IdentityCache(4)


class Fan:
    """Every line from one point.

    Args:
        stop: what stops lines.
        start: the point, ``(2,) int64`` in 1/`UNIT` of a square: an intersection, or one inside a square.
    """

    def __init__(self, stop: Stoppers, start: Places) -> None:
        self._stop = stop
        self._start = start
        quarters = _quarters.get((stop,), lambda: quarters_of(stop))
        turned = [quarter.turn(start) for quarter in quarters]
        self._looks = [
            (quarter, point, look(quarter, point)) for quarter, point in zip(quarters, turned, strict=True)
        ]

    def to_corners(self, more_squares: Mask | None = None) -> tuple[Mask, Mask]:
        """Which lines to the map's intersections are stopped, moved to their left and to their right.

        Each is ``(height + 1, width + 1) bool``. The start is an intersection. `more_squares` stop lines
        as well.
        """
        height, width = self._stop.squares.shape
        left, right = np.ones((2, height + 1, width + 1), np.bool_)
        for quarter, start, view in self._looks:
            horizon, squares = view.horizon, quarter.squares
            if more_squares is not None:
                more = quarter.turn_mask(more_squares)
                horizon, squares = _with_more(horizon, more, start), squares | more
            across, down = squares.shape
            last = min(horizon.farthest() // 2, across)
            targets = _quarter_targets(quarter, start, np.zeros(2, np.int64), last, down)
            upper, lower = _lines_to_corners(squares, horizon, start, targets)
            for which, on_upper, on_lower in _stopped_by_walls(quarter, view, start, targets):
                upper[which[on_upper]] = True
                lower[which[on_lower]] = True
            x, y = quarter.back(targets.columns, targets.rows, across + 1)
            left[y, x], right[y, x] = (lower, upper) if quarter.mirrored else (upper, lower)
        x, y = (self._start // UNIT).tolist()
        left[y, x] = right[y, x] = False
        return left, right

    def mark_seen(self, seen: Mask, kinds: Sequence[int] = range(len(SIGHT_POINTS))) -> None:
        """Add to `seen` the squares with a clear line to one of their sight points.

        Args:
            seen: ``(height, width) bool``; squares seen already are not looked at again.
            kinds: which of `SIGHT_POINTS`.
        """
        self._mark_own_square(seen, kinds)
        wanted = ~(seen | self._stop.squares)
        for quarter, start, view in self._looks:
            across, down = quarter.squares.shape
            last = min((view.horizon.farthest() - 1) // 2, across - 1)
            for kind in kinds:
                offset = quarter.turn_in_square(SIGHT_POINTS[kind])
                targets = _quarter_targets(quarter, start, offset, last, down - 1)
                x, y = quarter.back(targets.columns, targets.rows, across)
                todo = np.flatnonzero(wanted[y, x])
                if len(todo):
                    free = todo[_sees(quarter, view, start, targets, todo)]
                    seen[y[free], x[free]] = True
                    wanted[y[free], x[free]] = False

    def _mark_own_square(self, seen: Mask, kinds: Sequence[int]) -> None:
        """A line of no length is clear in a free square."""
        x, y = (self._start // UNIT).tolist()
        height, width = seen.shape
        at_sight_point = (SIGHT_POINTS[list(kinds)] == self._start % UNIT).all(axis=1).any()
        if at_sight_point and 0 <= x < width and 0 <= y < height and not self._stop.squares[y, x]:
            seen[y, x] = True


@dataclass(frozen=True, eq=False)
class _Targets:
    """Points of one quarter: one for each row in a range of columns, each off its lattice point alike.

    Attributes:
        offset: from the lattice point, the same for all: ``(2,)``.
        first_column: the first column.
        row_low: ``(columns,)``, the first row of each column.
        starts: ``(columns + 1,)``, where each column's rows begin in the list.
        columns: ``(n,)`` x of each.
        rows: ``(n,)`` y of each.
    """

    offset: Places
    first_column: int
    row_low: Indices
    starts: Indices
    columns: Indices
    rows: Indices


def _quarter_targets(
    quarter: Quarter, start: Places, offset: Places, last_column: int, last_row: int
) -> _Targets:
    """The targets whose line from `start` runs into this quarter, up to a last column."""
    first_column = max(int((start[0] - offset[0]) // UNIT) + 1, 0)
    columns = np.arange(first_column, last_column + 1)
    # The diagonals belong to the quarters to the right and left.
    reach = columns * UNIT + offset[0] - start[0] - int(quarter.transposed)
    middle = start[1] - offset[1]
    low = np.clip(-((reach - middle) // UNIT), 0, last_row + 1)
    high = np.clip((middle + reach) // UNIT, -1, last_row)
    counts = np.maximum(high - low + 1, 0)
    entry, number = spread_out(counts)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return _Targets(offset, first_column, low, starts, columns[entry], low[entry] + number)


def _slopes(targets: _Targets, start: Places, chosen: Indices | slice) -> Slopes:
    dx = targets.columns[chosen] * UNIT + (targets.offset[0] - start[0])
    dy = targets.rows[chosen] * UNIT + (targets.offset[1] - start[1])
    return np.asarray(dy / dx, np.float64)


def _stopped_by_walls(
    quarter: Quarter, view: View, start: Places, targets: _Targets
) -> Iterator[tuple[Indices, Flags, Flags]]:
    """(which targets, stopped on the upper side, on the lower) by walls inside the columns they cross."""
    if len(view.walls):
        walls = quarter.walls[view.walls]
        target, wall = _targets_beside(walls, view, start, targets)
        ends = _ends(targets, target)
        yield target, *wall_crossings(np.broadcast_to(start, ends.shape), ends, walls[wall])
    every = np.arange(len(targets.columns))
    for wall_on_point in quarter.walls[view.touching]:
        ends = _ends(targets, every)
        same_wall = np.broadcast_to(wall_on_point, (len(ends), 2, 2))
        yield every, *wall_crossings(np.broadcast_to(start, ends.shape), ends, same_wall)


def _ends(targets: _Targets, chosen: Indices) -> Places:
    ends: Places = np.stack([targets.columns[chosen], targets.rows[chosen]], axis=1) * UNIT + targets.offset
    return ends


def _targets_beside(walls: Segments, view: View, start: Places, targets: _Targets) -> tuple[Indices, Indices]:
    """Pairs (target, wall) where the target lies in a wall's columns and between its slopes."""
    x = walls[:, :, 0]
    first = np.maximum(-(-(x.min(axis=1) - targets.offset[0]) // UNIT), targets.first_column)
    # To the end of the last column that it reaches: its depth tells of whole columns only.
    last = np.minimum(x.max(axis=1) // UNIT, targets.first_column + len(targets.row_low) - 1)
    wall, number = spread_out(np.maximum(last - first + 1, 0))
    column = first[wall] + number
    along = column * UNIT + targets.offset[0] - start[0]
    middle = start[1] - targets.offset[1]
    # A row more on each side makes up for the rounding of the slopes.
    low = np.floor((middle + np.clip(view.low[wall], -1, 1) * along) / UNIT).astype(np.int64) - 1
    high = np.ceil((middle + np.clip(view.high[wall], -1, 1) * along) / UNIT).astype(np.int64) + 1
    index = column - targets.first_column
    row_low = targets.row_low[index]
    count = targets.starts[index + 1] - targets.starts[index]
    low, high = np.maximum(low - row_low, 0), np.minimum(high - row_low, count - 1)
    entry, number = spread_out(np.maximum(high - low + 1, 0))
    return targets.starts[index][entry] + low[entry] + number, wall[entry]


def _with_more(horizon: Horizon, squares: Mask, start: Places) -> Horizon:
    """The horizon with more squares (of a turned map) in the way."""
    runs = column_runs(squares)
    runs = runs[runs[:, 0] >= start[0] // UNIT]
    low, high = run_slopes(runs, start)
    useful = (low < high) & (low <= 1) & (high >= -1)
    return horizon.with_stoppers(low[useful], high[useful], 2 * runs[useful, 0] + 1)


def _lines_to_corners(
    squares: Mask, horizon: Horizon, start: Places, targets: _Targets
) -> tuple[Flags, Flags]:
    """Which lines between intersections squares stop, on their upper and on their lower side."""
    slopes = _slopes(targets, start, slice(None))
    upper = horizon.upper(slopes) < 2 * targets.columns
    lower = horizon.lower(slopes) < 2 * targets.columns
    rising, falling = slopes > 0, slopes < 0
    _add_stopped_at_start(squares, start, rising, falling, (upper, lower))
    # The end of a moved line lies in a square that the line itself does not reach.
    padded = np.pad(squares, 1)
    upper |= falling & padded[targets.columns + 1, targets.rows + 1]
    lower |= rising & padded[targets.columns + 1, targets.rows]
    return upper, lower


def _add_stopped_at_start(
    squares: Mask, start: Places, rising: Flags, falling: Flags, stopped: tuple[Flags, Flags]
) -> None:
    """Lines from an intersection begin, once moved, in a square beside or behind it."""
    if (start % UNIT).any():
        return
    x, y = (start // UNIT).tolist()
    padded = np.pad(squares, 1)
    upper, lower = stopped
    upper |= rising & padded[x, y + 1] | falling & padded[x + 1, y + 1]
    lower |= rising & padded[x + 1, y] | falling & padded[x, y]


def _sees(quarter: Quarter, view: View, start: Places, targets: _Targets, todo: Indices) -> Flags:
    """Which of the `todo` targets, inside squares, have a clear line."""
    squares = quarter.squares
    slopes = _slopes(targets, start, todo)
    columns, rows = targets.columns[todo], targets.rows[todo]
    upper = view.horizon.upper(slopes) <= 2 * columns
    lower = view.horizon.lower(slopes) <= 2 * columns
    _add_stopped_at_start(squares, start, slopes > 0, slopes < 0, (upper, lower))
    # In its last column a line may still pass one square below or above the target's.
    along = columns * UNIT - start[0]
    own_column = along <= 0
    along = np.where(own_column, 1, along)
    padded = np.pad(squares, 1)
    rise = rows * UNIT - start[1]
    crossed, corner = padded[columns + 1, rows] & (rise > 0), rise / along
    upper |= crossed & (own_column | (slopes < corner))
    lower |= crossed & (own_column | (slopes <= corner))
    rise = rise + UNIT
    crossed, corner = padded[columns + 1, rows + 2] & (rise < 0), rise / along
    upper |= crossed & (own_column | (slopes >= corner))
    lower |= crossed & (own_column | (slopes > corner))
    if len(view.walls) or len(view.touching):
        by_walls = np.zeros((2, len(targets.columns)), np.bool_)
        for which, on_upper, on_lower in _stopped_by_walls(quarter, view, start, targets):
            by_walls[0, which[on_upper]] = True
            by_walls[1, which[on_lower]] = True
        upper |= by_walls[0, todo]
        lower |= by_walls[1, todo]
    return ~(upper & lower)


def seen_from_squares(stop: Stoppers, squares: Iterable[Square]) -> Mask:
    """Line of effect from any of some squares to every square: ``(height, width) bool`` (rules 6.1b)."""
    height, width = seen_shape = stop.squares.shape
    seen = np.zeros(seen_shape, np.bool_)
    starts = [
        place(square)
        for square in squares
        if 0 <= square.x < width and 0 <= square.y < height and not stop.squares[square.y, square.x]
    ]
    # Most squares in sight are seen from centre to centre; after that few lines are left to try.
    kinds: tuple[Sequence[int], ...] = ((0,), range(1, len(SIGHT_POINTS)))
    for point in SIGHT_POINTS:
        for start in starts:
            if (seen | stop.squares).all():
                return seen
            fan = Fan(stop, start + point)
            for some in kinds:
                fan.mark_seen(seen, some)
        kinds = (range(len(SIGHT_POINTS)),)
    return seen


def seen_from_point(stop: Stoppers, point: Point) -> Mask:
    """Line of effect from a point to every square: ``(height, width) bool`` (rules 6.1b)."""
    start = place(point)
    if (start % UNIT == 0).sum() == 1:
        return _seen_from_border(stop, start)
    seen = np.zeros(stop.squares.shape, np.bool_)
    Fan(stop, start).mark_seen(seen)
    return seen


def _seen_from_border(stop: Stoppers, start: Places) -> Mask:
    """The same from a point on a side of a square, which no rule asks for: line by line."""
    height, width = stop.squares.shape
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    ends = (np.stack([x, y], axis=-1)[..., np.newaxis, :] * UNIT + SIGHT_POINTS).reshape(-1, 2)
    free = clear(stop, np.broadcast_to(start, ends.shape), ends)
    return np.asarray(free.reshape(height, width, -1).any(axis=-1))
