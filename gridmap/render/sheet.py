"""Pages of a map at true scale: some whole squares each, with what is needed to put them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import floor

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from gridmap.render.border import paint_crop_marks
from gridmap.render.colour import colour
from gridmap.render.handout import MM_PER_INCH, Handout, on_white
from gridmap.render.legend import legend_height
from gridmap.render.lettering import draw_line, line_width_of
from gridmap.render.page_split import PageSetup, PageSplit, SheetPage, split
from gridmap.render.paint import paint_frame
from gridmap.render.pictured import Pictured, check_for_players, pictured
from gridmap.render.ruler import RULER_HEIGHT_MM, RULER_WIDTH_MM, paint_ruler
from gridmap.render.scene import Frame, Scene, SquareRect
from gridmap.render.theme import Theme

PAGE_SCALE = 96.0
"""Pixels a square that the drawing is laid out in; a page keeps shapes, so no pixel is ever seen."""
UNITS_PER_MM = 10.0
"""Painters of whole pages count in tenths of a millimetre."""
_EDGE_MM = 5.0
"""From here on to the edge most printers cannot print."""
_GAP_MM = 1.4
"""Between the map and what stands in the margin."""
_OVERVIEW_DOTS = 150.0


@dataclass(frozen=True)
class PaperPage:
    """A page to be drawn, for a file or for a printer.

    Attributes:
        width_mm: millimetres across.
        height_mm: millimetres down.
        paint: draws it on a painter whose unit is a tenth of a millimetre.
        label: what the page is called; empty for its number.
        bleed_mm: millimetres on every side that are to be cut off.
    """

    width_mm: float
    height_mm: float
    paint: Callable[[QPainter], None]
    label: str = ""
    bleed_mm: float = 0.0


@dataclass(frozen=True, eq=False)
class Sheets:
    """All pages of a handout, ready to be drawn.

    Attributes:
        scene: what is shown of the map.
        handout: what was asked for.
        setup: how it is split.
        theme: how it looks.
        parts: each region with its pages.
    """

    scene: Scene
    handout: Handout
    setup: PageSetup
    theme: Theme
    parts: tuple[PageSplit, ...]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Millimetres of a page across and down."""
        return self.setup.sheet.size(self.setup.landscape)

    @cached_property
    def has_overview(self) -> bool:
        """Whether each part's pages follow a page that shows the whole part."""
        if self.setup.overview is not None:
            return self.setup.overview
        return self.handout.legend and legend_height(self.scene, 1000) > 0

    def pages(self) -> list[PaperPage]:
        """All pages in order."""
        pages: list[PaperPage] = []
        for part in self.parts:
            if self.has_overview:
                picture = self.overview(part)
                mm = MM_PER_INCH / picture.dots_per_inch
                paint = partial(_paint_overview, picture=picture, part=part)
                label = f"{part.pages[0].prefix}Overview"
                pages.append(PaperPage(picture.width * mm, picture.height * mm, paint, label))
            pages += [
                PaperPage(*self.size_mm, partial(self._paint_page, part=part, page=page), page.label)
                for page in part.pages
            ]
        return pages

    def block_mm(self, part: PageSplit) -> tuple[float, float]:
        """Where the first square of every page lies: millimetres from the left and the top edge."""
        width, height = self.size_mm
        square = self.handout.square_mm
        return (width - part.block[0] * square) / 2, (height - part.block[1] * square) / 2

    def _paint_page(self, painter: QPainter, part: PageSplit, page: SheetPage) -> None:
        mm, square = UNITS_PER_MM, self.handout.square_mm * UNITS_PER_MM
        left, top = (place * mm for place in self.block_mm(part))
        region = page.region
        block = QRectF(
            left, top, (region.right - region.left) * square, (region.bottom - region.top) * square
        )
        painter.save()
        painter.setClipRect(block)
        painter.translate(left, top)
        painter.scale(square / PAGE_SCALE, square / PAGE_SCALE)
        paint_frame(painter, self.scene, frame_of(region), self.theme)
        painter.restore()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour(self.theme.page.border), 0.15 * mm)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(block)
        if self.setup.crop_marks:
            paint_crop_marks(painter, block, 4.2 * mm, 1.2 * mm, 0.15 * mm, self.theme)
            if self.setup.overlap:
                self._paint_overlap_marks(painter, block, part, page)
        self._paint_margins(painter, block, part, page)
        painter.restore()

    def _paint_overlap_marks(
        self, painter: QPainter, block: QRectF, part: PageSplit, page: SheetPage
    ) -> None:
        """A dotted mark in the margin where the next page begins: up to there it lies on this one."""
        mm, over = UNITS_PER_MM, self.setup.overlap * self.handout.square_mm * UNITS_PER_MM
        pen = QPen(colour(self.theme.panel.text), 0.2 * mm)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([2.5, 2.0])
        painter.setPen(pen)
        near, far = 1.2 * mm, 4.2 * mm
        if page.column + 1 < part.columns:
            x = block.right() - over
            painter.drawLine(QPointF(x, block.top() - near), QPointF(x, block.top() - far))
            painter.drawLine(QPointF(x, block.bottom() + near), QPointF(x, block.bottom() + far))
        if page.row + 1 < part.rows:
            y = block.bottom() - over
            painter.drawLine(QPointF(block.left() - near, y), QPointF(block.left() - far, y))
            painter.drawLine(QPointF(block.right() + near, y), QPointF(block.right() + far, y))

    def _paint_margins(self, painter: QPainter, block: QRectF, part: PageSplit, page: SheetPage) -> None:
        """Words above, rulers and the small map below, neighbours at the sides."""
        mm = UNITS_PER_MM
        width, height = (side * mm for side in self.size_mm)
        left, top = (place * mm for place in self.block_mm(part))
        right = left + part.block[0] * self.handout.square_mm * mm
        if right - left < (RULER_WIDTH_MM + 30) * mm:
            left, right = 8 * mm, width - 8 * mm
        inner_left, inner_right = left + 2 * mm, right - 2 * mm
        head = _Band(max(_EDGE_MM * mm, top - _GAP_MM * mm - 6 * mm), top - _GAP_MM * mm)
        # Below the last squares, also where a page is not full.
        foot_top = height - top + _GAP_MM * mm
        foot = _Band(foot_top, min(height - _EDGE_MM * mm, foot_top + 6 * mm))
        if self.setup.labels:
            words_end = self._paint_head(painter, head, inner_left, inner_right, page)
            self._paint_neighbours(painter, block, words_end, part, page)
        if self.setup.rulers:
            paint_ruler(
                painter, inner_left, foot.top + (foot.height - RULER_HEIGHT_MM * mm) / 2, mm, self.theme
            )
        if self.setup.inset:
            self._paint_inset(painter, foot, inner_right, part, page)

    def _paint_head(
        self, painter: QPainter, band: _Band, left: float, right: float, page: SheetPage
    ) -> float:
        """The title at the left, the page at the right; where the words at the left end."""
        mm, ink = UNITS_PER_MM, self.theme.panel
        size = 4.6 * mm
        width = line_width_of(page.label, size, bold=True)
        top = band.bottom - size * 1.15
        draw_line(painter, page.label, right - width, top, width + mm, size, ink.text, bold=True)
        base, room = band.bottom - 1.22 * mm, (right + left) / 2 - left - 10 * mm
        title, small = 3.2 * mm, 2.6 * mm
        words = f"page {page.number} of {sum(len(part.pages) for part in self.parts)}"
        if self.handout.title:
            room -= line_width_of(words, small) + 2 * mm
            draw_line(painter, self.handout.title, left, base - title, room, title, ink.text, bold=True)
            left += min(room, line_width_of(self.handout.title, title, bold=True)) + 2 * mm
        draw_line(painter, words, left, base - small, 40 * mm, small, ink.dim)
        return left + line_width_of(words, small)

    def _paint_neighbours(
        self, painter: QPainter, block: QRectF, words_end: float, part: PageSplit, page: SheetPage
    ) -> None:
        """At each side that another page lies at, an arrow and its label, clear of the head's words."""
        mm = UNITS_PER_MM
        size = 2.8 * mm
        painter.setPen(Qt.PenStyle.NoPen)
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            row, column = page.row + dy, page.column + dx
            if not (0 <= row < part.rows and 0 <= column < part.columns):
                continue
            label = page.label_of(row, column)
            width = line_width_of(label, size)
            middle = block.center()
            reach = 3.4 * mm
            at = QPointF(
                middle.x() + dx * (block.width() / 2 + reach), middle.y() + dy * (block.height() / 2 + reach)
            )
            if dy > 0 and self.setup.rulers:  # the ruler has the left part of that margin
                at.setX(max(at.x(), block.left() + (RULER_WIDTH_MM + 8) * mm))
            if dy < 0:
                at.setX(max(at.x(), words_end + 3 * mm))
            arm = 1.1 * mm
            tip = QPointF(at.x() + dx * arm, at.y() + dy * arm)
            wing = QPointF(dy * arm, dx * arm)
            back = QPointF(at.x() - dx * arm * 0.6, at.y() - dy * arm * 0.6)
            painter.setBrush(colour(self.theme.panel.text))
            painter.drawPolygon(QPolygonF([tip, back + wing, back - wing]))
            if dx:
                place = QPointF(at.x() - width / 2, at.y() + 1.6 * mm)
            else:
                place = QPointF(at.x() + 2.2 * mm, at.y() - size * 0.62)
            draw_line(painter, label, place.x(), place.y(), width + mm, size, self.theme.panel.text)
            painter.setPen(Qt.PenStyle.NoPen)

    def _paint_inset(
        self, painter: QPainter, band: _Band, right: float, part: PageSplit, page: SheetPage
    ) -> None:
        """All pages in small, this one filled."""
        mm, region = UNITS_PER_MM, part.region
        across, down = region.right - region.left, region.bottom - region.top
        scale = min(26 * mm / across, band.height / down)
        left, top = right - across * scale, band.top + (band.height - down * scale) / 2
        pen = QPen(colour(self.theme.panel.text), 0.15 * mm)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        for other in part.pages if min(part.block) * scale > 0.5 * mm else (page,):
            box = other.region
            painter.setBrush(colour(self.theme.panel.text) if other is page else Qt.BrushStyle.NoBrush)
            painter.drawRect(
                QRectF(
                    left + (box.left - region.left) * scale,
                    top + (box.top - region.top) * scale,
                    (box.right - box.left) * scale,
                    (box.bottom - box.top) * scale,
                )
            )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(left, top, across * scale, down * scale))

    def overview(self, part: PageSplit) -> Pictured:
        """The picture of a whole part, on the paper as it shows it larger."""
        handout = replace(
            self.handout,
            paper=self.setup.paper,
            landscape=None,
            pixels_per_square=None,
            dots_per_inch=_OVERVIEW_DOTS,
            bleed_mm=0.0,
            scale_bar=True,
            border=True,
            title=self.handout.title or "Overview",
            text=self.handout.text or self._advice(part),
        )
        picture = pictured(self.scene, handout, part.region)
        return replace(picture, theme=on_white(picture.theme))

    def _advice(self, part: PageSplit) -> str:
        count = len(part.pages)
        pages = f"{count} page" if count == 1 else f"{count} pages"
        return (
            f"{pages} of {part.block[0]} × {part.block[1]} squares, {self.handout.square_mm:g} mm a square. "
            "Print at actual size (100 %), check the ruler, cut along the marks."
        )


@dataclass(frozen=True)
class _Band:
    """A strip of the margin, from top to bottom."""

    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


def _paint_overview(painter: QPainter, picture: Pictured, part: PageSplit) -> None:
    unit = UNITS_PER_MM * MM_PER_INCH / picture.dots_per_inch
    painter.scale(unit, unit)
    picture.paint(painter)
    _paint_page_grid(painter, picture, part, picture.theme)


def _paint_page_grid(painter: QPainter, picture: Pictured, part: PageSplit, theme: Theme) -> None:
    """Draw where each page lies over the picture of the whole, with its label."""
    scale, origin = picture.pixels_per_square, picture.map_rect.topLeft()
    pen = QPen(colour(theme.panel.text), max(1.0, picture.unit / 7))
    pen.setDashPattern([4, 2])
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    boxes = [
        QRectF(
            origin.x() + (page.region.left - part.region.left) * scale,
            origin.y() + (page.region.top - part.region.top) * scale,
            (page.region.right - page.region.left) * scale,
            (page.region.bottom - page.region.top) * scale,
        )
        for page in part.pages
    ]
    lines = [QLineF(*ends) for ends in sorted({ends for box in boxes for ends in _sides(box)})]
    painter.setPen(QPen(colour(theme.panel.fill), pen.widthF() * 2.2))
    painter.drawLines(lines)
    painter.setPen(pen)
    painter.drawLines(lines)
    for page, box in zip(part.pages, boxes, strict=True):
        size = min(picture.unit * 2.0, box.height() * 0.4, box.width() * 0.3)
        width = line_width_of(page.label, size, bold=True)
        plate = QRectF(0, 0, width + size * 0.9, size * 1.5)
        plate.moveCenter(box.center())
        painter.setPen(QPen(colour(theme.panel.edge), pen.widthF() / 2))
        painter.setBrush(colour(theme.panel.fill))
        painter.drawRoundedRect(plate, size * 0.3, size * 0.3)
        left, top = plate.center().x() - width / 2, plate.center().y() - size * 0.61
        draw_line(painter, page.label, left, top, width + size, size, theme.panel.text, bold=True)
    painter.restore()


def _sides(box: QRectF) -> list[tuple[float, float, float, float]]:
    """The four sides of a box, so that one that two boxes share is drawn once."""
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    return [
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, top, left, bottom),
        (right, top, right, bottom),
    ]


def frame_of(region: SquareRect) -> Frame:
    """A page's squares as pixels of its drawing."""
    left, top, right, bottom = (floor(place * PAGE_SCALE + 0.5) for place in region)
    return Frame(left, top, right - left, bottom - top, PAGE_SCALE)


def sheets_of(scene: Scene, handout: Handout, setup: PageSetup) -> Sheets:
    """A handout's regions split over pages.

    Raises:
        HandoutError: they cannot be split so, or the scene shows secrets to players.
    """
    check_for_players(scene, handout)
    regions = handout.region_of(scene.battle_map)
    parts: list[PageSplit] = []
    first = 1
    for number, region in enumerate(regions, 1):
        prefix = f"{number}-" if len(regions) > 1 else ""
        part = split(region, setup, handout.square_mm, prefix, first)
        first += len(part.pages)
        parts.append(part)
    return Sheets(scene, handout, setup, on_white(handout.loaded_theme), tuple(parts))
