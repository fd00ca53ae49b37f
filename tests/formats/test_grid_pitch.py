"""Printed grids are found to the fraction of a pixel, and none where there is none."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtGui import QImage

from gridmap.formats.grid_pitch import CLEAR, find_grid

Picture = npt.NDArray[np.uint8]


def ground(height: int, width: int, seed: int) -> npt.NDArray[np.float64]:
    """Ground as painters do it: blotches of several sizes, noise, and bold strokes here and there."""
    random = np.random.default_rng(seed)
    picture = np.full((height, width), 120.0)
    for cell in (160, 40, 9):
        blotches = random.normal(0, 14, (height // cell + 2, width // cell + 2))
        picture += np.kron(blotches, np.ones((cell, cell)))[:height, :width]
    picture += random.normal(0, 6, (height, width))
    for _ in range(25):
        x, y = random.integers(0, width - 8), random.integers(0, height - 8)
        if random.random() < 0.5:
            picture[y : y + random.integers(20, 300), x : x + 4] = 10
        else:
            picture[y : y + 4, x : x + random.integers(20, 300)] = 10
    return picture


def ruled(
    picture: npt.NDArray[np.float64],
    pitch: float,
    left: float,
    top: float,
    *,
    by: float = -16,
    wide: int = 1,
    dotted: bool = False,
) -> Picture:
    """Lines darker or lighter than what is beneath, `wide` pixels about where they should be."""
    height, width = picture.shape
    dots = np.arange(max(height, width)) % 4 < 2 if dotted else np.ones(max(height, width), bool)
    for place in np.arange(left, width + wide, pitch):
        first = round(place - wide / 2)
        picture[dots[:height], max(0, first) : max(0, first + wide)] += by
    for place in np.arange(top, height + wide, pitch):
        first = round(place - wide / 2)
        picture[max(0, first) : max(0, first + wide), :][:, dots[:width]] += by
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("pitch", "left", "top", "wide"),
    [
        (70.0, 0.0, 0.0, 2),
        (50.0, 12.0, 31.0, 1),
        (63.7, 20.0, 5.0, 2),
        (140.0, 3.0, 100.0, 3),
        (32.4, 9.0, 9.0, 1),
    ],
)
def test_a_grid_is_found_to_the_fraction_of_a_pixel(
    pitch: float, left: float, top: float, wide: int, seed: int
) -> None:
    found = find_grid(ruled(ground(900, 1300, seed), pitch, left, top, wide=wide))
    assert found is not None
    assert found.strength > CLEAR
    assert found.pitch == pytest.approx(pitch, abs=0.6 / (1300 / pitch) + 0.01)
    for place, wanted in ((found.left, left), (found.top, top)):
        off = (place - wanted) % pitch
        assert min(off, pitch - off) < 1.5


def test_light_and_dotted_lines_are_lines() -> None:
    pitch = 64.0
    light = find_grid(ruled(ground(800, 800, 5), pitch, 10, 20, by=18))
    dotted = find_grid(ruled(ground(800, 800, 6), pitch, 10, 20, by=-40, wide=2, dotted=True))
    for found in (light, dotted):
        assert found is not None
        assert found.pitch == pytest.approx(pitch, abs=0.1)
        assert found.strength > CLEAR


def test_a_picture_drawn_in_whole_squares_gets_them_exactly() -> None:
    found = find_grid(ruled(ground(700, 1050, 7), 70.0, 0, 0, wide=3))
    assert found is not None
    assert (found.pitch, found.left, found.top) == (70.0, 0.0, 0.0)


@pytest.mark.parametrize("seed", range(6))
def test_ground_without_a_grid_is_never_clear(seed: int) -> None:
    found = find_grid(ground(900, 1300, 100 + seed).clip(0, 255).astype(np.uint8))
    assert found is None or found.strength < CLEAR


def test_borders_of_packed_blocks_are_no_grid() -> None:
    picture = ground(640, 960, 8)
    picture[:, ::16] += 3
    picture[::16, :] += 3
    found = find_grid(picture.clip(0, 255).astype(np.uint8))
    assert found is None or found.strength < CLEAR


def test_small_and_flat_pictures_have_none() -> None:
    assert find_grid(np.zeros((10, 10), np.uint8)) is None
    assert find_grid(np.full((400, 400), 80, np.uint8)) is None


def test_the_grids_of_real_maps(samples_folder: Path) -> None:
    """Every grid that is clear is the one that its file states, and most are clear."""
    clear = 0
    for path in sorted((samples_folder / "uvtt").glob("*.dd2vtt")):
        stated = json.loads(path.read_bytes())
        content = base64.b64decode(stated["image"].partition(",")[2] or stated["image"])
        image = QImage.fromData(content).convertToFormat(QImage.Format.Format_Grayscale8)
        lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        found = find_grid(lines[:, : image.width()])
        if found is not None and found.strength > CLEAR:
            clear += 1
            assert found[:3] == (stated["resolution"]["pixels_per_grid"], 0.0, 0.0), path.name
    assert clear >= 7
