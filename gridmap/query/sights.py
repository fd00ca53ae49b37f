"""Kinds of question about lines to everywhere: cover maps, concealment, line of effect, sight (rules 6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from gridmap.formats.errors import FormatError, shown
from gridmap.model.creature import Creature, Size
from gridmap.model.square import Point, Square
from gridmap.query.attacks import check_apart
from gridmap.query.question import MAX_LISTED, MAX_TRACED, Answer, Question, explained, pairs, reasons
from gridmap.rules import cover as covers
from gridmap.rules import lines, visibility
from gridmap.rules.clear_line import what_stops
from gridmap.rules.cover_map import concealment_field, cover_field
from gridmap.rules.reason import Reason
from gridmap.rules.space import space
from gridmap.rules.stoppers import stoppers

GRADES = {"none": ".", "soft": "s", "cover": "c", "total": "t"}
"""Letters of a cover map."""
PERCENT = {0: ".", 20: "c", 50: "t"}
"""Letters of a map of concealment."""


def cover_map(question: Question) -> Answer:
    _check_size(question)
    attacker, attack = _attacker(question), _attack(question)
    grades = cover_field(question.battle_map, attacker, question.ruleset, attack)
    letters = np.array(list(GRADES.values()))
    answer: Answer = {"rows": _rows(letters[grades])}
    if question.explain:
        shooter = _as_creature(attacker)

        def reason_at(square: Square) -> Reason:
            target = Creature("", Size.MEDIUM, square, team="")
            return covers.cover(question.battle_map, shooter, target, question.ruleset, attack).reason

        answer["reasons"] = reasons(grades > 0, reason_at, MAX_TRACED)
    return answer


def concealment(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    check_apart(question, attacker, target)
    concealing, attack = _concealing(question), _attack(question)
    found = covers.concealment(question.battle_map, attacker, target, question.ruleset, attack, concealing)
    answer: Answer = {"percent": found.percent}
    if found.clear_lines is not None:
        answer["clear_lines"] = found.clear_lines
    return explained(answer, question, found.reason)


def concealment_map(question: Question) -> Answer:
    _check_size(question)
    attacker, attack = _attacker(question), _attack(question)
    concealing = _concealing(question)
    percent = concealment_field(question.battle_map, attacker, question.ruleset, concealing, attack)
    letters = np.full(max(PERCENT) + 1, "?")
    for value, letter in PERCENT.items():
        letters[value] = letter
    answer: Answer = {"rows": _rows(letters[percent])}
    if question.explain:
        shooter = _as_creature(attacker)

        def reason_at(square: Square) -> Reason:
            target = Creature("", Size.MEDIUM, square, team="")
            return covers.concealment(
                question.battle_map, shooter, target, question.ruleset, attack, concealing
            ).reason

        answer["reasons"] = reasons(percent > 0, reason_at, MAX_TRACED)
    return answer


def line_of_effect(question: Question) -> Answer:
    start = _start(question)
    if isinstance(start, Creature):
        own = tuple(at for at in space(start, question.ruleset) if question.battle_map.contains(at))
        seen, centre = lines.lines_of_effect_from_space(question.battle_map, own), start.at.centre
    else:
        seen = lines.lines_of_effect(question.battle_map, start)
        centre = start.centre if isinstance(start, Square) else start
    answer: Answer = {"squares": pairs(seen)}
    if question.explain:
        answer["reasons"] = reasons(
            np.ones_like(seen), lambda square: _why_seen(question, seen, centre, square)
        )
    return answer


def _why_seen(question: Question, seen: npt.NDArray[np.bool_], centre: Point, square: Square) -> Reason:
    if seen[square.y, square.x]:
        return Reason("A line of effect: some line to a sight point of the square is clear", "6.1b")
    if question.battle_map.terrain.blocked[square.y, square.x]:
        return Reason("No line of effect: the square is blocked", "6.1")
    stopper = what_stops(stoppers(question.battle_map), centre, square.centre)
    if isinstance(stopper, Square):
        arguments = {"x": stopper.x, "y": stopper.y}
        return Reason("No line of effect: the blocked square ({x}, {y}) is in the way", "6.1", arguments)
    if stopper is not None:
        return Reason("No line of effect: a wall is in the way", "6.1")
    return Reason("No line of effect: no line to a sight point of the square is clear", "6.1b")


def sight(question: Question) -> Answer:
    start = _start(question)
    if isinstance(start, Creature):
        seen = visibility.visible_to(question.battle_map, start, question.ruleset)
        reason = Reason("all that is in sight from the centres of its squares", "6.1")
    else:
        point = start.centre if isinstance(start, Square) else start
        seen = visibility.visible_from(question.battle_map, point)
        reason = Reason("all that is in sight from the point", "6.1")
    rings = [
        _corners(ring) for ring in shapely.get_rings(shapely.get_parts(seen)) if not shapely.is_empty(ring)
    ]
    answer: dict[str, Any] = {"rings": rings, "squares": round(float(seen.area), 6)}
    return explained(answer, question, reason)


def _corners(ring: shapely.LinearRing) -> list[list[float]]:
    """A ring's corners to a millionth of a square, each of them once before the next."""
    rounded = np.round(shapely.get_coordinates(ring), 6) + 0.0  # no square lies at -0.0
    differs = np.append(True, (rounded[1:] != rounded[:-1]).any(axis=1))
    found: list[list[float]] = rounded[differs].tolist()
    return found


def _start(question: Question) -> Creature | Square | Point:
    """Where lines come from: a creature, a square, or with `origin` a point."""
    ask = question.ask
    if ask.has("origin"):
        return Point(*ask.point("origin"))
    return question.creature("from") if isinstance(ask.raw("from"), str) else question.square("from")


def _attacker(question: Question) -> Creature | Square:
    if isinstance(question.ask.raw("attacker"), str):
        return question.creature("attacker")
    return question.square("attacker")


def _as_creature(attacker: Creature | Square) -> Creature:
    if isinstance(attacker, Creature):
        return attacker
    return Creature("\0", Size.MEDIUM, attacker, name="the attacker")


def _attack(question: Question) -> covers.Attack:
    return question.ask.choice("attack", covers.Attack, covers.Attack.RANGED.value)


def _concealing(question: Question) -> npt.NDArray[np.bool_]:
    """The squares of fog, foliage, darkness: rows of ``.`` and ``x``."""
    rows, battle_map = question.ask.raw("concealing"), question.battle_map
    place = question.ask.at("concealing")
    if not isinstance(rows, list) or len(rows) != battle_map.height:
        raise FormatError(f"{place} is {shown(rows)}; it must be a list of {battle_map.height:,} rows")
    for y, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != battle_map.width or set(row) - {".", "x"}:
            raise FormatError(
                f"{place}[{y}] is {shown(row)}; it must be {battle_map.width:,} characters, each . or x"
            )
    text = "".join(rows).encode("ascii")
    marks = np.frombuffer(text, np.uint8).reshape(battle_map.height, battle_map.width)
    return np.asarray(marks == ord("x"))


def _check_size(question: Question) -> None:
    """Refuse a map of more squares than an answer lists."""
    squares = question.battle_map.width * question.battle_map.height
    if squares > MAX_LISTED:
        raise FormatError(f"ask: the answer has {squares:,} squares; the limit is {MAX_LISTED:,}")


def _rows(letters: npt.NDArray[np.str_]) -> list[str]:
    return ["".join(row) for row in letters.tolist()]
