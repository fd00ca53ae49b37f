"""Line of effect from one square to everywhere, by what stands on the map."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import numpy as np
import pytest

from gridmap.model import BattleMap, Blocked, Layer, Point, Square, Wall
from gridmap.rules.fan import seen_from_squares
from gridmap.rules.stoppers import stoppers
from tests.benchmarks.conftest import InTurn

SIDE = 200
MIDDLE = Square(SIDE // 2, SIDE // 2)


@cache
def maps(share: float, walls: int, count: int = 6) -> tuple[BattleMap, ...]:
    """Maps with a share of blocked squares and so many walls of up to 5 squares at any angle."""
    return tuple(_random_map(share, walls, seed) for seed in range(count))


def _random_map(share: float, walls: int, seed: int) -> BattleMap:
    chance = np.random.default_rng(seed)
    blocked = np.where(chance.random((SIDE, SIDE)) < share, Blocked.FILLS, Blocked.FREE)
    blocked[MIDDLE.y, MIDDLE.x] = Blocked.FREE
    battle_map = BattleMap.empty(SIDE, SIDE)
    starts, turns = chance.random((walls, 2)) * SIDE, chance.random(walls) * 2 * np.pi
    ends = starts + np.stack([np.cos(turns), np.sin(turns)], axis=1) * (1 + 4 * chance.random((walls, 1)))
    return battle_map.with_changes(
        terrain=battle_map.terrain.with_layer(Layer.BLOCKED, blocked),
        walls=tuple(Wall(Point(*one), Point(*other)) for one, other in zip(starts, ends, strict=True)),
    )


@pytest.mark.parametrize(
    ("share", "walls"),
    [(0, 0), (0.01, 0), (0.05, 0), (0.2, 0), (0, 2000), (0.2, 2000)],
    ids=["open", "1 %", "5 %", "20 %", "2000 walls", "20 % and 2000 walls"],
)
def test_line_of_effect_to_every_square(in_turn: InTurn, share: float, walls: int) -> None:
    in_turn(lambda one: seen_from_squares(stoppers(one), (MIDDLE,)), cycle(maps(share, walls)), rounds=30)
