"""Edits of what stands on one stretch of a line: laying over and taking away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import floor, hypot

from gridmap.edits.walls import add_walls
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.wall import SECRET, Wall, WallKind

_NEAR = 1e-6
"""Squares; closer than this is the same place."""


def lay_wall(
    battle_map: BattleMap, start: Point, end: Point, kind: WallKind, *, secret: bool = False
) -> BattleMap:
    """The map with a segment in place of what stood on that stretch; a secret one is for doors.

    A door laid on a wall leaves the wall on both sides of it. The same segment laid again changes nothing.
    """
    wall = Wall(start, end, kind, extra={SECRET: True} if secret else {})
    if start == end or wall in battle_map.walls:
        return battle_map
    return add_walls(take_away_walls(battle_map, start, end), (wall,))


def take_away_walls(battle_map: BattleMap, start: Point, end: Point) -> BattleMap:
    """The map with nothing standing along a stretch; segments that run past it are cut there.

    Segments that only cross the stretch, or touch it, stay.
    """
    walls = tuple(part for wall in battle_map.walls for part in _outside(wall, start, end))
    if len(walls) == len(battle_map.walls) and all(
        new is old for new, old in zip(walls, battle_map.walls, strict=True)
    ):
        return battle_map
    return battle_map.with_changes(walls=walls)


def square_of_wall(wall: Wall, at: Point) -> tuple[Point, Point]:
    """The ends of the square's length of a segment nearest to a place; its own where it is no longer.

    Lengths are counted from the segment's start, so that they lie between grid lines where it lies on one.
    """
    length = hypot(wall.end.x - wall.start.x, wall.end.y - wall.start.y)
    if length <= 1 + _NEAR:
        return wall.start, wall.end
    first = min(max(0.0, floor(_along(wall, at, length))), length - 1)
    run_x, run_y = (wall.end.x - wall.start.x) / length, (wall.end.y - wall.start.y) / length
    return (
        Point(wall.start.x + first * run_x, wall.start.y + first * run_y),
        Point(wall.start.x + (first + 1) * run_x, wall.start.y + (first + 1) * run_y),
    )


def _outside(wall: Wall, start: Point, end: Point) -> Iterator[Wall]:
    """The parts of a segment that do not lie on the stretch; the segment itself where it does not."""
    length = hypot(wall.end.x - wall.start.x, wall.end.y - wall.start.y)
    if length < _NEAR or max(_off_line(wall, start, length), _off_line(wall, end, length)) > _NEAR:
        yield wall
        return
    first, last = sorted((_along(wall, start, length), _along(wall, end, length)))
    if last - _NEAR <= 0 or first + _NEAR >= length:
        yield wall
        return
    if first > _NEAR:
        yield replace(wall, end=start if _along(wall, start, length) == first else end)
    if last < length - _NEAR:
        yield replace(wall, start=end if _along(wall, end, length) == last else start)


def _along(wall: Wall, point: Point, length: float) -> float:
    """How far along the segment's line a point lies, in squares from its start."""
    run_x, run_y = wall.end.x - wall.start.x, wall.end.y - wall.start.y
    return ((point.x - wall.start.x) * run_x + (point.y - wall.start.y) * run_y) / length


def _off_line(wall: Wall, point: Point, length: float) -> float:
    """How far off the segment's line a point lies, in squares."""
    run_x, run_y = wall.end.x - wall.start.x, wall.end.y - wall.start.y
    return abs((point.x - wall.start.x) * run_y - (point.y - wall.start.y) * run_x) / length
