"""5-foot steps, withdrawing and running (rules 3.9, 3.11, 3.13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Square
from gridmap.rules.five_foot_step import FiveFootSteps, five_foot_steps
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.run import RunError, run
from gridmap.rules.withdraw import WithdrawError, withdraw
from tests.reference import moves as reference
from tests.reference.encounters import RULESETS, encounters


def plain(width: int, height: int, *creatures: dict[str, Any], **terrain: list[str]) -> BattleMap:
    return read_map({"width": width, "height": height, "creatures": list(creatures), "terrain": terrain})


def medium(name: str, *at: int, **fields: Any) -> dict[str, Any]:
    return {"id": name, "size": "medium", "at": list(at), **fields}


def steps(battle_map: BattleMap, ruleset: str = "pathfinder-1e", speed: int | None = None) -> FiveFootSteps:
    return five_foot_steps(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), speed)


def test_no_five_foot_step_into_hard_going() -> None:
    found = steps(
        plain(3, 3, medium("a", 1, 1), difficult=["2..", "...", "..."], impeded=["..x", "...", "..."])
    )
    assert set(found.squares) == {(1, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)}
    assert str(found.reasons[Square(0, 0)]) == "No 5-foot step: difficult ground (rules 3.11)"
    assert str(found.reasons[Square(2, 0)]) == "impeded: a step takes a full round (rules 3.6)"


@pytest.mark.parametrize(
    ("ruleset", "fields", "speed", "count"),
    [
        ("pathfinder-1e", {}, None, 8),
        ("pathfinder-1e", {}, 5, 0),
        ("pathfinder-1e", {"speed": {"walk": 5}}, None, 0),
        ("pathfinder-1e", {"conditions": ["entangled"]}, 30, 8),
        ("pathfinder-1e", {"conditions": ["entangled"]}, 10, 0),
        ("dnd-3.5", {"conditions": ["entangled"]}, 30, 0),
        ("epic-path", {"conditions": ["blinded"]}, 30, 0),
    ],
)
def test_who_takes_no_five_foot_step(
    ruleset: str, fields: dict[str, Any], speed: int | None, count: int
) -> None:
    found = steps(plain(3, 3, medium("a", 1, 1, **fields)), ruleset, speed)
    assert len(found.squares) == count
    assert len(found.reasons) == 8


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=50)
@given(st.data())
def test_five_foot_steps_are_as_in_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset))
    speed = data.draw(st.sampled_from([5, 10, 20, 30]))
    found = steps(read_map(raw), ruleset, speed)
    assert set(found.squares) == reference.five_foot_steps(ruleset, raw, {"creature": "a", "speed": speed})


def test_who_swims_only_takes_its_step_by_swimming() -> None:
    assert steps(plain(3, 3, medium("a", 1, 1, speed={"walk": 0, "swim": 60}))).squares
    assert not steps(plain(3, 3, medium("a", 1, 1, speed={"walk": 0}))).squares


def test_withdrawing_past_the_first_square() -> None:
    battle_map = plain(7, 1, medium("a", 1, 0, team="p"), medium("foe", 0, 0, team="f"))
    found = withdraw(battle_map, battle_map.creature("a"), shipped_ruleset("dnd-3.5"), 10)
    assert found.safe_stops[0].tolist() == [False, True, True, True, True, True, False]
    assert str(found.reason(Square(3, 0))) == "Withdraws there, and nobody may strike (rules 3.13)"


def test_a_long_reach_strikes_at_the_second_square() -> None:
    battle_map = plain(7, 1, medium("a", 1, 0, team="p"), medium("foe", 0, 0, team="f", reach=10))
    found = withdraw(battle_map, battle_map.creature("a"), shipped_ruleset("dnd-3.5"), 10)
    assert found.walk.stops[0].tolist() == [False, True, True, True, True, True, False]
    assert found.safe_stops[0].tolist() == [False, True, True, False, False, False, False]
    assert [strike.enemy for strike in found.strikes(Square(4, 0))] == ["foe"]


def test_withdrawing_farther_and_farther() -> None:
    battle_map = plain(
        5, 5, medium("a", 2, 2, team="p"), medium("foe", 1, 2, team="f"), medium("two", 3, 1, team="f")
    )
    epic_path = shipped_ruleset("epic-path")
    found = withdraw(battle_map, battle_map.creature("a"), epic_path, 30, battle_map.creature("foe"))
    stops = {(x, y) for y, x in np.argwhere(found.walk.stops).tolist()}
    assert stops == {(2, 2), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)}
    assert [strike.enemy for strike in found.strikes(Square(4, 3))] == ["two"]
    with pytest.raises(WithdrawError, match="target"):
        withdraw(battle_map, battle_map.creature("a"), epic_path, 30)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=20)
@given(st.data())
def test_withdrawing_is_as_in_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset))
    raw["creatures"][0]["team"], raw["creatures"][1]["team"] = "party", "foes"
    speed = data.draw(st.sampled_from([1, 3] if ruleset == "soulweaver" else [10, 20, 35]))
    battle_map = read_map(raw)
    target = battle_map.creature("b")
    found = withdraw(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), speed, target)
    expected, safe = reference.withdraw(ruleset, raw, {"creature": "a", "target": "b", "speed": speed})
    stops = {(x, y): int(found.walk.feet[y, x]) for y, x in np.argwhere(found.walk.stops).tolist()}
    assert stops == expected
    assert {(x, y) for y, x in np.argwhere(found.safe_stops).tolist()} == safe
    for x, y in stops:
        assert bool(found.strikes(Square(x, y))) == ((x, y) not in safe)


def test_four_times_the_speed_or_three_in_heavy_armour() -> None:
    battle_map = plain(30, 1, medium("a", 0, 0))
    pathfinder = shipped_ruleset("pathfinder-1e")
    creature = battle_map.creature("a")
    assert int(run(battle_map, creature, pathfinder, 30).stops.sum()) == 25
    assert int(run(battle_map, creature, pathfinder, 30, heavy_armour=True).stops.sum()) == 19


def test_nobody_runs_round_a_corner_in_a_straight_line() -> None:
    rows = [".....", ".###.", ".....", "....."]
    battle_map = plain(5, 4, medium("a", 0, 0), blocked=rows)
    creature = battle_map.creature("a")
    anyhow = run(battle_map, creature, shipped_ruleset("pathfinder-1e"), 30)
    straight = run(battle_map, creature, shipped_ruleset("dnd-3.5"), 30)
    assert anyhow.stops[3, 4]
    assert not straight.stops[3, 4]
    assert straight.path(Square(4, 0)) == tuple(Square(x, 0) for x in range(5))
    assert straight.path(Square(4, 3)) == ()


def test_a_straight_run_has_a_longest() -> None:
    battle_map = plain(200, 1, medium("a", 0, 0))
    with pytest.raises(RunError, match="speed: a straight run"):
        run(battle_map, battle_map.creature("a"), shipped_ruleset("dnd-3.5"), 100)


@pytest.mark.parametrize("ruleset", RULESETS[:3])
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_running_is_as_in_the_reference(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(encounters(ruleset, most_side=5))
    speed, heavy_armour = data.draw(st.sampled_from([5, 10])), data.draw(st.booleans())
    ask = {"creature": "a", "speed": speed, "heavy_armour": heavy_armour}
    battle_map = read_map(raw)
    creature = battle_map.creature("a")
    found = run(battle_map, creature, shipped_ruleset(ruleset), speed, heavy_armour=heavy_armour)
    stops = {(x, y): int(found.feet[y, x]) for y, x in np.argwhere(found.stops).tolist()}
    assert stops == reference.run(ruleset, raw, ask)
    for x, y in stops:
        assert found.path(Square(x, y))[-1] == (x, y)
