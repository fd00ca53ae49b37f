"""What a step weighs: in half squares where movement is counted in feet, else in Movement (rules 3.3, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE
from gridmap.rules.bitboard import Board
from gridmap.rules.ruleset import Currency, Metric, Ruleset, Surcharge
from gridmap.rules.step import DIRECTIONS, Direction, KindBoards, StepKind

Amount = TypeVar("Amount", int, npt.NDArray[np.int32])
"""A number, or an array of them."""

Weighed = Mapping[Direction, tuple[tuple[int, Board], ...]]
"""For each direction, pairs of (weight, positions that steps of that weight end at), lightest first."""


class Tariff(Protocol):
    """What steps weigh, and how weights make up what a mover has spent."""

    def weight(self, kind: StepKind, diagonal: bool) -> int:
        """What a step weighs."""

    def spent(self, weight: Amount) -> Amount:
        """Feet or Movement spent after steps of that weight together; less than 0 for one less than 0."""

    def most(self, budget: int) -> int:
        """The greatest weight that the budget pays."""

    @property
    def lightest(self) -> int:
        """The least that any step on open ground weighs."""

    @property
    def diagonals_alike(self) -> bool:
        """Whether a diagonal weighs what a straight step does."""


@dataclass(frozen=True)
class FeetTariff:
    """Feet, weighed in half squares.

    A straight step weighs 2m. A diagonal weighs 3m where every second one counts double: the odd and even
    diagonals then need no state of their own, since ⌊sum / 2⌋ squares is 1, 3, 4, 6 … for plain diagonals
    one after another, and m of 2 and more adds whole squares. One for one, it weighs 2m.

    Attributes:
        diagonal: half squares of a plain diagonal, 3 or 2.
        obstacle: half squares of an obstacle.
        halvings: how many conditions halve the speed.
    """

    diagonal: int
    obstacle: int
    halvings: int

    def weight(self, kind: StepKind, diagonal: bool) -> int:
        """Half squares (rules 3.2 to 3.5)."""
        factor = kind.factor * (2 if kind.squeezed else 1) << self.halvings
        return factor * (self.diagonal if diagonal else 2) + (self.obstacle if kind.obstacle else 0)

    def spent(self, weight: Amount) -> Amount:
        """Feet; less than 0 for a weight less than 0."""
        return (weight >> 1) * FEET_PER_SQUARE

    def most(self, budget: int) -> int:
        """Half squares that the feet pay: half a square too much still rounds down to them."""
        return budget // FEET_PER_SQUARE * 2 + 1 if budget >= 0 else -1

    @property
    def lightest(self) -> int:
        """A plain straight step."""
        return 2 << self.halvings

    @property
    def diagonals_alike(self) -> bool:
        """One for one."""
        return self.diagonal == 2


@dataclass(frozen=True)
class MovementTariff:
    """Movement points (rules 10).

    Attributes:
        surcharge: what is added to a step.
        halvings: how many conditions halve the speed.
        carried: a step that an earlier Movement carries pays its extra costs only.
    """

    surcharge: Surcharge
    halvings: int
    carried: bool = False

    def weight(self, kind: StepKind, diagonal: bool) -> int:
        """Movement; a diagonal is a step like any other."""
        extra = (
            (self.surcharge.difficult if kind.factor > 1 else 0)
            + (self.surcharge.obstacle if kind.obstacle else 0)
            + (self.surcharge.squeeze if kind.squeezed else 0)
        )
        return (extra if self.carried else 1 + extra) << self.halvings

    def spent(self, weight: Amount) -> Amount:
        """Movement."""
        return weight

    def most(self, budget: int) -> int:
        """Movement."""
        return budget

    @property
    def lightest(self) -> int:
        """A plain step."""
        return (0 if self.carried else 1) << self.halvings

    @property
    def diagonals_alike(self) -> bool:
        """Always."""
        return True


def slowing(creature: Creature, ruleset: Ruleset) -> tuple[str, ...]:
    """A creature's conditions that halve its speed, each by itself (rules 3.2)."""
    return tuple(name for name in ruleset.movement.slowing_conditions if creature.has(name))


def tariff(creature: Creature, ruleset: Ruleset, *, carried: bool = False) -> FeetTariff | MovementTariff:
    """What a creature's steps weigh under a ruleset."""
    movement = ruleset.movement
    halvings = len(slowing(creature, ruleset))
    if movement.currency is Currency.MOVEMENT:
        return MovementTariff(movement.surcharge, halvings, carried)
    diagonal = 3 if ruleset.metric is Metric.ONE_TWO_ONE else 2
    return FeetTariff(diagonal, movement.obstacle_feet // FEET_PER_SQUARE * 2, halvings)


def weighed(boards: Mapping[Direction, KindBoards], price: Tariff) -> Weighed:
    """Steps sorted by their weight."""
    result = {}
    for direction in DIRECTIONS:
        by_weight: dict[int, Board] = {}
        for kind, board in boards[direction]:
            weight = price.weight(kind, direction.is_diagonal)
            by_weight[weight] = by_weight.get(weight, 0) | board
        result[direction] = tuple(sorted(by_weight.items()))
    return result
