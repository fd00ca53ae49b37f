"""Background pictures: moved, scaled, turned, and laid on the grid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.page import split_squares
from gridmap.edits.pictures import (
    bounds,
    change_picture,
    corners_of,
    covers,
    fit_block,
    fit_page,
    lay_on_grid,
    order_picture,
    scaled_from,
)
from gridmap.model import BattleMap, Creature, Picture, Point, Size, Square, Template, Wall


def pictured(*pictures: Picture) -> BattleMap:
    return BattleMap.empty(20, 10).with_changes(pictures=pictures)


def test_a_picture_changes_within_its_limits() -> None:
    battle_map = pictured(Picture("a", Point(0, 0), 4, 4), Picture("b", Point(1, 1), 2, 2))
    changed = change_picture(battle_map, 1, opacity=0.5)
    assert changed.pictures[1].opacity == 0.5
    assert changed.pictures[0] is battle_map.pictures[0]
    assert change_picture(battle_map, 0, width=4.0) is battle_map
    for wrong in ({"width": 0.0}, {"height": 1e6}, {"opacity": 1.5}):
        with pytest.raises(ValueError, match="picture"):
            change_picture(battle_map, 0, **wrong)


def test_the_order_changes_within_the_list() -> None:
    battle_map = pictured(*(Picture(name, Point(0, 0), 1, 1) for name in "abc"))
    assert [each.asset for each in order_picture(battle_map, 0, 2).pictures] == ["b", "c", "a"]
    assert order_picture(battle_map, 2, 9) is battle_map


def test_a_block_of_printed_squares_comes_to_lie_on_the_grid() -> None:
    """A picture of 10 x 8 printed squares, its first lines 0.3 and 0.6 of a printed square in."""
    size = 0.8  # a printed square, in the map's squares
    battle_map = pictured(Picture("a", Point(2.1, 1.2), 10 * size, 8 * size))
    corner = Point(2.1 + 1.3 * size, 1.2 + 2.6 * size)
    other = Point(corner.x + 5 * size + 0.01, corner.y + 4 * size - 0.01)
    (fitted,) = fit_block(battle_map, 0, other, corner, 5, 4).pictures
    assert fitted.width == pytest.approx(10, abs=0.05)
    assert fitted.height == pytest.approx(8, abs=0.05)
    for place, printed in ((fitted.at.x, 1.3), (fitted.at.y, 2.6)):
        line = place + printed * fitted.width / 10
        assert line == pytest.approx(round(line), abs=1e-6)


def test_blocks_that_are_none_and_turned_pictures_are_refused() -> None:
    battle_map = pictured(Picture("a", Point(0, 0), 4, 4))
    with pytest.raises(ValueError, match="corner to corner"):
        fit_block(battle_map, 0, Point(1, 1), Point(1, 3), 2, 2)
    turned = change_picture(battle_map, 0, turn=10.0)
    with pytest.raises(ValueError, match="upright"):
        fit_block(turned, 0, Point(1, 1), Point(3, 3), 2, 2)


def test_printed_squares_that_are_not_square_become_so() -> None:
    battle_map = pictured(Picture("a", Point(0, 0), 8, 4))
    (fitted,) = fit_block(battle_map, 0, Point(0, 0), Point(8, 4), 8, 8).pictures
    assert (fitted.width, fitted.height) == (8, 8)


@given(
    st.floats(2, 30),
    st.floats(2, 30),
    st.floats(0, 0.99),
    st.floats(0, 0.99),
    st.floats(-5, 5),
    st.floats(1, 9),
)
def test_a_found_grid_lies_on_the_maps(
    across: float, down: float, left: float, top: float, x: float, width: float
) -> None:
    battle_map = pictured(Picture("a", Point(x, 1.0), width, width, turn=5.0))
    (laid,) = lay_on_grid(battle_map, 0, across, down, left, top).pictures
    assert (laid.width, laid.height, laid.turn) == (across, down, 0)
    for line in (laid.at.x + left, laid.at.y + top):
        assert line == pytest.approx(round(line), abs=1e-9)


def test_the_page_becomes_as_large_as_the_picture_and_all_stays_on_its_ground() -> None:
    battle_map = pictured(Picture("a", Point(-2.5, 1), 12.5, 6)).with_changes(
        creatures=(Creature("ogre", Size.LARGE, Square(4, 3)),)
    )
    fitted = fit_page(battle_map, 0)
    assert (fitted.width, fitted.height) == (13, 6)
    assert fitted.pictures[0].at == Point(0.5, 0)
    assert fitted.creatures[0].at == Square(7, 2)


@given(st.floats(0, 360), st.floats(0.5, 20), st.floats(0.5, 20), st.integers(0, 3), st.booleans())
def test_a_corner_pulled_keeps_the_opposite_one(
    turn: float, width: float, height: float, corner: int, free: bool
) -> None:
    picture = Picture("a", Point(3, 4), width, height, turn=turn)
    kept = corners_of(picture)[(corner + 2) % 4]
    pulled = corners_of(picture)[corner]
    out = Point(pulled.x + (pulled.x - kept.x) * 0.5, pulled.y + (pulled.y - kept.y) * 0.5)
    scaled = scaled_from(picture, corner, out, free=free)
    again = corners_of(scaled)[(corner + 2) % 4]
    assert (again.x, again.y) == (pytest.approx(kept.x, abs=1e-6), pytest.approx(kept.y, abs=1e-6))
    assert scaled.width == pytest.approx(1.5 * width)
    assert scaled.height == pytest.approx(1.5 * height)


def test_what_a_turned_picture_covers() -> None:
    picture = Picture("a", Point(0, 2), 6, 2, turn=90.0)
    assert bounds(picture) == pytest.approx((2, 0, 4, 6))
    assert covers(picture, Point(3, 0.5))
    assert not covers(picture, Point(0.5, 3))
    assert covers(replace(picture, turn=0.0), Point(0.5, 3))


def test_squares_of_ten_feet_become_four_of_five() -> None:
    battle_map = BattleMap.empty(3, 2).with_changes(
        feet_per_square=10,
        walls=(Wall(Point(1, 0), Point(1, 2)),),
        creatures=(Creature("ogre", Size.LARGE, Square(2, 1)),),
        templates=(Template("1", "area:burst:20:1,1"),),
        pictures=(Picture("a", Point(0, 0), 3, 2),),
    )
    split = split_squares(battle_map, 2)
    assert (split.width, split.height, split.feet_per_square) == (6, 4, 5)
    assert split.walls == (Wall(Point(2, 0), Point(2, 4)),)
    assert split.creatures[0].at == Square(4, 2)
    assert split.templates[0].area == "area:burst:20:2,2"
    assert (split.pictures[0].width, split.pictures[0].height) == (6, 4)
    with pytest.raises(ValueError, match="5 feet"):
        split_squares(split, 2)
