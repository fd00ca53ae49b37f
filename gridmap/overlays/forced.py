"""Where a push, pull or slide can leave its target (rules 8)."""

from __future__ import annotations

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.forced import ForcedMove, forced
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
    found = forced(battle_map, attacker, target, ruleset, move, squares)
    marks: list[Mark] = [Field(found.steps, ((squares, Role.FORCED),))]
    count = {"move": str(move), "squares": squares, "target": target.title}
    legend = [LegendEntry(Role.FORCED, "{target}: {move} of up to {squares} squares", count)]
    if found.hazards.any():
        marks.append(Squares(found.hazards, Role.HAZARD))
        legend.append(LegendEntry(Role.HAZARD, "In a hazard"))
    name = f"forced:{move}:{attacker.id}:{target.id}:{squares}"
    return Overlay(name, tuple(marks), tuple(legend), found.reason)
