"""Unsaved work survives a crash."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from gridmap.app.document import Document
from gridmap.app.main_window import MainWindow
from gridmap.app.recovery import Recovery, leftovers
from gridmap.formats import native
from gridmap.model import BattleMap, Square
from tests.gui.hand import Hand


def crash(document: Document) -> None:
    """What a crash leaves: the copy, with nobody holding its lock."""
    recovery = Recovery(document)
    document.commit(document.battle_map.with_changes(name="Unsaved"), "Rename map")
    recovery.keep_now()
    assert recovery._lock is not None
    recovery._lock.unlock()


def test_a_copy_is_kept_after_an_edit_and_gone_after_saving(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    hand.drag((6.5, 6.5), (10.5, 6.5))
    window.recovery.keep_now()
    assert native.read(window.recovery.copy_path).creature("ogre").at == Square(10, 6)
    assert not leftovers(), "work of a running program is not left over"
    window.file_commands.save_to(folder / "saved.gridmap")
    assert not window.recovery.copy_path.exists()


def test_what_a_crash_left_is_offered_and_recovered(window: MainWindow, qtbot: QtBot) -> None:
    document = Document(BattleMap.empty(4, 4))
    crash(document)
    (leftover,) = leftovers()
    assert leftover.title == "Unsaved"
    window.offer(leftover)
    assert "Unsaved" in window.strip.text
    window.strip.buttons[0].click()
    assert window.editor.document.battle_map.name == "Unsaved"
    assert window.isWindowModified()
    assert native.read(window.recovery.copy_path).name == "Unsaved", "a crash at once loses nothing either"
    assert not leftovers()


def test_what_a_crash_left_can_be_discarded(window: MainWindow) -> None:
    crash(Document(BattleMap.empty(4, 4)))
    (leftover,) = leftovers()
    window.offer(leftover)
    window.strip.buttons[1].click()
    assert not leftovers()
    assert window.editor.document.battle_map.name == "Test"


def test_a_copy_that_cannot_be_read_is_one_sentence(window: MainWindow) -> None:
    crash(Document(BattleMap.empty(4, 4)))
    (leftover,) = leftovers()
    (leftover.folder / "copy.gridmap").write_bytes(b"PK\x03\x04")
    window.offer(leftover)
    window.strip.buttons[0].click()
    assert "copy.gridmap" in window.strip.text
    assert window.editor.document.battle_map.name == "Test"
    leftover.discard()
