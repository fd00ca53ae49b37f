"""Who may strike at a creature that moves (rules 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.melee_cover import MeleeCover
from gridmap.rules.metric import Box, creature_box
from gridmap.rules.reach import Threat, threats_of_each
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.spaces import THREATENS_NOTHING


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
        rises = [rise(box, creature_box(enemy, ruleset)) for enemy in self._enemies]
        self._threats = threats_of_each(battle_map, self._enemies, ruleset, rises)
        self._cover = [MeleeCover(battle_map, mover, enemy, ruleset) for enemy in self._enemies]

    def along(self, path: Sequence[Square]) -> tuple[Strike, ...]:
        """The first chance of every enemy along a path of positions, in path order (rules 4.3)."""
        found: list[Strike] = []
        waiting = list(range(len(self._enemies)))
        for step in pairwise(path):
            if step[0] == step[1]:
                continue
            for index in tuple(waiting):
                reason = self._provocation(index, step)
                if reason is not None:
                    found.append(Strike(self._enemies[index].id, step[0], reason))
                    waiting.remove(index)
        return tuple(found)

    def _provocation(self, index: int, step: tuple[Square, Square]) -> Reason | None:
        """Why one step lets one enemy strike; None if it does not."""
        mover, enemy = self._mover, self._enemies[index]
        before, after = (creature_box(mover, self._ruleset, at) for at in step)
        if _any(self._threats[index], before) and not self._cover[index].saves(step[0]):
            return Reason(
                "{enemy} may strike: {mover} leaves a square that it threatens", "4.3", _names(mover, enemy)
            )
        theirs = creature_box(enemy, self._ruleset)
        if overlap(after, theirs) and not overlap(before, theirs):
            return Reason("{enemy} may strike: {mover} enters its space", "4.3", _names(mover, enemy))
        return None


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
