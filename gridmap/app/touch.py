"""Fingers on the canvas: two move and zoom the map, one works as the mouse's left button.

One that rests opens the menu of what is there, whatever the tool. Until it moves, is lifted or has rested for
so long nobody knows what it means, and the tool learns nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QApplication

from gridmap.app.guarded import guarded
from gridmap.app.later import Later

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

HOLD_MILLISECONDS = 600
"""A finger that rests for so long opens the menu."""
_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.MouseButton.NoButton


@guarded
class Touch(QObject):
    """Takes the canvas's touches. A gesture that one finger began is dropped when a second comes down."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._canvas = window.canvas
        self._editor = window.editor
        self._finger: QPointF | None = None
        self._pressed = False
        self._held = Later(self._open_menu, self, HOLD_MILLISECONDS)
        self._middle: QPointF | None = None
        self._spread = 1.0
        self._canvas.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self._canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the canvas's touches before it does."""
        if isinstance(event, QTouchEvent):
            self._touched(event)
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _touched(self, event: QTouchEvent) -> None:
        places = [point.position() for point in event.points()]
        match event.type():
            case QEvent.Type.TouchBegin if len(places) == 1:
                self._one_finger(places[0])
            case QEvent.Type.TouchBegin | QEvent.Type.TouchUpdate if len(places) >= 2:
                self._two_fingers(places[0], places[1])
            case QEvent.Type.TouchUpdate if self._finger is not None:
                self._drag(self._finger, places[0])
            case QEvent.Type.TouchEnd if self._finger is not None:
                self._lift(self._finger, places[0])
            case QEvent.Type.TouchEnd | QEvent.Type.TouchCancel:
                self._drop_finger()
                self._forget()
            case _:
                pass

    def _one_finger(self, place: QPointF) -> None:
        self._finger = place
        self._send(QEvent.Type.MouseMove, place, _NONE, _NONE)
        if self._editor.tool.active:
            # It goes on with what keys began: no menu opens in the midst of that.
            self._press(place)
        else:
            self._held.ask_again()

    def _press(self, place: QPointF) -> None:
        self._held.cancel()
        self._pressed = True
        self._send(QEvent.Type.MouseButtonPress, place, _LEFT, _LEFT)

    def _drag(self, before: QPointF, place: QPointF) -> None:
        if not self._pressed:
            if (place - before).manhattanLength() < QApplication.startDragDistance():
                return
            self._press(before)
        self._finger = place
        self._send(QEvent.Type.MouseMove, place, _NONE, _LEFT)

    def _lift(self, before: QPointF, place: QPointF) -> None:
        if not self._pressed:
            self._press(before)
            place = before
        self._send(QEvent.Type.MouseButtonRelease, place, _LEFT, _NONE)
        self._forget()

    def _open_menu(self) -> None:
        place = self._finger
        self._forget()
        if place is not None:
            self._canvas.menu_wanted.emit(self._canvas.mapToGlobal(place).toPoint())

    def _two_fingers(self, one: QPointF, other: QPointF) -> None:
        self._drop_finger()
        middle, apart = (one + other) / 2, other - one
        spread = max(1.0, (apart.x() ** 2 + apart.y() ** 2) ** 0.5)
        if self._middle is not None:
            moved = middle - self._middle
            self._canvas.pan(moved.x(), moved.y())
            self._canvas.zoom(spread / self._spread, middle)
        self._middle, self._spread = middle, spread

    def _drop_finger(self) -> None:
        """What one finger began is not meant: it was the first of two."""
        self._held.cancel()
        if self._finger is not None and self._pressed:
            self._editor.tool.escape()
            self._send(QEvent.Type.MouseButtonRelease, self._finger, _LEFT, _NONE)
        self._finger, self._pressed = None, False

    def _forget(self) -> None:
        self._held.cancel()
        self._finger = self._middle = None
        self._pressed = False

    def _send(self, kind: QEvent.Type, place: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        spot = self._canvas.mapToGlobal(place)
        event = QMouseEvent(kind, place, spot, button, held, QApplication.keyboardModifiers())
        QApplication.sendEvent(self._canvas, event)
