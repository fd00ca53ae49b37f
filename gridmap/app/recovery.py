"""Copies of unsaved work, offered again after the program ended without closing its window.

Each running program has a folder of its own in the user's state folder, held by a lock file. A folder whose
lock nobody holds is left over from a crash.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QLockFile, QObject, QStandardPaths

from gridmap.app.background import Background
from gridmap.app.document import Document
from gridmap.app.later import Later
from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.model import BattleMap

PAUSE_MILLISECONDS = 3000
_COPY = "copy.gridmap"
_ABOUT = "about.json"
_LOCK = "lock"


def recovery_folder() -> Path:
    """Where the copies are kept."""
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "gridmap" / "recovery"


@dataclass(frozen=True)
class Leftover:
    """Unsaved work of a program that ended without closing its window.

    Attributes:
        folder: holds the copy.
        path: the file that the map came from, None for one that was never saved.
        title: what the window called it.
    """

    folder: Path
    path: Path | None
    title: str

    def read(self) -> BattleMap:
        """The map.

        Raises:
            FormatError: the copy cannot be read.
        """
        return native.read(self.folder / _COPY)

    def discard(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.folder, ignore_errors=True)


def leftovers() -> tuple[Leftover, ...]:
    """What programs left behind that are not running any more, newest first."""
    return tuple(_leftovers(recovery_folder()))


def _leftovers(folder: Path) -> Iterator[Leftover]:
    if not folder.is_dir():
        return
    copies = [place for place in folder.iterdir() if (place / _COPY).is_file()]
    for place in sorted(copies, key=lambda place: (place / _COPY).stat().st_mtime, reverse=True):
        lock = QLockFile(str(place / _LOCK))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            lock.unlock()
            yield _leftover(place)


def _leftover(place: Path) -> Leftover:
    try:
        about = json.loads((place / _ABOUT).read_text(encoding="utf-8"))
        path, title = about.get("path"), str(about.get("title", ""))
    except (OSError, ValueError, AttributeError):
        path, title = None, ""
    return Leftover(place, Path(path) if isinstance(path, str) and path else None, title)


class Recovery(QObject):
    """Keeps a copy of the document a few seconds after each edit, until it is saved."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._folder = recovery_folder() / uuid4().hex
        self._lock: QLockFile | None = None
        self._kept: BattleMap | None = None
        self._background = Background(self)
        self._later = Later(self._keep, self, PAUSE_MILLISECONDS)
        document.changed.connect(self._changed)

    @property
    def copy_path(self) -> Path:
        """Where the copy of this document is."""
        return self._folder / _COPY

    def keep_now(self) -> None:
        """Write the copy without waiting for a pause, and wait until it is there."""
        self._later.cancel()
        self._keep()
        self._background.wait()

    def forget(self) -> None:
        """There is no unsaved work any more."""
        self._later.cancel()
        self._background.wait()
        self._kept = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _changed(self) -> None:
        if self._document.is_saved:
            if self._lock is not None or self._later.waiting:
                self.forget()
        elif self._document.battle_map is not self._kept:
            self._later.ask()

    def _keep(self) -> None:
        battle_map = self._document.battle_map
        if self._document.is_saved or battle_map is self._kept:
            return
        if self._background.busy:
            self._later.ask()
            return
        if not self._claim_folder():
            return
        self._kept = battle_map
        about = {"path": str(self._document.path or ""), "title": self._document.title}
        self._background.run(lambda: _write(battle_map, self._folder, about), lambda _: None, self._failed)

    def _claim_folder(self) -> bool:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        if self._lock is None:
            self._lock = QLockFile(str(self._folder / _LOCK))
            self._lock.setStaleLockTime(0)
            self._lock.tryLock(0)
        return True

    def _failed(self, error: Exception) -> None:
        """A copy that cannot be kept must not disturb the work; the next pause tries again."""
        del error
        self._kept = None


def _write(battle_map: BattleMap, folder: Path, about: dict[str, str]) -> None:
    try:
        native.write(battle_map, folder / _COPY, backup=False)
        (folder / _ABOUT).write_text(json.dumps(about), encoding="utf-8")
    except (FormatError, OSError) as error:
        raise OSError(str(error)) from error
