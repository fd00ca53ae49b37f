"""One question of `gridmap query`, read as far as every kind needs it, and the pieces of its answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import Fields
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset

MAX_FEET = 1_000_000
"""The largest budget, speed or size that a question may name."""

MAX_LISTED = 1_000_000
"""The most squares or positions that an answer lists."""
MAX_EXPLAINED = 2_500
"""The most squares or positions that an answer gives reasons for, one by one."""

MAX_TRACED = 900
"""The same where each reason draws many lines."""

Answer = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """One line, read as far as every kind needs it."""

    battle_map: BattleMap
    ruleset: Ruleset
    ask: Fields
    explain: bool

    def creature(self, name: str) -> Creature:
        """The creature that a field names by its id."""
        creature_id = self.ask.text(name)
        try:
            return self.battle_map.creature(creature_id)
        except KeyError:
            raise FormatError(
                f"{self.ask.at(name)}: no creature has the id {json.dumps(creature_id)}"
            ) from None

    def two_creatures(self, one: str, other: str) -> tuple[Creature, Creature]:
        """Two fields' creatures, which must not be the same."""
        first, second = self.creature(one), self.creature(other)
        if first is second:
            raise FormatError(f"{self.ask.at(other)}: it is the same creature as {self.ask.at(one)}")
        return first, second

    def square(self, name: str) -> Square:
        """A square on the map."""
        square = Square(*self.ask.square(name))
        if not self.battle_map.contains(square):
            raise FormatError(f"{self.ask.at(name)}: {list(square)} is off the map")
        return square

    def feet(self, name: str) -> int:
        """A number of feet (of Movement, in soulweaver), 0 or more."""
        return self.ask.integer(name, 0, MAX_FEET)


def check_reach(question: Question, field: str, steps: int) -> int:
    """Refuse a question about more positions than an answer lists, before they are worked out.

    Returns how many squares are in reach.

    Args:
        question: the question.
        field: the field that says how far.
        steps: how many steps that is at most.

    Raises:
        FormatError: naming the field.
    """
    battle_map = question.battle_map
    count = min(battle_map.width, 2 * steps + 1) * min(battle_map.height, 2 * steps + 1)
    if count > MAX_LISTED:
        place = question.ask.at(field)
        raise FormatError(f"{place} reaches over {count:,} squares; the limit is {MAX_LISTED:,}")
    return count


def explained(answer: Answer, question: Question, reason: Reason | None) -> Answer:
    """The answer with its one reason, where that was asked for."""
    if question.explain and reason is not None:
        answer["reason"] = str(reason)
    return answer


def squares(mask: npt.NDArray[np.bool_]) -> list[Square]:
    """The squares of a mask, sorted by y, then x."""
    return [Square(x, y) for x, y in pairs(mask)]


def pairs(mask: npt.NDArray[np.bool_]) -> list[list[int]]:
    """The same as JSON.

    Raises:
        FormatError: there are more of them than an answer lists.
    """
    _check_count(mask)
    found: list[list[int]] = np.argwhere(mask)[:, ::-1].tolist()
    return found


def valued(mask: npt.NDArray[np.bool_], *values: npt.NDArray[np.integer]) -> list[list[int]]:
    """``[x, y, value …]`` of every square of a mask, from arrays over the map.

    Raises:
        FormatError: there are more of them than an answer lists.
    """
    _check_count(mask)
    rows, columns = np.nonzero(mask)
    found: list[list[int]] = np.column_stack(
        [columns, rows, *(value[rows, columns] for value in values)]
    ).tolist()
    return found


def reasons(
    mask: npt.NDArray[np.bool_],
    reason_at: Callable[[Square], Reason | None],
    most: int = MAX_EXPLAINED,
) -> list[list[int | str]]:
    """``[x, y, reason]`` of every square of a mask that has one.

    Raises:
        FormatError: there are more of them than an answer explains.
    """
    count = int(np.count_nonzero(mask))
    if count > most:
        raise FormatError(f"ask.explain: {count:,} squares would each need a reason; the limit is {most:,}")
    found = ((square, reason_at(square)) for square in squares(mask))
    return [[*square, str(reason)] for square, reason in found if reason is not None]


def _check_count(mask: npt.NDArray[np.bool_]) -> None:
    count = int(np.count_nonzero(mask))
    if count > MAX_LISTED:
        raise FormatError(f"ask: the answer has {count:,} squares; the limit is {MAX_LISTED:,}")
