"""Sets of squares as single integers, as chess programs keep them.

Every square of a window of the map is one bit. A guard column of zeros ends each row, so that a set
moved one square sideways falls off the edge instead of into the next row. Moving a whole set is one
shift, joining two sets one ``|``: a few operations on integers of some thousand bits stand in for loops
over squares. ``docs/bitboard-sweep.md`` shows it in a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Square

Board = int
"""A set of squares, or of positions (top-left squares of spaces), of one `Frame`."""

_MAP_ORIGIN = Square(0, 0)

BoolGrid = npt.NDArray[np.bool_]
"""``(rows, columns) bool``."""


@dataclass(frozen=True)
class Frame:
    """A window of the plane of squares, and the bit that stands for each of its squares.

    The frame may stick out over the map's edge; what is outside is simply in no board.

    Attributes:
        left: x of its first column.
        top: y of its first row.
        columns: squares from left to right.
        rows: squares from top to bottom.
    """

    left: int
    top: int
    columns: int
    rows: int

    @cached_property
    def stride(self) -> int:
        """Bits from a square to the one below it."""
        return self.columns + 1

    @cached_property
    def everything(self) -> Board:
        """All squares of the frame.

        >>> bin(Frame(0, 0, 3, 2).everything)
        '0b1110111'
        """
        return self.block(Square(self.left, self.top), self.columns, self.rows)

    def contains(self, square: Square) -> bool:
        """Whether the square is in the frame."""
        return (
            self.left <= square.x < self.left + self.columns and self.top <= square.y < self.top + self.rows
        )

    def meets(self, square: Square, side: int) -> bool:
        """Whether any of a block of side × side squares is in the frame."""
        x, y = square
        return (
            x < self.left + self.columns
            and y < self.top + self.rows
            and x + side > self.left
            and y + side > self.top
        )

    def index(self, square: Square) -> int:
        """The number of the square's bit."""
        return (square.y - self.top) * self.stride + square.x - self.left

    def square(self, index: int) -> Square:
        """The square of a bit."""
        row, column = divmod(index, self.stride)
        return Square(self.left + column, self.top + row)

    def bit(self, square: Square) -> Board:
        """The set of this one square; empty if it is outside."""
        return 1 << self.index(square) if self.contains(square) else 0

    def block(self, square: Square, columns: int, rows: int) -> Board:
        """A block of squares by its top-left one, as far as it is in the frame."""
        first_column, first_row = max(square.x, self.left), max(square.y, self.top)
        columns = min(square.x + columns, self.left + self.columns) - first_column
        rows = min(square.y + rows, self.top + self.rows) - first_row
        if columns <= 0 or rows <= 0:
            return 0
        row = ((1 << columns) - 1) << self.index(Square(first_column, first_row))
        return repeated(row, rows, self.stride)

    def offset(self, dx: int, dy: int) -> int:
        """How many bits a move by so many squares is."""
        return dy * self.stride + dx

    def cut(self, grid: npt.NDArray[Any], origin: Square = _MAP_ORIGIN) -> npt.NDArray[Any]:
        """The frame's part of a grid whose first square is `origin`; zeros where the grid has nothing.

        Returns ``(rows, columns + 1)`` of the grid's dtype, the guard column included.
        """
        window = np.zeros((self.rows, self.stride), grid.dtype)
        height, width = grid.shape
        left, top = self.left - origin.x, self.top - origin.y
        x0, x1 = max(0, left), min(width, left + self.columns)
        y0, y1 = max(0, top), min(height, top + self.rows)
        if x0 < x1 and y0 < y1:
            window[y0 - top : y1 - top, x0 - left : x1 - left] = grid[y0:y1, x0:x1]
        return window

    def board(self, window: npt.NDArray[Any]) -> Board:
        """The set of squares where an array as `cut` returns it is not 0."""
        return int.from_bytes(np.packbits(window, axis=None, bitorder="little").tobytes(), "little")

    def grid(self, board: Board) -> BoolGrid:
        """A board as ``(rows, columns) bool``."""
        return self._shaped(self._bits([board])[0].view(np.bool_))

    def numbers(self, digits: Sequence[Board], negative: Board) -> npt.NDArray[np.int32]:
        """Numbers written in binary across boards: ``(rows, columns) int32``.

        Args:
            digits: a board a digit, the lowest first.
            negative: squares that get -1 whatever their digits.
        """
        # In two's complement -1 is a one in every digit, the sign's own included.
        planes = [*(digit | negative for digit in digits), negative]
        # Eight squares a word, a byte each: a word times 2**k moves eight digits to their place.
        words = self._bits(planes).view(np.uint64)
        octets = []
        for first in range(0, len(words), 8):
            octet = words[first]
            for power in range(1, min(8, len(words) - first)):
                is_sign = first + power == len(digits)
                octet |= words[first + power] * np.uint64(256 - 2**power if is_sign else 2**power)
            octets.append(self._shaped(octet.view(np.uint8)))
        numbers = octets[-1].view(np.int8).astype(np.int32)
        if len(digits) % 8 == 0:
            numbers = -numbers
        for lower in octets[-2::-1]:
            numbers = (numbers << 8) | lower
        return numbers

    def _bits(self, boards: Sequence[Board]) -> npt.NDArray[np.uint8]:
        """A row of 0 and 1 for each board, in whole groups of eight bits."""
        count = -(-self.rows * self.stride // 8)
        packed = np.frombuffer(b"".join([board.to_bytes(count, "little") for board in boards]), np.uint8)
        return np.unpackbits(packed.reshape(len(boards), count), axis=1, bitorder="little")

    def _shaped(self, bits: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A row of bits as ``(rows, columns)``."""
        return bits[: self.rows * self.stride].reshape(self.rows, self.stride)[:, : self.columns]


def moved(board: Board, bits: int) -> Board:
    """A set moved by a number of bits (`Frame.offset`)."""
    return board << bits if bits >= 0 else board >> -bits


def union(boards: Iterable[Board]) -> Board:
    """All squares of some boards."""
    found = 0
    for board in boards:
        found |= board
    return found


def without(board: Board, other: Board) -> Board:
    """The squares of the first board that are not in the other.

    Quicker than ``board & ~other``, which makes a negative number first.
    """
    return board ^ (board & other)


def repeated(board: Board, count: int, every: int) -> Board:
    """The union of `count` copies of a board, each moved `every` bits farther than the one before.

    >>> bin(repeated(1, 3, 2))
    '0b10101'
    """
    copies = 1
    while copies < count:
        more = min(copies, count - copies)
        board |= board << (every * more)
        copies += more
    return board


def any_ahead(board: Board, count: int, every: int) -> Board:
    """Bits that have a bit of the board at 0, 1 … or ``count - 1`` times `every` above them."""
    copies = 1
    while copies < count:
        more = min(copies, count - copies)
        board |= board >> (every * more)
        copies += more
    return board


def all_ahead(board: Board, count: int, every: int) -> Board:
    """Bits that have a bit of the board at each of 0, 1 … and ``count - 1`` times `every` above them."""
    copies = 1
    while copies < count:
        more = min(copies, count - copies)
        board &= board >> (every * more)
        copies += more
    return board


def any_in_space(board: Board, columns: int, rows: int, frame: Frame) -> Board:
    """Positions whose block of columns × rows holds any square of the board."""
    return any_ahead(any_ahead(board, columns, 1), rows, frame.stride)


def all_in_space(board: Board, columns: int, rows: int, frame: Frame) -> Board:
    """Positions whose block of columns × rows is wholly of squares of the board."""
    return all_ahead(all_ahead(board, columns, 1), rows, frame.stride)
