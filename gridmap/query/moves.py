"""Kinds of question about distance and movement (rules 1.3, 3, 4.3, 8)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import Fields
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.query.question import (
    MAX_EXPLAINED,
    MAX_FEET,
    Answer,
    Question,
    check_reach,
    explained,
    pairs,
    reasons,
    valued,
)
from gridmap.query.ways import asked_modes, asked_pace, asked_speeds, most_steps
from gridmap.rules import charge as charges
from gridmap.rules import forced as forcing
from gridmap.rules import metric, provoke
from gridmap.rules import movement as moving
from gridmap.rules.bitboard import Frame
from gridmap.rules.modes import Modes, modes_field
from gridmap.rules.movement_reason import rounds_reason, why_not, why_not_by_modes
from gridmap.rules.mover import Mover
from gridmap.rules.space import side

MAX_ROUNDS = 1_000
MAX_SWEPT = 200_000_000
"""The most squares in reach, times the rounds."""
MAX_PATH = 10_000


def distance(question: Question) -> Answer:
    one, other = _end(question, "from"), _end(question, "to")
    squares = metric.boxes_apart(one, other, question.ruleset.metric)
    answer: Answer = {"squares": squares, "feet": squares * FEET_PER_SQUARE}
    if question.explain:
        answer["reason"] = str(metric.distance_reason(one, other, question.ruleset.metric))
    return answer


def _end(question: Question, name: str) -> metric.Box:
    if isinstance(question.ask.raw(name), str):
        return metric.creature_box(question.creature(name), question.ruleset)
    return metric.square_box(question.square(name))


def movement(question: Question) -> Answer:
    creature, ruleset = question.creature("creature"), question.ruleset
    pace = asked_pace(question)
    modes = asked_modes(question, creature, MAX_FEET)
    if modes is not None:
        return _by_modes(question, creature, modes)
    budget = question.feet("budget")
    check_reach(question, "budget", most_steps(question, budget) * (1 + pace.carry))
    field = moving.cost_field(
        question.battle_map,
        creature,
        ruleset,
        budget,
        squeeze=question.ask.flag("squeeze", True),
        pace=pace,
    )
    stops = valued(field.stops, field.feet)
    answer: Answer = {"stops": stops, "squeezed": pairs(field.squeezed & field.stops)}
    if question.explain:
        answer["reasons"] = reasons(field.stops | _looked_at(question, field.frame), field.reason)
    return answer


def _looked_at(question: Question, frame: Frame) -> npt.NDArray[np.bool_]:
    """The squares of the map in a frame: ``(height, width) bool``."""
    looked_at = np.zeros(question.battle_map.terrain.shape, np.bool_)
    looked_at[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns] = True
    return looked_at


def _by_modes(question: Question, creature: Creature, modes: Modes) -> Answer:
    squeeze = question.ask.flag("squeeze", True)
    check_reach(question, "modes", most_steps(question, max(modes.values())))
    field = modes_field(question.battle_map, creature, question.ruleset, modes, squeeze=squeeze)
    answer: Answer = {
        "stops": valued(field.stops, field.feet),
        "squeezed": pairs(field.squeezed & field.stops),
        "by_skill": pairs(field.by_skill & field.stops),
    }
    if question.explain:
        walk = field.walk
        looked_at = field.stops | _looked_at(question, walk.frame)
        answer["reasons"] = reasons(
            looked_at, lambda at: field.reason(at) if field.stops[at.y, at.x] else why_not_by_modes(field, at)
        )
    return answer


def rounds(question: Question) -> Answer:
    creature = question.creature("creature")
    speed, modes = asked_speeds(question, creature, MAX_FEET)
    rounds = question.ask.integer("rounds", 0, MAX_ROUNDS)
    count = check_reach(question, "speed", most_steps(question, 2 * speed) * rounds)
    if count * rounds > MAX_SWEPT:
        raise FormatError(
            f"ask.rounds is {rounds:,} over {count:,} squares; the limit is {MAX_SWEPT:,} of both together"
        )
    field = moving.rounds_field(question.battle_map, creature, question.ruleset, speed, rounds, modes)
    reached = field.round >= 0
    answer: Answer = {"stops": valued(reached, field.round, field.feet)}
    if question.explain:
        whole = 2 * speed
        answer["reasons"] = reasons(
            np.ones_like(reached) if reached.size <= MAX_EXPLAINED else reached,
            lambda square: (
                rounds_reason(field, square, whole, question.ruleset)
                or why_not(
                    Mover(question.battle_map, creature, question.ruleset), square, reached=True, budget=None
                )
            ),
        )
    return answer


def forced(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    found = forcing.forced(
        question.battle_map,
        attacker,
        target,
        question.ruleset,
        question.ask.choice("move", forcing.ForcedMove),
        question.ask.integer("squares", 0, MAX_FEET),
    )
    answer: Answer = {"ends": valued(found.steps >= 0, found.steps), "hazards": pairs(found.hazards)}
    if question.explain:
        answer["reasons"] = reasons(found.steps >= 0, found.reason)
        answer["blocked"] = reasons(found.edge, found.why_not)
    return answer


def charge(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    speed, modes = asked_speeds(question, attacker, MAX_FEET)
    found = charges.charge(question.battle_map, attacker, target, question.ruleset, speed, modes)
    answer: Answer = {"legal": found.is_legal, "ends": [list(square) for square in found.ends]}
    if question.explain:
        answer["reasons"] = [[*end, str(reason)] for end, reason in found.lanes]
    return explained(answer, question, found.reason)


def provokes(question: Question) -> Answer:
    creature = question.creature("creature")
    path = _path(question, creature)
    provoked = provoke.Provoked(question.battle_map, creature, question.ruleset)
    strikes = provoked.along(path)
    answer: Answer = {"provokes": [[strike.enemy, *strike.left] for strike in strikes]}
    if question.explain:
        answer["reasons"] = [[strike.enemy, str(strike.reason)] for strike in strikes]
        answer["spared"] = [[enemy, str(reason)] for enemy, reason in provoked.spared(path)]
    return answer


def _path(question: Question, creature: Creature) -> tuple[Square, ...]:
    """The positions of a path, each on the map and a step from the one before, the first the creature's."""
    values = question.ask.raw("path")
    if not isinstance(values, list) or not values:
        raise FormatError("ask.path must be a list of positions, the first the creature's own")
    if len(values) > MAX_PATH:
        raise FormatError(f"ask.path has {len(values):,} positions; the limit is {MAX_PATH:,}")
    count = side(creature, question.ruleset)
    path: list[Square] = []
    for index, value in enumerate(values):
        place = f"path[{index}]"
        at = Square(*Fields({place: value}, "ask").square(place))
        last = Square(at.x + count - 1, at.y + count - 1)
        if not (question.battle_map.contains(at) and question.battle_map.contains(last)):
            raise FormatError(f"ask.{place}: the space at {list(at)} is not wholly on the map")
        if path and max(abs(at.x - path[-1].x), abs(at.y - path[-1].y)) > 1:
            raise FormatError(f"ask.{place}: {list(at)} is more than a step from {list(path[-1])}")
        path.append(at)
    if path[0] != creature.at:
        raise FormatError(f"ask.path[0] is {list(path[0])}; {creature.id} stands at {list(creature.at)}")
    return tuple(path)
