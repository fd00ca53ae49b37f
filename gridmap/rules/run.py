"""Running (rules 3.9): four times the speed, three in heavy armour, and in some rulesets in a straight line.

Nobody runs over difficult or impeded ground, nor squeezes on the run. Where the ruleset says
``run_straight``, a run keeps to a line (see `rules.straight`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import BoolGrid
from gridmap.rules.modes import Modes, at_full_tilt, mode_passages, multiplied
from gridmap.rules.mover import Mover
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.step import StepKind
from gridmap.rules.straight import StraightWalk
from gridmap.rules.tariff import slowing
from gridmap.rules.walk import FeetGrid, Walk, passages

MOST_STRAIGHT = 64
"""The farthest that a straight run is worked out, in squares: a speed of 80 ft, four times."""

_SPEEDS, _SPEEDS_IN_HEAVY_ARMOUR = 4, 3


class RunError(ValueError):
    """A question that cannot be asked: one sentence, beginning with the field at fault."""


@dataclass(frozen=True, eq=False)
class Run:
    """Where a creature may run to.

    Attributes:
        anyhow: all positions that it reaches however it turns.
        straight: those that it reaches in a straight line, where the ruleset wants that; else None.
        reason: why it cannot run at all; None where it can.
    """

    anyhow: Walk
    straight: StraightWalk | None
    reason: Reason | None = None

    @property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position reached, -1 for none."""
        return self.anyhow.feet if self.straight is None else self.straight.feet

    @cached_property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end."""
        stops: BoolGrid = (self.feet >= 0) & self.anyhow.stops
        return stops

    def reason_at(self, square: Square) -> Reason | None:
        """What running to a position costs; None where it cannot end there."""
        terrain = self.anyhow.mover.battle_map.terrain
        if not (0 <= square.x < terrain.shape[1] and 0 <= square.y < terrain.shape[0]):
            return None
        if not self.stops[square.y, square.x]:
            return None
        spent = int(self.feet[square.y, square.x])
        if not spent:
            return Reason("0: it stands here", "3.9")
        if self.straight is not None:
            return Reason(
                "{feet} ft at a run in a straight line, over plain ground only", "3.9", {"feet": spent}
            )
        return Reason("{feet} ft at a run, over plain ground only", "3.9", {"feet": spent})

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest way to a position: all positions on it, its own first; empty where there is none."""
        return (self.anyhow if self.straight is None else self.straight).path(square)


def run(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    speed: int,
    *,
    heavy_armour: bool = False,
    modes: Modes | None = None,
) -> Run:
    """Where a creature may run to (rules 3.9).

    Args:
        battle_map: the map.
        creature: who runs, from where it stands.
        ruleset: by which rules; one that counts feet.
        speed: its speed in feet.
        heavy_armour: whether it wears heavy armour or bears a heavy load.
        modes: its speeds by mode of movement (rules 3.10); None where kinds of ground are not asked about.
            Nobody runs climbing, burrowing, or swimming without a speed for that.

    Raises:
        RunError: the ruleset counts Movement (there a run is a pace, see `rules.movement`), or a straight
            run is too long.
    """
    if ruleset.movement.currency is not Currency.FEET:
        raise RunError(f"kind: a run in {ruleset.name} is a pace of a movement question")
    mover = Mover(battle_map, creature, ruleset)
    reason = _why_not(mover)
    times = 0 if reason else _SPEEDS_IN_HEAVY_ARMOUR if heavy_armour else _SPEEDS
    budget = speed * times
    most = mover.price.most(budget)
    squares = most // mover.price.lightest
    straight = ruleset.movement.run_straight
    if straight and min(squares, max(battle_map.width, battle_map.height)) > MOST_STRAIGHT:
        raise RunError(f"speed: a straight run is worked out to {MOST_STRAIGHT} squares")
    room = mover.room(mover.frame(squares))
    if modes is None:
        steps = passages(mover, room)
    else:
        steps = mode_passages(mover, room, multiplied(at_full_tilt(modes), times), by_skill=False)
    plain = [passage for passage in steps if _is_plain(passage.kind)]
    anyhow = Walk(mover, room, plain, most)
    return Run(anyhow, StraightWalk(anyhow) if straight else None, reason)


def _is_plain(kind: StepKind) -> bool:
    return kind.factor == 1 and not kind.squeezed


def _why_not(mover: Mover) -> Reason | None:
    creature, movement = mover.creature, mover.ruleset.movement
    if creature.has("blinded"):
        return Reason("No run: it cannot see where it runs", "3.9")
    slowed_by = slowing(creature, mover.ruleset)
    if slowed_by and movement.slowed_is_hampered:
        return Reason("No run: {condition}, it moves at half speed", "3.9", {"condition": slowed_by[0]})
    return None
