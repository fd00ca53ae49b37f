"""Turn and mirror a map, and every kind of answer turns with it; more of something never gets less."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from gridmap.query.answer import _KINDS
from tests.reference.areas import DIRECTIONS, epic_side
from tests.reference.board import side
from tests.reference.encounters import RULESETS, encounters, rows
from tests.rules.symmetry import SYMMETRIES, Symmetry

EPIC = "epic-path"
SOUL = "soulweaver"


def answer(ruleset: str, raw: dict[str, Any], question: dict[str, Any]) -> dict[str, Any]:
    return answer_line(json.dumps({"ruleset": ruleset, "map": raw, "ask": question}))


@st.composite
def situations(draw: st.DrawFn, kind: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A ruleset, a map with kinds of ground and foes, and a question of the kind."""
    ruleset = EPIC if kind == "placements" else draw(st.sampled_from(RULESETS))
    if kind == "run" and ruleset == SOUL:
        ruleset = "dnd-3.5"
    raw = draw(encounters(ruleset, most_side=8, creatures=3))
    raw["creatures"][0]["team"], raw["creatures"][1]["team"] = "party", "foes"
    width, height = raw["width"], raw["height"]
    raw["terrain"]["ground"] = draw(rows(width, height, "wwace", draw(st.sampled_from([0, 0, 6]))))
    raw["creatures"][0]["speed"] = {"walk": 30, "swim": 20}
    square = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1)).map(list)
    counts = ruleset == SOUL
    own = side(ruleset, raw["creatures"][0]["size"])
    speed = draw(st.sampled_from([1, 3] if counts else [10, 20]))
    question: dict[str, Any] = {"kind": kind, "creature": "a", "attacker": "a", "target": "b", "speed": speed}
    question["attack"] = draw(st.sampled_from(["ranged", "melee"]))
    if kind == "distance":
        question |= {"from": "a", "to": draw(square)}
    elif kind in ("movement", "path"):
        question |= {"budget": 2 * speed, "squeeze": draw(st.booleans())}
        if counts:
            question["pace"] = draw(st.sampled_from(["advance", "dash", "run"]))
        question["to"] = [draw(st.integers(0, width - own)), draw(st.integers(0, height - own))]
    elif kind == "rounds":
        question["rounds"] = draw(st.integers(0, 3))
    elif kind == "forced":
        question |= {"move": draw(st.sampled_from(["push", "pull", "slide"])), "squares": 3}
    elif kind == "provokes":
        question["path"] = _path(draw, raw, own)
    elif kind == "area":
        question |= _area(draw, ruleset, width, height)
    elif kind == "placements":
        question |= {"shape": "cone", "feet": draw(st.sampled_from([15, 30]))}
    elif kind in ("concealment", "concealment_map"):
        question["concealing"] = draw(rows(width, height, "x", width * height // 4))
    elif kind in ("line_of_effect", "sight"):
        question["from"] = draw(st.sampled_from(["a", "b"]))
    return ruleset, raw, question


def _path(draw: st.DrawFn, raw: dict[str, Any], own: int) -> list[list[int]]:
    path = [list(raw["creatures"][0]["at"])]
    for dx, dy in draw(st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), max_size=5)):
        x, y = path[-1][0] + dx, path[-1][1] + dy
        if 0 <= x <= raw["width"] - own and 0 <= y <= raw["height"] - own:
            path.append([x, y])
    return path


def _area(draw: st.DrawFn, ruleset: str, width: int, height: int) -> dict[str, Any]:
    shape = draw(st.sampled_from(["burst", "cone", "line", "spread", "emanation"]))
    feet = draw(st.sampled_from([15, 30]))
    asked: dict[str, Any] = {"shape": shape, "feet": feet, "line_of_effect": draw(st.booleans())}
    asked["origin"] = [draw(st.integers(0, width)), draw(st.integers(0, height))]
    if ruleset == EPIC:
        table = "cone" if shape == "cone" else "burst"
        half = 0.5 if epic_side(table, feet) % 2 else 0
        asked["origin"] = [number + half for number in asked["origin"]]
    if shape == "line":
        asked["through"] = [draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))]
        if ruleset != EPIC:
            del asked["line_of_effect"]
    if shape == "cone":
        asked["toward"] = draw(st.sampled_from(sorted(DIRECTIONS)))
    return asked


def turned_question(
    question: dict[str, Any], turn: Symmetry, raw: dict[str, Any], own: int
) -> dict[str, Any]:
    """The question about the turned map."""
    size = raw["width"], raw["height"]
    turned = dict(question)
    for name in ("through", "from"):
        if isinstance(question.get(name), list):
            turned[name] = list(turn.square(question[name], *size))
    if question["kind"] == "distance":
        turned["to"] = list(turn.square(question["to"], *size))
    elif "to" in question:
        turned["to"] = list(turn.square(question["to"], *size, own))
    if "origin" in question:
        turned["origin"] = list(turn.point(question["origin"], *size))
    if "toward" in question:
        names = {step: name for name, step in DIRECTIONS.items()}
        turned["toward"] = names[turn.step(DIRECTIONS[question["toward"]])]
    if "path" in question:
        turned["path"] = [list(turn.square(at, *size, own)) for at in question["path"]]
    if "concealing" in question:
        turned["concealing"] = turn_rows(question["concealing"], turn)
    return turned


def turn_rows(given_rows: list[str], turn: Symmetry) -> list[str]:
    return ["".join(row) for row in turn.mask(np.array([list(row) for row in given_rows])).tolist()]


def turned_answer(
    ruleset: str, raw: dict[str, Any], question: dict[str, Any], found: dict[str, Any], turn: Symmetry
) -> dict[str, Any]:
    """What the answer about the turned map must be."""
    size, kind = (raw["width"], raw["height"]), question["kind"]
    rooms = {one["id"]: side(ruleset, one["size"]) for one in raw["creatures"]}
    if kind in ("reach", "area", "line_of_effect"):
        room = 1
    elif kind == "placements":
        room = epic_side("cone", question["feet"])
    else:
        room = rooms["b" if kind == "forced" else "a"]

    def place(entry: list[Any]) -> list[Any]:
        return [*turn.square((entry[0], entry[1]), *size, room), *entry[2:]]

    def strike(entry: list[Any]) -> list[Any]:
        return [entry[0], *place(entry[1:])]

    result: dict[str, Any] = {}
    for name, value in found.items():
        if name == "rows":
            result[name] = turn_rows(value, turn)
        elif name in ("provokes",):
            result[name] = [strike(entry) for entry in value]
        elif isinstance(value, list) and name not in ("flanks", "rings", "occupied"):
            result[name] = sorted((place(entry) for entry in value), key=lambda entry: (entry[1], entry[0]))
        else:
            result[name] = value
    return result


@pytest.mark.parametrize("kind", sorted(_KINDS))
@settings(max_examples=25)
@given(st.data())
def test_a_turned_map_has_a_turned_answer(kind: str, data: st.DataObject) -> None:
    ruleset, raw, question = data.draw(situations(kind))
    turn = data.draw(st.sampled_from(SYMMETRIES))
    own = side(ruleset, raw["creatures"][0]["size"])
    found = answer(ruleset, raw, question)
    other = answer(ruleset, turn.map_object(raw, ruleset), turned_question(question, turn, raw, own))
    if "error" in found:
        assert "error" in other
        return
    expected = turned_answer(ruleset, raw, question, found, turn)
    if kind == "path":
        expected, other = _lengths(found), _lengths(other)
    elif kind == "sight":
        assert other["squares"] == pytest.approx(found["squares"], abs=1e-4)
        return
    elif kind == "squeeze":
        expected, other = {"at": expected["at"]}, {"at": other["at"]}
    assert other == expected


def _lengths(found: dict[str, Any]) -> dict[str, Any]:
    """What of two ways does not hang on how ties are broken."""
    cheap, safe = found["cheapest"], found["safest"]
    if cheap is None:
        return {"none": True}
    return {"cost": cheap["path"][-1][2], "safe": safe["path"][-1][2], "strikes": len(safe["strikes"])}


MORE = {
    "movement": ("budget", "stops", 5, 1),
    "rounds": ("rounds", "stops", 1, 1),
    "withdraw": ("speed", "stops", 5, 1),
    "run": ("speed", "stops", 5, 1),
    "forced": ("squares", "ends", 1, 1),
    "path": ("budget", "", 5, 1),
    "charge": ("speed", "ends", 5, 1),
}


@pytest.mark.parametrize("kind", MORE)
@settings(max_examples=30)
@given(st.data())
def test_more_never_loses_a_stop(kind: str, data: st.DataObject) -> None:
    ruleset, raw, question = data.draw(situations(kind))
    field, listed, feet, points = MORE[kind]
    more = question[field] + (points if ruleset == SOUL else feet) * data.draw(st.integers(1, 3))
    few, many = answer(ruleset, raw, question), answer(ruleset, raw, {**question, field: more})
    assert ("error" in few) == ("error" in many)
    if "error" in few:
        return
    if kind == "path":
        if few["cheapest"] is not None:
            assert many["cheapest"]["path"][-1][2] <= few["cheapest"]["path"][-1][2]
            assert len(many["safest"]["strikes"]) <= len(few["safest"]["strikes"])
        return
    # What is got to is got to at the same price; the modes' limits alone may open cheaper ways.
    before = {(x, y): rest for x, y, *rest in few[listed]}
    after = {(x, y): rest for x, y, *rest in many[listed]}
    assert before.keys() <= after.keys()
    assert all(after[at] <= rest for at, rest in before.items())


@pytest.mark.parametrize("kind", ["reach", "area", "line_of_effect", "rounds", "forced"])
@settings(max_examples=30)
@given(st.data())
def test_another_blocked_square_never_opens_anything(kind: str, data: st.DataObject) -> None:
    ruleset, raw, question = data.draw(situations(kind))
    raw["creatures"][0]["size"] = raw["creatures"][1]["size"] = "medium"
    taken = {tuple(one["at"]) for one in raw["creatures"]}
    x, y = data.draw(st.integers(0, raw["width"] - 1)), data.draw(st.integers(0, raw["height"] - 1))
    blocked = [list(row) for row in raw["terrain"]["blocked"]]
    if blocked[y][x] != "." or (x, y) in taken:
        return
    blocked[y][x] = data.draw(st.sampled_from("#o"))
    terrain = {**raw["terrain"], "blocked": ["".join(row) for row in blocked]}
    few, many = answer(ruleset, {**raw, "terrain": terrain}, question), answer(ruleset, raw, question)
    if "error" in few:
        assert "error" in many
        return
    listed = {"rounds": "stops", "forced": "ends"}.get(kind, "squares")
    before = {(i, j): rest for i, j, *rest in many[listed]}
    for i, j, *rest in few[listed]:
        assert before[i, j] <= rest
