"""Line, ellipse, polygon and lasso: regions of terrain or height in one go."""

from __future__ import annotations

import itertools
from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.guides import Badge, Frame, Guide, Stroke
from gridmap.app.tools.laying import lay, laying_label
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.regions import ellipse_region, line_region, polygon_region
from gridmap.edits.terrain import Mask
from gridmap.model import FEET_PER_SQUARE, Point, Square

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_LASSO_STEP = 0.2
"""Squares that the hand moves from one corner of a lasso to the next."""


class _ShapeTool(Tool):
    """Lays what is in hand on a region; the right button takes it away."""

    def show_region(self, region: Mask, *, erases: bool) -> None:
        """Show the map with the region laid, as a trial."""
        battle_map = self.document.battle_map
        laid = lay(battle_map, region, self.options.choices, erases=erases)
        if laid is battle_map:
            self.document.drop_trial()
        else:
            self.document.try_map(laid)

    def keep(self, *, erases: bool) -> None:
        """Make the trial one step."""
        self.document.keep_trial(laying_label(self.options.choices, erases=erases))


class _DraggedShape(_ShapeTool):
    """A shape from the square pressed to the square released."""

    drags = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._corner: Square | None = None
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        self._corner, self._erases = pointer.square, pointer.secondary
        self.move(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._corner is not None:
            self.show_region(self.region(self._corner, self._other(pointer)), erases=self._erases)

    def end(self, pointer: Pointer) -> None:
        self.move(pointer)
        self._corner = None
        self.keep(erases=self._erases)

    def dropped(self) -> None:
        self._corner = None

    def region(self, corner: Square, other: Square) -> Mask:
        """The shape's squares."""
        raise NotImplementedError

    def _other(self, pointer: Pointer) -> Square:
        """The square that the hand is on; with Shift brought to where the shape is regular."""
        return pointer.square


class EllipseTool(_DraggedShape):
    """An ellipse in the block between two squares; Shift makes it a circle."""

    name = "ellipse"

    def region(self, corner: Square, other: Square) -> Mask:
        return ellipse_region(self.document.battle_map, corner, other)

    def _other(self, pointer: Pointer) -> Square:
        square = pointer.square
        if self._corner is None or not pointer.holds(Qt.KeyboardModifier.ShiftModifier):
            return square
        side = max(abs(square.x - self._corner.x), abs(square.y - self._corner.y))
        return Square(
            self._corner.x + (side if square.x >= self._corner.x else -side),
            self._corner.y + (side if square.y >= self._corner.y else -side),
        )

    def hint(self) -> str:
        return self.tr("Drag from corner to corner, Shift for a circle; with the right button to erase.")

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        if self._corner is None:
            return (Frame.of_block(self.pointer.square, 1),)
        frame = Frame.of_squares(self._corner, self._other(self.pointer), faint=True)
        width, height = int(frame.right - frame.left), int(frame.bottom - frame.top)
        words = self.tr("{width} × {height} squares ({wide} × {high} ft)").format(
            width=width, height=height, wide=width * FEET_PER_SQUARE, high=height * FEET_PER_SQUARE
        )
        return frame, Badge(Point(frame.right, frame.bottom), words)


class LineTool(_DraggedShape):
    """A straight line of squares, as thick as the brush; Shift keeps it to eight directions."""

    name = "line"
    has_options = True

    def region(self, corner: Square, other: Square) -> Mask:
        return line_region(self.document.battle_map, corner, other, self.options.choices.brush_size)

    def _other(self, pointer: Pointer) -> Square:
        square = pointer.square
        if self._corner is None or not pointer.holds(Qt.KeyboardModifier.ShiftModifier):
            return square
        over, down = square.x - self._corner.x, square.y - self._corner.y
        if abs(over) > 2 * abs(down):
            return Square(square.x, self._corner.y)
        if abs(down) > 2 * abs(over):
            return Square(self._corner.x, square.y)
        side = max(abs(over), abs(down))
        return Square(
            self._corner.x + (side if over >= 0 else -side), self._corner.y + (side if down >= 0 else -side)
        )

    def hint(self) -> str:
        return self.in_keys(
            self.tr(
                "Drag from square to square, Shift for eight directions, {smaller} and {larger} for the "
                "thickness; with the right button to erase."
            )
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        if self._corner is None:
            return (Frame.of_block(self.pointer.square, 1),)
        other = self._other(self.pointer)
        count = max(abs(other.x - self._corner.x), abs(other.y - self._corner.y)) + 1
        words = self.tr("{count} squares ({feet} ft)").format(count=count, feet=count * FEET_PER_SQUARE)
        return Stroke(self._corner.centre, other.centre), Badge(other.centre, words)


class PolygonTool(_ShapeTool):
    """A polygon by its corners: click each, then Return, a double click or the first corner closes it."""

    name = "polygon"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._corners: list[Point] = []
        self._erases = False

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners clicked so far."""
        return tuple(self._corners)

    def begin(self, pointer: Pointer) -> None:
        at = self._snapped(pointer)
        if not self._corners:
            self._erases = pointer.secondary
        closes = len(self._corners) > 2 and (
            _distance(at, self._corners[0]) <= pointer.near or _distance(at, self._corners[-1]) < 1e-9
        )
        if closes:
            self.close()
            return
        if not self._corners or _distance(at, self._corners[-1]) > 1e-9:
            self._corners.append(at)
        self._show(None)

    def move(self, pointer: Pointer) -> None:
        if self._corners:
            self._corners[-1] = self._snapped(pointer)
            self._show(None)

    def hovered(self, pointer: Pointer | None) -> None:
        if self._corners:
            self._show(None if pointer is None else self._snapped(pointer))

    def close(self) -> None:
        """Lay the polygon."""
        if len(self._corners) > 2:
            self._show(None)
            self.keep(erases=self._erases)
        else:
            self.document.drop_trial()
        self._corners = []
        self.guides_changed.emit()

    def key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self._corners) > 2:
            self.close()
            return True
        if event.key() == Qt.Key.Key_Backspace and self._corners:
            self._corners.pop()
            self._show(None)
            self.guides_changed.emit()
            return True
        return False

    def wants(self, key: Qt.Key) -> bool:
        if not self._corners:
            return False
        closing = len(self._corners) > 2 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return closing or key == Qt.Key.Key_Backspace

    def back_out(self) -> bool:
        under_way = bool(self._corners)
        self._forget()
        return self.escape() or under_way

    def escape(self) -> bool:
        under_way = bool(self._corners)
        self._forget()
        return super().escape() or under_way

    def press(self, pointer: Pointer) -> None:
        # A press adds a corner to what is under way: it drops nothing.
        self._active = True
        self._pointer = pointer
        self.begin(pointer)
        self.guides_changed.emit()

    def hint(self) -> str:
        return self.tr(
            "Click the corners; Return or a click on the first one closes, Backspace takes one back, "
            "the right button erases; Ctrl is free of the grid."
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        here = self._snapped(self.pointer)
        if not self._corners:
            return (Frame(here.x - 0.08, here.y - 0.08, here.x + 0.08, here.y + 0.08),)
        places = (*self._corners, here)
        return tuple(Stroke(one, other) for one, other in itertools.pairwise(places))

    def _show(self, here: Point | None) -> None:
        corners = [*self._corners, here] if here is not None else self._corners
        if len(corners) > 2:
            region = polygon_region(self.document.battle_map, corners)
            self.show_region(region, erases=self._erases)
        else:
            self.document.drop_trial()

    def _forget(self) -> None:
        if self._corners:
            self._corners = []
            self.document.drop_trial()
            self.guides_changed.emit()

    def _snapped(self, pointer: Pointer) -> Point:
        if pointer.holds(Qt.KeyboardModifier.ControlModifier):
            return pointer.at
        return Point(*pointer.intersection)


class LassoTool(_ShapeTool):
    """The squares within a line drawn by hand."""

    name = "lasso"
    drags = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._way: list[Point] = []
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        self._way, self._erases = [pointer.at], pointer.secondary
        self._show()

    def move(self, pointer: Pointer) -> None:
        if self._way and _distance(pointer.at, self._way[-1]) >= _LASSO_STEP:
            self._way.append(pointer.at)
            self._show()

    def end(self, pointer: Pointer) -> None:
        del pointer
        self._way = []
        self.keep(erases=self._erases)

    def dropped(self) -> None:
        self._way = []

    def hint(self) -> str:
        return self.tr("Draw round the squares; with the right button to erase.")

    def guides(self) -> tuple[Guide, ...]:
        if not self._way:
            return ()
        places = (*self._way, self._way[0])
        return tuple(Stroke(one, other, faint=True) for one, other in itertools.pairwise(places))

    def _show(self) -> None:
        region = polygon_region(self.document.battle_map, self._way)
        self.show_region(region, erases=self._erases)


def _distance(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)
