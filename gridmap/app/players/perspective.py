"""From a place of the map to a pixel of the players' screen and back: turn, overscan, and four corners."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPolygonF, QTransform

from gridmap.app.players.calibration import Calibration
from gridmap.app.players.framing import Framing, turned_box
from gridmap.model import Point
from gridmap.render.scene import Viewport


@dataclass(frozen=True, eq=False)
class Projection:
    """A flat, upright picture of the map, and how it lies on the screen.

    Attributes:
        viewport: the picture: which part of the map, in the screen's own pixels.
        to_screen: from the picture's pixels to the screen's.
        outline: the part of the screen that is painted; black beyond.
        content: where that would be with its corners not moved: all but the overscan.
        screen: the screen's (or window's) size in its own pixels.
    """

    viewport: Viewport
    to_screen: QTransform
    outline: QPolygonF
    content: QRectF
    screen: QSize

    @cached_property
    def is_plain(self) -> bool:
        """Whether the picture is the screen, pixel for pixel."""
        return self.to_screen.isIdentity() and self.picture_size == self.screen

    @property
    def is_exact(self) -> bool:
        """Whether each pixel of the picture becomes one of the screen."""
        matrix = self.to_screen
        whole = {abs(matrix.m11()), abs(matrix.m12()), abs(matrix.m21()), abs(matrix.m22())} == {0.0, 1.0}
        return matrix.isAffine() and whole

    @property
    def picture_size(self) -> QSize:
        """The picture's size in pixels."""
        return QSize(self.viewport.width, self.viewport.height)

    @cached_property
    def _from_screen(self) -> QTransform:
        back, possible = self.to_screen.inverted()
        return back if possible else QTransform()

    def same_as(self, other: Projection | None) -> bool:
        """Whether it shows the same part in the same way."""
        return other is not None and (self.viewport, self.to_screen, self.outline, self.screen) == (
            other.viewport,
            other.to_screen,
            other.outline,
            other.screen,
        )

    def picture_point(self, at: QPointF) -> QPointF:
        """The picture's pixel under a pixel of the screen."""
        return self._from_screen.map(at)

    def point_at(self, at: QPointF) -> Point:
        """The place of the map under a pixel of the screen."""
        place = self.picture_point(at)
        return self.viewport.point_at(place.x(), place.y())

    def pixel_of(self, point: Point) -> QPointF:
        """The pixel of the screen that shows a place of the map."""
        return self.to_screen.map(QPointF(*self.viewport.pixel_of(point)))


def project(framing: Framing, calibration: Calibration, width: int, height: int) -> Projection:
    """How a screen of so many pixels shows a part of the map.

    Squares have their real size where the calibration says so; else the part is shown whole.
    """
    content = content_rect(calibration, width, height)
    turn = (calibration.turn + framing.turn) % 360
    across, down = turned_box(content.width(), content.height(), turn)
    picture_width, picture_height = ceil(across), ceil(down)
    if calibration.is_real:
        scale = calibration.scale
    else:
        scale = framing.scale_in(content.width(), content.height(), turn)
    viewport = Viewport(
        framing.centre.x - picture_width / scale / 2,
        framing.centre.y - picture_height / scale / 2,
        scale,
        picture_width,
        picture_height,
    )
    middle = QRectF(content).center()
    to_screen = QTransform().translate(middle.x(), middle.y())
    to_screen.rotate(turn)
    to_screen.translate(-picture_width / 2, -picture_height / 2)
    flat = QPolygonF(_corners_of(QRectF(content)))
    straighten = _keystone(calibration, flat, width, height)
    return Projection(
        viewport, to_screen * straighten, straighten.map(flat), QRectF(content), QSize(width, height)
    )


def content_rect(calibration: Calibration, width: int, height: int) -> QRect:
    """The part of a screen that overscan leaves."""
    x, y = round(width * calibration.overscan), round(height * calibration.overscan)
    return QRect(x, y, max(1, width - 2 * x), max(1, height - 2 * y))


def shown_framing(framing: Framing, projection: Projection) -> Framing:
    """The rectangle of the map that is really seen, in the place of the one asked for."""
    viewport = projection.viewport
    return replace(framing, width=viewport.width / viewport.scale, height=viewport.height / viewport.scale)


def _keystone(calibration: Calibration, flat: QPolygonF, width: int, height: int) -> QTransform:
    """From where the content's corners lie to where the calibration wants them."""
    if calibration.is_straight:
        return QTransform()
    box = flat.boundingRect()
    wanted = QPolygonF(
        [QPointF(box.x() + x * box.width(), box.y() + y * box.height()) for x, y in calibration.corners]
    )
    straighten = QTransform()
    QTransform.quadToQuad(flat, wanted, straighten)
    return straighten


def _corners_of(rect: QRectF) -> list[QPointF]:
    return [rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()]
