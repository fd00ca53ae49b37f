"""Questions in JSON lines: bad ones get one sentence each, and nothing stops the lines after them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.native import write
from gridmap.model import BattleMap, Creature, Size, Square
from gridmap.query import answer as answering
from gridmap.query import answer_line, run_queries

Change = Callable[[dict[str, Any]], None]


def _question(kind: str = "movement", **ask: Any) -> dict[str, Any]:
    return {
        "ruleset": "pathfinder-1e",
        "map": {
            "format": "gridmap",
            "version": 1,
            "width": 5,
            "height": 4,
            "terrain": {"difficult": ["..2..", ".....", ".....", "....."]},
            "walls": [{"from": [3, 0], "to": [3, 2], "kind": "wall"}],
            "creatures": [
                {"id": "a", "size": "medium", "at": [0, 0], "team": "party"},
                {"id": "b", "size": "large", "at": [3, 2], "team": "foes"},
            ],
        },
        "ask": {"kind": kind, "creature": "a", "budget": 30, **ask},
    }


def _without(*path: str) -> Change:
    def change(question: dict[str, Any]) -> None:
        for key in path[:-1]:
            question = question[key]
        del question[path[-1]]

    return change


def _with(value: Any, *path: Any) -> Change:
    def change(question: dict[str, Any]) -> None:
        for key in path[:-1]:
            question = question[key]
        question[path[-1]] = value

    return change


BAD: dict[str, tuple[Change, str]] = {
    "no question": (_without("ask"), "question.ask is missing"),
    "no map": (_without("map"), "question.map is missing"),
    "no kind": (_without("ask", "kind"), "ask.kind is missing"),
    "unknown kind": (_with("dance", "ask", "kind"), "ask.kind"),
    "unknown ruleset": (_with("chess", "ruleset"), "no ruleset"),
    "no house rule": (_with("no-such-file.toml", "ruleset"), "no-such-file.toml"),
    "unknown creature": (_with("troll", "ask", "creature"), "ask.creature"),
    "budget missing": (_without("ask", "budget"), "ask.budget is missing"),
    "budget of words": (_with("far", "ask", "budget"), "ask.budget"),
    "budget below nothing": (_with(-5, "ask", "budget"), "ask.budget"),
    "budget of 10^300": (_with(10**300, "ask", "budget"), "ask.budget"),
    "budget of half a foot": (_with(7.5, "ask", "budget"), "ask.budget"),
    "budget true": (_with(True, "ask", "budget"), "ask.budget"),
    "squeeze of words": (_with("yes", "ask", "squeeze"), "ask.squeeze"),
    "unknown pace": (_with("hop", "ask", "pace"), "ask.pace"),
    "10^9 squares": (_with(10**9, "map", "width"), "map"),
    "no squares": (_with(0, "map", "height"), "map"),
    "short row": (
        _with(["..", ".....", ".....", "....."], "map", "terrain", "difficult"),
        "map.terrain.difficult[0]",
    ),
    "row of wrong letters": (
        _with(["..?..", ".....", ".....", "....."], "map", "terrain", "difficult"),
        "map.terrain.difficult[0]",
    ),
    "reach of -5": (_with(-5, "map", "creatures", 1, "reach"), "map.creatures[1].reach"),
    "same id twice": (_with("a", "map", "creatures", 1, "id"), "map.creatures[1].id"),
    "unknown size": (_with("big", "map", "creatures", 1, "size"), "map.creatures[1].size"),
    "off the map": (_with([99, 0], "map", "creatures", 1, "at"), "map.creatures[1].at"),
    "wall without an end": (_without("map", "walls", 0, "to"), "map.walls[0].to"),  # type: ignore[arg-type]
    "unknown wall": (_with("hedge", "map", "walls", 0, "kind"), "map.walls[0].kind"),
    "map file missing": (_with("no-such-map.gridmap", "map"), "no-such-map.gridmap"),
    "map of numbers": (_with(7, "map"), "map"),
}


@pytest.mark.parametrize(("change", "place"), BAD.values(), ids=BAD)
def test_bad_questions_name_the_field(change: Change, place: str) -> None:
    question = _question()
    change(question)
    answer = answer_line(json.dumps(question))
    assert list(answer) == ["error"]
    assert place in answer["error"]
    assert "\n" not in answer["error"]
    assert "Traceback" not in answer["error"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([], "ask.path"),
        ([[1, 1]], "ask.path[0]"),
        ([[0, 0], [2, 0]], "ask.path[1]"),
        ([[0, 0], [-1, 0]], "ask.path[1]"),
        ([[0, 0], [0, "x"]], "ask.path[1]"),
        ([[0, 0]] * 20_000, "limit"),
        ("north", "ask.path"),
    ],
)
def test_bad_paths(path: Any, words: str) -> None:
    answer = answer_line(json.dumps(_question("provokes", path=path)))
    assert words in answer["error"]


@pytest.mark.parametrize(
    ("kind", "ask", "words"),
    [
        ("distance", {"from": [0, 0], "to": [9, 9]}, "ask.to"),
        ("distance", {"from": "a", "to": "zz"}, "ask.to"),
        ("cover", {"attacker": "a", "target": "a", "attack": "melee"}, "ask.target"),
        ("cover", {"attacker": "a", "target": "b", "attack": "psychic"}, "ask.attack"),
        ("area", {"shape": "burst", "feet": 20}, "ask.origin"),
        ("area", {"shape": "burst", "feet": 20, "origin": [0.5, 0.25]}, "ask.origin"),
        ("area", {"shape": "cone", "feet": 30, "origin": [2, 2]}, "ask.toward"),
        ("area", {"shape": "blob", "feet": 30, "origin": [2, 2]}, "ask.shape"),
        ("area", {"shape": "burst", "feet": 0, "origin": [2, 2]}, "ask.feet"),
        ("forced", {"attacker": "a", "target": "b", "move": "hurl", "squares": 2}, "ask.move"),
        ("charge", {"attacker": "a", "target": "b"}, "ask.speed"),
        ("rounds", {"speed": 30, "rounds": -1}, "ask.rounds"),
        ("placements", {"shape": "cone", "feet": 15}, "ask.shape"),
    ],
)
def test_bad_fields_of_other_kinds(kind: str, ask: dict[str, Any], words: str) -> None:
    question = _question()
    question["ask"] = {"kind": kind, "creature": "a", **ask}
    assert words in answer_line(json.dumps(question))["error"]


@pytest.mark.parametrize("line", ["{", "[]", "7", "null", '{"map": NaN}', "[" * 100_000, '"x"', "{}\x00"])
def test_what_is_no_question_at_all(line: str) -> None:
    assert list(answer_line(line)) == ["error"]


def test_the_lines_after_a_bad_one_are_answered() -> None:
    good = json.dumps(_question("distance", **{"from": "a", "to": "b"}))
    out = io.StringIO()
    status = run_queries([good + "\n", "nonsense\n", "\n", good], out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert status == 1
    assert answers[0] == answers[2] == {"squares": 4, "feet": 20}
    assert "error" in answers[1]
    assert run_queries([good], io.StringIO()) == 0


def test_what_nobody_expected_is_a_line_s_error_and_the_next_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_question: object) -> None:
        raise ArithmeticError("two\nlines")

    monkeypatch.delenv("GRIDMAP_DEBUG", raising=False)
    monkeypatch.setattr(answering, "_KINDS", {**answering._KINDS, "reach": fail})
    bad = json.dumps(_question("reach", creature="a"))
    good = json.dumps(_question("distance", **{"from": "a", "to": "b"}))
    out = io.StringIO()
    assert run_queries([bad, good], out) == 1
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first["error"].startswith("an error that gridmap did not expect (ArithmeticError: two\ufffdlines)")
    assert second == {"squares": 4, "feet": 20}
    monkeypatch.setenv("GRIDMAP_DEBUG", "1")
    with pytest.raises(ArithmeticError):
        run_queries([bad], out)


def test_corners_of_what_is_seen_are_told_once_and_never_as_minus_zero() -> None:
    question = _question("sight", origin=[0.5, 0.5])
    (ring,) = answer_line(json.dumps(question))["rings"]
    assert "-0.0" not in json.dumps(ring)
    assert all(one != other for one, other in pairwise(ring))


def test_a_map_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ford.gridmap"
    creature = Creature("elf", Size.MEDIUM, Square(1, 1))
    write(BattleMap.empty(4, 4, "epic-path").with_changes(creatures=(creature,)), path)
    answer = answer_line(json.dumps({"map": str(path), "ask": {"kind": "reach", "creature": "elf"}}))
    assert len(answer["squares"]) == 9


def test_a_house_rule_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('based_on = "pathfinder-1e"\nid = "ours"\nname = "Ours"\nmetric = "one-for-one"\n')
    question = _question("distance", **{"from": [0, 0], "to": [3, 3]})
    assert answer_line(json.dumps(question))["feet"] == 20
    question["ruleset"] = str(path)
    assert answer_line(json.dumps(question))["feet"] == 15


@pytest.mark.parametrize(
    ("kind", "ask", "rule"),
    [
        ("distance", {"from": "a", "to": "b"}, "1.3"),
        ("movement", {"creature": "a", "budget": 30}, "3.3"),
        ("reach", {"creature": "b"}, "4.1"),
        ("cover", {"attacker": "a", "target": "b", "attack": "ranged"}, "6."),
        ("forced", {"attacker": "a", "target": "b", "move": "push", "squares": 1}, "8.1"),
        ("charge", {"attacker": "a", "target": "b", "speed": 30}, "3.12"),
        ("provokes", {"creature": "b", "path": [[3, 2], [2, 2]]}, "4.3"),
    ],
)
def test_explained_answers_name_their_rule(kind: str, ask: dict[str, Any], rule: str) -> None:
    question = _question()
    question["map"]["creatures"][0]["at"] = [2, 2] if kind == "provokes" else [0, 0]
    question["ask"] = {"kind": kind, **ask}
    plain = answer_line(json.dumps(question))
    question["ask"]["explain"] = True
    explained = answer_line(json.dumps(question))
    told = ("reason", "reasons", "blocked", "spared", "no_flanks")
    assert f"rules {rule}" in json.dumps([explained.pop(name, "") for name in told])
    assert explained == plain


_ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(*path, key), *_places(value[key], (*path, key))]]


_WHOLE: dict[str, dict[str, Any]] = {
    "movement": {"creature": "a", "budget": 20, "squeeze": True},
    "rounds": {"creature": "a", "speed": 20, "rounds": 2},
    "reach": {"creature": "b"},
    "flanking": {},
    "cover": {"attacker": "a", "target": "b", "attack": "ranged"},
    "area": {"shape": "cone", "feet": 15, "origin": [2, 2], "toward": "NE", "line_of_effect": True},
    "forced": {"attacker": "a", "target": "b", "move": "slide", "squares": 2},
    "charge": {"attacker": "a", "target": "b", "speed": 30},
    "provokes": {"creature": "a", "path": [[0, 0], [1, 1]]},
    "distance": {"from": "a", "to": [1, 1]},
    "path": {"creature": "a", "budget": 20, "to": [2, 1], "hazards": False, "modes": {"walk": 20}},
    "withdraw": {"creature": "a", "target": "b", "speed": 20},
    "run": {"creature": "a", "speed": 20, "heavy_armour": True},
    "five_foot_step": {"creature": "a", "speed": 30},
    "cover_map": {"attacker": "a", "attack": "melee", "explain": True},
    "concealment": {"attacker": "a", "target": "b", "concealing": ["..x..", ".....", ".....", "....."]},
    "concealment_map": {"attacker": [0, 0], "concealing": ["..x..", ".....", ".....", "....."]},
    "line_of_effect": {"from": "b", "explain": True},
    "sight": {"origin": [0.5, 0.5]},
}


@pytest.mark.parametrize("kind", _WHOLE)
@settings(max_examples=60)
@given(st.data())
def test_no_question_breaks_the_program(kind: str, data: st.DataObject) -> None:
    question = _question()
    question["ruleset"] = data.draw(st.sampled_from(["pathfinder-1e", "epic-path", "soulweaver"]))
    question["ask"] = {"kind": kind, **_WHOLE[kind]}
    question = json.loads(json.dumps(question))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(_places(question)))
        inner: Any = question
        for key in place[:-1]:
            inner = inner[key]
        old = inner[place[-1]]
        near = st.just(-old) | st.just(old * 1000) if isinstance(old, int) else st.just([old])
        inner[place[-1]] = data.draw(_ANY_JSON | near)
    answer = answer_line(json.dumps(question))
    assert answer
    json.dumps(answer, allow_nan=False)


def test_an_error_that_quotes_is_one_line() -> None:
    question = _question()
    question["map"] = "no\nsuch\x00" + "map" * 1000
    error = answer_line(json.dumps(question))["error"]
    assert error.isprintable()
    assert len(error) <= 1_001


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "movement", "creature": "a", "budget": 10**6}, "ask.budget reaches over 4,000,000 squares"),
        ({"kind": "rounds", "creature": "a", "speed": 30, "rounds": 1_000}, "ask.speed reaches over"),
        (
            {"kind": "area", "shape": "burst", "feet": 10**6, "origin": [9, 9]},
            "the answer has 4,000,000 squares",
        ),
        ({"kind": "charge", "attacker": "a", "target": "b", "speed": 10**7}, "ask.target: no creature"),
        ({"kind": "cover_map", "attacker": "a"}, "the answer has 4,000,000 squares"),
    ],
)
def test_answers_too_large_are_refused(change: dict[str, Any], words: str) -> None:
    question = _question()
    question["map"] = {
        "width": 2000,
        "height": 2000,
        "creatures": [{"id": "a", "size": "tiny", "at": [0, 0]}],
    }
    question["ask"] = change
    assert words in answer_line(json.dumps(question))["error"]


def test_too_many_rounds_on_a_large_map() -> None:
    question = _question("rounds", speed=5, rounds=900)
    question["map"] = {"width": 900, "height": 900, "creatures": [{"id": "a", "size": "tiny", "at": [0, 0]}]}
    assert answer_line(json.dumps(question))["error"].startswith("ask.rounds is 900 over 810,000 squares")
    question["ask"]["rounds"] = 2
    assert len(answer_line(json.dumps(question))["stops"]) == 22


def test_reasons_too_many_are_refused() -> None:
    question = _question()
    question["map"] = {"width": 200, "height": 200, "creatures": [{"id": "a", "size": "tiny", "at": [9, 9]}]}
    question["ask"] = {"kind": "movement", "creature": "a", "budget": 5000, "explain": True}
    assert answer_line(json.dumps(question))["error"].startswith("ask.explain: 40,000 squares")
    question["map"]["terrain"] = {"blocked": [".#" * 100] * 200}
    question["ask"] = {"kind": "cover_map", "attacker": "a", "explain": True}
    assert answer_line(json.dumps(question))["error"].startswith("ask.explain: ")


@pytest.mark.parametrize(
    ("change", "count"),
    [({}, 16), ({"widened": True}, 28), ({"side": 4}, 20), ({"side": 4, "widened": True}, 36)],
)
def test_placements_of_widened_and_called_areas(change: dict[str, Any], count: int) -> None:
    battle_map = {"width": 30, "height": 30, "creatures": [{"id": "a", "size": "medium", "at": [14, 14]}]}
    ask = {"kind": "placements", "creature": "a", "shape": "cone", "feet": 15, "explain": True} | change
    answer = answer_line(json.dumps({"ruleset": "epic-path", "map": battle_map, "ask": ask}))
    side = (count - 4) // 4
    assert len(answer["at"]) == count
    assert answer["reason"].startswith(f"{side} × {side} squares")


def test_walls_aslant_have_a_longest() -> None:
    question = _question()
    question["map"]["walls"] = [{"from": [0, 0], "to": [5000, 4999], "kind": "wall"}] * 8
    assert answer_line(json.dumps(question))["error"].startswith(
        "map.walls: walls aslant that stop or cover lines are 56,"
    )
