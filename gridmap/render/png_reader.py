"""A PNG read band by band, so that its size never has to fit into memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from gridmap.render.whole_file import ExportError

Rows = npt.NDArray[np.uint8]
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KNOWN = frozenset((b"IHDR", b"pHYs", b"IDAT", b"IEND"))
_PLAIN_COLOURS = (8, 2, 0, 0, 0)
"""Eight bits, red, green and blue, not interlaced."""
_AT_ONCE = 1 << 16


def png_rows(path: Path, heights: Sequence[int]) -> Iterator[Rows]:
    """Some rows of a picture after the other: ``(rows, width, 3) uint8``.

    Args:
        path: a PNG of 8 bits a channel with nothing in it but its pixels and how large they are.
        heights: of the bands.

    Raises:
        ExportError: it is another file; one sentence.
    """
    try:
        with open(path, "rb") as file:
            yield from _rows(file, heights)
    except OSError as error:
        raise ExportError(f"{path} cannot be opened again ({error.strerror})") from error
    except (struct.error, zlib.error, ValueError) as error:
        if isinstance(error, ExportError):
            raise
        raise ExportError(f"{path} is no whole PNG ({error})") from error


def _rows(file: IO[bytes], heights: Sequence[int]) -> Iterator[Rows]:
    if file.read(8) != _SIGNATURE:
        raise ExportError(f"{file.name} is no PNG")
    chunks = _chunks(file)
    kind, header = next(chunks)
    width, height, *rest = struct.unpack(">IIBBBBB", header)
    if kind != b"IHDR" or tuple(rest) != _PLAIN_COLOURS or height != sum(heights):
        raise ExportError(f"{file.name} is a PNG of another kind or size than gridmap writes")
    unpacker = zlib.decompressobj()
    held = bytearray()
    above = np.zeros(width * 3, np.uint8)
    wanted = iter(heights)
    rows = next(wanted)
    for kind, content in chunks:
        if kind != b"IDAT":
            continue
        while content:
            held += unpacker.decompress(content, _AT_ONCE * 16)
            content = unpacker.unconsumed_tail
            size = rows * (1 + width * 3)
            while rows and len(held) >= size:
                lines = np.frombuffer(bytes(held[:size]), np.uint8).reshape(rows, 1 + width * 3)
                del held[:size]
                band = _unfiltered(lines, above)
                above = band[-1]
                yield band.reshape(rows, width, 3)
                rows = next(wanted, 0)
                size = rows * (1 + width * 3)
    if rows or held:
        raise ExportError(f"{file.name} ends too early or too late")


def _chunks(file: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    while True:
        length, kind = struct.unpack(">I4s", file.read(8))
        content = file.read(length)
        (checksum,) = struct.unpack(">I", file.read(4))
        if checksum != zlib.crc32(content, zlib.crc32(kind)):
            raise ExportError(f"{file.name} is damaged")
        if kind not in _KNOWN:
            raise ExportError(f"{file.name} holds more than pixels: {kind.decode('latin-1')}")
        yield kind, content
        if kind == b"IEND":
            if file.read(1):
                raise ExportError(f"{file.name} goes on behind its end")
            return


def _unfiltered(lines: Rows, above: Rows) -> Rows:
    """Rows as they were before each was written as what it adds to the one above."""
    kinds = lines[:, 0]
    if not (kinds == 2).all():
        raise ExportError("the picture's rows are packed in another way than gridmap packs them")
    rows = lines[:, 1:].copy()
    rows[0] += above
    band: Rows = np.cumsum(rows, axis=0, dtype=np.uint8)
    return band
