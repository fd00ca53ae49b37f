"""Fields found block by block, against the same field found on one board."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, Blocked, Creature, Layer, Size, Square
from gridmap.rules import block_sweep, movement
from gridmap.rules.movement import CostField, cost_field, cost_field_in_slices
from gridmap.rules.ruleset import Metric, Ruleset, shipped_ruleset
from gridmap.rules.sweep import finished
from tests.rules.movement_maps import RULESETS, as_map, map_objects

PATHFINDER = shipped_ruleset("pathfinder-1e")


def both_ways(
    battle_map: BattleMap, ruleset: Ruleset, budget: int | None, *, squeeze: bool, block: int
) -> tuple[CostField, CostField]:
    """The field on one board, and block by block."""
    mover = battle_map.creature("a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movement, "_WORTH_REPAIRING", 10**9)
        patch.setattr(movement, "_WORTH_BLOCKS", 10**9)
        whole = cost_field(battle_map, mover, ruleset, budget, squeeze=squeeze)
        patch.setattr(movement, "_WORTH_BLOCKS", 1)
        patch.setattr(block_sweep, "BLOCK", block)
        parts = cost_field(battle_map, mover, ruleset, budget, squeeze=squeeze)
    return whole, parts


def check(whole: CostField, parts: CostField) -> None:
    one, other = whole.fields[0], parts.fields[0]
    assert np.array_equal(one.weights, other.weights)
    assert one.reached == other.reached
    assert bytes(one.padded) == bytes(other.padded)
    assert np.array_equal(whole.stops, parts.stops)
    assert np.array_equal(whole.squeezed, parts.squeezed)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60)
@given(
    raw=map_objects(most=12),
    budget=st.sampled_from((None, 3, 20, 60)),
    squeeze=st.booleans(),
    block=st.integers(1, 6),
)
def test_as_on_one_board(
    ruleset: str, raw: dict[str, Any], budget: int | None, squeeze: bool, block: int
) -> None:
    check(*both_ways(as_map(raw), shipped_ruleset(ruleset), budget, squeeze=squeeze, block=block))


@pytest.mark.parametrize("size", [Size.MEDIUM, Size.LARGE, Size.GARGANTUAN])
@pytest.mark.parametrize("metric", Metric)
def test_on_a_map_of_many_blocks(size: Size, metric: Metric) -> None:
    """The wave comes back to blocks that it had left: pockets behind very difficult ground."""
    ruleset = msgspec.structs.replace(PATHFINDER, metric=metric)
    chance = np.random.default_rng(len(size))
    blocked = np.where(chance.random((90, 110)) < 0.12, Blocked.FILLS, Blocked.FREE)
    blocked[20:70, 30] = Blocked.FILLS
    difficult = np.where(chance.random(blocked.shape) < 0.3, chance.choice([2, 4, 8], blocked.shape), 0)
    difficult[:, 60:64] = 8
    blocked[40:48, 40:48] = Blocked.FREE
    empty = BattleMap.empty(110, 90)
    terrain = empty.terrain.with_layer(Layer.BLOCKED, blocked).with_layer(Layer.DIFFICULT, difficult)
    battle_map = empty.with_changes(terrain=terrain, creatures=(Creature("a", size, Square(41, 41)),))
    for block in (7, 16, 40):
        whole, parts = both_ways(battle_map, ruleset, None, squeeze=True, block=block)
        check(whole, parts)
    far = Square(*np.argwhere(parts.feet == parts.feet.max())[0][::-1].tolist())
    assert parts.path(far) == whole.path(far)
    assert parts.cost_along(far)[-1] == whole.feet[far.y, far.x]


def test_blocks_give_way_and_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "_WORTH_REPAIRING", 10**9)
    monkeypatch.setattr(movement, "_WORTH_BLOCKS", 1)
    monkeypatch.setattr(block_sweep, "BLOCK", 20)
    battle_map = BattleMap.empty(120, 100).with_changes(
        creatures=(Creature("a", Size.MEDIUM, Square(60, 50)),)
    )
    mover = battle_map.creature("a")
    slices = cost_field_in_slices(battle_map, mover, PATHFINDER, None)
    next(slices)
    next(slices)
    known = finished(slices)
    compiled: list[object] = []
    monkeypatch.setattr(block_sweep, "_blocks", lambda *given: compiled.append(given) or ())
    assert np.array_equal(cost_field(battle_map, mover, PATHFINDER, None).feet, known.feet)
    assert not compiled
