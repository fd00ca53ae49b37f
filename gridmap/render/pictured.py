"""A handout as one picture: the map with its title, frame, scale bar, compass and legend, laid out in pixels.

PNG and its kin, PDF and SVG all draw it through `Pictured.paint`, whole or a part at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from gridmap.model.players import players_ids
from gridmap.render.border import BORDER, paint_border, paint_crop_marks
from gridmap.render.compass import COMPASS, paint_compass
from gridmap.render.device import state_kept
from gridmap.render.handout import MM_PER_INCH, Handout, HandoutError
from gridmap.render.legend import LEGEND_UNIT, legend_height, paint_legend
from gridmap.render.paint import paint_frame
from gridmap.render.scale_bar import paint_scale_bar, scale_bar_height
from gridmap.render.scene import Frame, Scene, SquareRect
from gridmap.render.theme import Theme
from gridmap.render.title_block import paint_title_block, title_block_height
from gridmap.rules.space import sides

_LEAST_UNIT = 11.0
"""Pixels of the smallest letters that are still read."""
_LEAST_UNIT_MM, _MOST_UNIT_MM = 2.7, 9.0
_UNITS_ACROSS = 62.0
"""Letters grow with the map until they are as high as a hand needs."""
_MARGIN = 1.7
"""Round a handout that has any furniture, in units."""
_MOST_PIXELS_PER_SQUARE = 1_000

DrawMap = Callable[[QPainter, Scene, Frame, Theme], None]
"""What draws the part of a scene that a frame shows, as `paint_frame` does."""


@dataclass(frozen=True, eq=False)
class Pictured:
    """A handout's picture, ready to be drawn at its scale.

    Attributes:
        scene: what is shown of the map.
        handout: what was asked for.
        theme: how it looks.
        region: the squares shown.
        pixels_per_square: the scale.
        dots_per_inch: how fine it is on paper.
        width: pixels across, the bleed included.
        height: pixels down, the bleed included.
        trim: the pixels that are left once the bleed is cut off.
        map_rect: the pixels of the squares.
        unit: pixels of the furniture's letters.
    """

    scene: Scene
    handout: Handout
    theme: Theme
    region: SquareRect
    pixels_per_square: float
    dots_per_inch: float
    width: int
    height: int
    trim: QRect
    map_rect: QRect
    unit: float

    def paint(
        self,
        painter: QPainter,
        left: int = 0,
        top: int = 0,
        width: int | None = None,
        height: int | None = None,
        draw_map: DrawMap = paint_frame,
    ) -> None:
        """Draw a part of the picture, the whole of it where none is named.

        The same pixels come out whatever parts it is drawn in.

        Args:
            painter: its (0, 0) is the part's corner; nothing else may be changed about it.
            left: the part's first pixel column.
            top: the part's first pixel row.
            width: pixels across; None for all the rest.
            height: pixels down; None for all the rest.
            draw_map: what draws the map; another way to draw the same, for whoever draws many parts.
        """
        part = QRect(
            left,
            top,
            self.width - left if width is None else width,
            self.height - top if height is None else height,
        )
        with state_kept(painter):
            painter.translate(-part.topLeft())
            if not self._fills(part):
                painter.fillRect(part, self._ground())
            self._paint_map(painter, part, draw_map)
            self._paint_furniture(painter, part)

    def _fills(self, part: QRect) -> bool:
        return self._map_pixels().contains(part)

    def _ground(self) -> str:
        return self.theme.panel.fill[:7]

    def _map_pixels(self) -> QRect:
        """The pixels that the map is drawn on: into the bleed too where nothing stands between."""
        if self.map_rect == self.trim:
            return QRect(0, 0, self.width, self.height)
        return self.map_rect

    def _paint_map(self, painter: QPainter, part: QRect, draw_map: DrawMap) -> None:
        seen = part.intersected(self._map_pixels())
        if seen.isEmpty():
            return
        scale = self.pixels_per_square
        origin_x = floor(self.region.left * scale + 0.5) - self.map_rect.left()
        origin_y = floor(self.region.top * scale + 0.5) - self.map_rect.top()
        frame = Frame(origin_x + seen.left(), origin_y + seen.top(), seen.width(), seen.height(), scale)
        with state_kept(painter):
            painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
            painter.translate(seen.topLeft())
            draw_map(painter, self.scene, frame, self.theme)

    def _paint_furniture(self, painter: QPainter, part: QRect) -> None:
        handout, unit = self.handout, self.unit
        layout = _Layout.of(self.scene, handout, self.region, self.pixels_per_square, unit)
        column = QRectF(self.map_rect).adjusted(-layout.border, 0, layout.border, 0)
        above = self.map_rect.top() - layout.border - layout.title
        below = self.map_rect.top() + self.map_rect.height() + layout.border
        if layout.title:
            box = QRectF(column.left(), above, column.width(), layout.title)
            paint_title_block(painter, box, handout.title, handout.text, unit, self.theme)
        if handout.border:
            paint_border(painter, self.map_rect, unit, self.theme)
        if layout.strip:
            box = QRectF(column.left(), below, column.width(), layout.strip)
            self._paint_strip(painter, box)
            below += layout.strip
        if layout.legend and QRect(0, below, self.width, layout.legend).intersects(part):
            self._paint_legend(painter, layout, below)
        if handout.bleed_mm and not self.trim.contains(part):
            mark = self.trim.left() * 0.7
            paint_crop_marks(
                painter, QRectF(self.trim), mark, self.trim.left() - mark, max(1.0, unit / 16), self.theme
            )

    def _paint_strip(self, painter: QPainter, box: QRectF) -> None:
        """Scale bar at the left, compass at the right; one below the other where both are too wide."""
        battle_map, unit = self.scene.battle_map, self.unit
        room = box.adjusted(0, _STRIP_GAP * unit, 0, 0)
        above = _stacked(self.handout, box.width(), self.pixels_per_square, unit)
        if self.handout.compass:
            x = room.left() if above else room.right() - COMPASS * unit
            middle = QPointF(x + COMPASS / 2 * unit, room.top() + above + COMPASS / 2 * unit)
            paint_compass(painter, middle, battle_map.north or 0.0, unit, self.theme)
            if not above:
                room.setRight(room.right() - (COMPASS + 1) * unit)
        if self.handout.scale_bar:
            most = self.region.right - self.region.left
            paint_scale_bar(
                painter, room, self.pixels_per_square, battle_map.feet_per_square, most, unit, self.theme
            )

    def _paint_legend(self, painter: QPainter, layout: _Layout, top: int) -> None:
        left = self.map_rect.left() - layout.border if layout.margin else self.trim.left()
        painter.save()
        painter.translate(left, top)
        paint_legend(painter, self.scene, layout.legend_width, self.theme, self.unit / LEGEND_UNIT)
        painter.restore()


_STRIP_GAP = 0.8
_LEAST_BAR = 5.0
"""Units that the shortest bar takes with its words at its ends."""


def _stacked(handout: Handout, width: float, scale: float, unit: float) -> int:
    """Pixels of the scale bar above the compass, 0 where there is room for both side by side."""
    if not (handout.scale_bar and handout.compass):
        return 0
    bar = max(scale + 2 * unit, _LEAST_BAR * unit)
    return scale_bar_height(unit) + round(unit / 2) if bar + (COMPASS + 1) * unit > width else 0


@dataclass(frozen=True)
class _Layout:
    """Pixels that the furniture takes."""

    margin: int
    border: int
    title: int
    strip: int
    legend: int
    legend_width: int

    @classmethod
    def of(cls, scene: Scene, handout: Handout, region: SquareRect, scale: float, unit: float) -> _Layout:
        title = title_block_height(handout.title, handout.text, unit)
        border = ceil(BORDER * unit) if handout.border else 0
        width = _span(region.left, region.right, scale) + 2 * border
        bar = scale_bar_height(unit) if handout.scale_bar else 0
        compass = ceil(COMPASS * unit) if handout.compass else 0
        above = _stacked(handout, width, scale, unit)
        strip = above + compass if above else max(bar, compass)
        strip += round(_STRIP_GAP * unit) if strip else 0
        margin = ceil(_MARGIN * unit) if title or strip or border else 0
        legend = legend_height(scene, width, unit / LEGEND_UNIT) if handout.legend else 0
        return cls(margin, border, title, strip, legend, width)

    @property
    def around(self) -> int:
        """Pixels that lie left and right of the map together."""
        return 2 * (self.margin + self.border)

    @property
    def over_and_under(self) -> int:
        """Pixels above and below the map together."""
        return 2 * (self.margin + self.border) + self.title + self.strip + self.legend


def pictured(scene: Scene, handout: Handout, region: SquareRect | None = None) -> Pictured:
    """A handout laid out as one picture.

    Args:
        scene: of `scene_of`.
        handout: what was asked for.
        region: the squares to show; None for the handout's first region.

    Raises:
        HandoutError: the map does not fit on the paper, a region holds no square, or the scene shows secrets
            to players.
    """
    check_for_players(scene, handout)
    if region is None:
        region = handout.region_of(scene.battle_map)[0]
    paper = handout.sheet
    if paper is None:
        scale = handout.scale
        return _laid_out(scene, handout, region, scale, handout.density(scale), None)
    dots = handout.paper_dots_per_inch
    across, down = region.right - region.left, region.bottom - region.top
    landscape = across > down if handout.landscape is None else handout.landscape
    width, height = (round(side * dots / MM_PER_INCH) for side in paper.size(landscape))
    fitting = _largest(
        lambda scale: _fits(_laid_out(scene, handout, region, scale, dots, None), width, height),
        min(_MOST_PIXELS_PER_SQUARE, width // across, height // down),
    )
    if not fitting:
        raise HandoutError(f"{across} × {down} squares do not fit on one {paper.name}")
    return _laid_out(scene, handout, region, fitting, dots, (width, height))


def pictures_of(scene: Scene, handout: Handout) -> tuple[Pictured, ...]:
    """A picture for each region of a handout."""
    return tuple(pictured(scene, handout, region) for region in handout.region_of(scene.battle_map))


def check_for_players(scene: Scene, handout: Handout) -> None:
    """Refuse to show players a scene that did not come from their own map.

    Raises:
        HandoutError: it has something in it that they may not see.
    """
    seen = players_ids(scene.battle_map, sides(scene.rules))
    if handout.players and (not scene.fog_hides or len(seen) != len(scene.battle_map.creatures)):
        raise HandoutError("a handout for players is drawn from their own map, not from the GM's")


def _laid_out(
    scene: Scene,
    handout: Handout,
    region: SquareRect,
    scale: float,
    dots: float,
    paper: tuple[int, int] | None,
) -> Pictured:
    """Where everything is at a scale, in the middle of a paper where there is one."""
    width, height = _span(region.left, region.right, scale), _span(region.top, region.bottom, scale)
    per_mm = dots / MM_PER_INCH
    grown = min(width, height) / _UNITS_ACROSS
    unit = max(_LEAST_UNIT, min(max(grown, _LEAST_UNIT_MM * per_mm), _MOST_UNIT_MM * per_mm))
    layout = _Layout.of(scene, handout, region, scale, unit)
    bleed = round(handout.bleed_mm * per_mm)
    whole_width, whole_height = width + layout.around, height + layout.over_and_under
    trim_width, trim_height = paper if paper is not None else (whole_width, whole_height)
    left = bleed + max(0, trim_width - whole_width) // 2 + layout.margin + layout.border
    top = bleed + max(0, trim_height - whole_height) // 2 + layout.margin + layout.title + layout.border
    return Pictured(
        scene,
        handout,
        handout.loaded_theme,
        region,
        scale,
        dots,
        trim_width + 2 * bleed,
        trim_height + 2 * bleed,
        QRect(bleed, bleed, trim_width, trim_height),
        QRect(left, top, width, height),
        unit,
    )


def _fits(picture: Pictured, width: int, height: int) -> bool:
    return picture.trim.width() <= width and picture.trim.height() <= height


def _largest(fits: Callable[[int], bool], most: int) -> int:
    """The largest whole number up to `most` that fits, 0 for none; what fits, fits smaller too."""
    low, high = 0, max(0, most)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _span(first: int, last: int, scale: float) -> int:
    """Whole pixels between two grid lines."""
    return floor(last * scale + 0.5) - floor(first * scale + 0.5)
