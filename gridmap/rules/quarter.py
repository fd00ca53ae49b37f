"""A map turned so that one of its quarters opens to the right: four of them are the whole map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

import numpy as np
import numpy.typing as npt

from gridmap.rules.clear_line import SIGHT_POINTS
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.stoppers import UNIT, Indices, Mask, Places, Segments, Stoppers

Depths = npt.NDArray[np.int64]
"""Where lines are stopped: 2c at the grid line x = c, 2c + 1 between it and the next."""
_PIECE = 4 * UNIT
"""The length of pieces that a long slanted wall is cut into."""
_FEWEST_PIECES = 3
"""A wall of more pieces than these is cut even where that moves its inside by half a unit."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of stopping squares down the columns of a turned map, by column.

    Attributes:
        left: ``(n,) float64``, x of their left side, in 1/`UNIT` of a square like the rest.
        right: x of their right side.
        top: y of their least end.
        bottom: y of their greatest end.
        depths: ``(n,)``, where they stop lines.
        starts: ``(columns + 1,)``, where each column's runs begin.
    """

    left: npt.NDArray[np.float64]
    right: npt.NDArray[np.float64]
    top: npt.NDArray[np.float64]
    bottom: npt.NDArray[np.float64]
    depths: Depths
    starts: Indices

    def between(self, first: int, end: int) -> Runs:
        """The runs of columns from a first to one before an end."""
        last = len(self.starts) - 1
        part = slice(self.starts[min(max(first, 0), last)], self.starts[min(max(end, 0), last)])
        places = (self.left[part], self.right[part], self.top[part], self.bottom[part])
        return Runs(*places, self.depths[part], self.starts)


@dataclass(frozen=True, eq=False)
class Quarter:
    """A map turned so that one of its quarters opens to the right.

    Attributes:
        squares: ``(columns, rows) bool``, the turned map's stopping squares by x, then y.
        padded: the same with one free column and row more on every side.
        runs: its runs of stopping squares.
        walls: walls in the turned map, by the column of their lesser x; long ones along the grid in pieces.
        wall_columns: ``(n,) int64``, that column of each.
        transposed: x and y change places.
        flipped: x counts from the far edge.
    """

    squares: Mask
    padded: Mask
    runs: Runs
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

    @cached_property
    def sight_points(self) -> Places:
        """`SIGHT_POINTS`, from the corner of least x and y of the turned square."""
        turned = SIGHT_POINTS[:, ::-1].copy() if self.transposed else SIGHT_POINTS.copy()
        if self.flipped:
            turned[:, 0] = UNIT - turned[:, 0]
        return turned

    def back(self, columns: Indices, rows: Indices, across: int) -> tuple[Indices, Indices]:
        """(x, y) on the map of entries of a turned array with `across` columns."""
        x = across - 1 - columns if self.flipped else columns
        return (rows, x) if self.transposed else (x, rows)

    @property
    def mirrored(self) -> bool:
        """Whether the upper side of a line is its right side on the map, not its left."""
        return self.transposed != self.flipped


_pieces: IdentityCache[Segments] = IdentityCache(8)


def quarters_of(stop: Stoppers) -> tuple[Quarter, ...]:
    """The four turned maps: right, left, down, up."""
    side = max(stop.squares.shape)
    walls = _pieces.get((stop.walls,), lambda: _in_pieces(stop.walls, side), side)
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


def column_runs(squares: Mask) -> Runs:
    """The runs of squares down each column of a ``(columns, rows)`` mask."""
    padded = np.zeros((squares.shape[0], squares.shape[1] + 2), np.int8)
    padded[:, 1:-1] = squares
    change = np.diff(padded, axis=1)
    x, first = np.nonzero(change > 0)
    _, after = np.nonzero(change < 0)
    left, right, top, bottom = (np.asarray(n * UNIT, np.float64) for n in (x, x + 1, first, after))
    starts = np.searchsorted(x, np.arange(squares.shape[0] + 1))
    return Runs(left, right, top, bottom, 2 * x + 1, starts)


def _in_pieces(walls: Segments, side: int) -> Segments:
    """Long walls in pieces: each piece hides what is behind it at once.

    Those along the grid are cut at intersections of the map, `side` squares wide at most.
    """
    pieces = []
    for axis in (0, 1):
        along_grid = (walls[:, 0, 1 - axis] == walls[:, 1, 1 - axis]) & (walls % UNIT == 0).all(axis=(1, 2))
        for start, end in walls[along_grid & (walls[:, 0, axis] != walls[:, 1, axis])].tolist():
            low, high = sorted((start[axis], end[axis]))
            inside = np.arange(max(low, -UNIT) + UNIT, min(high, (side + 1) * UNIT), UNIT)
            cuts = np.array([low, *inside.tolist(), high])
            line = np.full((len(cuts), 2), start[1 - axis], np.int64)
            line[:, axis] = cuts
            pieces.append(np.stack([line[:-1], line[1:]], axis=1))
        walls = walls[~along_grid]
    run = np.abs(walls[:, 1] - walls[:, 0])
    for start, end in walls[run.max(axis=1) > 2 * _PIECE].tolist():
        across, down = end[0] - start[0], end[1] - start[1]
        wanted, most = max(abs(across), abs(down)) // _PIECE, gcd(across, down)
        # Slanted ones where whole numbers of units allow it; very long ones at the nearest units anyway.
        parts = next(count for count in range(min(wanted, most), 0, -1) if most % count == 0)
        if wanted > _FEWEST_PIECES and parts < wanted // 4:
            parts = wanted
        numbers = np.arange(parts + 1)[:, np.newaxis]
        run_of_all = np.array([across, down]) * numbers
        line = np.array(start) + (2 * run_of_all + parts) // (2 * parts)
        pieces.append(np.stack([line[:-1], line[1:]], axis=1))
    return np.concatenate([walls[run.max(axis=1) <= 2 * _PIECE], *pieces])
