"""Copies of unsaved work, offered again after the program ended without closing its window.

A map that has a file keeps its journal beside it, another one in the user's state folder. Each running
program has an entry in the state folder that says where its journal is, held by a lock file. An entry whose
lock nobody holds is left over from a crash; so is a journal beside a file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QLockFile, QObject, QStandardPaths

from gridmap.app.background import Background
from gridmap.app.document import Document
from gridmap.app.journal import LOCK, Journal, read_about, read_copy
from gridmap.app.later import Later
from gridmap.model import BattleMap

PAUSE_MILLISECONDS = 2000
"""From an edit, or the first dab of a stroke, to the copy that has it."""
_WHERE = "journal"
"""The file of an entry that says where its journal is."""


def recovery_folder() -> Path:
    """Where the running programs have their entries."""
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "gridmap" / "recovery"


def journal_beside(path: Path) -> Path:
    """The journal of a map with a file: ``.cave.gridmap.journal`` beside ``cave.gridmap``."""
    return path.with_name(f".{path.name}.journal")


@dataclass(frozen=True)
class Leftover:
    """Unsaved work of a program that ended without closing its window.

    Attributes:
        folder: the journal.
        path: the file that the map came from, None for one that was never saved.
        title: what the window called it.
        kept_at: when it was kept, in seconds since the epoch.
        entry: what the program left in the state folder, None where that is not known.
    """

    folder: Path
    path: Path | None
    title: str
    kept_at: float
    entry: Path | None = None

    def read(self) -> BattleMap:
        """The map.

        Raises:
            FormatError: the copy cannot be read.
        """
        return read_copy(self.folder)

    def discard(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.entry is not None:
            shutil.rmtree(self.entry, ignore_errors=True)


def leftovers() -> tuple[Leftover, ...]:
    """What programs left behind that are not running any more, newest first."""
    found = _leftovers(recovery_folder())
    return tuple(sorted(found, key=lambda leftover: leftover.kept_at, reverse=True))


def leftover_beside(path: Path) -> Leftover | None:
    """Unsaved work on this file that no running program holds."""
    folder = journal_beside(path.absolute())
    return _leftover(folder, None) if folder.is_dir() and not _is_held(folder) else None


def _leftovers(folder: Path) -> Iterator[Leftover]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if not entry.is_dir() or _is_held(entry):
            continue
        journal = _journal_of(entry)
        leftover = _leftover(journal, entry) if not _is_held(journal) else None
        if leftover is not None:
            yield leftover


def _journal_of(entry: Path) -> Path:
    try:
        return Path((entry / _WHERE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return entry


def _is_held(folder: Path) -> bool:
    """Whether a running program has the folder."""
    if not (folder / LOCK).exists():
        return False
    lock = _lock_in(folder)
    if not lock.tryLock(0):
        return True
    lock.unlock()
    return False


def _lock_in(folder: Path) -> QLockFile:
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)
    return lock


def _leftover(journal: Path, entry: Path | None) -> Leftover | None:
    about = read_about(journal)
    if about is None:
        return None
    return Leftover(journal, about.path, about.title, about.kept_at, entry)


class Recovery(QObject):
    """Keeps a copy of the document a moment after each edit, until it is saved. A stroke under way counts."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._entry = recovery_folder() / uuid4().hex
        self._journal: Journal | None = None
        self._locks: list[QLockFile] = []
        self._kept: BattleMap | None = None
        self._forgotten = False
        self._background = Background(self)
        self._later = Later(self._keep, self, PAUSE_MILLISECONDS)
        document.changed.connect(self._changed)

    @property
    def journal(self) -> Path | None:
        """Where the copy of this document is, None while there is none."""
        return self._journal.folder if self._journal is not None else None

    def keep_now(self) -> None:
        """Write the copy without waiting for a pause, and wait until it is there."""
        self._later.cancel()
        self._keep()
        self._background.wait()

    def forget(self) -> None:
        """There is no unsaved work any more."""
        self._later.cancel()
        self._background.wait()
        self._remove()

    def _changed(self) -> None:
        document = self._document
        if document.is_saved and document.shown is document.battle_map:
            self._later.cancel()
            if self._background.busy:
                self._forgotten = True
            elif self._journal is not None:
                self._remove()
        elif document.shown is not self._kept:
            self._forgotten = False
            self._later.ask()

    def _keep(self) -> None:
        battle_map = self._document.shown
        if battle_map is self._kept:
            return
        if self._background.busy:
            self._later.ask()
            return
        journal = self._claim()
        if journal is None:
            return
        self._kept = battle_map
        path, title = self._document.path, self._document.title
        kept = self._document.for_file(battle_map)
        self._background.run(
            lambda: journal.write(kept, path, title), lambda _: self._written(), self._failed
        )

    def _claim(self) -> Journal | None:
        """The journal to write to, with its locks held; None where no folder can be made."""
        path = self._document.path
        wanted = journal_beside(path) if path is not None else self._entry
        if self._journal is not None and self._journal.folder in (wanted, self._entry):
            return self._journal
        self._remove()
        if not self._hold(self._entry):
            return None
        free = wanted != self._entry and read_about(wanted) is None and os.access(wanted.parent, os.W_OK)
        # What a crash left beside the file is not written over: it may still be wanted.
        if free and self._hold(wanted):
            (self._entry / _WHERE).write_text(str(wanted), encoding="utf-8")
            self._journal = Journal(wanted)
        else:
            self._journal = Journal(self._entry)
        return self._journal

    def _hold(self, folder: Path) -> bool:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        lock = _lock_in(folder)
        if not lock.tryLock(0):
            return False
        self._locks.append(lock)
        return True

    def _remove(self) -> None:
        """Take away journal and entry, and give up their locks."""
        self._kept, self._forgotten = None, False
        folders = [self._entry] if self._journal is None else [self._entry, self._journal.folder]
        self._journal = None
        for lock in self._locks:
            lock.unlock()
        self._locks.clear()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)

    def _written(self) -> None:
        if self._forgotten:
            self._remove()

    def _failed(self, error: Exception) -> None:
        """A copy that cannot be kept must not disturb the work; the next pause tries again."""
        del error
        self._kept = None
        self._written()
