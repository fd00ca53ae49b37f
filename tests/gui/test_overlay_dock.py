"""Whom overlays are about, their options, pins, two rulesets compared, and the receipt of a square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from gridmap.app.docks.square import SquarePanel
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.overlay_dock import OverlayDock
from gridmap.app.questions import MOST_PINS, Asked, question_words
from gridmap.edits.page import set_ruleset
from gridmap.edits.terrain import paint, rectangle_region
from gridmap.model import Layer, Square
from gridmap.overlays.overlay import Role, Segments, Shape
from tests.gui.hand import Hand

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _nothing_asked(window: MainWindow) -> Iterator[None]:
    yield
    window.editor.overlays.questions.choose(**vars(Asked()))
    window.square.pin(False)
    window.editor.point_out()


@pytest.fixture
def dock(window: MainWindow) -> OverlayDock:
    found = window.features["OverlayDock"]
    assert isinstance(found, OverlayDock)
    return found


def names(editor: Editor) -> list[str]:
    return [overlay.name for overlay in editor.overlays.overlays]


def rows(window: MainWindow) -> list[str]:
    return [row.text for row in window.square.rows]


def explain(window: MainWindow, hand: Hand, qtbot: QtBot, x: float, y: float) -> SquarePanel:
    hand.move(x + 1, y)
    hand.move(x, y)
    words = f"Square {int(x)}, {int(y)}"
    qtbot.waitUntil(lambda: bool(rows(window)) and rows(window)[0].startswith(words))
    return window.square


def test_movement_and_reach_of_a_team(dock: OverlayDock, editor: Editor) -> None:
    team = dock.section.team
    team.setCurrentIndex(team.findText("All of team “party”"))
    team.activated.emit(team.currentIndex())
    assert names(editor) == ["movement-of:party", "reach-of:party", "flanking"]
    team.setCurrentIndex(0)
    team.activated.emit(0)
    assert names(editor) == ["flanking"]


def test_further_overlays_have_switches_and_keys(editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    for key, name in (
        (Qt.Key.Key_V, "sight:vala"),
        (Qt.Key.Key_M, "run:vala"),
        (Qt.Key.Key_F, "five-foot-step:vala"),
        (Qt.Key.Key_X, "withdraw:vala"),
    ):
        hand.key(key, SHIFT)
        assert name in names(editor)
        hand.key(key, SHIFT)
        assert name not in names(editor)


def test_all_switches_stand_in_two_columns(dock: OverlayDock, window: MainWindow) -> None:
    window.overlays.show()
    grids = (window.overlays.switches, dock.section.switches)
    for column in (0, 1):
        buttons = [
            item.widget()
            for grid in grids
            for row in range(grid.rowCount())
            if (item := grid.itemAtPosition(row, column)) is not None
        ]
        switches = [each for each in buttons if isinstance(each, QToolButton)]
        assert len(switches) == 5
        assert len({(each.mapTo(window, QPoint()).x(), each.width()) for each in switches}) == 1


def test_options_of_overlays(dock: OverlayDock, editor: Editor, hand: Hand) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_K)
    assert "cover:vala:ranged" in names(editor)
    dock.section.melee.click()
    assert "cover:vala:melee" in names(editor)
    hand.key(Qt.Key.Key_K)
    mode = dock.section.mode
    mode.setCurrentIndex(mode.findData("fly"))
    mode.activated.emit(mode.currentIndex())
    overlay = next(each for each in editor.overlays.overlays if each.name == "movement-by:fly:vala")
    assert "no fly speed" in str(overlay.notice)


def test_a_pinned_question_stays_and_follows_edits(
    window: MainWindow, dock: OverlayDock, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    hand.key(Qt.Key.Key_P, SHIFT)
    assert dock.section.pins == ("Movement of Vala", "Reach of Vala", "Flanks")
    hand.click(6.5, 6.5)
    assert names(editor) == ["movement:vala", "reach:vala", "flanking", "movement:ogre", "reach:ogre"]
    qtbot.waitUntil(lambda: "Movement of Vala" in window.legend.lines)
    before = editor.overlays.overlays[0]
    editor.take("brush")
    hand.drag((3.5, 6.5), (3.5, 9.5))
    after = editor.overlays.overlays[0]
    assert after.name == "movement:vala"
    assert after is not before
    dock.section.unpin_buttons[0].click()
    assert dock.section.pins == ("Reach of Vala", "Flanks")
    assert "movement:vala" not in names(editor)
    window.actions_["unpin_overlays"].trigger()
    assert dock.section.pins == ()
    assert not window.actions_["unpin_overlays"].isEnabled()


def test_no_more_pins_than_can_be_read(editor: Editor) -> None:
    editor.overlays.questions.pin(f"reach:{number}" for number in range(40))
    assert len(editor.overlays.questions.asked.pins) == MOST_PINS


def test_two_rulesets_are_compared(
    window: MainWindow, dock: OverlayDock, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    compared = dock.section.compared
    compared.setCurrentIndex(compared.findData("epic-path"))
    compared.activated.emit(compared.currentIndex())
    assert "difference:epic-path:movement:vala" in names(editor)
    assert "difference:epic-path:flanking" in names(editor)
    explain(window, hand, qtbot, 2.5, 9.5)
    qtbot.waitUntil(lambda: any("20 ft / 15 ft" in row for row in rows(window)))
    assert any("squares differ" in line for line in window.legend.lines)
    compared.setCurrentIndex(0)
    compared.activated.emit(0)
    assert not any(name.startswith("difference") for name in names(editor))


def test_the_receipt_of_a_square(window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    battle_map = editor.document.battle_map
    rough = paint(battle_map, Layer.DIFFICULT, rectangle_region(battle_map, Square(1, 8), Square(1, 9)), 2)
    editor.document.replace(rough)
    hand.click(5.5, 6.5)
    explain(window, hand, qtbot, 1.5, 9.5)
    shown = rows(window)
    assert any(row.startswith("35 ft = ") or row.startswith("30 ft = ") for row in shown)
    assert any("difficult" in row and "rules 3.2, 3.3" in row for row in shown)
    assert any("Ogre may strike" in row and "rules 4.3" in row for row in shown)
    assert any("No opponent threatens it" in row for row in shown)
    assert any(row.startswith("No cover from Vala") for row in shown)
    explain(window, hand, qtbot, 6.5, 6.5)
    shown = rows(window)
    assert any("cannot end there: occupied by an opponent, Ogre" in row for row in shown)
    assert any("Vala flanks Ogre with Tor" in row for row in shown)


def test_a_line_points_its_steps_out(window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    hand.click(5.5, 6.5)
    panel = explain(window, hand, qtbot, 2.5, 6.5)
    widget = next(each for each in panel.widgets if each.row.words.strip().startswith("3 straight"))
    place = QPointF(2, 2)
    middle = hand.pixel(4.5, 6.5)
    plain = window.canvas.grab().toImage().pixelColor(middle)
    QApplication.sendEvent(widget, QEnterEvent(place, place, widget.mapToGlobal(place)))
    step = window.canvas.theme.style(Role.STEP).line
    assert step is not None
    assert window.canvas.grab().toImage().pixelColor(middle).name() == step != plain.name()
    lines = [mark for mark in editor.pointed_out if isinstance(mark, Segments)]
    assert [mark.role for mark in lines] == [Role.PATH, Role.STEP]
    assert len(lines[1].ends) == 3
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
    assert editor.pointed_out == ()
    assert window.canvas.grab().toImage().pixelColor(middle) == plain
    assert "3 straight" in widget.accessibleName()
    assert widget.toolTip() == "3.3 · A straight step is 5 ft; diagonals are 5 ft each, or 5 and 10 in turn."
    assert widget.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_a_pinned_square_is_explained_while_the_hand_is_elsewhere(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.click(5.5, 6.5)
    explain(window, hand, qtbot, 2.5, 6.5)
    hand.key(Qt.Key.Key_Q)
    assert window.actions_["pin_square"].isChecked()
    assert any(isinstance(mark, Shape) for mark in editor.pointed_out)
    hand.move(10.5, 10.5)
    hand.drag((5.5, 6.5), (4.5, 6.5))
    qtbot.waitUntil(lambda: any(row.startswith("10 ft = ") for row in rows(window)))
    assert rows(window)[0] == "Square 2, 6 · pinned"
    hand.key(Qt.Key.Key_Q)
    assert editor.pointed_out == ()
    explain(window, hand, qtbot, 10.5, 10.5)
    assert rows(window)[0] == "Square 10, 10"


def test_the_panel_keeps_the_last_square_when_the_hand_leaves_the_map(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    explain(window, hand, qtbot, 2.5, 6.5)
    editor.point(None)
    qtbot.wait(30)
    assert rows(window)[0] == "Square 2, 6"


def test_a_dragged_creatures_receipt_is_that_of_its_way(
    window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot
) -> None:
    hand.press(5.5, 6.5)
    hand.move(2.5, 6.5)
    hand.key(Qt.Key.Key_Alt)
    hand.move(2.5, 9.5)
    qtbot.waitUntil(lambda: any(row.startswith("30 ft = 6 straight 30") for row in rows(window)))
    hand.key(Qt.Key.Key_Escape)
    hand.release(2.5, 9.5)


def test_a_receipt_in_movement(window: MainWindow, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    editor.document.commit(set_ruleset(editor.document.battle_map, "soulweaver"), "Rules")
    battle_map = editor.document.battle_map
    quick = tuple(replace(one, speed={"walk": 4}) for one in battle_map.creatures)
    editor.document.replace(battle_map.with_changes(creatures=quick))
    hand.click(5.5, 6.5)
    explain(window, hand, qtbot, 2.5, 6.5)
    assert any(row.startswith("3 Movement = 3 straight 3") for row in rows(window))
    assert any("within an advance of 4 Movement" in row and "rules 10" in row for row in rows(window))


def test_questions_have_words(editor: Editor) -> None:
    battle_map = editor.document.battle_map
    assert question_words("charge:vala:ogre", battle_map) == "Charge: Vala → Ogre"
    assert question_words("movement-by:fly:vala", battle_map) == "Movement of Vala (fly)"
    assert question_words("area:burst:20:3,4", battle_map).startswith("Area: burst")
