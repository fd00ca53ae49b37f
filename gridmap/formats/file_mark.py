"""Whether a file on the disk is still the one that was read or written."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class FileMark(NamedTuple):
    """What tells a state of a file from another, without reading it."""

    modified_ns: int
    size: int
    inode: int


def file_mark(path: Path) -> FileMark | None:
    """The mark of a file as it is now, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return FileMark(found.st_mtime_ns, found.st_size, found.st_ino)
