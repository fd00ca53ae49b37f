"""Movement over several rounds (rules 3.6, 3.9), against the plain search of the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap, Blocked, Creature, Layer, Size, Square
from gridmap.rules.movement import RoundsField, rounds_field
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference import movement as reference
from tests.rules.movement_maps import RULESETS, as_map, map_objects


def stops(field: RoundsField) -> list[list[int]]:
    return [
        [int(x), int(y), int(field.round[y, x]), int(field.feet[y, x])]
        for y, x in np.argwhere(field.round >= 0)
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
@given(raw=map_objects(most=7), speed=st.sampled_from((0, 2, 5, 7, 10, 15, 30)), rounds=st.integers(0, 4))
def test_as_the_reference(ruleset: str, raw: dict[str, Any], speed: int, rounds: int) -> None:
    if ruleset == "soulweaver":
        speed = speed // 5
    battle_map = as_map(raw)
    field = rounds_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), speed, rounds)
    ask = {"creature": "a", "speed": speed, "rounds": rounds}
    assert stops(field) == reference.rounds(ruleset, raw, ask)["stops"]


def corridor(length: int) -> BattleMap:
    battle_map = BattleMap.empty(length, 1)
    return battle_map.with_changes(creatures=(Creature("a", Size.MEDIUM, Square(0, 0)),))


def rounds_along(battle_map: BattleMap, speed: int, rounds: int) -> tuple[list[int], list[int]]:
    field = rounds_field(
        battle_map, battle_map.creature("a"), shipped_ruleset("pathfinder-1e"), speed, rounds
    )
    return field.round[0].tolist(), field.feet[0].tolist()


def test_an_impeded_square_takes_a_whole_round_of_its_own() -> None:
    battle_map = corridor(6)
    impeded = np.zeros((1, 6), np.uint8)
    impeded[0, 2] = 1
    battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.IMPEDED, impeded))
    assert rounds_along(battle_map, 30, 3) == ([0, 1, 2, 3, 3, 3], [0, 5, 60, 5, 10, 15])


def test_every_creature_makes_five_feet_a_round() -> None:
    battle_map = corridor(4)
    difficult = np.full((1, 4), 8, np.uint8)
    battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, difficult))
    assert rounds_along(battle_map, 10, 9) == ([0, 1, 2, 3], [0, 20, 20, 20])


def test_diagonals_count_anew_each_round() -> None:
    battle_map = BattleMap.empty(5, 5)
    pillars = np.where(np.eye(5), Blocked.FREE, Blocked.ROUNDED)
    battle_map = battle_map.with_changes(
        creatures=(Creature("a", Size.MEDIUM, Square(0, 0)),),
        terrain=battle_map.terrain.with_layer(Layer.BLOCKED, pillars),
    )
    field = rounds_field(
        battle_map, battle_map.creature("a"), shipped_ruleset("pathfinder-1e"), speed=5, rounds=4
    )
    # The second diagonal of a round would make 15 ft of 10.
    assert [int(field.round[n, n]) for n in range(5)] == [0, 1, 2, 3, 4]
    assert [int(field.feet[n, n]) for n in range(5)] == [0, 5, 5, 5, 5]


def test_it_cannot_rest_on_an_ally_that_it_passes_through() -> None:
    battle_map = corridor(5)
    ally = Creature("b", Size.MEDIUM, Square(2, 0))
    battle_map = battle_map.with_changes(creatures=(*battle_map.creatures, ally))
    assert rounds_along(battle_map, 5, 3) == ([0, 1, -1, 2, 3], [0, 5, -1, 10, 5])
