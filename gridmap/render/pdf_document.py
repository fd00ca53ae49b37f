"""PDF documents: Qt draws the pages; what it cannot say is appended as an update of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil
from xml.sax.saxutils import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from gridmap.render.application import ensure_application
from gridmap.render.device import state_kept
from gridmap.render.handout import MM_PER_INCH
from gridmap.render.pdf_update import PdfUpdate
from gridmap.render.sheet import UNITS_PER_MM, PaperPage
from gridmap.render.title_block import printable
from gridmap.render.whole_file import ExportError

MOST_INCHES = 200.0
"""Along a side of a page: more than the format allows."""
_RESOLUTION = 1200
"""Dots per inch that pages are laid out in. The page itself is rounded to whole points by Qt."""
_POINTS = 72


def pdf_document(
    pages: Sequence[PaperPage], title: str, progress: Callable[[float], object] | None = None
) -> bytes:
    """A document of these pages, to be printed without scaling. The same pages make the same bytes.

    Args:
        pages: at least one.
        title: in the document's information, which says nothing else.
        progress: told the share done after each page; what it raises ends the work.

    Raises:
        ExportError: a page is larger than the format allows.
    """
    ensure_application()
    title = printable(title)
    for page in pages:
        _check_size(page)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    writer.setCreator("gridmap")
    writer.setTitle(title)
    writer.setDocumentXmpMetadata(QByteArray(_xmp(title)))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    _set_size(writer, pages[0])
    unit = _RESOLUTION / MM_PER_INCH / UNITS_PER_MM
    painter = QPainter(writer)
    try:
        for number, page in enumerate(pages):
            if number:
                _set_size(writer, page)
                writer.newPage()
            with state_kept(painter):
                painter.scale(unit, unit)
                page.paint(painter)
            if progress is not None:
                progress((number + 1) / len(pages))
    finally:
        painter.end()
        buffer.close()
    return _finished(_without_dates(bytes(content.data())), pages)


def _check_size(page: PaperPage) -> None:
    if max(page.width_mm, page.height_mm) > MOST_INCHES * MM_PER_INCH:
        raise ExportError(
            f"a PDF's page is at most {MOST_INCHES:g} inches a side, not "
            f"{page.width_mm / MM_PER_INCH:,.0f} × {page.height_mm / MM_PER_INCH:,.0f}; "
            "smaller squares, a region of the map or several pages are within it"
        )


def _set_size(writer: QPdfWriter, page: PaperPage) -> None:
    """Whole points, never fewer than the page has."""
    points = QSizeF(*(ceil(side / MM_PER_INCH * _POINTS - 0.5) for side in (page.width_mm, page.height_mm)))
    size = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    layout.setMode(QPageLayout.Mode.FullPageMode)
    writer.setPageLayout(layout)


def _xmp(title: str) -> bytes:
    """The title, and nothing of who made the file, when, and where."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>\n'
        "  </rdf:Description>\n"
        " </rdf:RDF>\n"
        "</x:xmpmeta>\n"
        '<?xpacket end="r"?>\n'
    ).encode()


_DATE = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)")


def _without_dates(document: bytes) -> bytes:
    """Blanks for the time at which it was made, so that no place in the file moves."""
    return _DATE.sub(lambda found: b" " * len(found[0]), document)


def _finished(document: bytes, pages: Sequence[PaperPage]) -> bytes:
    """The document with its viewer told not to scale, names for its pages, and where they are to be cut."""
    update = PdfUpdate(document)
    root = update.dictionary(update.root)
    # Print scaling came with 1.6; nothing else of it is used.
    root += b"\n/Version /1.6\n/ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >>"
    if any(page.label for page in pages):
        labels = b" ".join(
            b"%d << /P (%s) >>" % (number, page.label.encode("ascii", "replace"))
            for number, page in enumerate(pages)
        )
        root += b"\n/PageLabels << /Nums [ %s ] >>" % labels
    update.change(update.root, root)
    for number, page in zip(update.pages(), pages, strict=True):
        if page.bleed_mm:
            update.change(number, _with_trim(update.dictionary(number), page))
    return update.finished()


def _with_trim(dictionary: bytes, page: PaperPage) -> bytes:
    """A page's dictionary that says what is left of it once the bleed is cut off."""
    bleed = page.bleed_mm / MM_PER_INCH * _POINTS
    box = re.search(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", dictionary)
    if box is None:
        raise ExportError("the PDF has pages without a size; nothing was written")
    # The page is drawn from its upper left corner on, and as large as whole points allow.
    top = float(box[2])
    right, bottom = page.width_mm / MM_PER_INCH * _POINTS, top - page.height_mm / MM_PER_INCH * _POINTS
    trim = b"/TrimBox [%.3f %.3f %.3f %.3f]" % (bleed, bottom + bleed, right - bleed, top - bleed)
    plain = re.sub(rb"/TrimBox \[[^\]]*\]\s*", b"", dictionary)
    return plain + b"\n" + trim
