"""Combined modes (rules 3.9, 3.10): a heap Dijkstra over positions and the parity of diagonals."""

from __future__ import annotations

import heapq
from typing import Any

from tests.reference.board import PATHFINDER, read_board
from tests.reference.movement import Mover, Position, Step, step_feet

_KINDS = {"w": "water", "a": "air", "c": "cliff", "e": "earth"}
_MODES = {
    "ground": ("walk", "fly"),
    "water": ("swim", "fly"),
    "air": ("fly",),
    "cliff": ("climb", "fly"),
    "earth": ("burrow",),
}
_BY_SKILL = {"water": "swim", "cliff": "climb"}


def _open(step: Step, kinds: set[str], modes: dict[str, int], quarter: bool, after: int) -> bool:
    """Whether the modes cover a step that brings the feet spent to `after`."""
    for kind in kinds:
        covered = [modes.get(mode, 0) for mode in _MODES[kind]]
        if quarter and kind in _BY_SKILL and not modes.get(_BY_SKILL[kind]):
            covered.append(modes.get("walk", 0))
        if after > max(covered):
            return False
    return bool(kinds) or after <= max(modes.values())


def modes(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """Every position where a creature may end in one move by all its modes."""
    board = read_board(ruleset, raw)
    rows = (raw.get("terrain") or {}).get("ground") or []
    ground = {(x, y): _KINDS.get(c, "ground") for y, row in enumerate(rows) for x, c in enumerate(row)}
    mover = Mover(board, board.creatures[ask["creature"]], ask.get("squeeze", True))
    start = mover.start()
    best: dict[tuple[Position, bool], int] = {}
    heap = [(0, start.at, False)]
    where = {start.at: start}
    while heap:
        feet, at, even = heapq.heappop(heap)
        if (where[at], even) in best:
            continue
        best[where[at], even] = feet
        for step in mover.steps(where[at]):
            if step.impeded:
                continue
            entered = step.to.occupied
            if ruleset != PATHFINDER:
                entered = entered - where[at].occupied
            kinds = {ground.get(square, "ground") for square in entered}
            for quarter in (False, True):
                factor = step.factor * (4 if quarter else 1)
                paid = Step(step.to, step.diagonal, factor, step.impeded, step.obstacle)
                cost, after = step_feet(mover, paid, even)
                if _open(step, kinds, ask["modes"], quarter, feet + cost):
                    where.setdefault(step.to.at, step.to)
                    heapq.heappush(heap, (feet + cost, step.to.at, after))
    stops = {p for p, _ in best if p == start or mover.may_stop(p)}
    return {
        "stops": sorted(
            ([*p.at, min(best[q, e] for q, e in best if q == p)] for p in stops),
            key=lambda stop: (stop[1], stop[0]),
        ),
        "squeezed": sorted((list(p.at) for p in stops if p.squeezed), key=lambda at: (at[1], at[0])),
    }
