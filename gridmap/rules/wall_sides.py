"""What walls off the lines of the grid do to each side of a square (rules 2.4).

A wall along grid lines bars exactly the sides that it lies on. One at an angle, or beside a line, cuts sides
in places; whether the step across a side is barred turns on the line between the two squares' centres alone.
And no space may have a wall through its inside, so a square that such a wall enters can hold nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.model.wall import Wall
from gridmap.rules.bitboard import BoolGrid, Frame
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.wall_marks import MARGIN, Marks, mark


class Side(IntEnum):
    """What becomes of a side of a square."""

    UNTOUCHED = 0
    """No wall off the grid has to do with it."""
    OPEN = 1
    """Such a wall cuts it, and the step across it is free of that wall all the same."""
    BARRED = 2
    """The step across it touches such a wall."""


Sides = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class WallSides:
    """The results of walls off the grid.

    Attributes:
        upright: ``(height, width + 1) uint8``, a `Side` between the squares x - 1 and x of a row; the first
            and the last are the map's own edges.
        level: ``(height + 1, width) uint8``, the same between the squares y - 1 and y of a column.
        inside: ``(height, width) bool``, squares whose inside such a wall enters: nobody can stand there.
        walls: how many such walls there are.
    """

    upright: Sides
    level: Sides
    inside: BoolGrid
    walls: int

    def of(self, square: Square) -> dict[str, Side]:
        """The four sides of a square, by direction: ``N E S W``."""
        x, y = square
        return {
            "N": Side(int(self.level[y, x])),
            "E": Side(int(self.upright[y, x + 1])),
            "S": Side(int(self.level[y + 1, x])),
            "W": Side(int(self.upright[y, x])),
        }


_cache: IdentityCache[WallSides] = IdentityCache(8)


def runs_off_grid(wall: Wall) -> bool:
    """Whether any part of a wall lies on no line of the grid.

    >>> from gridmap.model.square import Point
    >>> runs_off_grid(Wall(Point(0, 2), Point(3.5, 2))), runs_off_grid(Wall(Point(0, 2.5), Point(3, 2.5)))
    (False, True)
    """
    (x, y), (to_x, to_y) = wall.start, wall.end
    level = y == to_y and float(y).is_integer()
    upright = x == to_x and float(x).is_integer()
    return not (level or upright)


def wall_sides(battle_map: BattleMap) -> WallSides:
    """The results of a map's walls that stop movement and run off the grid; remembered for the same walls."""
    width, height = battle_map.width, battle_map.height

    def make() -> WallSides:
        walls = [wall for wall in battle_map.walls if wall.stops_movement and runs_off_grid(wall)]
        if not walls:
            return _none(width, height)
        frame = Frame(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
        return _results(mark(walls, frame), width, height, len(walls))

    return _cache.get((battle_map.walls,), make, width, height)


def _none(width: int, height: int) -> WallSides:
    return WallSides(
        np.zeros((height, width + 1), np.uint8),
        np.zeros((height + 1, width), np.uint8),
        np.zeros((height, width), np.bool_),
        0,
    )


def _results(marks: Marks, width: int, height: int, walls: int) -> WallSides:
    rows, columns = slice(MARGIN, MARGIN + height), slice(MARGIN, MARGIN + width)
    more_rows, more_columns = slice(MARGIN, MARGIN + height + 1), slice(MARGIN, MARGIN + width + 1)
    before_rows, before_columns = slice(MARGIN - 1, MARGIN + height), slice(MARGIN - 1, MARGIN + width)
    upright = _side(marks.left_edges[rows, more_columns], marks.steps[1, 0][rows, before_columns])
    level = _side(marks.top_edges[more_rows, columns], marks.steps[0, 1][before_rows, columns])
    return WallSides(upright, level, marks.inside[rows, columns].copy(), walls)


def _side(cut: BoolGrid, barred: BoolGrid) -> Sides:
    sides: Sides = np.where(barred, Side.BARRED, np.where(cut, Side.OPEN, Side.UNTOUCHED)).astype(np.uint8)
    return sides
