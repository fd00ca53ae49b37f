"""Soulweaver's paces: how many spaces one Movement carries (rules 10)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

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


def layers(pace: Pace, paid: StepMasks, carried: Callable[[], StepMasks]) -> tuple[Layer, ...]:
    """The states of a mover: how many more spaces the Movement just spent still carries it.

    Args:
        pace: how it moves.
        paid: steps at their whole price.
        carried: gives the steps that cost their extras only.
    """
    if pace is Pace.ADVANCE:
        return (Layer(((paid, 0),), is_end=True),)
    unpaid = carried()
    if pace is Pace.DASH:
        # The space carried may be left unused.
        return (Layer(((paid, 1),), is_end=True), Layer(((unpaid, 0), (paid, 1)), is_end=True))
    # A run moves all three spaces.
    return (
        Layer(((paid, 2),), is_end=True),
        Layer(((unpaid, 0),), is_end=False),
        Layer(((unpaid, 1),), is_end=False),
    )
