"""Questions about ways, modes, 5-foot steps, withdrawing, running and squeezing, as JSON lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from tests.reference.encounters import encounters


def ask(
    kind: str, ruleset: str = "pathfinder-1e", rows: dict[str, list[str]] | None = None, **fields: Any
) -> Any:
    battle_map = {
        "width": 6,
        "height": 4,
        "terrain": rows or {},
        "creatures": [
            {"id": "a", "size": "medium", "at": [0, 1], "team": "party", "speed": {"walk": 20, "swim": 10}},
            {"id": "b", "size": "medium", "at": [2, 1], "team": "foes"},
            {"id": "ogre", "size": "large", "at": [4, 2], "team": "foes"},
        ],
    }
    question = {"ruleset": ruleset, "map": battle_map, "ask": {"kind": kind, "creature": "a", **fields}}
    return answer_line(json.dumps(question))


LAKE = {"ground": ["......", ".w....", ".w....", ".w...."]}


def test_the_way_and_the_safe_way() -> None:
    answer = ask("path", budget=40, to=[3, 0], explain=True)
    assert answer["cheapest"]["path"][0] == [0, 1, 0]
    assert answer["cheapest"]["path"][-1] == [3, 0, 15]
    assert answer["cheapest"]["strikes"] == [["b", 1, 0], ["ogre", 2, 0]]
    assert answer["safest"] == answer["cheapest"]
    assert answer["exact"] is True
    assert answer["reason"] == "15 with 2 who may strike; at least 2 must, for 15 (rules 4.3)"


def test_no_way() -> None:
    assert ask("path", budget=40, to=[2, 1])["cheapest"] is None


def test_movement_by_modes() -> None:
    answer = ask("movement", "epic-path", LAKE, modes={"walk": 10, "swim": 20}, explain=True)
    assert [1, 3, 10] in answer["stops"]
    assert answer["by_skill"] == []
    assert [1, 1, "5 ft: swim 5 (rules 3.10)"] in answer["reasons"]
    assert ask("movement", "epic-path", LAKE, modes={"walk": 60})["by_skill"] == [[1, 1], [1, 2], [1, 3]]


def test_a_creatures_own_modes_where_the_ground_has_kinds() -> None:
    own = ask("movement", "epic-path", LAKE, budget=20)
    assert own == ask("movement", "epic-path", LAKE, modes={"walk": 20, "swim": 10})
    assert "by_skill" not in ask("movement", "epic-path", budget=20)
    assert "by_skill" not in ask("movement", "soulweaver", LAKE, budget=4)


def test_small_moves() -> None:
    assert ask("five_foot_step")["squares"] == [[0, 0], [1, 0], [1, 1], [0, 2], [1, 2]]
    assert ask("five_foot_step", speed=5)["squares"] == []
    assert [1, 0, "A 5-foot step: it provokes nobody (rules 3.11)"] in ask("five_foot_step", explain=True)[
        "reasons"
    ]
    withdrawn = ask("withdraw", "epic-path", speed=20, target="b", explain=True)
    assert withdrawn["stops"] == withdrawn["unharmed"] == [[0, 1, 0]]
    assert len(ask("withdraw", speed=20)["stops"]) > 10
    assert [0, 3, 10] in ask("run", "dnd-3.5", speed=20)["stops"]
    assert "reason" not in ask("run", speed=20, explain=True)


def test_squeezing() -> None:
    rows = {"blocked": ["......", "......", "......", ".#...."]}
    answer = ask("squeeze", rows=rows, explain=True) | {"kind": "squeeze"}
    assert answer["at"] == []
    answer = ask("squeeze", rows=rows, creature="ogre", explain=True)
    assert answer["at"] == [[0, 2], [1, 2]]
    assert answer["occupied"][0] == [[0, 2], [1, 2], [0, 3]]
    assert answer["reasons"][0][2].startswith("squeezed: strips 1 wide leave it 3 of its 4 squares")


def test_reasons_of_rounds_areas_and_placements() -> None:
    rounds = ask("rounds", speed=10, rounds=2, explain=True)
    assert [0, 1, "0: it stands here (rules 3.9)"] in rounds["reasons"]
    assert [0, 3, "round 1, with 10 of its 20 ft spent (rules 3.9)"] in rounds["reasons"]
    area = ask("area", shape="burst", feet=5, origin=[2, 2], explain=True)
    assert [1, 1, "In the area: the effect reaches this square (rules 7.5)"] in area["reasons"]
    placed = ask("placements", "epic-path", shape="cone", feet=15, explain=True)
    assert placed["reason"].startswith("3 × 3 squares that touch the space of a")


@pytest.mark.parametrize(
    ("ruleset", "fields", "error"),
    [
        ("pathfinder-1e", {"kind": "path", "budget": 5000, "to": [0, 0]}, "ask.budget is 5000"),
        ("pathfinder-1e", {"kind": "path", "budget": 30, "to": [9, 9]}, "ask.to: [9, 9] is off the map"),
        ("pathfinder-1e", {"kind": "path", "budget": 30}, "ask.to is missing"),
        ("pathfinder-1e", {"kind": "movement", "modes": {"hop": 5}}, "ask.modes knows no mode 'hop'"),
        ("pathfinder-1e", {"kind": "movement", "modes": {}}, "ask.modes is empty"),
        ("pathfinder-1e", {"kind": "movement", "modes": {"walk": -5}}, "ask.modes.walk is -5"),
        ("pathfinder-1e", {"kind": "movement", "modes": [30]}, "ask.modes is"),
        ("soulweaver", {"kind": "movement", "modes": {"walk": 5}}, "ask.modes: Soulweaver counts Movement"),
        ("epic-path", {"kind": "withdraw", "speed": 30}, "ask.target: the enemy withdrawn from is missing"),
        (
            "epic-path",
            {"kind": "withdraw", "speed": 30, "target": "a"},
            "ask.target: it is the same creature",
        ),
        ("soulweaver", {"kind": "run", "speed": 6}, "ask.kind: a run in Soulweaver is a pace"),
    ],
)
def test_bad_questions_have_one_sentence(ruleset: str, fields: dict[str, Any], error: str) -> None:
    answer = ask(ruleset=ruleset, **fields)
    assert list(answer) == ["error"]
    assert answer["error"].startswith(error)


@settings(max_examples=40)
@given(st.data())
def test_any_map_has_an_answer(data: st.DataObject) -> None:
    ruleset = data.draw(st.sampled_from(["pathfinder-1e", "dnd-3.5", "epic-path", "soulweaver"]))
    battle_map = data.draw(encounters(ruleset))
    battle_map["creatures"][0]["team"], battle_map["creatures"][1]["team"] = "party", "foes"
    for kind in ("path", "five_foot_step", "withdraw", "run", "squeeze"):
        question = {
            "kind": kind,
            "creature": "a",
            "target": "b",
            "speed": 30,
            "budget": 30,
            "to": [0, 0],
            "explain": True,
        }
        answer = answer_line(json.dumps({"ruleset": ruleset, "map": battle_map, "ask": question}))
        assert ("error" in answer) == (ruleset == "soulweaver" and kind == "run"), answer
