"""Edits of the fog. Every region is a ``(height, width) bool`` mask."""

from __future__ import annotations

import numpy as np

from gridmap.edits.barriers import straight_barriers
from gridmap.edits.terrain import Mask, joined_region
from gridmap.model.battlemap import BattleMap
from gridmap.model.fog import Fog, FogState
from gridmap.model.square import Square
from gridmap.model.terrain import Grid


def start_fog(battle_map: BattleMap, state: FogState = FogState.HIDDEN) -> BattleMap:
    """The map with every square hidden from the players, or in another state."""
    fog = battle_map.fog
    if fog is not None and (fog.revealed == state).all():
        return battle_map
    return _with_fog(battle_map, np.full((battle_map.height, battle_map.width), state, np.uint8))


def remove_fog(battle_map: BattleMap) -> BattleMap:
    """The map without fog: players see every square."""
    return battle_map if battle_map.fog is None else battle_map.with_changes(fog=None)


def set_fog(battle_map: BattleMap, region: Mask, state: FogState) -> BattleMap:
    """The map with a region hidden from the players, revealed or remembered.

    Where there was no fog, it begins: over the region if that is hidden, else over everything but the region.
    A map on which this changes nothing is returned as it is.

    Raises:
        ValueError: the region has another shape than the map.
    """
    if region.shape != (battle_map.height, battle_map.width):
        raise ValueError(f"the region is {region.shape}, the map {(battle_map.height, battle_map.width)}")
    if battle_map.fog is None:
        others = FogState.REVEALED if state is FogState.HIDDEN else FogState.HIDDEN
        return _with_fog(battle_map, np.where(region, np.uint8(state), np.uint8(others)))
    old = battle_map.fog.revealed
    if not (old[region] != state).any():
        return battle_map
    new = old.copy()
    new[region] = state
    return _with_fog(battle_map, new)


def show_what_is_seen(battle_map: BattleMap, seen: Mask) -> BattleMap:
    """The map with what the players' creatures see revealed, and what they saw before remembered.

    A map without fog, and one on which this changes nothing, is returned as it is.
    """
    fog = battle_map.fog
    if fog is None:
        return battle_map
    new = np.where(fog.known, np.uint8(FogState.REMEMBERED), np.uint8(FogState.HIDDEN))
    new[seen] = FogState.REVEALED
    return battle_map if np.array_equal(new, fog.revealed) else _with_fog(battle_map, new)


def room_region(battle_map: BattleMap, start: Square) -> Mask:
    """A room: the free squares joined to one, up to walls and closed doors, and the rock about them.

    Of rock, which is blocked squares, the squares beside and across a corner from the room belong to it
    unless a wall stands between; a blocked `start` is all of its region.
    """
    region = np.zeros((battle_map.height, battle_map.width), bool)
    if not battle_map.contains(start):
        return region
    blocked = battle_map.terrain.blocked != 0
    if blocked[start.y, start.x]:
        region[start.y, start.x] = True
        return region
    region = joined_region(battle_map, ~blocked, start)
    right, down = straight_barriers(battle_map)
    beside = region.copy()
    beside[:, 1:] |= region[:, :-1] & blocked[:, 1:] & ~right
    beside[:, :-1] |= region[:, 1:] & blocked[:, :-1] & ~right
    beside[1:] |= region[:-1] & blocked[1:] & ~down
    beside[:-1] |= region[1:] & blocked[:-1] & ~down
    return beside | _corners(region, beside & blocked, blocked)


def _corners(room: Mask, rock: Mask, blocked: Mask) -> Mask:
    """Blocked squares across a corner from the room, between two squares of its rock."""
    corners = np.zeros_like(room)
    height, width = room.shape
    padded_room, padded_rock = np.pad(room, 1), np.pad(rock, 1)
    for dy in (0, 2):
        for dx in (0, 2):
            across = padded_room[dy : dy + height, dx : dx + width]
            above = padded_rock[dy : dy + height, 1 : 1 + width]
            beside = padded_rock[1 : 1 + height, dx : dx + width]
            corners |= across & above & beside & blocked
    return corners


def _with_fog(battle_map: BattleMap, states: Grid) -> BattleMap:
    return battle_map.with_changes(fog=Fog(states))
