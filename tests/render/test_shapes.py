from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from gridmap.overlays.registry import build
from gridmap.render.handout import Handout, scene_of
from gridmap.render.paint import paint_frame
from gridmap.render.scene import Frame, Scene
from gridmap.render.shapes import fill_with_pattern, outlines, squares_path
from gridmap.render.squares import paint_squares
from gridmap.render.svg_engine import SvgDevice
from gridmap.render.theme import Pattern, Style, load_theme
from gridmap.rules.ruleset import shipped_ruleset
from tests.render.maps import difference, full_map, picture_map

LIGHT = load_theme("light")
masks = arrays.arrays(np.bool_, arrays.array_shapes(min_dims=2, max_dims=2, max_side=9))


@given(masks)
def test_outlines_hold_the_very_squares(mask: np.ndarray) -> None:
    height, width = mask.shape
    path = squares_path(mask, Frame(0, 0, width * 10, height * 10, 10))
    for y in range(height):
        for x in range(width):
            assert path.contains(QPointF(x * 10 + 5, y * 10 + 5)) == mask[y, x]


@given(masks)
def test_outlines_turn_at_every_corner_and_clockwise_about_their_squares(mask: np.ndarray) -> None:
    area = 0
    for ring in outlines(mask):
        for one, two, three in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True):
            assert (one[0] == two[0]) != (two[0] == three[0]), "corners alone, no points along a side"
        area += sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True))
    assert area == 2 * mask.sum()


@pytest.mark.parametrize("pattern", [each for each in Pattern if each is not Pattern.NONE])
def test_a_pattern_of_shapes_looks_like_its_texture(pattern: Pattern) -> None:
    """As dark as the texture, square by square, though single edges are smoothed otherwise."""
    mask = np.zeros((4, 4), np.bool_)
    mask[1:3, 1:4] = mask[3, 0] = True
    frame = Frame(60, 60, 280, 280, 70)
    style = Style(pattern=pattern, ink="#203040")
    texture, shapes = _white(280), _white(280)
    with QPainter(texture) as painter:
        paint_squares(painter, mask, style, frame)
    with QPainter(shapes) as painter:
        fill_with_pattern(painter, squares_path(mask, frame), pattern, style.ink, frame)
    one, other = _darkness(texture), _darkness(shapes)
    assert one.max() > 4
    assert np.abs(one - other).max() < 0.15 * one.max()


def _white(side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def _darkness(image: QImage) -> np.ndarray:
    """The mean darkness of blocks of 35 pixels."""
    side = image.width()
    gray = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(gray.constBits(), np.uint8).reshape(side, gray.bytesPerLine())[:, :side]
    blocks: np.ndarray = 255 - pixels.reshape(side // 35, 35, side // 35, 35).mean(axis=(1, 3))
    return blocks


@pytest.mark.parametrize("players", [True, False])
def test_shapes_look_like_pixels(players: bool) -> None:
    """The same painters, on a page and on the screen."""
    from PySide6.QtSvg import QSvgRenderer

    battle_map = full_map() if players else picture_map()
    rules = shipped_ruleset(battle_map.ruleset)
    scene = scene_of(
        battle_map,
        Handout(players=players),
        overlays_on=lambda shown: tuple(
            build(name, shown, rules) for name in (["movement:ash", "flanking"] if players else ["reach:ash"])
        ),
    )
    scale = 60
    width, height = battle_map.width * scale, battle_map.height * scale
    pixels = QImage(width, height, QImage.Format.Format_RGB32)
    with QPainter(pixels) as painter:
        _paint(painter, scene, width, height, scale)
    device = SvgDevice(width, height, 96)
    with QPainter(device) as painter:
        _paint(painter, scene, width, height, scale)
    renderer = QSvgRenderer(device.document("x"))
    assert renderer.isValid()
    shapes = QImage(width, height, QImage.Format.Format_RGB32)
    shapes.fill(QColor("magenta"))
    with QPainter(shapes) as painter:
        renderer.render(painter)
    apart = difference(pixels, shapes)
    assert (apart > 60).mean() < 0.02, "edges and dashes may differ, and nothing else"
    blocks = apart[: height // 20 * 20, : width // 20 * 20].reshape(height // 20, 20, width // 20, 20)
    assert blocks.mean(axis=(1, 3)).max() < 60, "no part of the map looks otherwise"


def _paint(painter: QPainter, scene: Scene, width: int, height: int, scale: int) -> None:
    paint_frame(painter, scene, Frame(0, 0, width, height, scale), LIGHT)
