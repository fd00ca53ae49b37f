"""Every fact of a creature can be changed, each change one step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox
from pytestqt.qtbot import QtBot

from gridmap.app.docks.creature import CreaturePanel
from gridmap.app.docks.fields import ReachField
from gridmap.app.docks.map_form import MapForm
from gridmap.app.docks.mixed_fields import ListField
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.model import ReachBand, Size, Stance
from tests.gui.hand import Hand


def type_in(qtbot: QtBot, line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def choose(box: QComboBox, index: int) -> None:
    box.setCurrentIndex(index)
    box.activated.emit(index)


def edit_name(qtbot: QtBot, field: Any) -> None:
    type_in(qtbot, field, "Grub")


def edit_team(qtbot: QtBot, field: Any) -> None:
    type_in(qtbot, field, "beasts")


def edit_size(qtbot: QtBot, field: Any) -> None:
    choose(field, list(Size).index(Size.HUGE))


def edit_stance(qtbot: QtBot, field: Any) -> None:
    choose(field, list(Stance).index(Stance.LONG))


def edit_conditions(qtbot: QtBot, field: Any) -> None:
    type_in(qtbot, field, "Prone, blinded")


def edit_altitude(qtbot: QtBot, field: Any) -> None:
    assert isinstance(field, QSpinBox)
    field.setValue(3)


def edit_hidden(qtbot: QtBot, field: Any) -> None:
    assert isinstance(field, QCheckBox)
    field.click()


def edit_notes(qtbot: QtBot, field: Any) -> None:
    assert isinstance(field, QPlainTextEdit)
    field.setFocus()
    qtbot.keyClicks(field, "Sleeps by day")
    field.clearFocus()


def edit_reach(qtbot: QtBot, field: Any) -> None:
    assert isinstance(field, ReachField)
    choose(field.kind, 1)
    field.feet.setValue(15)


def edit_space(qtbot: QtBot, field: Any) -> None:
    choose(field, 4)


def edit_light(qtbot: QtBot, field: Any) -> None:
    field.setValue(20)


def edit_facing(qtbot: QtBot, field: Any) -> None:
    field.setFocus()
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_Up)


def edit_initiative(qtbot: QtBot, field: Any) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "17")
    qtbot.keyClick(field, Qt.Key.Key_Return)


def edit_letters(qtbot: QtBot, field: Any) -> None:
    type_in(qtbot, field, "OGR")


@pytest.mark.parametrize(
    ("fact", "edit", "expected"),
    [
        ("name", edit_name, "Grub"),
        ("team", edit_team, "beasts"),
        ("size", edit_size, Size.HUGE),
        ("stance", edit_stance, Stance.LONG),
        ("conditions", edit_conditions, ("prone", "blinded")),
        ("altitude", edit_altitude, 3),
        ("hidden", edit_hidden, True),
        ("notes", edit_notes, "Sleeps by day"),
        ("reach", edit_reach, ReachBand(0, 15)),
        ("space", edit_space, 20),
        ("light", edit_light, 20),
        ("darkvision", edit_light, 20),
        ("facing", edit_facing, 135),
        ("initiative", edit_initiative, 17),
        ("letters", edit_letters, "OGR"),
        ("named", edit_hidden, False),
    ],
)
def test_a_fact_is_changed_and_undone(
    window: MainWindow,
    editor: Editor,
    hand: Hand,
    qtbot: QtBot,
    fact: str,
    edit: Callable[[QtBot, Any], None],
    expected: object,
) -> None:
    hand.click(6.5, 6.5)
    before = editor.document.battle_map
    edit(qtbot, window.inspector.field(fact))
    new = getattr(editor.document.battle_map.creature("ogre"), fact)
    assert new == expected
    assert type(new) is type(expected)
    while editor.document.undo_label:
        editor.undo()
    assert editor.document.battle_map is before
    assert window.inspector.isVisible()


def test_an_edit_is_one_step_with_a_label(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    field = window.inspector.field("name")
    assert isinstance(field, QLineEdit)
    type_in(qtbot, field, "Grub")
    assert editor.document.labels == ("Change name of Ogre",)
    assert window.actions_["undo"].text().endswith("Change name of Ogre")
    editor.undo()
    assert field.text() == "Ogre"


def test_a_new_id_keeps_the_selection_and_a_taken_one_is_refused(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    field = window.inspector.field("id")
    assert isinstance(field, QLineEdit)
    type_in(qtbot, field, "chief")
    assert editor.selection.ids == {"chief"}
    before = editor.document.battle_map
    type_in(qtbot, field, "vala")
    assert "vala" in window.strip.text
    assert editor.document.battle_map is before
    assert field.text() == "chief"


def test_a_reach_weapon_skips_the_natural_reach(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    field = window.inspector.field("reach")
    assert isinstance(field, ReachField)
    choose(field.kind, 2)
    assert editor.document.battle_map.creature("vala").reach == ReachBand(5, 10)
    choose(field.kind, 0)
    assert editor.document.battle_map.creature("vala").reach is None


def test_several_creatures_share_what_can_be_shared(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    hand.click(8.5, 7.5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    field = window.inspector.field("team")
    assert isinstance(field, QLineEdit)
    type_in(qtbot, field, "heroes")
    battle_map = editor.document.battle_map
    assert {battle_map.creature(creature_id).team for creature_id in ("vala", "tor")} == {"heroes"}
    assert len(editor.document.labels) == 1
    assert not window.inspector.field("id").isEnabled()


def test_the_map_itself_is_renamed_and_resized(window: MainWindow, editor: Editor, qtbot: QtBot) -> None:
    form = window.inspector.findChild(MapForm)
    assert form is not None
    type_in(qtbot, form.title, "Ford")
    assert editor.document.battle_map.name == "Ford"
    form.width_field.setValue(25)
    assert editor.document.battle_map.width == 25
    editor.undo()
    editor.undo()
    assert (editor.document.battle_map.name, editor.document.battle_map.width) == ("Test", 20)
    assert form.width_field.value() == 20


def test_letters_typed_into_a_field_take_no_tool(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    field = window.inspector.field("name")
    assert isinstance(field, QLineEdit)
    type_in(qtbot, field, "bwemt 123 [h]")
    assert editor.document.battle_map.creature("ogre").name == "bwemt 123 [h]"
    assert editor.tool.name == "select"
    assert editor.options.choices.brush_size == 1
    assert window.actions_["overlay_movement"].isChecked()


# Several creatures at once


@pytest.fixture
def mixed(window: MainWindow, editor: Editor) -> CreaturePanel:
    """The inspector of three creatures that are different in everything."""
    battle_map = editor.document.battle_map
    facts = ({"altitude": 2, "conditions": ("prone",), "hidden": True}, {"facing": 90}, {"initiative": 4})
    creatures = tuple(
        replace(creature, **each)  # type: ignore[arg-type]
        for creature, each in zip(battle_map.creatures, facts, strict=True)
    )
    editor.document.replace(battle_map.with_changes(creatures=creatures))
    editor.selection.select({"ogre", "vala", "tor"})
    return window.inspector


def test_different_values_are_shown_as_such(mixed: CreaturePanel) -> None:
    for fact in ("altitude", "facing", "initiative"):
        field = mixed.field(fact)
        assert isinstance(field, QSpinBox)
        assert field.text() == "several", fact
    for fact in ("name", "team", "conditions", "id"):
        line = mixed.field(fact)
        assert isinstance(line, QLineEdit)
        assert (line.text(), line.placeholderText()) == ("", "several"), fact
    size, hidden = mixed.field("size"), mixed.field("hidden")
    assert isinstance(size, QComboBox)
    assert isinstance(hidden, QCheckBox)
    assert size.currentIndex() == -1
    assert hidden.checkState() is Qt.CheckState.PartiallyChecked
    light = mixed.field("light")
    assert isinstance(light, QSpinBox)
    assert light.value() == 0, "what they have in common is shown"


def test_altitude_is_told_in_squares_and_feet(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    field = window.inspector.field("altitude")
    assert isinstance(field, QSpinBox)
    assert field.text() == "0 squares (0 ft)"
    field.setFocus()
    for keys, text in (("1", "1 square (5 ft)"), ("-4", "-4 squares (-20 ft)"), ("12", "12 squares (60 ft)")):
        field.selectAll()
        qtbot.keyClicks(field, keys)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert field.text() == text
        assert editor.selection.creatures[0].altitude == int(keys)
    editor.undo()
    assert field.text() == "-4 squares (-20 ft)"


def test_only_what_is_touched_changes_in_one_step(mixed: CreaturePanel, editor: Editor, qtbot: QtBot) -> None:
    before = editor.document.battle_map
    altitude = mixed.field("altitude")
    assert isinstance(altitude, QSpinBox)
    altitude.setFocus()
    qtbot.keyClick(altitude, Qt.Key.Key_Up)
    mixed.field("notes").setFocus()
    altitude.setFocus()
    mixed.field("name").setFocus()
    after = editor.document.battle_map
    assert editor.document.labels == ("Change altitude of 3 creatures",)
    assert [each.altitude for each in after.creatures] == [1, 1, 1], "steps from several begin at 0"
    assert after.with_changes(creatures=tuple(replace(each, altitude=0) for each in after.creatures)) == (
        before.with_changes(creatures=tuple(replace(each, altitude=0) for each in before.creatures))
    )


def test_a_condition_is_added_to_all_and_taken_off_all(
    mixed: CreaturePanel, editor: Editor, qtbot: QtBot
) -> None:
    line = mixed.field("conditions")
    assert isinstance(line, QLineEdit)
    type_in(qtbot, line, "shaken")
    kept = [each.conditions for each in editor.document.battle_map.creatures]
    assert kept == [("prone", "shaken"), ("shaken",), ("shaken",)]
    menu = mixed.findChild(ListField).menu  # type: ignore[union-attr]
    menu.aboutToShow.emit()
    words = {action.text(): action for action in menu.actions()}
    assert words["shaken"].isChecked()
    assert not words["prone (1)"].isChecked()
    words["prone (1)"].trigger()
    words["shaken"].trigger()
    assert [each.conditions for each in editor.document.battle_map.creatures] == [("prone",)] * 3
    assert len(editor.document.labels) == 3


def test_a_click_on_a_mixed_box_puts_it_on_for_all(mixed: CreaturePanel, editor: Editor) -> None:
    box = mixed.field("hidden")
    assert isinstance(box, QCheckBox)
    box.click()
    assert all(each.hidden for each in editor.document.battle_map.creatures)
    box.click()
    assert not any(each.hidden for each in editor.document.battle_map.creatures)


def test_several_are_named_and_numbered_at_once(mixed: CreaturePanel, editor: Editor, qtbot: QtBot) -> None:
    line = mixed.field("name")
    assert isinstance(line, QLineEdit)
    type_in(qtbot, line, "Guard")
    assert [each.name for each in editor.document.battle_map.creatures] == ["Guard 1", "Guard 2", "Guard 3"]


def test_conditions_are_completed_word_by_word(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    hand.click(6.5, 6.5)
    line = window.inspector.field("conditions")
    assert isinstance(line, QLineEdit)
    line.setFocus()
    qtbot.keyClicks(line, "prone, nau")
    completer = line.completer()
    assert completer.currentCompletion() == "prone, nauseated"
    completer.popup().hide()


def test_a_facing_is_taken_away_again(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(6.5, 6.5)
    field = window.inspector.field("facing")
    assert isinstance(field, QSpinBox)
    assert field.text() == "nowhere"
    field.setValue(90)
    field.setValue(field.minimum())
    assert editor.document.battle_map.creature("ogre").facing is None


def test_what_is_half_written_is_never_given_to_others(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(6.5, 6.5)
    line = window.inspector.field("team")
    assert isinstance(line, QLineEdit)
    line.setFocus()
    qtbot.keyClicks(line, " of the hill")
    before = editor.document.battle_map
    editor.selection.select({"vala"})
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert editor.document.battle_map is before
    assert line.text() == "party"


def test_the_inspector_has_most_of_the_height_until_its_border_is_dragged(
    window: MainWindow, hand: Hand, qtbot: QtBot
) -> None:
    panels = (window.inspector, window.overlays, window.square)
    as_it_was = window.saveState()
    hand.click(6.5, 6.5)
    inspector, overlays, square = (panel.height() for panel in panels)
    assert inspector > 0.43 * (inspector + overlays + square)
    assert overlays > square > 120
    border = window.inspector.geometry().bottomLeft() + QPoint(60, 1)
    qtbot.mouseMove(window, border)
    qtbot.mousePress(window, Qt.MouseButton.LeftButton, pos=border)
    qtbot.mouseMove(window, border + QPoint(0, 60))
    qtbot.waitUntil(lambda: window.inspector.height() == inspector + 60)
    qtbot.mouseRelease(window, Qt.MouseButton.LeftButton, pos=border + QPoint(0, 60))
    hand.click(2.5, 12.5)
    hand.click(5.5, 6.5)
    assert window.inspector.height() == inspector + 60, "the user's from now on"
    as_dragged = window.saveState()
    window.restoreState(as_it_was)
    assert window.inspector.height() == inspector
    window.restoreState(as_dragged)
    assert window.inspector.height() == inspector + 60, "and remembered"
    window.restoreState(as_it_was)
