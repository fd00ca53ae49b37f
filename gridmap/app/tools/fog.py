"""Fog, revealed with the left button and hidden with the right: brush, rectangle, polygon, room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridmap.app.tools.guides import Badge, Frame, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.shapes import PolygonTool
from gridmap.app.tools.tool import Tool
from gridmap.edits.fog import room_region, set_fog
from gridmap.edits.regions import brush_region
from gridmap.edits.terrain import Mask, rectangle_region
from gridmap.model import FEET_PER_SQUARE, FogState, Point, Square

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class _Fog(Tool):
    """Shows the map with a region revealed or hidden as a trial, and makes it a step."""

    has_options = True

    def show_region(self, region: Mask, *, erases: bool) -> None:
        """Show the region revealed, or hidden with the right button; the option bar swaps them."""
        battle_map = self.document.battle_map
        state = FogState.HIDDEN if self._hides(erases) else FogState.REVEALED
        changed = set_fog(battle_map, region, state)
        if changed is battle_map:
            self.document.drop_trial()
        else:
            self.document.try_map(changed)

    def keep(self, *, erases: bool) -> None:
        """Make the trial one step."""
        hides = self._hides(erases)
        self.document.keep_trial(self.tr("Hide squares") if hides else self.tr("Reveal squares"))

    def _hides(self, erases: bool) -> bool:
        return self.options.choices.fog_hides != erases

    def _both(self, what: str) -> str:
        """What both buttons do, as the option bar has it."""
        if self.options.choices.fog_hides:
            return self.tr("{what} to hide from players, with the right button to reveal.").format(what=what)
        return self.tr("{what} to reveal to players, with the right button to hide.").format(what=what)


class FogBrushTool(_Fog):
    """A brush dragged over the map."""

    name = "fog_brush"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._last: Point | None = None
        self._region: Mask | None = None
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        self._erases, self._last = pointer.secondary, pointer.at
        self._region = self._stroke(pointer.at, pointer.at)
        self.show_region(self._region, erases=self._erases)

    def move(self, pointer: Pointer) -> None:
        if self._region is None or self._last is None:
            return
        self._region = self._region | self._stroke(self._last, pointer.at)
        self._last = pointer.at
        self.show_region(self._region, erases=self._erases)

    def end(self, pointer: Pointer) -> None:
        del pointer
        self.dropped()
        self.keep(erases=self._erases)

    def dropped(self) -> None:
        self._region = self._last = None

    def hint(self) -> str:
        return self._both(self.in_keys(self.tr("Drag, {smaller} and {larger} for the size,")))

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        at, size = self.pointer.at, self.options.choices.brush_size
        if size % 2:
            left, top = at.x // 1 - size // 2, at.y // 1 - size // 2
        else:
            left, top = round(at.x - size / 2), round(at.y - size / 2)
        return (Frame(left, top, left + size, top + size),)

    def _stroke(self, start: Point, end: Point) -> Mask:
        choices = self.options.choices
        return brush_region(
            self.document.battle_map, start, end, choices.brush_size, round_=choices.brush_round
        )


class FogRectangleTool(_Fog):
    """A rectangle from corner to corner."""

    name = "fog_rectangle"
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
            region = rectangle_region(self.document.battle_map, self._corner, pointer.square)
            self.show_region(region, erases=self._erases)

    def end(self, pointer: Pointer) -> None:
        del pointer
        self._corner = None
        self.keep(erases=self._erases)

    def dropped(self) -> None:
        self._corner = None

    def hint(self) -> str:
        return self._both(self.tr("Drag from corner to corner"))

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        if self._corner is None:
            return (Frame.of_block(self.pointer.square, 1),)
        frame = Frame.of_squares(self._corner, self.pointer.square)
        width, height = int(frame.right - frame.left), int(frame.bottom - frame.top)
        measure = self.tr("{width} × {height} squares ({wide} × {high} ft)").format(
            width=width, height=height, wide=width * FEET_PER_SQUARE, high=height * FEET_PER_SQUARE
        )
        return frame, Badge(Point(frame.right, frame.bottom), measure)


class FogPolygonTool(_Fog, PolygonTool):
    """A polygon by its corners."""

    name = "fog_polygon"

    def hint(self) -> str:
        return self._both(self.tr("Click the corners, Return or the first one closes:"))


class FogRoomTool(_Fog):
    """Whole rooms, up to walls and closed doors; a drag takes in one after another."""

    name = "fog_room"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._region: Mask | None = None
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        self._erases = pointer.secondary
        self._region = room_region(self.document.battle_map, pointer.square)
        self.show_region(self._region, erases=self._erases)

    def move(self, pointer: Pointer) -> None:
        battle_map, square = self.document.battle_map, pointer.square
        if self._region is None or not battle_map.contains(square) or self._region[square.y, square.x]:
            return
        self._region = self._region | room_region(battle_map, square)
        self.show_region(self._region, erases=self._erases)

    def end(self, pointer: Pointer) -> None:
        del pointer
        self._region = None
        self.keep(erases=self._erases)

    def dropped(self) -> None:
        self._region = None

    def hint(self) -> str:
        return self._both(self.tr("Click a room"))

    def guides(self) -> tuple[Guide, ...]:
        return () if self.pointer is None else (Frame.of_block(self.pointer.square, 1),)
