"""PDF documents: Qt draws the pages; what it cannot say is appended as an update of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from math import ceil
from xml.sax.saxutils import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from gridmap.render.application import ensure_application
from gridmap.render.device import state_kept
from gridmap.render.handout import MM_PER_INCH
from gridmap.render.sheet import UNITS_PER_MM, PaperPage
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
    return _finished(_without_dates(bytes(content.data())), [page.label for page in pages])


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


def _finished(document: bytes, labels: Sequence[str]) -> bytes:
    """The document with its viewer told not to scale, and with names for its pages.

    A new version of the catalogue is appended, as an incremental update (ISO 32000-1, 7.5.6) does; not a
    byte before it changes, but for the identity in the trailer.
    """
    trailer_at = document.rindex(b"trailer")
    trailer = document[trailer_at:]
    table_at = int(_only(rb"startxref\s+(\d+)", trailer))
    root = int(_only(rb"/Root (\d+) 0 R", trailer))
    size = int(_only(rb"/Size (\d+)", trailer))
    info = int(_only(rb"/Info (\d+) 0 R", trailer))
    catalogue = _only(rb"\n%d 0 obj\n<<(.*?)>>\s*endobj" % root, document).strip()
    identity = sha256(re.sub(rb"/ID \[[^\]]*\]", b"", document)).hexdigest()[:32].encode()
    document = document[:trailer_at] + re.sub(
        rb"/ID \[[^\]]*\]",
        lambda found: (b"/ID [ <%s> <%s> ]" % (identity, identity)).ljust(len(found[0])),
        trailer,
    )
    update = b"\n" if not document.endswith(b"\n") else b""
    object_at = len(document) + len(update)
    update += b"%d 0 obj\n<<\n%s\n/ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >>\n" % (
        root,
        catalogue,
    )
    if any(labels):
        update += b"/PageLabels << /Nums [ %s ] >>\n" % b" ".join(
            b"%d << /P (%s) >>" % (number, label.encode("ascii", "replace"))
            for number, label in enumerate(labels)
        )
    update += b">>\nendobj\n"
    new_table_at = len(document) + len(update)
    update += b"xref\n%d 1\n%010d 00000 n \n" % (root, object_at)
    update += b"trailer\n<<\n/Size %d\n/Info %d 0 R\n/Root %d 0 R\n/ID [ <%s> <%s> ]\n/Prev %d\n>>\n" % (
        size,
        info,
        root,
        identity,
        identity,
        table_at,
    )
    return document + update + b"startxref\n%d\n%%%%EOF\n" % new_table_at


def _only(pattern: bytes, text: bytes) -> bytes:
    found = re.findall(pattern, text, re.DOTALL)
    if len(found) != 1:
        raise ExportError("the PDF came out in another form than was expected; nothing was written")
    part: bytes = found[0]
    return part
