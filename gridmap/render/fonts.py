"""The font of everything drawn on a map. It comes with the program: a bare system has none."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QPainterPath, QTransform

from gridmap.resource_path import resource_path

_FILES = ("Inter-Medium.otf", "Inter-Bold.otf")
_LARGE = 512
"""Pixels of letters of which Qt keeps no images."""


@cache
def _family() -> str:
    family = ""
    for file in _FILES:
        path = resource_path("fonts", file)
        number = QFontDatabase.addApplicationFont(str(path))
        if number < 0:
            raise RuntimeError(f"the font {file} that comes with the program cannot be read")
        family = QFontDatabase.applicationFontFamilies(number)[0]
    return family


def map_font(pixels: int, *, bold: bool = False) -> QFont:
    """The map's font, so many pixels high; shapes are not bent to the pixel grid, so all systems agree."""
    font = QFont(_family())
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    return font


def letter_outlines(text: str, pixels: float, *, bold: bool = False) -> QPainterPath:
    """The words as outlines, the base of the first letter at (0, 0).

    They are taken from large letters. Of small ones Qt keeps images, and how far apart the letters are then
    depends, by a hair, on what was drawn before.
    """
    path = QPainterPath()
    path.addText(QPointF(0, 0), map_font(_LARGE, bold=bold), text)
    return QTransform.fromScale(pixels / _LARGE, pixels / _LARGE).map(path)
