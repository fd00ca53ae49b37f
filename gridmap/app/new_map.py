"""Asks for a new map's size and ruleset."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.docks.panel import add_row, form_layout
from gridmap.app.rulesets import ruleset_names
from gridmap.model import FEET_PER_SQUARE, MAX_SIDE, BattleMap
from gridmap.model.battlemap import DEFAULT_RULESET


class NewMapDialog(QDialog):
    """A small form beside the map; the map is made when it is confirmed."""

    made = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New map"))
        self.setModal(False)
        self.title = QLineEdit()
        self.title.setPlaceholderText(self.tr("Untitled map"))
        self.title.setMinimumWidth(240)
        self.width_field = self._side(30)
        self.height_field = self._side(20)
        self.ruleset = QComboBox()
        for ruleset_id, name in ruleset_names().items():
            self.ruleset.addItem(name, ruleset_id)
        self.ruleset.setCurrentIndex(self.ruleset.findData(DEFAULT_RULESET))
        self._note = QLabel()
        self._note.setObjectName("dim")
        form = form_layout()
        add_row(form, self.tr("&Title"), self.title)
        add_row(form, self.tr("&Width"), self.width_field)
        add_row(form, self.tr("&Height"), self.height_field)
        add_row(form, "", self._note)
        add_row(form, self.tr("&Ruleset"), self.ruleset)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = buttons.addButton(self.tr("Make map"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._make)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(16)
        column.addLayout(form)
        column.addWidget(buttons)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._show_note)
        self._show_note()

    def _side(self, start: int) -> QSpinBox:
        field = QSpinBox()
        field.setRange(1, MAX_SIDE)
        field.setValue(start)
        field.setSuffix(self.tr(" squares"))
        return field

    def _show_note(self) -> None:
        wide, high = self.width_field.value(), self.height_field.value()
        self._note.setText(
            self.tr("{wide} × {high} ft").format(wide=wide * FEET_PER_SQUARE, high=high * FEET_PER_SQUARE)
        )

    def _make(self) -> None:
        try:
            battle_map = BattleMap.empty(
                self.width_field.value(),
                self.height_field.value(),
                str(self.ruleset.currentData()),
                self.title.text().strip(),
            )
        except ValueError as error:
            self._note.setText(str(error))
            return
        self.accept()
        self.made.emit(battle_map)
