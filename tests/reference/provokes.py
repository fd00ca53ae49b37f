"""Who may strike at a creature that moves along a path (rules 4.3)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.reference import sight, threat
from tests.reference.board import DND, PATHFINDER, Board, block, opponents, read_board


def _covered(board: Board, enemy: str, mover: str) -> bool:
    """Whether cover from the enemy saves the mover (rules 4.3, 6.2, 6.3)."""
    if board.ruleset not in (PATHFINDER, DND):
        return False
    return sight.melee_cover(board, enemy, mover)


def provokes(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """The position left when each enemy first may strike, in path order (rules 4.3)."""
    board = read_board(ruleset, raw)
    mover = board.creatures[ask["creature"]]
    enemies = [c for c in board.creatures.values() if opponents(mover, c) and not c.helpless]
    path = [(x, y) for x, y in ask["path"]]
    struck: list[list[Any]] = []
    for left, entered in pairwise(path):
        if left == entered:
            continue
        old, new = block(left, mover.side), block(entered, mover.side)
        before = board.moved(mover.id, left)
        for enemy in enemies:
            if any(s[0] == enemy.id for s in struck):
                continue
            leaving = threat.threatens(before, enemy, before.creatures[mover.id])
            leaving = leaving and not _covered(before, enemy.id, mover.id)
            intruding = bool(new & enemy.squares) and not old & enemy.squares
            if leaving or intruding:
                struck.append([enemy.id, *left])
    return {"provokes": struck}
