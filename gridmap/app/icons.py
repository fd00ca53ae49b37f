"""The program's own icons, drawn in the colour of the text around them."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from gridmap.resource_path import resource_path

ICON_SIZE = 20
"""Logical pixels along a side."""
_RATIOS = (1, 2)


def icon(name: str, colour: QColor, faint: QColor) -> QIcon:
    """An icon from ``resources/icons`` in a colour, and in a faint one where its action is off."""
    result = QIcon()
    for ratio in _RATIOS:
        result.addPixmap(drawn(name, colour, ICON_SIZE, ratio), QIcon.Mode.Normal)
        result.addPixmap(drawn(name, faint, ICON_SIZE, ratio), QIcon.Mode.Disabled)
    return result


def drawn(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of `size` logical pixels."""
    from PySide6.QtSvg import QSvgRenderer

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
