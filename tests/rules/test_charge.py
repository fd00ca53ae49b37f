"""Charges of creatures that move at half speed (rules 3.2, 3.12)."""

from __future__ import annotations

import pytest

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature, Size
from gridmap.model.square import Square
from gridmap.rules.charge import Charge, charge
from gridmap.rules.ruleset import shipped_ruleset


def _charge(ruleset: str, apart: int, *conditions: str) -> Charge:
    """A charge at speed 30 along a corridor to a target so many squares away."""
    charger = Creature("a", Size.MEDIUM, Square(0, 0), team="party", conditions=conditions)
    target = Creature("b", Size.MEDIUM, Square(apart, 0), team="foes")
    battle_map = BattleMap.empty(20, 1).with_changes(creatures=(charger, target))
    return charge(battle_map, charger, target, shipped_ruleset(ruleset), speed=30)


@pytest.mark.parametrize(
    ("ruleset", "conditions", "farthest"),
    [
        ("pathfinder-1e", (), 60),
        ("pathfinder-1e", ("entangled",), 30),
        ("pathfinder-1e", ("entangled", "exhausted"), 15),
        ("epic-path", (), 30),
        ("epic-path", ("disabled",), 15),
    ],
)
def test_a_charge_goes_as_far_as_halved_speed(
    ruleset: str, conditions: tuple[str, ...], farthest: int
) -> None:
    squares = farthest // 5
    assert _charge(ruleset, squares + 1, *conditions).is_legal
    assert not _charge(ruleset, squares + 2, *conditions).is_legal


def test_nobody_charges_at_half_speed_where_that_hampers() -> None:
    assert _charge("dnd-3.5", 4).is_legal
    slowed = _charge("dnd-3.5", 4, "blinded")
    assert not slowed.is_legal
    assert str(slowed.reason) == "No charge: blinded, it moves at half speed (rules 3.12)"
