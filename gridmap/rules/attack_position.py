"""Where a creature may stand to attack another (rules 3.7, 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.bitboard import Frame
from gridmap.rules.footing import footing
from gridmap.rules.ground import ground
from gridmap.rules.mover import Mover
from gridmap.rules.passing import crowd
from gridmap.rules.reach import threats
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach, side


def positions_near(
    battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset
) -> Iterator[Square]:
    """Positions near enough to the target at which the attacker may stop."""
    mover = Mover(battle_map, attacker, ruleset)
    margin = reach(attacker, ruleset).at_most // FEET_PER_SQUARE + mover.body.side
    left, top = max(0, target.at.x - margin), max(0, target.at.y - margin)
    right = min(battle_map.width, target.at.x + side(target, ruleset) + margin + mover.body.side)
    bottom = min(battle_map.height, target.at.y + side(target, ruleset) + margin + mover.body.side)
    frame = Frame(left, top, right - left, bottom - top)
    fits = footing(ground(battle_map, frame), mover.body)
    stoppable = fits.any & ~fits.occupying(crowd(battle_map, attacker, ruleset, frame).anyone)
    for row, column in np.argwhere(frame.grid(stoppable)).tolist():
        yield Square(left + column, top + row)


def can_attack(
    battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset, at: Square
) -> bool:
    """Whether the attacker would threaten the target from a position (rules 4.1)."""
    pair = (replace(attacker, at=at, team="attacker"), replace(target, team="target"))
    return bool(threats(battle_map.with_changes(creatures=pair), ruleset)[0, 1])
