"""Measuring, forced moves, and what can be done to a target."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.play_options import PlayOptions
from gridmap.app.tools.at_target import FORCED_MOVES, TARGET_QUESTIONS
from gridmap.app.tools.guides import Badge, Stroke
from gridmap.app.tools.measure import MeasureTool
from gridmap.edits.page import set_ruleset
from gridmap.model import Square
from tests.gui.hand import RIGHT, Hand

SHIFT = Qt.KeyboardModifier.ShiftModifier


def badges(editor: Editor) -> list[str]:
    return [guide.text for guide in editor.tool.guides() if isinstance(guide, Badge)]


def names(editor: Editor) -> list[str]:
    return [overlay.name for overlay in editor.overlays.overlays]


def measure(editor: Editor) -> MeasureTool:
    tool = editor.tools["measure"]
    assert isinstance(tool, MeasureTool)
    return tool


def test_a_length_follows_the_hand_over_waypoints(editor: Editor, hand: Hand) -> None:
    hand.key(Qt.Key.Key_D)
    hand.click(1.5, 1.5)
    hand.move(4.5, 4.5)
    assert badges(editor)[0].startswith("20 ft (4 squares)")
    assert "rules 1.3" in badges(editor)[0]
    hand.click(4.5, 4.5)
    hand.click(4.5, 10.5)
    assert len([guide for guide in editor.tool.guides() if isinstance(guide, Stroke)]) == 2
    assert badges(editor)[:2] == ["20 ft (4 squares)", "30 ft (6 squares)"]
    assert badges(editor)[2].startswith("50 ft (10 squares)\nstraight: 50 ft (10 squares)")
    hand.move(12.5, 12.5)
    hand.click(12.5, 12.5, RIGHT)
    hand.move(1.5, 12.5)
    assert badges(editor)[2].startswith("50 ft"), "ended"
    hand.key(Qt.Key.Key_Backspace)
    assert measure(editor).points == ((Square(1, 1), 0), (Square(4, 4), 0))
    hand.key(Qt.Key.Key_Escape)
    assert measure(editor).points == ()
    assert editor.tool.name == "measure"
    assert not editor.document.labels


def test_a_drag_measures_too_by_the_maps_ruleset(editor: Editor, hand: Hand) -> None:
    editor.document.commit(set_ruleset(editor.document.battle_map, "epic-path"), "Rules")
    editor.take("measure")
    hand.drag((1.5, 1.5), (2.5, 3.5), (5.5, 5.5))
    hand.click(5.5, 5.5, RIGHT)
    assert badges(editor) == ["20 ft (4 squares)\n20 ft: 0 straight, 4 diagonal, each 5 ft (rules 1.3)"]
    editor.take("select")
    editor.take("measure")
    assert measure(editor).points == ()


def test_altitude_counts_and_keys_measure(editor: Editor, hand: Hand) -> None:
    editor.take("measure")
    hand.click(1.5, 1.5)
    hand.move(4.5, 1.5)
    for _ in range(4):
        hand.key(Qt.Key.Key_PageUp)
    assert badges(editor)[0].startswith("25 ft (5 squares) · altitude 20 ft")
    hand.key(Qt.Key.Key_PageDown)
    assert badges(editor)[0].startswith("20 ft (4 squares) · altitude 15 ft")
    hand.key(Qt.Key.Key_Escape)
    editor.point(None)
    hand.canvas.editor.tool.hover(None)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    for _ in range(3):
        hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    length = measure(editor).length
    assert length is not None
    assert length.feet == 15


def test_a_push_is_shown_and_made(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_P)
    hand.move(7.0, 7.0)
    assert "forced:push:vala:ogre:2" in names(editor)
    assert badges(editor)[0].startswith("Push of up to 2 squares: ")
    hand.click(7.0, 7.0)
    hand.move(10.0, 6.0)
    hand.move(8.0, 6.0)
    assert "can be left here by a push of 1 squares" in badges(editor)[0]
    before = editor.document.battle_map
    hand.click(8.0, 6.0)
    assert editor.document.battle_map.creature("ogre").at == Square(7, 5)
    assert editor.document.labels == ("Push Ogre",)
    editor.undo()
    assert editor.document.battle_map is before
    assert editor.selection.ids == {"vala"}


def test_the_wheel_changes_how_far_and_the_bar_which_move(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    hand.click(5.5, 6.5)
    editor.take("push")
    options = window.features["PlayOptions"]
    assert isinstance(options, PlayOptions)
    hand.click(7.0, 7.0)
    scale = hand.canvas.viewport.scale
    hand.wheel(10.0, 10.0, 1)
    assert hand.canvas.viewport.scale == scale
    assert options.forced_squares.value() == 3
    options.forced_moves.button(FORCED_MOVES.index("slide")).click()
    options.forced_squares.setValue(1)
    assert "forced:slide:vala:ogre:1" in names(editor)
    hand.wheel(10.0, 10.0, -5)
    assert editor.options.choices.forced_squares == 1
    hand.key(Qt.Key.Key_Escape)
    hand.move(15.5, 12.5)
    assert not any(name.startswith("forced:") for name in names(editor))


def test_without_a_selection_the_first_click_chooses_who_pushes(editor: Editor, hand: Hand) -> None:
    editor.take("push")
    hand.click(8.5, 7.5)
    assert editor.selection.ids == {"tor"}
    hand.click(7.0, 7.0)
    assert "forced:push:tor:ogre:2" in names(editor)
    hand.click(5.5, 6.5, modifiers=SHIFT)
    assert editor.selection.ids == {"vala"}
    editor.take("select")
    assert not any(name.startswith("forced:") for name in names(editor))


def test_a_charge_is_checked_and_made(editor: Editor, hand: Hand) -> None:
    hand.drag((5.5, 6.5), (1.5, 6.5))
    hand.key(Qt.Key.Key_X)
    hand.move(7.0, 7.0)
    assert "charge:vala:ogre" in names(editor)
    assert badges(editor) == ["Charge: 20 ft down a clear lane (rules 3.12)"]
    hand.click(7.0, 7.0)
    hand.click(5.5, 6.5)
    assert editor.document.battle_map.creature("vala").at == Square(5, 6)
    assert editor.document.labels[-1] == "Charge Ogre"
    editor.undo()
    assert editor.document.battle_map.creature("vala").at == Square(1, 6)


def test_why_not_a_charge(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    editor.take("target")
    hand.move(7.0, 7.0)
    assert badges(editor) == ["No charge: only 0 ft to go, at least 10 are needed (rules 3.12)"]


def test_flanks_are_found_and_taken(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.drag((5.5, 6.5), (2.5, 12.5))
    editor.take("target")
    options = window.features["PlayOptions"]
    assert isinstance(options, PlayOptions)
    options.target_questions.button(TARGET_QUESTIONS.index("flank-spots")).click()
    hand.move(9.0, 9.0)
    hand.move(7.0, 7.0)
    assert "flank-spots:vala:ogre" in names(editor)
    assert badges(editor)[0].startswith("Vala would flank Ogre from ")
    hand.click(7.0, 7.0)
    hand.move(5.5, 7.5)
    assert badges(editor)[0].startswith("From here Vala flanks Ogre with Tor")
    hand.click(5.5, 7.5)
    assert editor.document.battle_map.creature("vala").at == Square(5, 7)
    assert editor.document.undo_label == "Flank Ogre"


@pytest.mark.parametrize("question", TARGET_QUESTIONS)
@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "epic-path", "soulweaver"])
def test_every_question_is_answered_or_says_why_not(
    editor: Editor, hand: Hand, question: str, ruleset: str
) -> None:
    editor.document.commit(set_ruleset(editor.document.battle_map, ruleset), "Rules")
    hand.click(5.5, 6.5)
    editor.take("target")
    editor.options.choose(target_question=question)
    hand.move(7.0, 7.0)
    overlay = next(each for each in editor.overlays.overlays if each.name.startswith(question))
    assert overlay.legend or overlay.notice is not None
    hand.click(15.5, 12.5, RIGHT)
    assert not any(name.startswith(question + ":") for name in names(editor))


def test_a_push_is_made_by_keys_alone(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.move(5.5, 10.5)
    editor.take("push")
    hand.canvas.pick_up(Square(6, 7))
    hand.key(Qt.Key.Key_Return)
    assert any(name.startswith("forced:push:vala:ogre:2") for name in names(editor))
    hand.key(Qt.Key.Key_PageDown)
    assert "forced:push:vala:ogre:1" in names(editor)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Up):
        hand.key(key)
    hand.key(Qt.Key.Key_Return)
    assert editor.document.labels == ("Push Ogre",)
    assert editor.document.battle_map.creature("ogre").at == Square(7, 5)


def test_keys_turn_a_cone(editor: Editor, hand: Hand) -> None:
    editor.take("area")
    editor.options.choose(area_shape="cone", area_feet=15)
    hand.move(10.0, 8.0)
    hand.key(Qt.Key.Key_PageUp)
    assert editor.overlays.area == "area:cone:15:10,8:SE"
    hand.key(Qt.Key.Key_PageDown)
    hand.key(Qt.Key.Key_PageDown)
    assert editor.overlays.area == "area:cone:15:10,8:NE"


def test_between_creatures_it_is_measured_from_space_to_space(editor: Editor, hand: Hand) -> None:
    editor.take("measure")
    hand.click(5.5, 6.5)
    hand.move(7.5, 7.5)
    (badge,) = badges(editor)
    assert badge.startswith("10 ft (2 squares)")
    assert badge.endswith("Vala to Ogre: 5 ft (1 square)")
    hand.move(3.5, 7.5)
    assert "Vala to" not in badges(editor)[0]
