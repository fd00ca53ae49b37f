"""Where a push, pull or slide can leave its target (rules 8)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.forced import ForcedMove, forced_ends
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset


def overlay(
    battle_map: BattleMap,
    ruleset: Ruleset,
    move: ForcedMove,
    attacker: Creature,
    target: Creature,
    squares: int,
) -> Overlay:
    """Each position that the target can be left in, with the squares it takes, and those in a hazard."""
    ends = forced_ends(battle_map, attacker, target, ruleset, move, squares)
    steps = np.full(battle_map.terrain.shape, -1, np.int32)
    hazards = np.zeros(battle_map.terrain.shape, np.bool_)
    for end in ends:
        if battle_map.contains(end.at):
            steps[end.at.y, end.at.x] = end.steps
            hazards[end.at.y, end.at.x] = end.in_hazard
    marks: list[Mark] = [Field(steps, ((squares, Role.FORCED),))]
    count = {"move": str(move), "squares": squares, "target": target.title}
    legend = [LegendEntry(Role.FORCED, "{target}: {move} of up to {squares} squares", count)]
    if hazards.any():
        marks.append(Squares(hazards, Role.HAZARD))
        legend.append(LegendEntry(Role.HAZARD, "In a hazard"))
    why = {end.at: end.reason for end in ends}

    def reason_at(square: Square) -> Reason | None:
        return why.get(square)

    name = f"forced:{move}:{attacker.id}:{target.id}:{squares}"
    return Overlay(name, tuple(marks), tuple(legend), reason_at)
