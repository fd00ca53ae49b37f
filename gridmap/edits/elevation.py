"""Edits of how high the ground lies."""

from __future__ import annotations

import numpy as np

from gridmap.edits.terrain import Mask
from gridmap.model.battlemap import BattleMap
from gridmap.model.elevation import MAX_ELEVATION, Elevation


def set_elevation(battle_map: BattleMap, region: Mask, feet: int) -> BattleMap:
    """The map with the ground of a region at a height; a map that is level again has no elevation.

    Raises:
        ValueError: the height is out of its limits, or the region has another shape than the map.
    """
    if abs(feet) > MAX_ELEVATION:
        raise ValueError(f"the ground is at most {MAX_ELEVATION:,} feet high or deep, not {feet:,}")
    shape = (battle_map.height, battle_map.width)
    if region.shape != shape:
        raise ValueError(f"the region is {region.shape}, the map {shape}")
    old = np.zeros(shape, np.int16) if battle_map.elevation is None else battle_map.elevation.feet
    if not np.any(old[region] != feet):
        return battle_map
    new = old.copy()
    new[region] = feet
    return battle_map.with_changes(elevation=Elevation(new) if new.any() else None)


def elevation_at(battle_map: BattleMap, x: int, y: int) -> int:
    """The height of a square's ground in feet; 0 off the map."""
    if battle_map.elevation is None or not (0 <= x < battle_map.width and 0 <= y < battle_map.height):
        return 0
    return int(battle_map.elevation.feet[y, x])
