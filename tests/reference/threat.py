"""Threatened squares and flanks, straight from the words of rules 4 and 5."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from tests.reference.board import DND, EPIC_PATH, PATHFINDER, Board, Creature, Square, opponents
from tests.reference.sight import Stoppers, sees, stoppers

Spot = tuple[Fraction, ...]


def reaches(board: Board, creature: Creature, dx: int, dy: int, dz: int = 0) -> bool:
    """Whether an offset lies within the creature's reach and beyond its minimum (rules 4.1, 4.2)."""
    least, most = creature.reach
    feet = 5 * board.distance(dx, dy, dz)
    second_diagonal = sorted((abs(dx), abs(dy), abs(dz)))[1:] == [2, 2]
    if second_diagonal and most == 10 and board.ruleset in (PATHFINDER, DND):
        feet = 10
    return least < feet <= most


def _in_reach(board: Board, creature: Creature, square: Square, rise: int) -> bool:
    """Distances count from the nearest square of the space (rules 1.3)."""
    dx = min(abs(square[0] - x) for x, _ in creature.squares)
    dy = min(abs(square[1] - y) for _, y in creature.squares)
    return reaches(board, creature, dx, dy, rise)


def _threatens_square(board: Board, creature: Creature, square: Square, rise: int, stop: Stoppers) -> bool:
    """Whether it threatens a square at a level ``rise`` squares off its own space (rules 4.1)."""
    if creature.helpless or square in board.blocked:
        return False
    own = square in creature.squares and rise == 0
    return (own or _in_reach(board, creature, square, rise)) and any(
        sees(stop, mine, square) for mine in creature.squares
    )


def threatened(board: Board, creature: Creature) -> set[Square]:
    """The squares that a creature threatens, its own included (rules 4.1)."""
    stop = stoppers(board)
    return {sq for sq in board.squares() if _threatens_square(board, creature, sq, 0, stop)}


def reach(board: Board, creature_id: str) -> dict[str, Any]:
    """The answer to a ``reach`` question (rules 4.1, 4.2)."""
    squares = threatened(board, board.creatures[creature_id])
    return {"squares": [list(sq) for sq in sorted(squares, key=lambda sq: (sq[1], sq[0]))]}


def _rise(one: Creature, other: Creature) -> int:
    """How many squares two spaces are apart in height: 0 if they share a level (rules 1.4)."""
    above = other.altitude - (one.altitude + one.height - 1)
    below = one.altitude - (other.altitude + other.height - 1)
    return max(above, below, 0)


def threatens(board: Board, creature: Creature, target: Creature) -> bool:
    """Whether a creature threatens any square of another's space (rules 4.1, 5.1)."""
    stop, rise = stoppers(board), _rise(creature, target)
    return any(_threatens_square(board, creature, sq, rise, stop) for sq in target.squares)


def _centres(creature: Creature, in_space: bool) -> list[Spot]:
    half = Fraction(1, 2)
    levels = range(creature.altitude, creature.altitude + creature.height) if in_space else [None]
    return [
        (x + half, y + half) + (() if z is None else (z + half,)) for x, y in creature.squares for z in levels
    ]


def _corners(creature: Creature, in_space: bool) -> list[Spot]:
    """Every corner of every square of a space (rules 5.1)."""
    half = Fraction(1, 2)
    shifts = list(product((-half, half), repeat=3 if in_space else 2))
    return sorted(
        {
            tuple(c + s for c, s in zip(centre, shift, strict=True))
            for centre in _centres(creature, in_space)
            for shift in shifts
        }
    )


def _box(creature: Creature, in_space: bool) -> list[tuple[int, int]]:
    box = [(low, low + creature.side) for low in creature.at]
    return [*box, (creature.altitude, creature.altitude + creature.height)] if in_space else box


def _sides(spot: Spot, box: list[tuple[int, int]]) -> dict[int, int]:
    """On which sides of a box a point of it lies: axis to -1 or 1. Two sides at once are a corner."""
    return {
        axis: -1 if value == low else 1
        for axis, (value, (low, high)) in enumerate(zip(spot, box, strict=True))
        if value in (low, high)
    }


def _passage(a: Spot, b: Spot, box: list[tuple[int, int]]) -> tuple[dict[int, int], dict[int, int]] | None:
    """The sides by which the line from a to b comes into a box and leaves it; None if it does not do both."""
    first, last = Fraction(0), Fraction(1)
    for p, q, (low, high) in zip(a, b, box, strict=True):
        if p == q:
            if not low <= p <= high:
                return None
        else:
            near, far = sorted(((low - p) / (q - p), (high - p) / (q - p)))
            first, last = max(first, near), min(last, far)
    if first > last:
        return None
    start, end = (tuple(p + t * (q - p) for p, q in zip(a, b, strict=True)) for t in (first, last))
    return _sides(start, box), _sides(end, box)


def line_flanks(ruleset: str, a: Spot, b: Spot, box: list[tuple[int, int]]) -> bool:
    """Whether the line from a to b makes a flank of the space it crosses (rules 5.2, 5.3)."""
    passage = _passage(a, b, box)
    if passage is None:
        return False
    entry, leaving = passage
    if ruleset == EPIC_PATH:
        return bool(entry) and entry == {axis: -side for axis, side in leaving.items()}
    return any(leaving.get(axis) == -side for axis, side in entry.items())


def _line_flank(board: Board, target: Creature, attacker: Creature, ally: Creature) -> bool:
    """Whether any of the lines that the attacker may try makes a flank (rules 5.1)."""
    in_space = len({c.altitude for c in (target, attacker, ally)}) > 1
    box = _box(target, in_space)
    lines = list(product(_centres(attacker, in_space), _centres(ally, in_space)))
    if board.ruleset == EPIC_PATH and attacker.reach[1] > 5:
        lines += product(_corners(attacker, in_space), _corners(ally, in_space))
    return any(line_flanks(board.ruleset, a, b, box) for a, b in lines)


def _inside(small: Creature, big: Creature) -> bool:
    """Whether a creature is inside the space of one two or more sizes larger (rules 5.4)."""
    return big.category - small.category >= 2 and small.squares <= big.squares and _rise(small, big) == 0


def _internal_flank(board: Board, target: Creature, attacker: Creature, ally: Creature) -> bool:
    """A small creature inside a big one, for or against it, in epic-path (rules 5.4)."""
    if board.ruleset != EPIC_PATH:
        return False
    return any(_inside(one, target) or _inside(target, one) for one in (attacker, ally))


def flanks(board: Board) -> list[tuple[str, str, str]]:
    """Every target, attacker and ally of a flank, sorted (rules 5)."""
    creatures = list(board.creatures.values())
    threats = {(a.id, t.id): threatens(board, a, t) for a in creatures for t in creatures if opponents(a, t)}
    lines, found = set(), set()
    for target, attacker, ally in product(creatures, repeat=3):
        if attacker.id == ally.id or opponents(attacker, ally) or not opponents(attacker, target):
            continue
        if any(c.reach[1] == 0 or not threats[c.id, target.id] for c in (attacker, ally)):
            continue
        if _line_flank(board, target, attacker, ally):
            lines.add((target, attacker, ally))
        if _internal_flank(board, target, attacker, ally):
            found.add((target.id, attacker.id, ally.id))
    for target, attacker, ally in lines:
        found |= {(t.id, attacker.id, ally.id) for t in creatures if _shares(t, target, attacker)}
    return sorted(found)


def _shares(creature: Creature, target: Creature, attacker: Creature) -> bool:
    """Whether a flank on a target's one square flanks this creature in it as well (rules 5.5)."""
    beside = target.side == 1 and target.squares <= creature.squares and _rise(creature, target) == 0
    return creature.id == target.id or (beside and opponents(creature, attacker))


def flanking(board: Board) -> dict[str, Any]:
    """The answer to a ``flanking`` question (rules 5)."""
    return {"flanks": [list(flank) for flank in flanks(board)]}
