"""A plain picture as a new map: the picture lies under the grid, the file's name may tell its squares."""

from __future__ import annotations

import re
from math import ceil

from gridmap.formats.choices import Choice
from gridmap.formats.errors import FormatError
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.picture_header import PictureHeader, picture_kind, read_picture_header
from gridmap.formats.report import Notice, Opened, Report
from gridmap.model.battlemap import BattleMap, check_map_size
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import Point

PIXELS_PER_SQUARE = 70
"""What a square is taken to have where nothing tells."""
MOST_PIXELS = 2_000
FEWEST_PIXELS = 8
"""A name that would make squares of fewer pixels tells the picture's pixels, not its squares."""

_SIZE = re.compile(r"(?<!\d)(\d{1,4})\s?[x×]\s?(\d{1,4})(?!\d)", re.IGNORECASE)


def read_bytes(content: bytes, title: str = "", options: ReadOptions = NO_OPTIONS) -> Opened:
    """A map of open ground with the picture on it.

    Args:
        content: the whole picture file.
        title: the map's name; a size in it such as ``30x20`` is taken for its squares.
        options: how many pixels a square has.

    Raises:
        FormatError: it is no picture, or too large a map would come of it.
    """
    header = read_picture_header(content)
    if header is None:
        raise FormatError(f"the {picture_kind(content)} picture is damaged, or of an absurd size")
    across, down, told, unasked = _squares(title, header, options)
    width, height = max(1, ceil(across - 0.01)), max(1, ceil(down - 0.01))
    try:
        check_map_size(width, height)
    except ValueError as error:
        raise FormatError(str(error)) from None
    asset = Asset(f"{title[:100] or 'map'}.{header.kind}", content)
    battle_map = BattleMap.empty(width, height, name=title).with_changes(
        assets=(asset,), pictures=(Picture(asset.name, Point(0, 0), across, down),)
    )
    kind = {"png": "PNG", "jpg": "JPEG", "webp": "WebP"}[header.kind]
    choice = Choice(
        "pixels_per_square",
        Notice("How many of the picture's {width:,} pixels across has a square?", {"width": header.width}),
        f"{header.width / across:.4g}",
        unasked=unasked,
        bounds=(FEWEST_PIXELS, MOST_PIXELS),
    )
    return Opened(battle_map, Report(f"{kind} picture", {"pictures": 1}, (told,), (choice,)))


def _squares(title: str, header: PictureHeader, options: ReadOptions) -> tuple[float, float, Notice, bool]:
    """Squares across and down, where they are from, and whether nobody and nothing tells them."""
    asked = options.pixels_per_square
    if asked is not None:
        if not FEWEST_PIXELS <= asked <= MOST_PIXELS:
            raise FormatError(
                f"a square of {asked:g} pixels: a picture's has {FEWEST_PIXELS} to {MOST_PIXELS:,}"
            )
        told = Notice("A square was given {pixels:g} pixels.", {"pixels": asked})
        return header.width / asked, header.height / asked, told, False
    named = named_squares(title, header)
    if named is not None:
        told = Notice(
            "The name tells {width} x {height} squares, {pixels:.4g} pixels each.",
            {"width": named[0], "height": named[1], "pixels": header.width / named[0]},
        )
        return float(named[0]), float(named[1]), told, False
    told = Notice(
        "Nothing tells the size of a square; {pixels} pixels were taken for one.",
        {"pixels": PIXELS_PER_SQUARE},
    )
    return header.width / PIXELS_PER_SQUARE, header.height / PIXELS_PER_SQUARE, told, True


def named_squares(name: str, header: PictureHeader) -> tuple[int, int] | None:
    """The squares that a name tells, if they fit the picture.

    >>> named_squares("Goblin Cave (30x20)", PictureHeader("png", 2100, 1400))
    (30, 20)
    >>> named_squares("wallpaper-1920x1080", PictureHeader("png", 1920, 1080)) is None
    True
    """
    for match in _SIZE.finditer(name):
        width, height = int(match[1]), int(match[2])
        if not width or not height:
            continue
        across, down = header.width / width, header.height / height
        if min(across, down) >= FEWEST_PIXELS and abs(across - down) <= 0.1 * max(across, down):
            return width, height
    return None
