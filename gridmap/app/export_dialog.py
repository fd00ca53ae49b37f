"""Asks how large an exported picture is to be, and what it shows."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.docks.panel import add_row, form_layout
from gridmap.model import BattleMap


class ExportDialog(QDialog):
    """A small form beside the map."""

    confirmed = Signal(int, bool, bool, bool)
    """Pixels a square; with overlays; with grid lines; for players."""

    def __init__(self, battle_map: BattleMap, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export picture"))
        self.setModal(False)
        self._battle_map = battle_map
        self.pixels = QSpinBox()
        self.pixels.setRange(5, 400)
        self.pixels.setSingleStep(10)
        self.pixels.setValue(70)
        self.pixels.setSuffix(self.tr(" pixels"))
        self.pixels.setMinimumWidth(140)
        self.pixels.valueChanged.connect(self._show_size)
        self.overlays = QCheckBox(self.tr("Overlays as shown now"))
        self.overlays.setChecked(True)
        self.grid = QCheckBox(self.tr("Grid lines"))
        self.grid.setChecked(True)
        self.players = QCheckBox(self.tr("For players"))
        self.players.setToolTip(
            self.tr("Without hidden creatures, secret notes and secret doors; overlays know nothing of them.")
        )
        self._size = QLabel()
        self._size.setObjectName("dim")
        form = form_layout()
        add_row(form, self.tr("&A square is"), self.pixels)
        add_row(form, "", self._size)
        add_row(form, "", self.overlays)
        add_row(form, "", self.grid)
        add_row(form, "", self.players)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.choose = buttons.addButton(self.tr("Choose file…"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._confirm)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(16)
        column.addLayout(form)
        column.addWidget(buttons)
        self._show_size()

    def _show_size(self) -> None:
        side = self.pixels.value()
        self._size.setText(
            self.tr("{width} × {height} pixels").format(
                width=self._battle_map.width * side, height=self._battle_map.height * side
            )
        )

    def _confirm(self) -> None:
        self.accept()
        self.confirmed.emit(
            self.pixels.value(),
            self.overlays.isChecked(),
            self.grid.isChecked(),
            self.players.isChecked(),
        )
