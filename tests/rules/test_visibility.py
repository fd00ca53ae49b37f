"""What can be seen from a point, as a shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall
from gridmap.rules import visibility
from gridmap.rules.clear_line import clear
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.stoppers import place, stoppers
from gridmap.rules.visibility import visible_from, visible_to
from tests.reference.encounters import encounters


def _with_blocked(width: int, height: int, *squares: tuple[int, int]) -> BattleMap:
    grid = np.zeros((height, width), np.uint8)
    for x, y in squares:
        grid[y, x] = 1
    start = BattleMap.empty(width, height)
    return start.with_changes(terrain=start.terrain.with_layer(Layer.BLOCKED, grid))


def test_open_ground_is_seen_whole() -> None:
    assert visible_from(BattleMap.empty(7, 4), Point(2.5, 1.5)).area == pytest.approx(28)


def test_a_pillar_throws_a_shadow() -> None:
    seen = visible_from(_with_blocked(5, 1, (2, 0)), Point(0.5, 0.5))
    assert seen.area == pytest.approx(2)
    wide = visible_from(_with_blocked(5, 3, (2, 1)), Point(0.5, 1.5))
    # The shadow begins 1 square wide, 1.5 squares off, and is 3 wide at the map's edge, 4.5 squares off.
    assert wide.area == pytest.approx(15 - (1 + 3) / 2 * 3)
    assert not wide.contains(shapely.Point(3.5, 1.5))


def test_a_slanted_wall_hides_what_is_behind_it() -> None:
    start = BattleMap.empty(4, 4).with_changes(walls=(Wall(Point(0, 4), Point(4, 0)),))
    assert visible_from(start, Point(0.5, 0.5)).area == pytest.approx(8)


def test_walls_that_cross_are_seen_up_to_where_they_cross() -> None:
    cross = (Wall(Point(0, 0), Point(4, 4)), Wall(Point(0, 4), Point(4, 0)))
    seen = visible_from(BattleMap.empty(4, 4).with_changes(walls=cross), Point(2, 0.5))
    assert seen.area == pytest.approx(4)


def test_nothing_is_seen_from_inside_stone_or_from_off_the_map() -> None:
    assert visible_from(_with_blocked(3, 3, (1, 1)), Point(1.5, 1.5)).is_empty
    assert visible_from(BattleMap.empty(3, 3), Point(4, 1)).is_empty


def test_a_big_creature_sees_from_all_its_squares() -> None:
    ruleset = shipped_ruleset("pathfinder-1e")
    ogre = Creature("ogre", Size.LARGE, Square(0, 0))
    battle_map = _with_blocked(6, 2, (3, 0)).with_changes(creatures=(ogre,))
    both = visible_to(battle_map, ogre, ruleset)
    assert both.area > visible_from(battle_map, Point(0.5, 0.5)).area
    assert both.contains(shapely.Point(5.5, 1.5))


@settings(max_examples=150)
@given(encounters("pathfinder-1e", most_side=8, creatures=2), st.data())
def test_a_point_is_in_the_shape_if_the_line_to_it_is_clear(raw: dict[str, Any], data: st.DataObject) -> None:
    battle_map = read_map(raw)
    x = data.draw(st.integers(0, battle_map.width - 1)) + 0.43
    y = data.draw(st.integers(0, battle_map.height - 1)) + 0.57
    seen = visible_from(battle_map, Point(x, y))
    if battle_map.terrain.blocked[int(y), int(x)]:
        assert seen.is_empty
        return
    shapely.prepare(seen)
    stop = stoppers(battle_map)
    for row in range(battle_map.height):
        for column in range(battle_map.width):
            end = Point(column + 0.512, row + 0.488)
            if seen.boundary.distance(shapely.Point(end)) < 1e-6:
                continue
            is_clear = bool(clear(stop, place(Point(x, y))[np.newaxis], place(end)[np.newaxis])[0])
            assert seen.contains(shapely.Point(end)) == is_clear, (column, row)


@pytest.mark.parametrize("turned", [False, True])
def test_nothing_is_seen_through_a_corner_at_which_two_blocked_squares_touch(turned: bool) -> None:
    """Their borders run straight on through that corner, and each hides what lies behind it alone."""
    seen_from, hidden = Point(0.5, 0.25), [Point(2.95, 2.05), Point(3.05, 1.95), Point(3.5, 2.5)]
    battle_map = _with_blocked(6, 6, (3, 1), (2, 2))
    if turned:
        battle_map = _with_blocked(6, 6, (2, 1), (3, 2))
        seen_from, hidden = Point(5.5, 0.25), [Point(6 - x, y) for x, y in hidden]
    seen = visible_from(battle_map, seen_from)
    assert not any(seen.contains(shapely.Point(*point)) for point in hidden)
    assert seen.contains(shapely.Point(*((2.9, 1.9) if not turned else (3.1, 1.9))))


@pytest.mark.parametrize("seed", range(6))
def test_leaving_hidden_edges_out_hides_and_shows_nothing_more(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(seed)
    blocked = (chance.random((60, 60)) < (0.02, 0.1, 0.3)[seed % 3]).astype(np.uint8)
    blocked[30, 30] = 0
    empty = BattleMap.empty(60, 60)
    starts, turns = chance.random((80, 2)) * 60, chance.random(80) * 2 * np.pi
    ends = starts + np.stack([np.cos(turns), np.sin(turns)], axis=1) * 3
    walls = tuple(Wall(Point(*one), Point(*other)) for one, other in zip(starts, ends, strict=True))
    battle_map = empty.with_changes(
        terrain=empty.terrain.with_layer(Layer.BLOCKED, blocked), walls=walls if seed < 3 else ()
    )
    for point in (Point(30.5, 30.5), Point(30.25, 30.75), Point(30, 31)):
        seen = visible_from(battle_map, point)
        with monkeypatch.context() as patch:
            patch.setattr(visibility, "_in_view", lambda edges, *_: np.ones(len(edges), np.bool_))
            everything = visible_from(battle_map, point)
        assert seen.symmetric_difference(everything).area < 1e-6


@pytest.mark.parametrize("seed", range(9))
def test_from_a_grid_line_one_does_not_look_into_the_stone_beside_it(seed: int) -> None:
    """From corners and sides of blocked squares and from the map's border, as sampled lines say."""
    chance = np.random.default_rng(seed)
    blocked = np.argwhere(chance.random((9, 9)) < (0.05, 0.15, 0.3)[seed % 3])
    battle_map = _with_blocked(9, 9, *((x, y) for y, x in blocked.tolist()))
    hair = 1e-7
    stone = shapely.union_all(
        [shapely.box(x + hair, y + hair, x + 1 - hair, y + 1 - hair) for y, x in blocked.tolist()]
    )
    points = [*chance.integers(0, 10, (12, 2)).tolist(), *(chance.integers(0, 18, (12, 2)) / 2).tolist()]
    for x, y in points:
        if x % 1 and y % 1:
            continue
        seen = visible_from(battle_map, Point(x, y))
        ends = chance.random((60, 2)) * 9
        lines = shapely.linestrings(np.stack([np.broadcast_to((x, y), ends.shape), ends], axis=1))
        is_clear = ~shapely.intersects(stone, lines)
        assert (shapely.contains_xy(seen, ends) == is_clear).all(), (x, y)
