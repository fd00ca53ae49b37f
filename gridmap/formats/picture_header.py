"""Kind and size of a picture from its first bytes, without decoding it."""

from __future__ import annotations

import struct
from typing import NamedTuple

MAX_PICTURE_SIDE = 65_535
"""The longest side of a picture, in pixels."""


class PictureHeader(NamedTuple):
    """What a picture's header says.

    Attributes:
        kind: ``png``, ``jpg`` or ``webp``, which serves as file name ending.
        width: in pixels.
        height: in pixels.
    """

    kind: str
    width: int
    height: int


def picture_kind(content: bytes) -> str | None:
    """``png``, ``jpg`` or ``webp`` by the first bytes, None for anything else.

    >>> picture_kind(b"RIFF....WEBPVP8 "), picture_kind(b"GIF89a")
    ('webp', None)
    """
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return None


def read_picture_header(content: bytes) -> PictureHeader | None:
    """Kind and size of a PNG, JPEG or WebP; None for anything else, a broken header or an absurd size."""
    kind = picture_kind(content)
    if kind is None:
        return None
    try:
        width, height = {"png": _png_size, "jpg": _jpeg_size, "webp": _webp_size}[kind](content)
    except (struct.error, IndexError, ValueError):
        return None
    if not (0 < width <= MAX_PICTURE_SIDE and 0 < height <= MAX_PICTURE_SIDE):
        return None
    return PictureHeader(kind, width, height)


def _png_size(content: bytes) -> tuple[int, int]:
    if content[12:16] != b"IHDR":
        raise ValueError("no header chunk")
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _webp_size(content: bytes) -> tuple[int, int]:
    """The three kinds of first chunk: lossy, lossless, extended."""
    match content[12:16]:
        case b"VP8 ":
            if content[23:26] != b"\x9d\x01\x2a":
                raise ValueError("no key frame")
            width, height = struct.unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            if content[20] != 0x2F:
                raise ValueError("no lossless signature")
            (bits,) = struct.unpack_from("<I", content, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            low = struct.unpack_from("<HBHB", content, 24)
            return (low[0] | low[1] << 16) + 1, (low[2] | low[3] << 16) + 1
        case _:
            raise ValueError("no picture chunk")


_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})


def _jpeg_size(content: bytes) -> tuple[int, int]:
    """Hop from segment to segment to the frame header."""
    place = 2
    while True:
        if content[place] != 0xFF:
            raise ValueError("no marker")
        marker = content[place + 1]
        if marker == 0xFF:  # padding
            place += 1
        elif marker in _JPEG_BARE:
            place += 2
        elif marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            return width, height
        else:
            (length,) = struct.unpack_from(">H", content, place + 2)
            if length < 2:
                raise ValueError("a segment shorter than its own length")
            place += 2 + length
