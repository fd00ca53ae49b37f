"""Rules questions without a window: one JSON line in, one JSON line out.

`docs/query.md` says what each kind asks and answers. Whatever a line holds, it is answered by its answer
or by ``{"error": "…"}``, one sentence that names the field at fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import Fields
from gridmap.formats.json_text import decode
from gridmap.formats.mapobject import read_map
from gridmap.formats.registry import open_map
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Point, Square
from gridmap.rules import charge as charges
from gridmap.rules import cover as covers
from gridmap.rules import flanking, forced, metric, movement, placement, provoke, reach
from gridmap.rules.area import AreaError, AreaQuestion, AreaShape, Direction, area
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import AreaRule, Currency, Ruleset, RulesetError, load_ruleset, shipped_ruleset
from gridmap.rules.space import side

MAX_FEET = 1_000_000
"""The largest budget, speed or size that a question may name."""
MAX_ROUNDS = 10_000
MAX_PATH = 10_000

Answer = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """One line, read as far as every kind needs it."""

    battle_map: BattleMap
    ruleset: Ruleset
    ask: Fields
    explain: bool

    def creature(self, name: str) -> Creature:
        """The creature that a field names by its id."""
        creature_id = self.ask.text(name)
        try:
            return self.battle_map.creature(creature_id)
        except KeyError:
            raise FormatError(
                f"{self.ask.at(name)}: no creature has the id {json.dumps(creature_id)}"
            ) from None

    def two_creatures(self, one: str, other: str) -> tuple[Creature, Creature]:
        """Two fields' creatures, which must not be the same."""
        first, second = self.creature(one), self.creature(other)
        if first is second:
            raise FormatError(f"{self.ask.at(other)}: it is the same creature as {self.ask.at(one)}")
        return first, second

    def square(self, name: str) -> Square:
        """A square on the map."""
        square = Square(*self.ask.square(name))
        if not self.battle_map.contains(square):
            raise FormatError(f"{self.ask.at(name)}: {list(square)} is off the map")
        return square

    def feet(self, name: str) -> int:
        """A number of feet (of Movement, in soulweaver), 0 or more."""
        return self.ask.integer(name, 0, MAX_FEET)


def run_queries(lines: Iterable[str | bytes], out: TextIO) -> int:
    """Answer every line in order; blank lines are passed over.

    Returns:
        The exit status: 1 if any line could not be answered, else 0.
    """
    status = 0
    for line in lines:
        if not line.strip():
            continue
        answer = answer_line(line)
        status = 1 if "error" in answer else status
        out.write(json.dumps(answer, separators=(",", ":"), ensure_ascii=False) + "\n")
    out.flush()
    return status


def answer_line(line: str | bytes) -> Answer:
    """The answer of one line, or its error."""
    try:
        content = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
        return _answer(decode(content))
    except (FormatError, RulesetError) as error:
        return {"error": str(error)}


def _answer(value: object) -> Answer:
    fields = Fields(value, "question")
    ask = Fields(fields.raw("ask"), "ask")
    kind = ask.text("kind")
    answer = _KINDS.get(kind)
    if answer is None:
        raise FormatError(f"ask.kind is {json.dumps(kind[:40])}; it must be one of {', '.join(_KINDS)}")
    battle_map = _map(fields)
    ruleset = _ruleset(fields, battle_map)
    explain = ask.flag("explain") or fields.flag("explain")
    return answer(Question(battle_map, ruleset, ask, explain))


def _map(fields: Fields) -> BattleMap:
    value = fields.raw("map")
    if isinstance(value, str):
        return open_map(Path(fields.text("map"))).battle_map
    return read_map(value, "map", only_rules=True)


def _ruleset(fields: Fields, battle_map: BattleMap) -> Ruleset:
    name = fields.text("ruleset", battle_map.ruleset)
    return load_ruleset(Path(name)) if name.endswith(".toml") else shipped_ruleset(name)


def _distance(question: Question) -> Answer:
    one, other = _end(question, "from"), _end(question, "to")
    squares = metric.boxes_apart(one, other, question.ruleset.metric)
    answer: Answer = {"squares": squares, "feet": squares * FEET_PER_SQUARE}
    if question.explain:
        answer["reason"] = str(metric.distance_reason(one, other, question.ruleset.metric))
    return answer


def _end(question: Question, name: str) -> metric.Box:
    if isinstance(question.ask.raw(name), str):
        return metric.creature_box(question.creature(name), question.ruleset)
    return metric.square_box(question.square(name))


def _movement(question: Question) -> Answer:
    creature, ruleset = question.creature("creature"), question.ruleset
    counts_movement = ruleset.movement.currency is Currency.MOVEMENT
    pace = movement.Pace.ADVANCE
    if counts_movement or question.ask.has("pace"):
        pace = question.ask.choice("pace", movement.Pace, movement.Pace.ADVANCE)
    field = movement.cost_field(
        question.battle_map,
        creature,
        ruleset,
        question.feet("budget"),
        squeeze=question.ask.flag("squeeze", True),
        pace=pace,
    )
    stops = [[*square, int(field.feet[square.y, square.x])] for square in _squares(field.stops)]
    answer: Answer = {"stops": stops, "squeezed": _pairs(field.squeezed & field.stops)}
    if question.explain:
        answer["reasons"] = [
            [*square, str(reason)]
            for square in _squares(field.stops)
            if (reason := field.reason(square)) is not None
        ]
    return answer


def _rounds(question: Question) -> Answer:
    field = movement.rounds_field(
        question.battle_map,
        question.creature("creature"),
        question.ruleset,
        question.feet("speed"),
        question.ask.integer("rounds", 0, MAX_ROUNDS),
    )
    stops = [
        [*square, int(field.round[square.y, square.x]), int(field.feet[square.y, square.x])]
        for square in _squares(field.round >= 0)
    ]
    return {"stops": stops}


def _reach(question: Question) -> Answer:
    creature = question.creature("creature")
    threatened = reach.threatened(question.battle_map, creature, question.ruleset)
    answer: Answer = {"squares": _pairs(threatened)}
    if question.explain:
        answer["reasons"] = [
            [*square, str(reach.threat_reason(question.battle_map, creature, question.ruleset, square))]
            for square in _squares(threatened)
        ]
    return answer


def _flanking(question: Question) -> Answer:
    flanks = flanking.flanks(question.battle_map, question.ruleset)
    answer: Answer = {"flanks": [[flank.target, flank.attacker, flank.ally] for flank in flanks]}
    if question.explain:
        answer["reasons"] = [
            [flank.target, flank.attacker, flank.ally, str(flank.reason)] for flank in flanks
        ]
    return answer


def _cover(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    attack = question.ask.choice("attack", covers.Attack)
    cover = covers.cover(question.battle_map, attacker, target, question.ruleset, attack)
    answer: Answer = {"cover": str(cover.grade)}
    if cover.clear_lines is not None:
        answer["clear_lines"] = cover.clear_lines
    return _explained(answer, question, cover.reason)


def _area(question: Question) -> Answer:
    ask = question.ask
    shape = ask.choice("shape", AreaShape)
    try:
        found = area(
            question.battle_map,
            question.ruleset,
            AreaQuestion(
                shape=shape,
                feet=ask.integer("feet", 1, MAX_FEET),
                origin=Point(*ask.point("origin")) if ask.has("origin") else None,
                toward=ask.choice("toward", Direction) if ask.has("toward") else None,
                creature=question.creature("creature") if ask.has("creature") else None,
                through=question.square("through") if ask.has("through") else None,
                line_of_effect=ask.flag("line_of_effect", True),
                widened=ask.flag("widened"),
            ),
        )
    except AreaError as error:
        raise FormatError(f"ask.{error}") from None
    answer: Answer = {"squares": _pairs(found.squares)}
    if shape is AreaShape.LINE and question.ruleset.areas.rule is AreaRule.SQUARES:
        answer["close_calls"] = _pairs(found.close_calls)
    return _explained(answer, question, found.notice)


def _placements(question: Question) -> Answer:
    try:
        found = placement.placements(
            question.battle_map,
            question.creature("creature"),
            question.ruleset,
            question.ask.choice("shape", AreaShape),
            question.ask.integer("feet", 1, MAX_FEET),
        )
    except AreaError as error:
        raise FormatError(f"ask.{error}") from None
    return {"at": [list(square) for square in found]}


def _forced(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    ends = forced.forced_ends(
        question.battle_map,
        attacker,
        target,
        question.ruleset,
        question.ask.choice("move", forced.ForcedMove),
        question.ask.integer("squares", 0, MAX_FEET),
    )
    answer: Answer = {
        "ends": [[*end.at, end.steps] for end in ends],
        "hazards": [list(end.at) for end in ends if end.in_hazard],
    }
    if question.explain:
        answer["reasons"] = [[*end.at, str(end.reason)] for end in ends]
    return answer


def _charge(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    found = charges.charge(question.battle_map, attacker, target, question.ruleset, question.feet("speed"))
    answer: Answer = {"legal": found.is_legal, "ends": [list(square) for square in found.ends]}
    return _explained(answer, question, found.reason)


def _provokes(question: Question) -> Answer:
    creature = question.creature("creature")
    strikes = provoke.strikes(question.battle_map, creature, question.ruleset, _path(question, creature))
    answer: Answer = {"provokes": [[strike.enemy, *strike.left] for strike in strikes]}
    if question.explain:
        answer["reasons"] = [[strike.enemy, str(strike.reason)] for strike in strikes]
    return answer


def _path(question: Question, creature: Creature) -> tuple[Square, ...]:
    """The positions of a path, each on the map and a step from the one before, the first the creature's."""
    values = question.ask.raw("path")
    if not isinstance(values, list) or not values:
        raise FormatError("ask.path must be a list of positions, the first the creature's own")
    if len(values) > MAX_PATH:
        raise FormatError(f"ask.path has {len(values):,} positions; the limit is {MAX_PATH:,}")
    count = side(creature, question.ruleset)
    path: list[Square] = []
    for index, value in enumerate(values):
        place = f"path[{index}]"
        at = Square(*Fields({place: value}, "ask").square(place))
        last = Square(at.x + count - 1, at.y + count - 1)
        if not (question.battle_map.contains(at) and question.battle_map.contains(last)):
            raise FormatError(f"ask.{place}: the space at {list(at)} is not wholly on the map")
        if path and max(abs(at.x - path[-1].x), abs(at.y - path[-1].y)) > 1:
            raise FormatError(f"ask.{place}: {list(at)} is more than a step from {list(path[-1])}")
        path.append(at)
    if path[0] != creature.at:
        raise FormatError(f"ask.path[0] is {list(path[0])}; {creature.id} stands at {list(creature.at)}")
    return tuple(path)


def _explained(answer: Answer, question: Question, reason: Reason | None) -> Answer:
    if question.explain and reason is not None:
        answer["reason"] = str(reason)
    return answer


def _squares(mask: npt.NDArray[np.bool_]) -> list[Square]:
    """The squares of a mask, sorted by y, then x."""
    return [Square(x, y) for y, x in np.argwhere(mask).tolist()]


def _pairs(mask: npt.NDArray[np.bool_]) -> list[list[int]]:
    return [list(square) for square in _squares(mask)]


_KINDS: Mapping[str, Callable[[Question], Answer]] = {
    "distance": _distance,
    "movement": _movement,
    "rounds": _rounds,
    "reach": _reach,
    "flanking": _flanking,
    "cover": _cover,
    "area": _area,
    "placements": _placements,
    "forced": _forced,
    "charge": _charge,
    "provokes": _provokes,
}
