"""Replacing a file so that at every moment the old or the new one is whole."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from gridmap.formats.errors import FormatError

BACKUP_ENDING = "~"
"""What a kept backup has behind the file's own name."""


def backup_path(path: Path) -> Path:
    """Where the file that was replaced last is kept: ``cave.gridmap~`` beside ``cave.gridmap``."""
    return path.with_name(path.name + BACKUP_ENDING)


def safe_write(path: Path, content: bytes, *, backup: bool = False) -> None:
    """Write a file whole or not at all.

    The content goes to a temporary file beside it, is forced to the disk and takes the name in one step.
    A link is followed, so that it stays a link; permissions stay as they were.

    Args:
        path: the file to make or to replace.
        content: all of it.
        backup: keep what it replaces as `backup_path`.

    Raises:
        FormatError: it could not be written; what was there is as it was.
    """
    try:
        _replace(Path(os.path.realpath(path)), content, backup)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"{path} could not be written ({reason}); what was there is as it was") from error
    except ValueError as error:
        raise FormatError(f"{str(path)!r} is no name for a file ({error})") from error


def _replace(path: Path, content: bytes, backup: bool) -> None:
    import tempfile  # nothing is written before the first frame

    if path.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    handle, temporary_name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".tmp", dir=path.parent)
    temporary = Path(temporary_name)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_permissions(path))
        if backup and path.exists():
            _keep(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def _permissions(path: Path) -> int:
    """Those of the file to replace, or what a new file would have."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _keep(path: Path, temporary: Path) -> None:
    """Make the backup without ever taking the file's own name away."""
    spare = temporary.with_suffix(".old")
    try:
        try:
            os.link(path, spare)
        except OSError:  # a file system without hard links
            shutil.copy2(path, spare)
        os.replace(spare, backup_path(path))
    except BaseException:
        with contextlib.suppress(OSError):
            spare.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Force the new name to the disk too, where folders can be synced at all (not on Windows)."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
