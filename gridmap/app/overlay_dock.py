"""Further overlays and their options in the panel of rules and overlays, pins, and the pinned square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGridLayout, QToolButton

from gridmap.app.docks.questions import QuestionsSection
from gridmap.app.questions import PINNED_KINDS

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_SWITCHES = {
    "overlay_sight": "sight",
    "overlay_run": "run",
    "overlay_step": "five-foot-step",
    "overlay_withdraw": "withdraw",
}


class OverlayDock(QObject):
    """Joins the actions of further overlays and of pins to what is asked.

    Attributes:
        section: what it adds to the panel.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._editor, self._actions, self._square = window.editor, window.actions_, window.square
        self._questions = self._editor.overlays.questions
        self.section = QuestionsSection(self._editor, window.actions_, window.canvas.theme)
        window.overlays.column.addWidget(self.section)
        window.overlays.column.addStretch()
        _line_up(window.overlays.switches, self.section.switches)
        window.theme_changed.connect(self.section.set_theme)
        for action, kind in _SWITCHES.items():
            window.actions_[action].toggled.connect(lambda on, kind=kind: self._questions.switch(kind, on))
        window.actions_.on_trigger(pin_overlays=self._pin, unpin_overlays=self._unpin)
        window.actions_["pin_square"].toggled.connect(self._square.pin)
        self._square.pin_changed.connect(self._show)
        self._questions.changed.connect(self._show)
        self._editor.overlays.changed.connect(self._show)
        self._editor.pointed.connect(self._show_square)
        self._show()

    def _pin(self) -> None:
        shown = [overlay.name for overlay in self._editor.overlays.overlays]
        self._questions.pin(name for name in shown if name.partition(":")[0] in PINNED_KINDS)

    def _unpin(self) -> None:
        self._questions.choose(pins=())

    def _show(self) -> None:
        asked = self._questions.asked
        for action, kind in _SWITCHES.items():
            self._actions[action].setChecked(kind in asked.more)
        self._actions["unpin_overlays"].setEnabled(bool(asked.pins))
        self._actions["pin_overlays"].setEnabled(
            any(overlay.name.partition(":")[0] in PINNED_KINDS for overlay in self._editor.overlays.overlays)
        )
        self._show_square()

    def _show_square(self) -> None:
        action = self._actions["pin_square"]
        action.setEnabled(self._square.square is not None or self._editor.pointer is not None)
        if action.isChecked() != self._square.pinned:
            action.setChecked(self._square.pinned)


def _line_up(*grids: QGridLayout) -> None:
    """Have grids of buttons beneath one another share their columns."""
    for column in (0, 1):
        buttons = [
            item.widget()
            for grid in grids
            for row in range(grid.rowCount())
            if (item := grid.itemAtPosition(row, column)) is not None
        ]
        widest = max(each.sizeHint().width() for each in buttons if isinstance(each, QToolButton))
        for grid in grids:
            grid.setColumnMinimumWidth(column, widest)
            grid.setColumnStretch(column, widest)
