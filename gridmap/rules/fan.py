"""Lines from some points to everywhere, exactly and at once (rules 6.1, 6.1b).

The map is looked at in four quarters (`quarter`). Whole columns of it are decided by comparing a target's
column with the depth of its direction (`horizon`); what remains is little and is tested line by line: walls
inside the columns that they cross, and the squares that a moved line touches with its very ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gridmap.model.square import Point, Square
from gridmap.rules.clear_line import SIGHT_POINTS, clear, wall_crossings
from gridmap.rules.horizon import MOST_POINTS, Horizon, Lit, Slopes, View, lit_squares, look
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.quarter import Quarter, column_runs, quarters_of
from gridmap.rules.stoppers import UNIT, Flags, Indices, Mask, Places, Stoppers, place, spread_out

_quarters: IdentityCache[tuple[Quarter, ...]] = IdentityCache(8)
_LATTICE: Places = np.zeros((1, 2), np.int64)
_NO_POINTS: Places = np.zeros((0, 2), np.int64)
_PLACES_AT_ONCE = 2_000_000
"""Places beside walls that are looked at together, to bound memory."""
_MANY_SQUARES = 4000
"""With more squares lit than these, it pays to try the likeliest lines first."""


class Fan:
    """Every line from some points near each other, `MOST_POINTS` at most.

    Args:
        stop: what stops lines.
        eyes: ``(n, 2) int64`` in 1/`UNIT` of a square, intersections or points inside squares: `mark_seen`
            tries their lines to sight points.
        corners: ``(m, 2) int64``, intersections: `to_corners` tries their lines to intersections.
    """

    def __init__(self, stop: Stoppers, eyes: Places, corners: Places) -> None:
        starts = np.concatenate([eyes, corners])
        assert len(starts) <= MOST_POINTS
        self._stop = stop
        self._eyes = eyes
        self.corners = corners
        quarters = _quarters.get((stop,), lambda: quarters_of(stop))
        self._looks = []
        for quarter in quarters:
            view = look(quarter, quarter.turn(starts))
            self._looks.append((quarter, view, lit_squares(quarter, view.starts, view.horizon)))

    def to_corners(self, more_squares: Mask | None = None) -> tuple[Mask, Mask]:
        """Which lines to the map's intersections are stopped, moved to their left and to their right.

        Each is ``(corners, height + 1, width + 1) bool``. `more_squares` stop lines as well.
        """
        height, width = self._stop.squares.shape
        left, right = np.ones((2, len(self.corners), height + 1, width + 1), np.bool_)
        for quarter, view, lit in self._looks:
            horizon, padded = view.horizon, quarter.padded
            if more_squares is not None:
                more = quarter.turn_mask(more_squares)
                horizon = horizon.with_runs(column_runs(more), view.starts, -1)
                padded = np.pad(more, 1) | padded
            targets = _lattice_targets(quarter, view, lit, len(self._eyes))
            upper, lower = _stopped_to_corners(padded, horizon, view.starts, targets)
            _add_stopped_by_walls(quarter, view, _LATTICE, targets, (upper, lower))
            x, y = quarter.back(targets.columns, targets.rows, quarter.squares.shape[0] + 1)
            sides = (lower, upper) if quarter.mirrored else (upper, lower)
            corners = targets.points - len(self._eyes)
            left[corners, y, x], right[corners, y, x] = sides
        numbers, (x, y) = np.arange(len(self.corners)), (self.corners // UNIT).T
        left[numbers, y, x] = right[numbers, y, x] = False
        return left, right

    def mark_seen(self, seen: Mask) -> None:
        """Add to `seen` the squares with a clear line from an eye to one of their sight points.

        Args:
            seen: ``(height, width) bool``; squares seen already are not looked at again.
        """
        self._mark_own_squares(seen)
        every = np.arange(len(SIGHT_POINTS))
        for looking in self._looks:
            lit = looking[2].squares[: len(self._eyes)]
            if np.count_nonzero(lit) <= _MANY_SQUARES:
                _mark(seen, self._stop, looking, slice(0, len(self._eyes)), every)
                continue
            _mark(seen, self._stop, looking, slice(0, 1), every[:1])
            for eye in range(len(self._eyes)):
                _mark(seen, self._stop, looking, slice(eye, eye + 1), every)

    def _mark_own_squares(self, seen: Mask) -> None:
        """A line of no length is clear in a free square."""
        height, width = seen.shape
        for start in self._eyes:
            x, y = (start // UNIT).tolist()
            at_sight_point = (start % UNIT == SIGHT_POINTS).all(axis=1).any()
            if at_sight_point and 0 <= x < width and 0 <= y < height and not self._stop.squares[y, x]:
                seen[y, x] = True


def _mark(
    seen: Mask, stop: Stoppers, looking: tuple[Quarter, View, Lit], eyes: slice, kinds: Indices
) -> None:
    """Add to `seen` what some eyes see of one quarter, by sight points of these kinds."""
    quarter, view, lit = looking
    wanted = quarter.turn_mask(~(seen | stop.squares))
    _, across, down = lit.squares.shape
    end_column, end_row = lit.first_column + across, lit.first_row + down
    wanted = wanted[lit.first_column : end_column, lit.first_row : end_row]
    point, columns, rows = np.nonzero(lit.squares[eyes] & wanted)
    point += eyes.start
    columns, rows = columns + lit.first_column, rows + lit.first_row
    offsets = quarter.sight_points[kinds]
    targets = _targets(quarter, view.starts, offsets, (point, columns, rows))
    if len(targets.points):
        free = _sees(quarter, view, offsets, targets)
        x, y = quarter.back(targets.columns[free], targets.rows[free], quarter.squares.shape[0])
        seen[y, x] = True


@dataclass(frozen=True, eq=False)
class _Targets:
    """The ends of lines in one quarter.

    Attributes:
        points: ``(n,)`` the number of the point that each line starts from.
        columns: ``(n,)`` x of the square or lattice point that it runs to.
        rows: ``(n,)`` y of it.
        kinds: ``(n,)`` which offset from it.
        slopes: ``(n,)`` of the lines.
    """

    points: Indices
    columns: Indices
    rows: Indices
    kinds: Indices
    slopes: Slopes


def _targets(
    quarter: Quarter, starts: Places, offsets: Places, places: tuple[Indices, Indices, Indices]
) -> _Targets:
    """Those lines that run into this quarter.

    Args:
        quarter: the turned map.
        starts: the points.
        offsets: ``(kinds, 2)``, of the ends from each square's corner or lattice point.
        places: a point's number, and x and y of a square or lattice point, each ``(n,)``.
    """
    points, columns, rows = places
    dx = (columns * UNIT - starts[points, 0])[:, np.newaxis] + offsets[:, 0]
    dy = (rows * UNIT - starts[points, 1])[:, np.newaxis] + offsets[:, 1]
    # The diagonals belong to the quarters to the right and left.
    chosen = np.flatnonzero((dx > 0) & (np.abs(dy) <= dx - int(quarter.transposed)))
    entry, kinds = np.divmod(chosen, len(offsets))
    slopes = dy.ravel()[chosen] / dx.ravel()[chosen]
    return _Targets(points[entry], columns[entry], rows[entry], kinds, slopes)


def _lattice_targets(quarter: Quarter, view: View, lit: Lit, eyes: int) -> _Targets:
    """Lines from the points after the eyes to intersections: each comes out of a lit square to its left."""
    squares = lit.squares[eyes:]
    points, across, down = squares.shape
    corners = np.zeros((points, across, down + 1), np.bool_)
    corners[:, :, :-1] = squares
    corners[:, :, 1:] |= squares
    point, columns, rows = np.nonzero(corners)
    places = (point + eyes, columns + lit.first_column + 1, rows + lit.first_row)
    return _targets(quarter, view.starts, _LATTICE, places)


def _add_stopped_by_walls(
    quarter: Quarter, view: View, offsets: Places, targets: _Targets, stopped: tuple[Flags, Flags]
) -> None:
    """Walls stop lines inside the columns that they cross, which the horizon does not tell of."""
    starts, near = view.starts, view.near
    if len(near.walls) and len(targets.points):
        window = _Window.around(targets)
        by_walls = np.zeros((2, len(starts), *window.shape, len(offsets)), np.bool_)
        for kind, offset in enumerate(offsets):
            for entry, columns, rows in _places_beside(quarter, view, offset, window):
                points = near.points[entry]
                ends = np.stack([columns, rows], axis=1) * UNIT + offset
                sides = wall_crossings(starts[points], ends, quarter.walls[near.walls[entry]])
                columns, rows = columns - window.left, rows - window.top
                for side, crosses in enumerate(sides):
                    by_walls[side, points[crosses], columns[crosses], rows[crosses], kind] = True
        columns, rows = targets.columns - window.left, targets.rows - window.top
        for side, flags in enumerate(stopped):
            flags |= by_walls[side, targets.points, columns, rows, targets.kinds]
    for point, wall in view.touching:
        mine = np.flatnonzero(targets.points == point)
        ends = np.stack([targets.columns[mine], targets.rows[mine]], axis=1) * UNIT
        ends += offsets[targets.kinds[mine]]
        same_wall = np.broadcast_to(quarter.walls[wall], (len(ends), 2, 2))
        sides = wall_crossings(np.broadcast_to(starts[point], ends.shape), ends, same_wall)
        for flags, crosses in zip(stopped, sides, strict=True):
            flags[mine[crosses]] = True


@dataclass(frozen=True)
class _Window:
    """The columns and rows that some targets lie in, first and last."""

    left: int
    right: int
    top: int
    bottom: int

    @classmethod
    def around(cls, targets: _Targets) -> _Window:
        """The least one around all of them."""
        columns, rows = targets.columns, targets.rows
        return cls(int(columns.min()), int(columns.max()), int(rows.min()), int(rows.max()))

    @property
    def shape(self) -> tuple[int, int]:
        """How many columns and rows."""
        return self.right - self.left + 1, self.bottom - self.top + 1


def _places_beside(
    quarter: Quarter, view: View, offset: Places, window: _Window
) -> Iterator[tuple[Indices, Indices, Indices]]:
    """(which near wall, column, row) of the places in a wall's columns and between its slopes, by parts."""
    near = view.near
    start_x, start_y = view.starts[near.points].T
    x = quarter.walls[near.walls, :, 0]
    first_column = np.maximum(-(-(x.min(axis=1) - offset[0]) // UNIT), (start_x - offset[0]) // UNIT + 1)
    first_column = np.maximum(first_column, window.left)
    # To the end of the last column that it reaches: its depth tells of whole columns only.
    last_column = np.minimum(x.max(axis=1) // UNIT, window.right)
    wall, number = spread_out(np.maximum(last_column - first_column + 1, 0))
    column = first_column[wall] + number
    along = column * UNIT + offset[0] - start_x[wall]
    middle = start_y[wall] - offset[1]
    # A row more on each side makes up for the rounding of the slopes.
    low = np.floor((middle + np.maximum(near.low[wall], -1) * along) / UNIT).astype(np.int64) - 1
    high = np.ceil((middle + np.minimum(near.high[wall], 1) * along) / UNIT).astype(np.int64) + 1
    low, high = np.maximum(low, window.top), np.minimum(high, window.bottom)
    counts = np.maximum(high - low + 1, 0)
    so_far = np.cumsum(counts)
    parts = int(so_far[-1]) // _PLACES_AT_ONCE + 1 if len(so_far) else 0
    ends = np.searchsorted(so_far, np.arange(1, parts + 1) * _PLACES_AT_ONCE, side="right").tolist()
    for first, end in pairwise([0, *ends]):
        entry, number = spread_out(counts[first:end])
        entry += first
        yield wall[entry], column[entry], low[entry] + number


def _stopped_to_corners(
    padded: Mask, horizon: Horizon, starts: Places, targets: _Targets
) -> tuple[Flags, Flags]:
    """Which lines between intersections squares stop, on their upper and on their lower side."""
    slopes, columns, rows = targets.slopes, targets.columns, targets.rows
    upper, lower = horizon.stops(targets.points, slopes, 2 * columns - 1)
    _add_stopped_at_start(padded, starts, targets, (upper, lower))
    # The end of a moved line lies in a square that the line itself does not reach.
    upper |= (slopes < 0) & padded[columns + 1, rows + 1]
    lower |= (slopes > 0) & padded[columns + 1, rows]
    return upper, lower


def _add_stopped_at_start(
    padded: Mask, starts: Places, targets: _Targets, stopped: tuple[Flags, Flags]
) -> None:
    """Lines from an intersection begin, once moved, in a square beside or behind it."""
    x, y = (starts // UNIT).T
    here = (starts % UNIT == 0).all(axis=1)
    here &= (x >= 0) & (x < padded.shape[0] - 1) & (y >= 0) & (y < padded.shape[1] - 1)
    if not here.any():
        return
    x, y = np.where(here, x, 0), np.where(here, y, 0)
    upper, lower = stopped
    rising, falling = targets.slopes > 0, targets.slopes < 0
    behind, beside = (padded[x, y + 1] & here)[targets.points], (padded[x + 1, y + 1] & here)[targets.points]
    upper |= rising & behind | falling & beside
    behind, beside = (padded[x, y] & here)[targets.points], (padded[x + 1, y] & here)[targets.points]
    lower |= rising & beside | falling & behind


def _sees(quarter: Quarter, view: View, offsets: Places, targets: _Targets) -> Indices:
    """Which of the targets, inside squares, have a clear line."""
    slopes, columns, rows = targets.slopes, targets.columns, targets.rows
    upper, lower = view.horizon.stops(targets.points, slopes, 2 * columns)
    _add_stopped_at_start(quarter.padded, view.starts, targets, (upper, lower))
    # In its last column a line may still pass one square below or above the target's.
    along = columns * UNIT - view.starts[targets.points, 0]
    own_column = along <= 0
    along = np.where(own_column, 1, along)
    rise = rows * UNIT - view.starts[targets.points, 1]
    crossed, corner = quarter.padded[columns + 1, rows] & (rise > 0), rise / along
    upper |= crossed & (own_column | (slopes < corner))
    lower |= crossed & (own_column | (slopes <= corner))
    rise = rise + UNIT
    crossed, corner = quarter.padded[columns + 1, rows + 2] & (rise < 0), rise / along
    upper |= crossed & (own_column | (slopes >= corner))
    lower |= crossed & (own_column | (slopes > corner))
    _add_stopped_by_walls(quarter, view, offsets, targets, (upper, lower))
    return np.flatnonzero(~(upper & lower))


def seen_from_squares(stop: Stoppers, squares: Iterable[Square]) -> Mask:
    """Line of effect from any of some squares to every square: ``(height, width) bool`` (rules 6.1b)."""
    seen = np.zeros(stop.squares.shape, np.bool_)
    for eyes in eyes_of(stop, squares):
        Fan(stop, eyes, _NO_POINTS).mark_seen(seen)
    return seen


def eyes_of(stop: Stoppers, squares: Iterable[Square]) -> list[Places]:
    """The sight points of those of the squares that are free, a fan's worth at a time."""
    height, width = stop.squares.shape
    free = [
        place(square) + SIGHT_POINTS
        for square in squares
        if 0 <= square.x < width and 0 <= square.y < height and not stop.squares[square.y, square.x]
    ]
    at_once = MOST_POINTS // len(SIGHT_POINTS)
    return [np.concatenate(free[first : first + at_once]) for first in range(0, len(free), at_once)]


def seen_from_point(stop: Stoppers, point: Point) -> Mask:
    """Line of effect from a point to every square: ``(height, width) bool`` (rules 6.1b)."""
    start = place(point)
    if (start % UNIT == 0).sum() == 1:
        return _seen_from_border(stop, start)
    seen = np.zeros(stop.squares.shape, np.bool_)
    Fan(stop, start[np.newaxis], _NO_POINTS).mark_seen(seen)
    return seen


def _seen_from_border(stop: Stoppers, start: Places) -> Mask:
    """The same from a point on a side of a square, which no rule asks for: line by line."""
    height, width = stop.squares.shape
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    ends = (np.stack([x, y], axis=-1)[..., np.newaxis, :] * UNIT + SIGHT_POINTS).reshape(-1, 2)
    free = clear(stop, np.broadcast_to(start, ends.shape), ends)
    return np.asarray(free.reshape(height, width, -1).any(axis=-1))
