"""The players' window: keeps its picture up to date and hands on what a hand does on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gridmap.app.guarded import guarded
from gridmap.app.later import Later
from gridmap.app.players.calibration import INCH, Calibration
from gridmap.app.players.framing import Framing, ViewMode
from gridmap.app.players.handles import Handles, SetUp, paint_test_card
from gridmap.app.players.perspective import Projection, project
from gridmap.app.players.picture import players_theme
from gridmap.app.players.pings import HoldWatch
from gridmap.app.players.presenter import Presenter, Showing, whole_squares
from gridmap.app.players.view import PlayersView
from gridmap.render.scene import Scene
from gridmap.render.theme import Theme

SLICE_SECONDS = 0.025
"""Of one turn of the event loop that go into tiles; a picture that is not finished is not shown."""
_ZOOM_STEP = 1.25
_IDLE_MILLISECONDS = 2500
"""After which the mouse pointer disappears from the players' screen."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_LINE_SHARE = 0.3
"""Of the screen's width that the line takes at first where the size of a pixel is not known."""


@guarded
class PlayersWindow(QWidget):
    """A window of its own. It asks for its scene and never sees the GM's map."""

    pinged = Signal(object)
    """Somebody held a button on a `Point`."""
    calibration_changed = Signal(object)
    """A hand on the window made another `Calibration`."""
    hidden = Signal()
    """The window is gone, be it closed by its frame."""
    drawn = Signal()
    """A picture was finished that shows what is wanted."""

    def __init__(
        self, presenter: Presenter, scene: Callable[[], Scene], gms_view: Callable[[], Framing], theme: Theme
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._presenter = presenter
        self._scene = scene
        self._gms_view = gms_view
        self._theme = theme
        self._calibration = Calibration()
        self._blank_picture: QImage | None = None
        self._last: tuple[Scene, Framing] | None = None
        self._held: tuple[Scene, Framing] | None = None
        self._done: tuple[Scene, Projection] | None = None
        self._drag: tuple[QPointF, Framing, Projection] | None = None
        self._line_mm = 85.6
        self.handles = Handles(self)
        self.view = PlayersView(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self._later = Later(self._advance, self)
        self._idle = Later(self._hide_pointer, self, _IDLE_MILLISECONDS)
        self._hold = HoldWatch(self.view, self._may_point, self)
        self._hold.held.connect(self._point)
        self.setWindowTitle(self.tr("gridmap: players"))
        self.setMinimumSize(240, 160)
        # It neither takes the keyboard from the GM nor keeps the program alive.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.view.setMouseTracking(True)
        self.setMouseTracking(True)
        self.handles.changed.connect(self.refresh)
        self.handles.corner_moved.connect(self._move_corner)
        presenter.changed.connect(self._presenter_changed)
        presenter.view_changed.connect(self._view_changed)

    # What is shown

    @property
    def calibration(self) -> Calibration:
        """How its screen shows the map."""
        return self._calibration

    def set_calibration(self, calibration: Calibration) -> None:
        """Show the map in another way."""
        if calibration != self._calibration:
            self._calibration = calibration
            self._dress()
            self._anew()

    @property
    def theme(self) -> Theme:
        """The theme it is drawn in, before the grid is inverted."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._dress()
        self._anew()

    def set_blank_picture(self, picture: QImage | None) -> None:
        """What a blank screen shows in place of black."""
        self._blank_picture = picture
        self.refresh()

    def set_line_length(self, millimetres: float) -> None:
        """How long the line is on the ruler, in words beside it."""
        self._line_mm = millimetres
        self.refresh()

    @property
    def framing(self) -> Framing:
        """The part of the map that is wanted now."""
        if self._presenter.mode is not ViewMode.FOLLOW:
            return self._presenter.framing
        framing = self._gms_view()
        return whole_squares(framing) if self._calibration.is_real else framing

    @property
    def up_to_date(self) -> bool:
        """Whether nothing is still to be drawn."""
        return not self._later.waiting

    def refresh(self) -> None:
        """Bring the picture up to date in the next turn of the event loop."""
        if self.isVisible():
            self._later.ask()

    def set_up(self, what: SetUp) -> None:
        """Show handles in place of the map, to set this screen up; or the map again."""
        if what is SetUp.LINE:
            self._lay_line(self._projection(self.framing))
        self._done = None
        self.handles.begin(what)
        self._presenter.show_card(what is not SetUp.NOTHING)

    def _lay_line(self, flat: Projection) -> None:
        known = self._calibration.pixels_per_mm * self._line_mm
        self.handles.start_line(flat, known or flat.picture_size.width() * _LINE_SHARE)

    def _presenter_changed(self) -> None:
        if self._presenter.frozen and self._held is None:
            self._held = self._last or (self._scene(), self.framing)
        elif not self._presenter.frozen:
            self._held = None
        self.refresh()

    def _view_changed(self) -> None:
        if self._presenter.showing is Showing.MAP and self.handles.set_up is SetUp.NOTHING:
            self.view.fade_from_here()

    def _dress(self) -> None:
        self.view.set_theme(players_theme(self._theme, inverted_grid=self._calibration.inverted_grid))

    def _anew(self) -> None:
        self._done = None
        self.refresh()

    def _projection(self, framing: Framing) -> Projection:
        size = self.view.device_size
        return project(framing, self._calibration, size.width(), size.height())

    def _advance(self) -> None:
        """Draw what is wanted, or go on drawing it."""
        if not self.isVisible():
            return
        if self.handles.set_up is not SetUp.NOTHING:
            self._draw_set_up()
        elif self._presenter.blank:
            self._done = None
            self.view.show_marks(None)
            self.view.draw_blank(self._blank_picture)
            self.drawn.emit()
        else:
            self._draw_map()

    def _draw_map(self) -> None:
        scene, framing = self._held or (self._scene(), self.framing)
        projection = self._projection(framing)
        if self._done is not None and self._done[0] is scene and projection.same_as(self._done[1]):
            return
        self.view.show_marks(None)
        if self.view.draw(scene, projection, self._calibration, SLICE_SECONDS):
            self._last = (scene, framing)
            self._done = (scene, projection)
            self.drawn.emit()
        else:
            self._later.ask()

    def _draw_set_up(self) -> None:
        projection = self._projection(self.framing)
        fineness = self.devicePixelRatioF()
        if self.handles.set_up is SetUp.LINE and not self.handles.line_is_on(projection):
            self._lay_line(projection)

        def card(painter: QPainter, flat: Projection) -> None:
            paint_test_card(painter, flat, self._calibration, fineness, self._card_words())

        def marks(painter: QPainter) -> None:
            self.handles.paint(painter, projection, self._calibration, self._theme, fineness, self._line_mm)

        self.view.show_marks(marks)
        self.view.draw_flat(card, projection, self._calibration)
        self.drawn.emit()

    def _card_words(self) -> str:
        if self.handles.set_up is SetUp.LINE:
            return self.tr(
                "Drag the two ends until the line is as long as your card or ruler.\nEsc when done"
            )
        square = self._calibration.square_mm
        size = self.tr("1 inch") if square == INCH else self.tr("{size} mm").format(size=f"{square:g}")
        if not self._calibration.is_known:
            return self.tr("Drag the corners until the lines are straight and level.\nEsc when done")
        return self.tr(
            "Drag the corners until the lines are straight and level.\nEach square: {size}. Esc when done"
        ).format(size=size)

    # The hand

    def _may_point(self) -> bool:
        return self._presenter.showing is Showing.MAP and self.handles.set_up is SetUp.NOTHING

    def _point(self, at: QPointF) -> None:
        if self.view.projection is not None:
            self._drag = None
            self.pinged.emit(self.view.projection.point_at(self.view.device_point(at)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_pointer()
        projection = self.view.projection
        if event.button() != Qt.MouseButton.LeftButton or projection is None:
            return
        at = self.view.device_point(event.position())
        if self.handles.set_up is not SetUp.NOTHING:
            self.handles.press(at, projection, self._calibration, self.devicePixelRatioF())
        elif self._may_point():
            self._drag = (at, self.framing, projection)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._show_pointer()
        at = self.view.device_point(event.position())
        if self.handles.set_up is not SetUp.NOTHING:
            if self.view.projection is not None:
                self.handles.drag(at, self.view.projection, self._calibration)
        elif self._drag is not None:
            self._drag_map(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._drag = None
        self.handles.release()

    def _drag_map(self, at: QPointF) -> None:
        assert self._drag is not None
        start, framing, projection = self._drag
        before, now = projection.point_at(start), projection.point_at(at)
        dx, dy = before.x - now.x, before.y - now.y
        if self._calibration.is_real:
            dx, dy = round(dx), round(dy)
        if dx or dy:
            self._presenter.move_to(framing.shifted(dx, dy))

    def wheelEvent(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / 120
        if notches:
            self._zoom(_ZOOM_STEP**-notches, event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self._zoom(1 / max(0.2, 1 + event.value()), event.position())
            return True
        return super().event(event)

    def _zoom(self, factor: float, at: QPointF) -> None:
        """Show more or less; squares of a real size stay as they are."""
        projection = self.view.projection
        if self._calibration.is_real or projection is None or not self._may_point():
            return
        point = projection.point_at(self.view.device_point(at))
        self._presenter.move_to(self.framing.zoomed(factor, point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        setting_up = self.handles.set_up is not SetUp.NOTHING
        step = _ARROWS.get(key)
        if setting_up and key == Qt.Key.Key_Escape:
            self.set_up(SetUp.NOTHING)
        elif setting_up and key == Qt.Key.Key_Tab:
            self.handles.choose_next()
        elif step is None:
            super().keyPressEvent(event)
        elif setting_up:
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            if self.view.projection is not None:
                self.handles.nudge(step[0] * far, step[1] * far, self.view.projection, self._calibration)
        else:
            self.step(*step)

    def step(self, dx: int, dy: int) -> None:
        """Show what lies so many squares further, as seen on the screen."""
        if self._presenter.showing in (Showing.MAP, Showing.NOTHING):
            framing = self.framing
            self._presenter.step(dx, dy, framing, self._calibration.turn + framing.turn)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab chooses a handle; there is nothing else to go to."""
        del next
        return False

    def _move_corner(self, number: int, x: float, y: float) -> None:
        self.calibration_changed.emit(self._calibration.with_corner(number, x, y))

    def _show_pointer(self) -> None:
        self.view.unsetCursor()
        self._idle.ask_again()

    def _hide_pointer(self) -> None:
        if self.handles.set_up is SetUp.NOTHING:
            self.view.setCursor(Qt.CursorShape.BlankCursor)

    # The window

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._anew()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._anew()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if event.spontaneous():
            return
        self._later.cancel()
        self._idle.cancel()
        self.view.end_fade()
        self.handles.begin(SetUp.NOTHING)
        self._presenter.show_card(False)
        self.hidden.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._anew()
