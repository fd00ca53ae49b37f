"""Distance, movement and rounds (rules 1.3, 3): a heap Dijkstra over plain states."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.reference.board import (
    DND,
    EPIC_PATH,
    HALVING,
    PATHFINDER,
    SIZES,
    SOULWEAVER,
    Board,
    Creature,
    Point,
    Square,
    block,
    opponents,
    read_board,
    side,
)
from tests.reference.geometry import box, segment_enters, segments_touch

STRAIGHT = [(0, -1), (-1, 0), (1, 0), (0, 1)]
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
#: Extra spaces that one Movement carries (rules 10).
CARRY = {"advance": 0, "dash": 1, "run": 2}


@dataclass(frozen=True)
class Position:
    """Where a creature is, and which squares of its space it occupies there (rules 3.8)."""

    at: Square
    occupied: frozenset[Square]
    squeezed: bool


@dataclass(frozen=True)
class Step:
    """One legal step, before its cost: what it pays for."""

    to: Position
    diagonal: bool
    factor: int
    impeded: bool
    obstacle: bool


class Mover:
    """Where one creature may be and step on one board."""

    def __init__(self, board: Board, creature: Creature, squeeze: bool = True) -> None:
        self.board = board
        self.creature = creature
        self.side = creature.side
        self.squeeze = squeeze
        self.strip = self._strip_width()
        self._steps: dict[Position, list[Step]] = {}

    def _strip_width(self) -> int:
        """How narrow a strip it still squeezes through (rules 3.8)."""
        if self.board.ruleset in (PATHFINDER, DND):
            return -(-self.side // 2)
        smaller = max(self.creature.category - 1, 0)
        return side(self.board.ruleset, SIZES[smaller])

    def free_strips(self, at: Square, blocked: frozenset[Square]) -> set[Square]:
        """The squares of every w x s and s x w strip of the space that is free (rules 3.8)."""
        s, w = self.side, self.strip
        free: set[Square] = set()
        for k in range(s - w + 1):
            upright = {(at[0] + k + i, at[1] + j) for i in range(w) for j in range(s)}
            lying = {(at[0] + i, at[1] + k + j) for i in range(s) for j in range(w)}
            for strip in (upright, lying):
                if not strip & blocked:
                    free |= strip
        return free

    def position(self, at: Square) -> Position | None:
        """The position at a place, or nothing where it does not fit (rules 2.4, 3.1, 3.8)."""
        space = block(at, self.side)
        if not all(self.board.on_map(sq) for sq in space):
            return None
        inside = box(at, self.side)
        if any(
            wall.stops_movement and segment_enters(wall.start, wall.end, inside) for wall in self.board.walls
        ):
            return None
        if not space & self.board.blocked:
            return Position(at, frozenset(space), False)
        if self.squeeze:
            free = self.free_strips(at, self.board.blocked)
            if free:
                return Position(at, frozenset(free), True)
        return None

    def start(self) -> Position:
        """Where it stands now, legal or not: its own position always counts."""
        at = self.creature.at
        here = Mover(self.board, self.creature, True).position(at)
        if here is not None:
            return here
        space = block(at, self.side)
        return Position(at, frozenset(space), bool(space & self.board.blocked))

    def others(self) -> Iterator[Creature]:
        """Every creature that can be in the way at all: the dead bar nothing (rules 3.7)."""
        me = self.creature
        for other in self.board.creatures.values():
            level = me.altitude < other.altitude + other.height and other.altitude < me.altitude + me.height
            if other.id != me.id and not other.dead and level:
                yield other

    def may_share(self, other: Creature) -> bool:
        """Whether it may pass and stop on the other's squares (rules 3.7)."""
        if other.helpless:
            return True
        larger_by = self.creature.category - other.category
        if self.board.ruleset in (PATHFINDER, DND):
            return abs(larger_by) >= 3 or self.creature.category <= SIZES.index("tiny")
        return self.board.ruleset == EPIC_PATH and larger_by >= 2

    def may_pass(self, position: Position) -> bool:
        """Opponents bar the way, allies do not (rules 3.7)."""
        return not any(
            opponents(self.creature, other)
            and not self.may_share(other)
            and other.squares & position.occupied
            for other in self.others()
        )

    def may_stop(self, position: Position) -> bool:
        """Nobody stops on an ally's or opponent's squares that may not be shared (rules 3.7)."""
        return not any(
            not self.may_share(other) and other.squares & position.occupied for other in self.others()
        )

    def corners_allow(self, old: Position, new: Position) -> bool:
        """Whether a diagonal step passes the corners beside it (rules 2.3, 3.4, 3.8)."""
        filled = self.board.filled
        for beside in ((new.at[0], old.at[1]), (old.at[0], new.at[1])):
            if old.squeezed or new.squeezed:
                if not self.free_strips(beside, filled):
                    return False
            elif block(beside, self.side) & filled:
                return False
        return True

    def crossings(self, old: Position, dx: int, dy: int) -> list[tuple[Point, Point]]:
        """The segments from the centres of the squares occupied before the step (rules 2.4)."""
        half = Fraction(1, 2)
        return [((x + half, y + half), (x + half + dx, y + half + dy)) for x, y in sorted(old.occupied)]

    def steps(self, old: Position) -> list[Step]:
        """Every legal step from a position, worked out once (rules 2.3, 2.4, 3.1 to 3.8)."""
        if old not in self._steps:
            self._steps[old] = list(self._work_out_steps(old))
        return self._steps[old]

    def _work_out_steps(self, old: Position) -> Iterator[Step]:
        for dx, dy in STRAIGHT + DIAGONAL:
            diagonal = dx != 0 and dy != 0
            new = self.position((old.at[0] + dx, old.at[1] + dy))
            if new is None or not self.may_pass(new):
                continue
            if diagonal and not self.corners_allow(old, new):
                continue
            lines = self.crossings(old, dx, dy)
            crossed = [
                wall
                for wall in self.board.walls
                if any(segments_touch(a, b, wall.start, wall.end) for a, b in lines)
            ]
            if any(wall.stops_movement for wall in crossed):
                continue
            looked_at = new.occupied
            if self.board.ruleset != PATHFINDER:
                looked_at = new.occupied - old.occupied
            yield Step(
                to=new,
                diagonal=diagonal,
                factor=max([self.board.difficult.get(sq, 1) for sq in looked_at], default=1),
                impeded=bool(looked_at & self.board.impeded),
                obstacle=any(wall.is_obstacle for wall in crossed),
            )

    def halvings(self) -> int:
        """How many of its conditions halve its speed (rules 3.2)."""
        return len(self.creature.conditions & HALVING)


def step_feet(mover: Mover, step: Step, even: bool) -> tuple[int, bool]:
    """The feet a step costs, and whether the next diagonal is an even one (rules 3.2 to 3.5)."""
    m = (step.factor * (2 if step.to.squeezed else 1)) << mover.halvings()
    obstacle = 10 if step.obstacle else 0
    if not step.diagonal or mover.board.ruleset == EPIC_PATH:
        return 5 * m + obstacle, even
    if m == 1:
        return (10 if even else 5) + obstacle, not even
    return 15 * m // 2 + obstacle, even


def step_movement(mover: Mover, step: Step, carried: bool) -> int:
    """The Movement a soulweaver step costs; a carried one pays its extra costs only (rules 10)."""
    extra = (step.factor > 1) + step.obstacle + step.to.squeezed
    return int(extra if carried else 1 + extra) << mover.halvings()


def walk(mover: Mover, start: Position, budget: int) -> dict[Position, int]:
    """The least feet to every position within a budget of one turn (rules 3.3)."""
    best: dict[tuple[Position, bool], int] = {}
    heap = [(0, start.at, False)]
    where = {start.at: start}
    while heap:
        feet, at, even = heapq.heappop(heap)
        if (where[at], even) in best:
            continue
        best[where[at], even] = feet
        for step in mover.steps(where[at]):
            cost, after = step_feet(mover, step, even)
            if not step.impeded and feet + cost <= budget:
                where.setdefault(step.to.at, step.to)
                heapq.heappush(heap, (feet + cost, step.to.at, after))
    return {p: min(best[q, e] for q, e in best if q == p) for p, _ in best}


def soul_walk(mover: Mover, start: Position, budget: int, pace: str) -> dict[Position, int]:
    """The least Movement to every position where this pace lets it end (rules 10)."""
    best: dict[tuple[Position, int], int] = {}
    heap = [(0, start.at, 0)]
    where = {start.at: start}
    while heap:
        spent, at, carry = heapq.heappop(heap)
        if (where[at], carry) in best:
            continue
        best[where[at], carry] = spent
        for step in mover.steps(where[at]):
            if step.impeded:
                continue
            ways = [(step_movement(mover, step, True), carry - 1)] if carry else []
            if not carry or pace != "run":
                ways.append((step_movement(mover, step, False), CARRY[pace]))
            for cost, left in ways:
                if spent + cost <= budget:
                    where.setdefault(step.to.at, step.to)
                    heapq.heappush(heap, (spent + cost, step.to.at, left))
    ends = {p for p, carry in best if pace != "run" or carry == 0}
    return {
        p: min(spent for (q, carry), spent in best.items() if q == p and (pace != "run" or carry == 0))
        for p in ends
    }


def _by_place(at: list[Any]) -> tuple[int, int]:
    return at[1], at[0]


def distance(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """The distance between squares or creatures (rules 1.3, 1.4)."""
    board = read_board(ruleset, raw)

    def cells(end: Any) -> set[tuple[int, int, int]]:
        if isinstance(end, str):
            c = board.creatures[end]
            return {(x, y, c.altitude + k) for x, y in c.squares for k in range(c.height)}
        return {(end[0], end[1], 0)}

    squares = min(
        board.distance(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        for a in cells(ask["from"])
        for b in cells(ask["to"])
    )
    return {"squares": squares, "feet": 5 * squares}


def movement(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """Every position where a creature may end within its budget (rules 3, 10)."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]], ask.get("squeeze", True))
    start = mover.start()
    if ruleset == SOULWEAVER:
        field = soul_walk(mover, start, ask["budget"], ask.get("pace", "advance"))
    else:
        field = walk(mover, start, ask["budget"])
    stops = {p: cost for p, cost in field.items() if p == start or mover.may_stop(p)}
    return {
        "stops": sorted(([*p.at, cost] for p, cost in stops.items()), key=_by_place),
        "squeezed": sorted((list(p.at) for p in stops if p.squeezed), key=_by_place),
    }


def rounds(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """The first round in which a creature may end at each position (rules 3.6, 3.9)."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]], ask.get("squeeze", True))
    whole = 2 * ask["speed"]
    start = mover.start()
    first: dict[Position, tuple[int, int]] = {start: (0, 0)}
    for number in range(1, ask["rounds"] + 1):
        reached: dict[Position, int] = {}
        for source in list(first):
            if ruleset == SOULWEAVER:
                found = soul_walk(mover, source, whole, "advance")
            else:
                found = walk(mover, source, whole)
            for step in mover.steps(source):
                if ruleset == SOULWEAVER:
                    cost = step_movement(mover, step, False)
                else:
                    cost, _ = step_feet(mover, step, False)
                if step.impeded or cost > whole:
                    found[step.to] = min(whole, found.get(step.to, whole))
            for place, feet in found.items():
                if mover.may_stop(place):
                    reached[place] = min(feet, reached.get(place, feet))
        for place, feet in reached.items():
            first.setdefault(place, (number, feet))
    stops = [[*p.at, number, feet] for p, (number, feet) in first.items()]
    return {"stops": sorted(stops, key=_by_place)}
