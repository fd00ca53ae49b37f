"""The cheapest way to a place, and beside it the safest: nobody may strike, or as few as possible.

Every enemy strikes once a move at most (rules 4.3), so what a way costs in strikes is the number of different
enemies that get a chance along it. Finding the fewest is hard in general (it is the minimum-label path), but
enemies are few and local. The search walks with sets of enemies that are allowed to strike:

1. Whoever must strike whatever the way (without its steps the place is out of reach) is in every set.
2. From a set, all positions are walked to over steps that let nobody else strike: one wave. Where a step
   leaves those positions, the enemies that it lets strike join the set, and make a larger one to look at.
3. Sets are looked at smallest first. The first size that gets to the place is the least number of strikes;
   of all its sets the cheapest way is taken.

That is exact: any way whatever grows its set in just these steps. Sets larger than what a plain greedy search
finds are never looked at, nor positions from which the budget no longer suffices. Should there still be more
than `MOST_SETS` (fewer on large maps), the greedy answer is given and `Routes.exact` is False: none of its
strikes can be left out, but a way round by other enemies may have fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import or_

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, moved
from gridmap.rules.menace import Menace, menaces, spared
from gridmap.rules.modes import Modes, mode_passages
from gridmap.rules.mover import Mover
from gridmap.rules.pace import Pace
from gridmap.rules.provoke import Provoked, Strike
from gridmap.rules.reason import Reason
from gridmap.rules.receipt import PaidStep, paid_leg, receipt_of
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.step import Direction
from gridmap.rules.walk import Walk, paced_passages, paced_storeys, passages, wave

MOST_SETS = 4000
"""The most sets of enemies that are looked at for one answer,"""
MOST_WORK = 10_000_000
"""and the most squares over all of them together."""


class UnwantedError(Exception):
    """The search was called off."""


@dataclass(frozen=True)
class Route:
    """One way.

    Attributes:
        path: positions, the mover's own first.
        spent: what has been spent at each of them, 0 first: feet, Movement in soulweaver.
        strikes: the first chance of each enemy along it, in order.
        hazards: positions on it that are in a hazard.
        steps: what it pays for.
        reason: what it costs, by the kinds of its steps.
    """

    path: tuple[Square, ...]
    spent: tuple[int, ...]
    strikes: tuple[Strike, ...]
    hazards: tuple[Square, ...]
    steps: tuple[PaidStep, ...]
    reason: Reason


@dataclass(frozen=True)
class Routes:
    """The ways to a place.

    Attributes:
        cheapest: the cheapest; None where there is none.
        safest: the cheapest of those with the fewest strikes; None where there is none.
        exact: whether `safest` is proven to have the fewest.
        reason: what the ways come to, or why there is none.
    """

    cheapest: Route | None
    safest: Route | None
    exact: bool
    reason: Reason


def routes(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    budget: int,
    to: Square,
    *,
    squeeze: bool = True,
    hazards: bool = True,
    modes: Modes | None = None,
    pace: Pace = Pace.ADVANCE,
    unwanted: Callable[[], bool] = bool,
) -> Routes:
    """The cheapest and the safest way of one move to a place where a creature may end.

    Args:
        battle_map: the map.
        creature: who moves, from where it stands.
        ruleset: by which rules.
        budget: feet, Movement in soulweaver.
        to: the position to end at.
        squeeze: whether it may squeeze (rules 3.8).
        hazards: whether it may enter hazardous squares.
        modes: feet by mode of movement (rules 3.10); None where kinds of ground are not asked about.
        pace: soulweaver's pace (rules 10).
        unwanted: asked again and again whether the answer is no longer wanted.

    Raises:
        UnwantedError: it is no longer wanted.
    """
    mover = Mover(battle_map, creature, ruleset, squeeze)
    most = mover.price.most(budget)
    room = mover.room(mover.frame(most // mover.price.lightest * (1 + pace.carry)))
    hazardous = room.footing.occupying(room.frame.board(room.frame.cut(battle_map.terrain.hazardous)))
    enterable = room.enterable if hazards else room.enterable & ~hazardous
    storeys = paced_storeys(room, pace)
    if pace is not Pace.ADVANCE:
        steps = paced_passages(mover, room, pace)
    else:
        steps = passages(mover, room) if modes is None else mode_passages(mover, room, modes)
    anyhow = Walk(mover, room, steps, most, enterable=storeys.raised(enterable), storeys=storeys)
    if not anyhow.stoppable & anyhow.goal(to):
        return Routes(None, None, True, _no_way(hazards))

    provoked = Provoked(battle_map, creature, ruleset)

    def route(walk: Walk) -> Route:
        steps = tuple(paid_leg(leg) for leg in walk.legs(to) or ())
        receipt = receipt_of(mover, steps)
        in_hazard = tuple(at for at in receipt.path if hazardous & room.frame.bit(at))
        struck = provoked.along(receipt.path)
        return Route(receipt.path, receipt.spent, struck, in_hazard, steps, receipt.reason)

    cheapest = route(anyhow)
    if not cheapest.strikes:
        return Routes(cheapest, cheapest, True, _summary(cheapest, cheapest, True))
    search = _Search(anyhow, to, unwanted)
    best = [route(walk) for walk in search.fewest([strike.enemy for strike in cheapest.strikes])]
    safest = min(best, key=lambda way: (len(way.strikes), way.spent[-1], *_crooked(way.path)))
    return Routes(cheapest, safest, search.exact, _summary(cheapest, safest, search.exact))


Enemies = int
"""A set of enemies: bit n stands for the n-th menace."""


class _Search:
    """A search for the fewest strikes on the way to one place."""

    def __init__(self, anyhow: Walk, to: Square, unwanted: Callable[[], bool]) -> None:
        self.unwanted = unwanted
        self.to, self.frame = to, anyhow.frame
        self.goal = anyhow.goal(to)
        self.anyhow, self.exact = anyhow, True
        self.corridor = _corridor(anyhow, to)
        # Nothing outside the corridor is on any way that the budget pays.
        self.steps = tuple(
            replace(passage, ends=passage.ends & self.corridor)
            for passage in anyhow.passages
            if passage.ends & self.corridor
        )
        self.ends: dict[tuple[Direction, int], Board] = {}
        for passage in self.steps:
            way = passage.direction, passage.bits(self.frame)
            self.ends[way] = self.ends.get(way, 0) | passage.ends
        self.menaces = [
            menace
            for menace in self._menaces()
            if any(menace.provoking[direction] & board for (direction, _), board in self.ends.items())
        ]
        self.everyone: Enemies = (1 << len(self.menaces)) - 1

    def _menaces(self) -> Iterator[Menace]:
        """Whoever may strike somewhere in the corridor."""
        storeys = self.anyhow.storeys
        for menace in menaces(self.anyhow.mover, storeys.floor, storeys.floored(self.corridor)):
            provoking = {way: storeys.raised(board) for way, board in menace.provoking.items()}
            yield Menace(menace.enemy, provoking)

    def fewest(self, on_cheapest: Sequence[str]) -> list[Walk]:
        """Walks that get to the place with the fewest enemies striking, all of the least cost in feet."""
        needed = self._needed()
        greedy = self._greedy(needed, on_cheapest)
        left = min(MOST_SETS, MOST_WORK // (self.frame.rows * self.frame.stride) + 1)
        waiting: dict[int, set[Enemies]] = {needed.bit_count(): {needed}}
        for size in range(needed.bit_count(), greedy.bit_count() + 1):
            arrived = []
            for allowed in sorted(waiting.pop(size, ())):
                if left == 0:
                    self.exact = False
                    return [self._walk(greedy)]
                left -= 1
                walk = self._walk(allowed)
                if walk.reached & self.goal:
                    arrived.append(walk)
                    continue
                for larger in self._grown(walk, allowed):
                    if larger.bit_count() <= greedy.bit_count():
                        waiting.setdefault(larger.bit_count(), set()).add(larger)
            if arrived:
                return self._cheapest(arrived)
        raise AssertionError("the greedy set is among those looked at")

    def _walk(self, allowed: Enemies) -> Walk:
        """Where it gets to if only these enemies may strike."""
        if self.unwanted():
            raise UnwantedError
        others = [menace for n, menace in enumerate(self.menaces) if not allowed >> n & 1]
        anyhow, enterable = self.anyhow, self.anyhow.enterable & self.corridor
        steps = spared(self.steps, others)
        return Walk(
            anyhow.mover, anyhow.room, steps, anyhow.most, enterable=enterable, storeys=anyhow.storeys
        )

    def _arrives(self, allowed: Enemies) -> bool:
        return bool(self._walk(allowed).reached & self.goal)

    def _needed(self) -> Enemies:
        """Those without whose strikes the place is out of reach."""
        singles = (1 << n for n in range(len(self.menaces)))
        return reduce(or_, (one for one in singles if not self._arrives(self.everyone ^ one)), 0)

    def _greedy(self, needed: Enemies, on_cheapest: Sequence[str]) -> Enemies:
        """A set that gets there and from which nobody can be left out."""
        allowed = sum(1 << n for n, menace in enumerate(self.menaces) if menace.enemy.id in on_cheapest)
        for n in range(len(self.menaces)):
            one = 1 << n
            if allowed & one and not needed & one and self._arrives(allowed ^ one):
                allowed ^= one
        return allowed

    def _grown(self, walk: Walk, allowed: Enemies) -> Iterator[Enemies]:
        """The sets that a step out of a walk's positions makes of its own."""
        for (direction, bits), board in self.ends.items():
            ends = moved(walk.reached, bits) & board
            yield from self._split(direction, ends, allowed)

    def _split(self, direction: Direction, ends: Board, allowed: Enemies) -> Iterator[Enemies]:
        groups = {allowed: ends}
        for n, menace in enumerate(self.menaces):
            if allowed >> n & 1:
                continue
            striking = menace.provoking[direction]
            for grown, part in tuple(groups.items()):
                if struck := part & striking:
                    groups[grown] = part ^ struck
                    groups[grown | 1 << n] = groups.get(grown | 1 << n, 0) | struck
        yield from (grown for grown, part in groups.items() if part and grown != allowed)

    def _cheapest(self, walks: Sequence[Walk]) -> list[Walk]:
        spent = [self.anyhow.mover.price.spent(walk.weight(self.to) or 0) for walk in walks]
        return [walk for walk, cost in zip(walks, spent, strict=True) if cost == min(spent)]


def _corridor(anyhow: Walk, to: Square) -> Board:
    """Positions that some way to the place within the budget may lead over."""
    frame = anyhow.frame
    back = [
        replace(
            passage,
            direction=Direction(-passage.direction.dx, -passage.direction.dy),
            ends=moved(passage.ends, -passage.bits(frame)),
            most=None,
            rise=-passage.rise,
        )
        for passage in anyhow.passages
    ]
    found, forth = 0, anyhow.fronts
    for weight, front in wave(frame, back, anyhow.goal(to), anyhow.reached, anyhow.most):
        for least, positions in forth:
            if least + weight > anyhow.most:
                break
            found |= positions & front
    return found


def _crooked(path: Sequence[Square]) -> tuple[int, int]:
    """A path's diagonals and turns."""
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(path)]
    diagonals = sum(dx != 0 and dy != 0 for dx, dy in steps)
    return diagonals, sum(one != other for one, other in pairwise(steps))


def _no_way(hazards: bool) -> Reason:
    if hazards:
        return Reason("It cannot end there within the budget", "3.9")
    return Reason("It cannot end there within the budget without entering a hazard", "2.1")


def _summary(cheapest: Route, safest: Route, exact: bool) -> Reason:
    arguments = {
        "cost": cheapest.spent[-1],
        "strikes": len(cheapest.strikes),
        "safe_cost": safest.spent[-1],
        "safe_strikes": len(safest.strikes),
    }
    if not cheapest.strikes:
        return Reason("{cost}, and nobody may strike", "4.3", arguments)
    if not exact:
        template = "{cost} with {strikes} who may strike; a way with {safe_strikes} for {safe_cost} was found"
    elif not safest.strikes:
        template = "{cost} with {strikes} who may strike; {safe_cost} with nobody"
    else:
        template = "{cost} with {strikes} who may strike; at least {safe_strikes} must, for {safe_cost}"
    return Reason(template, "4.3", arguments)
