"""Background pictures under the hand, and their panel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.page_commands import ResizeDialog
from gridmap.app.picture_commands import PictureCommands
from gridmap.edits.pictures import bounds
from gridmap.model import Point, Square
from tests.formats.test_grid_pitch import ground, ruled
from tests.gui.hand import Hand


@pytest.fixture
def printed(folder: Path) -> Path:
    """A picture of ground with a grid of 50 pixels, its first lines 10 and 30 pixels in."""
    pixels = np.ascontiguousarray(ruled(ground(600, 800, 3), 50.0, 10, 30, wide=2, by=-40))
    image = QImage(pixels.data, 800, 600, 800, QImage.Format.Format_Grayscale8)
    image.save(str(folder / "cave.png"))
    return folder / "cave.png"


@pytest.fixture
def pictures(window: MainWindow, printed: Path) -> PictureCommands:
    """The picture on the map, in the picture tool."""
    feature = window.features["PictureCommands"]
    assert isinstance(feature, PictureCommands)
    feature.add_file(printed)
    assert window.editor.tool.name == "picture"
    return feature


def test_a_picture_is_dragged_scaled_and_turned_and_undone(
    window: MainWindow, hand: Hand, pictures: PictureCommands
) -> None:
    document = window.editor.document
    start = document.battle_map.pictures[0]
    middle = (start.at.x + start.width / 2, start.at.y + start.height / 2)
    hand.drag(middle, (middle[0] + 1, middle[1] + 2))
    moved = document.battle_map.pictures[0]
    assert (moved.at.x - start.at.x, moved.at.y - start.at.y) == (
        pytest.approx(1, abs=0.05),
        pytest.approx(2, abs=0.05),
    )
    left, top, right, bottom = bounds(moved)
    hand.drag((right, bottom), (right - 2, bottom - 2))
    scaled = document.battle_map.pictures[0]
    assert scaled.width < moved.width - 1
    assert scaled.width / scaled.height == pytest.approx(4 / 3)
    assert scaled.at == pytest.approx(moved.at)
    left, top, right, bottom = bounds(scaled)
    near = 7 / window.canvas.viewport.scale
    centre = ((left + right) / 2, (top + bottom) / 2)
    hand.drag((centre[0], top - 4 * near), (right + 3, centre[1]))
    assert document.battle_map.pictures[0].turn == 90
    assert [document.undo_label] == ["Turn picture"]
    for _ in range(3):
        window.editor.undo()
    assert document.battle_map.pictures[0] == start


def test_escape_drops_the_drag_and_arrows_move_by_squares(
    window: MainWindow, hand: Hand, pictures: PictureCommands
) -> None:
    document = window.editor.document
    start = document.battle_map.pictures[0]
    middle = (start.at.x + start.width / 2, start.at.y + start.height / 2)
    hand.press(*middle)
    hand.move(middle[0] + 3, middle[1])
    assert document.shown.pictures[0] != start
    hand.key(Qt.Key.Key_Escape)
    hand.release(middle[0] + 3, middle[1])
    assert document.battle_map.pictures[0] == start
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    moved = document.battle_map.pictures[0]
    assert moved.at == pytest.approx(Point(start.at.x + 1, start.at.y - 0.1))


def test_a_locked_picture_stays_under_the_hand(
    window: MainWindow, hand: Hand, pictures: PictureCommands
) -> None:
    pictures.panel.locked.click()
    document = window.editor.document
    start = document.battle_map.pictures[0]
    assert start.locked
    middle = (start.at.x + start.width / 2, start.at.y + start.height / 2)
    hand.drag(middle, (middle[0] + 3, middle[1]))
    hand.key(Qt.Key.Key_Left)
    assert document.battle_map.pictures[0] == start
    assert "locked" in window.strip.text


def test_a_block_dragged_lays_the_print_on_the_grid(
    window: MainWindow, hand: Hand, pictures: PictureCommands
) -> None:
    start = window.editor.document.battle_map.pictures[0]
    pictures.panel.across.setValue(6)
    pictures.panel.down.setValue(4)
    pictures.panel.by_hand.click()
    assert window.editor.tool.name == "fit_grid"
    square = start.width / 16
    corner = (start.at.x + 1.2 * square, start.at.y + 1.6 * square)
    hand.drag(
        corner, (corner[0] + 3 * square, corner[1] + square), (corner[0] + 6 * square, corner[1] + 4 * square)
    )
    fitted = window.editor.document.battle_map.pictures[0]
    assert fitted.width == pytest.approx(16, rel=0.02)
    line = fitted.at.x + 1.2 * fitted.width / 16
    assert line == pytest.approx(round(line), abs=0.05)
    window.editor.undo()
    assert window.editor.document.battle_map.pictures[0] == start


def test_the_printed_grid_is_found_and_the_map_made_as_large(
    window: MainWindow, qtbot: QtBot, pictures: PictureCommands
) -> None:
    pictures.panel.find_button.click()
    qtbot.waitUntil(lambda: not pictures.busy, timeout=20_000)
    picture = window.editor.document.battle_map.pictures[0]
    assert (picture.width, picture.height) == (pytest.approx(16, abs=0.02), pytest.approx(12, abs=0.02))
    assert picture.at.x + 10 / 50 == pytest.approx(round(picture.at.x + 10 / 50), abs=0.04)
    assert "50" in window.strip.text
    window.actions_["fit_page"].trigger()
    battle_map = window.editor.document.battle_map
    assert (battle_map.width, battle_map.height) == (17, 13)


def test_a_picture_opened_as_a_map_is_looked_at(window: MainWindow, qtbot: QtBot, printed: Path) -> None:
    feature = window.features["PictureCommands"]
    assert isinstance(feature, PictureCommands)
    window.open(printed)
    qtbot.waitUntil(lambda: not feature.busy, timeout=20_000)
    assert "printed" in window.strip.text
    window.strip.buttons[0].click()
    battle_map = window.editor.document.battle_map
    assert battle_map.pictures[0].width == pytest.approx(16, abs=0.02)
    assert (battle_map.width, battle_map.height) == (17, 13)


def test_files_that_are_no_pictures_are_one_sentence(window: MainWindow, folder: Path) -> None:
    feature = window.features["PictureCommands"]
    assert isinstance(feature, PictureCommands)
    (folder / "notes.png").write_text("no picture")
    before = window.editor.document.battle_map
    feature.add_file(folder / "notes.png")
    assert "notes.png" in window.strip.text
    assert window.editor.document.battle_map is before


def test_the_map_is_turned_and_mirrored_with_all_on_it(window: MainWindow) -> None:
    document = window.editor.document
    before = document.battle_map
    window.actions_["turn_right"].trigger()
    turned = document.battle_map
    assert (turned.width, turned.height) == (15, 20)
    assert turned.creature("ogre").at == Square(7, 6)
    window.actions_["turn_left"].trigger()
    assert document.battle_map == before
    window.actions_["mirror_across"].trigger()
    assert document.battle_map.creature("ogre").at == Square(12, 6)
    window.actions_["mirror_down"].trigger()
    assert document.battle_map.creature("ogre").at == Square(12, 7)
    for _ in range(4):
        window.editor.undo()
    assert document.battle_map is before
    assert not window.actions_["split_squares"].isEnabled()


def test_resizing_keeps_the_side_that_was_chosen(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_["resize_map"].trigger()
    (dialog,) = (each for each in window.findChildren(ResizeDialog) if each.isVisible())
    dialog.width_field.setValue(24)
    dialog.height_field.setValue(11)
    button = dialog.anchors.button(8)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert dialog.added() == (4, -4)
    dialog.resize_button.click()
    battle_map = window.editor.document.battle_map
    assert (battle_map.width, battle_map.height) == (24, 11)
    assert battle_map.creature("ogre").at == Square(10, 2)
    window.editor.undo()
    assert window.editor.document.battle_map.width == 20
