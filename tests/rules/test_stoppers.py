"""What stops lines, looked up by place."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.model import BattleMap, Layer, Point, Wall
from gridmap.rules import stoppers as module
from gridmap.rules.stoppers import UNIT, Stoppers, stoppers


def crowded(seed: int) -> Stoppers:
    chance = np.random.default_rng(seed)
    squares = chance.random((90, 110)) < 0.1
    starts = chance.integers(0, 100 * UNIT, (60, 2))
    return Stoppers(squares, np.stack([starts, starts + chance.integers(1, 3 * UNIT, (60, 2))], axis=1))


@pytest.mark.parametrize("seed", range(20))
def test_part_of_a_large_map_tells_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes that lie close together, some over the map's edge, are looked up in that part alone."""
    chance = np.random.default_rng(seed)
    stop = crowded(seed)
    corner = chance.integers(-10 * UNIT, 110 * UNIT, 2)
    low = corner + chance.integers(0, 12 * UNIT, (40, 2))
    high = low + chance.integers(0, 3 * UNIT, (40, 2))
    whole = stop.empty_windows(low, high)
    monkeypatch.setattr(module, "_LARGE_MAP", 1000)
    assert np.array_equal(stop.empty_windows(low, high), whole)
    assert stop.empty_windows(low[:0], high[:0]).shape == (0,)


def test_walls_are_sorted_in_once_while_squares_change() -> None:
    battle_map = BattleMap.empty(20, 20).with_changes(
        walls=(Wall(Point(1, 1), Point(4, 5)), Wall(Point(3, 3), Point(3, 3)))
    )
    grid = battle_map.terrain.blocked.copy()
    grid[9, 9] = 1
    dabbed = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))
    one, other = stoppers(battle_map), stoppers(dabbed)
    assert one.walls is other.walls
    assert len(one.walls) == 1
    assert one._index is other._index
    near = (np.array([[2, 2]]) * UNIT, np.array([[3, 3]]) * UNIT)
    assert other.walls_near(*near)[1].tolist() == [0]
    assert not other.without_walls(*near)[0]
