"""Just enough of a PDF reader to see what is on a page, and how large."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Rectangle:
    """A filled box in points, from the page's lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


def objects(document: bytes) -> dict[int, bytes]:
    """Objects by number, the newest version of each."""
    return {
        int(found[1]): found[2] for found in re.finditer(rb"\n(\d+) 0 obj\n(.*?)endobj", document, re.DOTALL)
    }


def streams(document: bytes) -> list[bytes]:
    """Every stream, as it is without compression."""
    plain = []
    for body in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", document, re.DOTALL):
        try:
            plain.append(zlib.decompress(body))
        except zlib.error:
            plain.append(body)
    return plain


def everything(document: bytes) -> bytes:
    """All bytes that anyone could read in the document."""
    return b"\n".join((document, *streams(document)))


def media_boxes(document: bytes) -> list[tuple[float, float]]:
    """Each page's width and height in points."""
    boxes = re.findall(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", document)
    return [(float(width), float(height)) for width, height in boxes]


def page_contents(document: bytes) -> list[str]:
    """The drawing of each page, in order."""
    known = objects(document)
    kids = next(body for body in known.values() if b"/Kids" in body)
    found = re.search(rb"/Kids\s*\[(.*?)\]", kids, re.DOTALL)
    assert found is not None
    contents = []
    for number in re.findall(rb"(\d+) 0 R", found[1]):
        page = known[int(number)]
        place = re.search(rb"/Contents (\d+) 0 R", page)
        assert place is not None
        contents.append(streams(known[int(place[1])])[0].decode("latin-1"))
    return contents


def rectangles(content: str) -> Iterator[Rectangle]:
    """The boxes of a page's drawing."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    kept: list[Matrix] = []
    numbers: list[float] = []
    for word in content.split():
        try:
            numbers.append(float(word))
            continue
        except ValueError:
            pass
        if word == "q":
            kept.append(matrix)
        elif word == "Q":
            matrix = kept.pop()
        elif word == "cm":
            a, b, c, d, e, f = numbers[-6:]
            matrix = _times((a, b, c, d, e, f), matrix)
        elif word == "re":
            x, y, width, height = numbers[-4:]
            one, other = _at(matrix, x, y), _at(matrix, x + width, y + height)
            yield Rectangle(
                min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])
            )
        numbers.clear()


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
