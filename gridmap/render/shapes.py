"""Squares and textures as outlines and lines, for pages that keep shapes as shapes: PDF, SVG, printers.

On pixels the same things are worked out a pixel at a time (`gridmap.render.squares`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from gridmap.render.colour import colour
from gridmap.render.patterns import motif_of, period_of
from gridmap.render.pixels import column_edges, row_edges
from gridmap.render.scene import Frame
from gridmap.render.theme import Pattern, Style

Mask = npt.NDArray[np.bool_]
Ring = list[tuple[int, int]]
"""Corners of a closed outline, in squares."""

_NONE = 255


def outlines(mask: Mask) -> list[Ring]:
    """The outlines of a set of squares: outer ones clockwise, holes the other way round.

    Squares that touch at a corner only have outlines of their own.

    >>> outlines(np.array([[True, True], [False, False]]))
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    follows = _edges(mask)
    rings: list[Ring] = []
    while follows:
        start = next(iter(follows))
        ring: Ring = []
        at, direction = start, (0, 0)
        while True:
            heading = _turn(follows, at, direction)
            if heading != direction:
                ring.append(at)
                direction = heading
            at = (at[0] + direction[0], at[1] + direction[1])
            if at == start:
                break
        # A start in the middle of a straight side is no corner.
        if len(ring) > 2 and _straight(ring[-1], ring[0], ring[1]):
            del ring[0]
        rings.append(ring)
    return rings


_Heading = tuple[int, int]
_Place = tuple[int, int]


def _edges(mask: Mask) -> dict[_Place, list[_Heading]]:
    """The headings of the unit edges that begin at each corner, squares of the set at their right."""
    inside = np.pad(mask, 1)
    follows: dict[_Place, list[_Heading]] = {}
    for dx, dy, x, y, heading in (
        (0, -1, 0, 0, (1, 0)),
        (1, 0, 1, 0, (0, 1)),
        (0, 1, 1, 1, (-1, 0)),
        (-1, 0, 0, 1, (0, -1)),
    ):
        beside = np.roll(inside, (-dy, -dx), (0, 1))
        rows, columns = np.nonzero((inside & ~beside)[1:-1, 1:-1])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            follows.setdefault((column + x, row + y), []).append(heading)
    return follows


def _turn(follows: dict[_Place, list[_Heading]], at: _Place, direction: _Heading) -> _Heading:
    """Take the edge to go on with: to the right where two begin, which stays at the same square."""
    headings = follows[at]
    right = (-direction[1], direction[0])
    heading = right if right in headings else headings[0]
    headings.remove(heading)
    if not headings:
        del follows[at]
    return heading


def _straight(one: _Place, two: _Place, three: _Place) -> bool:
    return one[0] == two[0] == three[0] or one[1] == two[1] == three[1]


def squares_path(mask: Mask, frame: Frame) -> QPainterPath:
    """The outline of the squares of a whole map's mask that a frame sees, in its pixels."""
    left, top, right, bottom = frame.squares_of(mask.shape, margin=1)
    path = QPainterPath()
    if left >= right or top >= bottom:
        return path
    columns, rows = column_edges(left, right, frame), row_edges(top, bottom, frame)
    for ring in outlines(mask[top:bottom, left:right]):
        path.addPolygon(QPolygonF([QPointF(columns[x], rows[y]) for x, y in ring]))
        path.closeSubpath()
    return path


def draw_squares(
    painter: QPainter, mask: Mask, style: Style, frame: Frame, width: int, halo: str | None
) -> None:
    """Squares in a style: fill, texture, and an outline of so many pixels with an edge in another colour."""
    path = squares_path(mask, frame)
    if path.isEmpty():
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if style.fill is not None:
        painter.fillPath(path, colour(style.fill))
    if style.pattern is not Pattern.NONE:
        fill_with_pattern(painter, path, style.pattern, style.ink, frame)
    if width:
        if halo is not None:
            painter.strokePath(path, _pen(halo, _halo_width(width), Qt.PenCapStyle.SquareCap))
        painter.strokePath(path, _outline_pen(style, width))
    painter.restore()


def draw_bands(
    painter: QPainter,
    bands: npt.NDArray[np.uint8],
    styles: Sequence[Style],
    frame: Frame,
    width_of: Sequence[int],
    halo: str | None,
) -> None:
    """Bands of squares: a fill each, and a line where two meet in the style of the lower one.

    Args:
        painter: on the frame's pixels.
        bands: ``(height, width) uint8`` of the whole map: each square's band from 1 on, 0 for none.
        styles: of the bands from 1 on.
        frame: what is shown.
        width_of: pixels across each band's line, 0 for none.
        halo: a colour for a thin edge beneath the lines.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for band, style in enumerate(styles, 1):
        path = squares_path(bands == band, frame)
        if style.fill is not None:
            painter.fillPath(path, colour(style.fill))
        if style.pattern is not Pattern.NONE and not path.isEmpty():
            fill_with_pattern(painter, path, style.pattern, style.ink, frame)
    left, top, right, bottom = frame.squares_of(bands.shape, margin=1)
    if left < right and top < bottom:
        borders = _borders(bands[top:bottom, left:right])
        columns, rows = column_edges(left, right, frame), row_edges(top, bottom, frame)
        lines = {
            band: _path_of(
                QLineF(columns[x], rows[y], columns[end_x], rows[end_y]) for x, y, end_x, end_y in runs
            )
            for band, runs in borders.items()
        }
        if halo is not None:
            for band, path in lines.items():
                if width_of[band]:
                    pen = _pen(halo, _halo_width(width_of[band]), Qt.PenCapStyle.SquareCap)
                    painter.strokePath(path, pen)
        for band, path in lines.items():
            if width_of[band]:
                painter.strokePath(path, _outline_pen(styles[band], width_of[band]))
    painter.restore()


def _borders(bands: npt.NDArray[np.uint8]) -> dict[int, list[tuple[int, int, int, int]]]:
    """Straight lines between squares of two bands, by the lower band counted from 0."""
    codes = np.pad(bands - np.uint8(1), 1, constant_values=_NONE)
    found: dict[int, list[tuple[int, int, int, int]]] = {}
    for across in (True, False):
        grid = codes if across else codes.T
        above, below = grid[:-1, 1:-1], grid[1:, 1:-1]
        edges = np.where(above == below, np.uint8(_NONE), np.minimum(above, below))
        for line, row in enumerate(edges):
            steps = np.flatnonzero(np.diff(row)) + 1
            for begin, end in zip([0, *steps.tolist()], [*steps.tolist(), len(row)], strict=True):
                band = int(row[begin])
                if band != _NONE:
                    run = (begin, line, end, line) if across else (line, begin, line, end)
                    found.setdefault(band, []).append(run)
    return found


def _path_of(lines: Iterable[QLineF]) -> QPainterPath:
    path = QPainterPath()
    for line in lines:
        path.moveTo(line.p1())
        path.lineTo(line.p2())
    return path


def _halo_width(width: int) -> int:
    return width + 2 * max(1, width // 3)


def _outline_pen(style: Style, width: int) -> QPen:
    pen = _pen(
        style.line or style.ink,
        width,
        Qt.PenCapStyle.FlatCap if style.dash else Qt.PenCapStyle.SquareCap,
    )
    if style.dash:
        pen.setDashPattern(list(style.dash[:2]))
    return pen


def _pen(ink: str | QColor, width: float, cap: Qt.PenCapStyle) -> QPen:
    shade = colour(ink) if isinstance(ink, str) else ink
    return QPen(shade, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.MiterJoin)


def fill_with_pattern(
    painter: QPainter, path: QPainterPath, pattern: Pattern, ink: str, frame: Frame
) -> None:
    """Draw a pattern inside an outline, each line and each stone of it a shape of its own."""
    box = path.boundingRect().intersected(QRectF(0, 0, frame.width, frame.height))
    if box.isEmpty():
        return
    period = period_of(pattern, frame.scale)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    if motif_of(pattern) is None:
        _rule(painter, box, pattern, ink, period, frame)
    else:
        _scatter(painter, path, box, pattern, ink, period, frame)
    painter.restore()


def _rule(painter: QPainter, box: QRectF, pattern: Pattern, ink: str, period: int, frame: Frame) -> None:
    """Hatches, crosses, dots and checks, counted from the map's corner."""
    left, right = box.left() + frame.left, box.right() + frame.left
    top, bottom = box.top() + frame.top, box.bottom() + frame.top
    painter.translate(-frame.left, -frame.top)
    width = max(1.0, period / 7)
    lines: list[QLineF] = []
    if pattern in (Pattern.HATCH, Pattern.CROSS):
        for number in range(ceil((left + top) / period), floor((right + bottom) / period) + 1):
            place = number * period
            begin, end = max(left, place - bottom), min(right, place - top)
            lines.append(QLineF(begin, place - begin, end, place - end))
    if pattern in (Pattern.BACK_HATCH, Pattern.CROSS):
        for number in range(ceil((left - bottom) / period), floor((right - top) / period) + 1):
            place = number * period
            begin, end = max(left, place + top), min(right, place + bottom)
            lines.append(QLineF(begin, begin - place, end, end - place))
    if lines:
        painter.setPen(_pen(ink, width, Qt.PenCapStyle.SquareCap))
        painter.drawLines(lines)
    if pattern is Pattern.DOTS:
        _dash_rows(
            painter, (left, top, right, bottom), period, 2 * max(0.9, period / 5.5), ink, round_dots=True
        )
    if pattern is Pattern.CHECKS:
        _dash_rows(painter, (left, top, right, bottom), period, period / 2, ink, round_dots=False)


def _dash_rows(
    painter: QPainter,
    box: tuple[float, float, float, float],
    period: int,
    width: float,
    ink: str,
    *,
    round_dots: bool,
) -> None:
    """Rows of dots, or of squares set off from row to row, each row one dashed line."""
    left, top, right, bottom = box
    pen = _pen(ink, width, Qt.PenCapStyle.RoundCap if round_dots else Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([0.001, period / width] if round_dots else [1.0, 1.0])
    painter.setPen(pen)
    first = floor(left / period) * period
    for row in range(floor(top / period), ceil(bottom / period)):
        if round_dots:
            middle = (row + 0.5) * period
            painter.drawLine(QLineF(first + period / 2, middle, right + period, middle))
        else:
            for half in (0, 1):
                middle = (row + half / 2 + 0.25) * period
                painter.drawLine(QLineF(first + half * period / 2, middle, right + period, middle))


def _scatter(
    painter: QPainter,
    path: QPainterPath,
    box: QRectF,
    pattern: Pattern,
    ink: str,
    period: int,
    frame: Frame,
) -> None:
    """The pattern's motif in every cell that the outline comes near."""
    motif = motif_of(pattern)
    assert motif is not None
    pen_width = max(0.9 / period, 0.013)
    # Shapes reach out of their cell by less than an eighth of it.
    over = period / 8
    for row in range(
        floor((box.top() + frame.top - over) / period), ceil((box.bottom() + frame.top + over) / period)
    ):
        for column in range(
            floor((box.left() + frame.left - over) / period), ceil((box.right() + frame.left + over) / period)
        ):
            x, y = column * period - frame.left, row * period - frame.top
            cell = QRectF(x - over, y - over, period + 2 * over, period + 2 * over)
            if not path.intersects(cell):
                continue
            painter.save()
            painter.translate(x, y)
            painter.scale(period, period)
            motif(painter, colour(ink), pen_width)
            painter.restore()
