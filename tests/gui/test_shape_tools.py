"""Ellipse, line, polygon, lasso, eyedropper, heights and wall points under the hand."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from gridmap.app.main_window import MainWindow
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.edits.walls import add_wall
from gridmap.model import Layer, Point, Wall, WallKind
from tests.gui.hand import RIGHT, Hand

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def painted(window: MainWindow) -> set[tuple[int, int]]:
    grid = window.editor.document.battle_map.terrain.difficult
    return {(int(x), int(y)) for y, x in np.argwhere(grid)}


def test_an_ellipse_is_drawn_erased_and_undone(window: MainWindow, hand: Hand) -> None:
    before = window.editor.document.battle_map
    hand.key("o")
    assert window.editor.tool.name == "ellipse"
    hand.drag((1.5, 9.5), (3.5, 10.5), (5.5, 13.5))
    drawn = painted(window)
    assert (3, 11) in drawn
    assert (1, 9) not in drawn
    hand.drag((1.5, 9.5), (5.5, 13.5), button=RIGHT)
    assert not painted(window)
    window.editor.undo()
    assert painted(window) == drawn
    window.editor.undo()
    assert window.editor.document.battle_map is before


def test_shift_makes_a_circle_and_a_straight_line(window: MainWindow, hand: Hand) -> None:
    window.editor.take("ellipse")
    hand.drag((1.5, 8.5), (3.5, 12.5), modifiers=SHIFT)
    circle = painted(window)
    assert max(x for x, _ in circle) - min(x for x, _ in circle) == 4
    window.editor.undo()
    window.editor.take("line")
    hand.drag((1.5, 12.5), (6.5, 13.4), modifiers=SHIFT)
    assert painted(window) == {(x, 12) for x in range(1, 7)}


def test_a_polygon_is_clicked_corner_by_corner(window: MainWindow, hand: Hand) -> None:
    window.editor.take("polygon")
    for corner in ((1, 9), (5, 9), (5, 13)):
        hand.click(*corner)
    hand.click(1, 13)
    hand.key(Qt.Key.Key_Backspace)
    hand.click(1, 12)
    hand.key(Qt.Key.Key_Return)
    drawn = painted(window)
    assert (1, 9) in drawn
    assert (4, 12) in drawn
    assert (1, 12) not in drawn
    assert len(window.editor.document.labels) == 1
    window.editor.undo()
    assert not painted(window)


def test_a_click_on_the_first_corner_closes_and_escape_drops(window: MainWindow, hand: Hand) -> None:
    window.editor.take("polygon")
    for corner in ((1, 9), (5, 9), (5, 13), (1, 9)):
        hand.click(*corner)
    assert painted(window)
    window.editor.undo()
    for corner in ((1, 9), (5, 9), (5, 13)):
        hand.click(*corner)
    assert window.editor.document.shown is not window.editor.document.battle_map
    hand.key(Qt.Key.Key_Escape)
    assert window.editor.document.shown is window.editor.document.battle_map
    assert not painted(window)
    assert window.editor.tool.name == "polygon"


def test_a_lasso_takes_what_it_goes_round(window: MainWindow, hand: Hand) -> None:
    window.editor.take("lasso")
    hand.drag((1.1, 9.1), (4.9, 9.1), (4.9, 11.9), (1.1, 11.9), (1.1, 9.3))
    assert painted(window) == {(x, y) for x in range(1, 5) for y in range(9, 12)}


def test_the_eyedropper_takes_up_terrain_and_goes_back_to_painting(window: MainWindow, hand: Hand) -> None:
    window.editor.options.choose(terrain=TERRAIN_KINDS[2])
    window.editor.take("brush")
    hand.click(3.5, 11.5)
    window.editor.options.choose(terrain=TERRAIN_KINDS[0])
    hand.key("y")
    assert window.editor.tool.name == "eyedropper"
    hand.click(3.5, 11.5)
    assert window.editor.options.choices.terrain == TERRAIN_KINDS[2]
    assert window.editor.tool.name == "brush"
    window.editor.take("eyedropper")
    hand.click(15.5, 12.5)
    assert "nothing on this square" in window.strip.text


def test_heights_are_laid_with_any_painting_tool(window: MainWindow, hand: Hand) -> None:
    window.terrain.elevation.click()
    assert window.editor.tool.name == "brush"
    window.terrain.feet.setValue(15)
    hand.drag((2.5, 11.5), (4.5, 11.5))
    elevation = window.editor.document.battle_map.elevation
    assert elevation is not None
    assert elevation.feet[11, 2:5].tolist() == [15, 15, 15]
    assert window.editor.document.undo_label == "Ground at 15 ft"
    window.editor.take("eyedropper")
    hand.click(3.5, 11.5)
    assert window.editor.options.choices.lays_elevation
    hand.drag((2.5, 11.5), (4.5, 11.5), button=RIGHT)
    assert window.editor.document.battle_map.elevation is None
    window.terrain.feet.setValue(-10)
    window.editor.take("fill")
    hand.click(15.5, 12.5)
    filled = window.editor.document.battle_map.elevation
    assert filled is not None
    assert (filled.feet == -10).all()
    window.actions_.group("terrain")[3].trigger()
    assert not window.editor.options.choices.lays_elevation
    hand.click(15.5, 12.5)
    assert window.editor.document.battle_map.terrain.layer(Layer.IMPEDED).any()


def test_heights_are_seen_unless_their_eye_is_closed(window: MainWindow, hand: Hand) -> None:
    plain = window.canvas.grab().toImage()
    window.terrain.elevation.click()
    hand.drag((2.5, 11.5), (6.5, 11.5))
    window.editor.take("select")
    hand.move(18, 1)
    raised = window.canvas.grab().toImage()
    assert raised != plain
    window.terrain._elevation_eye.click()
    assert window.canvas.grab().toImage() == plain
    window.terrain._elevation_eye.click()


@pytest.mark.usefixtures("window")
def test_a_round_brush_has_no_corners(window: MainWindow, hand: Hand) -> None:
    window.editor.take("brush")
    window.options.brush_size.setValue(5)
    window.options.round_brush.setChecked(True)
    hand.click(5.5, 11.5)
    drawn = painted(window)
    assert (3, 11) in drawn
    assert (3, 9) not in drawn
    assert len(drawn) == 21


def test_wall_points_are_dragged_split_and_joined(window: MainWindow, hand: Hand) -> None:
    document = window.editor.document
    document.commit(add_wall(document.battle_map, Point(2, 9), Point(6, 9), WallKind.WALL), "Draw wall")
    hand.key("j")
    assert window.editor.tool.name == "wall_points"
    hand.click(4, 9)
    assert Wall(Point(2, 9), Point(4, 9)) in document.battle_map.walls
    hand.drag((4, 9), (4.1, 10.2), (4.2, 11.1))
    assert Wall(Point(4, 11), Point(6, 9)) in document.battle_map.walls
    hand.click(4, 11, RIGHT)
    assert Wall(Point(2, 9), Point(6, 9)) in document.battle_map.walls
    assert [document.undo_label] == ["Join walls"]
    hand.drag((6, 9), (6.3, 9.6), modifiers=CONTROL)
    (moved,) = (wall for wall in document.battle_map.walls if wall.start == Point(2, 9))
    assert moved.end != Point(6, 9)
    assert moved.end.y == pytest.approx(9.6, abs=0.05)
    for _ in range(4):
        window.editor.undo()
    assert Wall(Point(2, 9), Point(6, 9)) in document.battle_map.walls


def test_walls_snap_to_half_squares_where_that_is_chosen(window: MainWindow, hand: Hand) -> None:
    window.editor.take("wall")
    window.editor.options.choose(wall_snap=0.5)
    hand.drag((2.1, 9.6), (4.4, 12.2))
    assert Wall(Point(2, 9.5), Point(4.5, 12)) in window.editor.document.battle_map.walls


def test_tools_that_belong_together_share_a_button(window: MainWindow, hand: Hand) -> None:
    families = [button for button in window.findChildren(QToolButton) if button.objectName() == "toolFamily"]
    family = next(button for button in families if window.actions_["tool_lasso"] in button.menu().actions())
    window.actions_["tool_lasso"].trigger()
    assert family.defaultAction() is window.actions_["tool_lasso"]
    assert family.isChecked()
    window.editor.take("brush")
    assert family.defaultAction() is window.actions_["tool_lasso"]
    assert not family.isChecked()
