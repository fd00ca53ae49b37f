"""What of the map is shown: layers, grid, names, pictures. Never part of the map, never undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from gridmap.model import Layer
from gridmap.render.scene import GROUND_ORDER


@dataclass(frozen=True)
class Visible:
    """What is drawn."""

    layers: frozenset[Layer] = frozenset(Layer)
    grid: bool = True
    order: tuple[Layer, ...] = GROUND_ORDER
    faint: frozenset[tuple[Layer, int]] = frozenset()
    elevation: bool = True
    notes: bool = True
    pictures: bool = True
    names: bool = True


class ViewOptions(QObject):
    """`Visible` with a signal when it changes."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._visible = Visible()

    @property
    def visible(self) -> Visible:
        """What is drawn."""
        return self._visible

    def show(self, **changes: Any) -> None:
        """Change what is drawn."""
        visible = replace(self._visible, **changes)
        if visible != self._visible:
            self._visible = visible
            self.changed.emit()

    def show_layer(self, layer: Layer, shown: bool) -> None:
        """Show or hide one terrain layer."""
        layers = self._visible.layers
        self.show(layers=layers | {layer} if shown else layers - {layer})

    def set_opacity(self, layer: Layer, percent: int) -> None:
        """Draw a layer of the ground fainter, or whole at 100."""
        faint = dict(self._visible.faint) | {layer: percent}
        self.show(faint=frozenset((each, share) for each, share in faint.items() if share < 100))

    def opacity(self, layer: Layer) -> int:
        """How much of a layer's own colours is drawn, in percent."""
        return dict(self._visible.faint).get(layer, 100)

    def move_layer(self, layer: Layer, by: int) -> None:
        """Draw a layer of the ground above others, or below them."""
        order = list(self._visible.order)
        at = order.index(layer)
        to = max(0, min(len(order) - 1, at + by))
        order.insert(to, order.pop(at))
        self.show(order=tuple(order))
