"""Teams with looks of their own, and the order of turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidgetItem
from pytestqt.qtbot import QtBot

from gridmap.app.docks.teams import COLOURS, TeamsPanel
from gridmap.app.docks.turn_order import TurnOrderPanel, initiative_from, turn_order
from gridmap.app.editor import Editor
from gridmap.app.main_window import MainWindow
from gridmap.app.players.feature import Players
from gridmap.app.players.presenter import Presenter
from gridmap.app.turns import TeamsAndTurns
from gridmap.model import Point
from gridmap.model.team import Team, TokenShape
from tests.gui.hand import Hand


@pytest.fixture
def feature(window: MainWindow, qtbot: QtBot) -> Iterator[TeamsAndTurns]:
    """Both panels in sight."""
    found = window.features["TeamsAndTurns"]
    assert isinstance(found, TeamsAndTurns)
    window.actions_["teams"].trigger()
    window.actions_["turn_order"].trigger()
    qtbot.waitUntil(found.order.isVisible)
    yield found
    presenter(window).set_turn("")
    found.teams.hide()
    found.order.hide()


@pytest.fixture
def teams(feature: TeamsAndTurns) -> TeamsPanel:
    return feature.teams


@pytest.fixture
def order(feature: TeamsAndTurns) -> TurnOrderPanel:
    return feature.order


def presenter(window: MainWindow) -> Presenter:
    players = window.features["Players"]
    assert isinstance(players, Players)
    return players.presenter


def cell(order: TurnOrderPanel, creature: str) -> QTableWidgetItem:
    rows = [order.table.item(row, 1) for row in range(order.table.rowCount())]
    return next(item for item in rows if item.data(Qt.ItemDataRole.UserRole) == creature)


def titles(order: TurnOrderPanel) -> list[str]:
    return [order.table.item(row, 0).text() for row in range(order.table.rowCount())]


# Teams


def test_a_team_gets_a_colour_and_a_shape(teams: TeamsPanel, window: MainWindow, editor: Editor) -> None:
    before = editor.document.battle_map
    teams.choose("foes")
    green = next(at for at, (_, name) in enumerate(COLOURS) if name == "Green")
    teams.swatches[green].click()
    index = [*(None, *TokenShape)].index(TokenShape.SQUARE)
    teams.shape.setCurrentIndex(index)
    teams.shape.activated.emit(index)
    assert editor.document.battle_map.teams == (Team("foes", COLOURS[green][0], TokenShape.SQUARE),)
    assert editor.document.labels == ("Change team foes", "Change team foes")
    shown = window.canvas.grab().toImage().pixelColor(window.canvas.pixel_of(Point(6.25, 7.7)).toPoint())
    assert shown.green() > shown.red()
    assert shown.green() > shown.blue()
    teams.no_colour.click()
    teams.forget_button.click()
    assert editor.document.battle_map.teams == ()
    for _ in range(4):
        editor.undo()
    assert editor.document.battle_map is before
    assert teams.current == "foes"


def test_a_team_is_renamed_with_its_creatures(teams: TeamsPanel, editor: Editor, qtbot: QtBot) -> None:
    teams.choose("foes")
    teams.name.setFocus()
    teams.name.selectAll()
    qtbot.keyClicks(teams.name, "orcs")
    qtbot.keyClick(teams.name, Qt.Key.Key_Return)
    assert editor.document.battle_map.creature("ogre").team == "orcs"
    assert teams.current == "orcs"
    before = editor.document.battle_map
    teams.name.selectAll()
    qtbot.keyClicks(teams.name, "party")
    qtbot.keyClick(teams.name, Qt.Key.Key_Return)
    assert editor.document.battle_map is before, "two teams do not become one by a slip"
    assert teams.name.text() == "orcs"


def test_a_team_is_added_marked_as_the_party_and_selected(
    teams: TeamsPanel, editor: Editor, window: MainWindow
) -> None:
    teams.add_button.click()
    assert teams.current == "New team"
    teams.choose("party")
    teams.party.click()
    assert Team("party", party=True) in editor.document.battle_map.teams
    teams.select_button.click()
    assert editor.selection.ids == {"vala", "tor"}


# Turns


@pytest.mark.parametrize(
    ("text", "expected"), [("17", 17), ("-2", -2), ("+3", 13), ("d20+3", 13), ("1d20 − 1", 9), ("", None)]
)
def test_an_initiative_is_typed_or_rolled(text: str, expected: int | None) -> None:
    assert initiative_from(text, lambda: 10) == expected


@pytest.mark.parametrize("text", ["x", "d6+1", "3d20", "1e5", "12345"])
def test_what_is_no_initiative_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        initiative_from(text, lambda: 10)


def test_initiative_is_typed_in_the_list_and_sorts_it(
    order: TurnOrderPanel, editor: Editor, window: MainWindow
) -> None:
    cell(order, "tor").setText("21")
    cell(order, "ogre").setText("7")
    cell(order, "vala").setText("12")
    assert [each.id for each in turn_order(editor.document.battle_map)] == ["tor", "vala", "ogre"]
    assert titles(order) == ["Tor", "Vala", "Ogre"]
    assert editor.document.labels[0] == "Initiative of Tor"
    cell(order, "vala").setText("soon")
    assert "soon" in window.strip.text
    assert cell(order, "vala").text() == "12"
    editor.undo()
    assert editor.document.battle_map.creature("vala").initiative is None


def test_everyone_is_rolled_for_in_one_step(order: TurnOrderPanel, editor: Editor) -> None:
    before = editor.document.battle_map
    order.roll_button.click()
    rolled = [each.initiative for each in editor.document.battle_map.creatures]
    assert all(value is not None and 1 <= value <= 20 for value in rolled)
    assert editor.document.labels == ("Roll initiative",)
    editor.undo()
    assert editor.document.battle_map is before


def test_turns_go_round_with_the_players_ring(
    feature: TeamsAndTurns, order: TurnOrderPanel, editor: Editor, window: MainWindow
) -> None:
    for name, value in (("tor", "21"), ("vala", "12"), ("ogre", "7")):
        cell(order, name).setText(value)
    order.next_button.click()
    assert (presenter(window).turn, feature.round) == ("tor", 1)
    assert editor.selection.ids == {"tor"}
    assert titles(order)[0] == "▶ Tor"
    presenter(window).next_turn()  # the players' own key does the same
    order.next_button.click()
    assert (presenter(window).turn, feature.round) == ("ogre", 1)
    presenter(window).next_turn()
    assert (presenter(window).turn, feature.round, order.round_label.text()) == ("tor", 2, "Round 2")
    order.previous_button.click()
    assert (presenter(window).turn, feature.round) == ("ogre", 1)
    for _ in range(5):
        order.previous_button.click()
    assert (presenter(window).turn, feature.round) == ("tor", 1), "there is nothing before the first turn"
    order.end_button.click()
    assert (presenter(window).turn, feature.round) == ("", 0)
    assert turn_order(editor.document.battle_map) == ()


def test_rows_are_taken_out_by_keys(order: TurnOrderPanel, editor: Editor, hand: Hand, qtbot: QtBot) -> None:
    order.roll_button.click()
    hand.click(6.5, 6.5)
    order.table.setFocus()
    qtbot.keyClick(order.table, Qt.Key.Key_Delete)
    battle_map = editor.document.battle_map
    assert battle_map.creature("ogre").initiative is None
    assert battle_map.creature("vala").initiative is not None
    assert len(battle_map.creatures) == 3


def test_a_double_click_gives_the_turn(order: TurnOrderPanel, window: MainWindow, qtbot: QtBot) -> None:
    order.roll_button.click()
    item = order.table.item(1, 0)
    place = order.table.visualItemRect(item).center()
    qtbot.mouseClick(order.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(order.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert presenter(window).turn == item.data(Qt.ItemDataRole.UserRole)
