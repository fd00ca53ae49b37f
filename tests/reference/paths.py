"""The safest way (rules 3, 4.3): a heap over position, parity of diagonals and the enemies who struck."""

from __future__ import annotations

import heapq
from typing import Any

from tests.reference.board import SOULWEAVER, read_board
from tests.reference.movement import CARRY, Mover, step_feet, step_movement
from tests.reference.provokes import provokes


def fewest_strikes(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[tuple[int, int], Any]:
    """For each position where a creature may end: (fewest strikes, least cost with so many, least cost)."""
    board = read_board(ruleset, raw)
    mover = Mover(board, board.creatures[ask["creature"]], ask.get("squeeze", True))
    start = mover.start()
    struck_at: dict[tuple[Any, Any], frozenset[str]] = {}

    def struck(old: tuple[int, int], new: tuple[int, int]) -> frozenset[str]:
        if (old, new) not in struck_at:
            answer = provokes(ruleset, raw, {"creature": ask["creature"], "path": [old, new]})
            struck_at[old, new] = frozenset(strike[0] for strike in answer["provokes"])
        return struck_at[old, new]

    pace = ask.get("pace", "advance")
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    done: set[tuple[Any, ...]] = set()
    # The number is whether the next diagonal is an even one; in soulweaver what the Movement still carries.
    heap: list[tuple[int, int, tuple[int, int], int, tuple[str, ...]]] = [(0, 0, start.at, 0, ())]
    where = {start.at: start}
    while heap:
        count, spent, at, even, who = heapq.heappop(heap)
        if (at, even, who) in done:
            continue
        done.add((at, even, who))
        if ruleset != SOULWEAVER or pace != "run" or even == 0:
            first = best.setdefault(at, (count, spent, spent))
            best[at] = (*first[:2], min(first[2], spent))
        for step in mover.steps(where[at]):
            if step.impeded or (not ask["hazards"] and step.to.occupied & board.hazardous):
                continue
            if ruleset == SOULWEAVER:
                ways = [(step_movement(mover, step, True), even - 1)] if even else []
                if not even or pace != "run":
                    ways.append((step_movement(mover, step, False), CARRY[pace]))
            else:
                cost, parity = step_feet(mover, step, bool(even))
                ways = [(cost, int(parity))]
            for cost, after in ways:
                if spent + cost <= ask["budget"]:
                    where.setdefault(step.to.at, step.to)
                    grown = tuple(sorted({*who, *struck(at, step.to.at)}))
                    heapq.heappush(heap, (len(grown), spent + cost, step.to.at, after, grown))
    return {at: found for at, found in best.items() if at == start.at or mover.may_stop(where[at])}
