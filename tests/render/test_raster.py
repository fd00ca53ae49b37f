from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from gridmap.formats import native
from gridmap.model import BattleMap
from gridmap.render import raster
from gridmap.render.compass import COMPASS
from gridmap.render.handout import Handout, scene_of
from gridmap.render.jpeg_webp import write_webp
from gridmap.render.pictured import Pictured, pictured
from gridmap.render.png_reader import png_rows
from gridmap.render.raster import JPEG, PNG, WEBP, HandoutPicture, check_size, tiles_of, write_picture
from gridmap.render.scene import GridStyle, Scene, SquareRect, Viewport
from gridmap.render.theme import load_theme
from gridmap.render.tiles import TileCache
from gridmap.render.whole_file import ExportError
from tests.render.maps import HEIGHT, WIDTH, blank, difference, drawn, full_map, with_overlays

FURNISHED = Handout(
    players=False,
    pixels_per_square=33,
    title="The mill",
    scale_bar=True,
    compass=True,
    border=True,
    bleed_mm=3,
)


def picture_of(handout: Handout, battle_map: BattleMap | None = None) -> Pictured:
    battle_map = full_map() if battle_map is None else battle_map
    return pictured(scene_of(battle_map, handout), handout)


def painted(picture: Pictured) -> QImage:
    image = blank(picture.width, picture.height)
    with QPainter(image) as painter:
        picture.paint(painter)
    return image


@pytest.mark.parametrize("pixels", [20, 33, 70])
def test_an_exported_picture_is_the_canvas(pixels: int, tmp_path: Path) -> None:
    scene = with_overlays(full_map(), "movement:ogre", "reach:ash", selected="ogre")
    handout = Handout(players=False, pixels_per_square=pixels, legend=False)
    write_picture(HandoutPicture(pictured(scene, handout)), tmp_path / "map.png")
    width, height = WIDTH * pixels, HEIGHT * pixels
    viewport = Viewport(0, 0, pixels, width, height)
    canvas = blank(width, height)
    cache = TileCache(load_theme("light"))
    with QPainter(canvas) as painter:
        assert cache.paint(painter, scene, viewport)
    exported = QImage(str(tmp_path / "map.png"))
    assert difference(exported, drawn(scene, viewport)).max() <= 1
    # Tiles cut the smooth edges of walls elsewhere, and put layers together in another order.
    apart = difference(exported, canvas)
    assert (apart > 0).mean() < 0.01
    assert (apart > 3).mean() < 0.0005
    assert apart.max() <= 16


@pytest.mark.parametrize("band", [1, 50_000, 10_000_000])
def test_bands_make_no_difference(band: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_BAND_PIXELS", band)
    monkeypatch.setattr(raster, "_MOST_BAND_PIXELS", max(20_000, band))
    picture = picture_of(FURNISHED)
    write_picture(HandoutPicture(picture), tmp_path / "map.png")
    apart = difference(QImage(str(tmp_path / "map.png")), painted(picture))
    assert (apart > 0).mean() < 0.002  # smooth edges of walls that a band cuts
    assert apart.max() <= 16


@pytest.mark.parametrize("ending", ["png", "jpg", "webp"])
def test_dots_per_inch_are_in_the_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"map.{ending}"
    handout = Handout(players=False, dots_per_inch=150)
    write_picture(HandoutPicture(picture_of(handout, BattleMap.empty(3, 2))), path)
    content = path.read_bytes()
    if ending == "webp":
        at = content.index(b"EXIF") + 8
        assert content[at : at + 4] == b"II*\0"
        assert struct.unpack_from("<HHIIHHIIHHIII", content, at + 10)[:12:4] == (0x011A, 0x011B, 0x0128)
        assert struct.unpack_from("<IIII", content, at + 50) == (150_000, 1000, 150_000, 1000)
        assert int.from_bytes(content[4:8], "little") == len(content) - 8
    else:
        image = QImage(str(path))
        for dots in (image.dotsPerMeterX(), image.dotsPerMeterY()):
            assert dots * 0.0254 == pytest.approx(150, abs=0.03)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (450, 300)


@pytest.mark.parametrize("ending", ["jpg", "webp"])
def test_quality_makes_smaller_files_that_look_alike(ending: str, tmp_path: Path) -> None:
    picture = picture_of(Handout(players=False, pixels_per_square=40))
    sizes = []
    for quality in (20, 95):
        path = tmp_path / f"{quality}.{ending}"
        write_picture(HandoutPicture(picture), path, quality=quality)
        sizes.append(path.stat().st_size)
    assert sizes[0] < sizes[1] * 0.6
    assert difference(QImage(str(tmp_path / f"95.{ending}")), painted(picture)).mean() < 4
    with pytest.raises(ExportError, match="quality is 1 to 100, not 0"):
        write_picture(HandoutPicture(picture), tmp_path / f"0.{ending}", quality=0)


def test_a_webp_of_full_quality_loses_nothing(tmp_path: Path) -> None:
    picture = picture_of(Handout(players=False, pixels_per_square=24))
    write_picture(HandoutPicture(picture), tmp_path / "map.png")
    write_picture(HandoutPicture(picture), tmp_path / "map.webp", quality=100)
    assert difference(QImage(str(tmp_path / "map.png")), QImage(str(tmp_path / "map.webp"))).max() == 0


@pytest.mark.parametrize("ending", ["png", "jpg", "webp"])
def test_the_same_bytes_whatever_was_drawn_before(ending: str, tmp_path: Path) -> None:
    """In a fresh process, after drawing at other scales, and in this one after all the tests before."""
    native.write(full_map(), tmp_path / "map.gridmap")
    code = (
        "import sys; from pathlib import Path; from gridmap.formats import native;"
        "from gridmap.render.application import ensure_application;"
        "from gridmap.render.handout import Handout, scene_of; from gridmap.render.pictured import pictured;"
        "from gridmap.render.raster import HandoutPicture, write_picture;"
        "ensure_application(); m = native.read(Path('map.gridmap'));\n"
        "for scale, name in ((11, 'a'), (70, 'b'), (53, sys.argv[1])):\n"
        "    h = Handout(players=False, pixels_per_square=scale, title='Mill', overlays=('movement:ogre',))\n"
        "    write_picture(HandoutPicture(pictured(scene_of(m, h), h)), Path(name + '.' + sys.argv[2]))\n"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run(
        [sys.executable, "-c", code, "fresh", ending],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"},
        check=True,
    )
    handout = Handout(players=False, pixels_per_square=53, title="Mill", overlays=("movement:ogre",))
    picture = picture_of(handout, native.read(tmp_path / "map.gridmap"))
    write_picture(HandoutPicture(picture), tmp_path / f"here.{ending}")
    fresh = (tmp_path / f"fresh.{ending}").read_bytes()
    assert fresh == (tmp_path / f"here.{ending}").read_bytes()
    assert str(tmp_path).encode() not in fresh


@pytest.mark.parametrize(
    ("kind", "size", "fits"),
    [
        (PNG, (42_000, 42_000), True),
        (PNG, (100_000, 40_000), True),
        (PNG, (100_001, 1), False),
        (PNG, (90_000, 90_000), False),
        (JPEG, (16_384, 16_384), True),
        (JPEG, (65_501, 10), False),
        (JPEG, (20_000, 20_000), False),
        (WEBP, (16_383, 16_383), True),
        (WEBP, (16_384, 16), False),
    ],
)
def test_limits(kind: raster.Kind, size: tuple[int, int], fits: bool) -> None:
    if fits:
        check_size(*size, kind)
        return
    with pytest.raises(ExportError, match=rf"a {kind.name} has at most .* as \d+ × \d+ tiles it fits"):
        check_size(*size, kind)


def test_tiles_are_the_whole_picture_cut_along_grid_lines(tmp_path: Path) -> None:
    picture = picture_of(FURNISHED)
    whole = HandoutPicture(picture)
    write_picture(whole, tmp_path / "map.png")
    expected = QImage(str(tmp_path / "map.png"))
    together = blank(picture.width, picture.height)
    names = []
    with QPainter(together) as painter:
        for tile in tiles_of(picture, 3, 5):
            path = tile.path_beside(tmp_path / "map.png", 3, 5)
            names.append(path.name)
            write_picture(whole.part(tile.place), path)
            painter.drawImage(tile.place.topLeft(), QImage(str(path)))
            if tile.column > 1:
                assert (tile.place.left() - picture.map_rect.left()) % 33 == 0
    assert names[:2] == ["map-r1-c1.png", "map-r1-c2.png"]
    assert len(set(names)) == 15
    apart = difference(together, expected)
    assert (apart > 0).mean() < 0.002
    assert apart.max() <= 16
    with pytest.raises(ExportError, match="14 squares are not cut into 15 tiles"):
        tiles_of(picture, 15, 1)


def test_regions_show_their_squares(tmp_path: Path) -> None:
    region = SquareRect(5, 2, 16, 9)
    handout = Handout(players=False, pixels_per_square=30, regions=(region,))
    write_picture(HandoutPicture(picture_of(handout)), tmp_path / "map.png")
    exported = QImage(str(tmp_path / "map.png"))
    scene = scene_of(full_map(), handout)
    expected = drawn(scene, Viewport(0, 0, 30, WIDTH * 30, HEIGHT * 30)).copy(150, 60, 330, 210)
    assert difference(exported, expected).max() <= 16
    assert (difference(exported, expected) > 0).mean() < 0.002


def test_fractions_of_a_pixel_a_square(tmp_path: Path) -> None:
    picture = picture_of(Handout(players=False, pixels_per_square=30.7))
    write_picture(HandoutPicture(picture), tmp_path / "map.png")
    apart = difference(QImage(str(tmp_path / "map.png")), painted(picture))
    assert (apart > 0).mean() < 0.002


def test_a_picture_is_read_again_band_by_band(tmp_path: Path) -> None:
    picture = picture_of(replace(FURNISHED, grid=GridStyle.DOTS))
    write_picture(HandoutPicture(picture), tmp_path / "map.png")
    heights = [100, 1, picture.height - 101]
    rows = np.concatenate(list(png_rows(tmp_path / "map.png", heights)))
    image = QImage(str(tmp_path / "map.png")).convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    assert np.array_equal(rows.reshape(len(rows), -1), lines[:, : image.width() * 3])
    damaged = bytearray((tmp_path / "map.png").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "map.png").write_bytes(damaged)
    with pytest.raises(ExportError, match=r"map\.png is damaged"):
        list(png_rows(tmp_path / "map.png", heights))


def test_an_ending_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"pictures end in \.png, \.jpg, \.webp"):
        write_picture(HandoutPicture(picture_of(Handout(players=False))), tmp_path / "map.gif")


@pytest.mark.parametrize("ending", ["png", "jpg", "webp"])
def test_giving_up_leaves_the_old_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"map.{ending}"
    path.write_bytes(b"old")

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_picture(HandoutPicture(picture_of(Handout(players=False))), path, progress=stop)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_scene_is_drawn_at_any_size() -> None:
    scene = Scene(BattleMap.empty(3, 2))
    for pixels in (1, 1_000):
        picture = pictured(scene, Handout(players=False, pixels_per_square=pixels))
        assert HandoutPicture(picture).edges()[-1] == 2 * pixels


@pytest.mark.parametrize("width", range(1, 9))
def test_scale_bar_and_compass_never_lie_on_one_another(width: int) -> None:
    both, bar, compass = (
        picture_of(
            Handout(players=False, pixels_per_square=70, scale_bar=bar, compass=compass),
            BattleMap.empty(width, 3),
        )
        for bar, compass in ((True, True), (True, False), (False, True))
    )
    side = int(COMPASS * both.unit)
    with_bar, alone = below_map(both), below_map(compass)
    if both.height > max(bar.height, compass.height):  # the bar stands above
        assert width <= 2
        ground = with_bar[-1, -1]
        margin = both.map_rect.left()
        clear = with_bar[: with_bar.shape[0] - margin - side]
        assert (clear != ground).any()
        rows = (with_bar != ground).any(axis=1)
        assert not rows[: clear.shape[0]].all()
        return
    margin = both.width - (both.map_rect.right() + 1)
    box = np.s_[:, -margin - side : with_bar.shape[1] - margin]
    assert np.array_equal(with_bar[box], alone[box])


def below_map(picture: Pictured) -> np.ndarray:
    """The pixels below the map."""
    image = blank(picture.width, picture.height)
    with QPainter(image) as painter:
        picture.paint(painter)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(picture.height, picture.width)
    return pixels[picture.map_rect.bottom() + 2 :].copy()


def test_a_webp_that_cannot_be_encoded_is_told_with_a_way_round_it(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(
        ExportError, match=r"a WebP cannot hold so large a picture, 16,384 × 1 pixels"
    ) as told:
        write_webp(io.BytesIO(), blank(16_384, 1), 90, 70)
    assert told.value.tiles == "2"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("kind", "size", "tiles"),
    [(WEBP, (70_000, 70), "5x1"), (JPEG, (122, 70_151), "1x2"), (WEBP, (42_000, 42_000), "3")],
)
def test_as_many_tiles_are_offered_as_fit(kind: raster.Kind, size: tuple[int, int], tiles: str) -> None:
    with pytest.raises(ExportError) as told:
        check_size(*size, kind)
    assert told.value.tiles == tiles
