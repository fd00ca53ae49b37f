"""From arrays of squares to pixels: every square's edges lie on whole pixels, the same in every frame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter

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


def spread(squares: npt.NDArray[Number], frame: Frame, margin: int = 0) -> npt.NDArray[Number]:
    """An array of the whole map's squares as one of the frame's pixels, 0 where there is no map.

    Args:
        squares: ``(height, width)`` of the map.
        frame: what is shown.
        margin: further pixels wanted on every side of it.

    Returns:
        ``(frame height + 2 margin, frame width + 2 margin)`` of the same dtype.
    """
    height, width = squares.shape
    columns, x = _squares_of_pixels(frame.left - margin, frame.width + 2 * margin, width, frame.scale)
    rows, y = _squares_of_pixels(frame.top - margin, frame.height + 2 * margin, height, frame.scale)
    shape = (frame.height + 2 * margin, frame.width + 2 * margin)
    if not len(columns) or not len(rows):
        return np.zeros(shape, squares.dtype)
    # Columns first, on the few rows seen; then whole rows are copied, which is quick.
    seen = squares[rows[0] : rows[-1] + 1].take(columns, axis=1)
    if (len(rows), len(columns)) == shape:
        whole: npt.NDArray[Number] = seen.take(rows - rows[0], axis=0)
        return whole
    pixels = np.zeros(shape, squares.dtype)
    pixels[y : y + len(rows), x : x + len(columns)] = seen.take(rows - rows[0], axis=0)
    return pixels


@lru_cache(maxsize=256)
def _squares_of_pixels(
    start: int, count: int, squares: int, scale: float
) -> tuple[npt.NDArray[np.int64], int]:
    """The square shown by each pixel from `start` on, and how many pixels before them show none. Shared."""
    edges = np.floor(np.arange(squares + 1) * scale + 0.5).astype(np.int64) - start
    low, high = max(0, int(edges[0])), min(count, int(edges[-1]))
    if low >= high:
        return np.empty(0, np.int64), 0
    return np.searchsorted(edges, np.arange(low, high), side="right") - 1, low


def draw_pixels(painter: QPainter, pixels: Pixels, x: int = 0, y: int = 0) -> None:
    """Draw premultiplied pixels with their corner at (x, y)."""
    height, width = pixels.shape
    pixels = np.ascontiguousarray(pixels)
    # The image has no memory of its own; it is gone before the array is.
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied)
    painter.drawImage(QPoint(x, y), image)


def draw_indexed(
    painter: QPainter, codes: npt.NDArray[np.uint8], colours: Sequence[str | None], x: int = 0, y: int = 0
) -> None:
    """Draw pixels given as places in a list of colours, None for an open one; their corner at (x, y)."""
    height, width = codes.shape
    codes = np.ascontiguousarray(codes)
    image = QImage(codes.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable([0 if text is None else colour(text).rgba() for text in colours])
    # Converting first takes a quarter of the time that the painter takes over an indexed image.
    painter.drawImage(QPoint(x, y), image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied))


def repeated(texture: npt.NDArray[Number], frame: Frame) -> npt.NDArray[Number]:
    """A texture that begins at the map's corner, repeated over the frame's pixels."""
    height, width = texture.shape
    rows = texture.take((np.arange(frame.height) + frame.top) % height, axis=0)
    pixels = np.empty((frame.height, frame.width), texture.dtype)
    begin = -(frame.left % width)
    for x in range(begin, frame.width, width):
        left, right = max(0, x), min(frame.width, x + width)
        pixels[:, left:right] = rows[:, left - x : right - x]
    return pixels


def window_extremes(
    wide: npt.NDArray[Number], margin: int, width: int
) -> tuple[npt.NDArray[Number], npt.NDArray[Number]]:
    """The least and the greatest value within a line's width about each pixel.

    Args:
        wide: pixels of an array whose squares are at least as large as the line is wide, with a margin.
        margin: of `wide` on every side, at least the line's width.
        width: of the line, in pixels.

    Returns:
        Both without the margin. Where they differ, a border of `wide` runs beneath the line.
    """
    before, after = width - width // 2, width // 2
    rows, columns = wide.shape[0] - 2 * margin, wide.shape[1] - 2 * margin
    # As far apart as the line is wide, two samples tell whether any border lies between them.
    low, high = wide[:, margin - before :][:, :columns], wide[:, margin + after :][:, :columns]
    least, most = np.minimum(low, high), np.maximum(low, high)
    top, bottom = slice(margin - before, margin - before + rows), slice(margin + after, margin + after + rows)
    return np.minimum(least[top], least[bottom]), np.maximum(most[top], most[bottom])


def box_of(mask: npt.NDArray[np.bool_]) -> SquareRect | None:
    """The smallest block of squares that holds all those of a mask; None where it has none."""
    rows = np.flatnonzero(mask.any(axis=1))
    if not len(rows):
        return None
    columns = np.flatnonzero(mask.any(axis=0))
    return SquareRect(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def cut(frame: Frame, squares: SquareRect, margin: int) -> tuple[Frame, int, int]:
    """The part of a frame that shows a block of squares and some pixels around, and its corner in it."""
    left, top = max(0, frame.column_edge(squares.left) - margin), max(0, frame.row_edge(squares.top) - margin)
    right = min(frame.width, frame.column_edge(squares.right) + margin)
    bottom = min(frame.height, frame.row_edge(squares.bottom) + margin)
    return frame.part(left, top, max(0, right - left), max(0, bottom - top)), left, top


def shown(squares: npt.NDArray[Number], seen: SquareRect) -> npt.NDArray[Number]:
    """The part of a whole map's array that holds these squares."""
    return squares[seen.top : seen.bottom, seen.left : seen.right]
