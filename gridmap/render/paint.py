"""The order of passes, written once: canvas, players' window, files and thumbnails all draw by it."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from gridmap.render.colour import colour
from gridmap.render.scene import Frame, Scene, Viewport
from gridmap.render.theme import Theme


def paint(painter: QPainter, scene: Scene, viewport: Viewport, theme: Theme) -> None:
    """Draw the scene, straight, without any cache, on the painter's pixels (0, 0) to (width, height)."""
    frame = viewport.frame()
    paint_base(painter, scene, frame, theme)
    paint_overlays(painter, scene, frame, theme)
    paint_top(painter, scene, frame, theme)


def paint_base(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The map itself: everything that only an edit of the map changes. Opaque."""
    painter.fillRect(0, 0, frame.width, frame.height, colour(theme.page.beyond))


def paint_overlays(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The overlays' marks, beneath the creatures."""


def paint_top(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """What lies over the overlays: creatures, labels, notes, fog that hides."""
