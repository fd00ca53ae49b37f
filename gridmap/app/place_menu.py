"""The menu of a right click on the map: of the creature, door, trap or note there, or of the ground."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer
from PySide6.QtWidgets import QMenu

from gridmap.app import creature_places as places
from gridmap.app.tools.pointer import Pointer
from gridmap.edits.walls import nearest_wall
from gridmap.model import WallKind

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

NOTE_REACH = 0.75
"""Squares from a note's place at which the pointer still means it."""
WALL_REACH = 0.4
"""Squares from a wall at which the pointer still means it."""
_ANYWHERE = ("tool_creature", "tool_note", "paste", "pin_square")


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
        if places.creature_at(battle_map, pointer.at) is not None:
            self._window.menus.context.popup(place)
            return
        self.menu.clear()
        for name in self._of_place(pointer):
            self.menu.addAction(self._window.actions_[name])
        self.menu.addSeparator()
        for name in _ANYWHERE:
            self.menu.addAction(self._window.actions_[name])
        self.menu.popup(place)

    def _of_place(self, pointer: Pointer) -> list[str]:
        """What can be done with what is at a place, the nearest first."""
        battle_map = self._editor.document.battle_map
        names = []
        index = nearest_wall(battle_map, pointer.at, max(WALL_REACH, pointer.near))
        if index is not None and battle_map.walls[index].kind is WallKind.DOOR:
            names += ["players_open_door", "secret_door"]
        elif index is not None and battle_map.walls[index].kind is WallKind.WALL:
            names.append("secret_door")
        if any(
            hypot(note.at.x - pointer.at.x, note.at.y - pointer.at.y) <= NOTE_REACH
            for note in battle_map.notes
        ):
            names.append("secret_note")
        if battle_map.terrain.hazardous[pointer.square.y, pointer.square.x]:
            names.append("secret_trap")
        return names

    def _let_go(self) -> None:
        """The pointer is where the mouse is again."""
        if not self._window.canvas.underMouse():
            self._editor.point(None)
