"""Who stands in the way: other creatures' squares that bar passing or stopping (rules 3.7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature, Size
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import height, side

HELPLESS = ("helpless", "unconscious", "paralysed", "paralyzed", "dead")
"""Conditions under which others may pass and stop in a creature's space."""


@dataclass(frozen=True)
class Crowd:
    """Squares of other creatures, as far as they matter to one mover.

    Attributes:
        opponents: squares that it may neither pass nor stop on.
        anyone: squares that it may not stop on, the opponents' included.
    """

    opponents: Board
    anyone: Board


def crowd(battle_map: BattleMap, mover: Creature, ruleset: Ruleset, frame: Frame) -> Crowd:
    """Who stands in the mover's way in a frame, remembered until any creature changes."""
    parts = (battle_map.creatures, mover, ruleset)
    return _crowds.get(parts, lambda: _crowd(battle_map, mover, ruleset, frame), frame)


_crowds: IdentityCache[Crowd] = IdentityCache(12)


def _crowd(battle_map: BattleMap, mover: Creature, ruleset: Ruleset, frame: Frame) -> Crowd:
    near = [
        other
        for other in battle_map.creatures
        if frame.meets(other.at, side(other, ruleset))
        and other.id != mover.id
        and in_the_way(mover, other, ruleset)
    ]
    if not near:
        return Crowd(0, 0)
    anyone = np.zeros((frame.rows, frame.stride), np.bool_)
    opponents = anyone.copy()
    for other in near:
        x, y, width = other.at.x - frame.left, other.at.y - frame.top, side(other, ruleset)
        block = np.s_[max(y, 0) : y + width, max(x, 0) : min(x + width, frame.columns)]
        anyone[block] = True
        opponents[block] |= not mover.is_ally_of(other)
    return Crowd(frame.board(opponents), frame.board(anyone))


def in_the_way(mover: Creature, other: Creature, ruleset: Ruleset) -> bool:
    """Whether the mover may not stop where the other is, at least."""
    return levels_overlap(mover, other, ruleset) and not may_share(mover, other, ruleset)


def levels_overlap(one: Creature, other: Creature, ruleset: Ruleset) -> bool:
    """Whether two spaces share a level of the air (rules 1.4)."""
    if one.altitude == other.altitude:
        return True
    one_top, other_top = (each.altitude + height(each, ruleset) for each in (one, other))
    return one.altitude < other_top and other.altitude < one_top


def may_share(mover: Creature, other: Creature, ruleset: Ruleset) -> bool:
    """Whether the mover may pass and stop in the other's space (rules 3.7)."""
    passing = ruleset.movement.passing
    larger_by = mover.size.category - other.size.category
    return (
        other.has(*HELPLESS)
        or (passing.tiny_movers and mover.size.category <= Size.TINY.category)
        or 0 < passing.either_way_categories <= abs(larger_by)
        or 0 < passing.stepover_categories <= larger_by
    )


def who_bars(
    battle_map: BattleMap, mover: Creature, ruleset: Ruleset, squares: set[Square]
) -> Creature | None:
    """A creature that bars these squares to the mover: an opponent rather than an ally, None if nobody."""
    found = [
        other
        for other in battle_map.creatures
        if other.id != mover.id
        and in_the_way(mover, other, ruleset)
        and any(
            0 <= x - other.at.x < side(other, ruleset) and 0 <= y - other.at.y < side(other, ruleset)
            for x, y in squares
        )
    ]
    return min(found, key=mover.is_ally_of, default=None)
