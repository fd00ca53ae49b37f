"""A bar that says how long a square is, in squares and in feet."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from gridmap.render.border import fill_frame
from gridmap.render.colour import colour
from gridmap.render.lettering import draw_line, line_width_of
from gridmap.render.theme import Theme

_LENGTHS = (1, 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, 200, 400, 600, 800, 1000)
_HEIGHT = 2.4
"""Of bar and words, in units."""
_LEAST_UNITS = 7.0
"""A bar shorter than this is hard to read."""


def scale_bar_height(unit: float) -> int:
    """Pixels that the bar and its words need."""
    return round(_HEIGHT * unit)


def squares_shown(room: float, square: float, unit: float, most: int) -> int:
    """How many squares a bar shows: the fewest that make it long enough, never longer than the map.

    Args:
        room: pixels that the bar may take.
        square: pixels of a square.
        unit: the height of letters in pixels.
        most: squares that the map has across.

    >>> squares_shown(room=600, square=70, unit=14, most=20)
    2
    >>> squares_shown(room=600, square=10, unit=14, most=100)
    10
    """
    fitting = [count for count in _LENGTHS if count * square <= room and count <= max(1, most)] or [1]
    return next((count for count in fitting if count * square >= _LEAST_UNITS * unit), fitting[-1])


def paint_scale_bar(
    painter: QPainter, box: QRectF, square: float, feet: int, most: int, unit: float, theme: Theme
) -> None:
    """Draw the bar at the left of a box, with feet below it and squares beside it.

    Args:
        painter: on the handout's pixels.
        box: where it may be.
        square: pixels of a square.
        feet: what a square stands for.
        most: squares that the map has across.
        unit: the height of letters in pixels.
        theme: how it looks.
    """
    count = squares_shown(box.width() * 0.6, square, unit, most)
    parts = min(count, 4 if count % 4 == 0 else 2 if count % 2 == 0 else 1)
    length, bar, size = round(count * square), max(3, round(unit * 0.5)), unit * 0.9
    inset = line_width_of("0", size) / 2
    left, top = round(box.left() + inset), round(box.top() + unit * 0.1)
    edges = [left + round(part * length / parts) for part in range(parts + 1)]
    for part, (begin, end) in enumerate(pairwise(edges)):
        shade = theme.panel.text if part % 2 == 0 else theme.panel.fill[:7]
        painter.fillRect(begin, top, end - begin, bar, colour(shade))
    fill_frame(painter, QRect(left, top, length, bar), max(1, round(unit / 12)), theme.panel.text)
    below = top + bar + unit * 0.15
    ends = {0: "0", length: f"{count * feet} ft"}
    if parts > 1 and length / 2 > 3.2 * unit:
        ends[length // 2] = f"{count * feet // 2}"
    for at, words in ends.items():
        number = words.split(" ")[0]
        x = left + at - line_width_of(number, size) / 2
        draw_line(painter, words, x, below, line_width_of(words, size) + unit, size, theme.panel.text)
    beside = left + length + 0.9 * unit
    short = "1 square" if count == 1 else f"{count} squares"
    room = max(0.0, box.right() - beside)
    for words in (f"{short} · a square is {feet} ft", short):  # the bar says it all where neither fits
        if line_width_of(words, size) <= room:
            draw_line(painter, words, beside, top + bar / 2 - size * 0.62, room, size, theme.panel.dim)
            break
