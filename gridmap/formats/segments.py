"""Segments from outside brought onto a map: clipped to its edge, doors cut out of walls, doubles merged.

Segments are ``(n, 4) float64``, x and y of one end and of the other, in squares.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Segments = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

EDGE_TOLERANCE = 0.25
"""A segment at most so far outside the map, in squares, is drawn onto the edge instead of left out."""
SAME_DOOR = 0.2
"""Two doors whose middles are at most so far apart, in squares, are one."""
NOISE = 1e-3
"""Coordinates so near to a whole or half square are taken to be it."""

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
    with np.errstate(divide="ignore", invalid="ignore"):
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
        The walls that remain, and how many were cut.

    >>> left, count = without_doors(as_segments([[0, 1, 6, 1]]), as_segments([[3, 1, 2, 1]]))
    >>> left.tolist(), count
    ([[0.0, 1.0, 2.0, 1.0], [3.0, 1.0, 6.0, 1.0]], 1)
    """
    cuts: dict[int, list[tuple[float, float]]] = {}
    size = lengths(walls)
    safe = np.where(size > 0, size, 1)
    along = (walls[:, 2:] - walls[:, :2]) / safe[:, None]
    for door in doors:
        first, last = door[:2] - walls[:, :2], door[2:] - walls[:, :2]
        aside = np.maximum(
            np.abs(first[:, 0] * along[:, 1] - first[:, 1] * along[:, 0]),
            np.abs(last[:, 0] * along[:, 1] - last[:, 1] * along[:, 0]),
        )
        one, other = (first * along).sum(axis=1), (last * along).sum(axis=1)
        start, end = np.minimum(one, other).clip(0), np.minimum(np.maximum(one, other), size)
        hit = (aside <= _ON_THE_LINE) & (end - start > _SHORTEST) & (size > 0)
        for index in np.flatnonzero(hit).tolist():
            cuts.setdefault(index, []).append((float(start[index]), float(end[index])))
    if not cuts:
        return walls, 0
    pieces = []
    for number, wall in enumerate(walls):
        if number not in cuts:
            pieces.append(wall)
            continue
        for start, end in _gaps(sorted(cuts[number]), float(size[number])):
            step = np.tile(along[number], 2) * np.repeat([start, end], 2)
            pieces.append(np.tile(wall[:2], 2) + step)
    return as_segments(pieces), len(cuts)


def _gaps(taken: list[tuple[float, float]], length: float) -> list[tuple[float, float]]:
    """What is left of a length where stretches are taken away."""
    gaps, reached = [], 0.0
    for start, end in [*taken, (length, length)]:
        if start - reached > _SHORTEST:
            gaps.append((reached, start))
        reached = max(reached, end)
    return gaps
