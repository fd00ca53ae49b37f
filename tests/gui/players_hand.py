"""A hand on the players' window, in squares of the map."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gridmap.app.main_window import MainWindow
from gridmap.app.players.calibration import Calibration
from gridmap.app.players.feature import Players
from gridmap.app.players.perspective import Projection
from gridmap.app.players.presenter import Shown
from gridmap.app.players.room import PlayersRoom
from gridmap.model import Point

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def players_of(window: MainWindow) -> PlayersRoom:
    """The players' window and all about it."""
    found = window.features["Players"]
    assert isinstance(found, Players)
    return found.room


def players_at_first_start(window: MainWindow) -> Iterator[PlayersRoom]:
    """The players' window, shown, as at the first start, for as long as a fixture wants it."""
    found = players_of(window)
    found.memory.forget()
    _reset(found)
    window.actions_["players_window"].trigger()
    found.players_window.setGeometry(40, 40, 480, 360)
    yield found
    _reset(found)
    found.stage.close()
    found.memory.forget()


def _reset(players: PlayersRoom) -> None:
    players.presenter.freeze(False)
    players.presenter.make_blank(False)
    players.presenter.follow()
    players.presenter.show(**vars(Shown()))
    players.presenter.set_turn("")
    players.set_blank_picture(None)
    players.stage.set_calibration(Calibration())
    players.pings.clear()


class PlayersHand:
    """Presses, moves and releases on the players' window."""

    def __init__(self, players: PlayersRoom, qtbot: QtBot) -> None:
        self.players = players
        self.view = players.players_window.view
        self._qtbot = qtbot

    @property
    def projection(self) -> Projection:
        """How the map lies on the window."""
        assert self.view.projection is not None
        return self.view.projection

    def pixel(self, x: float, y: float) -> QPoint:
        """The widget's pixel of a place in squares."""
        return (self.projection.pixel_of(Point(x, y)) / self.view.devicePixelRatioF()).toPoint()

    def settle(self) -> None:
        """Wait until the picture is up to date."""
        window = self.players.players_window
        QApplication.processEvents()
        self._qtbot.waitUntil(lambda: window.up_to_date)

    def drag_pixels(self, start: QPointF, end: QPointF) -> None:
        """Drag from one of the widget's pixels to another."""
        self._qtbot.mousePress(self.view, LEFT, NONE, start.toPoint())
        self._qtbot.mouseMove(self.view, ((start + end) / 2).toPoint())
        self._qtbot.mouseMove(self.view, end.toPoint())
        self._qtbot.mouseRelease(self.view, LEFT, NONE, end.toPoint())

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """A key while the players' window has the focus."""
        self._qtbot.keyClick(self.players.players_window, key, modifiers)

    def wheel(self, at: QPointF, notches: int) -> None:
        """The wheel turns over a pixel of the widget.

        Qt hands a real turn on from the picture to the window behind it, an event made by hand not.
        """
        event = QWheelEvent(
            at,
            self.view.mapToGlobal(at),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.players.players_window, event)
