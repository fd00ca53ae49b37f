"""A field of costs after a small edit: the old one, with only those positions worked out again that differ.

Exact, like a wave from the beginning. Two searches do it, each in the order of the weights:

* *Who is lost?* A position beside the edit keeps its weight while any step into it still makes it up. If
  none does, it is lost, and those that were reached through it are asked next.
* *What is better?* From the positions that stand, and over steps that are new, a wave as Dijkstra's runs
  over what was lost and whatever it now reaches with less.

The steps are compiled in small windows of the map where the two searches come by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from math import ceil, floor
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Square
from gridmap.model.terrain import Layer
from gridmap.rules.bitboard import Frame
from gridmap.rules.mover import Mover
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side
from gridmap.rules.step import DIRECTIONS
from gridmap.rules.sweep import KnownField, LayerField
from gridmap.rules.tariff import Weighed, weighed

Thing = TypeVar("Thing")

MOST_CHANGED = 400
"""Positions beside an edit: with more of them a wave from the beginning is quicker."""
_MOST_BLOCKS = 16
_SHARE = 200
"""One position in so many may come to differ before a wave from the beginning is quicker."""
_LEAST = 64
_WINDOW = 8
"""Squares on each side of a position that are compiled together."""
_LAYERS = (Layer.DIFFICULT, Layer.IMPEDED, Layer.BLOCKED)


def repaired(
    field: LayerField, before: Mover, after: Mover, most: int, share: int = _SHARE
) -> LayerField | None:
    """The field of a mover after an edit of the map; None where that would take longer than a wave.

    Args:
        field: what `before` reached, in one turn from its own position (see `sweep`).
        before: the mover on the map as it was.
        after: the same mover in the same place of the edited map.
        most: the greatest weight, the same for both.
        share: give up when more than one position in so many differs.
    """
    blocks = edited_blocks(before.battle_map, after.battle_map, after.ruleset, after.creature.id)
    if blocks is None:
        return None
    if not blocks:
        return field
    own = field.frame.index(after.creature.at)
    changed = _positions(blocks, after.body.side, field.frame)
    if field.padded[own] != 0 or len(changed) > MOST_CHANGED:
        return None
    steps = _Steps(after, field.frame)
    if own in changed and not steps.fits(after.creature.at):
        return None
    return _Repair(field, steps, own, most).run(changed, max(_LEAST, len(field.padded) // share))


def edited_blocks(before: BattleMap, after: BattleMap, ruleset: Ruleset, mover: str) -> list[Frame] | None:
    """Blocks of squares that hold all that two maps show differently to a mover; None for too many.

    Args:
        before: one map.
        after: another of the same size.
        ruleset: how large creatures are.
        mover: the id of the creature that moves, which is in nobody's way.
    """
    if (before.width, before.height) != (after.width, after.height):
        return None
    blocks: list[Frame] = []
    for layer in _LAYERS:
        one, other = before.terrain.layer(layer), after.terrain.layer(layer)
        if one is not other:
            differs = one != other
            if np.count_nonzero(differs) > MOST_CHANGED:
                return None
            blocks += _squares_that_differ(differs)
    for creature in _only_in_one(before.creatures, after.creatures):
        if creature.id != mover:
            size = side(creature, ruleset)
            blocks.append(Frame(*creature.at, size, size))
    for wall in _only_in_one(before.walls, after.walls):
        left, right = sorted((wall.start.x, wall.end.x))
        top, bottom = sorted((wall.start.y, wall.end.y))
        # What only touches a square counts for it too (rules 2.4).
        x, y = ceil(left) - 1, ceil(top) - 1
        blocks.append(Frame(x, y, floor(right) + 1 - x, floor(bottom) + 1 - y))
    return blocks if len(blocks) <= _MOST_BLOCKS else None


def _squares_that_differ(differs: npt.NDArray[np.bool_]) -> list[Frame]:
    """Changed squares as one block where they lie close together, else one by one."""
    ys, xs = np.nonzero(differs)
    if not len(ys):
        return []
    left, top = int(xs.min()), int(ys.min())
    block = Frame(left, top, int(xs.max()) - left + 1, int(ys.max()) - top + 1)
    if len(ys) > _MOST_BLOCKS or block.columns * block.rows <= MOST_CHANGED:
        return [block]
    return [Frame(x, y, 1, 1) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]


def _only_in_one(ones: tuple[Thing, ...], others: tuple[Thing, ...]) -> Iterator[Thing]:
    """What only one of two tuples holds, by identity."""
    if ones is others:
        return
    known_ones, known_others = set(map(id, ones)), set(map(id, others))
    yield from (one for one in ones if id(one) not in known_others)
    yield from (other for other in others if id(other) not in known_ones)


def _positions(blocks: Iterable[Frame], size: int, frame: Frame) -> set[int]:
    """The bits of all positions into which steps may differ where these blocks of squares do."""
    found: set[int] = set()
    for block in blocks:
        # A step is decided by the squares of its two spaces and those beside them, a block of size + 1.
        left, top = max(block.left - size, frame.left), max(block.top - size, frame.top)
        right = min(block.left + block.columns + 1, frame.left + frame.columns)
        bottom = min(block.top + block.rows + 1, frame.top + frame.rows)
        if (right - left) * (bottom - top) > MOST_CHANGED:
            return set(range(MOST_CHANGED + 1))
        found.update(frame.index(Square(x, y)) for y in range(top, bottom) for x in range(left, right))
    return found


class _Window:
    """The steps of a small part of the frame."""

    def __init__(self, mover: Mover, frame: Frame, square: Square) -> None:
        """Compile the part round a square."""
        left, top = max(square.x - _WINDOW, frame.left), max(square.y - _WINDOW, frame.top)
        right = min(square.x + _WINDOW + 1, frame.left + frame.columns)
        bottom = min(square.y + _WINDOW + 1, frame.top + frame.rows)
        self.exact = Frame(left, top, right - left, bottom - top)
        """The positions into which all steps are known."""
        # The steps from round about need room for their own spaces.
        x, y, size = max(left - 1, frame.left), max(top - 1, frame.top), mover.body.side
        right = min(right + size, frame.left + frame.columns)
        bottom = min(bottom + size, frame.top + frame.rows)
        self.room = mover.room(Frame(x, y, right - x, bottom - y))
        self.into: Weighed = weighed(self.room.steps.into, mover.price)


class _Steps(dict[int, Mapping[int, int]]):
    """For each position's bit, the steps into it: by the bits that they move, what they weigh.

    They are worked out when they are first asked for. Beyond the frame there are none.
    """

    def __init__(self, mover: Mover, frame: Frame) -> None:
        super().__init__()
        self.mover, self.frame = mover, frame
        self.offsets = {direction: frame.offset(*direction) for direction in DIRECTIONS}
        self.windows: list[_Window] = []

    def __missing__(self, bit: int) -> Mapping[int, int]:
        square = self.frame.square(bit)
        found: dict[int, int] = {}
        if self.frame.contains(square):
            window = self._window(square)
            place = window.room.frame.index(square)
            for direction, boards in window.into.items():
                for weight, board in boards:
                    if board >> place & 1:
                        # Of two ways to pay for one step the lighter one comes first.
                        found.setdefault(self.offsets[direction], weight)
        self[bit] = found
        return found

    def fits(self, at: Square) -> bool:
        """Whether the mover fits at a position of the frame."""
        room = self._window(at).room
        return bool(room.footing.any & room.frame.bit(at))

    def _window(self, square: Square) -> _Window:
        for window in self.windows:
            if window.exact.contains(square):
                return window
        window = _Window(self.mover, self.frame, square)
        self.windows.append(window)
        return window


class _Repair:
    """One repair under way, on a copy of the old weights."""

    def __init__(self, field: LayerField, steps: _Steps, own: int, most: int) -> None:
        self.frame, self.steps, self.own, self.most = field.frame, steps, own, most
        self.offsets = tuple(steps.offsets.values())
        table = np.array(field.padded, np.int32)
        self.table, self.weights = table, memoryview(table.data)

    def run(self, changed: set[int], cap: int) -> LayerField | None:
        """The new field, given the positions into which steps may have changed; None beyond the cap."""
        lost = self._lost(changed, cap)
        if lost is None:
            return None
        for bit in lost:
            self.weights[bit] = -1
        if not self._regain(changed | lost, cap):
            return None
        return KnownField(self.frame, self.table)

    def _lost(self, changed: set[int], cap: int) -> set[int] | None:
        """The positions that nothing holds at their weight any more; None for more than the cap."""
        weights, steps = self.weights, self.steps
        queue = [(weights[bit], bit) for bit in changed if weights[bit] > 0]
        heapify(queue)
        lost: set[int] = set()
        asked: set[int] = set()
        while queue:
            weight, bit = heappop(queue)
            if bit in asked:
                continue
            asked.add(bit)
            if any(
                0 <= weights[bit - offset] <= weight - step and bit - offset not in lost
                for offset, step in steps[bit].items()
            ):
                continue
            lost.add(bit)
            if len(lost) > cap:
                return None
            for offset in self.offsets:
                step = steps[bit + offset].get(offset)
                if step is not None and weights[bit + offset] == weight + step:
                    heappush(queue, (weight + step, bit + offset))
        return lost

    def _regain(self, bits: Iterable[int], cap: int) -> bool:
        """Lay a wave over these positions and all that they make cheaper; False beyond the cap."""
        weights, steps = self.weights, self.steps
        queue = []
        for bit in bits:
            ways = (
                (weights[bit - offset] + step, bit)
                for offset, step in steps[bit].items()
                if weights[bit - offset] >= 0
            )
            if (best := min(ways, default=None)) is not None and self._is_better(*best):
                queue.append(best)
        heapify(queue)
        settled = 0
        while queue:
            weight, bit = heappop(queue)
            if not self._is_better(weight, bit):
                continue
            weights[bit] = weight
            settled += 1
            if settled > cap:
                return False
            for offset in self.offsets:
                step = steps[bit + offset].get(offset)
                if step is not None and self._is_better(weight + step, bit + offset):
                    heappush(queue, (weight + step, bit + offset))
        return True

    def _is_better(self, weight: int, bit: int) -> bool:
        return weight <= self.most and not 0 <= self.weights[bit] <= weight
