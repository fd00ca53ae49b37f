"""Where walls run on the grid: the steps that they bar and the spaces that they run through (rules 2.4).

Exact for every wall. The ends are decimal numbers; whether a wall touches the line between two centres,
or enters a square, turns on floors of fractions, never on a rounded number:

* ends with at most five decimals become integers of 1/100,000 of a square, worked out as int64 arrays;
* other ends are worked out as floats, and a wall with any result that lies close to a whole number is
  worked out again in Python's unbounded integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import MAX_SIDE
from gridmap.model.wall import Wall
from gridmap.rules.bitboard import BoolGrid, Frame
from gridmap.rules.identity_cache import IdentityCache

MARGIN = 8
"""Squares round the map that are marked too, for a creature that stands partly off it."""

_SCALE = 100_000
_FARTHEST = MAX_SIDE + 1_000
"""Beyond this many squares from the origin products of scaled ends might leave int64."""
_DOUBT = 1e-6
"""Floats this close to a whole number are worked out again exactly."""

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))

Numbers = npt.NDArray[Any]
"""``(n,)`` int64, float64 or, for Python's integers, object."""
Indices = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Marks:
    """What some walls meet, each ``(rows, columns) bool`` over `frame`.

    Attributes:
        frame: the map and `MARGIN` squares round it.
        steps: by direction east, south, south-east, south-west: the squares from whose centre to the
            next one's the line touches a wall, ends included.
        inside: squares whose inside a wall enters.
        left_edges: squares whose left side, corners aside, a wall meets.
        top_edges: squares whose top side, corners aside, a wall meets.
        corners: squares whose top-left corner a wall meets.
    """

    frame: Frame
    steps: dict[tuple[int, int], BoolGrid]
    inside: BoolGrid
    left_edges: BoolGrid
    top_edges: BoolGrid
    corners: BoolGrid


@dataclass(frozen=True, eq=False)
class WallMarks:
    """The marks of walls that stop movement and of obstacles (rules 2.2); None where there are none."""

    stopping: Marks | None
    obstacles: Marks | None


_cache: IdentityCache[WallMarks] = IdentityCache(8)


def wall_marks(walls: tuple[Wall, ...], width: int, height: int) -> WallMarks:
    """The marks of a map's walls, remembered for the same tuple of walls."""

    def make() -> WallMarks:
        frame = Frame(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
        stopping = [wall for wall in walls if wall.stops_movement]
        obstacles = [wall for wall in walls if wall.is_obstacle]
        return WallMarks(*(mark(kind, frame) if kind else None for kind in (stopping, obstacles)))

    return _cache.get((walls,), make, width, height)


def mark(walls: Sequence[Wall], frame: Frame) -> Marks:
    """The marks of these walls, all of them alike."""
    marker = _Marker(frame)
    ends = np.array([(*wall.start, *wall.end) for wall in walls], np.float64).reshape(-1, 4)
    scaled = np.rint(ends * _SCALE)
    near = (np.abs(ends) <= _FARTHEST).all(axis=1)
    short = near & (scaled / _SCALE == ends).all(axis=1)
    exactly = np.flatnonzero(~near)
    if short.any():
        marker.add(_meetings(_Walls(_SCALE, *scaled[short].astype(np.int64).T), frame))
    rest = np.flatnonzero(near & ~short)
    if len(rest):
        rounded = _meetings(_Walls(1, *ends[rest].T), frame)
        doubt = _in_doubt(ends[rest], rounded)
        marker.add([meeting.only(~doubt) for meeting in rounded])
        exactly = np.concatenate([exactly, rest[doubt]])
    if len(exactly):
        marker.add(_meetings(_unbounded(ends[exactly]), frame))
    return marker.marks


def _meetings(walls: _Walls, frame: Frame) -> list[_Meeting]:
    """Where walls meet each family of lines, in `_Marker`'s order."""
    columns = walls.columns()
    families = (*walls.centre_lines(), columns, walls.rows())
    return [*(on.crossings(frame) for on in families), columns.strips(frame)]


def _in_doubt(ends: npt.NDArray[np.float64], meetings: Sequence[_Meeting]) -> Bools:
    """Which walls have a result in floats that is too close to a whole number to be trusted."""
    # An end beside a half, or beside a whole number, may be rounded to it when centres become whole numbers.
    halves = 2 * ends
    near = np.rint(halves)
    doubt: Bools = ((np.abs(halves - near) < _DOUBT) & (halves != near)).any(axis=1)
    for meeting in meetings:
        doubt[meeting.wall[meeting.low.close() | meeting.high.close()]] = True
        if meeting.on.slanting:
            for cross in (meeting.on.cross1, meeting.on.cross2):
                doubt |= np.abs(cross - np.rint(cross)) < _DOUBT
    return doubt


def _unbounded(ends: npt.NDArray[np.float64]) -> _Walls:
    fractions = [[Fraction(str(number)) for number in wall] for wall in ends.tolist()]
    scale = lcm(2, *(number.denominator for wall in fractions for number in wall))
    numbers = [[int(number * scale) for number in wall] for wall in fractions]
    return _Walls(scale, *np.array(numbers, dtype=object).reshape(-1, 4).T)


class _Walls(NamedTuple):
    """Ends of walls in 1/scale of a square."""

    scale: int
    x1: Numbers
    y1: Numbers
    x2: Numbers
    y2: Numbers

    def centre_lines(self) -> tuple[_Lines, ...]:
        """The walls as seen from the lines through squares' centres, in the order of `_DIRECTIONS`."""
        half = self.scale // 2 if self.scale > 1 else 0.5
        x1, y1, x2, y2 = self.x1 - half, self.y1 - half, self.x2 - half, self.y2 - half
        return (
            _Lines(y1, x1, y2, x2, self.scale, lambda k, j: (j, k)),
            _Lines(x1, y1, x2, y2, self.scale, lambda k, j: (k, j)),
            _Lines(x1 - y1, x1, x2 - y2, x2, self.scale, lambda k, j: (j, j - k), slanting=-1),
            _Lines(x1 + y1, y1, x2 + y2, y2, self.scale, lambda k, j: (k - j, j), slanting=1),
        )

    def columns(self) -> _Lines:
        """The walls as seen from the grid's upright lines."""
        return _Lines(self.x1, self.y1, self.x2, self.y2, self.scale, lambda k, j: (k, j))

    def rows(self) -> _Lines:
        """The walls as seen from the grid's level lines."""
        return _Lines(self.y1, self.x1, self.y2, self.x2, self.scale, lambda k, j: (j, k))


class _Fractions(NamedTuple):
    """Numbers as over / under."""

    over: Numbers
    under: Numbers
    given: Bools
    """Ends as they were given: no sum has rounded them."""

    def where(self, which: Bools, other: _Fractions) -> _Fractions:
        """These where `which`, the others elsewhere."""
        return _Fractions(*(np.where(which, mine, theirs) for mine, theirs in zip(self, other, strict=True)))

    def close(self) -> Bools:
        """Floats only: rounded, and too close to a whole number to be trusted."""
        if self.over.dtype.kind != "f":
            return np.zeros(len(self.over), np.bool_)
        value = self.over / self.under
        close: Bools = ~self.given & (np.abs(value - np.rint(value)) < _DOUBT)
        return close


@dataclass(frozen=True, eq=False)
class _Meeting:
    """Where walls meet lines (or strips): along the line, from `low` to `high`."""

    on: _Lines
    wall: Indices
    line: Indices
    low: _Fractions
    high: _Fractions
    limits: tuple[int, int]

    def only(self, walls: Bools) -> _Meeting:
        """Without the other walls."""
        kept = walls[self.wall]
        low, high = (_Fractions(*(part[kept] for part in end)) for end in (self.low, self.high))
        return replace(self, wall=self.wall[kept], line=self.line[kept], low=low, high=high)

    def pieces(self) -> tuple[Indices, Indices]:
        """Line and number j of each closed piece from j to j + 1 that a wall touches."""
        return self._numbers(
            _ceil(self.low.over, self.low.under) - 1, _floor(self.high.over, self.high.under)
        )

    def insides(self) -> tuple[Indices, Indices]:
        """Line and number j of each open piece from j to j + 1 that a wall meets."""
        return self._numbers(
            _floor(self.low.over, self.low.under), _ceil(self.high.over, self.high.under) - 1
        )

    def points(self) -> tuple[Indices, Indices]:
        """Line and number j of each whole point that a wall meets."""
        return self._numbers(_ceil(self.low.over, self.low.under), _floor(self.high.over, self.high.under))

    def _numbers(self, start: Indices, stop: Indices) -> tuple[Indices, Indices]:
        row, number = _each(start, stop, *self.limits)
        return self.line[row], number


@dataclass(frozen=True, eq=False)
class _Lines:
    """Walls seen from a family of parallel lines, one at every whole `cross`, counted by `along`."""

    cross1: Numbers
    along1: Numbers
    cross2: Numbers
    along2: Numbers
    scale: int
    square: Callable[[Indices, Indices], tuple[Indices, Indices]]
    """x and y from the number of the line and the number along it."""
    slanting: int = 0
    """-1 where cross is x - y, 1 where it is x + y, else 0."""

    def crossings(self, frame: Frame) -> _Meeting:
        """Where each wall meets each of the lines that meet the frame."""
        low, high = np.minimum(self.cross1, self.cross2), np.maximum(self.cross1, self.cross2)
        wall, line = _each(_ceil(low, self.scale), _floor(high, self.scale), *self._lines_of(frame))
        lying = self.cross1[wall] == self.cross2[wall]
        one, two = self._given(self.along1[wall]), self._given(self.along2[wall])
        across = self._where(wall, line)
        falling = one.over > two.over
        lowest, highest = two.where(falling, one), one.where(falling, two)
        return _Meeting(
            self, wall, line, lowest.where(lying, across), highest.where(lying, across), _along_limits(frame)
        )

    def strips(self, frame: Frame) -> _Meeting:
        """Where each wall runs inside each strip between a line and the next."""
        low, high = np.minimum(self.cross1, self.cross2), np.maximum(self.cross1, self.cross2)
        wall, line = _each(_floor(low, self.scale), _ceil(high, self.scale) - 1, *self._lines_of(frame))
        backwards = self.cross1[wall] > self.cross2[wall]
        one, two = self._given(self.along1[wall]), self._given(self.along2[wall])
        first, last = two.where(backwards, one), one.where(backwards, two)
        begins = first.where(low[wall] >= self._at(line), self._where(wall, line))
        ends = last.where(high[wall] <= self._at(line + 1), self._where(wall, line + 1))
        falling = first.over > last.over
        return _Meeting(
            self, wall, line, ends.where(falling, begins), begins.where(falling, ends), _along_limits(frame)
        )

    def _lines_of(self, frame: Frame) -> tuple[int, int]:
        """The first and last line that meets the frame (with some to spare)."""
        right, bottom = frame.left + frame.columns, frame.top + frame.rows
        if not self.slanting:
            return min(frame.left, frame.top), max(right, bottom)
        if self.slanting < 0:
            return frame.left - bottom, right - frame.top
        return frame.left + frame.top, right + bottom

    def _given(self, along: Numbers) -> _Fractions:
        count = len(along)
        under = np.full(count, self.scale, along.dtype)
        return _Fractions(along, under, np.ones(count, np.bool_))

    def _at(self, line: Indices) -> Numbers:
        """Lines by their cross number, in the walls' own numbers: int64 may be too short for them."""
        numbers: Numbers = line.astype(self.cross1.dtype) * self.scale
        return numbers

    def _where(self, wall: Indices, line: Indices) -> _Fractions:
        """How far along each wall crosses each line."""
        cross, along = self.cross1[wall], self.along1[wall]
        rise, run = self.cross2[wall] - cross, self.along2[wall] - along
        # A wall square to the lines stays as far along as it begins: no sum can round it.
        level = (run == 0) | (rise == 0)
        crossing = _Fractions(
            along * rise + (self._at(line) - cross) * run,
            rise * self.scale,
            np.zeros(len(wall), np.bool_),
        )
        return self._given(along).where(level, crossing)


def _along_limits(frame: Frame) -> tuple[int, int]:
    """Numbers along a line that can be in the frame (with some to spare)."""
    return min(frame.left, frame.top) - 1, max(frame.left + frame.columns, frame.top + frame.rows) + 1


def _floor(over: Numbers, under: Any) -> Indices:
    return _whole(over // under)


def _ceil(over: Numbers, under: Any) -> Indices:
    return _whole(-((-over) // under))


def _whole(numbers: Numbers) -> Indices:
    """As int64; what lies far outside every map is drawn in to where int64 is safe."""
    if numbers.dtype.kind == "i":
        return numbers
    return np.clip(numbers, -(10**9), 10**9).astype(np.int64)


def _each(start: Indices, stop: Indices, first: int, last: int) -> tuple[Indices, Indices]:
    """(row, number) for every number from start to stop of each row, both included, within first and last."""
    start, stop = np.maximum(start, first), np.minimum(stop, last)
    counts = np.maximum(stop - start + 1, 0)
    row = np.repeat(np.arange(len(start)), counts)
    number = np.arange(len(row)) - (np.cumsum(counts) - counts)[row]
    return row, start[row] + number


class _Marker:
    """Collects marks from one lot of walls after another."""

    def __init__(self, frame: Frame) -> None:
        def none() -> BoolGrid:
            return np.zeros((frame.rows, frame.columns), np.bool_)

        self.marks = Marks(frame, {step: none() for step in _DIRECTIONS}, none(), none(), none(), none())

    def add(self, meetings: Sequence[_Meeting]) -> None:
        """Mark what some walls meet."""
        marks = self.marks
        *centre_lines, columns, rows, strips = meetings
        for step, meeting in zip(_DIRECTIONS, centre_lines, strict=True):
            self._set(marks.steps[step], meeting.on, meeting.pieces())
        self._set(marks.left_edges, columns.on, columns.insides())
        self._set(marks.corners, columns.on, columns.points())
        self._set(marks.top_edges, rows.on, rows.insides())
        self._set(marks.inside, strips.on, strips.insides())

    def _set(self, grid: BoolGrid, on: _Lines, found: tuple[Indices, Indices]) -> None:
        x, y = on.square(*found)
        column, row = x - self.marks.frame.left, y - self.marks.frame.top
        there = (column >= 0) & (column < grid.shape[1]) & (row >= 0) & (row < grid.shape[0])
        grid[row[there], column[there]] = True
