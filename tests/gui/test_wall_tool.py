"""Walls, doors and obstacles."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import Point, Wall, WallKind
from tests.gui.hand import RIGHT, Hand


def walls(editor: Editor) -> tuple[Wall, ...]:
    return editor.document.shown.walls


@pytest.mark.parametrize("kind", WallKind)
def test_a_drag_lays_the_kind_in_hand_along_a_grid_line(
    window: MainWindow, editor: Editor, hand: Hand, kind: WallKind
) -> None:
    before = editor.document.battle_map
    editor.take("wall")
    window.options.wall_kinds.button(list(WallKind).index(kind)).click()
    hand.press(2.1, 9.9)
    hand.move(4.0, 10.2)
    hand.move(6.2, 10.4)
    assert walls(editor)[-1] == Wall(Point(2, 10), Point(6, 10), kind)
    assert editor.document.battle_map is before
    hand.release(6.2, 10.4)
    assert len(editor.document.labels) == 1
    editor.undo()
    assert editor.document.battle_map is before


def test_escape_drops_a_wall(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    editor.take("wall")
    hand.press(2, 10)
    hand.move(6, 10)
    hand.key(Qt.Key.Key_Escape)
    hand.release(6, 10)
    assert editor.document.shown is before


def test_shift_lets_a_wall_run_at_any_angle_and_control_off_the_grid(editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    editor.tool.press(hand.canvas.pointer_at(hand.canvas.pixel_of(Point(2, 2))))
    for modifier, end in (
        (Qt.KeyboardModifier.ShiftModifier, Point(5, 4)),
        (Qt.KeyboardModifier.ControlModifier, Point(5.25, 4.25)),
    ):
        editor.tool.drag(hand.canvas.pointer_at(hand.canvas.pixel_of(Point(5.25, 4.25)), modifier))
        assert walls(editor)[-1].end == pytest.approx(end, abs=0.03)
    editor.tool.escape()


def test_a_click_lays_one_side_of_a_square(editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    hand.click(3.5, 9.05)
    assert walls(editor)[-1] == Wall(Point(3, 9), Point(4, 9))


def test_a_door_takes_its_place_in_the_wall(editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    hand.drag((2, 10), (8, 10))
    editor.options.choose(wall=WallKind.DOOR)
    hand.drag((4, 10), (5, 10))
    new = walls(editor)[2:]
    assert {(wall.start.x, wall.end.x, wall.kind) for wall in new} == {
        (2, 4, WallKind.WALL),
        (5, 8, WallKind.WALL),
        (4, 5, WallKind.DOOR),
    }
    editor.undo()
    assert walls(editor)[2:] == (Wall(Point(2, 10), Point(8, 10)),)


def test_doors_are_laid_as_secret_ones(window: MainWindow, editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    secret, kinds = window.options.secret_door, list(WallKind)
    assert not secret.isEnabled()
    window.options.wall_kinds.button(kinds.index(WallKind.DOOR)).click()
    secret.click()
    hand.drag((4, 10), (5, 10))
    assert walls(editor)[-1].is_secret_door
    assert editor.document.labels[-1] == "Draw secret door"
    window.options.wall_kinds.button(kinds.index(WallKind.WALL)).click()
    hand.drag((6, 10), (7, 10))  # a wall has nothing to hide
    assert not walls(editor)[-1].extra
    editor.undo()
    editor.undo()
    assert len(walls(editor)) == 2
    editor.options.choose(wall_secret=False, wall=WallKind.WALL)


def test_the_right_button_and_remove_take_walls_away(window: MainWindow, editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    hand.drag((12, 2), (12, 3), button=RIGHT)
    assert walls(editor)[0] == Wall(Point(12, 3), Point(12, 4))
    window.options.wall_kinds.button(len(WallKind)).click()
    hand.drag((12, 1), (12, 6))
    assert not walls(editor)
    editor.undo()
    assert len(walls(editor)) == 2


def test_a_click_on_a_door_opens_it(editor: Editor, hand: Hand) -> None:
    editor.take("wall")
    hand.click(12, 4.5)
    assert walls(editor)[1].open
    editor.undo()
    assert not walls(editor)[1].open
