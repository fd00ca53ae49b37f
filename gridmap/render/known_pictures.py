"""Background pictures for players: nothing left of what lies beneath the fog, to the pixel.

Fog painted over a picture would not do: a picture that is scaled smoothly mixes pixels on both sides of the
fog's border. So each pixel that has anything of an unknown square in it is black before it is drawn.
"""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from gridmap.model.fog import Fog
from gridmap.model.picture import Picture
from gridmap.render.bounded_cache import BoundedCache

Mask = npt.NDArray[np.bool_]
BLACK = np.uint32(0xFF000000)
_ROWS_AT_ONCE = 256
_HAIR = 1e-9
_images: BoundedCache[QImage] = BoundedCache(128 * 2**20)


def known_part(image: QImage, natural: QSize, picture: Picture, fog: Fog) -> QImage:
    """A picture with all of it black that does not lie in a known square of the map. Shared.

    Args:
        image: the picture, premultiplied, at its own size or scaled down.
        natural: its own size, in pixels.
        picture: where it lies on the map.
        fog: what players know.
    """
    place = (*picture.at, picture.width, picture.height, picture.turn, picture.mirrored)
    key = (image.cacheKey(), id(fog), place, natural.width(), natural.height())
    return _images.get(key, lambda: blackened(image, known_pixels(image, natural, picture, fog.known)), fog)


def blackened(image: QImage, kept: Mask) -> QImage:
    """A picture with other pixels than the kept ones black; it has no words or profile with it.

    Args:
        image: premultiplied.
        kept: ``(height, width) bool`` of it.
    """
    width, height = image.width(), image.height()
    lines = np.frombuffer(image.constBits(), np.uint32).reshape(height, image.bytesPerLine() // 4)
    pixels = np.ascontiguousarray(np.where(kept, lines[:, :width], BLACK))
    # The copy has memory of its own; this image's is gone with the array.
    return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def known_pixels(image: QImage, natural: QSize, picture: Picture, known: Mask) -> Mask:
    """Which pixels of a picture show known squares alone: ``(height, width) bool``.

    A pixel at the picture's own size lies in the square that its middle is in; one of a smaller copy is
    known where all that it is made of is.
    """
    columns = _makings(image.width(), natural.width())
    if picture.mirrored:
        columns = natural.width() - columns[:, ::-1]
    rows = _makings(image.height(), natural.height())
    if picture.turn % 90:
        return _turned_pixels(columns, rows, natural, picture, known)
    # Where its columns and rows lie, from its middle.
    x = columns * (picture.width / natural.width()) - picture.width / 2
    y = rows * (picture.height / natural.height()) - picture.height / 2
    middle_x, middle_y = picture.at.x + picture.width / 2, picture.at.y + picture.height / 2
    match round(picture.turn / 90) % 4:
        case 0:
            return _spread(known, middle_x + x, middle_y + y)
        case 1:
            return _spread(known, middle_x - y, middle_y + x).T
        case 2:
            return _spread(known, middle_x - x, middle_y - y)
        case _:
            return _spread(known, middle_x + y, middle_y - x).T


def _makings(count: int, natural: int) -> npt.NDArray[np.float64]:
    """Middles of the first and last of the picture's own pixels that each is made of: ``(n, 2)``."""
    at = np.arange(count)
    if count == natural:
        return np.stack([at + 0.5, at + 0.5], 1)
    # A pixel of the copy more on either side: it was halved again and again, and each time some pixels were
    # made of three.
    first = np.maximum(0, np.floor((at - 1) * natural / count))
    last = np.minimum(natural - 1, np.ceil((at + 2) * natural / count) - 1)
    return np.stack([first + 0.5, last + 0.5], 1)


def _spread(known: Mask, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Mask:
    """Whether every square of each pixel's makings is known: ``(len(y), len(x)) bool``.

    Args:
        known: of the map's squares.
        x: where the makings of each column lie on the map: ``(columns, 2)``, either end first.
        y: the same of each row.
    """
    # Few spans of squares are different: those are looked at, and then spread over the pixels.
    across, column_of = np.unique(_spans(x, known.shape[1]), axis=0, return_inverse=True)
    down, row_of = np.unique(_spans(y, known.shape[0]), axis=0, return_inverse=True)
    table = _all_known(known, across, down)
    spread: Mask = table.take(row_of.ravel(), axis=0).take(column_of.ravel(), axis=1)
    return spread


def _spans(places: npt.NDArray[np.float64], squares: int) -> npt.NDArray[np.int64]:
    """First and last square of each pixel's makings; -1 and `squares` stand for all beyond the map."""
    # What rounding leaves of a place on a line of the grid is no part of a square.
    squared = np.floor(np.sort(places, axis=1) + _HAIR).astype(np.int64)
    spans: npt.NDArray[np.int64] = np.clip(squared, -1, squares)
    return spans


def _all_known(known: Mask, across: npt.NDArray[np.int64], down: npt.NDArray[np.int64]) -> Mask:
    """Whether every square of each span of columns and each span of rows is known; none beyond the map is."""
    counts = _counts(known)
    left, right = across[:, 0] + 1, across[:, 1] + 2
    top, bottom = down[:, 0] + 1, down[:, 1] + 2
    found = counts[bottom][:, right] - counts[top][:, right] - counts[bottom][:, left] + counts[top][:, left]
    every: Mask = found == np.outer(bottom - top, right - left)
    return every


def _turned_pixels(
    columns: npt.NDArray[np.float64],
    rows: npt.NDArray[np.float64],
    natural: QSize,
    picture: Picture,
    known: Mask,
) -> Mask:
    """The same of a turned picture: every square that the box about a pixel's makings touches is known."""
    over, down = picture.width / natural.width(), picture.height / natural.height()
    turn = radians(picture.turn)
    middle_x, middle_y = picture.at.x + picture.width / 2, picture.at.y + picture.height / 2
    x = (columns.mean(axis=1) * over - picture.width / 2)[np.newaxis, :]
    y = (rows.mean(axis=1) * down - picture.height / 2)[:, np.newaxis]
    half_x = (columns[:, 1] - columns[:, 0]).max() * over / 2
    half_y = (rows[:, 1] - rows[:, 0]).max() * down / 2
    box_x = half_x * abs(cos(turn)) + half_y * abs(sin(turn))
    box_y = half_x * abs(sin(turn)) + half_y * abs(cos(turn))
    counts = _counts(known)
    kept = np.empty((len(rows), len(columns)), np.bool_)
    for begin in range(0, len(rows), _ROWS_AT_ONCE):
        part = slice(begin, begin + _ROWS_AT_ONCE)
        on_x = middle_x + x * cos(turn) - y[part] * sin(turn)
        on_y = middle_y + x * sin(turn) + y[part] * cos(turn)
        left, right = (_padded(on_x + side * box_x, known.shape[1]) for side in (-1, 1))
        top, bottom = (_padded(on_y + side * box_y, known.shape[0]) for side in (-1, 1))
        found = counts[bottom + 1, right + 1] - counts[top, right + 1]
        found += counts[top, left] - counts[bottom + 1, left]
        kept[part] = found == (right - left + 1) * (bottom - top + 1)
    return kept


def _padded(places: npt.NDArray[np.float64], squares: int) -> npt.NDArray[np.int64]:
    """The squares that places lie in, counted from the one before the map's first; none beyond that."""
    found: npt.NDArray[np.int64] = np.clip(np.floor(places).astype(np.int64), -1, squares) + 1
    return found


def _counts(known: Mask) -> npt.NDArray[np.int64]:
    """How many known squares lie above and left of each corner of the map, with a square more all round."""
    padded = np.pad(known, 1)
    counts = np.zeros((padded.shape[0] + 1, padded.shape[1] + 1), np.int64)
    counts[1:, 1:] = padded.cumsum(0).cumsum(1)
    return counts
