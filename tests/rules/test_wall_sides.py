"""Each side of a square that a wall off the grid touches gets a result, held against plain fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap, Creature, Point, Size, Square, Wall, WallKind
from gridmap.rules.movement import cost_field
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.wall_sides import Side, runs_off_grid, wall_sides

Place = tuple[Fraction, Fraction]


def wall(x: float, y: float, to_x: float, to_y: float, kind: WallKind = WallKind.WALL) -> Wall:
    return Wall(Point(x, y), Point(to_x, to_y), kind)


def on_map(*walls: Wall, width: int = 6, height: int = 5) -> BattleMap:
    return BattleMap.empty(width, height).with_changes(walls=walls)


def test_a_slanting_wall_bars_some_sides_and_leaves_others_open() -> None:
    sides = wall_sides(on_map(wall(1, 1, 3, 2)))
    assert sides.walls == 1
    assert np.argwhere(sides.inside).tolist() == [[1, 1], [1, 2]]
    assert sides.of(Square(1, 1)) == {
        "N": Side.BARRED,
        "E": Side.BARRED,
        "S": Side.UNTOUCHED,
        "W": Side.UNTOUCHED,
    }
    assert sides.of(Square(2, 1))["S"] is Side.BARRED


def test_a_wall_beside_a_line_bars_the_step_over_it() -> None:
    sides = wall_sides(on_map(wall(2.2, 0, 2.2, 5)))
    assert (sides.upright[:, 2] == Side.BARRED).all()
    assert (sides.upright[:, 3] == Side.UNTOUCHED).all()
    assert sides.inside[:, 2].all()
    assert (sides.level[:, 2] == Side.OPEN).all()


def test_walls_on_the_grid_have_no_sides_to_tell() -> None:
    sides = wall_sides(on_map(wall(0, 1, 6, 1), wall(2, 0, 2, 5)))
    assert sides.walls == 0
    assert not sides.upright.any()
    assert not sides.inside.any()


@pytest.mark.parametrize("kind", [WallKind.LOW_WALL, WallKind.FENCE])
def test_what_stops_nobody_is_left_out(kind: WallKind) -> None:
    assert wall_sides(on_map(wall(1, 1, 3, 2, kind))).walls == 0


def test_nobody_can_go_where_it_says_so() -> None:
    battle_map = on_map(wall(0.4, 1.3, 4.7, 2.2), wall(3.2, 2.5, 5.5, 4.9))
    creature = Creature("vala", Size.MEDIUM, Square(0, 0), speed={"walk": 200})
    field = cost_field(
        battle_map.with_changes(creatures=(creature,)), creature, shipped_ruleset("pathfinder-1e"), 200
    )
    sides = wall_sides(battle_map)
    costs = np.asarray(field.feet)
    assert (costs[sides.inside] < 0).all()
    assert (costs[~sides.inside] >= 0).sum() > 5


eighths = st.integers(-2, 50).map(lambda each: each / 8)
walls = st.builds(wall, eighths, eighths, eighths, eighths)


@given(st.lists(walls, max_size=4))
def test_every_side_is_as_plain_fractions_say(given_walls: list[Wall]) -> None:
    battle_map = on_map(*given_walls)
    sides = wall_sides(battle_map)
    off = [each for each in given_walls if runs_off_grid(each)]
    for y in range(battle_map.height):
        for x in range(battle_map.width + 1):
            ends = (Fraction(x), Fraction(y)), (Fraction(x), Fraction(y + 1))
            assert sides.upright[y, x] == plain(off, ends, (x - 1, y), (x, y)), (x, y)
    for y in range(battle_map.height + 1):
        for x in range(battle_map.width):
            ends = (Fraction(x), Fraction(y)), (Fraction(x + 1), Fraction(y))
            assert sides.level[y, x] == plain(off, ends, (x, y - 1), (x, y)), (x, y)


def plain(off: list[Wall], side: tuple[Place, Place], one: tuple[int, int], other: tuple[int, int]) -> Side:
    half = Fraction(1, 2)
    step = (one[0] + half, one[1] + half), (other[0] + half, other[1] + half)
    segments = [tuple((Fraction(end.x), Fraction(end.y)) for end in (each.start, each.end)) for each in off]
    if any(touch(step, segment) for segment in segments):
        return Side.BARRED
    # The inside of the side: its two corners aside.
    if any(touch_inside(side, segment) for segment in segments):
        return Side.OPEN
    return Side.UNTOUCHED


def cross(a: Place, b: Place, c: Place) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a: Place, b: Place, c: Place) -> bool:
    return (
        cross(a, b, c) == 0
        and min(a[0], b[0]) <= c[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
    )


def touch(one: tuple[Place, ...], other: tuple[Place, ...]) -> bool:
    (a, b), (c, d) = one, other
    if any((between(a, b, c), between(a, b, d), between(c, d, a), between(c, d, b))):
        return True
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0


def touch_inside(side: tuple[Place, Place], segment: tuple[Place, ...]) -> bool:
    """Whether a segment meets a side somewhere else than at its corners."""
    a, b = side
    axis = 0 if a[0] == b[0] else 1
    along = 1 - axis
    level, low, high = a[axis], a[along], b[along]
    (c, d) = segment
    if c[axis] == d[axis]:
        if c[axis] != level:
            return False
        first, last = sorted((c[along], d[along]))
        if first == last:
            return low < first < high
        return max(first, low) < min(last, high)
    if not min(c[axis], d[axis]) <= level <= max(c[axis], d[axis]):
        return False
    place = c[along] + (level - c[axis]) * (d[along] - c[along]) / (d[axis] - c[axis])
    return low < place < high
