"""Regions by shape, against what is true of each square by itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import floor, hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.elevation import elevation_at, set_elevation
from gridmap.edits.regions import brush_region, ellipse_region, line_region, polygon_region
from gridmap.edits.terrain import rectangle_region
from gridmap.model import BattleMap, Point, Square

EMPTY = BattleMap.empty(12, 9)
squares = st.builds(Square, st.integers(-3, 14), st.integers(-3, 11))
thousandths = st.integers(-3000, 11_000).map(lambda number: number / 1000)
places = st.builds(Point, thousandths, thousandths)


def inside(corners: list[Point], x: float, y: float) -> bool | None:
    """A ray to the right crosses the polygon's sides an odd number of times; None on a side, exactly."""
    crossings = 0
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        left, top, right, bottom = (
            Fraction(round(1000 * each), 1000) for each in (one.x, one.y, other.x, other.y)
        )
        away = (Fraction(x) - left) * (bottom - top) - (Fraction(y) - top) * (right - left)
        if (
            away == 0
            and min(left, right) <= x <= max(left, right)
            and min(top, bottom) <= y <= max(top, bottom)
        ):
            return None
        if (top < y) != (bottom < y):
            crossings += away * (1 if bottom > top else -1) > 0
    return crossings % 2 == 1


@given(st.lists(places, min_size=3, max_size=7))
def test_a_polygon_has_the_squares_whose_middles_are_in_it(corners: list[Point]) -> None:
    region = polygon_region(EMPTY, corners)
    wanted = [[inside(corners, x + 0.5, y + 0.5) for x in range(12)] for y in range(9)]
    if any(map(any, wanted)):
        # A middle on a side is in or out.
        assert all(want in (None, found) for want, found in zip(chain(*wanted), region.flat, strict=True))
    else:
        near = {(floor(corner.x), floor(corner.y)) for corner in corners}
        found_at = {(int(x), int(y)) for y, x in np.argwhere(region)}
        on_sides = {(x, y) for y, row in enumerate(wanted) for x, want in enumerate(row) if want is None}
        assert found_at <= near | on_sides


@given(squares, squares)
def test_an_ellipse_fills_its_block_and_is_symmetric(one: Square, other: Square) -> None:
    region = ellipse_region(EMPTY, one, other)
    assert not (region & ~rectangle_region(EMPTY, one, other)).any()
    on_map = all(EMPTY.contains(square) for square in (one, other))
    if on_map:
        left, right = sorted((one.x, other.x))
        top, bottom = sorted((one.y, other.y))
        block = region[top : bottom + 1, left : right + 1]
        assert (block == block[::-1]).all()
        assert (block == block[:, ::-1]).all()
        assert block.any()


@given(squares, squares)
def test_a_line_joins_its_ends_square_by_square(one: Square, other: Square) -> None:
    wide = BattleMap.empty(20, 20)
    one, other = Square(one.x + 4, one.y + 4), Square(other.x + 4, other.y + 4)
    region = line_region(wide, one, other, 1)
    assert region[one.y, one.x]
    assert region[other.y, other.x]
    assert int(region.sum()) == max(abs(one.x - other.x), abs(one.y - other.y)) + 1


@given(places, places, st.integers(3, 7))
def test_a_round_brush_covers_what_is_near_its_way(start: Point, end: Point, size: int) -> None:
    region = brush_region(EMPTY, start, end, size, round_=True)

    def middle(at: Point) -> Point:
        half = 0.5 if size % 2 else 0.0
        return Point(floor(at.x + 0.5 - half) + half, floor(at.y + 0.5 - half) + half)

    one, other = middle(start), middle(end)
    ways = [
        Point(one.x + (other.x - one.x) * step / 400, one.y + (other.y - one.y) * step / 400)
        for step in range(401)
    ]
    for y in range(9):
        for x in range(12):
            far = min(hypot(x + 0.5 - way.x, y + 0.5 - way.y) for way in ways)
            if abs(far - size / 2) > 0.05:
                assert region[y, x] == (far < size / 2)


def test_small_brushes_are_square_either_way() -> None:
    for size in (1, 2):
        square = brush_region(EMPTY, Point(4.2, 4.2), Point(6, 6), size, round_=False)
        assert (square == brush_region(EMPTY, Point(4.2, 4.2), Point(6, 6), size, round_=True)).all()


def test_ground_is_raised_and_levelled() -> None:
    region = rectangle_region(EMPTY, Square(1, 1), Square(3, 2))
    raised = set_elevation(EMPTY, region, 15)
    assert elevation_at(raised, 3, 2) == 15
    assert (elevation_at(raised, 4, 2), elevation_at(raised, -1, 0)) == (0, 0)
    assert set_elevation(raised, region, 15) is raised
    assert set_elevation(raised, region, 0).elevation is None
    with pytest.raises(ValueError, match="30,000 feet"):
        set_elevation(EMPTY, region, 40_000)
    with pytest.raises(ValueError, match="region"):
        set_elevation(EMPTY, region[1:], 5)
