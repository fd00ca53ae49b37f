"""Where a space of s × s squares fits, squeezed or not, and which squares it occupies there (rules 3.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame, all_in_space, any_in_space, without
from gridmap.rules.ground import Ground


@dataclass(frozen=True)
class Body:
    """The room that a creature takes.

    Attributes:
        side: squares along a side of its space.
        strip: width of the free strip that it squeezes through; `side` where it does not squeeze.
    """

    side: int
    strip: int


@dataclass(frozen=True, eq=False)
class Footing:
    """Positions that fit, as far as terrain and walls go.

    A squeezed position occupies square (i, j) of its space if its upright strips cover column i or its
    lying strips cover row j; a full one occupies all.

    Attributes:
        frame: the squares looked at.
        body: the room that it takes.
        full: positions whose whole space is free.
        squeezed: positions with blocked squares, but a free strip.
        columns: for each i, the squeezed positions that occupy column i of their space.
        rows: for each j, the squeezed positions that occupy row j of their space.
    """

    frame: Frame
    body: Body
    full: Board
    squeezed: Board
    columns: tuple[Board, ...]
    rows: tuple[Board, ...]

    @cached_property
    def any(self) -> Board:
        """All positions that fit."""
        return self.full | self.squeezed

    def occupying(self, squares: Board) -> Board:
        """Positions that occupy any of these squares."""
        if not squares:
            return 0
        side, frame = self.body.side, self.frame
        found = self.full & any_in_space(squares, side, side, frame)
        if self.squeezed:
            down, across = any_in_space(squares, 1, side, frame), any_in_space(squares, side, 1, frame)
            for number in range(side):
                found |= self.columns[number] & down >> number
                found |= self.rows[number] & across >> (number * frame.stride)
        return found

    def occupied(self, at: Square) -> tuple[tuple[bool, ...], ...]:
        """For each row of the space at a position, which of its squares are occupied."""
        bit, side = self.frame.bit(at), self.body.side
        if self.full & bit:
            return ((True,) * side,) * side
        return tuple(
            tuple(bool((self.columns[i] | self.rows[j]) & bit) for i in range(side)) for j in range(side)
        )


def footing(ground: Ground, body: Body) -> Footing:
    """Where that body fits on this ground (rules 2.4, 3.1, 3.8)."""
    frame, side = ground.frame, body.side
    fits = all_in_space(ground.on_map, side, side, frame)
    if ground.walls is not None:
        fits = without(fits, ground.walls.inside_spaces(side, frame))
    full = without(fits, any_in_space(ground.blocked, side, side, frame))
    none = (0,) * side
    crowded = fits ^ full
    if body.strip >= side or not crowded:
        return Footing(frame, body, full, 0, none, none)
    upright, lying = free_strips(without(ground.on_map, ground.blocked), body, frame)
    columns = tuple(crowded & _covered(upright, body, number, 1) for number in range(side))
    rows = tuple(crowded & _covered(lying, body, number, frame.stride) for number in range(side))
    squeezed = 0
    for board in (*columns, *rows):
        squeezed |= board
    return Footing(frame, body, full, squeezed, columns, rows)


def free_strips(free: Board, body: Body, frame: Frame) -> tuple[Board, Board]:
    """Top-left squares of the upright (strip × side) and of the lying (side × strip) free strips."""
    upright = all_in_space(free, body.strip, body.side, frame)
    lying = all_in_space(free, body.side, body.strip, frame)
    return upright, lying


def holding_free_strip(free: Board, body: Body, frame: Frame) -> Board:
    """Positions whose space holds a free strip."""
    upright, lying = free_strips(free, body, frame)
    places = body.side - body.strip + 1
    return any_in_space(upright, places, 1, frame) | any_in_space(lying, 1, places, frame)


def _covered(strips: Board, body: Body, number: int, every: int) -> Board:
    """Positions some strip of which covers this column (or row) of their space."""
    found = 0
    for first in range(max(0, number - body.strip + 1), min(body.side - body.strip, number) + 1):
        found |= strips >> (first * every)
    return found


def standing(ground: Ground, at: Square, body: Body) -> Footing:
    """The one position where a creature stands, whether it fits there or not (rules 3.8).

    Its own position always counts: squeezed as well as it can be, else with its whole space.

    Args:
        ground: the ground of a frame with that position in it.
        at: where it stands.
        body: its body when it squeezes.
    """
    bit, fits = ground.frame.bit(at), footing(ground, body)
    if fits.any & bit:
        columns, rows = (tuple(board & bit for board in boards) for boards in (fits.columns, fits.rows))
        return replace(fits, full=fits.full & bit, squeezed=fits.squeezed & bit, columns=columns, rows=rows)
    blocked = any_in_space(ground.blocked, body.side, body.side, ground.frame) & bit
    everywhere = (blocked,) * body.side
    return Footing(ground.frame, body, bit ^ blocked, blocked, everywhere, everywhere)
