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
from gridmap.model.terrain import Blocked, GroundKind, Layer
from gridmap.rules.bitboard import Board, Frame, moved
from gridmap.rules.footing import Footing, footing, standing
from gridmap.rules.ground import ground
from gridmap.rules.metric import creature_box, offsets_apart
from gridmap.rules.movement_reason import NO_WAY, why_not
from gridmap.rules.mover import Mover
from gridmap.rules.passing import levels_overlap
from gridmap.rules.provoke import overlap, rise
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side, space
from gridmap.rules.step import DIRECTIONS, Direction, KindBoards, steps

DEAD = "dead"
"""The dead bar nothing (rules 3.7)."""


class ForcedMove(StrEnum):
    """Which way a creature is moved against its will."""

    PUSH = "push"
    PULL = "pull"
    SLIDE = "slide"


@dataclass(frozen=True, eq=False)
class Forced:
    """Where a push, pull or slide can leave its target.

    Attributes:
        target: who is moved.
        move: which way.
        steps: ``(height, width) int32``, the fewest squares that it takes to leave the target at each
            position, 0 at its own, -1 where it cannot be left.
        hazards: ``(height, width) bool``, those of them at which the target stands in a hazard, at least
            in part (rules 8.2), or over a gap that it cannot fly over.
        mover: the target as one that moves.
        attacker: who moves it.
        squares: how far at most.
    """

    mover: Mover
    attacker: Creature
    move: ForcedMove
    squares: int
    steps: npt.NDArray[np.int32]
    hazards: npt.NDArray[np.bool_]

    @property
    def target(self) -> Creature:
        """Who is moved."""
        return self.mover.creature

    @property
    def edge(self) -> npt.NDArray[np.bool_]:
        """``(height, width) bool``: positions beside those at which the target can be left."""
        padded = np.pad(self.steps >= 0, 1)
        height, width = self.steps.shape
        near = np.zeros(self.steps.shape, np.bool_)
        for dx, dy in DIRECTIONS:
            near |= padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        return near & (self.steps < 0)

    def why_not(self, at: Square) -> Reason | None:
        """Why the target cannot be left at a position; None where it can be, and off the map."""
        battle_map, ruleset = self.mover.battle_map, self.mover.ruleset
        if not battle_map.contains(at) or self.steps[at.y, at.x] >= 0:
            return None
        if self.target.altitude:
            arguments = {"target": self.target.title}
            return Reason(
                "{target} is in the air and can only be moved straight up or down", "8.3", arguments
            )
        theirs = [
            other
            for other in battle_map.creatures
            if other.id != self.target.id
            and not other.has(DEAD)
            and overlap(creature_box(self.target, ruleset, at), creature_box(other, ruleset))
        ]
        if theirs:
            return Reason(
                "{name} is in the way: any creature ends the move", "8.1", {"name": theirs[0].title}
            )
        ground_there = why_not(self.mover, at, reached=True, budget=None)
        if ground_there.rule != "3.1" or ground_there.template != NO_WAY:
            return Reason("{why}: it ends the move", "8.1, " + ground_there.rule, {"why": ground_there.words})
        away = _distances(battle_map, self.attacker, self.target, ruleset)
        if self.move is not ForcedMove.SLIDE:
            farther = int(away[at.y, at.x]) - int(away[self.target.at.y, self.target.at.x])
            wanted = farther > 0 if self.move is ForcedMove.PUSH else farther < 0
            if not wanted:
                way = "away from" if self.move is ForcedMove.PUSH else "nearer to"
                arguments = {"move": str(self.move), "way": way, "attacker": self.attacker.title}
                return Reason("each square of a {move} is {way} {attacker}", "8.1", arguments)
        return Reason(
            "no way of {squares} squares leads here past walls, corners and creatures",
            "8.1",
            {"squares": self.squares},
        )

    def reason(self, at: Square) -> Reason | None:
        """How far the target is moved to a position; None where it cannot be left."""
        height, width = self.steps.shape
        if not (0 <= at.x < width and 0 <= at.y < height) or self.steps[at.y, at.x] < 0:
            return None
        taken = int(self.steps[at.y, at.x])
        arguments = {"target": self.target.title, "move": str(self.move), "steps": taken}
        if self.target.altitude:
            return Reason(
                "{target} is in the air and can only be moved straight up or down", "8.3", arguments
            )
        if not taken:
            return Reason("{target} stays where it is", "8.1", arguments)
        if self.hazards[at.y, at.x]:
            return Reason(
                "{target} can be left here, in a hazard, by a {move} of {steps} squares", "8.2", arguments
            )
        return Reason("{target} can be left here by a {move} of {steps} squares", "8.1", arguments)


def forced(
    battle_map: BattleMap,
    attacker: Creature,
    target: Creature,
    ruleset: Ruleset,
    move: ForcedMove,
    squares: int,
) -> Forced:
    """Every place where the target can be left, its own with 0 steps (rules 8.1).

    Loose earth ends the move as blocked squares do, whoever burrows; water, cliffs and gaps do not, but a
    gap is a hazard to whoever does not fly.
    """
    battle_map = _with_earth_blocked(battle_map, target, ruleset)
    mover = Mover(battle_map, target, ruleset, squeeze=False)
    frame = mover.frame(min(squares, battle_map.width + battle_map.height))
    here = ground(battle_map, frame)
    start = standing(here, target.at, mover.squeezing_body)
    levels = [frame.bit(target.at)]
    # In the air a creature moves only straight down or up (rules 8.3): over the map it stays where it is.
    if target.altitude == 0:
        allowed = _allowed_steps(battle_map, attacker, target, ruleset, move, frame)
        levels += _levels(levels[0], allowed, frame, squares)
    steps_taken = np.full(battle_map.terrain.shape, -1, np.int32)
    window = np.s_[frame.top : frame.top + frame.rows, frame.left : frame.left + frame.columns]
    for number, level in enumerate(levels):
        steps_taken[window][frame.grid(level)] = number
    dangerous = frame.board(frame.cut(_hazardous(battle_map, target)))
    fits = footing(here, mover.body)
    in_hazard = fits.occupying(dangerous) | (start.occupying(dangerous) & levels[0])
    hazards = np.zeros(battle_map.terrain.shape, np.bool_)
    hazards[window] = frame.grid(in_hazard)
    return Forced(mover, attacker, move, squares, steps_taken, hazards & (steps_taken >= 0))


def _with_earth_blocked(battle_map: BattleMap, target: Creature, ruleset: Ruleset) -> BattleMap:
    """The map to a target that is moved: it is never moved into the earth (rules 8.1)."""
    terrain = battle_map.terrain
    earth = terrain.ground == GroundKind.EARTH
    for x, y in space(target, ruleset):
        if battle_map.contains(Square(x, y)):
            earth[y, x] = False
    if not earth.any():
        return battle_map
    blocked = np.where(earth & (terrain.blocked == Blocked.FREE), Blocked.FILLS, terrain.blocked)
    return battle_map.with_changes(terrain=terrain.with_layer(Layer.BLOCKED, blocked.astype(np.uint8)))


def _hazardous(battle_map: BattleMap, target: Creature) -> npt.NDArray[np.bool_]:
    """``(height, width) bool``: squares that nobody wants to be moved into (rules 8.2)."""
    terrain = battle_map.terrain
    dangerous: npt.NDArray[np.bool_] = terrain.hazardous != 0
    if not target.speed.get("fly"):
        dangerous = dangerous | (terrain.ground == GroundKind.AIR)
    return dangerous


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
    """The distance from the attacker's space to the target's at every position, height included (rules 1.4).

    Returns:
        ``(height, width) int64``, squares.
    """
    box = creature_box(attacker, ruleset)
    x0, x1, y0, y1, _, _ = box
    last = side(target, ruleset) - 1
    x, y = np.arange(battle_map.width), np.arange(battle_map.height)[:, np.newaxis]
    across = np.maximum(0, np.maximum(x - x1, x0 - (x + last)))
    down = np.maximum(0, np.maximum(y - y1, y0 - (y + last)))
    return offsets_apart(across, down, ruleset.metric, rise(box, creature_box(target, ruleset)))


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
