"""Areas square by square, straight from the words of rules 7."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.reference.board import EPIC_PATH, Board, Creature, Point, Square
from tests.reference.sight import sees_from_point, stoppers

#: The squares along a side of an epic-path area (rules 7.1).
EPIC_SIDES = {
    "cone": {15: 3, 30: 5, 60: 8},
    "burst": {5: 2, 10: 4, 15: 5, 20: 6, 30: 9, 40: 12},
}
DIRECTIONS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
HALF = Fraction(1, 2)


def _point(pair: Any) -> Point:
    return Fraction(str(pair[0])), Fraction(str(pair[1]))


def _centre(square: Square) -> Point:
    return square[0] + HALF, square[1] + HALF


def _listed(squares: Iterable[Square]) -> list[list[int]]:
    return [list(sq) for sq in sorted(squares, key=lambda sq: (sq[1], sq[0]))]


def _reached(board: Board, origin: Point, squares: Iterable[Square], line_of_effect: bool) -> set[Square]:
    """Those squares that exist and, if it counts, that the effect gets to from its origin (rules 7.5)."""
    there = {sq for sq in squares if board.on_map(sq)}
    if not line_of_effect:
        return there
    stop = stoppers(board)
    return {sq for sq in there if sq not in board.blocked and sees_from_point(stop, origin, sq)}


def _far_corner(origin: Square, square: Square) -> tuple[int, int]:
    """The offset from an intersection to the corner of a square that is farthest in x and in y."""
    x, y = (square[axis] - origin[axis] for axis in (0, 1))
    return x + (x >= 0), y + (y >= 0)


def _lattice(point: Point) -> Square:
    if point[0].denominator != 1 or point[1].denominator != 1:
        raise ValueError("the origin is no intersection")
    return int(point[0]), int(point[1])


def _within(board: Board, origin: Square, square: Square, feet: int) -> bool:
    return 5 * board.distance(*_far_corner(origin, square)) <= feet


def burst(board: Board, origin: Point, feet: int) -> set[Square]:
    """The squares whose far corner is within the distance (rules 7.4)."""
    start = _lattice(origin)
    return {sq for sq in board.squares() if _within(board, start, sq, feet)}


def cone(board: Board, origin: Point, toward: str, feet: int) -> set[Square]:
    """A quarter circle from an intersection (rules 7.4)."""
    start, (dx, dy) = _lattice(origin), DIRECTIONS[toward]
    found = set()
    for square in burst(board, origin, feet):
        x, y = _far_corner(start, square)
        if dx and dy:
            inside = x * dx > 0 and y * dy > 0
        else:
            along, aside = (x * dx, y) if dx else (y * dy, x)
            inside = along > 0 and abs(aside) <= along
        if inside:
            found.add(square)
    return found


def line(board: Board, origin: Point, through: Square, feet: int) -> set[Square]:
    """The squares whose inside the line from an intersection passes through (rules 7.4)."""
    aim = _centre(through)
    dx, dy = aim[0] - origin[0], aim[1] - origin[1]
    found = set()
    for square in burst(board, origin, feet):
        offsets = [(square[0] + i - origin[0], square[1] + j - origin[1]) for i in (0, 1) for j in (0, 1)]
        turns = [dx * y - dy * x for x, y in offsets]
        ahead = any(dx * x + dy * y > 0 for x, y in offsets)
        same_quadrant = all(x * dx >= 0 and y * dy >= 0 for x, y in offsets)
        if ahead and same_quadrant and min(turns) < 0 < max(turns):
            found.add(square)
    return found


def epic_side(shape: str, feet: int, widened: bool = False) -> int:
    """How many squares an epic-path area is wide (rules 7.1)."""
    if feet not in EPIC_SIDES.get(shape, {}):
        raise ValueError(f"no {shape} of {feet} feet in the table")
    return EPIC_SIDES[shape][feet] * (2 if widened else 1)


def epic_square(board: Board, centre: Point, n: int) -> set[Square]:
    """The n x n squares round a square's centre or an intersection (rules 7.1)."""
    left, top = centre[0] - Fraction(n, 2), centre[1] - Fraction(n, 2)
    if left.denominator != 1 or top.denominator != 1:
        raise ValueError("odd areas are centred on a square, even ones on an intersection")
    return {sq for sq in board.squares() if 0 <= sq[0] - left < n and 0 <= sq[1] - top < n}


def epic_line_start(creature: Creature, through: Square) -> Square:
    """The square of its space that a creature's line starts from: the nearest, a reading of rules 7.3."""
    x, y = (
        min(max(through[axis], creature.at[axis]), creature.at[axis] + creature.side - 1) for axis in (0, 1)
    )
    return x, y


def epic_line(start: Square, through: Square, steps: int) -> tuple[set[Square], set[Square]]:
    """The squares of an epic-path line and its close calls (rules 7.3)."""
    dx, dy = through[0] - start[0], through[1] - start[1]
    length = max(abs(dx), abs(dy))
    if length == 0:
        raise ValueError("a line needs another square to go through")
    sure: set[Square] = set()
    close: set[Square] = set()
    for step in range(1, steps + 1):
        x, y = start[0] + Fraction(step * dx, length), start[1] + Fraction(step * dy, length)
        nearest = {
            (c, r) for c in (ceil(x - HALF), floor(x + HALF)) for r in (ceil(y - HALF), floor(y + HALF))
        }
        (sure if len(nearest) == 1 else close).update(nearest)
    return sure, close


def area(board: Board, ask: dict[str, Any]) -> dict[str, Any]:
    """The answer to an ``area`` question (rules 7)."""
    shape, feet = ask["shape"], ask["feet"]
    effect = ask.get("line_of_effect", True)
    if board.ruleset == EPIC_PATH:
        if shape == "line":
            through = (ask["through"][0], ask["through"][1])
            start = epic_line_start(board.creatures[ask["creature"]], through)
            sure, close = (
                _reached(board, _centre(start), squares, effect)
                for squares in epic_line(start, through, feet // 5)
            )
            return {"squares": _listed(sure), "close_calls": _listed(close)}
        origin = _point(ask["origin"])
        squares = epic_square(board, origin, epic_side(shape, feet, ask.get("widened", False)))
    else:
        origin = _point(ask["origin"])
        if shape == "burst":
            squares = burst(board, origin, feet)
        elif shape == "cone":
            squares = cone(board, origin, ask["toward"], feet)
        else:
            squares = line(board, origin, (ask["through"][0], ask["through"][1]), feet)
    return {"squares": _listed(_reached(board, origin, squares, effect))}


def placements(board: Board, ask: dict[str, Any]) -> dict[str, Any]:
    """The answer to a ``placements`` question: areas that touch the creature's space (rules 7.2)."""
    creature = board.creatures[ask["creature"]]
    n = epic_side(ask["shape"], ask["feet"], ask.get("widened", False))
    found = []
    for x, y in board.positions(n):
        dx = max(x - (creature.at[0] + creature.side), creature.at[0] - (x + n))
        dy = max(y - (creature.at[1] + creature.side), creature.at[1] - (y + n))
        if max(dx, dy) == 0:
            found.append((x, y))
    return {"at": _listed(found)}
