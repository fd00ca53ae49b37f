"""A sheet of all keys; it may stay open beside the map."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gridmap.app.actions import Actions, all_specs, words
from gridmap.app.key_words import KeyWords


class ShortcutSheet(QDialog):
    """Every action that has keys, by section, and what the mouse does."""

    def __init__(self, actions: Actions, keys: KeyWords, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setModal(False)
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName(self.tr("Keyboard shortcuts"))
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._scroll)
        content = self._fill()
        self.resize(content.sizeHint().width() + 24, min(720, content.sizeHint().height() + 8))
        keys.changed.connect(self._fill)

    def _fill(self) -> QWidget:
        """List the keys as they are now."""
        columns = QHBoxLayout()
        columns.setSpacing(36)
        sections: dict[str, list[tuple[str, str]]] = {}
        for spec in all_specs():
            keys = ",  ".join(
                sequence.toString(QKeySequence.SequenceFormat.NativeText)
                for sequence in self._actions[spec.name].shortcuts()
            )
            if keys:
                name = words(spec.text).replace("&", "").rstrip("…")
                sections.setdefault(words(spec.section), []).append((name, keys))
        sections[self.tr("Mouse and canvas")] = self._gestures()
        halves: list[list[str]] = [[], []]
        lengths = [0, 0]
        for section, rows in sections.items():
            shorter = 0 if lengths[0] <= lengths[1] else 1
            halves[shorter].append(section)
            lengths[shorter] += len(rows) + 2
        for half in halves:
            column = QVBoxLayout()
            column.setSpacing(18)
            for section in half:
                column.addLayout(_table(section, sections[section]))
            column.addStretch()
            columns.addLayout(column)
        content = QWidget()
        content.setLayout(columns)
        columns.setContentsMargins(24, 20, 24, 20)
        self._scroll.setWidget(content)
        return content

    def _gestures(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Zoom at the cursor"), self.tr("Wheel")),
            (self.tr("Move the view"), self.tr("Middle button, Space+drag")),
            (self.tr("Brush size"), self.tr("Alt+wheel")),
            (self.tr("Drop the gesture"), self.tr("Esc")),
            (self.tr("Erase, remove"), self.tr("Right button")),
            (self.tr("Menu of what is there"), self.tr("Right button,  Menu,  Shift+F10")),
            (self.tr("The same on a touch screen"), self.tr("Finger held still")),
            (self.tr("Move and zoom on a touch screen"), self.tr("Two fingers")),
            (self.tr("Add to the selection"), self.tr("Shift+click")),
            (self.tr("Move selected creatures"), self.tr("Arrow keys")),
            (self.tr("Use the tool without a mouse"), self.tr("Arrow keys, Return")),
            (self.tr("Waypoint of a dragged creature"), self.tr("Alt,  .,  right button")),
            (self.tr("Take the last waypoint back"), self.tr("Backspace")),
            (self.tr("Altitude of the next point measured"), self.tr("Page Up, Page Down")),
            (self.tr("Turn a cone or line, change a forced move"), self.tr("Wheel,  Page Up, Page Down")),
            (self.tr("Move or delete a kept area"), self.tr("Arrow keys, Del")),
        ]


def _table(heading: str, rows: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(28)
    grid.setVerticalSpacing(5)
    title = QLabel(heading)
    title.setObjectName("heading")
    grid.addWidget(title, 0, 0, 1, 2)
    for row, (name, keys) in enumerate(rows, start=1):
        grid.addWidget(QLabel(name), row, 0)
        shown = QLabel(keys)
        shown.setObjectName("dim")
        shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(shown, row, 1)
    grid.setColumnStretch(0, 1)
    return grid
