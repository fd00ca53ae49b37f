"""Notes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from gridmap.render.colour import colour
from gridmap.render.lettering import elided, stamp_of, stamp_size
from gridmap.render.scene import Frame, Scene, whole_pixel
from gridmap.render.theme import NoteLook, Theme

LEAST_TEXT_SCALE = 18.0
_LONGEST = 9.0
"""Of a note's words on the map, in squares."""


def paint_notes(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Notes as slips of paper; secret ones with a folded corner and in another colour."""
    if not scene.notes:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for note in scene.battle_map.notes:
        x, y = frame.x(note.at.x), frame.y(note.at.y)
        reach = (_LONGEST + 1) * frame.scale
        if -reach < x < frame.width + reach and -reach < y < frame.height + reach:
            _paint_note(painter, note.text, x, y, frame.scale, note.secret, theme.notes)
    painter.restore()


def _paint_note(
    painter: QPainter, text: str, x: float, y: float, scale: float, secret: bool, look: NoteLook
) -> None:
    painter.setPen(QPen(colour(look.edge), max(1.0, min(scale, 72) / 40)))
    painter.setBrush(colour(look.secret_fill if secret else look.fill))
    first = text.strip().splitlines()[0] if text.strip() else "…"
    if scale < LEAST_TEXT_SCALE:
        half = max(3.0, scale * 0.3)
        painter.drawPolygon(_slip(QRectF(x - half, y - half, 2 * half, 2 * half), half * 0.7, secret))
        return
    pixels = max(10, round(min(scale, 72) * 0.28))
    words = elided(first, pixels, _LONGEST * scale)
    width, height = stamp_size(words, pixels)
    box = QRectF(
        whole_pixel(x - width / 2 - pixels * 0.5),
        whole_pixel(y - pixels * 0.85),
        width + pixels,
        round(pixels * 1.7),
    )
    painter.drawPolygon(_slip(box, pixels * 0.5, secret))
    draw = stamp_of(painter, words, pixels, look.text)
    draw(int(box.x()) + round(pixels * 0.5), whole_pixel(box.center().y() - height / 2))


def _slip(box: QRectF, fold: float, secret: bool) -> QPolygonF:
    if not secret:
        return QPolygonF([box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()])
    return QPolygonF(
        [
            box.topLeft(),
            box.topRight() - QPointF(fold, 0),
            box.topRight() + QPointF(0, fold),
            box.bottomRight(),
            box.bottomLeft(),
        ]
    )
