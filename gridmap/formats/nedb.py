"""Reading NeDB files: a JSON document a line, appended to, so that the last line of an id counts."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from gridmap.formats.errors import FormatError
from gridmap.formats.lenient import counted
from gridmap.formats.report import Notice

MAX_FILE_BYTES = 128 << 20
MAX_LINES = 200_000


class _Head(msgspec.Struct):
    id: msgspec.Raw = msgspec.field(name="_id", default=msgspec.Raw(b""))
    deleted: object = msgspec.field(name="$$deleted", default=None)
    index_created: object = msgspec.field(name="$$indexCreated", default=None)
    index_removed: object = msgspec.field(name="$$indexRemoved", default=None)


@dataclass
class Log:
    """What such a file holds.

    Attributes:
        documents: the newest line of each document that was not deleted, by its first appearance.
        older: how many lines newer ones replaced.
        deleted: how many documents were deleted.
        broken: the numbers of the lines that are no JSON object, from 1.
    """

    documents: list[bytes] = field(default_factory=list)
    older: int = 0
    deleted: int = 0
    broken: list[int] = field(default_factory=list)

    def notices(self) -> list[Notice]:
        """What was not taken from the file."""
        notices = counted("Older versions of documents, replaced by later lines: {count}.", self.older)
        notices += counted("Documents that were deleted: {count}.", self.deleted)
        if self.broken:
            notices.append(
                Notice(
                    "Lines that are no JSON object and were skipped: {count}, the first is line {first}.",
                    {"count": len(self.broken), "first": self.broken[0]},
                )
            )
        return notices


def looks_like(content: bytes) -> bool:
    """Whether the first lines of a text are JSON objects one by one."""
    lines: list[bytes] = []
    start = 0
    while len(lines) < 3 and start < len(content):
        stop = content.find(b"\n", start)
        stop = len(content) if stop < 0 else stop
        line = content[start:stop].removeprefix(b"\xef\xbb\xbf").strip()
        if line:
            lines.append(line)
        start = stop + 1
    opened = sum(line.startswith(b"{") for line in lines)
    return opened >= 2 and any(line.startswith(b"{") and line.endswith(b"}") for line in lines)


def read_log(content: bytes) -> Log:
    """The documents as the log leaves them.

    Raises:
        FormatError: the file or its number of lines is beyond the limits.
    """
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for a database is {MAX_FILE_BYTES >> 20} MB"
        )
    if content.count(b"\n") > MAX_LINES:
        raise FormatError(f"the database has more than {MAX_LINES:,} lines")
    log = Log()
    newest: dict[bytes, bytes | None] = {}
    decoder = msgspec.json.Decoder(_Head)
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            head = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            log.broken.append(number)
            continue
        if head.index_created is not None or head.index_removed is not None:
            continue
        # A document without an id cannot be replaced: its line's number serves as one.
        key = bytes(head.id) or b"line %d" % number
        if head.deleted is True:
            log.deleted += newest.get(key) is not None
            newest[key] = None
        else:
            log.older += newest.get(key) is not None
            newest[key] = line
    log.documents = [line for line in newest.values() if line is not None]
    return log
