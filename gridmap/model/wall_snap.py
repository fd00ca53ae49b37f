"""Walls near the grid's lines, brought onto them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Point
from gridmap.model.wall import Wall

MOST_TOLERANCE = 0.5
"""From a grid line no wall can be farther, in squares."""
_TOUCHING = 0.02
"""An end so near to a wall that is moved stays joined to it, in squares."""

Ends = npt.NDArray[np.float64]
"""``(n, 4)``: x and y of one end and of the other, in squares."""
Mask = npt.NDArray[np.bool_]


class Snapped(NamedTuple):
    """Walls after snapping.

    Attributes:
        walls: all that are left, in their order.
        moved: how many of them are not where they were.
        gone: how many had no length left.
    """

    walls: tuple[Wall, ...]
    moved: int
    gone: int


def off_grid(ends: Ends) -> Mask:
    """``(n,) bool``: walls of which some part lies on no line of the grid."""
    level = (ends[:, 1] == ends[:, 3]) & (ends[:, 1] == np.rint(ends[:, 1]))
    upright = (ends[:, 0] == ends[:, 2]) & (ends[:, 0] == np.rint(ends[:, 0]))
    off: Mask = ~(level | upright)
    return off


def near_grid(ends: Ends, tolerance: float) -> tuple[Mask, Mask]:
    """Walls that `snapped` brings onto a line: level ones, and upright ones, each ``(n,) bool``.

    Both their ends lie within the tolerance of the same line, and they run along it rather than across.
    """
    run = np.abs(ends[:, 2:] - ends[:, :2])
    lines = np.rint(ends)
    near = np.abs(ends - lines) <= tolerance + 1e-9
    level = near[:, 1] & near[:, 3] & (lines[:, 1] == lines[:, 3]) & (run[:, 0] > run[:, 1])
    upright = near[:, 0] & near[:, 2] & (lines[:, 0] == lines[:, 2]) & (run[:, 1] > run[:, 0])
    return level, upright


def snapped(walls: Sequence[Wall], tolerance: float) -> Snapped:
    """Walls that run near a line of the grid, brought onto it; all others keep their course.

    Their ends go to the intersections that they are near to. Other walls' ends that lie on a wall that moves
    move with it, so that no gap opens.

    Args:
        walls: the walls of a map.
        tolerance: how far from a line an end may lie, in squares; 0 to `MOST_TOLERANCE`.
    """
    if not walls or tolerance <= 0:
        return Snapped(tuple(walls), 0, 0)
    tolerance = min(tolerance, MOST_TOLERANCE)
    ends = np.array([(*wall.start, *wall.end) for wall in walls], np.float64)
    level, upright = near_grid(ends, tolerance)
    lines = np.rint(ends)
    near = np.abs(ends - lines) <= tolerance + 1e-9
    along = level | upright
    moved = np.where(along[:, None] & near, lines, ends)
    # A level wall's height is its line's, whatever its ends; the same for an upright one's place.
    others = np.flatnonzero(~along)
    if len(others) and along.any():
        for half in (0, 2):
            moved[others, half : half + 2] = _joined(
                ends[others, half : half + 2], ends, moved, level, upright
            )
    changed = (moved != ends).any(axis=1)
    length = np.hypot(moved[:, 2] - moved[:, 0], moved[:, 3] - moved[:, 1])
    gone = changed & (length < 1e-9)
    kept: list[Wall] = []
    for number, wall in enumerate(walls):
        if gone[number]:
            continue
        if changed[number]:
            x, y, to_x, to_y = moved[number].tolist()
            wall = replace(wall, start=Point(x, y), end=Point(to_x, to_y))
        kept.append(wall)
    return Snapped(tuple(kept), int((changed & ~gone).sum()), int(gone.sum()))


def _joined(points: Ends, ends: Ends, moved: Ends, level: Mask, upright: Mask) -> Ends:
    """Where ends of other walls go: those at an end that moves go with it, those on a side onto its line."""
    import shapely  # only maps with walls off the grid need it

    result = points.copy()
    along = np.flatnonzero(level | upright)
    tree = shapely.STRtree(shapely.linestrings(ends[along].reshape(-1, 2, 2)))
    # One wall for each end is enough: where several that move meet, they meet again where they move to.
    point, wall = tree.query_nearest(shapely.points(points), max_distance=_TOUCHING, all_matches=False)
    wall = along[wall]
    at = points[point]
    result[point[level[wall]], 1] = moved[wall[level[wall]], 1]
    result[point[upright[wall]], 0] = moved[wall[upright[wall]], 0]
    for half in (0, 2):
        meets = (np.abs(at - ends[wall, half : half + 2]) <= _TOUCHING).all(axis=1)
        result[point[meets]] = moved[wall[meets], half : half + 2]
    return result
