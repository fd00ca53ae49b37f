"""Running (rules 3.9): four times the speed, three in heavy armour, and in some rulesets in a straight line.

Nobody runs over difficult or impeded ground. Where the ruleset says ``run_straight``, a run keeps to the
positions whose space a line touches that is drawn from a corner of the starting space to any part of the
space it ends in, and never steps back along it. A line that passes through an intersection touches all that its neighbours to either side
touch, up to where it ends; so it is enough to try the lines from each corner through every intersection in
reach: its *rays*. Each is walked along like any other ground, and a position costs the least over its rays.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, gcd, pi

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, BoolGrid, any_in_space
from gridmap.rules.mover import Mover, Room
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
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
        lanes: where the ruleset wants straight runs, the walk along each ray that gets somewhere cheapest;
            None where it may turn as it likes.
        reason: why it cannot run at all; None where it can.
    """

    anyhow: Walk
    lanes: tuple[Walk, ...] | None
    reason: Reason | None = None

    @cached_property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position reached, -1 for none."""
        if self.lanes is None:
            return self.anyhow.feet
        least: FeetGrid = np.full_like(self.anyhow.feet, -1)
        own = self.anyhow.mover.creature.at
        least[own.y, own.x] = 0
        for lane in self.lanes:
            better = (lane.feet >= 0) & ((least < 0) | (lane.feet < least))
            least[better] = lane.feet[better]
        return least

    @cached_property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end."""
        stops: BoolGrid = (self.feet >= 0) & self.anyhow.stops
        return stops

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest way to a position: all positions on it, its own first; empty where there is none."""
        if self.lanes is None:
            return self.anyhow.path(square)
        if square == self.anyhow.mover.creature.at:
            return (square,)
        spent = self.anyhow.mover.price.spent
        found = [(spent(weight), lane) for lane in self.lanes if (weight := lane.weight(square)) is not None]
        if not found:
            return ()
        least = min(cost for cost, _ in found)
        return min((lane.path(square) for cost, lane in found if cost == least), key=_crooked)


def run(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    speed: int,
    *,
    heavy_armour: bool = False,
) -> Run:
    """Where a creature may run to (rules 3.9).

    Args:
        battle_map: the map.
        creature: who runs, from where it stands.
        ruleset: by which rules; one that counts feet.
        speed: its speed in feet.
        heavy_armour: whether it wears heavy armour or bears a heavy load.

    Raises:
        RunError: the ruleset counts Movement (there a run is a pace, see `rules.movement`), or a straight
            run is too long.
    """
    if ruleset.movement.currency is not Currency.FEET:
        raise RunError(f"kind: a run in {ruleset.name} is a pace of a movement question")
    mover = Mover(battle_map, creature, ruleset)
    reason = _why_not(mover)
    budget = 0 if reason else speed * (_SPEEDS_IN_HEAVY_ARMOUR if heavy_armour else _SPEEDS)
    most = mover.price.most(budget)
    squares = most // mover.price.lightest
    straight = ruleset.movement.run_straight
    if straight and min(squares, max(battle_map.width, battle_map.height)) > MOST_STRAIGHT:
        raise RunError(f"speed: a straight run is worked out to {MOST_STRAIGHT} squares")
    room = mover.room(mover.frame(squares))
    plain = [passage for passage in passages(mover, room) if passage.kind.factor == 1]
    anyhow = Walk(mover, room, plain, most)
    lanes = tuple(_Lanes(anyhow, room).walks()) if straight else None
    return Run(anyhow, lanes, reason)


def _why_not(mover: Mover) -> Reason | None:
    creature, movement = mover.creature, mover.ruleset.movement
    if creature.has("blinded"):
        return Reason("No run: it cannot see where it runs", "3.9")
    slowing = [condition for condition in movement.slowing_conditions if creature.has(condition)]
    if slowing and movement.slowed_is_hampered:
        return Reason("No run: {condition}, it moves at half speed", "3.9", {"condition": slowing[0]})
    return None


class _Lanes:
    """The straight ways of one runner, ray by ray."""

    def __init__(self, anyhow: Walk, room: Room) -> None:
        self.anyhow, self.frame = anyhow, room.frame
        self.side = anyhow.mover.body.side
        self.own = anyhow.mover.creature.at

    def walks(self) -> Iterator[Walk]:
        """The walks along rays, as long as any position could still be had or cheaper."""
        anyhow, frame = self.anyhow, self.frame
        waiting = anyhow.reached & ~frame.bit(self.own)
        corners = [(i, j) for j in (0, self.side) for i in (0, self.side)]
        radius = max(frame.columns, frame.rows) + self.side
        for i, j in corners:
            corner = (self.own.x + i, self.own.y + j)
            for direction in self._towards(corner, waiting, radius):
                if not waiting:
                    return
                touched = self._touched(corner, direction)
                if not touched & waiting:
                    continue
                lane = Walk(
                    anyhow.mover,
                    anyhow.room,
                    [passage for passage in anyhow.passages if _onward(passage.direction, direction)],
                    anyhow.most,
                    enterable=anyhow.enterable & touched & anyhow.reached,
                )
                if lane.reached & waiting:
                    yield lane
                waiting &= ~self._as_cheap(lane)

    def _as_cheap(self, lane: Walk) -> Board:
        """The positions that a lane gets to at the price of any way whatever."""
        spent = self.anyhow.mover.price.spent
        found = 0
        for weight, front in lane.fronts:
            for least, positions in self.anyhow.fronts:
                if spent(least) == spent(weight):
                    found |= front & positions
        return found

    def _towards(self, corner: tuple[int, int], waiting: Board, radius: int) -> Iterator[tuple[int, int]]:
        """The rays from a corner that may touch the space of any position waiting, plainest first."""
        angles, directions = _rays(radius)
        rows, columns = np.nonzero(self.frame.grid(waiting))
        left = columns + self.frame.left - corner[0]
        top = rows + self.frame.top - corner[1]
        marked = np.zeros(len(angles) + 1, np.int64)
        spans = np.stack(
            [np.arctan2(top + b, left + a) for a in (0, self.side) for b in (0, self.side)], axis=1
        )
        around = (left <= 0) & (left + self.side >= 0) & (top <= 0) & (top + self.side >= 0)
        low, high = spans.min(axis=1), spans.max(axis=1)
        # A space across the direction west has its angles on both sides of the jump from pi to -pi.
        across = around | (high - low > pi)
        first = np.searchsorted(angles, np.where(across, -4.0, low - 1e-9))
        last = np.searchsorted(angles, np.where(across, 4.0, high + 1e-9))
        np.add.at(marked, first, 1)
        np.add.at(marked, last, -1)
        hit = np.cumsum(marked)[:-1] > 0
        for number in _plainest(radius):
            if hit[number]:
                dx, dy = directions[number].tolist()
                yield dx, dy

    def _touched(self, corner: tuple[int, int], direction: tuple[int, int]) -> Board:
        """The positions whose space a ray touches."""
        frame, squares = self.frame, 0
        right, bottom = frame.left + frame.columns, frame.top + frame.rows
        for x, top, last in _columns(corner, direction, (frame.left, right), (frame.top, bottom)):
            squares |= frame.block(Square(x, top), 1, last - top + 1)
        return any_in_space(squares, self.side, self.side, frame)


def _onward(step: tuple[int, int], ray: tuple[int, int]) -> bool:
    """Whether a step does not lead back along a ray's longer axis."""
    along_x, along_y = step[0] * ray[0], step[1] * ray[1]
    if abs(ray[0]) == abs(ray[1]):
        return along_x + along_y >= 0
    return (along_x if abs(ray[0]) > abs(ray[1]) else along_y) >= 0


def _columns(
    corner: tuple[int, int], direction: tuple[int, int], across: tuple[int, int], down: tuple[int, int]
) -> Iterator[tuple[int, int, int]]:
    """The squares that a ray touches, column by column: (x, first y, last y), within limits."""
    (x0, y0), (dx, dy) = corner, direction
    if dx == 0:
        first, last = (y0 - 1, down[1]) if dy > 0 else (down[0], y0)
        for x in (x0 - 1, x0):
            yield x, first, last
        return
    # One column behind the corner: the ray touches it where it begins.
    columns = range(x0 - 1, across[1]) if dx > 0 else range(x0, across[0] - 1, -1)
    for x in columns:
        ends = [edge - x0 for edge in (x, x + 1) if (edge - x0) * dx >= 0]
        # Heights of the ray over the column, in units of 1 / |dx| of a square.
        heights = [abs(end) * dy for end in ends]
        size = abs(dx)
        yield x, y0 + -(-min(heights) // size) - 1, y0 + max(heights) // size


@lru_cache(maxsize=8)
def _rays(radius: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """All directions to intersections in a square round a corner: their angles, ascending, and (dx, dy)."""
    found = [
        (atan2(dy, dx), dx, dy)
        for dx in range(-radius, radius + 1)
        for dy in range(-radius, radius + 1)
        if gcd(dx, dy) == 1
    ]
    found.sort()
    return np.array([ray[0] for ray in found]), np.array([ray[1:] for ray in found], np.int64)


@lru_cache(maxsize=8)
def _plainest(radius: int) -> tuple[int, ...]:
    """The numbers of `_rays`, those with the smallest steps first."""
    directions = _rays(radius)[1]
    size = np.abs(directions).max(axis=1)
    return tuple(np.argsort(size, kind="stable").tolist())


def _crooked(path: tuple[Square, ...]) -> tuple[int, tuple[Square, ...]]:
    """By the number of turns."""
    steps = [(b.x - a.x, b.y - a.y) for a, b in itertools.pairwise(path)]
    return sum(one != other for one, other in itertools.pairwise(steps)), path
