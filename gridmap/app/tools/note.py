"""Labels for everyone and notes for the GM, written on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.guides import Frame, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.notes import change_note, nearest_note, remove_note
from gridmap.model import Note, Point

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_NEAR = 0.6
"""Squares from a note's middle within which the hand means it."""


class NoteTool(Tool):
    """A click writes or rewrites, a drag moves, Del takes the note away."""

    name = "note"
    opens_menu = True
    has_options = True
    written = Signal(object, int)
    """Words are wanted for (place, index of the note there or -1)."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._index: int | None = None
        self._before: Note | None = None
        self._start: Pointer | None = None
        self._moved = False

    def begin(self, pointer: Pointer) -> None:
        self._start, self._moved = pointer, False
        self._index = self._note_at(pointer)
        self._before = None if self._index is None else self.document.battle_map.notes[self._index]

    def move(self, pointer: Pointer) -> None:
        if self._before is None or self._start is None or self._index is None:
            return
        dx, dy = pointer.at.x - self._start.at.x, pointer.at.y - self._start.at.y
        if not self._moved and max(abs(dx), abs(dy)) < pointer.near:
            return
        self._moved = True
        at = Point(round(self._before.at.x + dx, 2), round(self._before.at.y + dy, 2))
        self.document.try_map(change_note(self.document.battle_map, self._index, at=at))

    def end(self, pointer: Pointer) -> None:
        index, moved = self._index, self._moved
        self._start = self._before = None
        if moved:
            self.document.keep_trial(self.tr("Move note"))
        elif index is not None:
            self.written.emit(self.document.battle_map.notes[index].at, index)
        elif self.document.battle_map.contains(pointer.square):
            self.written.emit(pointer.square.centre, -1)

    def dropped(self) -> None:
        self._start = self._before = None
        self._moved = False

    def key(self, event: QKeyEvent) -> bool:
        if not self.wants(Qt.Key(event.key())) or self.pointer is None:
            return False
        index = self._note_at(self.pointer)
        if index is not None:
            self.document.commit(remove_note(self.document.battle_map, index), self.tr("Remove note"))
        return True

    def wants(self, key: Qt.Key) -> bool:
        return (
            key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
            and self.pointer is not None
            and self._note_at(self.pointer) is not None
        )

    def hint(self) -> str:
        return self.tr(
            "Click to write, click a note to change it, drag it to move it, Del over it removes it."
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        index = self._note_at(self.pointer)
        if index is None:
            return (Frame.of_block(self.pointer.square, 1, faint=True),)
        at = self.document.shown.notes[index].at
        return (Frame(at.x - _NEAR, at.y - 0.3, at.x + _NEAR, at.y + 0.3),)

    def _note_at(self, pointer: Pointer) -> int | None:
        return nearest_note(self.document.shown, pointer.at, max(_NEAR, pointer.near))
