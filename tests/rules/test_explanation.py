"""All that is said of one square."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, Layer, ReachBand, Size, Square
from gridmap.rules.cover import Attack, CoverGrade, cover
from gridmap.rules.explanation import explained
from gridmap.rules.flanking import flanks
from gridmap.rules.reach import threatened
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.ways import Ways
from tests.reference.encounters import encounters

PATHFINDER = shipped_ruleset("pathfinder-1e")


def fight() -> BattleMap:
    grid = np.zeros((10, 16), np.uint8)
    grid[4, 10] = 1
    battle_map = BattleMap.empty(16, 10).with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(6, 4), "foes", name="Ogre"),
            Creature("ash", Size.MEDIUM, Square(5, 4), "party", name="Ash", speed={"walk": 30}),
            Creature("bo", Size.MEDIUM, Square(8, 5), "party", name="Bo", speed={"walk": 30}),
        )
    )
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))


def test_a_free_square() -> None:
    battle_map = fight()
    ways = Ways(battle_map, battle_map.creature("ash"), PATHFINDER)
    found = explained(battle_map, PATHFINDER, Square(5, 6), ways)
    assert found.occupant is None
    assert found.way is not None
    assert found.way.spent == 10
    assert [strike.enemy for strike in found.way.strikes] == ["ogre"]
    assert [threat.creature for threat in found.threats] == ["ogre"]
    assert str(found.distance).startswith("10 ft")
    assert found.attack is Attack.RANGED
    assert found.cover is not None
    assert found.cover.grade is CoverGrade.NONE
    assert found.flanks == ()


def test_who_stands_there_and_why_nobody_else_can() -> None:
    battle_map = fight()
    ways = Ways(battle_map, battle_map.creature("ash"), PATHFINDER)
    found = explained(battle_map, PATHFINDER, Square(7, 5), ways)
    assert found.occupant == "ogre"
    assert found.way is None
    assert "occupied by an opponent" in str(found.why_not)
    assert found.flanks
    assert {flank.target for flank in found.flanks} == {"ogre"}
    own = explained(battle_map, PATHFINDER, Square(5, 4), ways)
    assert own.cover is None
    assert own.way is not None
    assert own.way.spent == 0
    assert {flank.attacker for flank in own.flanks} == {"ash"}


def test_cover_behind_a_pillar_and_melee_within_reach() -> None:
    battle_map = fight()
    ways = Ways(battle_map, battle_map.creature("bo"), PATHFINDER)
    behind = explained(battle_map, PATHFINDER, Square(12, 3), ways)
    assert behind.cover is not None
    assert behind.cover.grade in (CoverGrade.COVER, CoverGrade.TOTAL)
    beside = explained(battle_map, PATHFINDER, Square(9, 5), ways)
    assert beside.attack is Attack.MELEE


def test_without_anyone_asking_everybody_threatens() -> None:
    battle_map = fight()
    found = explained(battle_map, PATHFINDER, Square(5, 5))
    assert {threat.creature for threat in found.threats} == {"ogre", "ash"}
    assert (found.way, found.why_not, found.cover, found.distance) == (None, None, None, None)


def test_a_long_reach_of_ten_feet_takes_in_its_second_diagonal() -> None:
    creature = Creature("pike", Size.MEDIUM, Square(5, 5), "foes", reach=ReachBand(5, 10))
    battle_map = BattleMap.empty(12, 12).with_changes(creatures=(creature,))
    assert [threat.creature for threat in explained(battle_map, PATHFINDER, Square(7, 7)).threats] == ["pike"]


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "epic-path", "dnd-3.5"])
@settings(max_examples=25)
@given(st.data())
def test_it_says_what_each_rule_says(ruleset: str, data: st.DataObject) -> None:
    rules = shipped_ruleset(ruleset)
    battle_map = read_map(data.draw(encounters(ruleset, creatures=4)))
    creature = replace(battle_map.creatures[0], speed={"walk": 30})
    battle_map = battle_map.with_changes(creatures=(creature, *battle_map.creatures[1:]))
    x = data.draw(st.integers(0, battle_map.width - 1))
    y = data.draw(st.integers(0, battle_map.height - 1))
    found = explained(battle_map, rules, Square(x, y), Ways(battle_map, creature, rules))
    foes = [one for one in battle_map.creatures if not one.is_ally_of(creature)]
    assert [threat.creature for threat in found.threats] == [
        one.id for one in foes if threatened(battle_map, one, rules)[y, x]
    ]
    assert all(str(threat.reason).startswith("Threatened by") for threat in found.threats)
    if found.cover is not None:
        target = next((one for one in battle_map.creatures if one.id == found.occupant), None)
        target = target or Creature("", Size.MEDIUM, Square(x, y))
        assert found.cover.grade is cover(battle_map, creature, target, rules, found.attack).grade
    assert all(flank in flanks(battle_map, rules) for flank in found.flanks)
    assert (found.way is None) == (found.why_not is not None)
