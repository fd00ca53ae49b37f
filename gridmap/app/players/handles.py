"""Setting a screen up on the screen itself: a line to match with a ruler, corners to pull straight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import hypot

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from gridmap.app.players.calibration import Calibration, Corner
from gridmap.app.players.perspective import Projection
from gridmap.render.colour import colour
from gridmap.render.theme import Theme

_NEAR = 28.0
"""Pixels of a screen of ordinary fineness within which a handle is grasped."""
_CARD_SHAPE = 53.98 / 85.60


class SetUp(StrEnum):
    """What is being set up on the players' screen."""

    NOTHING = "nothing"
    LINE = "line"
    CORNERS = "corners"


@dataclass(frozen=True)
class Line:
    """A level line on the flat picture, in its pixels: one that a ruler is laid along."""

    left: float
    right: float
    y: float

    @property
    def length(self) -> float:
        """In pixels."""
        return abs(self.right - self.left)


class Handles(QObject):
    """The handles on the players' screen. Places are in the screen's own pixels."""

    changed = Signal()
    """Something is to be drawn anew."""
    line_changed = Signal(float)
    """The line is so many pixels long now."""
    corner_moved = Signal(int, float, float)
    """A corner is to lie at these shares of the painted part."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._set_up = SetUp.NOTHING
        self._line: Line | None = None
        self._grasped: int | None = None
        self._chosen = 1

    @property
    def set_up(self) -> SetUp:
        """What is being set up."""
        return self._set_up

    @property
    def chosen(self) -> int:
        """The handle that the arrow keys move."""
        return self._chosen

    @property
    def line(self) -> Line | None:
        """The line, None before it was drawn for the first time."""
        return self._line

    def begin(self, set_up: SetUp) -> None:
        """Set something up, or end it."""
        if set_up is not self._set_up:
            self._set_up = set_up
            self._grasped = None
            self._chosen = 1 if set_up is SetUp.LINE else 0
            self.changed.emit()

    def start_line(self, projection: Projection, length: float) -> None:
        """Lay the line in the middle of the picture."""
        size = projection.picture_size
        length = min(length, size.width() * 0.9)
        middle = size.width() / 2
        self._set_line(Line(middle - length / 2, middle + length / 2, size.height() * 0.62))

    def line_is_on(self, projection: Projection) -> bool:
        """Whether the line lies on the picture, which may have been turned or become smaller since."""
        size = projection.picture_size
        line = self._line
        return line is not None and 0 <= line.left < line.right <= size.width() and line.y < size.height()

    # The hand

    def press(self, at: QPointF, projection: Projection, calibration: Calibration, fineness: float) -> bool:
        """Grasp the nearest handle; False where none is near."""
        places = self.places(projection, calibration)
        distances = [hypot(at.x() - place.x(), at.y() - place.y()) for place in places]
        if not distances or min(distances) > _NEAR * fineness * 2:
            return False
        self._grasped = self._chosen = distances.index(min(distances))
        self.changed.emit()
        return True

    def drag(self, at: QPointF, projection: Projection, calibration: Calibration) -> None:
        """Move the handle in hand."""
        if self._grasped is not None:
            self._move(self._grasped, at, projection, calibration)

    def release(self) -> None:
        """Let go."""
        self._grasped = None

    def nudge(self, dx: float, dy: float, projection: Projection, calibration: Calibration) -> None:
        """Move the chosen handle by so many pixels."""
        places = self.places(projection, calibration)
        if self._chosen < len(places):
            self._move(self._chosen, places[self._chosen] + QPointF(dx, dy), projection, calibration)

    def choose_next(self) -> None:
        """Choose the next handle for the arrow keys."""
        count = 2 if self._set_up is SetUp.LINE else 4
        self._chosen = (self._chosen + 1) % count
        self.changed.emit()

    def places(self, projection: Projection, calibration: Calibration) -> list[QPointF]:
        """Where the handles are on the screen."""
        if self._set_up is SetUp.LINE and self._line is not None:
            ends = (QPointF(self._line.left, self._line.y), QPointF(self._line.right, self._line.y))
            return [projection.to_screen.map(end) for end in ends]
        if self._set_up is SetUp.CORNERS:
            box = projection.content
            return [_at_share(box, corner) for corner in calibration.corners]
        return []

    def _move(self, number: int, at: QPointF, projection: Projection, calibration: Calibration) -> None:
        if self._set_up is SetUp.CORNERS:
            box = projection.content
            x = (at.x() - box.x()) / box.width()
            y = (at.y() - box.y()) / box.height()
            self.corner_moved.emit(number, min(1.25, max(-0.25, x)), min(1.25, max(-0.25, y)))
        elif self._set_up is SetUp.LINE and self._line is not None:
            x = projection.picture_point(at).x()
            if number == 0:
                self._set_line(Line(min(x, self._line.right - 20), self._line.right, self._line.y))
            else:
                self._set_line(Line(self._line.left, max(x, self._line.left + 20), self._line.y))

    def _set_line(self, line: Line) -> None:
        self._line = line
        self.line_changed.emit(line.length)
        self.changed.emit()

    # Drawing

    def paint(
        self,
        painter: QPainter,
        projection: Projection,
        calibration: Calibration,
        theme: Theme,
        fineness: float,
        millimetres: float,
    ) -> None:
        """Draw the handles above the picture, in the screen's own pixels."""
        light, dark = colour(theme.creatures.select), colour(theme.creatures.select_edge)
        painter.save()
        if self._set_up is SetUp.LINE and self._line is not None:
            painter.setTransform(projection.to_screen, True)
            _paint_line(painter, self._line, fineness, millimetres)
            painter.restore()
            painter.save()
        for number, place in enumerate(self.places(projection, calibration)):
            radius = (15.0 if number == self._chosen else 11.0) * fineness
            painter.setPen(QPen(dark, 5 * fineness))
            painter.setBrush(QColor(light.red(), light.green(), light.blue(), 90))
            painter.drawEllipse(place, radius, radius)
            painter.setPen(QPen(light, 2.5 * fineness))
            painter.drawEllipse(place, radius, radius)
            if number == self._chosen:
                # The one that the arrow keys move has a cross as well.
                arm = radius * 0.55
                painter.drawLine(place - QPointF(arm, 0), place + QPointF(arm, 0))
                painter.drawLine(place - QPointF(0, arm), place + QPointF(0, arm))
        painter.restore()


def _paint_line(painter: QPainter, line: Line, fineness: float, millimetres: float) -> None:
    """A level line between two uprights, and beneath it the outline of a card as long."""
    left, right = QPointF(line.left, line.y), QPointF(line.right, line.y)
    arm = 34 * fineness
    for shade, width in ((QColor("black"), 5 * fineness), (QColor("white"), 2 * fineness)):
        painter.setPen(QPen(shade, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(left, right)
        for end in (left, right):
            painter.drawLine(end - QPointF(0, arm), end + QPointF(0, arm))
    card = QRectF(line.left, line.y + arm * 1.3, line.length, line.length * _CARD_SHAPE)
    painter.setPen(QPen(QColor("white"), 1.5 * fineness, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(card, 10 * fineness, 10 * fineness)
    font = QFont(painter.font())
    font.setPixelSize(round(20 * fineness))
    painter.setFont(font)
    words = QCoreApplication.translate("calibration", "{length} mm").format(length=f"{millimetres:g}")
    box = QRectF(line.left, line.y - arm * 2.4, line.length, arm)
    painter.setPen(QColor("white"))
    painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, words)


def _at_share(box: QRectF, corner: Corner) -> QPointF:
    return QPointF(box.x() + corner[0] * box.width(), box.y() + corner[1] * box.height())


def paint_test_card(
    painter: QPainter, projection: Projection, calibration: Calibration, fineness: float, words: str
) -> None:
    """Squares of the size that is set, a circle, and the borders: what is straight shows, and what is not."""
    size = projection.picture_size
    area = QRectF(0, 0, size.width(), size.height())
    painter.fillRect(area, QColor("#20242a"))
    step = calibration.scale if calibration.is_known else projection.viewport.scale
    step = max(step, 12.0 * fineness)
    middle = area.center()
    painter.setPen(QPen(QColor("#8f98a6"), max(1.0, fineness)))
    columns, rows = int(area.width() / step / 2) + 1, int(area.height() / step / 2) + 1
    for column in range(-columns, columns + 1):
        x = round(middle.x() + column * step)
        painter.drawLine(QPointF(x, 0), QPointF(x, area.height()))
    for row in range(-rows, rows + 1):
        y = round(middle.y() + row * step)
        painter.drawLine(QPointF(0, y), QPointF(area.width(), y))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("white"), 4 * fineness))
    painter.drawRect(area.adjusted(2, 2, -2, -2))
    radius = max(1, int(min(area.width(), area.height()) * 0.4 / step)) * step
    painter.drawEllipse(middle, radius, radius)
    font = QFont(painter.font())
    # The longest line is some 45 letters of half their height each.
    font.setPixelSize(max(9, round(min(22 * fineness, area.width() / 36))))
    painter.setFont(font)
    box = QRectF(area.x(), area.y() + area.height() * 0.14, area.width(), 110 * fineness)
    lettered = painter.boundingRect(box, Qt.AlignmentFlag.AlignCenter, words)
    painter.fillRect(lettered.adjusted(-14, -8, 14, 8), QColor("#20242a"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
