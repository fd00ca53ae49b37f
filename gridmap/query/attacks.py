"""Kinds of question about reach, flanks and cover (rules 4, 5, 6)."""

from __future__ import annotations

from gridmap.query.question import Answer, Question, explained, pairs, reasons
from gridmap.rules import cover as covers
from gridmap.rules import flanking as flanks_of
from gridmap.rules import reach as reaching


def reach(question: Question) -> Answer:
    creature = question.creature("creature")
    threatened = reaching.threatened(question.battle_map, creature, question.ruleset)
    answer: Answer = {"squares": pairs(threatened)}
    if question.explain:
        answer["reasons"] = reasons(
            threatened,
            lambda square: reaching.threat_reason(question.battle_map, creature, question.ruleset, square),
        )
    return answer


def flanking(question: Question) -> Answer:
    flanks = flanks_of.flanks(question.battle_map, question.ruleset)
    answer: Answer = {"flanks": [[flank.target, flank.attacker, flank.ally] for flank in flanks]}
    if question.explain:
        answer["reasons"] = [
            [flank.target, flank.attacker, flank.ally, str(flank.reason)] for flank in flanks
        ]
    return answer


def cover(question: Question) -> Answer:
    attacker, target = question.two_creatures("attacker", "target")
    attack = question.ask.choice("attack", covers.Attack)
    cover = covers.cover(question.battle_map, attacker, target, question.ruleset, attack)
    answer: Answer = {"cover": str(cover.grade)}
    if cover.clear_lines is not None:
        answer["clear_lines"] = cover.clear_lines
    return explained(answer, question, cover.reason)
