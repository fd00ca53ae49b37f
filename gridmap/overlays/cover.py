"""The lines that decide a target's cover (rules 6.2 to 6.4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.overlays.overlay import LegendEntry, Mark, Overlay, Role, Segments, Squares
from gridmap.rules.cover import Attack, CoverGrade, CoverLine, cover
from gridmap.rules.cover_map import cover_field
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import space

_GRADES = {
    CoverGrade.NONE: "No cover",
    CoverGrade.SOFT: "Soft cover: +4 AC",
    CoverGrade.COVER: "Cover: +4 AC, +2 Reflex",
    CoverGrade.TOTAL: "Total cover",
}


def overlay(
    battle_map: BattleMap, ruleset: Ruleset, attacker: Creature, target: Creature, attack: Attack
) -> Overlay:
    """What a target has from an attacker: the lines counted, clear and stopped ones apart."""
    answer = cover(battle_map, attacker, target, ruleset, attack)
    stopped = [line for line in answer.lines if not line.is_clear]
    clear = [line for line in answer.lines if line.is_clear]
    role = Role.TOTAL_COVER if answer.grade is CoverGrade.TOTAL else Role.COVER
    covered = np.zeros(battle_map.terrain.shape, np.bool_)
    theirs = [square for square in space(target, ruleset) if battle_map.contains(square)]
    if answer.grade is not CoverGrade.NONE:
        for x, y in theirs:
            covered[y, x] = True
    marks: tuple[Mark, ...] = (
        Squares(covered, role),
        Segments(_ends(clear), Role.CLEAR_LINE),
        Segments(_ends(stopped), Role.STOPPED_LINE),
    )
    legend = [LegendEntry(role, _GRADES[answer.grade])]
    if answer.clear_lines is not None and answer.lines:
        legend.append(
            LegendEntry(
                Role.CLEAR_LINE,
                "{clear} of {count} lines are clear",
                {"clear": answer.clear_lines, "count": len(answer.lines)},
            )
        )
    if stopped:
        legend.append(LegendEntry(Role.STOPPED_LINE, "Stopped"))

    def reason_at(square: Square) -> Reason | None:
        return answer.reason if square in theirs else None

    return Overlay(f"cover:{attacker.id}:{target.id}:{attack}", marks, tuple(legend), reason_at)


def _ends(lines: list[CoverLine]) -> npt.NDArray[np.float64]:
    ends: list[tuple[Point, Point]] = [(line.start, line.end) for line in lines]
    return np.array(ends, np.float64).reshape(-1, 2, 2)


def map_overlay(battle_map: BattleMap, ruleset: Ruleset, attacker: Creature, attack: Attack) -> Overlay:
    """The cover that a creature of one square would have on each square from an attacker."""
    grades = cover_field(battle_map, attacker, ruleset, attack)
    marks: list[Mark] = []
    legend: list[LegendEntry] = []
    for grade, role in _MAP_ROLES.items():
        mask = grades == grade.rank
        if mask.any():
            marks.append(Squares(mask, role))
            legend.append(LegendEntry(role, _GRADES[grade]))
    if not legend:
        legend.append(LegendEntry(Role.COVER, "No cover anywhere"))
    by_rank = {grade.rank: grade for grade in CoverGrade}

    def reason_at(square: Square) -> Reason | None:
        if not battle_map.contains(square):
            return None
        grade = by_rank[int(grades[square.y, square.x])]
        names = {"cover": _GRADES[grade], "attacker": attacker.title}
        return Reason("{cover} from {attacker}", "6.4" if grade is CoverGrade.TOTAL else "6.2", names)

    return Overlay(f"cover:{attacker.id}:{attack}", tuple(marks), tuple(legend), reason_at)


_MAP_ROLES = {
    CoverGrade.SOFT: Role.SOFT_COVER,
    CoverGrade.COVER: Role.COVER,
    CoverGrade.TOTAL: Role.TOTAL_COVER,
}
