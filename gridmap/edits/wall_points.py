"""Edits of walls by their points: moved, split, joined."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.wall import Wall

_SAME = 1e-6
"""Squares; nearer than this is the same point."""


def wall_point_near(battle_map: BattleMap, at: Point, within: float) -> Point | None:
    """The end of a wall nearest to a place; None beyond `within` squares."""
    best: Point | None = None
    for wall in battle_map.walls:
        for end in (wall.start, wall.end):
            distance = hypot(end.x - at.x, end.y - at.y)
            if distance <= within:
                best, within = end, distance
    return best


def move_wall_point(battle_map: BattleMap, point: Point, to: Point) -> BattleMap:
    """The map with every wall that ends at a point ending at another; walls without length are gone."""
    walls: list[Wall] = []
    changed = False
    for wall in battle_map.walls:
        start = to if _same(wall.start, point) else wall.start
        end = to if _same(wall.end, point) else wall.end
        if (start, end) == (wall.start, wall.end):
            walls.append(wall)
            continue
        changed = True
        if not _same(start, end):
            walls.append(replace(wall, start=start, end=end))
    return battle_map.with_changes(walls=tuple(walls)) if changed else battle_map


def split_wall(battle_map: BattleMap, index: int, at: Point) -> BattleMap:
    """The map with one wall made two that meet at the place on it nearest to a point.

    Raises:
        ValueError: that place is an end of the wall.
    """
    wall = battle_map.walls[index]
    run_x, run_y = wall.end.x - wall.start.x, wall.end.y - wall.start.y
    length = run_x * run_x + run_y * run_y
    share = ((at.x - wall.start.x) * run_x + (at.y - wall.start.y) * run_y) / length if length else 0.0
    middle = Point(wall.start.x + share * run_x, wall.start.y + share * run_y)
    if not 0 < share < 1 or _same(middle, wall.start) or _same(middle, wall.end):
        raise ValueError("a wall is split between its ends")
    parts = (replace(wall, end=middle), replace(wall, start=middle))
    walls = (*battle_map.walls[:index], *parts, *battle_map.walls[index + 1 :])
    return battle_map.with_changes(walls=walls)


def join_walls(battle_map: BattleMap, point: Point) -> BattleMap:
    """The map with the two walls that meet at a point made one, straight from end to end.

    Raises:
        ValueError: not just two walls meet there, or they are of different kinds.
    """
    meeting = [
        index
        for index, wall in enumerate(battle_map.walls)
        if _same(wall.start, point) or _same(wall.end, point)
    ]
    if len(meeting) != 2:
        raise ValueError(f"{len(meeting)} walls meet here; two are joined")
    one, other = (battle_map.walls[index] for index in meeting)
    if (one.kind, one.open) != (other.kind, other.open):
        raise ValueError("walls of different kinds are not joined")
    start = one.end if _same(one.start, point) else one.start
    end = other.end if _same(other.start, point) else other.start
    if _same(start, end):
        raise ValueError("these walls lie on one another")
    walls = list(battle_map.walls)
    walls[meeting[0]] = replace(one, start=start, end=end)
    del walls[meeting[1]]
    return battle_map.with_changes(walls=tuple(walls))


def snapped_point(at: Point, snap: float) -> Point:
    """A place brought to the nearest multiple of `snap` squares; 0 leaves it, to the thousandth.

    >>> snapped_point(Point(1.3, 2.9), 0.5), snapped_point(Point(1.3, 2.9), 1)
    (Point(x=1.5, y=3.0), Point(x=1, y=3))
    """
    if not snap:
        return Point(round(at.x, 3), round(at.y, 3))
    return Point(round(at.x / snap) * snap, round(at.y / snap) * snap)


def _same(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) <= _SAME and abs(one.y - other.y) <= _SAME
