"""Walls by their points: dragged, split, joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gridmap.app.tools.guides import Frame, Guide, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.wall_points import (
    join_walls,
    move_wall_point,
    snapped_point,
    split_wall,
    wall_point_near,
)
from gridmap.edits.walls import nearest_wall
from gridmap.model import Point

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class WallPointsTool(Tool):
    """Drag a point with all walls that end there; click a wall to split it, right-click a point to join."""

    name = "wall_points"
    drags = True
    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._point: Point | None = None
        self._moved = False

    def begin(self, pointer: Pointer) -> None:
        self._point = wall_point_near(self.document.battle_map, pointer.at, 1.5 * pointer.near)
        self._moved = False

    def move(self, pointer: Pointer) -> None:
        if self._point is None or pointer.secondary:
            return
        to = self._snapped(pointer)
        self._moved = True
        moved = move_wall_point(self.document.battle_map, self._point, to)
        if moved is self.document.battle_map:
            self.document.drop_trial()
        else:
            self.document.try_map(moved)

    def end(self, pointer: Pointer) -> None:
        if self._moved:
            self.move(pointer)
        point, self._point = self._point, None
        if self._moved:
            self.document.keep_trial(self.tr("Move wall point"))
        elif pointer.secondary and point is not None:
            self._join(point)
        elif point is None and not pointer.secondary:
            self._split(pointer)

    def dropped(self) -> None:
        self._point = None

    def hint(self) -> str:
        return self.tr(
            "Drag a point to move it, click a wall to split it there, right-click a point to join its two "
            "walls; Ctrl is free of the grid."
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.pointer is None:
            return ()
        at = self._snapped(self.pointer) if self._point is not None and self._moved else self._point
        if at is None:
            at = wall_point_near(self.document.shown, self.pointer.at, 1.5 * self.pointer.near)
        if at is not None:
            size = self.pointer.near * 0.9
            return (Frame(at.x - size, at.y - size, at.x + size, at.y + size),)
        index = nearest_wall(self.document.shown, self.pointer.at, self.pointer.near)
        if index is None:
            return ()
        wall = self.document.shown.walls[index]
        return (Stroke(wall.start, wall.end),)

    def _snapped(self, pointer: Pointer) -> Point:
        free = pointer.holds(Qt.KeyboardModifier.ControlModifier)
        return snapped_point(pointer.at, 0.0 if free else self.options.choices.wall_snap)

    def _split(self, pointer: Pointer) -> None:
        battle_map = self.document.battle_map
        index = nearest_wall(battle_map, pointer.at, pointer.near)
        if index is None:
            return
        try:
            split = split_wall(battle_map, index, self._snapped(pointer))
        except ValueError:
            return  # the click was on an end
        self.document.commit(split, self.tr("Split wall"))

    def _join(self, point: Point) -> None:
        try:
            joined = join_walls(self.document.battle_map, point)
        except ValueError as error:
            self.editor.complain(self.tr("Not joined: {why}.").format(why=error))
            return
        self.document.commit(joined, self.tr("Join walls"))
