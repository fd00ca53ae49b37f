"""Draws a tool's guides and the keyboard's cursor over the map, in the theme's selection colours."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from gridmap.app.tools.guides import Badge, Frame, Guide, Marks, Stroke
from gridmap.model import Point, Square
from gridmap.overlays.overlay import Label, Mark, Segments
from gridmap.render.colour import colour
from gridmap.render.compass import COMPASS, paint_compass
from gridmap.render.marks import mark_box, paint_label, paint_mark, paint_segments
from gridmap.render.scene import Viewport
from gridmap.render.theme import Theme


def paint_guides(painter: QPainter, guides: tuple[Guide, ...], viewport: Viewport, theme: Theme) -> None:
    """Draw guides on the canvas, badges last."""
    for guide in guides:
        if isinstance(guide, Marks):
            paint_marks(painter, guide.marks, viewport, theme)
        elif isinstance(guide, Frame):
            _paint_frame(painter, guide, viewport, theme)
        elif isinstance(guide, Stroke):
            _paint_stroke(painter, guide, viewport, theme)
    for guide in guides:
        if isinstance(guide, Badge):
            _paint_badge(painter, guide, viewport, theme)


def paint_marks(painter: QPainter, marks: tuple[Mark, ...], viewport: Viewport, theme: Theme) -> None:
    """Draw an overlay's marks over the map as it is."""
    ratio = painter.device().devicePixelRatioF()
    frame = viewport.frame(ratio)
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    for mark in marks:
        if isinstance(mark, Segments):
            paint_segments(painter, mark, frame, theme)
        else:
            paint_mark(painter, mark, frame, theme)
    for mark in marks:
        if isinstance(mark, Label):
            paint_label(painter, mark, frame, theme)
    painter.restore()


def paint_north(painter: QPainter, north: float | None, width: int, theme: Theme) -> None:
    """The arrow that points north, in the window's upper right corner; none where the map says nothing."""
    if north is not None:
        unit = 13.0
        away = COMPASS / 2 * unit + 14
        paint_compass(painter, QPointF(width - away, away + 6), north, unit, theme)


def paint_keyboard_cursor(painter: QPainter, square: Square, viewport: Viewport, theme: Theme) -> None:
    """The square that the keyboard works on."""
    rect = _rect(Frame.of_block(square, 1), viewport).adjusted(2, 2, -2, -2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(theme.creatures.select_edge), 4))
    painter.drawRect(rect)
    painter.setPen(QPen(colour(theme.creatures.select), 2, Qt.PenStyle.DashLine))
    painter.drawRect(rect)


def _paint_frame(painter: QPainter, frame: Frame, viewport: Viewport, theme: Theme) -> None:
    rect = _rect(frame, viewport)
    if frame.wrong:
        _paint_wrong(painter, rect, theme)
        return
    style = Qt.PenStyle.DashLine if frame.faint else Qt.PenStyle.SolidLine
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if not frame.faint:
        painter.setPen(QPen(colour(theme.creatures.select_edge), 3.5))
        painter.drawRect(rect)
    painter.setPen(QPen(colour(theme.creatures.select), 1.75, style))
    painter.drawRect(rect)


def _paint_wrong(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """A place where something cannot be: a dashed frame, crossed out."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width, style in (
        (theme.page.halo, 5.0, Qt.PenStyle.SolidLine),
        (theme.notes.missing_ink, 2.5, Qt.PenStyle.DashLine),
    ):
        painter.setPen(QPen(colour(ink), width, style))
        painter.drawRect(rect)
        painter.setPen(QPen(colour(ink), width))
        inner = rect.adjusted(rect.width() / 4, rect.height() / 4, -rect.width() / 4, -rect.height() / 4)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def _paint_stroke(painter: QPainter, stroke: Stroke, viewport: Viewport, theme: Theme) -> None:
    start, end = _place(stroke.start, viewport), _place(stroke.end, viewport)
    if not stroke.faint:
        painter.setPen(_round_pen(theme.creatures.select_edge, 5))
        painter.drawLine(start, end)
    painter.setPen(_round_pen(theme.creatures.select, 2.5))
    painter.drawLine(start, end)
    if stroke.faint:
        return
    painter.setPen(QPen(colour(theme.creatures.select_edge), 1.5))
    painter.setBrush(colour(theme.creatures.select))
    for place in (start, end):
        painter.drawEllipse(place, 4.5, 4.5)


def _paint_badge(painter: QPainter, badge: Badge, viewport: Viewport, theme: Theme) -> None:
    box = _badge_box(badge, viewport, painter.font())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.creatures.badge))
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(colour(theme.creatures.badge_text))
    words = box.adjusted(8, 4, -8, -4)
    painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, badge.text)


def _badge_box(badge: Badge, viewport: Viewport, font: QFont) -> QRectF:
    size = QFontMetricsF(font).size(0, badge.text)
    box = QRectF(0, 0, size.width() + 16, size.height() + 8)
    box.moveTopLeft(_place(badge.at, viewport) + QPointF(8, 8))
    box.moveRight(min(box.right(), viewport.width - 4.0))
    box.moveBottom(min(box.bottom(), viewport.height - 4.0))
    return box


def guides_box(
    guides: tuple[Guide, ...], viewport: Viewport, font: QFont, theme: Theme, ratio: float
) -> QRect:
    """The part of the canvas that these guides are drawn on.

    Args:
        guides: what is drawn.
        viewport: which part of the map the canvas shows.
        font: of the canvas.
        theme: in which they are drawn.
        ratio: device pixels a logical pixel.
    """
    box = QRectF()
    for guide in guides:
        match guide:
            case Frame():
                box = box.united(_rect(guide, viewport).adjusted(-4, -4, 4, 4))
            case Stroke():
                ends = QRectF(_place(guide.start, viewport), _place(guide.end, viewport)).normalized()
                box = box.united(ends.adjusted(-8, -8, 8, 8))
            case Badge():
                box = box.united(_badge_box(guide, viewport, font).adjusted(-1, -1, 1, 1))
            case Marks():
                frame = viewport.frame(ratio)
                for part in (mark_box(mark, frame, theme) for mark in guide.marks):
                    place, size = part.topLeft() / ratio, part.size() / ratio
                    box = box.united(QRectF(place, size))
    return box.toAlignedRect()


def _round_pen(text: str, width: float) -> QPen:
    return QPen(colour(text), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def _place(point: Point, viewport: Viewport) -> QPointF:
    return QPointF(*viewport.pixel_of(point))


def _rect(frame: Frame, viewport: Viewport) -> QRectF:
    return QRectF(
        _place(Point(frame.left, frame.top), viewport), _place(Point(frame.right, frame.bottom), viewport)
    )
