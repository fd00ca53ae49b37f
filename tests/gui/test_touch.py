"""Fingers on the canvas."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.place_menu import PlaceMenu
from gridmap.app.touch import HOLD_MILLISECONDS
from gridmap.model import Point, Square
from tests.gui.hand import Hand


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


def down(window: MainWindow, screen: object, x: float, y: float) -> None:
    QTest.touchEvent(window.canvas, screen).press(0, spot(window, x, y), window.canvas).commit()


def move(window: MainWindow, screen: object, x: float, y: float) -> None:
    QTest.touchEvent(window.canvas, screen).move(0, spot(window, x, y), window.canvas).commit()


def up(window: MainWindow, screen: object, x: float, y: float) -> None:
    QTest.touchEvent(window.canvas, screen).release(0, spot(window, x, y), window.canvas).commit()


def menu_of_places(window: MainWindow) -> QMenu:
    feature = window.features["PlaceMenu"]
    assert isinstance(feature, PlaceMenu)
    return feature.menu


def test_a_finger_held_still_opens_the_menu_of_what_is_there(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot
) -> None:
    before = editor.document.battle_map
    down(window, screen, 12.0, 4.5)
    move(window, screen, 12.05, 4.5)  # no finger is wholly still
    qtbot.waitUntil(menu_of_places(window).isVisible)
    up(window, screen, 12.05, 4.5)
    menu = menu_of_places(window)
    assert menu.isVisible(), "the finger that opened it may be lifted"
    assert [action.objectName() for action in menu.actions()[:2]] == ["players_open_door", "secret_door"]
    assert editor.document.battle_map is before
    place = menu.actionGeometry(menu.actions()[0]).center()
    QTest.touchEvent(menu, screen).press(0, place, menu).commit()
    QTest.touchEvent(menu, screen).release(0, place, menu).commit()
    assert not menu.isVisible()
    assert editor.document.battle_map.walls[1].open
    editor.undo()
    assert editor.document.battle_map is before


@pytest.mark.parametrize(
    "tool", ["brush", "creature", "wall", "wall_points", "fill", "area", "note", "measure", "lasso", "pan"]
)
def test_no_tool_is_used_by_the_finger_that_opens_the_menu(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot, tool: str
) -> None:
    editor.take(tool)
    before = editor.document.battle_map
    down(window, screen, 2.5, 12.5)
    qtbot.waitUntil(menu_of_places(window).isVisible)
    up(window, screen, 2.5, 12.5)
    qtbot.keyClick(menu_of_places(window), Qt.Key.Key_Escape)
    assert editor.tool.name == tool
    assert not editor.tool.active
    assert editor.document.battle_map is before
    assert editor.document.shown is before
    assert not editor.document.undo_label


def test_a_creature_held_has_the_menu_of_creatures(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot
) -> None:
    down(window, screen, 6.5, 6.5)
    assert not editor.selection.ids
    qtbot.waitUntil(window.menus.context.isVisible)
    up(window, screen, 6.5, 6.5)
    assert editor.selection.ids == {"ogre"}
    qtbot.keyClick(window.menus.context, Qt.Key.Key_Escape)


def test_a_tap_and_a_stroke_use_the_tool_from_where_the_finger_came_down(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot
) -> None:
    editor.take("brush")
    down(window, screen, 2.5, 12.5)
    up(window, screen, 2.5, 12.5)
    assert editor.document.battle_map.terrain.difficult[12, 2]
    down(window, screen, 4.5, 12.5)
    move(window, screen, 5.5, 12.5)
    qtbot.wait(HOLD_MILLISECONDS + 100)  # a stroke may rest
    assert QApplication.activePopupWidget() is None
    move(window, screen, 6.5, 12.5)
    up(window, screen, 6.5, 12.5)
    assert editor.document.battle_map.terrain.difficult[12, 2:8].tolist() == [2, 0, 2, 2, 2, 0]
    editor.undo()
    editor.undo()
    assert not editor.document.battle_map.terrain.difficult.any()


def test_a_polygon_under_way_outlasts_the_menu(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot
) -> None:
    editor.take("polygon")
    for corner in ((2.0, 9.0), (5.0, 9.0)):
        down(window, screen, *corner)
        up(window, screen, *corner)
    down(window, screen, 8.0, 12.0)
    qtbot.waitUntil(menu_of_places(window).isVisible)
    up(window, screen, 8.0, 12.0)
    qtbot.keyClick(menu_of_places(window), Qt.Key.Key_Escape)
    down(window, screen, 5.0, 12.0)
    up(window, screen, 5.0, 12.0)
    qtbot.keyClick(window.canvas, Qt.Key.Key_Return)
    laid = editor.document.battle_map.terrain.difficult
    assert laid[9, 4]
    assert not laid[:, 5:].any(), "no corner where the finger was held"


def test_a_second_finger_has_no_menu(
    window: MainWindow, editor: Editor, screen: object, qtbot: QtBot
) -> None:
    canvas = window.canvas
    one, other = spot(window, 2.5, 12.5), spot(window, 5.5, 12.5)
    QTest.touchEvent(canvas, screen).press(0, one, canvas).commit()
    QTest.touchEvent(canvas, screen).move(0, one, canvas).press(1, other, canvas).commit()
    qtbot.wait(HOLD_MILLISECONDS + 100)
    assert QApplication.activePopupWidget() is None
    QTest.touchEvent(canvas, screen).release(0, one, canvas).release(1, other, canvas).commit()


def test_a_finger_goes_on_with_what_keys_began(
    window: MainWindow, editor: Editor, screen: object, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    hand.key("m", Qt.KeyboardModifier.ControlModifier)
    assert editor.tool.active
    down(window, screen, 6.5, 6.5)
    qtbot.wait(HOLD_MILLISECONDS + 100)
    assert QApplication.activePopupWidget() is None
    move(window, screen, 10.5, 6.5)
    up(window, screen, 10.5, 6.5)
    assert editor.document.battle_map.creature("ogre").at == Square(10, 6)
