"""What the players' window adds to the GM's canvas: the frame round what players see, and pings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gridmap.app.canvas import Canvas
from gridmap.app.guarded import guarded
from gridmap.app.players.framing import Framing
from gridmap.app.players.pings import Pings, paint_ping, ping_box
from gridmap.model import Point
from gridmap.render.colour import colour

_NEAR = 9.0
"""Pixels within which a side or a handle is grasped."""
_HANDLE = 5.0
"""Half the side of a handle, in pixels."""


class Grip(Enum):
    """A part of the frame that a hand takes: (which x follows it, which y), 0 for neither side."""

    TOP_LEFT = (-1, -1)
    TOP_RIGHT = (1, -1)
    BOTTOM_RIGHT = (1, 1)
    BOTTOM_LEFT = (-1, 1)
    TOP = (0, -1)
    RIGHT = (1, 0)
    BOTTOM = (0, 1)
    LEFT = (-1, 0)
    ALL = (0, 0)


_CURSORS = {
    Grip.TOP_LEFT: Qt.CursorShape.SizeFDiagCursor,
    Grip.BOTTOM_RIGHT: Qt.CursorShape.SizeFDiagCursor,
    Grip.TOP_RIGHT: Qt.CursorShape.SizeBDiagCursor,
    Grip.BOTTOM_LEFT: Qt.CursorShape.SizeBDiagCursor,
    Grip.TOP: Qt.CursorShape.SizeVerCursor,
    Grip.BOTTOM: Qt.CursorShape.SizeVerCursor,
    Grip.LEFT: Qt.CursorShape.SizeHorCursor,
    Grip.RIGHT: Qt.CursorShape.SizeHorCursor,
    Grip.ALL: Qt.CursorShape.SizeAllCursor,
}


@dataclass(frozen=True)
class Frame:
    """The frame as it is drawn.

    Attributes:
        framing: the part of the map that was asked for.
        outline: corners of all that the players' screen shows of the map; empty while there is none.
        fixed: squares have their real size: the frame is moved by whole squares and keeps its size.
    """

    framing: Framing
    outline: tuple[Point, ...] = ()
    fixed: bool = False


@guarded
class CanvasMarks(QWidget):
    """Lies over the canvas and lets the hand through, but for the frame's sides and handles."""

    framed = Signal(object)
    """A hand made another `Framing`."""

    def __init__(self, canvas: Canvas, pings: Pings, frame: Callable[[], Frame | None]) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pings = pings
        self._frame = frame
        self._drag: tuple[Grip, QPointF, Framing] | None = None
        self._pointing = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(canvas.rect())
        canvas.installEventFilter(self)
        canvas.viewport_changed.connect(self.look)
        pings.changed.connect(self._show_pings)
        self._was_pinged = False
        self.look()

    @property
    def frame(self) -> Frame | None:
        """The frame to be seen now."""
        return self._frame()

    def look(self) -> None:
        """Draw what is to be seen now; nothing lies on the canvas while there is nothing."""
        wanted = self.frame is not None or bool(self._pings.pings)
        if wanted != self.isVisible():
            self.setVisible(wanted)
            self.raise_()
        if wanted:
            self.update()

    def pixel_of(self, point: Point) -> QPointF:
        """The canvas's pixel of a place of the map."""
        return self._canvas.pixel_of(point)

    def box(self, framing: Framing) -> QRectF:
        """The frame in the canvas's pixels."""
        return QRectF(
            self.pixel_of(Point(framing.left, framing.top)),
            self.pixel_of(Point(framing.right, framing.bottom)),
        )

    def grip_at(self, at: QPointF) -> Grip | None:
        """What of the frame a hand at a pixel would take."""
        frame = self.frame
        if frame is None:
            return None
        box = self.box(frame.framing)
        if not box.adjusted(-_NEAR, -_NEAR, _NEAR, _NEAR).contains(at):
            return None
        x = _side(at.x(), box.left(), box.right())
        y = _side(at.y(), box.top(), box.bottom())
        if (x, y) == (0, 0):
            return None
        if frame.fixed:
            return Grip.ALL
        if 0 not in (x, y):
            return Grip((x, y))
        # In the middle of a side is its handle; the rest of the side moves the frame.
        middle = box.center()
        off = abs(at.y() - middle.y()) if y == 0 else abs(at.x() - middle.x())
        return Grip((x, y)) if off <= 2 * _NEAR else Grip.ALL

    # The hand

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take presses on the frame before the tools do."""
        kind = event.type()
        if kind == QEvent.Type.Resize:
            self.setGeometry(self._canvas.rect())
        elif isinstance(event, QMouseEvent):
            if kind == QEvent.Type.MouseButtonPress:
                return self._press(event)
            if kind == QEvent.Type.MouseMove:
                return self._move(event)
            if kind == QEvent.Type.MouseButtonRelease and self._drag is not None:
                self._drag = None
                return True
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent) -> bool:
        frame = self.frame
        grip = self.grip_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or event.modifiers() or grip is None or frame is None:
            return False
        self._drag = (grip, event.position(), frame.framing)
        return True

    def _move(self, event: QMouseEvent) -> bool:
        if self._drag is not None:
            self._pull(event.position())
            return True
        grip = None if event.buttons() else self.grip_at(event.position())
        if grip is not None:
            self._canvas.setCursor(_CURSORS[grip])
            self._pointing = True
        elif self._pointing:
            self._canvas.setCursor(self._canvas.editor.tool.cursor)
            self._pointing = False
        return False

    def _pull(self, at: QPointF) -> None:
        assert self._drag is not None
        grip, start, framing = self._drag
        scale = self._canvas.viewport.scale
        dx, dy = (at.x() - start.x()) / scale, (at.y() - start.y()) / scale
        frame = self.frame
        if frame is not None and frame.fixed:
            dx, dy = round(dx), round(dy)
        if grip is Grip.ALL:
            self.framed.emit(framing.shifted(dx, dy))
            return
        x, y = grip.value
        self.framed.emit(
            framing.with_sides(
                framing.left + (dx if x < 0 else 0),
                framing.top + (dy if y < 0 else 0),
                framing.right + (dx if x > 0 else 0),
                framing.bottom + (dy if y > 0 else 0),
            )
        )

    # Drawing

    def _show_pings(self) -> None:
        pinged = bool(self._pings.pings)
        if pinged and self.isVisible() and self._was_pinged:
            scale = self._canvas.viewport.scale
            for ping in self._pings.pings:
                self.update(ping_box(self.pixel_of(ping.at), scale))
        else:
            self.look()
        self._was_pinged = pinged

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        frame = self.frame
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if frame is not None:
                self._paint_frame(painter, frame)
            for ping in self._pings.pings:
                centre = self.pixel_of(ping.at)
                paint_ping(painter, ping, centre, self._canvas.viewport.scale, self._canvas.theme)

    def _paint_frame(self, painter: QPainter, frame: Frame) -> None:
        look = self._canvas.theme.creatures
        light, dark = colour(look.select), colour(look.select_edge)
        box = self.box(frame.framing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if frame.outline and not frame.fixed:
            self._paint_outline(painter, frame.outline)
        for shade, width in ((dark, 4.5), (light, 2.0)):
            painter.setPen(QPen(shade, width))
            painter.drawRect(box)
        if not frame.fixed:
            painter.setPen(QPen(dark, 1.5))
            painter.setBrush(light)
            for place in handle_places(box):
                painter.drawRect(QRectF(place.x() - _HANDLE, place.y() - _HANDLE, 2 * _HANDLE, 2 * _HANDLE))
        words = self.tr("Players")
        metrics = QFontMetricsF(painter.font())
        tab = QRectF(0, 0, metrics.horizontalAdvance(words) + 14, metrics.height() + 6)
        tab.moveBottomLeft(box.topLeft() + QPointF(14, -6))
        if tab.top() < 2:
            tab.moveTop(box.top() + 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.badge))
        painter.drawRoundedRect(tab, 4, 4)
        painter.setPen(colour(look.badge_text))
        painter.drawText(tab, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_outline(self, painter: QPainter, outline: Sequence[Point]) -> None:
        """All that the screen shows, where it has another shape than the frame."""
        look = self._canvas.theme.creatures
        shape = QPolygonF([self.pixel_of(point) for point in outline])
        painter.setPen(QPen(colour(look.select_edge), 3))
        painter.drawPolygon(shape)
        painter.setPen(QPen(colour(look.select), 1.25, Qt.PenStyle.DashLine))
        painter.drawPolygon(shape)


def handle_places(box: QRectF) -> list[QPointF]:
    """The middles of the frame's handles, in the order of `Grip`."""
    middle = box.center()
    return [
        box.topLeft(),
        box.topRight(),
        box.bottomRight(),
        box.bottomLeft(),
        QPointF(middle.x(), box.top()),
        QPointF(box.right(), middle.y()),
        QPointF(middle.x(), box.bottom()),
        QPointF(box.left(), middle.y()),
    ]


def _side(at: float, low: float, high: float) -> int:
    """-1 near the lower side, 1 near the higher, 0 near neither; the nearer one where both are."""
    if min(abs(at - low), abs(at - high)) > _NEAR:
        return 0
    return -1 if abs(at - low) <= abs(at - high) else 1
