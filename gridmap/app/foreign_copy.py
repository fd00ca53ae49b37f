"""A copy of the map in another program's format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gridmap.app.background import Background
from gridmap.app.words import translated
from gridmap.formats.report import Notice

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

ENDINGS = {".dd2vtt": "universal-vtt", ".uvtt": "universal-vtt", ".df2vtt": "universal-vtt", ".tmx": "tiled"}
"""What is written by a file's ending; a Foundry scene is a `.json`."""


class ForeignCopy(QObject):
    """Writes copies; the map stays what it is, and its file too."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._background = Background(self)
        self._dialog: QFileDialog | None = None
        window.actions_.on_trigger(save_foreign_copy=self.choose_file)

    @property
    def busy(self) -> bool:
        """Whether a copy is being written."""
        return self._background.busy

    def choose_file(self) -> None:
        """Ask for a file; its ending says the format."""
        filters = ";;".join(
            (
                self.tr("Universal VTT (*.dd2vtt *.uvtt *.df2vtt)"),
                self.tr("Foundry scene (*.json)"),
                self.tr("Tiled map (*.tmx)"),
            )
        )
        if self._dialog is not None:
            self._dialog.deleteLater()
        folder = str(self._window.settings.folder)
        dialog = QFileDialog(self._window, self.tr("Save for another program"), folder, filters)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("dd2vtt")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix_of(chosen)))
        dialog.selectFile(f"{Path(self._window.editor.document.title).stem}.dd2vtt")
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()
        self._dialog = dialog

    def write(self, path: Path) -> None:
        """Write the copy in another thread; its end is said, with what the format does not hold."""
        kind = ENDINGS.get(path.suffix.lower(), "foundry-scene")
        battle_map = self._window.editor.document.battle_map

        def work() -> tuple[Notice, ...]:
            from gridmap.foreign_files import WRITERS

            return WRITERS[kind](battle_map, path, None)

        self._background.run(work, lambda notices: self._told(path, notices), self._failed)

    def wait(self) -> None:
        """Wait for a copy that is being written."""
        self._background.wait()

    def _told(self, path: Path, notices: tuple[Notice, ...]) -> None:
        words = [self.tr("Saved {name}; the GM's secrets are in it.").format(name=path.name)]
        words += [translated(notice.template, notice.arguments) for notice in notices]
        self._window.strip.report(" ".join(words))

    def _failed(self, error: Exception) -> None:
        self._window.strip.complain(str(error))


def _suffix_of(chosen: str) -> str:
    """The first ending of a file dialog's filter.

    >>> _suffix_of("Foundry scene (*.json)")
    'json'
    """
    return chosen.partition("(*.")[2].partition(" ")[0].rstrip(")")
