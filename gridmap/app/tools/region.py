"""Rectangle and fill: a region of terrain in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridmap.app.terrain_names import kind_name
from gridmap.app.tools.guides import Badge, Frame, Guide
from gridmap.app.tools.laying import lay, laying_label
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.terrain import Mask, flood_region, joined_region, rectangle_region
from gridmap.model import FEET_PER_SQUARE, Point, Square

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class _RegionTool(Tool):
    """Lays the terrain in hand on a region; the right button takes that layer away."""

    def _show(self, region: Mask, erases: bool) -> None:
        painted = lay(self.document.battle_map, region, self.options.choices, erases=erases)
        if painted is self.document.battle_map:
            self.document.drop_trial()
        else:
            self.document.try_map(painted)

    def _label(self, erases: bool) -> str:
        choices = self.options.choices
        if erases or choices.lays_elevation:
            return laying_label(choices, erases=erases)
        return self.tr("Fill with {terrain}").format(terrain=kind_name(choices.terrain).lower())


class RectangleTool(_RegionTool):
    """A rectangle from corner to corner."""

    name = "rectangle"
    drags = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._corner: Square | None = None
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        self._corner = pointer.square
        self._erases = pointer.secondary
        self.move(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._corner is not None:
            region = rectangle_region(self.document.battle_map, self._corner, pointer.square)
            self._show(region, self._erases)

    def end(self, pointer: Pointer) -> None:
        del pointer
        self._corner = None
        self.document.keep_trial(self._label(self._erases))

    def dropped(self) -> None:
        self._corner = None

    def hint(self) -> str:
        return self.tr("Drag from corner to corner; with the right button to erase.")

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        square = self.pointer.square
        if self._corner is None:
            return (Frame.of_block(square, 1),)
        frame = Frame.of_squares(self._corner, square)
        width, height = int(frame.right - frame.left), int(frame.bottom - frame.top)
        measure = self.tr("{width} × {height} squares ({wide} × {high} ft)").format(
            width=width, height=height, wide=width * FEET_PER_SQUARE, high=height * FEET_PER_SQUARE
        )
        return frame, Badge(Point(frame.right, frame.bottom), measure)


class FillTool(_RegionTool):
    """The joined squares of one kind, bounded by walls and closed doors."""

    name = "fill"

    def begin(self, pointer: Pointer) -> None:
        self._show(self._joined(pointer.square), pointer.secondary)

    def _joined(self, square: Square) -> Mask:
        battle_map, choices = self.document.battle_map, self.options.choices
        if not choices.lays_elevation:
            return flood_region(battle_map, choices.terrain.layer, square)
        level = np.zeros((battle_map.height, battle_map.width), np.int16)
        if not battle_map.contains(square):
            return level.astype(bool)
        feet = level if battle_map.elevation is None else battle_map.elevation.feet
        return joined_region(battle_map, feet == feet[square.y, square.x], square)

    def end(self, pointer: Pointer) -> None:
        self.document.keep_trial(self._label(pointer.secondary))

    def hint(self) -> str:
        return self.tr(
            "Click to fill the joined squares up to walls and closed doors; right-click to erase them."
        )

    def guides(self) -> tuple[Guide, ...]:
        return () if self.pointer is None else (Frame.of_block(self.pointer.square, 1),)
