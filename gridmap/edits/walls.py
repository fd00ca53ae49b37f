"""Edits of walls, doors, windows and obstacles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind
from gridmap.model.wall_snap import snapped


def add_wall(battle_map: BattleMap, start: Point, end: Point, kind: WallKind) -> BattleMap:
    """The map with one more segment; one without length adds nothing."""
    if start == end:
        return battle_map
    return add_walls(battle_map, (Wall(start, end, kind),))


def add_walls(battle_map: BattleMap, walls: Iterable[Wall]) -> BattleMap:
    """The map with more segments; those that stand there already are not doubled."""
    new = tuple(wall for wall in walls if wall not in battle_map.walls)
    return battle_map.with_changes(walls=battle_map.walls + new) if new else battle_map


def remove_walls(battle_map: BattleMap, indices: Iterable[int]) -> BattleMap:
    """The map without the segments of those indices."""
    gone = set(indices)
    kept = tuple(wall for index, wall in enumerate(battle_map.walls) if index not in gone)
    return battle_map if len(kept) == len(battle_map.walls) else battle_map.with_changes(walls=kept)


def toggle_door(battle_map: BattleMap, index: int) -> BattleMap:
    """The map with that door opened or closed; any other kind stays as it is."""
    door = battle_map.walls[index]
    if door.kind is not WallKind.DOOR:
        return battle_map
    return _with_wall(battle_map, index, replace(door, open=not door.open))


def set_wall_kind(battle_map: BattleMap, index: int, kind: WallKind) -> BattleMap:
    """The map with that segment made another kind; what was an open door and is none now is closed."""
    wall = battle_map.walls[index]
    if wall.kind is kind:
        return battle_map
    return _with_wall(battle_map, index, replace(wall, kind=kind, open=False))


def snap_to_grid(battle_map: BattleMap, tolerance: float) -> BattleMap:
    """The map with walls near a line of the grid brought onto it, those joined to them with them.

    Args:
        battle_map: the map.
        tolerance: how far from a line a wall's ends may lie, in squares; at most half of one.
    """
    found = snapped(battle_map.walls, tolerance)
    return battle_map.with_changes(walls=found.walls) if found.moved or found.gone else battle_map


def nearest_wall(battle_map: BattleMap, at: Point, within: float) -> int | None:
    """The index of the segment nearest to a point, the topmost of equals; None beyond `within` squares."""
    best: int | None = None
    least = within
    for index, wall in enumerate(battle_map.walls):
        distance = distance_to_wall(wall, at)
        if distance <= least:
            best, least = index, distance
    return best


def distance_to_wall(wall: Wall, at: Point) -> float:
    """The distance from a point to the nearest point of a segment, in squares."""
    run_x, run_y = wall.end.x - wall.start.x, wall.end.y - wall.start.y
    length = run_x * run_x + run_y * run_y
    share = 0.0
    if length:
        share = ((at.x - wall.start.x) * run_x + (at.y - wall.start.y) * run_y) / length
        share = min(1.0, max(0.0, share))
    return hypot(at.x - wall.start.x - share * run_x, at.y - wall.start.y - share * run_y)


def _with_wall(battle_map: BattleMap, index: int, wall: Wall) -> BattleMap:
    walls = battle_map.walls
    return battle_map.with_changes(walls=(*walls[:index], wall, *walls[index + 1 :]))
