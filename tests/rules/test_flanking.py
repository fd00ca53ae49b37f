"""Flanks (rules 5) against the slow reference."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, Size, Square
from gridmap.rules.flanking import flanks, no_flank_reason
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference import threat as reference
from tests.reference.board import read_board
from tests.reference.encounters import RULESETS, encounters
from tests.rules.symmetry import SYMMETRIES, Symmetry
from tests.rules.test_reach import in_the_air


def _trios(battle_map: BattleMap, ruleset: str) -> list[tuple[str, str, str]]:
    found = flanks(battle_map, shipped_ruleset(ruleset))
    return [(flank.target, flank.attacker, flank.ally) for flank in found]


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60)
@given(st.data())
def test_as_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(in_the_air(ruleset, creatures=7))
    assert _trios(read_map(raw), ruleset) == reference.flanks(read_board(ruleset, raw))


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "dnd-3.5"])
@settings(max_examples=60)
@given(st.data())
def test_allies_flank_together(ruleset: str, data: st.DataObject) -> None:
    """Lines between centres run both ways; only corner lines are the attacker's alone (5.1)."""
    found = set(_trios(read_map(data.draw(encounters(ruleset, creatures=7))), ruleset))
    assert {(target, ally, attacker) for target, attacker, ally in found} == found


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_a_reason_for_every_trio_without_a_flank(ruleset: str, data: st.DataObject) -> None:
    battle_map = read_map(data.draw(in_the_air(ruleset, creatures=5)))
    found = set(_trios(battle_map, ruleset))
    for trio in permutations([creature.id for creature in battle_map.creatures], 3):
        reason = no_flank_reason(battle_map, shipped_ruleset(ruleset), *trio)
        assert (reason is None) == (trio in found)
        assert reason is None or str(reason).startswith("No flank: ")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=15)
@given(st.data())
def test_a_turned_map_has_the_same_flanks(symmetry: Symmetry, data: st.DataObject) -> None:
    raw = data.draw(encounters("epic-path", creatures=6))
    turned = read_map(symmetry.map_object(raw, "epic-path"))
    assert _trios(turned, "epic-path") == _trios(read_map(raw), "epic-path")


def _around(target_size: Size, *attackers: tuple[int, int]) -> BattleMap:
    creatures = [Creature("t", target_size, Square(5, 5), "foes")]
    creatures += [
        Creature("ab"[number], Size.MEDIUM, Square(*at), "party") for number, at in enumerate(attackers)
    ]
    return BattleMap.empty(12, 12).with_changes(creatures=tuple(creatures))


@pytest.mark.parametrize(
    ("ruleset", "attackers", "words"),
    [
        (
            "epic-path",
            ((4, 5), (6, 5)),
            "Flank: the line enters by the west side and leaves by the east side",
        ),
        (
            "pathfinder-1e",
            ((4, 4), (6, 6)),
            "Flank: the line enters by the northwest corner and leaves by the southeast corner",
        ),
    ],
)
def test_the_reason_names_the_borders(
    ruleset: str, attackers: tuple[tuple[int, int], ...], words: str
) -> None:
    first = flanks(_around(Size.MEDIUM, *attackers), shipped_ruleset(ruleset))[0]
    assert str(first.reason).startswith(words)
    assert first.line is not None
    assert first.line[0] == Square(*attackers[0]).centre
    assert first.line[1] == Square(*attackers[1]).centre


@pytest.mark.parametrize(
    ("ruleset", "attackers", "words"),
    [
        ("epic-path", ((4, 5), (5, 6)), "only touches the southwest corner"),
        ("epic-path", ((4, 5), (6, 6)), "leaves by an adjacent one"),
        ("epic-path", ((4, 4), (5, 4)), "no line between the two crosses"),
        ("epic-path", ((4, 5), (8, 5)), "b does not threaten t"),
    ],
)
def test_the_reason_against_a_flank(ruleset: str, attackers: tuple[tuple[int, int], ...], words: str) -> None:
    reason = no_flank_reason(_around(Size.MEDIUM, *attackers), shipped_ruleset(ruleset), "t", "a", "b")
    assert words in str(reason)


def test_an_internal_flank_has_no_line() -> None:
    creatures = (
        Creature("t", Size.HUGE, Square(2, 2), "foes"),
        Creature("a", Size.MEDIUM, Square(3, 3), "party"),
        Creature("b", Size.MEDIUM, Square(5, 2), "party"),
    )
    found = flanks(BattleMap.empty(8, 8).with_changes(creatures=creatures), shipped_ruleset("epic-path"))
    assert [flank.line for flank in found] == [None, None]
    assert {flank.reason.rule for flank in found} == {"5.4"}
