"""Words and numbers on the map, each drawn once into a small image and then copied.

Drawing ten thousand texts costs 50 ms a frame; copying that many small images a tenth of it.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from gridmap.render.bounded_cache import drawn_once
from gridmap.render.colour import colour
from gridmap.render.device import has_no_fonts
from gridmap.render.fonts import map_font
from gridmap.render.scene import whole_pixel

LEAST_NUMBER_SCALE = 28.0
"""Pixels a square from which on numbers are drawn on squares."""


@drawn_once(byte_limit=16 * 2**20)
def stamp(text: str, pixels: int, ink: str, halo: str | None = None, bold: bool = False) -> QImage:
    """The text as a premultiplied image, with a halo in another colour round its letters. Shared."""
    font = map_font(pixels, bold=bold)
    metrics = QFontMetricsF(font)
    margin = max(1.0, pixels / 6) if halo else 1.0
    width = int(metrics.horizontalAdvance(text) + 2 * margin) + 2
    height = int(metrics.height() + 2 * margin) + 1
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    base = QPointF(margin + 1, margin + metrics.ascent())
    if halo:
        path = QPainterPath()
        path.addText(base, font, text)
        pen = QPen(colour(halo), 2 * margin * 0.8)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.setFont(font)
    painter.setPen(colour(ink))
    painter.drawText(base, text)
    painter.end()
    return image


def draw_centred(painter: QPainter, image: QImage, x: float, y: float) -> None:
    """Copy a stamp so that its middle is at (x, y), on whole pixels."""
    painter.drawImage(whole_pixel(x - image.width() / 2), whole_pixel(y - image.height() / 2), image)


def elided(text: str, pixels: int, width: float) -> str:
    """The text, cut short with an ellipsis where it is wider."""
    return QFontMetricsF(map_font(pixels)).elidedText(text, Qt.TextElideMode.ElideRight, width)


def draw_text_box(
    painter: QPainter, text: str, box: QRectF, pixels: int, ink: str, *, bold: bool = False
) -> None:
    """Words broken into lines inside a box."""
    painter.setFont(map_font(pixels, bold=bold))
    painter.setPen(colour(ink))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), text)


def line_width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Pixels that words in letters of that size take on one line."""
    return QFontMetricsF(sized_font(size, bold=bold)).horizontalAdvance(text)


def draw_line(
    painter: QPainter,
    text: str,
    left: float,
    top: float,
    width: float,
    size: float,
    ink: str,
    *,
    bold: bool = False,
) -> None:
    """Words on one line from a place on, cut short with an ellipsis where they are wider than allowed.

    They are words in a file that can have fonts, and outlines in one that cannot.
    """
    font = sized_font(size, bold=bold)
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width + 0.5)
    base = QPointF(left, top + metrics.ascent())
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    if has_no_fonts(painter):
        path = QPainterPath()
        path.addText(base, font, words)
        painter.fillPath(path, colour(ink))
    else:
        painter.setFont(font)
        painter.setPen(colour(ink))
        painter.drawText(base, words)
    painter.restore()


def sized_font(size: float, *, bold: bool = False) -> QFont:
    """The map's font in whole pixels nearest to a size."""
    return map_font(round(size), bold=bold)
