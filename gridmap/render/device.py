"""What kind of thing a painter draws on: pixels, or shapes that a page keeps as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPaintEngine, QPainter

_SHAPES = frozenset(
    {
        QPaintEngine.Type.Pdf,
        QPaintEngine.Type.SVG,
        QPaintEngine.Type.Picture,
        QPaintEngine.Type.MacPrinter,
        QPaintEngine.Type.Windows,
    }
)


def draws_shapes(painter: QPainter) -> bool:
    """Whether it keeps lines and outlines as such (PDF, SVG, a printer), not as pixels."""
    return painter.paintEngine().type() in _SHAPES


@contextmanager
def state_kept(painter: QPainter) -> Iterator[None]:
    """Give a painter its state back afterwards, however the drawing ends."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()
