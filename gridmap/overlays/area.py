"""An area laid on the map: its squares, what walls cut off, close calls, and whom it catches (rules 7)."""

from __future__ import annotations

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.overlays.overlay import LegendEntry, Mark, Overlay, Role, Shape, Squares
from gridmap.rules.area import area, area_reason
from gridmap.rules.area_question import Area, AreaQuestion
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side

_ORIGIN_RADIUS = 0.22
"""Of the mark at the origin, in squares."""


def overlay(battle_map: BattleMap, ruleset: Ruleset, question: AreaQuestion, name: str) -> Overlay:
    """The answer to an area question.

    Raises:
        AreaError: the question leaves out what its shape needs, or its origin does not suit it.
    """
    answer = area(battle_map, ruleset, question)
    caught = [one for one in battle_map.creatures if _is_caught(one, answer, ruleset)]
    marks: list[Mark] = [Squares(answer.squares, Role.AREA)]
    legend = [LegendEntry(Role.AREA, "{area}: {count} squares", _about(question, answer))]
    for mask, role, template in (
        (answer.blocked, Role.AREA_BLOCKED, "Cut off or blocked: {count} squares"),
        (answer.close_calls, Role.CLOSE_CALL, "Close call, the GM decides: {count} squares"),
    ):
        if mask.any():
            marks.append(Squares(mask, role))
            legend.append(LegendEntry(role, template, {"count": int(mask.sum())}))
    if caught:
        names = ", ".join(creature.title for creature in caught)
        marks.append(Squares(_spaces(caught, battle_map, ruleset), Role.CAUGHT))
        legend.append(
            LegendEntry(Role.CAUGHT, "Caught: {names} ({count})", {"names": names, "count": len(caught)})
        )
    if answer.origin is not None:
        marks.append(_origin(answer.origin))
        legend.append(LegendEntry(Role.ORIGIN, "Origin"))

    def reason_at(square: Square) -> Reason | None:
        return area_reason(battle_map, answer, square)

    return Overlay(name, tuple(marks), tuple(legend), reason_at, answer.notice)


def _about(question: AreaQuestion, answer: Area) -> dict[str, object]:
    words = f"{question.feet} ft {question.shape}" if question.feet else str(question.shape)
    return {"area": words[:1].upper() + words[1:], "count": int(answer.squares.sum())}


def _is_caught(creature: Creature, answer: Area, ruleset: Ruleset) -> bool:
    return bool(answer.squares[_block(creature, ruleset)].any())


def _block(creature: Creature, ruleset: Ruleset) -> tuple[slice, slice]:
    """The rows and columns of a creature's space that are on the map."""
    x, y, size = *creature.at, side(creature, ruleset)
    return slice(max(0, y), max(0, y + size)), slice(max(0, x), max(0, x + size))


def _spaces(
    creatures: list[Creature], battle_map: BattleMap, ruleset: Ruleset
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    mask = np.zeros(battle_map.terrain.shape, np.bool_)
    for creature in creatures:
        mask[_block(creature, ruleset)] = True
    return mask


def _origin(at: Point) -> Shape:
    radius = _ORIGIN_RADIUS
    ring = np.array(
        [(at.x, at.y - radius), (at.x + radius, at.y), (at.x, at.y + radius), (at.x - radius, at.y)]
    )
    return Shape((ring,), Role.ORIGIN)
