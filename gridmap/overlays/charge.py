"""Where a charge may end, and the lanes to there (rules 3.12)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.overlays.overlay import LegendEntry, Mark, Overlay, Role, Shape
from gridmap.rules.charge import charge
from gridmap.rules.lane import Lane
from gridmap.rules.modes import modes_on
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.ways import walking_speed


def overlay(battle_map: BattleMap, ruleset: Ruleset, charger: Creature, target: Creature) -> Overlay:
    """The lane to each of the closest places to attack from, clear and barred ones apart."""
    speed = walking_speed(charger)
    answer = charge(battle_map, charger, target, ruleset, speed, modes_on(battle_map, charger, speed))
    size = side(charger, ruleset)
    marks: tuple[Mark, ...] = (
        Shape(_lanes(charger, answer.blocked_ends, size), Role.CHARGE_BLOCKED),
        Shape(_lanes(charger, answer.ends, size), Role.CHARGE_LANE),
    )
    legend = []
    if answer.ends:
        legend.append(LegendEntry(Role.CHARGE_LANE, "Clear lanes: {count}", {"count": len(answer.ends)}))
    if answer.blocked_ends:
        count = len(answer.blocked_ends)
        legend.append(LegendEntry(Role.CHARGE_BLOCKED, "Lanes that will not do: {count}", {"count": count}))
    told = {*space(target, ruleset), *answer.ends, *answer.blocked_ends}

    def reason_at(square: Square) -> Reason | None:
        return answer.reason if square in told else None

    return Overlay(f"charge:{charger.id}:{target.id}", marks, tuple(legend), reason_at, answer.reason)


def _lanes(charger: Creature, ends: Iterable[Square], size: int) -> tuple[npt.NDArray[np.float64], ...]:
    return tuple(Lane(charger.at, end, size).outline for end in ends)
