"""The legend of the overlays shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.swatches import role_swatch
from gridmap.app.words import legend_text, reason_text
from gridmap.render.theme import Theme


class LegendPanel(Panel):
    """A line for each role shown, and what is the GM's call."""

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Legend"), "legendPanel", parent)
        self._editor = editor
        self._theme = theme
        self._shown: tuple[str, ...] = ()
        self._entries = QWidget()
        self._grid = QGridLayout(self._entries)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.column.addWidget(self._entries)
        self.column.addStretch()
        editor.overlays.changed.connect(self._show_legend)
        editor.selection.changed.connect(self._show_legend)
        self._show_legend()

    @property
    def lines(self) -> tuple[str, ...]:
        """The legend's words, line by line."""
        return self._shown

    def set_theme(self, theme: Theme) -> None:
        """Draw the swatches in a theme's colours."""
        super().set_theme(theme)
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


def _wrapped(words: str) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
