"""Painting and filling terrain."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits import terrain
from gridmap.edits.barriers import straight_barriers
from gridmap.model import BattleMap, Layer, Point, Square, Wall, WallKind


def _with_walls(width: int, height: int, *walls: tuple[float, float, float, float]) -> BattleMap:
    segments = tuple(Wall(Point(a, b), Point(c, d)) for a, b, c, d in walls)
    return BattleMap.empty(width, height).with_changes(walls=segments)


def test_painting_shares_the_other_layers() -> None:
    start = BattleMap.empty(5, 4)
    region = terrain.rectangle_region(start, Square(1, 1), Square(2, 9))
    painted = terrain.paint(start, Layer.BLOCKED, region, 1)
    assert int(painted.terrain.blocked.sum()) == 2 * 3
    assert painted.terrain.difficult is start.terrain.difficult
    assert not start.terrain.blocked.any()
    assert not painted.terrain.blocked.flags.writeable


def test_painting_what_is_there_is_no_change() -> None:
    start = BattleMap.empty(5, 4)
    region = terrain.rectangle_region(start, Square(0, 0), Square(4, 3))
    assert terrain.paint(start, Layer.IMPEDED, region, 0) is start
    assert terrain.clear(start, region) is start


def test_a_value_that_the_layer_does_not_know_is_refused() -> None:
    start = BattleMap.empty(2, 2)
    with pytest.raises(ValueError, match="difficult knows no value 3"):
        terrain.paint(start, Layer.DIFFICULT, np.ones((2, 2), bool), 3)


@pytest.mark.parametrize(
    ("at", "size", "squares"),
    [
        (Point(2.9, 1.1), 1, {(2, 1)}),
        (Point(2.4, 2.4), 2, {(1, 1), (2, 1), (1, 2), (2, 2)}),
        (Point(2.6, 2.6), 2, {(2, 2), (3, 2), (2, 3), (3, 3)}),
        (Point(0.5, 0.5), 3, {(0, 0), (1, 0), (0, 1), (1, 1)}),
        (Point(-9.0, 0.5), 3, set()),
    ],
)
def test_dabs(at: Point, size: int, squares: set[tuple[int, int]]) -> None:
    region = terrain.dab_region(BattleMap.empty(6, 6), at, size)
    assert {(int(x), int(y)) for y, x in np.argwhere(region)} == squares


def test_a_quick_stroke_leaves_no_gap() -> None:
    region = terrain.stroke_region(BattleMap.empty(20, 20), Point(0.5, 0.5), Point(19.5, 7.5), 1)
    columns = region.any(axis=0)
    assert columns.all()


def test_fill_stops_at_walls_and_at_other_values() -> None:
    start = _with_walls(6, 3, (3, 0, 3, 3))
    region = terrain.flood_region(start, Layer.DIFFICULT, Square(0, 0))
    assert region[:, :3].all()
    assert not region[:, 3:].any()
    opened = start.with_changes(walls=(Wall(Point(3, 0), Point(3, 3), WallKind.DOOR, open=True),))
    assert terrain.flood_region(opened, Layer.DIFFICULT, Square(0, 0)).all()
    split = terrain.paint(
        BattleMap.empty(6, 3), Layer.DIFFICULT, terrain.rectangle_region(start, Square(2, 0), Square(2, 2)), 4
    )
    assert int(terrain.flood_region(split, Layer.DIFFICULT, Square(5, 2)).sum()) == 9
    assert not terrain.flood_region(split, Layer.DIFFICULT, Square(6, 0)).any()


_number = st.integers(-2, 14).map(lambda half: half / 2)


def _crosses(wall: Wall, x: float, y: float, right: bool) -> bool:
    """Whether a step from the centre (x, y) meets the wall, by the orientation of the four ends, slowly."""
    a, b = (Fraction(wall.start.x), Fraction(wall.start.y)), (Fraction(wall.end.x), Fraction(wall.end.y))
    c = (Fraction(x), Fraction(y))
    d = (Fraction(x) + 1, Fraction(y)) if right else (Fraction(x), Fraction(y) + 1)

    def turn(p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], r: tuple[Fraction, Fraction]) -> int:
        area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (area > 0) - (area < 0)

    def between(
        p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], r: tuple[Fraction, Fraction]
    ) -> bool:
        return turn(p, q, r) == 0 and all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return True
    return between(a, b, c) or between(a, b, d) or between(c, d, a) or between(c, d, b)


@given(st.tuples(_number, _number, _number, _number))
def test_straight_barriers_are_the_steps_that_meet_the_wall(ends: tuple[float, float, float, float]) -> None:
    battle_map = _with_walls(6, 5, ends)
    right, down = straight_barriers(battle_map)
    wall = battle_map.walls[0]
    for y in range(5):
        for x in range(5):
            assert right[y, x] == _crosses(wall, x + 0.5, y + 0.5, right=True), (x, y)
    for y in range(4):
        for x in range(6):
            assert down[y, x] == _crosses(wall, x + 0.5, y + 0.5, right=False), (x, y)


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_fill_reaches_what_steps_from_square_to_square_reach(
    width: int, height: int, data: st.DataObject
) -> None:
    ends = data.draw(st.lists(st.tuples(_number, _number, _number, _number), max_size=6))
    battle_map = _with_walls(width, height, *ends)
    squares = data.draw(st.lists(st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))))
    grid = np.zeros((height, width), np.uint8)
    for x, y in squares:
        grid[y, x] = 2
    battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, grid))
    start = Square(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
    right, down = straight_barriers(battle_map)
    reached = {(start.x, start.y)}
    waiting = [(start.x, start.y)]
    while waiting:
        x, y = waiting.pop()
        for step_x, step_y, barred in (
            (1, 0, x + 1 == width or right[y, min(x, width - 2)]),
            (-1, 0, x == 0 or right[y, x - 1]),
            (0, 1, y + 1 == height or down[min(y, height - 2), x]),
            (0, -1, y == 0 or down[y - 1, x]),
        ):
            beside = (x + step_x, y + step_y)
            if not barred and beside not in reached and grid[beside[1], beside[0]] == grid[start.y, start.x]:
                reached.add(beside)
                waiting.append(beside)
    region = terrain.flood_region(battle_map, Layer.DIFFICULT, start)
    assert {(int(x), int(y)) for y, x in np.argwhere(region)} == reached
