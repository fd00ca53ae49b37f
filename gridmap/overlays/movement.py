"""Where a creature can go this turn, and what each place costs (rules 3, 10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.overlays.overlay import Field, LegendEntry, Mark, Overlay, Role, Squares
from gridmap.rules.modes import Mode, Modes, modes_field, multiplied
from gridmap.rules.movement import Pace, cost_field
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.run import RunError, run
from gridmap.rules.space import side
from gridmap.rules.ways import moves_by_modes, speeds_of, walking_speed

HEAVY_ARMOUR = ("heavy-armour", "heavy-armor", "heavy armour", "heavy armor")
"""Conditions that slow a run to three times the speed (rules 3.9)."""

_Mask = npt.NDArray[np.bool_]
_Feet = npt.NDArray[np.int32]


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """Every place where the creature can end its turn, in bands by what it takes to get there.

    Positions are top-left squares of its space. In feet the bands are a move action, a double move and a run
    (rules 3.9); in Movement points an advance, a dash and a run (rules 10).
    """
    by_movement = ruleset.movement.currency is Currency.MOVEMENT
    return (_by_pace if by_movement else _by_feet)(battle_map, ruleset, creature)


def by_mode(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, mode: Mode) -> Overlay:
    """Every place where the creature can end its turn by one mode of movement alone (rules 3.10).

    Raises:
        ModesError: the ruleset does not count feet.
    """
    speed = walking_speed(creature) if mode is Mode.WALK else creature.speed.get(mode.value, 0)
    found = _of_modes(battle_map, ruleset, creature, {mode: speed})
    notice = found.notice
    if not speed:
        notice = Reason("{creature} has no {mode} speed", "3.10", {"creature": creature.title, "mode": mode})
    return replace(found, name=f"movement-by:{mode}:{creature.id}", notice=notice)


def _by_feet(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    if moves_by_modes(battle_map, creature, ruleset):
        return _of_modes(battle_map, ruleset, creature, speeds_of(creature))
    speed = walking_speed(creature)
    heavy = creature.has(*HEAVY_ARMOUR)
    times = 3 if heavy else 4
    walk = cost_field(battle_map, creature, ruleset, 2 * speed)
    values = np.where(walk.stops, walk.feet, np.int32(-1))
    running, run_entry = _running(battle_map, ruleset, creature, values, times)
    if running is not None:
        values = np.where(running, run_entry[1], values)
    bands = (
        (speed, Role.MOVE_ACTION),
        (2 * speed, Role.DOUBLE_MOVE),
        (times * speed, Role.RUN),
    )
    legend = (
        _entry(Role.MOVE_ACTION, _MOVE_ACTION, speed),
        _entry(Role.DOUBLE_MOVE, _DOUBLE_MOVE, 2 * speed),
        run_entry[0],
    )

    def reason_at(square: Square) -> Reason | None:
        if running is not None and battle_map.contains(square) and running[square.y, square.x]:
            feet = int(values[square.y, square.x])
            return Reason("{feet} ft at a run, over plain ground only", "3.9", {"feet": feet})
        return walk.reason(square)

    return _overlay(creature, ruleset, Field(values, bands), (), legend, walk.squeezed, reason_at)


_MOVE_ACTION = "Move action: up to {feet} ft ({squares} squares)"
_DOUBLE_MOVE = "Double move: up to {feet} ft ({squares} squares)"


def _running(
    battle_map: BattleMap, ruleset: Ruleset, creature: Creature, values: _Feet, times: int
) -> tuple[_Mask | None, tuple[LegendEntry, _Feet]]:
    """Where only a run gets to, and its legend with the feet it takes; None where it cannot run."""
    speed = walking_speed(creature)
    try:
        answer = run(battle_map, creature, ruleset, speed, heavy_armour=times == 3)
    except RunError as error:
        return None, (LegendEntry(Role.RUN, "No run shown: {why}", {"why": _said(error)}), values)
    if answer.reason is not None:
        why = answer.reason.template.format(**answer.reason.arguments)
        return None, (LegendEntry(Role.RUN, "{why}", {"why": why}), values)
    template = "Run ×{times}: up to {feet} ft ({squares} squares)"
    if ruleset.movement.run_straight:
        template = "Run ×{times}, straight: up to {feet} ft ({squares} squares)"
    entry = _entry(Role.RUN, template, times * speed, times=times)
    return answer.stops & (values < 0), (entry, answer.feet)


def _said(error: Exception) -> str:
    """An error's sentence without the field that it begins with."""
    return str(error).partition(": ")[2]


def _of_modes(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, modes: Modes) -> Overlay:
    """By what a move action and a double move cover in each mode: walking, swimming, flying together."""
    single, double = (
        modes_field(battle_map, creature, ruleset, multiplied(modes, moves)) for moves in (1, 2)
    )
    speed = max(modes.values())
    near = np.where(single.stops, single.feet, np.int32(-1))
    far = np.where(double.stops & (near < 0), double.feet, np.int32(-1))
    # What a mode covers may end before its feet are spent: a field of its own for each action.
    fields = (Field(near, ((speed, Role.MOVE_ACTION),)), Field(far, ((2 * speed, Role.DOUBLE_MOVE),)))
    legend = (
        _entry(Role.MOVE_ACTION, _MOVE_ACTION, speed),
        _entry(Role.DOUBLE_MOVE, _DOUBLE_MOVE, 2 * speed),
    )

    def reason_at(square: Square) -> Reason | None:
        if not battle_map.contains(square):
            return None
        reached = single if near[square.y, square.x] >= 0 else double
        return reached.reason(square)

    squeezed = double.squeezed & (double.stops | single.stops)
    return _overlay(creature, ruleset, fields[0], fields[1:], legend, squeezed, reason_at)


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
    return _overlay(creature, ruleset, field, tuple(marks), legend, advance.squeezed, reason_at)


def _overlay(
    creature: Creature,
    ruleset: Ruleset,
    field: Field,
    more: tuple[Mark, ...],
    legend: tuple[LegendEntry, ...],
    squeezed: _Mask,
    reason_at: Callable[[Square], Reason | None],
) -> Overlay:
    shown = field.values >= 0
    for mark in more:
        if isinstance(mark, Field):
            shown = shown | (mark.values >= 0)
    squeezed = squeezed & shown
    if squeezed.any():
        more = (*more, Squares(squeezed, Role.SQUEEZED))
        legend = (*legend, LegendEntry(Role.SQUEEZED, "Squeezed: −4 to attacks and AC"))
    notice = None
    if side(creature, ruleset) > 1:
        notice = Reason("Numbers stand on the top-left square of its space", "1.2")
    return Overlay(f"movement:{creature.id}", (field, *more), legend, reason_at, notice)


def _entry(role: Role, template: str, feet: int, **more: object) -> LegendEntry:
    return LegendEntry(role, template, {"feet": feet, "squares": feet // FEET_PER_SQUARE, **more})
