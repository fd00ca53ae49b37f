"""Background pictures by hand: moved, scaled at their corners, turned at their knob."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app.tools.guides import Badge, Frame, Guide, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.edits.pictures import change_picture, corners_of, covers, scaled_from
from gridmap.model import FEET_PER_SQUARE, Picture, Point

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

_KNOB = "knob"
_MOVE = "move"
_STEP = 15
"""Degrees that a turn goes by unless Shift is held."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureTool(Tool):
    """Works on one picture at a time, the topmost one that is not locked where the hand first presses."""

    name = "picture"
    opens_menu = True
    cursor = Qt.CursorShape.SizeAllCursor
    drags = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._grip: str | int = _MOVE
        self._start: Pointer | None = None
        self._before: Picture | None = None

    @property
    def chosen(self) -> int | None:
        """Which picture is worked on, None for none."""
        index = self.options.choices.picture
        return index if index is not None and index < len(self.document.shown.pictures) else None

    def begin(self, pointer: Pointer) -> None:
        self._start, self._before = pointer, None
        grip = self._grip_at(pointer)
        if grip is None:
            self.options.choose(picture=self._topmost(pointer.at))
            grip = _MOVE
        if self.chosen is not None:
            picture = self.document.battle_map.pictures[self.chosen]
            if not picture.locked:
                self._grip, self._before = grip, picture

    def move(self, pointer: Pointer) -> None:
        if self._before is None or self._start is None or self.chosen is None:
            return
        wanted = self._pulled(self._before, self._start, pointer)
        try:
            self.document.try_map(
                change_picture(
                    self.document.battle_map,
                    self.chosen,
                    at=wanted.at,
                    width=wanted.width,
                    height=wanted.height,
                    turn=wanted.turn,
                )
            )
        except ValueError:
            return  # pulled beyond the limits: it stays as it was

    def end(self, pointer: Pointer) -> None:
        del pointer
        labels = {_MOVE: self.tr("Move picture"), _KNOB: self.tr("Turn picture")}
        self.document.keep_trial(labels.get(str(self._grip), self.tr("Scale picture")))
        self._before = None

    def dropped(self) -> None:
        self._before = None

    def key(self, event: QKeyEvent) -> bool:
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None or self.chosen is None:
            return False
        picture = self.document.battle_map.pictures[self.chosen]
        if picture.locked:
            self.editor.complain(self.tr("This picture is locked; the Pictures panel unlocks it."))
            return True
        by = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        at = Point(round(picture.at.x + step[0] * by, 6), round(picture.at.y + step[1] * by, 6))
        self.document.commit(
            change_picture(self.document.battle_map, self.chosen, at=at), self.tr("Move picture")
        )
        return True

    def hint(self) -> str:
        if not self.document.shown.pictures:
            return self.tr("There is no picture yet: add one in the Pictures panel, or drop one on the map.")
        return self.tr(
            "Drag a picture to move it, a corner to scale it (Shift: freely), the knob to turn it; "
            "arrow keys move it by a square, with Shift by a tenth."
        )

    def guides(self) -> tuple[Guide, ...]:
        if self.chosen is None:
            return ()
        picture = self.document.shown.pictures[self.chosen]
        corners = corners_of(picture)
        faint = picture.locked
        sides = tuple(
            Stroke(one, other, faint=True)
            for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)
        )
        if faint:
            return sides
        near = self._pointer.near if self._pointer is not None else 0.1
        knob = _knob(picture, near)
        handles = tuple(
            Frame(place.x - near * 0.7, place.y - near * 0.7, place.x + near * 0.7, place.y + near * 0.7)
            for place in (*corners, knob)
        )
        top = Point((corners[0].x + corners[1].x) / 2, (corners[0].y + corners[1].y) / 2)
        measure = (Badge(corners[2], self._measure(picture)),) if self._active else ()
        return (*sides, Stroke(top, knob, faint=True), *handles, *measure)

    def _measure(self, picture: Picture) -> str:
        size = self.tr("{width:.1f} × {height:.1f} squares ({wide:.0f} × {high:.0f} ft)").format(
            width=picture.width,
            height=picture.height,
            wide=picture.width * FEET_PER_SQUARE,
            high=picture.height * FEET_PER_SQUARE,
        )
        return f"{size}, {picture.turn:g}°" if picture.turn else size

    def _topmost(self, at: Point) -> int | None:
        pictures = self.document.battle_map.pictures
        under = [index for index, picture in enumerate(pictures) if covers(picture, at)]
        loose = [index for index in under if not pictures[index].locked]
        found = loose or under
        return found[-1] if found else None

    def _grip_at(self, pointer: Pointer) -> str | int | None:
        """What of the chosen picture is under the hand: a corner, the knob, the picture; None for nothing."""
        if self.chosen is None:
            return None
        picture = self.document.battle_map.pictures[self.chosen]
        near = pointer.near * 1.3
        for number, corner in enumerate(corners_of(picture)):
            if hypot(corner.x - pointer.at.x, corner.y - pointer.at.y) <= near:
                return number
        knob = _knob(picture, pointer.near)
        if hypot(knob.x - pointer.at.x, knob.y - pointer.at.y) <= near:
            return _KNOB
        topmost = self._topmost(pointer.at)
        return _MOVE if topmost == self.chosen else None

    def _pulled(self, picture: Picture, start: Pointer, now: Pointer) -> Picture:
        shift = now.holds(Qt.KeyboardModifier.ShiftModifier)
        dx, dy = now.at.x - start.at.x, now.at.y - start.at.y
        if isinstance(self._grip, int):
            corner = corners_of(picture)[self._grip]
            return scaled_from(picture, self._grip, Point(corner.x + dx, corner.y + dy), free=shift)
        if self._grip == _KNOB:
            middle = Point(picture.at.x + picture.width / 2, picture.at.y + picture.height / 2)
            turn = degrees(atan2(now.at.x - middle.x, middle.y - now.at.y))
            turn = round(turn, 1) if shift else round(turn / _STEP) * _STEP
            return replace(picture, turn=turn % 360)
        return replace(picture, at=Point(picture.at.x + dx, picture.at.y + dy))


def _knob(picture: Picture, near: float) -> Point:
    """The knob that turns a picture: above the middle of its upper side, as it is turned."""
    up = picture.height / 2 + 4 * near
    across, down = cos(radians(picture.turn)), sin(radians(picture.turn))
    x, y = picture.at.x + picture.width / 2, picture.at.y + picture.height / 2
    return Point(x + up * down, y - up * across)
