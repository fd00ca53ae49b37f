"""Regions of squares by shape: ``(height, width) bool`` masks of the part that lies on the map."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gridmap.edits.terrain import Mask, dab_region, rectangle_region, stroke_region
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point, Square


def brush_region(battle_map: BattleMap, start: Point, end: Point, size: int, *, round_: bool) -> Mask:
    """Every square that a brush passes over from point to point; one dab where both are the same.

    A round brush covers the squares whose middles are within half its size of the way.
    """
    if not round_ or size < 3:
        return (
            dab_region(battle_map, start, size)
            if start == end
            else stroke_region(battle_map, start, end, size)
        )
    xs, ys = _middles(battle_map)
    one, other = _centre(start, size), _centre(end, size)
    run_x, run_y = other.x - one.x, other.y - one.y
    length = run_x * run_x + run_y * run_y
    share: npt.NDArray[np.float64] = np.zeros((battle_map.height, battle_map.width))
    if length:
        share = np.clip(((xs - one.x) * run_x + (ys - one.y) * run_y) / length, 0, 1)
    near: Mask = np.hypot(xs - one.x - share * run_x, ys - one.y - share * run_y) <= size / 2
    return near


def line_region(battle_map: BattleMap, start: Square, end: Square, size: int) -> Mask:
    """The squares of a straight line between two squares, `size` squares thick; each touches the next."""
    steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    region = np.zeros((battle_map.height, battle_map.width), bool)
    for step in range(steps + 1):
        at = Point(
            start.x + (end.x - start.x) * step / steps + 0.5, start.y + (end.y - start.y) * step / steps + 0.5
        )
        region |= dab_region(battle_map, Point(math.floor(at.x) + 0.5, math.floor(at.y) + 0.5), size)
    return region


def ellipse_region(battle_map: BattleMap, corner: Square, opposite: Square) -> Mask:
    """The squares whose middles are within the ellipse that fills a block between two squares."""
    left, right = sorted((corner.x, opposite.x))
    top, bottom = sorted((corner.y, opposite.y))
    wide, high = right + 1 - left, bottom + 1 - top
    # Twice the distance from the middle, in whole numbers: both halves are alike to the last square.
    across = (2 * np.arange(battle_map.width) + 1 - 2 * left - wide)[np.newaxis, :]
    down = (2 * np.arange(battle_map.height) + 1 - 2 * top - high)[:, np.newaxis]
    inside: Mask = (across * high) ** 2 + (down * wide) ** 2 <= (wide * high) ** 2
    return inside & rectangle_region(battle_map, corner, opposite)


def polygon_region(battle_map: BattleMap, corners: Sequence[Point]) -> Mask:
    """The squares whose middles are within a polygon, by the even-odd rule; crossing sides are fine.

    A polygon without any middle in it is the squares of its corners.
    """
    region = np.zeros((battle_map.height, battle_map.width), bool)
    ys = np.arange(battle_map.height) + 0.5
    xs = np.arange(battle_map.width) + 0.5
    for one, other in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        if one.y == other.y:
            continue
        low, high = (one, other) if one.y < other.y else (other, one)
        rows = np.flatnonzero((ys > low.y) & (ys <= high.y))
        crossing = low.x + (ys[rows] - low.y) * (high.x - low.x) / (high.y - low.y)
        region[rows] ^= xs[np.newaxis, :] > crossing[:, np.newaxis]
    if region.any():
        return region
    for corner in corners:
        region |= dab_region(battle_map, corner, 1)
    return region


def _middles(battle_map: BattleMap) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """x of each column and y of each row, to be broadcast."""
    xs = np.arange(battle_map.width, dtype=np.float64) + 0.5
    ys = np.arange(battle_map.height, dtype=np.float64) + 0.5
    return xs[np.newaxis, :], ys[:, np.newaxis]


def _centre(at: Point, size: int) -> Point:
    """The middle of the square under a point for odd sizes, the nearest intersection for even ones."""
    if size % 2:
        return Point(math.floor(at.x) + 0.5, math.floor(at.y) + 0.5)
    return Point(math.floor(at.x + 0.5), math.floor(at.y + 0.5))
