"""Soulweaver's paces: how many spaces one Movement carries (rules 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from gridmap.rules.step_masks import StepMasks
from gridmap.rules.sweep import Layer


class Pace(StrEnum):
    """How a creature moves; rulesets that count feet know only the advance."""

    ADVANCE = "advance"
    DASH = "dash"
    RUN = "run"

    @property
    def carry(self) -> int:
        """Further spaces that one Movement carries.

        >>> Pace.RUN.carry
        2
        """
        return _CARRY[self]


_CARRY = {Pace.ADVANCE: 0, Pace.DASH: 1, Pace.RUN: 2}


class Transition(NamedTuple):
    """A step that a pace allows: from one number of spaces still carried to another.

    Attributes:
        before: spaces that the Movement spent last still carries, before the step.
        after: the same after it.
        carried: whether the step is such a space, which costs its extras only.
    """

    before: int
    after: int
    carried: bool


TRANSITIONS: Mapping[Pace, tuple[Transition, ...]] = MappingProxyType(
    {
        Pace.ADVANCE: (Transition(0, 0, carried=False),),
        # The space carried may be left unused.
        Pace.DASH: (
            Transition(0, 1, carried=False),
            Transition(1, 0, carried=True),
            Transition(1, 1, carried=False),
        ),
        # A run moves all three spaces.
        Pace.RUN: (
            Transition(0, 2, carried=False),
            Transition(1, 0, carried=True),
            Transition(2, 1, carried=True),
        ),
    }
)
ENDS: Mapping[Pace, tuple[int, ...]] = MappingProxyType(
    {Pace.ADVANCE: (0,), Pace.DASH: (0, 1), Pace.RUN: (0,)}
)
"""How many spaces may be left uncarried where a move ends."""


def layers(pace: Pace, paid: StepMasks, carried: Callable[[], StepMasks]) -> tuple[Layer, ...]:
    """The states of a mover: how many more spaces the Movement just spent still carries it.

    Args:
        pace: how it moves.
        paid: steps at their whole price.
        carried: gives the steps that cost their extras only.
    """
    transitions = TRANSITIONS[pace]
    unpaid = carried() if any(step.carried for step in transitions) else paid
    return tuple(
        Layer(
            tuple(
                (unpaid if step.carried else paid, step.after) for step in transitions if step.before == state
            ),
            is_end=state in ENDS[pace],
        )
        for state in range(pace.carry + 1)
    )
