"""Who is flanked, by whom, and along which lines (rules 5)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.overlays.overlay import LegendEntry, Mark, Overlay, Role, Segments, Squares
from gridmap.rules.flanking import Flank, flanks
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import fills, space


def overlay(battle_map: BattleMap, ruleset: Ruleset) -> Overlay:
    """The line of every flank on the map, and the spaces of those flanked."""
    found = flanks(battle_map, ruleset)
    targets = dict.fromkeys(flank.target for flank in found)
    flanked = np.zeros(battle_map.terrain.shape, np.bool_)
    for target in targets:
        for x, y in _space(battle_map, ruleset, target):
            flanked[y, x] = True
    marks: tuple[Mark, ...] = (Squares(flanked, Role.FLANKED), Segments(_lines(found), Role.FLANK_LINE))

    def reason_at(square: Square) -> Reason | None:
        there = {one.id for one in battle_map.creatures if fills(one, ruleset, square)}
        for flank in found:
            if flank.target in there:
                return _why(battle_map, flank)
        for flank in found:
            if flank.attacker in there or flank.ally in there:
                return _why(battle_map, flank)
        return None

    legend: tuple[LegendEntry, ...] = (LegendEntry(Role.FLANKED, "Nobody is flanked"),)
    if targets:
        names = ", ".join(battle_map.creature(target).title for target in targets)
        legend = (
            LegendEntry(Role.FLANKED, "Flanked: {names}", {"names": names}),
            LegendEntry(Role.FLANK_LINE, "Line from attacker to ally"),
        )
    return Overlay("flanking", marks, legend, reason_at)


def _space(battle_map: BattleMap, ruleset: Ruleset, creature_id: str) -> list[Square]:
    """A creature's squares on the map."""
    creature = battle_map.creature(creature_id)
    return [square for square in space(creature, ruleset) if battle_map.contains(square)]


def _lines(found: tuple[Flank, ...]) -> npt.NDArray[np.float64]:
    """Each line once, although both ends may gain by it, in an order of their places: ``(n, 2, 2)``."""
    lines = {(min(flank.line), max(flank.line)) for flank in found if flank.line is not None}
    return np.array(sorted(lines), np.float64).reshape(-1, 2, 2)


def _why(battle_map: BattleMap, flank: Flank) -> Reason:
    names = {
        "target": battle_map.creature(flank.target).title,
        "attacker": battle_map.creature(flank.attacker).title,
        "ally": battle_map.creature(flank.ally).title,
        "why": flank.reason.template.format(**flank.reason.arguments),
    }
    return Reason("{attacker} flanks {target} with {ally}: {why}", flank.reason.rule, names)
