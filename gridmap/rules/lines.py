"""Line of effect on a map (rules 6.1b)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point, Square
from gridmap.rules.clear_line import SIGHT_POINTS, clear
from gridmap.rules.fan import seen_from_point, seen_from_squares
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.square_pairs import squares_see
from gridmap.rules.stoppers import UNIT, Mask, place, stoppers

_FEW_SQUARES = 250
_kept: IdentityCache[Mask] = IdentityCache(64)


def line_of_effect(battle_map: BattleMap, one: Square, other: Square) -> bool:
    """Whether any line between the sight points of two squares is clear (rules 6.1b)."""
    return bool(squares_see(stoppers(battle_map), np.array([one]), np.array([other]))[0])


def line_of_effect_from(battle_map: BattleMap, point: Point, square: Square) -> bool:
    """Whether any line from a point to a square's sight points is clear (rules 6.1b)."""
    ends = place(square) + SIGHT_POINTS
    return bool(clear(stoppers(battle_map), np.broadcast_to(place(point), ends.shape), ends).any())


def lines_of_effect(battle_map: BattleMap, start: Square | Point) -> Mask:
    """Line of effect from a square, or from a point, to every square: ``(height, width) bool`` (6.1b).

    The array is shared between callers and cannot be written to.
    """
    stop = stoppers(battle_map)
    if isinstance(start, Square):
        return _kept.get((stop,), lambda: _read_only(seen_from_squares(stop, (start,))), "square", start)
    return _kept.get((stop,), lambda: _read_only(seen_from_point(stop, start)), "point", start)


def lines_of_effect_within(battle_map: BattleMap, start: Point, wanted: Mask) -> Mask:
    """`lines_of_effect` from a point, of the wanted squares only: ``(height, width) bool``.

    A small area on a large map asks for few lines; beyond `_FEW_SQUARES` looking everywhere is quicker.
    """
    rows, columns = np.nonzero(wanted)
    if len(rows) > _FEW_SQUARES:
        return wanted & lines_of_effect(battle_map, start)
    ends = (np.column_stack([columns, rows])[:, np.newaxis] * UNIT + SIGHT_POINTS).reshape(-1, 2)
    free = clear(stoppers(battle_map), np.broadcast_to(place(start), ends.shape), ends)
    seen = np.zeros_like(wanted)
    seen[rows, columns] = free.reshape(-1, len(SIGHT_POINTS)).any(axis=1)
    return seen


def lines_of_effect_from_space(battle_map: BattleMap, squares: Iterable[Square]) -> Mask:
    """Line of effect to every square from any of these: ``(height, width) bool`` (rules 6.1b).

    The array is shared between callers and cannot be written to.
    """
    stop, own = stoppers(battle_map), tuple(squares)
    return _kept.get((stop,), lambda: _read_only(seen_from_squares(stop, own)), "space", own)


def _read_only(mask: Mask) -> Mask:
    mask.flags.writeable = False
    return mask
