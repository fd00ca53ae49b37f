"""The square under the cursor: where it is, what lies in it, and why the overlays show it as they do."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.later import Later
from gridmap.app.square_words import square_lines

_BEHIND_THE_HAND = 15
"""Milliseconds."""


class SquarePanel(Panel):
    """A line of place and terrain, one of distance, one for each reason."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(
            QCoreApplication.translate("panels", "Square under the cursor"), "squarePanel", parent
        )
        self._editor = editor
        self._place = _line()
        self._place.setObjectName("heading")
        self._reasons = _line()
        self._reasons.setAccessibleName(self.tr("Why the square is as it is"))
        self._hint = QLabel(self.tr("Point at a square to read what it costs and why."))
        self._hint.setObjectName("dim")
        self._hint.setWordWrap(True)
        self.column.addWidget(self._place)
        self.column.addWidget(self._reasons)
        self.column.addWidget(self._hint)
        self.column.addStretch()
        self._later = Later(self._show, self, _BEHIND_THE_HAND)
        editor.overlays.changed.connect(self._later.ask)
        editor.selection.changed.connect(self._later.ask)
        editor.pointed.connect(self._later.ask)
        self._show()

    @property
    def words(self) -> str:
        """What is said of the square."""
        return f"{self._place.text()}\n{self._reasons.text()}"

    def _show(self) -> None:
        lines = square_lines(self._editor)
        self._place.setText(lines[0] if lines else "")
        self._reasons.setText("\n".join(lines[1:]))
        for label in (self._place, self._reasons):
            label.setVisible(bool(lines))
        self._hint.setVisible(not lines)


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label
