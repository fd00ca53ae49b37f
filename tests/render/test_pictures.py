from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from gridmap.model import Asset, BattleMap, Picture, Point
from gridmap.render import pictures
from gridmap.render.pictures import PictureError, decoded
from gridmap.render.scene import Scene, Viewport
from tests.render.maps import drawn, picture_map, pixels_of


def png(width: int, height: int, colour: int = 0xFF204060) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(colour)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    buffer.close()
    return bytes(content.data())


def test_a_picture_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def counting(asset: Asset) -> QImage:
        nonlocal count
        count += 1
        return decoded(asset)

    monkeypatch.setattr(pictures, "decoded", counting)
    scene = Scene(picture_map())
    for scale in (10.0, 20.0, 40.0):
        drawn(scene, Viewport(0, 0, scale, 300, 200))
    assert count == 1


def test_a_broken_picture_is_a_marked_frame() -> None:
    broken = BattleMap.empty(8, 8).with_changes(
        assets=(Asset("bad.png", b"no picture"),), pictures=(Picture("bad.png", Point(0, 0), 8, 8),)
    )
    missing = broken.with_changes(assets=())
    viewport = Viewport(0, 0, 30.0, 240, 240)
    assert (pixels_of(drawn(Scene(broken), viewport)) == pixels_of(drawn(Scene(missing), viewport))).all()
    with pytest.raises(PictureError, match=r"the picture bad\.png cannot be read"):
        decoded(Asset("bad.png", b"no picture"))


def test_a_picture_over_the_limit_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PICTURE_LIMIT_MB", 1)
    with pytest.raises(PictureError, match=r"huge\.png is 700 × 700 pixels, more than 1 MB once decoded"):
        decoded(Asset("huge.png", png(700, 700)))


def test_pictures_over_256_mb_are_read() -> None:
    image = decoded(Asset("large.png", png(8_400, 8_400)))
    assert (image.width(), image.height()) == (8_400, 8_400)


def test_opacity_and_hiding() -> None:
    asset = Asset("blue.png", png(40, 40, 0xFF0000FF))
    battle_map = BattleMap.empty(4, 4).with_changes(
        assets=(asset,), pictures=(Picture("blue.png", Point(0, 0), 4, 4, opacity=0.5),)
    )
    viewport = Viewport(0, 0, 20.0, 80, 80)
    half = pixels_of(drawn(Scene(battle_map, grid=False), viewport))[40, 40]
    paper = pixels_of(drawn(Scene(battle_map, grid=False, pictures=False), viewport))[40, 40]
    assert abs(int(half[2]) - int(paper[2]) // 2) <= 3
    assert half[0] > paper[0]


def marked_png() -> bytes:
    """40 x 20 pixels: grey, a red block in the top left corner."""
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(0xFF808080)
    for y in range(10):
        for x in range(10):
            image.setPixel(x, y, 0xFFFF0000)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    buffer.close()
    return bytes(content.data())


@pytest.mark.parametrize(
    ("turn", "mirrored", "red"),
    [
        (0, False, (2, 3)),
        (90, False, (4, 2)),
        (180, False, (5, 4)),
        (270, False, (3, 5)),
        (0, True, (5, 3)),
        (90, True, (4, 5)),
    ],
)
def test_a_picture_turns_about_its_middle(turn: int, mirrored: bool, red: tuple[int, int]) -> None:
    """4 x 2 squares about (4, 4): the square with the red block is where the turn brings it."""
    battle_map = BattleMap.empty(8, 8).with_changes(
        assets=(Asset("marked.png", marked_png()),),
        pictures=(Picture("marked.png", Point(2, 3), 4, 2, turn=turn, mirrored=mirrored),),
    )
    shown = drawn(Scene(battle_map, grid=False), Viewport(0, 0, 20.0, 160, 160))
    found = {
        (x, y)
        for x in range(8)
        for y in range(8)
        if shown.pixelColor(20 * x + 10, 20 * y + 10).red() > 200
        and shown.pixelColor(20 * x + 10, 20 * y + 10).green() < 80
    }
    assert found == {red}
