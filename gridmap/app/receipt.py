"""The lines that explain a square: its cost item by item, threats, cover, flanks, and further overlays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from gridmap.app.docks.square import Marks, Row
from gridmap.app.editor import Editor
from gridmap.app.rulesets import ruleset_of
from gridmap.app.square_words import terrain_words
from gridmap.app.tools.select import SelectTool
from gridmap.app.words import cost_text, feet_and_squares, reason_text, translated
from gridmap.model import FEET_PER_SQUARE, BattleMap, Creature, Square
from gridmap.overlays.overlay import Mark, Role, Segments, Shape
from gridmap.overlays.way import step_marks, strike_marks
from gridmap.rules.cover import CoverGrade
from gridmap.rules.explanation import Explanation, explained
from gridmap.rules.metric import boxes_apart, creature_box, square_box
from gridmap.rules.modes import Mode
from gridmap.rules.reason import Reason
from gridmap.rules.receipt import Item
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.space import side
from gridmap.rules.ways import Action, Way, Ways

_SAID_HERE = frozenset(("movement", "movement-by", "reach", "threats", "cover", "flanking", "five-foot-step"))
"""Kinds of overlay that the lines speak of anyway."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("square", text)


class Receipts:
    """Explains one square after the other of an editor's map."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._ways: Ways | None = None

    def rows(self, square: Square, *, pinned: bool = False) -> tuple[Row, ...]:
        """The lines of a square of the map."""
        # While a creature is dragged, from where it stood.
        battle_map = self._editor.overlays.held_map or self._editor.document.shown
        ruleset = ruleset_of(battle_map)
        creature = self._asking(battle_map)
        ways = self._ways_of(battle_map, creature, ruleset)
        found = explained(battle_map, ruleset, square, ways)
        held = self._held_way(square)
        if held is not None:
            found = replace(found, way=held)
        rows = [Row(self._place(found, battle_map, pinned), heading=True)]
        if creature is not None and found.distance is not None:
            rows.append(self._distance(found, creature, battle_map, ruleset))
        if ways is not None:
            rows += self._way(found, ways)
        rows += self._threats(found, battle_map, ruleset)
        rows += self._cover(found, battle_map)
        rows += self._flanks(found, battle_map)
        rows += self._overlays(square)
        return tuple(rows)

    def _asking(self, battle_map: BattleMap) -> Creature | None:
        """The selected creature as a map has it."""
        single = self._editor.selection.single
        return next((one for one in battle_map.creatures if single is not None and one.id == single.id), None)

    def frame(self, square: Square) -> tuple[Mark, ...]:
        """The outline of a square that is pinned."""
        return (Shape((_ring(square.x, square.y, 1),), Role.STEP),)

    def _held_way(self, square: Square) -> Way | None:
        """The way of a creature that is dragged there, over its waypoints."""
        tool = self._editor.tool
        play = tool.play if isinstance(tool, SelectTool) else None
        if play is None or not play.holds_over(square):
            return None
        return play.way

    def _ways_of(self, battle_map: BattleMap, creature: Creature | None, ruleset: Ruleset) -> Ways | None:
        if creature is None:
            self._ways = None
            return None
        name = self._editor.overlays.questions.asked.mode
        mode = Mode(name) if name else None
        known = self._ways
        if (
            known is None
            or known.battle_map is not battle_map
            or known.creature != creature
            or known.mode is not mode
        ):
            self._ways = Ways(battle_map, creature, ruleset, mode)
        return self._ways

    def _place(self, found: Explanation, battle_map: BattleMap, pinned: bool) -> str:
        x, y = found.square
        parts = [_tr("Square {x}, {y}").format(x=x, y=y), *terrain_words(battle_map, found.square)]
        if found.occupant is not None:
            parts.append(battle_map.creature(found.occupant).title)
        if pinned:
            parts.append(_tr("pinned"))
        return " · ".join(parts)

    def _distance(
        self, found: Explanation, creature: Creature, battle_map: BattleMap, ruleset: Ruleset
    ) -> Row:
        del battle_map
        box = square_box(found.square, creature.altitude)
        squares = boxes_apart(creature_box(creature, ruleset), box, ruleset.metric)
        words = _tr("{distance} from {creature}").format(
            distance=feet_and_squares(squares * FEET_PER_SQUARE), creature=creature.title
        )
        half = side(creature, ruleset) / 2
        ends = np.array([[(creature.at.x + half, creature.at.y + half), found.square.centre]], np.float64)
        return Row(words, rule="1.3", marks=lambda: (Segments(ends, Role.CLEAR_LINE),))

    def _way(self, found: Explanation, ways: Ways) -> Iterator[Row]:
        creature, ruleset = ways.creature, ways.ruleset
        half = side(creature, ruleset) / 2
        way = found.way
        if way is None:
            if found.why_not is not None:
                words = _tr("{creature} cannot end there: {why}")
                why = translated(found.why_not.template, found.why_not.arguments)
                yield Row(words.format(creature=creature.title, why=why), rule=found.why_not.rule)
            return
        if not way.receipt.items:
            yield Row(_tr("{creature} stands here").format(creature=creature.title))
            return
        by_movement = ruleset.movement.currency is Currency.MOVEMENT
        unit, whole = ("", _tr(" Movement")) if by_movement else (_tr(" ft"), _tr(" ft"))
        sum_of = " + ".join(f"{_item_words(item)} {item.spent}" for item in way.receipt.items)
        yield Row(
            f"{way.spent}{whole} = {sum_of}",
            marks=lambda: step_marks((), way.path, half),
            heading=True,
        )
        words = f"{cost_text(way.spent, ruleset)} · {_action_words(way.action, ways.speed)}"
        yield Row(words, rule="10" if by_movement else "3.9")
        for item in way.receipt.items:
            yield Row(
                "  " + _item_words(item, each=True),
                f"{item.spent}{unit}",
                item.rule,
                _step_marks(item, way, half),
            )
        for strike in way.strikes:
            yield Row(
                translated(strike.reason.template, strike.reason.arguments),
                rule=strike.reason.rule,
                marks=lambda: strike_marks(ways.battle_map, ruleset, creature, way),
            )
        if way.is_five_foot_step:
            yield Row(_tr("As a 5-foot step it provokes nobody"), rule="3.11")
        if way.hazards:
            yield Row(_tr("The way goes through a hazard"), rule="2.1")

    def _threats(self, found: Explanation, battle_map: BattleMap, ruleset: Ruleset) -> Iterator[Row]:
        for threat in found.threats:
            creature = battle_map.creature(threat.creature)
            ring = _ring(creature.at.x, creature.at.y, side(creature, ruleset))
            yield _reason_row(threat.reason, (Shape((ring,), Role.STEP),))
        if not found.threats and self._editor.selection.single is not None:
            yield Row(_tr("No opponent threatens it"), rule="4.1")

    def _cover(self, found: Explanation, battle_map: BattleMap) -> Iterator[Row]:
        del battle_map
        if found.cover is None:
            return
        grades = {
            CoverGrade.NONE: _tr("No cover"),
            CoverGrade.SOFT: _tr("Soft cover (+4 AC)"),
            CoverGrade.COVER: _tr("Cover (+4 AC, +2 Reflex)"),
            CoverGrade.TOTAL: _tr("Total cover"),
        }
        words = grades[found.cover.grade]
        creature = self._editor.selection.single
        if creature is not None:
            words = _tr("{cover} from {creature}").format(cover=words, creature=creature.title)
        amount = ""
        if found.cover.clear_lines is not None and found.cover.lines:
            amount = _tr("{clear} of {count} lines").format(
                clear=found.cover.clear_lines, count=len(found.cover.lines)
            )
        lines = found.cover.lines
        marks = tuple(
            Segments(np.array(ends, np.float64).reshape(-1, 2, 2), role)
            for role, ends in (
                (Role.CLEAR_LINE, [(line.start, line.end) for line in lines if line.is_clear]),
                (Role.STOPPED_LINE, [(line.start, line.end) for line in lines if not line.is_clear]),
            )
            if ends
        )
        rule = found.cover.reason.rule
        yield Row(words, amount, rule, lambda: marks)
        if found.cover.grade is not CoverGrade.NONE:
            yield Row("  " + translated(found.cover.reason.template, found.cover.reason.arguments))

    def _flanks(self, found: Explanation, battle_map: BattleMap) -> Iterator[Row]:
        for flank in found.flanks:
            names = {
                "target": battle_map.creature(flank.target).title,
                "attacker": battle_map.creature(flank.attacker).title,
                "ally": battle_map.creature(flank.ally).title,
                "why": translated(flank.reason.template, flank.reason.arguments),
            }
            words = _tr("{attacker} flanks {target} with {ally}: {why}").format(**names)
            marks: tuple[Mark, ...] = ()
            if flank.line is not None:
                marks = (Segments(np.array([flank.line], np.float64), Role.FLANK_LINE),)
            yield _marked(words, flank.reason.rule, marks)

    def _overlays(self, square: Square) -> Iterator[Row]:
        """What the other overlays say, pinned ones and comparisons among them."""
        said: dict[str, None] = {}
        for overlay in self._editor.overlays.overlays:
            if overlay.name.partition(":")[0] in _SAID_HERE:
                continue
            reason = overlay.reason_at(square)
            if reason is not None:
                said[reason_text(reason)] = None
        yield from (Row(words) for words in said)


def _reason_row(reason: Reason, marks: tuple[Mark, ...]) -> Row:
    return _marked(translated(reason.template, reason.arguments), reason.rule, marks)


def _marked(words: str, rule: str, marks: tuple[Mark, ...]) -> Row:
    return Row(words, rule=rule, marks=lambda: marks)


def _step_marks(item: Item, way: Way, half: float) -> Marks:
    return lambda: step_marks(item.steps, way.path, half)


def _item_words(item: Item, *, each: bool = False) -> str:
    """A kind of steps, e.g. ``3 straight``; with what each costs where they differ."""
    count = len(item.costs)
    kind = translated(item.words, item.arguments)
    words = kind if count == 1 and not each else f"{count} {kind}"
    if each and count > 1:
        costs = sorted(set(item.costs))
        if len(costs) == 1:
            return _tr("{words}, {cost} each").format(words=words, cost=costs[0])
        return f"{words} ({_few_costs(item.costs)})"
    return words


def _few_costs(costs: Sequence[int]) -> str:
    shown = " + ".join(map(str, costs[:6]))
    return f"{shown} …" if len(costs) > 6 else shown


def _action_words(action: Action, speed: int) -> str:
    words = {
        Action.MOVE: _tr("within a move action of {speed} ft"),
        Action.DOUBLE: _tr("within a double move of {double} ft"),
        Action.ADVANCE: _tr("within an advance of {speed} Movement"),
        Action.DASH: _tr("within a dash of {speed} Movement"),
        Action.RUN: _tr("within a run of {speed} Movement"),
        Action.LONGER: _tr("more than one turn"),
    }
    return words[action].format(speed=speed, double=2 * speed)


def _ring(x: int, y: int, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([(x, y), (x + count, y), (x + count, y + count), (x, y + count)], np.float64)
