"""Select and drag creatures, open and close doors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app import creature_places as places
from gridmap.app.background import Background
from gridmap.app.later import Later
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.guides import Badge, Frame, Guide
from gridmap.app.tools.kept_area import KeptAreaGrip, kept_area_guides, key_for_kept_area
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.words import feet_and_squares
from gridmap.edits.creatures import move_creatures
from gridmap.edits.walls import nearest_wall, toggle_door
from gridmap.model import FEET_PER_SQUARE, Creature, Point, Square, WallKind
from gridmap.rules.metric import squares_apart
from gridmap.rules.space import side

if TYPE_CHECKING:
    from gridmap.app.editor import Editor
    from gridmap.app.tools.play_move import PlayMove, Safest

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_REST = 60
"""Milliseconds that a hand rests before a safer way is looked for."""
_WAYPOINT_KEYS = (Qt.Key.Key_Alt, Qt.Key.Key_Period, Qt.Key.Key_Backspace)
_MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier


class SelectTool(Tool):
    """Click selects, Shift or Ctrl adds; a drag moves whole squares, on open ground it selects by a frame."""

    name = "select"
    opens_menu = True
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.selection = editor.selection
        self._start: Pointer | None = None
        self._grabbed: Creature | None = None
        self._door: int | None = None
        self._moved = (0, 0)
        self._frame: Frame | None = None
        self._area: KeptAreaGrip | None = None
        self._play: PlayMove | None = None
        self._safest_later = Later(self._find_safest, self, _REST)
        self._behind = Background(self)

    @property
    def play(self) -> PlayMove | None:
        """What is known of the move under way; None where no single creature is dragged."""
        return self._play

    def begin(self, pointer: Pointer) -> None:
        battle_map = self.document.battle_map
        self._forget()
        self._start = pointer
        self._grabbed = places.creature_at(battle_map, pointer.at)
        if self._grabbed is None:
            self._area = KeptAreaGrip.at(self.editor, pointer)
        if self._area is not None:
            self._area.choose()
        elif self._grabbed is None:
            self.editor.choose_kept_area("")
            self._door = self._door_at(pointer)
        elif pointer.modifiers & _MORE:
            self.selection.toggle(self._grabbed.id)
        elif self._grabbed.id not in self.selection.ids:
            self.selection.select({self._grabbed.id})

    def move(self, pointer: Pointer) -> None:
        if self._start is None:
            return
        if self._area is not None:
            self._area.drag(pointer)
        elif self._grabbed is not None and self._grabbed.id in self.selection.ids:
            self._drag_creatures(pointer, self._start)
        elif self._grabbed is None and self._is_far(pointer, self._start):
            self._door = None
            self._frame = _frame_between(self._start.at, pointer.at)

    def end(self, pointer: Pointer) -> None:
        if self._start is None:
            return
        if self._area is not None:
            self._area.drop()
        elif self._door is not None:
            self._toggle_door(self._door)
        elif self._frame is not None:
            self._select_in_frame(pointer, self._frame)
        elif self._moved != (0, 0):
            self.document.keep_trial(self._move_label())
        elif self._grabbed is None:
            if not pointer.modifiers & _MORE:
                self.selection.clear()
        elif not pointer.modifiers & _MORE:
            self.selection.select({self._grabbed.id})
        self._forget()

    def dropped(self) -> None:
        self._forget()

    def key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if not self.selection.ids and not self.active and key_for_kept_area(self.editor, key):
            return True
        if self.wants(key):
            if not event.isAutoRepeat():
                self._change_waypoints(key)
            return True
        step = _ARROWS.get(key)
        if step is None or not self.selection.ids or self.active:
            return False
        battle_map = self.document.battle_map
        dx, dy = places.shift_on_map(battle_map, self.selection.creatures, *step)
        moved = move_creatures(battle_map, self.selection.ids, dx, dy)
        self.document.commit(moved, self._move_label())
        return True

    def wants(self, key: Qt.Key) -> bool:
        return self._play is not None and key in _WAYPOINT_KEYS

    def also_press(self, pointer: Pointer) -> bool:
        """The right button in mid-drag sets a waypoint too."""
        if self._play is None or not pointer.secondary:
            return False
        self._change_waypoints(Qt.Key.Key_Alt)
        return True

    def _change_waypoints(self, key: Qt.Key) -> None:
        if self._play is None:
            return
        if key == Qt.Key.Key_Backspace:
            self._play.drop_waypoint()
        else:
            self._play.add_waypoint()
        self._ask_for_safest()
        self.guides_changed.emit()

    def hint(self) -> str:
        return self.tr(
            "Click selects, Shift+click adds, a drag moves: Alt sets a waypoint, Esc puts back; "
            "a click opens a door."
        )

    def guides(self) -> tuple[Guide, ...]:
        return (*kept_area_guides(self.editor), *self._gesture_guides())

    def _gesture_guides(self) -> tuple[Guide, ...]:
        if self._frame is not None:
            return (self._frame,)
        if self._play is not None:
            return self._play.guides() if self._moved != (0, 0) or self._play.waypoints else ()
        if self._moved == (0, 0) or self._grabbed is None:
            return ()
        ruleset = ruleset_of(self.document.battle_map)
        before = tuple(
            Frame.of_block(creature.at, side(creature, ruleset), faint=True)
            for creature in self.document.battle_map.creatures
            if creature.id in self.selection.ids
        )
        squares = squares_apart(*self._moved, ruleset.metric)
        at, size = self._grabbed.at, side(self._grabbed, ruleset)
        corner = Point(at.x + self._moved[0] + size, at.y + self._moved[1] + size)
        return (*before, Badge(corner, feet_and_squares(squares * FEET_PER_SQUARE)))

    def _drag_creatures(self, pointer: Pointer, start: Pointer) -> None:
        battle_map = self.document.battle_map
        wanted = (round(pointer.at.x - start.at.x), round(pointer.at.y - start.at.y))
        chosen = [creature for creature in battle_map.creatures if creature.id in self.selection.ids]
        self._moved = places.shift_on_map(battle_map, chosen, *wanted)
        follows = len(chosen) == 1 and self.options.choices.play_ways
        if follows:
            self.editor.overlays.hold_movement(battle_map)
        if self._moved == (0, 0):
            self.document.drop_trial()
        else:
            self.document.try_map(move_creatures(battle_map, self.selection.ids, *self._moved))
        if follows:
            self._follow(chosen[0])

    def _follow(self, creature: Creature) -> None:
        """Show the way of the creature that is dragged."""
        # Imported with the first drag: the rules of movement are not for the first frame.
        from gridmap.app.tools.play_move import PlayMove
        from gridmap.rules.modes import Mode

        if self._play is None:
            battle_map, choices = self.document.battle_map, self.options.choices
            mode = Mode(choices.play_mode) if choices.play_mode else None
            self._play = PlayMove(battle_map, creature, ruleset_of(battle_map), mode, safe=choices.play_safe)
        dx, dy = self._moved
        self._play.hold(Square(creature.at.x + dx, creature.at.y + dy))
        self._ask_for_safest()

    def _ask_for_safest(self) -> None:
        if self._play is not None and self._play.unsure:
            self._safest_later.ask_again()

    def _find_safest(self) -> None:
        """Once the hand rests, look for the way with the fewest strikes in another thread."""
        play = self._play
        if play is None or not play.unsure:
            return
        if self._behind.busy:
            self._safest_later.ask_again()
            return
        stops = play.stops

        def done(found: Safest | None) -> None:
            if play is self._play and play.take_safest(stops, found):
                self.guides_changed.emit()
            else:
                self._ask_for_safest()

        def failed(error: Exception) -> None:
            raise error

        self._behind.run(play.find_safest(), done, failed)

    def _select_in_frame(self, pointer: Pointer, frame: Frame) -> None:
        caught = places.creatures_in(
            self.document.battle_map, frame.left, frame.top, frame.right, frame.bottom
        )
        kept = self.selection.ids if pointer.modifiers & _MORE else frozenset()
        self.selection.select(kept | caught)

    def _door_at(self, pointer: Pointer) -> int | None:
        battle_map = self.document.battle_map
        index = nearest_wall(battle_map, pointer.at, pointer.near)
        if index is None or battle_map.walls[index].kind is not WallKind.DOOR:
            return None
        return index

    def _toggle_door(self, index: int) -> None:
        battle_map = self.document.battle_map
        label = self.tr("Close door") if battle_map.walls[index].open else self.tr("Open door")
        self.document.commit(toggle_door(battle_map, index), label)

    def _move_label(self) -> str:
        single = self.selection.single
        if single is not None:
            return self.tr("Move {creature}").format(creature=single.title)
        return self.tr("Move {count} creatures").format(count=len(self.selection.ids))

    @staticmethod
    def _is_far(pointer: Pointer, start: Pointer) -> bool:
        gap = max(abs(pointer.at.x - start.at.x), abs(pointer.at.y - start.at.y))
        return gap > pointer.near / 2

    def _forget(self) -> None:
        self._start = self._grabbed = self._door = self._frame = self._area = None
        self._moved = (0, 0)
        if self._play is not None:
            self._play.dropped = True
        self._play = None
        self._safest_later.cancel()
        self.editor.overlays.hold_movement(None)


def _frame_between(one: Point, other: Point) -> Frame:
    left, right = sorted((one.x, other.x))
    top, bottom = sorted((one.y, other.y))
    return Frame(left, top, right, bottom)
