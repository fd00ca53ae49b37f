"""Closed outlines as a painter's paths, of which each frame is given no more than comes near it.

A tile shows a small part of a shape with a thousand corners; a painter would work all of them out for every
tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QByteArray, QDataStream, QLineF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from gridmap.render.scene import Frame

Ring = npt.NDArray[np.float64]
"""Corners of an outline in pixels of the map: ``(n, 2)``; the last one is joined to the first."""
_MARGIN = 2.0
"""Pixels beside a frame where outlines are cut off."""


def filled_path(rings: Iterable[Ring], frame: Frame) -> QPainterPath:
    """The inside of some outlines, by the odd-even rule, as far as a frame shows it."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        part = _cut_off(ring - (frame.left, frame.top), frame)
        if len(part) > 2:
            path.addPolygon(polygon(part))
            path.closeSubpath()
    return path


def outline_path(
    rings: Iterable[Ring], frame: Frame, margin: float, dashes: Sequence[float] = ()
) -> QPainterPath:
    """The lines of some outlines that come within a margin of a frame.

    Args:
        rings: the outlines.
        frame: the pixels to be drawn.
        margin: in pixels, at least half of the line's width.
        dashes: pixels on and pixels off; none for a line without a gap. They begin at a ring's first corner,
            whatever the frame.
    """
    path = QPainterPath()
    for ring in rings:
        placed = ring - (frame.left, frame.top)
        closed = np.concatenate([placed, placed[:1]])
        if dashes:
            for line in _dashes(closed, dashes[0], dashes[1], frame, margin):
                path.addPolygon(polygon(line))
        elif (far := np.flatnonzero(~_comes_near(closed[:-1], closed[1:], frame, margin))).size:
            # Begun where it is far off, the outline has no seam within the frame.
            for line in _near(np.roll(closed[:-1], -far[0], axis=0), frame, margin):
                path.addPolygon(polygon(line))
        else:
            path.addPolygon(polygon(placed))
            path.closeSubpath()
    return path


def outline_lines(rings: Iterable[Ring]) -> npt.NDArray[np.float64]:
    """The lines of some outlines, each straight: ``(n, 2, 2)``, in the same pixels.

    Each runs from left to right, or else downwards: dashes that begin where a line does are the same
    whatever the rest of the outline.
    """
    found = [np.empty((0, 2, 2))]
    for ring in rings:
        starts, ends = ring, np.roll(ring, -1, axis=0)
        differs = (starts != ends).any(axis=1)
        forward = (starts[:, 0] < ends[:, 0]) | ((starts[:, 0] == ends[:, 0]) & (starts[:, 1] < ends[:, 1]))
        both = np.stack([starts, ends], axis=1)
        both[~forward] = both[~forward, ::-1]
        found.append(both[differs])
    return np.concatenate(found)


def straight_lines(ends: npt.NDArray[np.float64]) -> list[QLineF]:
    """Lines as a painter has them, from arrays of both ends: ``(n, 2, 2)``."""
    return [QLineF(*four) for four in ends.reshape(-1, 4).tolist()]


def polygon(points: Ring) -> QPolygonF:
    """Corners as Qt has them, read from a stream: a tenth of the time that a point after another takes."""
    found = QPolygonF()
    stream = QDataStream(QByteArray(len(points).to_bytes(4, "big") + points.astype(">f8").tobytes()))
    stream >> found
    return found


def _cut_off(ring: Ring, frame: Frame) -> Ring:
    """An outline in the frame's pixels, drawn in to a little outside of the frame."""
    for axis, size in ((0, frame.width), (1, frame.height)):
        for limit, sign in ((-_MARGIN, 1), (size + _MARGIN, -1)):
            beyond = sign * (ring[:, axis] - limit)
            inside = beyond >= 0
            if inside.all():
                continue
            following = np.roll(ring, -1, axis=0)
            crossing = inside != np.roll(inside, -1)
            run = np.where(crossing, beyond - np.roll(beyond, -1), 1.0)
            cuts = ring + (following - ring) * (beyond / run)[:, np.newaxis]
            both = np.stack([ring, cuts], axis=1)
            ring = both[np.stack([inside, crossing], axis=1)]
    return ring


def _near(ring: Ring, frame: Frame, margin: float) -> Iterator[Ring]:
    """The stretches of an outline that come near the frame, given that its first line does not."""
    points = np.concatenate([ring, ring[:1]])
    near = _comes_near(points[:-1], points[1:], frame, margin)
    steps = np.diff(near.astype(np.int8), append=0)
    begins, ends = np.flatnonzero(steps == 1) + 1, np.flatnonzero(steps == -1) + 1
    for first, after in zip(begins.tolist(), ends.tolist(), strict=True):
        yield points[first : after + 1]


def _comes_near(ones: Ring, others: Ring, frame: Frame, margin: float) -> npt.NDArray[np.bool_]:
    """Which of the boxes between two corners come within a margin of the frame."""
    low, high = np.minimum(ones, others), np.maximum(ones, others)
    near = (high >= -margin) & (low <= (frame.width + margin, frame.height + margin))
    return np.asarray(near.all(axis=1))


def _dashes(closed: Ring, on: float, off: float, frame: Frame, margin: float) -> Iterator[Ring]:
    """The dashes of a closed outline near the frame, each a line with the corners that it turns."""
    along = np.concatenate([[0.0], np.hypot(*np.diff(closed, axis=0).T).cumsum()])
    begins = np.arange(0.0, along[-1], on + off)
    ends = np.minimum(begins + on, along[-1])
    starts, stops = (
        np.column_stack([np.interp(at, along, closed[:, axis]) for axis in (0, 1)]) for at in (begins, ends)
    )
    # A dash that turns corners stays within its own length of its start.
    near = np.flatnonzero(_comes_near(starts, stops, frame, margin + on))
    first = np.searchsorted(along, begins[near], side="right").tolist()
    last = np.searchsorted(along, ends[near], side="left").tolist()
    for start, stop, one, other in zip(starts[near], stops[near], first, last, strict=True):
        yield np.concatenate([start[np.newaxis], closed[one:other], stop[np.newaxis]])
