"""Straight runs (rules 3.9): along lines from a corner of the starting space to any part of its end.

A runner keeps to the positions whose space the line touches, and never steps back along it. A line that
passes through an intersection touches all that its neighbours to either side touch, up to where they end; so
it is enough to try the lines from each corner through every intersection in reach, the *rays*. Sorted by
their angle, the rays that touch one space are an interval, from one corner of it to another. The wave
therefore carries sets of rays, one bit a ray: what arrives at a position are the rays along which the way so
far has kept, and a step hands on those of them that touch the next space too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, gcd
from typing import NamedTuple

import numpy as np

from gridmap.model.square import Square
from gridmap.rules.bitboard import Board
from gridmap.rules.step import DIRECTIONS, Direction
from gridmap.rules.walk import FeetGrid, Walk

RaySet = int
"""A set of rays from one corner: bit n stands for the n-th ray of `Rays`."""
Offset = tuple[int, int]
_MOST_TRIED = 8
"""Rays tried for the straightest of equally cheap ways."""


class Rays(NamedTuple):
    """All directions to the intersections of a square round a corner.

    Attributes:
        directions: (dx, dy) without common divisor, by angle from -π (excluded) to π.
        number: the place of each direction.
        everyone: the set of all of them.
        onward: for each step, the rays along which it does not lead back.
    """

    directions: tuple[Offset, ...]
    number: Mapping[Offset, int]
    everyone: RaySet
    onward: Mapping[Direction, RaySet]

    def touching(self, left: int, top: int, side: int) -> RaySet:
        """The rays that touch a block of squares, its place given from the corner that they start at."""
        right, bottom = left + side, top + side
        if left <= 0 <= right and top <= 0 <= bottom:
            return self.everyone
        corners = [self._to(x, y) for x in (left, right) for y in (top, bottom)]
        if right < 0 and top < 0 < bottom:
            # Angles jump from π to -π at the direction west: the rays below it and those above.
            below = min(n for n in corners if self.directions[n][1] > 0)
            above = max(n for n in corners if self.directions[n][1] < 0)
            return self.everyone ^ ((1 << below) - (2 << above))
        if right < 0 and bottom == 0:
            # Along the direction west from above: west itself is the last ray, not the first.
            west = self._to(left, 0)
            above = max(n for n in corners if n != west)
            return (2 << above) - 1 | 1 << west
        return (2 << max(corners)) - (1 << min(corners))

    def _to(self, x: int, y: int) -> int:
        divisor = gcd(x, y)
        return self.number[x // divisor, y // divisor]


@lru_cache(maxsize=4)
def rays(radius: int) -> Rays:
    """The rays to all intersections at most so many squares away along x and along y."""
    span = range(-radius, radius + 1)
    # atan2 gives π for the direction west, so that west is the last.
    directions = tuple(
        sorted(((x, y) for x in span for y in span if gcd(x, y) == 1), key=lambda ray: atan2(ray[1], ray[0]))
    )
    onward = {
        step: sum(1 << number for number, ray in enumerate(directions) if _is_onward(step, ray))
        for step in DIRECTIONS
    }
    number = {ray: number for number, ray in enumerate(directions)}
    return Rays(directions, number, (1 << len(directions)) - 1, onward)


def _is_onward(step: Direction, ray: Offset) -> bool:
    """Whether a step does not lead back along a ray's longer axis."""
    along_x, along_y = step.dx * ray[0], step.dy * ray[1]
    if abs(ray[0]) == abs(ray[1]):
        return along_x + along_y >= 0
    return (along_x if abs(ray[0]) > abs(ray[1]) else along_y) >= 0


class StraightWalk:
    """The least cost of every position that a creature runs to in a straight line."""

    def __init__(self, anyhow: Walk) -> None:
        """Run.

        Args:
            anyhow: where it gets to however it turns.
        """
        self.anyhow, self.frame = anyhow, anyhow.frame
        self.side, self.own = anyhow.mover.body.side, anyhow.mover.creature.at
        self.rays = rays(max(self.frame.columns, self.frame.rows) + self.side)
        self._found: dict[int, tuple[int, Offset, RaySet]] = {self.frame.index(self.own): (0, (0, 0), 0)}
        """By bit: the least weight, the corner it was found from, and the rays along which."""
        self._into = self._steps_into()
        for j in (0, self.side):
            for i in (0, self.side):
                self._run_from((self.own.x + i, self.own.y + j))

    @cached_property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position run to, -1 for none."""
        feet: FeetGrid = np.full_like(self.anyhow.feet, -1)
        for bit, (weight, _, _) in self._found.items():
            x, y = self.frame.square(bit)
            feet[y, x] = self.anyhow.mover.price.spent(weight)
        return feet

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest straight way to a position, its own first; empty where there is none.

        Of equally cheap ways along one line the one with the fewest turns.
        """
        if square == self.own:
            return (square,)
        if not self.frame.contains(square) or self.frame.index(square) not in self._found:
            return ()
        _, corner, along = self._found[self.frame.index(square)]
        chosen = [ray for number, ray in enumerate(self.rays.directions) if along >> number & 1]
        chosen.sort(key=lambda ray: (abs(ray[0]) + abs(ray[1]), ray))
        ways = (self._along(corner, ray).path(square) for ray in chosen[:_MOST_TRIED])
        return min(ways, key=_turns)

    def _steps_into(self) -> dict[Direction, tuple[memoryview, memoryview]]:
        """For each direction of the step that ends at each bit its weight, -1 where none does, and the
        greatest weight with which it may be taken."""
        found = {}
        for direction in DIRECTIONS:
            weights, most = np.full((2, self.frame.rows, self.frame.stride), -1, np.int32)
            for passage in self.anyhow.passages:
                if passage.direction == direction:
                    ends = self.frame.grid(passage.ends & self.anyhow.reached)
                    weights[:, :-1][ends] = passage.weight
                    most[:, :-1][ends] = self.anyhow.most if passage.most is None else passage.most
            found[direction] = (memoryview(weights.reshape(-1).data), memoryview(most.reshape(-1).data))
        return found

    def _run_from(self, corner: Offset) -> None:
        """The wave along all rays from one corner that touch a position still to be had, or cheaper."""
        touching = _Touching(self, corner)
        wanted = 0
        for bit in self._waiting():
            wanted |= touching[bit]
        buckets: dict[int, dict[int, RaySet]] = {0: {self.frame.index(self.own): wanted}}
        passed: dict[int, RaySet] = {}
        weight = 0
        while buckets and weight <= self.anyhow.most:
            for bit, arrived in buckets.pop(weight, {}).items():
                before = passed.get(bit, 0)
                fresh = arrived & ~before
                if not fresh:
                    continue
                passed[bit] = before | fresh
                if bit not in self._found or weight < self._found[bit][0]:
                    self._found[bit] = (weight, corner, fresh)
                for end, step, onward in self._steps(bit, weight):
                    if kept := fresh & onward & touching[end]:
                        there = buckets.setdefault(weight + step, {})
                        there[end] = there.get(end, 0) | kept
            weight += 1

    def _steps(self, bit: int, before: int) -> Iterator[tuple[int, int, RaySet]]:
        """The steps from a position got to at a weight: where they end, what they weigh, the rays kept to."""
        for direction, (weights, most) in self._into.items():
            end = bit + self.frame.offset(*direction)
            if 0 <= end < len(weights) and weights[end] >= 0 and before + weights[end] <= most[end]:
                yield end, weights[end], self.rays.onward[direction]

    def _waiting(self) -> Iterator[int]:
        """Positions not yet run to at the price of any way whatever."""
        spent = self.anyhow.mover.price.spent
        for bit, least in enumerate(self.anyhow.weights):
            if least >= 0 and (bit not in self._found or spent(self._found[bit][0]) > spent(least)):
                yield bit

    def _along(self, corner: Offset, ray: Offset) -> Walk:
        """The walk along one ray."""
        anyhow = self.anyhow
        on_ray = 1 << self.rays.number[ray]
        touching = _Touching(self, corner)
        squares: Board = 0
        for bit, weight in enumerate(anyhow.weights):
            if weight >= 0 and touching[bit] & on_ray:
                squares |= 1 << bit
        onward = [passage for passage in anyhow.passages if _is_onward(passage.direction, ray)]
        return Walk(anyhow.mover, anyhow.room, onward, anyhow.most, enterable=anyhow.enterable & squares)


class _Touching(dict[int, RaySet]):
    """By the bit of a position, the rays from one corner that touch the space there."""

    def __init__(self, run: StraightWalk, corner: Offset) -> None:
        super().__init__()
        self._run, self._corner = run, corner

    def __missing__(self, bit: int) -> RaySet:
        x, y = self._run.frame.square(bit)
        found = self[bit] = self._run.rays.touching(x - self._corner[0], y - self._corner[1], self._run.side)
        return found


def _turns(path: tuple[Square, ...]) -> int:
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(path)]
    return sum(one != other for one, other in pairwise(steps))
