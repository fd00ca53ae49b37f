"""Brush, eraser, rectangle and fill."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.tools.options import TERRAIN_KINDS, TerrainKind
from gridmap.model import BattleMap, Layer
from tests.gui.hand import RIGHT, Hand


def difficult(editor: Editor) -> np.ndarray:
    return editor.document.shown.terrain.difficult


def test_a_stroke_is_shown_while_it_runs_and_is_one_step(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("brush")
    hand.press(1.5, 1.5)
    hand.move(4.5, 1.5)
    assert difficult(editor)[1, 1:5].tolist() == [2, 2, 2, 2]
    assert editor.document.battle_map is before, "nothing is decided before the release"
    hand.move(4.5, 3.5)
    hand.release(4.5, 3.5)
    assert difficult(editor)[1:4, 4].tolist() == [2, 2, 2]
    assert len(editor.document.labels) == 1
    editor.undo()
    assert editor.document.battle_map is before
    editor.redo()
    assert difficult(editor)[2, 4] == 2


def test_escape_drops_a_stroke(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("brush")
    hand.press(1.5, 1.5)
    hand.move(4.5, 1.5)
    hand.key(Qt.Key.Key_Escape)
    assert editor.document.shown is before
    hand.move(6.5, 1.5)
    hand.release(6.5, 1.5)
    assert editor.document.shown is before
    assert not editor.document.labels


@pytest.mark.parametrize("kind", TERRAIN_KINDS)
def test_number_keys_choose_what_the_brush_lays(
    window: MainWindow, editor: Editor, hand: Hand, kind: TerrainKind
) -> None:
    window.actions_[f"terrain_{TERRAIN_KINDS.index(kind) + 1}"].trigger()
    assert editor.tool.name == "brush"
    hand.click(3.5, 3.5)
    assert editor.document.battle_map.terrain.layer(kind.layer)[3, 3] == kind.value


def test_the_right_button_erases_the_layer_in_hand(editor: Editor, hand: Hand) -> None:
    editor.take("brush")
    hand.drag((1.5, 1.5), (6.5, 1.5))
    hand.drag((3.5, 1.5), (4.5, 1.5), button=RIGHT)
    assert difficult(editor)[1, 1:7].tolist() == [2, 2, 0, 0, 2, 2]


def test_bracket_keys_and_alt_wheel_change_the_brush_size(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    editor.take("brush")
    hand.key("]")
    hand.key("]")
    assert editor.options.choices.brush_size == 3
    assert window.options.brush_size.value() == 3
    hand.click(5.5, 5.5)
    assert int(np.count_nonzero(difficult(editor))) == 9
    hand.key("[")
    hand.wheel(5, 5, 1, Qt.KeyboardModifier.AltModifier)
    hand.wheel(5, 5, 1, Qt.KeyboardModifier.AltModifier)
    assert editor.options.choices.brush_size == 4


def test_shift_click_paints_a_straight_line(editor: Editor, hand: Hand) -> None:
    editor.take("brush")
    hand.click(1.5, 1.5)
    hand.click(1.5, 8.5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert difficult(editor)[1:9, 1].tolist() == [2] * 8


def test_the_eraser_clears_one_layer_or_all(window: MainWindow, editor: Editor, hand: Hand) -> None:
    for kind in (TerrainKind(Layer.DIFFICULT, 2), TerrainKind(Layer.HAZARDOUS, 1)):
        editor.options.choose(terrain=kind)
        editor.take("rectangle")
        hand.drag((1.5, 1.5), (3.5, 3.5))
    editor.take("eraser")
    hand.click(2.5, 2.5)
    terrain = editor.document.battle_map.terrain
    assert (terrain.difficult[2, 2], terrain.hazardous[2, 2]) == (2, 0)
    window.options.all_layers.click()
    hand.drag((1.5, 1.5), (3.5, 1.5))
    terrain = editor.document.battle_map.terrain
    assert not terrain.difficult[1, 1:4].any()
    assert not terrain.hazardous[1, 1:4].any()
    editor.undo()
    assert editor.document.battle_map.terrain.difficult[1, 1:4].all()


def test_a_rectangle_follows_the_hand_and_is_one_step(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("rectangle")
    hand.press(5.5, 5.5)
    hand.move(9.5, 9.5)
    hand.move(7.5, 3.5)
    expected = np.zeros((15, 20), bool)
    expected[3:6, 5:8] = True
    assert np.array_equal(difficult(editor) > 0, expected)
    hand.release(7.5, 3.5)
    assert len(editor.document.labels) == 1
    editor.undo()
    assert editor.document.battle_map is before


def test_escape_drops_a_rectangle(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("rectangle")
    hand.press(5.5, 5.5)
    hand.move(9.5, 9.5)
    hand.key(Qt.Key.Key_Escape)
    hand.release(9.5, 9.5)
    assert editor.document.shown is before


def test_fill_stops_at_what_is_different(editor: Editor, hand: Hand) -> None:
    editor.options.choose(terrain=TerrainKind(Layer.DIFFICULT, 4))
    editor.take("brush")
    hand.drag((3.5, 0.5), (3.5, 14.5))
    editor.options.choose(terrain=TerrainKind(Layer.DIFFICULT, 2))
    editor.take("fill")
    hand.click(1.5, 1.5)
    assert (difficult(editor)[:, :3] == 2).all()
    assert not difficult(editor)[:, 4:].any()
    editor.undo()
    assert not difficult(editor)[:, :3].any()


def test_painting_what_is_there_already_is_no_step(editor: Editor, hand: Hand) -> None:
    editor.take("brush")
    hand.click(1.5, 1.5)
    hand.click(1.5, 1.5)
    assert len(editor.document.labels) == 1


@pytest.mark.parametrize("tool", ["brush", "rectangle", "ellipse", "lasso", "fog_brush", "select", "region"])
def test_a_map_of_another_size_ends_the_gesture(editor: Editor, hand: Hand, tool: str) -> None:
    editor.take(tool)
    hand.press(6.5, 6.5)
    hand.move(8.5, 7.5)
    editor.document.replace(BattleMap.empty(4, 9))
    assert not editor.tool.active
    assert not editor.overlays.overlays
    hand.move(2.5, 2.5)
    hand.release(3.5, 3.5)
    assert editor.document.shown == BattleMap.empty(4, 9)
    assert not editor.document.undo_label
