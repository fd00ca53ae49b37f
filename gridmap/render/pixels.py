"""From arrays of squares to pixels: every square's edges lie on whole pixels, the same in every frame."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QBrush, QImage, QPainter

from gridmap.model.battlemap import BattleMap
from gridmap.render.colour import colour
from gridmap.render.scene import Frame, SquareRect

Number = TypeVar("Number", bound=np.generic)
Pixels = npt.NDArray[np.uint32]
"""Premultiplied ARGB, ``(rows, columns) uint32``."""


def column_edges(first: int, last: int, frame: Frame) -> list[int]:
    """The pixel columns where the columns of squares first … last begin."""
    edges = np.floor(np.arange(first, last + 1) * frame.scale + 0.5).astype(np.int64) - frame.left
    return [int(edge) for edge in edges.tolist()]


def row_edges(first: int, last: int, frame: Frame) -> list[int]:
    """The pixel rows where the rows of squares first … last begin."""
    edges = np.floor(np.arange(first, last + 1) * frame.scale + 0.5).astype(np.int64) - frame.top
    return [int(edge) for edge in edges.tolist()]


def page_rect(battle_map: BattleMap, frame: Frame) -> QRect:
    """The map's own pixels."""
    left, right = frame.column_edge(0), frame.column_edge(battle_map.width)
    top, bottom = frame.row_edge(0), frame.row_edge(battle_map.height)
    return QRect(left, top, right - left, bottom - top)


def spread(squares: npt.NDArray[Number], frame: Frame) -> tuple[npt.NDArray[Number], int, int]:
    """The part of a whole map's array that the frame shows, spread over its pixels, and its corner there."""
    height, width = squares.shape
    columns, x = _squares_of_pixels(frame.left, frame.width, width, frame.scale)
    rows, y = _squares_of_pixels(frame.top, frame.height, height, frame.scale)
    if not len(columns) or not len(rows):
        return squares[:0, :0], 0, 0
    # Columns first, on the few rows seen; then whole rows are copied, which is quick.
    seen = squares[rows[0] : rows[-1] + 1].take(columns, axis=1)
    return seen.take(rows - rows[0], axis=0), x, y


def _squares_of_pixels(
    start: int, count: int, squares: int, scale: float
) -> tuple[npt.NDArray[np.int64], int]:
    """The square shown by each pixel from `start` on, and how many pixels before them show none."""
    edges = np.floor(np.arange(squares + 1) * scale + 0.5).astype(np.int64) - start
    low, high = max(0, int(edges[0])), min(count, int(edges[-1]))
    if low >= high:
        return np.empty(0, np.int64), 0
    return np.searchsorted(edges, np.arange(low, high), side="right") - 1, low


def premultiplied(text: str) -> int:
    """A theme's colour as one premultiplied ARGB number."""
    wanted = colour(text)
    alpha = wanted.alpha()
    red, green, blue = ((part * alpha + 127) // 255 for part in (wanted.red(), wanted.green(), wanted.blue()))
    return alpha << 24 | red << 16 | green << 8 | blue


def over(top: int, bottom: int) -> int:
    """One premultiplied colour laid over another."""
    keep = 255 - (top >> 24)
    parts = (
        min(255, (top >> shift & 255) + ((bottom >> shift & 255) * keep + 127) // 255)
        for shift in (24, 16, 8, 0)
    )
    result = 0
    for part in parts:
        result = result << 8 | part
    return result


def draw_pixels(painter: QPainter, pixels: Pixels, x: int, y: int) -> None:
    """Draw premultiplied pixels with their top-left corner at (x, y)."""
    height, width = pixels.shape
    if not pixels.size:
        return
    pixels = np.ascontiguousarray(pixels)
    # The image has no memory of its own; it is gone before the array is.
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied)
    painter.drawImage(QPoint(x, y), image)


def draw_textured(
    painter: QPainter, mask: npt.NDArray[np.bool_], x: int, y: int, texture: QImage, frame: Frame
) -> None:
    """Lay a repeated texture, which begins at the map's corner, on the pixels of a mask."""
    height, width = mask.shape
    cover = np.zeros((height, (width + 3) // 4 * 4), np.uint8)
    cover[:, :width] = mask
    cover *= 255
    stencil = QImage(cover.data, width, height, cover.shape[1], QImage.Format.Format_Alpha8)
    sheet = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    inner = QPainter(sheet)
    inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    inner.setBrushOrigin(-(frame.left + x) % texture.width(), -(frame.top + y) % texture.height())
    inner.fillRect(0, 0, width, height, QBrush(texture))
    inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    inner.drawImage(0, 0, stencil)
    inner.end()
    painter.drawImage(x, y, sheet)


def shown(squares: npt.NDArray[Number], seen: SquareRect) -> npt.NDArray[Number]:
    """The part of a whole map's array that holds these squares."""
    return squares[seen.top : seen.bottom, seen.left : seen.right]
