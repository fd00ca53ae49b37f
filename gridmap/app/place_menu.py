"""The menu of a right click on the map: of the creature, door, trap or note there, or of the ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gridmap.app import creature_places as places
from gridmap.app.key_words import key_of
from gridmap.app.tools.note import NoteTool
from gridmap.app.tools.pointer import Pointer
from gridmap.edits.notes import nearest_note, remove_note
from gridmap.edits.walls import nearest_wall
from gridmap.model import Point, WallKind

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

NOTE_REACH = 0.75
"""Squares from a note's place at which the pointer still means it."""
WALL_REACH = 0.4
"""Squares from a wall at which the pointer still means it."""


class PlaceMenu(QObject):
    """Shows the menu, and keeps the pointer where the click was while it is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self.menu = QMenu(window)
        window.canvas.menu_wanted.connect(self._show)
        self.menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._let_go))

    def _show(self, place: QPoint) -> None:
        canvas = self._window.canvas
        pointer = self._editor.pointer or canvas.pointer_at(QPointF(canvas.mapFromGlobal(place)))
        battle_map = self._editor.document.battle_map
        if not battle_map.contains(pointer.square):
            return
        creature = places.creature_at(battle_map, pointer.at)
        if creature is not None:
            if creature.id not in self._editor.selection.ids:
                self._editor.selection.select({creature.id})
            self._window.menus.context.popup(place)
            return
        self.menu.clear()
        self._offer_wall(pointer)
        self._offer_note(pointer)
        self._offer_trap(pointer)
        self.menu.addSeparator()
        self._offer_ground(pointer)
        self.menu.popup(place)

    def _offer_wall(self, pointer: Pointer) -> None:
        """What can be done with the door or wall at a place."""
        battle_map = self._editor.document.battle_map
        index = nearest_wall(battle_map, pointer.at, max(WALL_REACH, pointer.near))
        wall = None if index is None else battle_map.walls[index]
        if wall is not None and wall.kind is WallKind.DOOR:
            self._offer(
                "players_open_door", self.tr("Close the &door") if wall.open else self.tr("Open the &door")
            )
            known, secret = self.tr("Make it a d&oor that all know"), self.tr("Make it a secret d&oor")
            self._offer("secret_door", known if wall.is_secret_door else secret)
        elif wall is not None and wall.kind is WallKind.WALL:
            self._offer("secret_door", self.tr("Make a secret d&oor here"))

    def _offer_note(self, pointer: Pointer) -> None:
        """What can be done with the note at a place."""
        document = self._editor.document
        index = nearest_note(document.battle_map, pointer.at, NOTE_REACH)
        if index is None:
            return
        note = document.battle_map.notes[index]
        self._offer_own("change_note", self.tr("Change the note…"), lambda: self._write(note.at, index))
        show, keep = self.tr("Show the not&e to players"), self.tr("Keep the not&e for the GM")
        self._offer("secret_note", show if note.secret else keep)
        self._offer_own(
            "remove_note",
            self.tr("Remove the note"),
            lambda: document.commit(remove_note(document.battle_map, index), self.tr("Remove note")),
        )

    def _offer_trap(self, pointer: Pointer) -> None:
        """What can be done with the hazard at a place."""
        battle_map, square = self._editor.document.battle_map, pointer.square
        if not battle_map.terrain.hazardous[square.y, square.x]:
            return
        traps = battle_map.secret_hazards
        is_trap = traps is not None and bool(traps[square.y, square.x])
        known, secret = self.tr("Make it a hazard &that all know"), self.tr("Make it a &trap")
        self._offer("secret_trap", known if is_trap else secret)

    def _offer_ground(self, pointer: Pointer) -> None:
        """What can be put on any place, and told of it."""
        if self._editor.document.battle_map.fog is not None:
            self._offer("players_reveal")
        self._offer("tool_creature")
        if nearest_note(self._editor.document.battle_map, pointer.at, NOTE_REACH) is None:
            self._offer(
                "tool_note", self.tr("Write a note &here…"), lambda: self._write(pointer.square.centre, -1)
            )
        self._offer("paste")
        self._offer("pin_square")

    def _offer(self, name: str, words: str = "", slot: Callable[[], object] | None = None) -> None:
        """An action of the program's; with words for what it does here, or with something else to do."""
        kept = self._window.actions_[name]
        if not words:
            self.menu.addAction(kept)
            return
        # Behind a tab stands the key, which stays the program's own action's.
        action = self._offer_own(name, f"{words}\t{key_of(kept)}", slot or kept.trigger)
        action.setIcon(kept.icon())
        if slot is None:
            action.setStatusTip(kept.statusTip())

    def _offer_own(self, name: str, words: str, slot: Callable[[], object]) -> QAction:
        """What only this menu does."""
        action = QAction(words, self.menu)
        action.setObjectName(name)
        action.triggered.connect(lambda _: slot())
        self.menu.addAction(action)
        return action

    def _write(self, at: Point, index: int) -> None:
        """Write a note, or the words of the one at an index anew."""
        self._editor.take("note")
        tool = self._editor.tool
        if isinstance(tool, NoteTool):
            tool.written.emit(at, index)

    def _let_go(self) -> None:
        """The pointer is where the mouse is again."""
        if not self._window.canvas.underMouse() and not self._window.canvas.has_cursor:
            self._editor.point(None)
