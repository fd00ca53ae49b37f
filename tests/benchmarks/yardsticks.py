"""What movement is measured against: a plain heap search and scipy's Dijkstra, both by rules 3.1 to 3.4.

Both know one creature on a map without walls, and no squeezing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.model import BattleMap, Square
from tests.benchmarks.maps import maps

_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))


@dataclass(frozen=True)
class PlainMap:
    """What the heap search reads, in plain lists."""

    blocked: list[list[int]]
    difficult: list[list[int]]
    at: Square


def plain(battle_map: BattleMap) -> PlainMap:
    """A map for the heap search."""
    terrain = battle_map.terrain
    return PlainMap(terrain.blocked.tolist(), terrain.difficult.tolist(), battle_map.creature("a").at)


@cache
def plain_maps(squares: int, wide: int = 1, count: int = 6) -> tuple[PlainMap, ...]:
    """`maps` for the heap search."""
    return tuple(plain(battle_map) for battle_map in maps(squares, wide, count))


def heap_search(
    given: PlainMap, budget: int, wide: int = 1, *, one_for_one: bool = False
) -> dict[tuple[int, int], int]:
    """A plain Dijkstra over (position, whether the next diagonal is an even one): feet by position."""
    blocked, difficult = given.blocked, given.difficult
    width, height = len(blocked[0]), len(blocked)
    space = [(i, j) for j in range(wide) for i in range(wide)]

    def fits(x: int, y: int) -> bool:
        return (
            0 <= x <= width - wide
            and 0 <= y <= height - wide
            and not any(blocked[y + j][x + i] for i, j in space)
        )

    done: dict[tuple[int, int, bool], int] = {}
    heap = [(0, given.at.x, given.at.y, False)]
    while heap:
        spent, x, y, even = heappop(heap)
        if (x, y, even) in done:
            continue
        done[x, y, even] = spent
        for dx, dy in _DIRECTIONS:
            nx, ny = x + dx, y + dy
            if not fits(nx, ny):
                continue
            diagonal = dx and dy
            if diagonal and not (fits(nx, y) and fits(x, ny)):
                continue
            factor = max(difficult[ny + j][nx + i] or 1 for i, j in space)
            if not diagonal or one_for_one:
                after, following = spent + 5 * factor, even
            elif factor > 1:
                after, following = spent + 15 * factor // 2, even
            else:
                after, following = spent + (10 if even else 5), not even
            if after <= budget and (nx, ny, following) not in done:
                heappush(heap, (after, nx, ny, following))
    feet: dict[tuple[int, int], int] = {}
    for (x, y, _), spent in done.items():
        feet[x, y] = min(spent, feet.get((x, y), spent))
    return feet


@dataclass(frozen=True)
class StepGraph:
    """What scipy searches: a node a position, an edge a step.

    Attributes:
        edges: what each step weighs, in half squares: a scipy sparse array of nodes by nodes.
        start: the creature's node.
        shape: rows and columns of positions.
    """

    edges: Any
    start: int
    shape: tuple[int, int]


def step_graph(battle_map: BattleMap, wide: int = 1, *, one_for_one: bool = False) -> StepGraph:
    """A map for scipy: all its steps, found with numpy.

    Half squares spare it the second state of each position (docs/bitboard-sweep.md), so it searches the
    smallest graph there is.
    """
    from scipy.sparse import csr_array

    windows = np.lib.stride_tricks.sliding_window_view
    terrain = battle_map.terrain
    fits = ~windows(terrain.blocked > 0, (wide, wide)).any(axis=(2, 3))
    factor = np.maximum(windows(terrain.difficult, (wide, wide)).max(axis=(2, 3)), 1).astype(np.int32)
    rows, columns = fits.shape
    nodes = np.arange(fits.size, dtype=np.int32).reshape(fits.shape)
    starts, ends, weights = [], [], []
    for dx, dy in _DIRECTIONS:
        before = (_slice(-dy, rows), _slice(-dx, columns))
        after = (_slice(dy, rows), _slice(dx, columns))
        open_steps = fits[before] & fits[after]
        if dx and dy:
            open_steps &= fits[before[0], after[1]] & fits[after[0], before[1]]
        starts.append(nodes[before][open_steps])
        ends.append(nodes[after][open_steps])
        weights.append(factor[after][open_steps] * (3 if dx and dy and not one_for_one else 2))
    edges = csr_array(
        (np.concatenate(weights).astype(np.float64), (np.concatenate(starts), np.concatenate(ends))),
        shape=(fits.size, fits.size),
    )
    at = battle_map.creature("a").at
    return StepGraph(edges, int(nodes[at.y, at.x]), fits.shape)


def _slice(shift: int, length: int) -> slice:
    return slice(max(0, shift), length + min(0, shift))


def scipy_search(graph: StepGraph, budget: int | None = None) -> npt.NDArray[np.int32]:
    """Least feet of each position, -1 for none: ``(rows, columns) int32``."""
    from scipy.sparse.csgraph import dijkstra

    most = np.inf if budget is None else budget // 5 * 2 + 1
    weights = dijkstra(graph.edges, indices=graph.start, limit=most)
    feet = np.where(np.isfinite(weights), weights, -1).astype(np.int32)
    return np.where(feet < 0, np.int32(-1), (feet >> 1) * 5).reshape(graph.shape)
