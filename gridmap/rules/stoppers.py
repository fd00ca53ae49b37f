"""What lines may not meet: blocked squares and walls, ready to be looked up (rules 2.2, 6.1).

Places are int64 counts of 1/`UNIT` of a square, so that every question about a line is the sign of an
integer. Walls whose ends are no such fraction are taken to the nearest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point, Square
from gridmap.model.wall import Wall
from gridmap.rules.identity_cache import IdentityCache

UNIT = 12_000
"""Parts of a square: halves to 32nds, thirds, fifths, and every thousandth are exact."""

Places = npt.NDArray[np.int64]
"""Points: ``(n, 2) int64``, x and y in 1/`UNIT` of a square."""
Segments = npt.NDArray[np.int64]
"""Walls: ``(n, 2, 2) int64``, both ends' x and y in 1/`UNIT` of a square."""
Flags = npt.NDArray[np.bool_]
Mask = npt.NDArray[np.bool_]
"""Squares of a map: ``(height, width) bool``."""
Indices = npt.NDArray[np.intp]

_BUCKET_SQUARES = 8
"""Walls are listed by blocks of 8 × 8 squares, or larger ones on a large map."""
_MOST_BUCKETS = 32
"""Blocks along a side of the map."""
_LARGE_MAP = 100_000
"""Squares of a map of which only the part that is asked about is looked at."""


def place(point: Point | Square | tuple[float, float]) -> Places:
    """A point (a square's top-left corner) as ``(2,) int64`` in 1/`UNIT` of a square."""
    return np.array([round(point[0] * UNIT), round(point[1] * UNIT)], np.int64)


def segments_of(walls: Sequence[Wall]) -> Segments:
    """Walls as segments."""
    ends = [(*wall.start, *wall.end) for wall in walls]
    return np.rint(np.array(ends, np.float64).reshape(-1, 2, 2) * UNIT).astype(np.int64)


def spread_out(counts: npt.NDArray[np.integer]) -> tuple[Indices, Indices]:
    """For item i, `counts[i]` entries: which item each belongs to, and its number among the item's own.

    >>> [entry.tolist() for entry in spread_out(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) - first[owner]


@dataclass(frozen=True, eq=False)
class Stoppers:
    """Squares and walls that stop lines.

    Attributes:
        squares: ``(height, width) bool``.
        walls: segments, none of length 0.
    """

    squares: Mask
    walls: Segments

    def with_more(self, squares: Mask | None = None, walls: Segments | None = None) -> Stoppers:
        """These and more squares or walls."""
        return Stoppers(
            self.squares if squares is None else self.squares | squares,
            self.walls if walls is None else np.concatenate([self.walls, walls]),
        )

    def cut(self, left: int, top: int, columns: int, rows: int) -> Stoppers:
        """What stops lines inside a window of the map, with its first square as the origin."""
        walls = self.walls - np.array([left, top]) * UNIT
        near = (walls.min(axis=1) <= np.array([columns, rows]) * UNIT).all(axis=1)
        near &= (walls.max(axis=1) >= 0).all(axis=1)
        return Stoppers(self.squares[top : top + rows, left : left + columns], walls[near])

    def holds(self, x: Indices, y: Indices) -> Flags:
        """Which of these squares stop lines; those off the map never do."""
        height, width = self.squares.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        held: Flags = inside & self.squares[np.where(inside, y, 0), np.where(inside, x, 0)]
        return held

    @cached_property
    def _index(self) -> WallIndex:
        shape = self.squares.shape
        return _indices.get((self.walls,), lambda: WallIndex(self.walls, shape), shape)

    @cached_property
    def _counts(self) -> npt.NDArray[np.int32]:
        return _counted(self._index.touched | self.squares)

    def empty_windows(self, low: Places, high: Places) -> Flags:
        """Which of these boxes (least and greatest x and y) touch nothing that stops lines."""
        if self.squares.size > _LARGE_MAP and len(low):
            part = _squares_round(low.min(axis=0), high.max(axis=0), self.squares.shape)
            near = self._index.touched[part] | self.squares[part]
            if near.size < self.squares.size // 4:
                corner = np.array([part[1].start, part[0].start]) * UNIT
                return _no_square_in(_counted(near), low - corner, high - corner)
        return _no_square_in(self._counts, low, high)

    def without_walls(self, low: Places, high: Places) -> Flags:
        """Which of these boxes touch no square that a wall's box touches."""
        if not len(self.walls):
            return np.ones(len(low), np.bool_)
        return _no_square_in(self._index.counts, low, high)

    def walls_near(self, low: Places, high: Places) -> tuple[Indices, Indices]:
        """Pairs of (which box, which wall) with touching boxes; a pair may come more than once."""
        if not len(self.walls):
            none = np.zeros(0, np.intp)
            return none, none
        return self._index.near(low, high)


@dataclass(frozen=True, eq=False)
class WallIndex:
    """Where walls are, to be looked up by place; the squares of the map do not matter to it.

    Attributes:
        walls: segments, none of length 0.
        shape: the map's (height, width).
    """

    walls: Segments
    shape: tuple[int, ...]

    @cached_property
    def boxes(self) -> tuple[Places, Places]:
        """The least and greatest x and y of each wall."""
        return self.walls.min(axis=1), self.walls.max(axis=1)

    @cached_property
    def touched(self) -> Mask:
        """Squares that a wall's box touches."""
        height, width = self.shape
        if not len(self.walls):
            return np.zeros((height, width), np.bool_)
        touched = np.zeros((height + 1, width + 1), np.int32)
        low, high = self.boxes
        x0, y0 = np.clip(-(-low.T // UNIT) - 1, 0, [[width], [height]])
        x1, y1 = np.clip(high.T // UNIT + 1, 0, [[width], [height]])
        # Corners of the boxes, summed twice, give the number of boxes over each square.
        for xs, ys, step in ((x0, y0, 1), (x1, y0, -1), (x0, y1, -1), (x1, y1, 1)):
            np.add.at(touched, (ys, xs), step)
        over = touched.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)[:height, :width]
        return np.asarray(over > 0)

    @cached_property
    def counts(self) -> npt.NDArray[np.int32]:
        """How many of the `touched` squares are above and to the left of each corner."""
        return _counted(self.touched)

    @cached_property
    def _buckets(self) -> tuple[int, int, int, Indices, Indices]:
        """Side of a bucket, columns and rows of them, where each one's list starts, the lists of walls."""
        height, width = self.shape
        side = max(_BUCKET_SQUARES, -(-max(height, width) // _MOST_BUCKETS)) * UNIT
        columns, rows = (-(-squares * UNIT // side) + 1 for squares in (width, height))
        limits = np.array([columns - 1, rows - 1])
        low, high = (np.clip(ends // side, 0, limits) for ends in self.boxes)
        owner, bucket = _bucket_entries(low, high, columns)
        order = np.argsort(bucket, kind="stable")
        starts = np.searchsorted(bucket[order], np.arange(columns * rows + 1))
        return side, columns, rows, starts, owner[order]

    def near(self, low: Places, high: Places) -> tuple[Indices, Indices]:
        """Pairs of (which box, which wall) with touching boxes; a pair may come more than once."""
        side, columns, rows, starts, walls = self._buckets
        limits = np.array([columns - 1, rows - 1])
        owner, bucket = _bucket_entries(
            np.clip(low // side, 0, limits), np.clip(high // side, 0, limits), columns
        )
        entry, number = spread_out(starts[bucket + 1] - starts[bucket])
        box, wall = owner[entry], walls[starts[bucket][entry] + number]
        wall_low, wall_high = self.boxes
        near = ((wall_low[wall] <= high[box]) & (wall_high[wall] >= low[box])).all(axis=1)
        return box[near], wall[near]


_indices: IdentityCache[WallIndex] = IdentityCache(8)


def _squares_round(low: Places, high: Places, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The rows and columns of the map that a box touches, and one more on every side."""
    first = np.maximum(low // UNIT - 1, 0)
    last = np.minimum(-(-high // UNIT) + 1, [shape[1], shape[0]])
    last = np.maximum(last, first)
    return slice(int(first[1]), int(last[1])), slice(int(first[0]), int(last[0]))


def _counted(squares: Mask) -> npt.NDArray[np.int32]:
    """``(height + 1, width + 1)``: how many of the squares are above and to the left of each corner."""
    counts = np.zeros((squares.shape[0] + 1, squares.shape[1] + 1), np.int32)
    counts[1:, 1:] = squares.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)
    return counts


def _no_square_in(counts: npt.NDArray[np.int32], low: Places, high: Places) -> Flags:
    """Which boxes touch no counted square."""
    height, width = counts.shape[0] - 1, counts.shape[1] - 1
    x0, y0 = np.clip(-(-low.T // UNIT) - 1, 0, [[width], [height]])
    x1, y1 = np.clip(high.T // UNIT + 1, 0, [[width], [height]])
    return np.asarray(counts[y1, x1] - counts[y0, x1] - counts[y1, x0] + counts[y0, x0] == 0)


def _bucket_entries(low: Places, high: Places, columns: int) -> tuple[Indices, Indices]:
    """Pairs of (which box, which bucket) for boxes given by their first and last bucket in x and y."""
    across, down = (high - low + 1).T
    owner, number = spread_out(across * down)
    x = low[owner, 0] + number % across[owner]
    y = low[owner, 1] + number // across[owner]
    return owner, y * columns + x


_kept: IdentityCache[Stoppers] = IdentityCache(8)
_segments: IdentityCache[Segments] = IdentityCache(8)


def stoppers(battle_map: BattleMap) -> Stoppers:
    """What stops sight and effect on a map: blocked squares, walls and closed doors (rules 2.2, 6.1)."""
    blocked, walls = battle_map.terrain.blocked, battle_map.walls

    def make() -> Stoppers:
        return Stoppers(blocked > 0, _segments.get((walls,), lambda: _stopping(walls)))

    return _kept.get((blocked, walls), make)


def _stopping(walls: Sequence[Wall]) -> Segments:
    segments = segments_of([wall for wall in walls if wall.stops_lines])
    lasting: Segments = segments[(segments[:, 0] != segments[:, 1]).any(axis=1)]
    return lasting
