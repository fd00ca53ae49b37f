"""The cheapest way to a position: fewest diagonals among equals, then fewest turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from gridmap.model.square import Square
from gridmap.rules.mover import relocated
from gridmap.rules.step import DIRECTIONS, Direction, StepKind, Steps
from gridmap.rules.tariff import weighed

if TYPE_CHECKING:
    from gridmap.rules.movement import CostField


@dataclass(frozen=True)
class Taken:
    """One step of a way.

    Attributes:
        to: the position that it ends at.
        direction: where it went.
        weight: what it weighed.
        kind: what it paid for.
    """

    to: Square
    direction: Direction
    weight: int
    kind: StepKind


class _State(NamedTuple):
    """A place on the way back: `slack` is weight that may still be wasted without costing more."""

    layer: int
    bit: int
    slack: int
    onward: Direction | None


_OWN = -1
"""Stands for the bit of an own position that is none of the frame's positions."""


def cheapest_path(field: CostField, square: Square, before: int | None = 0) -> tuple[Taken, ...] | None:
    """The steps of the best way to a position, None where it is not reached.

    Args:
        field: the costs.
        square: the position.
        before: the weight that was spent before the way begins, where it goes on from another; None for a
            way that another one follows, which must not weigh more than the least.
    """
    search = _WayBack(field)
    if not field.frame.contains(square) or field.feet[square.y, square.x] < 0:
        return None
    return search.steps_to(field.frame.index(square), before)


class _WayBack:
    """A search from the end of the way to its start, over steps of least weight only."""

    def __init__(self, field: CostField) -> None:
        self.field, self.mover, self.frame = field, field.mover, field.frame
        self.totals = [layer.padded for layer in field.fields]
        self.offsets = {direction: field.frame.offset(*direction) for direction in DIRECTIONS}
        self.own = field.frame.index(self.mover.creature.at)
        self.first: dict[int, list[tuple[Direction, int]]] = {}
        if not self.mover.stands_in(field.room):
            self.own = _OWN
            near, first = self.mover.first_steps
            for direction, boards in weighed(
                relocated(first.into, near, self.frame), self.mover.price
            ).items():
                for weight, board in boards:
                    for bit in _bits(board):
                        self.first.setdefault(bit, []).append((direction, weight))

    def steps_to(self, end: int, before: int | None = 0) -> tuple[Taken, ...]:
        """The steps of the best way to a bit."""
        came_from: dict[_State, tuple[_State, Direction, int] | None] = {}
        heap: list[tuple[int, int, int, _State, tuple[_State, Direction, int] | None]] = []
        pushed = 0
        for state in self._ends(end, before):
            heappush(heap, (0, 0, pushed, state, None))
            pushed += 1
        while heap:
            diagonals, turns, _, state, after = heappop(heap)
            if state in came_from:
                continue
            came_from[state] = after
            if state.bit == self.own and state.layer == 0:
                return tuple(self._taken(state, came_from))
            for earlier, direction, weight in self._before(state):
                if earlier in came_from:
                    continue
                turned = state.onward is not None and state.onward != direction
                heappush(
                    heap,
                    (
                        diagonals + direction.is_diagonal,
                        turns + turned,
                        pushed,
                        earlier,
                        (state, direction, weight),
                    ),
                )
                pushed += 1
        raise AssertionError("a position that was reached has a way to it")

    def _ends(self, end: int, before: int | None) -> Iterator[_State]:
        price = self.mover.price
        ends = {
            number: self.totals[number][end]
            for number, layer in enumerate(self.field.layers)
            if layer.is_end and self.totals[number][end] >= 0
        }
        most = least = min(ends.values())
        if before is not None:
            most = price.most(price.spent(before + least)) - before
        for number, total in ends.items():
            if total <= most:
                yield _State(number, end, most - total, None)

    def _before(self, state: _State) -> Iterator[tuple[_State, Direction, int]]:
        """Steps into a state that waste no more than the slack, and where they come from."""
        most = self.totals[state.layer][state.bit] + state.slack
        for number, layer in enumerate(self.field.layers):
            for masks, following in layer.moves:
                if following != state.layer:
                    continue
                for direction in DIRECTIONS:
                    weight = masks.weights[direction][state.bit]
                    if weight < 0:
                        continue
                    before = state.bit - self.offsets[direction]
                    total = self.totals[number][before]
                    if total >= 0 and total + weight <= most:
                        slack = most - weight - total
                        yield _State(number, before, slack, direction), direction, weight
        for direction, weight in self.first.get(state.bit, ()):
            if state.layer == self.field.layers[0].moves[0][1] and weight <= most:
                yield _State(0, _OWN, most - weight, direction), direction, weight

    def _taken(
        self, start: _State, came_from: dict[_State, tuple[_State, Direction, int] | None]
    ) -> Iterator[Taken]:
        state = start
        while (link := came_from[state]) is not None:
            state, direction, weight = link
            to = self.frame.square(state.bit)
            yield Taken(to, direction, weight, self._kind(start, to, direction))

    def _kind(self, start: _State, to: Square, direction: Direction) -> StepKind:
        steps, bit = self.field.room.steps, self.frame.bit(to)
        found = _kind_of(steps, direction, bit)
        if found is None:
            near, first = self.mover.first_steps
            found = _kind_of(first, direction, near.bit(to))
        assert found is not None
        return found


def _kind_of(steps: Steps, direction: Direction, bit: int) -> StepKind | None:
    return next((kind for kind, board in steps.into[direction] if board & bit), None)


def _bits(board: int) -> Iterator[int]:
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest
