"""Kinds of question about one whole move: ways, 5-foot steps, withdrawing, running, squeezing (rules 3)."""

from __future__ import annotations

from typing import Any

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import as_integer
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE
from gridmap.query.question import MAX_FEET, Answer, Question, explained, pairs, reasons, squares, valued
from gridmap.rules import five_foot_step as stepping
from gridmap.rules import run as running
from gridmap.rules import safe_path, squeeze
from gridmap.rules import withdraw as withdrawing
from gridmap.rules.modes import Mode, Modes, own_modes
from gridmap.rules.pace import Pace
from gridmap.rules.ruleset import Currency

MAX_SQUARES = 200
"""The longest way that is looked at from every side, in squares."""


def path(question: Question) -> Answer:
    creature = question.creature("creature")
    limit = MAX_SQUARES * (1 if _counts_movement(question) else FEET_PER_SQUARE)
    pace = asked_pace(question)
    modes = asked_modes(question, creature, limit)
    budget = max(modes.values()) if modes else question.ask.integer("budget", 0, limit)
    found = safe_path.routes(
        question.battle_map,
        creature,
        question.ruleset,
        budget,
        question.square("to"),
        squeeze=question.ask.flag("squeeze", True),
        hazards=question.ask.flag("hazards", True),
        modes=modes,
        pace=pace,
    )
    answer: Answer = {
        "cheapest": _route(question, found.cheapest),
        "safest": _route(question, found.safest),
        "exact": found.exact,
    }
    return explained(answer, question, found.reason)


def _route(question: Question, route: safe_path.Route | None) -> dict[str, Any] | None:
    if route is None:
        return None
    answer: dict[str, Any] = {
        "path": [[*at, spent] for at, spent in zip(route.path, route.spent, strict=True)],
        "strikes": [[strike.enemy, *strike.left] for strike in route.strikes],
        "hazards": [list(at) for at in route.hazards],
    }
    if question.explain:
        answer["reason"] = str(route.reason)
        answer["reasons"] = [[strike.enemy, str(strike.reason)] for strike in route.strikes]
    return answer


def asked_pace(question: Question) -> Pace:
    """Soulweaver's pace; other rulesets know the advance alone.

    Raises:
        FormatError: it is none, or the ruleset does not have it.
    """
    pace = question.ask.choice("pace", Pace, Pace.ADVANCE.value)
    if pace is not Pace.ADVANCE and not _counts_movement(question):
        raise FormatError(f"ask.pace: {question.ruleset.name} counts feet and has no {pace}")
    return pace


def asked_modes(
    question: Question, creature: Creature, most: int, field: str = "budget", default: int | None = None
) -> Modes | None:
    """Feet by mode of movement: those asked about, else the creature's own on a map with kinds of ground.

    None where kinds of ground are not to be asked about. `field` says how far its walking goes, or `default`
    where that field may be left out.
    """
    ask = question.ask
    if ask.has("modes"):
        if _counts_movement(question):
            raise FormatError(f"ask.modes: {question.ruleset.name} counts Movement, not feet by mode")
        given = ask.child("modes")
        unknown = [name for name in given.values if name not in tuple(Mode)]
        if unknown or not given.values:
            what = f"knows no mode {unknown[0][:40]!r}" if unknown else "is empty"
            raise FormatError(f"ask.modes {what}; modes are {', '.join(Mode)}")
        return {Mode(name): as_integer(feet, given.at(name), 0, most) for name, feet in given.values.items()}
    if _counts_movement(question) or not question.battle_map.terrain.ground.any():
        return None
    walking = ask.integer(field, 0, most) if default is None or ask.has(field) else default
    return own_modes(creature, walking) or None


def five_foot_step(question: Question) -> Answer:
    creature = question.creature("creature")
    walking = creature.speed.get(Mode.WALK) or max(creature.speed.values(), default=0)
    found = stepping.five_foot_steps(
        question.battle_map,
        creature,
        question.ruleset,
        question.feet("speed") if question.ask.has("speed") else None,
        asked_modes(question, creature, MAX_FEET, "speed", walking),
    )
    answer: Answer = {"squares": [list(square) for square in found.squares]}
    if question.explain:
        answer["reasons"] = [[*square, str(reason)] for square, reason in found.reasons.items()]
    return answer


def withdraw(question: Question) -> Answer:
    target = None
    if question.ask.has("target"):
        creature, target = question.two_creatures("creature", "target")
    else:
        creature = question.creature("creature")
    speed, modes = _speeds(question, creature)
    try:
        found = withdrawing.withdraw(question.battle_map, creature, question.ruleset, speed, target, modes)
    except withdrawing.WithdrawError as error:
        raise FormatError(f"ask.{error}") from None
    answer: Answer = {
        "stops": valued(found.walk.stops, found.walk.feet),
        "unharmed": valued(found.safe_stops, found.unharmed.feet),
    }
    if question.explain:
        answer["reasons"] = reasons(found.walk.stops, found.reason)
    return answer


def run(question: Question) -> Answer:
    creature = question.creature("creature")
    speed, modes = _speeds(question, creature)
    try:
        found = running.run(
            question.battle_map,
            creature,
            question.ruleset,
            speed,
            heavy_armour=question.ask.flag("heavy_armour"),
            modes=modes,
        )
    except running.RunError as error:
        raise FormatError(f"ask.{error}") from None
    answer: Answer = {"stops": valued(found.stops, found.feet)}
    if question.explain:
        answer["reasons"] = reasons(found.stops, found.reason_at)
    return explained(answer, question, found.reason)


def squeezing(question: Question) -> Answer:
    creature = question.creature("creature")
    modes = asked_modes(question, creature, MAX_FEET, "speed", max(creature.speed.values(), default=0))
    found = squeeze.squeezes(question.battle_map, creature, question.ruleset, modes)
    at = squares(found.positions)
    answer: Answer = {
        "at": pairs(found.positions),
        "occupied": [[list(square) for square in found.occupied(each)] for each in at],
    }
    if question.explain:
        answer["reasons"] = reasons(found.positions, found.reason)
    return answer


def asked_speeds(question: Question, creature: Creature, most: int) -> tuple[int, Modes | None]:
    """The speed asked about and, where kinds of ground count, the speeds by mode; the first is their most."""
    modes = asked_modes(question, creature, most, "speed")
    if modes is None:
        return question.ask.integer("speed", 0, most), None
    return max(modes.values()), modes


def _speeds(question: Question, creature: Creature) -> tuple[int, Modes | None]:
    return asked_speeds(question, creature, 2 * MAX_SQUARES * FEET_PER_SQUARE)


def most_steps(question: Question, budget: int) -> int:
    """The most steps that a budget can pay for."""
    return budget if _counts_movement(question) else budget // FEET_PER_SQUARE + 1


def _counts_movement(question: Question) -> bool:
    return question.ruleset.movement.currency is Currency.MOVEMENT
