"""The order of passes, written once: canvas, players' window, files and thumbnails all draw by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from math import ceil

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter

from gridmap.overlays.overlay import Label, Mark, Segments
from gridmap.render import mark_order
from gridmap.render.creatures import paint_creatures
from gridmap.render.device import draws_shapes
from gridmap.render.elevation import paint_elevation
from gridmap.render.fog import paint_fog
from gridmap.render.grid import paint_edge, paint_grid
from gridmap.render.marks import paint_label, paint_mark, paint_numbers, paint_segments
from gridmap.render.notes import paint_notes
from gridmap.render.pictures import paint_ground
from gridmap.render.pixels import page_rect
from gridmap.render.scene import Frame, Scene, Viewport
from gridmap.render.secrets import paint_secret_marks
from gridmap.render.terrain import paint_blocked, paint_ground_terrain
from gridmap.render.theme import Theme
from gridmap.render.walls import paint_walls

Pass = Callable[[QPainter, Scene, Frame, Theme], None]
"""One pass: it draws its part of what a frame of pixels shows."""


def paint(painter: QPainter, scene: Scene, viewport: Viewport, theme: Theme) -> None:
    """Draw the scene, straight, without any cache, on the painter's pixels (0, 0) to (width, height)."""
    paint_frame(painter, scene, viewport.frame(), theme)


def paint_terrain(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The squares of the ground: terrain with the grid on it."""
    paint_ground_terrain(painter, scene, frame, theme)
    if scene.grid:
        paint_grid(painter, scene, frame, theme)


def paint_terrain_layer(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Terrain and grid as a layer on paper and pictures."""
    if scene.grid or any(scene.battle_map.terrain.layer(layer).any() for layer in scene.layers):
        paint_on_layer(painter, paint_terrain, scene, frame, theme)


def paint_on_layer(painter: QPainter, draw: Pass, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Draw a pass on a layer of its own, and then the layer: as one thing that lets light through.

    However a picture is put together, from tiles, bands or squares drawn before, its colours are then
    rounded in the same places. What keeps shapes as shapes has no layers.
    """
    if draws_shapes(painter):
        draw(painter, scene, frame, theme)
        return
    layer = QImage(frame.width, frame.height, QImage.Format.Format_ARGB32_Premultiplied)
    layer.fill(Qt.GlobalColor.transparent)
    with QPainter(layer) as on_layer:
        draw(on_layer, scene, frame, theme)
    painter.drawImage(0, 0, layer)


def paint_blocked_layer(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Blocked squares as a layer."""
    if scene.battle_map.terrain.blocked.any():
        paint_on_layer(painter, paint_blocked, scene, frame, theme)


def paint_frame(
    painter: QPainter,
    scene: Scene,
    frame: Frame,
    theme: Theme,
    *,
    terrain: Pass = paint_terrain_layer,
    blocked: Pass = paint_blocked_layer,
    progress: Callable[[float], object] | None = None,
) -> None:
    """Draw the part of the scene that a frame of pixels shows.

    `terrain` and `blocked` may be other ways to draw the same: what a square shows follows from the squares
    around it, so whoever draws many of them need not draw each. `progress` is told the share of passes done;
    what it raises ends the drawing.
    """
    passes: tuple[Pass, ...] = (
        partial(paint_base, terrain=terrain),
        paint_overlays,
        partial(paint_standing, blocked=blocked),
        paint_figures,
        paint_top,
    )
    for number, draw in enumerate(passes, 1):
        draw(painter, scene, frame, theme)
        if progress is not None:
            progress(number / len(passes))


def paint_base(
    painter: QPainter, scene: Scene, frame: Frame, theme: Theme, terrain: Pass = paint_terrain_layer
) -> None:
    """The ground, which changes with an edit of it alone. Leaves no pixel of the frame open."""
    paint_ground(painter, scene, frame, theme)
    terrain(painter, scene, frame, theme)
    paint_elevation(painter, scene, frame, theme)


def paint_overlays(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The overlays' marks, on the ground between walls."""
    for some in (mark_order.marks_beneath, mark_order.fields, mark_order.marks_above):
        paint_marks(painter, some(scene), scene, frame, theme)
    paint_field_numbers(painter, scene, frame, theme)


def paint_marks(painter: QPainter, marks: Iterable[Mark], scene: Scene, frame: Frame, theme: Theme) -> None:
    """Some of the overlays' marks on the ground, one over another."""
    with _on_page(painter, scene, frame):
        for mark in marks:
            paint_mark(painter, mark, frame, theme)


_BEYOND_SQUARES, _BEYOND_PIXELS = 0.5, 8
"""So much beyond the map, whichever is more, marks and walls may reach: farther off is no ground for them."""


@contextmanager
def _on_page(painter: QPainter, scene: Scene, frame: Frame) -> Iterator[None]:
    """Draw on the map and its rim alone: the canvas has no more of it, nor notes a change farther off."""
    rim = max(_BEYOND_PIXELS, ceil(_BEYOND_SQUARES * frame.scale))
    page = page_rect(scene.battle_map, frame).adjusted(-rim, -rim, rim, rim)
    if draws_shapes(painter) or page.contains(QRect(0, 0, frame.width, frame.height)):
        yield
        return
    painter.save()
    painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
    yield
    painter.restore()


def paint_field_numbers(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The numbers of heat maps, over every fill."""
    for field in mark_order.fields(scene):
        paint_numbers(painter, field, scene, frame, theme)


def paint_standing(
    painter: QPainter, scene: Scene, frame: Frame, theme: Theme, blocked: Pass = paint_blocked
) -> None:
    """What stands on the ground: blocked squares, walls and doors, and the map's edge."""
    with _on_page(painter, scene, frame):
        blocked(painter, scene, frame, theme)
        paint_walls(painter, scene, frame, theme)
        paint_edge(painter, scene, frame, theme)


def paint_figures(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The creatures and the lines between them, over walls and overlays."""
    paint_creatures(painter, scene, frame, theme)
    for overlay in scene.overlays:
        for mark in overlay.marks:
            if isinstance(mark, Segments):
                paint_segments(painter, mark, frame, theme)


def paint_top(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """What lies over everything: fog, the GM's marks, labels, notes."""
    paint_fog(painter, scene, frame, theme)
    paint_secret_marks(painter, scene, frame, theme)
    for overlay in scene.overlays:
        for mark in overlay.marks:
            if isinstance(mark, Label):
                paint_label(painter, mark, frame, theme)
    paint_notes(painter, scene, frame, theme)
