"""The way of a creature that is moved by hand: the cheapest from stop to stop, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import BoolGrid
from gridmap.rules.five_foot_step import five_foot_steps
from gridmap.rules.modes import Mode, Modes, ModesField, modes_field, multiplied, stated_modes
from gridmap.rules.movement import CostField, Pace, cost_field
from gridmap.rules.mover import Mover
from gridmap.rules.provoke import Provoked, Strike
from gridmap.rules.reason import Reason
from gridmap.rules.receipt import PaidStep, Receipt, receipt_of, steps_to
from gridmap.rules.ruleset import Currency, Ruleset, Withdraw
from gridmap.rules.safe_path import routes
from gridmap.rules.space import side
from gridmap.rules.withdraw import withdraw

DEFAULT_SPEED = 30
"""Feet, of a creature whose speed nobody stated."""
MOST_ROUNDS = 4
"""Longer ways are not looked for."""


class Action(StrEnum):
    """What a way takes of the creature's turn."""

    MOVE = "move"
    """A move action."""
    DOUBLE = "double"
    """A double move."""
    ADVANCE = "advance"
    DASH = "dash"
    RUN = "run"
    LONGER = "longer"
    """More than a turn."""


_PACES = {Action.ADVANCE: Pace.ADVANCE, Action.DASH: Pace.DASH, Action.RUN: Pace.RUN}


@dataclass(frozen=True)
class Way:
    """One way.

    Attributes:
        receipt: what it costs, with its positions, the mover's own first.
        action: what it takes.
        strikes: the first chance of each enemy along it, in order.
        hazards: positions on it that are in a hazard.
        is_five_foot_step: whether it may be taken as a 5-foot step, which never provokes (rules 3.11).
    """

    receipt: Receipt
    action: Action
    strikes: tuple[Strike, ...]
    hazards: tuple[Square, ...]
    is_five_foot_step: bool = False

    @property
    def path(self) -> tuple[Square, ...]:
        """Its positions, the mover's own first."""
        return self.receipt.path

    @property
    def spent(self) -> int:
        """Feet, Movement in soulweaver."""
        return self.receipt.total


def walking_speed(creature: Creature) -> int:
    """Feet of one move action on foot (soulweaver: Movement points); 0 if only other speeds are stated."""
    return creature.speed.get("walk", 0 if creature.speed else DEFAULT_SPEED)


def speeds_of(creature: Creature) -> Modes:
    """Feet of one move action in each mode that a creature has: walking, where no speed is stated."""
    return stated_modes(creature) or {Mode.WALK: walking_speed(creature)}


def moves_by_modes(battle_map: BattleMap, creature: Creature, ruleset: Ruleset) -> bool:
    """Whether walking alone does not tell how far a creature gets (rules 3.10).

    So it is on a map with kinds of ground, and for one that cannot walk or flies farther than it walks.
    """
    if ruleset.movement.currency is not Currency.FEET:
        return False
    walking = walking_speed(creature)
    return bool(battle_map.terrain.ground.any()) or not walking or creature.speed.get(Mode.FLY, 0) > walking


class Ways:
    """The ways of one creature on one map, for many places asked one after the other.

    What is worked out for one place is kept for the next, so that a way can follow a hand.
    """

    def __init__(
        self, battle_map: BattleMap, creature: Creature, ruleset: Ruleset, mode: Mode | None = None
    ) -> None:
        """Think of a creature about to move.

        Args:
            battle_map: the map.
            creature: who moves, from where it stands.
            ruleset: by which rules.
            mode: the one mode of movement that it uses; None for all that it has.
        """
        self.battle_map, self.creature, self.ruleset, self.mode = battle_map, creature, ruleset, mode
        self._fields: dict[tuple[Square, Action, int], CostField | ModesField] = {}

    @property
    def speed(self) -> int:
        """Feet of one move action in the mode asked about, of several the farthest (soulweaver: Movement)."""
        return max(self._modes.values()) if self._by_modes else walking_speed(self.creature)

    def to(self, stops: Sequence[Square]) -> Way | None:
        """The cheapest way over these positions in order, the last its end; None where there is none.

        Each stop begins the next part anew: at soulweaver's dash and run nothing is carried over it.
        """
        for action in self._actions:
            steps = self._steps(stops, action)
            if steps is not None:
                receipt = receipt_of(self._mover, steps)
                return self._way(receipt, self._action_of(receipt.total, action))
        return None

    def safest(self, stops: Sequence[Square], unwanted: Callable[[], bool] = bool) -> Way | None:
        """The cheapest of the ways with the fewest strikes in one turn, from stop to stop.

        `unwanted` is asked again and again whether the answer is no longer wanted.

        Raises:
            UnwantedError: it is no longer wanted.
        """
        # Of a double move the move action is a part.
        actions = [action for action in self._actions[:-1] if action is not Action.MOVE]
        ways = [way for action in actions if (way := self._safest_in(stops, action, unwanted))]
        best = min(ways, key=lambda way: len(way.strikes), default=None)
        if best is not None and best.action is Action.DOUBLE and best.spent <= self.speed:
            # By several modes a move action is a question of its own.
            single = self._safest_in(stops, Action.MOVE, unwanted)
            if single is not None and len(single.strikes) == len(best.strikes):
                return single
        return best

    def _safest_in(self, stops: Sequence[Square], action: Action, unwanted: Callable[[], bool]) -> Way | None:
        steps = self._safest_over(stops, action, unwanted)
        if steps is None:
            return None
        receipt = receipt_of(self._mover, steps)
        return self._way(receipt, self._action_of(receipt.total, action))

    def stops(self, action: Action) -> BoolGrid:
        """``(height, width) bool``: where the creature may end this action."""
        if action is Action.MOVE and not self._by_modes:
            return cost_field(self.battle_map, self.creature, self.ruleset, self.speed).stops
        return self._field(self.creature.at, action, 0).stops

    def withdraws_unharmed(self, end: Square) -> bool:
        """Whether the creature may withdraw to a position and nobody may strike on the way (rules 3.13).

        Not asked where the ruleset wants the enemy named that is withdrawn from, or kinds of ground.
        """
        first_square = self.ruleset.movement.withdraw is Withdraw.FIRST_SQUARE
        if self._by_modes or not first_square or self.ruleset.movement.currency is not Currency.FEET:
            return False
        found = withdraw(self.battle_map, self.creature, self.ruleset, self.speed)
        return self.battle_map.contains(end) and bool(found.safe_stops[end.y, end.x])

    def why_not(self, stops: Sequence[Square]) -> Reason | None:
        """Why the creature cannot get over these positions to the last of them; None off the map."""
        for number, (start, stop) in enumerate(pairwise((self.creature.at, *stops)), start=1):
            if not self.battle_map.contains(stop):
                return None
            field = self._field(start, self._actions[-1], 0)
            reached = bool(field.feet[stop.y, stop.x] >= 0)
            if not reached or (number == len(stops) and not field.stops[stop.y, stop.x]):
                return self._barred(field, start, stop)
        return Reason("out of reach: it takes more than {rounds} rounds", "3.9", {"rounds": MOST_ROUNDS})

    def _barred(self, field: CostField | ModesField, start: Square, stop: Square) -> Reason | None:
        """Why a position cannot be got to from another."""
        if isinstance(field, CostField):
            return field.reason(stop)
        creature = replace(self.creature, at=start)
        walking = cost_field(self.battle_map, creature, self.ruleset, 0).reason(stop)
        if walking is not None and walking.rule not in ("3.9", "3.3"):
            return walking
        return Reason("no mode of movement that it has gets it there", "3.10")

    @cached_property
    def _mover(self) -> Mover:
        return Mover(self.battle_map, self.creature, self.ruleset)

    @cached_property
    def _provoked(self) -> Provoked:
        return Provoked(self.battle_map, self.creature, self.ruleset)

    @cached_property
    def _by_modes(self) -> bool:
        if self.mode is None:
            return moves_by_modes(self.battle_map, self.creature, self.ruleset)
        if self.ruleset.movement.currency is not Currency.FEET:
            return False
        is_on_foot = self.mode is Mode.WALK and walking_speed(self.creature) > 0
        return not is_on_foot or bool(self.battle_map.terrain.ground.any())

    @cached_property
    def _modes(self) -> Modes:
        """Feet of one move action in each mode that may be used."""
        if self.mode is None:
            return speeds_of(self.creature)
        own = (
            walking_speed(self.creature) if self.mode is Mode.WALK else self.creature.speed.get(self.mode, 0)
        )
        return {self.mode: own}

    @property
    def _actions(self) -> tuple[Action, ...]:
        if self.ruleset.movement.currency is Currency.MOVEMENT:
            return (Action.ADVANCE, Action.DASH, Action.RUN, Action.LONGER)
        # What a mode covers may end before the feet are spent: there each action has a field of its own.
        return (*((Action.MOVE,) if self._by_modes else ()), Action.DOUBLE, Action.LONGER)

    def _action_of(self, spent: int, action: Action) -> Action:
        # By several modes a field of its own says what a move action covers.
        within = action is Action.DOUBLE and not self._by_modes and spent <= self.speed
        return Action.MOVE if within else action

    def _steps(self, stops: Sequence[Square], action: Action) -> list[PaidStep] | None:
        found: list[PaidStep] = []
        weight = 0
        for number, (start, end) in enumerate(pairwise((self.creature.at, *stops)), start=1):
            if start == end:
                continue
            is_last = number == len(stops)
            field = self._field(start, action, self._mover.price.spent(weight) if self._by_modes else 0)
            if is_last and not (self.battle_map.contains(end) and field.stops[end.y, end.x]):
                return None
            steps = steps_to(field, end, weight if is_last else None)
            if steps is None:
                return None
            found += steps
            weight += sum(step.weight for step in steps)
        if self._mover.price.spent(weight) > self._budget(action):
            return None
        return found

    def _budget(self, action: Action) -> int:
        return self.speed * self._moves(action)

    def _moves(self, action: Action) -> int:
        """How many move actions an action is."""
        if self.ruleset.movement.currency is Currency.MOVEMENT:
            return MOST_ROUNDS if action is Action.LONGER else 1
        return {Action.MOVE: 1, Action.DOUBLE: 2}.get(action, 2 * MOST_ROUNDS)

    def _modes_left(self, action: Action, spent: int) -> Modes:
        """Feet that each mode still covers of an action."""
        covered = multiplied(self._modes, self._moves(action))
        return {mode: max(0, feet - spent) for mode, feet in covered.items()}

    def _field(self, start: Square, action: Action, spent: int) -> CostField | ModesField:
        key = start, action, spent
        if key not in self._fields:
            self._fields[key] = self._worked_out(self._mover_at(start), action, spent)
        return self._fields[key]

    def _mover_at(self, start: Square) -> Creature:
        # Of the very same creature more is remembered than of its like.
        return self.creature if start == self.creature.at else replace(self.creature, at=start)

    def _worked_out(self, creature: Creature, action: Action, spent: int) -> CostField | ModesField:
        budget = self._budget(action)
        if not self._by_modes:
            pace = _PACES.get(action, Pace.ADVANCE)
            return cost_field(self.battle_map, creature, self.ruleset, budget, pace=pace)
        return modes_field(self.battle_map, creature, self.ruleset, self._modes_left(action, spent))

    def _safest_over(
        self, stops: Sequence[Square], action: Action, unwanted: Callable[[], bool]
    ) -> list[PaidStep] | None:
        steps: list[PaidStep] = []
        for start, end in pairwise((self.creature.at, *stops)):
            spent = receipt_of(self._mover, steps).total
            part = self._safest_steps(start, end, spent, action, unwanted)
            if part is None:
                return None
            steps += part
        return steps

    def _safest_steps(
        self, start: Square, end: Square, spent: int, action: Action, unwanted: Callable[[], bool]
    ) -> tuple[PaidStep, ...] | None:
        if start == end:
            return ()
        budget = max(0, self._budget(action) - spent)
        modes = self._modes_left(action, spent) if self._by_modes else None
        creature, pace = self._mover_at(start), _PACES.get(action, Pace.ADVANCE)
        found = routes(
            self.battle_map,
            creature,
            self.ruleset,
            budget,
            end,
            modes=modes,
            pace=pace,
            unwanted=unwanted,
        )
        return None if found.safest is None else found.safest.steps

    def _way(self, receipt: Receipt, action: Action) -> Way:
        count, hazardous = side(self.creature, self.ruleset), self.battle_map.terrain.hazardous
        hazards = tuple(
            at
            for at in receipt.path[1:]
            if hazardous[max(0, at.y) : at.y + count, max(0, at.x) : at.x + count].any()
        )
        is_step = len(receipt.path) == 2 and receipt.path[1] in self._five_foot_steps
        return Way(receipt, action, self._provoked.along(receipt.path), hazards, is_step)

    @cached_property
    def _five_foot_steps(self) -> frozenset[Square]:
        modes = self._modes if self._by_modes else None
        return frozenset(five_foot_steps(self.battle_map, self.creature, self.ruleset, modes=modes).squares)
