"""With ``"explain": true`` every kind of question says why, each reason with the number of its rule."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from gridmap.query.answer import _KINDS
from tests.reference.encounters import RULESETS, encounters

MAP: dict[str, Any] = {
    "width": 8,
    "height": 5,
    "terrain": {
        "difficult": ["........", "..2.....", "........", "........", "........"],
        "blocked": ["...#....", "........", "...#....", "........", "........"],
        "impeded": ["........", "........", "........", "x.......", "........"],
        "hazardous": ["........", "......x.", "........", "........", "........"],
    },
    "creatures": [
        {"id": "a", "size": "medium", "at": [0, 1], "team": "p"},
        {"id": "b", "size": "medium", "at": [4, 1], "team": "f"},
        {"id": "c", "size": "medium", "at": [2, 4], "team": "p"},
        {"id": "o", "size": "large", "at": [5, 3], "team": "f"},
    ],
}
FOG = ["..x.....", "..x.....", "........", "........", "........"]
ENDS_WITH_ITS_RULE = re.compile(r"\(rules \d+\.?\d*b?(, \d+\.?\d*b?)*\)$")


def ask(ruleset: str, battle_map: dict[str, Any] | None = None, **question: Any) -> dict[str, Any]:
    line = {"ruleset": ruleset, "map": battle_map or MAP, "ask": {**question, "explain": True}}
    return answer_line(json.dumps(line))


def lines_of(value: Any) -> list[str]:
    """Every reason of an answer."""
    if isinstance(value, dict):
        found = [
            reason for name, part in value.items() if name in _HOLDING for reason in _reasons_in(name, part)
        ]
        return found + [line for part in value.values() if isinstance(part, dict) for line in lines_of(part)]
    return []


_HOLDING = ("reason", "reasons", "blocked", "no_flanks", "spared")


def _reasons_in(name: str, part: Any) -> list[str]:
    return [part] if name == "reason" else [entry[-1] for entry in part]


QUESTIONS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "distance": (
        "pathfinder-1e",
        {"from": "a", "to": "o"},
        ["30 ft: 5 squares the long way, and 2 diagonals of which every second adds 1 (rules 1.3)"],
    ),
    "movement": (
        "pathfinder-1e",
        {"creature": "a", "budget": 20},
        [
            "15 ft: 1 straight 5, 1 difficult straight 10 (rules 3.3)",
            "blocked (rules 3.1)",
            "occupied by an opponent, b: neither pass nor stop (rules 3.7)",
            "occupied by an ally, c: pass, not stop (rules 3.7)",
            "impeded: a step takes a full round (rules 3.6)",
            "out of reach: no way within the budget of 20 ft (rules 3.9)",
        ],
    ),
    "rounds": (
        "epic-path",
        {"creature": "a", "speed": 10, "rounds": 2},
        ["round 1, with 20 of its 20 ft spent (rules 3.9)", "blocked (rules 3.1)"],
    ),
    "reach": (
        "pathfinder-1e",
        {"creature": "o"},
        [
            "Threatened by o, reach 10 ft (rules 4.1)",
            "Not threatened: the square is blocked (rules 4.1)",
            "Not threatened: beyond the 10 ft reach of o (rules 4.1)",
        ],
    ),
    "cover": (
        "pathfinder-1e",
        {"attacker": "c", "target": "b", "attack": "ranged"},
        ["Cover: 2 of 4 lines from the best corner (3, 5) are clear, the one to (4, 1) is not (rules 6.2)"],
    ),
    "area": (
        "pathfinder-1e",
        {"shape": "burst", "feet": 15, "origin": [2, 2]},
        [
            "In the area: the effect reaches this square (rules 7.5)",
            "Not in the area: the square is blocked (rules 7.5)",
            "Cut off: the blocked square (3, 2) stops the line of effect (rules 7.5)",
        ],
    ),
    "placements": (
        "epic-path",
        {"creature": "a", "shape": "cone", "feet": 15},
        ["3 × 3 squares that touch the space of a by a side or corner (rules 7.2)"],
    ),
    "forced": (
        "epic-path",
        {"attacker": "a", "target": "b", "move": "push", "squares": 2},
        [
            "b can be left here by a push of 1 squares (rules 8.1)",
            "b can be left here, in a hazard, by a push of 2 squares (rules 8.2)",
            "blocked: it ends the move (rules 8.1, 3.1)",
            "each square of a push is away from a (rules 8.1)",
            "o is in the way: any creature ends the move (rules 8.1)",
        ],
    ),
    "charge": (
        "pathfinder-1e",
        {"attacker": "a", "target": "b", "speed": 30},
        [
            "No charge: difficult ground is in the lane of 15 ft (rules 3.12)",
            "difficult ground is in the lane to here (rules 3.12)",
        ],
    ),
    "provokes": (
        "epic-path",
        {"creature": "a", "path": [[0, 1], [1, 1], [2, 1], [3, 1], [2, 1]]},
        [
            "b may strike: a leaves a square that it threatens (rules 4.3)",
            "o may strike: a leaves a square that it threatens (rules 4.3)",
        ],
    ),
    "path": (
        "pathfinder-1e",
        {"creature": "a", "budget": 60, "to": [2, 1]},
        [
            "15, and nobody may strike (rules 4.3)",
            "15 ft: 1 straight 5, 1 difficult straight 10 (rules 3.3)",
        ],
    ),
    "five_foot_step": (
        "pathfinder-1e",
        {"creature": "a"},
        ["A 5-foot step: it provokes nobody (rules 3.11)"],
    ),
    "withdraw": (
        "pathfinder-1e",
        {"creature": "b", "speed": 10},
        ["Withdraws there, and nobody may strike (rules 3.13)"],
    ),
    "run": (
        "dnd-3.5",
        {"creature": "a", "speed": 10},
        ["10 ft at a run in a straight line, over plain ground only (rules 3.9)"],
    ),
    "squeeze": (
        "pathfinder-1e",
        {"creature": "o"},
        ["squeezed: strips 1 wide leave it 3 of its 4 squares; attacks and AC −4 (rules 3.8)"],
    ),
    "cover_map": (
        "pathfinder-1e",
        {"attacker": "a"},
        ["Total cover: no line of effect from any square of a (rules 6.4)"],
    ),
    "concealment": (
        "pathfinder-1e",
        {"attacker": "a", "target": "b", "concealing": FOG},
        ["Total concealment, 50 %: every line from a passes a concealing square (rules 6.5)"],
    ),
    "concealment_map": (
        "pathfinder-1e",
        {"attacker": [0, 1], "concealing": FOG},
        ["Total concealment, 50 %: every line from the attacker passes a concealing square (rules 6.5)"],
    ),
    "line_of_effect": (
        "pathfinder-1e",
        {"origin": [1, 1]},
        [
            "No line of effect: the square is blocked (rules 6.1)",
            "No line of effect: the blocked square (3, 0) is in the way (rules 6.1)",
            "A line of effect: some line to a sight point of the square is clear (rules 6.1b)",
        ],
    ),
    "sight": (
        "pathfinder-1e",
        {"from": "a"},
        ["all that is in sight from the centres of its squares (rules 6.1)"],
    ),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_reasons_of_each_kind(kind: str) -> None:
    ruleset, question, expected = QUESTIONS[kind]
    answer = ask(ruleset, kind=kind, **question)
    found = lines_of(answer)
    assert set(expected) <= set(found), found
    assert all(ENDS_WITH_ITS_RULE.search(line) for line in found)


def test_flanks_and_what_keeps_two_from_flanking() -> None:
    places = {"b": (4, 1), "c": (3, 0), "d": (5, 2), "e": (3, 2), "f": (4, 0)}
    creatures = [
        {"id": name, "size": "medium", "at": list(at), "team": "f" if name == "b" else "p"}
        for name, at in places.items()
    ]
    for ruleset, line in (
        (
            "pathfinder-1e",
            "Flank: the line enters by the northwest corner and leaves by the southeast corner",
        ),
        ("epic-path", "Flank: the line enters by the northwest corner and leaves by the southeast corner"),
    ):
        answer = ask(ruleset, {"width": 8, "height": 5, "creatures": creatures}, kind="flanking")
        assert ["b", "c", "d"] in answer["flanks"]
        assert any(reason[-1].startswith(line) for reason in answer["reasons"])
        assert len(answer["flanks"]) + len(answer["no_flanks"]) == 12
        assert all(ENDS_WITH_ITS_RULE.search(reason) for reason in lines_of(answer))
    why = {tuple(names): reason for *names, reason in answer["no_flanks"]}
    assert why["b", "c", "f"].startswith("No flank: ")


def test_every_kind_is_asked_here() -> None:
    assert set(_KINDS) == {*QUESTIONS, "flanking"}


@settings(max_examples=30)
@given(st.data())
def test_reasons_never_change_an_answer(data: st.DataObject) -> None:
    ruleset = data.draw(st.sampled_from(RULESETS))
    battle_map = data.draw(encounters(ruleset))
    battle_map["creatures"][0]["team"], battle_map["creatures"][1]["team"] = "party", "foes"
    fog = ["." * battle_map["width"]] * battle_map["height"]
    everything: dict[str, Any] = {
        **{
            "creature": "a",
            "attacker": "a",
            "target": "b",
            "attack": "melee",
            "from": "a",
            "concealing": fog,
        },
        **{"speed": 20, "rounds": 2, "budget": 20, "squares": 2, "move": "slide", "feet": 15},
        **{"path": [battle_map["creatures"][0]["at"]]},
    }
    asked: dict[str, dict[str, Any]] = {
        "area": {"shape": "emanation"},
        "placements": {"shape": "cone"},
        "distance": {"to": "b"},
        "path": {"to": [0, 0]},
    }
    for kind in _KINDS:
        question = {**everything, **asked.get(kind, {}), "kind": kind}
        plain = answer_line(json.dumps({"ruleset": ruleset, "map": battle_map, "ask": question}))
        told = ask(ruleset, battle_map, **question)
        for name, value in plain.items():
            if kind != "path":
                assert told[name] == value, (kind, name)
        assert all(ENDS_WITH_ITS_RULE.search(line) for line in lines_of(told)), (kind, lines_of(told))
