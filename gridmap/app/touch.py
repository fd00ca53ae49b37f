"""Fingers on the canvas: two move and zoom the map, one works as the mouse's left button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QApplication

from gridmap.app.guarded import guarded

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

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
                self._finger = places[0]
                self._send(QEvent.Type.MouseMove, places[0], _NONE, _NONE)
                self._send(QEvent.Type.MouseButtonPress, places[0], _LEFT, _LEFT)
            case QEvent.Type.TouchBegin | QEvent.Type.TouchUpdate if len(places) >= 2:
                self._two_fingers(places[0], places[1])
            case QEvent.Type.TouchUpdate if self._finger is not None:
                self._finger = places[0]
                self._send(QEvent.Type.MouseMove, places[0], _NONE, _LEFT)
            case QEvent.Type.TouchEnd if self._finger is not None:
                self._send(QEvent.Type.MouseButtonRelease, places[0], _LEFT, _NONE)
                self._forget()
            case QEvent.Type.TouchEnd | QEvent.Type.TouchCancel:
                self._drop_finger()
                self._forget()
            case _:
                pass

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
        if self._finger is not None:
            self._editor.tool.escape()
            self._send(QEvent.Type.MouseButtonRelease, self._finger, _LEFT, _NONE)
        self._finger = None

    def _forget(self) -> None:
        self._finger = self._middle = None

    def _send(self, kind: QEvent.Type, place: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        spot = self._canvas.mapToGlobal(place)
        event = QMouseEvent(kind, place, spot, button, held, QApplication.keyboardModifiers())
        QApplication.sendEvent(self._canvas, event)
