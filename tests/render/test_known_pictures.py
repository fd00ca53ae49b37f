"""Pictures without what lies beneath the fog, held against a plain count of squares."""

from __future__ import annotations

from math import cos, floor, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from gridmap.model import Fog, Picture, Point
from gridmap.render.known_pictures import BLACK, blackened, known_part, known_pixels


def blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    return image


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    turn=st.sampled_from([0.0, 90.0, 180.0, 270.0, -90.0, 33.0]),
    mirrored=st.booleans(),
)
def test_a_pixel_is_known_where_its_middle_is(seed: int, turn: float, mirrored: bool) -> None:
    random = np.random.default_rng(seed)
    known = random.random((4, 5)) < 0.5
    width, height = int(random.integers(1, 9)), int(random.integers(1, 9))
    at = Point(*random.uniform(-2, 3, 2))
    picture = Picture("a", at, *random.uniform(0.5, 6, 2), turn=turn, mirrored=mirrored)
    found = known_pixels(blank(width, height), QSize(width, height), picture, known)
    for row in range(height):
        for column in range(width):
            x = (column + 0.5) / width * picture.width - picture.width / 2
            y = (row + 0.5) / height * picture.height - picture.height / 2
            x = -x if mirrored else x
            way = radians(turn)
            on_x = at.x + picture.width / 2 + x * cos(way) - y * sin(way)
            on_y = at.y + picture.height / 2 + x * sin(way) + y * cos(way)
            if min(abs(on_x - round(on_x)), abs(on_y - round(on_y))) < 1e-9:
                continue
            square_x, square_y = floor(on_x), floor(on_y)
            there = 0 <= square_x < 5 and 0 <= square_y < 4 and known[square_y, square_x]
            assert found[row, column] == there, (row, column)


@pytest.mark.parametrize("turn", [0.0, 90.0, 33.0])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_smaller_copy_has_nothing_of_unknown_pixels(turn: float, mirrored: bool) -> None:
    """White where known and red elsewhere: no red is left in what is drawn from."""
    random = np.random.default_rng(7)
    for _ in range(30):
        known = random.random((6, 6)) < 0.6
        picture = Picture("a", Point(0, 0), 6, 6, turn=turn, mirrored=mirrored)
        width, height = (int(size) for size in random.integers(40, 97, 2))
        kept = known_pixels(blank(width, height), QSize(width, height), picture, known)
        pixels = np.ascontiguousarray(np.where(kept, np.uint32(0xFFFFFFFF), np.uint32(0xFFFF0000)))
        image = QImage(
            pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied
        ).copy()
        for _ in range(3):
            image = image.scaled(
                max(1, image.width() // 2),
                max(1, image.height() // 2),
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            ).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
            part = known_part(image, QSize(width, height), picture, Fog(known.astype(np.uint8)))
            shown = np.frombuffer(part.constBits(), np.uint32)
            assert ((shown == 0xFFFFFFFF) | (shown == BLACK)).all()


def test_black_pixels_leave_no_words() -> None:
    image = blank(2, 1)
    image.setText("Comment", "the vault")
    bare = blackened(image, np.array([[True, False]]))
    assert not bare.textKeys()
    assert [hex(bare.pixel(x, 0)) for x in (0, 1)] == ["0xffffffff", "0xff000000"]


def test_the_same_part_is_made_once() -> None:
    image, fog = blank(4, 4), Fog(np.eye(4, dtype=np.uint8))
    picture = Picture("a", Point(0, 0), 4, 4)
    part = known_part(image, image.size(), picture, fog)
    assert known_part(image, image.size(), picture, fog) is part
    other = known_part(image, image.size(), picture, Fog(1 - np.eye(4, dtype=np.uint8)))
    assert other is not part
