"""The GM's marks on what players are not to know: traps and secret doors. Hidden tokens are drawn as such."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from gridmap.model.identity_cache import IdentityCache
from gridmap.model.wall import Wall
from gridmap.render.colour import colour
from gridmap.render.lettering import stamp
from gridmap.render.scene import Frame, Scene, whole_pixel
from gridmap.render.theme import NoteLook, Theme

LEAST_MARK_SCALE = 12.0
"""Pixels a square below which marks would be specks."""


def paint_secret_marks(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Mark traps and secret doors, in the colour of secret notes.

    To players it draws nothing; their map has nothing of the kind in any case.
    """
    if scene.fog_hides or frame.scale < LEAST_MARK_SCALE:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_traps(painter, scene, frame, theme.notes)
    for wall in _secret_doors(scene.battle_map.walls):
        _paint_secret_door(painter, wall, frame, theme.notes)
    painter.restore()


_known_doors: IdentityCache[tuple[Wall, ...]] = IdentityCache(4)


def _secret_doors(walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """Those among thousands of walls, looked for once an edit and not with every frame."""
    return _known_doors.get((walls,), lambda: tuple(wall for wall in walls if wall.is_secret_door))


def _paint_traps(painter: QPainter, scene: Scene, frame: Frame, look: NoteLook) -> None:
    """A dashed frame round each trap, with jaws in its upper right corner."""
    traps = scene.battle_map.secret_hazards
    if traps is None:
        return
    left, top, right, bottom = frame.squares_of(traps.shape, margin=1)
    here = (traps != 0) & (scene.battle_map.terrain.hazardous != 0)
    size = max(8.0, frame.scale * 0.3)
    for row, column in np.argwhere(here[top:bottom, left:right]).tolist():
        x, y = frame.column_edge(left + column), frame.row_edge(top + row)
        end_x, end_y = frame.column_edge(left + column + 1), frame.row_edge(top + row + 1)
        inset, width = max(2.0, frame.scale * 0.06), max(1.5, frame.scale / 24)
        box = QRectF(x, y, end_x - x, end_y - y).adjusted(inset, inset, -inset, -inset)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(look.edge), width + 1))
        painter.drawRect(box)
        painter.setPen(QPen(colour(look.secret_fill), width, Qt.PenStyle.DashLine))
        painter.drawRect(box)
        middle = QPointF(end_x - inset - size * 0.6, y + inset + size * 0.6)
        _paint_jaws(painter, middle, size, look)


def _paint_jaws(painter: QPainter, middle: QPointF, size: float, look: NoteLook) -> None:
    painter.setPen(QPen(colour(look.edge), max(1.0, size / 12)))
    painter.setBrush(colour(look.secret_fill))
    painter.drawEllipse(middle, size * 0.6, size * 0.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(look.text))
    for side in (-1, 1):
        teeth = [QPointF(middle.x() - size * 0.4, middle.y() + side * size * 0.3)]
        for tooth in range(4):
            x = middle.x() - size * 0.4 + (tooth + 0.5) * size * 0.2
            teeth += [
                QPointF(x, middle.y() + side * size * 0.02),
                QPointF(x + size * 0.1, middle.y() + side * size * 0.3),
            ]
        painter.drawPolygon(QPolygonF(teeth))


def _paint_secret_door(painter: QPainter, wall: Wall, frame: Frame, look: NoteLook) -> None:
    """A slip with an S on the middle of the door, a dashed line along it."""
    start = QPointF(frame.x(wall.start.x), frame.y(wall.start.y))
    end = QPointF(frame.x(wall.end.x), frame.y(wall.end.y))
    reach = frame.scale
    box = QRectF(start, end).normalized().adjusted(-reach, -reach, reach, reach)
    if not box.intersects(QRectF(0, 0, frame.width, frame.height)):
        return
    painter.setPen(
        QPen(
            colour(look.secret_fill), max(2.0, frame.scale / 12), Qt.PenStyle.DotLine, Qt.PenCapStyle.FlatCap
        )
    )
    painter.drawLine(start, end)
    pixels = max(9, round(frame.scale * 0.3))
    letter = stamp("S", pixels, look.text, bold=True)
    radius = math.hypot(letter.width(), letter.height()) / 2 + 1
    middle = QPointF(whole_pixel((start.x() + end.x()) / 2), whole_pixel((start.y() + end.y()) / 2))
    painter.setPen(QPen(colour(look.edge), max(1.0, pixels / 10)))
    painter.setBrush(colour(look.secret_fill))
    painter.drawEllipse(middle, radius, radius)
    painter.drawImage(
        QPointF(whole_pixel(middle.x() - letter.width() / 2), whole_pixel(middle.y() - letter.height() / 2)),
        letter,
    )
