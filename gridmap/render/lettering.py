"""Words and numbers on the map, each drawn once into a small image and then copied.

Drawing ten thousand texts costs 50 ms a frame; copying that many small images a tenth of it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen

from gridmap.render.bounded_cache import drawn_once
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.fonts import letter_outlines, map_font
from gridmap.render.scene import whole_pixel

LEAST_NUMBER_SCALE = 28.0
"""Pixels a square from which on numbers are drawn on squares."""


@drawn_once(byte_limit=16 * 2**20)
def stamp(text: str, pixels: int, ink: str, halo: str | None = None, bold: bool = False) -> QImage:
    """The text as a premultiplied image, with a halo in another colour round its letters. Shared."""
    image = QImage(*stamp_size(text, pixels, halo, bold), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _draw_letters(painter, text, pixels, ink, halo, bold)
    return image


def stamp_size(text: str, pixels: int, halo: str | None = None, bold: bool = False) -> tuple[int, int]:
    """Pixels across and down of a stamp."""
    metrics = QFontMetricsF(map_font(pixels, bold=bold))
    margin = _margin(pixels, halo)
    return int(metrics.horizontalAdvance(text) + 2 * margin) + 2, int(metrics.height() + 2 * margin) + 1


def _margin(pixels: int, halo: str | None) -> float:
    return max(1.0, pixels / 6) if halo else 1.0


def _draw_letters(painter: QPainter, text: str, pixels: int, ink: str, halo: str | None, bold: bool) -> None:
    """A stamp with its corner at (0, 0)."""
    font = map_font(pixels, bold=bold)
    margin = _margin(pixels, halo)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    base = QPointF(margin + 1, margin + QFontMetricsF(font).ascent())
    if halo:
        path = letter_outlines(text, pixels, bold=bold).translated(base)
        pen = QPen(colour(halo), 2 * margin * 0.8)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.setFont(font)
    painter.setPen(colour(ink))
    painter.drawText(base, text)


def stamp_of(
    painter: QPainter, text: str, pixels: int, ink: str, halo: str | None = None, bold: bool = False
) -> Callable[[int, int], None]:
    """What puts a stamp's corner on a whole pixel: as an image, or as words where shapes are kept."""
    if not draws_shapes(painter):
        image = stamp(text, pixels, ink, halo, bold)
        return lambda x, y: painter.drawImage(x, y, image)

    def draw(x: int, y: int) -> None:
        painter.save()
        painter.translate(x, y)
        _draw_letters(painter, text, pixels, ink, halo, bold)
        painter.restore()

    return draw


def draw_stamp(
    painter: QPainter,
    text: str,
    x: float,
    y: float,
    pixels: int,
    ink: str,
    halo: str | None = None,
    *,
    bold: bool = False,
) -> None:
    """Put a stamp so that its middle is at (x, y), on whole pixels."""
    width, height = stamp_size(text, pixels, halo, bold)
    stamp_of(painter, text, pixels, ink, halo, bold)(whole_pixel(x - width / 2), whole_pixel(y - height / 2))


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
    """Words on one line from a place on, cut short with an ellipsis where they are wider than allowed."""
    font = sized_font(size, bold=bold)
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width + 0.5)
    base = QPointF(left, top + metrics.ascent())
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.setFont(font)
    painter.setPen(colour(ink))
    painter.drawText(base, words)
    painter.restore()


def sized_font(size: float, *, bold: bool = False) -> QFont:
    """The map's font in whole pixels nearest to a size."""
    return map_font(round(size), bold=bold)
