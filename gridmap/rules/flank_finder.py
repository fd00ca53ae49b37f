"""From where a creature would flank another, with the allies that stand as they do (rules 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.bitboard import Frame
from gridmap.rules.flanking import Flank, able_to_flank, flanks_of
from gridmap.rules.footing import footing
from gridmap.rules.ground import ground
from gridmap.rules.metric import Box, creature_box
from gridmap.rules.mover import Mover
from gridmap.rules.passing import crowd
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach, side

_MARK = "\0"
"""Begins the ids of a creature's stand-ins; no creature's own id holds it."""


@dataclass(frozen=True)
class FlankSpot:
    """A position from which the creature would flank its target.

    Attributes:
        at: the position.
        flanks: one for each ally that makes it, with the creature as its attacker.
    """

    at: Square
    flanks: tuple[Flank, ...]


def flank_spots(
    battle_map: BattleMap, creature: Creature, target: Creature, ruleset: Ruleset
) -> tuple[FlankSpot, ...]:
    """Every position near the target at which the creature may stop and flanks it, sorted by y, then x.

    How it might get there is not asked. The creature's stand-ins, one at each position, are looked at
    together: they are allies of its allies, and none of them helps another.
    """
    if creature.is_ally_of(target):
        return ()
    # Where it stands it may stay, whoever is there.
    places = list(dict.fromkeys((creature.at, *_positions_near(battle_map, creature, target, ruleset))))
    allies = [
        other for other in battle_map.creatures if other.id != creature.id and other.is_ally_of(creature)
    ]
    beside = [
        other
        for other in battle_map.creatures
        if other.id != target.id
        and not other.is_ally_of(creature)
        and _meet(creature_box(other, ruleset), creature_box(target, ruleset))
    ]
    stand_ins = [replace(creature, id=f"{_MARK}{number}", at=at) for number, at in enumerate(places)]
    everyone = (target, *allies, *beside, *stand_ins)
    imagined = battle_map.with_changes(creatures=everyone)
    able = able_to_flank(imagined, ruleset)[:, 0]
    first = len(everyone) - len(stand_ins)
    helpers = np.flatnonzero(able[1 : 1 + len(allies)]) + 1
    attackers = np.flatnonzero(able[first:]) + first
    trios = [(0, attacker, helper) for attacker in attackers.tolist() for helper in helpers.tolist()]
    found: dict[str, list[Flank]] = {}
    for flank in flanks_of(imagined, ruleset, trios) if trios else ():
        if flank.target == target.id:
            found.setdefault(flank.attacker, []).append(replace(flank, attacker=creature.id))
    return tuple(
        FlankSpot(one.at, tuple(found[one.id]))
        for one in sorted(stand_ins, key=lambda one: (one.at.y, one.at.x))
        if one.id in found
    )


def _meet(one: Box, other: Box) -> bool:
    return all(one[axis] <= other[axis + 1] and other[axis] <= one[axis + 1] for axis in (0, 2, 4))


def _positions_near(
    battle_map: BattleMap, creature: Creature, target: Creature, ruleset: Ruleset
) -> Iterator[Square]:
    """Positions near enough to the target at which the creature may stop."""
    mover = Mover(battle_map, creature, ruleset)
    margin = reach(creature, ruleset).at_most // FEET_PER_SQUARE + mover.body.side
    left, top = max(0, target.at.x - margin), max(0, target.at.y - margin)
    right = min(battle_map.width, target.at.x + side(target, ruleset) + margin + mover.body.side)
    bottom = min(battle_map.height, target.at.y + side(target, ruleset) + margin + mover.body.side)
    frame = Frame(left, top, right - left, bottom - top)
    fits = footing(ground(battle_map, frame), mover.body)
    stoppable = fits.any & ~fits.occupying(crowd(battle_map, creature, ruleset, frame).anyone)
    for row, column in np.argwhere(frame.grid(stoppable)).tolist():
        yield Square(left + column, top + row)
