"""Incremental updates of PDF files (ISO 32000-1, 7.5.6): new versions of objects, appended."""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import groupby

from gridmap.render.whole_file import ExportError

_ENTRY = 20
"""Bytes of an entry of a table of objects."""
_ID = re.compile(rb"/ID\s*\[[^\]]*\]")


class PdfUpdate:
    """New versions of some dictionaries of a document that has one plain table of objects."""

    def __init__(self, document: bytes) -> None:
        """Nothing is changed yet.

        Raises:
            ExportError: the document is built otherwise.
        """
        self._document = document
        self._trailer_at = document.rfind(b"trailer")
        trailer = document[self._trailer_at :] if self._trailer_at >= 0 else b""
        self._table_at = int(_only(rb"startxref\s+(\d+)", trailer))
        self.root = int(_only(rb"/Root (\d+) 0 R", trailer))
        self._size = int(_only(rb"/Size (\d+)", trailer))
        self._info = int(_only(rb"/Info (\d+) 0 R", trailer))
        head = document[self._table_at : self._table_at + 32].split(b"\n")
        if head[0] != b"xref" or head[1].split()[0] != b"0":
            raise _unexpected()
        self._entries_at = self._table_at + len(head[0]) + len(head[1]) + 2
        self._changed: dict[int, bytes] = {}

    def dictionary(self, number: int) -> bytes:
        """What stands between the brackets of an object that is a dictionary without a stream."""
        if number in self._changed:
            return self._changed[number]
        entry = self._document[self._entries_at + number * _ENTRY :][:_ENTRY]
        start = int(entry.split()[0])
        end = self._document.index(b"endobj", start)
        found = re.fullmatch(rb"%d 0 obj\s*<<(.*)>>\s*" % number, self._document[start:end], re.DOTALL)
        if found is None:
            raise _unexpected()
        part: bytes = found[1].strip()
        return part

    def change(self, number: int, dictionary: bytes) -> None:
        """Give an object a new version."""
        self._changed[number] = dictionary

    def pages(self) -> list[int]:
        """The objects of the pages, in order."""
        tree = self.dictionary(int(_only(rb"/Pages (\d+) 0 R", self.dictionary(self.root))))
        return [int(number) for number in re.findall(rb"(\d+) 0 R", _only(rb"/Kids\s*\[(.*?)\]", tree))]

    def finished(self) -> bytes:
        """The document with its changes behind it, and an identity made of its content in the trailer."""
        identity = sha256(_ID.sub(b"", self._document)).hexdigest()[:32].encode()
        names = b"/ID [ <%s> <%s> ]" % (identity, identity)
        trailer = self._document[self._trailer_at :]
        whole = bytearray(self._document[: self._trailer_at])
        whole += _ID.sub(lambda found: names.ljust(len(found[0])), trailer)
        if not whole.endswith(b"\n"):
            whole += b"\n"
        places = {}
        for number, dictionary in sorted(self._changed.items()):
            places[number] = len(whole)
            whole += b"%d 0 obj\n<<\n%s\n>>\nendobj\n" % (number, dictionary)
        table_at = len(whole)
        whole += b"xref\n"
        for _, run in groupby(enumerate(places), lambda place: place[1] - place[0]):
            numbers = [number for _, number in run]
            whole += b"%d %d\n" % (numbers[0], len(numbers))
            whole += b"".join(b"%010d 00000 n \n" % places[number] for number in numbers)
        whole += (
            b"trailer\n<<\n/Size %d\n/Info %d 0 R\n/Root %d 0 R\n%s\n/Prev %d\n>>\nstartxref\n%d\n%%%%EOF\n"
            % (
                self._size,
                self._info,
                self.root,
                names,
                self._table_at,
                table_at,
            )
        )
        return bytes(whole)


def _only(pattern: bytes, text: bytes) -> bytes:
    found = re.findall(pattern, text, re.DOTALL)
    if len(found) != 1:
        raise _unexpected()
    part: bytes = found[0]
    return part


def _unexpected() -> ExportError:
    return ExportError("the PDF came out in another form than was expected; nothing was written")
