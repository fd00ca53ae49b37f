"""The charge and its lane (rules 3.12)."""

from __future__ import annotations

from typing import Any

from tests.reference import threat
from tests.reference.board import DND, EPIC_PATH, Board, Creature, Square, read_board
from tests.reference.geometry import box, convex_hull, polygons_overlap, segment_enters
from tests.reference.movement import Mover


def lane_is_clear(board: Board, charger: Creature, end: Square) -> bool:
    """Whether nothing lies inside the hull of the start space and the end space (rules 3.12)."""
    s = charger.side
    corners = {(x + i, y + j) for x, y in (charger.at, end) for i in (0, s) for j in (0, s)}
    lane = convex_hull(corners)
    crowd = {
        sq
        for other in board.creatures.values()
        if other.id != charger.id and not other.helpless
        for sq in other.squares
    }
    bad = (board.blocked | board.difficult.keys() | board.impeded | crowd) - charger.squares
    if any(polygons_overlap(lane, box(sq, 1)) for sq in bad):
        return False
    return not any(
        (wall.stops_movement or wall.is_obstacle) and segment_enters(wall.start, wall.end, lane)
        for wall in board.walls
    )


def attack_positions(board: Board, charger: Creature, target: Creature) -> list[Square]:
    """Every position where the charger may stand and threaten the target (rules 3.12, 4.1)."""
    mover = Mover(board, charger)
    found = []
    for at in board.positions(charger.side):
        place = mover.position(at)
        if place is None or not mover.may_stop(place):
            continue
        moved = board.moved(charger.id, at)
        if threat.threatens(moved, moved.creatures[charger.id], target):
            found.append(at)
    return found


def charge(ruleset: str, raw: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """Whether a charge is legal, and the closest positions with a clear lane (rules 3.12)."""
    board = read_board(ruleset, raw)
    charger, target = board.creatures[ask["attacker"]], board.creatures[ask["target"]]
    away = {
        at: board.distance(at[0] - charger.at[0], at[1] - charger.at[1])
        for at in attack_positions(board, charger, target)
    }
    least = min(away.values(), default=0)
    halvings = Mover(board, charger).halvings()
    farthest = ask["speed"] * (1 if ruleset == EPIC_PATH else 2) >> halvings
    ends = []
    if 10 <= 5 * least <= farthest and not (halvings and ruleset == DND):
        ends = [at for at in away if away[at] == least and lane_is_clear(board, charger, at)]
    ends.sort(key=lambda at: (at[1], at[0]))
    return {"legal": bool(ends), "ends": [list(at) for at in ends]}
