"""The grid, as bars of whole pixels: crisp at every zoom, and never a translucent stroke."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter

from gridmap.render.colour import colour
from gridmap.render.pixels import column_edges, row_edges
from gridmap.render.scene import Frame, GridStyle, Scene
from gridmap.render.theme import Theme

LEAST_GRID_SCALE = 6.0
"""Pixels a square below which only every fifth line is drawn."""
_SPARSE = 5
_MARK_STRENGTH = 2.2
"""How much stronger the ink of dots and crosses is than that of whole lines."""


def paint_grid(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The lines between squares, or marks at their intersections."""
    seen = frame.squares(scene.battle_map)
    every = 1 if frame.scale >= LEAST_GRID_SCALE else _SPARSE
    if seen.is_empty or frame.scale * every < LEAST_GRID_SCALE or scene.grid_style is GridStyle.NONE:
        return
    columns = column_edges(seen.left, seen.right, frame)
    rows = row_edges(seen.top, seen.bottom, frame)
    some_columns = [x for column, x in enumerate(columns, seen.left) if column % every == 0]
    some_rows = [y for row, y in enumerate(rows, seen.top) if row % every == 0]
    on_picture = scene.pictures and bool(scene.battle_map.pictures)
    ink = colour(theme.page.grid_on_picture if on_picture else theme.page.grid)
    painter.setPen(Qt.PenStyle.NoPen)
    if scene.grid_style is GridStyle.LINES:
        width = max(1, round(frame.scale / 64))
        before = width // 2
        bars = [QRect(x - before, rows[0], width, rows[-1] - rows[0]) for x in some_columns]
        bars += [QRect(columns[0], y - before, columns[-1] - columns[0], width) for y in some_rows]
        painter.setBrush(ink)
        painter.drawRects(bars)
        return
    strong = QColor(ink)
    strong.setAlpha(min(255, round(ink.alpha() * _MARK_STRENGTH)))
    painter.setBrush(strong)
    marks = _dot(frame.scale) if scene.grid_style is GridStyle.DOTS else _cross(frame.scale)
    painter.drawRects([mark.translated(x, y) for y in some_rows for x in some_columns for mark in marks])


def _dot(scale: float) -> tuple[QRect, ...]:
    """A small disc about an intersection: three bars, in whole pixels."""
    width = max(2, round(scale / 16))
    before, part = width // 2, width // 4
    return (
        QRect(part - before, -before, width - 2 * part, part),
        QRect(-before, part - before, width, width - 2 * part),
        QRect(part - before, width - part - before, width - 2 * part, part),
    )


def _cross(scale: float) -> tuple[QRect, ...]:
    """A cross about an intersection: bars that do not lie on one another, since ink lets light through."""
    width = max(1, round(scale / 48))
    before, arm = width // 2, max(2, round(scale * 0.12))
    return (
        QRect(-before - arm, -before, width + 2 * arm, width),
        QRect(-before, -before - arm, width, arm),
        QRect(-before, width - before, width, arm),
    )


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
