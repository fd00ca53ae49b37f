"""The wavefront: least weights to every position, whole sets of positions at a time.

``docs/bitboard-sweep.md`` explains it with a picture. It is Dijkstra's search with its queue sorted into
buckets, one a weight: a bucket is a board, and all its positions take their steps in the same few shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.rules.bitboard import Board, Frame, moved
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

Weights = npt.NDArray[np.int32]
"""``(rows, columns) int32``, -1 where a position is not reached."""


class Fan:
    """All steps of a mover in a frame, compiled for whole fronts."""

    def __init__(self, steps: Weighed, frame: Frame) -> None:
        self.steps, self.frame = steps, frame
        stride = self._stride = frame.stride
        self._rest: list[tuple[int, int, Board]] = []
        """Steps by (bits to move, weight, positions that they start from)."""
        into: dict[Direction, Board] = {}
        self._straight = self._sort(STRAIGHT, into)
        self._diagonal = self._sort(DIAGONAL, into)
        # Each mask is moved to where the front is when the mask is laid on it (see `arrivals`).
        self._east, self._west = into[EAST], into[WEST]
        self._south, self._north = into[SOUTH] >> stride, into[NORTH] << stride
        self._south_east, self._south_west = into[SOUTH_EAST] >> stride, into[SOUTH_WEST] >> stride
        self._north_east, self._north_west = into[NORTH_EAST] << stride, into[NORTH_WEST] << stride

    def _sort(
        self, directions: Sequence[Direction], into: dict[Direction, Board]
    ) -> tuple[tuple[int, Board], ...]:
        """Pairs of (weight, positions) by the least weight at which these directions enter a position.

        Mostly the ground of a position sets the weight, whichever way it is entered: `into` gets, for each
        direction, the steps of that least weight. Where the way matters (an obstacle on one side, a leading
        edge), the dearer steps go to `_rest`.
        """
        by_weight: dict[int, Board] = {}
        for direction in directions:
            for weight, board in self.steps[direction]:
                by_weight[weight] = by_weight.get(weight, 0) | board
        classes, cheaper, seen = [], {}, 0
        for weight, board in sorted(by_weight.items()):
            cheaper[weight] = seen
            if least := board & ~seen:
                classes.append((weight, least))
            seen |= board
        for direction in directions:
            into[direction], bits = 0, self.frame.offset(*direction)
            for weight, board in self.steps[direction]:
                dearer = board & cheaper[weight]
                into[direction] |= board ^ dearer
                if dearer:
                    self._rest.append((bits, weight, moved(dearer, -bits)))
        return tuple(classes)

    def arrivals(self, front: Board) -> list[tuple[int, Board]]:
        """Where a front's steps lead, in pairs of (weight, positions)."""
        stride = self._stride
        east, west = front << 1, front >> 1
        straight = (
            (east & self._east)
            | (west & self._west)
            | ((front & self._south) << stride)
            | ((front & self._north) >> stride)
        )
        diagonal = (((east & self._south_east) | (west & self._south_west)) << stride) | (
            ((east & self._north_east) | (west & self._north_west)) >> stride
        )
        found = [(weight, straight & board) for weight, board in self._straight]
        found += [(weight, diagonal & board) for weight, board in self._diagonal]
        for bits, weight, starts in self._rest:
            if leaving := front & starts:
                found.append((weight, moved(leaving, bits)))
        return found

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


class Layer(NamedTuple):
    """A state of a mover besides its position.

    Attributes:
        moves: what it may do in this state, each with the number of the state that follows.
        is_end: whether a move may end in this state.
    """

    moves: tuple[tuple[Fan, int], ...]
    is_end: bool


@dataclass(frozen=True, eq=False)
class LayerField:
    """What the wavefront reached in one layer.

    The least weight of a position is written in binary across boards: `digits[k]` holds the positions
    whose weight has the bit 2**k.
    """

    frame: Frame
    reached: Board
    digits: tuple[Board, ...]

    @cached_property
    def weights(self) -> Weights:
        """Least weights."""
        grids = self.frame.grids([self.reached, *self.digits])
        weights = np.zeros((self.frame.rows, self.frame.columns), np.int32)
        for power, grid in enumerate(grids[1:]):
            weights |= grid.astype(np.int32) << power
        weights[~grids[0]] = -1
        return weights

    @cached_property
    def padded(self) -> memoryview:
        """`weights` by bit, guard column included."""
        padded = np.full((self.frame.rows, self.frame.stride), -1, np.int32)
        padded[:, :-1] = self.weights
        return memoryview(padded.reshape(-1).data)


class _Front:
    """One layer of a running sweep."""

    def __init__(self, open_positions: Board) -> None:
        self.unreached = open_positions
        self.buckets: dict[int, Board] = {}
        self.digits: list[Board] = []

    def add(self, weight: int, positions: Board) -> None:
        """Lay positions into a bucket."""
        self.buckets[weight] = self.buckets.get(weight, 0) | positions

    def pop(self, weight: int) -> Board:
        """The positions whose least weight this is. To be called for every weight from 0 on."""
        # A weight's bit 2**k tells whether it has passed an odd number of multiples of 2**k: at each of
        # them, all positions that are still unreached turn that bit over.
        if weight:
            for power in range((weight & -weight).bit_length()):
                if power == len(self.digits):
                    self.digits.append(0)
                self.digits[power] ^= self.unreached
        front = self.buckets.pop(weight, 0) & self.unreached
        self.unreached ^= front
        return front


def sweep(
    layers: Sequence[Layer], seeds: Sequence[Mapping[int, Board]], open_positions: Board, most: int
) -> tuple[LayerField, ...]:
    """The least weight to every position, in every layer.

    A step without weight must lead to a layer of a lower number.

    Args:
        layers: the mover's states; the first has the number 0.
        seeds: for each layer, where the wave begins, by weight.
        open_positions: positions that the wave may reach; seeds are reached anyway.
        most: the greatest weight.
    """
    frame = layers[0].moves[0][0].frame
    fronts = []
    for layer_seeds in seeds:
        front = _Front(open_positions | _union(layer_seeds.values()))
        start = front.unreached
        for weight, positions in layer_seeds.items():
            if weight <= most:
                front.add(weight, positions)
        fronts.append((front, start))
    weight = 0
    while any(front.buckets for front, _ in fronts):
        for number in range(len(layers) - 1, -1, -1):
            positions = fronts[number][0].pop(weight)
            if positions:
                for fan, following in layers[number].moves:
                    for step, ends in fan.arrivals(positions):
                        if ends and weight + step <= most:
                            fronts[following][0].add(weight + step, ends)
        weight += 1
    return tuple(LayerField(frame, start ^ front.unreached, tuple(front.digits)) for front, start in fronts)


def _union(boards: Iterable[Board]) -> Board:
    found = 0
    for board in boards:
        found |= board
    return found
