"""The frame round a handout's map, and the marks where paper is to be cut."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gridmap.render.colour import colour
from gridmap.render.theme import Theme

BORDER = 0.55
"""Units that the frame takes on every side."""


def paint_border(painter: QPainter, inner: QRect, unit: float, theme: Theme) -> None:
    """A thin line close to the map and a heavy one outside, round the map's pixels."""
    ink = theme.page.border
    fill_frame(painter, inner, max(1, round(unit / 14)), ink)
    away = round(0.32 * unit)
    fill_frame(painter, inner.adjusted(-away, -away, away, away), max(1, round(unit / 5)), ink)


def fill_frame(painter: QPainter, inner: QRect, width: int, ink: str) -> None:
    """Four bars of whole pixels round a box."""
    left, top, right, bottom = (
        inner.left(),
        inner.top(),
        inner.left() + inner.width(),
        inner.top() + inner.height(),
    )
    shade = colour(ink)
    painter.fillRect(left - width, top - width, inner.width() + 2 * width, width, shade)
    painter.fillRect(left - width, bottom, inner.width() + 2 * width, width, shade)
    painter.fillRect(left - width, top, width, inner.height(), shade)
    painter.fillRect(right, top, width, inner.height(), shade)


def paint_crop_marks(
    painter: QPainter, trim: QRectF, length: float, gap: float, width: float, theme: Theme
) -> None:
    """Two short lines at each corner of a box, outside it, that meet where they were longer.

    Args:
        painter: anything.
        trim: the box to cut along.
        length: of a line.
        gap: between the box and the lines.
        width: of the lines.
        theme: their ink.
    """
    pen = QPen(colour(theme.panel.text), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.save()
    painter.setPen(pen)
    far = gap + length
    lines = []
    for x, out_x in ((trim.left(), -1), (trim.right(), 1)):
        for y, out_y in ((trim.top(), -1), (trim.bottom(), 1)):
            lines.append(QLineF(x + out_x * gap, y, x + out_x * far, y))
            lines.append(QLineF(x, y + out_y * gap, x, y + out_y * far))
    painter.drawLines(lines)
    painter.restore()
