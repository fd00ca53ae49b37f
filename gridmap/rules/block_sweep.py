"""The wave over a large frame, block by block.

Whatever is done to a board costs as much as the board is long, although the wave is but a thin ring on it. So
a large frame is cut into blocks of positions, each with boards of its own, and only the blocks that the ring
is passing are looked at: the cost grows with the squares that are reached.

A block's boards lie in a window that is a little larger than the block. Steps that lead out of the block end
in its *rim*; they are handed on to the neighbours in whose blocks they end before the weight comes at which
they arrive.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame, moved, union
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.mover import Mover, relocated_board
from gridmap.rules.step import DIRECTIONS
from gridmap.rules.step_masks import StepMasks
from gridmap.rules.sweep import Front, KnownField, run_front

BLOCK = 128
"""Positions along a side of a block."""
_BEYOND = 2
"""Squares of a window before its block: those of the rim, and those that steps come from to the rim."""
_ROUNDS_A_SLICE = 16


class Neighbour(NamedTuple):
    """A block beside another.

    Attributes:
        number: its place among the blocks.
        rim: the squares of the other's rim that are its own.
        bits: how far they move from window to window.
    """

    number: int
    rim: Board
    bits: int


@dataclass(frozen=True, eq=False)
class Block:
    """Some positions of a large frame.

    Attributes:
        inner: the frame of these positions.
        window: the squares that its boards have bits for.
        masks: the steps in the window.
        enterable: those of its positions that may be entered.
        rim: squares of the window that are the neighbours' own.
        neighbours: the blocks round it.
    """

    inner: Frame
    window: Frame
    masks: StepMasks
    enterable: Board
    rim: Board
    neighbours: tuple[Neighbour, ...]


_kept: IdentityCache[tuple[Block, ...]] = IdentityCache(3)


def blocks_of(mover: Mover, frame: Frame) -> tuple[Block, ...]:
    """The blocks of a frame, remembered until a part of the map changes that the mover meets."""
    battle_map = mover.battle_map
    terrain = battle_map.terrain
    parts = (
        *(terrain.difficult, terrain.impeded, terrain.blocked, battle_map.walls, battle_map.creatures),
        *(mover.creature, mover.ruleset),
    )
    return _kept.get(parts, lambda: tuple(_blocks(mover, frame)), frame, mover.squeeze, BLOCK)


def _blocks(mover: Mover, frame: Frame) -> Iterable[Block]:
    across, down = -(-frame.columns // BLOCK), -(-frame.rows // BLOCK)
    # All windows are alike, so that a bit moves between two of them by the same number everywhere.
    size = BLOCK + 2 * _BEYOND + mover.body.side - 1
    for number in range(across * down):
        row, column = divmod(number, across)
        left, top = frame.left + column * BLOCK, frame.top + row * BLOCK
        columns = min(BLOCK, frame.left + frame.columns - left)
        inner = Frame(left, top, columns, min(BLOCK, frame.top + frame.rows - top))
        window = Frame(left - _BEYOND, top - _BEYOND, size, size)
        room = mover.room(window)
        beside = [
            Neighbour(
                number + dy * across + dx,
                window.block(Square(left + dx * BLOCK, top + dy * BLOCK), BLOCK, BLOCK),
                -window.offset(dx * BLOCK, dy * BLOCK),
            )
            for dx, dy in DIRECTIONS
            if 0 <= column + dx < across and 0 <= row + dy < down
        ]
        enterable = room.enterable & window.block(Square(left, top), inner.columns, inner.rows)
        rim = union(neighbour.rim for neighbour in beside)
        yield Block(inner, window, mover.step_masks(room), enterable, rim, tuple(beside))


def sweep_blocks(
    blocks: Sequence[Block], frame: Frame, seeds: Mapping[int, Board], most: int
) -> Generator[None, None, KnownField]:
    """The least weight to every position of a frame; as `sweep_in_slices` for a mover with one state.

    Args:
        blocks: those of the frame.
        frame: the frame.
        seeds: where the wave begins, by weight: boards of the frame.
        most: the greatest weight.
    """
    wave = _Wave(blocks, frame, {weight: board for weight, board in seeds.items() if weight <= most})
    rounds = 0
    while wave.active and wave.weight <= most:
        wave.go_on(most)
        rounds += 1
        if rounds % _ROUNDS_A_SLICE == 0:
            yield
    return wave.field(frame)


class _Wave:
    """A wave on its way: the fronts of all blocks, and the next weight."""

    def __init__(self, blocks: Sequence[Block], frame: Frame, seeds: Mapping[int, Board]) -> None:
        self.blocks, self.weight = blocks, 0
        weights = [block.masks.lightest for block in blocks if block.masks.lightest]
        self.lightest = min(weights, default=1)
        heaviest = max([*(block.masks.heaviest for block in blocks), *seeds])
        own = [
            {weight: _own_part(board, frame, block) for weight, board in seeds.items()} for block in blocks
        ]
        self.fronts = [
            Front(here, block.enterable, heaviest, block.window)
            for here, block in zip(own, blocks, strict=True)
        ]
        self.ring = heaviest + 1
        self.next = [0] * len(blocks)
        self.active = {number for number, here in enumerate(own) if any(here.values())}

    def go_on(self, most: int) -> None:
        """The next few weights: so many as no step can lead from the first of them to the last."""
        last = min(most, self.weight + self.lightest - 1)
        for weight in range(self.weight, last + 1):
            self._hand_on(weight)
        for number in tuple(self.active):
            front = self.fronts[number]
            front.skip(self.next[number], self.weight)
            band = self.blocks[number].masks.whole
            self.next[number], spent = run_front(band, front, self.weight, last, most - self.lightest)
            if spent:
                self.active.discard(number)
        self.weight = last + 1

    def _hand_on(self, weight: int) -> None:
        """Give the neighbours what arrives in a rim at this weight."""
        fronts, active = self.fronts, self.active
        slot = weight % self.ring
        for number in tuple(active):
            block = self.blocks[number]
            if arriving := fronts[number].buckets[slot] & block.rim:
                for other, rim, bits in block.neighbours:
                    if crossing := arriving & rim:
                        fronts[other].buckets[slot] |= moved(crossing, bits)
                        active.add(other)

    def field(self, frame: Frame) -> KnownField:
        """What was reached."""
        table = np.full((frame.rows, frame.stride), -1, np.int32)
        for block, front, weight in zip(self.blocks, self.fronts, self.next, strict=True):
            inner = block.inner
            swept = front.field(weight)
            if swept.reached:
                top, left = inner.top - frame.top, inner.left - frame.left
                table[top : top + inner.rows, left : left + inner.columns] = swept.weights[
                    _BEYOND : _BEYOND + inner.rows, _BEYOND : _BEYOND + inner.columns
                ]
        return KnownField(frame, table.reshape(-1))


def _own_part(board: Board, frame: Frame, block: Block) -> Board:
    """The few positions of a board of the frame that lie in a block."""
    return relocated_board(board, frame, block.window) & block.window.block(
        Square(block.inner.left, block.inner.top), block.inner.columns, block.inner.rows
    )
