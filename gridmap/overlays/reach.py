"""The squares that a creature threatens, and those where its opponents threaten it (rules 4)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Squares
from gridmap.rules.provoke import able_enemies
from gridmap.rules.reach import threat_reason, threatened, threats_of_each
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """The squares that one creature threatens, its own included."""
    mask = threatened(battle_map, creature, ruleset)
    band = reach(creature, ruleset)
    template = "Threatened by {creature}: {feet} ft, {count} squares"
    if band.more_than:
        template = "Threatened by {creature}: beyond {least} ft to {feet} ft, {count} squares"
    arguments = {
        "creature": creature.title,
        "least": band.more_than,
        "feet": band.at_most,
        "count": int(mask.sum()),
    }

    def reason_at(square: Square) -> Reason | None:
        if not (battle_map.contains(square) and mask[square.y, square.x]):
            return None
        return threat_reason(battle_map, creature, ruleset, square)

    return Overlay(
        f"reach:{creature.id}",
        (Squares(mask, Role.THREATENED),),
        (LegendEntry(Role.THREATENED, template, arguments),),
        reason_at,
    )


def foes_overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """Every square in which an opponent threatens whoever stands there against it."""
    foes = able_enemies(battle_map, creature)
    threats = threats_of_each(battle_map, foes, ruleset)
    together = np.zeros(battle_map.terrain.shape, np.bool_)
    for threat in threats:
        threat.mark(together)

    def reason_at(square: Square) -> Reason | None:
        for foe, threat in zip(foes, threats, strict=True):
            if threat.holds(square):
                return threat_reason(battle_map, foe, ruleset, square)
        return None

    entry = LegendEntry(
        Role.THREATENED_BY_FOE,
        "Threatened by opponents of {creature}: {count} squares",
        {"creature": creature.title, "count": int(together.sum())},
    )
    return Overlay(
        f"threats:{creature.id}", (Squares(together, Role.THREATENED_BY_FOE),), (entry,), reason_at
    )
