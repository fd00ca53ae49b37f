"""What players are not to know: edits of the marks by which `gridmap.model.players` leaves it out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from gridmap.edits.terrain import Mask
from gridmap.edits.wall_stretch import lay_wall, square_of_wall
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.wall import SECRET, WallKind


def set_hidden(battle_map: BattleMap, ids: Collection[str], hidden: bool) -> BattleMap:
    """The map with those creatures known to the GM only, or to everyone."""
    return _with_creatures(battle_map, ids, hidden=hidden)


def set_named(battle_map: BattleMap, ids: Collection[str], named: bool) -> BattleMap:
    """The map with the names of those creatures known to players, or not."""
    return _with_creatures(battle_map, ids, named=named)


def set_traps(battle_map: BattleMap, region: Mask, secret: bool) -> BattleMap:
    """The map with the hazards of a region known to the GM only, or to everyone.

    Raises:
        ValueError: the region has another shape than the map.
    """
    if region.shape != battle_map.terrain.shape:
        raise ValueError(f"the region is {region.shape}, the map {battle_map.terrain.shape}")
    old = battle_map.secret_hazards
    traps = np.zeros(region.shape, np.uint8) if old is None else old.copy()
    traps[region] = battle_map.terrain.hazardous[region] if secret else 0
    if not traps.any():
        return battle_map if old is None else battle_map.with_changes(secret_hazards=None)
    if old is not None and np.array_equal(old, traps):
        return battle_map
    return battle_map.with_changes(secret_hazards=traps)


def toggle_secret_door(battle_map: BattleMap, index: int, at: Point | None = None) -> BattleMap:
    """The map with that door secret, or known; a wall becomes a closed secret door. Other kinds stay.

    Of a wall longer than a square only the square's length at a place becomes one, all of it where no
    place is given. That door is the last of the map's walls.
    """
    wall = battle_map.walls[index]
    if wall.kind not in (WallKind.DOOR, WallKind.WALL):
        return battle_map
    if wall.kind is WallKind.WALL and at is not None:
        start, end = square_of_wall(wall, at)
        if (start, end) != (wall.start, wall.end):
            return lay_wall(battle_map, start, end, WallKind.DOOR, secret=True)
    extra = {name: value for name, value in wall.extra.items() if name != SECRET}
    if not wall.is_secret_door:
        extra[SECRET] = True
    changed = replace(wall, kind=WallKind.DOOR, extra=extra)
    walls = battle_map.walls
    return battle_map.with_changes(walls=(*walls[:index], changed, *walls[index + 1 :]))


def toggle_secret_note(battle_map: BattleMap, index: int) -> BattleMap:
    """The map with that note for the GM only, or for everyone."""
    notes = battle_map.notes
    changed = replace(notes[index], secret=not notes[index].secret)
    return battle_map.with_changes(notes=(*notes[:index], changed, *notes[index + 1 :]))


def _with_creatures(battle_map: BattleMap, ids: Collection[str], **changes: Any) -> BattleMap:
    creatures = tuple(
        replace(creature, **changes)
        if creature.id in ids and any(getattr(creature, name) != value for name, value in changes.items())
        else creature
        for creature in battle_map.creatures
    )
    if all(one is other for one, other in zip(creatures, battle_map.creatures, strict=True)):
        return battle_map
    return battle_map.with_changes(creatures=creatures)
