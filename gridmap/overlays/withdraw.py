"""Where a creature can withdraw to, unharmed or not (rules 3.13)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.modes import modes_on
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.ways import walking_speed
from gridmap.rules.withdraw import withdraw


def overlay(
    battle_map: BattleMap, ruleset: Ruleset, creature: Creature, target: Creature | None = None
) -> Overlay:
    """What each place costs by a way on which nobody may strike, or else by the cheapest.

    Raises:
        WithdrawError: the ruleset withdraws from one enemy, and none is named.
    """
    speed = walking_speed(creature)
    modes = modes_on(battle_map, creature, speed)
    found = withdraw(battle_map, creature, ruleset, speed, target, modes)
    harmed = found.walk.stops & ~found.safe_stops
    feet = np.where(found.safe_stops, found.unharmed.feet, np.where(harmed, found.walk.feet, -1))
    marks: list[Mark] = [Field(feet.astype(np.int32), ((int(feet.max()), Role.DOUBLE_MOVE),))]
    legend = [LegendEntry(Role.DOUBLE_MOVE, "Withdraws there, and nobody may strike")]
    if harmed.any():
        marks.append(Squares(harmed, Role.PROVOKES))
        legend.append(LegendEntry(Role.PROVOKES, "An enemy may strike on the way there"))
    name = f"withdraw:{creature.id}" + ("" if target is None else f":{target.id}")
    return Overlay(name, tuple(marks), tuple(legend), found.reason)
