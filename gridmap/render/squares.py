"""Sets of squares in a style: fill, texture, and an outline on whole pixels.

All of it is worked out a pixel at a time with numpy, so that it costs the same however ragged the squares
are, and comes out the same whatever part of the map is drawn.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainter

from gridmap.render.patterns import dashes, texture
from gridmap.render.pixels import Pixels, border, draw_pixels, premultiplied, repeated, spread
from gridmap.render.scene import Frame
from gridmap.render.theme import Pattern, Style

LEAST_OUTLINE_SCALE = 6.0
"""Pixels a square below which sets of squares have no outline."""


def line_width(style: Style, scale: float) -> float:
    """A line's width in pixels: it grows with the square root of the scale."""
    return float(style.width * max(0.5, (scale / 40) ** 0.5))


def paint_squares(
    painter: QPainter, mask: npt.NDArray[np.bool_], style: Style, frame: Frame, halo: str | None = None
) -> None:
    """Draw squares in a style.

    Args:
        painter: on the frame's pixels.
        mask: ``(height, width) bool`` of the whole map.
        style: its fill, pattern and line.
        frame: what the painter shows.
        halo: a colour for a thin edge beneath the outline, which lifts it off any ground.
    """
    width = outline_width(style, frame.scale)
    margin = 2 * width + 2
    wide = spread(mask, frame, margin)
    if not wide.any():
        return
    pixels = wide[margin:-margin, margin:-margin]
    if style.fill is not None:
        draw_pixels(painter, pixels * np.uint32(premultiplied(style.fill)))
    if style.pattern is not Pattern.NONE:
        draw_pixels(painter, repeated(texture(style.pattern, style.ink, frame.scale), frame) * pixels)
    if width:
        paint_outline(painter, wide, margin, style, frame, halo)


def outline_width(style: Style, scale: float) -> int:
    """Whole pixels across the outline of a set of squares; 0 for none."""
    if style.line is None or scale < LEAST_OUTLINE_SCALE:
        return 0
    return max(1, min(round(line_width(style, scale)), int(scale / 3)))


def paint_outline(
    painter: QPainter,
    wide: npt.NDArray[np.bool_],
    margin: int,
    style: Style,
    frame: Frame,
    halo: str | None = None,
) -> None:
    """Draw the outline of a mask of pixels that has a margin of at least twice the line's width."""
    width = outline_width(style, frame.scale)
    if not width or style.line is None:
        return
    line = border(wide, margin, width)
    if not line.any():
        return
    ink: Pixels | np.uint32
    if style.dash:
        on, off = (max(1, round(part * width)) for part in style.dash[:2])
        ink = repeated(dashes(style.line, on, off), frame)
    else:
        ink = np.uint32(premultiplied(style.line))
    pixels = line * ink
    if halo is not None:
        beneath = border(wide, margin, width + 2 * max(1, width // 3))
        pixels = np.where(pixels != 0, pixels, beneath * np.uint32(premultiplied(halo)))
    draw_pixels(painter, pixels)
