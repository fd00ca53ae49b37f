"""Clear lines and line of effect (rules 6.1), against lines tried one at a time in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap, Blocked, Layer, Point, Square, Wall
from gridmap.rules.clear_line import CORNERS, SIGHT_POINTS, clear, stopped_sides, what_stops
from gridmap.rules.fan import Fan
from gridmap.rules.lines import (
    line_of_effect,
    line_of_effect_from,
    lines_of_effect,
    lines_of_effect_from_space,
)
from gridmap.rules.square_pairs import squares_see
from gridmap.rules.stoppers import UNIT, stoppers
from tests.reference import sight
from tests.reference.board import read_board
from tests.reference.encounters import encounters
from tests.rules.symmetry import SYMMETRIES, Symmetry

RULESET = "pathfinder-1e"
MAPS = encounters(RULESET)


def _squares(raw: dict[str, Any]) -> st.SearchStrategy[Square]:
    return st.builds(Square, st.integers(0, raw["width"] - 1), st.integers(0, raw["height"] - 1))


def _places(raw: dict[str, Any]) -> st.SearchStrategy[tuple[Fraction, Fraction]]:
    """Corners, sight points and any tenth or quarter."""

    def numbers(most: int) -> st.SearchStrategy[Fraction]:
        return st.one_of(
            st.integers(0, most).map(Fraction),
            st.integers(0, 10 * most).map(lambda tenths: Fraction(tenths, 10)),
            st.integers(0, 4 * most).map(lambda quarters: Fraction(quarters, 4)),
        )

    return st.tuples(numbers(raw["width"]), numbers(raw["height"]))


def _all_squares(battle_map: BattleMap) -> np.ndarray[Any, Any]:
    grid = np.meshgrid(np.arange(battle_map.width), np.arange(battle_map.height))
    return np.stack(grid, axis=-1).reshape(-1, 2)


@settings(max_examples=200)
@given(st.data())
def test_clear_lines_as_the_reference(data: st.DataObject) -> None:
    raw = data.draw(MAPS)
    lines = data.draw(st.lists(st.tuples(_places(raw), _places(raw)), min_size=1, max_size=12))
    board = read_board(RULESET, raw)
    # Quarters and tenths together need a finer unit than the reference chooses for its own questions.
    bare = sight.stoppers(board)
    unit = 20 * bare.unit
    walls = tuple(tuple((20 * x, 20 * y) for x, y in wall) for wall in bare.walls)
    expected = [sight.clear(sight.Stoppers(unit, bare.squares, walls), *line) for line in lines]  # type: ignore[arg-type]
    places = np.array([[[int(n * UNIT) for n in place] for place in line] for line in lines], np.int64)
    assert clear(stoppers(read_map(raw)), places[:, 0], places[:, 1]).tolist() == expected


@settings(max_examples=60)
@given(st.data())
def test_line_of_effect_as_the_reference(data: st.DataObject) -> None:
    raw = data.draw(MAPS)
    one, other = data.draw(_squares(raw)), data.draw(_squares(raw))
    board, battle_map = read_board(RULESET, raw), read_map(raw)
    expected = sight.line_of_effect(board, one, other)
    assert line_of_effect(battle_map, one, other) == expected
    assert line_of_effect(battle_map, other, one) == expected
    assert bool(lines_of_effect(battle_map, one)[other.y, other.x]) == expected
    corner = (Fraction(one.x), Fraction(one.y))
    expected = sight.sees_from_point(sight.stoppers(board), corner, other)
    assert line_of_effect_from(battle_map, Point(*one), other) == expected
    assert bool(lines_of_effect(battle_map, Point(*one))[other.y, other.x]) == expected


@st.composite
def larger_maps(draw: st.DrawFn) -> BattleMap:
    """Up to 24 squares a side, of any density, with walls of any fraction of a square."""
    width, height = draw(st.integers(1, 24)), draw(st.integers(1, 24))
    share = draw(st.sampled_from([0, 0.03, 0.1, 0.2, 0.5]))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    blocked = (random.random((height, width)) < share).astype(np.uint8)
    empty = BattleMap.empty(width, height)
    parts = draw(st.sampled_from([1, 1, 2, 3, 4, 10, 16]))
    ends = st.builds(
        Point,
        st.integers(0, parts * width).map(lambda number: number / parts),
        st.integers(0, parts * height).map(lambda number: number / parts),
    )
    slanted = st.builds(Wall, ends, ends)
    upright = st.builds(lambda one, other: Wall(one, Point(one.x, other.y)), ends, ends)
    level = st.builds(lambda one, other: Wall(one, Point(other.x, one.y)), ends, ends)
    walls = tuple(draw(st.lists(slanted | upright | level, max_size=8)))
    return empty.with_changes(walls=walls, terrain=empty.terrain.with_layer(Layer.BLOCKED, blocked))


@settings(max_examples=120)
@given(larger_maps(), st.data())
def test_lines_to_everywhere_are_those_tried_one_by_one(battle_map: BattleMap, data: st.DataObject) -> None:
    stop = stoppers(battle_map)
    width, height = battle_map.width, battle_map.height
    squares = _all_squares(battle_map)
    square = Square(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
    seen = squares_see(stop, np.broadcast_to(np.array(square), squares.shape), squares)
    assert lines_of_effect(battle_map, square).ravel().tolist() == seen.tolist()

    # Off the map too, and on the sides of squares.
    start = Point(
        data.draw(st.integers(-4, 2 * width + 4)) / 2, data.draw(st.integers(-4, 2 * height + 4)) / 2
    )
    ends = (squares[:, np.newaxis] * UNIT + SIGHT_POINTS).reshape(-1, 2)
    place = np.array([int(start.x * UNIT), int(start.y * UNIT)])
    from_point = clear(stop, np.broadcast_to(place, ends.shape), ends).reshape(-1, 5).any(axis=1)
    assert lines_of_effect(battle_map, start).ravel().tolist() == from_point.tolist()

    corner = np.array([data.draw(st.integers(0, width)), data.draw(st.integers(0, height))]) * UNIT
    more = np.random.default_rng(data.draw(st.integers(0, 999))).random((height, width)) < 0.1
    grid = np.stack(np.meshgrid(np.arange(width + 1), np.arange(height + 1)), axis=-1).reshape(-1, 2) * UNIT
    for extra, all_stop in ((None, stop), (more, stop.with_more(more))):
        left, right = Fan(stop, np.zeros((0, 2), np.int64), corner[np.newaxis]).to_corners(extra)
        expected = stopped_sides(all_stop, np.broadcast_to(corner, grid.shape), grid)
        assert [left[0].ravel().tolist(), right[0].ravel().tolist()] == [side.tolist() for side in expected]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@given(st.data())
@settings(max_examples=12)
def test_a_turned_map_has_turned_lines(symmetry: Symmetry, data: st.DataObject) -> None:
    raw = data.draw(MAPS)
    width, height = raw["width"], raw["height"]
    square = data.draw(_squares(raw))
    turned = read_map(symmetry.map_object(raw, RULESET))
    turned_square = Square(*symmetry.square(square, width, height))
    expected = symmetry.mask(lines_of_effect(read_map(raw), square))
    assert lines_of_effect(turned, turned_square).tolist() == expected.tolist()


@settings(max_examples=60)
@given(st.data())
def test_a_new_blocked_square_never_opens_a_line(data: st.DataObject) -> None:
    raw = data.draw(MAPS)
    square, blocked = data.draw(_squares(raw)), data.draw(_squares(raw))
    before = read_map(raw)
    grid = before.terrain.blocked.copy()
    grid[blocked.y, blocked.x] = Blocked.ROUNDED
    after = before.with_changes(terrain=before.terrain.with_layer(Layer.BLOCKED, grid))
    assert not (lines_of_effect(after, square) & ~lines_of_effect(before, square)).any()


@given(st.data())
@settings(max_examples=60)
def test_a_space_sees_what_any_of_its_squares_sees(data: st.DataObject) -> None:
    raw = data.draw(MAPS)
    battle_map = read_map(raw)
    space = data.draw(st.lists(_squares(raw), min_size=1, max_size=4, unique=True))
    expected = np.logical_or.reduce([lines_of_effect(battle_map, square) for square in space])
    assert lines_of_effect_from_space(battle_map, space).tolist() == expected.tolist()


def _rows(*rows: str, walls: tuple[Wall, ...] = ()) -> BattleMap:
    grid = np.array([[character != "." for character in row] for row in rows], np.uint8)
    empty = BattleMap.empty(len(rows[0]), len(rows))
    return empty.with_changes(walls=walls, terrain=empty.terrain.with_layer(Layer.BLOCKED, grid))


def test_a_line_along_the_face_of_a_wall_is_clear() -> None:
    stop = stoppers(_rows("..##..", "......"))
    assert clear(stop, np.array([[0, UNIT]]), np.array([[6 * UNIT, UNIT]])).tolist() == [True]


def test_no_line_between_blocked_squares_on_both_sides() -> None:
    stop = stoppers(_rows("..##..", "..##.."))
    assert clear(stop, np.array([[0, UNIT]]), np.array([[6 * UNIT, UNIT]])).tolist() == [False]


def test_no_line_through_touching_corners() -> None:
    assert not line_of_effect(_rows(".#", "#."), Square(0, 0), Square(1, 1))


def test_nothing_is_seen_in_or_from_a_blocked_square() -> None:
    battle_map = _rows(".#.")
    assert lines_of_effect(battle_map, Square(0, 0)).tolist() == [[True, False, False]]
    assert not lines_of_effect(battle_map, Square(1, 0)).any()


def test_what_stops_a_line_is_named() -> None:
    wall = Wall(Point(4, 0), Point(4, 1))
    stop = stoppers(_rows(".#...", walls=(wall,)))
    assert what_stops(stop, Point(0.5, 0.5), Point(4.5, 0.5)) == Square(1, 0)
    assert what_stops(stop, Point(2.5, 0.5), Point(4.5, 0.5)) == (Point(4, 0), Point(4, 1))
    assert what_stops(stop, Point(2.5, 0.5), Point(3.5, 0.5)) is None


def test_the_answer_is_kept_and_cannot_be_written_to() -> None:
    battle_map = _rows("...")
    seen = lines_of_effect(battle_map, Square(0, 0))
    assert lines_of_effect(battle_map, Square(0, 0)) is seen
    with pytest.raises(ValueError, match="read-only"):
        seen[0, 0] = False


def test_corners_and_sight_points_lie_in_their_square() -> None:
    assert ((SIGHT_POINTS > 0) & (SIGHT_POINTS < UNIT)).all()
    assert set(CORNERS.ravel().tolist()) == {0, UNIT}


def test_walls_that_reach_far_beyond_the_map() -> None:
    far = 10_000
    along, slanted = Wall(Point(-far, 2), Point(far, 2)), Wall(Point(-far, 1 - far), Point(far, 1 + far))
    battle_map = BattleMap.empty(6, 6).with_changes(walls=(along, slanted))
    stop, squares = stoppers(battle_map), _all_squares(battle_map)
    for square in (Square(0, 0), Square(3, 4), Square(5, 1)):
        expected = squares_see(stop, np.broadcast_to(np.array(square), squares.shape), squares)
        assert lines_of_effect(battle_map, square).ravel().tolist() == expected.tolist()
