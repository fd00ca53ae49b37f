"""Brush and eraser: a stroke is one step, its dabs are trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gridmap.app.terrain_names import layer_name
from gridmap.app.tools.guides import Frame, Guide
from gridmap.app.tools.laying import lay, laying_label
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.elevation import set_elevation
from gridmap.edits.regions import brush_region
from gridmap.edits.terrain import Mask, clear
from gridmap.model import BattleMap, Point

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class _StrokeTool(Tool):
    """A square brush dragged over the map."""

    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._last: Point | None = None
        self._region: Mask | None = None
        self._erases = False

    def begin(self, pointer: Pointer) -> None:
        battle_map = self.document.battle_map
        self._erases = pointer.secondary
        straight = pointer.holds(Qt.KeyboardModifier.ShiftModifier) and self._last is not None
        self._region = self._passed(battle_map, self._last if straight else None, pointer.at)
        self._show(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._region is None or self._last is None:
            return
        self._region = self._region | self._passed(self.document.battle_map, self._last, pointer.at)
        self._show(pointer)

    def end(self, pointer: Pointer) -> None:
        del pointer
        self._region = None
        self.document.keep_trial(self.label(self._erases))

    def dropped(self) -> None:
        self._region = None

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        size = self.options.choices.brush_size
        return (_brush_frame(self.pointer.at, size),)

    def _passed(self, battle_map: BattleMap, start: Point | None, end: Point) -> Mask:
        choices = self.options.choices
        return brush_region(
            battle_map, end if start is None else start, end, choices.brush_size, round_=choices.brush_round
        )

    def _show(self, pointer: Pointer) -> None:
        self._last = pointer.at
        if self._region is not None:
            self.document.try_map(self.painted(self.document.battle_map, self._region, self._erases))

    def painted(self, battle_map: BattleMap, region: Mask, erases: bool) -> BattleMap:
        """The map with the stroke on it."""
        raise NotImplementedError

    def label(self, erases: bool) -> str:
        """What the history calls the stroke."""
        raise NotImplementedError


class BrushTool(_StrokeTool):
    """Lays the terrain in hand; the right button takes that layer away."""

    name = "brush"

    def painted(self, battle_map: BattleMap, region: Mask, erases: bool) -> BattleMap:
        return lay(battle_map, region, self.options.choices, erases=erases)

    def label(self, erases: bool) -> str:
        return laying_label(self.options.choices, erases=erases)

    def hint(self) -> str:
        return self.in_keys(
            self.tr(
                "Drag to paint, right-drag to erase, Shift+click for a straight line, "
                "{smaller} and {larger} for the size."
            )
        )


class EraserTool(_StrokeTool):
    """Takes away the layer of the terrain in hand, or all layers."""

    name = "eraser"

    def painted(self, battle_map: BattleMap, region: Mask, erases: bool) -> BattleMap:
        del erases
        if self.options.choices.erase_all_layers:
            return set_elevation(clear(battle_map, region), region, 0)
        return lay(battle_map, region, self.options.choices, erases=True)

    def label(self, erases: bool) -> str:
        del erases
        if self.options.choices.erase_all_layers:
            return self.tr("Erase terrain")
        return laying_label(self.options.choices, erases=True)

    def hint(self) -> str:
        if self.options.choices.erase_all_layers:
            return self.in_keys(
                self.tr("Drag to erase every terrain layer, {smaller} and {larger} for the size.")
            )
        if self.options.choices.lays_elevation:
            return self.in_keys(self.tr("Drag to level the ground, {smaller} and {larger} for the size."))
        layer = layer_name(self.options.choices.terrain.layer).lower()
        return self.in_keys(
            self.tr("Drag to erase {layer}, {smaller} and {larger} for the size."), layer=layer
        )


def _brush_frame(at: Point, size: int) -> Frame:
    """The outline of the squares that a dab there covers, as `dab_region` chooses them."""
    if size % 2:
        left, top = at.x // 1 - size // 2, at.y // 1 - size // 2
    else:
        left, top = round(at.x - size / 2), round(at.y - size / 2)
    return Frame(left, top, left + size, top + size)
