"""What a team sees: lines of sight, light and darkvision (rules 6.1b, 1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.depth import Window, blocked_beside, seen_from_middle, window_round
from gridmap.rules.metric import creature_box, offsets_apart
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.stoppers import Mask, Stoppers, stoppers

PARTY = "party"
"""The team whose sight counts where the map names none."""
SEES_NOTHING = ("blinded", "dead", "unconscious")
"""Conditions under which a creature sees nothing."""


@dataclass(frozen=True)
class SightRule:
    """What counts besides lines of sight.

    Attributes:
        dark: whether it is dark: only what a light shines on or darkvision reaches is seen.
        darkvision: whether darkvision helps in the dark.
    """

    dark: bool = False
    darkvision: bool = True


def party_of(battle_map: BattleMap) -> tuple[Creature, ...]:
    """The creatures of the teams marked as the players' own, else of the team named "party".

    Without those that are hidden from the players, who would learn of them by what they see.
    """
    marked = {team.name for team in battle_map.teams if team.party}
    return tuple(
        creature
        for creature in battle_map.creatures
        if not creature.hidden and (creature.team in marked if marked else creature.team.casefold() == PARTY)
    )


def seen_by(
    battle_map: BattleMap, creatures: Sequence[Creature], ruleset: Ruleset, rule: SightRule = SightRule()
) -> Mask:
    """The squares that some creatures see together: ``(height, width) bool``.

    A creature sees from the middles of its space's corner squares, its own squares in any case. The faces
    of blocked squares are seen where the square before them is.

    Args:
        battle_map: the map.
        creatures: who looks; those that are blinded, dead or unconscious see nothing.
        ruleset: the size table and how distances are counted.
        rule: whether it is dark.
    """
    stop = stoppers(battle_map)
    looking = [creature for creature in creatures if not creature.has(*SEES_NOTHING)]
    seen = np.zeros(stop.squares.shape, np.bool_)
    lit = _lit(battle_map, stop, ruleset) if rule.dark else None
    for creature in looking:
        for eye in _eyes(battle_map, creature, ruleset):
            window = window_round(eye, seen.shape)
            sees = seen_from_middle(stop, eye)
            if lit is not None:
                near = lit[window.rows, window.columns]
                if rule.darkvision:
                    near = near | _within(creature, creature.darkvision, window, ruleset)
                sees = sees & near
            seen[window.rows, window.columns] |= sees
    seen |= blocked_beside(stop, seen)
    for creature in looking:
        _mark(seen, space(creature, ruleset))
    return seen


def _lit(battle_map: BattleMap, stop: Stoppers, ruleset: Ruleset) -> Mask:
    """The squares that creatures' lights shine on, but for lights that players do not know of."""
    lit = np.zeros(stop.squares.shape, np.bool_)
    for creature in battle_map.creatures:
        if creature.hidden or creature.light <= 0:
            continue
        for eye in _eyes(battle_map, creature, ruleset):
            window = window_round(eye, lit.shape)
            near = _within(creature, creature.light, window, ruleset)
            lit[window.rows, window.columns] |= seen_from_middle(stop, eye) & near
    return lit


def _within(creature: Creature, feet: int, window: Window, ruleset: Ruleset) -> Mask:
    """Which squares of a window lie within so many feet of a creature's space."""
    left, right, top, bottom, *_ = creature_box(creature, ruleset)
    x = np.arange(window.columns.start, window.columns.stop)
    y = np.arange(window.rows.start, window.rows.stop)
    across = np.maximum(0, np.maximum(left - x, x - right))[np.newaxis, :]
    down = np.maximum(0, np.maximum(top - y, y - bottom))[:, np.newaxis]
    near: Mask = offsets_apart(across, down, ruleset.metric) * FEET_PER_SQUARE <= feet
    return near


def _eyes(battle_map: BattleMap, creature: Creature, ruleset: Ruleset) -> set[Square]:
    """The corner squares of a creature's space that lie on the map."""
    x, y = creature.at
    last = side(creature, ruleset) - 1
    corners = {Square(x + dx, y + dy) for dx in (0, last) for dy in (0, last)}
    return {corner for corner in corners if battle_map.contains(corner)}


def _mark(seen: Mask, squares: Iterable[Square]) -> None:
    height, width = seen.shape
    for x, y in squares:
        if 0 <= x < width and 0 <= y < height:
            seen[y, x] = True
