"""What a creature can see, as an overlay."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.model import BattleMap, Creature, Layer, Size, Square
from gridmap.overlays.overlay import Role, Shape
from gridmap.overlays.registry import build
from gridmap.rules.ruleset import shipped_ruleset


def _area(ring: np.ndarray) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2


def test_sight_is_a_shape_with_its_area_told() -> None:
    grid = np.zeros((1, 6), np.uint8)
    grid[0, 3] = 1
    start = BattleMap.empty(6, 1)
    elf = Creature("elf", Size.MEDIUM, Square(0, 0), name="Elf")
    battle_map = start.with_changes(terrain=start.terrain.with_layer(Layer.BLOCKED, grid), creatures=(elf,))
    overlay = build("sight:elf", battle_map, shipped_ruleset("pathfinder-1e"))
    (shape,) = overlay.marks
    assert isinstance(shape, Shape)
    assert shape.role is Role.SIGHT
    assert sum(_area(ring) for ring in shape.rings) == pytest.approx(3)
    assert "Elf: 3 of 6" in str(overlay.legend[0])


def test_who_stands_in_stone_sees_nothing() -> None:
    start = BattleMap.empty(2, 1)
    elf = Creature("elf", Size.MEDIUM, Square(0, 0))
    battle_map = start.with_changes(
        terrain=start.terrain.with_layer(Layer.BLOCKED, np.ones((1, 2), np.uint8)), creatures=(elf,)
    )
    (shape,) = build("sight:elf", battle_map, shipped_ruleset("epic-path")).marks
    assert isinstance(shape, Shape)
    assert shape.rings == ()
