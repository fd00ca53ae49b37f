"""An arrow that points north."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from gridmap.render.colour import colour
from gridmap.render.lettering import draw_line, line_width_of
from gridmap.render.theme import Theme

COMPASS = 3.4
"""Units that it is wide and high."""


def paint_compass(painter: QPainter, middle: QPointF, north: float, unit: float, theme: Theme) -> None:
    """Draw the arrow about its middle.

    Args:
        painter: on the handout's pixels.
        middle: of the arrow's ring.
        north: degrees clockwise from up.
        unit: the height of letters in pixels.
        theme: how it looks.
    """
    ink, ground = colour(theme.panel.text), colour(theme.panel.fill[:7])
    radius = COMPASS / 2 * unit
    thin = max(1.0, unit / 12)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(middle)
    painter.rotate(north)
    painter.setPen(QPen(ink, thin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), radius * 0.62, radius * 0.62)
    tip, waist, tail = -radius * 0.62, radius * 0.16, radius * 0.62
    for turn in (90, 180, 270):
        painter.save()
        painter.rotate(turn)
        painter.drawLine(QPointF(0, -radius * 0.62), QPointF(0, -radius * 0.46))
        painter.restore()
    pen = QPen(ink, thin)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    for side, brush in ((-1, ink), (1, ground)):
        painter.setBrush(brush)
        painter.drawPolygon(QPolygonF([QPointF(0, tip), QPointF(side * waist, 0), QPointF(0, 0)]))
        painter.setBrush(ground if brush is ink else ink)
        painter.drawPolygon(QPolygonF([QPointF(0, tail), QPointF(side * waist, 0), QPointF(0, 0)]))
    size = 0.72 * unit
    width = line_width_of("N", size, bold=True)
    draw_line(
        painter,
        "N",
        -width / 2,
        -radius * 0.62 - size * 1.22,
        width * 2,
        size,
        theme.panel.text,
        bold=True,
    )
    painter.restore()
