"""Every legal step of a creature as boards: where it leads and what it pays for (rules 2.3, 2.4, 3.1-3.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gridmap.rules.bitboard import Board, any_in_space, moved, without
from gridmap.rules.footing import Footing, holding_free_strip
from gridmap.rules.ground import Ground
from gridmap.rules.ruleset import TerrainCost


class Direction(NamedTuple):
    """One of the eight directions of a step."""

    dx: int
    dy: int

    @property
    def is_diagonal(self) -> bool:
        """Whether it moves along both axes."""
        return self.dx != 0 and self.dy != 0


EAST, WEST, SOUTH, NORTH = Direction(1, 0), Direction(-1, 0), Direction(0, 1), Direction(0, -1)
SOUTH_EAST, SOUTH_WEST = Direction(1, 1), Direction(-1, 1)
NORTH_EAST, NORTH_WEST = Direction(1, -1), Direction(-1, -1)
STRAIGHT = (EAST, WEST, SOUTH, NORTH)
DIAGONAL = (SOUTH_EAST, SOUTH_WEST, NORTH_EAST, NORTH_WEST)
DIRECTIONS = STRAIGHT + DIAGONAL


class StepKind(NamedTuple):
    """What a step pays for.

    Attributes:
        factor: the greatest difficult factor of the squares that count (rules 3.2), 1 where there is none.
        squeezed: whether it is squeezed where the step ends (rules 3.8).
        obstacle: whether the step crosses an obstacle (rules 3.5).
    """

    factor: int
    squeezed: bool
    obstacle: bool


KindBoards = tuple[tuple[StepKind, Board], ...]


@dataclass(frozen=True, eq=False)
class Steps:
    """All legal steps in one frame. Every board names the positions that a step *ends* at.

    Attributes:
        into: for each direction, the steps by what they pay for; no two boards of one share a position.
        impeded: the same for steps onto impeded squares, which take a whole round (rules 3.6).
    """

    into: Mapping[Direction, KindBoards]
    impeded: Mapping[Direction, KindBoards]


def steps(ground: Ground, start: Footing, end: Footing, barred: Board, terrain_cost: TerrainCost) -> Steps:
    """Every legal step from one footing to another.

    Args:
        ground: terrain and walls.
        start: positions that steps begin at.
        end: positions that they may end at.
        barred: squares that it may not occupy (rules 3.7).
        terrain_cost: which squares set the factor (rules 3.2).
    """
    compiler = _Compiler(ground, start, end, terrain_cost)
    enterable = without(end.any, end.occupying(barred))
    into, impeded = {}, {}
    for direction in DIRECTIONS:
        step = _Step(compiler, direction)
        legal = step.legal(enterable)
        slow = legal & step.paying(ground.impeded)
        into[direction] = tuple(step.kinds(legal ^ slow))
        impeded[direction] = tuple(step.kinds(slow)) if slow else ()
    return Steps(into, impeded)


def paying(
    ground: Ground, start: Footing, end: Footing, squares: Board, terrain_cost: TerrainCost
) -> Mapping[Direction, Board]:
    """For each direction, where a step ends that pays for any of these squares (rules 3.2).

    Arguments as for `steps`; whether the step is legal is not asked.
    """
    compiler = _Compiler(ground, start, end, terrain_cost)
    return {direction: _Step(compiler, direction).paying(squares) for direction in DIRECTIONS}


class _Compiler:
    """What the steps of all directions share."""

    def __init__(self, ground: Ground, start: Footing, end: Footing, terrain_cost: TerrainCost) -> None:
        self.ground, self.start, self.end = ground, start, end
        self.entered_only = terrain_cost is TerrainCost.ENTERED
        self.frame, self.side = ground.frame, end.body.side
        self.squeezing = bool(start.squeezed or end.squeezed)
        # Corners (rules 2.3, 3.4, 3.8): filled squares only; what is off the map fills no square.
        everywhere = (1 << (self.frame.rows * self.frame.stride)) - 1
        self.clear = without(everywhere, any_in_space(ground.filled, self.side, self.side, self.frame))
        self.squeezable = self.clear
        if self.squeezing:
            self.squeezable = holding_free_strip(without(everywhere, ground.filled), start.body, self.frame)
        self._occupying: dict[Board, Board] = {}
        self._entering: dict[Board, list[tuple[int, int, Board]]] = {}

    def occupying(self, squares: Board) -> Board:
        """`Footing.occupying` of the end, worked out once."""
        if squares not in self._occupying:
            self._occupying[squares] = self.end.occupying(squares)
        return self._occupying[squares]

    def occupying_one_by_one(self, squares: Board) -> list[tuple[int, int, Board]]:
        """For each square (i, j) of a space, positions that occupy there one of these squares."""
        if squares not in self._entering:
            self._entering[squares] = [
                (i, j, (column | row | self.end.full) & squares >> self.frame.offset(i, j))
                for j, row in enumerate(self.end.rows)
                for i, column in enumerate(self.end.columns)
            ]
        return self._entering[squares]


class _Step:
    """The steps of one direction; `old` is about where they start, moved to where they end."""

    def __init__(self, compiler: _Compiler, direction: Direction) -> None:
        self.compiler, self.ground, self.end = compiler, compiler.ground, compiler.end
        self.direction = direction
        self.bits = compiler.frame.offset(*direction)
        self.old_full = moved(compiler.start.full, self.bits)
        self.old_squeezed = moved(compiler.start.squeezed, self.bits)

    def legal(self, enterable: Board) -> Board:
        """Where a step of this direction may end."""
        legal = enterable & (self.old_full | self.old_squeezed)
        if self.direction.is_diagonal:
            legal = self._past_corners(legal)
        if self.ground.walls is not None:
            legal = without(legal, self._crossing(self.ground.walls.steps.get(self.direction, 0)))
        return legal

    def _past_corners(self, legal: Board) -> Board:
        """Diagonal steps that do not cut a filled corner (rules 2.3, 3.4, 3.8)."""
        compiler, frame = self.compiler, self.compiler.frame
        beside, over = frame.offset(0, self.direction.dy), frame.offset(self.direction.dx, 0)
        clear = legal & moved(compiler.clear, beside) & moved(compiler.clear, over)
        if not compiler.squeezing:
            return clear
        unsqueezed = self.end.full & self.old_full
        narrow = legal & moved(compiler.squeezable, beside) & moved(compiler.squeezable, over)
        return (clear & unsqueezed) | without(narrow, unsqueezed)

    def _crossing(self, starts: Board) -> Board:
        """Where a step ends that begins with an occupied square among `starts` (rules 2.4)."""
        return moved(self.compiler.start.occupying(starts), self.bits) if starts else 0

    def paying(self, squares: Board) -> Board:
        """Where a step ends that pays for any of these squares (rules 3.2)."""
        if not squares:
            return 0
        if not self.compiler.entered_only or self.compiler.side == 1:
            return self.compiler.occupying(squares)
        unsqueezed = self.end.full & self.old_full
        entered = self._newly_entered(squares) & unsqueezed
        if self.compiler.squeezing:
            entered |= without(self._newly_occupied(squares), unsqueezed)
        return entered

    def _newly_entered(self, squares: Board) -> Board:
        """Where the leading edge of a full space, moved by the step, meets any of these squares."""
        side, frame = self.compiler.side, self.compiler.frame
        found = 0
        if self.direction.dx:
            column = any_in_space(squares, 1, side, frame)
            found |= column >> (side - 1) if self.direction.dx > 0 else column
        if self.direction.dy:
            row = any_in_space(squares, side, 1, frame)
            found |= row >> ((side - 1) * frame.stride) if self.direction.dy > 0 else row
        return found

    def _newly_occupied(self, squares: Board) -> Board:
        """The same with squeezing, square by square: occupied after the step and not before."""
        side, (dx, dy) = self.compiler.side, self.direction
        start = self.compiler.start
        old_columns = [moved(board, self.bits) | self.old_full for board in start.columns]
        old_rows = [moved(board, self.bits) for board in start.rows]
        found = 0
        for i, j, here in self.compiler.occupying_one_by_one(squares):
            if 0 <= i + dx < side and 0 <= j + dy < side:
                here = without(here, old_columns[i + dx] | old_rows[j + dy])
            found |= here
        return found

    def kinds(self, legal: Board) -> Iterator[tuple[StepKind, Board]]:
        """The legal steps, sorted by what they pay for."""
        obstacle = self._crossing(self.ground.obstacles.get(self.direction, 0))
        for factor, by_factor in self._by_factor(legal):
            for squeezed, by_fit in _split(by_factor, self.end.squeezed):
                for crossing, board in _split(by_fit, obstacle):
                    yield StepKind(factor, squeezed, crossing), board

    def _by_factor(self, legal: Board) -> Iterator[tuple[int, Board]]:
        factor = 1
        for higher, squares in self.ground.difficult:
            paying = legal & self.paying(squares)
            if legal != paying:
                yield factor, legal ^ paying
            factor, legal = higher, paying
        if legal:
            yield factor, legal


def _split(board: Board, marked: Board) -> Iterator[tuple[bool, Board]]:
    """The unmarked and the marked part of a board, where there is any."""
    inside = board & marked
    if inside != board:
        yield False, board ^ inside
    if inside:
        yield True, inside
