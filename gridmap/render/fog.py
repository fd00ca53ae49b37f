"""The fog: opaque to players with a soft edge, a patterned veil to the GM.

To players every pixel of a square that they do not know is covered whole. The edge is soft towards the
squares that they know and nowhere else, so nothing shines through it. What may show beside the fog is made
of the players' map alone (`gridmap.model.players`), pictures of what is known of them
(`gridmap.render.known_pictures`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QBrush, QColor, QImage, QPainter

from gridmap.model.fog import Fog
from gridmap.model.identity_cache import IdentityCache
from gridmap.model.players_walls import walls_beside
from gridmap.model.wall import Wall
from gridmap.render.bounded_cache import drawn_once
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.patterns import texture_image
from gridmap.render.pixels import column_edges, row_edges
from gridmap.render.scene import Frame, Scene
from gridmap.render.shapes import fill_with_pattern, squares_path
from gridmap.render.theme import NoteLook, Pattern, Theme
from gridmap.render.walls import paint_these_walls

Mask = npt.NDArray[np.bool_]
Levels = npt.NDArray[np.uint8]
"""How much is hidden, square by square: `CLEAR`, `DIM` or `HIDDEN`."""
CLEAR, DIM, HIDDEN = range(3)
_DIM_OPACITY = 0.5
"""Of the shade over squares that players remember."""
_SOFT = 0.35
"""Squares that the edge reaches into what is known."""
LEAST_SOFT_SCALE = 6.0
"""Pixels a square below which the edge is hard."""
_NEIGHBOURS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
_levels: IdentityCache[Levels] = IdentityCache(4)
_codes: IdentityCache[npt.NDArray[np.int32]] = IdentityCache(4)
_borders: IdentityCache[tuple[Wall, ...]] = IdentityCache(4)


def paint_fog(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """What the players have not been shown: hidden from them, veiled for the GM."""
    fog = scene.battle_map.fog
    if fog is None:
        return
    levels = _levels.get((fog,), lambda: _levels_of(fog))
    if not levels.any():
        return
    if scene.fog_hides:
        _paint_for_players(painter, levels, scene, frame, theme)
    else:
        _paint_veil(painter, levels, frame, theme.notes)


def _levels_of(fog: Fog) -> Levels:
    return np.select([fog.in_sight, fog.known], [np.uint8(CLEAR), np.uint8(DIM)], np.uint8(HIDDEN))


def _paint_for_players(painter: QPainter, levels: Levels, scene: Scene, frame: Frame, theme: Theme) -> None:
    ink = colour(theme.notes.fog)
    dim = QColor(ink)
    dim.setAlphaF(_DIM_OPACITY)
    if draws_shapes(painter):
        painter.fillPath(squares_path(levels == DIM, frame), dim)
        painter.fillPath(squares_path(levels == HIDDEN, frame), ink)
    else:
        _fill(painter, levels == HIDDEN, frame, ink)
        soft = _codes.get((levels,), lambda: _codes_of(levels)) if frame.scale >= LEAST_SOFT_SCALE else None
        _fill(painter, (levels == DIM) if soft is None else (levels == DIM) & (soft == 0), frame, dim)
        if soft is not None:
            _paint_soft_edge(painter, soft, frame, ink)
    # Walls on the border stand before the fog: they are known, and the fog would cover half of each.
    walls, fog = scene.battle_map.walls, scene.battle_map.fog
    border = _borders.get((walls, fog), lambda: walls_beside(walls, levels == HIDDEN))
    paint_these_walls(painter, border, frame, theme, shadows=False)


def _paint_veil(painter: QPainter, levels: Levels, frame: Frame, look: NoteLook) -> None:
    """Hatched where players know nothing, dotted on half a veil where they remember."""
    for level, pattern, share in ((HIDDEN, Pattern.HATCH, 1.0), (DIM, Pattern.DOTS, 0.4)):
        mask = levels == level
        veil = QColor(colour(look.veil))
        veil.setAlphaF(veil.alphaF() * share)
        if draws_shapes(painter):
            path = squares_path(mask, frame)
            painter.fillPath(path, veil)
            fill_with_pattern(painter, path, pattern, look.veil_ink, frame)
            continue
        painter.setBrushOrigin(-frame.left, -frame.top)
        _fill(painter, mask, frame, _veil_brush(pattern, look.veil_ink, veil.rgba(), frame.scale))
        painter.setBrushOrigin(0, 0)


def _fill(painter: QPainter, mask: Mask, frame: Frame, brush: QColor | QBrush) -> None:
    for box in _boxes(mask, frame):
        painter.fillRect(box, brush)


@lru_cache(maxsize=8)
def _veil_brush(pattern: Pattern, ink: str, veil: int, scale: float) -> QBrush:
    """A veil with a pattern on it, laid down in one go. Shared."""
    lines = texture_image(pattern, ink, scale)
    image = QImage(lines.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor.fromRgba(veil))
    with QPainter(image) as painter:
        painter.drawImage(0, 0, lines)
    return QBrush(image)


def _boxes(mask: Mask, frame: Frame) -> Iterator[QRect]:
    """The squares of a mask that a frame sees as few boxes of its pixels that do not overlap."""
    left, top, right, bottom = frame.squares_of(mask.shape, margin=1)
    if left >= right or top >= bottom:
        return
    columns, rows = column_edges(left, right, frame), row_edges(top, bottom, frame)
    seen = mask[top:bottom, left:right]
    steps = np.diff(np.pad(seen, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row_of, begins = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    open_runs: dict[tuple[int, int], int] = {}
    runs_of: dict[int, set[tuple[int, int]]] = {}
    for row, begin, end in zip(row_of.tolist(), begins.tolist(), ends.tolist(), strict=True):
        runs_of.setdefault(row, set()).add((begin, end))
    for row in range(bottom - top + 1):
        here = runs_of.get(row, set())
        # A run that goes on as it is in the next row is one box with it.
        for begin, end in [run for run in open_runs if run not in here]:
            first = open_runs.pop((begin, end))
            yield QRect(QPoint(columns[begin], rows[first]), QPoint(columns[end] - 1, rows[row] - 1))
        for run in here:
            open_runs.setdefault(run, row)


def _codes_of(levels: Levels) -> npt.NDArray[np.int32]:
    """Numbers for what lies round each square, 0 where nothing there is hidden more than itself.

    Squares beyond the map are as those at its edge.
    """
    height, width = levels.shape
    padded = np.pad(levels, 1, mode="edge")
    codes = np.zeros(levels.shape, np.int32)
    more = np.zeros(levels.shape, np.bool_)
    for dy, dx in reversed(_NEIGHBOURS):
        beside = padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        higher = beside > levels
        more |= higher
        codes = codes * 3 + beside * higher
    codes = codes * 3 + levels
    return np.where(more, codes, 0).astype(np.int32)


def _paint_soft_edge(painter: QPainter, codes: npt.NDArray[np.int32], frame: Frame, ink: QColor) -> None:
    left, top, right, bottom = frame.squares_of(codes.shape, margin=1)
    if left >= right or top >= bottom:
        return
    columns, rows = column_edges(left, right, frame), row_edges(top, bottom, frame)
    seen = codes[top:bottom, left:right]
    row_of, column_of = np.nonzero(seen)
    rgb = ink.rgb() & 0xFFFFFF
    for row, column, code in zip(
        row_of.tolist(), column_of.tolist(), seen[row_of, column_of].tolist(), strict=True
    ):
        width, height = columns[column + 1] - columns[column], rows[row + 1] - rows[row]
        painter.drawImage(QPoint(columns[column], rows[row]), _edge_image(code, width, height, rgb))


@drawn_once(byte_limit=16 * 2**20)
def _edge_image(code: int, width: int, height: int, rgb: int) -> QImage:
    """One known square's share of the soft edge: darker the nearer a pixel is to what is hidden more."""
    code, own = divmod(code, 3)
    y = (np.arange(height) + 0.5)[:, np.newaxis] / height
    x = (np.arange(width) + 0.5)[np.newaxis, :] / width
    opacity = np.full((height, width), _DIM_OPACITY if own == DIM else 0.0)
    for dy, dx in _NEIGHBOURS:
        code, level = divmod(code, 3)
        if level == CLEAR:
            continue
        far = np.hypot(*(_beyond(place, step) for place, step in ((x, dx), (y, dy))))
        near = np.clip(1 - far / _SOFT, 0, 1)
        whole = 1.0 if level == HIDDEN else _DIM_OPACITY
        # As flat at both ends as a cubic can be.
        np.maximum(opacity, whole * near * near * (3 - 2 * near), out=opacity)
    alpha = np.rint(opacity * 255).astype(np.uint32)
    pixels = alpha << 24
    for shift in (16, 8, 0):
        pixels |= ((rgb >> shift & 0xFF) * alpha + 127) // 255 << shift
    return QImage(
        np.ascontiguousarray(pixels).data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied
    ).copy()


def _beyond(place: npt.NDArray[np.float64], step: int) -> npt.NDArray[np.float64]:
    """How far each place of a square, 0 to 1, is from the square beside it."""
    if step == 0:
        return np.zeros_like(place)
    return place if step < 0 else 1 - place
