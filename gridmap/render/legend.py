"""The overlays' legend: a swatch and its words, line by line."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen

from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Segments, Squares
from gridmap.render.colour import colour
from gridmap.render.fonts import map_font
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme

LINE_HEIGHT = 26
"""Pixels of one line; a swatch is a little smaller."""
_MARGIN = 12
_SWATCH = 20
_TEXT_PIXELS = 14
_COLUMN = 420
"""Least pixels of a column of lines."""


def swatch(role: Role, theme: Theme, side: int) -> QImage:
    """A role as the map shows it: a square of it, or a line where it only has one."""
    from gridmap.model.battlemap import BattleMap
    from gridmap.render.paint import paint_base, paint_overlays

    style = theme.style(role)
    mark: Squares | Segments = Squares(np.ones((1, 1), np.bool_), role)
    if style.fill is None and style.line is not None and style.ink == "#000000":
        mark = Segments(np.array([[[0.15, 0.85], [0.85, 0.15]]]), role)
    scene = Scene(BattleMap.empty(1, 1), (Overlay("swatch", (mark,)),), grid=False)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        frame = Frame(0, 0, side, side, side)
        paint_base(painter, scene, frame, theme)
        paint_overlays(painter, scene, frame, theme)
        painter.setPen(QPen(colour(theme.panel.edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(0, 0, side - 1, side - 1)
    return image


def legend_lines(scene: Scene) -> list[tuple[LegendEntry | None, str]]:
    """What the legend says: entries with their words, and what is the GM's call, which has no swatch."""
    lines: list[tuple[LegendEntry | None, str]] = []
    for overlay in scene.overlays:
        lines += [(entry, str(entry)) for entry in overlay.legend]
        if overlay.notice is not None:
            lines.append((None, str(overlay.notice)))
    return lines


def legend_height(scene: Scene, width: int) -> int:
    """Pixels that the legend needs below a picture of that width; 0 where there is nothing to say."""
    count = len(legend_lines(scene))
    if not count:
        return 0
    columns = max(1, width // _COLUMN)
    return -(-count // columns) * LINE_HEIGHT + 2 * _MARGIN


def paint_legend(painter: QPainter, scene: Scene, width: int, theme: Theme) -> None:
    """Draw the legend on the painter's pixels from (0, 0), as wide as said and `legend_height` high."""
    height = legend_height(scene, width)
    panel = theme.panel
    painter.fillRect(0, 0, width, height, colour(theme.page.paper))
    painter.fillRect(0, 0, width, height, colour(panel.fill))
    painter.fillRect(0, 0, width, 1, colour(panel.edge))
    columns = max(1, width // _COLUMN)
    column_width = width / columns
    font = map_font(_TEXT_PIXELS)
    metrics = QFontMetricsF(font)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setFont(font)
    for number, (entry, words) in enumerate(legend_lines(scene)):
        row, column = divmod(number, columns)
        x, y = column * column_width + _MARGIN, _MARGIN + row * LINE_HEIGHT
        if entry is not None:
            painter.drawImage(QPointF(round(x), y + 3), swatch(entry.role, theme, _SWATCH))
        indent = _SWATCH + 8 if entry is not None else 0
        room = QRectF(x + indent, y, column_width - indent - _MARGIN, LINE_HEIGHT)
        painter.setPen(colour(panel.text if entry is not None else panel.dim))
        text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
    painter.restore()
