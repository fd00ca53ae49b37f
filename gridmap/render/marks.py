"""One painter for each kind of mark. A mark's role decides its style; nothing here asks a rule."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from gridmap.model.identity_cache import IdentityCache
from gridmap.overlays.overlay import Field, Label, Mark, Segments, Shape, Squares
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.lettering import LEAST_NUMBER_SCALE, draw_stamp, stamp, stamp_size
from gridmap.render.outlines import Ring, filled_path, outline_lines, outline_path, straight_lines
from gridmap.render.patterns import filled_texture
from gridmap.render.pixels import box_of, column_edges, cut, draw_indexed, row_edges, shown, spread
from gridmap.render.scene import Frame, Scene
from gridmap.render.shapes import draw_bands, fill_with_pattern
from gridmap.render.squares import line_width, outline_width, paint_borders, paint_squares, squares_near
from gridmap.render.theme import Pattern, Style, Theme


def paint_mark(painter: QPainter, mark: Mark, frame: Frame, theme: Theme) -> None:
    """Draw a mark on the ground; numbers, lines and labels have painters of their own."""
    match mark:
        case Squares():
            paint_squares(painter, mark.mask, theme.style(mark.role), frame, theme.page.halo)
        case Field():
            _paint_field(painter, mark, frame, theme)
        case Shape():
            _paint_shape(painter, mark, frame, theme.style(mark.role), theme)
        case Segments() | Label():
            pass


def _paint_field(painter: QPainter, field: Field, frame: Frame, theme: Theme) -> None:
    """The heat map: a colour and an outline a band; its numbers come later (`paint_numbers`)."""
    styles = [theme.style(role) for _, role in field.bands]
    widths = [outline_width(style, frame.scale) for style in styles]
    bands = _bands(field)
    if draws_shapes(painter):
        draw_bands(painter, bands, styles, frame, widths, theme.page.halo)
        return
    margin = 2 * max(widths, default=0) + 2
    near = squares_near(bands, frame, margin)
    if near is None:
        return
    part, x, y = cut(frame, near, margin)
    wide = spread(bands, part, margin)
    fills = (style.fill for style in styles)
    draw_indexed(painter, wide[margin:-margin, margin:-margin], (None, *fills), x, y)
    paint_borders(painter, wide, margin, styles, part, (x, y), theme.page.halo)


def _top(field: Field) -> int:
    return max((limit for limit, _ in field.bands), default=-1)


_known_bands: IdentityCache[npt.NDArray[np.uint8]] = IdentityCache(8)


def _bands(field: Field) -> npt.NDArray[np.uint8]:
    """Each square's band, counted from 1; 0 where no number is drawn. Worked out once, not tile by tile."""
    return _known_bands.get((field,), lambda: _bands_of(field))


def _bands_of(field: Field) -> npt.NDArray[np.uint8]:
    limits = [limit for limit, _ in field.bands]
    ladder = np.zeros(_top(field) + 3, np.uint8)
    begin = 1
    for band, limit in enumerate(limits, 1):
        ladder[begin : limit + 2] = band
        begin = limit + 2
    bands: npt.NDArray[np.uint8] = ladder.take(np.minimum(field.values, _top(field) + 1) + 1)
    return bands


def paint_numbers(painter: QPainter, field: Field, scene: Scene, frame: Frame, theme: Theme) -> None:
    """The numbers of a heat map, where squares are large enough for them."""
    if frame.scale < LEAST_NUMBER_SCALE:
        return
    seen = frame.squares(scene.battle_map)
    values = shown(field.values, seen)
    rows, columns = np.nonzero((values >= 0) & (values <= _top(field)))
    pixels = max(10, round(frame.scale * 0.32))
    if draws_shapes(painter):
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            x, y = frame.x(seen.left + column + 0.5), frame.y(seen.top + row + 0.5)
            number = str(values[row, column])
            draw_stamp(painter, number, x, y, pixels, theme.digits, theme.digits_halo)
        return
    wanted = {
        value: stamp(str(value), pixels, theme.digits, theme.digits_halo)
        for value in np.unique(values[rows, columns]).tolist()
    }
    lefts = column_edges(seen.left, seen.right, frame)
    tops = row_edges(seen.top, seen.bottom, frame)
    half = round(frame.scale / 2)
    draw = painter.drawImage
    places = {
        value: (half - image.width() // 2, half - image.height() // 2, image)
        for value, image in wanted.items()
    }
    for row, column, value in zip(
        rows.tolist(), columns.tolist(), values[rows, columns].tolist(), strict=True
    ):
        dx, dy, image = places[value]
        draw(lefts[column] + dx, tops[row] + dy, image)


def _pens(style: Style, frame: Frame, theme: Theme) -> tuple[QPen, QPen] | None:
    """A line's pen and that of the halo which lifts it off any ground."""
    if style.line is None:
        return None
    width = line_width(style, frame.scale)
    line = QPen(colour(style.line), width)
    line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    line.setCapStyle(Qt.PenCapStyle.FlatCap if style.dash else Qt.PenCapStyle.RoundCap)
    if style.dash:
        line.setDashPattern(list(style.dash))
    halo = QPen(colour(theme.page.halo), width + max(1.5, width * 0.7))
    halo.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    halo.setCapStyle(Qt.PenCapStyle.RoundCap)
    return line, halo


def paint_segments(painter: QPainter, mark: Segments, frame: Frame, theme: Theme) -> None:
    """Lines at any angle, solid ones with a dot at either end; above the creatures that they join."""
    pens = _pens(theme.style(mark.role), frame, theme)
    if pens is None or not len(mark.ends):
        return
    line, halo = pens
    places = _reaching_in(mark.ends * frame.scale - (frame.left, frame.top), frame, 2 * halo.widthF())
    if not len(places):
        return
    solid = line.style() is Qt.PenStyle.SolidLine
    edge = (halo.widthF() - line.widthF()) / 2
    if not solid:
        # A painter's own dashes begin elsewhere where the frame cuts a line, and short lines are drawn ten
        # times as fast as long ones.
        places = _reaching_in(_dashes(places, line.dashPattern(), line.widthF()), frame, 2 * halo.widthF())
        line.setStyle(Qt.PenStyle.SolidLine)
        halo.setCapStyle(Qt.PenCapStyle.FlatCap)
    lines = straight_lines(places)
    beneath = lines if solid else straight_lines(_lengthened(places, edge))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(halo)
    painter.drawLines(beneath)
    painter.setPen(line)
    painter.drawLines(lines)
    if solid:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(line.color())
        dot = line.widthF() * 1.2
        for segment in lines:
            painter.drawEllipse(segment.p1(), dot, dot)
            painter.drawEllipse(segment.p2(), dot, dot)
    painter.restore()


def _reaching_in(ends: npt.NDArray[np.float64], frame: Frame, margin: float) -> npt.NDArray[np.float64]:
    """The lines, in the frame's pixels, whose box comes within a margin of the frame."""
    size = (frame.width + margin, frame.height + margin)
    near = (ends.max(axis=1) > -margin) & (ends.min(axis=1) < size)
    reaching: npt.NDArray[np.float64] = ends[near.all(axis=1)]
    return reaching


def _lengthened(ends: npt.NDArray[np.float64], pixels: float) -> npt.NDArray[np.float64]:
    """Lines longer by so many pixels at either end."""
    along = ends[:, 1] - ends[:, 0]
    step = along * (pixels / np.hypot(along[:, 0], along[:, 1]))[:, np.newaxis]
    longer: npt.NDArray[np.float64] = np.stack([ends[:, 0] - step, ends[:, 1] + step], axis=1)
    return longer


def _dashes(ends: npt.NDArray[np.float64], pattern: Sequence[float], width: float) -> npt.NDArray[np.float64]:
    """Lines as their dashes, each a line of its own: ``(n, 2, 2)``; the pattern in widths of the line."""
    on, period = pattern[0] * width, (pattern[0] + pattern[1]) * width
    starts, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    lengths = np.hypot(along[:, 0], along[:, 1])
    counts = np.ceil(lengths / period).astype(np.int64)
    line = np.repeat(np.arange(len(ends)), counts)
    number = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
    begin, whole = number * period, lengths[line]
    parts = np.stack([begin, np.minimum(begin + on, whole)], axis=1) / whole[:, np.newaxis]
    dashes: npt.NDArray[np.float64] = (
        starts[line][:, np.newaxis] + along[line][:, np.newaxis] * parts[..., np.newaxis]
    )
    return dashes


def _paint_shape(painter: QPainter, mark: Shape, frame: Frame, style: Style, theme: Theme) -> None:
    rings = [ring * frame.scale for ring in mark.rings if len(ring)]
    pens = _pens(style, frame, theme)
    shapes = draws_shapes(painter)
    painter.save()
    # A line hides the fill's rim, and what is not smoothed is drawn in a third of the time.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, shapes or pens is None)
    if style.shape_fill is not None:
        path = filled_path(rings, frame)
        if style.pattern is Pattern.NONE:
            painter.fillPath(path, colour(style.shape_fill))
        elif shapes:
            painter.fillPath(path, colour(style.shape_fill))
            fill_with_pattern(painter, path, style.pattern, style.ink, frame)
        else:
            image = filled_texture(style.pattern, style.ink, style.shape_fill, frame.scale)
            painter.setBrushOrigin(-frame.left % image.width(), -frame.top % image.height())
            painter.fillPath(path, QBrush(image))
    if pens is not None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _OUTLINES[shapes](painter, rings, frame, pens)
    painter.restore()


def _stroke_outlines(painter: QPainter, rings: list[Ring], frame: Frame, pens: tuple[QPen, QPen]) -> None:
    line, halo = pens
    dashes = [one * line.widthF() for one in line.dashPattern()]
    line.setStyle(Qt.PenStyle.SolidLine)
    painter.strokePath(outline_path(rings, frame, 2 * halo.widthF()), halo)
    painter.strokePath(outline_path(rings, frame, 2 * halo.widthF(), dashes), line)


def _draw_outlines(painter: QPainter, rings: list[Ring], frame: Frame, pens: tuple[QPen, QPen]) -> None:
    """The same in pixels, line by line: an outline of hundreds is drawn in a tenth of the time.

    That holds for opaque lines whose ends are no rounds; so the halo lets nothing through here.
    """
    line, halo = pens
    beneath = halo.color()
    beneath.setAlpha(255)
    halo.setColor(beneath)
    halo.setCapStyle(Qt.PenCapStyle.SquareCap)
    margin = 2 * halo.widthF()
    lines = _reaching_in(outline_lines(rings) - (frame.left, frame.top), frame, margin)
    painter.setPen(halo)
    painter.drawLines(straight_lines(lines))
    if line.style() is Qt.PenStyle.SolidLine:
        line.setCapStyle(Qt.PenCapStyle.SquareCap)
    else:
        # Each line has dashes of its own: where an outline changes, the rest of it stays as it is.
        lines = _reaching_in(_dashes(lines, line.dashPattern(), line.widthF()), frame, margin)
        line.setStyle(Qt.PenStyle.SolidLine)
    painter.setPen(line)
    painter.drawLines(straight_lines(lines))


_OUTLINES = {True: _stroke_outlines, False: _draw_outlines}
"""By whether the painter keeps shapes."""


def paint_label(painter: QPainter, label: Label, frame: Frame, theme: Theme) -> None:
    """Words over everything, with a halo."""
    ink = theme.style(label.role).line or theme.page.text
    x, y = frame.x(label.at.x), frame.y(label.at.y)
    draw_stamp(painter, _words(label), x, y, _label_pixels(frame), ink, theme.page.halo, bold=True)


def _words(label: Label) -> str:
    return label.template.format(**label.arguments)


def _label_pixels(frame: Frame) -> int:
    return max(11, round(min(frame.scale, 72) * 0.3))


_LINES_BEYOND = 12
"""Pixels beside its line that a mark's width and dots may take, half a square aside."""


def mark_box(mark: Mark, frame: Frame, theme: Theme) -> QRectF:
    """The part of a frame that a mark is drawn on, and a little around it; empty for a mark of nothing."""
    match mark:
        case Label():
            width, height = stamp_size(_words(mark), _label_pixels(frame), theme.page.halo, True)
            x, y = frame.x(mark.at.x), frame.y(mark.at.y)
            return QRectF(x - width / 2 - 1, y - height / 2 - 1, width + 2, height + 2)
        case Segments():
            points = mark.ends.reshape(-1, 2)
        case Shape():
            points = np.concatenate([np.empty((0, 2)), *mark.rings])
        case Squares() | Field():
            block = box_of(mark.mask if isinstance(mark, Squares) else mark.values >= 0)
            points = np.empty((0, 2)) if block is None else np.array(block, np.float64).reshape(2, 2)
    if not len(points):
        return QRectF()
    left, top = (points.min(axis=0) * frame.scale - (frame.left, frame.top)).tolist()
    right, bottom = (points.max(axis=0) * frame.scale - (frame.left, frame.top)).tolist()
    beyond = frame.scale / 2 + _LINES_BEYOND
    return QRectF(left, top, right - left, bottom - top).adjusted(-beyond, -beyond, beyond, beyond)
