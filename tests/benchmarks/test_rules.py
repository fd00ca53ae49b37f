"""Cover, reach and flanks of a whole map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import numpy as np
import pytest

from gridmap.model import BattleMap
from gridmap.rules.cover import Attack
from gridmap.rules.cover_map import cover_field
from gridmap.rules.flanking import flanks
from gridmap.rules.reach import threatened_by_each
from tests.benchmarks.conftest import InTurn
from tests.benchmarks.maps import PATHFINDER, battles, edited, maps


def everyone(battle_map: BattleMap) -> None:
    threatened_by_each(battle_map, battle_map.creatures, PATHFINDER)
    flanks(battle_map, PATHFINDER)


def moved() -> Iterator[BattleMap]:
    """Fights whose ground is known and whose creatures are not."""
    for battle_map in cycle(battles()):
        yield battle_map.with_changes(creatures=(*battle_map.creatures,))


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
    in_turn(everyone, map(edited, cycle(battles())), rounds=60)


def test_there_is_something_to_find() -> None:
    """The fights are fights: most threaten somebody, and flanks are many. Not a benchmark."""
    for battle_map in battles(2):
        assert len(battle_map.creatures) == 100
        assert len(flanks(battle_map, PATHFINDER)) > 30
        assert all(mask.any() for mask in threatened_by_each(battle_map, battle_map.creatures, PATHFINDER))
        assert 0.15 < np.count_nonzero(battle_map.terrain.blocked) / 200**2 < 0.25
        assert 0.2 < np.count_nonzero(battle_map.terrain.difficult) / 200**2 < 0.3
