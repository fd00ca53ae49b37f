"""Push, pull and slide (rules 8.1, 8.2, 8.3)."""

from __future__ import annotations

from typing import Any

from tests.reference.board import Board, Creature, Square, block, read_board
from tests.reference.movement import Mover


def _right_way(
    board: Board, move: str, attacker: Creature, old: set[Square], new: set[Square], rise: int
) -> bool:
    """Each square of a push is farther from the attacker's space, of a pull nearer (rules 8.1)."""
    before, after = (
        min(board.distance(x - i, y - j, rise) for x, y in squares for i, j in attacker.squares)
        for squares in (old, new)
    )
    return {"push": after > before, "pull": after < before, "slide": True}[move]


def forced(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """Every place where a pushed, pulled or slid creature can be left (rules 8)."""
    board = read_board(ruleset, raw)
    attacker, target = board.creatures[ask["attacker"]], board.creatures[ask["target"]]
    mover = Mover(board, target, squeeze=False)
    start = mover.start()
    ends = {start: 0}
    edge = [start]
    rise = max(
        0,
        attacker.altitude - target.altitude - target.height + 1,
        target.altitude - attacker.altitude - attacker.height + 1,
    )
    aloft = target.altitude > 0  # moves only straight down or up: stays over its squares
    for taken in range(1, 0 if aloft else ask["squares"] + 1):
        reached = []
        for old in edge:
            for step in mover.steps(old):
                new = step.to
                free = not any(o.squares & new.occupied for o in mover.others())
                onward = _right_way(
                    board,
                    ask["move"],
                    attacker,
                    block(old.at, target.side),
                    block(new.at, target.side),
                    rise,
                )
                if free and onward and new not in ends:
                    ends[new] = taken
                    reached.append(new)
        edge = reached
    listed = sorted(([*p.at, n] for p, n in ends.items()), key=lambda e: (e[1], e[0]))
    in_hazard = [p.at for p in ends if p.occupied & board.hazardous]
    return {
        "ends": listed,
        "hazards": [[x, y] for x, y in sorted(in_hazard, key=lambda at: (at[1], at[0]))],
    }
