"""The finished picture of the players' screen: tiles of the map, turned, straightened and brightened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import msgspec
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from gridmap.app.players.calibration import Calibration
from gridmap.app.players.damage import damage
from gridmap.app.players.perspective import Projection
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme
from gridmap.render.tiles import TILE, TileCache

_FORMAT = QImage.Format.Format_RGB32
_LEAST_TILE_BYTES = 64 * 2**20
_STRATA = 5
"""So many pictures of the screen's size have room in tiles: ground, standing, both, some around."""
_STRIP = TILE
"""Rows of pixels that are drawn at a time where all of a picture is."""


FlatPainter = Callable[[QPainter, Projection], None]
"""Something that draws on the flat picture, in its pixels."""


@dataclass(frozen=True)
class _Way:
    """How a picture lies on the screen; all else of it follows from the scene."""

    projection: Projection
    brightness: float

    @property
    def is_plain(self) -> bool:
        """Whether the flat picture is the screen, pixel for pixel."""
        return self.projection.is_plain and self.brightness == 1.0

    def same_as(self, other: _Way | None) -> bool:
        return (
            other is not None
            and self.brightness == other.brightness
            and self.projection.same_as(other.projection)
        )


@dataclass
class _Job:
    """A picture that is being drawn, part by part."""

    scene: Scene
    way: _Way
    damage: QRect
    left: list[QRect]


class Picture:
    """What the screen shows, in its own pixels. Only whole pictures are ever seen; others are being made.

    Attributes:
        image: the picture last finished.
    """

    def __init__(self, theme: Theme) -> None:
        self.image = QImage(1, 1, _FORMAT)
        self.image.fill(Qt.GlobalColor.black)
        self._theme = theme
        self._tile_bytes = _LEAST_TILE_BYTES
        self._tiles = TileCache(theme, self._tile_bytes, rests=False)
        self._part = QImage()
        self._flat = QImage()
        self._scene: Scene | None = None
        self._way: _Way | None = None
        self._job: _Job | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        if theme != self._theme:
            self._theme = theme
            self._tiles = TileCache(theme, self._tile_bytes, rests=False)
            self._forget()

    def draw(
        self, scene: Scene, projection: Projection, calibration: Calibration, patience: float | None
    ) -> QRect | None:
        """Draw the scene, and only what differs from the one before.

        Args:
            scene: what to draw.
            projection: which part, and how it lies on the screen.
            calibration: how bright it is to be.
            patience: seconds after which the rest is left to the next call; None for no end.

        Returns:
            The pixels of the screen that were drawn, maybe none. None where it is not finished, and the
            picture stays as it was.
        """
        way = _Way(projection, calibration.brightness)
        give_up = None if patience is None else perf_counter() + patience
        job = self._job
        if job is None or job.scene is not scene or not job.way.same_as(way):
            job = self._job = self._begin(scene, way)
        while job.left:
            rest = None if give_up is None else max(0.0, give_up - perf_counter())
            if not self._draw_part(job, job.left[0], rest):
                return None
            job.left.pop(0)
            if give_up is not None and perf_counter() > give_up and job.left:
                return None
        self._job = None
        return self._finish(job)

    def draw_flat(self, paint: FlatPainter, projection: Projection, calibration: Calibration) -> None:
        """Draw something else than a map, which lies on the screen as the map would."""
        self._forget()
        flat = QImage(projection.picture_size, _FORMAT)
        with QPainter(flat) as painter:
            paint(painter, projection)
        self.image = _of_size(self.image, projection.screen)
        _lay(self.image, flat, _Way(projection, calibration.brightness), None)

    def draw_blank(self, size: QSize, picture: QImage | None) -> None:
        """Black, with a picture in the middle where there is one."""
        self._forget()
        self.image = _of_size(self.image, size)
        self.image.fill(Qt.GlobalColor.black)
        if picture is None or picture.isNull():
            return
        place = QRect(QPoint(), picture.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatio))
        place.moveCenter(QRect(0, 0, size.width(), size.height()).center())
        with QPainter(self.image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, picture)

    def _forget(self) -> None:
        """Nothing of the next picture is there yet."""
        self._scene = self._way = self._job = None

    def _begin(self, scene: Scene, way: _Way) -> _Job:
        size = way.projection.picture_size
        wanted = _STRATA * 4 * size.width() * size.height()
        if wanted > self._tile_bytes:
            self._tile_bytes = wanted
            self._tiles = TileCache(self._theme, wanted, rests=False)
        whole = QRect(QPoint(), size)
        where: QRect | None = None
        if self._scene is not None and way.same_as(self._way):
            where = damage(self._scene, scene, way.projection.viewport.frame())
        if where is None:
            # In strips, so that nothing of what is finished is drawn twice when time is short.
            strips = [
                QRect(0, y, size.width(), min(_STRIP, size.height() - y))
                for y in range(0, size.height(), _STRIP)
            ]
            self._part = _of_size(self._part, size)
            return _Job(scene, way, whole, strips)
        if not where.isEmpty():
            self._part = _of_size(self._part, where.size())
        return _Job(scene, way, where, [] if where.isEmpty() else [where])

    def _draw_part(self, job: _Job, part: QRect, patience: float | None) -> bool:
        """Draw some of the flat picture beside it; it is put in its place once all is there."""
        frame = job.way.projection.viewport.frame()
        cut = Viewport(
            (frame.left + part.x()) / frame.scale,
            (frame.top + part.y()) / frame.scale,
            frame.scale,
            part.width(),
            part.height(),
        )
        with QPainter(self._part) as painter:
            corner = part.topLeft() - job.damage.topLeft()
            painter.setClipRect(QRect(corner, part.size()))
            painter.translate(corner)
            return self._tiles.paint(painter, job.scene, cut, patience=patience)

    def _finish(self, job: _Job) -> QRect:
        way, size = job.way, job.way.projection.picture_size
        self._scene, self._way = job.scene, way
        if job.damage.isEmpty():
            return QRect()
        if way.is_plain:
            self.image = self._put(self.image, job.damage, size)
            return job.damage
        self._flat = self._put(self._flat, job.damage, size)
        whole = job.damage.size() == size
        self.image = _of_size(self.image, way.projection.screen)
        return _lay(self.image, self._flat, way, None if whole else job.damage)

    def _put(self, target: QImage, place: QRect, size: QSize) -> QImage:
        """The picture with the part just drawn in its place; a whole one changes places with it."""
        if place.size() == size:
            drawn, self._part = self._part, target
            return drawn
        with QPainter(target) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(place.topLeft(), self._part)
        return target


def _lay(image: QImage, flat: QImage, way: _Way, part: QRect | None) -> QRect:
    """Lay a flat picture on the screen, or a part of it; the pixels of the screen that it touches."""
    projection, brightness = way.projection, way.brightness
    touched = image.rect()
    if part is not None:
        around = projection.to_screen.mapRect(part.adjusted(-2, -2, 2, 2)).adjusted(-2, -2, 2, 2)
        touched = touched.intersected(around)
    with QPainter(image) as painter:
        painter.setClipRect(touched)
        painter.fillRect(touched, Qt.GlobalColor.black)
        outline = QPainterPath()
        outline.addPolygon(projection.outline)
        if not projection.is_exact:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        painter.setTransform(projection.to_screen)
        painter.setOpacity(min(1.0, brightness))
        painter.drawImage(0, 0, flat)
        if brightness > 1.0:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus)
            painter.setOpacity(brightness - 1.0)
            painter.drawImage(0, 0, flat)
    return touched


def players_theme(theme: Theme, *, inverted_grid: bool) -> Theme:
    """The theme, with grid lines of the opposite colour where a dark projector swallows them."""
    if not inverted_grid:
        return theme
    page = msgspec.structs.replace(
        theme.page, grid=_opposite(theme.page.grid), grid_on_picture=_opposite(theme.page.grid_on_picture)
    )
    return msgspec.structs.replace(theme, page=page)


def _of_size(image: QImage, size: QSize) -> QImage:
    """The image, or a new one where it has another size."""
    return image if image.size() == size else QImage(size, _FORMAT)


def _opposite(text: str) -> str:
    """The opposite colour, no more translucent than half: a light line on a dark ground must be seen."""
    rgb, alpha = QColor(text[:7]), text[7:9]
    inverted = f"#{255 - rgb.red():02x}{255 - rgb.green():02x}{255 - rgb.blue():02x}"
    return inverted + (f"{max(0x80, int(alpha, 16)):02x}" if alpha else "")
