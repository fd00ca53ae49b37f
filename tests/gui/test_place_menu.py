"""The menu of a right click on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.note_writer import NoteWriter
from gridmap.app.place_menu import PlaceMenu
from gridmap.model import Note, Point, Wall
from tests.gui.hand import RIGHT, Hand


def open_menu(window: MainWindow, hand: Hand, x: float, y: float) -> QMenu:
    """Right-click there; the menu that opens."""
    place = hand.pixel(x, y)
    hand.click(x, y, RIGHT)
    QApplication.sendEvent(
        window.canvas,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.canvas.mapToGlobal(place)),
    )
    menu = place_menu(window)
    return menu if menu.isVisible() else window.menus.context


def place_menu(window: MainWindow) -> QMenu:
    feature = window.features["PlaceMenu"]
    assert isinstance(feature, PlaceMenu)
    return feature.menu


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


def test_the_menu_says_what_it_would_do(window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    door = "Open the &door", "Make it a secret d&oor"
    menu = open_menu(window, hand, 12.0, 4.5)
    assert tuple(action.text().partition("\t")[0] for action in menu.actions()[:2]) == door
    assert menu.actions()[0].text().endswith("\tShift+F9")
    choose(menu, "players_open_door", qtbot)
    hand.key("c", Qt.KeyboardModifier.ShiftModifier)
    menu = open_menu(window, hand, 12.0, 4.5)
    assert menu.actions()[0].text().startswith("Close")
    assert menu.actions()[1].text().startswith("Make it a d&oor that all know")
    qtbot.keyClick(menu, Qt.Key.Key_Escape)


def test_a_note_is_written_and_taken_away_where_it_was_clicked(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    choose(open_menu(window, hand, 2.3, 12.6), "tool_note", qtbot)
    writer = window.features["NoteWriter"]
    assert isinstance(writer, NoteWriter)
    field = writer.slip.text
    assert field.isVisible()
    qtbot.keyClicks(field, "Ambush")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert [(note.text, note.at) for note in editor.document.battle_map.notes] == [
        ("Ambush", Point(2.5, 12.5))
    ]
    choose(open_menu(window, hand, 2.5, 12.5), "change_note", qtbot)
    assert field.isVisible()
    assert field.text() == "Ambush"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    choose(open_menu(window, hand, 2.5, 12.5), "remove_note", qtbot)
    assert not editor.document.battle_map.notes
    editor.undo()
    editor.undo()
    assert not editor.document.battle_map.notes


def test_a_secret_door_in_a_long_wall_is_one_square_wide(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    long_wall = Wall(Point(3, 10), Point(11, 10))
    editor.document.commit(editor.document.battle_map.with_changes(walls=(long_wall,)), "Draw wall")
    choose(open_menu(window, hand, 5.4, 10.0), "secret_door", qtbot)
    doors = [wall for wall in editor.document.battle_map.walls if wall.is_secret_door]
    assert [(door.start, door.end) for door in doors] == [(Point(5, 10), Point(6, 10))]
    assert len(editor.document.battle_map.walls) == 3
    editor.undo()
    assert editor.document.battle_map.walls == (long_wall,)


@pytest.mark.parametrize(
    "tool", ["select", "pan", "creature", "note", "stamp", "eyedropper", "region", "picture", "fit_grid"]
)
def test_tools_without_a_use_for_the_right_button_leave_it_to_the_menu(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot, tool: str
) -> None:
    """As on X11: the menu opens when the button goes down and takes the release for itself."""
    changed = editor.document.battle_map.with_changes(name="Renamed")
    editor.document.commit(changed, "Rename")
    editor.take(tool)
    place = hand.pixel(2.5, 12.5)
    hand.move(2.5, 12.5)
    hand.press(2.5, 12.5, RIGHT)
    QApplication.sendEvent(
        window.canvas,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.canvas.mapToGlobal(place)),
    )
    menu = place_menu(window)
    assert menu.isVisible()
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert editor.document.battle_map is changed
    assert editor.tool.name == tool
    hand.key("z", Qt.KeyboardModifier.ControlModifier)
    assert editor.document.battle_map.name == "Test", "the first undo undoes"


def test_no_menu_opens_over_a_creature_in_the_hand(window: MainWindow, editor: Editor, hand: Hand) -> None:
    """There the right button sets a waypoint; the gesture goes on."""
    hand.press(5.5, 6.5)
    hand.move(4.5, 9.5)
    place = hand.pixel(4.5, 9.5)
    hand.press(4.5, 9.5, RIGHT)
    QApplication.sendEvent(
        window.canvas,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.canvas.mapToGlobal(place)),
    )
    assert QApplication.activePopupWidget() is None
    assert editor.tool.active
    hand.release(4.5, 9.5)
    assert editor.document.battle_map.creatures[1].at == (4, 9)


def test_tools_that_erase_with_the_right_button_go_on_doing_so(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("brush")
    hand.click(2.5, 12.5)
    assert editor.document.battle_map.terrain.difficult[12, 2]
    open_menu(window, hand, 2.5, 12.5)
    assert not place_menu(window).isVisible()
    assert not editor.document.battle_map.terrain.difficult[12, 2]


def test_keys_open_the_menu_with_any_tool(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    editor.take("brush")
    canvas = window.canvas
    hand.move(2.5, 12.5)
    hand.key(Qt.Key.Key_Right)  # the cursor begins at the middle of what is shown
    while (pointer := editor.pointer) is not None and pointer.square != (12, 4):
        step = Qt.Key.Key_Up if pointer.square.y > 4 else Qt.Key.Key_Right
        hand.key(step)
    hand.key(Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = place_menu(window)
    assert names(menu)[0] == "players_open_door", "the door on the square's side is within reach"
    # As far across as the screen has room for the menu.
    assert abs(canvas.mapFromGlobal(menu.pos()).y() - hand.pixel(12.5, 4.5).y()) <= 2
    choose(menu, "players_open_door", qtbot)
    assert editor.document.battle_map.walls[1].open
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, canvas.rect().center(), canvas.pos())
    QApplication.sendEvent(canvas, event)
    assert menu.isVisible()
    assert names(menu)[0] == "players_open_door"
    qtbot.keyClick(menu, Qt.Key.Key_Escape)


def test_keys_open_the_menu_of_the_selected_creature(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    hand.move(2.5, 12.5)
    hand.key(Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert window.menus.context.isVisible()
    qtbot.keyClick(window.menus.context, Qt.Key.Key_Escape)
    assert editor.selection.ids == {"vala"}


def test_a_creature_has_the_menu_of_creatures(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    menu = open_menu(window, hand, 6.5, 6.5)
    assert menu is window.menus.context
    assert window.editor.selection.ids == {"ogre"}
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
