"""Where a creature can go this turn, and what each place costs (rules 3, 10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.model.terrain import Blocked, Layer
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.lines import lines_of_effect
from gridmap.rules.metric import box_distances, square_box
from gridmap.rules.movement import CostField, Pace, cost_field
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.space import side, space

DEFAULT_SPEED = 30
"""Feet, of a creature whose speed nobody stated."""
HEAVY_ARMOUR = ("heavy-armour", "heavy-armor", "heavy armour", "heavy armor")
"""Conditions that slow a run to three times the speed (rules 3.9)."""

_Mask = npt.NDArray[np.bool_]


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """Every place where the creature can end its turn, in bands by what it takes to get there.

    Positions are top-left squares of its space. In feet the bands are a move action, a double move and a run
    (rules 3.9); in Movement points an advance, a dash and a run (rules 10).
    """
    by_movement = ruleset.movement.currency is Currency.MOVEMENT
    return (_by_pace if by_movement else _by_feet)(battle_map, ruleset, creature)


def walking_speed(creature: Creature) -> int:
    """Feet of one move action on foot (soulweaver: Movement points)."""
    return creature.speed.get("walk", DEFAULT_SPEED)


def _by_feet(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    speed = walking_speed(creature)
    times = 3 if creature.has(*HEAVY_ARMOUR) else 4
    walk = cost_field(battle_map, creature, ruleset, 2 * speed)
    run = _Run.of(battle_map, ruleset, creature, times * speed)
    values = np.where(walk.stops, walk.feet, -1)
    running = run.stops & (values < 0)
    values = np.where(running, run.field.feet, values).astype(np.int32)
    bands = (
        (speed, Role.MOVE_ACTION),
        (2 * speed, Role.DOUBLE_MOVE),
        (times * speed, Role.RUN),
    )
    legend = (
        _entry(Role.MOVE_ACTION, "Move action: up to {feet} ft ({squares} squares)", speed),
        _entry(Role.DOUBLE_MOVE, "Double move: up to {feet} ft ({squares} squares)", 2 * speed),
        _entry(Role.RUN, "Run ×{times}: up to {feet} ft ({squares} squares)", times * speed, times=times),
    )

    def reason_at(square: Square) -> Reason | None:
        if battle_map.contains(square) and running[square.y, square.x]:
            return run.field.reason(square)
        return walk.reason(square)

    return _overlay(creature, ruleset, Field(values, bands), (), legend, walk, reason_at)


@dataclass(frozen=True)
class _Run:
    """Where a run ends: no difficult or impeded square on the way, nor a squeeze (rules 3.9)."""

    field: CostField
    stops: _Mask

    @classmethod
    def of(cls, battle_map: BattleMap, ruleset: Ruleset, creature: Creature, feet: int) -> _Run:
        terrain = battle_map.terrain
        slow = (terrain.difficult != 0) | (terrain.impeded != 0)
        for x, y in space(creature, ruleset):
            if battle_map.contains(Square(x, y)):
                slow[y, x] = False
        firm = battle_map
        if slow.any():
            # Slow ground bars a run, but its corners may be cut: that is what a rounded obstacle does.
            blocked = np.where(slow & (terrain.blocked == 0), np.uint8(Blocked.ROUNDED), terrain.blocked)
            firm = replace(battle_map, terrain=terrain.with_layer(Layer.BLOCKED, blocked))
        field = cost_field(firm, creature, ruleset, feet, squeeze=False)
        stops = field.stops
        if ruleset.movement.run_straight:
            apart = box_distances(square_box(creature.at), terrain.shape, ruleset.metric) * FEET_PER_SQUARE
            stops = stops & (field.feet == apart) & lines_of_effect(firm, creature.at)
        return cls(field, stops)


def _by_pace(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """Soulweaver: how far the same Movement carries at each pace."""
    points = walking_speed(creature)
    fields = {pace: cost_field(battle_map, creature, ruleset, points, pace=pace) for pace in Pace}
    advance = fields[Pace.ADVANCE]
    values = np.where(advance.stops, advance.feet, -1).astype(np.int32)
    known = advance.stops
    marks: list[Mark] = []
    first: dict[Pace, _Mask] = {Pace.ADVANCE: known}
    for pace, role in ((Pace.DASH, Role.DOUBLE_MOVE), (Pace.RUN, Role.RUN)):
        first[pace] = fields[pace].stops & ~known
        known = known | first[pace]
        marks.append(Squares(first[pace], role))
    legend = (
        LegendEntry(Role.MOVE_ACTION, "Advance: up to {points} Movement", {"points": points}),
        LegendEntry(Role.DOUBLE_MOVE, "Dash: up to {points} Movement", {"points": points}),
        LegendEntry(Role.RUN, "Run: up to {points} Movement", {"points": points}),
    )

    def reason_at(square: Square) -> Reason | None:
        if battle_map.contains(square):
            for pace in (Pace.DASH, Pace.RUN):
                if first[pace][square.y, square.x]:
                    return fields[pace].reason(square)
        return advance.reason(square)

    field = Field(values, ((points, Role.MOVE_ACTION),))
    return _overlay(creature, ruleset, field, tuple(marks), legend, advance, reason_at)


def _overlay(
    creature: Creature,
    ruleset: Ruleset,
    field: Field,
    more: tuple[Mark, ...],
    legend: tuple[LegendEntry, ...],
    costs: CostField,
    reason_at: Callable[[Square], Reason | None],
) -> Overlay:
    squeezed = costs.squeezed & (field.values >= 0)
    if squeezed.any():
        more = (*more, Squares(squeezed, Role.SQUEEZED))
        legend = (*legend, LegendEntry(Role.SQUEEZED, "Squeezed: −4 to attacks and AC"))
    notice = None
    if side(creature, ruleset) > 1:
        notice = Reason("Each number stands on the top-left square of the space", "1.2")
    return Overlay(f"movement:{creature.id}", (field, *more), legend, reason_at, notice)


def _entry(role: Role, template: str, feet: int, **more: object) -> LegendEntry:
    return LegendEntry(role, template, {"feet": feet, "squares": feet // FEET_PER_SQUARE, **more})
