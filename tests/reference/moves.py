"""The small moves of rules 3.9, 3.11 and 3.13, one step and one line at a time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

from tests.reference import sight
from tests.reference.board import DND, EPIC_PATH, SOULWEAVER, Board, block, read_board
from tests.reference.geometry import box, segment_enters, segments_touch
from tests.reference.movement import Mover, Position, Step, step_feet, step_movement
from tests.reference.provokes import provokes

Square = tuple[int, int]


def walk(mover: Mover, budget: int, is_open: Callable[[Position, Step], bool]) -> dict[Square, int]:
    """The least cost of every position within a budget over the open steps."""
    start = mover.start()
    best: dict[tuple[Square, bool], int] = {}
    heap, where = [(0, start.at, False)], {start.at: start}
    while heap:
        spent, at, even = heapq.heappop(heap)
        if (at, even) in best:
            continue
        best[at, even] = spent
        for step in mover.steps(where[at]):
            if step.impeded or not is_open(where[at], step):
                continue
            if mover.board.ruleset == SOULWEAVER:
                cost, after = step_movement(mover, step, False), False
            else:
                cost, after = step_feet(mover, step, even)
            if spent + cost <= budget:
                where.setdefault(step.to.at, step.to)
                heapq.heappush(heap, (spent + cost, step.to.at, after))
    found = {at: min(best[q, e] for q, e in best if q == at) for at, _ in best}
    return {at: cost for at, cost in found.items() if at == start.at or mover.may_stop(where[at])}


def withdraw(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> tuple[dict[Square, int], set[Square]]:
    """Every position withdrawn to with its cost, and those reached without any strike (rules 3.13)."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    own, side = mover.creature.at, mover.side
    target = board.creatures[ask["target"]]

    def is_open(old: Position, step: Step) -> bool:
        if ruleset != EPIC_PATH:
            return True
        level = mover.creature
        up = max(0, level.altitude - target.altitude - target.height + 1)
        down = max(0, target.altitude - level.altitude - level.height + 1)

        def away(at: Square) -> int:
            return min(
                board.distance(x - i, y - j, max(up, down))
                for x, y in block(at, side)
                for i, j in target.squares
            )

        return away(step.to.at) > away(old.at)

    def is_safe(old: Position, step: Step) -> bool:
        if not is_open(old, step):
            return False
        struck = provokes(ruleset, raw, {"creature": ask["creature"], "path": [old.at, step.to.at]})
        who = {strike[0] for strike in struck["provokes"]}
        if ruleset == EPIC_PATH:
            return who <= {target.id}
        if old.at != own:
            return not who
        new, before = block(step.to.at, side), block(own, side)
        levels = {
            name
            for name in who
            if new & board.creatures[name].squares and not before & board.creatures[name].squares
        }
        return not levels

    budget = ask["speed"] * (1 if ruleset == EPIC_PATH else 2)
    return walk(mover, budget, is_open), set(walk(mover, budget, is_safe))


def five_foot_steps(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> set[Square]:
    """Where a creature with enough speed takes a 5-foot step to (rules 3.11)."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    slowed = mover.halvings()
    if "blinded" in mover.creature.conditions or (ruleset == DND and slowed) or ask["speed"] >> slowed <= 5:
        return set()
    start = mover.start()
    own = [square for square in block(start.at, mover.side) if board.on_map(square)]
    return {
        step.to.at
        for step in mover.steps(start)
        if mover.may_stop(step.to)
        and not (step.impeded or step.obstacle or step.to.squeezed)
        and step.factor == 1
        and all(any(sight.line_of_effect(board, a, b) for a in own) for b in block(step.to.at, mover.side))
    }


def run(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[Square, int]:
    """Every position run to with its cost (rules 3.9); in dnd-3.5 line by line."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]])
    if "blinded" in mover.creature.conditions or (ruleset == DND and mover.halvings()):
        return {mover.creature.at: 0}
    budget = ask["speed"] * (3 if ask["heavy_armour"] else 4)
    anyhow = walk(mover, budget, lambda _, step: step.factor == 1 and not step.to.squeezed)
    if ruleset != DND:
        return anyhow
    found = {mover.creature.at: 0}
    x, y = mover.creature.at
    for i, j in product((0, mover.side), repeat=2):
        for ray in _rays(board):
            lane = _lane(mover, (x + i, y + j), ray)
            reached = walk(mover, budget, lambda _, step, lane=lane, ray=ray: _keeps_to(step, _, lane, ray))
            for at, cost in reached.items():
                found[at] = min(cost, found.get(at, cost))
    return found


def _rays(board: Board) -> list[Square]:
    far = range(-max(board.width, board.height) - 1, max(board.width, board.height) + 2)
    return [(dx, dy) for dx, dy in product(far, repeat=2) if gcd(dx, dy) == 1]


def _lane(mover: Mover, corner: Square, ray: Square) -> set[Square]:
    """The positions whose space a long segment along the ray touches."""
    end = (Fraction(corner[0] + 40 * ray[0]), Fraction(corner[1] + 40 * ray[1]))
    start = (Fraction(corner[0]), Fraction(corner[1]))
    return {at for at in mover.board.positions(mover.side) if _touches(start, end, at, mover.side)}


def _touches(start: Any, end: Any, at: Square, side: int) -> bool:
    if segment_enters(start, end, box(at, side)):
        return True
    corners = [
        (Fraction(at[0] + i), Fraction(at[1] + j)) for i, j in ((0, 0), (side, 0), (side, side), (0, side))
    ]
    return any(segments_touch(start, end, corners[n], corners[n - 1]) for n in range(4))


def _keeps_to(step: Step, old: Position, lane: set[Square], ray: Square) -> bool:
    across = (step.to.at[0] - old.at[0]) * ray[0]
    down = (step.to.at[1] - old.at[1]) * ray[1]
    if abs(ray[0]) == abs(ray[1]):
        onward = across + down >= 0
    else:
        onward = (across if abs(ray[0]) > abs(ray[1]) else down) >= 0
    return step.factor == 1 and not step.to.squeezed and step.to.at in lane and onward
