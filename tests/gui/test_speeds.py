"""The inspector's fields for ways of moving: of one creature and of several, each change one step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from gridmap.app.docks.creature import CreaturePanel
from gridmap.app.docks.speeds import MODES
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import Creature, Manoeuvrability
from tests.gui.hand import Hand

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def panel(window: MainWindow, hand: Hand) -> CreaturePanel:
    """The ogre is selected, which walks 40 ft."""
    hand.click(6.5, 6.5)
    return window.inspector


def spin(panel: CreaturePanel, mode: str) -> QSpinBox:
    field = panel.field(mode)
    assert isinstance(field, QSpinBox)
    return field


def grade(panel: CreaturePanel) -> QComboBox:
    field = panel.field("manoeuvrability")
    assert isinstance(field, QComboBox)
    return field


def others(panel: CreaturePanel) -> QLineEdit:
    field = panel.field("other_speeds")
    assert isinstance(field, QLineEdit)
    return field


def write(qtbot: QtBot, field: QWidget, text: str) -> None:
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def speeds(editor: Editor) -> dict[str, dict[str, int]]:
    return {each.id: dict(each.speed) for each in editor.document.battle_map.creatures}


def give(editor: Editor, creature_id: str, **changes: object) -> None:
    battle_map = editor.document.battle_map
    creatures = tuple(
        replace(each, **changes) if each.id == creature_id else each for each in battle_map.creatures
    )
    editor.document.commit(battle_map.with_changes(creatures=creatures), "Prepare")


def test_every_mode_is_shown_in_feet_and_squares(panel: CreaturePanel, editor: Editor) -> None:
    give(editor, "ogre", speed={"walk": 40, "swim": 5, "fly": 0, "climb": 12})
    shown = {mode: spin(panel, mode).text() for mode in MODES}
    assert shown == {
        "walk": "40 ft (8 squares)",
        "swim": "5 ft (1 square)",
        "climb": "12 ft (2.4 squares)",
        "burrow": "none",
        "fly": "0 ft (0 squares)",
    }


@pytest.mark.parametrize("mode", MODES)
def test_typed_feet_are_one_step_that_is_undone(
    panel: CreaturePanel, editor: Editor, qtbot: QtBot, mode: str
) -> None:
    before = editor.document.battle_map
    write(qtbot, spin(panel, mode), "65")
    assert speeds(editor)["ogre"] == {"walk": 40, mode: 65}
    assert spin(panel, mode).text() == "65 ft (13 squares)"
    assert editor.document.labels == ("Change speed of Ogre",)
    editor.undo()
    assert editor.document.battle_map is before
    assert spin(panel, mode).text() == ("40 ft (8 squares)" if mode == "walk" else "none")


def test_the_arrow_keys_step_by_a_square_and_below_nothing_is_none(
    panel: CreaturePanel, editor: Editor, qtbot: QtBot
) -> None:
    field = spin(panel, "swim")
    field.setFocus()
    for _ in range(2):
        qtbot.keyClick(field, Qt.Key.Key_Up)
    assert speeds(editor)["ogre"] == {"walk": 40, "swim": 10}
    for feet in (5, 0):
        qtbot.keyClick(field, Qt.Key.Key_Down)
        assert speeds(editor)["ogre"]["swim"] == feet, "it may have the way of moving and be held fast"
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert speeds(editor)["ogre"] == {"walk": 40}
    assert field.text() == "none"


def test_what_is_changed_leaves_the_other_ways_of_moving_alone(
    panel: CreaturePanel, editor: Editor, qtbot: QtBot
) -> None:
    editor.selection.select({"ogre", "vala", "tor"})
    assert spin(panel, "walk").text() == "several"
    assert spin(panel, "fly").text() == "none"
    write(qtbot, spin(panel, "fly"), "60")
    assert speeds(editor) == {
        "ogre": {"walk": 40, "fly": 60},
        "vala": {"walk": 30, "fly": 60},
        "tor": {"walk": 20, "fly": 60},
    }
    assert editor.document.labels == ("Change speed of 3 creatures",)
    assert spin(panel, "walk").text() == "several"
    write(qtbot, spin(panel, "walk"), "15")
    assert {tuple(each.items()) for each in speeds(editor).values()} == {(("walk", 15), ("fly", 60))}
    editor.undo()
    editor.undo()
    assert speeds(editor) == {"ogre": {"walk": 40}, "vala": {"walk": 30}, "tor": {"walk": 20}}


def test_some_that_do_not_move_so_are_several_too(panel: CreaturePanel, editor: Editor) -> None:
    give(editor, "vala", speed={"walk": 30, "swim": 20})
    editor.selection.select({"ogre", "vala"})
    assert spin(panel, "swim").text() == "several"


def test_how_it_flies_is_said_of_what_flies(panel: CreaturePanel, editor: Editor, qtbot: QtBot) -> None:
    assert not grade(panel).isEnabled()
    write(qtbot, spin(panel, "fly"), "60")
    assert grade(panel).isEnabled()
    assert grade(panel).currentText() == "not said"
    grade(panel).setFocus()
    qtbot.keyClick(grade(panel), Qt.Key.Key_Down)
    qtbot.keyClick(grade(panel), Qt.Key.Key_Down)
    assert editor.document.battle_map.creature("ogre").manoeuvrability is Manoeuvrability.POOR
    assert editor.document.labels[-1] == "Change manoeuvrability of Ogre"
    editor.selection.select({"ogre", "vala"})
    assert grade(panel).currentIndex() == -1
    assert grade(panel).placeholderText() == "several"
    qtbot.keyClick(grade(panel), Qt.Key.Key_End)
    assert {each.manoeuvrability for each in editor.selection.creatures} == {Manoeuvrability.PERFECT}
    while len(editor.document.labels) and editor.document.undo_label:
        editor.undo()
    assert editor.document.battle_map.creature("ogre").manoeuvrability is None


def test_other_ways_of_moving_have_a_line_where_there_are_any(
    panel: CreaturePanel, editor: Editor, qtbot: QtBot, window: MainWindow
) -> None:
    assert not others(panel).isVisible()
    give(editor, "ogre", speed={"walk": 40, "glide": 20})
    assert others(panel).isVisible()
    assert others(panel).text() == "glide 20"
    write(qtbot, spin(panel, "walk"), "30")
    assert speeds(editor)["ogre"] == {"walk": 30, "glide": 20}
    write(qtbot, others(panel), "glide 25, dig 5")
    assert speeds(editor)["ogre"] == {"walk": 30, "glide": 25, "dig": 5}
    write(qtbot, others(panel), "glide fast")
    assert "glide fast" in window.strip.text
    assert speeds(editor)["ogre"] == {"walk": 30, "glide": 25, "dig": 5}
    editor.selection.select({"ogre", "vala"})
    assert others(panel).placeholderText() == "several"
    write(qtbot, others(panel), "dig 10")
    assert speeds(editor)["ogre"] == {"walk": 30, "glide": 25, "dig": 10}
    assert speeds(editor)["vala"] == {"walk": 30, "dig": 10}
    editor.selection.select({"vala"})
    others(panel).setFocus()
    others(panel).selectAll()
    qtbot.keyClick(others(panel), Qt.Key.Key_Delete)
    qtbot.keyClick(others(panel), Qt.Key.Key_Return)
    assert speeds(editor)["vala"] == {"walk": 30}


def test_tab_reaches_every_field_in_order_and_each_has_a_name(
    panel: CreaturePanel, editor: Editor, qtbot: QtBot
) -> None:
    write(qtbot, spin(panel, "fly"), "60")
    names = ["Walking speed", "Swimming speed", "Climbing speed", "Burrowing speed", "Flying speed"]
    names.append("Manoeuvrability")
    field: QWidget = spin(panel, "walk")
    field.setFocus()
    for name in names:
        focused = panel.window().focusWidget()
        assert focused is not None
        assert focused.accessibleName() == name
        qtbot.keyClick(focused, Qt.Key.Key_Tab)


def test_labels_lead_to_their_fields(panel: CreaturePanel) -> None:
    led = {label.buddy(): label.text() for label in panel.findChildren(QLabel) if label.buddy() is not None}
    shown = [led[panel.field(fact)] for fact in (*MODES, "manoeuvrability")]
    assert shown == ["Walk", "Swim", "Climb", "Burrow", "Fly", "In flight"]


def test_speeds_beyond_any_table_are_shown_as_they_are(panel: CreaturePanel, editor: Editor) -> None:
    give(editor, "ogre", speed={"walk": 100_000, "fly": 2500})
    assert spin(panel, "walk").value() == 100_000
    assert spin(panel, "fly").text() == "2500 ft (500 squares)"


def test_movement_follows_the_new_speed(panel: CreaturePanel, editor: Editor, qtbot: QtBot) -> None:
    """What is written is what the overlays and queries go by."""
    before = {overlay.name: overlay for overlay in editor.overlays.overlays}["movement:ogre"]
    write(qtbot, spin(panel, "walk"), "10")
    after = {overlay.name: overlay for overlay in editor.overlays.overlays}["movement:ogre"]
    assert before is not after
    creature: Creature = editor.document.battle_map.creature("ogre")
    assert creature.speed["walk"] == 10
