"""Kinds of ground in every other move (rules 3.6, 3.9 to 3.13): one step and one square at a time."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import Any

from tests.reference import moves as plain
from tests.reference.board import DND, EPIC_PATH, PATHFINDER, Square, block, read_board
from tests.reference.charge import attack_positions, lane_is_clear
from tests.reference.forced import forced
from tests.reference.geometry import box, convex_hull, polygons_overlap
from tests.reference.movement import Mover, Position, Step, step_feet

_KINDS = {"w": "water", "a": "air", "c": "cliff", "e": "earth"}
_SERVE = {
    "ground": ("walk", "fly"),
    "water": ("swim", "fly"),
    "air": ("fly",),
    "cliff": ("climb", "fly"),
    "earth": ("burrow",),
}
_SKILL = {"water": "swim", "cliff": "climb"}
#: Nobody runs or charges climbing or burrowing.
_TILT = ("walk", "swim", "fly")
Speeds = dict[str, int]


def kinds_of(raw: dict[str, Any]) -> Callable[[Square], str]:
    """What each square is made of."""
    rows = (raw.get("terrain") or {}).get("ground") or []
    made = {(x, y): _KINDS.get(c, "ground") for y, row in enumerate(rows) for x, c in enumerate(row)}
    return lambda square: made.get(square, "ground")


def covered(kind: str, speeds: Speeds) -> int:
    """Feet that the best mode for a kind covers."""
    return max(speeds.get(mode, 0) for mode in _SERVE[kind])


def ways(kinds: Iterable[str], speeds: Speeds, skill: bool) -> list[tuple[int, int]]:
    """(factor, feet that cover it) of a step over these kinds."""
    kinds = set(kinds)
    if not kinds:
        return [(1, max(speeds.values()))]
    plain_feet = min(covered(kind, speeds) for kind in kinds)
    found = [(1, plain_feet)] if plain_feet else []
    if skill:
        slow = []
        for kind in kinds:
            tried = covered(kind, speeds)
            if kind in _SKILL and not speeds.get(_SKILL[kind]):
                tried = max(tried, speeds.get("walk", 0))
            slow.append(tried)
        if min(slow) > plain_feet:
            found.append((4, min(slow)))
    return found


def entered(mover: Mover, old: Position, step: Step) -> set[Square]:
    """The squares that a step pays for (rules 3.2)."""
    if mover.board.ruleset == PATHFINDER:
        return set(step.to.occupied)
    return set(step.to.occupied - old.occupied)


def paid(mover: Mover, step: Step, factor: int, even: bool) -> tuple[int, bool]:
    """Feet of a step, its factor multiplied."""
    return step_feet(
        mover, Step(step.to, step.diagonal, step.factor * factor, step.impeded, step.obstacle), even
    )


def walk(
    mover: Mover,
    kind: Callable[[Square], str],
    start: Position,
    speeds: Speeds,
    *,
    skill: bool = True,
    is_open: Callable[[Position, Step], bool] = lambda _, __: True,
) -> dict[Position, int]:
    """The least feet to every position by all modes together."""
    best: dict[tuple[Position, bool], int] = {}
    heap = [(0, start.at, False)]
    where = {start.at: start}
    while heap:
        feet, at, even = heapq.heappop(heap)
        if (where[at], even) in best:
            continue
        best[where[at], even] = feet
        for step in mover.steps(where[at]):
            if step.impeded or not is_open(where[at], step):
                continue
            for factor, most in ways(map(kind, entered(mover, where[at], step)), speeds, skill):
                cost, after = paid(mover, step, factor, even)
                if feet + cost <= most:
                    where.setdefault(step.to.at, step.to)
                    heapq.heappush(heap, (feet + cost, step.to.at, after))
    return {p: min(best[q, e] for q, e in best if q == p) for p, _ in best}


def _times(speeds: Speeds, times: int) -> Speeds:
    return {mode: feet * times for mode, feet in speeds.items()}


def rounds(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[Square, tuple[int, int]]:
    """The first round in which it may end at each position, and the feet spent in it."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    speeds = _times(ask["modes"], 2)
    whole = max(speeds.values())
    start = mover.start()
    first: dict[Position, tuple[int, int]] = {start: (0, 0)}
    for number in range(1, ask["rounds"] + 1):
        reached: dict[Position, int] = {}
        for source in list(first):
            found = walk(mover, kind, source, speeds)
            for step in mover.steps(source):
                able = [
                    (factor, most)
                    for factor, most in ways(map(kind, entered(mover, source, step)), speeds, skill=True)
                    if most > 0
                ]
                dear = all(paid(mover, step, factor, even=False)[0] > most for factor, most in able)
                if able and (step.impeded or dear):
                    found[step.to] = min(whole, found.get(step.to, whole))
            for place, feet in found.items():
                if mover.may_stop(place):
                    reached[place] = min(feet, reached.get(place, feet))
        for place, feet in reached.items():
            first.setdefault(place, (number, feet))
    return {place.at: found for place, found in first.items()}


def withdraw(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[Square, int]:
    """Every position withdrawn to, whoever may strike, with its cost."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    target = board.creatures[ask["target"]]
    epic = ruleset == EPIC_PATH

    def away(at: Square) -> int:
        return board.gap(block(at, mover.side), target.squares)

    def is_open(old: Position, step: Step) -> bool:
        return not epic or away(step.to.at) > away(old.at)

    speeds = _times(ask["modes"], 1 if epic else 2)
    found = walk(mover, kind, mover.start(), speeds, skill=False, is_open=is_open)
    return {p.at: cost for p, cost in found.items() if p.at == mover.creature.at or mover.may_stop(p)}


def run(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[Square, int]:
    """Every position run to, however it turns, with its cost."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    speeds = {mode: 4 * feet for mode, feet in ask["modes"].items() if mode in _TILT}
    if "blinded" in mover.creature.conditions or not speeds:
        return {mover.creature.at: 0}
    found = walk(
        mover,
        kind,
        mover.start(),
        speeds,
        skill=False,
        is_open=lambda _, step: step.factor == 1 and not step.to.squeezed,
    )
    return {p.at: cost for p, cost in found.items() if p.at == mover.creature.at or mover.may_stop(p)}


def five_foot_steps(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> set[Square]:
    """Where it takes a 5-foot step to by modes with more than 5 ft of speed."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    able = {mode: feet for mode, feet in ask["modes"].items() if feet >> mover.halvings() > 5}
    anyhow = plain.five_foot_steps(ruleset, raw, {**ask, "speed": max(ask["modes"].values())})
    start = mover.start()
    return {
        step.to.at
        for step in mover.steps(start)
        if step.to.at in anyhow and able and ways(map(kind, entered(mover, start, step)), able, skill=False)
    }


def charge(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> list[Square]:
    """The closest positions with a clear lane over ground that the charger's modes cover."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    charger, target = board.creatures[ask["attacker"]], board.creatures[ask["target"]]
    mover, speeds = Mover(board, charger), ask["modes"]

    def can_be(at: Square) -> bool:
        place = mover.position(at)
        assert place is not None
        return all(ways([kind(sq)], speeds, skill=True) for sq in place.occupied)

    away = {
        at: board.distance(at[0] - charger.at[0], at[1] - charger.at[1])
        for at in attack_positions(board, charger, target)
        if can_be(at)
    }
    least, times = min(away.values(), default=0), 1 if ruleset == EPIC_PATH else 2
    halvings = mover.halvings()
    if (halvings and ruleset == DND) or not 10 <= 5 * least <= max(speeds.values()) * times >> halvings:
        return []
    able = {mode: feet * times >> halvings for mode, feet in speeds.items() if mode in _TILT}

    def covers(end: Square) -> bool:
        s = charger.side
        lane = convex_hull({(x + i, y + j) for x, y in (charger.at, end) for i in (0, s) for j in (0, s)})
        inside = (
            sq for sq in board.squares() if sq not in charger.squares and polygons_overlap(lane, box(sq, 1))
        )
        return all(5 * board.gap({sq}, charger.squares) <= covered(kind(sq), able) for sq in inside)

    ends = [at for at in away if away[at] == least and lane_is_clear(board, charger, at) and covers(at)]
    return sorted(ends, key=lambda at: (at[1], at[0]))


def squeezes(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> set[Square]:
    """Positions where it would stand squeezed and can be at all."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    places = [mover.position(at) for at in board.positions(mover.side)]
    return {
        place.at
        for place in places
        if place is not None
        and place.squeezed
        and all(ways([kind(sq)], ask["modes"], skill=True) for sq in place.occupied)
    }


def forced_over_ground(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """Earth ends a forced move like blocked ground; a gap is a hazard to whoever does not fly."""
    board, kind = read_board(ruleset, raw), kinds_of(raw)
    target = board.creatures[ask["target"]]
    flies = next(c for c in raw["creatures"] if c["id"] == ask["target"]).get("speed", {}).get("fly")
    terrain = {name: [list(row) for row in rows] for name, rows in raw["terrain"].items()}
    for x, y in board.squares():
        made = kind((x, y))
        if made == "earth" and (x, y) not in target.squares and terrain["blocked"][y][x] == ".":
            terrain["blocked"][y][x] = "#"
        if made == "air" and not flies:
            terrain["hazardous"][y][x] = "x"
    rows = {name: ["".join(row) for row in layer] for name, layer in terrain.items()}
    return forced(ruleset, {**raw, "terrain": rows}, ask)
