"""Threatened squares (rules 4.1, 4.2) against the slow reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import Creature, ReachBand, Size, Square
from gridmap.model.battlemap import BattleMap
from gridmap.rules.reach import threat_reason, threatened, threatened_by_each, threats
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference import threat as reference
from tests.reference.board import opponents, read_board
from tests.reference.encounters import RULESETS, encounters
from tests.rules.symmetry import SYMMETRIES, Symmetry


@st.composite
def in_the_air(draw: st.DrawFn, ruleset: str, creatures: int = 4) -> dict[str, Any]:
    """Encounters with some creatures above the ground."""
    raw = draw(encounters(ruleset, creatures=creatures))
    for creature in raw["creatures"]:
        if creature["size"] == "titanic" and ruleset != "epic-path":
            # Only epic-path's table has a reach for it.
            creature["reach"] = draw(st.sampled_from([5, 15]))
        creature["altitude"] = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    return raw


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_as_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(in_the_air(ruleset))
    battle_map, board = read_map(raw), read_board(ruleset, raw)
    masks = threatened_by_each(battle_map, battle_map.creatures, shipped_ruleset(ruleset))
    for creature, mask in zip(battle_map.creatures, masks, strict=True):
        found = {(int(x), int(y)) for y, x in np.argwhere(mask)}
        assert found == reference.threatened(board, board.creatures[creature.id])
        assert (threatened(battle_map, creature, shipped_ruleset(ruleset)) == mask).all()


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_who_threatens_whom_as_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(in_the_air(ruleset))
    battle_map, board = read_map(raw), read_board(ruleset, raw)
    found = threats(battle_map, shipped_ruleset(ruleset))
    for row, attacker in zip(found, board.creatures.values(), strict=True):
        for threat, target in zip(row, board.creatures.values(), strict=True):
            expected = opponents(attacker, target) and reference.threatens(board, attacker, target)
            assert bool(threat) == expected


@settings(max_examples=40)
@given(st.data())
def test_the_reason_says_what_the_mask_says(data: st.DataObject) -> None:
    raw = data.draw(encounters("pathfinder-1e", most_side=6, creatures=2))
    battle_map, ruleset = read_map(raw), shipped_ruleset("pathfinder-1e")
    creature = battle_map.creatures[0]
    mask = threatened(battle_map, creature, ruleset)
    for y in range(battle_map.height):
        for x in range(battle_map.width):
            reason = threat_reason(battle_map, creature, ruleset, Square(x, y))
            assert str(reason).startswith("Threatened") == mask[y, x]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=10)
@given(st.data())
def test_a_turned_map_has_turned_reach(symmetry: Symmetry, data: st.DataObject) -> None:
    raw = data.draw(encounters("dnd-3.5", creatures=2))
    ruleset = shipped_ruleset("dnd-3.5")
    plain, turned = read_map(raw), read_map(symmetry.map_object(raw, "dnd-3.5"))
    expected = symmetry.mask(threatened(plain, plain.creatures[0], ruleset))
    assert threatened(turned, turned.creatures[0], ruleset).tolist() == expected.tolist()


def test_a_map_without_creatures() -> None:
    empty = BattleMap.empty(3, 3)
    assert threats(empty, shipped_ruleset("pathfinder-1e")).shape == (0, 0)
    assert threatened_by_each(empty, (), shipped_ruleset("pathfinder-1e")) == ()


def test_a_reach_larger_than_the_map() -> None:
    giant = Creature("a", Size.MEDIUM, Square(0, 0), reach=ReachBand(0, 10**6))
    battle_map = BattleMap.empty(4, 3).with_changes(creatures=(giant,))
    assert threatened(battle_map, giant, shipped_ruleset("epic-path")).all()


@pytest.mark.parametrize(
    ("ruleset", "reach", "count"), [("pathfinder-1e", 10, 25), ("epic-path", 10, 25), ("dnd-3.5", 15, 37)]
)
def test_counted_squares_on_open_ground(ruleset: str, reach: int, count: int) -> None:
    creature = Creature("a", Size.MEDIUM, Square(6, 6), reach=ReachBand(0, reach))
    mask = threatened(BattleMap.empty(13, 13), creature, shipped_ruleset(ruleset))
    assert mask.sum() == count
