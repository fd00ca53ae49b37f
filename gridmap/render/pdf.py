"""Handouts as PDF: a map at true scale over pages of paper, or as one poster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtGui import QPainter

from gridmap.render.handout import LEAST_DOTS_PER_INCH, MM_PER_INCH, MOST_DOTS_PER_INCH, Handout
from gridmap.render.page_split import PageSetup
from gridmap.render.paint import paint_frame
from gridmap.render.pdf_document import pdf_document
from gridmap.render.pictured import Pictured, pictured
from gridmap.render.scene import Scene, SquareRect
from gridmap.render.sheet import PAGE_SCALE, UNITS_PER_MM, PaperPage, sheets_of
from gridmap.render.whole_file import whole_file

Progress = Callable[[float], object]
"""Called with the share done, 0 to 1. What it raises ends the export, and nothing is left of it."""


def export_pdf(
    scene: Scene,
    handout: Handout,
    path: Path,
    setup: PageSetup | None = None,
    *,
    progress: Progress | None = None,
) -> int:
    """Write a handout to a PDF file, which appears whole or not at all.

    Args:
        scene: of `scene_of`.
        handout: what was asked for; `square_mm` is how large a square is on paper.
        path: the file to make or replace.
        setup: how the map is split over pages at that scale; None for one page to a region, as large as the
            region is, or as the handout's paper.
        progress: told how far it is.

    Returns:
        How many pages it has.

    Raises:
        HandoutError: the handout cannot be laid out so.
        ExportError: a page is larger than the format allows, or the file cannot be written.
    """
    pages = pages_of(scene, handout, setup, progress)
    document = pdf_document(pages, handout.title, progress)
    with whole_file(path) as file:
        file.write(document)
    return len(pages)


def pages_of(
    scene: Scene, handout: Handout, setup: PageSetup | None = None, progress: Progress | None = None
) -> list[PaperPage]:
    """The pages of a handout, to be written or printed.

    Args:
        scene: of `scene_of`.
        handout: what was asked for.
        setup: how the map is split over pages; None for one page to a region.
        progress: told how far it is while a large page is drawn, besides what is told after each page.

    Raises:
        HandoutError: the handout cannot be laid out so.
    """
    if setup is not None:
        return sheets_of(scene, handout, setup).pages()
    regions = handout.region_of(scene.battle_map)
    pictures = [pictured_in_shapes(scene, handout, region) for region in regions]
    return [
        _poster(picture, partial(_tell_part, progress, number / len(pictures), 1 / len(pictures)))
        for number, picture in enumerate(pictures)
    ]


def _tell_part(progress: Progress | None, begin: float, share: float, done: float) -> None:
    """Tell of a part of the work, which begins so far on and is such a share of it, how far it is."""
    if progress is not None:
        progress(begin + share * done * 0.9)


def pictured_in_shapes(scene: Scene, handout: Handout, region: SquareRect | None = None) -> Pictured:
    """A handout's picture, laid out at the scale that shapes are drawn at; its size on paper stays.

    Lines and letters have their usual share of a square then, however large that is on paper.

    Raises:
        HandoutError: the handout cannot be laid out.
    """
    if handout.paper is None:
        return pictured(scene, replace(handout, pixels_per_square=PAGE_SCALE, dots_per_inch=None), region)
    first = pictured(scene, handout, region)
    dots = first.dots_per_inch * PAGE_SCALE / first.pixels_per_square
    dots = min(MOST_DOTS_PER_INCH, max(LEAST_DOTS_PER_INCH, dots))
    return pictured(scene, replace(handout, dots_per_inch=dots), region)


def _poster(picture: Pictured, progress: Progress) -> PaperPage:
    mm = MM_PER_INCH / picture.dots_per_inch

    def paint(painter: QPainter) -> None:
        painter.scale(mm * UNITS_PER_MM, mm * UNITS_PER_MM)
        picture.paint(painter, draw_map=partial(paint_frame, progress=progress))

    return PaperPage(picture.width * mm, picture.height * mm, paint, bleed_mm=picture.trim.left() * mm)
