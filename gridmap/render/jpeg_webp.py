"""JPEG and WebP: encoded in one piece by Qt, with their dots per inch written in."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, qInstallMessageHandler
from PySide6.QtGui import QImage, QImageWriter

from gridmap.render.whole_file import ExportError

_JFIF = b"JFIF\0"
_DOTS_PER_INCH = 1
_WEBP_HEADER = 12
"""Bytes of RIFF, a length, and WEBP."""
_LOSSLESS_MARK = 0x2F
_ALPHA_FLAG, _EXIF_FLAG = 0x10, 0x08


def write_jpeg(file: IO[bytes], image: QImage, quality: int, dots_per_inch: float) -> None:
    """Write a JPEG whose JFIF header says how fine it is, to the whole dot."""
    content = bytearray(_encoded(image, b"jpeg", quality))
    at = content.find(_JFIF, 0, 32)
    if at < 0:
        raise ExportError("this Qt writes JPEG files that say nothing of their size on paper")
    dots = max(1, min(0xFFFF, round(dots_per_inch)))
    struct.pack_into(">BHH", content, at + len(_JFIF) + 2, _DOTS_PER_INCH, dots, dots)
    file.write(content)


def write_webp(file: IO[bytes], image: QImage, quality: int, dots_per_inch: float) -> None:
    """Write a WebP with an Exif chunk that says how fine it is, and nothing else."""
    content = _encoded(image, b"webp", quality)
    chunks = content[_WEBP_HEADER:]
    has_alpha = chunks[:4] == b"VP8L" and bool(chunks[8] == _LOSSLESS_MARK and chunks[12] & 0x10)
    flags = _EXIF_FLAG | (_ALPHA_FLAG if has_alpha else 0)
    size = (image.width() - 1).to_bytes(3, "little") + (image.height() - 1).to_bytes(3, "little")
    extended = b"WEBP" + _chunk(b"VP8X", struct.pack("<I", flags) + size) + chunks
    extended += _chunk(b"EXIF", _exif(dots_per_inch))
    file.write(b"RIFF" + struct.pack("<I", len(extended)) + extended)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _exif(dots_per_inch: float) -> bytes:
    """A TIFF directory of three entries: dots across, dots down, and that they are an inch's."""
    entries = ((0x011A, 5, 50), (0x011B, 5, 58), (0x0128, 3, 2))  # tag, type, value or where it is
    directory = struct.pack("<H", len(entries))
    for tag, form, value in entries:
        directory += struct.pack("<HHII", tag, form, 1, value)
    dots = struct.pack("<II", round(dots_per_inch * 1000), 1000)
    return b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", 0) + dots + dots


def _encoded(image: QImage, form: bytes, quality: int) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form))
    writer.setQuality(quality)
    if form == b"jpeg":
        writer.setOptimizedWrite(True)
    with _quiet():
        written = writer.write(image)
    if not written:
        # Within the sides that it may have, a WebP still has too little room for very many blocks.
        name = "WebP" if form == b"webp" else "JPEG"
        error = ExportError(
            f"a {name} cannot hold so large a picture, {image.width():,} × {image.height():,} pixels: "
            "as 2 × 2 tiles it may fit, and a PNG holds it"
        )
        error.tiles = "2"
        raise error
    buffer.close()
    return bytes(content.data())


@contextmanager
def _quiet() -> Iterator[None]:
    """Qt's own words about a picture that it cannot encode go nowhere: the error says it."""
    before = qInstallMessageHandler(lambda *_: None)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
