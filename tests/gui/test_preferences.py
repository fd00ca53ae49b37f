"""Themes, size of the interface and the user's own keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QTabWidget
from pytestqt.qtbot import QtBot

from gridmap.app.key_bindings import KeyBindings
from gridmap.app.main_window import MainWindow
from gridmap.app.preferences import Preferences, PreferencesDialog
from gridmap.app.settings import Settings
from tests.gui.hand import Hand


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[PreferencesDialog]:
    preferences = window.features["Preferences"]
    assert isinstance(preferences, Preferences)
    window.actions_["preferences"].trigger()
    assert preferences.dialog is not None
    assert preferences.dialog.isVisible()
    assert not preferences.dialog.isModal()
    yield preferences.dialog
    preferences.bindings.reset()
    preferences.dialog.close()
    window.set_theme("light")
    window.settings.interface_scale = 100


def press_keys(dialog: PreferencesDialog, qtbot: QtBot, key: Qt.Key, name: str) -> None:
    dialog.keys.choose(name)
    field = dialog.keys.field
    field.clear()
    qtbot.keyClick(field, key)
    dialog.keys.set_button.click()


def test_an_action_gets_other_keys_and_keeps_them(
    dialog: PreferencesDialog, window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    press_keys(dialog, qtbot, Qt.Key.Key_F11, "tool_brush")
    assert window.actions_["tool_brush"].shortcut() == QKeySequence("F11")
    assert "(F11)" in window.actions_["tool_brush"].toolTip()
    assert Settings().own_keys() == {"tool_brush": ("F11",)}
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_F11)
    assert window.editor.tool.name == "brush"


def test_keys_of_another_action_move_over_and_it_is_said(
    dialog: PreferencesDialog, window: MainWindow, qtbot: QtBot
) -> None:
    dialog.keys.choose("tool_brush")
    dialog.keys.field.clear()
    qtbot.keyClick(dialog.keys.field, Qt.Key.Key_W)
    assert "Wall" in dialog.keys.note.text()
    dialog.keys.set_button.click()
    assert window.actions_["tool_brush"].shortcut() == QKeySequence("W")
    assert window.actions_["tool_wall"].shortcuts() == []
    assert not dialog.keys.note.text(), "that is done"
    dialog.keys.reset_all.click()
    assert dialog.keys.field.keySequence() == QKeySequence("B")
    assert window.actions_["tool_brush"].shortcut() == QKeySequence("B")
    assert window.actions_["tool_wall"].shortcut() == QKeySequence("W")
    assert Settings().own_keys() == {}


def test_keys_kept_are_given_at_the_next_start(window: MainWindow) -> None:
    window.settings.set_own_keys("tool_pan", ("F8",))
    window.settings.set_own_keys("no_such_action", ("F9",))
    bindings = KeyBindings(window.actions_, window.settings)
    assert window.actions_["tool_pan"].shortcut() == QKeySequence("F8")
    bindings.reset()
    window.settings.set_own_keys("no_such_action", None)
    assert window.actions_["tool_pan"].shortcut() == QKeySequence("H")


def test_settings_that_hold_nonsense_are_no_keys(window: MainWindow) -> None:
    for nonsense in ("[1, 2]", "{", '{"tool_pan": "H"}'):
        window.settings._store.setValue("keys", nonsense)
        assert window.settings.own_keys() == {}
    window.settings._store.remove("keys")
    window.settings._store.setValue("interface_scale", "huge")
    assert window.settings.interface_scale == 100


def test_searching_hides_other_actions(dialog: PreferencesDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.keys.search, "brush")
    table = dialog.keys.table
    shown = [table.item(row, 0) for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert shown
    assert all(item is not None and "brush" in item.text().casefold() for item in shown)
    dialog.keys.search.clear()


def test_a_search_that_hides_the_chosen_action_lets_go_of_its_keys(
    dialog: PreferencesDialog, window: MainWindow, qtbot: QtBot
) -> None:
    keys, table = dialog.keys, dialog.keys.table
    qtbot.keyClicks(keys.search, "brush")
    click_row(dialog, "tool_brush", qtbot)
    assert keys.field.keySequence() == QKeySequence("B")
    assert all(each.isEnabled() for each in (keys.field, keys.set_button, keys.reset_button))
    keys.search.selectAll()
    qtbot.keyClicks(keys.search, "wall")
    assert not table.selectedItems()
    assert keys.field.keySequence().isEmpty()
    assert not any(each.isEnabled() for each in (keys.field, keys.set_button, keys.reset_button))
    assert keys.note.text().startswith("Choose")
    qtbot.mouseClick(keys.set_button, Qt.MouseButton.LeftButton)
    assert window.actions_["tool_brush"].shortcut() == QKeySequence("B")
    click_row(dialog, "tool_wall", qtbot)
    assert keys.field.keySequence() == QKeySequence("W")
    assert keys.field.isEnabled()
    assert not keys.note.text()
    keys.search.clear()
    assert keys.field.keySequence() == QKeySequence("W"), "what is still shown stays chosen"


def click_row(dialog: PreferencesDialog, name: str, qtbot: QtBot) -> None:
    """Click on an action's line."""
    dialog.findChildren(QTabWidget)[0].setCurrentWidget(dialog.keys)
    table = dialog.keys.table
    row = next(row for row, spec in enumerate(dialog.keys._specs) if spec.name == name)
    item = table.item(row, 0)
    assert item is not None
    table.scrollToItem(item)
    place = table.visualItemRect(item).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_theme_holds_at_once_and_the_scale_at_the_next_start(
    dialog: PreferencesDialog, window: MainWindow
) -> None:
    look = dialog.look
    look.theme.setCurrentIndex(look.theme.findData("dark"))
    look.theme.activated.emit(look.theme.currentIndex())
    assert window.canvas.theme.name == "dark"
    window.set_theme("light")
    assert look.theme.currentData() == "light"
    look.scale.setCurrentIndex(look.scale.findData(150))
    look.scale.activated.emit(look.scale.currentIndex())
    assert Settings().interface_scale == 150
    assert look.note.text()
