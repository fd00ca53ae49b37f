"""What walls off the grid do to squares and their sides, so that no half square is a riddle (rules 2.4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.overlays.overlay import LegendEntry, Mark, Overlay, Role, Segments, Squares
from gridmap.rules.reason import Reason
from gridmap.rules.wall_sides import Side, WallSides, wall_sides

_RULE = "2.4"
_SHOWN = ((Side.OPEN, Role.OPEN_SIDE), (Side.BARRED, Role.WALLED_SIDE))


def overlay(battle_map: BattleMap) -> Overlay:
    """The squares that hold nobody, the sides that are barred, and those that are cut but open."""
    sides = wall_sides(battle_map)
    marks: list[Mark] = []
    legend: list[LegendEntry] = []
    if sides.inside.any():
        marks.append(Squares(sides.inside, Role.WALLED_SQUARE))
        legend.append(
            LegendEntry(
                Role.WALLED_SQUARE,
                "A wall runs through: nobody can stand there ({count})",
                {"count": int(sides.inside.sum())},
            )
        )
    counts = {side: 0 for side, _ in _SHOWN}
    for side, role in _SHOWN:
        ends = _ends(sides, side)
        counts[side] = len(ends)
        if len(ends):
            marks.append(Segments(ends, role))
    if counts[Side.BARRED]:
        legend.append(
            LegendEntry(
                Role.WALLED_SIDE, "No step across this side ({count})", {"count": counts[Side.BARRED]}
            )
        )
    if counts[Side.OPEN]:
        legend.append(
            LegendEntry(
                Role.OPEN_SIDE, "Cut by a wall, but open to a step ({count})", {"count": counts[Side.OPEN]}
            )
        )
    return Overlay(
        "walls",
        tuple(marks),
        tuple(legend),
        lambda square: _reason(battle_map, sides, square),
        _notice(sides),
    )


def _ends(sides: WallSides, wanted: Side) -> npt.NDArray[np.float64]:
    """``(n, 2, 2) float64``, the sides of that result."""
    found = []
    for grid, along in ((sides.upright, (0, 1)), (sides.level, (1, 0))):
        y, x = np.nonzero(grid == wanted)
        start = np.column_stack([x, y]).astype(np.float64)
        found.append(np.stack([start, start + along], axis=1))
    return np.concatenate(found)


def _notice(sides: WallSides) -> Reason | None:
    if sides.walls:
        return None
    return Reason("every wall runs along the lines of the grid", _RULE)


def _reason(battle_map: BattleMap, sides: WallSides, square: Square) -> Reason | None:
    if not battle_map.contains(square):
        return None
    around = sides.of(square)
    barred = " ".join(name for name, side in around.items() if side is Side.BARRED)
    cut = " ".join(name for name, side in around.items() if side is Side.OPEN)
    if sides.inside[square.y, square.x]:
        template = "a wall off the grid runs through this square, so nobody can stand here"
    elif barred or cut:
        template = "a wall off the grid touches the sides of this square"
    else:
        return None
    if barred:
        template += "; barred to a step: {barred}"
    if cut:
        template += "; cut, but open to a step: {cut}"
    return Reason(template, _RULE, {"barred": barred, "cut": cut})
