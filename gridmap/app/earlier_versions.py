"""The earlier versions of a map's file, to look at and to open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gridmap.formats import native
from gridmap.formats.backups import Backup, backups
from gridmap.formats.errors import FormatError

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_PICTURE = QSize(128, 96)


class EarlierVersions(QObject):
    """Opens an earlier version as a map that is not saved yet: saving it is the user's choice."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._action = window.actions_["earlier_versions"]
        window.actions_.on_trigger(earlier_versions=self.show)
        window.editor.document.changed.connect(self._show_possible)
        self._show_possible()

    def show(self) -> None:
        """List what there is."""
        path = self._window.editor.document.path
        if path is None:
            return
        kept = backups(path)
        if not kept:
            self._window.strip.note(
                self.tr("There is no earlier version of {name} yet: one is kept at each saving.").format(
                    name=path.name
                )
            )
            return
        dialog = VersionsDialog(path, kept, self._window)
        dialog.chosen.connect(lambda backup: self._window.file_commands.guard(lambda: self._open(backup)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _open(self, backup: Backup) -> None:
        document, path = self._window.editor.document, self._window.editor.document.path
        try:
            battle_map = native.read(backup.path)
        except FormatError as error:
            self._window.strip.complain(str(error))
            return
        document.replace(battle_map, path, saved=False)
        self._window.files.opened.emit()
        self._window.strip.note(
            self.tr("This is the version of {time}. Saving makes it the newest one.").format(
                time=_time_words(backup)
            )
        )

    def _show_possible(self) -> None:
        self._action.setEnabled(self._window.editor.document.path is not None)


class VersionsDialog(QDialog):
    """Earlier versions with their pictures, newest first; it may stay open beside the map."""

    chosen = Signal(object)

    def __init__(self, path: Path, kept: tuple[Backup, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Earlier versions of {name}").format(name=path.name))
        self.setModal(False)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Earlier versions"))
        self.list.setIconSize(_PICTURE)
        self.list.setSpacing(2)
        for backup in kept:
            self.list.addItem(_entry(backup))
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(lambda _: self._choose())
        hint = QLabel(self.tr("The ten newest are kept, and the last one of each of ten days before."))
        hint.setObjectName("dim")
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = buttons.addButton(self.tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.list, 1)
        column.addWidget(hint)
        column.addWidget(buttons)
        self.resize(420, 460)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))


def _entry(backup: Backup) -> QListWidgetItem:
    item = QListWidgetItem(_time_words(backup))
    item.setData(Qt.ItemDataRole.UserRole, backup)
    picture = QPixmap()
    content = native.read_thumbnail(backup.path)
    if content is None or not picture.loadFromData(content):
        picture = QPixmap(_PICTURE)
        picture.fill(Qt.GlobalColor.transparent)
    item.setIcon(
        QIcon(
            picture.scaled(
                _PICTURE * 2, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        )
    )
    return item


def _time_words(backup: Backup) -> str:
    saved = QDateTime.fromSecsSinceEpoch(int(backup.saved_at))
    return QLocale().toString(saved, QLocale.FormatType.LongFormat)
