"""Colours of a theme as Qt knows them."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QColor


@cache
def colour(text: str) -> QColor:
    """``#rrggbb`` or ``#rrggbbaa`` as a `QColor`. Shared: callers never change it."""
    red, green, blue = (int(text[at : at + 2], 16) for at in (1, 3, 5))
    return QColor(red, green, blue, int(text[7:9], 16) if len(text) == 9 else 255)
