"""Who may strike at a creature that moves (rules 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.melee_cover import MeleeCover
from gridmap.rules.metric import Box, creature_box
from gridmap.rules.reach import Threat, threats_of_each
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.spaces import THREATENS_NOTHING

Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Strike:
    """One chance to strike: `enemy` is an id, `left` the mover's position when it may strike."""

    enemy: str
    left: Square
    reason: Reason


def strikes(
    battle_map: BattleMap, mover: Creature, ruleset: Ruleset, path: Sequence[Square]
) -> tuple[Strike, ...]:
    """The first chance of every enemy along a path of positions, in path order (rules 4.3)."""
    return Provoked(battle_map, mover, ruleset).along(path)


class Provoked:
    """What provokes while one creature moves, for many paths on one map."""

    def __init__(self, battle_map: BattleMap, mover: Creature, ruleset: Ruleset) -> None:
        """Look at everyone who may strike.

        Args:
            battle_map: the map.
            mover: who moves.
            ruleset: by which rules.
        """
        self._battle_map, self._mover, self._ruleset = battle_map, mover, ruleset
        self._enemies = able_enemies(battle_map, mover)
        box = creature_box(mover, ruleset)
        self._boxes = [creature_box(enemy, ruleset) for enemy in self._enemies]
        rises = [rise(box, other) for other in self._boxes]
        self._threats = threats_of_each(battle_map, self._enemies, ruleset, rises)
        self._windows = _windows(self._threats, self._boxes)
        self._cover = [MeleeCover(battle_map, mover, enemy, ruleset) for enemy in self._enemies]

    def along(self, path: Sequence[Square]) -> tuple[Strike, ...]:
        """The first chance of every enemy along a path of positions, in path order (rules 4.3)."""
        found: list[Strike] = []
        waiting = np.ones(len(self._enemies), np.bool_)
        for left, entered in pairwise(path):
            if left == entered:
                continue
            before, after = (creature_box(self._mover, self._ruleset, at) for at in (left, entered))
            for index in np.flatnonzero(waiting & self._near(before, after)).tolist():
                reason = self._provocation(index, left, before, after)
                if reason is not None:
                    found.append(Strike(self._enemies[index].id, left, reason))
                    waiting[index] = False
        return tuple(found)

    def _near(self, before: Box, after: Box) -> Mask:
        """Which enemies a step may concern at all: ``(n,) bool``."""
        low = np.array([min(before[0], after[0]), min(before[2], after[2])])
        high = np.array([max(before[1], after[1]), max(before[3], after[3])])
        first, last = self._windows
        near: Mask = np.all((first <= high) & (low <= last), axis=1)
        return near

    def spared(self, path: Sequence[Square]) -> tuple[tuple[str, Reason], ...]:
        """Everyone who could strike but does not along a path, and why, in the map's order."""
        struck = {strike.enemy for strike in self.along(path)}
        left = [one for one, other in pairwise(path) if one != other]
        boxes = [creature_box(self._mover, self._ruleset, at) for at in left]
        found = []
        for index, enemy in enumerate(self._enemies):
            if enemy.id not in struck:
                covered = any(_any(self._threats[index], box) for box in boxes)
                template = (
                    "{enemy} may not strike: {mover} has cover from it wherever it leaves a threatened square"
                    if covered
                    else "{enemy} may not strike: {mover} leaves no square that it threatens"
                )
                found.append((enemy.id, Reason(template, "4.3", _names(self._mover, enemy))))
        return tuple(found)

    def _provocation(self, index: int, left: Square, before: Box, after: Box) -> Reason | None:
        """Why one step lets one enemy strike; None if it does not."""
        mover, enemy = self._mover, self._enemies[index]
        if _any(self._threats[index], before) and not self._cover[index].saves(left):
            return Reason(
                "{enemy} may strike: {mover} leaves a square that it threatens", "4.3", _names(mover, enemy)
            )
        theirs = self._boxes[index]
        if overlap(after, theirs) and not overlap(before, theirs):
            return Reason("{enemy} may strike: {mover} enters its space", "4.3", _names(mover, enemy))
        return None


def _windows(threats: Sequence[Threat], boxes: Sequence[Box]) -> tuple[Places, Places]:
    """The first and the last (x, y) of what each enemy threatens and fills: ``(n, 2) int64``."""
    first, last = np.zeros((len(boxes), 2), np.int64), np.zeros((len(boxes), 2), np.int64)
    for number, (threat, box) in enumerate(zip(threats, boxes, strict=True)):
        rows, columns = threat.mask.shape
        first[number] = min(threat.left, box[0]), min(threat.top, box[2])
        last[number] = max(threat.left + columns - 1, box[1]), max(threat.top + rows - 1, box[3])
    return first, last


def able_enemies(battle_map: BattleMap, creature: Creature) -> list[Creature]:
    """Its opponents who can threaten at all (rules 4.1)."""
    return [
        other
        for other in battle_map.creatures
        if not other.is_ally_of(creature) and not other.has(*THREATENS_NOTHING)
    ]


def rise(one: Box, other: Box) -> int:
    """Squares of height between two blocks."""
    return max(0, other[4] - one[5], one[4] - other[5])


def _any(threat: Threat, box: Box) -> bool:
    left, right, top, bottom = (
        box[0] - threat.left,
        box[1] - threat.left,
        box[2] - threat.top,
        box[3] - threat.top,
    )
    return bool(np.any(threat.mask[max(0, top) : max(0, bottom + 1), max(0, left) : max(0, right + 1)]))


def overlap(one: Box, other: Box) -> bool:
    """Whether two blocks share any cube."""
    return all(one[axis] <= other[axis + 1] and other[axis] <= one[axis + 1] for axis in (0, 2, 4))


def _names(mover: Creature, enemy: Creature) -> dict[str, object]:
    return {"mover": mover.title, "enemy": enemy.title}
