"""Little pictures of terrain and of overlay roles, drawn by the map's own painters."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from gridmap.app.tools.options import TerrainKind
from gridmap.model import BattleMap, Terrain
from gridmap.overlays.overlay import Overlay, Role, Segments, Squares
from gridmap.render.paint import paint
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme
from gridmap.rules.identity_cache import IdentityCache

SWATCH_SIZE = 22
"""Logical pixels along a side."""


def terrain_swatch(kind: TerrainKind, theme: Theme) -> QIcon:
    """One kind of terrain as the map shows it."""
    grid = np.full((1, 1), kind.value, np.uint8)
    terrain = Terrain.open_ground(1, 1).with_layer(kind.layer, grid)
    scene = Scene(BattleMap(1, 1, terrain), grid=False)
    result = QIcon()
    for ratio in (1, 2):
        result.addPixmap(_drawn(scene, theme, ratio))
    return result


def role_swatch(role: Role, theme: Theme, ratio: float) -> QPixmap:
    """An overlay's role as the map shows it: a square of it, or a line where it only has one."""
    known = _role_swatches.get((theme,), dict)
    if (role, ratio) not in known:
        known[role, ratio] = _role_drawn(role, theme, ratio)
    return known[role, ratio]


_role_swatches: IdentityCache[dict[tuple[Role, float], QPixmap]] = IdentityCache(2)


def _role_drawn(role: Role, theme: Theme, ratio: float) -> QPixmap:
    style = theme.style(role)
    if style.fill is None and style.line is not None:
        mark: Squares | Segments = Segments(np.array([[[0.1, 0.9], [0.9, 0.1]]]), role)
    else:
        mark = Squares(np.ones((1, 1), bool), role)
    scene = Scene(BattleMap.empty(1, 1), (Overlay("swatch", (mark,)),), grid=False)
    return _drawn(scene, theme, ratio)


def _drawn(scene: Scene, theme: Theme, ratio: float) -> QPixmap:
    side = round(SWATCH_SIZE * ratio)
    pixmap = QPixmap(side, side)
    painter = QPainter(pixmap)
    paint(painter, scene, Viewport(0.0, 0.0, float(side), side, side), theme)
    painter.setPen(QPen(QColor(theme.panel.edge[:7]), max(1.0, ratio)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(0, 0, side - 1, side - 1)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
