from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtSvg import QSvgRenderer

from gridmap.model import BattleMap
from gridmap.render.handout import Handout, scene_of
from gridmap.render.pdf import pictured_in_shapes
from gridmap.render.scene import SquareRect
from gridmap.render.svg import export_svg, svg_document
from gridmap.render.svg_engine import SvgDevice
from gridmap.render.whole_file import ExportError
from tests.render.maps import difference, full_map, picture_map, with_other_picture_in_the_fog
from tests.secrets import MARK, disguised, maps

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
INN = Handout(title="The inn <& mill>", overlays=("movement:ogre", "flanking"), scale_bar=True, border=True)


def _document(battle_map: BattleMap, handout: Handout) -> bytes:
    return svg_document(pictured_in_shapes(scene_of(battle_map, handout), handout))


def _elements(document: bytes) -> list[ET.Element]:
    return list(ET.fromstring(document).iter())


def test_it_is_as_large_as_its_squares_in_millimetres(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    handout = Handout()
    export_svg(scene_of(BattleMap.empty(7, 10), handout), handout, path)
    root = ET.fromstring(path.read_bytes())
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == ("177.8mm", "254mm")
    handout = Handout(square_mm=20.0, regions=(SquareRect(0, 0, 5, 4),))
    export_svg(scene_of(BattleMap.empty(7, 10), handout), handout, path)
    root = ET.fromstring(path.read_bytes())
    assert (root.get("width"), root.get("height")) == ("100mm", "80mm")
    assert [each.name for each in tmp_path.iterdir()] == ["map.svg"]


def test_it_needs_nothing_beside_it() -> None:
    """No fonts, no files, no words but its title, and nothing of the machine."""
    document = _document(full_map(), INN)
    elements = _elements(document)
    names = {element.tag.removeprefix(SVG) for element in elements}
    assert names <= {
        "svg",
        "title",
        "defs",
        "path",
        "use",
        "mask",
        "g",
        "linearGradient",
        "radialGradient",
        "stop",
    }
    assert [element.text for element in elements if (element.text or "").strip()] == ["The inn <& mill>"]
    known = {element.get("id") for element in elements}
    for element in elements:
        link = element.get(LINK)
        assert link is None or link.removeprefix("#") in known
        for value in element.attrib.values():
            for name in re.findall(r"url\(#(.*?)\)", value):
                assert name in known
    assert str(Path.home()).encode() not in document


def test_pictures_lie_inside() -> None:
    images = [
        element for element in _elements(_document(picture_map(), Handout())) if element.tag == f"{SVG}image"
    ]
    assert len(images) == 1
    link = images[0].get(LINK) or ""
    assert link.startswith("data:image/png;base64,")


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_another_reader_shows_the_same(tmp_path: Path) -> None:
    document = _document(full_map(), INN)
    (tmp_path / "map.svg").write_bytes(document)
    command = ["rsvg-convert", "-w", "800", "-o", str(tmp_path / "map.png"), str(tmp_path / "map.svg")]
    subprocess.run(command, check=True, timeout=60)
    theirs = QImage(str(tmp_path / "map.png")).convertToFormat(QImage.Format.Format_RGB32)
    ours = QImage(theirs.size(), QImage.Format.Format_RGB32)
    ours.fill(QColor("magenta"))
    with QPainter(ours) as painter:
        QSvgRenderer(document).render(painter)
    assert (difference(ours, theirs) > 60).mean() < 0.01


def test_the_same_handout_makes_the_same_bytes() -> None:
    assert _document(full_map(), INN) == _document(full_map(), INN)


class _StoppedError(Exception):
    """Raised by a progress that was told to stop."""


def test_a_cancelled_or_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    path.write_bytes(b"the old one")
    scene = scene_of(full_map(), INN)

    def stop(share: float) -> None:
        raise _StoppedError(share)

    with pytest.raises(_StoppedError):
        export_svg(scene, INN, path, progress=stop)
    with pytest.raises(ExportError, match="cannot be written"):
        export_svg(scene, INN, tmp_path / "none" / "map.svg")
    assert path.read_bytes() == b"the old one"
    assert [each.name for each in tmp_path.iterdir()] == ["map.svg"]


@settings(max_examples=12, deadline=None)
@given(battle_map=maps(), seed=st.integers(0, 2**32 - 1))
def test_no_secret_makes_a_difference_to_a_single_byte(battle_map: BattleMap, seed: int) -> None:
    document = _document(disguised(battle_map, seed), Handout())
    assert document == _document(battle_map, Handout())
    assert MARK.encode() not in document


def test_what_a_picture_shows_in_the_fog_is_not_in_the_file() -> None:
    one, other = picture_map(), with_other_picture_in_the_fog(picture_map())
    assert _document(one, Handout()) == _document(other, Handout())
    assert _document(one, Handout(players=False)) != _document(other, Handout(players=False))


def test_the_words_of_a_picture_file_stay_behind() -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.setText("Comment", MARK)
    device = SvgDevice(10, 10, 96)
    with QPainter(device) as painter:
        painter.drawImage(0, 0, image)
    from base64 import b64decode

    (link,) = (
        element.get(LINK) or "" for element in _elements(device.document("")) if element.tag == f"{SVG}image"
    )
    assert MARK.encode() not in b64decode(link.split(",")[1])


def test_photographs_are_jpeg_and_drawings_are_not() -> None:
    random = np.random.default_rng(3)
    kinds = []
    for pixels in (
        (np.add.outer(np.arange(400), np.arange(300)) / 4 + random.normal(0, 6, (400, 300)))[..., np.newaxis]
        .repeat(4, axis=2)
        .astype(np.uint8),
        np.repeat(np.repeat(random.integers(0, 256, (8, 6, 4), dtype=np.uint8), 50, axis=0), 50, axis=1),
    ):
        image = QImage(np.ascontiguousarray(pixels).data, 300, 400, 1200, QImage.Format.Format_RGB32)
        device = SvgDevice(300, 400, 96)
        with QPainter(device) as painter:
            painter.drawImage(0, 0, image)
        kinds += re.findall(rb"data:image/(\w+);", device.document(""))
    assert kinds == [b"jpeg", b"png"]


# What the engine makes of a painter's strokes


def _both(draw: object) -> tuple[QImage, QImage]:
    """The same strokes on pixels, and as SVG shown by a reader."""
    assert callable(draw)
    pixels, shown = (QImage(200, 200, QImage.Format.Format_RGB32) for _ in range(2))
    device = SvgDevice(200, 200, 96)
    with QPainter(device) as painter:
        draw(painter)
    for image in (pixels, shown):
        image.fill(Qt.GlobalColor.white)
    with QPainter(pixels) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
    renderer = QSvgRenderer(device.document("x"))
    assert renderer.isValid()
    with QPainter(shown) as painter:
        renderer.render(painter)
    return pixels, shown


def _clips(painter: QPainter) -> None:
    ring = QPainterPath()
    ring.addEllipse(QPointF(100, 100), 80, 60)
    ring.addRect(80, 80, 40, 40)
    painter.save()
    painter.translate(10, 5)
    painter.setClipPath(ring)
    painter.fillRect(0, 0, 200, 200, QColor("red"))
    painter.save()
    painter.setClipRect(QRectF(90, 0, 60, 200), Qt.ClipOperation.IntersectClip)
    painter.fillRect(0, 0, 200, 200, QColor("blue"))
    painter.restore()
    painter.fillRect(0, 60, 200, 10, QColor("lime"))
    painter.restore()
    painter.fillRect(0, 180, 200, 20, QColor("black"))


def _inks(painter: QPainter) -> None:
    fade = QLinearGradient(20, 20, 20, 100)
    fade.setColorAt(0, QColor("yellow"))
    fade.setColorAt(1, QColor(0, 0, 255, 128))
    painter.translate(20, 10)
    painter.rotate(15)
    painter.scale(1.2, 1.2)
    painter.setBrush(fade)
    painter.setPen(
        QPen(QColor("black"), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.drawEllipse(QPointF(60, 50), 40, 30)
    painter.setOpacity(0.5)
    painter.fillRect(20, 60, 80, 40, QColor(255, 0, 0, 128))
    pen = QPen(QColor("green"), 5)
    pen.setDashPattern([3, 2])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLine(10, 110, 130, 110)


def _images(painter: QPainter) -> None:
    image = QImage(20, 10, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(255, 0, 0, 255))
    painter.rotate(10)
    painter.setOpacity(0.7)
    painter.drawImage(QRectF(40, 20, 100, 80), image, QRectF(0, 0, 10, 10))


@pytest.mark.parametrize("draw", [_clips, _inks, _images])
def test_strokes_come_out_as_on_pixels(draw: object) -> None:
    pixels, shown = _both(draw)
    assert (difference(pixels, shown) > 40).mean() < 0.004


def test_long_paths_are_written_once() -> None:
    path = QPainterPath()
    for number in range(40):
        path.lineTo(number, number % 7)
    device = SvgDevice(500, 500, 96)
    with QPainter(device) as painter:
        for number in range(50):
            painter.save()
            painter.translate(number * 5.0, number)
            painter.fillPath(path, QColor("black"))
            painter.restore()
    elements = _elements(device.document(""))
    assert sum(element.tag == f"{SVG}path" for element in elements) == 1
    assert sum(element.tag == f"{SVG}use" for element in elements) == 50
