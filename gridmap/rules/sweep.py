"""The wavefront: least weights to every position, whole sets of positions at a time.

``docs/bitboard-sweep.md`` explains it with a picture. It is Dijkstra's search with its queue sorted into
buckets, one a weight: a bucket is a board, and all its positions take their steps in the same few shifts.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from gridmap.rules.bitboard import Board, Frame, moved, union
from gridmap.rules.step_masks import Band, StepMasks

Result = TypeVar("Result")

Weights = npt.NDArray[np.int32]
"""``(rows, columns) int32``, -1 where a position is not reached."""


class Layer(NamedTuple):
    """A state of a mover besides its position.

    Attributes:
        moves: what it may do in this state, each with the number of the state that follows.
        is_end: whether a move may end in this state.
    """

    moves: tuple[tuple[StepMasks, int], ...]
    is_end: bool


class LayerField(Protocol):
    """What was reached in one layer."""

    @property
    def frame(self) -> Frame:
        """The squares looked at."""

    @property
    def reached(self) -> Board:
        """Positions reached."""

    @property
    def weights(self) -> Weights:
        """Least weights."""

    @property
    def padded(self) -> memoryview:
        """`weights` by bit, guard column included."""


@dataclass(frozen=True, eq=False)
class SweptField:
    """What a wave has left behind.

    Attributes:
        frame: the squares looked at.
        reached: positions reached.
        digits: their least weights, one board a digit of the weight's Gray code, lowest first.
    """

    frame: Frame
    reached: Board
    digits: tuple[Board, ...]

    @cached_property
    def weights(self) -> Weights:
        """Least weights."""
        binary, digit = [], 0
        for gray in reversed(self.digits):
            digit ^= gray
            binary.append(digit)
        return self.frame.numbers(binary[::-1], self.frame.everything ^ self.reached)

    @cached_property
    def padded(self) -> memoryview:
        """`weights` by bit, guard column included."""
        padded = np.full((self.frame.rows, self.frame.stride), -1, np.int32)
        padded[:, :-1] = self.weights
        return memoryview(padded.reshape(-1).data)


@dataclass(frozen=True, eq=False)
class KnownField:
    """The same with the weights already written out.

    Attributes:
        frame: the squares looked at.
        table: the least weight by bit, -1 where a position is not reached and in the guard column.
    """

    frame: Frame
    table: Weights

    @cached_property
    def weights(self) -> Weights:
        """Least weights."""
        return self.table.reshape(self.frame.rows, self.frame.stride)[:, :-1]

    @cached_property
    def padded(self) -> memoryview:
        """`weights` by bit, guard column included."""
        return memoryview(self.table.data)

    @cached_property
    def reached(self) -> Board:
        """Positions reached."""
        return self.frame.board(self.table >= 0)


class Front:
    """One layer of a running sweep.

    Boards leave out the rows above `row`, which the wave has not come near yet: shorter integers are
    quicker to shift.
    """

    def __init__(
        self, seeds: Mapping[int, Board], open_positions: Board, heaviest: int, frame: Frame
    ) -> None:
        self.frame, self.row = frame, 0
        self.start = self.unreached = open_positions | union(seeds.values())
        self.ring = max([heaviest, *seeds]) + 1
        self.buckets = [0] * self.ring
        for weight, positions in seeds.items():
            self.buckets[weight] = positions
        self.digits: list[Board] = []

    def pop(self, weight: int) -> Board:
        """The positions whose least weight this is. To be called for every weight from 0 on."""
        if weight:
            self._turn((weight & -weight).bit_length() - 1)
        slot = weight % self.ring
        front = self.buckets[slot] & self.unreached
        self.buckets[slot] = 0
        self.unreached ^= front
        return front

    def _turn(self, digit: int) -> None:
        """Count on: from one number to the next a Gray code turns one digit over, for all still unreached."""
        if digit == len(self.digits):
            self.digits.append(0)
        self.digits[digit] ^= self.unreached

    def first_row(self) -> int:
        """The uppermost row of the seeds, the frame's last where there are none."""
        lowest = min((board & -board for board in self.buckets if board), default=1)
        return (lowest.bit_length() - 1) // self.frame.stride

    def begin_at(self, row: int) -> None:
        """Leave out the rows above, before the first weight."""
        if row:
            bits = row * self.frame.stride
            self.row, self.unreached = row, self.start >> bits
            self.buckets = [board >> bits for board in self.buckets]

    def extend_to(self, row: int, weight: int) -> None:
        """Take in rows further up; `weight` is the next to be popped."""
        bits = (self.row - row) * self.frame.stride
        fresh = self.start >> (row * self.frame.stride) & ((1 << bits) - 1)
        gray = _gray(weight)
        self.row, self.unreached = row, self.unreached << bits | fresh
        self.buckets = [board << bits for board in self.buckets]
        self.digits = [
            digit << bits | (fresh if gray >> power & 1 else 0) for power, digit in enumerate(self.digits)
        ]

    def skip(self, weight: int, to: int) -> None:
        """Count on from the next weight to a later one, when nothing is to be popped between them."""
        if turned := _gray(weight) ^ _gray(to):
            for digit in range(turned.bit_length()):
                if turned >> digit & 1:
                    self._turn(digit)
                elif digit == len(self.digits):
                    self.digits.append(0)

    def field(self, weight: int) -> SweptField:
        """What was reached; `weight` would have been the next to be popped."""
        if self.row:
            self.extend_to(0, weight)
        return SweptField(self.frame, self.start ^ self.unreached, tuple(self.digits))


def _gray(weight: int) -> int:
    """The digits of those still unreached when this weight is the next to be popped."""
    last = max(0, weight - 1)
    return last ^ last >> 1


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
    return finished(sweep_in_slices(layers, seeds, open_positions, most))


def sweep_in_slices(
    layers: Sequence[Layer], seeds: Sequence[Mapping[int, Board]], open_positions: Board, most: int
) -> Generator[None, None, tuple[LayerField, ...]]:
    """`sweep` that gives way every few weights, and returns the same in the end."""
    frame = layers[0].moves[0][0].frame
    heaviest = max(masks.heaviest for layer in layers for masks, _ in layer.moves)
    seeds = [{weight: board for weight, board in layer.items() if weight <= most} for layer in seeds]
    fronts = [Front(layer, open_positions, heaviest, frame) for layer in seeds]
    if len(layers) == 1:
        weight = yield from _sweep_one(layers[0].moves[0][0], fronts[0], most)
    else:
        weight = yield from _sweep_many(layers, fronts, most)
    return tuple(front.field(weight) for front in fronts)


def finished(slices: Generator[None, None, Result]) -> Result:
    """What a generator returns once it has run to its end."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: Result = end.value
            return result


_ROWS_AT_ONCE = 24
"""How many rows the wave takes in when it comes near the uppermost that it has."""
_WEIGHTS_A_SLICE = 16


def _sweep_one(masks: StepMasks, front: Front, most: int) -> Generator[None, None, int]:
    """The wave of a mover with a single state; returns the weight after the last."""
    weight, first_row = 0, front.first_row()
    lightest = max(1, masks.lightest)
    front.begin_at(max(0, first_row - _ROWS_AT_ONCE))
    band = masks.band(front.row)
    while True:
        # A step goes up one row at most: that far the wave can come before it needs more rows.
        near = most if front.row == 0 else min(most, (first_row - front.row) * lightest - 1)
        last = min(near, weight + _WEIGHTS_A_SLICE - 1)
        weight, spent = run_front(band, front, weight, last, most - masks.lightest)
        if spent or weight > most:
            return weight
        if weight > near:
            front.extend_to(max(0, front.row - _ROWS_AT_ONCE), weight)
            band = masks.band(front.row)
        yield


def run_front(band: Band, front: Front, weight: int, last: int, last_start: int) -> tuple[int, bool]:
    """The loop that most questions spend their time in.

    Args:
        band: the masks of the rows that the front has.
        front: the wave.
        weight: the next weight.
        last: the last weight of this run.
        last_start: the last weight from which a step is still worth its while.

    Returns:
        The weight after the last, and whether the wave has run out.
    """
    lay, straight_classes, diagonal_classes, dearer = band
    buckets, ring, unreached, digits = front.buckets, front.ring, front.unreached, front.digits
    spent = False
    while weight <= last and not spent:
        # As in `Front.pop`.
        if weight:
            turned = (weight & -weight).bit_length() - 1
            if turned == len(digits):
                digits.append(0)
            digits[turned] ^= unreached
        slot = weight % ring
        positions = buckets[slot] & unreached
        buckets[slot] = 0
        if positions:
            unreached ^= positions
            if weight > last_start:
                weight += 1
                continue
            straight, diagonal = lay(positions)
            for step, board in straight_classes:
                buckets[(weight + step) % ring] |= straight & board
            for step, board in diagonal_classes:
                buckets[(weight + step) % ring] |= diagonal & board
            for bits, step, starts in dearer:
                if leaving := positions & starts:
                    buckets[(weight + step) % ring] |= moved(leaving, bits)
        else:
            spent = not any(buckets)
        weight += 1
    front.unreached = unreached
    return weight, spent


def _sweep_many(layers: Sequence[Layer], fronts: Sequence[Front], most: int) -> Generator[None, None, int]:
    """The wave of a mover with several states; returns the weight after the last."""
    bands = [[(masks.whole, following) for masks, following in layer.moves] for layer in layers]
    weight = 0
    while weight <= most and any(any(front.buckets) for front in fronts):
        # A step without weight leads to a lower layer: highest first, and none is missed.
        for number in range(len(layers) - 1, -1, -1):
            if positions := fronts[number].pop(weight):
                for band, following in bands[number]:
                    target = fronts[following]
                    for step, ends in band.arrivals(positions):
                        target.buckets[(weight + step) % target.ring] |= ends
        weight += 1
        if weight % _WEIGHTS_A_SLICE == 0:
            yield
    return weight
