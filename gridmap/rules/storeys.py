"""Positions on several storeys: for walks in which where a creature stands is not all that matters.

At soulweaver's paces the Movement spent last may carry a creature one or two spaces on (rules 10), and that
decides what its next step costs. Each number of spaces still carried is a storey: a copy of the frame of
all positions, one above the other in a frame as tall as all of them. A step leads from a storey to the same
or another one, and the wave, the way back and the search for safe ways are those of any walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame


@dataclass(frozen=True)
class Storeys:
    """Copies of a frame, one above the other.

    Attributes:
        floor: the frame of the positions.
        ends: on which storeys a move may end; it begins on storey 0.
        count: how many there are.
    """

    floor: Frame
    ends: tuple[int, ...] = (0,)
    count: int = 1

    @cached_property
    def frame(self) -> Frame:
        """The tall frame of all of them."""
        return replace(self.floor, rows=self.floor.rows * self.count)

    @cached_property
    def _bits(self) -> int:
        """Bits of one storey."""
        return self.floor.rows * self.floor.stride

    def on(self, storeys: Iterable[int], board: Board) -> Board:
        """Positions of the floor, on some storeys."""
        found = 0
        for storey in storeys:
            found |= board << storey * self._bits
        return found

    def raised(self, board: Board) -> Board:
        """Positions of the floor, on all storeys."""
        return board if self.count == 1 else self.on(range(self.count), board)

    def ending(self, board: Board) -> Board:
        """Positions of the floor, on the storeys on which a move may end."""
        return board if self.count == 1 else self.on(self.ends, board)

    def floored(self, board: Board) -> Board:
        """The positions of the floor that a board holds on any storey."""
        if self.count == 1:
            return board
        found, whole = 0, (1 << self._bits) - 1
        for storey in range(self.count):
            found |= board >> storey * self._bits & whole
        return found

    def square(self, bit: int) -> Square:
        """The position that a bit of the tall frame stands for, by its number."""
        return self.floor.square(bit % self._bits)
