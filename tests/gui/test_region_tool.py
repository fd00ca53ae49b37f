"""Regions, the clipboard, stamps, notes and layers under the hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.note_writer import NoteWriter
from gridmap.app.piece_commands import PieceCommands, stamps_folder
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.model import BattleMap, Layer, Note, Point, Square
from tests.gui.hand import Hand

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pieces(window: MainWindow) -> Iterator[PieceCommands]:
    feature = window.features["PieceCommands"]
    assert isinstance(feature, PieceCommands)
    shutil.rmtree(stamps_folder(), ignore_errors=True)
    feature._list_stamps()
    yield feature
    window.editor.region.select(None)
    shutil.rmtree(stamps_folder(), ignore_errors=True)


def selected(window: MainWindow) -> int:
    mask = window.editor.region.mask
    return 0 if mask is None else int(mask.sum())


def test_squares_are_selected_added_and_taken_away(
    window: MainWindow, hand: Hand, pieces: PieceCommands
) -> None:
    hand.key("s")
    assert window.editor.tool.name == "region"
    hand.drag((1.5, 9.5), (4.5, 11.5))
    assert selected(window) == 12
    hand.drag((10.5, 9.5), (11.5, 9.5), modifiers=SHIFT)
    assert selected(window) == 14
    hand.drag((1.5, 9.5), (1.5, 11.5), modifiers=CONTROL)
    assert selected(window) == 11
    window.editor.options.choose(region_shape="lasso")
    hand.drag((13.1, 9.1), (16.9, 9.1), (16.9, 10.9), (13.1, 10.9), modifiers=SHIFT)
    assert selected(window) == 19
    hand.key(Qt.Key.Key_Escape)
    assert selected(window) == 0
    window.editor.options.choose(region_shape="joined")
    hand.click(3.5, 3.5)
    assert selected(window) == 20 * 15
    window.editor.options.choose(region_shape="rectangle")


def test_a_region_is_dragged_with_what_is_in_it_in_one_step(
    window: MainWindow, hand: Hand, pieces: PieceCommands
) -> None:
    before = window.editor.document.battle_map
    window.editor.take("region")
    hand.drag((5.5, 6.5), (8.5, 7.5))
    hand.drag((6.5, 6.5), (8.5, 9.5), (9.5, 10.5))
    document = window.editor.document
    assert document.battle_map.creature("ogre").at == Square(9, 10)
    assert document.battle_map.creature("vala").at == Square(8, 10)
    assert document.labels == ("Move region",)
    mask = window.editor.region.mask
    assert mask is not None
    assert mask[10, 9]
    assert not mask[6, 6]
    hand.key(Qt.Key.Key_Left)
    assert document.battle_map.creature("ogre").at == Square(8, 10)
    window.editor.undo()
    window.editor.undo()
    assert document.battle_map is before


def test_a_region_is_filled_and_cleared(window: MainWindow, hand: Hand, pieces: PieceCommands) -> None:
    assert not window.actions_["region_fill"].isEnabled()
    window.editor.take("region")
    hand.drag((5.5, 6.5), (8.5, 7.5))
    window.editor.options.choose(terrain=TERRAIN_KINDS[3])
    window.actions_["region_fill"].trigger()
    document = window.editor.document
    assert int(document.battle_map.terrain.impeded.sum()) == 8
    hand.key(Qt.Key.Key_Delete)
    assert not document.battle_map.terrain.impeded.any()
    assert document.battle_map.creatures == ()
    window.editor.undo()
    window.editor.region.choose_part("creatures", False)
    window.actions_["region_clear"].trigger()
    assert len(document.battle_map.creatures) == 3
    window.editor.region.choose_part("creatures", True)
    window.actions_["region_invert"].trigger()
    assert selected(window) == 20 * 15 - 8
    window.actions_["region_invert"].trigger()
    window.actions_["region_crop"].trigger()
    assert (document.battle_map.width, document.battle_map.height) == (4, 2)
    assert document.battle_map.creature("ogre").at == Square(1, 0)


def test_what_was_copied_is_pasted_on_another_map(
    window: MainWindow, hand: Hand, pieces: PieceCommands
) -> None:
    window.editor.take("region")
    hand.drag((11.5, 2.5), (12.5, 4.5))
    window.actions_["copy"].trigger()
    window.editor.document.replace(BattleMap.empty(20, 15))
    window.actions_["paste"].trigger()
    assert window.editor.tool.name == "stamp"
    hand.click(5.5, 5.5)
    walls = window.editor.document.battle_map.walls
    assert len(walls) == 2
    assert min(wall.start.x for wall in walls) == 5
    hand.click(9.5, 5.5)
    assert len(window.editor.document.battle_map.walls) == 4
    window.editor.undo()
    assert window.editor.document.battle_map.walls == walls
    hand.key(Qt.Key.Key_Escape)
    assert window.editor.tool.name == "select"


@pytest.mark.parametrize("action", ["paste", "paste_creatures", "keep_pasted_creatures"])
def test_pasting_from_an_empty_clipboard_says_so(
    window: MainWindow, pieces: PieceCommands, action: str
) -> None:
    QGuiApplication.clipboard().clear()
    window.actions_[action].trigger()
    assert "copied" in window.strip.text or "holds no text" in window.strip.text


def test_creatures_are_cut_and_pasted(window: MainWindow, hand: Hand, pieces: PieceCommands) -> None:
    window.editor.selection.select({"vala", "tor"})
    window.actions_["cut"].trigger()
    assert [each.id for each in window.editor.document.battle_map.creatures] == ["ogre"]
    window.actions_["paste"].trigger()
    hand.click(14.5, 12.5)
    document = window.editor.document
    assert {each.id for each in document.battle_map.creatures} == {"ogre", "vala", "tor"}
    assert window.editor.selection.ids == {"vala", "tor"}


def test_a_piece_in_hand_is_turned_and_mirrored(
    window: MainWindow, hand: Hand, pieces: PieceCommands
) -> None:
    window.editor.take("region")
    hand.drag((11.5, 2.5), (12.5, 4.5))
    window.actions_["copy"].trigger()
    window.actions_["paste"].trigger()
    stamp = window.editor.tools["stamp"]
    assert stamp.piece is not None  # type: ignore[attr-defined]
    hand.move(5.5, 5.5)
    hand.key("r")
    assert (stamp.piece.battle_map.width, stamp.piece.battle_map.height) == (3, 2)  # type: ignore[attr-defined]
    assert window.editor.tool.name == "stamp", "R is the rectangle's key otherwise"
    hand.wheel(5.5, 5.5, 1)
    assert stamp.piece.battle_map.width == 2  # type: ignore[attr-defined]


def test_nothing_copied_is_said(window: MainWindow, qtbot: QtBot, pieces: PieceCommands) -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText("words")
    window.actions_["paste"].trigger()
    assert "Nothing of a map" in window.strip.text
    assert window.editor.tool.name == "select"


def test_stamps_are_kept_laid_and_removed(window: MainWindow, hand: Hand, pieces: PieceCommands) -> None:
    window.editor.take("region")
    hand.drag((5.5, 6.5), (8.5, 7.5))
    pieces.keep_stamp("Am/bush")
    pieces.keep_stamp("Am/bush")
    names = [pieces.stamps.list.item(row).text() for row in range(pieces.stamps.list.count())]
    assert names == ["Am-bush", "Am-bush 2"]
    assert not pieces.stamps.list.item(0).icon().isNull()
    pieces.stamps.list.itemClicked.emit(pieces.stamps.list.item(0))
    assert window.editor.tool.name == "stamp"
    hand.click(14.5, 12.5)
    assert len(window.editor.document.battle_map.creatures) == 6
    pieces.stamps.list.setCurrentRow(1)
    pieces.stamps.remove_button.click()
    assert pieces.stamps.list.count() == 1
    window.strip.buttons[0].click()
    assert pieces.stamps.list.count() == 2
    (stamps_folder() / "Am-bush.gridmap").write_bytes(b"PK")
    pieces.stamps.list.itemClicked.emit(pieces.stamps.list.item(0))
    assert "Am-bush.gridmap" in window.strip.text


def test_notes_are_written_moved_and_removed(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    writer = window.features["NoteWriter"]
    assert isinstance(writer, NoteWriter)
    document = window.editor.document
    hand.key("/")
    assert window.editor.tool.name == "note"
    hand.click(3.5, 11.5)
    assert writer.slip.isVisible()
    qtbot.keyClicks(writer.slip.text, "A loose plank")
    qtbot.keyClick(writer.slip.text, Qt.Key.Key_Return)
    assert document.battle_map.notes == (Note(Point(3.5, 11.5), "A loose plank", True),)
    hand.click(3.5, 11.5)
    assert writer.slip.text.text() == "A loose plank"
    writer.slip.secret.setChecked(False)
    writer.slip.text.setText("A plank")
    writer.slip.done.click()
    assert document.battle_map.notes == (Note(Point(3.5, 11.5), "A plank", False),)
    hand.drag((3.5, 11.5), (5, 12), (6.5, 12.5))
    assert document.battle_map.notes[0].at == pytest.approx(Point(6.5, 12.5), abs=0.05)
    hand.move(6.5, 12.5)
    hand.key(Qt.Key.Key_Delete)
    assert document.battle_map.notes == ()
    for _ in range(4):
        window.editor.undo()
    assert document.battle_map.notes == ()
    hand.click(3.5, 11.5)
    qtbot.keyClick(writer.slip.text, Qt.Key.Key_Escape)
    assert not writer.slip.isVisible()
    assert document.battle_map.notes == ()
    window.editor.options.choose(note_secret=True)


def test_a_locked_layer_is_changed_by_no_tool(window: MainWindow, hand: Hand, pieces: PieceCommands) -> None:
    document = window.editor.document
    before = document.battle_map
    pieces.layers.locks["difficult"].click()
    window.editor.take("brush")
    hand.drag((2.5, 11.5), (5.5, 11.5))
    assert document.battle_map is before
    assert document.shown is before
    assert "locked" in window.strip.text
    pieces.layers.locks["creatures"].click()
    window.editor.take("select")
    hand.drag((6.5, 6.5), (10.5, 6.5))
    assert document.battle_map is before
    for part in ("difficult", "creatures"):
        pieces.layers.locks[part].click()
    hand.drag((6.5, 6.5), (10.5, 6.5))
    assert document.battle_map.creature("ogre").at == Square(10, 6)


def test_layers_are_hidden_made_fainter_and_moved(
    window: MainWindow, hand: Hand, pieces: PieceCommands
) -> None:
    window.editor.options.choose(terrain=TERRAIN_KINDS[0])
    window.editor.take("brush")
    hand.drag((2.5, 11.5), (5.5, 11.5))
    window.editor.options.choose(terrain=TERRAIN_KINDS[6])
    hand.drag((2.5, 11.5), (5.5, 11.5))
    window.editor.take("select")
    hand.move(18, 1)
    whole = window.canvas.grab().toImage()
    pieces.layers.sliders[Layer.HAZARDOUS].setValue(30)
    faint = window.canvas.grab().toImage()
    assert faint != whole
    pieces.layers.sliders[Layer.HAZARDOUS].setValue(100)
    assert window.canvas.grab().toImage() == whole
    window.editor.view.move_layer(Layer.DIFFICULT, 3)
    assert window.canvas.scene().layer_order[-1] is Layer.DIFFICULT
    assert window.canvas.grab().toImage() != whole
    window.editor.view.move_layer(Layer.DIFFICULT, -2)
    assert window.canvas.grab().toImage() == whole
    pieces.layers.eyes["hazardous"].click()
    assert Layer.HAZARDOUS not in window.canvas.scene().layers
    pieces.layers.eyes["hazardous"].click()
    for part, shown in (("pictures", "pictures"), ("notes", "notes"), ("elevation", "elevation")):
        pieces.layers.eyes[part].click()
        assert not getattr(window.canvas.scene(), shown)
        pieces.layers.eyes[part].click()
