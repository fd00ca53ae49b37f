"""Measure over waypoints, in feet and squares by the map's ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app import creature_places as places
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Badge, Frame, Guide, Stroke
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.words import feet_and_squares, reason_text
from gridmap.model import FEET_PER_SQUARE, BattleMap, Point, Square
from gridmap.rules.metric import boxes_apart, creature_box

if TYPE_CHECKING:
    from gridmap.app.editor import Editor
    from gridmap.rules.measure import Length, Waypoint

_LEVELS = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}


class MeasureTool(Tool):
    """A click sets a point, the next ones go on from there; the right button ends it, Escape takes it away.

    What is measured stays while nothing else is, until another tool is taken up.
    """

    name = "measure"
    has_options = True
    measures = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._points: list[tuple[Square, int]] = []
        self._ended = False
        self._level = 0
        self._level_taken = 0  # from the creature that it was begun on

    @property
    def points(self) -> tuple[tuple[Square, int], ...]:
        """The squares set, each with its altitude in squares."""
        return tuple(self._points)

    @property
    def length(self) -> Length | None:
        """What is measured now; None before there are two points."""
        return self._length(self._waypoints())

    def _length(self, points: list[Waypoint]) -> Length | None:
        from gridmap.rules.measure import measured

        return measured(points, ruleset_of(self.document.shown)) if len(points) > 1 else None

    def leave(self) -> None:
        self._clear()
        super().leave()

    def begin(self, pointer: Pointer) -> None:
        if pointer.secondary:
            if self._ended or not self._points:
                self._clear()
            self._ended = bool(self._points)
            return
        if self._ended:
            self._clear()
        if not self._points:
            self._level = self._level_taken = self._level_at(self.document.shown, pointer.at)
        self._set(pointer)

    def end(self, pointer: Pointer) -> None:
        # A drag measures from where the button went down to where it comes up.
        if not pointer.secondary and self._points and pointer.square != self._points[-1][0]:
            self._set(pointer)

    def back_out(self) -> bool:
        self.escape()
        if not self._points:
            return False
        self._clear()
        self.guides_changed.emit()
        return True

    def wants(self, key: Qt.Key) -> bool:
        return bool(self._points) and (key in _LEVELS or key == Qt.Key.Key_Backspace)

    def key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if not self.wants(key):
            return False
        if key == Qt.Key.Key_Backspace:
            self._points.pop()
            self._ended = False
        else:
            self._level = max(0, self._level + _LEVELS[key])
            if self._ended:
                self._points[-1] = (self._points[-1][0], self._level)
        self.guides_changed.emit()
        return True

    def hint(self) -> str:
        return self.tr(
            "Click from point to point; Backspace takes one back, Page Up and Down change the altitude, "
            "right-click ends."
        )

    def guides(self) -> tuple[Guide, ...]:
        points = self._waypoints()
        if not points:
            return () if self.pointer is None else (Frame.of_block(self.pointer.square, 1),)
        return self._drawn(points, self.document.shown)

    def guides_for_players(self, theirs: BattleMap) -> tuple[Guide, ...]:
        points = self._waypoints()
        if len(points) < 2:
            return ()  # where the hand merely is before it measures is the GM's own
        # The altitude of a creature that they do not see is none of theirs either.
        unseen = self._level_taken - self._level_at(theirs, points[0].square.centre)
        return self._drawn(
            [point._replace(altitude=max(0, point.altitude - unseen)) for point in points], theirs
        )

    def _drawn(self, points: list[Waypoint], battle_map: BattleMap) -> tuple[Guide, ...]:
        """The measure, told of the creatures of a map."""
        length = self._length(points)
        if length is None:
            return (Frame.of_block(points[0].square, 1),)
        guides: list[Guide] = [Frame.of_block(points[-1].square, 1)]
        middles = [point.square.centre for point in points]
        for one, other, stretch in zip(middles, middles[1:], length.stretches, strict=False):
            guides.append(Stroke(one, other))
            if len(length.stretches) > 1:
                middle = Point((one.x + other.x) / 2, (one.y + other.y) / 2)
                guides.append(Badge(middle, feet_and_squares(stretch.feet)))
        end = points[-1]
        lines = [feet_and_squares(length.feet)]
        if end.altitude or any(point.altitude for point in points):
            lines[0] += " · " + self.tr("altitude {feet} ft").format(feet=end.altitude * FEET_PER_SQUARE)
        if len(length.stretches) > 1:
            direct = feet_and_squares(length.stretches[-1].direct)
            lines.append(self.tr("straight: {direct}").format(direct=direct))
        lines.append(reason_text(length.reason))
        lines += self._between_creatures(battle_map, points[0].square, end.square)
        corner = Point(end.square.x + 1, end.square.y + 1)
        return (*guides, Badge(corner, "\n".join(lines)))

    def _between_creatures(self, battle_map: BattleMap, start: Square, end: Square) -> list[str]:
        """From creature to creature, space to space, where both ends are on one."""
        one, other = (places.creature_at(battle_map, square.centre) for square in (start, end))
        if one is None or other is None or one.id == other.id:
            return []
        ruleset = ruleset_of(battle_map)
        boxes = creature_box(one, ruleset), creature_box(other, ruleset)
        feet = boxes_apart(*boxes, ruleset.metric) * FEET_PER_SQUARE
        words = self.tr("{one} to {other}: {distance}")
        return [words.format(one=one.title, other=other.title, distance=feet_and_squares(feet))]

    def _waypoints(self) -> list[Waypoint]:
        """The points set, and the square under the hand while more may follow."""
        from gridmap.rules.measure import Waypoint

        found = [Waypoint(square, level) for square, level in self._points]
        if found and not self._ended and self.pointer is not None:
            here = Waypoint(self.pointer.square, self._level)
            if here != found[-1]:
                found.append(here)
        return found

    def _set(self, pointer: Pointer) -> None:
        point = pointer.square, self._level
        if not self._points or self._points[-1] != point:
            self._points.append(point)

    def _level_at(self, battle_map: BattleMap, at: Point) -> int:
        """From a creature one measures at its altitude."""
        creature = places.creature_at(battle_map, at)
        return 0 if creature is None else creature.altitude

    def _clear(self) -> None:
        self._points.clear()
        self._ended = False
        self._level = 0
