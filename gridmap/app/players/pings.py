"""Pings: rings that run out from a place where somebody points, on both screens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gridmap.app.guarded import guarded
from gridmap.model import Point
from gridmap.render.colour import colour
from gridmap.render.theme import Theme

HOLD_MILLISECONDS = 450
"""So long a button is held for a ping."""
PING_SECONDS = 2.4
_FRAME_MILLISECONDS = 16
_RINGS = 3
_STEADY_PIXELS = 6
"""A hand that moves no farther is held still."""
_LEAST_RADIUS = 34.0
_SQUARES = 1.6
"""How far the rings run, in squares, and at least so many pixels."""


@dataclass(frozen=True)
class Ping:
    """A place that somebody points at.

    Attributes:
        at: the place on the map, in squares.
        begun: when, by `perf_counter`.
    """

    at: Point
    begun: float

    def share(self, now: float) -> float:
        """How much of its time is over, from 0 to 1."""
        return min(1.0, max(0.0, (now - self.begun) / PING_SECONDS))


class Pings(QObject):
    """The pings that are to be seen now. It ticks only while there is one."""

    changed = Signal()
    """Rings are larger now, begin or are gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pings: tuple[Ping, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._tick)

    @property
    def pings(self) -> tuple[Ping, ...]:
        """Those to be seen, oldest first."""
        return self._pings

    def ping(self, at: Point) -> None:
        """Point at a place."""
        self._pings = (*self._pings[-7:], Ping(at, perf_counter()))
        self._timer.start()
        self.changed.emit()

    def clear(self) -> None:
        """Take all pings away."""
        self._timer.stop()
        if self._pings:
            self._pings = ()
            self.changed.emit()

    def _tick(self) -> None:
        now = perf_counter()
        self._pings = tuple(ping for ping in self._pings if ping.share(now) < 1)
        if not self._pings:
            self._timer.stop()
        self.changed.emit()


def ping_radius(scale: float) -> float:
    """How far rings run at so many pixels a square, in pixels."""
    return max(_LEAST_RADIUS, _SQUARES * scale)


def ping_box(centre: QPointF, scale: float) -> QRect:
    """The pixels that a ping may touch."""
    radius = ping_radius(scale) + 8
    return QRect(
        int(centre.x() - radius) - 1, int(centre.y() - radius) - 1, int(2 * radius) + 3, int(2 * radius) + 3
    )


def paint_ping(painter: QPainter, ping: Ping, centre: QPointF, scale: float, theme: Theme) -> None:
    """Rings that run out from a dot, light over dark so that any ground shows them."""
    share, radius = ping.share(perf_counter()), ping_radius(scale)
    fade = 1.0 if share < 0.6 else (1 - share) / 0.4
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number in range(_RINGS):
        run = (share * 2.2 + number / _RINGS) % 1.0
        for shade, width in ((theme.creatures.select_edge, 6.0), (theme.creatures.select, 3.0)):
            painter.setPen(QPen(_faded(shade, fade * (1 - run)), width))
            painter.drawEllipse(centre, radius * run, radius * run)
    painter.setPen(QPen(_faded(theme.creatures.select_edge, fade), 2))
    painter.setBrush(_faded(theme.creatures.select, fade))
    painter.drawEllipse(centre, 5.0, 5.0)


def _faded(text: str, share: float) -> QColor:
    shade = QColor(colour(text))
    shade.setAlphaF(shade.alphaF() * max(0.0, min(1.0, share)))
    return shade


@guarded
class HoldWatch(QObject):
    """Tells when the left button is held still on a widget."""

    held = Signal(QPointF)
    """At a place of the widget."""

    def __init__(self, widget: QWidget, may_hold: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._may_hold = may_hold
        self._at: QPointF | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(HOLD_MILLISECONDS)
        self._timer.timeout.connect(self._tell)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch the button; nothing is taken from the widget."""
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
            if plain and self._may_hold():
                self._at = event.position()
                self._timer.start()
            else:
                self._stop()
        elif kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and self._at is not None:
            if (event.position() - self._at).manhattanLength() > _STEADY_PIXELS:
                self._stop()
        elif kind in (QEvent.Type.MouseButtonRelease, QEvent.Type.Leave, QEvent.Type.Hide):
            self._stop()
        return super().eventFilter(watched, event)

    def _stop(self) -> None:
        self._timer.stop()
        self._at = None

    def _tell(self) -> None:
        if self._at is not None:
            self.held.emit(self._at)
        self._at = None
