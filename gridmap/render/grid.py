"""Grid lines, as bars of whole pixels: crisp at every zoom, and never a translucent stroke."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from gridmap.render.colour import colour
from gridmap.render.pixels import column_edges, row_edges
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme

LEAST_GRID_SCALE = 6.0
"""Pixels a square below which only every fifth line is drawn."""
_SPARSE = 5


def paint_grid(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The lines between squares."""
    seen = frame.squares(scene.battle_map)
    if seen.is_empty:
        return
    every = 1 if frame.scale >= LEAST_GRID_SCALE else _SPARSE
    if frame.scale * every < LEAST_GRID_SCALE:
        return
    columns = column_edges(seen.left, seen.right, frame)
    rows = row_edges(seen.top, seen.bottom, frame)
    width = max(1, round(frame.scale / 64))
    before = width // 2
    bars = [
        QRect(x - before, rows[0], width, rows[-1] - rows[0])
        for column, x in enumerate(columns, seen.left)
        if column % every == 0
    ]
    bars += [
        QRect(columns[0], y - before, columns[-1] - columns[0], width)
        for row, y in enumerate(rows, seen.top)
        if row % every == 0
    ]
    on_picture = scene.pictures and bool(scene.battle_map.pictures)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.page.grid_on_picture if on_picture else theme.page.grid))
    painter.drawRects(bars)


def paint_edge(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The frame round the map, outside its last squares."""
    width = max(1, round(frame.scale / 20))
    left, right = frame.column_edge(0), frame.column_edge(scene.battle_map.width)
    top, bottom = frame.row_edge(0), frame.row_edge(scene.battle_map.height)
    ink = colour(theme.page.border)
    painter.fillRect(left - width, top - width, right - left + 2 * width, width, ink)
    painter.fillRect(left - width, bottom, right - left + 2 * width, width, ink)
    painter.fillRect(left - width, top, width, bottom - top, ink)
    painter.fillRect(right, top, width, bottom - top, ink)
