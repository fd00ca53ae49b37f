"""Printing a handout through the system's own dialog: the very pages that a PDF has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtWidgets import QDialog, QWidget

from gridmap.app.canvas import Canvas
from gridmap.app.rulesets import ruleset_of
from gridmap.render.device import state_kept
from gridmap.render.handout import MM_PER_INCH, Handout, HandoutError, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.paper import PAPERS
from gridmap.render.pdf import pages_of
from gridmap.render.sheet import UNITS_PER_MM, PaperPage

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

Progress = Callable[[float], object]
"""Called with the share printed, 0 to 1. What it raises ends the printing."""
_ROUNDING_MM = 1.0
"""Papers that differ by less are the same."""


class PrintError(ValueError):
    """Pages that cannot be printed: one sentence."""


def print_map(
    canvas: Canvas,
    printed: Callable[[int], object],
    failed: Callable[[str], object],
    handout: Handout | None = None,
    setup: PageSetup | None = None,
) -> QPrintDialog | None:
    """Print the map that a canvas shows, by the system's dialog.

    Args:
        canvas: whose map and overlays are printed.
        printed: told how many pages went to the printer.
        failed: told in one sentence why none did.
        handout: what is wanted; None for the players' view with the overlays shown now.
        setup: how it is split over pages; None for pages that fit Letter and A4.

    Returns:
        The dialog, None where the map cannot be laid out.
    """
    wanted = handout if handout is not None else Handout()
    battle_map, overlays = canvas.editor.document.shown, canvas.editor.overlays
    try:
        scene = scene_of(battle_map, wanted, ruleset=ruleset_of(battle_map), overlays_on=overlays.built_on)
        pages = pages_of(scene, wanted, setup if setup is not None else PageSetup())
    except HandoutError as error:
        failed(str(error))
        return None
    return print_pages_by_dialog(pages, wanted.title, canvas.window(), printed, failed)


def print_pages_by_dialog(
    pages: Sequence[PaperPage],
    title: str,
    parent: QWidget,
    printed: Callable[[int], object],
    failed: Callable[[str], object],
) -> QPrintDialog:
    """Show the system's dialog beside the map; printing follows once it is accepted.

    Args:
        pages: of `gridmap.render.pdf.pages_of`.
        title: what the printer's queue calls the work.
        parent: the window.
        printed: told how many pages went to the printer.
        failed: told in one sentence why none did.
    """
    from PySide6.QtPrintSupport import QPrintDialog

    printer = printer_for(pages, title)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(QCoreApplication.translate("Print", "Print at true scale"))
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, len(pages) > 1)
    dialog.setMinMax(1, len(pages))

    def accepted() -> None:
        try:
            count = print_pages(printer, pages)
        except PrintError as error:
            failed(str(error))
        else:
            printed(count)

    dialog.accepted.connect(accepted)
    dialog.finished.connect(dialog.deleteLater)
    QDialog.open(dialog)  # its own `open` wants a slot by name
    return dialog


def printer_for(pages: Sequence[PaperPage], title: str) -> QPrinter:
    """A printer set to the pages' paper, where a printer can have it, and to print it edge to edge."""
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setCreator("gridmap")
    printer.setDocName(title or "gridmap")
    printer.setFullPage(True)
    either = PAPERS["letter-or-a4"]
    page = pages[0]
    if not _same_size((page.width_mm, page.height_mm), (either.width, either.height)):
        size = QPageSize(QSizeF(*sorted((page.width_mm, page.height_mm))), QPageSize.Unit.Millimeter)
        printer.setPageSize(size)
    printer.setPageOrientation(_orientation(page))
    return printer


def print_pages(printer: QPrinter, pages: Sequence[PaperPage], progress: Progress | None = None) -> int:
    """Print pages at true scale, each in the middle of the printer's paper.

    Args:
        printer: set up by its dialog, with the range of pages that is wanted.
        pages: all pages.
        progress: told how far it is.

    Returns:
        How many were printed.

    Raises:
        PrintError: the printer takes no work, or its paper is too small.
    """
    first = max(1, printer.fromPage()) if printer.toPage() else 1
    wanted = pages[first - 1 : printer.toPage() or len(pages)]
    if not wanted:
        raise PrintError(f"there is no page {first}; the map has {len(pages)}")
    printer.setFullPage(True)
    printer.setPageOrientation(_orientation(wanted[0]))
    for page in wanted:
        _check_paper(printer, page)
    painter = QPainter()
    if not painter.begin(printer):
        raise PrintError("the printer takes no work; nothing was printed")
    try:
        for number, page in enumerate(wanted):
            if number:
                printer.setPageOrientation(_orientation(page))
                printer.newPage()
            _paint(painter, printer, page)
            if progress is not None:
                progress((number + 1) / len(wanted))
    except BaseException:
        printer.abort()
        raise
    finally:
        painter.end()
    return len(wanted)


def _paint(painter: QPainter, printer: QPrinter, page: PaperPage) -> None:
    paper = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    unit = printer.resolution() / MM_PER_INCH / UNITS_PER_MM
    aside, down = (paper.width() - page.width_mm) / 2, (paper.height() - page.height_mm) / 2
    with state_kept(painter):
        painter.scale(unit, unit)
        painter.translate(aside * UNITS_PER_MM, down * UNITS_PER_MM)
        page.paint(painter)


def _check_paper(printer: QPrinter, page: PaperPage) -> None:
    size = printer.pageLayout().pageSize().size(QPageSize.Unit.Millimeter)
    paper, wanted = sorted((size.width(), size.height())), sorted((page.width_mm, page.height_mm))
    if any(have < need - _ROUNDING_MM for have, need in zip(paper, wanted, strict=True)):
        raise PrintError(
            f"the printer's paper is {paper[0]:.0f} × {paper[1]:.0f} mm, the pages are "
            f"{wanted[0]:.0f} × {wanted[1]:.0f} mm; nothing was printed"
        )


def _orientation(page: PaperPage) -> QPageLayout.Orientation:
    landscape = page.width_mm > page.height_mm
    return QPageLayout.Orientation.Landscape if landscape else QPageLayout.Orientation.Portrait


def _same_size(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < _ROUNDING_MM for a, b in zip(sorted(one), sorted(other), strict=True))
