"""The rules by their numbers, in a sentence each, for tooltips."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gridmap.app.translation import QT_TRANSLATE_NOOP

_RULES = {
    "1.2": QT_TRANSLATE_NOOP("rules", "A size fills a block of squares; its position is the top-left one."),
    "1.3": QT_TRANSLATE_NOOP(
        "rules", "Distance: the longer way; where rules say so, every second diagonal adds."
    ),
    "2.1": QT_TRANSLATE_NOOP("rules", "A hazard costs nothing extra to enter."),
    "2.4": QT_TRANSLATE_NOOP("rules", "No step and no space may cross a wall."),
    "3.1": QT_TRANSLATE_NOOP("rules", "Every square of the space must be on the map and free."),
    "3.2": QT_TRANSLATE_NOOP("rules", "Difficult ground and slowing conditions multiply what a step costs."),
    "3.3": QT_TRANSLATE_NOOP(
        "rules", "A straight step is 5 ft; diagonals are 5 ft each, or 5 and 10 in turn."
    ),
    "3.5": QT_TRANSLATE_NOOP("rules", "An obstacle adds 10 ft to the step that crosses it."),
    "3.6": QT_TRANSLATE_NOOP("rules", "A step onto impeded ground takes a full round."),
    "3.7": QT_TRANSLATE_NOOP("rules", "Allies are passed, but not stopped at; opponents are neither."),
    "3.8": QT_TRANSLATE_NOOP("rules", "Squeezing costs double, and 4 of attack and AC."),
    "3.9": QT_TRANSLATE_NOOP("rules", "A move action covers the speed, a double move twice the speed."),
    "3.10": QT_TRANSLATE_NOOP("rules", "Each mode of movement pays from its own speed."),
    "3.11": QT_TRANSLATE_NOOP("rules", "A 5-foot step never provokes."),
    "3.12": QT_TRANSLATE_NOOP("rules", "A charge goes straight down a lane with nothing in it."),
    "3.13": QT_TRANSLATE_NOOP("rules", "Withdrawing spares the first square, or one enemy, by the ruleset."),
    "4.1": QT_TRANSLATE_NOOP("rules", "A creature threatens what lies in its reach and its line of effect."),
    "4.3": QT_TRANSLATE_NOOP("rules", "Leaving a threatened square lets an enemy strike, once a move."),
    "5.1": QT_TRANSLATE_NOOP("rules", "Both flankers must threaten the target."),
    "5.2": QT_TRANSLATE_NOOP(
        "rules", "The line between flankers crosses the target's opposite sides or corners."
    ),
    "5.3": QT_TRANSLATE_NOOP(
        "rules", "The line goes from inside a side to the opposite one, or corner to corner."
    ),
    "5.4": QT_TRANSLATE_NOOP("rules", "One inside a much larger creature's space flanks it from anywhere."),
    "5.5": QT_TRANSLATE_NOOP("rules", "A flank on a square flanks everyone in it."),
    "6.2": QT_TRANSLATE_NOOP(
        "rules", "Cover: a line from the attacker's best corner to the target is stopped."
    ),
    "6.3": QT_TRANSLATE_NOOP(
        "rules", "Melee beside each other: any line between two corners that is stopped."
    ),
    "6.4": QT_TRANSLATE_NOOP("rules", "Total cover: no line of effect at all."),
    "7.5": QT_TRANSLATE_NOOP("rules", "An effect reaches a square only by a line of effect from its origin."),
    "8.1": QT_TRANSLATE_NOOP("rules", "A forced move ends before what is blocked, and never provokes."),
    "8.2": QT_TRANSLATE_NOOP("rules", "Forced into a hazard, a save ends the move in the square before."),
    "10": QT_TRANSLATE_NOOP("rules", "A step costs 1 Movement, and 1 more for each hindrance."),
}


def rule_words(rules: str) -> str:
    """Rules by their numbers, e.g. ``3.2, 3.3``, a line for each that has words.

    >>> rule_words("3.11")
    '3.11 · A 5-foot step never provokes.'
    """
    return "\n".join(
        f"{number} · {QCoreApplication.translate('rules', _RULES[number])}"
        for number in rules.split(", ")
        if number in _RULES
    )
