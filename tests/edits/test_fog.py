"""Hiding and revealing."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.edits.fog import (
    remove_fog,
    room_region,
    set_fog,
    show_what_is_seen,
    start_fog,
)
from gridmap.edits.terrain import rectangle_region
from gridmap.model import BattleMap, Fog, FogState, Layer, Point, Square, Wall, WallKind

OPEN = BattleMap.empty(4, 3)
LEFT = rectangle_region(OPEN, Square(0, 0), Square(1, 2))


def states(battle_map: BattleMap) -> list[str]:
    assert battle_map.fog is not None
    return ["".join("#.~"[value] for value in row) for row in battle_map.fog.revealed]


def test_fog_starts_and_goes() -> None:
    hidden = start_fog(OPEN)
    assert states(hidden) == ["####"] * 3
    assert start_fog(hidden) is hidden
    assert states(start_fog(hidden, FogState.REVEALED)) == ["...."] * 3
    assert remove_fog(hidden) == OPEN
    assert remove_fog(OPEN) is OPEN


def test_a_region_is_revealed_and_hidden() -> None:
    revealed = set_fog(start_fog(OPEN), LEFT, FogState.REVEALED)
    assert states(revealed) == ["..##"] * 3
    assert set_fog(revealed, LEFT, FogState.REVEALED) is revealed
    assert states(set_fog(revealed, LEFT, FogState.HIDDEN)) == ["####"] * 3
    with pytest.raises(ValueError, match="the region is"):
        set_fog(revealed, LEFT[:2], FogState.HIDDEN)


def test_without_fog_the_first_stroke_begins_it() -> None:
    assert states(set_fog(OPEN, LEFT, FogState.REVEALED)) == ["..##"] * 3
    assert states(set_fog(OPEN, LEFT, FogState.HIDDEN)) == ["##.."] * 3


def test_what_was_seen_is_remembered() -> None:
    fogged = OPEN.with_changes(fog=Fog(np.array([[0, 1, 2, 0]] * 3, np.uint8)))
    seen = np.zeros((3, 4), bool)
    seen[:, 2:] = True
    shown = show_what_is_seen(fogged, seen)
    assert states(shown) == ["#~.."] * 3
    assert show_what_is_seen(shown, seen) is shown
    assert show_what_is_seen(OPEN, seen) is OPEN


def drawn(rows: tuple[str, ...], *walls: Wall) -> BattleMap:
    blocked = np.array([[letter == "#" for letter in row] for row in rows], np.uint8)
    battle_map = BattleMap.empty(len(rows[0]), len(rows))
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked)
    return battle_map.with_changes(terrain=terrain, walls=walls)


def shown(region: np.ndarray) -> list[str]:
    return ["".join(".x"[int(value)] for value in row) for row in region]


def test_a_room_in_the_rock_has_its_rock() -> None:
    battle_map = drawn(("######", "#..#.#", "#..#.#", "######", "######"))
    assert shown(room_region(battle_map, Square(1, 1))) == [
        "xxxx..",
        "xxxx..",
        "xxxx..",
        "xxxx..",
        "......",
    ]
    assert shown(room_region(battle_map, Square(3, 1)))[1] == "...x.."
    assert not room_region(battle_map, Square(9, 9)).any()


@pytest.mark.parametrize(("is_open", "expected"), [(False, "xx.."), (True, "xxxx")])
def test_doors_bound_a_room_while_they_are_closed(is_open: bool, expected: str) -> None:
    walls = (
        Wall(Point(2, 0), Point(2, 1)),
        Wall(Point(2, 1), Point(2, 2), WallKind.DOOR, is_open),
    )
    assert shown(room_region(drawn(("....", "...."), *walls), Square(0, 0))) == [expected] * 2


def test_rock_behind_a_wall_is_not_of_the_room() -> None:
    battle_map = drawn((".#.",), Wall(Point(1, 0), Point(1, 1)))
    assert shown(room_region(battle_map, Square(0, 0))) == ["x.."]
