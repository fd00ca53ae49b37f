"""Any action by a few letters of its name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.command_palette import CommandPalette, PaletteList
from gridmap.app.main_window import MainWindow


def opened(window: MainWindow) -> PaletteList:
    palette = window.features["CommandPalette"]
    assert isinstance(palette, CommandPalette)
    window.actions_["command_palette"].trigger()
    assert palette.list is not None
    assert palette.list.isVisible()
    return palette.list


def texts(palette: PaletteList) -> list[str]:
    return [palette.entries.item(row).text() for row in range(palette.entries.count())]


def test_every_action_is_found_and_return_does_it(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    assert palette.entries.count() == len(list(window.actions_)) - 1
    qtbot.keyClicks(palette.field, "sel all")
    assert texts(palette)[0].startswith("Edit: Select all")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.editor.selection.ids == {"ogre", "vala", "tor"}


def test_words_of_what_an_action_does_find_it_too(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(palette.field, "theme")
    found = [text.lstrip("●○ ") for text in texts(palette)]
    assert {"View: Light", "View: Dark", "View: High contrast"} <= set(found)
    palette.field.clear()
    qtbot.keyClicks(palette.field, "dark theme")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.canvas.theme.name == "dark"
    window.set_theme("light")


def test_arrows_choose_while_typing_goes_on(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(palette.field, "theme")
    count = palette.entries.count()
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.entries.currentRow() == min(1, count - 1)
    assert palette.field.hasFocus()
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_what_was_done_last_comes_first(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(palette.field, "fit map")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert texts(opened(window))[0].startswith("View: Fit map")


def test_an_action_that_is_off_is_listed_but_not_done(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(palette.field, "delete")
    row = next(row for row, text in enumerate(texts(palette)) if text.startswith("Edit: Delete"))
    palette.entries.setCurrentRow(row)
    before = window.editor.document.battle_map
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert window.editor.document.battle_map is before


def test_nothing_found_is_an_empty_list(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(palette.field, "xyzzy")
    assert palette.entries.count() == 0
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()
