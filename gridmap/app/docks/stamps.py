"""The stamps: pieces of map that were kept, to be laid on any map."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.key_words import KeyWords
from gridmap.formats import native

_PICTURE = QSize(72, 72)


class StampsPanel(Panel):
    """A list with pictures; a click takes a stamp in hand."""

    chosen = Signal(object)
    """The path of a stamp."""
    removed = Signal(object)

    def __init__(self, keys: KeyWords, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Stamps"), "stampsPanel", parent)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Stamps"))
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setIconSize(_PICTURE)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setUniformItemSizes(True)
        self.list.setMinimumHeight(120)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self._empty = QLabel()
        keys.keep(
            lambda: self._empty.setText(
                self.tr("No stamps yet. {first}, then {second}.").format(
                    first=keys.behind(self.tr("Select squares"), "tool_region"),
                    second=keys.behind(self.tr("keep them as a stamp"), "keep_stamp"),
                )
            )
        )
        self._empty.setObjectName("dim")
        self._empty.setWordWrap(True)
        self.remove_button = QPushButton(self.tr("Remove"))
        self.remove_button.setToolTip(self.tr("Remove the stamp chosen (Del)"))
        self.remove_button.clicked.connect(self._remove)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self._remove)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.remove_button)
        self.column.addWidget(self._empty)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(row)

    def show_stamps(self, paths: list[Path]) -> None:
        """List these stamps."""
        self.list.clear()
        for path in paths:
            item = QListWidgetItem(path.stem)
            item.setData(Qt.ItemDataRole.UserRole, path)
            content, picture = native.read_thumbnail(path), QPixmap()
            if content is not None and picture.loadFromData(content):
                item.setIcon(QIcon(picture))
            self.list.addItem(item)
        self._empty.setVisible(not paths)
        self.list.setVisible(bool(paths))
        self.remove_button.setVisible(bool(paths))

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.removed.emit(item.data(Qt.ItemDataRole.UserRole))
