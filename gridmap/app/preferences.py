"""Preferences: theme, size of the interface, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.actions import all_specs, words
from gridmap.app.docks.panel import add_row, form_layout
from gridmap.app.key_bindings import KeyBindings
from gridmap.app.settings import INTERFACE_SCALES
from gridmap.app.steady import offer_clearing
from gridmap.render.theme import THEMES, Theme

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow


class Preferences(QObject):
    """Opens the preferences, and gives the actions the user's own keys at the start."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.bindings = KeyBindings(window.actions_, window.settings)
        self.dialog: PreferencesDialog | None = None
        window.actions_.on_trigger(preferences=self.show)

    def show(self) -> None:
        """Show them; they may stay open beside the map, and hold at once."""
        if self.dialog is None:
            self.dialog = PreferencesDialog(self._window, self.bindings)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()


class PreferencesDialog(QDialog):
    """A tab for the look and one for the keys."""

    def __init__(self, window: MainWindow, bindings: KeyBindings) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Preferences"))
        self.setModal(False)
        self.look = LookPage(window)
        self.keys = KeysPage(bindings)
        tabs = QTabWidget()
        tabs.setDocumentMode(True)
        tabs.setAccessibleName(self.tr("Preferences"))
        tabs.addTab(self.look, self.tr("&Look"))
        tabs.addTab(self.keys, self.tr("&Keys"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.addWidget(tabs)
        self.resize(560, 560)


class LookPage(QWidget):
    """Theme and size of the interface."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.theme = QComboBox()
        self.theme.setAccessibleName(self.tr("Theme"))
        for name in THEMES:
            self.theme.addItem(window.actions_[f"theme_{name}"].text().replace("&", ""), name)
        self.theme.setCurrentIndex(self.theme.findData(window.canvas.theme.name))
        self.theme.activated.connect(lambda _: window.set_theme(str(self.theme.currentData())))
        window.theme_changed.connect(
            lambda theme: self.theme.setCurrentIndex(self.theme.findData(theme.name))
        )
        self.scale = QComboBox()
        self.scale.setAccessibleName(self.tr("Size of the interface"))
        for percent in INTERFACE_SCALES:
            self.scale.addItem(self.tr("{percent} %").format(percent=percent), percent)
        self.scale.setCurrentIndex(self.scale.findData(window.settings.interface_scale))
        self.scale.activated.connect(self._choose_scale)
        self.note = QLabel()
        self.note.setObjectName("dim")
        self.note.setWordWrap(True)
        form = form_layout()
        add_row(form, self.tr("&Theme"), self.theme)
        add_row(form, self.tr("&Size of the interface"), self.scale)
        add_row(form, "", self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 16, 12, 12)
        column.addLayout(form)
        column.addStretch()

    def _show_theme(self, theme: Theme) -> None:
        self.theme.setCurrentIndex(self.theme.findData(theme.name))

    def _choose_scale(self) -> None:
        self._window.settings.interface_scale = int(self.scale.currentData())
        self.note.setText(self.tr("The new size is there when gridmap is started again."))


class KeysPage(QWidget):
    """Every action with its keys; keys that another action has move over, and it is said from where."""

    def __init__(self, bindings: KeyBindings) -> None:
        super().__init__()
        self._bindings = bindings
        self._specs = [spec for spec in all_specs() if not spec.name.startswith("terrain_")]
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search actions or keys"))
        self.search.setAccessibleName(self.tr("Search actions or keys"))
        offer_clearing(self.search)
        self.search.textChanged.connect(self._filter)
        self.table = QTableWidget(len(self._specs), 2)
        self.table.setAccessibleName(self.tr("Actions and their keys"))
        self.table.setHorizontalHeaderLabels([self.tr("Action"), self.tr("Keys")])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(1, 190)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.itemSelectionChanged.connect(self._show_chosen)
        self.field = QKeySequenceEdit()
        self.field.setMaximumSequenceLength(1)
        self.field.setAccessibleName(self.tr("New keys"))
        offer_clearing(self.field)
        self.field.keySequenceChanged.connect(lambda _: self._tell_of_owner())
        self.set_button = QPushButton(self.tr("&Set"))
        self.set_button.clicked.connect(self._set)
        self.reset_button = QPushButton(self.tr("&Reset"))
        self.reset_button.setToolTip(self.tr("Give this action the keys back that it came with"))
        self.reset_button.clicked.connect(self._reset)
        self.reset_all = QPushButton(self.tr("Reset &all"))
        self.reset_all.clicked.connect(lambda _=False: self._bindings.reset())
        self.note = QLabel()
        self.note.setObjectName("dim")
        self.note.setWordWrap(True)
        row = QHBoxLayout()
        label = QLabel(self.tr("&New keys"))
        label.setBuddy(self.field)
        for widget in (label, self.field, self.set_button, self.reset_button, self.reset_all):
            row.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.note)
        bindings.changed.connect(self._fill)
        bindings.changed.connect(self._show_chosen)
        self._fill()
        self.table.selectRow(0)

    def choose(self, name: str) -> None:
        """Select an action's row."""
        self.table.selectRow(next(row for row, spec in enumerate(self._specs) if spec.name == name))

    def _fill(self) -> None:
        for row, spec in enumerate(self._specs):
            name = words(spec.text).replace("&", "").rstrip("…")
            section = words(spec.section)
            item = QTableWidgetItem(f"{section}: {name}" if section else name)
            item.setToolTip(words(spec.tip))
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                for key in self._bindings.keys(spec.name)
            )
            shown = QTableWidgetItem(keys)
            font = shown.font()
            font.setBold(self._bindings.is_own(spec.name))
            shown.setFont(font)
            self.table.setItem(row, 0, item)
            self.table.setItem(row, 1, shown)

    def _filter(self, typed: str) -> None:
        wanted = typed.casefold().split()
        for row in range(self.table.rowCount()):
            text = " ".join(self._text(row, column) for column in range(2)).casefold()
            self.table.setRowHidden(row, not all(part in text for part in wanted))
        chosen = self._chosen_row()
        if chosen is not None and self.table.isRowHidden(chosen):
            self.table.clearSelection()
            self.table.setCurrentCell(-1, -1)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text() if item is not None else ""

    def _chosen_row(self) -> int | None:
        rows = self.table.selectionModel().selectedRows()
        return rows[0].row() if rows else None

    def _chosen(self) -> str | None:
        row = self._chosen_row()
        return self._specs[row].name if row is not None else None

    def _show_chosen(self) -> None:
        name = self._chosen()
        for widget in (self.field, self.set_button, self.reset_button):
            widget.setEnabled(name is not None)
        keys = self._bindings.keys(name) if name is not None else ()
        self.field.setKeySequence(QKeySequence(keys[0]) if keys else QKeySequence())
        self.note.setText("" if name is not None else self.tr("Choose the action that is to have new keys."))

    def _tell_of_owner(self) -> None:
        keys = self.field.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        owner = self._bindings.owner(keys) if keys else None
        if owner is None or owner == self._chosen():
            self.note.clear()
            return
        spec = next(spec for spec in all_specs() if spec.name == owner)
        self.note.setText(
            self.tr("“{action}” has these keys now and will lose them.").format(
                action=words(spec.text).replace("&", "").rstrip("…")
            )
        )

    def _set(self) -> None:
        name = self._chosen()
        if name is None:
            return
        keys = self.field.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        self._bindings.bind(name, (keys,) if keys else ())
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        name = self._chosen()
        if name is not None:
            self._bindings.reset((name,))
