"""Recent maps, samples, and what to begin with."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.docks.map_form import MapForm
from gridmap.app.main_window import MainWindow
from gridmap.app.new_map import NewMapDialog
from gridmap.formats import native
from gridmap.model import BattleMap
from gridmap.resource_path import sample_maps_path
from tests.formats.maps import png


def test_recent_maps_and_samples_are_offered_and_open(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    path = folder / "cave.gridmap"
    native.write(BattleMap.empty(6, 4, name="Cave"), path, png(8, 6))
    window.settings.remember_file(folder / "gone.gridmap")
    window.settings.remember_file(path)
    window.actions_["start_page"].trigger()
    page = window.start_page
    assert page.isVisible()
    assert page.size() == window.canvas.size()
    names = [card.path.name for card in page.cards]
    assert names[0] == "cave.gridmap"
    assert "gone.gridmap" not in names
    assert set(names[1:]) == {place.name for place in sample_maps_path().glob("*.gridmap")}
    qtbot.waitUntil(lambda: not page._background.busy)
    qtbot.mouseClick(page.cards[0], Qt.MouseButton.LeftButton)
    assert window.editor.document.battle_map.name == "Cave"
    assert not page.isVisible()


def test_the_keyboard_opens_a_card_too(window: MainWindow, qtbot: QtBot) -> None:
    window.show_start_page()
    page = window.start_page
    assert page.cards[0].hasFocus()
    qtbot.keyClick(page.cards[0], Qt.Key.Key_Space)
    assert not page.isVisible()
    assert window.canvas.hasFocus(), "keys are for the map now"
    document = window.editor.document
    assert document.battle_map == native.read(page.cards[0].path)
    assert document.path is None, "a sample is opened as a copy"
    assert document.is_saved


def test_a_new_map_made_by_keys_has_the_keys(window: MainWindow, qtbot: QtBot) -> None:
    window.show_start_page()
    # Wherever the focus was, beside the page too.
    form = window.findChild(MapForm)
    assert form is not None
    form.title.setFocus()
    window.actions_["new"].trigger()
    dialog = window.findChild(NewMapDialog)
    assert dialog is not None
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClicks(dialog.title, "Keys only")
    qtbot.keyClick(dialog.title, Qt.Key.Key_Return)
    assert window.editor.document.battle_map.name == "Keys only"
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert window.canvas.hasFocus()


def test_the_page_stays_as_large_as_the_canvas(window: MainWindow, qtbot: QtBot) -> None:
    window.show_start_page()
    size = window.size()
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: window.start_page.size() == window.canvas.size())
    window.resize(size)
    window.start_page.leave()
    assert not window.start_page.isVisible()
    assert window.canvas.hasFocus()
