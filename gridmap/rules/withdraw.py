"""Withdrawing (rules 3.13): leaving a fight without giving its nearest enemy a strike.

Two readings, by the ruleset's value ``movement.withdraw``: with ``first-square``, the position that the
creature starts from does not count as threatened, and it moves up to twice its speed; with ``farther``, every
position is farther from a chosen enemy than all before, that enemy gets no strike, and the creature moves up
to its speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid
from gridmap.rules.menace import menaces, spared
from gridmap.rules.metric import creature_box, offsets_apart
from gridmap.rules.modes import Modes, mode_passages, multiplied
from gridmap.rules.mover import Mover, Room
from gridmap.rules.provoke import Provoked, Strike, able_enemies, overlap
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset, Withdraw
from gridmap.rules.step import DIRECTIONS, Direction
from gridmap.rules.walk import Walk, passages


class WithdrawError(ValueError):
    """A question that cannot be asked: one sentence, beginning with the field at fault."""


@dataclass(frozen=True, eq=False)
class Withdrawal:
    """Where a creature may withdraw to.

    Attributes:
        walk: all positions within its movement.
        unharmed: those that it gets to without anybody having a chance to strike, and what that costs.
        target: the enemy that it withdraws from, where the ruleset asks for one.
    """

    walk: Walk
    unharmed: Walk
    target: Creature | None

    def path(self, square: Square) -> tuple[Square, ...]:
        """The way to a position: one on which nobody may strike if there is one, else the cheapest."""
        return self.unharmed.path(square) or self.walk.path(square)

    @cached_property
    def safe_stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end and nobody had a chance to strike."""
        return self.unharmed.stops

    def strikes(self, square: Square) -> tuple[Strike, ...]:
        """Who may strike along `path` to a position."""
        mover, path = self.walk.mover, self.path(square)
        found = self._provoked.along(path)
        if self.target is not None:
            return tuple(strike for strike in found if strike.enemy != self.target.id)
        first = [strike for strike in found if strike.enemy in _entered_first(mover, path)]
        later = self._provoked.along(path[1:])
        known = {strike.enemy for strike in first}
        return (*first, *(strike for strike in later if strike.enemy not in known))

    @cached_property
    def _provoked(self) -> Provoked:
        mover = self.walk.mover
        return Provoked(mover.battle_map, mover.creature, mover.ruleset)

    def reason(self, square: Square) -> Reason | None:
        """What withdrawing to a position comes to; None where it cannot end there."""
        x, y = square
        if not self.walk.mover.battle_map.contains(square) or not self.walk.stops[y, x]:
            return None
        who = ", ".join(strike.enemy for strike in self.strikes(square))
        if who:
            return Reason("Withdraws there, but {who} may strike on the way", "3.13", {"who": who})
        return Reason("Withdraws there, and nobody may strike", "3.13")


def withdraw(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    speed: int,
    target: Creature | None = None,
    modes: Modes | None = None,
) -> Withdrawal:
    """Where a creature may withdraw to (rules 3.13).

    Args:
        battle_map: the map.
        creature: who withdraws, from where it stands.
        ruleset: by which rules.
        speed: its speed in feet, in Movement in soulweaver.
        target: the enemy that it withdraws from; needed where the ruleset says ``farther``.
        modes: feet of one move action by mode of movement (rules 3.10); None where kinds of ground are not
            asked about. Nobody withdraws swimming or climbing without a speed for that.

    Raises:
        WithdrawError: the target is missing, or no opponent.
    """
    farther = ruleset.movement.withdraw is Withdraw.FARTHER
    if farther and target is None:
        raise WithdrawError("target: the enemy withdrawn from is missing")
    if target is not None and target.is_ally_of(creature):
        raise WithdrawError("target: one withdraws from an opponent")
    mover = Mover(battle_map, creature, ruleset)
    moves = 1 if farther else 2
    most = mover.price.most(moves * speed)
    room = mover.room(mover.frame(most // mover.price.lightest))
    if modes is None:
        steps = passages(mover, room)
    else:
        steps = mode_passages(mover, room, multiplied(modes, moves), by_skill=False)
    excused = creature.at
    if farther and target is not None:
        nearer = _not_farther(mover, room, target)
        steps = tuple(passage.without(nearer[passage.direction]) for passage in steps)
    walk = Walk(mover, room, steps, most)
    if farther:
        striking = [
            menace for menace in menaces(mover, room.frame, walk.reached) if menace.enemy is not target
        ]
    else:
        striking = list(menaces(mover, room.frame, walk.reached, excused=excused))
    return Withdrawal(walk, Walk(mover, room, spared(steps, striking), most), target if farther else None)


def _entered_first(mover: Mover, path: Sequence[Square]) -> set[str]:
    """Enemies whose space the first step enters: the first position may be left, but that is a strike."""
    if len(path) < 2:
        return set()
    before, after = (creature_box(mover.creature, mover.ruleset, at) for at in path[:2])
    spaces = {
        enemy.id: creature_box(enemy, mover.ruleset)
        for enemy in able_enemies(mover.battle_map, mover.creature)
    }
    return {name for name, theirs in spaces.items() if overlap(after, theirs) and not overlap(before, theirs)}


def _not_farther(mover: Mover, room: Room, target: Creature) -> dict[Direction, Board]:
    """For each direction where a step ends that leads no farther from a creature (rules 1.3)."""
    frame = room.frame
    mine, theirs = creature_box(mover.creature, mover.ruleset), creature_box(target, mover.ruleset)
    last = mine[1] - mine[0]
    # One square more on each side: where the steps into the frame's edge come from.
    x = np.arange(frame.left - 1, frame.left + frame.columns + 1)
    y = np.arange(frame.top - 1, frame.top + frame.rows + 1)
    dx = np.maximum(0, np.maximum(theirs[0] - x - last, x - theirs[1]))
    dy = np.maximum(0, np.maximum(theirs[2] - y - last, y - theirs[3]))
    dz = max(0, theirs[4] - mine[5], mine[4] - theirs[5])
    apart = offsets_apart(dx[np.newaxis, :], dy[:, np.newaxis], mover.ruleset.metric, dz)
    found = {}
    for direction in DIRECTIONS:
        before = np.roll(apart, (direction.dy, direction.dx), axis=(0, 1))
        # `board` wants the guard column, which `1:` leaves in as the column beyond the last.
        not_farther = (apart <= before)[1:-1, 1:].copy()
        not_farther[:, -1] = False
        found[direction] = frame.board(not_farther)
    return found
