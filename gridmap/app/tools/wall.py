"""Walls, doors, windows and obstacles along the grid lines, or free of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gridmap.app.tools.guides import Badge, Frame, Guide, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.words import feet_and_squares, wall_name
from gridmap.edits.wall_points import snapped_point
from gridmap.edits.wall_stretch import lay_wall, take_away_walls
from gridmap.edits.walls import nearest_wall, remove_walls, toggle_door
from gridmap.model import FEET_PER_SQUARE, BattleMap, Point, WallKind

if TYPE_CHECKING:
    from gridmap.app.editor import Editor


class WallTool(Tool):
    """Drag from intersection to intersection; a click works on one side of a square, or opens a door.

    What is laid takes the place of what stood on that stretch, so that a door drawn over a wall is a door.
    """

    name = "wall"
    has_options = True
    drags = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._start: Pointer | None = None
        self._stroke: tuple[Point, Point] | None = None
        self._removes = False

    def begin(self, pointer: Pointer) -> None:
        self._start = pointer
        self._stroke = None
        self._removes = pointer.secondary or self.options.choices.wall is None

    def move(self, pointer: Pointer) -> None:
        if self._start is None:
            return
        start, end = _ends(self._start, pointer, self.options.choices.wall_snap)
        self._stroke = None if start == end else (start, end)
        if self._stroke is None:
            self.document.drop_trial()
        else:
            self._show(start, end)

    def end(self, pointer: Pointer) -> None:
        if self._stroke is not None:
            self.document.keep_trial(self._label())
        elif self._start is not None:
            self._click(pointer)
        self._start = self._stroke = None

    def dropped(self) -> None:
        self._start = self._stroke = None

    def hint(self) -> str:
        return self.tr(
            "Drag along grid lines, Shift for any angle, Ctrl free of the grid; "
            "right-drag removes; click a door to open or close it."
        )

    def guides(self) -> tuple[Guide, ...]:
        if self._stroke is not None:
            start, end = self._stroke
            length = math.hypot(end.x - start.x, end.y - start.y) * FEET_PER_SQUARE
            return Stroke(start, end), Badge(end, feet_and_squares(round(length)))
        if self.pointer is None:
            return ()
        if self._door_under(self.pointer) is not None:
            door = self.document.shown.walls[self._door_under(self.pointer) or 0]
            return (Stroke(door.start, door.end),)
        if self.active:
            return ()
        start, end = _nearest_side(self.pointer)
        corner = self.pointer.intersection
        return (
            Stroke(start, end, faint=True),
            Frame(corner.x - 0.08, corner.y - 0.08, corner.x + 0.08, corner.y + 0.08),
        )

    def _click(self, pointer: Pointer) -> None:
        battle_map = self.document.battle_map
        door = self._door_under(pointer)
        if door is not None and not self._removes:
            label = self.tr("Close door") if battle_map.walls[door].open else self.tr("Open door")
            self.document.commit(toggle_door(battle_map, door), label)
            return
        hit = nearest_wall(battle_map, pointer.at, pointer.near)
        if self._removes and hit is not None and not _on_grid_line(battle_map, hit):
            self.document.commit(remove_walls(battle_map, (hit,)), self._label())
            return
        self._show(*_nearest_side(pointer))
        self.document.keep_trial(self._label())

    def _show(self, start: Point, end: Point) -> None:
        battle_map = self.document.battle_map
        kind = self.options.choices.wall
        if self._removes or kind is None:
            changed = take_away_walls(battle_map, start, end)
        else:
            changed = lay_wall(battle_map, start, end, kind, secret=self._is_secret)
        if changed is battle_map:
            self.document.drop_trial()
        else:
            self.document.try_map(changed)

    def _label(self) -> str:
        kind = self.options.choices.wall
        if self._removes or kind is None:
            return self.tr("Remove wall")
        if self._is_secret:
            return self.tr("Draw secret door")
        return self.tr("Draw {wall}").format(wall=wall_name(kind).lower())

    @property
    def _is_secret(self) -> bool:
        choices = self.options.choices
        return choices.wall is WallKind.DOOR and choices.wall_secret

    def _door_under(self, pointer: Pointer) -> int | None:
        battle_map = self.document.shown
        index = nearest_wall(battle_map, pointer.at, pointer.near)
        if index is None or battle_map.walls[index].kind is not WallKind.DOOR:
            return None
        return index


def _ends(start: Pointer, end: Pointer, snap: float) -> tuple[Point, Point]:
    """Where a wall dragged from one place to another runs."""
    if end.holds(Qt.KeyboardModifier.ControlModifier) or not snap:
        return start.at, end.at
    if snap < 1:
        return snapped_point(start.at, snap), snapped_point(end.at, snap)
    one, other = start.intersection, end.intersection
    if not end.holds(Qt.KeyboardModifier.ShiftModifier):
        if abs(end.at.x - one.x) >= abs(end.at.y - one.y):
            other = other._replace(y=one.y)
        else:
            other = other._replace(x=one.x)
    return Point(one.x, one.y), Point(other.x, other.y)


def _nearest_side(pointer: Pointer) -> tuple[Point, Point]:
    """The side of a square that a place is nearest to."""
    x, y = pointer.square
    over, down = pointer.at.x - x, pointer.at.y - y
    sides = (
        (over, Point(x, y), Point(x, y + 1)),
        (1 - over, Point(x + 1, y), Point(x + 1, y + 1)),
        (down, Point(x, y), Point(x + 1, y)),
        (1 - down, Point(x, y + 1), Point(x + 1, y + 1)),
    )
    _, start, end = min(sides)
    return start, end


def _on_grid_line(battle_map: BattleMap, index: int) -> bool:
    wall = battle_map.walls[index]
    return any(one == other and one == round(one) for one, other in zip(wall.start, wall.end, strict=True))
