"""Notices when another program writes the file of the open map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject

from gridmap.app.later import Later

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_SETTLING_MILLISECONDS = 400
"""A program that saves may write, rename and write again: look once it is done."""


class DiskWatch(QObject):
    """Offers to open the other program's version, once for each change."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._watcher = QFileSystemWatcher(self)
        self._later = Later(self._look, self, _SETTLING_MILLISECONDS)
        self._told = False
        self._watcher.fileChanged.connect(lambda _: self._later.ask_again())
        window.editor.document.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Watch the document's file and no other; one that was replaced is another file by now."""
        path = self._window.editor.document.path
        wanted = [str(path)] if path is not None else []
        watched = self._watcher.files()
        if watched != wanted:
            if watched:
                self._watcher.removePaths(watched)
            if wanted and Path(wanted[0]).exists():
                self._watcher.addPaths(wanted)
            self._told = False

    def _look(self) -> None:
        self._follow()
        files, document = self._window.files, self._window.editor.document
        path = document.path
        if path is None or not files.changed_on_disk:
            self._told = False
            return
        if self._told:
            return
        self._told = True
        open_theirs = self.tr("Open theirs")
        words = (
            self.tr("{name} was changed by another program.")
            if document.is_saved
            else self.tr("{name} was changed by another program; opening theirs drops unsaved changes here.")
        )
        self._window.strip.ask(
            words.format(name=path.name),
            ((open_theirs, lambda: files.open(path)), (self.tr("Keep mine"), lambda: None)),
        )
