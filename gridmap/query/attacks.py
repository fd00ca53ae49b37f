"""Kinds of question about reach, flanks and cover (rules 4, 5, 6)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE
from gridmap.query.question import MAX_TRACED, Answer, Question, explained, pairs, reasons
from gridmap.rules import cover as covers
from gridmap.rules import flanking as flanks_of
from gridmap.rules import reach as reaching
from gridmap.rules.metric import box_distances, boxes_apart, creature_box
from gridmap.rules.ruleset import Metric
from gridmap.rules.space import reach as reach_of


def reach(question: Question) -> Answer:
    creature = question.creature("creature")
    threatened = reaching.threatened(question.battle_map, creature, question.ruleset)
    answer: Answer = {"squares": pairs(threatened)}
    if question.explain:
        answer["reasons"] = reasons(
            threatened | _around(question, creature),
            lambda square: reaching.threat_reason(question.battle_map, creature, question.ruleset, square),
            MAX_TRACED,
        )
    return answer


def _around(question: Question, creature: Creature) -> npt.NDArray[np.bool_]:
    """The squares within reach and a square more, whatever is in the way: ``(height, width) bool``."""
    box = creature_box(creature, question.ruleset)
    apart = box_distances(box, question.battle_map.terrain.shape, Metric.ONE_FOR_ONE)
    near: npt.NDArray[np.bool_] = apart * FEET_PER_SQUARE <= reach_of(creature, question.ruleset).at_most + 5
    return near


MAX_LINES = 12_000_000
"""How many lines between allies may be tried for all flanks of a map."""


def flanking(question: Question) -> Answer:
    lines = flanks_of.lines_to_try(question.battle_map, question.ruleset)
    if lines > MAX_LINES:
        raise FormatError(
            f"map.creatures: {lines:,} lines between allies who threaten the same target; "
            f"the limit is {MAX_LINES:,}"
        )
    flanks = flanks_of.flanks(question.battle_map, question.ruleset)
    answer: Answer = {"flanks": [[flank.target, flank.attacker, flank.ally] for flank in flanks]}
    if question.explain:
        answer["reasons"] = [
            [flank.target, flank.attacker, flank.ally, str(flank.reason)] for flank in flanks
        ]
        answer["no_flanks"] = [
            [*names, str(reason)]
            for *names, reason in flanks_of.no_flanks(question.battle_map, question.ruleset, flanks)
        ]
    return answer


MAX_APART = 500
"""How far apart an attacker and its target may be, in squares."""


def check_apart(question: Question, attacker: Creature, target: Creature) -> None:
    """Refuse a target so far off that lines to it take too long.

    Raises:
        FormatError: naming the field.
    """
    one, other = (creature_box(each, question.ruleset) for each in (attacker, target))
    apart = boxes_apart(one, other, Metric.ONE_FOR_ONE)
    if apart > MAX_APART:
        place = question.ask.at("target")
        raise FormatError(f"{place} is {apart:,} squares away; cover is worked out to {MAX_APART}")


def cover(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    attack = question.ask.choice("attack", covers.Attack)
    check_apart(question, attacker, target)
    cover = covers.cover(question.battle_map, attacker, target, question.ruleset, attack)
    answer: Answer = {"cover": str(cover.grade)}
    if cover.clear_lines is not None:
        answer["clear_lines"] = cover.clear_lines
    return explained(answer, question, cover.reason)
