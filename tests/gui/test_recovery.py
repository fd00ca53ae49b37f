"""Unsaved work survives a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app.document import Document
from gridmap.app.journal import read_copy
from gridmap.app.main_window import MainWindow
from gridmap.app.recovery import Recovery, journal_beside, leftover_beside, leftovers
from gridmap.formats import native
from gridmap.model import Asset, BattleMap, Picture, Point, Square
from tests.gui.hand import Hand


def crash(document: Document) -> None:
    """What a crash leaves: the copy, with nobody holding its lock."""
    recovery = Recovery(document)
    document.commit(document.battle_map.with_changes(name="Unsaved"), "Rename map")
    recovery.keep_now()
    assert recovery._locks
    for lock in recovery._locks:
        lock.unlock()


def test_a_copy_is_kept_after_an_edit_and_gone_after_saving(
    window: MainWindow, hand: Hand, qtbot: QtBot, folder: Path
) -> None:
    hand.drag((6.5, 6.5), (10.5, 6.5))
    window.recovery.keep_now()
    journal = window.recovery.journal
    assert journal is not None
    assert read_copy(journal).creature("ogre").at == Square(10, 6)
    assert not leftovers(), "work of a running program is not left over"
    window.file_commands.save_to(folder / "saved.gridmap")
    assert not journal.exists()


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
    journal = window.recovery.journal
    assert journal is not None
    assert read_copy(journal).name == "Unsaved", "a crash at once loses nothing either"
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
    (copy,) = leftover.folder.glob("copy-*.gridmap")
    copy.write_bytes(b"PK\x03\x04")
    window.offer(leftover)
    window.strip.buttons[0].click()
    assert "copy-1.gridmap" in window.strip.text
    assert window.editor.document.battle_map.name == "Test"
    leftover.discard()


def test_a_stroke_under_way_is_kept_and_dropped_with_it(window: MainWindow, hand: Hand) -> None:
    window.editor.take("brush")
    hand.press(3.5, 3.5)
    hand.move(4.5, 3.5)
    window.recovery.keep_now()
    journal = window.recovery.journal
    assert journal is not None
    assert read_copy(journal).terrain.difficult[3, 3:5].all()
    hand.key(Qt.Key.Key_Escape)
    hand.release(4.5, 3.5)
    assert not journal.exists()


def test_a_map_with_a_file_keeps_its_journal_beside_it(window: MainWindow, folder: Path) -> None:
    path = folder / "cave.gridmap"
    window.file_commands.save_to(path)
    document = window.editor.document
    picture = Picture("stone.png", Point(0, 0), 2, 2)
    document.commit(
        document.battle_map.with_changes(pictures=(picture,), assets=(Asset("stone.png", b"stone"),)), "Add"
    )
    window.recovery.keep_now()
    assert window.recovery.journal == journal_beside(path)
    document.commit(document.battle_map.with_changes(name="Cave"), "Rename")
    window.recovery.keep_now()
    assert read_copy(journal_beside(path)) == document.battle_map
    names = sorted(place.name for place in journal_beside(path).glob("*.gridmap"))
    assert names == ["copy-2.gridmap", "pictures-1.gridmap"], "pictures are written once"
    assert leftover_beside(path) is None, "a running program's own work is not left over"
    window.file_commands.save_to(path)
    assert not journal_beside(path).exists()


def test_what_is_left_beside_a_file_is_offered_with_it_and_not_written_over(
    window: MainWindow, folder: Path
) -> None:
    path = folder / "cave.gridmap"
    native.write(BattleMap.empty(4, 4, name="Saved"), path)
    other = Document(BattleMap.empty(4, 4, name="Saved"))
    other.replace(other.battle_map, path)
    crash(other)
    window.open(path)
    assert window.editor.document.battle_map.name == "Saved"
    assert "ended without saving" in window.strip.text
    window.editor.document.commit(BattleMap.empty(4, 4, name="Going on"), "Rename map")
    window.recovery.keep_now()
    assert read_copy(journal_beside(path)).name == "Unsaved"
    window.strip.buttons[0].click()
    window.strip.buttons[1].click()
    assert window.editor.document.battle_map.name == "Unsaved"
    assert window.editor.document.path == path
    assert leftover_beside(path) is None
    assert not leftovers()
