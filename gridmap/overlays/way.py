"""A way that a hand draws: its lines, where each enemy may strike along it, and the steps of an item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.overlays.overlay import Label, Mark, Role, Segments, Squares
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.ways import Action, Way


def way_marks(
    battle_map: BattleMap, ruleset: Ruleset, creature: Creature, way: Way, turn: int, *, safe: bool = False
) -> tuple[Mark, ...]:
    """A way as lines from middle to middle of the space.

    Args:
        battle_map: the map.
        ruleset: by which rules.
        creature: who goes.
        way: its way.
        turn: what a turn's movement pays, in the way's currency; beyond it the line looks otherwise.
        safe: whether it is the way with the fewest strikes.
    """
    half = side(creature, ruleset) / 2
    middles = np.array(way.path, np.float64) + half
    ends = np.stack([middles[:-1], middles[1:]], axis=1)
    within = np.array(way.receipt.spent[1:]) <= turn
    if way.action is not Action.LONGER:
        within[:] = True
    role = Role.SAFE_PATH if safe else Role.PATH
    marks: list[Mark] = [
        Segments(part, which)
        for part, which in ((ends[within], role), (ends[~within], Role.PATH_BEYOND))
        if len(part)
    ]
    strikes = strike_marks(battle_map, ruleset, creature, way)
    # Beside the cheapest way, whose strikes are told in full, lines are enough.
    marks += [mark for mark in strikes if isinstance(mark, Segments)] if safe else strikes
    if not within.all():
        last = int(np.flatnonzero(~within)[0])
        unit = "" if ruleset.movement.currency is Currency.MOVEMENT else " ft"
        x, y = middles[last]
        spent = way.receipt.spent[last]
        marks.append(Label(Point(float(x), float(y)), "{spent}{unit}", role, {"spent": spent, "unit": unit}))
    return tuple(marks)


def strike_marks(battle_map: BattleMap, ruleset: Ruleset, creature: Creature, way: Way) -> tuple[Mark, ...]:
    """The space that must not be left, a line there from everyone who may strike, and its name."""
    if not way.strikes:
        return ()
    half = side(creature, ruleset) / 2
    left = np.zeros(battle_map.terrain.shape, np.bool_)
    for strike in way.strikes:
        for square in space(creature, ruleset, strike.left):
            if battle_map.contains(square):
                left[square.y, square.x] = True
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    names: dict[Square, list[str]] = {}
    for strike in way.strikes:
        enemy = battle_map.creature(strike.enemy)
        reach = side(enemy, ruleset) / 2
        lines.append(
            (
                (enemy.at.x + reach, enemy.at.y + reach),
                (strike.left.x + half, strike.left.y + half),
            )
        )
        names.setdefault(strike.left, []).append(enemy.title)
    return (
        Squares(left, Role.PROVOKES),
        Segments(np.array(lines, np.float64), Role.STRIKE),
        *(
            Label(
                Point(at.x + half, at.y + half - 0.42),
                "{names}",
                Role.PROVOKES,
                {"names": _few(who)},
            )
            for at, who in names.items()
        ),
    )


def step_marks(
    steps: Iterable[tuple[Square, Square]], path: Sequence[Square], half: float
) -> tuple[Mark, ...]:
    """A whole way, and some of its steps pointed out. `half` is half the side of the creature's space."""
    marks: list[Mark] = []
    if len(path) > 1:
        middles = np.array(path, np.float64) + half
        marks.append(Segments(np.stack([middles[:-1], middles[1:]], axis=1), Role.PATH))
    chosen = _lines(steps, half)
    if len(chosen):
        marks.append(Segments(chosen, Role.STEP))
    return tuple(marks)


def _lines(steps: Iterable[tuple[Square, Square]], half: float) -> npt.NDArray[np.float64]:
    return np.array(list(steps), np.float64).reshape(-1, 2, 2) + half


_MOST_NAMES = 3


def _few(names: Sequence[str]) -> str:
    """The first few of some names.

    >>> _few(["Ogre", "Wolf", "Rat", "Bat"])
    'Ogre, Wolf, Rat …'
    """
    return ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
