"""All steps of a creature compiled for whole fronts: eight masks, and what each position costs to enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gridmap.rules.bitboard import Board, Frame, moved, union
from gridmap.rules.step import (
    DIAGONAL,
    DIRECTIONS,
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    STRAIGHT,
    WEST,
    Direction,
)
from gridmap.rules.tariff import Weighed

Classes = tuple[tuple[int, Board], ...]
"""Pairs of (weight, positions that cost it to enter), lightest first."""
Dearer = tuple[tuple[int, int, Board], ...]
"""Steps by (bits to move, weight, positions that they start from)."""
Lay = Callable[[Board], tuple[Board, Board]]
"""Lays the masks on a front: (ends of straight steps, of diagonal steps); all in the first if `alike`."""


class Band(NamedTuple):
    """The masks from one row of the frame down, ready for the wavefront's loop.

    Attributes:
        lay: where the steps of a front lead, those of `dearer` aside.
        straight: classes of straight steps.
        diagonal: classes of diagonal steps.
        dearer: steps kept apart.
    """

    lay: Lay
    straight: Classes
    diagonal: Classes
    dearer: Dearer

    def arrivals(self, front: Board) -> list[tuple[int, Board]]:
        """Where all of a front's steps lead, in pairs of (weight, positions)."""
        straight, diagonal = self.lay(front)
        found = [(weight, straight & board) for weight, board in self.straight]
        found += [(weight, diagonal & board) for weight, board in self.diagonal]
        for bits, weight, starts in self.dearer:
            if leaving := front & starts:
                found.append((weight, moved(leaving, bits)))
        return found


class StepMasks:
    """The steps of a mover in a frame.

    Mostly the ground of a position sets what a step there weighs, whichever way it comes. So the masks say
    where the steps of a front lead, and classes of positions what they weigh: straight and diagonal steps
    apart, or all together where diagonals weigh the same. Steps that weigh more than the least at their
    end (an obstacle on one side, a leading edge on rough ground) are kept apart, one by one.

    Attributes:
        frame: the squares looked at.
        steps: the steps by direction and weight.
        lightest: the least weight of a step, 0 without steps.
        heaviest: the greatest.
        whole: the masks of all rows.
    """

    def __init__(self, steps: Weighed, frame: Frame, positions: Board, *, alike: bool) -> None:
        """Compile.

        Args:
            steps: the steps by direction and weight.
            frame: the squares looked at.
            positions: where fronts can be.
            alike: whether straight and diagonal steps weigh the same.
        """
        self.frame, self.steps, self._alike = frame, steps, alike
        weights = [weight for boards in steps.values() for weight, _ in boards]
        self.lightest, self.heaviest = min(weights, default=0), max(weights, default=0)
        self._dearer: list[tuple[int, int, Board]] = []
        into: dict[Direction, Board] = {}
        self._straight = self._classes(DIRECTIONS if alike else STRAIGHT, into)
        self._diagonal = () if alike else self._classes(DIAGONAL, into)
        # Where nothing but its end bars a straight step (no walls on the way), the classes are mask enough.
        enterable = union(board for _, board in self._straight)
        self._open = not alike and all(
            into[direction] == enterable & moved(positions, frame.offset(*direction))
            for direction in STRAIGHT
        )
        # A front is moved sideways first, then up or down, all steps of one row in the same shift. Each mask
        # is moved to where the front is when the mask is laid on it.
        stride = frame.stride
        self._masks = (
            *(into[EAST], into[WEST], into[SOUTH] >> stride, into[NORTH] << stride),
            *(into[SOUTH_EAST] >> stride, into[SOUTH_WEST] >> stride),
            *(into[NORTH_EAST] << stride, into[NORTH_WEST] << stride),
        )
        self.whole = Band(self._lay(*self._masks), self._straight, self._diagonal, tuple(self._dearer))

    def band(self, row: int) -> Band:
        """The masks of the rows from `row` down, for boards without the rows above."""
        if row == 0:
            return self.whole
        bits = row * self.frame.stride
        return Band(
            self._lay(*(mask >> bits for mask in self._masks)),
            tuple((weight, board >> bits) for weight, board in self._straight),
            tuple((weight, board >> bits) for weight, board in self._diagonal),
            tuple((move, weight, board >> bits) for move, weight, board in self._dearer),
        )

    def _classes(self, directions: Sequence[Direction], into: dict[Direction, Board]) -> Classes:
        """The classes of steps of these directions; `into` gets where the steps of least weight end."""
        by_weight: dict[int, Board] = {}
        for direction in directions:
            for weight, board in self.steps[direction]:
                by_weight[weight] = by_weight.get(weight, 0) | board
        classes: list[tuple[int, Board]] = []
        cheaper: dict[int, Board] = {}
        seen = 0
        for weight, board in sorted(by_weight.items()):
            cheaper[weight] = board & seen
            if least := board ^ cheaper[weight]:
                classes.append((weight, least))
            seen |= board
        for direction in directions:
            into[direction], bits = 0, self.frame.offset(*direction)
            for weight, board in self.steps[direction]:
                dearer = board & cheaper[weight]
                into[direction] |= board ^ dearer
                if dearer:
                    self._dearer.append((bits, weight, moved(dearer, -bits)))
        return tuple(classes)

    def _lay(
        self,
        east: Board,
        west: Board,
        south: Board,
        north: Board,
        south_east: Board,
        south_west: Board,
        north_east: Board,
        north_west: Board,
    ) -> Lay:
        """The function that lays these masks on a front."""
        stride = self.frame.stride

        def lay_alike(front: Board) -> tuple[Board, Board]:
            right, left = front << 1, front >> 1
            beside = (right & east) | (left & west)
            below = ((front & south) | (right & south_east) | (left & south_west)) << stride
            above = ((front & north) | (right & north_east) | (left & north_west)) >> stride
            return beside | below | above, 0

        def lay_apart(front: Board) -> tuple[Board, Board]:
            right, left = front << 1, front >> 1
            straight = (right & east) | (left & west)
            straight |= (front & south) << stride
            straight |= (front & north) >> stride
            diagonal = ((right & south_east) | (left & south_west)) << stride
            diagonal |= ((right & north_east) | (left & north_west)) >> stride
            return straight, diagonal

        def lay_apart_open(front: Board) -> tuple[Board, Board]:
            right, left = front << 1, front >> 1
            straight = right | left | front << stride | front >> stride
            diagonal = ((right & south_east) | (left & south_west)) << stride
            diagonal |= ((right & north_east) | (left & north_west)) >> stride
            return straight, diagonal

        if self._alike:
            return lay_alike
        return lay_apart_open if self._open else lay_apart

    @cached_property
    def weights(self) -> Mapping[Direction, memoryview]:
        """For each direction the weight of the step that ends at each bit, -1 where none does."""
        result = {}
        for direction in DIRECTIONS:
            weights = np.full((self.frame.rows, self.frame.stride), -1, np.int32)
            for weight, board in self.steps[direction]:
                weights[:, :-1][self.frame.grid(board)] = weight
            result[direction] = memoryview(weights.reshape(-1).data)
        return result
