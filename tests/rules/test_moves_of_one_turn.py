"""Forced movement, charges, provoked strikes and distances against their slow references."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from tests.reference.board import side
from tests.reference.charge import charge
from tests.reference.encounters import RULESETS, encounters
from tests.reference.forced import forced
from tests.reference.movement import distance
from tests.reference.provokes import provokes

Reference = Callable[[str, dict[str, Any], dict[str, Any]], dict[str, Any]]


def _answer(ruleset: str, battle_map: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    return answer_line(json.dumps({"ruleset": ruleset, "map": battle_map, "ask": ask}))


def _same(reference: Reference, ruleset: str, battle_map: dict[str, Any], ask: dict[str, Any]) -> None:
    assert _answer(ruleset, battle_map, ask) == reference(ruleset, battle_map, ask)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60)
@given(st.data())
def test_forced_movement(ruleset: str, data: st.DataObject) -> None:
    battle_map = data.draw(encounters(ruleset))
    battle_map["creatures"][0]["altitude"] = data.draw(st.integers(0, 3))
    ask = {
        "kind": "forced",
        "move": data.draw(st.sampled_from(["push", "pull", "slide"])),
        "attacker": "a",
        "target": "b",
        "squares": data.draw(st.integers(0, 5)),
    }
    _same(forced, ruleset, battle_map, ask)


@pytest.mark.parametrize(("altitude", "ends"), [(0, 3), (1, 3), (2, 1)])
def test_a_push_from_above_counts_the_height(altitude: int, ends: int) -> None:
    creatures = [
        {"id": "a", "size": "medium", "at": [0, 0], "team": "party", "altitude": altitude},
        {"id": "b", "size": "medium", "at": [1, 0], "team": "foes"},
    ]
    battle_map = {"width": 4, "height": 1, "creatures": creatures}
    ask = {"kind": "forced", "move": "push", "attacker": "a", "target": "b", "squares": 2}
    assert len(_answer("epic-path", battle_map, ask)["ends"]) == ends


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60)
@given(st.data())
def test_charges(ruleset: str, data: st.DataObject) -> None:
    battle_map = data.draw(encounters(ruleset, most_side=12, creatures=3))
    speed = data.draw(st.sampled_from([5, 20, 30, 60]))
    _same(charge, ruleset, battle_map, {"kind": "charge", "attacker": "a", "target": "b", "speed": speed})


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60)
@given(st.data())
def test_provoked_strikes(ruleset: str, data: st.DataObject) -> None:
    battle_map = data.draw(encounters(ruleset))
    mover = battle_map["creatures"][0]
    room = side(ruleset, mover["size"])
    path = [list(mover["at"])]
    for dx, dy in data.draw(st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), max_size=6)):
        x, y = path[-1][0] + dx, path[-1][1] + dy
        if 0 <= x <= battle_map["width"] - room and 0 <= y <= battle_map["height"] - room:
            path.append([x, y])
    _same(provokes, ruleset, battle_map, {"kind": "provokes", "creature": "a", "path": path})


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_distances(ruleset: str, data: st.DataObject) -> None:
    battle_map = data.draw(encounters(ruleset))
    for creature in battle_map["creatures"]:
        creature["altitude"] = data.draw(st.integers(0, 5))
    square = [data.draw(st.integers(0, battle_map["width"] - 1)), 0]
    ends = data.draw(st.permutations(["a", "b", square]))[:2]
    _same(distance, ruleset, battle_map, {"kind": "distance", "from": ends[0], "to": ends[1]})
