"""Which squares an effect reaches (rules 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from gridmap.model.battlemap import MAX_SIDE, BattleMap
from gridmap.model.square import FEET_PER_SQUARE, Intersection, Point, Square
from gridmap.rules.area_question import Area, AreaError, AreaQuestion, AreaShape, Direction
from gridmap.rules.area_shape import (
    counted_burst,
    counted_cone,
    counted_line,
    intersection_of,
    one_for_one_line,
    printed_cone,
    square_block,
)
from gridmap.rules.clear_line import what_stops
from gridmap.rules.lines import lines_of_effect_from_space, lines_of_effect_within
from gridmap.rules.metric import box_distances, creature_box
from gridmap.rules.placement import placements, square_side
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import AreaRule, Metric, Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.spread import spread
from gridmap.rules.stoppers import Mask, stoppers

__all__ = [
    "Area",
    "AreaError",
    "AreaQuestion",
    "AreaShape",
    "Direction",
    "area",
    "area_reason",
    "miss_square",
    "placements",
]


_FARTHEST_ORIGIN = 2 * MAX_SIDE
"""No effect starts farther from the map's corner, in squares."""


_MOST_SPREAD_FEET = 500
"""Spreads are walked square by square; no rule knows a larger one."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A shape before walls: its squares, its close calls, where its lines come from, the GM's call."""

    squares: Mask
    origin: Point | None
    close_calls: Mask | None = None
    notice: Reason | None = None


def area(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> Area:
    """The squares that an effect reaches (rules 7).

    Raises:
        AreaError: the question leaves out what its shape needs, or its origin does not suit it.
    """
    if question.shape is AreaShape.SPREAD:
        return _spread_area(battle_map, ruleset, question)
    draw = _ANY_RULE.get(question.shape) or _BY_RULE[ruleset.areas.rule][question.shape]
    drawn = draw(battle_map, ruleset, question)
    close = np.zeros_like(drawn.squares) if drawn.close_calls is None else drawn.close_calls
    if not question.line_of_effect:
        return Area(drawn.squares, np.zeros_like(drawn.squares), close, drawn.origin, drawn.notice)
    if drawn.origin is not None:
        seen = lines_of_effect_within(battle_map, drawn.origin, drawn.squares | close)
    else:
        assert question.creature is not None
        seen = lines_of_effect_from_space(battle_map, tuple(space(question.creature, ruleset)))
    cut_off = (drawn.squares | close) & ~seen
    return Area(drawn.squares & seen, cut_off, close & seen, drawn.origin, drawn.notice)


def _shape_of(battle_map: BattleMap) -> tuple[int, int]:
    return battle_map.height, battle_map.width


def _feet(question: AreaQuestion) -> int:
    if question.feet < FEET_PER_SQUARE:
        raise AreaError(f"feet: a {question.shape} is at least {FEET_PER_SQUARE} ft")
    return question.feet


def _origin(question: AreaQuestion) -> Point:
    if question.origin is None:
        raise AreaError(f"origin: a {question.shape} needs one")
    if max(map(abs, question.origin)) > _FARTHEST_ORIGIN:
        raise AreaError("origin: this is too far off the map")
    return question.origin


def _through(question: AreaQuestion) -> Square:
    if question.through is None:
        raise AreaError(f"through: a {question.shape} needs a square that it goes through")
    return question.through


def _burst(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    origin = _origin(question)
    squares = counted_burst(
        _shape_of(battle_map), intersection_of(origin), _feet(question), ruleset.metric, question.level
    )
    return _Drawn(squares, origin)


def _cone(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    origin, toward = _origin(question), question.toward
    if toward is None:
        raise AreaError("toward: a cone needs a direction")
    start, feet = intersection_of(origin), _feet(question)
    straight = 0 in toward.step
    if ruleset.areas.printed_15_foot_cone and feet == 15 and straight and question.level == 0:
        notice = Reason("GM's call: the 15 ft cone as printed, 7 squares", "7.4")
        return _Drawn(printed_cone(_shape_of(battle_map), start, toward), origin, notice=notice)
    squares = counted_cone(_shape_of(battle_map), start, toward, feet, ruleset.metric, question.level)
    return _Drawn(squares, origin)


def _line(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    through = _through(question)
    if question.origin is None and question.creature is not None:
        origin = _nearest_corner(question, ruleset, through)
    else:
        origin = _origin(question)
    squares = counted_line(
        _shape_of(battle_map),
        intersection_of(origin),
        through,
        _feet(question),
        ruleset.metric,
        question.level,
    )
    return _Drawn(squares, origin)


def _nearest_corner(question: AreaQuestion, ruleset: Ruleset, through: Square) -> Point:
    """The corner of the caster's space that is nearest to the square it aims at."""
    assert question.creature is not None
    x, y = question.creature.at
    last = side(question.creature, ruleset)
    corners = [Intersection(x + i, y + j) for j in (0, last) for i in (0, last)]
    aim = through.centre
    nearest = min(corners, key=lambda corner: (corner.x - aim.x) ** 2 + (corner.y - aim.y) ** 2)
    return Point(nearest.x, nearest.y)


def _square_area(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    origin = _origin(question)
    count, notice = square_side(
        ruleset, question.shape, question.feet, widened=question.widened, chosen=question.side
    )
    squares = square_block(_shape_of(battle_map), origin, count, question.level)
    return _Drawn(squares, origin, notice=notice)


def _one_for_one_line(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    if question.creature is None:
        raise AreaError("creature: a line starts from a creature")
    through = _through(question)
    # The square of its space that is nearest to the one it aims at.
    start = min(
        space(question.creature, ruleset),
        key=lambda own: ((through.x - own.x) ** 2 + (through.y - own.y) ** 2, own.y, own.x),
    )
    steps = _feet(question) // FEET_PER_SQUARE
    squares, close = one_for_one_line(_shape_of(battle_map), start, through, steps)
    notice = None
    if close.any():
        notice = Reason("GM's call: the line passes midway between two squares; both are offered", "7.3")
    return _Drawn(squares, start.centre, close, notice)


def _emanation(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    if question.creature is None:
        raise AreaError("creature: an emanation comes from a creature")
    box = creature_box(question.creature, ruleset)
    altitude = question.creature.altitude + question.level
    squares = box_distances(box, _shape_of(battle_map), ruleset.metric, altitude) * FEET_PER_SQUARE <= _feet(
        question
    )
    return _Drawn(squares, None)


def _splash(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> _Drawn:
    """The square that is hit and all around it, or an intersection and its 4 squares (rules 7.6)."""
    del ruleset
    mask = np.zeros(_shape_of(battle_map), np.bool_)
    if question.through is not None:
        (x, y), centre = question.through, question.through.centre
        mask[max(y - 1, 0) : max(y + 2, 0), max(x - 1, 0) : max(x + 2, 0)] = True
        return _Drawn(mask, centre)
    origin = _origin(question)
    x, y = intersection_of(origin)
    mask[max(y - 1, 0) : max(y + 1, 0), max(x - 1, 0) : max(x + 1, 0)] = True
    return _Drawn(mask, origin)


_Draw = Callable[[BattleMap, Ruleset, AreaQuestion], _Drawn]
_ANY_RULE: MappingProxyType[AreaShape, _Draw] = MappingProxyType(
    {AreaShape.EMANATION: _emanation, AreaShape.SPLASH: _splash}
)
_BY_RULE: MappingProxyType[AreaRule, dict[AreaShape, _Draw]] = MappingProxyType(
    {
        AreaRule.COUNT_FROM_INTERSECTION: {
            AreaShape.BURST: _burst,
            AreaShape.CONE: _cone,
            AreaShape.LINE: _line,
        },
        AreaRule.SQUARES: {
            AreaShape.BURST: _square_area,
            AreaShape.CONE: _square_area,
            AreaShape.LINE: _one_for_one_line,
        },
    }
)


def _spread_area(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion) -> Area:
    """As a burst, with the distance counted around corners (rules 7.5)."""
    origin, notice = _origin(question), None
    if question.feet > _MOST_SPREAD_FEET:
        raise AreaError(f"feet: a spread is at most {_MOST_SPREAD_FEET} ft")
    if ruleset.areas.rule is AreaRule.SQUARES:
        count, notice = square_side(
            ruleset, AreaShape.BURST, question.feet, widened=question.widened, chosen=question.side
        )
        whole, farthest = square_block(_shape_of(battle_map), origin, count), count
    else:
        whole = counted_burst(_shape_of(battle_map), intersection_of(origin), _feet(question), ruleset.metric)
        # Halves are dropped in the end, so one half more is still within the distance.
        odd_half = int(ruleset.metric is Metric.ONE_TWO_ONE)
        farthest = 2 * (question.feet // FEET_PER_SQUARE) + odd_half
    none = np.zeros_like(whole)
    if not question.line_of_effect:
        return Area(whole, none, none, origin, notice)
    reached = spread(stoppers(battle_map), origin, farthest, ruleset.metric)
    return Area(reached, whole & ~reached, none, origin, notice)


def area_reason(battle_map: BattleMap, answer: Area, square: Square) -> Reason | None:
    """Why a square is in an area, or cut off from it; None for a square outside its shape."""
    x, y = square
    if not battle_map.contains(square):
        return None
    if answer.squares[y, x]:
        return Reason("In the area: the effect reaches this square", "7.5")
    if answer.close_calls[y, x]:
        return Reason("GM's call: the line passes midway between this square and its neighbour", "7.3")
    if not answer.blocked[y, x]:
        return None
    if battle_map.terrain.blocked[y, x]:
        return Reason("Not in the area: the square is blocked", "7.5")
    stopper = (
        None if answer.origin is None else what_stops(stoppers(battle_map), answer.origin, square.centre)
    )
    if isinstance(stopper, Square):
        return Reason(
            "Cut off: the blocked square ({x}, {y}) stops the line of effect",
            "7.5",
            {"x": stopper.x, "y": stopper.y},
        )
    if stopper is not None:
        return Reason("Cut off: a wall stops the line of effect", "7.5")
    return Reason("Cut off: there is no line of effect to this square", "7.5")


def miss_square(hit: Square, thrower: Square, roll: int, squares: int) -> Square:
    """Where a thrown splash weapon lands that missed (rules 7.6).

    Args:
        hit: the square that was aimed at.
        thrower: where it was thrown from.
        roll: the 1d8: 1 falls short toward the thrower, the others go round clockwise.
        squares: how far off, as many squares as range increments.

    Raises:
        ValueError: the roll is no 1d8.

    >>> miss_square(Square(5, 5), Square(0, 5), roll=3, squares=1)
    Square(x=5, y=4)
    """
    if not 1 <= roll <= 8:
        raise ValueError(f"a roll of 1d8 is 1 to 8, not {roll}")
    clockwise = list(Direction)
    angle = np.arctan2(thrower.x - hit.x, hit.y - thrower.y) / (np.pi / 4)
    step_x, step_y = clockwise[(round(float(angle)) + roll - 1) % 8].step
    return Square(hit.x + step_x * squares, hit.y + step_y * squares)
