"""A field over several rounds: each a fresh double move from where it could stop before (rules 3.6, 3.9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.rules.bitboard import Board, moved, without
from gridmap.rules.modes import Modes, mode_passages, multiplied, slow_passages
from gridmap.rules.mover import Mover, relocated, relocated_board
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.step import Direction, Steps
from gridmap.rules.sweep import Layer, Weights, sweep
from gridmap.rules.tariff import Weighed, weighed
from gridmap.rules.walk import Passage, wave


@dataclass(frozen=True, eq=False)
class RoundsField:
    """The first round in which a creature may end at each position.

    Attributes:
        round: ``(height, width) int16``, 0 at its own position, -1 where it does not get to.
        feet: ``(height, width) int32``, what it spends in that round (an impeded or minimum step spends the
            whole round's movement), -1 for none; Movement in soulweaver.
    """

    round: npt.NDArray[np.int16]
    feet: npt.NDArray[np.int32]


def rounds_field(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    speed: int,
    rounds: int,
    modes: Modes | None = None,
) -> RoundsField:
    """Where a creature may end after each of several rounds.

    Args:
        battle_map: the map.
        creature: who moves, from where it stands.
        ruleset: by which rules.
        speed: feet of one move action (Movement in soulweaver); a round is twice that.
        rounds: how many.
        modes: feet of one move action by mode of movement (rules 3.10), the greatest of them `speed`; None
            where kinds of ground are not asked about.
    """
    mover = Mover(battle_map, creature, ruleset)
    rounds_run = _Rounds(mover, 2 * speed, rounds, None if modes is None else multiplied(modes, 2))
    for number in range(1, rounds + 1):
        if not rounds_run.run(number):
            break
    return rounds_run.field()


class _Rounds:
    """Round after round, from the positions that the one before reached first."""

    def __init__(self, mover: Mover, whole: int, rounds: int, modes: Modes | None) -> None:
        self.mover, self.whole, self.modes = mover, whole, modes
        self.most = mover.price.most(whole)
        a_round = max(1, self.most // mover.price.lightest)
        longest = max(mover.battle_map.width, mover.battle_map.height)
        self.room = mover.room(mover.frame(min(a_round * rounds, longest)))
        self.masks = mover.step_masks(self.room)
        frame = self.room.frame
        self.round = np.full((frame.rows, frame.columns), -1, np.int16)
        self.feet = np.full((frame.rows, frame.columns), -1, np.int32)
        self.done: Board = frame.bit(mover.creature.at)
        self.fresh: Board = self.done if mover.stands_in(self.room) else 0

    def run(self, number: int) -> bool:
        """One more round; False when nothing new was reached."""
        reached, weights, slow = self._by_legs(number) if self.modes is None else self._by_modes(number)
        free = without(self.room.stoppable, self.done)
        self.fresh = (reached | slow) & free
        if not self.fresh:
            return False
        frame = self.room.frame
        feet = self.mover.price.spent(weights)
        feet[frame.grid(without(slow, reached))] = self.whole
        new = frame.grid(self.fresh)
        self.round[new] = number
        self.feet[new] = feet[new]
        self.done |= self.fresh
        return True

    def _by_legs(self, number: int) -> tuple[Board, Weights, Board]:
        """What a round reaches, at which weights, and where its slow steps lead."""
        first = number == 1 and not self.fresh
        seeds, slow = self._out_of_own() if first else ({0: self.fresh}, self._slow_steps())
        layer = Layer(((self.masks, 0),), is_end=True)
        reached = sweep((layer,), (seeds,), self.room.enterable, self.most)[0]
        return reached.reached, reached.weights, slow

    def _by_modes(self, number: int) -> tuple[Board, Weights, Board]:
        """The same by all its modes together (rules 3.10)."""
        frame = self.room.frame
        start = frame.bit(self.mover.creature.at) if number == 1 else self.fresh
        weights = np.full((frame.rows, frame.columns), -1, np.int32)
        reached = 0
        for weight, front in wave(frame, self.passages, start, self.room.enterable, self.most):
            weights[frame.grid(front)] = weight
            reached |= front
        slow = 0
        for passage in self.slow:
            slow |= moved(start, passage.bits(frame)) & passage.ends
        return reached, weights, slow & self.room.enterable

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The steps of a round by mode."""
        return mode_passages(self.mover, self.room, self.modes or {})

    @cached_property
    def slow(self) -> tuple[Passage, ...]:
        """The steps by mode that take a whole round."""
        return slow_passages(self.mover, self.room, self.modes or {})

    def _slow_steps(self) -> Board:
        """Where one step that takes the whole round leads from the last round's positions."""
        frame = self.room.frame
        found = 0
        for direction, ends in slow_steps(self.room.steps, self.masks.steps, self.mover, self.most).items():
            found |= moved(self.fresh, frame.offset(*direction)) & ends
        return found

    def _out_of_own(self) -> tuple[dict[int, Board], Board]:
        """The first steps out of an impossible position: what begins the wave, and the slow ones."""
        near, first = self.mover.first_steps
        seeds: dict[int, Board] = {}
        steps = weighed(relocated(first.into, near, self.room.frame), self.mover.price)
        for boards in steps.values():
            for weight, board in boards:
                seeds[weight] = seeds.get(weight, 0) | board
        slow = 0
        weights = weighed(first.into, self.mover.price)
        for ends in slow_steps(first, weights, self.mover, self.most).values():
            slow |= relocated_board(ends, near, self.room.frame)
        return {weight: board for weight, board in seeds.items() if weight <= self.most}, slow

    def field(self) -> RoundsField:
        """The rounds over the whole map."""
        battle_map, frame, own = self.mover.battle_map, self.room.frame, self.mover.creature.at
        shape = (battle_map.height, battle_map.width)
        numbers, feet = np.full(shape, -1, np.int16), np.full(shape, -1, np.int32)
        window = np.s_[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns]
        numbers[window], feet[window] = self.round, self.feet
        if battle_map.contains(own):
            numbers[own.y, own.x] = feet[own.y, own.x] = 0
        return RoundsField(numbers, feet)


def slow_steps(steps: Steps, weights: Weighed, mover: Mover, most: int) -> dict[Direction, Board]:
    """For each direction where steps end that take a whole round: impeded, or dearer than it (rules 3.6)."""
    found = {}
    for direction, kinds in steps.impeded.items():
        ends = 0
        for _, board in kinds:
            ends |= board
        for weight, board in weights[direction]:
            if weight > most:
                ends |= board
        found[direction] = ends
    return found
