"""The canvas: the map from cached tiles, the tool's guides over it, and the hand's way into the tools."""

from __future__ import annotations

from math import ceil
from time import perf_counter

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gridmap.app.canvas_guides import (
    guides_box,
    paint_guides,
    paint_keyboard_cursor,
    paint_marks,
    paint_north,
)
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.app.later import Later
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Guide
from gridmap.app.tools.pointer import NO_MODIFIER, Pointer
from gridmap.model import BattleMap, Point, Square
from gridmap.overlays.overlay import Mark
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme
from gridmap.render.tiles import TileCache

ZOOM_STEP = 1.25
"""Of one notch of the wheel and of one press of a zoom key."""
FRAME_PATIENCE = 0.002
"""Seconds of one frame that may go into new tiles while the view moves."""
EDIT_PATIENCE = 0.025
"""The same while the view rests: an edit is there in one frame, unless it touches nearly all in sight."""
FRAME_SECONDS = 0.002
"""From one frame to the next, however often a mouse tells where it is."""
REST_MILLISECONDS = 120
"""A hand that did nothing for so long leaves time for tiles that it did not wait for."""
BETWEEN_MILLISECONDS = 10
"""From one of those to the next."""
_NEAR_PIXELS = 7
_SIGHT_PIXELS = 48
"""So much of the map stays in sight however it is moved."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@guarded
class Canvas(QWidget):
    """Shows the editor's map and hands gestures to its tool."""

    viewport_changed = Signal()
    painted = Signal()
    """A whole frame is on the screen."""
    menu_wanted = Signal(object)
    """A context menu at a global point."""

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = editor
        self._tiles = TileCache(theme)
        self._viewport = Viewport(0.0, 0.0, 40.0, 1, 1)
        self._whole_view: Viewport | None = None
        self._painted_at = 0.0
        self._shown_guides: tuple[Guide, ...] = ()
        self._shown_pointed_out: tuple[Mark, ...] = ()
        self._soon = Later(self._paint_at_once, self)
        self._at_leisure = Later(self._catch_up, self, REST_MILLISECONDS)
        self._further = Later(self._catch_up, self, BETWEEN_MILLISECONDS)
        self._fits = True
        self._top = 0
        self._pan_from: QPointF | None = None
        self._space_held = False
        self._turned = 0.0
        self._keyboard: Square | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(200, 150)
        self.setAccessibleName(self.tr("Map"))
        self.setAccessibleDescription(
            self.tr("Arrow keys move the cursor or the selected creatures, Return uses the tool.")
        )
        editor.document.changed.connect(self._map_changed)
        editor.selection.changed.connect(self.update)
        editor.overlays.changed.connect(self._show_soon)
        editor.view.changed.connect(self.update)
        editor.guides_changed.connect(self._show_soon)
        editor.tool_changed.connect(self._tool_changed)
        self._tool_changed()

    # What is shown

    @property
    def viewport(self) -> Viewport:
        """Which part of the map is shown, at which scale."""
        return self._viewport

    @property
    def theme(self) -> Theme:
        """The theme it is drawn in."""
        return self._tiles.theme

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        # A picture of a view at rest knows its cache: neither would go by itself.
        self._tiles.clear()
        self._tiles = TileCache(theme)
        # No tile of the old theme stands in for one that is not there yet.
        self._whole_view = None
        self.update()

    def scene(self) -> Scene:
        """What is drawn now."""
        battle_map = self.editor.document.shown
        visible = self.editor.view.visible
        return Scene(
            battle_map,
            self.editor.overlays.overlays,
            self.editor.selection.ids,
            grid=visible.grid,
            layers=visible.layers,
            layer_order=visible.order,
            faint=visible.faint,
            elevation=visible.elevation,
            notes=visible.notes,
            pictures=visible.pictures,
            names=visible.names,
            ruleset=ruleset_of(battle_map),
        )

    def fit(self) -> None:
        """Show the whole map, and go on doing so when the window's size changes."""
        self._fits = True
        self._set_viewport(Viewport.fit(self.editor.document.shown, self.width(), self.height()))

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor about a place of the window, its middle where none is given."""
        place = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        self._fits = False
        self._set_viewport(self._viewport.zoomed(self._viewport.scale * factor, place.x(), place.y()))

    def set_scale(self, scale: float) -> None:
        """Zoom to so many pixels a square."""
        self.zoom(scale / self._viewport.scale)

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by so many pixels."""
        self._fits = False
        self._set_viewport(self._viewport.panned(dx, dy))

    def pixel_of(self, point: Point) -> QPointF:
        """The window's pixel that shows a place of the map."""
        return QPointF(*self._viewport.pixel_of(point))

    def _set_viewport(self, viewport: Viewport) -> None:
        self._viewport = _in_sight(viewport, self.editor.document.shown)
        self.viewport_changed.emit()
        self._show_soon()

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if (before.width, before.height) != (now.width, now.height):
            self._keyboard = None
            self.fit()
        if before.north != now.north:
            self.update()
        self._show_soon()

    def _tool_changed(self) -> None:
        self.setCursor(self.editor.tool.cursor)
        self.update()

    # Painting

    def _show_soon(self) -> None:
        """Have what the hand did painted once its events are done, not some ms later as `update` does."""
        self._soon.ask()

    def _paint_at_once(self) -> None:
        early = FRAME_SECONDS - (perf_counter() - self._painted_at)
        if early > 0:
            self._soon.ask_in(ceil(1000 * early))
            return
        stale = self._stale_part()
        if stale.isEmpty():
            self.painted.emit()
        else:
            self.repaint(stale)

    def _stale_part(self) -> QRect:
        """The part of the window that no longer shows the map and the guides as they are."""
        editor = self.editor
        if self._whole_view != self._viewport or editor.pointed_out or self._shown_pointed_out:
            return self.rect()
        tiles = self._tiles.stale_part(self.scene(), self._viewport, self.devicePixelRatioF())
        if tiles is None:
            return self.rect()
        box, guides = tiles.boundingRect(), editor.tool.guides()
        if guides != self._shown_guides:
            ratio = self.devicePixelRatioF()
            for some in (guides, self._shown_guides):
                box = box.united(guides_box(some, self._viewport, self.font(), self.theme, ratio))
        return box.intersected(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not QRegion(self.rect()).subtracted(event.region()).isEmpty():
            # Asked for a part of the window, Qt keeps the pixels of the rest, which may have to change too.
            rest = QRegion(self._stale_part()).subtracted(event.region())
            if not rest.isEmpty():
                self.update(rest)
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        # Once every tile in sight has been there, it is an edit that makes some anew. The very first frame
        # has no other to show meanwhile.
        patience: float | None = EDIT_PATIENCE if self._whole_view == self._viewport else FRAME_PATIENCE
        if self._whole_view is None:
            patience = None
        complete = self._tiles.paint(painter, self.scene(), self._viewport, ratio, patience=patience)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.editor.pointed_out:
            paint_marks(painter, self.editor.pointed_out, self._viewport, self.theme)
        self._shown_guides, self._shown_pointed_out = self.editor.tool.guides(), self.editor.pointed_out
        paint_guides(painter, self._shown_guides, self._viewport, self.theme)
        paint_north(painter, self.editor.document.shown.north, self.width(), self.theme)
        if self._keyboard is not None and self.hasFocus():
            paint_keyboard_cursor(painter, self._keyboard, self._viewport, self.theme)
        painter.end()
        self._painted_at = perf_counter()
        if self._tiles.is_at_rest:
            self._at_leisure.ask_again()
        if complete:
            self._whole_view = self._viewport
            self.painted.emit()
        else:
            self.update()

    def _catch_up(self) -> None:
        """Ready the tiles that a view at rest did without, some ms at a time, so that it may move at once."""
        if self._at_leisure.waiting or not self._tiles.is_at_rest:
            return
        if self.editor.tool.active:
            self._at_leisure.ask()
            return
        if self._tiles.catch_up(FRAME_PATIENCE):
            self._further.ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        down, self._top = self.y() - self._top, self.y()
        before = event.oldSize()
        if down and self._whole_view is not None and before - event.size() == QSize(0, down):
            # A message came or went above it: the map stays where the hand knows it.
            self._set_viewport(self._viewport.resized(self.width(), self.height()).panned(0, -down))
        elif self._fits:
            self.fit()
        else:
            self._set_viewport(self._viewport.resized(self.width(), self.height()))

    # The hand

    def pointer_at(
        self,
        place: QPointF,
        modifiers: Qt.KeyboardModifier = NO_MODIFIER,
        *,
        secondary: bool = False,
    ) -> Pointer:
        """A place of the window as the tools know it."""
        at = self._viewport.point_at(place.x(), place.y())
        return Pointer(at, min(0.45, _NEAR_PIXELS / self._viewport.scale), modifiers, secondary)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._keyboard is not None:
            self._keyboard = None
            self.update()
        button = event.button()
        tool = self.editor.tool
        left = button == Qt.MouseButton.LeftButton
        if button == Qt.MouseButton.MiddleButton or (left and (self._space_held or tool.pans)):
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left or button == Qt.MouseButton.RightButton:
            pointer = self.pointer_at(event.position(), event.modifiers(), secondary=not left)
            self.editor.point(pointer)
            if tool.active and tool.also_press(pointer):
                return
            if not left and tool.opens_menu:
                return
            tool.press(pointer)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            moved = event.position() - self._pan_from
            self._pan_from = event.position()
            self.pan(moved.x(), moved.y())
            return
        secondary = bool(event.buttons() & Qt.MouseButton.RightButton)
        pointer = self.pointer_at(event.position(), event.modifiers(), secondary=secondary)
        self.editor.point(pointer)
        if self.editor.tool.active:
            self.editor.tool.drag(pointer)
        elif not self.editor.tool.pans:
            self.editor.tool.hover(pointer)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self._pan_from = None
            self.setCursor(self._resting_cursor())
            return
        secondary = event.button() == Qt.MouseButton.RightButton
        if secondary and event.buttons() & Qt.MouseButton.LeftButton and self.editor.tool.active:
            # The gesture is the left button's.
            return
        self.editor.tool.release(self.pointer_at(event.position(), event.modifiers(), secondary=secondary))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        # A menu over the map speaks of where the hand was.
        if not self.editor.tool.active and QApplication.activePopupWidget() is None:
            self.editor.point(None)
            self.editor.tool.hover(None)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.setCursor(self._resting_cursor())

    def wheelEvent(self, event: QWheelEvent) -> None:
        modifiers = event.modifiers()
        turn = event.angleDelta()
        notches = (turn.y() or turn.x()) / 120
        if modifiers & Qt.KeyboardModifier.AltModifier:
            self.editor.options.change_brush_size(1 if notches > 0 else -1)
        elif modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.pan(notches * 80, 0)
        elif notches and not modifiers and self._turn_in_tool(notches):
            pass
        elif not event.pixelDelta().isNull() and not modifiers:
            self.pan(event.pixelDelta().x(), event.pixelDelta().y())
        elif notches:
            self.zoom(ZOOM_STEP**notches, event.position())
        event.accept()

    def _turn_in_tool(self, notches: float) -> bool:
        """Hand the wheel to the tool by whole notches; a touch pad gives parts of one."""
        whole = int(self._turned + notches)
        if not self.editor.tool.turn(whole):
            self._turned = 0.0
            return False
        self._turned += notches - whole
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.open_menu_by_key()
        elif self.editor.tool.opens_menu and not self.editor.tool.active:
            self.menu_wanted.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self.editor.tool.wants(Qt.Key(event.key()))
        ):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        if self.editor.tool.active:
            return
        square = self.pointer_at(QPointF(event.pos())).square
        text = "\n".join(self.editor.overlays.reasons_at(square))
        corner = self.pixel_of(Point(*square)).toPoint()
        size = max(1, int(self._viewport.scale))
        if text:
            QToolTip.showText(event.globalPos(), text, self, QRect(corner.x(), corner.y(), size, size))
        else:
            QToolTip.hideText()

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif key == Qt.Key.Key_Escape:
            self.editor.escape()
        elif key == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.open_menu_by_key()
        elif self.editor.tool.wants(key) and self.editor.tool.key(event):
            event.accept()
        elif key in _ENTER:
            self._use_tool_by_key(event.modifiers())
        elif not (self._keyboard is None and self.editor.tool.key(event)):
            step = _ARROWS.get(key)
            if step is None:
                super().keyPressEvent(event)
            else:
                self._move_keyboard_cursor(step, event.modifiers())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self.setCursor(self._resting_cursor())
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._space_held = False
        self.update()

    def _resting_cursor(self) -> Qt.CursorShape:
        return Qt.CursorShape.OpenHandCursor if self._space_held else self.editor.tool.cursor

    def _keyboard_pointer(self, square: Square, modifiers: Qt.KeyboardModifier) -> Pointer:
        return Pointer(square.centre, 0.45, modifiers)

    def _move_keyboard_cursor(self, step: tuple[int, int], modifiers: Qt.KeyboardModifier) -> None:
        """The keyboard's own cursor: a square that arrows move and Return works on."""
        battle_map = self.editor.document.shown
        if self._keyboard is None:
            middle = self._viewport.point_at(self.width() / 2, self.height() / 2)
            x, y = int(middle.x), int(middle.y)
        else:
            x, y = self._keyboard.x + step[0], self._keyboard.y + step[1]
        self._keyboard = Square(max(0, min(battle_map.width - 1, x)), max(0, min(battle_map.height - 1, y)))
        self._bring_into_sight(self._keyboard)
        pointer = self._keyboard_pointer(self._keyboard, modifiers)
        self.editor.point(pointer)
        if self.editor.tool.active:
            self.editor.tool.drag(pointer)
        else:
            self.editor.tool.hover(pointer)
        self.update()

    def pick_up(self, square: Square) -> None:
        """Press the tool's button on a square by keys: arrows drag from there, Return lets go."""
        self.setFocus()
        self._keyboard = square
        self._bring_into_sight(square)
        pointer = self._keyboard_pointer(square, NO_MODIFIER)
        self.editor.point(pointer)
        self.editor.tool.press(pointer)
        self.update()

    @property
    def has_cursor(self) -> bool:
        """Whether the keyboard's cursor is on the map."""
        return self._keyboard is not None

    def open_menu_by_key(self) -> None:
        """Open the menu at the keyboard's cursor, else of the selected creatures, else where the mouse is.

        It opens with every tool, for no key is the tool's own right button.
        """
        if self.editor.tool.active:
            return
        chosen, pointer = self.editor.selection.creatures, self.editor.pointer
        square = self._keyboard
        if square is None and chosen:
            square = chosen[0].at
        elif square is None and pointer is not None and self.underMouse():
            self.menu_wanted.emit(self.mapToGlobal(self.pixel_of(pointer.at).toPoint()))
            return
        if square is None:
            self._move_keyboard_cursor((0, 0), NO_MODIFIER)
            square = self._keyboard
        if square is not None:
            self._bring_into_sight(square)
            # The walls on the square's own sides are within reach.
            self.editor.point(Pointer(square.centre, 0.5))
            self.menu_wanted.emit(self.mapToGlobal(self.pixel_of(square.centre).toPoint()))

    def _use_tool_by_key(self, modifiers: Qt.KeyboardModifier) -> None:
        """Return presses the tool's button; a tool that drags is released by the second Return."""
        if self._keyboard is None:
            self._move_keyboard_cursor((0, 0), modifiers)
            return
        tool = self.editor.tool
        pointer = self._keyboard_pointer(self._keyboard, modifiers)
        if tool.active:
            tool.release(pointer)
            return
        tool.press(pointer)
        if not tool.drags:
            tool.release(pointer)

    def _bring_into_sight(self, square: Square) -> None:
        place = self.pixel_of(square.centre)
        margin = self._viewport.scale
        dx = max(0.0, margin - place.x()) - max(0.0, place.x() - self.width() + margin)
        dy = max(0.0, margin - place.y()) - max(0.0, place.y() - self.height() + margin)
        if dx or dy:
            self.pan(dx, dy)


def _in_sight(viewport: Viewport, battle_map: BattleMap) -> Viewport:
    """The viewport moved just so far that some of the map is in it."""
    margin = _SIGHT_PIXELS / viewport.scale
    wide, high = viewport.width / viewport.scale, viewport.height / viewport.scale
    left = max(margin - wide, min(battle_map.width - margin, viewport.left))
    top = max(margin - high, min(battle_map.height - margin, viewport.top))
    return Viewport(left, top, viewport.scale, viewport.width, viewport.height)
