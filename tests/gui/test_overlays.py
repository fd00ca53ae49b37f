"""Overlays follow the hand; their legend and reasons are shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gridmap.app import live_overlays
from gridmap.app.docks.overlays import OverlaysPanel
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.edits.page import set_ruleset
from gridmap.model import BattleMap, Square
from gridmap.overlays.overlay import Field, Overlay, Segments, Squares
from gridmap.overlays.registry import build
from gridmap.rules.ruleset import SHIPPED, shipped_ruleset
from tests.gui.hand import Hand


def shown(editor: Editor, name: str) -> Overlay:
    return next(overlay for overlay in editor.overlays.overlays if overlay.name == name)


def names(editor: Editor) -> list[str]:
    return [overlay.name for overlay in editor.overlays.overlays]


def costs(editor: Editor) -> np.ndarray:
    return next(mark for mark in shown(editor, "movement:vala").marks if isinstance(mark, Field)).values


def test_the_selected_creature_has_its_overlays(editor: Editor, hand: Hand) -> None:
    assert names(editor) == ["flanking"]
    hand.click(5.5, 6.5)
    assert names(editor) == ["movement:vala", "reach:vala", "flanking"]
    hand.click(8.5, 7.5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert names(editor) == ["reach:vala", "reach:tor", "flanking"]


def test_keys_switch_overlays(window: MainWindow, editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_M)
    assert "movement:vala" not in names(editor)
    hand.key(Qt.Key.Key_T)
    assert "reach:vala" not in names(editor)
    hand.key(Qt.Key.Key_F)
    assert "flanking" not in names(editor)
    hand.key(Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert names(editor) == ["threats:vala"]
    assert window.actions_["overlay_threats"].isChecked()
    hand.key(Qt.Key.Key_K)
    assert names(editor) == ["cover:vala:ranged", "threats:vala"]
    for key in (Qt.Key.Key_M, Qt.Key.Key_T, Qt.Key.Key_F, Qt.Key.Key_K):
        hand.key(key)


def test_costs_follow_a_stroke_while_it_is_painted(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    before = costs(editor)[6, 3]
    assert before == 10
    editor.take("brush")
    hand.press(4.5, 5.5)
    hand.move(4.5, 8.5)
    assert costs(editor)[6, 3] == 15
    hand.key(Qt.Key.Key_Escape)
    assert costs(editor)[6, 3] == before
    hand.release(4.5, 8.5)


def test_reach_and_flanks_follow_a_drag(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    lines = next(mark for mark in shown(editor, "flanking").marks if isinstance(mark, Segments))
    assert len(lines.ends) > 0
    hand.press(5.5, 6.5)
    hand.move(2.5, 2.5)
    lines = next(mark for mark in shown(editor, "flanking").marks if isinstance(mark, Segments))
    assert len(lines.ends) == 0, "nobody flanks from afar"
    (reach,) = (mark for mark in shown(editor, "reach:vala").marks if isinstance(mark, Squares))
    assert reach.mask[1:4, 1:4].all()
    assert reach.mask.sum() == 9
    hand.key(Qt.Key.Key_Escape)
    lines = next(mark for mark in shown(editor, "flanking").marks if isinstance(mark, Segments))
    assert len(lines.ends) > 0
    hand.release(2.5, 2.5)


def test_opening_a_door_opens_the_way(editor: Editor, hand: Hand) -> None:
    hand.drag((5.5, 6.5), (11.5, 4.5))
    before = costs(editor)[4, 12]
    hand.click(12, 4.5)
    assert costs(editor)[4, 12] == 5 < before


@pytest.mark.parametrize("ruleset_id", SHIPPED)
def test_every_ruleset_can_be_chosen_and_undone(
    window: MainWindow, editor: Editor, hand: Hand, ruleset_id: str
) -> None:
    hand.click(6.5, 6.5)
    panel = window.findChild(OverlaysPanel)
    assert panel is not None
    box = panel._rulesets
    box.setCurrentIndex(box.findData(ruleset_id))
    box.activated.emit(box.currentIndex())
    battle_map = editor.document.battle_map
    assert battle_map.ruleset == ruleset_id
    expected = build("movement:ogre", battle_map, shipped_ruleset(ruleset_id))
    assert shown(editor, "movement:ogre") is expected
    while editor.document.undo_label:
        editor.undo()
    assert box.currentData() == "pathfinder-1e"


def test_the_legend_and_the_reason_of_a_square(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    assert any("Move action" in line and "30 ft (6 squares)" in line for line in window.legend.lines)
    hand.move(3.5, 6.5)
    qtbot.waitUntil(lambda: "10 ft" in window.status.why)
    assert "rules 3" in window.status.why
    qtbot.waitUntil(lambda: "Square 3, 6" in window.square.words)
    assert "rules" in window.square.words


def test_a_slow_overlay_is_worked_out_behind_the_hand(
    editor: Editor, hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.click(5.5, 6.5)
    monkeypatch.setattr(live_overlays, "QUICK_SECONDS", -1.0)
    old = shown(editor, "movement:vala")
    editor.take("brush")
    hand.canvas.editor.tool.press(
        hand.canvas.pointer_at(hand.canvas.pixel_of(editor.document.shown.creatures[0].at))
    )
    assert shown(editor, "movement:vala") is old
    assert editor.overlays.waiting
    qtbot.waitUntil(lambda: not editor.overlays.waiting)
    assert shown(editor, "movement:vala") is not old
    editor.tool.escape()
    qtbot.waitUntil(lambda: not editor.overlays.waiting)


def test_an_answer_to_a_map_of_another_size_is_not_shown(
    editor: Editor, hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.click(5.5, 6.5)
    monkeypatch.setattr(live_overlays, "QUICK_SECONDS", -1.0)
    vala = next(one for one in editor.document.shown.creatures if one.id == "vala")
    editor.document.commit(editor.document.battle_map.with_changes(creatures=(vala,)), "Alone")
    assert editor.overlays.waiting
    small = BattleMap.empty(9, 9).with_changes(creatures=(replace(vala, at=Square(4, 4)),))
    editor.document.commit(small, "Smaller")
    qtbot.waitUntil(lambda: not editor.overlays.waiting)
    for overlay in editor.overlays.overlays:
        for mark in overlay.marks:
            assert not isinstance(mark, Field) or mark.values.shape == (9, 9)
    assert "movement:vala" in names(editor)


def test_on_a_large_map_the_first_answer_is_worked_out_behind_the_hand(
    editor: Editor, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_overlays, "LARGE_SQUARES", 1)
    monkeypatch.setattr(editor.overlays, "_seconds", {})
    editor.selection.select({"vala"})
    assert "movement:vala" not in names(editor)
    qtbot.waitUntil(lambda: not editor.overlays.waiting)
    assert "movement:vala" in names(editor)


def test_a_remembered_answer_makes_no_slow_overlay_a_quick_one(
    editor: Editor, hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.click(5.5, 6.5)
    editor.overlays.choose(cover=True)
    monkeypatch.setattr(live_overlays, "QUICK_SECONDS", 0.1)
    monkeypatch.setitem(editor.overlays._seconds, "cover", (1.0, 1.0))
    # Nothing that cover turns on: the very same answer again.
    before = shown(editor, "cover:vala:ranged")
    editor.document.commit(editor.document.battle_map.with_changes(name="Another"), "Rename")
    qtbot.waitUntil(lambda: not editor.overlays.waiting)
    assert shown(editor, "cover:vala:ranged") is before
    assert editor.overlays._seconds["cover"] == (1.0, 1.0)
    editor.overlays.choose(cover=False)


def test_a_creature_that_leaves_the_map_takes_its_overlays_along(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_Delete)
    assert names(editor) == ["flanking"]
    editor.document.commit(set_ruleset(editor.document.battle_map, "epic-path"), "Play by Epic Path")
    assert names(editor) == ["flanking"]
