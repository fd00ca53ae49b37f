"""A hand that works on the canvas with real mouse and key events, in squares."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gridmap.app.canvas import Canvas
from gridmap.model import Point

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton


class Hand:
    """Presses, moves, releases, turns the wheel and types."""

    def __init__(self, canvas: Canvas, qtbot: QtBot) -> None:
        self.canvas = canvas
        self._qtbot = qtbot

    def pixel(self, x: float, y: float) -> QPoint:
        """The canvas's pixel of a place in squares."""
        return self.canvas.pixel_of(Point(x, y)).toPoint()

    def press(
        self,
        x: float,
        y: float,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        """The button goes down."""
        self._qtbot.mousePress(self.canvas, button, modifiers, self.pixel(x, y))

    def move(self, x: float, y: float) -> None:
        """The mouse moves there."""
        self._qtbot.mouseMove(self.canvas, self.pixel(x, y))

    def release(
        self,
        x: float,
        y: float,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        """The button comes up."""
        self._qtbot.mouseRelease(self.canvas, button, modifiers, self.pixel(x, y))

    def click(
        self,
        x: float,
        y: float,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        """Down and up at one place."""
        self.move(x, y)
        self.press(x, y, button, modifiers)
        self.release(x, y, button, modifiers)

    def drag(
        self,
        *places: tuple[float, float],
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NONE,
    ) -> None:
        """Down at the first place, over all the others, up at the last."""
        self.press(*places[0], button, modifiers)
        for place in places[1:]:
            self.move(*place)
        self.release(*places[-1], button, modifiers)

    def key(self, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """A key while the canvas has the focus."""
        self.canvas.setFocus()
        self._qtbot.keyClick(self.canvas, key, modifiers)

    def wheel(self, x: float, y: float, notches: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """The wheel turns over a place."""
        place = QPointF(self.pixel(x, y))
        event = QWheelEvent(
            place,
            self.canvas.mapToGlobal(place),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.canvas, event)
