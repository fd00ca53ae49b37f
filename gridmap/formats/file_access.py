"""Reading whole files whose size is checked first."""

from __future__ import annotations

import stat
from pathlib import Path

from gridmap.formats.errors import FormatError


def read_file(path: Path, most_bytes: int) -> bytes:
    """The content of an ordinary file.

    Raises:
        FormatError: there is none, it cannot be read, or it is larger than the limit.
    """
    try:
        status = path.stat()  # before opening: opening a pipe waits for a writer
        if stat.S_ISDIR(status.st_mode):
            raise FormatError("it is a folder, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise FormatError("it is not an ordinary file")
        if status.st_size > most_bytes:
            raise FormatError(
                f"it has {status.st_size / 1e6:,.0f} MB; the limit is {most_bytes / 1e6:,.0f} MB"
            )
        with open(path, "rb") as file:
            return file.read(most_bytes)
    except OSError as error:
        raise FormatError(why_unreadable(error)) from None
    except ValueError:
        raise FormatError("that is no name for a file") from None
    except MemoryError:
        raise FormatError("there is not enough memory to read it") from None


def why_unreadable(error: OSError) -> str:
    """A sentence for people about why the system refused."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case PermissionError():
            return "reading it is not permitted"
        case _:
            return f"it cannot be read ({error.strerror or error})"
