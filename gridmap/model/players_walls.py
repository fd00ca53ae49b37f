"""Walls as players know them: nothing secret, nothing unrevealed, no trace of how they were cut."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.model.identity_cache import IdentityCache
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind

Mask = npt.NDArray[np.bool_]
_Piece = tuple[Point, Point]
_SAME_PLACE = 1e-5
"""Ends as little apart as this touch."""
_FAR = 10**9
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
    here = _Known(squares).count(_facts_of(walls).boxes) > 0
    return tuple(walls[at] for at in np.flatnonzero(here).tolist())


def _worked_out(walls: tuple[Wall, ...], known: Mask | None) -> tuple[Wall, ...]:
    facts = _facts_of(walls)
    whole, some = [True] * len(walls), list(range(len(walls)))
    look = None if known is None else _Known(known)
    if look is not None:
        counts, (left, top, right, bottom) = look.count(facts.boxes), facts.boxes
        some = np.flatnonzero(counts).tolist()
        whole = (counts == (right - left) * (bottom - top)).tolist()
    solid: dict[tuple[float, ...], list[_Piece]] = defaultdict(list)
    others: list[Wall] = []
    for at in some:
        wall, line = walls[at], facts.lines[at]
        if wall.start == wall.end:
            continue
        pieces: Iterable[_Piece] = ((wall.start, wall.end),)
        if look is not None and not whole[at]:
            pieces = look.pieces(wall)
        if line is not None:
            solid[line].extend((min(piece), max(piece)) for piece in pieces)
        else:
            others.extend(_wall(start, end, wall.kind, wall.open) for start, end in pieces)
    joined = sorted(piece for pieces in solid.values() for piece in _joined(pieces))
    return (*(_wall(start, end, WallKind.WALL, False) for start, end in joined), *others)


class _Facts(NamedTuple):
    """What clipping wants to know of some walls.

    Attributes:
        boxes: left, top, right and bottom of the squares that each touches the inside or a side of, also
            those off the map: ``(4, n) int64``.
        lines: names for the lines of those that look like walls, None for the others.
    """

    boxes: npt.NDArray[np.int64]
    lines: list[tuple[float, ...] | None]


_facts: IdentityCache[_Facts] = IdentityCache(8)


def _facts_of(walls: tuple[Wall, ...]) -> _Facts:
    return _facts.get((walls,), lambda: _found_facts(walls))


def _found_facts(walls: tuple[Wall, ...]) -> _Facts:
    ends = np.array([(*wall.start, *wall.end) for wall in walls], np.float64).reshape(-1, 4)
    left, right = np.minimum(ends[:, 0], ends[:, 2]), np.maximum(ends[:, 0], ends[:, 2])
    top, bottom = np.minimum(ends[:, 1], ends[:, 3]), np.maximum(ends[:, 1], ends[:, 3])
    upright, level = left == right, top == bottom
    boxes = np.stack(
        [
            np.where(upright, np.ceil(left) - 1, np.floor(left)),
            np.where(level, np.ceil(top) - 1, np.floor(top)),
            np.where(upright, np.floor(right) + 1, np.ceil(right)),
            np.where(level, np.floor(bottom) + 1, np.ceil(bottom)),
        ]
    )
    lines = [
        _line_of(wall.start, wall.end)
        if wall.start != wall.end and (wall.kind is WallKind.WALL or (wall.is_secret_door and not wall.open))
        else None
        for wall in walls
    ]
    # Beyond these, nothing is a map's: numbers that no integer holds must not become others.
    return _Facts(np.clip(boxes, -_FAR, _FAR).astype(np.int64), lines)


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
        cuts = _cuts(wall, self._known.shape)
        begin: Point | None = None
        for start, end in pairwise(cuts):
            if self._touches((start.x + end.x) / 2, (start.y + end.y) / 2):
                begin = start if begin is None else begin
            elif begin is not None:
                yield begin, start
                begin = None
        if begin is not None:
            yield begin, cuts[-1]

    def count(self, boxes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """How many known squares each box holds."""
        left, right = np.clip(boxes[[0, 2]], 0, self._known.shape[1])
        top, bottom = np.clip(boxes[[1, 3]], 0, self._known.shape[0])
        counts = self._counts
        found: npt.NDArray[np.int64] = (
            counts[bottom, right] - counts[top, right] - counts[bottom, left] + counts[top, left]
        )
        return found

    def _touches(self, x: float, y: float) -> bool:
        """Whether a place lies in a known square or on the side of one."""
        rows, columns = self._known.shape
        left, right = max(0, ceil(x) - 1), min(columns, floor(x) + 1)
        top, bottom = max(0, ceil(y) - 1), min(rows, floor(y) + 1)
        return bool(self._known[top:bottom, left:right].any()) if left < right and top < bottom else False


def _cuts(wall: Wall, shape: tuple[int, ...]) -> list[Point]:
    """Both ends of a wall, and where it crosses the map's lines in between, however far it goes."""
    (x, y), (to_x, to_y) = wall.start, wall.end
    shares = {0.0, 1.0}
    for begin, end, squares in ((x, to_x, shape[1]), (y, to_y, shape[0])):
        if begin != end:
            low, high = sorted((begin, end))
            lines = range(max(0, floor(low) + 1), min(squares + 1, ceil(high)))
            shares.update((line - begin) / (end - begin) for line in lines)
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
