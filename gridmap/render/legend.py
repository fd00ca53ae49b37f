"""The overlays' legend: a swatch and its words, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from gridmap.overlays.overlay import Mark, Overlay, Role, Segments, Shape, Squares
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.lettering import draw_line
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme

LINE_HEIGHT = 26
"""Pixels of one line; a swatch is a little smaller."""
_MARGIN = 12
_SWATCH = 20
_TEXT_PIXELS = 14
LEGEND_UNIT = _TEXT_PIXELS
"""Pixels of the letters where the legend is drawn at its own size."""
_COLUMN = 420
"""Least pixels of a column of lines."""


def swatch(role: Role, theme: Theme, side: int, kind: type[Mark] = Squares) -> QImage:
    """A role as the map shows it: a square of it, a line or a shape, by the kind of mark that has it."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        _paint_swatch(painter, role, theme, side, kind)
    return image


def paint_swatch(
    painter: QPainter, at: QPointF, role: Role, theme: Theme, side: int, kind: type[Mark]
) -> None:
    """Draw a swatch with its corner at a place."""
    if not draws_shapes(painter):
        painter.drawImage(at, swatch(role, theme, side, kind))
        return
    painter.save()
    painter.translate(at)
    painter.setClipRect(0, 0, side, side, Qt.ClipOperation.IntersectClip)
    _paint_swatch(painter, role, theme, side, kind)
    painter.restore()


def _paint_swatch(painter: QPainter, role: Role, theme: Theme, side: int, kind: type[Mark]) -> None:
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
    # The middle square fills three quarters of the swatch, so that its outline is seen whole.
    scale = side * 0.75
    corner = round(scale - (side - scale) / 2)
    frame = Frame(corner, corner, side, side, scale)
    paint_base(painter, scene, frame, theme)
    paint_overlays(painter, scene, frame, theme)
    paint_figures(painter, scene, frame, theme)
    paint_top(painter, scene, frame, theme)
    edge = max(1, side // _SWATCH)
    for bar in (
        QRect(0, 0, side, edge),
        QRect(0, side - edge, side, edge),
        QRect(0, edge, edge, side - 2 * edge),
        QRect(side - edge, edge, edge, side - 2 * edge),
    ):
        painter.fillRect(bar, colour(theme.panel.edge))


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


def legend_height(scene: Scene, width: int, magnified: float = 1.0) -> int:
    """Pixels that the legend needs below a picture of that width; 0 where there is nothing to say."""
    count = len(_lines(scene))
    if not count:
        return 0
    columns = max(1, int(width / magnified) // _COLUMN)
    return ceil((-(-count // columns) * LINE_HEIGHT + 2 * _MARGIN) * magnified)


def paint_legend(painter: QPainter, scene: Scene, width: int, theme: Theme, magnified: float = 1.0) -> None:
    """Draw the legend on the painter's pixels from (0, 0), as wide as said and `legend_height` high.

    Args:
        painter: what it is drawn on.
        scene: whose overlays it explains.
        width: pixels across.
        theme: how it looks.
        magnified: how much larger than its own size everything in it is.
    """
    height = legend_height(scene, width, magnified)
    panel = theme.panel
    painter.fillRect(0, 0, width, height, colour(theme.page.paper))
    painter.fillRect(0, 0, width, height, colour(panel.fill))
    painter.fillRect(0, 0, width, max(1, round(magnified)), colour(panel.edge))
    columns = max(1, int(width / magnified) // _COLUMN)
    column_width = width / columns
    margin, swatch_side, line = _MARGIN * magnified, round(_SWATCH * magnified), LINE_HEIGHT * magnified
    size = _TEXT_PIXELS * magnified
    for number, entry in enumerate(_lines(scene)):
        row, column = divmod(number, columns)
        x, y = column * column_width + margin, margin + row * line
        indent = 0.0
        if entry.role is not None:
            indent = swatch_side + 8 * magnified
            at = QPointF(round(x), round(y + (line - swatch_side) / 2))
            paint_swatch(painter, at, entry.role, theme, swatch_side, entry.kind)
        ink = panel.dim if entry.role is None else panel.text
        room = column_width - indent - margin
        draw_line(painter, entry.words, x + indent, y + line / 2 - size * 0.61, room, size, ink)
