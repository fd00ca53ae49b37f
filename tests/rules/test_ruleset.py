"""Ruleset files: the shipped ones, house rules based on them, and every wrong field named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.query import answer_line
from gridmap.rules.ruleset import (
    MAX_BYTES,
    SHIPPED,
    Metric,
    RulesetError,
    TerrainCost,
    _from_values,
    _merged,
    _shipped_values,
    load_ruleset,
    shipped_ruleset,
)


def written(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_shipped_rulesets_load(ruleset: str) -> None:
    assert shipped_ruleset(ruleset).id == ruleset


def test_a_house_rule_changes_its_lines_only(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'id = "ours"\nname = "Ours"\nbased_on = "pathfinder-1e"\nmetric = "one-for-one"\n'
        '[movement]\nterrain_cost = "entered"\n[movement.squeeze.width]\nhuge = 1\n',
    )
    ours, theirs = load_ruleset(path), shipped_ruleset("pathfinder-1e")
    assert (ours.metric, ours.movement.terrain_cost) == (Metric.ONE_FOR_ONE, TerrainCost.ENTERED)
    assert ours.movement.squeeze.width["huge"] == 1  # type: ignore[index]
    assert ours.sizes == theirs.sizes
    assert ours.charge == theirs.charge


WRONG = {
    'metric = "taxi"': ["metric: invalid enum value 'taxi'"],
    "[movement]\nobstacle_feet = -5": ["movement.obstacle_feet: expected int >= 0"],
    "[movement]\nrun_straight = 1": ["movement.run_straight: expected bool, got int"],
    "[movement]\nwings = true": ["movement.wings is no field; fields are currency, terrain_cost"],
    "[sizes]\nbig = { side = 2, reach_tall = 5, reach_long = 5, height_long = 1 }": [
        "sizes.big: invalid enum"
    ],
    "[sizes]\nlarge = { side = 9 }": ["sizes.large.side: expected int <= 6"],
    "[sizes]\nlarge = 2": ["sizes.large: expected object, got int"],
    "[movement]\nslowing_conditions = [1]": ["movement.slowing_conditions[0]: expected str, got int"],
    "[areas.squares.burst]\nfar = 3": ["areas.squares.burst.far: expected int, got str"],
    "sizes = []": ["sizes: expected object, got array"],
    "[[options]]\nfield = 'metric'\nvalues = ['taxi']\nnote = 'ours'": [
        "options[0]: 'metric' names no field"
    ],
    "[[options]]\nfield = 'metric'\nvalues = []": ["options[0].note is missing"],
}


@pytest.mark.parametrize(("text", "expected"), WRONG.items(), ids=range(len(WRONG)))
def test_each_wrong_field_is_named(tmp_path: Path, text: str, expected: list[str]) -> None:
    path = written(tmp_path, f'based_on = "pathfinder-1e"\n{text}\n')
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    message = str(caught.value)
    assert message.startswith("house.toml: ")
    assert "\n" not in message
    for words in expected:
        assert words in message


def test_all_wrong_fields_in_one_message(tmp_path: Path) -> None:
    text = (
        'based_on = "epic-path"\nmetric = 1\nwhat = "x"\n[movement]\ncurrency = "gold"\nrun_straight = "no"\n'
        "[movement.passing]\nstepover_categories = -1\n[charge]\nspeeds = 1.5\n"
    )
    with pytest.raises(RulesetError) as caught:
        load_ruleset(written(tmp_path, text))
    message = str(caught.value)
    assert message.startswith("house.toml: 6 wrong fields: ")
    for field in (
        "metric: ",
        "what is no field",
        "movement.currency: ",
        "movement.run_straight: ",
        "movement.passing.stepover_categories: ",
        "charge.speeds: ",
    ):
        assert field in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "based_on must name a shipped ruleset"),
        ('based_on = "chess"', "there is no ruleset 'chess'"),
        ("based_on = 3", "based_on must name a shipped ruleset"),
        ("metric = ", "not TOML"),
        ('based_on = "epic-path"\n' + "#" * MAX_BYTES, "larger than 1,000,000 bytes"),
        ("x = " + "[" * 5000, "not TOML"),
    ],
)
def test_what_is_no_ruleset(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(written(tmp_path, text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"gone.toml: cannot be read"):
        load_ruleset(tmp_path / "gone.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RulesetError, match=r"folder.toml: it is no file"):
        load_ruleset(tmp_path / "folder.toml")


def test_a_question_by_a_house_rule(tmp_path: Path) -> None:
    path = written(tmp_path, 'id = "ours"\nname = "Ours"\nbased_on = "pathfinder-1e"\n[charge]\nspeeds = 1\n')
    battle_map = {
        "width": 12,
        "height": 1,
        "creatures": [
            {"id": "a", "size": "medium", "at": [0, 0], "team": "p"},
            {"id": "b", "size": "medium", "at": [10, 0], "team": "f"},
        ],
    }
    ask = {"kind": "charge", "attacker": "a", "target": "b", "speed": 30}
    assert answer_line(json.dumps({"ruleset": str(path), "map": battle_map, "ask": ask}))["legal"] is False
    assert (
        answer_line(json.dumps({"ruleset": "pathfinder-1e", "map": battle_map, "ask": ask}))["legal"] is True
    )
    broken = written(tmp_path, 'based_on = "pathfinder-1e"\n[charge]\nspeeds = "x"\n', "broken.toml")
    answer = answer_line(json.dumps({"ruleset": str(broken), "map": battle_map, "ask": ask}))
    assert answer == {"error": "broken.toml: charge.speeds: expected int, got str"}


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_NAMES = ["metric", "sizes", "movement", "charge", "reach", "flanking", "areas", "options", "id", "based_on"]


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(_NAMES) | st.text(max_size=6), _VALUES, max_size=6))
def test_whatever_stands_there_has_one_sentence(values: dict[str, object]) -> None:
    said = "house.toml: nothing"
    try:
        _from_values(_merged(_shipped_values("epic-path"), values), "house.toml")
    except RulesetError as error:
        said = str(error)
    assert said.startswith("house.toml: ")
    assert "\n" not in said
