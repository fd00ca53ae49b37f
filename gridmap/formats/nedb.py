"""NeDB files (`.db`), in which Foundry up to version 10 keeps its documents: a log, one JSON object a line.

A document that changed is appended once more, so that the last line of an id counts; a line of its own
says that a document was deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from gridmap.formats.errors import FormatError
from gridmap.formats.json_text import decode
from gridmap.formats.report import Notice

MAX_FILE_BYTES = 256 << 20
"""The largest file."""
MAX_LINES = 200_000
"""The most lines that say something."""


class _Head(msgspec.Struct):
    """What tells a line from others; the rest is passed over without being made into values."""

    id: str | None = msgspec.field(default=None, name="_id")
    deleted: bool = msgspec.field(default=False, name="$$deleted")
    index: Any = msgspec.field(default=None, name="$$indexCreated")
    no_index: Any = msgspec.field(default=None, name="$$indexRemoved")


_heads = msgspec.json.Decoder(_Head)


def looks_like(content: bytes) -> bool:
    """Whether the file is a log: its first line that is not blank is a whole JSON object with an id.

    >>> looks_like(b'{"_id": "a", "name": "Ogre"}\\n'), looks_like(b'{\\n "name": "Ogre"\\n}')
    (True, False)
    """
    content = content.removeprefix(_BYTE_ORDER_MARK)
    for start, end in _lines(content):
        head = _head(content[start:end])
        return head is not None and (head.id is not None or _is_of_an_index(head))
    return False


@dataclass(frozen=True)
class Log:
    """The documents of a file, found but not yet decoded.

    Attributes:
        notices: lines that were overridden, deleted or damaged.
    """

    notices: tuple[Notice, ...]
    _content: bytes
    _lines: tuple[tuple[int, int, int], ...]
    """Of each document: number of its line, where that starts and ends."""

    def __len__(self) -> int:
        return len(self._lines)

    def lines(self) -> Iterator[bytes]:
        """The JSON text of each document, in the order of their first appearance."""
        for _, start, end in self._lines:
            yield self._content[start:end]

    def documents(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each document with its place, in the order of their first appearance, decoded one at a time.

        Raises:
            FormatError: one holds more than any document may.
        """
        for number, start, end in self._lines:
            place = f"line {number:,}"
            try:
                document = decode(self._content[start:end])
            except FormatError as error:
                raise error.within(place) from None
            yield place, document


def read_log(content: bytes) -> Log:
    """The documents of a NeDB file. Damaged lines are skipped and told of.

    Raises:
        FormatError: no line holds a document, or there are absurdly many.
    """
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for NeDB is {MAX_FILE_BYTES / 1e6:,.0f} MB"
        )
    content = content.removeprefix(_BYTE_ORDER_MARK)
    documents: dict[str, tuple[int, int, int]] = {}
    older = deleted = 0
    damaged: list[int] = []
    for number, (start, end) in enumerate(_lines(content), 1):
        if number > MAX_LINES:
            raise FormatError(f"it has more than {MAX_LINES:,} lines")
        head = _head(content[start:end])
        if head is None or (head.id is None and not _is_of_an_index(head)):
            damaged.append(number)
        elif head.id is not None and head.deleted:
            deleted += documents.pop(head.id, None) is not None
        elif head.id is not None:
            older += head.id in documents
            documents[head.id] = (number, start, end)
    if not documents and damaged:
        raise FormatError("no line holds a whole document")
    notices = []
    if older:
        notices.append(Notice("Older versions of documents, passed over: {count}.", {"count": older}))
    if deleted:
        notices.append(Notice("Documents that were deleted, passed over: {count}.", {"count": deleted}))
    if damaged:
        notices.append(
            Notice(
                "Damaged lines, skipped: {count}, the first at line {line}.",
                {"count": len(damaged), "line": damaged[0]},
            )
        )
    return Log(tuple(notices), content, tuple(documents.values()))


_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def _lines(content: bytes) -> Iterator[tuple[int, int]]:
    """Where the lines start and end that are not blank."""
    start = 0
    while start < len(content):
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        if content[start : min(end, start + 4)].strip() or content[start:end].strip():
            yield start, end
        start = end + 1


def _head(line: bytes) -> _Head | None:
    """What kind of line it is; None where it is damaged."""
    try:
        return _heads.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def _is_of_an_index(head: _Head) -> bool:
    return head.index is not None or head.no_index is not None
