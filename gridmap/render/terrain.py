"""Terrain: tints and textures on the ground, walls of rock and pillars standing on it."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QRadialGradient

from gridmap.model.terrain import Blocked, GroundKind, Layer, Terrain
from gridmap.render.bounded_cache import drawn_once
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.lettering import LEAST_NUMBER_SCALE, stamp_of
from gridmap.render.pixels import (
    column_edges,
    cut,
    draw_indexed,
    page_rect,
    row_edges,
    shown,
    spread,
)
from gridmap.render.scene import Frame, Scene, SquareRect
from gridmap.render.shapes import squares_path
from gridmap.render.squares import line_width, paint_squares, squares_near
from gridmap.render.theme import Style, TerrainLook, Theme

Mask = npt.NDArray[np.bool_]

_LEAST_SHADOW_SCALE = 8.0
_SHADOW_STEPS = 5


def paint_ground_terrain(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Kinds of ground, and difficult, impeded and hazardous ground, beneath the grid lines."""
    for mask, style in ground_kinds(scene, theme.terrain):
        paint_squares(painter, mask, style, frame)
    if Layer.DIFFICULT in scene.layers and frame.scale >= LEAST_NUMBER_SCALE:
        _paint_factors(painter, scene, frame, theme)


def paint_blocked(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Blocked squares, above the grid lines: filled ones with their shadow, rounded ones as pillars."""
    if Layer.BLOCKED not in scene.layers:
        return
    blocked = scene.battle_map.terrain.blocked
    look = theme.terrain
    filled = blocked == Blocked.FILLS
    seen = scene_squares(scene, frame)
    if not shown(blocked, seen).any():
        return
    painter.save()
    painter.setClipRect(page_rect(scene.battle_map, frame), Qt.ClipOperation.IntersectClip)
    if shown(filled, seen).any():
        if frame.scale >= _LEAST_SHADOW_SCALE:
            _paint_shadow(painter, filled, look.shadow, frame)
        over_picture = bool(scene.battle_map.pictures) and scene.pictures
        style = look.blocked_on_picture if over_picture else look.blocked
        paint_squares(painter, filled, style, frame)
    _paint_pillars(painter, blocked, scene, frame, look)
    painter.restore()


def scene_squares(scene: Scene, frame: Frame) -> SquareRect:
    """The squares whose drawing may reach into the frame."""
    return frame.squares(scene.battle_map, margin=1)


def ground_kinds(scene: Scene, look: TerrainLook) -> list[tuple[Mask, Style]]:
    """Every kind of ground that is shown, with its style: masks of the whole map, lowest first."""
    terrain = scene.battle_map.terrain
    faint = dict(scene.faint)
    kinds: list[tuple[Mask, Style]] = []
    for layer in scene.layer_order:
        if layer not in scene.layers:
            continue
        percent = faint.get(layer, 100)
        found = _kinds_of(layer, terrain, look)
        kinds += found if percent == 100 else [(mask, fainter(style, percent)) for mask, style in found]
    return kinds


def _kinds_of(layer: Layer, terrain: Terrain, look: TerrainLook) -> list[tuple[Mask, Style]]:
    match layer:
        case Layer.GROUND if terrain.ground.any():
            return [
                (terrain.ground == GroundKind.WATER, look.water),
                (terrain.ground == GroundKind.AIR, look.air),
                (terrain.ground == GroundKind.CLIFF, look.cliff),
                (terrain.ground == GroundKind.EARTH, look.earth),
            ]
        case Layer.DIFFICULT if terrain.difficult.any():
            factors = terrain.difficult
            return [
                (factors == 2, look.difficult_2),
                (factors == 4, look.difficult_4),
                (factors == 8, look.difficult_8),
            ]
        case Layer.IMPEDED:
            return [(terrain.impeded != 0, look.impeded)]
        case Layer.HAZARDOUS:
            return [(terrain.hazardous != 0, look.hazardous)]
        case _:
            return []


@lru_cache(maxsize=256)
def fainter(style: Style, percent: int) -> Style:
    """A style with its colours so much more transparent."""
    changes = {
        name: _fainter_colour(text, percent)
        for name in ("fill", "ink", "line")
        if (text := getattr(style, name))
    }
    return msgspec.structs.replace(style, **changes)


def _fainter_colour(text: str, percent: int) -> str:
    alpha = int(text[7:9], 16) if len(text) == 9 else 255
    return f"{text[:7]}{round(alpha * percent / 100):02x}"


def _paint_factors(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The cost factor in the corner of each difficult square."""
    seen = scene_squares(scene, frame)
    factors = shown(scene.battle_map.terrain.difficult, seen)
    pixels = max(9, round(frame.scale * 0.24))
    look = theme.terrain
    stamps = {
        factor: stamp_of(painter, f"×{factor}", pixels, look.digit, theme.page.halo) for factor in (2, 4, 8)
    }
    columns = column_edges(seen.left, seen.right, frame)
    rows = row_edges(seen.top, seen.bottom, frame)
    inset = round(frame.scale * 0.03)
    for row, column in zip(*(places.tolist() for places in np.nonzero(factors)), strict=True):
        draw = stamps.get(int(factors[row, column]))
        if draw is not None:
            draw(columns[column] + inset, rows[row] + inset)


def _paint_shadow(painter: QPainter, filled: Mask, shade: str, frame: Frame) -> None:
    """The shadow that filled squares throw down and to the right, in a few soft steps."""
    reach = max(_SHADOW_STEPS, round(frame.scale * 0.26))
    if draws_shapes(painter):
        path = squares_path(filled, frame)
        for step in range(1, _SHADOW_STEPS + 1):
            away = reach * step / _SHADOW_STEPS
            painter.fillPath(path.translated(away, away), colour(shade))
        return
    near = squares_near(filled, frame, reach)
    if near is None:
        return
    frame, x, y = cut(frame, near, reach)
    whole = spread(filled, frame, reach).view(np.uint8)
    depth = np.zeros((frame.height, frame.width), np.uint8)
    for step in range(1, _SHADOW_STEPS + 1):
        at = reach - round(reach * step / _SHADOW_STEPS)
        depth += whole[at : at + frame.height, at : at + frame.width]
    base = colour(shade)
    ladder = (f"{base.name()}{min(255, base.alpha() * step):02x}" for step in range(1, _SHADOW_STEPS + 1))
    draw_indexed(painter, depth, (None, *ladder), x, y)


def _paint_pillars(
    painter: QPainter, blocked: npt.NDArray[np.uint8], scene: Scene, frame: Frame, look: TerrainLook
) -> None:
    seen = scene_squares(scene, frame)
    rows, columns = np.nonzero(shown(blocked, seen) == Blocked.ROUNDED)
    if not len(rows):
        return
    side = max(3, round(frame.scale))
    image = None if draws_shapes(painter) else _pillar(side, look.rounded, look.shadow)
    inset = _pillar_inset(side)
    lefts, tops = column_edges(seen.left, seen.right, frame), row_edges(seen.top, seen.bottom, frame)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        x, y = lefts[column] - inset, tops[row] - inset
        if image is not None:
            painter.drawImage(x, y, image)
            continue
        painter.save()
        painter.translate(x, y)
        _draw_pillar(painter, side, look.rounded, look.shadow)
        painter.restore()


def _pillar_inset(side: int) -> int:
    return round(side * 0.15)


@drawn_once(byte_limit=8 * 2**20)
def _pillar(side: int, style: Style, shade: str) -> QImage:
    """The image of a round block."""
    inset = _pillar_inset(side)
    image = QImage(side + 2 * inset + 2, side + 2 * inset + 2, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _draw_pillar(painter, side, style, shade)
    return image


def _draw_pillar(painter: QPainter, side: int, style: Style, shade: str) -> None:
    """A round block seen from above, lit from the upper left, with its shadow."""
    inset = _pillar_inset(side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(inset + side / 2, inset + side / 2)
    radius = side * 0.42
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(shade))
    for step in range(_SHADOW_STEPS if side >= _LEAST_SHADOW_SCALE else 0):
        shift = side * 0.045 * (step + 1)
        painter.drawEllipse(middle + QPointF(shift, shift), radius, radius)
    light = QRadialGradient(middle - QPointF(radius / 3, radius / 3), radius * 1.3)
    light.setColorAt(0, colour(style.ink))
    light.setColorAt(1, colour(style.fill or style.ink))
    painter.setBrush(light)
    pen = QPen(colour(style.line or style.ink), min(line_width(style, side), side * 0.2))
    painter.setPen(pen)
    painter.drawEllipse(middle, radius, radius)
    if side >= _LEAST_SHADOW_SCALE * 2:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        thin = QPen(colour(style.line or style.ink), max(1.0, pen.widthF() / 3))
        painter.setPen(thin)
        inner = radius * 0.62
        painter.drawEllipse(middle, inner, inner)
