"""From where a creature would flank another, and which of these places it reaches this turn (rules 5)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Segments, Squares
from gridmap.rules.five_foot_step import five_foot_steps
from gridmap.rules.flank_finder import FlankSpot, flank_spots
from gridmap.rules.flanking import able_to_flank
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.space import side
from gridmap.rules.ways import Action, Ways


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, target: Creature) -> Overlay:
    """Every place to flank from, those within a turn with what it costs to get there.

    The line is the one of the place that is nearest.
    """
    spots = {spot.at: spot for spot in flank_spots(battle_map, creature, target, ruleset)}
    ways = Ways(battle_map, creature, ruleset)
    found = {at: ways.to([at]) for at in spots}
    within = {at: way for at, way in found.items() if way is not None and way.action is not Action.LONGER}
    steps = set(five_foot_steps(battle_map, creature, ruleset).squares)
    mask = np.zeros(battle_map.terrain.shape, np.bool_)
    feet = np.full(battle_map.terrain.shape, -1, np.int32)
    for x, y in spots:
        mask[y, x] = True
    for (x, y), way in within.items():
        feet[y, x] = way.spent
    movement = ruleset.movement.currency is Currency.MOVEMENT
    bands = ((ways.speed, Role.MOVE_ACTION), (2 * ways.speed, Role.DOUBLE_MOVE))
    marks: list[Mark] = [Field(feet, bands), Squares(mask, Role.FLANK_SPOT)]
    arguments = {
        "creature": creature.title,
        "target": target.title,
        "count": len(spots),
        "near": len(within),
        "unit": "Movement" if movement else "ft",
    }
    words = "{creature} would flank {target} from {count} places, {near} of them within this turn"
    notice = None
    if not spots:
        words = "{creature} can flank {target} from nowhere"
        notice = _why_nowhere(battle_map, ruleset, creature, target)
    legend = [LegendEntry(Role.FLANK_SPOT, words, arguments)]
    best = min(within, key=lambda at: (within[at].spent, at.y, at.x), default=None)
    if best is not None:
        lines = [flank.line for flank in spots[best].flanks if flank.line is not None][:1]
        marks.append(Segments(np.array(lines, np.float64).reshape(-1, 2, 2), Role.FLANK_LINE))
        template = "Nearest: {spent} {unit}, with {ally}"
        ally = battle_map.creature(spots[best].flanks[0].ally).title
        legend.append(
            LegendEntry(Role.FLANK_LINE, template, {**arguments, "spent": within[best].spent, "ally": ally})
        )

    def reason_at(square: Square) -> Reason | None:
        spot = spots.get(square)
        if spot is None:
            return None
        way = found[square]
        there = "not within four rounds"
        if square in steps:
            there = "by a 5-foot step"
        elif way is not None:
            there = f"{way.spent} {arguments['unit']}"
            there += " this turn" if square in within else ", more than a turn"
        return _why(battle_map, spot, there)

    half = side(creature, ruleset)
    if half > 1 and notice is None:
        notice = Reason("Numbers stand on the top-left square of its space", "1.2")
    name = f"flank-spots:{creature.id}:{target.id}"
    return Overlay(name, tuple(marks), tuple(legend), reason_at, notice)


def _why(battle_map: BattleMap, spot: FlankSpot, there: str) -> Reason:
    flank = spot.flanks[0]
    arguments = {
        "attacker": battle_map.creature(flank.attacker).title,
        "target": battle_map.creature(flank.target).title,
        "allies": ", ".join(battle_map.creature(one.ally).title for one in spot.flanks),
        "there": there,
        "why": flank.reason.template.format(**flank.reason.arguments),
    }
    template = "From here {attacker} flanks {target} with {allies} ({there}): {why}"
    return Reason(template, flank.reason.rule, arguments)


def _why_nowhere(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, target: Creature) -> Reason:
    arguments = {"creature": creature.title, "target": target.title}
    if creature.is_ally_of(target):
        return Reason("{creature} and {target} are of one team", "5.1", arguments)
    able = able_to_flank(battle_map, ruleset)[:, battle_map.creatures.index(target)]
    allies = [
        one.title
        for one, can in zip(battle_map.creatures, able.tolist(), strict=True)
        if can and one.id != creature.id and one.is_ally_of(creature)
    ]
    if not allies:
        return Reason("No ally of {creature} threatens {target}", "5.1", arguments)
    arguments["allies"] = ", ".join(allies)
    return Reason("No place opposite {allies} is free, or within reach of {target}", "5.1", arguments)
