"""Spreads: areas whose distance is counted around corners (rules 7.5)."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from gridmap.model.square import Point
from gridmap.rules.clear_line import SIGHT_POINTS, clear
from gridmap.rules.ruleset import Metric
from gridmap.rules.stoppers import UNIT, Mask, Stoppers

_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
Node = tuple[int, int, int]
"""A corner of a square, seen from inside it: x, y, and which of its `_CORNERS`."""


def spread(stop: Stoppers, origin: Point, half_squares: int, metric: Metric) -> Mask:
    """Squares with every corner within the distance, walked in free squares: ``(height, width) bool``.

    Distances are in half squares: a side 2, a diagonal 3 (2 counted one for one), half a diagonal 1.
    The spread passes from a square to its neighbour where no wall stands between their centres.

    Args:
        stop: what it cannot pass.
        origin: an intersection, or a square's centre.
        half_squares: the farthest distance.
        metric: how diagonals count.
    """
    height, width = stop.squares.shape
    reach = half_squares // 2 + 1
    left, right = max(int(origin.x) - reach, 0), min(int(origin.x) + reach + 1, width)
    top, bottom = max(int(origin.y) - reach, 0), min(int(origin.y) + reach + 1, height)
    mask = np.zeros((height, width), np.bool_)
    if left >= right or top >= bottom:
        return mask
    free = ~stop.squares[top:bottom, left:right]
    open_east, open_south = _openings(stop, left, right, top, bottom)
    steps = _steps_inside(2 if metric is Metric.ONE_FOR_ONE else 3)
    least: dict[Node, int] = {}
    queue = [
        (cost, node)
        for cost, node in _first_nodes(origin, left, top)
        if 0 <= node[0] < right - left and 0 <= node[1] < bottom - top and free[node[1], node[0]]
    ]
    queue.sort()
    while queue:
        cost, node = heappop(queue)
        if node in least or cost > half_squares:
            continue
        least[node] = cost
        x, y, corner = node
        for other, step in steps[corner]:
            heappush(queue, (cost + step, (x, y, other)))
        i, j = _CORNERS[corner]
        # Across the two sides that meet in this corner, where the same point is a corner of the neighbour.
        across, down = (x if i else x - 1), (y if j else y - 1)
        if 0 <= across < right - left - 1 and open_east[y, across]:
            heappush(queue, (cost, (x + (1 if i else -1), y, corner ^ 1)))
        if 0 <= down < bottom - top - 1 and open_south[down, x]:
            heappush(queue, (cost, (x, y + (1 if j else -1), corner ^ 2)))
    corners_reached = np.zeros(free.shape, np.int8)
    for x, y, _ in least:
        corners_reached[y, x] += 1
    mask[top:bottom, left:right] = corners_reached == len(_CORNERS)
    return mask


def _first_nodes(origin: Point, left: int, top: int) -> list[tuple[int, Node]]:
    """The corners that the origin touches: of four squares around it, or of the one it is the centre of."""
    x, y = int(np.floor(origin.x)) - left, int(np.floor(origin.y)) - top
    if float(origin.x).is_integer():
        return [(0, (x - i, y - j, corner)) for corner, (i, j) in enumerate(_CORNERS)]
    return [(1, (x, y, corner)) for corner in range(4)]


def _steps_inside(diagonal: int) -> list[list[tuple[int, int]]]:
    """From each corner of a square to its others: (which corner, half squares)."""
    return [
        [(other, diagonal if corner ^ other == 3 else 2) for other in range(4) if other != corner]
        for corner in range(4)
    ]


def _openings(stop: Stoppers, left: int, right: int, top: int, bottom: int) -> tuple[Mask, Mask]:
    """Whether each square of a window opens to its right and to its lower neighbour."""
    xs, ys = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    centres = np.stack([xs, ys], axis=-1).astype(np.int64) * UNIT + SIGHT_POINTS[0]
    results = []
    for ones, others in ((centres[:, :-1], centres[:, 1:]), (centres[:-1], centres[1:])):
        free = clear(stop, ones.reshape(-1, 2), others.reshape(-1, 2))
        results.append(free.reshape(ones.shape[:2]))
    return results[0], results[1]
