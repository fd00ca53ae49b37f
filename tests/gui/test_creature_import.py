"""Creatures from the clipboard and from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog

from gridmap.app.creature_import import MOST_AT_ONCE, CreatureImport
from gridmap.app.main_window import MainWindow
from gridmap.model import ReachBand, Size, Square

BRUTE = "Marsh Brute CR 4\nNE Large monstrous humanoid\nSpeed 30 ft., swim 20 ft.\nSpace 10 ft.; Reach 10 ft."


@pytest.fixture
def importer(window: MainWindow) -> CreatureImport:
    return CreatureImport(window.editor, window.canvas, window.strip, window.settings)


def copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def test_a_pasted_statblock_stands_in_the_middle(window: MainWindow, importer: CreatureImport) -> None:
    window.editor.options.choose(creature_team="foes")
    copy(BRUTE)
    importer.paste()
    brute = window.editor.document.battle_map.creatures[-1]
    assert (brute.id, brute.title, brute.team) == ("marsh-brute", "Marsh Brute", "foes")
    assert (brute.size, brute.reach, brute.speed) == (Size.LARGE, ReachBand(0, 10), {"walk": 30, "swim": 20})
    assert abs(brute.at.x - 9) <= 1
    assert abs(brute.at.y - 6) <= 1
    assert window.editor.selection.ids == {"marsh-brute"}
    assert "Marsh Brute: guessed: stance." in window.strip.text


def test_one_step_takes_all_of_them_back(window: MainWindow, importer: CreatureImport) -> None:
    before = window.editor.document.battle_map
    copy(f"{BRUTE}\n{BRUTE}\n{BRUTE}")
    importer.paste()
    added = window.editor.document.battle_map.creatures[len(before.creatures) :]
    assert [creature.id for creature in added] == ["marsh-brute", "marsh-brute-2", "marsh-brute-3"]
    assert len({creature.at for creature in added}) == 3
    window.editor.undo()
    assert window.editor.document.battle_map == before


def test_nothing_changes_where_nothing_can_be_read(window: MainWindow, importer: CreatureImport) -> None:
    before = window.editor.document.battle_map
    copy("Once upon a time")
    importer.paste()
    assert "No creature was added: no statblock was found" in window.strip.text
    copy("")
    importer.paste()
    assert "holds no text" in window.strip.text
    assert window.editor.document.battle_map is before


def test_a_copied_file_is_opened(window: MainWindow, importer: CreatureImport, folder: Path) -> None:
    (folder / "brute.txt").write_text(BRUTE)
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(folder / "brute.txt"))])
    QGuiApplication.clipboard().setMimeData(content)
    importer.paste()
    assert window.editor.document.battle_map.creatures[-1].id == "marsh-brute"


def test_of_many_one_is_chosen(window: MainWindow, importer: CreatureImport, folder: Path) -> None:
    actors = [
        {"Name": f"Rat {number}", "Size": "Tiny", "Space": "2-1/2 ft."} for number in range(MOST_AT_ONCE + 1)
    ]
    (folder / "rats.json").write_text(json.dumps(actors))
    before = len(window.editor.document.battle_map.creatures)
    importer.open([folder / "rats.json"])
    assert len(window.editor.document.battle_map.creatures) == before
    (dialog,) = window.findChildren(QInputDialog)
    dialog.setTextValue("rat 7")
    dialog.accept()
    assert window.editor.document.battle_map.creatures[-1].title == "Rat 7"
    dialog.deleteLater()


def test_a_space_is_brought_onto_a_small_map(window: MainWindow, importer: CreatureImport) -> None:
    window.canvas.pan(-3000, -3000)
    copy(BRUTE)
    importer.paste()
    at = window.editor.document.battle_map.creatures[-1].at
    assert 0 <= at.x <= 18
    assert 0 <= at.y <= 13
    assert isinstance(at, Square)
