"""Printing at true scale, and the map's picture on the clipboard."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter

from gridmap.app.clipboard_picture import (
    MOST_PIXELS,
    MOST_SIDE,
    clipboard_picture,
    copy_picture,
    selected_region,
)
from gridmap.app.main_window import MainWindow
from gridmap.app.print_command import PrintError, print_map, print_pages, print_pages_by_dialog, printer_for
from gridmap.model import BattleMap
from gridmap.render.handout import Handout, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.pdf import pages_of
from gridmap.render.scene import SquareRect
from gridmap.render.sheet import PaperPage
from tests.render.pdf_reading import media_boxes, page_contents, rectangles

PLAIN = Handout()
POINTS_PER_MM = 72 / 25.4


def _pages(paper: str = "letter-or-a4", **setup: object) -> list[PaperPage]:
    return pages_of(scene_of(BattleMap.empty(12, 9), PLAIN), PLAIN, PageSetup(paper, **setup))  # type: ignore[arg-type]


def _printer(pages: list[PaperPage], path: Path, paper: QPageSize.PageSizeId | None = None) -> QPrinter:
    printer = printer_for(pages, "The inn")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    if paper is not None:
        printer.setPageSize(QPageSize(paper))
    return printer


@pytest.mark.parametrize("paper", [QPageSize.PageSizeId.A4, QPageSize.PageSizeId.Letter])
def test_pages_for_either_paper_print_on_both_at_true_scale(
    qapp: object, paper: QPageSize.PageSizeId, tmp_path: Path
) -> None:
    pages = _pages()
    path = tmp_path / "printed.pdf"
    done: list[float] = []
    assert print_pages(_printer(pages, path, paper), pages, done.append) == 2
    assert done == [0.5, 1.0]
    document = path.read_bytes()
    whole = QPageSize(paper).sizePoints()
    assert media_boxes(document) == [(whole.width(), whole.height())] * 2
    boxes = [box for box in rectangles(page_contents(document)[0]) if box.top - box.bottom > 400]
    lines = sorted({(box.left + box.right) / 2 for box in boxes if box.right - box.left < 3})
    apart = np.diff(lines) / POINTS_PER_MM
    assert len(lines) >= 8
    assert np.abs(apart - 25.4).max() < 0.02
    # The block of squares stands in the middle of the sheet.
    assert lines[0] + lines[7] == pytest.approx(whole.width(), abs=1.5)


def test_a_range_of_pages(qapp: object, tmp_path: Path) -> None:
    pages = _pages()
    path = tmp_path / "printed.pdf"
    printer = _printer(pages, path)
    printer.setFromTo(2, 2)
    assert print_pages(printer, pages) == 1
    assert len(media_boxes(path.read_bytes())) == 1
    printer.setFromTo(9, 9)
    with pytest.raises(PrintError, match="there is no page 9; the map has 2"):
        print_pages(printer, pages)


def test_paper_that_is_too_small_is_refused(qapp: object, tmp_path: Path) -> None:
    pages = _pages("a3")
    printer = _printer(pages, tmp_path / "printed.pdf", QPageSize.PageSizeId.A4)
    with pytest.raises(
        PrintError, match="paper is 210 × 297 mm, the pages are 297 × 420 mm; nothing was printed"
    ):
        print_pages(printer, pages)
    assert not list(tmp_path.iterdir())


def test_the_printer_is_set_to_the_pages(qapp: object) -> None:
    printer = printer_for(_pages("a3", landscape=True), "The inn")
    layout = printer.pageLayout()
    assert layout.pageSize().id() == QPageSize.PageSizeId.A3
    assert layout.orientation() == QPageLayout.Orientation.Landscape
    assert printer.docName() == "The inn"


def test_the_dialog_stands_beside_the_map(window: MainWindow) -> None:
    printed: list[int] = []
    failed: list[str] = []
    dialog = print_pages_by_dialog(_pages(), "The inn", window, printed.append, failed.append)
    assert dialog.isVisible()
    assert dialog.windowTitle()
    dialog.reject()
    assert not printed
    assert not failed


def test_the_map_shown_is_printed_or_told_why_not(window: MainWindow) -> None:
    printed: list[int] = []
    failed: list[str] = []
    dialog = print_map(window.canvas, printed.append, failed.append)
    assert dialog is not None
    assert dialog.maxPage() >= 4, "20 × 15 squares, 7 × 10 to a page"
    dialog.reject()
    assert print_map(window.canvas, printed.append, failed.append, setup=PageSetup("a4", overlap=9)) is None
    assert failed == ["pages of 7 × 10 squares cannot overlap by 9; 6 is the most"]


# The clipboard


def test_the_map_is_copied_as_players_see_it(window: MainWindow) -> None:
    image = copy_picture(window.canvas, Handout(legend=False))
    battle_map = window.editor.document.battle_map
    assert (image.width(), image.height()) == (battle_map.width * 70, battle_map.height * 70)
    copied = QGuiApplication.clipboard().image()
    assert copied.size() == image.size()
    creature = battle_map.creatures[0]
    hidden = battle_map.with_changes(creatures=())
    bare = clipboard_picture(scene_of(hidden, PLAIN), PLAIN)
    assert copied != bare.convertToFormat(copied.format()), f"{creature.id} is shown"


def test_the_selection_is_copied_with_a_square_around(window: MainWindow) -> None:
    creatures = window.editor.document.battle_map.creatures
    ogre = next(creature for creature in creatures if creature.id == "ogre")
    window.editor.selection.select(["ogre"])
    region = selected_region(window.canvas)
    assert region == SquareRect(ogre.at.x - 1, ogre.at.y - 1, ogre.at.x + 3, ogre.at.y + 3)
    assert copy_picture(window.canvas).size().width() == 4 * 70
    window.editor.selection.clear()
    assert selected_region(window.canvas) is None


@pytest.mark.parametrize("size", [(400, 300), (4000, 3), (900, 900)])
def test_a_large_map_is_copied_within_bounds(qapp: object, size: tuple[int, int]) -> None:
    handout = Handout(pixels_per_square=200)
    image = clipboard_picture(scene_of(BattleMap.empty(*size), handout), handout)
    assert max(image.width(), image.height()) <= MOST_SIDE
    assert image.width() * image.height() <= MOST_PIXELS
    assert image.format() == QImage.Format.Format_RGB32
