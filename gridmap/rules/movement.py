"""Where a creature can go and what it costs (rules 3, 10)."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid, Frame, union
from gridmap.rules.block_sweep import blocks_of, sweep_blocks
from gridmap.rules.movement_path import Taken, cheapest_path
from gridmap.rules.movement_reason import receipt, why_not
from gridmap.rules.mover import Mover, Room, relocated
from gridmap.rules.pace import Pace, layers
from gridmap.rules.reason import Reason
from gridmap.rules.repair import repaired
from gridmap.rules.rounds import RoundsField, rounds_field
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.sweep import Layer, LayerField, Weights, finished, sweep_in_slices
from gridmap.rules.tariff import weighed

__all__ = ["CostField", "Pace", "RoundsField", "cost_field", "cost_field_in_slices", "rounds_field"]

FeetGrid = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class CostField:
    """The least cost of every position that a creature can get to in one turn.

    A position is the top-left square of its space. Arrays over the whole map are made when they are first
    asked for; the `frame` is the part of the map that the budget can reach.

    Attributes:
        mover: who moves.
        pace: how.
        budget: feet, Movement in soulweaver; None without an end.
        frame: the part of the map that was looked at.
        fields: the least weights by layer.
    """

    mover: Mover
    pace: Pace
    budget: int | None
    frame: Frame
    fields: tuple[LayerField, ...]

    @cached_property
    def room(self) -> Room:
        """The compiled steps in the frame."""
        return self.mover.room(self.frame)

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The states of the mover: one, but for soulweaver's paces."""
        return _layers(self.mover, self.room, self.pace)

    @cached_property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position reached (soulweaver: Movement), -1 for none.

        Positions that it may pass but not stop at are included (see `stops`).
        """
        whole = self._placed(self.feet_in_frame, -1)
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = 0
        whole.flags.writeable = False
        return whole

    @cached_property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end, its own always among them (rules 3.7)."""
        whole = self._placed(self.frame.grid(self._stops), False)
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = True
        whole.flags.writeable = False
        return whole

    @cached_property
    def squeezed(self) -> BoolGrid:
        """``(height, width) bool``: positions reached in which it is squeezed (rules 3.8)."""
        whole = self._placed(self.frame.grid(self._reached & self.room.footing.squeezed), False)
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = bool(self.mover.own.squeezed)
        whole.flags.writeable = False
        return whole

    @cached_property
    def feet_in_frame(self) -> FeetGrid:
        """``(frame.rows, frame.columns) int32``: the part of `feet` in the frame."""
        return np.maximum(self.mover.price.spent(self._weights), np.int32(-1))

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest way to a position: all positions on it, its own first; empty where there is none.

        Of equally cheap ways the one with the fewest diagonals, then the one with the fewest turns.
        """
        steps = self._steps_to(square)
        return () if steps is None else (self.mover.creature.at, *(step.to for step in steps))

    def cost_along(self, square: Square) -> tuple[int, ...]:
        """What has been spent at each position of `path`, 0 first."""
        steps = self._steps_to(square) or ()
        totals = [0]
        for step in steps:
            totals.append(totals[-1] + step.weight)
        return tuple(self.mover.price.spent(total) for total in totals)

    def reason(self, square: Square) -> Reason | None:
        """Why a position costs what it does, or why the creature cannot end there; None off the map."""
        if not self.mover.battle_map.contains(square):
            return None
        if not self.stops[square.y, square.x]:
            reached = bool(self.feet[square.y, square.x] >= 0)
            return why_not(self.mover, square, reached=reached, budget=self.budget)
        return receipt(self.mover, self._steps_to(square) or ())

    def _steps_to(self, square: Square) -> tuple[Taken, ...] | None:
        if square == self.mover.creature.at:
            return ()
        return cheapest_path(self, square)

    @cached_property
    def _ends(self) -> Sequence[LayerField]:
        """Those of the layers where a move may end."""
        if len(self.fields) == 1:
            return self.fields
        return [field for layer, field in zip(self.layers, self.fields, strict=True) if layer.is_end]

    @cached_property
    def _reached(self) -> Board:
        return union(field.reached for field in self._ends)

    @cached_property
    def _stops(self) -> Board:
        return self._reached & self.room.stoppable

    @cached_property
    def _weights(self) -> Weights:
        """Least weights over the layers where a move may end."""
        least = self._ends[0].weights
        for weights in [field.weights for field in self._ends[1:]]:
            least = np.where(least < 0, weights, np.where(weights < 0, least, np.minimum(least, weights)))
        return least

    def _placed(self, part: npt.NDArray[Any], empty: int) -> npt.NDArray[Any]:
        """A copy of an array of the frame as one of the map."""
        frame, shape = self.frame, self.mover.battle_map.terrain.shape
        if part.shape == shape:
            return part.copy()
        whole = np.full(shape, empty, part.dtype)
        whole[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns] = part
        return whole


def cost_field(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    budget: int | None,
    *,
    squeeze: bool = True,
    pace: Pace = Pace.ADVANCE,
) -> CostField:
    """Where a creature can get to in one turn, and the least that each position costs.

    Args:
        battle_map: the map; the creature itself, wherever the map has it, is in nobody's way.
        creature: who moves, from where it stands.
        ruleset: by which rules.
        budget: feet (move action: speed; double move: twice; rules 3.9), Movement in soulweaver; None for
            the whole map.
        squeeze: whether it may squeeze (rules 3.8).
        pace: soulweaver's pace (rules 10).
    """
    return finished(cost_field_in_slices(battle_map, creature, ruleset, budget, squeeze=squeeze, pace=pace))


def cost_field_in_slices(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    budget: int | None,
    *,
    squeeze: bool = True,
    pace: Pace = Pace.ADVANCE,
) -> Generator[None, None, CostField]:
    """`cost_field` that gives way every few milliseconds, so that a window with a huge map never waits.

    It yields nothing of use; the field is what the generator returns.
    """
    mover = Mover(battle_map, creature, ruleset, squeeze)
    most = _most(mover, budget)
    # No step weighs less than the lightest; what one Movement carries comes on top.
    reach = most // mover.price.lightest * (1 + pace.carry) if most > 0 else 0
    frame = mover.frame(reach)
    large = frame.rows * frame.columns >= _WORTH_REPAIRING and pace is Pace.ADVANCE
    if large and (known := _repaired(mover, budget, frame, most)) is not None:
        return known
    if frame.rows * frame.columns >= _WORTH_BLOCKS and pace is Pace.ADVANCE:
        seeds = _seeds(mover, frame, mover.stands_in(mover.room(mover.frame(1))))
        fields: tuple[LayerField, ...] = (
            (yield from sweep_blocks(blocks_of(mover, frame), frame, seeds, most)),
        )
    else:
        fields = yield from _swept(mover, frame, pace, most)
    field = CostField(mover, pace, budget, frame, fields)
    if large:
        _lately.add(field)
    return field


_WORTH_BLOCKS = 500_000
"""From so many positions on, the wave runs block by block."""
_WORTH_REPAIRING = 5_000
"""From so many positions on, a field is worked out from an earlier one where it can be."""


class _Lately:
    """The last few large fields, for the next one to begin from."""

    def __init__(self) -> None:
        self._fields: deque[CostField] = deque(maxlen=2)
        self._lock = Lock()

    def add(self, field: CostField) -> None:
        """Keep a field."""
        with self._lock:
            self._fields.appendleft(field)

    def alike(self, mover: Mover, budget: int | None, frame: Frame) -> CostField | None:
        """The latest field of the same creature in the same place with the same budget, None without any."""
        with self._lock:
            fields = list(self._fields)
        return next(
            (
                field
                for field in fields
                if field.frame == frame
                and field.budget == budget
                and field.mover.squeeze == mover.squeeze
                and field.mover.ruleset is mover.ruleset
                and field.mover.creature == mover.creature
            ),
            None,
        )


_lately = _Lately()


def _repaired(mover: Mover, budget: int | None, frame: Frame, most: int) -> CostField | None:
    """The field, from one of the same question before a small edit of the map; None without such a one."""
    earlier = _lately.alike(mover, budget, frame)
    if earlier is None:
        return None
    field = repaired(earlier.fields[0], earlier.mover, mover, most)
    if field is None:
        return None
    known = CostField(mover, Pace.ADVANCE, budget, frame, (field,))
    _lately.add(known)
    return known


def _layers(mover: Mover, room: Room, pace: Pace) -> tuple[Layer, ...]:
    return layers(pace, mover.step_masks(room), lambda: mover.step_masks(room, carried=True))


def _most(mover: Mover, budget: int | None) -> int:
    if budget is not None:
        return mover.price.most(budget)
    # Every position at most once, each by the dearest step there can be.
    battle_map = mover.battle_map
    return battle_map.width * battle_map.height * 2**20


def _swept(
    mover: Mover, frame: Frame, pace: Pace, most: int
) -> Generator[None, None, tuple[LayerField, ...]]:
    """A wave over the whole frame at once."""
    room = mover.room(frame)
    states = _layers(mover, room, pace)
    seeds: list[Mapping[int, Board]] = [{} for _ in states]
    stands = mover.stands_in(room)
    # The first step out of an impossible position has been taken.
    seeds[0 if stands else states[0].moves[0][1]] = _seeds(mover, frame, stands)
    return (yield from sweep_in_slices(states, seeds, room.enterable, most))


def _seeds(mover: Mover, frame: Frame, stands: bool) -> Mapping[int, Board]:
    """Where the wave begins, by weight: at its own position, or a step away from an impossible one.

    `stands` says whether its own position is one like any other.
    """
    if stands:
        return {0: frame.bit(mover.creature.at)}
    near, first = mover.first_steps
    following: dict[int, Board] = {}
    for boards in weighed(relocated(first.into, near, frame), mover.price).values():
        for weight, board in boards:
            following[weight] = following.get(weight, 0) | board
    return following
