"""Squares drawn once and laid out again: what a square shows follows from those around it.

A large picture has far fewer squares that look different than squares. At a whole number of pixels a square,
the terrain with its grid, and the blocked squares, are drawn once for each neighbourhood and each place in
their textures, on a layer of their own, and copied from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter

from gridmap.model.terrain import Blocked
from gridmap.render.grid import paint_grid
from gridmap.render.neighbourhoods import Mask, Neighbourhoods
from gridmap.render.paint import (
    Pass,
    paint_blocked_layer,
    paint_frame,
    paint_on_layer,
    paint_terrain,
    paint_terrain_layer,
)
from gridmap.render.patterns import texture
from gridmap.render.pixels import Pixels, draw_pixels
from gridmap.render.scene import Frame, GridStyle, Scene
from gridmap.render.squares import outline_width
from gridmap.render.terrain import ground_kinds, paint_blocked, paint_ground_terrain
from gridmap.render.theme import Pattern, Style, Theme

LEAST_SCALE = 12
"""Pixels a square from which on no drawing of a square reaches beyond its neighbours."""
_KEPT_BYTES = 32 * 2**20
"""Most memory for the squares of one layer."""
_NEAR, _MOST_TOGETHER = 5, 64
"""Unknown squares of a row at most so far apart are drawn together, up to so many."""


class DrawnSquares:
    """Draws frames of one scene at one scale as `paint_frame` does, for whoever needs many of them.

    The pixels are the same, since terrain and blocked squares are layers of their own there too.
    """

    def __init__(self, scene: Scene, theme: Theme, scale: float) -> None:
        """Nothing is drawn yet."""
        self._squares: list[_Squares] = []
        self._terrain: Pass = paint_terrain_layer
        self._blocked: Pass = paint_blocked_layer
        if scale < LEAST_SCALE or scale != round(scale):
            return
        kinds = [(mask, style) for mask, style in ground_kinds(scene, theme.terrain) if mask.any()]
        if not scene.grid or scene.grid_style in (GridStyle.LINES, GridStyle.NONE):
            self._terrain = self._drawn_once(_Squares(paint_terrain, scene, theme, round(scale), kinds))
        else:
            # Marks at intersections reach beyond the map's edge, where there are no squares.
            ground = _Squares(paint_ground_terrain, scene, theme, round(scale), kinds)
            self._terrain = _with_grid(self._drawn_once(ground))
        over_picture = scene.pictures and bool(scene.battle_map.pictures)
        look = theme.terrain.blocked_on_picture if over_picture else theme.terrain.blocked
        blocked = scene.battle_map.terrain.blocked
        stones = [(blocked == kind, look) for kind in (Blocked.FILLS, Blocked.ROUNDED)]
        self._blocked = self._drawn_once(
            _Squares(paint_blocked, scene, theme, round(scale), stones, throws=True)
        )

    def _drawn_once(self, squares: _Squares) -> Pass:
        self._squares.append(squares)
        return squares.paint

    @contextmanager
    def helped_by(self, helper: Executor) -> Iterator[None]:
        """Meanwhile, another thread lays out the row below the one that is drawn."""
        for squares in self._squares:
            squares.helper = helper
        try:
            yield
        finally:
            for squares in self._squares:
                squares.helper = None

    def paint_frame(self, painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
        """Draw the part of the scene, the one given at first, that a frame of pixels shows."""
        paint_frame(painter, scene, frame, theme, terrain=self._terrain, blocked=self._blocked)


def _with_grid(ground: Pass) -> Pass:
    def both(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
        ground(painter, scene, frame, theme)
        paint_grid(painter, scene, frame, theme)

    def paint(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
        paint_on_layer(painter, both, scene, frame, theme)

    return paint


class _Part(NamedTuple):
    """Some squares of a row, and which of their rows of pixels."""

    row: int
    left: int
    right: int
    top: int
    bottom: int


class _Squares:
    """One pass, its squares drawn once."""

    def __init__(
        self,
        draw: Pass,
        scene: Scene,
        theme: Theme,
        side: int,
        kinds: Sequence[tuple[Mask, Style]],
        *,
        throws: bool = False,
    ) -> None:
        """Nothing is drawn yet.

        Args:
            draw: the pass.
            scene: what it draws.
            theme: how it looks.
            side: pixels of a square.
            kinds: all that the pass draws in squares, with the style that has its texture.
            throws: whether a square throws something, a shadow, on those right of it and below. Else
                it has nothing of its neighbours but outlines.
        """
        self._draw, self._scene, self._theme, self._side = draw, scene, theme, side
        period = _period([style for _, style in kinds], side)
        masks = [mask for mask, _ in kinds] or [np.zeros(scene.battle_map.terrain.shape, np.bool_)]
        self._looks = Neighbourhoods(masks, side, period, throws=throws)
        self._most = max(16, _KEPT_BYTES // (side * side * 4))
        # The rows of pixels of all squares lie together, as they do where squares stand side by side.
        self._drawn: Pixels = np.zeros((side, 0, side), np.uint32)
        self._empty = np.ones(self._most, np.bool_)
        self._count = 0
        # Which drawn square shows what the neighbourhood of a number looks like, -1 for none yet.
        self._numbers = np.full(256, -1, np.intp)
        self.helper: Executor | None = None
        """Lays out the next row while this one is drawn."""
        self._ahead: tuple[_Part, Future[Pixels]] | None = None
        self._layers: list[Pixels] = [np.empty((0, 0), np.uint32)] * 2
        self._buffer = 0
        self._tall = 0

    def paint(self, painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
        """The pass, on the rows of squares that the frame shows."""
        side = self._side
        height, width = scene.battle_map.terrain.shape
        first, last = max(0, frame.top // side), min(height, -(-(frame.top + frame.height) // side))
        left, right = max(0, frame.left // side), min(width, -(-(frame.left + frame.width) // side))
        if left < right:
            for row in range(first, last):
                self._paint_row(painter, row, left, right, frame)

    def _paint_row(self, painter: QPainter, row: int, left: int, right: int, frame: Frame) -> None:
        side = self._side
        place = QPoint(left * side - frame.left, row * side - frame.top)
        part = _Part(row, left, right, max(0, -place.y()), min(side, frame.height - place.y()))
        layer = self._laid_out_ahead(part)
        if layer is None:
            numbers = self._numbers_of(part, learn=True)
            if numbers is None:
                draw_pixels(painter, self._row(row, left, right), place.x(), place.y())
                return
            layer = self._laid_out(numbers, part, self._flipped())
        self._lay_out_ahead(self._next(part))
        if len(layer):
            draw_pixels(painter, layer, place.x(), place.y() + part.top)

    def _next(self, part: _Part) -> _Part:
        """What is likely to be drawn next: bands are as high as the highest so far, but end where rows do."""
        self._tall = max(self._tall, part.bottom - part.top)
        if part.bottom < self._side:
            return part._replace(top=part.bottom, bottom=min(self._side, part.bottom + self._tall))
        return part._replace(row=part.row + 1, top=0, bottom=min(self._side, self._tall))

    def _numbers_of(self, part: _Part, *, learn: bool) -> npt.NDArray[np.intp] | None:
        """Which drawn squares a row is made of; None where they are not known, or too many to be learnt."""
        looks = self._looks.row(part.row, part.left, part.right)
        if len(self._looks) > len(self._numbers):
            more = np.full(2 * len(self._looks) - len(self._numbers), -1, np.intp)
            self._numbers = np.concatenate((self._numbers, more))
        numbers: npt.NDArray[np.intp] = self._numbers[looks]
        if (numbers >= 0).all():
            return numbers
        if not learn:
            return None
        missing = _first_places(looks, numbers < 0)
        if len(missing) + self._count > self._most:
            self._numbers[:], self._count = -1, 0
            missing = _first_places(looks, np.ones(len(looks), np.bool_))
            if len(missing) > self._most:
                return None
        self._learn(missing, part.row, part.left)
        learnt: npt.NDArray[np.intp] = self._numbers[looks]
        return learnt

    def _lay_out_ahead(self, part: _Part) -> None:
        """Let a helper lay out the row that is likely the next, if all its squares are known."""
        if self.helper is None or part.row >= self._scene.battle_map.height:
            return
        numbers = self._numbers_of(part, learn=False)
        if numbers is not None:
            layer = self.helper.submit(self._laid_out, numbers, part, self._flipped())
            self._ahead = (part, layer)

    def _flipped(self) -> int:
        """The buffer that is not drawn from just now."""
        self._buffer = 1 - self._buffer
        return self._buffer

    def _laid_out_ahead(self, part: _Part) -> Pixels | None:
        """What was laid out ahead, if it is this part."""
        ahead, self._ahead = self._ahead, None
        if ahead is None:
            return None
        expected, layer = ahead
        # What nobody has begun yet is done sooner here.
        laid_out = None if layer.cancel() else layer.result()
        return laid_out if expected == part else None

    def _learn(self, missing: list[tuple[int, int]], row: int, left: int) -> None:
        """Draw the squares not yet known, those near each other together."""
        side = self._side
        room = self._drawn.shape[1]
        if room < self._count + len(missing):
            more = min(self._most, max(2 * room, self._count + len(missing))) - room
            self._drawn = np.concatenate((self._drawn, np.zeros((side, more, side), np.uint32)), axis=1)
        for group in _near_each_other(missing):
            first, last = group[0][0], group[-1][0]
            drawn = self._row(row, left + first, left + last + 1)
            for column, look in group:
                square = drawn[:, (column - first) * side : (column - first + 1) * side]
                self._drawn[:, self._count] = square
                self._empty[self._count] = not square.any()
                self._numbers[look] = self._count
                self._count += 1

    def _row(self, row: int, left: int, right: int) -> Pixels:
        """Some squares of a row, drawn on nothing."""
        side = self._side
        frame = Frame(left * side, row * side, (right - left) * side, side, float(side))
        pixels = np.zeros((frame.height, frame.width), np.uint32)
        image = QImage(
            pixels.data, frame.width, frame.height, frame.width * 4, QImage.Format.Format_ARGB32_Premultiplied
        )
        with QPainter(image) as painter:
            self._draw(painter, self._scene, frame, self._theme)
        return pixels

    def _laid_out(self, numbers: npt.NDArray[np.intp], part: _Part, buffer: int) -> Pixels:
        """A row's squares side by side, none where nothing is drawn; until the same buffer is filled anew."""
        side, count = self._side, len(numbers)
        rows = part.bottom - part.top
        if self._empty[numbers].all():
            return np.empty((0, count * side), np.uint32)
        layer = self._layers[buffer]
        if layer.shape != (rows, count * side):
            layer = self._layers[buffer] = np.empty((rows, count * side), np.uint32)
        out = layer.reshape(rows, count, side)
        np.take(self._drawn[part.top : part.bottom], numbers, axis=1, out=out, mode="clip")
        return layer


def _first_places(looks: npt.NDArray[np.intp], wanted: Mask) -> list[tuple[int, int]]:
    """The first column of each look that is wanted in a row, and the look; from left to right."""
    columns = np.flatnonzero(wanted)
    found, at = np.unique(looks[columns], return_index=True)
    return sorted(zip(columns[at].tolist(), found.tolist(), strict=True))


def _near_each_other(missing: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Squares of a row, from left to right, in groups that are drawn sooner together than one by one."""
    group: list[tuple[int, int]] = []
    for one in missing:
        if group and (one[0] - group[-1][0] > _NEAR or one[0] - group[0][0] >= _MOST_TOGETHER):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _period(styles: Sequence[Style], side: int) -> int:
    """After how many pixels every texture and every dashed line of these styles begins anew."""
    periods = [1]
    for style in styles:
        if style.pattern is not Pattern.NONE:
            periods.append(len(texture(style.pattern, style.ink, float(side))))
        width = outline_width(style, side)
        if style.dash and width:
            periods.append(sum(max(1, round(part * width)) for part in style.dash[:2]))
    return lcm(*periods)
