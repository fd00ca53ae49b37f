"""Where more creatures of a kind find room, the nearest places first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.movement import cost_field
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side

Mask = npt.NDArray[np.bool_]
_AT_LEAST = 12
"""Squares that are looked at round the first place, however few creatures there are."""


def free_places(
    battle_map: BattleMap, creature: Creature, ruleset: Ruleset, count: int
) -> tuple[Square, ...]:
    """Positions for so many creatures of a kind, the nearest to where `creature` stands first.

    Each is on the map, on squares that are not blocked and that nobody fills, and can be walked to from the
    first without passing a wall. Where the creature itself stands in no such place, walls do not count.

    Args:
        battle_map: the map; the creature is not on it.
        creature: the first of them, where it is wanted.
        ruleset: whose size table and movement count.
        count: how many.

    Returns:
        Fewer than `count` where there is no more room within a good way of the first.
    """
    squares = side(creature, ruleset)
    far = max(_AT_LEAST, 3 * squares * (int(count**0.5) + 2))
    left, top = max(0, creature.at.x - far), max(0, creature.at.y - far)
    right, bottom = creature.at.x + far + squares, creature.at.y + far + squares
    part = (slice(top, max(top, bottom)), slice(left, max(left, right)))
    places = _open_places(battle_map, ruleset, squares, part)
    distance = _distance(places.shape, Square(creature.at.x - left, creature.at.y - top))
    places &= distance <= far * far
    x, y = creature.at.x - left, creature.at.y - top
    if 0 <= y < places.shape[0] and 0 <= x < places.shape[1] and places[y, x]:
        places &= _walked_to(battle_map, creature, ruleset, 2 * far)[part]
    rows, columns = np.nonzero(places)
    order = np.lexsort((columns, rows, distance[rows, columns]))
    taken = np.zeros_like(places)
    found: list[Square] = []
    for at in order.tolist():
        x, y = int(columns[at]), int(rows[at])
        block = (slice(y, y + squares), slice(x, x + squares))
        if len(found) < count and not taken[block].any():
            taken[block] = True
            found.append(Square(left + x, top + y))
    return tuple(found)


def _open_places(battle_map: BattleMap, ruleset: Ruleset, squares: int, part: tuple[slice, slice]) -> Mask:
    """``(rows, columns) bool``: positions in a part of the map whose whole block there is free and not
    blocked."""
    bad: Mask = battle_map.terrain.blocked[part] != 0
    left, top = part[1].start, part[0].start
    for other in battle_map.creatures:
        x, y = other.at.x - left, other.at.y - top
        size = side(other, ruleset)
        if x + size > 0 and y + size > 0:
            bad[max(0, y) : y + size, max(0, x) : x + size] = True
    height, width = bad.shape
    places: Mask = np.zeros_like(bad)
    down, across = height - squares + 1, width - squares + 1
    if down < 1 or across < 1:
        return places
    sums = np.zeros((height + 1, width + 1), np.int64)
    sums[1:, 1:] = bad.cumsum(0).cumsum(1)
    inside = sums[squares:, squares:] - sums[:-squares, squares:] - sums[squares:, :-squares]
    places[:down, :across] = (inside + sums[:-squares, :-squares]) == 0
    return places


def _distance(shape: tuple[int, ...], at: Square) -> npt.NDArray[np.int64]:
    """Squared distance of every position, straight."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    squared: npt.NDArray[np.int64] = (columns - at.x) ** 2 + (rows - at.y) ** 2
    return squared


def _walked_to(battle_map: BattleMap, creature: Creature, ruleset: Ruleset, squares: int) -> Mask:
    """Where it may end within so many squares of walking."""
    walker = replace(creature, speed={**creature.speed, "walk": 30}, conditions=(), altitude=0)
    return cost_field(battle_map, walker, ruleset, squares * FEET_PER_SQUARE, squeeze=False).stops
