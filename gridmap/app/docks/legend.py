"""The legend of the overlays shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.later import Later
from gridmap.app.questions import question_words
from gridmap.app.swatches import role_swatch
from gridmap.app.words import legend_text, reason_text
from gridmap.overlays.overlay import Role
from gridmap.render.theme import Theme

Line = tuple[Role | None, str]
"""What is explained, None for a line that only says something, and the words."""

_BEHIND_THE_HAND = 15
"""Milliseconds."""


class LegendPanel(Panel):
    """A line for each role shown, and what is the GM's call."""

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Legend"), "legendPanel", parent)
        self._editor = editor
        self._theme = theme
        self._rows: list[_Row] = []
        self._entries = QWidget()
        self._column = QVBoxLayout(self._entries)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.column.addWidget(self._entries)
        self.column.addStretch()
        self._later = Later(self._show_legend, self, _BEHIND_THE_HAND)
        editor.overlays.changed.connect(self._later.ask)
        editor.selection.changed.connect(self._later.ask)
        self._show_legend()

    @property
    def lines(self) -> tuple[str, ...]:
        """The legend's words, line by line."""
        return tuple(words for _, words in self._lines())

    def set_theme(self, theme: Theme) -> None:
        """Draw the swatches in a theme's colours."""
        super().set_theme(theme)
        self._theme = theme
        for row in self._rows:
            row.forget()
        self._show_legend()

    def _show_legend(self) -> None:
        """Bring the lines up to date: those alone that differ, for a layout takes its time."""
        lines = self._lines()
        while len(self._rows) < len(lines):
            self._rows.append(_Row(self._entries))
            self._column.addWidget(self._rows[-1])
        for number, row in enumerate(self._rows):
            row.setVisible(number < len(lines))
            if number < len(lines):
                row.show_line(lines[number], self._theme)

    def _lines(self) -> tuple[Line, ...]:
        overlays = self._editor.overlays.overlays
        pins = self._editor.overlays.questions.asked.pins
        lines: list[Line] = []
        for overlay in overlays:
            if overlay.name in pins:
                lines.append((None, question_words(overlay.name, self._editor.document.shown)))
            lines += [(entry.role, legend_text(entry)) for entry in overlay.legend]
        lines += [(None, reason_text(overlay.notice)) for overlay in overlays if overlay.notice is not None]
        return tuple(lines) or ((None, self._nothing()),)

    def _nothing(self) -> str:
        if not self._editor.selection.ids:
            return self.tr("Select a creature to see where it can go and what it threatens.")
        return self.tr("Switch an overlay on to see what the rules say.")


class _Row(QWidget):
    """A role's swatch and what it means, or words alone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._line: Line | None = None
        self._swatch, self._words = QLabel(), QLabel()
        self._words.setObjectName("dim")
        self._words.setWordWrap(True)
        self._words.setMinimumWidth(1)  # for one endless name
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._swatch, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)

    def forget(self) -> None:
        """Draw the next line anew, even if it is the same."""
        self._line = None

    def show_line(self, line: Line, theme: Theme) -> None:
        """Show this line."""
        if line == self._line:
            return
        self._line = line
        role, words = line
        self._swatch.setVisible(role is not None)
        if role is not None:
            self._swatch.setPixmap(role_swatch(role, theme, self.devicePixelRatioF()))
        name = "dim" if role is None else ""
        if self._words.objectName() != name:
            self._words.setObjectName(name)
            self._words.style().polish(self._words)
        self._words.setText(words)
