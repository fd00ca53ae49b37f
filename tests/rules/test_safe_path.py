"""The cheapest and the safest way to a place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Square
from gridmap.rules import safe_path
from gridmap.rules.modes import Mode
from gridmap.rules.movement import Pace, cost_field
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.safe_path import Routes, routes
from tests.reference.encounters import RULESETS, encounters
from tests.reference.paths import fewest_strikes


def room(
    width: int, height: int, *foes: tuple[int, int], at: tuple[int, int] = (0, 0), **terrain: Any
) -> BattleMap:
    creatures = [{"id": "a", "size": "medium", "at": list(at), "team": "party"}]
    creatures += [
        {"id": f"foe{n}", "size": "medium", "at": list(foe), "team": "foes"} for n, foe in enumerate(foes)
    ]
    return read_map({"width": width, "height": height, "terrain": terrain, "creatures": creatures})


def ways(
    battle_map: BattleMap, budget: int, to: tuple[int, int], ruleset: str = "pathfinder-1e", **options: Any
) -> Routes:
    return routes(
        battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget, Square(*to), **options
    )


def test_round_a_guard() -> None:
    battle_map = room(9, 7, (4, 3), at=(0, 3))
    found = ways(battle_map, 60, (8, 3))
    assert found.cheapest is not None
    assert found.safest is not None
    assert (found.cheapest.spent[-1], [strike.enemy for strike in found.cheapest.strikes]) == (45, ["foe0"])
    assert (found.safest.spent[-1], found.safest.strikes, found.exact) == (50, (), True)
    assert str(found.reason) == "45 with 1 who may strike; 50 with nobody (rules 4.3)"


def test_too_little_movement_for_the_way_round() -> None:
    found = ways(room(9, 7, (4, 3), at=(0, 3)), 45, (8, 3))
    assert found.safest is not None
    assert (found.safest.spent[-1], len(found.safest.strikes)) == (45, 1)
    assert found.reason.template.startswith("{cost} with {strikes} who may strike; at least")


def test_no_way_and_its_reason() -> None:
    battle_map = room(5, 1, hazardous=["..x.."])
    assert ways(battle_map, 30, (4, 0)).cheapest is not None
    found = ways(battle_map, 30, (4, 0), hazards=False)
    assert (found.cheapest, found.safest) == (None, None)
    assert str(found.reason) == "It cannot end there within the budget without entering a hazard (rules 2.1)"


def test_hazards_on_the_way_are_named_and_avoided() -> None:
    battle_map = room(5, 2, hazardous=["..x..", "....."])
    straight, round_it = ways(battle_map, 30, (4, 0)), ways(battle_map, 30, (4, 0), hazards=False)
    assert straight.cheapest is not None
    assert round_it.cheapest is not None
    assert straight.cheapest.hazards == (Square(2, 0),)
    assert (round_it.cheapest.hazards, round_it.cheapest.spent[-1]) == ((), 25)


def test_a_bridge_and_a_swim() -> None:
    battle_map = room(7, 3, (3, 0), ground=[".......", "..www..", "..www.."])
    feet = {Mode.WALK: 60, Mode.SWIM: 60}
    found = ways(battle_map, 60, (6, 0), modes=feet)
    assert found.safest is not None
    assert found.safest.strikes == ()
    assert any(square.y == 2 for square in found.safest.path)


def test_standing_still() -> None:
    found = ways(room(3, 3, (1, 1)), 30, (0, 0))
    assert found.cheapest is not None
    assert (found.cheapest.path, found.cheapest.spent) == ((Square(0, 0),), (0,))


def test_a_search_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_path, "MOST_SETS", 0)
    found = ways(room(9, 7, (4, 3), at=(0, 3)), 60, (8, 3))
    assert found.safest is not None
    assert not found.exact
    assert len(found.safest.strikes) <= 1


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_fewest_strikes_are_as_in_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset, most_side=7, creatures=5))
    budget = data.draw(st.sampled_from([2, 4, 8] if ruleset == "soulweaver" else [10, 25, 40]))
    hazards = data.draw(st.booleans())
    pace = data.draw(st.sampled_from(Pace)) if ruleset == "soulweaver" else Pace.ADVANCE
    ask = {"creature": "a", "budget": budget, "hazards": hazards, "pace": str(pace)}
    expected = fewest_strikes(ruleset, raw, ask)
    battle_map = read_map(raw)
    squares = [Square(x, y) for y in range(battle_map.height) for x in range(battle_map.width)]
    for to in data.draw(st.lists(st.sampled_from(squares), min_size=1, max_size=6, unique=True)):
        found = ways(battle_map, budget, tuple(to), ruleset, hazards=hazards, pace=pace)
        if to not in expected:
            assert found.cheapest is None
            continue
        assert found.cheapest is not None
        assert found.safest is not None
        strikes, cost, least = expected[to]
        assert (len(found.safest.strikes), found.safest.spent[-1], found.exact) == (strikes, cost, True)
        assert found.cheapest.spent[-1] == least
        for way in (found.cheapest, found.safest):
            assert (way.path[0], way.path[-1]) == (battle_map.creature("a").at, to)
            assert all(max(abs(a.x - b.x), abs(a.y - b.y)) == 1 for a, b in pairwise(way.path))
        if hazards:
            creature, rules = battle_map.creature("a"), shipped_ruleset(ruleset)
            field = cost_field(battle_map, creature, rules, budget, pace=pace)
            assert _crooked(found.cheapest.path) == _crooked(field.path(to))
            assert found.cheapest.spent[-1] == field.cost_along(to)[-1]
            if pace is Pace.ADVANCE:
                assert found.cheapest.path == field.path(to)


def _crooked(path: Sequence[Square]) -> tuple[int, int]:
    """Diagonals and turns."""
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(path)]
    return sum(0 not in step for step in steps), sum(a != b for a, b in pairwise(steps))


def test_a_run_goes_by_threes_past_a_guard() -> None:
    battle_map = room(10, 3, (3, 0))
    found = ways(battle_map, 3, (9, 0), "soulweaver", pace=Pace.RUN)
    assert found.cheapest is not None
    assert found.cheapest.spent == (0, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert [strike.enemy for strike in found.cheapest.strikes] == ["foe0"]
    assert ways(room(10, 1), 3, (8, 0), "soulweaver", pace=Pace.RUN).cheapest is None
    assert ways(room(10, 1), 9, (8, 0), "soulweaver").cheapest is not None
