"""Fields after a small edit, against the same field worked out from the beginning."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.rules import movement, repair
from gridmap.rules.movement import CostField, Pace, cost_field
from gridmap.rules.repair import edited_blocks, repaired
from gridmap.rules.ruleset import Metric, Ruleset, shipped_ruleset
from tests.rules.movement_maps import MOVERS, RULESETS, as_map, map_objects, wall_ends

PATHFINDER = shipped_ruleset("pathfinder-1e")
# Hazards and kinds of ground change no cost; should they once, a repair must know of them.
VALUES = {
    Layer.BLOCKED: (0, 1, 2),
    Layer.DIFFICULT: (0, 2, 4, 8),
    Layer.IMPEDED: (0, 1),
    Layer.HAZARDOUS: (0, 1),
    Layer.GROUND: (0, 1),
}


@st.composite
def edits(draw: st.DrawFn, battle_map: BattleMap) -> BattleMap:
    """The map after one edit of its terrain, walls or other creatures, or after two."""
    for _ in range(draw(st.integers(1, 2))):
        kind = draw(st.sampled_from(("terrain", "terrain", "wall", "creature")))
        battle_map = draw(
            {"terrain": terrain_edits, "wall": wall_edits, "creature": creature_edits}[kind](battle_map)
        )
    return battle_map


@st.composite
def terrain_edits(draw: st.DrawFn, battle_map: BattleMap) -> BattleMap:
    layer = draw(st.sampled_from(tuple(VALUES)))
    grid = battle_map.terrain.layer(layer).copy()
    x, y = draw(st.integers(0, battle_map.width - 1)), draw(st.integers(0, battle_map.height - 1))
    size = draw(st.integers(1, 3))
    grid[y : y + size, x : x + size] = draw(st.sampled_from(VALUES[layer]))
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))


@st.composite
def wall_edits(draw: st.DrawFn, battle_map: BattleMap) -> BattleMap:
    walls = list(battle_map.walls)
    if walls and draw(st.booleans()):
        wall = walls.pop(draw(st.integers(0, len(walls) - 1)))
        if wall.kind is WallKind.DOOR and draw(st.booleans()):
            walls.append(replace(wall, open=not wall.open))
    else:
        start, end = draw(wall_ends(battle_map.width, battle_map.height))
        assume(start != end)
        walls.append(Wall(Point(*start), Point(*end), draw(st.sampled_from(WallKind))))
    return battle_map.with_changes(walls=tuple(walls))


@st.composite
def creature_edits(draw: st.DrawFn, battle_map: BattleMap) -> BattleMap:
    mover, *others = battle_map.creatures
    at = Square(draw(st.integers(0, battle_map.width - 1)), draw(st.integers(0, battle_map.height - 1)))
    if others and draw(st.booleans()):
        others[0] = replace(others[0], at=at)
    elif others and draw(st.booleans()):
        others.pop()
    else:
        team = draw(st.sampled_from(("party", "foes")))
        others.append(Creature(f"new{len(others)}-{at}", draw(st.sampled_from(Size)), at, team))
    return battle_map.with_changes(creatures=(mover, *others))


def ask(battle_map: BattleMap, ruleset: Ruleset, budget: int | None, squeeze: bool) -> CostField:
    return cost_field(battle_map, battle_map.creature("a"), ruleset, budget, squeeze=squeeze)


def mend(before: CostField, after: CostField, share: int = 1) -> bool:
    """Whether the field before could be repaired. If so, it is the field after."""
    most = movement._most(after.mover, after.budget)
    field = repaired(before.fields[0], before.mover, after.mover, most, share)
    if field is None:
        return False
    assert np.array_equal(field.weights, after.fields[0].weights)
    assert field.reached == after.fields[0].reached
    assert bytes(field.padded) == bytes(after.fields[0].padded)
    return True


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=150)
@given(
    data=st.data(), raw=map_objects(), budget=st.sampled_from((None, 5, 20, 30, 60)), squeeze=st.booleans()
)
def test_as_from_the_beginning(
    ruleset: str, data: st.DataObject, raw: dict[str, Any], budget: int | None, squeeze: bool
) -> None:
    rules = shipped_ruleset(ruleset)
    one = as_map(raw)
    other = data.draw(edits(one))
    before, after = (ask(battle_map, rules, budget, squeeze) for battle_map in (one, other))
    stands = all(field.mover.stands_in(field.room) for field in (before, after))
    # Nothing but an own position that is no position can be too much on so small a map.
    assert mend(before, after) or not stands


@pytest.mark.parametrize("window", [1, 8])
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 10**6), size=st.sampled_from(MOVERS), squeeze=st.booleans())
def test_over_many_windows(window: int, data: st.DataObject, seed: int, size: str, squeeze: bool) -> None:
    """Edit upon edit, each repaired field the ground of the next, on a map of corridors."""
    ruleset = msgspec.structs.replace(PATHFINDER, metric=data.draw(st.sampled_from(Metric)))
    battle_map = corridors(seed, Size(size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repair, "_WINDOW", window)
        maps = [battle_map]
        for _ in range(3):
            maps.append(data.draw(edits(maps[-1])))
        fields = [ask(one, ruleset, None, squeeze) for one in maps]
        for before, after in pairwise(fields):
            mend(before, after)


def corridors(seed: int, size: Size) -> BattleMap:
    """Rooms with walls of blocked squares between them, so that an edit may open a whole part of the map."""
    chance = np.random.default_rng(seed)
    blocked = np.zeros((40, 44), np.uint8)
    blocked[7::8] = blocked[:, 9::10] = Blocked.FILLS
    for y, x in zip(chance.integers(0, 40, 60).tolist(), chance.integers(0, 44, 60).tolist(), strict=True):
        blocked[y : y + 2, x : x + 2] = chance.integers(0, 3)
    difficult = np.where(chance.random(blocked.shape) < 0.25, chance.choice([2, 4, 8], blocked.shape), 0)
    blocked[14:22, 14:22] = 0
    battle_map = BattleMap.empty(44, 40)
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked).with_layer(Layer.DIFFICULT, difficult)
    return battle_map.with_changes(terrain=terrain, creatures=(Creature("a", size, Square(14, 14)),))


def test_only_what_differs_is_worked_out() -> None:
    """A dab far off in the open takes few positions; a door that opens half of the map too many."""
    battle_map = corridors(1, Size.MEDIUM)
    grid = battle_map.terrain.difficult.copy()
    grid[2, 2] = 8
    dabbed = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, grid))
    split = BattleMap.empty(100, 100).with_changes(
        creatures=(Creature("a", Size.MEDIUM, Square(3, 3)),), walls=(Wall(Point(20, 0), Point(20, 100)),)
    )
    opened = split.with_changes(walls=(Wall(Point(20, 0), Point(20, 90)),))
    fields = [ask(one, PATHFINDER, None, True) for one in (battle_map, dabbed, split, opened)]
    assert mend(fields[0], fields[1], share=100)
    assert not mend(fields[2], fields[3], share=100)
    assert mend(fields[2], fields[3], share=1)


def test_a_large_field_begins_from_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def spy(*given: Any) -> Any:
        found = repaired(*given)
        asked.append(found is not None)
        return found

    monkeypatch.setattr(movement, "repaired", spy)
    battle_map = BattleMap.empty(100, 100).with_changes(
        creatures=(Creature("a", Size.LARGE, Square(50, 50)),)
    )
    before = cost_field(battle_map, battle_map.creatures[0], PATHFINDER, None)
    grid = battle_map.terrain.blocked.copy()
    grid[20, 40] = Blocked.FILLS
    edited = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))
    after = cost_field(edited, edited.creatures[0], PATHFINDER, None)
    assert asked == [True]
    assert before.feet[20, 40] == 175 != after.feet[20, 40]
    with monkeypatch.context() as patch:
        patch.setattr(movement, "_lately", movement._Lately())
        anew = cost_field(edited, edited.creatures[0], PATHFINDER, None)
    assert asked == [True]
    for found, wanted in (
        (after.feet, anew.feet),
        (after.stops, anew.stops),
        (after.squeezed, anew.squeezed),
    ):
        assert np.array_equal(found, wanted)
    path = after.path(Square(15, 15))
    assert path[0] == Square(50, 50)
    assert after.cost_along(Square(15, 15))[-1] == after.feet[15, 15] == before.feet[15, 15]
    assert after.reason(Square(15, 15)) is not None
    # Another budget, pace or creature is another question.
    cost_field(edited, edited.creatures[0], PATHFINDER, 5000)
    cost_field(edited, replace(edited.creatures[0], at=Square(40, 40)), PATHFINDER, None)
    cost_field(edited, edited.creatures[0], shipped_ruleset("soulweaver"), None, pace=Pace.RUN)
    assert asked == [True]


def test_what_two_maps_show_differently() -> None:
    battle_map = BattleMap.empty(10, 10).with_changes(creatures=(Creature("a", Size.MEDIUM, Square(0, 0)),))
    other = Creature("b", Size.LARGE, Square(3, 4))
    wall = Wall(Point(1, 2), Point(4, 2))
    more = battle_map.with_changes(creatures=(*battle_map.creatures, other), walls=(wall,))
    blocks = edited_blocks(battle_map, more, PATHFINDER, "a")
    assert blocks is not None
    assert [(block.left, block.top, block.columns, block.rows) for block in blocks] == [
        (3, 4, 2, 2),
        (0, 1, 5, 2),
    ]
    assert edited_blocks(more, more, PATHFINDER, "a") == []
    assert edited_blocks(more, BattleMap.empty(10, 11), PATHFINDER, "a") is None
    alone = more.with_changes(creatures=(other,))
    assert edited_blocks(more, alone, PATHFINDER, "a") == []
