"""Laying over and taking away along a stretch."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.wall_stretch import lay_wall, take_away_walls
from gridmap.model import BattleMap, Point, Wall, WallKind

ALONG = Wall(Point(2, 3), Point(8, 3))


def map_with(*walls: Wall) -> BattleMap:
    return BattleMap.empty(12, 8).with_changes(walls=walls)


@pytest.mark.parametrize(
    ("start", "end", "left"),
    [
        (Point(4, 3), Point(5, 3), [(2, 4), (5, 8)]),
        (Point(5, 3), Point(4, 3), [(2, 4), (5, 8)]),
        (Point(0, 3), Point(3, 3), [(3, 8)]),
        (Point(7, 3), Point(11, 3), [(2, 7)]),
        (Point(0, 3), Point(11, 3), []),
        (Point(2, 3), Point(8, 3), []),
        (Point(8, 3), Point(9, 3), [(2, 8)]),
        (Point(4, 4), Point(5, 4), [(2, 8)]),
        (Point(4, 0), Point(4, 6), [(2, 8)]),
    ],
)
def test_what_lies_on_the_stretch_goes_and_the_rest_stays(
    start: Point, end: Point, left: list[tuple[int, int]]
) -> None:
    walls = take_away_walls(map_with(ALONG), start, end).walls
    assert sorted((wall.start.x, wall.end.x) for wall in walls) == left


def test_a_map_on_which_nothing_changes_is_the_same_value() -> None:
    battle_map = map_with(ALONG, Wall(Point(1, 1), Point(4, 6), WallKind.FENCE))
    assert take_away_walls(battle_map, Point(0, 0), Point(0, 7)) is battle_map
    assert lay_wall(battle_map, ALONG.start, ALONG.end, WallKind.WALL) is battle_map


def test_the_parts_keep_what_the_wall_was() -> None:
    open_door = Wall(Point(2, 3), Point(8, 3), WallKind.DOOR, open=True, extra={"secret": True})
    first, last, new = lay_wall(map_with(open_door), Point(4, 3), Point(6, 3), WallKind.WINDOW).walls
    for part in (first, last):
        assert (part.kind, part.open, part.extra) == (WallKind.DOOR, True, {"secret": True})
    assert new == Wall(Point(4, 3), Point(6, 3), WallKind.WINDOW)


eighths = st.integers(0, 16).map(lambda number: number / 2)


@given(
    st.lists(st.tuples(eighths, eighths).filter(lambda ends: ends[0] != ends[1]), min_size=1, max_size=5),
    st.sampled_from([Point(1, 0), Point(0, 1), Point(1, 2)]),
)
def test_stretches_laid_in_any_order_never_overlap(stretches: list[tuple[float, float]], way: Point) -> None:
    """Every place of the line is covered by at most one segment, and by the one laid last there."""
    battle_map = BattleMap.empty(12, 20)
    kinds = list(WallKind)
    for number, (low, high) in enumerate(stretches):
        start, end = Point(way.x * low, way.y * low), Point(way.x * high, way.y * high)
        battle_map = lay_wall(battle_map, start, end, kinds[number % len(kinds)])
    axis = 0 if way.x else 1
    spans = sorted(
        (*sorted((wall.start[axis] / way[axis], wall.end[axis] / way[axis])), wall.kind)
        for wall in battle_map.walls
    )
    for (_, end_of_one, _), (start_of_next, _, _) in pairwise(spans):
        assert end_of_one <= start_of_next + 1e-9
    for place in (quarter / 4 + 1 / 8 for quarter in range(32)):
        wanted = [
            kinds[number % len(kinds)]
            for number, (low, high) in enumerate(stretches)
            if min(low, high) < place < max(low, high)
        ][-1:]
        assert [kind for low, high, kind in spans if low < place < high] == wanted
