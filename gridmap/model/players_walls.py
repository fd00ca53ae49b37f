"""Walls as players know them: nothing secret, nothing unrevealed, no trace of how they were cut."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

import numpy as np
import numpy.typing as npt

from gridmap.model.identity_cache import IdentityCache
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind

Mask = npt.NDArray[np.bool_]
_Piece = tuple[Point, Point]
_SAME_PLACE = 1e-5
"""Ends as little apart as this touch."""
_kept: IdentityCache[tuple[Wall, ...]] = IdentityCache(8)


def walls_for_players(walls: tuple[Wall, ...], known: Mask | None) -> tuple[Wall, ...]:
    """The walls that players know of. The same walls and squares give the very same tuple.

    A closed secret door is a wall, and an open one any other door. Walls that lie on one line and touch are
    one wall, in an order of their own, so that it cannot be told where one began or was drawn last. Of each
    wall the parts are left that run through or along a known square.

    Args:
        walls: the map's walls.
        known: ``(height, width) bool``, the squares that players know; None for all.
    """
    return _kept.get((walls, known), lambda: _worked_out(walls, known))


def walls_beside(walls: tuple[Wall, ...], squares: Mask) -> tuple[Wall, ...]:
    """The walls in or along a square of a mask; those at an angle also where their box touches one."""
    look = _Known(squares)
    return tuple(wall for wall in walls if look.any_around(wall))


def _worked_out(walls: tuple[Wall, ...], known: Mask | None) -> tuple[Wall, ...]:
    solid: dict[tuple[float, ...], list[_Piece]] = defaultdict(list)
    others: list[Wall] = []
    look = None if known is None else _Known(known)
    for wall in walls:
        pieces: Iterable[_Piece] = ((wall.start, wall.end),)
        if look is not None:
            pieces = look.pieces(wall)
        closed_secret = wall.is_secret_door and not wall.open
        if wall.kind is WallKind.WALL or closed_secret:
            if wall.start != wall.end:
                line = _line_of(wall.start, wall.end)
                solid[line].extend((min(piece), max(piece)) for piece in pieces)
        else:
            others.extend(_wall(start, end, wall.kind, wall.open) for start, end in pieces)
    joined = sorted(piece for pieces in solid.values() for piece in _joined(pieces))
    return (*(_wall(start, end, WallKind.WALL, False) for start, end in joined), *others)


@lru_cache(maxsize=65536)
def _wall(start: Point, end: Point, kind: WallKind, is_open: bool) -> Wall:
    """A wall with nothing of its file; the same one again, so that painters see what did not change."""
    return Wall(start, end, kind, is_open)


class _Known:
    """What is known round a wall."""

    def __init__(self, known: Mask) -> None:
        self._known = known
        self._counts = np.zeros((known.shape[0] + 1, known.shape[1] + 1), np.int64)
        self._counts[1:, 1:] = known.cumsum(0, dtype=np.int64).cumsum(1, dtype=np.int64)

    def pieces(self, wall: Wall) -> Iterator[_Piece]:
        """The parts of a wall in known squares or on their borders, each as long as it goes."""
        if not self.any_around(wall):
            return
        if self._all_around(wall):
            yield wall.start, wall.end
            return
        cuts = _cuts(wall)
        begin: Point | None = None
        for start, end in pairwise(cuts):
            if self._touches((start.x + end.x) / 2, (start.y + end.y) / 2):
                begin = start if begin is None else begin
            elif begin is not None:
                yield begin, start
                begin = None
        if begin is not None:
            yield begin, cuts[-1]

    def any_around(self, wall: Wall) -> bool:
        """Whether any square is known that a wall's box touches the inside or a side of."""
        return self._count(*self._box(wall)) > 0

    def _all_around(self, wall: Wall) -> bool:
        """Whether every square that a wall runs through or along is on the map and known."""
        left, top, right, bottom = self._box(wall)
        return self._count(left, top, right, bottom) == (right - left) * (bottom - top)

    def _box(self, wall: Wall) -> tuple[int, int, int, int]:
        """The block of squares that a wall touches the inside or a side of, also those off the map."""
        left, right = sorted((wall.start.x, wall.end.x))
        top, bottom = sorted((wall.start.y, wall.end.y))
        level, upright = top == bottom, left == right
        return (
            ceil(left) - 1 if upright else floor(left),
            ceil(top) - 1 if level else floor(top),
            floor(right) + 1 if upright else ceil(right),
            floor(bottom) + 1 if level else ceil(bottom),
        )

    def _count(self, left: int, top: int, right: int, bottom: int) -> int:
        rows, columns = self._known.shape
        left, right = min(max(left, 0), columns), min(max(right, 0), columns)
        top, bottom = min(max(top, 0), rows), min(max(bottom, 0), rows)
        counts = self._counts
        return int(counts[bottom, right] - counts[top, right] - counts[bottom, left] + counts[top, left])

    def _touches(self, x: float, y: float) -> bool:
        """Whether a place lies in a known square or on the side of one."""
        return self._count(ceil(x) - 1, ceil(y) - 1, floor(x) + 1, floor(y) + 1) > 0


def _cuts(wall: Wall) -> list[Point]:
    """Both ends of a wall, and where it crosses lines of the grid in between."""
    (x, y), (to_x, to_y) = wall.start, wall.end
    shares = {0.0, 1.0}
    for begin, end in ((x, to_x), (y, to_y)):
        if begin != end:
            low, high = sorted((begin, end))
            shares.update((line - begin) / (end - begin) for line in range(floor(low) + 1, ceil(high)))
    points = [_at(wall, share) for share in sorted(shares)]
    return [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]


def _at(wall: Wall, share: float) -> Point:
    if share == 0.0:
        return wall.start
    if share == 1.0:
        return wall.end
    # Rounded: the same place, whatever the wall's ends beyond it are, and a grid line is met to the hair.
    return Point(
        *(round(begin + (end - begin) * share, 6) for begin, end in zip(wall.start, wall.end, strict=True))
    )


def _joined(pieces: list[_Piece]) -> Iterator[_Piece]:
    """Pieces of one line, those that touch or overlap made one."""
    along = sorted(pieces)
    if not along:
        return
    begin, end = along[0]
    for start, stop in along[1:]:
        if start <= end or hypot(start.x - end.x, start.y - end.y) < _SAME_PLACE:
            end = max(end, stop)
        else:
            yield begin, end
            begin, end = start, stop
    yield begin, end


def _line_of(start: Point, end: Point) -> tuple[float, ...]:
    """Names the line through two points: its direction, and how far it runs beside the corner of the map."""
    if start.x == end.x:
        return (0.0, 1.0, start.x)
    if start.y == end.y:
        return (1.0, 0.0, start.y)
    (x, y), (to_x, to_y) = min(start, end), max(start, end)
    length = hypot(to_x - x, to_y - y)
    over, down = (to_x - x) / length, (to_y - y) / length
    return (round(over, 6), round(down, 6), round(x * down - y * over, 5))
