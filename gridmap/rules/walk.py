"""A walk under conditions: steps that are barred one by one, or open only while little is spent.

`rules.movement` says where a creature gets to when every legal step is open to it, and says it fast. Safe
ways, combined modes, withdrawing and running ask more: they sort the legal steps into *passages* first,
leave some out or limit them, and walk over what is left. The wave is the same as there: a set of positions
is one integer, a bucket of the queue is a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid, Frame, moved
from gridmap.rules.mover import Mover, Room, relocated
from gridmap.rules.pace import ENDS, TRANSITIONS, Pace
from gridmap.rules.step import Direction, KindBoards, StepKind
from gridmap.rules.storeys import Storeys
from gridmap.rules.tariff import tariff

FeetGrid = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Passage:
    """Steps of one direction that weigh the same.

    Attributes:
        direction: where they go.
        weight: what each weighs (see `tariff`).
        ends: positions that they end at.
        kind: what they pay for.
        most: the greatest weight, all steps before included, with which they may be taken; None without.
        mode: the mode of movement (rules 3.10), empty where modes are not asked about.
        rise: rows of the frame that it leads down besides, to another storey (see `Storeys`).
    """

    direction: Direction
    weight: int
    ends: Board
    kind: StepKind
    most: int | None = None
    mode: str = ""
    rise: int = 0

    def without(self, ends: Board) -> Passage:
        """The same passage, not ending at some positions."""
        return replace(self, ends=self.ends & ~ends)

    def bits(self, frame: Frame) -> int:
        """How many bits of a frame it leads on."""
        return frame.offset(self.direction.dx, self.direction.dy + self.rise)


class Leg(NamedTuple):
    """One step of a way: where it ends, and the passage that it takes."""

    to: Square
    passage: Passage


def all_steps(mover: Mover, room: Room) -> Mapping[Direction, KindBoards]:
    """Every legal step in a room, those out of an impossible own position included (rules 3.8)."""
    if mover.stands_in(room):
        return room.steps.into
    # A direction and an end name one start: the steps out of its own position cannot be taken elsewhere.
    near, first = mover.first_steps
    out = relocated(first.into, near, room.frame)
    return {direction: (*kinds, *out[direction]) for direction, kinds in room.steps.into.items()}


def impeded_steps(mover: Mover, room: Room) -> Mapping[Direction, KindBoards]:
    """The same of the steps onto impeded ground, which take a whole round (rules 3.6)."""
    if mover.stands_in(room):
        return room.steps.impeded
    near, first = mover.first_steps
    out = relocated(first.impeded, near, room.frame)
    return {direction: (*kinds, *out[direction]) for direction, kinds in room.steps.impeded.items()}


def paced_passages(mover: Mover, room: Room, pace: Pace) -> tuple[Passage, ...]:
    """Every legal step in a room from storey to storey of a pace (rules 10), see `paced_storeys`."""
    storeys = paced_storeys(room, pace)
    prices = {carried: tariff(mover.creature, mover.ruleset, carried=carried) for carried in (False, True)}
    return tuple(
        Passage(
            direction,
            prices[carried].weight(kind, direction.is_diagonal),
            storeys.on((after,), board),
            kind,
            rise=(after - before) * room.frame.rows,
        )
        for before, after, carried in TRANSITIONS[pace]
        for direction, kinds in all_steps(mover, room).items()
        for kind, board in kinds
        if board
    )


def paced_storeys(room: Room, pace: Pace) -> Storeys:
    """A storey for each number of spaces that the Movement spent last may still carry (rules 10)."""
    return Storeys(room.frame, ENDS[pace], pace.carry + 1)


def passages(mover: Mover, room: Room) -> tuple[Passage, ...]:
    """Every legal step in a room as passages without limits."""
    price = mover.price
    return tuple(
        Passage(direction, price.weight(kind, direction.is_diagonal), board, kind)
        for direction, kinds in all_steps(mover, room).items()
        for kind, board in kinds
        if board
    )


class _State(NamedTuple):
    """A place on the way back: `slack` is weight that may still be wasted without costing more."""

    bit: int
    slack: int
    onward: Direction | None


class Walk:
    """The least weight of every position that a creature walks to over some passages."""

    def __init__(
        self,
        mover: Mover,
        room: Room,
        open_passages: Iterable[Passage],
        most: int,
        *,
        enterable: Board | None = None,
        storeys: Storeys | None = None,
    ) -> None:
        """Walk.

        Args:
            mover: who walks, from where it stands.
            room: the steps round it.
            open_passages: steps that it may take.
            most: the greatest weight.
            enterable: positions that it may enter, on all storeys; None for all that its room allows.
            storeys: what its passages lead over; None for the room's frame alone.
        """
        self.mover, self.room, self.most = mover, room, most
        self.storeys = Storeys(room.frame) if storeys is None else storeys
        self.frame: Frame = self.storeys.frame
        self.own = self.frame.index(mover.creature.at)
        self.enterable = self.storeys.raised(room.enterable) if enterable is None else enterable
        self.passages = tuple(passage for passage in open_passages if passage.ends & self.enterable)
        self.fronts = tuple(
            wave(self.frame, self.passages, self.frame.bit(mover.creature.at), self.enterable, most)
        )

    @cached_property
    def reached(self) -> Board:
        """All positions walked to, its own included."""
        found = 0
        for _, front in self.fronts:
            found |= front
        return found

    def reached_beyond(self, weight: int) -> Board:
        """The positions walked to whose least weight is more than this."""
        found = 0
        for least, front in self.fronts:
            found |= front if least > weight else 0
        return found

    @cached_property
    def stoppable(self) -> Board:
        """Positions walked to where it may end; its own always (rules 3.7)."""
        stoppable = self.storeys.ending(self.room.stoppable)
        return self.reached & (stoppable | self.frame.bit(self.mover.creature.at))

    @cached_property
    def weights(self) -> memoryview:
        """The least weight by bit, -1 where a position is not walked to."""
        padded = np.full((self.frame.rows, self.frame.stride), -1, np.int32)
        for weight, front in self.fronts:
            padded[:, :-1][self.frame.grid(front)] = weight
        return memoryview(padded.reshape(-1).data)

    def weight(self, square: Square) -> int | None:
        """The least weight of one position, None where it is not walked to."""
        bits = self.goal(square)
        return next((weight for weight, front in self.fronts if front & bits), None)

    def goal(self, square: Square) -> Board:
        """The bits that stand for being at a position at the end of a move."""
        return self.storeys.ending(self.storeys.floor.bit(square))

    @cached_property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position walked to, -1 for none."""
        floor, seen = self.storeys.floor, 0
        part = np.full((floor.rows, floor.columns), -1, np.int32)
        ends = self.storeys.ending(floor.everything)
        for weight, front in self.fronts:
            first = self.storeys.floored(front & ends) & ~seen
            part[floor.grid(first)] = self.mover.price.spent(weight)
            seen |= first
        return self._whole(part, -1)

    @cached_property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end."""
        return self.on_map(self.storeys.floored(self.stoppable))

    @cached_property
    def squeezed(self) -> BoolGrid:
        """``(height, width) bool``: positions walked to in which it is squeezed (rules 3.8)."""
        squeezed = self.on_map(self.storeys.floored(self.reached) & self.room.footing.squeezed)
        x, y = self.mover.creature.at
        squeezed[y, x] = bool(self.mover.own.squeezed)
        return squeezed

    def on_map(self, board: Board) -> BoolGrid:
        """A board of the room's frame over the whole map: ``(height, width) bool``."""
        return self._whole(self.storeys.floor.grid(board), False)

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest way to a position: all positions on it, its own first; empty where there is none.

        Of equally cheap ways the one with the fewest diagonals, then the one with the fewest turns.
        """
        legs = self.legs(square)
        return () if legs is None else (self.mover.creature.at, *(leg.to for leg in legs))

    def cost_along(self, square: Square) -> tuple[int, ...]:
        """What has been spent at each position of `path`, 0 first."""
        totals = [0]
        for leg in self.legs(square) or ():
            totals.append(totals[-1] + leg.passage.weight)
        return tuple(self.mover.price.spent(total) for total in totals)

    def legs(self, square: Square, before: int | None = 0) -> tuple[Leg, ...] | None:
        """The steps of `path`; None where there is none.

        `before` is the weight spent before the way begins, where it goes on from another; None for a way
        that another one follows, which must not weigh more than the least.
        """
        ends = {bit: self.weights[bit] for bit in _bits_of(self.reached & self.goal(square))}
        if not ends:
            return None
        came_from: dict[_State, tuple[_State, Passage] | None] = {}
        price, least = self.mover.price, min(ends.values())
        most = least if before is None else price.most(price.spent(before + least)) - before
        most = min(most, self.most)
        starts = [_State(bit, most - weight, None) for bit, weight in ends.items() if weight <= most]
        heap: list[tuple[int, int, int, _State, tuple[_State, Passage] | None]] = [
            (0, 0, number, start, None) for number, start in enumerate(starts)
        ]
        pushed = len(heap)
        while heap:
            diagonals, turns, _, state, after = heappop(heap)
            if state in came_from:
                continue
            came_from[state] = after
            if state.bit == self.own:
                return tuple(self._forth(state, came_from))
            for earlier, passage in self._before(state):
                turned = state.onward is not None and state.onward != passage.direction
                entry = (diagonals + passage.direction.is_diagonal, turns + turned, pushed, earlier)
                heappush(heap, (*entry, (state, passage)))
                pushed += 1
        raise AssertionError("a position that was walked to has a way to it")

    def _before(self, state: _State) -> Iterator[tuple[_State, Passage]]:
        """Steps into a state that waste no more than the slack, and where they come from."""
        bit, total = 1 << state.bit, self.weights[state.bit] + state.slack
        for passage in self.passages:
            if not passage.ends & bit:
                continue
            limit = total if passage.most is None else min(total, passage.most)
            before = state.bit - passage.bits(self.frame)
            weight = self.weights[before]
            slack = limit - passage.weight - weight
            if weight >= 0 and slack >= 0:
                yield _State(before, slack, passage.direction), passage

    def _forth(
        self, state: _State, came_from: Mapping[_State, tuple[_State, Passage] | None]
    ) -> Iterator[Leg]:
        while (link := came_from[state]) is not None:
            state, passage = link
            yield Leg(self.storeys.square(state.bit), passage)

    def _whole(self, part: npt.NDArray[Any], empty: object) -> npt.NDArray[Any]:
        """An array of the frame as one of the map."""
        frame, terrain = self.storeys.floor, self.mover.battle_map.terrain
        whole = np.full(terrain.shape, empty, part.dtype)
        whole[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns] = part
        return whole


def wave(
    frame: Frame, open_passages: Sequence[Passage], start: Board, enterable: Board, most: int
) -> Iterator[tuple[int, Board]]:
    """The positions walked to in pairs of (least weight, positions), lightest first."""
    ways = [(passage.bits(frame), passage.weight, passage.ends, passage.most) for passage in open_passages]
    buckets, unreached, weight = {0: start}, enterable | start, 0
    while buckets and weight <= most:
        # Steps without weight lead on at once.
        while front := buckets.pop(weight, 0) & unreached:
            yield weight, front
            unreached ^= front
            for bits_on, step, ends, limit in ways:
                total = weight + step
                if total <= most and (limit is None or total <= limit):
                    there = moved(front, bits_on) & ends & unreached
                    if there:
                        buckets[total] = buckets.get(total, 0) | there
        weight += 1


def _bits_of(board: Board) -> Iterator[int]:
    """The numbers of the bits of a board, lowest first."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest
