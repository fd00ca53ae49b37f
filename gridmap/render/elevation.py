"""How high the ground lies: bands of light and shade, contours with their fall, heights in figures."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLine, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gridmap.render.colour import colour
from gridmap.render.lettering import LEAST_NUMBER_SCALE, stamp_of
from gridmap.render.pixels import column_edges, row_edges, shown
from gridmap.render.scene import Frame, Scene, SquareRect
from gridmap.render.theme import Theme

_SHADE_OF_A_STEP = 0.045
_MOST_SHADE = 0.4
_STEP_FEET = 5
_LEAST_TICK_SCALE = 14.0
"""Pixels a square from which on contours show which way the ground falls."""


def paint_elevation(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Higher ground is lighter, deeper darker; a contour's ticks point down."""
    elevation = scene.battle_map.elevation
    if elevation is None or not scene.elevation:
        return
    seen = frame.squares(scene.battle_map, margin=1)
    feet = shown(elevation.feet, seen)
    if not feet.any() and not _falls(elevation.feet, seen):
        return
    columns = column_edges(seen.left, seen.right, frame)
    rows = row_edges(seen.top, seen.bottom, frame)
    _paint_bands(painter, feet, columns, rows)
    _paint_contours(painter, feet, columns, rows, frame, theme)
    if frame.scale >= LEAST_NUMBER_SCALE:
        _paint_heights(painter, feet, columns, rows, frame, theme)


def _falls(feet: npt.NDArray[np.int16], seen: SquareRect) -> bool:
    return bool(shown(feet, seen.grown(1).within(feet.shape[1], feet.shape[0])).any())


def _paint_bands(painter: QPainter, feet: npt.NDArray[np.int16], columns: list[int], rows: list[int]) -> None:
    for row in range(feet.shape[0]):
        line = feet[row]
        ends = [0, *(np.flatnonzero(np.diff(line)) + 1).tolist(), len(line)]
        for first, last in itertools.pairwise(ends):
            height = int(line[first])
            if height:
                box = QRect(
                    columns[first], rows[row], columns[last] - columns[first], rows[row + 1] - rows[row]
                )
                painter.fillRect(box, _shade(height))


def _shade(feet: int) -> QColor:
    share = min(_MOST_SHADE, abs(feet) / _STEP_FEET * _SHADE_OF_A_STEP + 0.03)
    shade = QColor(Qt.GlobalColor.white if feet > 0 else Qt.GlobalColor.black)
    shade.setAlphaF(share if feet > 0 else share * 0.8)
    return shade


def _paint_contours(
    painter: QPainter,
    feet: npt.NDArray[np.int16],
    columns: list[int],
    rows: list[int],
    frame: Frame,
    theme: Theme,
) -> None:
    """A line between squares of different heights, with ticks on its lower side."""
    tick = round(frame.scale * 0.16) if frame.scale >= _LEAST_TICK_SCALE else 0
    lines: list[QLine] = []
    ticks: list[QLine] = []
    for row, column in zip(*(places.tolist() for places in np.nonzero(np.diff(feet, axis=1))), strict=True):
        x, top, bottom = columns[column + 1], rows[row], rows[row + 1]
        lines.append(QLine(x, top, x, bottom))
        way = tick if feet[row, column] > feet[row, column + 1] else -tick
        ticks += [QLine(x, y, x + way, y) for y in _thirds(top, bottom)]
    for row, column in zip(*(places.tolist() for places in np.nonzero(np.diff(feet, axis=0))), strict=True):
        y, left, right = rows[row + 1], columns[column], columns[column + 1]
        lines.append(QLine(left, y, right, y))
        way = tick if feet[row, column] > feet[row + 1, column] else -tick
        ticks += [QLine(x, y, x, y + way) for x in _thirds(left, right)]
    if not lines:
        return
    ink = QColor(colour(theme.page.text))
    ink.setAlphaF(0.75)
    painter.setPen(
        QPen(ink, max(1, round(frame.scale / 18)), Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap)
    )
    painter.drawLines(lines)
    if tick:
        painter.setPen(QPen(ink, max(1, round(frame.scale / 30))))
        painter.drawLines(ticks)


def _thirds(start: int, end: int) -> tuple[int, int]:
    return start + (end - start) // 4, start + 3 * (end - start) // 4


def _paint_heights(
    painter: QPainter,
    feet: npt.NDArray[np.int16],
    columns: list[int],
    rows: list[int],
    frame: Frame,
    theme: Theme,
) -> None:
    """The height in feet in the lower left corner of each square that is not level."""
    pixels = max(8, round(frame.scale * 0.2))
    inset = round(frame.scale * 0.04)
    for row, column in zip(*(places.tolist() for places in np.nonzero(feet)), strict=True):
        draw = stamp_of(
            painter, f"{int(feet[row, column]):+d}′", pixels, theme.terrain.digit, theme.page.halo
        )
        draw(columns[column] + inset, rows[row + 1] - round(pixels * 1.5) - inset)
