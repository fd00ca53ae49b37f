"""Outlines along grid lines, as bars of whole pixels: crisp, and the same in whatever part they are drawn."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QImage, QPainter

from gridmap.render.colour import colour
from gridmap.render.pixels import premultiplied
from gridmap.render.scene import Frame
from gridmap.render.theme import Style


def line_width(style: Style, scale: float) -> float:
    """A line's width in pixels: it grows with the square root of the scale."""
    return float(style.width * max(0.5, (scale / 40) ** 0.5))


def paint_bars(
    painter: QPainter, ends: npt.NDArray[np.float64], style: Style, frame: Frame, halo: str | None = None
) -> None:
    """Lines between lattice points, each along a row or a column of intersections.

    Args:
        painter: on the frame's pixels.
        ends: ``(n, 2, 2) float64``, lattice points in squares, start before end.
        style: its line, width and dash.
        frame: what the painter shows.
        halo: a colour for a thin edge beneath, which lifts the line off any ground.
    """
    if style.line is None or not len(ends):
        return
    width = max(1, round(line_width(style, frame.scale)))
    low = np.floor(ends[:, 0] * frame.scale + 0.5).astype(np.int64) - (frame.left, frame.top)
    high = np.floor(ends[:, 1] * frame.scale + 0.5).astype(np.int64) - (frame.left, frame.top)
    margin = width + 2
    seen = (
        (high[:, 0] >= -margin)
        & (low[:, 0] <= frame.width + margin)
        & (high[:, 1] >= -margin)
        & (low[:, 1] <= frame.height + margin)
    )
    corners = np.concatenate((low[seen], high[seen]), axis=1).tolist()
    if not corners:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    if halo is not None:
        painter.setBrush(colour(halo))
        painter.drawRects(_boxes(corners, width + 2 * max(1, width // 3)))
    if style.dash:
        on, off = (max(1, round(part * width)) for part in style.dash[:2])
        dashes = _dashes(style.line, on, off)
        painter.setBrushOrigin(-frame.left % (on + off), -frame.top % (on + off))
        painter.setBrush(QBrush(dashes))
    else:
        painter.setBrush(colour(style.line))
    painter.drawRects(_boxes(corners, width))
    painter.setBrushOrigin(0, 0)


def _boxes(corners: list[list[int]], width: int) -> list[QRect]:
    before = width // 2
    return [
        QRect(left - before, top - before, right - left + width, bottom - top + width)
        for left, top, right, bottom in corners
    ]


@lru_cache(maxsize=64)
def _dashes(ink: str, on: int, off: int) -> QImage:
    """Slanted stripes: a thin bar along a row or a column cuts dashes out of them."""
    period = on + off
    place = np.arange(period)
    striped = (place[:, np.newaxis] + place[np.newaxis, :]) % period < on
    pixels = np.where(striped, np.uint32(premultiplied(ink)), np.uint32(0))
    image = QImage(pixels.data, period, period, period * 4, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()
