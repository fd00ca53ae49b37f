"""The ground of a window of the map as boards: what rules 2 put on its squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.model.terrain import LAYERS, Blocked, Layer
from gridmap.rules.bitboard import Board, Frame, any_in_space
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.wall_marks import MARGIN, Marks, wall_marks

FACTORS = tuple(sorted(factor for factor in LAYERS[Layer.DIFFICULT].values() if factor > 1))
"""Difficult factors of rules 2.1, ascending."""

_MARKS_ORIGIN = Square(-MARGIN, -MARGIN)


@dataclass(frozen=True, eq=False)
class Ground:
    """Terrain and walls of a frame, one board a kind.

    Attributes:
        frame: the squares looked at.
        on_map: squares that the map has.
        blocked: blocked squares.
        filled: those of them that fill their square (rules 2.3).
        difficult: pairs of (factor, squares whose factor is at least that), ascending; no empty boards.
        impeded: impeded squares.
        walls: what movement-stopping walls meet, None without any.
        obstacles: by direction, squares from whose centre a step crosses an obstacle.
    """

    frame: Frame
    on_map: Board
    blocked: Board
    filled: Board
    difficult: tuple[tuple[int, Board], ...]
    impeded: Board
    walls: WallBoards | None
    obstacles: Mapping[tuple[int, int], Board]


@dataclass(frozen=True, eq=False)
class WallBoards:
    """`Marks` of movement-stopping walls as boards."""

    steps: Mapping[tuple[int, int], Board]
    inside: Board
    left_edges: Board
    top_edges: Board
    corners: Board

    def inside_spaces(self, side: int, frame: Frame) -> Board:
        """Positions whose space of side × side has a wall inside it (rules 2.4)."""
        found = any_in_space(self.inside, side, side, frame)
        if side > 1:
            # Sides and corners of squares are inside the space where they are not its own border.
            inner = side - 1
            found |= any_in_space(self.left_edges, inner, side, frame) >> 1
            found |= any_in_space(self.top_edges, side, inner, frame) >> frame.stride
            found |= any_in_space(self.corners, inner, inner, frame) >> (frame.stride + 1)
        return found


_cache: IdentityCache[Ground] = IdentityCache(8)


def ground(battle_map: BattleMap, frame: Frame) -> Ground:
    """The ground of one window of a map, remembered for the same terrain and walls."""
    terrain = battle_map.terrain
    parts = (terrain.difficult, terrain.impeded, terrain.blocked, battle_map.walls)
    return _cache.get(parts, lambda: _ground(battle_map, frame), frame)


def _ground(battle_map: BattleMap, frame: Frame) -> Ground:
    terrain = battle_map.terrain
    blocked = frame.cut(terrain.blocked)
    difficult = frame.cut(terrain.difficult)
    marks = wall_marks(battle_map.walls, battle_map.width, battle_map.height)
    at_least = ((factor, frame.board(difficult >= factor)) for factor in FACTORS)
    return Ground(
        frame=frame,
        on_map=frame.block(Square(0, 0), battle_map.width, battle_map.height),
        blocked=frame.board(blocked),
        filled=frame.board(blocked == Blocked.FILLS),
        difficult=tuple((factor, board) for factor, board in at_least if board),
        impeded=frame.board(frame.cut(terrain.impeded)),
        walls=None if marks.stopping is None else _wall_boards(marks.stopping, frame),
        obstacles={} if marks.obstacles is None else _steps(marks.obstacles, frame),
    )


def _wall_boards(marks: Marks, frame: Frame) -> WallBoards | None:
    def board(grid: object) -> Board:
        return frame.board(frame.cut(grid, _MARKS_ORIGIN))  # type: ignore[arg-type]

    return WallBoards(
        steps=_steps(marks, frame),
        inside=board(marks.inside),
        left_edges=board(marks.left_edges),
        top_edges=board(marks.top_edges),
        corners=board(marks.corners),
    )


def _steps(marks: Marks, frame: Frame) -> dict[tuple[int, int], Board]:
    """For each of the eight directions, squares from whose centre the step meets a wall."""
    found: dict[tuple[int, int], Board] = {}
    for (dx, dy), grid in marks.steps.items():
        forth = frame.board(frame.cut(grid, _MARKS_ORIGIN))
        # The way back starts at the other end: mark it there. What falls off the frame is no start.
        back = frame.board(frame.cut(grid, Square(_MARKS_ORIGIN.x + dx, _MARKS_ORIGIN.y + dy)))
        if forth or back:
            found[dx, dy], found[-dx, -dy] = forth, back
    return found
