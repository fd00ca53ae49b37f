"""Files that appear whole or not at all, however large and however their writing ends."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

_LONGEST = 100
"""Characters of a file's name that its temporary one begins with."""


class ExportError(ValueError):
    """A picture that cannot be made or written: one sentence.

    Attributes:
        tiles: how many tiles across and down would be within a limit, such as ``3`` or ``4x1``; None where
            it is not about one.
    """

    tiles: str | None = None


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A hidden file beside the wanted one that takes its name once all is written.

    What was there before stays until then, and for good where anything fails. A link stays a link, a file
    keeps its permissions. What an export that was killed has left behind is removed by the next one.

    Raises:
        ExportError: the file cannot be made or written; one sentence.
    """
    try:
        with _replacing(Path(os.path.realpath(path))) as file:
            yield file
    except OSError as error:
        reason = error.strerror or str(error)
        raise ExportError(f"{path} cannot be written ({reason}); what was there is as it was") from error
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise ExportError(f"{str(path)!r} is no name for a file ({error})") from error


@contextlib.contextmanager
def _replacing(real: Path) -> Iterator[IO[bytes]]:
    if real.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    old = real.stat() if real.exists() else None
    begin = f".{real.name[:_LONGEST]}."
    _remove_abandoned(real.parent, begin)
    temporary = real.parent / f"{begin}{secrets.token_hex(4)}.tmp"
    file = open(temporary, "x+b")  # noqa: SIM115 - closed below, before it takes the name
    try:
        with file:
            _hold(file)
            yield file
            file.flush()
            if old is not None:
                # Not before all of it is on the disk may it take the place of another.
                os.fsync(file.fileno())
        if old is not None:
            os.chmod(temporary, old.st_mode & 0o777)
        os.replace(temporary, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _remove_abandoned(folder: Path, begin: str) -> None:
    """Remove temporary files of a name whose writers are gone."""
    for name in os.listdir(folder):
        random = name.removeprefix(begin).removesuffix(".tmp")
        if not (name.startswith(begin) and name.endswith(".tmp") and len(random) == 8):
            continue
        with contextlib.suppress(OSError), open(folder / name, "r+b") as file:
            if not _hold(file):
                continue
            if sys.platform != "win32":
                os.unlink(folder / name)
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                os.unlink(folder / name)


def _hold(file: IO[bytes]) -> bool:
    """Lock a file for as long as it is open, which ends with its process; False where another holds it.

    Windows lets nobody remove an open file, which comes to the same.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: better an old file too many than one taken from a living writer.
        return False
    return True
