"""A PNG written band by band, so that its size never has to fit into memory.

Each band of rows is filtered and deflated on its own and ends on a byte (a full flush), so that other threads
deflate while the next band is drawn. The checksum over the whole is put together from the bands' own.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from typing import IO, Any

import numpy as np
import numpy.typing as npt

try:
    # Deflates and sums five to ten times as fast as zlib, into the same format.
    fast_zlib: Any = import_module("isal.isal_zlib")
except ImportError:  # a system that it is not built for
    fast_zlib = zlib

Rows = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]
"""Some rows of a picture: red, green and blue as ``(rows, width, 3) uint8``, or ``(rows, width) uint32``
with blue in the lowest bits, as painters have them."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEFLATE_HEADER = b"\x78\x01"
_LEVEL = 1
_THREADS = 2
_WAITING = _THREADS
"""Bands that may wait for their turn: more would only take memory."""
_UP = 2
_RED_GREEN_BLUE = (2, 1, 0) if sys.byteorder == "little" else (1, 2, 3)
"""Which of a pixel's four bytes they are."""
_FILTERED_BYTES = 1 << 20
"""At once: they stay in the processor's own memory."""
_METRES_PER_INCH = 0.0254
_BASE = 65521
"""The modulus of Adler-32."""


def write_png(
    file: IO[bytes], width: int, height: int, bands: Iterable[Rows], pixels_per_inch: float
) -> None:
    """Write a picture of 8 bits a channel.

    Args:
        file: where to, from its current place on.
        width: in pixels.
        height: in pixels, the sum of the bands' rows.
        bands: from top to bottom; drawn only as fast as they are written. None is changed after it is given.
        pixels_per_inch: how large it is on paper.
    """
    file.write(_SIGNATURE)
    file.write(_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
    density = round(pixels_per_inch / _METRES_PER_INCH)
    file.write(_chunk(b"pHYs", struct.pack(">IIB", density, density, 1)))
    checksum = 1
    for chunk, part, length in _deflated_in_order(bands):
        checksum = adler32_joined(checksum, part, length)
        file.write(chunk)
    # An empty last block ends the stream.
    file.write(_chunk(b"IDAT", b"\x03\x00" + struct.pack(">I", checksum)))
    file.write(_chunk(b"IEND", b""))


def _deflated_in_order(bands: Iterable[Rows]) -> Iterator[tuple[bytes, int, int]]:
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="png") as pool:
        waiting: deque[Future[tuple[bytes, int, int]]] = deque()
        above: Rows | None = None
        for band in bands:
            waiting.append(pool.submit(_deflated, band, above))
            above = band[-1]
            if len(waiting) > _WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _deflated(band: Rows, above: Rows | None) -> tuple[bytes, int, int]:
    """A band deflated as a chunk of the file, its own Adler-32, and how many bytes it was."""
    lines = _filtered(band, above)
    content = lines.data
    packer = fast_zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    header = _DEFLATE_HEADER if above is None else b""
    deflated = b"".join((header, packer.compress(content), packer.flush(zlib.Z_FULL_FLUSH)))
    return _chunk(b"IDAT", deflated), fast_zlib.adler32(content), lines.nbytes


def _filtered(band: Rows, above: Rows | None) -> npt.NDArray[np.uint8]:
    """Each row as what it adds to the one above, the filter's number before it: ``(rows, 1 + 3 × width)``."""
    flat = np.ascontiguousarray(band).view(np.uint8).reshape(len(band), -1)
    lines = np.empty((len(band), 1 + band.shape[1] * 3), np.uint8)
    lines[:, 0] = _UP
    first = (
        np.zeros_like(flat[:1])
        if above is None
        else np.ascontiguousarray(above).view(np.uint8).reshape(1, -1)
    )
    _fill_channels(lines[:1], flat[:1] - first, band.dtype)
    step = max(1, _FILTERED_BYTES // flat.shape[1])
    for top in range(1, len(flat), step):
        rows = slice(top, min(top + step, len(flat)))
        _fill_channels(lines[rows], flat[rows] - flat[top - 1 : rows.stop - 1], band.dtype)
    return lines


def _fill_channels(lines: npt.NDArray[np.uint8], added: npt.NDArray[np.uint8], kind: np.dtype[Any]) -> None:
    if kind == np.uint8:
        lines[:, 1:] = added
        return
    for channel, byte in enumerate(_RED_GREEN_BLUE):
        lines[:, 1 + channel :: 3] = added[:, byte::4]


def adler32_joined(first: int, second: int, second_length: int) -> int:
    """The Adler-32 of two runs of bytes one after the other, from those of each.

    >>> adler32_joined(zlib.adler32(b"grid"), zlib.adler32(b"map"), 3) == zlib.adler32(b"gridmap")
    True
    """
    rest = second_length % _BASE
    low_first, high_first = first & 0xFFFF, first >> 16
    low_second, high_second = second & 0xFFFF, second >> 16
    low = (low_first + low_second - 1) % _BASE
    high = (high_first + high_second + rest * (low_first - 1)) % _BASE
    return high << 16 | low


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = fast_zlib.crc32(content, fast_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(content)), kind, content, struct.pack(">I", checksum)))
