"""The words over a handout's map."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gridmap.render.lettering import draw_line
from gridmap.render.theme import Theme

_TITLE = 1.9
"""Height of the title's letters, in units."""
_LINE = 1.4
"""From one further line to the next."""
_GAP = 0.9
"""Between the words and the map."""
_MOST_LINES = 12


def lines_of(text: str) -> tuple[str, ...]:
    """The further lines, without those at the end that say nothing."""
    return tuple(text.rstrip().splitlines()[:_MOST_LINES])


def printable(words: str) -> str:
    """Words without the characters that no file may hold, such as controls and halves of characters.

    >>> printable("The\\x00 ford\\ud800")
    'The ford'
    """
    return "".join(letter for letter in words if letter.isprintable())


def title_block_height(title: str, text: str, unit: float) -> int:
    """Pixels that the words need; 0 where there are none."""
    lines = lines_of(text)
    if not title and not lines:
        return 0
    return round(((_TITLE * 1.3 if title else 0) + _LINE * len(lines) + _GAP) * unit)


def paint_title_block(
    painter: QPainter, box: QRectF, title: str, text: str, unit: float, theme: Theme
) -> None:
    """Draw the title and the lines below it from the top of a box, cut short where they are too long."""
    y = box.top()
    if title:
        draw_line(painter, title, box.left(), y, box.width(), _TITLE * unit, theme.panel.text, bold=True)
        y += _TITLE * 1.3 * unit
    for line in lines_of(text):
        draw_line(painter, line, box.left(), y, box.width(), unit, theme.panel.dim)
        y += _LINE * unit
