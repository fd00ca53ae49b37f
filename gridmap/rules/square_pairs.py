"""Line of effect between pairs of squares (rules 6.1b).

Lines between the sight points of two squares never leave the block of squares that the two span. For an
offset between two squares, the squares that each of the 25 lines enters, moved to its left or to its right,
are one set of bits; so is what stops lines in a block. There is a line of effect if any of the first sets
has nothing in common with the second. Pairs far apart, or with walls near, are tried line by line.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from gridmap.rules.clear_line import SIGHT_POINTS, clear, square_entries
from gridmap.rules.stoppers import UNIT, Flags, Mask, Places, Stoppers

MOST_SQUARES = 62
"""Squares of a block, that they fit into the bits of one number."""

Bits = npt.NDArray[np.int64]
Squares = npt.NDArray[np.int64]
"""A list of squares: ``(n, 2) int64``, x and y."""


def squares_see(stop: Stoppers, ones: Squares, others: Squares) -> Flags:
    """Line of effect for each pair of squares, given as ``(n, 2)`` arrays of x and y: ``(n,) bool``."""
    low, high = np.minimum(ones, others), np.maximum(ones, others)
    height, width = stop.squares.shape
    near = (high - low + 1).prod(axis=1) <= MOST_SQUARES
    near &= (low >= 0).all(axis=1) & (high < [width, height]).all(axis=1)
    near &= stop.without_walls(low * UNIT + 1, high * UNIT + UNIT - 1)
    seen = np.zeros(len(ones), np.bool_)
    chosen = np.flatnonzero(near)
    seen[chosen] = _near_squares_see(stop.squares, ones[chosen], others[chosen])
    chosen = np.flatnonzero(~near)
    if len(chosen):
        seen[chosen] = _squares_see_by_lines(stop, ones[chosen] * UNIT, others[chosen] * UNIT)
    return seen


def _squares_see_by_lines(stop: Stoppers, starts: Places, ends: Places) -> Flags:
    # Between free squares with nothing in the block around them, every line is clear.
    seen = stop.empty_windows(np.minimum(starts, ends) + 1, np.maximum(starts, ends) + UNIT - 1)
    unsure = np.flatnonzero(~seen)
    seen[unsure] = clear(stop, starts[unsure] + SIGHT_POINTS[0], ends[unsure] + SIGHT_POINTS[0])
    unsure = unsure[~seen[unsure]]
    pairs = np.array([(i, j) for i in range(5) for j in range(5)][1:])
    lines_of_all = starts[unsure, np.newaxis] + SIGHT_POINTS[pairs[:, 0]]
    ends_of_all = ends[unsure, np.newaxis] + SIGHT_POINTS[pairs[:, 1]]
    free = clear(stop, lines_of_all.reshape(-1, 2), ends_of_all.reshape(-1, 2))
    seen[unsure] = free.reshape(-1, len(pairs)).any(axis=1)
    return seen


@cache
def entered_squares(across: int, down: int) -> Bits:
    """For each line and side the squares that it enters, from square (0, 0) to (`across`, `down`).

    Bit ``x + y * (across + 1)`` stands for square (x, y). Lines that enter all that another one enters are
    left out.
    """
    grid = np.meshgrid(np.arange(across + 1), np.arange(down + 1))
    corners = np.stack(grid, axis=-1).reshape(-1, 2).astype(np.int64) * UNIT
    ends = SIGHT_POINTS + np.array([across, down]) * UNIT
    starts = np.repeat(SIGHT_POINTS, len(ends), axis=0)[:, np.newaxis]
    left, right = square_entries(starts, np.tile(ends, (len(SIGHT_POINTS), 1))[:, np.newaxis], corners)
    bits = np.int64(1) << np.arange(len(corners))
    sets = np.unique(np.concatenate([left @ bits, right @ bits]))
    needless = ((sets[:, np.newaxis] & sets) == sets) & (sets[:, np.newaxis] != sets)
    return np.asarray(sets[~needless.any(axis=1)])


def _near_squares_see(squares: Mask, ones: Squares, others: Squares) -> Flags:
    """Line of effect for each pair of near squares of a map without walls between them: ``(n,) bool``.

    Args:
        squares: ``(height, width) bool``, what stops lines.
        ones: ``(n, 2)``, squares of the map.
        others: the same; each pair spans at most `MOST_SQUARES`.
    """
    offsets = others - ones
    sizes, sign = np.abs(offsets), np.where(offsets < 0, -1, 1)
    result = np.zeros(len(ones), np.bool_)
    kinds = sizes[:, 0] * MOST_SQUARES + sizes[:, 1]
    order = np.argsort(kinds, kind="stable")
    ends = [*np.flatnonzero(np.diff(kinds[order])).tolist(), len(order) - 1]
    first = 0
    for last in ends if len(order) else ():
        chosen, first = order[first : last + 1], last + 1
        across, down = sizes[chosen[0]].tolist()
        number = np.arange((across + 1) * (down + 1))
        x = ones[chosen, 0, np.newaxis] + sign[chosen, 0, np.newaxis] * (number % (across + 1))
        y = ones[chosen, 1, np.newaxis] + sign[chosen, 1, np.newaxis] * (number // (across + 1))
        held = squares[y, x] @ (np.int64(1) << number)
        result[chosen] = ((held[:, np.newaxis] & entered_squares(across, down)) == 0).any(axis=1)
    return result
