"""A true preview of a handout: drawn by what draws the file, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridmap.app.guarded import guarded
from gridmap.render.device import state_kept
from gridmap.render.handout import Handout
from gridmap.render.page_split import PageSetup
from gridmap.render.pdf import pages_of
from gridmap.render.pictured import Pictured, pictures_of
from gridmap.render.scene import Scene
from gridmap.render.sheet import UNITS_PER_MM, PaperPage

_MOST_PIXELS = 3_000_000
"""Of the picture that a preview is made of: larger ones are laid out alike at a smaller scale."""
_GAP = 14


class PreviewPage:
    """A page or picture to be looked at.

    Attributes:
        words: its size, for people.
        size: pixels that it is drawn at.
    """

    def __init__(self, words: str, size: QSize, draw: Callable[[QPainter], None]) -> None:
        self.words = words
        self.size = size
        self._draw = draw
        self._image: QImage | None = None

    def image(self) -> QImage:
        """The page, drawn once."""
        if self._image is None:
            image = QImage(self.size, QImage.Format.Format_RGB32)
            image.fill(Qt.GlobalColor.white)
            with QPainter(image) as painter:
                self._draw(painter)
            self._image = image
        return self._image


def preview_pages(scene: Scene, handout: Handout, setup: PageSetup | None, kind: str) -> list[PreviewPage]:
    """What the file will show, page by page.

    Raises:
        HandoutError: the handout cannot be laid out.
    """
    if kind == "pdf" and setup is not None:
        return [_page(page) for page in pages_of(scene, handout, setup)]
    return [_picture(each, scene, handout) for each in pictures_of(scene, handout)]


def _page(page: PaperPage) -> PreviewPage:
    scale = sqrt(_MOST_PIXELS / 3 / (page.width_mm * page.height_mm))
    size = QSize(round(page.width_mm * scale), round(page.height_mm * scale))

    def draw(painter: QPainter) -> None:
        with state_kept(painter):
            painter.scale(scale / UNITS_PER_MM, scale / UNITS_PER_MM)
            page.paint(painter)

    return PreviewPage(f"{page.label}  {page.width_mm:.0f} × {page.height_mm:.0f} mm", size, draw)


def _picture(picture: Pictured, scene: Scene, handout: Handout) -> PreviewPage:
    words = f"{picture.width:,} × {picture.height:,}"
    shown = picture
    if picture.width * picture.height > _MOST_PIXELS:
        shrink = sqrt(_MOST_PIXELS / (picture.width * picture.height))
        scale = max(1.0, float(int(picture.pixels_per_square * shrink)))
        density = picture.dots_per_inch * scale / picture.pixels_per_square
        smaller = replace(handout, paper=None, pixels_per_square=scale, dots_per_inch=max(10.0, density))
        same = (each for each in pictures_of(scene, smaller) if each.region == picture.region)
        shown = next(same, picture)
    return PreviewPage(words, QSize(shown.width, shown.height), shown.paint)


@guarded
class Preview(QWidget):
    """Shows one page, as large as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._page: PreviewPage | None = None
        self._words = ""
        self.setMinimumSize(320, 300)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview"))

    @property
    def page(self) -> PreviewPage | None:
        """What is shown, None for words instead."""
        return self._page

    def show_page(self, page: PreviewPage) -> None:
        """Show a page."""
        self._page, self._words = page, ""
        self.update()

    def show_words(self, words: str) -> None:
        """Say why there is nothing to see."""
        self._page, self._words = None, words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().mid())
        if self._page is None:
            painter.setPen(self.palette().text().color())
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(20, 20, -20, -20), int(flags), self._words)
            painter.end()
            return
        image = self._page.image()
        room = self.rect().adjusted(_GAP, _GAP, -_GAP, -_GAP)
        share = min(room.width() / image.width(), room.height() / image.height(), 1.0)
        box = QRectF(0, 0, image.width() * share, image.height() * share)
        box.moveCenter(QPointF(room.center()))
        painter.fillRect(box.translated(3, 3), QColor(0, 0, 0, 60))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        ratio = self.devicePixelRatioF()
        wanted = QSize(round(box.width() * ratio), round(box.height() * ratio))
        if wanted.width() < image.width():
            image = image.scaled(
                wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        painter.drawImage(box, image)
        painter.end()
