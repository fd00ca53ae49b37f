"""Select, drag, arrow keys, doors."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import Square
from tests.gui.hand import Hand

SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_a_click_selects_and_open_ground_selects_nothing(editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    assert editor.selection.ids == {"ogre"}
    hand.click(5.5, 6.5, modifiers=SHIFT)
    assert editor.selection.ids == {"ogre", "vala"}
    hand.click(5.5, 6.5, modifiers=SHIFT)
    assert editor.selection.ids == {"ogre"}
    hand.click(1.5, 1.5)
    assert not editor.selection.ids
    assert not editor.document.labels


def test_a_drag_moves_whole_squares_and_is_one_step(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    hand.press(7.6, 7.6)
    hand.move(9.3, 8.2)
    assert editor.document.shown.creature("ogre").at == Square(8, 7)
    assert editor.document.battle_map is before
    hand.move(11.5, 9.7)
    hand.release(11.5, 9.7)
    assert editor.document.battle_map.creature("ogre").at == Square(10, 8)
    assert editor.document.labels == ("Move Ogre",)
    editor.undo()
    assert editor.document.battle_map is before
    editor.redo()
    assert editor.document.battle_map.creature("ogre").at == Square(10, 8)


def test_a_space_stays_on_the_map(editor: Editor, hand: Hand) -> None:
    hand.drag((6.5, 6.5), (19.5, 14.5))
    assert editor.document.battle_map.creature("ogre").at == Square(18, 13)


def test_escape_puts_a_dragged_creature_back(editor: Editor, hand: Hand) -> None:
    before = editor.document.battle_map
    hand.press(6.5, 6.5)
    hand.move(12.5, 6.5)
    hand.key(Qt.Key.Key_Escape)
    assert editor.document.shown is before
    hand.release(12.5, 6.5)
    assert editor.document.shown is before


def test_several_creatures_keep_their_places_to_one_another(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.click(8.5, 7.5, modifiers=SHIFT)
    hand.drag((5.5, 6.5), (3.5, 7.5))
    battle_map = editor.document.battle_map
    assert battle_map.creature("vala").at == Square(3, 7)
    assert battle_map.creature("tor").at == Square(6, 8)
    assert editor.selection.ids == {"vala", "tor"}
    assert len(editor.document.labels) == 1


def test_a_frame_selects_what_it_touches(editor: Editor, hand: Hand) -> None:
    hand.drag((4.2, 5.2), (6.5, 6.8))
    assert editor.selection.ids == {"ogre", "vala"}


def test_arrow_keys_move_the_selection(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_Left)
    hand.key(Qt.Key.Key_Down)
    assert editor.document.battle_map.creature("vala").at == Square(4, 7)
    editor.undo()
    assert editor.document.battle_map.creature("vala").at == Square(4, 6)
    for _ in range(9):
        hand.key(Qt.Key.Key_Left)
    assert editor.document.battle_map.creature("vala").at == Square(0, 6)
    assert len(editor.document.labels) == 5, "a step off the map is no step"


def test_delete_removes_and_undo_brings_back(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_Delete)
    assert [creature.id for creature in editor.document.battle_map.creatures] == ["ogre", "tor"]
    assert not editor.selection.ids
    assert not window.actions_["delete"].isEnabled()
    editor.undo()
    assert editor.document.battle_map.creature("vala").at == Square(5, 6)


def test_duplicate_gives_a_new_id(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    window.actions_["duplicate"].trigger()
    assert editor.selection.ids == {"ogre-2"}
    assert editor.document.battle_map.creature("ogre-2").at == Square(7, 7)
    editor.undo()
    assert len(editor.document.battle_map.creatures) == 3


def test_a_click_opens_a_door_and_another_closes_it(editor: Editor, hand: Hand) -> None:
    hand.click(12.0, 4.5)
    assert editor.document.battle_map.walls[1].open
    assert editor.document.undo_label == "Open door"
    hand.click(12.0, 4.5)
    assert not editor.document.battle_map.walls[1].open
    editor.undo()
    assert editor.document.battle_map.walls[1].open


def test_of_two_creatures_in_one_place_the_smaller_is_taken(editor: Editor, hand: Hand) -> None:
    hand.drag((5.5, 6.5), (6.5, 6.5))
    hand.click(1.5, 1.5)
    hand.click(6.5, 6.5)
    assert editor.selection.ids == {"vala"}
    hand.click(7.5, 7.5)
    assert editor.selection.ids == {"ogre"}
