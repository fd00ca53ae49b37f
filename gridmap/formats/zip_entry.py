"""One file out of a zip that nobody vouches for, as archives of other programs."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from gridmap.formats.errors import FormatError, shown

MAX_ENTRIES = 20_000
MAX_DIRECTORY_BYTES = 4 << 20
_DIRECTORY_END = struct.Struct("<4sHHHHIIH")
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
"""What Python raises for a zip that is damaged or not of a kind that it reads."""


def read_entry(content: bytes, name: str, most_bytes: int) -> bytes:
    """The unpacked content of a zip's entry.

    Raises:
        FormatError: the zip is damaged, holds no such entry, or it unpacks to more than the limit.
    """
    _check_directory(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entry = archive.getinfo(name)
            if entry.file_size > most_bytes:
                raise FormatError(
                    f"{shown(name)} in the zip has {entry.file_size / 1e6:,.0f} MB; "
                    f"the limit is {most_bytes / 1e6:,.0f} MB"
                )
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise FormatError(f"{shown(name)} in the zip is packed in an unknown way")
            with archive.open(entry) as file:
                return file.read(entry.file_size)  # packed bytes may unpack to far more than they say
    except KeyError:
        raise FormatError(f"the zip holds no {name}") from None
    except UNREADABLE:
        raise FormatError("the zip is damaged or cut short") from None


def _check_directory(content: bytes) -> None:
    """Refuse a directory of millions of entries before anything is made of them."""
    start = content.rfind(b"PK\x05\x06", max(0, len(content) - _DIRECTORY_END.size - 0xFFFF))
    if start < 0 or start + _DIRECTORY_END.size > len(content):
        raise FormatError("the zip is cut short: its directory is missing")
    entries, directory_bytes = _DIRECTORY_END.unpack_from(content, start)[4:6]
    wide = start >= 20 and content[start - 20 : start - 16] == b"PK\x06\x07"
    if wide or entries > MAX_ENTRIES or directory_bytes > MAX_DIRECTORY_BYTES:
        raise FormatError(f"the zip holds more than {MAX_ENTRIES:,} files")
