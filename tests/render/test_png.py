from __future__ import annotations

import os
import stat
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from gridmap.model import BattleMap, Creature, Note, Point, Size, Square
from gridmap.render import raster, whole_file
from gridmap.render.png import ExportError, export_png, thumbnail
from gridmap.render.png_stream import adler32_joined, write_png
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import load_theme
from tests.render.maps import HEIGHT, WIDTH, assert_same_pixels, drawn, full_map, pixels_of, with_overlays

LIGHT = load_theme("light")


@pytest.mark.parametrize("pixels", [7, 30, 41])
def test_a_file_holds_the_canvas_pixels(pixels: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_BAND_PIXELS", 1)  # a band for each row of squares
    scene = with_overlays(full_map(), "movement:ogre", "reach:ogre", selected="ogre")
    done: list[float] = []
    export_png(scene, tmp_path / "map.png", pixels, LIGHT, progress=done.append)
    image = QImage(str(tmp_path / "map.png"))
    assert (image.width(), image.height()) == (WIDTH * pixels, HEIGHT * pixels)
    assert_same_pixels(image, drawn(scene, Viewport(0, 0, pixels, WIDTH * pixels, HEIGHT * pixels)))
    assert len(done) == HEIGHT
    assert done == sorted(done)
    assert done[-1] == 1.0


def test_printed_a_square_is_an_inch(tmp_path: Path) -> None:
    export_png(Scene(BattleMap.empty(3, 2)), tmp_path / "map.png", 70, LIGHT)
    image = QImage(str(tmp_path / "map.png"))
    assert image.dotsPerMeterX() == round(70 / 0.0254)


def test_the_legend_stands_below_the_map(tmp_path: Path) -> None:
    scene = with_overlays(full_map(), "movement:ogre")
    export_png(scene, tmp_path / "map.png", 30, LIGHT, legend=True)
    image = QImage(str(tmp_path / "map.png"))
    assert image.height() > HEIGHT * 30
    assert_same_pixels(
        image.copy(0, 0, WIDTH * 30, HEIGHT * 30), drawn(scene, Viewport(0, 0, 30, WIDTH * 30, HEIGHT * 30))
    )
    assert len(np.unique(pixels_of(image.copy(0, HEIGHT * 30, WIDTH * 30, 40)).reshape(-1, 4), axis=0)) > 10


@given(
    width=st.integers(1, 40),
    heights=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_bands_come_back(width: int, heights: list[int], seed: int) -> None:
    rows = np.random.default_rng(seed).integers(0, 256, (sum(heights), width, 3)).astype(np.uint8)
    file = BytesIO()
    write_png(file, width, len(rows), np.split(rows, np.cumsum(heights)[:-1]), 70)
    image = QImage.fromData(file.getvalue(), "PNG").convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(len(rows), image.bytesPerLine())
    assert np.array_equal(lines[:, : width * 3].reshape(rows.shape), rows)


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_checksums_join(one: bytes, other: bytes) -> None:
    assert adler32_joined(zlib.adler32(one), zlib.adler32(other), len(other)) == zlib.adler32(one + other)


def test_a_failure_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"the old picture")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", full_disk)
    with pytest.raises(ExportError, match=r"map\.png cannot be written \(No space left on device\)"):
        export_png(Scene(BattleMap.empty(4, 4)), path, 20, LIGHT)
    assert path.read_bytes() == b"the old picture"
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.png"]


def test_giving_up_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_png(Scene(BattleMap.empty(4, 4)), tmp_path / "map.png", 20, LIGHT, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.png", tmp_path / "link.png"
    real.write_bytes(b"")
    real.chmod(0o640)
    link.symlink_to(real)
    export_png(Scene(BattleMap.empty(2, 2)), link, 20, LIGHT)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert not QImage(str(real)).isNull()


@pytest.mark.parametrize(
    ("squares", "pixels", "message"),
    [
        (10, 0, "a square is 1 to 1,000 pixels, not 0"),
        (10, 1_001, "a square is 1 to 1,000 pixels, not 1,001"),
        (1_000, 70, r"a picture of 70,000 × 70,000 is larger than the limit"),
        (4_000, 30, r"a picture of 120,000 × 30 is larger than the limit"),
    ],
)
def test_limits_are_said_in_a_sentence(squares: int, pixels: int, message: str, tmp_path: Path) -> None:
    height = 1 if squares == 4_000 else squares
    with pytest.raises(ExportError, match=message):
        export_png(Scene(BattleMap.empty(squares, height)), tmp_path / "map.png", pixels, LIGHT)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="it is a folder"):
        export_png(Scene(BattleMap.empty(2, 2)), tmp_path, 20, LIGHT)
    with pytest.raises(ExportError, match="No such file"):
        export_png(Scene(BattleMap.empty(2, 2)), tmp_path / "nowhere" / "map.png", 20, LIGHT)


def test_a_thumbnail_shows_players_what_they_may_see() -> None:
    plain = BattleMap.empty(10, 10)
    hidden = Creature("spy", Size.HUGE, Square(2, 2), hidden=True)
    secret = plain.with_changes(creatures=(hidden,), notes=(Note(Point(5, 5), "a trap"),))
    assert thumbnail(secret) == thumbnail(plain)
    shown = plain.with_changes(creatures=(Creature("ogre", Size.HUGE, Square(2, 2)),))
    assert thumbnail(shown) != thumbnail(plain)


@pytest.mark.parametrize("size", [(1, 1), (4_000, 1), (1, 900), (33, 71)])
def test_thumbnails_of_any_map_are_small(size: tuple[int, int]) -> None:
    image = QImage.fromData(thumbnail(BattleMap.empty(*size)))
    assert min(image.width(), image.height()) >= 1
    assert max(image.width(), image.height()) <= 256


def test_it_works_without_a_display_or_a_font(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from gridmap.model import *; from gridmap.render.png import export_png;"
        "from gridmap.render.scene import Scene; from gridmap.render.theme import load_theme;"
        "ogre = Creature('ogre', Size.LARGE, Square(1, 1), name='Ogre');"
        "export_png(Scene(BattleMap.empty(4, 4).with_changes(creatures=(ogre,))), Path('map.png'), 60,"
        " load_theme('light'))"
    )
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONPATH")
    }
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(  # noqa: PLW1510 - what it says is part of the failure
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**bare, "PYTHONPATH": str(root), "FONTCONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    ogre = Creature("ogre", Size.LARGE, Square(1, 1), name="Ogre")
    scene = Scene(BattleMap.empty(4, 4).with_changes(creatures=(ogre,)))
    assert_same_pixels(QImage(str(tmp_path / "map.png")), drawn(scene, Viewport(0, 0, 60, 240, 240)))
