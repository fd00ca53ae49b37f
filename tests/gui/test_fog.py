"""Fog by hand and by the party's sight, and what players are not to know, as the hand does it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from gridmap.app.editor import Editor
from gridmap.app.fog_sight import FogChoice, fog_choice
from gridmap.app.main_window import MainWindow
from gridmap.edits.fog import set_fog, start_fog
from gridmap.edits.terrain import paint, rectangle_region
from gridmap.formats import native
from gridmap.model import BattleMap, Fog, FogState, Layer, Note, Point, Square, Wall, WallKind
from tests.gui.hand import RIGHT, Hand

SHIFT = Qt.KeyboardModifier.ShiftModifier


def revealed(editor: Editor) -> int:
    fog = editor.document.shown.fog
    assert fog is not None
    return int(fog.in_sight.sum())


def test_a_brush_reveals_and_hides(window: MainWindow, editor: Editor, hand: Hand) -> None:
    window.actions_["fog_start"].trigger()
    editor.options.choose(brush_size=1)
    hand.key(Qt.Key.Key_U)
    hand.drag((2.5, 2.5), (6.5, 2.5))
    assert revealed(editor) == 5
    assert editor.document.undo_label == "Reveal squares"
    hand.drag((2.5, 2.5), (3.5, 2.5), button=RIGHT)
    assert revealed(editor) == 3
    assert editor.document.undo_label == "Hide squares"
    editor.undo()
    editor.undo()
    assert revealed(editor) == 0


def test_a_stroke_is_a_trial_until_it_ends(window: MainWindow, editor: Editor, hand: Hand) -> None:
    window.actions_["fog_start"].trigger()
    editor.take("fog_rectangle")
    before = editor.document.battle_map
    hand.press(2.5, 2.5)
    hand.move(4.5, 3.5)
    assert revealed(editor) == 6
    assert editor.document.battle_map is before
    hand.key(Qt.Key.Key_Escape)
    assert editor.document.shown is before
    hand.release(4.5, 3.5)
    assert editor.document.battle_map is before
    hand.drag((2.5, 2.5), (4.5, 3.5))
    assert revealed(editor) == 6


def test_a_polygon_and_a_room(editor: Editor, hand: Hand) -> None:
    battle_map = editor.document.battle_map.with_changes(
        walls=(Wall(Point(10, 0), Point(10, 15)), Wall(Point(10, 5), Point(10, 6), WallKind.DOOR))
    )
    editor.document.replace(start_fog(battle_map))
    editor.take("fog_polygon")
    for corner in ((2, 2), (6, 2), (6, 5), (2, 5)):
        hand.click(*corner)
    hand.key(Qt.Key.Key_Return)
    assert revealed(editor) == 12
    editor.take("fog_room")
    hand.click(3.5, 12.5)
    assert revealed(editor) == 150
    hand.click(3.5, 12.5, button=RIGHT)
    assert revealed(editor) == 0


def test_the_bar_swaps_the_buttons(window: MainWindow, editor: Editor, hand: Hand) -> None:
    editor.document.replace(start_fog(editor.document.battle_map, FogState.REVEALED))
    editor.take("fog_rectangle")
    hide = next(
        each
        for each in window.options.findChildren(QToolButton)
        if each.text() == "Hide" and each.isVisible()
    )
    hide.click()
    assert "hide" in editor.tool.hint()
    hand.drag((0.5, 0.5), (1.5, 1.5))
    assert revealed(editor) == 20 * 15 - 4
    hand.drag((0.5, 0.5), (0.5, 0.5), button=RIGHT)
    assert revealed(editor) == 20 * 15 - 3


def test_all_at_once(window: MainWindow, editor: Editor) -> None:
    actions = window.actions_
    assert not actions["fog_hide_all"].isEnabled()
    actions["fog_start"].trigger()
    assert revealed(editor) == 0
    assert not actions["fog_start"].isEnabled()
    actions["fog_reveal_all"].trigger()
    assert revealed(editor) == 300
    actions["fog_hide_all"].trigger()
    assert revealed(editor) == 0
    actions["fog_remove"].trigger()
    assert editor.document.battle_map.fog is None
    for _ in range(4):
        editor.undo()
    assert editor.document.battle_map.fog is None
    assert editor.document.undo_label == ""


def test_the_party_lifts_the_fog_in_the_step_of_its_move(
    window: MainWindow, editor: Editor, hand: Hand
) -> None:
    wall = Wall(Point(9, 0), Point(9, 15))
    editor.document.replace(editor.document.battle_map.with_changes(walls=(wall,)))
    window.actions_["fog_by_sight"].trigger()
    assert revealed(editor) == 9 * 15
    assert fog_choice(editor.document.battle_map) == FogChoice(by_sight=True)
    hand.press(5.5, 6.5)
    hand.move(12.5, 6.5)
    assert revealed(editor) == 20 * 15, "while it is dragged"
    hand.release(12.5, 6.5)
    assert editor.document.undo_label == "Move Vala"
    assert revealed(editor) == 20 * 15
    editor.undo()
    assert revealed(editor) == 9 * 15
    editor.redo()
    editor.selection.select({"tor"})
    window.actions_["delete"].trigger()
    fog = editor.document.battle_map.fog
    assert fog is not None
    assert revealed(editor) == 11 * 15, "nobody of the party is left on the other side"
    assert (fog.revealed[:, :9] == FogState.REMEMBERED).all()


def test_foes_lift_no_fog_and_hands_are_respected(window: MainWindow, editor: Editor) -> None:
    editor.document.replace(editor.document.battle_map.with_changes(walls=()))
    window.actions_["fog_by_sight"].trigger()
    battle_map = editor.document.battle_map
    region = rectangle_region(battle_map, Square(0, 0), Square(19, 0))
    editor.document.commit(set_fog(battle_map, region, FogState.HIDDEN), "by hand")
    assert revealed(editor) == 20 * 14
    editor.selection.select({"ogre"})
    window.actions_["delete"].trigger()
    assert revealed(editor) == 20 * 14


def test_darkness(window: MainWindow, editor: Editor) -> None:
    editor.document.replace(editor.document.battle_map.with_changes(walls=()))
    window.actions_["fog_by_sight"].trigger()
    assert revealed(editor) == 300
    window.actions_["fog_dark"].trigger()
    assert revealed(editor) == 2, "nobody has a light"
    assert editor.document.undo_label == "Darkness"
    window.actions_["fog_by_sight"].trigger()
    assert not window.actions_["fog_dark"].isEnabled()


def test_choices_of_another_making_are_ignored() -> None:
    battle_map = BattleMap.empty(2, 2)
    assert fog_choice(battle_map.with_changes(view={"fog": 3})) == FogChoice()
    odd = {"by_sight": True, "dark": "yes", "more": 1}
    assert fog_choice(battle_map.with_changes(view={"fog": odd})) == FogChoice(by_sight=True)


def test_the_presenter_reveals_a_room(window: MainWindow, editor: Editor, hand: Hand) -> None:
    window.actions_["players_reveal"].trigger()
    assert "no fog" in window.strip.text
    walls = (Wall(Point(10, 0), Point(10, 15)),)
    editor.document.replace(start_fog(editor.document.battle_map.with_changes(walls=walls)))
    hand.move(15.5, 5.5)
    window.actions_["players_reveal"].trigger()
    assert revealed(editor) == 150
    editor.point(None)
    editor.selection.select({"vala"})
    window.actions_["players_reveal"].trigger()
    assert revealed(editor) == 300


def test_creatures_are_hidden_and_their_names_kept(window: MainWindow, editor: Editor) -> None:
    actions = window.actions_
    assert not actions["secret_creatures"].isEnabled()
    editor.selection.select({"ogre", "vala"})
    actions["secret_creatures"].trigger()
    assert [creature.hidden for creature in editor.document.battle_map.creatures] == [True, True, False]
    assert actions["secret_creatures"].isChecked()
    actions["secret_creatures"].trigger()
    assert not any(creature.hidden for creature in editor.document.battle_map.creatures)
    assert actions["secret_names"].isChecked()
    actions["secret_names"].trigger()
    assert [creature.named for creature in editor.document.battle_map.creatures] == [False, False, True]
    assert editor.document.undo_label == "Keep the name secret"


def test_doors_traps_and_notes_under_the_pointer(window: MainWindow, editor: Editor, hand: Hand) -> None:
    battle_map = editor.document.battle_map
    hazards = rectangle_region(battle_map, Square(1, 1), Square(2, 1))
    editor.document.replace(
        paint(battle_map, Layer.HAZARDOUS, hazards, 1).with_changes(notes=(Note(Point(4, 12), "Key"),))
    )
    hand.move(12.1, 4.5)
    hand.key(Qt.Key.Key_C, SHIFT)
    assert editor.document.battle_map.walls[1].is_secret_door
    hand.key(Qt.Key.Key_C, SHIFT)
    assert not editor.document.battle_map.walls[1].is_secret_door
    hand.move(1.5, 1.5)
    hand.key(Qt.Key.Key_H, SHIFT)
    traps = editor.document.battle_map.secret_hazards
    assert traps is not None
    assert np.array_equal(traps != 0, hazards)
    hand.key(Qt.Key.Key_H, SHIFT)
    assert editor.document.battle_map.secret_hazards is None
    hand.move(4.2, 12.2)
    hand.key(Qt.Key.Key_N, SHIFT)
    assert not editor.document.battle_map.notes[0].secret
    for key in (Qt.Key.Key_C, Qt.Key.Key_H, Qt.Key.Key_N):
        hand.move(17.5, 13.5)
        hand.key(key, SHIFT)
        assert window.strip.text.startswith("Point at")
    assert editor.document.undo_label == "Note for all"


def test_hazards_are_painted_as_traps(window: MainWindow, editor: Editor, hand: Hand) -> None:
    from gridmap.app.tools.options import TerrainKind

    window.actions_["lays_traps"].trigger()
    editor.options.choose(terrain=TerrainKind(Layer.HAZARDOUS, 1), brush_size=1)
    editor.take("brush")
    hand.drag((1.5, 1.5), (3.5, 1.5))
    traps = editor.document.battle_map.secret_hazards
    assert traps is not None
    assert traps.sum() == 3
    hand.drag((1.5, 1.5), (1.5, 1.5), button=RIGHT)
    traps = editor.document.battle_map.secret_hazards
    assert traps is not None
    assert traps.sum() == 2


def test_a_copy_for_players_is_another_file(
    window: MainWindow, editor: Editor, folder: Path, qtbot: QtBot
) -> None:
    from gridmap.app.secret_commands import SecretCommands

    feature = window.features[SecretCommands.__name__]
    assert isinstance(feature, SecretCommands)
    editor.selection.select({"ogre"})
    window.actions_["secret_creatures"].trigger()
    feature.save_copy(folder / "theirs")
    feature.wait()
    qtbot.waitUntil(lambda: "nothing in it is secret" in window.strip.text)
    copy = native.read(folder / "theirs.gridmap")
    assert [creature.id for creature in copy.creatures] == ["vala", "tor"]
    assert not editor.document.is_saved, "the map itself is not saved by it"
    editor.document.mark_saved(folder / "mine.gridmap")
    feature.save_copy(folder / "mine.gridmap")
    assert "needs another name" in window.strip.text
    assert not (folder / "mine.gridmap").exists()


@pytest.mark.parametrize("name", ["fog_brush", "fog_rectangle", "fog_room"])
def test_on_a_map_without_fog_hiding_begins_it(name: str, editor: Editor, hand: Hand) -> None:
    walls = (Wall(Point(10, 0), Point(10, 15)),)
    editor.document.replace(editor.document.battle_map.with_changes(walls=walls))
    editor.take(name)
    hand.click(2.5, 2.5, button=RIGHT)
    fog = editor.document.battle_map.fog
    assert isinstance(fog, Fog)
    assert not fog.known[2, 2]
    assert fog.in_sight[2, 15]


def test_the_inspector_says_what_it_sees_and_who_knows_its_name(window: MainWindow, editor: Editor) -> None:
    editor.document.replace(editor.document.battle_map.with_changes(walls=()))
    window.actions_["fog_by_sight"].trigger()
    window.actions_["fog_dark"].trigger()
    editor.selection.select({"vala", "tor"})
    named, light = window.inspector.field("named"), window.inspector.field("light")
    assert isinstance(named, QCheckBox)
    assert isinstance(light, QSpinBox)
    named.click()
    assert not any(creature.named for creature in editor.document.battle_map.creatures[1:])
    light.setValue(5)
    assert revealed(editor) == 18, "the squares about both, in the same step"
    assert editor.document.undo_label == "Change light of 2 creatures"
    editor.undo()
    assert revealed(editor) == 2


def test_choices_about_sight_are_saved_with_the_map(window: MainWindow, editor: Editor) -> None:
    window.actions_["fog_by_sight"].trigger()
    window.actions_["fog_dark"].trigger()
    saved = native.read_bytes(native.write_bytes(editor.document.battle_map)).battle_map
    assert fog_choice(saved) == FogChoice(by_sight=True, dark=True)
