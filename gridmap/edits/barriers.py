"""Where movement-stopping walls run between the centres of neighbouring squares."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.wall import Wall

Barrier = npt.NDArray[np.bool_]


def straight_barriers(battle_map: BattleMap) -> tuple[Barrier, Barrier]:
    """Barriers of straight steps.

    Returns:
        ``(height, width - 1) bool``: between a square and the one to its right, and
        ``(height - 1, width) bool``: between a square and the one below it.
    """
    right = np.zeros((battle_map.height, max(0, battle_map.width - 1)), bool)
    down = np.zeros((max(0, battle_map.height - 1), battle_map.width), bool)
    for wall in battle_map.walls:
        if wall.stops_movement:
            _mark(right, wall, across=0)
            _mark(down.T, wall, across=1)
    return right, down


def _mark(barrier: Barrier, wall: Wall, across: int) -> None:
    """Mark the steps along axis `across` that the wall stops, in ``(other axis, axis) bool``.

    A step runs from half to half along its axis on a line through the centres, so on each such line it is
    enough to know between which places the wall meets it.
    """
    along = 1 - across
    low, high = sorted((wall.start[along], wall.end[along]))
    lines, steps = barrier.shape
    for line in range(max(0, math.ceil(low - 0.5)), min(lines - 1, math.floor(high - 0.5)) + 1):
        first, last = _meeting(wall, line + 0.5, along, across)
        start = max(0, math.ceil(first - 1.5))
        stop = min(steps, math.floor(last + 0.5))
        barrier[line, start : max(start, stop)] = True


def _meeting(wall: Wall, line: float, along: int, across: int) -> tuple[float, float]:
    """Where on a line through centres the wall lies: one place, or a stretch if it runs along it."""
    run = wall.end[along] - wall.start[along]
    if run == 0:
        low, high = sorted((wall.start[across], wall.end[across]))
        return low, high
    share = (line - wall.start[along]) / run
    place = wall.start[across] + share * (wall.end[across] - wall.start[across])
    return place, place
