"""Textures that tell fills apart without their colour. Each repeats without a seam."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from gridmap.render.bounded_cache import drawn_once
from gridmap.render.colour import colour
from gridmap.render.pixels import Number, Pixels
from gridmap.render.theme import Pattern

Motif = Callable[[QPainter, QColor, float], None]
"""Draws in an ink with a pen so wide, over a square of one by one that repeats."""

_LEAST_WIDTH = 256
_LEAST_MOTIF = 28
"""Pixels of a motif's period where squares are too small to hold it."""


@drawn_once(byte_limit=12 * 2**20)
def texture(pattern: Pattern, ink: str, scale: float) -> Pixels:
    """The texture of a pattern at so many pixels a square: premultiplied ARGB. Shared and read-only."""
    return _widened(_pixels(texture_image(pattern, ink, scale)))


def texture_image(pattern: Pattern, ink: str, scale: float) -> QImage:
    """The same texture as an image."""
    motif, period = motif_of(pattern), period_of(pattern, scale)
    return _ruled(pattern, ink, period) if motif is None else _scattered(motif, ink, period)


@drawn_once(byte_limit=4 * 2**20)
def filled_texture(pattern: Pattern, ink: str, fill: str, scale: float) -> QImage:
    """The texture on a fill, repeated: a painter is quicker with few large copies. Shared."""
    motif = texture_image(pattern, ink, scale)
    across, down = (-(-_LEAST_WIDTH // side) * side for side in (motif.width(), motif.height()))
    image = QImage(across, down, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(colour(fill))
    with QPainter(image) as painter:
        painter.fillRect(image.rect(), QBrush(motif))
    return image


def period_of(pattern: Pattern, scale: float) -> int:
    """Pixels after which a pattern begins anew."""
    return max(5, round(scale / 5)) if motif_of(pattern) is None else max(_LEAST_MOTIF, round(2 * scale))


def motif_of(pattern: Pattern) -> Motif | None:
    """What draws a pattern's shapes in a unit square, in an ink and with a pen; None for ruled patterns."""
    return _MOTIFS.get(pattern)


@lru_cache(maxsize=64)
def dash_gaps(on: int, off: int) -> npt.NDArray[np.uint8]:
    """1 in the gaps of slanted stripes: a thin line along a row or a column has dashes. Shared, read-only."""
    period = on + off
    place = np.arange(period)
    gaps = ((place[:, np.newaxis] + place[np.newaxis, :]) % period >= on).astype(np.uint8)
    return _widened(gaps)


def _widened(texture: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """A texture beside itself until it is wide enough to be copied in few pieces."""
    wide = np.tile(texture, (1, max(1, _LEAST_WIDTH // texture.shape[1])))
    wide.flags.writeable = False
    return wide


def _pixels(image: QImage) -> Pixels:
    """A copy of a premultiplied image's pixels."""
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()
    pixels.flags.writeable = False
    return pixels


def _blank(period: int) -> QImage:
    image = QImage(period, period, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _ruled(pattern: Pattern, ink: str, period: int) -> QImage:
    """Hatches, crosses, dots and checks."""
    image = _blank(period)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = max(1.0, period / 7)
    painter.setPen(QPen(colour(ink), width))
    if pattern in (Pattern.HATCH, Pattern.CROSS):
        for shift in (-period, 0, period):
            painter.drawLine(QPointF(shift - 1, period + 1), QPointF(shift + period + 1, -1))
    if pattern in (Pattern.BACK_HATCH, Pattern.CROSS):
        for shift in (-period, 0, period):
            painter.drawLine(QPointF(shift - 1, -1), QPointF(shift + period + 1, period + 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink))
    if pattern is Pattern.DOTS:
        radius = max(0.9, period / 5.5)
        painter.drawEllipse(QPointF(period / 2, period / 2), radius, radius)
    if pattern is Pattern.CHECKS:
        half = period // 2
        painter.drawRect(0, 0, half, half)
        painter.drawRect(half, half, period - half, period - half)
    painter.end()
    return image


def _scattered(motif: Motif, ink: str, period: int) -> QImage:
    """Shapes of a unit square, drawn nine times so that those cut by an edge go on at the other."""
    image = _blank(period)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(period, period)
    pen_width = max(0.9 / period, 0.013)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            painter.save()
            painter.translate(dx, dy)
            motif(painter, colour(ink), pen_width)
            painter.restore()
    painter.end()
    return image


def _pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _noise(seed: int, count: int) -> npt.NDArray[np.float64]:
    """Random numbers from 0 to 1, always the same for a seed: ``(count,) float64``.

    Counted numbers whose bits are mixed as SplitMix64 does; importing generators of numpy takes longer
    than all that is drawn with them.
    """
    golden, one, other = (
        np.uint64(part) for part in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
    )
    bits = (np.arange(1, count + 1, dtype=np.uint64) + np.uint64(seed << 32)) * golden
    bits = (bits ^ (bits >> np.uint64(30))) * one
    bits = (bits ^ (bits >> np.uint64(27))) * other
    bits ^= bits >> np.uint64(31)
    noise: npt.NDArray[np.float64] = (bits >> np.uint64(11)) / 2.0**53
    return noise


@lru_cache(maxsize=8)
def _places(count: int, seed: int) -> list[tuple[float, float, float]]:
    """Well spread places in the unit square that repeats, each with a random number of its own."""
    tries = _noise(seed, count * 12 * 3).reshape(count, 12, 3)
    chosen = np.empty((count, 3))
    for number in range(count):
        tried = tries[number]
        gaps = np.abs(tried[:, np.newaxis, :2] - chosen[np.newaxis, :number, :2])
        around = np.minimum(gaps, 1 - gaps)
        nearest = np.hypot(around[..., 0], around[..., 1]).min(axis=1, initial=1.0)
        chosen[number] = tried[np.argmax(nearest)]
    return [(x, y, other) for x, y, other in chosen.tolist()]


def _blob(x: float, y: float, radius: float, corners: int, turn: float, flat: float = 0.75) -> QPolygonF:
    return QPolygonF(
        [
            QPointF(
                x + radius * math.cos(turn + 2 * math.pi * i / corners) * (1 + 0.22 * ((i * 7) % 3 - 1)),
                y + radius * flat * math.sin(turn + 2 * math.pi * i / corners),
            )
            for i in range(corners)
        ]
    )


def _stones(painter: QPainter, ink: QColor, width: float) -> None:
    """A few round stones and grains: factor 2."""
    painter.setPen(_pen(ink, width))
    for x, y, turn in _places(7, 2):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = 0.028 + 0.022 * turn
        path = QPainterPath()
        path.addEllipse(QPointF(x, y), radius * 1.3, radius)
        painter.drawPath(path)
        painter.drawPoint(QPointF(x + 0.11, y + 0.05 - 0.1 * turn))
        painter.drawPoint(QPointF(x - 0.06, y + 0.09))


def _rubble(painter: QPainter, ink: QColor, width: float) -> None:
    """Angular pieces, some dark: factor 4."""
    faint = QColor(ink)
    faint.setAlpha(ink.alpha() // 3)
    painter.setPen(_pen(ink, width))
    for x, y, turn in _places(15, 4):
        painter.setBrush(faint if turn < 0.55 else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_blob(x, y, 0.035 + 0.03 * turn, 5, turn * 6))


def _shards(painter: QPainter, ink: QColor, width: float) -> None:
    """Close-packed sharp pieces: factor 8."""
    painter.setPen(_pen(ink, width))
    solid = QColor(ink)
    solid.setAlpha(ink.alpha() * 2 // 3)
    for x, y, turn in _places(26, 8):
        painter.setBrush(solid if turn < 0.6 else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_blob(x, y, 0.06 + 0.02 * turn, 3, turn * 6, 1.0))


def _waves(painter: QPainter, ink: QColor, width: float) -> None:
    """Rows of ripples: impeded."""
    painter.setPen(_pen(ink, width * 1.25))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in range(5):
        for column in range(3):
            x, y = column / 3 + (row % 2) / 6, (row + 0.5) / 5
            path = QPainterPath(QPointF(x, y))
            path.cubicTo(x + 0.05, y - 0.055, x + 0.07, y - 0.055, x + 0.11, y)
            path.cubicTo(x + 0.15, y + 0.055, x + 0.17, y + 0.055, x + 0.22, y)
            painter.drawPath(path)


def _flames(painter: QPainter, ink: QColor, width: float) -> None:
    """Tongues of flame: hazardous."""
    painter.setPen(_pen(ink, width))
    faint = QColor(ink)
    faint.setAlpha(ink.alpha() // 2)
    painter.setBrush(faint)
    for row in range(3):
        for column in range(3):
            x, y = (column + 0.3 + 0.5 * (row % 2)) / 3, (row + 0.55) / 3
            path = QPainterPath(QPointF(x + 0.01, y - 0.115))
            path.cubicTo(x + 0.0, y - 0.05, x + 0.085, y - 0.02, x + 0.06, y + 0.045)
            path.cubicTo(x + 0.045, y + 0.09, x - 0.045, y + 0.09, x - 0.062, y + 0.045)
            path.cubicTo(x - 0.075, y + 0.0, x - 0.045, y - 0.03, x - 0.04, y - 0.06)
            path.cubicTo(x - 0.02, y - 0.03, x - 0.02, y - 0.02, x - 0.015, y - 0.01)
            path.cubicTo(x + 0.01, y - 0.04, x - 0.01, y - 0.08, x + 0.01, y - 0.115)
            painter.drawPath(path)


def _reeds(painter: QPainter, ink: QColor, width: float) -> None:
    """Tufts of reeds and thorns: impeded."""
    painter.setPen(_pen(ink, width * 1.2))
    for x, y, turn in _places(12, 6):
        for lean in (-0.045, -0.012, 0.03):
            path = QPainterPath(QPointF(x, y + 0.03))
            path.quadTo(x + lean * 0.2, y - 0.02, x + lean, y - 0.04 - 0.03 * turn)
            painter.strokePath(path, painter.pen())
        painter.drawLine(QPointF(x - 0.05, y + 0.04), QPointF(x + 0.05, y + 0.04))


def _stars(painter: QPainter, ink: QColor, width: float) -> None:
    """Small crosses in the empty air: a gap."""
    painter.setPen(_pen(ink, width))
    for x, y, turn in _places(16, 9):
        arm = 0.012 + 0.016 * turn
        painter.drawLine(QPointF(x - arm, y), QPointF(x + arm, y))
        painter.drawLine(QPointF(x, y - arm), QPointF(x, y + arm))


def _slope(painter: QPainter, ink: QColor, width: float) -> None:
    """Hachures, as maps draw a steep face."""
    painter.setPen(_pen(ink, width * 1.2))
    for row in range(4):
        for column in range(14):
            x, y = (column + 0.5) / 14, row / 4
            painter.drawLine(QPointF(x, y + 0.02), QPointF(x, y + (0.19 if column % 2 else 0.11)))


def _grains(painter: QPainter, ink: QColor, width: float) -> None:
    """Grains and clods: loose earth."""
    painter.setPen(_pen(ink, width * 1.6))
    for x, y, turn in _places(40, 10):
        painter.drawPoint(QPointF(x, y))
        if turn > 0.7:
            painter.drawLine(QPointF(x - 0.025, y + 0.02), QPointF(x + 0.02, y + 0.012))


_MOTIFS = {
    Pattern.STONES: _stones,
    Pattern.RUBBLE: _rubble,
    Pattern.SHARDS: _shards,
    Pattern.WAVES: _waves,
    Pattern.FLAMES: _flames,
    Pattern.REEDS: _reeds,
    Pattern.STARS: _stars,
    Pattern.SLOPE: _slope,
    Pattern.GRAINS: _grains,
}


@lru_cache(maxsize=8)
def paper(ground: str, grain: float) -> Pixels:
    """The ground's own texture: soft clouds and a few fibres, faint enough to write on.

    It has few distinct colours in flat patches, so that exported pictures stay small.
    """
    side = 256
    base = colour(ground)
    # Noise blurred round the edges: each row and each column spreads over those within some ten pixels.
    steps = np.arange(side)
    away = np.abs(steps[:, np.newaxis] - steps[np.newaxis, :])
    blur = np.exp(-((np.minimum(away, side - away) / 9) ** 2))
    clouds = blur @ (_noise(1, side * side).reshape(side, side) - 0.5) @ blur
    shade = np.rint(clouds / np.abs(clouds).max() * 3).astype(np.int8)
    shades = np.arange(-3, 4) * grain / 3
    parts = np.array((base.red(), base.green(), base.blue()))[:, np.newaxis] + shades
    red, green, blue = np.clip(np.rint(parts), 0, 255).astype(np.uint32)
    pixels = (np.uint32(0xFF000000) | red << 16 | green << 8 | blue)[shade + 3]
    image = QImage(pixels.data, side, side, side * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fibre = QColor(base.darker(150))
    fibre.setAlpha(round(grain * 5))
    painter.setPen(QPen(fibre, 1.0))
    for x, y, turn in _places(40, 5):
        start = QPointF(8 + x * (side - 30), 8 + y * (side - 30))
        painter.drawLine(start, start + QPointF(10 * math.cos(turn * 6), 10 * math.sin(turn * 6)))
    painter.end()
    return _pixels(image)


@lru_cache(maxsize=8)
def paper_brush(ground: str, grain: float) -> QBrush:
    """The paper as a brush, which a painter lays down as fast as memory is copied. Shared."""
    pixels = paper(ground, grain)
    height, width = pixels.shape
    # No pixel of it is open, and Qt need not look for one.
    return QBrush(QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy())
