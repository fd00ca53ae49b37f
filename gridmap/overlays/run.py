"""Where a creature can run to (rules 3.9)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.overlays.movement import HEAVY_ARMOUR
from gridmap.overlays.overlay import Field, LegendEntry, Overlay, Role
from gridmap.rules.modes import modes_on
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.run import run
from gridmap.rules.ways import walking_speed


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """What each place costs on the run, straight where the ruleset wants that.

    Raises:
        RunError: the ruleset knows no such run, or it is too long to be worked out.
    """
    heavy, speed = creature.has(*HEAVY_ARMOUR), walking_speed(creature)
    modes = modes_on(battle_map, creature, speed)
    found = run(battle_map, creature, ruleset, speed, heavy_armour=heavy, modes=modes)
    times = 3 if heavy else 4
    feet = np.where(found.stops, found.feet, -1).astype(np.int32)
    template = "Run ×{times}: up to {feet} ft"
    if found.straight is not None:
        template = "Run ×{times} in a straight line: up to {feet} ft"
    legend = (LegendEntry(Role.RUN, template, {"times": times, "feet": times * speed}),)
    field = Field(feet, ((times * speed, Role.RUN),))
    return Overlay(f"run:{creature.id}", (field,), legend, notice=found.reason)
