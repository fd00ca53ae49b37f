"""Where two shapes look different: mostly far less than either covers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from gridmap.render.outlines import Ring, outline_lines, polygon, straight_lines

_FINE = 2
"""Pixels a square in which it is looked at."""
_DIGITS = 6
"""A corner that is worked out anew comes out a hair beside itself."""


def mark_swept(mask: npt.NDArray[np.bool_], one: Sequence[Ring], other: Sequence[Ring]) -> None:
    """Mark the squares where one of two shapes is and not the other, and those that their outlines cross.

    Args:
        mask: ``(height, width) bool`` of the map's squares.
        one: rings in squares; the inside is by the odd-even rule.
        other: of the other shape.
    """
    lines = _lines(one) ^ _lines(other)
    if not lines:
        return
    ends = np.array(list(lines)).reshape(-1, 2)
    rows, columns = mask.shape
    # Lines along the map's edge, or a little beyond it, go with the squares there.
    left, top = (int(edge) for edge in np.maximum(np.floor(ends.min(axis=0)) - 1, -1))
    right, bottom = (int(edge) for edge in np.minimum(np.ceil(ends.max(axis=0)) + 1, (columns + 1, rows + 1)))
    if right <= 0 or bottom <= 0 or left >= columns or top >= rows:
        return
    wide, high = right - left, bottom - top
    image = QImage(_FINE * wide, _FINE * high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in (*one, *other):
        path.addPolygon(polygon(_FINE * (ring - (left, top))))
        path.closeSubpath()
    with QPainter(image) as painter:
        painter.fillPath(path, Qt.GlobalColor.black)
        painter.setPen(Qt.GlobalColor.black)
        painter.drawLines(straight_lines(_FINE * (ends - (left, top))))
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(high, _FINE, wide, _FINE)
    marked = (pixels != 0).any(axis=(1, 3))
    marked = _folded_in(marked, top < 0, bottom > rows)
    marked = _folded_in(marked.T, left < 0, right > columns).T
    mask[max(0, top) : bottom, max(0, left) : right] |= marked


def _folded_in(marked: npt.NDArray[np.bool_], before: bool, after: bool) -> npt.NDArray[np.bool_]:
    """Rows of squares, those just before and just after the map's laid on its first and its last one."""
    if before:
        marked[1] |= marked[0]
        marked = marked[1:]
    if after:
        marked[-2] |= marked[-1]
        marked = marked[:-1]
    return marked


def _lines(rings: Sequence[Ring]) -> set[tuple[float, ...]]:
    return set(map(tuple, outline_lines([ring.round(_DIGITS) for ring in rings]).reshape(-1, 4).tolist()))
