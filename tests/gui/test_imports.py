"""Files of other programs in the window: what they leave open is asked once, the report is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDoubleSpinBox, QFileDialog
from pytestqt.qtbot import QtBot

from gridmap.app.files import DAMAGED
from gridmap.app.foreign_copy import ForeignCopy
from gridmap.app.import_panel import ImportPanel
from gridmap.app.import_questions import ImportQuestions
from gridmap.app.main_window import MainWindow
from gridmap.app.steady import ComboBox
from gridmap.formats import salvage
from gridmap.formats.backups import keep_backup
from gridmap.formats.registry import open_map
from gridmap.model import BattleMap, Point, Wall, WallKind
from gridmap.overlays.overlay import Role, Segments
from tests.formats import foreign
from tests.formats.maps import png, uvtt
from tests.formats.test_salvage import FILE, WHOLE
from tests.gui.handouts import handout_scene


@pytest.fixture
def panel(window: MainWindow) -> Iterator[ImportPanel]:
    questions = window.features["ImportQuestions"]
    assert isinstance(questions, ImportQuestions)
    yield questions.panel
    window.files.last_import = None
    questions.panel.show_import(None)
    questions.panel.hide()
    window.editor.overlays.choose(walls=False)


def answer(window: MainWindow, words: str) -> None:
    next(button for button in window.strip.buttons if button.text() == words).click()


def choose(panel: ImportPanel, option: str, value: str) -> None:
    """The user picks an entry of a list."""
    field = panel.fields[option]
    assert isinstance(field, ComboBox)
    field.setCurrentIndex(field.findData(value))
    field.activated.emit(field.currentIndex())


def inn(folder: Path, **fields: Any) -> Path:
    def portal(x: float, to_x: float, **more: Any) -> dict[str, Any]:
        return {"bounds": [{"x": x, "y": 1}, {"x": to_x, "y": 1}], **more}

    path = folder / "inn.uvtt"
    portals = [portal(0, 1, closed=False), portal(2, 2.7, closed=True)]
    path.write_text(json.dumps(uvtt(portals=portals, image="nowhere.png", **fields)))
    return path


def doors(window: MainWindow) -> list[tuple[WallKind, bool]]:
    return [
        (wall.kind, wall.open)
        for wall in window.editor.document.battle_map.walls
        if wall.kind is not WallKind.WALL
    ]


def test_doubtful_portals_are_asked_about_one_kind_after_the_other(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    window.open(inn(folder))
    assert "Imported inn.uvtt" in window.strip.text
    assert "Portals that are not closed: 1. Are they open doors or windows?" in window.strip.text
    assert [button.text() for button in window.strip.buttons] == ["Windows", "Open doors", "Closed doors"]
    assert doors(window) == [(WallKind.DOOR, True), (WallKind.DOOR, False)]
    answer(window, "Windows")
    assert doors(window) == [(WallKind.WINDOW, False), (WallKind.DOOR, False)]
    assert "Closed portals less than 0.8 squares wide: 1" in window.strip.text
    answer(window, "Closed doors")
    assert doors(window) == [(WallKind.WINDOW, False), (WallKind.DOOR, False)]
    assert "The map has no picture of its own." in window.strip.text
    answer(window, "Go without")
    assert window.strip.text == ""
    assert len(window.editor.document.labels) == 1, "an answer that changes nothing is no step"
    window.editor.undo()
    assert doors(window) == [(WallKind.DOOR, True), (WallKind.DOOR, False)]


def test_a_missing_picture_is_chosen(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    path = folder / "hall.uvtt"
    path.write_text(json.dumps(uvtt(image="nowhere.png")))
    (folder / "art.png").write_bytes(png(40, 30))
    window.open(path)
    answer(window, "Choose picture…")
    (dialog,) = [found for found in window.findChildren(QFileDialog) if found.isVisible()]
    dialog.hide()
    dialog.fileSelected.emit(str(folder / "art.png"))
    assert window.editor.document.battle_map.assets[0].content == png(40, 30)
    assert panel.fields["picture"].text() == "art.png"
    window.editor.undo()
    assert window.editor.document.battle_map.pictures == ()


def test_the_panel_has_choices_and_the_whole_report(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    window.open(inn(folder))
    assert panel.isVisible()
    assert set(panel.fields) == {"open_portals", "narrow_portals", "picture"}
    assert "Universal VTT 0.3: 0 walls, 2 doors, 0 outside the map" in panel.words
    assert '"nowhere.png" could not be read from beside the file' in panel.words
    choose(panel, "narrow_portals", "window")
    assert doors(window)[1] == (WallKind.WINDOW, False)
    assert panel.fields["narrow_portals"].currentData() == "window"  # type: ignore[union-attr]
    for field in panel.fields.values():
        assert field.accessibleName()
    panel._copy.click()
    assert QGuiApplication.clipboard().text() == panel.words


def test_closing_the_question_leaves_what_is_usual(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    window.open(inn(folder))
    window.strip._close.click()
    assert doors(window) == [(WallKind.DOOR, True), (WallKind.DOOR, False)]
    assert panel.fields["open_portals"].currentData() == "open-door"  # type: ignore[union-attr]


def test_walls_near_the_grid_are_snapped_by_choice(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    path = inn(folder, line_of_sight=[[{"x": 0.1, "y": 2.05}, {"x": 3.9, "y": 2.1}]])
    window.open(path)
    choose(panel, "snap", "0.2")
    assert window.editor.document.battle_map.walls[0] == Wall(Point(0, 2), Point(4, 2))
    assert "Walls moved onto lines of the grid within 0.2 squares" in panel.words
    choose(panel, "snap", "0")
    assert window.editor.document.battle_map.walls[0].start == Point(0.1, 2.05)


def test_another_scene_of_an_adventure(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    scenes = [foreign.foundry(name=f"Level {n}", _id=f"s{n}") for n in range(5)]
    path = folder / "adventure.json"
    path.write_text(json.dumps({"name": "Adventure", "scenes": scenes}))
    window.open(path)
    assert "The file holds 5 scenes. Which one?" in window.strip.text
    answer(window, "Choose…")
    assert panel.fields["scene"].hasFocus() or not window.isActiveWindow()
    choose(panel, "scene", "s3")
    assert window.editor.document.battle_map.name == "Level 3"
    assert window.editor.undo() is None
    assert window.editor.document.battle_map.name == "Level 0"


def test_the_size_of_a_cell(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    path = folder / "dungeon.json"
    path.write_text(json.dumps(foreign.donjon()))
    window.open(path)
    width = window.editor.document.battle_map.width
    choose(panel, "cell_feet", "5")
    assert window.editor.document.battle_map.width * 2 == width


def test_the_pixels_of_a_square(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    path = folder / "cave.png"
    path.write_bytes(png(700, 350))
    window.open(path)
    answer(window, "Choose…")
    field = panel.fields["pixels_per_square"]
    assert isinstance(field, QDoubleSpinBox)
    field.setValue(35)
    assert window.editor.document.battle_map.width == 20
    assert panel.fields["pixels_per_square"].value() == 35  # type: ignore[union-attr]


def test_a_file_that_is_gone_is_told_and_nothing_changes(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    path = inn(folder)
    window.open(path)
    before = window.editor.document.battle_map
    path.unlink()
    choose(panel, "narrow_portals", "window")
    assert "there is no such file" in window.strip.text
    assert window.editor.document.battle_map is before


def test_a_new_map_ends_the_import(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    window.open(inn(folder))
    window.editor.document.replace(BattleMap.empty(3, 3))
    window.files.opened.emit()
    assert window.files.last_import is None
    assert panel.fields == {}


def test_a_foreign_file_under_our_own_name_is_never_written_over(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    path = inn(folder).rename(folder / "inn.gridmap")
    window.open(path)
    assert window.editor.document.path is None
    assert window.isWindowModified()


def test_a_damaged_map_is_offered_and_its_file_stays(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    path = folder / "hall.gridmap"
    path.write_bytes(FILE[: len(FILE) // 2])
    before = window.editor.document.battle_map
    window.open(path)
    assert window.editor.document.battle_map is before
    assert "hall.gridmap" in window.strip.text
    assert "What can be saved of it:" in window.strip.text
    assert [button.text() for button in window.strip.buttons] == ["Open what can be saved", "Cancel"]
    answer(window, "Open what can be saved")
    assert window.editor.document.battle_map.name == WHOLE.name
    assert "Of hall.gridmap this could be saved: " in window.strip.text
    assert salvage.FORMAT_NAME == DAMAGED
    assert window.editor.document.path is None
    assert window.isWindowModified()
    assert "The file is damaged" in panel.words
    assert path.read_bytes() == FILE[: len(FILE) // 2]


def test_the_version_before_a_damaged_one(window: MainWindow, panel: ImportPanel, folder: Path) -> None:
    path = folder / "hall.gridmap"
    path.write_bytes(FILE)
    keep_backup(path)
    path.unlink()
    path.write_bytes(FILE[: len(FILE) // 2])
    window.open(path)
    answer(window, "Open the version before")
    assert window.editor.document.battle_map == WHOLE
    assert window.editor.document.path == path
    assert window.isWindowModified()


def test_the_action_snaps_walls_as_one_step(window: MainWindow, panel: ImportPanel) -> None:
    document = window.editor.document
    crooked = document.battle_map.with_changes(
        walls=(Wall(Point(1.1, 2.05), Point(5, 2.1)), Wall(Point(1, 1), Point(4, 3)))
    )
    document.commit(crooked, "Draw")
    window.actions_["snap_walls"].trigger()
    assert document.battle_map.walls == (Wall(Point(1, 2), Point(5, 2)), Wall(Point(1, 1), Point(4, 3)))
    assert "Walls brought onto the grid: 1." in window.strip.text
    window.actions_["snap_walls"].trigger()
    assert "No wall runs off the grid" in window.strip.text
    window.editor.undo()
    assert document.battle_map is crooked


def test_the_overlay_of_walls_off_the_grid(window: MainWindow, panel: ImportPanel) -> None:
    document = window.editor.document
    document.commit(document.battle_map.with_changes(walls=(Wall(Point(1, 1), Point(4, 3)),)), "Draw")
    window.actions_["overlay_walls"].trigger()
    shown = next(overlay for overlay in window.editor.overlays.overlays if overlay.name == "walls")
    assert any(isinstance(mark, Segments) and mark.role is Role.WALLED_SIDE for mark in shown.marks)
    scene = handout_scene(window)
    assert any(overlay.name == "walls" for overlay in scene.overlays)


def test_what_was_opened_before_the_first_frame_is_asked_about_too(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    window.open(inn(folder))
    window.strip.clear()
    questions = window.features["ImportQuestions"]
    assert isinstance(questions, ImportQuestions)
    questions._begin()  # as if nothing had been asked yet
    questions.catch_up()
    assert "inn.uvtt: Portals that are not closed" in window.strip.text
    assert len(window.strip.buttons) == 3


def test_a_file_of_creatures_is_offered_to_the_map_shown(
    window: MainWindow, panel: ImportPanel, folder: Path
) -> None:
    path = folder / "brute.txt"
    path.write_text("Brute CR 3\nCE Large giant\nSpace 10 ft.; Reach 10 ft.\nSpeed 40 ft.\n")
    before = len(window.editor.document.battle_map.creatures)
    window.open(path)
    assert "describes a creature, no map" in window.strip.text
    answer(window, "Add to this map")
    creatures = window.editor.document.battle_map.creatures
    assert len(creatures) == before + 1
    assert creatures[-1].name == "Brute"


@pytest.mark.parametrize(
    ("name", "format_name"), [("a.dd2vtt", "Universal VTT"), ("b.json", "Foundry scene"), ("c.tmx", "Tiled")]
)
def test_a_copy_for_another_program(
    window: MainWindow, panel: ImportPanel, folder: Path, qtbot: QtBot, name: str, format_name: str
) -> None:
    copies = window.features["ForeignCopy"]
    assert isinstance(copies, ForeignCopy)
    window.actions_["save_foreign_copy"].trigger()
    (dialog,) = [found for found in window.findChildren(QFileDialog) if found.isVisible()]
    dialog.hide()
    dialog.fileSelected.emit(str(folder / name))
    qtbot.waitUntil(lambda: not copies.busy)
    assert f"Saved {name}; the GM's secrets are in it." in window.strip.text
    battle_map, report = open_map(folder / name)
    assert report.format_name.startswith(format_name)
    before = window.editor.document.battle_map
    assert len(battle_map.walls) == len(before.walls)
    assert [creature.name for creature in battle_map.creatures] == ["Ogre", "Vala", "Tor"]
    assert window.editor.document.path is None


def test_a_copy_that_cannot_be_written_is_one_sentence(
    window: MainWindow, panel: ImportPanel, folder: Path, qtbot: QtBot
) -> None:
    copies = window.features["ForeignCopy"]
    assert isinstance(copies, ForeignCopy)
    copies.write(folder / "nowhere" / "a.tmx")
    qtbot.waitUntil(lambda: not copies.busy)
    assert "could not be written" in window.strip.text
