"""Setting the players' screen up by hand, on the screen itself and from the GM's panel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import CARD_MM, WHOLE, Calibration, Source
from gridmap.app.players.handles import SetUp
from gridmap.app.players.presenter import Showing, Shown
from gridmap.app.players.room import PlayersRoom
from gridmap.app.players.screens import ScreenName
from tests.gui.players_hand import PlayersHand, players_of


@pytest.fixture
def players(window: MainWindow) -> Iterator[PlayersRoom]:
    """The players' window, shown, with nothing set up."""
    found = players_of(window)
    found.memory.forget()
    found.presenter.show(**vars(Shown()))
    window.actions_["players_window"].trigger()
    found.players_window.setGeometry(20, 20, 600, 400)
    found.stage.set_calibration(Calibration())
    yield found
    found.players_window.set_up(SetUp.NOTHING)
    found.stage.set_calibration(Calibration())
    found.stage.close()
    found.memory.forget()


@pytest.fixture
def guest(players: PlayersRoom, qtbot: QtBot) -> PlayersHand:
    """A hand on the players' window."""
    hand = PlayersHand(players, qtbot)
    hand.settle()
    return hand


def button(players: PlayersRoom, words: str) -> QPushButton:
    return next(each for each in players.screen_panel.findChildren(QPushButton) if each.text() == words)


def test_a_line_matched_with_a_card(players: PlayersRoom, guest: PlayersHand) -> None:
    panel, window = players.screen_panel, players.players_window
    button(players, "Match a line on the screen").click()
    guest.settle()
    assert players.bar.sign.word == "TEST CARD"
    line = window.handles.line
    assert line is not None
    left, right = window.handles.places(guest.projection, window.calibration)
    guest.drag_pixels(right, QPointF(left.x() + 214.0, right.y() + 9))
    guest.settle()
    assert window.calibration.source is Source.LINE
    assert window.calibration.pixels_per_mm == pytest.approx(214 / CARD_MM, rel=0.01)
    # The arrow keys move the handle that was grasped last, by single pixels.
    before = window.handles.line
    assert before is not None
    guest.key(Qt.Key.Key_Right)
    guest.key(Qt.Key.Key_Right)
    after = window.handles.line
    assert after is not None
    assert after.length == pytest.approx(before.length + 2)
    assert window.calibration.pixels_per_mm == pytest.approx(after.length / CARD_MM)
    # Another length on the ruler.
    panel._lengths.setCurrentIndex(1)
    panel._lengths.activated.emit(1)
    assert window.calibration.pixels_per_mm == pytest.approx(after.length / 100.0)
    guest.key(Qt.Key.Key_Escape)
    guest.settle()
    assert window.handles.set_up is SetUp.NOTHING
    assert not button(players, "Match a line on the screen").isChecked()
    assert players.presenter.showing is Showing.MAP
    assert "ruler" in panel.words


def test_the_line_is_measured_on_the_flat_picture(players: PlayersRoom, guest: PlayersHand) -> None:
    """On a slanted projector a line is as long as it lies on the wall, not as it lies on the chip."""
    window = players.players_window
    slanted = replace(Calibration(), corners=((0.1, 0.0), (0.9, 0.0), (1.0, 1.0), (0.0, 1.0)))
    players.stage.set_calibration(slanted)
    window.set_up(SetUp.LINE)
    guest.settle()
    left, right = window.handles.places(guest.projection, window.calibration)
    line = window.handles.line
    assert line is not None
    on_chip = ((right.x() - left.x()) ** 2 + (right.y() - left.y()) ** 2) ** 0.5
    assert on_chip < line.length * 0.98
    for end, place in ((line.left, left), (line.right, right)):
        assert guest.projection.picture_point(place).x() == pytest.approx(end, abs=0.01)


def test_corners_are_dragged_straight(players: PlayersRoom, guest: PlayersHand) -> None:
    window = players.players_window
    button(players, "Drag the four corners").click()
    guest.settle()
    guest.drag_pixels(QPointF(2, 2), QPointF(62, 42))
    guest.settle()
    corners = window.calibration.corners
    assert corners[0] == pytest.approx((62 / 600, 42 / 400), abs=0.01)
    assert corners[1:] == WHOLE[1:]
    guest.key(Qt.Key.Key_Tab)
    assert window.handles.chosen == 1
    guest.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    guest.settle()
    assert window.calibration.corners[1] == pytest.approx((1 - 10 / 600, 0.0))
    # A corner that would fold the picture stays.
    guest.drag_pixels(QPointF(62, 42), QPointF(590, 390))
    guest.settle()
    assert window.calibration.corners[0][0] < 0.9
    assert players.memory.calibration(_name(players)) == window.calibration, "remembered"
    button(players, "Corners as they were").click()
    assert window.calibration.is_straight


def _name(players: PlayersRoom) -> ScreenName:
    return players.stage.screen_name or ScreenName.of(players.players_window.screen())


def test_the_card_shows_nothing_of_the_map(
    window: MainWindow, players: PlayersRoom, guest: PlayersHand
) -> None:
    players.players_window.set_up(SetUp.CORNERS)
    guest.settle()
    before = players.players_window.view.painted.copy()
    window.editor.document.commit(
        window.editor.document.battle_map.with_changes(creatures=(), walls=()), "Clear"
    )
    guest.settle()
    assert players.players_window.view.painted == before
    players.players_window.set_up(SetUp.NOTHING)
    guest.settle()
    assert players.players_window.view.painted != before


def test_fields_of_the_panel(players: PlayersRoom, guest: PlayersHand) -> None:
    panel, window = players.screen_panel, players.players_window
    panel._overscan.setValue(5.0)
    panel._brightness.setValue(120)
    panel._turn.setValue(3.5)
    panel._inverted.click()
    calibration = window.calibration
    assert calibration.overscan == pytest.approx(0.05)
    assert calibration.brightness == pytest.approx(1.2)
    assert calibration.turn == pytest.approx(3.5)
    assert calibration.inverted_grid
    guest.settle()
    painted = window.view.painted
    assert painted.pixelColor(5, 200).lightness() == 0, "the overscan is black"
    assert panel.screens.count() >= 1
    assert panel.screens.currentIndex() >= 0


def test_handles_wait_for_a_window(window: MainWindow, players: PlayersRoom) -> None:
    players.stage.close()
    button(players, "Drag the four corners").click()
    assert not button(players, "Drag the four corners").isChecked()
    assert "first" in window.strip.text
