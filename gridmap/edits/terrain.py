"""Edits of terrain layers. Every region is a ``(height, width) bool`` mask."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from gridmap.edits.barriers import straight_barriers
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point, Square
from gridmap.model.terrain import LAYERS, Layer

Mask = npt.NDArray[np.bool_]


def paint(battle_map: BattleMap, layer: Layer, region: Mask, value: int) -> BattleMap:
    """The map with one layer's value laid on a region (0 erases).

    A map on which this changes nothing is returned as it is.

    Raises:
        ValueError: the layer knows no such value, or the region has another shape than the map.
    """
    if value not in LAYERS[layer].values():
        raise ValueError(f"terrain layer {layer} knows no value {value}")
    grid = battle_map.terrain.layer(layer)
    if region.shape != grid.shape:
        raise ValueError(f"the region is {region.shape}, the map {grid.shape}")
    if not np.any(grid[region] != value):
        return battle_map
    painted = grid.copy()
    painted[region] = value
    painted.flags.writeable = False
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, painted))


def clear(battle_map: BattleMap, region: Mask) -> BattleMap:
    """The map with every terrain layer erased on a region."""
    for layer in Layer:
        battle_map = paint(battle_map, layer, region, 0)
    return battle_map


def dab_region(battle_map: BattleMap, at: Point, size: int) -> Mask:
    """A block of `size` × `size` squares about a point: the one under it for odd sizes."""
    left = round(at.x - size / 2)
    top = round(at.y - size / 2)
    if size % 2:
        left, top = math.floor(at.x) - size // 2, math.floor(at.y) - size // 2
    return rectangle_region(battle_map, Square(left, top), Square(left + size - 1, top + size - 1))


def stroke_region(battle_map: BattleMap, start: Point, end: Point, size: int) -> Mask:
    """Every square that a square brush of that size passes over from point to point."""
    steps = max(1, math.ceil(2 * max(abs(end.x - start.x), abs(end.y - start.y))))
    region = np.zeros((battle_map.height, battle_map.width), bool)
    for step in range(steps + 1):
        share = step / steps
        here = Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
        region |= dab_region(battle_map, here, size)
    return region


def rectangle_region(battle_map: BattleMap, corner: Square, opposite: Square) -> Mask:
    """The squares of a rectangle between two squares, both included; the part on the map."""
    region = np.zeros((battle_map.height, battle_map.width), bool)
    left, right = sorted((corner.x, opposite.x))
    top, bottom = sorted((corner.y, opposite.y))
    region[max(0, top) : max(0, bottom + 1), max(0, left) : max(0, right + 1)] = True
    return region


def flood_region(battle_map: BattleMap, layer: Layer, start: Square) -> Mask:
    """The squares joined to `start` side by side that have its value in the layer.

    Movement-stopping walls bound it where they run between the centres of two squares.
    """
    if not battle_map.contains(start):
        return np.zeros((battle_map.height, battle_map.width), bool)
    grid = battle_map.terrain.layer(layer)
    return joined_region(battle_map, grid == grid[start.y, start.x], start)


def joined_region(battle_map: BattleMap, wanted: Mask, start: Square) -> Mask:
    """The wanted squares that are joined to one of them, `start`, side by side.

    Movement-stopping walls bound it where they run between the centres of two squares.
    """
    region = np.zeros((battle_map.height, battle_map.width), bool)
    right, down = straight_barriers(battle_map)
    across = _stretches(wanted[:, :-1] & wanted[:, 1:] & ~right)
    along = _stretches((wanted[:-1, :] & wanted[1:, :] & ~down).T).T
    region[start.y, start.x] = True
    reached, before = 1, 0
    while reached > before:
        region = _whole_stretches(_whole_stretches(region, across), along)
        before, reached = reached, int(np.count_nonzero(region))
    return region


def _stretches(joined: Mask) -> npt.NDArray[np.int64]:
    """Numbers for the stretches of each row, by whether a square is joined to the one after it."""
    rows, gaps = joined.shape
    first = np.ones((rows, gaps + 1), bool)
    first[:, 1:] = ~joined
    return np.cumsum(first).reshape(first.shape)


def _whole_stretches(region: Mask, stretches: npt.NDArray[np.int64]) -> Mask:
    """Every square of the stretches that the region touches."""
    touched = np.zeros(int(stretches.max()) + 1, bool)
    touched[stretches[region]] = True
    whole: Mask = touched[stretches]
    return whole
