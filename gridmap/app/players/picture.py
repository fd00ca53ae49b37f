"""The finished picture of the players' screen: tiles of the map, turned, straightened and brightened."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from gridmap.app.players.calibration import Calibration
from gridmap.app.players.perspective import Projection
from gridmap.render.scene import Scene
from gridmap.render.theme import Theme
from gridmap.render.tiles import TileCache

_FORMAT = QImage.Format.Format_RGB32


FlatPainter = Callable[[QPainter, Projection], None]
"""Something that draws on the flat picture, in its pixels."""


class Picture:
    """What the screen shows, in its own pixels. Only whole pictures are ever seen; others are being made.

    Attributes:
        image: the picture last finished.
    """

    def __init__(self, theme: Theme) -> None:
        self.image = QImage(1, 1, _FORMAT)
        self.image.fill(Qt.GlobalColor.black)
        self._theme = theme
        self._tiles = TileCache(theme)
        self._next = QImage()
        self._flat = QImage()
        self._flat_before = QImage()
        self._laid: tuple[Projection, float] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        if theme != self._theme:
            self._theme = theme
            self._tiles = TileCache(theme)

    def draw(
        self, scene: Scene, projection: Projection, calibration: Calibration, patience: float | None
    ) -> bool:
        """Draw the scene; False where it is not finished after so many seconds, and stays as it was."""

        def tiles(painter: QPainter) -> bool:
            return self._tiles.paint(painter, scene, projection.viewport, patience=patience)

        if projection.is_plain and calibration.brightness == 1.0:
            self._next = _of_size(self._next, projection.screen)
            with QPainter(self._next) as painter:
                if not tiles(painter):
                    return False
            self.image, self._next = self._next, self.image
            self._laid = None
            return True
        self._flat = _of_size(self._flat, projection.picture_size)
        with QPainter(self._flat) as painter:
            if not tiles(painter):
                return False
        self._lay(projection, calibration.brightness)
        return True

    def draw_flat(self, paint: FlatPainter, projection: Projection, calibration: Calibration) -> None:
        """Draw something else than a map, which lies on the screen as the map would."""
        self._flat = _of_size(self._flat, projection.picture_size)
        with QPainter(self._flat) as painter:
            paint(painter, projection)
        self._lay(projection, calibration.brightness)

    def draw_blank(self, size: QSize, picture: QImage | None) -> None:
        """Black, with a picture in the middle where there is one."""
        self.image = _of_size(self.image, size)
        self.image.fill(Qt.GlobalColor.black)
        self._laid = None
        if picture is None or picture.isNull():
            return
        place = QRect(
            0,
            0,
            *picture.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatio).toTuple(),
        )
        place.moveCenter(QRect(0, 0, size.width(), size.height()).center())
        with QPainter(self.image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, picture)

    def _lay(self, projection: Projection, brightness: float) -> None:
        """Lay the flat picture on the screen; where it lies as before, only what differs is laid anew."""
        part: QRect | None = None
        same_way = (
            self._laid is not None
            and projection.same_as(self._laid[0])
            and self._laid[1] == brightness
            and self._flat_before.size() == self._flat.size()
        )
        self.image = _of_size(self.image, projection.screen)
        if same_way:
            part = difference(self._flat_before, self._flat)
            if part.isEmpty():
                return
        with QPainter(self.image) as painter:
            if part is not None:
                around = projection.to_screen.mapRect(part.adjusted(-2, -2, 2, 2))
                painter.setClipRect(around.adjusted(-2, -2, 2, 2))
            painter.fillRect(self.image.rect(), Qt.GlobalColor.black)
            outline = QPainterPath()
            outline.addPolygon(projection.outline)
            if not projection.is_exact:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
            painter.setTransform(projection.to_screen)
            painter.setOpacity(min(1.0, brightness))
            painter.drawImage(0, 0, self._flat)
            if brightness > 1.0:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus)
                painter.setOpacity(brightness - 1.0)
                painter.drawImage(0, 0, self._flat)
        self._laid = (projection, brightness)
        self._flat, self._flat_before = self._flat_before, self._flat


def players_theme(theme: Theme, *, inverted_grid: bool) -> Theme:
    """The theme, with grid lines of the opposite colour where a dark projector swallows them."""
    if not inverted_grid:
        return theme
    page = msgspec.structs.replace(
        theme.page, grid=_opposite(theme.page.grid), grid_on_picture=_opposite(theme.page.grid_on_picture)
    )
    return msgspec.structs.replace(theme, page=page)


def difference(one: QImage, other: QImage) -> QRect:
    """The smallest rectangle of pixels in which two pictures of one size differ; empty where they do not."""
    a, b = _pixels(one), _pixels(other)
    rows = np.flatnonzero((a != b).any(axis=1))
    if not len(rows):
        return QRect()
    top, bottom = int(rows[0]), int(rows[-1])
    columns = np.flatnonzero((a[top : bottom + 1] != b[top : bottom + 1]).any(axis=0))
    return QRect(int(columns[0]), top, int(columns[-1] - columns[0]) + 1, bottom - top + 1)


def _pixels(image: QImage) -> npt.NDArray[np.uint32]:
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())


def _of_size(image: QImage, size: QSize) -> QImage:
    """The image, or a new one where it has another size."""
    return image if image.size() == size else QImage(size, _FORMAT)


def _opposite(text: str) -> str:
    """The opposite colour, no more translucent than half: a light line on a dark ground must be seen."""
    rgb, alpha = QColor(text[:7]), text[7:9]
    inverted = f"#{255 - rgb.red():02x}{255 - rgb.green():02x}{255 - rgb.blue():02x}"
    return inverted + (f"{max(0x80, int(alpha, 16)):02x}" if alpha else "")
