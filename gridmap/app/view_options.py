"""What of the map is shown: layers, grid, names, pictures. Never part of the map, never undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from gridmap.model import Layer


@dataclass(frozen=True)
class Visible:
    """What is drawn."""

    layers: frozenset[Layer] = frozenset(Layer)
    grid: bool = True
    elevation: bool = True
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
