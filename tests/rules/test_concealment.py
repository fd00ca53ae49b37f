"""Concealment is counted like cover, over concealing squares (rules 6.5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, Layer, Size, Square
from gridmap.rules.cover import Attack, CoverGrade, concealment, cover
from gridmap.rules.cover_map import concealment_field
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference.encounters import encounters

RULESET = shipped_ruleset("pathfinder-1e")


def _pair(width: int, height: int, one: Square, other: Square) -> tuple[BattleMap, Creature, Creature]:
    archer = Creature("archer", Size.MEDIUM, one, "party")
    orc = Creature("orc", Size.MEDIUM, other, "foes")
    return BattleMap.empty(width, height).with_changes(creatures=(archer, orc)), archer, orc


@pytest.mark.parametrize(
    ("fog", "percent", "clear"),
    [
        ((), 0, 4),
        (((4, 2),), 20, 2),
        (((2, 0), (2, 1), (2, 2)), 50, 0),
    ],
)
def test_lines_through_fog(fog: tuple[tuple[int, int], ...], percent: int, clear: int) -> None:
    battle_map, archer, orc = _pair(6, 3, Square(0, 1), Square(5, 2))
    concealing = np.zeros((3, 6), np.bool_)
    for x, y in fog:
        concealing[y, x] = True
    found = concealment(battle_map, archer, orc, RULESET, Attack.RANGED, concealing)
    assert found.percent == percent
    assert found.clear_lines == clear
    assert "rules 6.5" in str(found.reason)


@settings(max_examples=80)
@given(encounters("pathfinder-1e", most_side=8, creatures=2), st.sampled_from(list(Attack)))
def test_it_is_what_blocked_squares_would_cover(raw: dict[str, Any], attack: Attack) -> None:
    """Among blocked squares only, cover and concealment by the same squares are of one grade."""
    raw["walls"] = []
    battle_map = read_map(raw)
    attacker, target = battle_map.creatures[:2]
    blocked = battle_map.terrain.blocked != 0
    alone = battle_map.with_changes(creatures=(attacker, target))
    found = concealment(alone, attacker, target, RULESET, attack, blocked)
    open_ground = alone.with_changes(
        terrain=alone.terrain.with_layer(Layer.BLOCKED, np.zeros(blocked.shape, np.uint8))
    )
    same = concealment(open_ground, attacker, target, RULESET, attack, blocked)
    assert found == same
    grade = cover(alone, attacker, target, RULESET, attack).grade
    assert found.percent == {CoverGrade.NONE: 0, CoverGrade.COVER: 20, CoverGrade.TOTAL: 50}[grade]


@settings(max_examples=25)
@given(encounters("pathfinder-1e", most_side=6, creatures=2), st.sampled_from(list(Attack)))
def test_the_map_of_concealment_is_that_of_each_square(raw: dict[str, Any], attack: Attack) -> None:
    battle_map = read_map(raw)
    attacker = battle_map.creatures[0]
    fog = battle_map.terrain.difficult != 0
    field = concealment_field(battle_map, attacker, RULESET, fog, attack)
    for y in range(battle_map.height):
        for x in range(battle_map.width):
            target = Creature("target", Size.MEDIUM, Square(x, y))
            assert field[y, x] == concealment(battle_map, attacker, target, RULESET, attack, fog).percent
