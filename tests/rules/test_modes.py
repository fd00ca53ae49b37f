"""Combined modes of movement (rules 3.10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, Layer, Size, Square
from gridmap.rules.modes import Mode, ModesError, modes_field, own_modes
from gridmap.rules.movement import cost_field
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference.encounters import encounters, rows
from tests.reference.modes import modes as reference

EPIC_PATH, PATHFINDER = shipped_ruleset("epic-path"), shipped_ruleset("pathfinder-1e")
FEET_RULESETS = ("pathfinder-1e", "dnd-3.5", "epic-path")


def shore(row: str, **creature: Any) -> tuple[BattleMap, Creature]:
    """One row of ground with a creature at its left end."""
    value = {
        "width": len(row),
        "height": 1,
        "terrain": {"ground": [row]},
        "creatures": [{"id": "a", "size": "medium", "at": [0, 0], **creature}],
    }
    battle_map = read_map(value)
    return battle_map, battle_map.creature("a")


def test_thirty_feet_to_the_shore_then_ninety_of_lake() -> None:
    battle_map, otter = shore("." * 7 + "w" * 25)
    field = modes_field(battle_map, otter, EPIC_PATH, {Mode.WALK: 30, Mode.SWIM: 120})
    assert field.feet[0].max() == 120
    assert field.stops[0].tolist() == [True] * 25 + [False] * 7
    assert not field.by_skill.any()
    assert str(field.reason(Square(24, 0))) == "120 ft: walk 30, swim 90 (rules 3.10)"
    assert field.cost_along(Square(7, 0)) == (0, 5, 10, 15, 20, 25, 30, 35)


def test_land_beyond_the_lake_is_closed_once_walking_is_spent() -> None:
    battle_map, otter = shore("...www....")
    field = modes_field(battle_map, otter, EPIC_PATH, {Mode.WALK: 30, Mode.SWIM: 120})
    assert field.feet[0].tolist() == [0, 5, 10, 15, 20, 25, 30, -1, -1, -1]


def test_swimming_without_the_speed_is_slow_and_marked() -> None:
    battle_map, ranger = shore("..www.")
    field = modes_field(battle_map, ranger, EPIC_PATH, {Mode.WALK: 60})
    assert field.feet[0].tolist() == [0, 5, 25, 45, -1, -1]
    assert field.by_skill[0].tolist() == [False, False, True, True, False, False]
    assert str(field.reason(Square(2, 0))) == "25 ft: walk 5, swim at a quarter speed 20 (rules 3.10)"


def test_wings_first_then_a_slow_swim() -> None:
    battle_map, mephit = shore(".www")
    field = modes_field(battle_map, mephit, EPIC_PATH, {Mode.WALK: 30, Mode.FLY: 10})
    assert field.feet[0].tolist() == [0, 5, 10, 30]
    assert field.by_skill[0].tolist() == [False, False, False, True]


@pytest.mark.parametrize(
    ("row", "modes", "reached"),
    [
        (".aa.", {Mode.WALK: 30}, 1),
        (".aa.", {Mode.WALK: 30, Mode.FLY: 10}, 4),
        (".ee.", {Mode.WALK: 30, Mode.FLY: 60}, 1),
        (".ee.", {Mode.WALK: 30, Mode.BURROW: 10}, 4),
        (".cc.", {Mode.WALK: 30, Mode.CLIMB: 10}, 4),
        ("ww..", {Mode.SWIM: 60}, 2),
    ],
)
def test_each_kind_of_ground_has_its_modes(row: str, modes: dict[Mode, int], reached: int) -> None:
    battle_map, creature = shore(row)
    assert int(modes_field(battle_map, creature, EPIC_PATH, modes).stops.sum()) == reached


def test_own_speeds_go_with_the_budget() -> None:
    otter = Creature("a", Size.MEDIUM, Square(0, 0), speed={"walk": 30, "swim": 20, "glide": 9})
    assert own_modes(otter, 60) == {Mode.WALK: 60, Mode.SWIM: 40}
    shark = Creature("a", Size.MEDIUM, Square(0, 0), speed={"swim": 60, "climb": 0})
    assert own_modes(shark, 60) == {Mode.SWIM: 60}
    assert own_modes(Creature("a", Size.MEDIUM, Square(0, 0)), 60) == {}


def test_movement_points_know_no_feet_by_mode() -> None:
    battle_map, creature = shore("...")
    with pytest.raises(ModesError, match=r"modes: Soulweaver counts Movement"):
        modes_field(battle_map, creature, shipped_ruleset("soulweaver"), {Mode.WALK: 6})


@st.composite
def grounds(draw: st.DrawFn, ruleset: str) -> dict[str, Any]:
    """An encounter with kinds of ground."""
    raw = draw(encounters(ruleset))
    squares = raw["width"] * raw["height"]
    raw["terrain"]["ground"] = draw(rows(raw["width"], raw["height"], "wwwace", squares // 2))
    return raw


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=60)
@given(st.data())
def test_modes_are_as_in_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    speeds = data.draw(
        st.dictionaries(st.sampled_from(tuple(Mode)), st.integers(0, 12).map(lambda n: 5 * n), min_size=1)
    )
    ask = {"creature": "a", "modes": {str(mode): feet for mode, feet in speeds.items()}}
    battle_map = read_map(raw)
    field = modes_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), speeds)
    found = {
        "stops": [[x, y, int(field.feet[y, x])] for y, x in np.argwhere(field.stops).tolist()],
        "squeezed": [[x, y] for y, x in np.argwhere(field.squeezed & field.stops).tolist()],
    }
    assert found == reference(ruleset, raw, ask)
    for x, y, feet in found["stops"]:
        path = field.path(Square(x, y))
        assert (path[0], path[-1]) == (battle_map.creature("a").at, Square(x, y))
        assert field.cost_along(Square(x, y))[-1] == feet


@settings(max_examples=40)
@given(st.data())
def test_walking_alone_on_plain_ground_is_a_move(data: st.DataObject) -> None:
    raw = data.draw(encounters("pathfinder-1e"))
    battle_map, budget = read_map(raw), data.draw(st.integers(0, 60))
    creature = battle_map.creature("a")
    plain = cost_field(battle_map, creature, PATHFINDER, budget)
    field = modes_field(battle_map, creature, PATHFINDER, {Mode.WALK: budget})
    assert np.array_equal(field.stops, plain.stops)
    assert np.array_equal(field.feet, plain.feet)


def test_a_layer_of_plain_ground_changes_nothing() -> None:
    battle_map, creature = shore("." * 8)
    assert battle_map.terrain.layer(Layer.GROUND).any() == np.False_
    field = modes_field(battle_map, creature, EPIC_PATH, {Mode.WALK: 30})
    assert int(field.stops.sum()) == 7
