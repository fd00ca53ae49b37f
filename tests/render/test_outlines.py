"""Outlines given to a painter in parts look like the whole."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QApplication

from gridmap.render.outlines import filled_path, outline_lines, outline_path
from gridmap.render.scene import Frame

SIDE = 300


def drawn(draw: Callable[[QPainter], None], size: int = SIDE) -> np.ndarray:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
    return np.frombuffer(image.constBits(), np.uint8).reshape(size, size, 4).astype(int)


def star(seed: int) -> list[np.ndarray]:
    """Two jagged rings that cross each other and leave the picture."""
    chance = np.random.default_rng(seed)
    turns = np.sort(chance.random(40)) * 2 * np.pi
    rings = []
    for centre, far in (((140, 160), 190), ((200, 90), 80)):
        reach = far * (0.3 + 0.7 * chance.random((40, 1)))
        rings.append(np.array(centre) + reach * np.stack([np.cos(turns), np.sin(turns)], axis=1))
    return rings


def whole_path(rings: list[np.ndarray]) -> QPainterPath:
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
        path.closeSubpath()
    return path


@pytest.mark.parametrize("seed", range(8))
def test_a_fill_in_tiles_is_the_whole_fill(qapp: QApplication, seed: int) -> None:
    del qapp
    rings = star(seed)
    brush = QColor(200, 30, 60)
    whole = drawn(lambda painter: painter.fillPath(whole_path(rings), brush))
    for left in range(0, SIDE, 100):
        for top in range(0, SIDE, 100):
            frame = Frame(left, top, 100, 100, 1.0)
            part = drawn(lambda painter, frame=frame: painter.fillPath(filled_path(rings, frame), brush), 100)
            assert np.abs(part - whole[top : top + 100, left : left + 100]).max() <= 6


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("dashes", [(), (12.0, 5.0)])
def test_lines_meet_where_tiles_do(qapp: QApplication, seed: int, dashes: tuple[float, ...]) -> None:
    """Frames show the same dashes where they overlap, and a line without gaps is the whole one."""
    del qapp
    rings = star(seed)
    pen = QPen(QColor(20, 20, 20), 3)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)

    def strokes(frame: Frame) -> np.ndarray:
        path = outline_path(rings, frame, 6, dashes)
        return drawn(lambda painter: painter.strokePath(path, pen), frame.width)

    whole = strokes(Frame(0, 0, SIDE, SIDE, 1.0))
    for left, top in ((0, 0), (90, 40), (150, 150)):
        part = strokes(Frame(left, top, 150, 150, 1.0))
        assert np.abs(part - whole[top : top + 150, left : left + 150]).max() <= 6
    if not dashes:
        straight = drawn(lambda painter: painter.strokePath(whole_path(rings), pen))
        assert np.abs(whole - straight).max() <= 6


def test_dashes_have_their_length() -> None:
    square = np.array([(10.0, 10.0), (110.0, 10.0), (110.0, 110.0), (10.0, 110.0)])
    frame = Frame(0, 0, 200, 200, 1.0)
    path = outline_path([square], frame, 4, (30.0, 20.0))
    assert len(path.toSubpathPolygons()) == 8
    assert sum(_length(polygon) for polygon in path.toSubpathPolygons()) == pytest.approx(8 * 30)
    # Only those near a frame.
    assert (
        1 <= len(outline_path([square], Frame(0, 0, 50, 20, 1.0), 4, (30.0, 20.0)).toSubpathPolygons()) <= 3
    )
    assert outline_path([square], Frame(300, 300, 50, 20, 1.0), 4).isEmpty()
    assert filled_path([square], Frame(300, 300, 50, 20, 1.0)).isEmpty()


@pytest.mark.parametrize("seed", range(8))
def test_straight_lines_are_the_path_s(seed: int) -> None:
    rings = star(seed)
    lines = outline_lines(rings)
    assert (np.lexsort((lines[:, :, 1], lines[:, :, 0]), axis=1) == (0, 1)).all(), "one does not run forward"
    corners = [np.concatenate([ring, ring[:1]]).tolist() for ring in rings]
    wanted = {frozenset(map(tuple, pair)) for ring in corners for pair in pairwise(ring)}
    assert {frozenset(map(tuple, line)) for line in lines.tolist()} == wanted
    turned = outline_lines([np.roll(ring[::-1], 7, axis=0) for ring in rings])
    assert sorted(turned.tolist()) == sorted(lines.tolist()), "they turn on where the outline begins"


def test_no_ring_has_no_lines() -> None:
    assert outline_lines([]).shape == (0, 2, 2)
    assert outline_lines([np.full((3, 2), 4.0)]).shape == (0, 2, 2)


def _length(polygon: QPolygonF) -> float:
    points = [(point.x(), point.y()) for point in polygon]
    return float(np.hypot(*np.diff(np.array(points), axis=0).T).sum())
