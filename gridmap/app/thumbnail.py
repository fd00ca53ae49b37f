"""The small picture that a saved map carries for file managers and lists of maps."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter

from gridmap.app.rulesets import ruleset_of
from gridmap.model import BattleMap
from gridmap.render.paint import paint
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import Theme

LONGEST_SIDE = 320
"""Pixels."""


def thumbnail(battle_map: BattleMap, theme: Theme) -> bytes:
    """The whole map as a small PNG."""
    scale = LONGEST_SIDE / max(battle_map.width, battle_map.height)
    width = max(1, round(battle_map.width * scale))
    height = max(1, round(battle_map.height * scale))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene = Scene(battle_map, grid=scale >= 6, names=False, ruleset=ruleset_of(battle_map))
    paint(painter, scene, Viewport(0.0, 0.0, scale, width, height), theme)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    buffer.close()
    return bytes(content.data())
