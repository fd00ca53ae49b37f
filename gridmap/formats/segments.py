"""Segments from outside brought onto a map: clipped to its edge, doors cut out of walls, doubles merged.

Segments are ``(n, 4) float64``, x and y of one end and of the other, in squares.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError

Segments = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

EDGE_TOLERANCE = 0.25
"""A segment at most so far outside the map, in squares, is drawn onto the edge instead of left out."""
SAME_DOOR = 0.2
"""Two doors whose middles are at most so far apart, in squares, are one."""
NOISE = 1e-3
"""Coordinates so near to a whole or half square are taken to be it."""

MAX_MEETINGS = 10_000_000
"""The most pairs of a wall and a door near each other."""

_DOORS_AT_A_TIME = 16
_ON_THE_LINE = 0.05
_SHORTEST = 0.02


def as_segments(values: object) -> Segments:
    """An array of segments, also of none at all."""
    return np.asarray(values, np.float64).reshape(-1, 4)


def without_noise(segments: Segments) -> Segments:
    """Coordinates rounded: exact halves where nearly so, else six digits.

    >>> without_noise(as_segments([[6.9999996, 2.4999, 0.777344, 1.0000001]])).tolist()
    [[7.0, 2.5, 0.777344, 1.0]]
    """
    halves = np.round(segments * 2) / 2
    return np.where(np.abs(segments - halves) < NOISE, halves, np.round(segments, 6)) + 0.0


def lengths(segments: Segments) -> npt.NDArray[np.float64]:
    """How long each is, in squares."""
    return np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])


def clipped(segments: Segments, width: int, height: int) -> tuple[Segments, Mask]:
    """The parts of segments that lie on a map.

    Returns:
        An array of the same shape, and ``(n,) bool``: which have a part on the map at all. One that runs
        at most `EDGE_TOLERANCE` outside along the edge is drawn onto it.

    >>> parts, inside = clipped(as_segments([[2, 3, 2, -1], [0, -0.19, 4, -0.19], [9, 9, 10, 9]]), 4, 4)
    >>> parts[inside].tolist(), inside.tolist()
    ([[2.0, 3.0, 2.0, 0.0], [0.0, 0.0, 4.0, 0.0]], [True, True, False])
    """
    parts, inside = _cut_to_box(segments, 0, 0, width, height)
    near, reached = _cut_to_box(
        segments, -EDGE_TOLERANCE, -EDGE_TOLERANCE, width + EDGE_TOLERANCE, height + EDGE_TOLERANCE
    )
    for found in (parts, near):
        found[:, 0::2] = found[:, 0::2].clip(0, width)
        found[:, 1::2] = found[:, 1::2].clip(0, height)
    reached &= ~inside & (lengths(near) > _SHORTEST)
    parts[reached] = near[reached]
    return parts, inside | reached


def _cut_to_box(
    segments: Segments, left: float, top: float, right: float, bottom: float
) -> tuple[Segments, Mask]:
    """Liang and Barsky: the stretch of each segment between the four lines of a box."""
    start, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    first, last = np.zeros(len(segments)), np.ones(len(segments))
    inside = np.ones(len(segments), np.bool_)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for axis, low, high in ((0, left, right), (1, top, bottom)):
            step = along[:, axis]
            one, other = (low - start[:, axis]) / step, (high - start[:, axis]) / step
            level = step == 0
            inside &= ~level | ((start[:, axis] >= low) & (start[:, axis] <= high))
            first = np.where(level, first, np.maximum(first, np.minimum(one, other)))
            last = np.where(level, last, np.minimum(last, np.maximum(one, other)))
    inside &= (last - first) * np.hypot(along[:, 0], along[:, 1]) > 1e-9
    first, last = np.where(inside, first, 0)[:, None], np.where(inside, last, 0)[:, None]
    # An end that is inside stays as it was, to the last bit.
    ends = np.where(last < 1, start + last * along, segments[:, 2:])
    return np.hstack([start + first * along, ends]), inside


def merged(doors: Segments) -> list[list[int]]:
    """Doors that are given twice, as frame and leaf: groups of indices, the longest door of each first."""
    middles = (doors[:, :2] + doors[:, 2:]) / 2
    along = doors[:, 2:] - doors[:, :2]
    size = lengths(doors)
    free = np.ones(len(doors), np.bool_)
    groups = []
    for index in np.argsort(-size, kind="stable").tolist():
        if not free[index]:
            continue
        apart = np.hypot(*(middles - middles[index]).T)
        turned = np.abs(along[:, 0] * along[index, 1] - along[:, 1] * along[index, 0])
        same = free & (apart <= SAME_DOOR) & (turned <= 0.3 * size * size[index])
        same[index] = False
        free[same] = free[index] = False
        groups.append([index, *np.flatnonzero(same).tolist()])
    return sorted(groups)


def without_doors(walls: Segments, doors: Segments) -> tuple[Segments, int]:
    """Walls with the stretches cut out where a door stands in them.

    Returns:
        The walls that remain, whole ones first, and how many were cut.

    Raises:
        FormatError: there are absurdly many places where they meet.

    >>> left, count = without_doors(as_segments([[0, 1, 6, 1]]), as_segments([[3, 1, 2, 1]]))
    >>> left.tolist(), count
    ([[0.0, 1.0, 2.0, 1.0], [3.0, 1.0, 6.0, 1.0]], 1)
    """
    if not len(walls) or not len(doors):
        return walls, 0
    size = lengths(walls)
    safe = np.where(size > 0, size, 1)
    along = (walls[:, 2:] - walls[:, :2]) / safe[:, None]
    cuts: dict[int, list[tuple[float, float]]] = {}
    for wall_numbers, door_numbers in _near(walls, doors):
        start, direction = walls[wall_numbers, :2], along[wall_numbers]
        first, last = doors[door_numbers, :2] - start, doors[door_numbers, 2:] - start
        aside = np.maximum(np.abs(_cross(first, direction)), np.abs(_cross(last, direction)))
        one, other = (first * direction).sum(axis=1), (last * direction).sum(axis=1)
        begin = np.minimum(one, other).clip(0)
        end = np.minimum(np.maximum(one, other), size[wall_numbers])
        hit = (aside <= _ON_THE_LINE) & (end - begin > _SHORTEST)
        for number, *stretch in zip(
            wall_numbers[hit].tolist(), begin[hit].tolist(), end[hit].tolist(), strict=True
        ):
            cuts.setdefault(number, []).append((stretch[0], stretch[1]))
    whole = np.ones(len(walls), np.bool_)
    whole[list(cuts)] = False
    pieces = [
        (x + begin * dx, y + begin * dy, x + end * dx, y + end * dy)
        for number in sorted(cuts)
        for x, y, dx, dy in [(*walls[number, :2].tolist(), *along[number].tolist())]
        for begin, end in _gaps(sorted(cuts[number]), float(size[number]))
    ]
    return np.vstack([walls[whole], as_segments(pieces)]), len(cuts)


def _cross(one: Segments, other: Segments) -> npt.NDArray[np.float64]:
    crossed: npt.NDArray[np.float64] = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return crossed


def _near(walls: Segments, doors: Segments) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Pairs of wall and door whose boxes touch, as two arrays of indices, a few doors at a time."""
    import shapely  # only maps with doors need it

    tree = shapely.STRtree(shapely.linestrings(walls.reshape(-1, 2, 2)))
    low, high = np.minimum(doors[:, :2], doors[:, 2:]), np.maximum(doors[:, :2], doors[:, 2:])
    low, high = low - _ON_THE_LINE, high + _ON_THE_LINE
    total = 0
    for begin in range(0, len(doors), _DOORS_AT_A_TIME):
        part = slice(begin, begin + _DOORS_AT_A_TIME)
        found = tree.query(shapely.box(low[part, 0], low[part, 1], high[part, 0], high[part, 1]))
        total += found.shape[1]
        if total > MAX_MEETINGS:
            raise FormatError(f"walls and doors meet in more than {MAX_MEETINGS:,} places")
        yield found[1], found[0] + begin


def _gaps(taken: list[tuple[float, float]], length: float) -> list[tuple[float, float]]:
    """What is left of a length where stretches are taken away."""
    gaps, reached = [], 0.0
    for start, end in [*taken, (length, length)]:
        if start - reached > _SHORTEST:
            gaps.append((reached, start))
        reached = max(reached, end)
    return gaps
