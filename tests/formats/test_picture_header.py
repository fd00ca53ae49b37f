"""Kind and size of pictures from their first bytes, on headers made here and on pictures that Qt wrote."""

from __future__ import annotations

import random
import struct

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from gridmap.formats.picture_header import PictureHeader, read_picture_header
from tests.formats.maps import png


def written_by_qt(kind: str, width: int, height: int, quality: int = -1) -> bytes:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(0x80FF8040)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind, quality)
    return bytes(buffer.data().data())


@pytest.mark.parametrize(("kind", "ending"), [("PNG", "png"), ("JPG", "jpg"), ("WEBP", "webp")])
@pytest.mark.parametrize("quality", [1, 60, 100])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (37, 5), (5, 300)])
def test_pictures_written_by_qt(kind: str, ending: str, quality: int, width: int, height: int) -> None:
    content = written_by_qt(kind, width, height, quality)
    assert read_picture_header(content) == PictureHeader(ending, width, height)


def test_each_kind_of_webp() -> None:
    lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 2048 | 0x4000, 7 | 0x8000)
    assert read_picture_header(lossy) == PictureHeader("webp", 2048, 7)
    lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 2047 | 6 << 14)
    assert read_picture_header(lossless) == PictureHeader("webp", 2048, 7)
    extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x07\x00\x06\x00\x00"
    assert read_picture_header(extended) == PictureHeader("webp", 2048, 7)


def test_a_jpeg_with_segments_before_its_frame() -> None:
    content = b"\xff\xd8\xff\xe0\x00\x06abcd\xff\xff\xfe\x00\x04hi\xff\xc2\x00\x11\x08\x00\x07\x01\x00\x03"
    assert read_picture_header(content) == PictureHeader("jpg", 256, 7)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        png()[:12],
        png()[:20],
        png().replace(b"IHDR", b"JUNK"),
        png().replace(struct.pack(">II", 2, 1), struct.pack(">II", 0, 1)),
        png().replace(struct.pack(">II", 2, 1), struct.pack(">II", 2**31, 1)),
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xe0\x00\x00\xff\xc0",
        b"\xff\xd8\xff" + b"\xff" * 1000,
        b"RIFF\0\0\0\0WEBPXXXX" + bytes(20),
        b"RIFF\0\0\0\0WEBPVP8 " + bytes(20),
    ],
)
def test_what_is_no_working_picture(content: bytes) -> None:
    assert read_picture_header(content) is None


def test_any_bytes_give_a_header_or_none() -> None:
    chance = random.Random(3)
    starts = [png(), written_by_qt("JPG", 9, 9), written_by_qt("WEBP", 9, 9)]
    for _ in range(3000):
        content = bytearray(chance.choice(starts)[: chance.randrange(300)])
        for _ in range(chance.randrange(6)):
            if content:
                content[chance.randrange(len(content))] = chance.randrange(256)
        header = read_picture_header(bytes(content))
        assert header is None or header.width > 0
