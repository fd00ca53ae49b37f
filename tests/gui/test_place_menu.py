"""The menu of a right click on the map."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.place_menu import PlaceMenu
from gridmap.model import Note, Point
from tests.gui.hand import RIGHT, Hand


def open_menu(window: MainWindow, hand: Hand, x: float, y: float) -> QMenu:
    """Right-click there; the menu that opens."""
    place = hand.pixel(x, y)
    hand.click(x, y, RIGHT)
    QApplication.sendEvent(
        window.canvas,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.canvas.mapToGlobal(place)),
    )
    feature = window.features["PlaceMenu"]
    assert isinstance(feature, PlaceMenu)
    return feature.menu if feature.menu.isVisible() else window.menus.context


def choose(menu: QMenu, name: str, qtbot: QtBot) -> None:
    """Choose an action of an open menu by keys, as a hand does."""
    menu.setActiveAction(next(action for action in menu.actions() if action.objectName() == name))
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert not menu.isVisible()


def names(menu: QMenu) -> list[str]:
    return [action.objectName() for action in menu.actions() if action.objectName()]


def test_a_door_is_opened_and_made_secret_where_it_was_clicked(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    editor.selection.select({"ogre"})  # elsewhere: the menu speaks of the door all the same
    before = editor.document.battle_map
    menu = open_menu(window, hand, 12.0, 4.5)
    assert names(menu)[:2] == ["players_open_door", "secret_door"]
    choose(menu, "secret_door", qtbot)
    assert editor.document.battle_map.walls[1].is_secret_door
    choose(open_menu(window, hand, 12.0, 4.5), "players_open_door", qtbot)
    assert editor.document.battle_map.walls[1].open
    editor.undo()
    editor.undo()
    assert editor.document.battle_map is before


def test_a_wall_a_note_and_the_ground(window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    noted = editor.document.battle_map.with_changes(notes=(Note(Point(15.5, 9.5), "Ambush"),))
    editor.document.commit(noted, "Write")
    wall = noted.walls[0]
    middle = ((wall.start.x + wall.end.x) / 2, (wall.start.y + wall.end.y) / 2)
    menu = open_menu(window, hand, *middle)
    assert names(menu)[0] == "secret_door"
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    choose(open_menu(window, hand, 15.5, 9.5), "secret_note", qtbot)
    assert not editor.document.battle_map.notes[0].secret
    menu = open_menu(window, hand, 2.5, 12.5)
    assert names(menu)[0] == "tool_creature"
    choose(menu, "tool_creature", qtbot)
    assert editor.tool.name == "creature"


def test_a_creature_has_the_menu_of_creatures(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    menu = open_menu(window, hand, 6.5, 6.5)
    assert menu is window.menus.context
    assert window.editor.selection.ids == {"ogre"}
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
