"""What the selected creature can do to another: forced moves, charges, flanks, cover, withdrawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent

from gridmap.app import creature_places as places
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.area import TURNING_KEYS
from gridmap.app.tools.guides import Badge, Frame, Guide
from gridmap.app.tools.pointer import Pointer
from gridmap.app.tools.tool import Tool
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.app.words import reason_text
from gridmap.edits.creatures import place_creature
from gridmap.model import BattleMap, Creature, Point, Square
from gridmap.rules.space import side

if TYPE_CHECKING:
    from gridmap.app.editor import Editor

FORCED_MOVES = ("push", "pull", "slide")
MOST_FORCED = 40
"""Squares; farther no tool asks."""
TARGET_QUESTIONS = ("charge", "flank-spots", "cover", "withdraw")
_MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
_FORCED_NAMES = {
    "push": QT_TRANSLATE_NOOP("play", "Push"),
    "pull": QT_TRANSLATE_NOOP("play", "Pull"),
    "slide": QT_TRANSLATE_NOOP("play", "Slide"),
}
_QUESTION_NAMES = {
    "charge": QT_TRANSLATE_NOOP("play", "Charge"),
    "flank-spots": QT_TRANSLATE_NOOP("play", "Flank"),
    "cover": QT_TRANSLATE_NOOP("play", "Cover"),
    "withdraw": QT_TRANSLATE_NOOP("play", "Withdraw"),
}
_MEANINGS = {
    "push": QT_TRANSLATE_NOOP("play", "Every square is farther from the selected creature than the last."),
    "pull": QT_TRANSLATE_NOOP("play", "Every square is nearer to the selected creature than the last."),
    "slide": QT_TRANSLATE_NOOP("play", "Any way."),
    "charge": QT_TRANSLATE_NOOP("play", "Whether it may charge the target, and down which lane."),
    "flank-spots": QT_TRANSLATE_NOOP("play", "From where it would flank the target, and at what cost."),
    "cover": QT_TRANSLATE_NOOP("play", "What cover the target has from it, line by line."),
    "withdraw": QT_TRANSLATE_NOOP("play", "Where it can withdraw to from the target."),
}


def choice_name(choice: str) -> str:
    """A forced move's or a question's name."""
    return QCoreApplication.translate("play", (_FORCED_NAMES | _QUESTION_NAMES)[choice])


def choice_meaning(choice: str) -> str:
    """What it asks, in one sentence."""
    return QCoreApplication.translate("play", _MEANINGS[choice])


class Destination(NamedTuple):
    """A position that a click moves somebody to.

    Attributes:
        creature: the id of who is moved.
        label: what the history calls it.
        words: what the badge says of it.
    """

    creature: str
    label: str
    words: str


class _AtTargetTool(Tool):
    """Point at a target to see the answer, click to keep it, click one of its places to move there.

    The selected creature asks; without one the first click selects it, Shift+click another one.
    """

    has_options = True

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._kept: str | None = None
        self._near: str | None = None
        self._found: Mapping[Square, Destination] = {}
        self._found_for: tuple[BattleMap, tuple[str, ...]] | None = None
        editor.selection.changed.connect(self._ask)
        editor.options.changed.connect(self._ask)
        editor.document.changed.connect(self._ask)

    @property
    def target(self) -> Creature | None:
        """Whom it is asked about: the one kept, else the one under the hand."""
        name = self._kept or self._near
        return next((one for one in self.document.shown.creatures if one.id == name), None)

    @property
    def destinations(self) -> Mapping[Square, Destination]:
        """The positions that a click moves somebody to."""
        source, target = self.editor.selection.single, self.target
        if source is None or target is None or source.id == target.id:
            return {}
        key = self.document.shown, self.questions(source, target)
        if self._found_for is None or self._found_for[0] is not key[0] or self._found_for[1] != key[1]:
            self._found_for, self._found = key, self.found(source, target)
        return self._found

    def questions(self, source: Creature, target: Creature) -> tuple[str, ...]:
        """The overlays that show the answer."""
        raise NotImplementedError

    def found(self, source: Creature, target: Creature) -> Mapping[Square, Destination]:
        """The positions that a click moves somebody to, worked out anew."""
        raise NotImplementedError

    def take(self) -> None:
        self._kept = self._near = None

    def leave(self) -> None:
        super().leave()
        self._kept = self._near = None
        self.editor.overlays.questions.ask()

    def hovered(self, pointer: Pointer | None) -> None:
        creature = None if pointer is None else places.creature_at(self.document.shown, pointer.at)
        near = None if creature is None or creature.id in self.editor.selection.ids else creature.id
        if near != self._near:
            self._near = near
            self._ask()

    def end(self, pointer: Pointer) -> None:
        creature = places.creature_at(self.document.shown, pointer.at)
        place = self._place(pointer)
        if pointer.secondary:
            self._kept = None
        elif self._kept is not None and place is not None and not pointer.modifiers & _MORE:
            self._go(place)
        elif creature is None:
            self._kept = None
        elif self.editor.selection.single is None or pointer.modifiers & _MORE:
            self._kept = None
            self.editor.selection.select({creature.id})
        elif creature.id not in self.editor.selection.ids:
            self._kept = creature.id
        self._ask()

    def back_out(self) -> bool:
        if self.escape():
            return True
        was_kept, self._kept = self._kept is not None, None
        self._ask()
        self.guides_changed.emit()
        return was_kept

    def guides(self) -> tuple[Guide, ...]:
        source, target, pointer = self.editor.selection.single, self.target, self.pointer
        ruleset = ruleset_of(self.document.shown)
        if pointer is None or source is None:
            return ()
        guides: list[Guide] = []
        if target is not None:
            guides.append(Frame.of_block(target.at, side(target, ruleset)))
        place = self._place(pointer) if self._kept is not None else None
        if place is not None:
            goal = self.destinations[place]
            size = side(self.document.shown.creature(goal.creature), ruleset)
            guides.append(Frame.of_block(place, size))
            guides.append(Badge(Point(place.x + size, place.y + size), goal.words))
        elif target is not None:
            size = side(target, ruleset)
            answer = self.answer(source, target)
            if answer:
                guides.append(Badge(Point(target.at.x + size, target.at.y + size), answer))
        return tuple(guides)

    def answer(self, source: Creature, target: Creature) -> str:
        """The answer in a line, for the badge at the target."""
        wanted = self.questions(source, target)
        shown = [each for each in self.editor.overlays.overlays if each.name in wanted]
        lines = [reason_text(each.notice) for each in shown if each.notice is not None]
        return "\n".join(lines)

    def _place(self, pointer: Pointer) -> Square | None:
        """The destination under the hand: by its top-left square, or the middle of a large space."""
        found = self.destinations
        if not found:
            return None
        mover = self.document.shown.creature(next(iter(found.values())).creature)
        half = side(mover, ruleset_of(self.document.shown)) / 2
        middle = Square(round(pointer.at.x - half), round(pointer.at.y - half))
        return next((at for at in (middle, pointer.square) if at in found), None)

    def _go(self, place: Square) -> None:
        goal = self.destinations[place]
        moved = place_creature(self.document.battle_map, goal.creature, place)
        self._kept = None
        if moved is not self.document.battle_map:
            self.document.commit(moved, goal.label)

    def _ask(self) -> None:
        if self.editor.tool is not self:
            return
        source, target = self.editor.selection.single, self.target
        if source is None or target is None or source.id == target.id:
            self.editor.overlays.questions.ask()
        else:
            self.editor.overlays.questions.ask(*self.questions(source, target))
        self.guides_changed.emit()


class PushTool(_AtTargetTool):
    """Where a push, pull or slide can leave its target; the wheel changes how far it goes."""

    name = "push"

    def questions(self, source: Creature, target: Creature) -> tuple[str, ...]:
        choices = self.options.choices
        return (f"forced:{choices.forced_move}:{source.id}:{target.id}:{choices.forced_squares}",)

    def found(self, source: Creature, target: Creature) -> Mapping[Square, Destination]:
        # Imported with the first question, as all the rules are that the first frame does not need.
        from gridmap.rules.forced import ForcedMove, forced

        choices, battle_map = self.options.choices, self.document.shown
        answer = forced(
            battle_map,
            source,
            target,
            ruleset_of(battle_map),
            ForcedMove(choices.forced_move),
            choices.forced_squares,
        )
        label = f"{choice_name(choices.forced_move)} {target.title}"
        found = {}
        for y, x in np.argwhere(answer.steps > 0).tolist():
            reason = answer.reason(Square(x, y))
            if reason is not None:
                found[Square(x, y)] = Destination(target.id, label, reason_text(reason))
        return found

    def wants(self, key: Qt.Key) -> bool:
        return key in TURNING_KEYS

    def key(self, event: QKeyEvent) -> bool:
        notches = TURNING_KEYS.get(Qt.Key(event.key()))
        return notches is not None and self.turn(notches)

    def turn(self, notches: int) -> bool:
        squares = self.options.choices.forced_squares + notches
        self.options.choose(forced_squares=max(1, min(MOST_FORCED, squares)))
        return True

    def hint(self) -> str:
        if self.editor.selection.single is None:
            return self.tr("Click the creature that pushes, then its target.")
        return self.tr(
            "Click a target, then the square to leave it in; the wheel changes how far, "
            "Shift+click who pushes."
        )

    def answer(self, source: Creature, target: Creature) -> str:
        count = len(self.destinations)
        words = self.tr("{move} of up to {squares} squares: {count} places")
        choices = self.options.choices
        lines = [
            words.format(move=choice_name(choices.forced_move), squares=choices.forced_squares, count=count)
        ]
        return "\n".join([*lines, *filter(None, [super().answer(source, target)])])


class TargetTool(_AtTargetTool):
    """Charge, flank, cover and withdrawing, for the selected creature and a target."""

    name = "target"

    def questions(self, source: Creature, target: Creature) -> tuple[str, ...]:
        return (f"{self.options.choices.target_question}:{source.id}:{target.id}",)

    def found(self, source: Creature, target: Creature) -> Mapping[Square, Destination]:
        question = self.options.choices.target_question
        if question == "charge":
            return self._charge_ends(source, target)
        if question == "flank-spots":
            return self._flank_spots(source, target)
        return {}

    def _charge_ends(self, source: Creature, target: Creature) -> Mapping[Square, Destination]:
        from gridmap.rules.charge import charge
        from gridmap.rules.ways import walking_speed

        battle_map = self.document.shown
        answer = charge(battle_map, source, target, ruleset_of(battle_map), walking_speed(source))
        label = self.tr("Charge {target}").format(target=target.title)
        return dict.fromkeys(answer.ends, Destination(source.id, label, reason_text(answer.reason)))

    def _flank_spots(self, source: Creature, target: Creature) -> Mapping[Square, Destination]:
        from gridmap.overlays.registry import build
        from gridmap.rules.flank_finder import flank_spots

        battle_map = self.document.shown
        ruleset = ruleset_of(battle_map)
        overlay = build(self.questions(source, target)[0], battle_map, ruleset)
        label = self.tr("Flank {target}").format(target=target.title)
        found = {}
        for spot in flank_spots(battle_map, source, target, ruleset):
            reason = overlay.reason_at(spot.at)
            if reason is not None:
                found[spot.at] = Destination(source.id, label, reason_text(reason))
        return found

    def hint(self) -> str:
        if self.editor.selection.single is None:
            return self.tr("Click the creature that asks, then its target.")
        return self.tr(
            "Point at a target; click to keep the answer, then a place to move there; Shift+click who asks."
        )

    def answer(self, source: Creature, target: Creature) -> str:
        said = super().answer(source, target)
        if said or self.options.choices.target_question == "charge":
            return said
        wanted = self.questions(source, target)
        from gridmap.app.words import legend_text

        entries = [
            legend_text(entry)
            for each in self.editor.overlays.overlays
            if each.name in wanted
            for entry in each.legend
        ]
        return "\n".join(entries[:2])
