"""Push, pull and slide: where a creature can be left (rules 8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from operator import or_

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame, moved
from gridmap.rules.footing import Footing, footing, standing
from gridmap.rules.ground import ground
from gridmap.rules.metric import creature_box, offsets_apart
from gridmap.rules.mover import Mover
from gridmap.rules.passing import levels_overlap
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side
from gridmap.rules.step import DIRECTIONS, Direction, KindBoards, steps

DEAD = "dead"
"""The dead bar nothing (rules 3.7)."""


class ForcedMove(StrEnum):
    """Which way a creature is moved against its will."""

    PUSH = "push"
    PULL = "pull"
    SLIDE = "slide"


@dataclass(frozen=True)
class ForcedEnd:
    """A place where the move can leave its target.

    Attributes:
        at: the position.
        steps: the fewest squares that it takes to get there.
        in_hazard: whether the target then stands in a hazard, at least in part (rules 8.2).
        reason: how far it was moved, or why it cannot be.
    """

    at: Square
    steps: int
    in_hazard: bool
    reason: Reason


def forced_ends(
    battle_map: BattleMap,
    attacker: Creature,
    target: Creature,
    ruleset: Ruleset,
    move: ForcedMove,
    squares: int,
) -> tuple[ForcedEnd, ...]:
    """Every place where the target can be left, its own with 0 steps, sorted by y, then x (rules 8.1)."""
    mover = Mover(battle_map, target, ruleset, squeeze=False)
    frame = mover.frame(min(squares, battle_map.width + battle_map.height))
    here = ground(battle_map, frame)
    start = standing(here, target.at, mover.squeezing_body)
    allowed = _allowed_steps(battle_map, attacker, target, ruleset, move, frame)
    levels = [frame.bit(target.at)]
    # In the air a creature moves only straight down or up (rules 8.3): over the map it stays where it is.
    if target.altitude == 0:
        levels += _levels(levels[0], allowed, frame, squares)
    hazardous = frame.board(frame.cut(battle_map.terrain.hazardous))
    fits = footing(here, mover.body)
    in_hazard = fits.occupying(hazardous) | (start.occupying(hazardous) & levels[0])
    ends = [
        ForcedEnd(at, steps_taken, bool(in_hazard & frame.bit(at)), _reason(target, move, steps_taken))
        for steps_taken, level in enumerate(levels)
        for at in _squares(level, frame)
    ]
    return tuple(sorted(ends, key=lambda end: (end.at.y, end.at.x)))


def _squares(board: Board, frame: Frame) -> Iterator[Square]:
    """The squares of a board."""
    for row, column in np.argwhere(frame.grid(board)).tolist():
        yield Square(frame.left + column, frame.top + row)


def _levels(start: Board, allowed: list[tuple[int, Board]], frame: Frame, most: int) -> Iterator[Board]:
    """The positions reached after one step, after two … that no fewer steps reach."""
    seen = edge = start
    for _ in range(most):
        edge = reduce(or_, (moved(edge, bits) & ends for bits, ends in allowed)) & ~seen
        if not edge:
            return
        seen |= edge
        yield edge


def _allowed_steps(
    battle_map: BattleMap,
    attacker: Creature,
    target: Creature,
    ruleset: Ruleset,
    move: ForcedMove,
    frame: Frame,
) -> list[tuple[int, Board]]:
    """For each direction its bits, and where a forced step may end."""
    mover = Mover(battle_map, target, ruleset, squeeze=False)
    here = ground(battle_map, frame)
    fits = footing(here, mover.body)
    start = fits
    if not fits.any & frame.bit(target.at):
        start = _joined(standing(here, target.at, mover.squeezing_body), fits)
    others = _anyone_else(battle_map, target, ruleset, frame)
    legal = steps(here, start, fits, others, ruleset.movement.terrain_cost)
    away = _distances(battle_map, attacker, target, ruleset)
    return [
        (
            frame.offset(*direction),
            (_ends(legal.into[direction]) | _ends(legal.impeded[direction]))
            & frame.board(frame.cut(_onward(away, direction, move))),
        )
        for direction in DIRECTIONS
    ]


def _joined(one: Footing, other: Footing) -> Footing:
    """The positions of both, of a body that squeezes as the first one's."""
    return replace(
        one,
        full=one.full | other.full,
        squeezed=one.squeezed | other.squeezed,
        columns=tuple(map(or_, one.columns, other.columns)),
        rows=tuple(map(or_, one.rows, other.rows)),
    )


def _ends(kinds: KindBoards) -> Board:
    return reduce(or_, (board for _, board in kinds), 0)


def _anyone_else(battle_map: BattleMap, target: Creature, ruleset: Ruleset, frame: Frame) -> Board:
    """Squares of every other creature on its level that is not dead: any ends the move."""
    return reduce(
        or_,
        (
            frame.block(other.at, side(other, ruleset), side(other, ruleset))
            for other in battle_map.creatures
            if other.id != target.id and not other.has(DEAD) and levels_overlap(target, other, ruleset)
        ),
        0,
    )


def _distances(
    battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset
) -> npt.NDArray[np.int64]:
    """The distance from the attacker's space to the target's at every position: ``(height, width) int64``."""
    x0, x1, y0, y1, _, _ = creature_box(attacker, ruleset)
    last = side(target, ruleset) - 1
    x, y = np.arange(battle_map.width), np.arange(battle_map.height)[:, np.newaxis]
    across = np.maximum(0, np.maximum(x - x1, x0 - (x + last)))
    down = np.maximum(0, np.maximum(y - y1, y0 - (y + last)))
    return offsets_apart(across, down, ruleset.metric)


def _onward(away: npt.NDArray[np.int64], direction: Direction, move: ForcedMove) -> npt.NDArray[np.bool_]:
    """Where a step of that direction ends that goes the right way: ``(height, width) bool`` (rules 8.1)."""
    onward = np.ones(away.shape, np.bool_)
    if move is ForcedMove.SLIDE:
        return onward
    ends = tuple(_cut(step) for step in (direction.dy, direction.dx))
    starts = tuple(_cut(-step) for step in (direction.dy, direction.dx))
    farther = away[ends] - away[starts]
    onward[ends] = farther > 0 if move is ForcedMove.PUSH else farther < 0
    return onward


def _cut(step: int) -> slice:
    """The part of an axis that a step of -1, 0 or 1 ends in."""
    return slice(max(step, 0), min(step, 0) or None)


def _reason(target: Creature, move: ForcedMove, steps_taken: int) -> Reason:
    arguments = {"target": target.title, "move": str(move), "steps": steps_taken}
    if target.altitude:
        return Reason("{target} is in the air and can only be moved straight up or down", "8.3", arguments)
    if not steps_taken:
        return Reason("{target} stays where it is", "8.1", arguments)
    return Reason("{target} can be left here by a {move} of {steps} squares", "8.1", arguments)
