"""Clear lines, line of effect and cover, one line at a time (rules 6).

A line moved sideways by a hair has coordinates ``value + hair * h`` for an ever so small ``h``. They are kept
as tuples ``(value, hair)``, and comparing two such tuples compares them for every small enough ``h``. All
values are integers, in as small a part of a square as the map needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from tests.reference.board import Board, Creature, Point, Square, Wall

#: The 30 ft within which a low wall covers, in squares (rules 6.2).
LOW_WALL_SQUARES = 6
#: The rule moves the whole line, ends and all: a line that starts or ends in the notch of two blocked squares
#: has no free side. With 1 its ends are drawn in (by far more than a hair), and what it touches only with an
#: end does not count: the other reading of rules 6.1, which no given case tells apart.
ENDS_DRAWN_IN = 0
#: From best to worst for the attacker.
GRADES = ("none", "soft", "cover", "total")

Place = tuple[int, int]
Segment = tuple[Place, Place]


@dataclass(frozen=True)
class Stoppers:
    """Squares and wall segments that a line may not meet, measured in 1/unit of a square."""

    unit: int
    squares: frozenset[Square]
    walls: tuple[Segment, ...]

    def place(self, point: Point) -> Place:
        """A point of the map in this measure."""
        x, y = Fraction(point[0]) * self.unit, Fraction(point[1]) * self.unit
        assert x.denominator == y.denominator == 1, "the unit does not divide the point"
        return int(x), int(y)


def stops_lines(wall: Wall) -> bool:
    """Walls and closed doors stop lines (rules 2.2); only a door can be open (query.md)."""
    return wall.kind == "wall" or (wall.kind == "door" and not wall.open)


def stoppers(board: Board, more_squares: Iterable[Square] = (), more_walls: Iterable[Wall] = ()) -> Stoppers:
    """What stops lines (rules 2.2, 6.1): blocked squares, walls and closed doors; and more, if given."""
    numbers = [n for w in board.walls for end in (w.start, w.end) for n in end]
    unit = lcm(10, *(n.denominator for n in numbers))
    bare = Stoppers(unit, board.blocked | frozenset(more_squares), ())
    walls = [w for w in board.walls if stops_lines(w)] + list(more_walls)
    return Stoppers(unit, bare.squares, tuple((bare.place(w.start), bare.place(w.end)) for w in walls))


def _cross(a: Place, b: Place) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _minus(a: Place, b: Place) -> Place:
    return a[0] - b[0], a[1] - b[1]


def _enters(a: Place, b: Place, hair: Place, square: Square, unit: int) -> bool:
    """Whether the line a-b, moved along ``hair``, has a point strictly inside the square.

    A segment misses an open square exactly if it lies beyond one of the square's four sides, or the square
    lies wholly on one side of it.
    """
    along = _minus(b, a)
    for axis in (0, 1):
        inward = ENDS_DRAWN_IN * along[axis]
        ends = [(a[axis], inward, hair[axis]), (b[axis], -inward, hair[axis])]
        if max(ends) <= (unit * square[axis], 0, 0) or min(ends) >= (unit * (square[axis] + 1), 0, 0):
            return False
    corners = [(unit * (square[0] + i), unit * (square[1] + j)) for i in (0, 1) for j in (0, 1)]
    sides = [(_cross(along, _minus(c, a)), -_cross(along, hair)) for c in corners]
    return min(sides) < (0, 0) < max(sides)


def _crosses(a: Place, b: Place, hair: Place, wall: Segment) -> bool:
    """Whether the line a-b, moved along ``hair``, goes from one side of the wall to the other."""
    along, run = _minus(b, a), _minus(wall[1], wall[0])
    inward = ENDS_DRAWN_IN * _cross(run, along)
    walls = [(_cross(along, _minus(w, a)), -_cross(along, hair)) for w in wall]
    lines = [
        (_cross(run, _minus(a, wall[0])), inward, _cross(run, hair)),
        (_cross(run, _minus(b, wall[0])), -inward, _cross(run, hair)),
    ]
    return min(walls) < (0, 0) < max(walls) and min(lines) < (0, 0, 0) < max(lines)


def clear(stop: Stoppers, start: Point, end: Point) -> bool:
    """Whether the line between two points is clear (rules 6.1)."""
    a, b = stop.place(start), stop.place(end)
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    u = stop.unit
    if a == b:
        return not any(u * x < a[0] < u * (x + 1) and u * y < a[1] < u * (y + 1) for x, y in stop.squares)
    near = [
        (x, y)
        for x, y in stop.squares
        if u * x <= x1 and u * (x + 1) >= x0 and u * y <= y1 and u * (y + 1) >= y0
    ]
    left = (a[1] - b[1], b[0] - a[0])
    for hair in (left, (-left[0], -left[1])):
        if not any(_enters(a, b, hair, sq, u) for sq in near) and not any(
            _crosses(a, b, hair, wall) for wall in stop.walls
        ):
            return True
    return False


def sight_points(square: Square) -> list[Point]:
    """A square's centre and its corners drawn in by a tenth (rules 6.1b)."""
    x, y = square
    near, far = Fraction(1, 10), Fraction(9, 10)
    half = Fraction(1, 2)
    return [(x + half, y + half)] + [(x + i, y + j) for j in (near, far) for i in (near, far)]


def sees(stop: Stoppers, one: Square, other: Square) -> bool:
    """Whether any line between sight points of two squares is clear (rules 6.1b)."""
    return any(clear(stop, p, q) for p in sight_points(one) for q in sight_points(other))


def sees_from_point(stop: Stoppers, point: Point, square: Square) -> bool:
    """Whether any line from a point to a square's sight points is clear (rules 6.1b)."""
    return any(clear(stop, point, q) for q in sight_points(square))


def line_of_effect(board: Board, one: Square, other: Square) -> bool:
    """Line of effect between two squares (rules 6.1b)."""
    return sees(stoppers(board), one, other)


def total_cover(board: Board, attacker: Creature, target: Creature) -> bool:
    """No line of effect from any square of the one to any of the other (rules 6.4)."""
    stop = stoppers(board)
    return not any(sees(stop, a, t) for a in attacker.squares for t in target.squares)


def corners(square: Square) -> list[Point]:
    """The four corners of a square."""
    return [(Fraction(square[0] + i), Fraction(square[1] + j)) for j in (0, 1) for i in (0, 1)]


def _borders(wall: Wall, square: Square) -> bool:
    """Whether a wall has more than a point in common with a square, its sides included."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, run = wall.start[axis], wall.end[axis] - wall.start[axis]
        if run == 0:
            if not square[axis] <= start <= square[axis] + 1:
                return False
        else:
            first, last = sorted(((square[axis] - start) / run, (square[axis] + 1 - start) / run))
            low, high = max(low, first), min(high, last)
    return low < high


def squares_from_wall(board: Board, wall: Wall, creature: Creature) -> int:
    """How far a creature is from a wall: 0 in a square that the wall borders (a reading of rules 6.2)."""
    xs, ys = (sorted((wall.start[axis], wall.end[axis])) for axis in (0, 1))
    bordered = {
        (x, y)
        for x in range(int(xs[0] // 1) - 1, int(xs[1] // 1) + 2)
        for y in range(int(ys[0] // 1) - 1, int(ys[1] // 1) + 2)
        if _borders(wall, (x, y))
    }
    return board.gap(bordered, creature.squares)


def covering_low_walls(board: Board, attacker: Creature, target: Creature) -> list[Wall]:
    """The low walls that cover this target from this attacker (rules 6.2)."""
    found = []
    for wall in board.walls:
        if wall.kind == "low-wall":
            distance = squares_from_wall(board, wall, target)
            if distance <= LOW_WALL_SQUARES and squares_from_wall(board, wall, attacker) >= distance:
                found.append(wall)
    return found


def creatures_between(board: Board, attacker: Creature, target: Creature) -> set[Square]:
    """The squares of creatures that give soft cover (rules 6.2); the dead give none (8.2)."""
    others = [c for c in board.creatures.values() if c.id not in (attacker.id, target.id) and not c.dead]
    squares = {sq for c in others for sq in c.squares}
    return squares - attacker.squares - target.squares


def _distant_cover(board: Board, attacker: Creature, target: Creature, ranged: bool) -> tuple[str, int]:
    """The grade and the clear lines from the corner that is best for the attacker (rules 6.2)."""
    low_walls = covering_low_walls(board, attacker, target)
    between = creatures_between(board, attacker, target) if ranged else set()
    hard = stoppers(board)
    low = stoppers(board, more_walls=low_walls)
    soft = stoppers(board, more_squares=between, more_walls=low_walls)
    starts = {c for sq in attacker.squares for c in corners(sq)}
    goals = {c for sq in target.squares for c in corners(sq)}
    lines = [(p, q) for p in starts for q in goals]
    hard_clear, low_clear, soft_clear = (
        {(p, q) for p, q in lines if clear(stop, p, q)} for stop in (hard, low, soft)
    )
    results = []
    for start, square in product(starts, target.squares):
        four = {(start, end) for end in corners(square)}
        if not four <= low_clear:
            grade = "cover"
        elif not four <= soft_clear:
            grade = "soft"
        else:
            grade = "none"
        results.append((grade, len(four & hard_clear)))
    return min(results, key=lambda r: (GRADES.index(r[0]), -r[1]))


def _adjacent_cover(board: Board, attacker: Creature, target: Creature) -> str:
    """Any stopped line between the best two squares' corners is cover (rules 6.3)."""
    stop = stoppers(board, more_walls=covering_low_walls(board, attacker, target))
    free = any(
        all(clear(stop, p, q) for p in corners(a) for q in corners(t))
        for a in attacker.squares
        for t in target.squares
    )
    return "none" if free else "cover"


def cover(board: Board, attacker_id: str, target_id: str, attack: str) -> dict[str, Any]:
    """The answer to a ``cover`` question (rules 6.2, 6.3, 6.4)."""
    attacker, target = board.creatures[attacker_id], board.creatures[target_id]
    if total_cover(board, attacker, target):
        return {"cover": "total", "clear_lines": 0}
    if attack == "melee" and board.gap(attacker.squares, target.squares) <= 1:
        return {"cover": _adjacent_cover(board, attacker, target)}
    grade, lines = _distant_cover(board, attacker, target, ranged=attack == "ranged")
    return {"cover": grade, "clear_lines": lines}


def melee_cover(board: Board, attacker_id: str, target_id: str) -> bool:
    """Whether a melee attack meets cover, soft cover aside (rules 4.3, 6.2, 6.3)."""
    return cover(board, attacker_id, target_id, "melee")["cover"] in ("cover", "total")
