"""Walls, doors, windows, low walls and fences: each with a form of its own, so no colour is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gridmap.model.wall import Wall, WallKind
from gridmap.render.colour import colour
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme, WallLook
from gridmap.rules.identity_cache import IdentityCache

_THICKNESS = 0.15
"""Of a wall, in squares."""
LEAST_DETAIL_SCALE = 10.0
"""Pixels a square below which segments are plain lines."""


def paint_walls(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """Every segment that the frame sees: shadows first, then walls, then what stands in them."""
    paint_these_walls(painter, scene.battle_map.walls, frame, theme)


def paint_these_walls(
    painter: QPainter, walls: tuple[Wall, ...], frame: Frame, theme: Theme, *, shadows: bool = True
) -> None:
    """The same of some walls, without their shadows where those lie there already."""
    seen = _seen(walls, frame)
    if not seen:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    look = theme.walls
    if frame.scale < LEAST_DETAIL_SCALE:
        _paint_plain(painter, seen, frame, look)
    else:
        solid = [wall for wall in seen if wall.kind is WallKind.WALL]
        _paint_solid(painter, solid, frame, look, shadows)
        for wall in seen:
            draw = _FORMS.get(wall.kind)
            if draw is not None:
                draw(painter, wall, frame, look)
    painter.restore()


def _seen(walls: tuple[Wall, ...], frame: Frame) -> list[Wall]:
    """The walls whose drawing may reach into the frame, in drawing order."""
    if not walls:
        return []
    low_x, low_y, high_x, high_y = _bounds.get((walls,), lambda: _bounds_of(walls))
    left, top = frame.left / frame.scale - 1, frame.top / frame.scale - 1
    right, bottom = left + frame.width / frame.scale + 2, top + frame.height / frame.scale + 2
    inside = (high_x >= left) & (low_x <= right) & (high_y >= top) & (low_y <= bottom)
    return [walls[at] for at in np.flatnonzero(inside).tolist()]


def _bounds_of(walls: tuple[Wall, ...]) -> tuple[npt.NDArray[np.float64], ...]:
    """The least and greatest x and y of each segment, an open door's leaf included; in squares."""
    ends = np.array([(*wall.start, *wall.end) for wall in walls], np.float64)
    swing = np.array([wall.is_open_door for wall in walls]) * np.hypot(
        ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
    )
    return (
        np.minimum(ends[:, 0], ends[:, 2]) - swing,
        np.minimum(ends[:, 1], ends[:, 3]) - swing,
        np.maximum(ends[:, 0], ends[:, 2]) + swing,
        np.maximum(ends[:, 1], ends[:, 3]) + swing,
    )


_bounds: IdentityCache[tuple[npt.NDArray[np.float64], ...]] = IdentityCache(8)


def _line(wall: Wall, frame: Frame) -> QLineF:
    return QLineF(frame.x(wall.start.x), frame.y(wall.start.y), frame.x(wall.end.x), frame.y(wall.end.y))


def _pen(ink: QColor, width: float, cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.MiterJoin)


def _paint_plain(painter: QPainter, walls: Iterable[Wall], frame: Frame, look: WallLook) -> None:
    """Lines only, where squares are too small for more: solid, dashed, dotted."""
    forms = {
        WallKind.WALL: (look.wall, Qt.PenStyle.SolidLine),
        WallKind.DOOR: (look.door, Qt.PenStyle.SolidLine),
        WallKind.WINDOW: (look.window_edge, Qt.PenStyle.DashLine),
        WallKind.LOW_WALL: (look.low_wall_edge, Qt.PenStyle.DashDotLine),
        WallKind.FENCE: (look.fence, Qt.PenStyle.DotLine),
    }
    width = max(1.2, frame.scale * _THICKNESS * 1.3)
    for wall in walls:
        ink, style = forms[wall.kind]
        if wall.is_open_door:
            style = Qt.PenStyle.DotLine
        painter.setPen(QPen(colour(ink), width, style, Qt.PenCapStyle.FlatCap))
        painter.drawLine(_line(wall, frame))


def _paint_solid(painter: QPainter, walls: list[Wall], frame: Frame, look: WallLook, shadows: bool) -> None:
    lines = [_line(wall, frame) for wall in walls]
    if not lines:
        return
    thick = max(2.0, frame.scale * _THICKNESS)
    round_cap = Qt.PenCapStyle.RoundCap
    if shadows:
        painter.setPen(_pen(colour(look.shadow), thick * 1.15, round_cap))
        shift = frame.scale * 0.05
        painter.drawLines([line.translated(shift, shift) for line in lines])
    core = thick
    if thick >= 5:
        painter.setPen(_pen(colour(look.wall_edge), thick, round_cap))
        painter.drawLines(lines)
        core = thick - max(2.0, thick * 0.35)
    painter.setPen(_pen(colour(look.wall), core, round_cap))
    painter.drawLines(lines)


class _Along:
    """Places along a segment and beside it, in pixels."""

    def __init__(self, wall: Wall, frame: Frame) -> None:
        line = _line(wall, frame)
        self.length = line.length()
        self.start = line.p1()
        direction = (line.dx() / self.length, line.dy() / self.length) if self.length else (1.0, 0.0)
        self.dx, self.dy = direction

    def at(self, along: float, aside: float = 0.0) -> QPointF:
        return self.start + QPointF(self.dx * along - self.dy * aside, self.dy * along + self.dx * aside)

    def bar(self, begin: float, end: float, half: float) -> QPolygonF:
        """A box about the segment from one place along it to another."""
        return QPolygonF(
            [self.at(begin, -half), self.at(end, -half), self.at(end, half), self.at(begin, half)]
        )


def _paint_door(painter: QPainter, wall: Wall, frame: Frame, look: WallLook) -> None:
    """Jambs at both ends; a closed leaf fills the gap, an open one stands out from its hinge."""
    along = _Along(wall, frame)
    unit = frame.scale
    jamb = min(0.1 * unit, along.length / 4)
    edge = _pen(colour(look.door_edge), max(1.0, unit * 0.03))
    leaf = unit * 0.075
    if wall.open:
        painter.setPen(_pen(colour(look.swing), max(1.0, unit * 0.025)))
        reach = along.length - 2 * jamb
        hinge = along.at(jamb)
        turn = math.degrees(math.atan2(-along.dy, along.dx))
        box = QRectF(hinge.x() - reach, hinge.y() - reach, 2 * reach, 2 * reach)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(box, round(turn * 16), -90 * 16)
        painter.setPen(edge)
        painter.setBrush(colour(look.door))
        painter.drawPolygon(
            QPolygonF(
                [
                    along.at(jamb - leaf * 0.7, 0),
                    along.at(jamb + leaf * 0.7, 0),
                    along.at(jamb + leaf * 0.7, reach),
                    along.at(jamb - leaf * 0.7, reach),
                ]
            )
        )
    else:
        painter.setPen(edge)
        painter.setBrush(colour(look.door))
        painter.drawPolygon(along.bar(jamb / 2, along.length - jamb / 2, leaf * 1.25))
        painter.drawLine(along.at(along.length / 2, -leaf * 1.25), along.at(along.length / 2, leaf * 1.25))
        painter.setBrush(colour(look.door_edge))
        knob = max(1.0, unit * 0.03)
        for place in (-0.09, 0.09):
            painter.drawEllipse(along.at(along.length / 2 + place * unit), knob, knob)
    painter.setPen(edge)
    painter.setBrush(colour(look.wall))
    for begin in (-jamb / 2, along.length - jamb / 2):
        painter.drawPolygon(along.bar(begin, begin + jamb, unit * 0.13))


def _paint_window(painter: QPainter, wall: Wall, frame: Frame, look: WallLook) -> None:
    """A pale pane between two lines, with bars across."""
    along = _Along(wall, frame)
    half = frame.scale * 0.085
    painter.setPen(_pen(colour(look.window_edge), max(1.0, frame.scale * 0.035)))
    painter.setBrush(colour(look.window))
    painter.drawPolygon(along.bar(0, along.length, half))
    bars = max(1, round(along.length / (frame.scale / 2)))
    for bar in range(1, bars):
        place = along.length * bar / bars
        painter.drawLine(along.at(place, -half), along.at(place, half))


def _paint_low_wall(painter: QPainter, wall: Wall, frame: Frame, look: WallLook) -> None:
    """A row of separate stones."""
    along = _Along(wall, frame)
    stones = max(1, round(along.length / (frame.scale / 3)))
    step = along.length / stones
    gap = min(step / 5, frame.scale * 0.04)
    painter.setPen(_pen(colour(look.low_wall_edge), max(1.0, frame.scale * 0.03)))
    painter.setBrush(colour(look.low_wall))
    for stone in range(stones):
        half = frame.scale * (0.1 if stone % 2 else 0.08)
        painter.drawPolygon(along.bar(stone * step + gap, (stone + 1) * step - gap, half))


def _paint_fence(painter: QPainter, wall: Wall, frame: Frame, look: WallLook) -> None:
    """Two thin rails with posts."""
    along = _Along(wall, frame)
    ink = colour(look.fence)
    painter.setPen(_pen(ink, max(1.0, frame.scale * 0.03)))
    aside = frame.scale * 0.035
    for side in (-aside, aside):
        painter.drawLine(along.at(0, side), along.at(along.length, side))
    painter.setBrush(ink)
    posts = max(1, round(along.length / (frame.scale / 2)))
    half = frame.scale * 0.055
    for post in range(posts + 1):
        place = along.length * post / posts
        painter.drawPolygon(along.bar(place - half, place + half, half * 1.3))


_FORMS: dict[WallKind, Callable[[QPainter, Wall, Frame, WallLook], None]] = {
    WallKind.DOOR: _paint_door,
    WallKind.WINDOW: _paint_window,
    WallKind.LOW_WALL: _paint_low_wall,
    WallKind.FENCE: _paint_fence,
}
