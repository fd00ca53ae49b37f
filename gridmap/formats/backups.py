"""Numbered backups of a saved file, in a folder of their own beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

NEWEST = 10
"""So many of the newest backups are always kept."""
DAYS = 10
"""Of so many earlier days the newest backup is kept."""


@dataclass(frozen=True)
class Backup:
    """A file as it was before it was saved over.

    Attributes:
        path: where it is kept.
        number: counts the backups of the file, from 1.
        saved_at: when that state of the file was saved, in seconds since the epoch.
    """

    path: Path
    number: int
    saved_at: float


def backups_folder(path: Path) -> Path:
    """Where the backups of a file are: ``.cave.gridmap.backups`` beside ``cave.gridmap``."""
    return path.with_name(f".{path.name}.backups")


def backups(path: Path) -> tuple[Backup, ...]:
    """The backups of a file, newest first."""
    return tuple(sorted(_backups(path), key=lambda backup: backup.number, reverse=True))


def keep_backup(path: Path) -> Backup | None:
    """Keep the file as it is now, before it is saved over; None where there is no such file.

    The newest `NEWEST` backups stay, and the newest of each of `DAYS` earlier days; others are removed.

    Raises:
        OSError: the backup could not be made.
    """
    if not path.is_file():
        return None
    folder = backups_folder(path)
    folder.mkdir(exist_ok=True)
    kept = backups(path)
    number = kept[0].number + 1 if kept else 1
    place = folder / f"{number:04d}{path.suffix}"
    try:
        os.link(path, place)
    except OSError:  # a file system without hard links
        spare = place.with_suffix(".tmp")
        shutil.copy2(path, spare)
        os.replace(spare, place)
    backup = Backup(place, number, place.stat().st_mtime)
    for spent in _spent((backup, *kept)):
        with contextlib.suppress(OSError):
            spent.path.unlink()
    return backup


def _backups(path: Path) -> Iterator[Backup]:
    try:
        places = list(backups_folder(path).iterdir())
    except OSError:
        return
    for place in places:
        if place.suffix == path.suffix and place.stem.isascii() and place.stem.isdigit():
            with contextlib.suppress(OSError):
                yield Backup(place, int(place.stem), place.stat().st_mtime)


def _spent(kept: tuple[Backup, ...]) -> Iterator[Backup]:
    """Those that are not worth their room any more, of backups newest first."""
    days: set[date] = set()
    for backup in kept[NEWEST:]:
        day = date.fromtimestamp(backup.saved_at)
        if day in days or len(days) == DAYS:
            yield backup
        days.add(day)
