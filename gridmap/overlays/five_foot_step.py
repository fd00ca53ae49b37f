"""Where a creature can step without provoking (rules 3.11)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Squares
from gridmap.rules.five_foot_step import five_foot_steps
from gridmap.rules.modes import modes_on
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.ways import walking_speed


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """The positions that it can step to, with the reason for each of the eight round its own."""
    modes = modes_on(battle_map, creature, walking_speed(creature))
    found = five_foot_steps(battle_map, creature, ruleset, modes=modes)
    mask = np.zeros(battle_map.terrain.shape, np.bool_)
    for x, y in found.squares:
        mask[y, x] = True
    words = "5-foot step: provokes nobody" if found.squares else "No 5-foot step"
    legend = (LegendEntry(Role.MOVE_ACTION, words),)
    name = f"five-foot-step:{creature.id}"
    return Overlay(name, (Squares(mask, Role.MOVE_ACTION),), legend, found.reasons.get)
