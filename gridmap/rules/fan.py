"""Lines from one point to everywhere, exactly and at once (rules 6.1, 6.1b).

The map is looked at in four quarters (`horizon`). Whole columns of it are decided by comparing a target's
column with the depth of its direction; what remains is little and is tested line by line: walls inside the
columns that they cross, and the squares that a moved line touches with its very ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    lit_squares,
    look,
    quarters_of,
    run_slopes,
)
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.stoppers import UNIT, Flags, Indices, Mask, Places, Segments, Stoppers, place, spread_out

_quarters: IdentityCache[tuple[Quarter, ...]] = IdentityCache(8)


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
            horizon, padded = view.horizon, quarter.padded
            if more_squares is not None:
                more = quarter.turn_mask(more_squares)
                horizon = _with_more(horizon, more, start)
                padded = np.pad(more, 1) | padded
            lit, first_column, first_row = lit_squares(quarter, horizon, start)
            # A line that gets to an intersection comes out of a square to its left.
            corners = np.pad(lit, ((0, 0), (0, 1)))
            corners[:, 1:] |= lit
            columns, rows = np.nonzero(corners)
            targets = _targets(quarter, start, _LATTICE, columns + first_column + 1, rows + first_row)
            upper, lower = _stopped_to_corners(padded, horizon, start, targets)
            _add_stopped_by_walls(quarter, view, start, _LATTICE, targets, (upper, lower))
            x, y = quarter.back(targets.columns, targets.rows, quarter.squares.shape[0] + 1)
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
            lit, first_column, first_row = lit_squares(quarter, view.horizon, start)
            end_column, end_row = first_column + lit.shape[0], first_row + lit.shape[1]
            columns, rows = np.nonzero(
                lit & quarter.turn_mask(wanted)[first_column:end_column, first_row:end_row]
            )
            offsets = np.stack([quarter.turn_in_square(SIGHT_POINTS[kind]) for kind in kinds])
            targets = _targets(quarter, start, offsets, columns + first_column, rows + first_row)
            if len(targets.columns):
                free = _sees(quarter, view, start, offsets, targets)
                x, y = quarter.back(targets.columns[free], targets.rows[free], quarter.squares.shape[0])
                seen[y, x] = True
                wanted[y, x] = False

    def _mark_own_square(self, seen: Mask, kinds: Sequence[int]) -> None:
        """A line of no length is clear in a free square."""
        x, y = (self._start // UNIT).tolist()
        height, width = seen.shape
        at_sight_point = (SIGHT_POINTS[list(kinds)] == self._start % UNIT).all(axis=1).any()
        if at_sight_point and 0 <= x < width and 0 <= y < height and not self._stop.squares[y, x]:
            seen[y, x] = True


@dataclass(frozen=True, eq=False)
class _Targets:
    """The points of one quarter that lines run to.

    Attributes:
        columns: ``(n,)`` x of the square or lattice point of each.
        rows: ``(n,)`` y of it.
        kinds: ``(n,)`` which offset from it.
        slopes: ``(n,)`` of the lines.
    """

    columns: Indices
    rows: Indices
    kinds: Indices
    slopes: Slopes


_LATTICE: Places = np.zeros((1, 2), np.int64)


def _targets(quarter: Quarter, start: Places, offsets: Places, columns: Indices, rows: Indices) -> _Targets:
    """Those points whose line from `start` runs into this quarter.

    Args:
        quarter: the turned map.
        start: where the lines start.
        offsets: ``(kinds, 2)``, of the points from each square's corner or lattice point.
        columns: ``(n,)`` x of the squares or lattice points.
        rows: ``(n,)`` y of them.
    """
    dx = columns[:, np.newaxis] * UNIT + (offsets[:, 0] - start[0])
    dy = rows[:, np.newaxis] * UNIT + (offsets[:, 1] - start[1])
    # The diagonals belong to the quarters to the right and left.
    square, kinds = np.nonzero((dx > 0) & (np.abs(dy) <= dx - int(quarter.transposed)))
    return _Targets(columns[square], rows[square], kinds, dy[square, kinds] / dx[square, kinds])


def _add_stopped_by_walls(
    quarter: Quarter,
    view: View,
    start: Places,
    offsets: Places,
    targets: _Targets,
    stopped: tuple[Flags, Flags],
) -> None:
    """Walls stop lines inside the columns that they cross, which the horizon does not tell of."""
    if len(view.walls):
        walls = quarter.walls[view.walls]
        across, down = quarter.squares.shape
        # One more of each: lattice points lie on the far borders too.
        by_walls = np.zeros((2, across + 1, down + 1, len(offsets)), np.bool_)
        for kind, offset in enumerate(offsets):
            columns, rows, wall = _points_beside(walls, view, start, offset, (across, down))
            ends = np.stack([columns, rows], axis=1) * UNIT + offset
            sides = wall_crossings(np.broadcast_to(start, ends.shape), ends, walls[wall])
            for side, crosses in enumerate(sides):
                by_walls[side, columns[crosses], rows[crosses], kind] = True
        for side, flags in enumerate(stopped):
            flags |= by_walls[side, targets.columns, targets.rows, targets.kinds]
    ends = np.stack([targets.columns, targets.rows], axis=1) * UNIT + offsets[targets.kinds]
    for wall_on_start in quarter.walls[view.touching]:
        same_wall = np.broadcast_to(wall_on_start, (len(ends), 2, 2))
        sides = wall_crossings(np.broadcast_to(start, ends.shape), ends, same_wall)
        for flags, crosses in zip(stopped, sides, strict=True):
            flags |= crosses


def _points_beside(
    walls: Segments, view: View, start: Places, offset: Places, last: tuple[int, int]
) -> tuple[Indices, Indices, Indices]:
    """(column, row, which wall) of the points in a wall's columns and between its slopes."""
    x = walls[:, :, 0]
    first_column = np.maximum(-(-(x.min(axis=1) - offset[0]) // UNIT), (start[0] - offset[0]) // UNIT + 1)
    # To the end of the last column that it reaches: its depth tells of whole columns only.
    last_column = np.minimum(x.max(axis=1) // UNIT, last[0])
    wall, number = spread_out(np.maximum(last_column - first_column + 1, 0))
    column = first_column[wall] + number
    along = column * UNIT + offset[0] - start[0]
    middle = start[1] - offset[1]
    # A row more on each side makes up for the rounding of the slopes.
    low = np.floor((middle + np.clip(view.low[wall], -1, 1) * along) / UNIT).astype(np.int64) - 1
    high = np.ceil((middle + np.clip(view.high[wall], -1, 1) * along) / UNIT).astype(np.int64) + 1
    low, high = np.maximum(low, 0), np.minimum(high, last[1])
    entry, number = spread_out(np.maximum(high - low + 1, 0))
    return column[entry], low[entry] + number, wall[entry]


def _with_more(horizon: Horizon, squares: Mask, start: Places) -> Horizon:
    """The horizon with more squares (of a turned map) in the way."""
    runs = column_runs(squares)
    runs = runs[runs[:, 0] >= start[0] // UNIT]
    low, high = run_slopes(runs, start)
    useful = (low < high) & (low <= 1) & (high >= -1)
    return horizon.with_stoppers(low[useful], high[useful], 2 * runs[useful, 0] + 1)


def _stopped_to_corners(
    padded: Mask, horizon: Horizon, start: Places, targets: _Targets
) -> tuple[Flags, Flags]:
    """Which lines between intersections squares stop, on their upper and on their lower side."""
    slopes, columns, rows = targets.slopes, targets.columns, targets.rows
    upper, lower = horizon.stops(slopes, 2 * columns - 1)
    rising, falling = slopes > 0, slopes < 0
    _add_stopped_at_start(padded, start, rising, falling, (upper, lower))
    # The end of a moved line lies in a square that the line itself does not reach.
    upper |= falling & padded[columns + 1, rows + 1]
    lower |= rising & padded[columns + 1, rows]
    return upper, lower


def _add_stopped_at_start(
    padded: Mask, start: Places, rising: Flags, falling: Flags, stopped: tuple[Flags, Flags]
) -> None:
    """Lines from an intersection begin, once moved, in a square beside or behind it."""
    if (start % UNIT).any():
        return
    x, y = (start // UNIT).tolist()
    if not (0 <= x < padded.shape[0] - 1 and 0 <= y < padded.shape[1] - 1):
        return
    upper, lower = stopped
    upper |= rising & padded[x, y + 1] | falling & padded[x + 1, y + 1]
    lower |= rising & padded[x + 1, y] | falling & padded[x, y]


def _sees(quarter: Quarter, view: View, start: Places, offsets: Places, targets: _Targets) -> Indices:
    """Which of the targets, inside squares, have a clear line."""
    slopes, columns, rows = targets.slopes, targets.columns, targets.rows
    upper, lower = view.horizon.stops(slopes, 2 * columns)
    _add_stopped_at_start(quarter.padded, start, slopes > 0, slopes < 0, (upper, lower))
    # In its last column a line may still pass one square below or above the target's.
    along = columns * UNIT - start[0]
    own_column = along <= 0
    along = np.where(own_column, 1, along)
    rise = rows * UNIT - start[1]
    crossed, corner = quarter.padded[columns + 1, rows] & (rise > 0), rise / along
    upper |= crossed & (own_column | (slopes < corner))
    lower |= crossed & (own_column | (slopes <= corner))
    rise = rise + UNIT
    crossed, corner = quarter.padded[columns + 1, rows + 2] & (rise < 0), rise / along
    upper |= crossed & (own_column | (slopes >= corner))
    lower |= crossed & (own_column | (slopes > corner))
    _add_stopped_by_walls(quarter, view, start, offsets, targets, (upper, lower))
    return np.flatnonzero(~(upper & lower))


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
