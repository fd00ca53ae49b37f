"""Cover, reach and flanks of a whole map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, cycle

import numpy as np
import pytest

from gridmap.model import BattleMap, Layer, Square
from gridmap.rules.cover import Attack
from gridmap.rules.cover_map import cover_field
from gridmap.rules.flanking import flanks
from gridmap.rules.reach import threatened_by_each
from tests.benchmarks.conftest import InTurn
from tests.benchmarks.maps import PATHFINDER, battles, edited, maps


def everyone(battle_map: BattleMap) -> None:
    threatened_by_each(battle_map, battle_map.creatures, PATHFINDER)
    flanks(battle_map, PATHFINDER)


def strangers(battle_map: BattleMap) -> BattleMap:
    """The same map with creatures of whom nothing is known."""
    return battle_map.with_changes(creatures=tuple(replace(creature) for creature in battle_map.creatures))


def moved() -> Iterator[BattleMap]:
    """Fights whose ground is known and whose creatures are not."""
    yield from map(strangers, cycle(battles()))


def dabbed() -> Iterator[BattleMap]:
    """A fight, dab upon dab of blocked squares in its midst."""
    chance = np.random.default_rng(1)
    battle_map = battles()[0]
    while True:
        grid = battle_map.terrain.blocked.copy()
        x, y = chance.integers(90, 110, 2).tolist()
        grid[y, x] = 1 - min(1, grid[y, x])
        battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))
        yield battle_map


def dragged() -> Iterator[BattleMap]:
    """A fight through which one creature is dragged."""
    *others, last = battles()[0].creatures
    for step in count():
        hand = replace(last, at=Square(88 + step % 24, 88 + step // 24 % 24))
        yield battles()[0].with_changes(creatures=(*others, hand))


@pytest.mark.parametrize("attack", Attack)
def test_cover_of_every_square(in_turn: InTurn, attack: Attack) -> None:
    """From one square to all of 200 × 200; the map was looked at before."""
    in_turn(lambda one: cover_field(one, one.creature("a"), PATHFINDER, attack), cycle(maps(200)), rounds=60)


def test_cover_of_every_square_after_an_edit(in_turn: InTurn) -> None:
    in_turn(
        lambda one: cover_field(one, one.creature("a"), PATHFINDER), map(edited, cycle(maps(200))), rounds=30
    )


def test_cover_of_every_square_among_a_hundred(in_turn: InTurn) -> None:
    in_turn(lambda one: cover_field(one, one.creatures[0], PATHFINDER), moved(), rounds=30)


def test_reach_and_flanks_of_a_hundred(in_turn: InTurn) -> None:
    in_turn(everyone, moved(), rounds=60)


def test_reach_and_flanks_of_a_hundred_after_an_edit(in_turn: InTurn) -> None:
    in_turn(everyone, map(strangers, map(edited, cycle(battles()))), rounds=60)


def test_reach_and_flanks_of_a_hundred_after_a_dab(in_turn: InTurn) -> None:
    in_turn(everyone, dabbed(), rounds=60)


def test_reach_and_flanks_of_a_hundred_when_one_is_dragged(in_turn: InTurn) -> None:
    in_turn(everyone, dragged(), rounds=60)


def test_there_is_something_to_find() -> None:
    """The fights are fights: most threaten somebody, and flanks are many. Not a benchmark."""
    for battle_map in battles(2):
        assert len(battle_map.creatures) == 100
        assert len(flanks(battle_map, PATHFINDER)) > 30
        assert all(mask.any() for mask in threatened_by_each(battle_map, battle_map.creatures, PATHFINDER))
        assert 0.15 < np.count_nonzero(battle_map.terrain.blocked) / 200**2 < 0.25
        assert 0.2 < np.count_nonzero(battle_map.terrain.difficult) / 200**2 < 0.3
