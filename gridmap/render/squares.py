"""Sets of squares in a style: fill, texture, and an outline on whole pixels.

All of it is worked out a pixel at a time with numpy, so that it costs the same however ragged the squares
are, and comes out the same whatever part of the map is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainter

from gridmap.render.device import draws_shapes
from gridmap.render.patterns import dash_gaps, texture
from gridmap.render.pixels import (
    box_of,
    cut,
    draw_indexed,
    draw_pixels,
    repeated,
    spread,
    window_extremes,
)
from gridmap.render.scene import Frame, SquareRect
from gridmap.render.shapes import draw_squares
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
    if draws_shapes(painter):
        draw_squares(painter, mask, style, frame, width, halo)
        return
    margin = 2 * width + 2
    near = squares_near(mask, frame, margin)
    if near is None:
        return
    part, x, y = cut(frame, near, margin)
    wide = spread(mask, part, margin)
    pixels = wide[margin:-margin, margin:-margin]
    if style.fill is not None:
        draw_indexed(painter, pixels.view(np.uint8), (None, style.fill), x, y)
    if style.pattern is not Pattern.NONE:
        draw_pixels(painter, repeated(texture(style.pattern, style.ink, frame.scale), part) * pixels, x, y)
    if width:
        # Borders have no squares of their own: outside is 0, inside 1.
        paint_borders(painter, wide.view(np.uint8), margin, (style,), part, (x, y), halo)


def squares_near(
    mask: npt.NDArray[np.bool_] | npt.NDArray[np.uint8], frame: Frame, margin: int
) -> SquareRect | None:
    """The block of squares not 0 that lie in the frame or some pixels beside it; None for none."""
    left, top, right, bottom = frame.grown(margin).squares_of(mask.shape)
    box = box_of(mask[top:bottom, left:right] != 0)
    if box is None:
        return None
    return SquareRect(left + box.left, top + box.top, left + box.right, top + box.bottom)


def outline_width(style: Style, scale: float) -> int:
    """Whole pixels across the outline of a set of squares; 0 for none."""
    if style.line is None or scale < LEAST_OUTLINE_SCALE:
        return 0
    return max(1, min(round(line_width(style, scale)), int(scale / 3)))


def paint_borders(
    painter: QPainter,
    wide: npt.NDArray[np.uint8],
    margin: int,
    styles: Sequence[Style],
    frame: Frame,
    corner: tuple[int, int],
    halo: str | None = None,
) -> None:
    """Draw a line wherever two bands of pixels meet, in the style of the lower one.

    Args:
        painter: where the frame is a part of what it shows.
        wide: each pixel's band, 0 for none, with a margin of at least twice the widest line.
        margin: in pixels.
        styles: of the bands from 1 on.
        frame: the pixels without the margin.
        corner: the frame's place on the painter.
        halo: a colour for a thin edge beneath the lines.
    """
    width = max((outline_width(style, frame.scale) for style in styles), default=0)
    if not width:
        return
    # One less, so that none is 255 and the lower band of two is always one that has a style.
    bands = wide - np.uint8(1)
    least, most = window_extremes(bands, margin, width)
    line = least != most
    # The halo of a line just outside may still reach in.
    if halo is None and not line.any():
        return
    for band, style in enumerate(styles):
        if style.dash:
            on, off = (max(1, round(part * width)) for part in style.dash[:2])
            line &= ~((least == band) & repeated(dash_gaps(on, off), frame).view(np.bool_))
    codes = (least + np.uint8(_FIRST_LINE)) * line.view(np.uint8)
    if halo is not None:
        least, most = window_extremes(bands, margin, width + 2 * max(1, width // 3))
        codes |= ((least != most) & ~line).view(np.uint8)
    draw_indexed(painter, codes, (None, halo, *(style.line for style in styles)), *corner)


_FIRST_LINE = 2
"""The first band's line among the colours, after none and the halo."""
