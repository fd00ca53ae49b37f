"""Writes labels and notes where they stand on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLineEdit, QPushButton

from gridmap.app.guarded import guarded
from gridmap.app.option_bar import page_of
from gridmap.app.sliding_row import Hint
from gridmap.app.tools.note import NoteTool
from gridmap.edits.notes import add_note, change_note
from gridmap.model import Point

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow


class NoteWriter(QObject):
    """Opens a field over the canvas for the words of a note."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._document = window.editor.document
        self.slip = NoteSlip(window)
        tool = window.editor.tools["note"]
        if isinstance(tool, NoteTool):
            tool.written.connect(self.write)
        window.editor.tool_changed.connect(self.slip.hide)
        window.canvas.viewport_changed.connect(self.slip.hide)
        window.options.add_page(("note",), page_of(Hint(tool.hint())))

    def write(self, at: Point, index: int) -> None:
        """Ask for the words of a note, or of the one at an index."""
        notes = self._document.battle_map.notes
        old = notes[index] if 0 <= index < len(notes) else None
        secret = self._window.editor.options.choices.note_secret if old is None else old.secret
        self.slip.open(at, "" if old is None else old.text, secret, lambda: self._keep(at, index))

    def _keep(self, at: Point, index: int) -> None:
        text, secret = self.slip.text.text().strip(), self.slip.secret.isChecked()
        self._window.editor.options.choose(note_secret=secret)
        battle_map = self._document.battle_map
        if index >= 0:
            changed = change_note(battle_map, index, text=text, secret=secret)
            self._document.commit(changed, self.tr("Change note"))
        elif text:
            self._document.commit(add_note(battle_map, at, text, secret=secret), self.tr("Add note"))


@guarded
class NoteSlip(QFrame):
    """A line to write on, and whether it is for the GM alone; Return keeps it, Escape drops it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.canvas)
        self.setObjectName("noteSlip")
        self._canvas = window.canvas
        self._keep: object = None
        self.text = QLineEdit()
        self.text.setAccessibleName(self.tr("Words of the note"))
        self.text.setPlaceholderText(self.tr("Write…"))
        self.text.setMaxLength(2000)
        self.text.setMinimumWidth(220)
        self.text.returnPressed.connect(self._done)
        self.secret = QCheckBox(self.tr("GM only"))
        self.secret.setToolTip(self.tr("Players never see a note that is the GM's."))
        self.done = QPushButton(self.tr("Done"))
        self.done.setToolTip(self.tr("Keep the note (Return); Esc leaves it as it was."))
        self.done.clicked.connect(self._done)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        for widget in (self.text, self.secret, self.done):
            row.addWidget(widget)
        self.hide()

    def open(self, at: Point, text: str, secret: bool, keep: object) -> None:
        """Show the slip by a place of the map."""
        self._keep = keep
        self.text.setText(text)
        self.text.selectAll()
        self.secret.setChecked(secret)
        self.adjustSize()
        place = self._canvas.pixel_of(at).toPoint()
        x = max(4, min(self._canvas.width() - self.width() - 4, place.x() - self.width() // 2))
        y = max(4, min(self._canvas.height() - self.height() - 4, place.y() + 14))
        self.move(x, y)
        self.show()
        self.raise_()
        self.text.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _done(self) -> None:
        keep = self._keep
        self._close()
        if callable(keep):
            keep()

    def _close(self) -> None:
        self.hide()
        self._canvas.setFocus()
