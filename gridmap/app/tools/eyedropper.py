"""Takes up what lies on a square, to paint with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridmap.app.terrain_names import kind_name
from gridmap.app.tools.guides import Badge, Frame, Guide
from gridmap.app.tools.options import TERRAIN_KINDS, TerrainKind
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.elevation import elevation_at
from gridmap.model import Layer, Point, Square

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_TOPMOST = (Layer.BLOCKED, Layer.HAZARDOUS, Layer.IMPEDED, Layer.DIFFICULT, Layer.GROUND)


class EyedropperTool(Tool):
    """A click takes up a square's topmost terrain, or its height, and the tool that was in hand before."""

    name = "eyedropper"
    opens_menu = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._back_to = "brush"

    def remember(self, tool: str) -> None:
        """Go back to this tool after a pick."""
        self._back_to = tool

    def end(self, pointer: Pointer) -> None:
        square = pointer.square
        kind = self._kind_at(square)
        feet = elevation_at(self.document.battle_map, square.x, square.y)
        if kind is not None:
            self.options.choose(terrain=kind, lays_elevation=False)
        elif feet:
            self.options.choose(elevation=feet, lays_elevation=True)
        else:
            self.editor.complain(self.tr("There is nothing on this square to take up."))
            return
        self.editor.take(self._back_to)

    def hint(self) -> str:
        return self.tr("Click a square to paint with what lies on it.")

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        square = self.pointer.square
        kind, feet = self._kind_at(square), elevation_at(self.document.shown, square.x, square.y)
        words = kind_name(kind) if kind is not None else self.tr("Ground at {feet} ft").format(feet=feet)
        frame = Frame.of_block(square, 1)
        return (
            (frame, Badge(Point(square.x + 1, square.y + 1), words)) if kind is not None or feet else (frame,)
        )

    def _kind_at(self, square: Square) -> TerrainKind | None:
        battle_map = self.document.shown
        if not battle_map.contains(square):
            return None
        for layer in _TOPMOST:
            value = int(battle_map.terrain.layer(layer)[square.y, square.x])
            kind = TerrainKind(layer, value)
            if value and kind in TERRAIN_KINDS:
                return kind
        return None
