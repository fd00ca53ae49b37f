"""The players' picture on a widget, with what moves above it: pings, measures, a fading view, handles."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gridmap.app.canvas_guides import paint_guides
from gridmap.app.guarded import guarded
from gridmap.app.players.calibration import Calibration
from gridmap.app.players.perspective import Projection
from gridmap.app.players.picture import FlatPainter, Picture
from gridmap.app.players.pings import Ping, paint_ping, ping_box
from gridmap.app.tools.guides import Guide
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme

FADE_SECONDS = 0.4
_FRAME_MILLISECONDS = 16


@guarded
class PlayersView(QWidget):
    """Shows one finished picture. It knows neither the GM's map nor the GM's decisions."""

    shown = Signal()
    """Something was painted: `painted` holds the very pixels."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture = Picture(theme)
        self._projection: Projection | None = None
        self._pings: tuple[Ping, ...] = ()
        self._guides: tuple[Guide, ...] = ()
        self._marks: Callable[[QPainter], None] | None = None
        self._leaving = QImage()
        self._fade_begun = 0.0
        self._composed = QImage()
        self._painted = QImage()
        self._fade = QTimer(self)
        self._fade.setInterval(_FRAME_MILLISECONDS)
        self._fade.timeout.connect(self._go_on_fading)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Players' map"))

    # What is shown

    @property
    def theme(self) -> Theme:
        """The theme it is drawn in."""
        return self._theme

    @property
    def device_size(self) -> QSize:
        """Its size in the screen's own pixels."""
        ratio = self.devicePixelRatioF()
        return QSize(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))

    @property
    def projection(self) -> Projection | None:
        """How the map lies on the screen now, None while no map is shown."""
        return self._projection

    @property
    def painted(self) -> QImage:
        """The very pixels that were painted last."""
        return self._painted

    @property
    def fading(self) -> bool:
        """Whether one view fades into another."""
        return self._fade.isActive()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self._theme = theme
        self._picture.set_theme(theme)

    def draw(
        self, scene: Scene, projection: Projection, calibration: Calibration, patience: float | None
    ) -> bool:
        """Show a scene; False where its picture is not finished in time, and the old one stays."""
        drawn = self._picture.draw(scene, projection, calibration, patience)
        if drawn is None:
            return False
        self._projection = projection
        if not drawn.isEmpty():
            self.repaint(self._logical(drawn))
        return True

    def draw_flat(self, paint: FlatPainter, projection: Projection, calibration: Calibration) -> None:
        """Show something else that lies on the screen as the map would."""
        self._picture.draw_flat(paint, projection, calibration)
        self._projection = projection
        self.repaint()

    def draw_blank(self, picture: QImage | None) -> None:
        """Show nothing of the map, at once."""
        self.end_fade()
        self._picture.draw_blank(self.device_size, picture)
        self._projection = None
        self.repaint()

    def fade_from_here(self) -> None:
        """Let what is seen now fade into what is drawn next."""
        if self.isVisible() and not self._painted.isNull():
            self._leaving = self._painted.copy()
            self._fade_begun = perf_counter()
            self._fade.start()

    def show_pings(self, pings: tuple[Ping, ...]) -> None:
        """Draw rings above the picture."""
        for ping in {*pings, *self._pings}:
            self.update(self._ping_rect(ping))
        self._pings = pings

    def show_guides(self, guides: tuple[Guide, ...]) -> None:
        """Draw what the GM measures above the picture."""
        if guides != self._guides:
            self._guides = guides
            self.update()

    def show_marks(self, marks: Callable[[QPainter], None] | None) -> None:
        """Draw handles above the picture, in the screen's own pixels."""
        self._marks = marks
        self.update()

    def device_point(self, at: QPointF) -> QPointF:
        """A place of the widget in the screen's own pixels."""
        ratio = self.devicePixelRatioF()
        return QPointF(at.x() * ratio, at.y() * ratio)

    # Painting

    def _logical(self, pixels: QRect) -> QRect:
        """The widget's pixels that hold some of the screen's own."""
        ratio = self.devicePixelRatioF()
        if ratio == 1.0:
            return pixels
        return QRectF(
            pixels.x() / ratio, pixels.y() / ratio, pixels.width() / ratio, pixels.height() / ratio
        ).toAlignedRect()

    def paintEvent(self, event: QPaintEvent) -> None:
        region = event.rect()
        self._painted = self._compose(region)
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            if self._painted.size() != self.device_size:
                painter.fillRect(region, Qt.GlobalColor.black)
            if ratio != 1.0:
                painter.scale(1 / ratio, 1 / ratio)
            painter.drawImage(QPoint(0, 0), self._painted)
        self.shown.emit()

    def _compose(self, region: QRect) -> QImage:
        """The picture itself, or with what lies above it in a picture of its own."""
        base = self._picture.image
        if not (self._pings or self._guides or self._marks or self._fade.isActive()):
            return base
        if self._composed.size() != base.size():
            self._composed = QImage(base.size(), base.format())
        if self._painted is not self._composed:
            # What was composed last is of another time: all of it is made anew.
            region = self.rect()
        ratio = self.devicePixelRatioF()
        part = QRect(
            int(region.x() * ratio) - 1,
            int(region.y() * ratio) - 1,
            int(region.width() * ratio) + 3,
            int(region.height() * ratio) + 3,
        )
        with QPainter(self._composed) as painter:
            painter.setClipRect(part)
            painter.drawImage(0, 0, base)
            if self._fade.isActive() and self._leaving.size() == base.size():
                painter.setOpacity(1.0 - self._fade_share())
                painter.drawImage(0, 0, self._leaving)
                painter.setOpacity(1.0)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._projection is not None:
                self._paint_guides(painter, self._projection)
                for ping in self._pings:
                    self._paint_ping(painter, ping, self._projection)
            if self._marks is not None:
                self._marks(painter)
        return self._composed

    def _paint_guides(self, painter: QPainter, projection: Projection) -> None:
        if not self._guides:
            return
        ratio = self.devicePixelRatioF()
        flat = projection.viewport
        painter.save()
        painter.setTransform(projection.to_screen, True)
        painter.scale(ratio, ratio)
        painter.setFont(self.font())
        logical = Viewport(
            flat.left, flat.top, flat.scale / ratio, round(flat.width / ratio), round(flat.height / ratio)
        )
        paint_guides(painter, self._guides, logical, self._theme)
        painter.restore()

    def _paint_ping(self, painter: QPainter, ping: Ping, projection: Projection) -> None:
        ratio = self.devicePixelRatioF()
        painter.save()
        painter.scale(ratio, ratio)
        centre = projection.pixel_of(ping.at) / ratio
        paint_ping(painter, ping, centre, projection.viewport.scale / ratio, self._theme)
        painter.restore()

    def _ping_rect(self, ping: Ping) -> QRect:
        if self._projection is None:
            return QRect()
        ratio = self.devicePixelRatioF()
        return ping_box(self._projection.pixel_of(ping.at) / ratio, self._projection.viewport.scale / ratio)

    # Fading

    def _fade_share(self) -> float:
        return min(1.0, (perf_counter() - self._fade_begun) / FADE_SECONDS)

    def _go_on_fading(self) -> None:
        if self._fade_share() >= 1:
            self.end_fade()
        self.update()

    def end_fade(self) -> None:
        """What faded away is gone."""
        self._fade.stop()
        self._leaving = QImage()
