"""The overlays' legend: a swatch and its words, line by line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen

from gridmap.overlays.overlay import Mark, Overlay, Role, Segments, Shape, Squares
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


def swatch(role: Role, theme: Theme, side: int, kind: type[Mark] = Squares) -> QImage:
    """A role as the map shows it: a square of it, a line or a shape, by the kind of mark that has it."""
    from gridmap.model.battlemap import BattleMap
    from gridmap.render.paint import paint_base, paint_figures, paint_overlays, paint_top

    middle = np.zeros((3, 3), np.bool_)
    middle[1, 1] = True
    mark: Mark = Squares(middle, role)
    if kind is Segments:
        mark = Segments(np.array([[[1.0, 2.0], [2.0, 1.0]]]), role)
    elif kind is Shape:
        mark = Shape((np.array([[1.5, 1.2], [1.8, 1.5], [1.5, 1.8], [1.2, 1.5]]),), role)
    scene = Scene(BattleMap.empty(3, 3), (Overlay("swatch", (mark,)),), grid=False)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        # The middle square fills three quarters of the swatch, so that its outline is seen whole.
        scale = side * 0.75
        corner = round(scale - (side - scale) / 2)
        frame = Frame(corner, corner, side, side, scale)
        paint_base(painter, scene, frame, theme)
        paint_overlays(painter, scene, frame, theme)
        paint_figures(painter, scene, frame, theme)
        paint_top(painter, scene, frame, theme)
        painter.setPen(QPen(colour(theme.panel.edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(0, 0, side - 1, side - 1)
    return image


@dataclass(frozen=True)
class _Line:
    """One line: what it says, and the role it explains with the kind of mark that shows it."""

    words: str
    role: Role | None = None
    kind: type[Mark] = Squares


def _lines(scene: Scene) -> list[_Line]:
    """Each overlay's entries, then what is the GM's call or else to be known of the whole answer."""
    lines: list[_Line] = []
    for overlay in scene.overlays:
        for entry in overlay.legend:
            kind = next((type(mark) for mark in overlay.marks if _shows(mark, entry.role)), Squares)
            lines.append(_Line(str(entry), entry.role, kind))
        if overlay.notice is not None:
            lines.append(_Line(str(overlay.notice)))
    return lines


def _shows(mark: Mark, role: Role) -> bool:
    return isinstance(mark, Squares | Segments | Shape) and mark.role is role


def legend_height(scene: Scene, width: int) -> int:
    """Pixels that the legend needs below a picture of that width; 0 where there is nothing to say."""
    count = len(_lines(scene))
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
    for number, line in enumerate(_lines(scene)):
        row, column = divmod(number, columns)
        x, y = column * column_width + _MARGIN, _MARGIN + row * LINE_HEIGHT
        indent = 0
        if line.role is not None:
            indent = _SWATCH + 8
            painter.drawImage(QPointF(round(x), y + 3), swatch(line.role, theme, _SWATCH, line.kind))
        room = QRectF(x + indent, y, column_width - indent - _MARGIN, LINE_HEIGHT)
        painter.setPen(colour(panel.dim if line.role is None else panel.text))
        text = metrics.elidedText(line.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
    painter.restore()
