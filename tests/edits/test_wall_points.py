"""Walls by their points."""

from __future__ import annotations

import pytest

from gridmap.edits.wall_points import (
    join_walls,
    move_wall_point,
    snapped_point,
    split_wall,
    wall_point_near,
)
from gridmap.model import BattleMap, Point, Wall, WallKind

CORNER = BattleMap.empty(10, 10).with_changes(
    walls=(Wall(Point(1, 1), Point(5, 1)), Wall(Point(5, 4), Point(5, 1)), Wall(Point(8, 8), Point(9, 9)))
)


def test_the_nearest_end_is_found() -> None:
    assert wall_point_near(CORNER, Point(5.1, 1.1), 0.3) == Point(5, 1)
    assert wall_point_near(CORNER, Point(3, 1), 0.3) is None


def test_a_point_moves_with_all_walls_that_end_there() -> None:
    moved = move_wall_point(CORNER, Point(5, 1), Point(6, 2))
    assert moved.walls[:2] == (Wall(Point(1, 1), Point(6, 2)), Wall(Point(5, 4), Point(6, 2)))
    assert moved.walls[2] is CORNER.walls[2]
    assert move_wall_point(CORNER, Point(0, 0), Point(1, 0)) is CORNER


def test_a_wall_without_length_is_gone() -> None:
    assert len(move_wall_point(CORNER, Point(8, 8), Point(9, 9)).walls) == 2


def test_splitting_and_joining_again_is_the_same() -> None:
    split = split_wall(CORNER, 0, Point(3, 1.2))
    assert split.walls[:2] == (Wall(Point(1, 1), Point(3, 1)), Wall(Point(3, 1), Point(5, 1)))
    assert join_walls(split, Point(3, 1)) == CORNER
    with pytest.raises(ValueError, match="between its ends"):
        split_wall(CORNER, 0, Point(0, 1))


def test_only_two_walls_of_a_kind_are_joined() -> None:
    door = CORNER.with_changes(walls=(CORNER.walls[0], Wall(Point(5, 1), Point(6, 1), WallKind.DOOR)))
    with pytest.raises(ValueError, match="kinds"):
        join_walls(door, Point(5, 1))
    with pytest.raises(ValueError, match="1 walls meet"):
        join_walls(CORNER, Point(1, 1))
    there_and_back = CORNER.with_changes(
        walls=(Wall(Point(1, 1), Point(2, 1)), Wall(Point(2, 1), Point(1, 1)))
    )
    with pytest.raises(ValueError, match="on one another"):
        join_walls(there_and_back, Point(2, 1))


def test_snapping() -> None:
    assert snapped_point(Point(1.24, 2.76), 0.5) == Point(1, 3)
    assert snapped_point(Point(1.24, 2.76), 0.0) == Point(1.24, 2.76)
