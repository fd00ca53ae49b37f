"""The legend of the overlays shown, and why the square under the cursor is as it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.later import Later
from gridmap.app.square_words import square_lines
from gridmap.app.swatches import role_swatch
from gridmap.app.words import legend_text, reason_text
from gridmap.render.theme import Theme


class LegendPanel(Panel):
    """A line for each role shown, the GM's calls, and the square under the cursor."""

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent.tr("Legend"), "legendPanel", parent)
        self._editor = editor
        self._theme = theme
        self._shown: tuple[str, ...] = ()
        self._entries = QWidget()
        self._grid = QGridLayout(self._entries)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        rule.setObjectName("rule")
        self._why = QLabel()
        self._why.setWordWrap(True)
        self._why.setTextFormat(Qt.TextFormat.PlainText)
        self._why.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._why.setAccessibleName(self.tr("The square under the cursor"))
        self._why.setMinimumHeight(self._why.fontMetrics().lineSpacing() * 5)
        column = QVBoxLayout()
        column.addWidget(self._entries)
        column.addWidget(rule)
        column.addWidget(self._why)
        column.addStretch()
        self.column.addLayout(column)
        self._later_why = Later(self._show_why, self, 15)
        editor.overlays.changed.connect(self._show_legend)
        editor.overlays.changed.connect(self._later_why.ask)
        editor.pointed.connect(self._later_why.ask)
        self._show_legend()
        self._show_why()

    @property
    def lines(self) -> tuple[str, ...]:
        """The legend's words, line by line."""
        return self._shown

    @property
    def why(self) -> str:
        """What is said of the square under the cursor."""
        return self._why.text()

    def set_theme(self, theme: Theme) -> None:
        """Draw the swatches in a theme's colours."""
        self._theme = theme
        self._shown = ()
        self._show_legend()

    def _show_legend(self) -> None:
        overlays = self._editor.overlays.overlays
        lines = tuple(legend_text(entry) for overlay in overlays for entry in overlay.legend)
        notices = tuple(reason_text(overlay.notice) for overlay in overlays if overlay.notice is not None)
        wanted = (*lines, *notices) or (self._nothing(),)
        if wanted == self._shown:
            return
        self._shown = wanted
        self._clear()
        entries = [entry for overlay in overlays for entry in overlay.legend]
        for row, (entry, words) in enumerate(zip(entries, lines, strict=True)):
            swatch = QLabel()
            swatch.setPixmap(role_swatch(entry.role, self._theme, self.devicePixelRatioF()))
            self._grid.addWidget(swatch, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(_wrapped(words), row, 1)
        for row, words in enumerate(wanted[len(lines) :], start=len(lines)):
            label = _wrapped(words)
            label.setObjectName("dim")
            self._grid.addWidget(label, row, 0, 1, 2)

    def _nothing(self) -> str:
        if not self._editor.selection.ids:
            return self.tr("Select a creature to see where it can go and what it threatens.")
        return self.tr("Switch an overlay on to see what the rules say.")

    def _clear(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _show_why(self) -> None:
        self._why.setText("\n".join(square_lines(self._editor)))


def _wrapped(words: str) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
