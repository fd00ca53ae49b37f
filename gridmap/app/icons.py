"""The program's own icons, drawn in the colour of the text around them."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gridmap.resource_path import resource_path

ICON_SIZE = 20
"""Logical pixels along a side."""


def icon(name: str, colour: QColor) -> QIcon:
    """An icon from ``resources/icons`` in a colour, as sharp as the finest screen; Qt greys it when off."""
    ratio = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    return QIcon(drawn(name, colour, ICON_SIZE, ratio))


def drawn(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of `size` logical pixels."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing = _source(name).replace('color="#000"', f'color="{colour.name()}"')
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


@cache
def _source(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
