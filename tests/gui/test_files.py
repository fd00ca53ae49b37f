"""Open, save, save as, recent files, export, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from gridmap.app import file_commands, rulesets
from gridmap.app.docks.map_form import MapForm
from gridmap.app.main_window import MainWindow
from gridmap.app.new_map import NewMapDialog
from gridmap.edits.page import set_ruleset
from gridmap.formats import native
from gridmap.model import BattleMap, Point, Square
from tests.gui.hand import Hand

Dialog = TypeVar("Dialog", bound=QDialog)


def dialog_of(window: MainWindow, kind: type[Dialog]) -> Dialog:
    shown = [found for found in window.findChildren(kind) if found.isVisible()]
    assert len(shown) == 1
    return shown[0]


def choose_file(window: MainWindow, path: Path) -> None:
    """The user chooses a file in the dialog that is open."""
    dialog = dialog_of(window, QFileDialog)
    dialog.hide()
    dialog.fileSelected.emit(str(path))


def answer(window: MainWindow, words: str) -> None:
    """The user presses a button of the strip."""
    next(button for button in window.strip.buttons if button.text() == words).click()


def test_save_as_then_save_then_open(window: MainWindow, hand: Hand, folder: Path) -> None:
    path = folder / "ford.gridmap"
    hand.drag((6.5, 6.5), (10.5, 6.5))
    assert window.isWindowModified()
    window.actions_["save"].trigger()
    choose_file(window, path)
    assert not window.isWindowModified()
    assert window.windowTitle() == "ford.gridmap[*] — gridmap"
    assert native.read(path).creature("ogre").at == Square(10, 6)
    assert native.read_thumbnail(path)

    hand.drag((10.5, 6.5), (11.5, 6.5))
    window.actions_["save"].trigger()
    assert native.read(path).creature("ogre").at == Square(11, 6)

    window.editor.document.replace(BattleMap.empty(3, 3))
    window.actions_["open"].trigger()
    choose_file(window, path)
    assert window.editor.document.battle_map.creature("ogre").at == Square(11, 6)
    assert window.editor.document.path == path
    assert not window.editor.document.labels


def test_undo_back_to_the_saved_map_is_saved(window: MainWindow, hand: Hand, folder: Path) -> None:
    hand.drag((6.5, 6.5), (10.5, 6.5))
    window.file_commands.save_to(folder / "a.gridmap")
    hand.drag((10.5, 6.5), (12.5, 6.5))
    assert window.isWindowModified()
    window.editor.undo()
    assert not window.isWindowModified()
    window.editor.undo()
    assert window.isWindowModified()


def test_a_suffix_is_added(window: MainWindow, folder: Path) -> None:
    window.file_commands.save_to(folder / "cave")
    assert native.read(folder / "cave.gridmap").name == "Test"


def test_recent_files_open_again_and_forget_what_is_gone(window: MainWindow, folder: Path) -> None:
    for name in ("one", "two"):
        native.write(BattleMap.empty(4, 4, name=name), folder / f"{name}.gridmap")
        window.open(folder / f"{name}.gridmap")
    assert window.settings.recent_files[:2] == (folder / "two.gridmap", folder / "one.gridmap")
    window.menus.recent.actions()[1].trigger()
    assert window.editor.document.battle_map.name == "one"
    (folder / "two.gridmap").unlink()
    window.menus.recent.actions()[1].trigger()
    assert "two.gridmap" in window.strip.text
    assert window.editor.document.battle_map.name == "one"
    assert window.settings.recent_files == (folder / "one.gridmap",)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("broken.gridmap", b"PK\x03\x04 and no more"),
        ("empty.gridmap", b""),
        ("words.json", b'{"format": "gridmap", "width": "wide"}'),
        ("words.txt", b"once upon a time"),
    ],
)
def test_a_bad_file_is_one_sentence_and_leaves_everything(
    window: MainWindow, hand: Hand, folder: Path, name: str, content: bytes
) -> None:
    window.file_commands.save_to(folder / "good.gridmap")
    hand.click(6.5, 6.5)
    before, path = window.editor.document.battle_map, window.editor.document.path
    (folder / name).write_bytes(content)
    window.open(folder / name)
    assert name in window.strip.text
    assert "\n" not in window.strip.text
    assert window.editor.document.battle_map is before
    assert window.editor.document.path == path
    assert window.editor.selection.ids == {"ogre"}
    assert folder / name not in window.settings.recent_files


def test_a_folder_that_cannot_be_written_is_one_sentence(
    window: MainWindow, hand: Hand, folder: Path
) -> None:
    hand.drag((6.5, 6.5), (10.5, 6.5))
    (folder / "file").write_text("in the way")
    window.file_commands.save_to(folder / "file" / "map.gridmap")
    assert "map.gridmap" in window.strip.text
    assert window.isWindowModified()
    assert window.editor.document.path is None


def test_unsaved_work_is_asked_about_before_another_map_is_opened(
    window: MainWindow, hand: Hand, folder: Path
) -> None:
    native.write(BattleMap.empty(4, 4, name="other"), folder / "other.gridmap")
    hand.drag((6.5, 6.5), (10.5, 6.5))
    window.open(folder / "other.gridmap")
    assert "not saved" in window.strip.text
    answer(window, "Cancel")
    assert window.editor.document.battle_map.name == "Test"
    window.open(folder / "other.gridmap")
    answer(window, "Save")
    choose_file(window, folder / "kept.gridmap")
    assert window.editor.document.battle_map.name == "other"
    assert native.read(folder / "kept.gridmap").creature("ogre").at == Square(10, 6)
    window.editor.document.commit(BattleMap.empty(5, 5), "Resize map")
    window.open(folder / "kept.gridmap")
    answer(window, "Do not save")
    assert window.editor.document.battle_map.name == "Test"


def test_a_new_map_has_the_size_and_rules_asked_for(window: MainWindow) -> None:
    window.actions_["new"].trigger()
    dialog = dialog_of(window, NewMapDialog)
    assert not dialog.isModal()
    dialog.title.setText("Cave")
    dialog.width_field.setValue(12)
    dialog.height_field.setValue(9)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("epic-path"))
    dialog.make.click()
    made = window.editor.document.battle_map
    assert (made.name, made.width, made.height, made.ruleset) == ("Cave", 12, 9, "epic-path")
    assert window.editor.document.path is None


def test_a_map_beyond_the_limits_is_refused_in_the_form(window: MainWindow) -> None:
    window.actions_["new"].trigger()
    dialog = dialog_of(window, NewMapDialog)
    dialog.width_field.setValue(4000)
    dialog.height_field.setValue(4000)
    dialog.make.click()
    assert dialog.isVisible()
    assert window.editor.document.battle_map.name == "Test"
    dialog.reject()


def test_a_universal_vtt_file_is_imported_and_never_written_over(window: MainWindow, folder: Path) -> None:
    path = folder / "tower.uvtt"
    path.write_text(
        json.dumps(
            {
                "format": 0.3,
                "resolution": {
                    "map_origin": {"x": 0, "y": 0},
                    "map_size": {"x": 6, "y": 5},
                    "pixels_per_grid": 50,
                },
                "line_of_sight": [[{"x": 1, "y": 1}, {"x": 4, "y": 1}]],
                "portals": [],
                "image": "",
            }
        )
    )
    window.open(path)
    document = window.editor.document
    assert (document.battle_map.width, document.battle_map.height) == (6, 5)
    assert document.battle_map.walls[0].end == Point(4, 1)
    assert document.path is None, "saving asks for a file of our own"
    assert window.isWindowModified()
    assert "tower.uvtt" in window.strip.text
    assert window.settings.recent_files[0] == path


def test_a_map_with_rules_from_elsewhere_is_saved(window: MainWindow, folder: Path) -> None:
    document = window.editor.document
    document.commit(set_ruleset(document.battle_map, "house-of-a-friend"), "Rules")
    window.file_commands.save_to(folder / "friend.gridmap")
    assert native.read(folder / "friend.gridmap").ruleset == "house-of-a-friend"
    assert not window.isWindowModified()


def test_of_several_dropped_files_the_first_is_opened_and_that_is_said(
    window: MainWindow, folder: Path
) -> None:
    dragged = QMimeData()
    paths = [folder / f"{name}.gridmap" for name in ("one", "two", "three")]
    for path in paths:
        native.write(BattleMap.empty(4, 4, name=path.stem), path)
    dragged.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPoint(100, 100),
        Qt.DropAction.CopyAction,
        dragged,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert window.editor.document.battle_map.name == "one"
    assert "2 more" in window.strip.text


def test_house_rules_that_cannot_be_used_are_told(
    window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "broken.toml").write_text("based_on = ", encoding="utf-8")
    (folder / "mine.toml").write_text('id = "mine"\nbased_on = "dnd-3.5"\nname = "Mine"\n', "utf-8")
    monkeypatch.setattr(rulesets, "house_rules_folder", lambda: folder)
    rulesets._read_rulesets.cache_clear()
    try:
        assert "mine" in rulesets.available_rulesets()
        window._tell_of_rulesets()
        assert "broken.toml" in window.strip.text
    finally:
        rulesets._read_rulesets.cache_clear()


def test_a_file_dropped_on_the_window_is_opened(window: MainWindow, folder: Path) -> None:
    native.write(BattleMap.empty(4, 4, name="dropped"), folder / "dropped.gridmap")
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(folder / "dropped.gridmap"))])
    event = QDropEvent(
        QPoint(100, 100),
        Qt.DropAction.CopyAction,
        dragged,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert event.isAccepted()
    assert window.editor.document.battle_map.name == "dropped"


def test_closing_asks_once_and_can_be_called_off(window: MainWindow, hand: Hand) -> None:
    hand.drag((6.5, 6.5), (10.5, 6.5))
    window.close()
    window.close()
    box = dialog_of(window, QMessageBox)
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert window.isVisible()
    assert window.editor.document.battle_map.creature("ogre").at == Square(10, 6)
    window.close()
    dialog_of(window, QMessageBox).button(QMessageBox.StandardButton.Discard).click()
    assert not window.isVisible()


def test_closing_a_saved_map_asks_nothing(window: MainWindow) -> None:
    window.close()
    assert not window.isVisible()
    assert not [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def test_a_large_file_is_read_behind_the_window(
    window: MainWindow, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_commands, "SLOW_BYTES", 10)
    native.write(BattleMap.empty(9, 9, name="Large"), folder / "large.gridmap")
    window.open(folder / "large.gridmap")
    assert window.editor.document.battle_map.name == "Test"
    assert "Opening large.gridmap" in window.strip.text
    qtbot.waitUntil(lambda: window.editor.document.battle_map.name == "Large")
    assert window.editor.document.path == folder / "large.gridmap"
    (folder / "broken.gridmap").write_bytes(b"PK" + b"x" * 100)
    window.open(folder / "broken.gridmap")
    qtbot.waitUntil(lambda: "broken.gridmap" in window.strip.text and "Opening" not in window.strip.text)
    assert window.editor.document.battle_map.name == "Large"


def test_opening_a_large_file_is_cancelled_or_asks_after_edits(
    window: MainWindow, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_commands, "SLOW_BYTES", 10)
    native.write(BattleMap.empty(9, 9, name="Large"), folder / "large.gridmap")
    window.open(folder / "large.gridmap")
    window.strip.buttons[0].click()
    qtbot.waitUntil(lambda: not window.files.busy)
    assert window.editor.document.battle_map.name == "Test"
    window.open(folder / "large.gridmap")
    document = window.editor.document
    document.commit(document.battle_map.with_changes(name="Edited"), "Rename map")
    qtbot.waitUntil(lambda: "not saved" in window.strip.text)
    assert document.battle_map.name == "Edited"
    window.strip.buttons[1].click()
    assert document.battle_map.name == "Large"


def test_north_is_an_arrow_on_the_map(window: MainWindow, qtbot: QtBot) -> None:
    form = window.inspector.findChild(MapForm)
    assert isinstance(form, MapForm)
    window.editor.overlays.choose(flanking=False)
    qtbot.wait(100)
    plain = window.canvas.grab().toImage()
    form.north.setValue(45)
    assert window.editor.document.battle_map.north == 45
    assert window.canvas.grab().toImage() != plain
    window.editor.undo()
    assert form.north.value() == -5
    assert window.canvas.grab().toImage() == plain
    form.square.setValue(10)
    assert "200 × 150 ft" in form._feet.text()
    window.actions_["split_squares"].trigger()
    assert window.editor.document.battle_map.width == 40
    assert form.square.value() == 5
