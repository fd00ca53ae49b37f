"""Fingers on the canvas."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gridmap.app.main_window import MainWindow
from gridmap.model import Point, Square


@pytest.fixture(scope="module")
def screen() -> object:
    """A screen that takes fingers."""
    return QTest.createTouchDevice()


def spot(window: MainWindow, x: float, y: float) -> QPoint:
    return window.canvas.pixel_of(Point(x, y)).toPoint()


def test_one_finger_drags_a_creature(window: MainWindow, screen: object) -> None:
    canvas = window.canvas
    QTest.touchEvent(canvas, screen).press(0, spot(window, 6.5, 6.5), canvas).commit()
    QTest.touchEvent(canvas, screen).move(0, spot(window, 10.5, 6.5), canvas).commit()
    QTest.touchEvent(canvas, screen).release(0, spot(window, 10.5, 6.5), canvas).commit()
    assert window.editor.document.battle_map.creature("ogre").at == Square(10, 6)
    window.editor.undo()


def test_two_fingers_zoom_and_drop_what_the_first_began(window: MainWindow, screen: object) -> None:
    canvas = window.canvas
    scale, before = canvas.viewport.scale, window.editor.document.battle_map
    one, other = spot(window, 6.5, 6.5), spot(window, 9.5, 6.5)
    apart = QPoint(60, 0)
    QTest.touchEvent(canvas, screen).press(0, one, canvas).commit()
    QTest.touchEvent(canvas, screen).move(0, one, canvas).press(1, other, canvas).commit()
    QTest.touchEvent(canvas, screen).move(0, one - apart, canvas).move(1, other + apart, canvas).commit()
    QTest.touchEvent(canvas, screen).release(0, one, canvas).release(1, other, canvas).commit()
    assert canvas.viewport.scale > scale * 1.2
    assert window.editor.document.battle_map is before
    assert window.editor.document.shown is before
    assert not window.editor.tool.active
    assert canvas.cursor().shape() != Qt.CursorShape.ClosedHandCursor
