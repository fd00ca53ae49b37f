"""Overlays of 5-foot steps, withdrawing and running."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Square
from gridmap.overlays.overlay import Field, Overlay, Squares
from gridmap.overlays.registry import OverlayError, build
from gridmap.rules.ruleset import shipped_ruleset


def show(name: str, ruleset: str = "pathfinder-1e", battle_map: BattleMap | None = None) -> Overlay:
    return build(name, battle_map or skirmish(), shipped_ruleset(ruleset))


def skirmish(condition: str = "prone") -> BattleMap:
    hero = {"id": "a", "size": "medium", "at": [1, 0], "team": "p", "speed": {"walk": 10}}
    foe = {"id": "b", "size": "medium", "at": [0, 0], "team": "f", "reach": 10}
    return read_map({"width": 7, "height": 1, "creatures": [hero | {"conditions": [condition]}, foe]})


def field_of(overlay: Overlay) -> list[int]:
    (field,) = (mark for mark in overlay.marks if isinstance(mark, Field))
    return [int(value) for value in field.values[0]]


def test_five_foot_step() -> None:
    overlay = show("five-foot-step:a")
    (mark,) = overlay.marks
    assert isinstance(mark, Squares)
    assert np.flatnonzero(mark.mask).tolist() == [2]
    reason = overlay.reason_at(Square(0, 0))
    assert reason is not None
    assert "occupied by an opponent" in str(reason)
    assert overlay.reason_at(Square(5, 0)) is None


def test_withdraw() -> None:
    overlay = show("withdraw:a")
    assert field_of(overlay) == [-1, 0, 5, 10, 15, 20, -1]
    assert [str(entry) for entry in overlay.legend][1] == "An enemy may strike on the way there"
    assert str(overlay.reason_at(Square(4, 0))).startswith("Withdraws there, but b may strike")
    farther = show("withdraw:a:b", "epic-path")
    assert (field_of(farther), len(farther.legend)) == ([-1, 0, 5, 10, -1, -1, -1], 1)


def test_run() -> None:
    assert field_of(show("run:a")) == [-1, 0, 5, 10, 15, 20, 25]
    slowed = show("run:a", "dnd-3.5", skirmish("entangled"))
    assert field_of(slowed) == [-1, 0, -1, -1, -1, -1, -1]
    assert str(slowed.notice) == "No run: entangled, it moves at half speed (rules 3.9)"


@pytest.mark.parametrize(
    ("name", "ruleset", "words"),
    [
        ("five-foot-step:z", "epic-path", "no creature 'z'"),
        ("withdraw:a", "epic-path", "the enemy withdrawn from is missing"),
        ("withdraw:a:a", "epic-path", "two different creatures"),
        ("run:a", "soulweaver", "a pace of a movement question"),
    ],
)
def test_what_cannot_be_shown(name: str, ruleset: str, words: str) -> None:
    with pytest.raises(OverlayError, match=words):
        show(name, ruleset)
