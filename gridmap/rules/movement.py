"""Where a creature can go and what it costs (rules 3, 10)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid, Frame
from gridmap.rules.movement_path import Taken, cheapest_path
from gridmap.rules.movement_reason import receipt, why_not
from gridmap.rules.mover import Mover, Room, relocated
from gridmap.rules.pace import Pace, layers
from gridmap.rules.reason import Reason
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
        room: the compiled steps round it.
        layers: its states (one, but for soulweaver's paces).
        fields: the least weights by layer.
    """

    mover: Mover
    pace: Pace
    budget: int | None
    room: Room
    layers: tuple[Layer, ...]
    fields: tuple[LayerField, ...]

    @property
    def frame(self) -> Frame:
        """The part of the map that was looked at."""
        return self.room.frame

    @cached_property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position reached (soulweaver: Movement), -1 for none.

        Positions that it may pass but not stop at are included (see `stops`).
        """
        whole = np.full(self._shape, -1, np.int32)
        self._place(whole, self.feet_in_frame)
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = 0
        whole.flags.writeable = False
        return whole

    @cached_property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end, its own always among them (rules 3.7)."""
        whole = np.zeros(self._shape, np.bool_)
        self._place(whole, self.frame.grid(self._stops))
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = True
        whole.flags.writeable = False
        return whole

    @cached_property
    def squeezed(self) -> BoolGrid:
        """``(height, width) bool``: positions reached in which it is squeezed (rules 3.8)."""
        whole = np.zeros(self._shape, np.bool_)
        self._place(whole, self.frame.grid(self._reached & self.room.footing.squeezed))
        own = self.mover.creature.at
        if self.mover.battle_map.contains(own):
            whole[own.y, own.x] = bool(self.mover.own.squeezed)
        whole.flags.writeable = False
        return whole

    @cached_property
    def feet_in_frame(self) -> FeetGrid:
        """``(frame.rows, frame.columns) int32``: the part of `feet` in the frame."""
        weights = self._weights
        return np.maximum(self.mover.price.spent(weights), np.int32(-1))

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
    def _reached(self) -> Board:
        found = 0
        for layer, field in zip(self.layers, self.fields, strict=True):
            found |= field.reached if layer.is_end else 0
        return found

    @cached_property
    def _stops(self) -> Board:
        return self._reached & self.room.stoppable

    @cached_property
    def _weights(self) -> Weights:
        """Least weights over the layers where a move may end."""
        ends = [field.weights for layer, field in zip(self.layers, self.fields, strict=True) if layer.is_end]
        least = ends[0]
        for weights in ends[1:]:
            least = np.where(least < 0, weights, np.where(weights < 0, least, np.minimum(least, weights)))
        return least

    @property
    def _shape(self) -> tuple[int, int]:
        return self.mover.battle_map.terrain.shape

    def _place(self, whole: npt.NDArray[Any], part: npt.NDArray[Any]) -> None:
        frame = self.frame
        whole[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns] = part


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
    room = mover.room(mover.frame(reach))
    paid = mover.step_masks(room)
    states = layers(pace, paid, lambda: mover.step_masks(room, carried=True))
    seeds = _seeds(mover, room, states)
    fields = yield from sweep_in_slices(states, seeds, room.enterable, most)
    return CostField(mover, pace, budget, room, states, fields)


def _most(mover: Mover, budget: int | None) -> int:
    if budget is not None:
        return mover.price.most(budget)
    # Every position at most once, each by the dearest step there can be.
    battle_map = mover.battle_map
    return battle_map.width * battle_map.height * 2**20


def _seeds(mover: Mover, room: Room, states: tuple[Layer, ...]) -> tuple[Mapping[int, Board], ...]:
    """Where the wave begins: at its own position, or after the first step out of an impossible one."""
    seeds: list[dict[int, Board]] = [{} for _ in states]
    if mover.stands_in(room):
        seeds[0][0] = room.frame.bit(mover.creature.at)
        return tuple(seeds)
    near, first = mover.first_steps
    steps = weighed(relocated(first.into, near, room.frame), mover.price)
    following = seeds[states[0].moves[0][1]]
    for boards in steps.values():
        for weight, board in boards:
            following[weight] = following.get(weight, 0) | board
    return tuple(seeds)
