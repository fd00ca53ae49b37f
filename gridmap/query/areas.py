"""Kinds of question about areas (rules 7)."""

from __future__ import annotations

from gridmap.formats.errors import FormatError
from gridmap.model.battlemap import MAX_SIDE
from gridmap.model.square import Point
from gridmap.query.question import MAX_FEET, Answer, Question, explained, pairs, reasons
from gridmap.rules import area as areas
from gridmap.rules import placement
from gridmap.rules.area import AreaError, AreaQuestion, AreaShape, Direction
from gridmap.rules.ruleset import AreaRule


def area(question: Question) -> Answer:
    ask = question.ask
    shape = ask.choice("shape", AreaShape)
    try:
        found = areas.area(
            question.battle_map,
            question.ruleset,
            AreaQuestion(
                shape=shape,
                feet=0 if shape is AreaShape.SPLASH else ask.integer("feet", 1, MAX_FEET),
                origin=Point(*ask.point("origin")) if ask.has("origin") else None,
                toward=ask.choice("toward", Direction) if ask.has("toward") else None,
                creature=question.creature("creature") if ask.has("creature") else None,
                through=question.square("through") if ask.has("through") else None,
                line_of_effect=ask.flag("line_of_effect", True),
                widened=ask.flag("widened"),
                side=_side(question),
                level=ask.integer("level", -MAX_SIDE, MAX_SIDE, 0),
            ),
        )
    except AreaError as error:
        raise FormatError(f"ask.{error}") from None
    answer: Answer = {"squares": pairs(found.squares)}
    if shape is AreaShape.LINE and question.ruleset.areas.rule is AreaRule.SQUARES:
        answer["close_calls"] = pairs(found.close_calls)
    if question.explain:
        shape_squares = found.squares | found.blocked | found.close_calls
        answer["reasons"] = reasons(
            shape_squares, lambda square: areas.area_reason(question.battle_map, found, square)
        )
    return explained(answer, question, found.notice)


def _side(question: Question) -> int | None:
    """Squares a side of a square area that the GM calls."""
    return question.ask.integer("side", 1, MAX_SIDE) if question.ask.has("side") else None


def placements(question: Question) -> Answer:
    creature, shape = question.creature("creature"), question.ask.choice("shape", AreaShape)
    feet, widened = question.ask.integer("feet", 1, MAX_FEET), question.ask.flag("widened")
    chosen, ruleset = _side(question), question.ruleset
    try:
        found = placement.placements(
            question.battle_map, creature, ruleset, shape, feet, widened=widened, chosen=chosen
        )
        reason = placement.placements_reason(creature, ruleset, shape, feet, widened=widened, chosen=chosen)
    except AreaError as error:
        raise FormatError(f"ask.{error}") from None
    return explained({"at": [list(square) for square in found]}, question, reason)
