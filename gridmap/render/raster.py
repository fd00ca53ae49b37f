"""Handouts as pictures of pixels: PNG in bands of any size, JPEG and WebP within their limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Protocol

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from gridmap.render.application import ensure_application
from gridmap.render.drawn_squares import DrawnSquares
from gridmap.render.pictured import DrawMap, Pictured
from gridmap.render.pixels import Pixels
from gridmap.render.png_stream import write_png
from gridmap.render.whole_file import ExportError, whole_file

Progress = Callable[[float], object]
"""Called with the share done, 0 to 1. What it raises ends the export, and nothing is left of it."""

DEFAULT_QUALITY = 90
_BAND_PIXELS = 1_000_000
"""A band is a row of squares, and more of them or fewer where they come to so many pixels."""
_MOST_BAND_PIXELS = 3_000_000


@dataclass(frozen=True)
class Kind:
    """A kind of picture file.

    Attributes:
        name: what people call it.
        endings: of its files, the usual one first.
        most_side: pixels along a side.
        most_pixels: pixels in all.
        has_quality: whether less quality makes a smaller file.
    """

    name: str
    endings: tuple[str, ...]
    most_side: int
    most_pixels: int
    has_quality: bool = False

    def fits(self, width: int, height: int) -> bool:
        """Whether a picture of that size can be written."""
        return max(width, height) <= self.most_side and width * height <= self.most_pixels


PNG = Kind("PNG", (".png",), 100_000, 4_000_000_000)
# Both are encoded in one piece: a picture of a quarter of a billion pixels takes a gigabyte.
JPEG = Kind("JPEG", (".jpg", ".jpeg"), 65_500, 2**28, has_quality=True)
WEBP = Kind("WebP", (".webp",), 16_383, 2**28, has_quality=True)
KINDS = (PNG, JPEG, WEBP)


def kind_of(path: Path) -> Kind | None:
    """The kind that a file's name ends in, None for no kind of picture."""
    ending = path.suffix.lower()
    return next((kind for kind in KINDS if ending in kind.endings), None)


class Picture(Protocol):
    """What is written: it draws any part of itself."""

    @property
    def width(self) -> int:
        """Pixels across."""

    @property
    def height(self) -> int:
        """Pixels down."""

    @property
    def dots_per_inch(self) -> float:
        """How fine it is on paper."""

    def edges(self) -> tuple[int, ...]:
        """The first pixel rows of the bands to draw it in, and its height."""

    def paint(self, painter: QPainter, left: int, top: int, width: int, height: int) -> None:
        """Draw a part of it on the painter's pixels from (0, 0)."""

    def helped_by(self, helper: Executor) -> AbstractContextManager[None]:
        """Meanwhile, another thread prepares what is drawn next."""


class HandoutPicture:
    """A handout, or a block of its pixels, to be drawn band by band."""

    def __init__(
        self,
        pictured: Pictured,
        part: QRect | None = None,
        draw_map: DrawMap | None = None,
        squares: DrawnSquares | None = None,
    ) -> None:
        """The whole of it where no part is named, the map drawn from `squares` unless otherwise said."""
        self.pictured = pictured
        self.place = QRect(0, 0, pictured.width, pictured.height) if part is None else part
        if squares is None:
            squares = DrawnSquares(pictured.scene, pictured.theme, pictured.pixels_per_square)
        self._squares = squares
        self._draw_map = squares.paint_frame if draw_map is None else draw_map
        self.width, self.height = self.place.width(), self.place.height()
        self.dots_per_inch = pictured.dots_per_inch

    def part(self, place: QRect) -> HandoutPicture:
        """A block of its pixels; what was drawn for others is drawn no more."""
        return HandoutPicture(self.pictured, place, squares=self._squares)

    def edges(self) -> tuple[int, ...]:
        """Bands begin where rows of squares do, unless those are too many pixels."""
        rows = _row_edges(self.pictured)
        return _bands(rows, self.place.top(), self.place.top() + self.height, self.width)

    def paint(self, painter: QPainter, left: int, top: int, width: int, height: int) -> None:
        """Draw a part of it."""
        x, y = self.place.left() + left, self.place.top() + top
        self.pictured.paint(painter, x, y, width, height, self._draw_map)

    def helped_by(self, helper: Executor) -> AbstractContextManager[None]:
        """Meanwhile, another thread prepares what is drawn next."""
        return self._squares.helped_by(helper)


def _row_edges(pictured: Pictured) -> list[int]:
    """The pixel rows of a picture where rows of squares begin, and where the last one ends."""
    scale, region = pictured.pixels_per_square, pictured.region
    numbers = np.arange(region.top, region.bottom + 1)
    edges = np.floor(numbers * scale + 0.5).astype(np.int64)
    rows: list[int] = (edges - edges[0] + pictured.map_rect.top()).tolist()
    return rows


def _bands(rows: list[int], top: int, bottom: int, width: int) -> tuple[int, ...]:
    """Where bands of some million pixels begin from one row of pixels to another, counted from the first."""
    tall = max(1, _MOST_BAND_PIXELS // width)
    edges = [top]
    for row in [*(row for row in rows if top < row < bottom), bottom]:
        while row - edges[-1] > tall:
            edges.append(edges[-1] + tall)
        edges.append(row)
    joined = [edges[0]]
    for at, edge in enumerate(edges[1:], 1):
        following = edges[at + 1] if at + 1 < len(edges) else None
        if following is None or (following - joined[-1]) * width > _BAND_PIXELS:
            joined.append(edge)
    return tuple(edge - top for edge in joined)


def write_picture(
    picture: Picture,
    path: Path,
    *,
    kind: Kind | None = None,
    quality: int = DEFAULT_QUALITY,
    progress: Progress | None = None,
) -> None:
    """Write a picture to a file, which appears whole or not at all.

    The same picture always makes the same bytes. They hold no words, names or dates.

    Args:
        picture: what to write.
        path: the file to make or replace.
        kind: what to write, whatever the name ends in.
        quality: 1 to 100, for kinds that have it; a WebP of 100 loses nothing.
        progress: told how far it is.

    Raises:
        ExportError: the picture is larger than its kind can be, or the file cannot be written.
    """
    ensure_application()
    kind = kind if kind is not None else kind_of(path)
    if kind is None:
        raise ExportError(f"{path}: pictures end in {', '.join(each.endings[0] for each in KINDS)}")
    check_size(picture.width, picture.height, kind)
    if not 1 <= quality <= 100:
        raise ExportError(f"quality is 1 to 100, not {quality}")
    with whole_file(path) as file:
        if kind is PNG:
            with ThreadPoolExecutor(1, thread_name_prefix="squares") as helper, picture.helped_by(helper):
                bands = (pixels for _, pixels in drawn_bands(picture, progress))
                write_png(file, picture.width, picture.height, bands, picture.dots_per_inch)
        else:
            from gridmap.render.jpeg_webp import write_jpeg, write_webp

            image = _whole_image(picture, progress)
            write = write_jpeg if kind is JPEG else write_webp
            write(file, image, quality, picture.dots_per_inch)


def check_size(width: int, height: int, kind: Kind) -> None:
    """Refuse a picture that is larger than its kind can be.

    Raises:
        ExportError: one sentence that says the limit, and how many tiles would be within it.
    """
    if kind.fits(width, height):
        return
    across, down = 1, 1
    while not kind.fits(ceil(width / across), ceil(height / down)):
        if width / across >= height / down:
            across += 1
        else:
            down += 1
    error = ExportError(
        f"a {kind.name} has at most {kind.most_side:,} pixels a side and {kind.most_pixels:,} in all, and a "
        f"picture of {width:,} × {height:,} is larger than the limit: as {across} × {down} tiles it fits"
    )
    error.tiles = f"{across}" if across == down else f"{across}x{down}"
    raise error


def drawn_bands(picture: Picture, progress: Progress | None = None) -> Iterator[tuple[int, Pixels]]:
    """The first pixel row and the pixels of each band."""
    edges = picture.edges()
    for top, bottom in pairwise(edges):
        pixels = np.empty((bottom - top, picture.width), np.uint32)
        image = _image_on(pixels, QImage.Format.Format_ARGB32_Premultiplied)
        with QPainter(image) as painter:
            picture.paint(painter, 0, top, picture.width, bottom - top)
        yield top, pixels
        if progress is not None:
            progress(bottom / picture.height)


def _whole_image(picture: Picture, progress: Progress | None) -> QImage:
    image = QImage(picture.width, picture.height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise MemoryError
    with QPainter(image) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        for top, pixels in drawn_bands(picture, progress):
            painter.drawImage(0, top, _image_on(pixels, QImage.Format.Format_RGB32))
    return image


def _image_on(pixels: Pixels, form: QImage.Format) -> QImage:
    """An image whose memory is the array's; it may not outlive it."""
    height, width = pixels.shape
    return QImage(pixels.data, width, height, width * 4, form)


@dataclass(frozen=True)
class Tile:
    """A block of a picture's pixels, and which of how many it is.

    Attributes:
        row: from 1 on.
        column: from 1 on.
        place: its pixels.
    """

    row: int
    column: int
    place: QRect

    def path_beside(self, path: Path, rows: int, columns: int) -> Path:
        """Its file's name: that of the whole with row and column behind.

        >>> Tile(2, 3, QRect()).path_beside(Path("cave.png"), 12, 4).name
        'cave-r02-c3.png'
        """
        row = f"{self.row:0{len(str(rows))}}"
        column = f"{self.column:0{len(str(columns))}}"
        return path.with_name(f"{path.stem}-r{row}-c{column}{path.suffix}")


def tiles_of(pictured: Pictured, rows: int, columns: int) -> tuple[Tile, ...]:
    """A picture cut into a grid of tiles, along grid lines where squares are, so that none is cut in two."""
    across, down = _cuts(pictured, columns, across=True), _cuts(pictured, rows, across=False)
    return tuple(
        Tile(row, column, QRect(left, top, right - left, bottom - top))
        for row, (top, bottom) in enumerate(pairwise(down), 1)
        for column, (left, right) in enumerate(pairwise(across), 1)
    )


def _cuts(pictured: Pictured, count: int, *, across: bool) -> list[int]:
    region, place, scale = pictured.region, pictured.map_rect, pictured.pixels_per_square
    first, last = (region.left, region.right) if across else (region.top, region.bottom)
    begin = place.left() if across else place.top()
    length = pictured.width if across else pictured.height
    if not 1 <= count <= last - first:
        squares = last - first
        what = f"{squares} squares are" if squares > 1 else "1 square is"
        raise ExportError(f"{what} not cut into {count} tiles: a tile has at least one")
    inner = [first + round((last - first) * part / count) for part in range(1, count)]
    origin = np.floor(first * scale + 0.5)
    return [0, *(int(np.floor(edge * scale + 0.5) - origin) + begin for edge in inner), length]
