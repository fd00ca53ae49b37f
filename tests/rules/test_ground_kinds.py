"""Kinds of ground in rounds, charges, withdrawals, runs, 5-foot steps, squeezes and forced moves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from tests.reference import ground as reference
from tests.reference.encounters import encounters, rows

FEET_RULESETS = ("pathfinder-1e", "dnd-3.5", "epic-path")
MODES = ("walk", "swim", "climb", "fly", "burrow")


@st.composite
def grounds(draw: st.DrawFn, ruleset: str, most_side: int = 8) -> dict[str, Any]:
    """An encounter with kinds of ground, a of the party and b of its foes."""
    raw = draw(encounters(ruleset, most_side=most_side, creatures=3))
    squares = raw["width"] * raw["height"]
    raw["terrain"]["ground"] = draw(rows(raw["width"], raw["height"], "wwwwace", squares // 2))
    raw["creatures"][0]["team"], raw["creatures"][1]["team"] = "party", "foes"
    return raw


def speeds(*feet: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(MODES), st.sampled_from(feet), min_size=1, max_size=3)


def ask(ruleset: str, raw: dict[str, Any], **question: Any) -> dict[str, Any]:
    return answer_line(json.dumps({"ruleset": ruleset, "map": raw, "ask": question}))


def by_place(answer: list[list[int]]) -> dict[tuple[int, int], Any]:
    return {(x, y): tuple(rest) if len(rest) > 1 else rest[0] for x, y, *rest in answer}


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=30)
@given(st.data())
def test_rounds(ruleset: str, data: st.DataObject) -> None:
    raw, modes = data.draw(grounds(ruleset, 6)), data.draw(speeds(0, 5, 10, 15))
    question = {"creature": "a", "modes": modes, "rounds": data.draw(st.integers(0, 3))}
    found = ask(ruleset, raw, kind="rounds", **question)
    assert by_place(found["stops"]) == reference.rounds(ruleset, raw, question)


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=30)
@given(st.data())
def test_withdrawals(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    question = {"creature": "a", "target": "b", "modes": data.draw(speeds(0, 10, 20, 30))}
    found = ask(ruleset, raw, kind="withdraw", **question)
    assert by_place(found["stops"]) == reference.withdraw(ruleset, raw, question)


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "epic-path"])
@settings(max_examples=30)
@given(st.data())
def test_runs(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    question = {"creature": "a", "modes": data.draw(speeds(0, 5, 10))}
    found = ask(ruleset, raw, kind="run", **question)
    assert by_place(found["stops"]) == reference.run(ruleset, raw, question)


def test_a_straight_run_into_the_lake() -> None:
    raw = {
        "width": 12,
        "height": 1,
        "terrain": {"ground": ["....www....."]},
        "creatures": [{"id": "a", "size": "medium", "at": [0, 0], "speed": {"walk": 5, "swim": 10}}],
    }
    reached = [x for x, _, _ in ask("dnd-3.5", raw, kind="run", creature="a", speed=5)["stops"]]
    assert reached == [0, 1, 2, 3, 4, 5, 6]
    raw["creatures"][0]["speed"] = {"walk": 5}
    assert len(ask("dnd-3.5", raw, kind="run", creature="a", speed=5)["stops"]) == 4


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=30)
@given(st.data())
def test_five_foot_steps(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    question = {"creature": "a", "modes": data.draw(speeds(0, 5, 10, 30))}
    found = ask(ruleset, raw, kind="five_foot_step", **question)
    assert {tuple(at) for at in found["squares"]} == reference.five_foot_steps(ruleset, raw, question)


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=40)
@given(st.data())
def test_charges(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset, 12))
    question = {"attacker": "a", "target": "b", "modes": data.draw(speeds(10, 20, 40))}
    found = ask(ruleset, raw, kind="charge", **question)
    assert [tuple(at) for at in found["ends"]] == reference.charge(ruleset, raw, question)


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=30)
@given(st.data())
def test_squeezes(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    question = {"creature": "a", "modes": data.draw(speeds(0, 30))}
    found = ask(ruleset, raw, kind="squeeze", **question)
    assert {tuple(at) for at in found["at"]} == reference.squeezes(ruleset, raw, question)


@pytest.mark.parametrize("ruleset", FEET_RULESETS)
@settings(max_examples=30)
@given(st.data())
def test_forced_moves(ruleset: str, data: st.DataObject) -> None:
    raw = data.draw(grounds(ruleset))
    raw["creatures"][1]["speed"] = {"fly": data.draw(st.sampled_from([0, 30]))}
    move = data.draw(st.sampled_from(["push", "pull", "slide"]))
    question = {"attacker": "a", "target": "b", "move": move, "squares": data.draw(st.integers(0, 4))}
    found = ask(ruleset, raw, kind="forced", **question)
    assert found == reference.forced_over_ground(ruleset, raw, question)


def test_why_no_charge_into_the_water() -> None:
    raw = {
        "width": 12,
        "height": 1,
        "terrain": {"ground": ["....www....."]},
        "creatures": [
            {"id": "a", "size": "medium", "at": [0, 0], "team": "p", "speed": {"walk": 30}},
            {"id": "b", "size": "medium", "at": [8, 0], "team": "f"},
        ],
    }
    no = ask("pathfinder-1e", raw, kind="charge", attacker="a", target="b", speed=30, explain=True)
    assert no["legal"] is False
    assert no["reason"].startswith("No charge: water that it cannot swim so far")
    raw["creatures"][0]["speed"] = {"walk": 30, "swim": 30}
    assert ask("pathfinder-1e", raw, kind="charge", attacker="a", target="b", speed=30)["ends"] == [[7, 0]]
    assert "error" not in ask("pathfinder-1e", raw, kind="five_foot_step", creature="a", explain=True)
