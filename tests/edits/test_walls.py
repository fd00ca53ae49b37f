"""Edits of walls and doors."""

from __future__ import annotations

import pytest

from gridmap.edits import walls
from gridmap.model import BattleMap, Point, Wall, WallKind


@pytest.fixture
def room() -> BattleMap:
    start = BattleMap.empty(6, 6)
    start = walls.add_wall(start, Point(1, 1), Point(4, 1), WallKind.WALL)
    return walls.add_wall(start, Point(4, 1), Point(4, 2), WallKind.DOOR)


def test_a_door_opens_and_closes(room: BattleMap) -> None:
    opened = walls.toggle_door(room, 1)
    assert opened.walls[1].is_open_door
    assert not opened.walls[1].stops_lines
    assert walls.toggle_door(opened, 1) == room
    assert walls.toggle_door(room, 0) is room


def test_no_wall_is_doubled_and_none_without_length(room: BattleMap) -> None:
    assert walls.add_wall(room, Point(1, 1), Point(4, 1), WallKind.WALL) is room
    assert walls.add_wall(room, Point(2, 2), Point(2, 2), WallKind.WALL) is room


def test_removing(room: BattleMap) -> None:
    assert walls.remove_walls(room, [0]).walls == (room.walls[1],)
    assert walls.remove_walls(room, []) is room


def test_the_nearest_wall_is_found_within_a_distance(room: BattleMap) -> None:
    assert walls.nearest_wall(room, Point(2.5, 1.2), 0.3) == 0
    assert walls.nearest_wall(room, Point(4.1, 1.8), 0.3) == 1
    assert walls.nearest_wall(room, Point(2.5, 2.5), 0.3) is None
    assert walls.distance_to_wall(Wall(Point(0, 0), Point(0, 0)), Point(3, 4)) == 5


def test_another_kind_is_closed(room: BattleMap) -> None:
    window = walls.set_wall_kind(walls.toggle_door(room, 1), 1, WallKind.WINDOW)
    assert window.walls[1].kind is WallKind.WINDOW
    assert not window.walls[1].open
