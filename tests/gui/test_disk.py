"""The file of the open map: earlier versions, and other programs that write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gridmap.app.earlier_versions import VersionsDialog
from gridmap.app.main_window import MainWindow
from gridmap.formats import native
from gridmap.formats.backups import backups
from gridmap.model import BattleMap


@pytest.fixture
def path(window: MainWindow, folder: Path) -> Path:
    """A saved map."""
    window.file_commands.save_to(folder / "cave.gridmap")
    return folder / "cave.gridmap"


def rename(window: MainWindow, name: str) -> None:
    document = window.editor.document
    document.commit(document.battle_map.with_changes(name=name), "Rename map")


def answer(window: MainWindow, words: str) -> None:
    next(button for button in window.strip.buttons if button.text() == words).click()


def test_a_change_by_another_program_is_noticed(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    native.write(BattleMap.empty(5, 5, name="Theirs"), path)
    qtbot.waitUntil(lambda: "changed by another program" in window.strip.text)
    answer(window, "Open theirs")
    assert window.editor.document.battle_map.name == "Theirs"
    window.strip.clear()
    native.write(BattleMap.empty(5, 5, name="Theirs again"), path)
    qtbot.waitUntil(lambda: "changed by another program" in window.strip.text)
    answer(window, "Keep mine")
    assert window.editor.document.battle_map.name == "Theirs"


def test_our_own_saving_is_no_change_by_another(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    rename(window, "Mine")
    window.file_commands.save()
    qtbot.wait(600)
    assert "another program" not in window.strip.text


def test_saving_over_theirs_asks_first_and_keeps_it(window: MainWindow, path: Path) -> None:
    rename(window, "Mine")
    native.write(BattleMap.empty(5, 5, name="Theirs"), path)
    window.actions_["save"].trigger()
    assert native.read(path).name == "Theirs"
    answer(window, "Cancel")
    window.actions_["save"].trigger()
    answer(window, "Save mine over it")
    assert native.read(path).name == "Mine"
    assert native.read(backups(path)[0].path).name == "Theirs"


def test_an_earlier_version_opens_unsaved_with_the_same_file(
    window: MainWindow, qtbot: QtBot, path: Path
) -> None:
    assert window.actions_["earlier_versions"].isEnabled()
    window.actions_["earlier_versions"].trigger()
    assert "no earlier version" in window.strip.text
    rename(window, "Second")
    window.file_commands.save()
    window.actions_["earlier_versions"].trigger()
    (dialog,) = (each for each in window.findChildren(VersionsDialog) if each.isVisible())
    assert dialog.list.count() == 1
    dialog.open_button.click()
    assert window.editor.document.battle_map.name == "Test"
    assert window.editor.document.path == path
    assert window.isWindowModified()
    assert native.read(path).name == "Second"


def test_a_map_without_a_file_has_no_versions(window: MainWindow) -> None:
    assert not window.actions_["earlier_versions"].isEnabled()
