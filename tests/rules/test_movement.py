"""Movement in one turn (rules 3, 10), against the plain search of the reference."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, Blocked, Creature, Layer, Size, Square
from gridmap.rules import movement
from gridmap.rules.metric import box_distances, square_box
from gridmap.rules.movement import CostField, Pace, cost_field, cost_field_in_slices
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.sweep import finished
from tests.reference import movement as reference
from tests.rules.movement_maps import RULESETS, as_map, map_objects

BUDGETS = st.sampled_from((0, 3, 5, 10, 15, 20, 30, 60, 90))
PACES = st.sampled_from(tuple(Pace))


def answer(field: CostField) -> dict[str, Any]:
    stops = [[int(x), int(y), int(field.feet[y, x])] for y, x in np.argwhere(field.stops)]
    squeezed = [[int(x), int(y)] for y, x in np.argwhere(field.stops & field.squeezed)]
    return {"stops": stops, "squeezed": squeezed}


def budget_of(ruleset: str, feet: int) -> int:
    return feet // 10 if ruleset == "soulweaver" else feet


@pytest.mark.parametrize("ruleset", RULESETS)
@given(raw=map_objects(), feet=BUDGETS, squeeze=st.booleans(), pace=PACES)
def test_as_the_reference(ruleset: str, raw: dict[str, Any], feet: int, squeeze: bool, pace: Pace) -> None:
    budget = budget_of(ruleset, feet)
    if ruleset != "soulweaver":
        pace = Pace.ADVANCE
    ask = {"creature": "a", "budget": budget, "squeeze": squeeze, "pace": pace.value}
    battle_map = as_map(raw)
    field = cost_field(
        battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget, squeeze=squeeze, pace=pace
    )
    assert answer(field) == reference.movement(ruleset, raw, ask)


def field_of(
    raw: dict[str, Any], ruleset: str = "pathfinder-1e", budget: int | None = 60, **options: Any
) -> CostField:
    battle_map = as_map(raw)
    return cost_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget, **options)


@settings(max_examples=40)
@given(raw=map_objects(), budget=st.sampled_from((10, 30, 60)))
def test_without_a_budget_costs_are_the_same(raw: dict[str, Any], budget: int) -> None:
    whole, part = field_of(raw, budget=None), field_of(raw, budget=budget)
    assert np.array_equal(np.where(whole.feet > budget, -1, whole.feet), part.feet)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(raw=map_objects(), less=BUDGETS, more=BUDGETS, pace=PACES)
def test_a_greater_budget_loses_no_stop(
    ruleset: str, raw: dict[str, Any], less: int, more: int, pace: Pace
) -> None:
    less, more = (budget_of(ruleset, feet) for feet in sorted((less, more)))
    fields = [field_of(raw, ruleset, budget, pace=pace) for budget in (less, more)]
    assert not (fields[0].stops & ~fields[1].stops).any()
    reached = fields[0].feet >= 0
    assert np.array_equal(fields[0].feet[reached], fields[1].feet[reached])


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(raw=map_objects(), data=st.data())
def test_another_blocked_square_makes_nothing_cheaper(
    ruleset: str, raw: dict[str, Any], data: st.DataObject
) -> None:
    battle_map = as_map(raw)
    creature, rules = battle_map.creature("a"), shipped_ruleset(ruleset)
    x = data.draw(st.integers(0, battle_map.width - 1))
    y = data.draw(st.integers(0, battle_map.height - 1))
    side = rules.size(creature.size).side
    # Under the creature it would free it of the squares that it then no longer occupies.
    assume(not (0 <= x - creature.at.x < side and 0 <= y - creature.at.y < side))
    # A squeezed creature occupies less, and may fit beside another creature, a bad square or a wall's end
    # where its whole space did not: only creatures that cannot squeeze lose by every blocked square.
    blocked = battle_map.terrain.blocked.copy()
    blocked[y, x] = data.draw(st.sampled_from((Blocked.FILLS, Blocked.ROUNDED)))
    worse_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, blocked))
    assume(battle_map.terrain.blocked[y, x] == Blocked.FREE)
    before = cost_field(battle_map, creature, rules, None, squeeze=False)
    after = cost_field(worse_map, creature, rules, None, squeeze=False)
    reached = after.feet >= 0
    assert (before.feet[reached] >= 0).all()
    assert (after.feet[reached] >= before.feet[reached]).all()


def turned(raw: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """The map turned a quarter to the right."""
    width, height = raw["width"], raw["height"]
    sizes = shipped_ruleset(ruleset)

    def creature(one: dict[str, Any]) -> dict[str, Any]:
        side = sizes.size(Size(one["size"])).side
        x, y = one["at"]
        return {**one, "at": [height - y - side, x]}

    def wall(one: dict[str, Any]) -> dict[str, Any]:
        ends = {key: [float(height - Fraction(str(one[key][1]))), one[key][0]] for key in ("from", "to")}
        return {**one, **ends}

    rows = {
        name: ["".join(layer[height - 1 - x][y] for x in range(height)) for y in range(width)]
        for name, layer in raw["terrain"].items()
    }
    return {
        **raw,
        "width": height,
        "height": width,
        "terrain": rows,
        "walls": [wall(one) for one in raw["walls"]],
        "creatures": [creature(one) for one in raw["creatures"]],
    }


def mirrored(raw: dict[str, Any]) -> dict[str, Any]:
    """The map mirrored along its diagonal."""

    def swapped(pair: list[Any]) -> list[Any]:
        return [pair[1], pair[0]]

    rows = {
        name: ["".join(layer[x][y] for x in range(raw["height"])) for y in range(raw["width"])]
        for name, layer in raw["terrain"].items()
    }
    walls = [{**one, "from": swapped(one["from"]), "to": swapped(one["to"])} for one in raw["walls"]]
    creatures = [{**one, "at": swapped(one["at"])} for one in raw["creatures"]]
    size = {"width": raw["height"], "height": raw["width"]}
    return {**raw, **size, "terrain": rows, "walls": walls, "creatures": creatures}


def is_on_the_map(one: dict[str, Any], raw: dict[str, Any], ruleset: str) -> bool:
    side = shipped_ruleset(ruleset).size(Size(one["size"])).side
    return bool(one["at"][0] + side <= raw["width"] and one["at"][1] + side <= raw["height"])


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(raw=map_objects(), feet=BUDGETS, pace=PACES)
def test_a_mirrored_map_has_a_mirrored_field(
    ruleset: str, raw: dict[str, Any], feet: int, pace: Pace
) -> None:
    budget = budget_of(ruleset, feet)
    one, other = (
        field_of(raw, ruleset, budget, pace=pace),
        field_of(mirrored(raw), ruleset, budget, pace=pace),
    )
    assert np.array_equal(one.feet.T, other.feet)
    assert np.array_equal(one.stops.T, other.stops)
    assert np.array_equal(one.squeezed.T, other.squeezed)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(raw=map_objects(), feet=BUDGETS, pace=PACES)
def test_a_turned_map_has_a_turned_field(ruleset: str, raw: dict[str, Any], feet: int, pace: Pace) -> None:
    mover, *others = raw["creatures"]
    assume(is_on_the_map(mover, raw, ruleset))
    others = [one for one in others if is_on_the_map(one, raw, ruleset)]
    # Numbers with many digits do not survive being taken from the height.
    walls = [
        wall for wall in raw["walls"] if all(len(str(n)) < 6 for end in ("from", "to") for n in wall[end])
    ]
    raw = {**raw, "walls": walls, "creatures": [mover, *others]}
    budget = budget_of(ruleset, feet)
    side = shipped_ruleset(ruleset).size(Size(raw["creatures"][0]["size"])).side
    one, other = (
        field_of(one, ruleset, budget, pace=pace).stops[: one["height"] - side + 1, : one["width"] - side + 1]
        for one in (raw, turned(raw, ruleset))
    )
    # The top-left square of a space is its bottom-left one before the turn.
    assert np.array_equal(np.rot90(one, -1), other)


def open_ground(width: int, height: int, mover: Creature, *others: Creature) -> BattleMap:
    return BattleMap.empty(width, height).with_changes(creatures=(mover, *others))


MOVER = Creature("a", Size.MEDIUM, Square(0, 0), team="party")


def stops_on(battle_map: BattleMap, budget: int | None, ruleset: str = "pathfinder-1e") -> set[Square]:
    field = cost_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget)
    return {Square(int(x), int(y)) for y, x in np.argwhere(field.stops)}


@pytest.mark.parametrize("budget", [-5, 0, 4])
def test_a_budget_of_nothing_stays(budget: int) -> None:
    assert stops_on(open_ground(3, 3, MOVER), budget) == {Square(0, 0)}


def test_a_creature_off_the_map_moves_onto_it() -> None:
    mover = replace(MOVER, at=Square(-1, 1))
    assert stops_on(open_ground(2, 3, mover), 5) == {Square(0, 0), Square(0, 1), Square(0, 2)}
    far_off = replace(MOVER, at=Square(-9, 40))
    assert stops_on(open_ground(2, 3, far_off), 500) == set()


def test_what_flies_over_it_is_in_nobodys_way() -> None:
    bird = Creature("b", Size.MEDIUM, Square(1, 0), team="foes", altitude=1)
    assert stops_on(open_ground(3, 1, MOVER, bird), 10) == {Square(0, 0), Square(1, 0), Square(2, 0)}
    grounded = replace(bird, altitude=0)
    assert stops_on(open_ground(3, 1, MOVER, grounded), 10) == {Square(0, 0)}


def test_an_own_position_shared_with_a_foe_still_counts() -> None:
    foe = Creature("b", Size.LARGE, Square(0, 0), team="foes")
    assert stops_on(open_ground(4, 2, MOVER, foe), 10) == {Square(0, 0)}
    beside = replace(foe, at=Square(-1, 0))
    assert Square(1, 0) in stops_on(open_ground(4, 2, MOVER, beside), 10)


def test_slices_give_the_same_field(monkeypatch: pytest.MonkeyPatch) -> None:
    battle_map = open_ground(90, 70, replace(MOVER, at=Square(40, 60)))
    whole = cost_field(battle_map, battle_map.creature("a"), shipped_ruleset("pathfinder-1e"), None)
    monkeypatch.setattr(movement, "_lately", movement._Lately())
    slices = cost_field_in_slices(
        battle_map, battle_map.creature("a"), shipped_ruleset("pathfinder-1e"), None
    )
    for _ in range(5):
        next(slices)
    assert np.array_equal(finished(slices).feet, whole.feet)


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "epic-path"])
def test_open_ground_costs_its_distance(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    # Tall enough that the wave takes in rows in several bands.
    battle_map = open_ground(120, 150, replace(MOVER, at=Square(50, 110)))
    field = cost_field(battle_map, battle_map.creature("a"), rules, None)
    squares = box_distances(square_box(Square(50, 110)), (150, 120), rules.metric)
    assert np.array_equal(field.feet, 5 * squares)


def test_arrays_cannot_be_written_to() -> None:
    field = field_of(
        {
            "format": "gridmap",
            "version": 1,
            "width": 2,
            "height": 2,
            "creatures": [{"id": "a", "size": "medium", "at": [0, 0]}],
        }
    )
    for array in (field.feet, field.stops, field.squeezed):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
