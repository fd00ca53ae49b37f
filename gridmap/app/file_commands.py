"""New, open, save, export and close as the user does them: dialogs, and the question of unsaved work."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog, QMessageBox

from gridmap.app.canvas import Canvas
from gridmap.app.document import Document
from gridmap.app.files import SUFFIX, Files
from gridmap.app.message_strip import MessageStrip
from gridmap.app.rulesets import ruleset_of
from gridmap.app.settings import Settings
from gridmap.model import BattleMap

SLOW_BYTES = 4 << 20
"""Files of more bytes are read behind the window."""
Next = Callable[[], object]
"""What to go on with."""


class FileCommands(QObject):
    """No question stops the game: they stand in the strip or beside the map. Only closing asks first."""

    def __init__(
        self, document: Document, files: Files, settings: Settings, canvas: Canvas, strip: MessageStrip
    ) -> None:
        super().__init__(canvas)
        self._document = document
        self._files = files
        self._settings = settings
        self._canvas = canvas
        self._strip = strip
        self._dialog: QFileDialog | None = None
        self._question: QMessageBox | None = None

    def new(self) -> None:
        """Ask for a new map's size, then make it."""
        from gridmap.app.new_map import NewMapDialog

        dialog = NewMapDialog(self._canvas.window())
        dialog.made.connect(lambda battle_map: self.guard(lambda: self._show_new(battle_map)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def open(self) -> None:
        """Ask for a file and open it."""
        filters = ";;".join(
            (
                self.tr(
                    "Maps and pictures (*.gridmap *.dd2vtt *.uvtt *.df2vtt *.json *.db *.tmx *.tmj "
                    "*.tsv *.txt *.png *.jpg *.jpeg *.webp)"
                ),
                self.tr("gridmap maps (*.gridmap)"),
                self.tr("Universal VTT (*.dd2vtt *.uvtt *.df2vtt)"),
                self.tr("Foundry scenes and databases (*.json *.db)"),
                self.tr("Dungeons of donjon and One Page Dungeon (*.json *.tsv *.txt)"),
                self.tr("Tiled maps (*.tmx *.tmj *.json)"),
                self.tr("Pictures (*.png *.jpg *.jpeg *.webp)"),
                self.tr("All files (*)"),
            )
        )
        from PySide6.QtWidgets import QFileDialog

        dialog = self._file_dialog(self.tr("Open"), filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open_path(Path(name)))
        dialog.open()

    def open_path(self, path: Path, afterwards: str = "") -> None:
        """Open a file, once unsaved work is dealt with; `afterwards` is said too."""

        def opened() -> None:
            if self._is_slow(path):
                self._open_behind(path, afterwards)
                return
            self._files.open(path)
            if afterwards:
                self._strip.add(afterwards)

        self.guard(opened)

    def _is_slow(self, path: Path) -> bool:
        """Whether reading a file takes so long that the window must not wait for it."""
        with suppress(OSError):
            return self._canvas.isVisible() and path.stat().st_size > SLOW_BYTES
        return False

    def _open_behind(self, path: Path, afterwards: str) -> None:
        battle_map = self._document.battle_map

        def ready(show: Next) -> None:
            self._strip.clear()
            if self._document.battle_map is battle_map:
                show()
            else:  # edited meanwhile
                self.guard(show)
            if afterwards:
                self._strip.add(afterwards)

        self._files.open_behind(path, ready)
        self._strip.ask(
            self.tr("Opening {name}…").format(name=path.name),
            ((self.tr("Cancel"), self._files.stop_opening),),
        )

    def save(self, then: Next | None = None) -> None:
        """Save to the map's file, or ask for one; `then` follows once it is saved."""
        path = self._document.path
        if path is None:
            self.save_as(then)
        elif self._files.changed_on_disk:
            self._ask_about_theirs(path, then)
        else:
            self.save_to(path, then)

    def _ask_about_theirs(self, path: Path, then: Next | None) -> None:
        self._strip.ask(
            self.tr(
                "{name} was changed by another program since it was opened here. "
                "Saving over it keeps theirs among the earlier versions."
            ).format(name=path.name),
            (
                (self.tr("Save mine over it"), lambda: self.save_to(path, then)),
                (self.tr("Save as…"), lambda: self.save_as(then)),
                (self.tr("Open theirs"), lambda: self._files.open(path)),
                (self.tr("Cancel"), lambda: None),
            ),
        )

    def save_as(self, then: Next | None = None) -> None:
        """Ask for a file and save there."""
        from PySide6.QtWidgets import QFileDialog

        dialog = self._file_dialog(self.tr("Save map"), self.tr("gridmap maps (*.gridmap)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        dialog.selectFile(self._suggested_name(SUFFIX))
        dialog.fileSelected.connect(lambda name: self.save_to(Path(name), then))
        dialog.open()

    def save_to(self, path: Path, then: Next | None = None) -> None:
        """Save to a file; `then` follows once it is saved."""
        from gridmap.render.png import thumbnail

        battle_map = self._document.battle_map
        picture = thumbnail(battle_map, self._canvas.theme, ruleset_of(battle_map))
        if self._files.save(path, picture) and then is not None:
            then()

    def guard(self, then: Next) -> None:
        """Go on at once, or after the user has said what becomes of unsaved work."""
        if self._document.is_saved:
            then()
            return
        self._strip.ask(
            self._unsaved_words(),
            (
                (self.tr("Save"), lambda: self.save(then)),
                (self.tr("Do not save"), then),
                (self.tr("Cancel"), lambda: None),
            ),
        )

    def ask_before_closing(self, close: Next) -> None:
        """Ask once what becomes of unsaved work; `close` follows unless the user stays."""
        if self._question is not None:
            return
        from PySide6.QtWidgets import QMessageBox

        box = QMessageBox(
            QMessageBox.Icon.NoIcon,
            self.tr("Close gridmap"),
            self._unsaved_words(),
            QMessageBox.StandardButton.Save
            | QMessageBox.StandardButton.Discard
            | QMessageBox.StandardButton.Cancel,
            self._canvas.window(),
        )
        box.setInformativeText(self.tr("Without saving, the changes are lost."))
        box.setDefaultButton(QMessageBox.StandardButton.Save)
        box.setTextFormat(box.textFormat().PlainText)
        self._question = box

        def answered(_: int) -> None:
            self._question = None
            chosen = box.standardButton(box.clickedButton())
            box.deleteLater()
            if chosen == QMessageBox.StandardButton.Save:
                self.save(close)
            elif chosen == QMessageBox.StandardButton.Discard:
                close()

        box.finished.connect(answered)
        box.open()

    def _show_new(self, battle_map: BattleMap) -> None:
        self._document.replace(battle_map)
        self._files.opened.emit()

    def _file_dialog(self, title: str, filters: str) -> QFileDialog:
        from PySide6.QtWidgets import QFileDialog

        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = QFileDialog(self._canvas.window(), title, str(self._settings.folder), filters)
        return self._dialog

    def _suggested_name(self, suffix: str) -> str:
        if self._document.path is not None:
            return self._document.path.stem + suffix
        name = "".join(
            letter if letter.isalnum() or letter in " -_" else "-" for letter in self._document.title
        )
        return (name.strip() or "map") + suffix

    def _unsaved_words(self) -> str:
        return self.tr("“{title}” has changes that are not saved.").format(title=self._document.title)
