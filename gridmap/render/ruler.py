"""A ruler on paper, to see that nothing was scaled on the way."""

from __future__ import annotations

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPen

from gridmap.render.colour import colour
from gridmap.render.lettering import draw_line
from gridmap.render.theme import Theme

RULER_MM = 100.0
RULER_WIDTH_MM = 113.0
"""Of the ruler and its words."""
RULER_HEIGHT_MM = 6.0
_INCH_MM = 25.4


def paint_ruler(painter: QPainter, left: float, top: float, mm: float, theme: Theme) -> None:
    """Draw 100 mm with ticks below a line, and an inch with ticks above it.

    Args:
        painter: on paper.
        left: where zero is.
        top: of the ruler.
        mm: the painter's units that make a millimetre.
        theme: its ink.
    """
    base = top + 3.0 * mm
    pen = QPen(colour(theme.panel.text), 0.18 * mm)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.save()
    painter.setPen(pen)
    lines = [QLineF(left, base, left + RULER_MM * mm, base)]
    for tick in range(0, 101, 5):
        x = left + tick * mm
        lines.append(
            QLineF(x, base, x, base + (2.2 if tick % 50 == 0 else 1.5 if tick % 10 == 0 else 0.8) * mm)
        )
    for quarter in range(5):
        x = left + quarter * _INCH_MM / 4 * mm
        lines.append(
            QLineF(x, base, x, base - (2.2 if quarter % 4 == 0 else 1.2 if quarter % 2 == 0 else 0.8) * mm)
        )
    painter.drawLines(lines)
    painter.restore()
    size = 2.1 * mm
    ink = theme.panel.text
    draw_line(painter, "1 inch", left + (_INCH_MM + 1.0) * mm, base - 2.9 * mm, 20 * mm, size, ink)
    draw_line(painter, "100 mm", left + (RULER_MM + 1.0) * mm, base - 0.1 * mm, 12 * mm, size, ink)
