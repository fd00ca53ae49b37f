"""Words for the core's templates and numbers, in the user's language."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.model import FEET_PER_SQUARE, Manoeuvrability, Size, Stance, WallKind
from gridmap.overlays.overlay import LegendEntry
from gridmap.render.scene import GridStyle
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset

CORE_CONTEXT = "core"
"""Translation context of every template that comes out of rules and overlays."""


def translated(template: str, arguments: Any) -> str:
    """A core template in the user's language with its arguments filled in."""
    return QCoreApplication.translate(CORE_CONTEXT, template).format(**arguments)


def reason_text(reason: Reason) -> str:
    """Why, in one line with its rule."""
    words = translated(reason.template, reason.arguments)
    words = words[:1].upper() + words[1:]
    if not reason.rule:
        return words
    rule = QCoreApplication.translate(CORE_CONTEXT, "rules {rule}").format(rule=reason.rule)
    return f"{words} ({rule})"


def legend_text(entry: LegendEntry) -> str:
    """One line of a legend."""
    return translated(entry.template, entry.arguments)


def feet_and_squares(feet: int) -> str:
    """A length in both units.

    >>> feet_and_squares(15), feet_and_squares(5)
    ('15 ft (3 squares)', '5 ft (1 square)')
    """
    return QCoreApplication.translate("units", "{feet} ft ({squares})").format(
        feet=feet, squares=squares_words(feet)
    )


def squares_words(feet: int) -> str:
    """A length in squares alone.

    >>> squares_words(15), squares_words(5), squares_words(12)
    ('3 squares', '1 square', '2.4 squares')
    """
    squares = feet / FEET_PER_SQUARE
    if squares == 1:
        return QCoreApplication.translate("units", "1 square")
    return QCoreApplication.translate("units", "{squares} squares").format(squares=f"{squares:g}")


def cost_text(cost: int, ruleset: Ruleset) -> str:
    """A movement cost in the ruleset's currency."""
    if ruleset.movement.currency is Currency.FEET:
        return feet_and_squares(cost)
    return QCoreApplication.translate("units", "{cost} Movement").format(cost=cost)


_SIZES = {
    Size.FINE: QT_TRANSLATE_NOOP("model", "Fine"),
    Size.DIMINUTIVE: QT_TRANSLATE_NOOP("model", "Diminutive"),
    Size.TINY: QT_TRANSLATE_NOOP("model", "Tiny"),
    Size.SMALL: QT_TRANSLATE_NOOP("model", "Small"),
    Size.MEDIUM: QT_TRANSLATE_NOOP("model", "Medium"),
    Size.LARGE: QT_TRANSLATE_NOOP("model", "Large"),
    Size.HUGE: QT_TRANSLATE_NOOP("model", "Huge"),
    Size.GARGANTUAN: QT_TRANSLATE_NOOP("model", "Gargantuan"),
    Size.COLOSSAL: QT_TRANSLATE_NOOP("model", "Colossal"),
    Size.TITANIC: QT_TRANSLATE_NOOP("model", "Titanic"),
    Size.TITANIC_PLUS: QT_TRANSLATE_NOOP("model", "Titanic +"),
    Size.TITANIC_TWO_PLUS: QT_TRANSLATE_NOOP("model", "Titanic ++"),
    Size.TITANIC_THREE_PLUS: QT_TRANSLATE_NOOP("model", "Titanic +++"),
}
_STANCES = {
    Stance.TALL: QT_TRANSLATE_NOOP("model", "Tall"),
    Stance.LONG: QT_TRANSLATE_NOOP("model", "Long"),
}
_MANOEUVRABILITIES = {
    None: QT_TRANSLATE_NOOP("model", "not said"),
    Manoeuvrability.CLUMSY: QT_TRANSLATE_NOOP("model", "clumsy"),
    Manoeuvrability.POOR: QT_TRANSLATE_NOOP("model", "poor"),
    Manoeuvrability.AVERAGE: QT_TRANSLATE_NOOP("model", "average"),
    Manoeuvrability.GOOD: QT_TRANSLATE_NOOP("model", "good"),
    Manoeuvrability.PERFECT: QT_TRANSLATE_NOOP("model", "perfect"),
}
_WALLS = {
    WallKind.WALL: QT_TRANSLATE_NOOP("model", "Wall"),
    WallKind.DOOR: QT_TRANSLATE_NOOP("model", "Door"),
    WallKind.WINDOW: QT_TRANSLATE_NOOP("model", "Window"),
    WallKind.LOW_WALL: QT_TRANSLATE_NOOP("model", "Low wall"),
    WallKind.FENCE: QT_TRANSLATE_NOOP("model", "Fence"),
}


_WALL_MEANINGS = {
    WallKind.WALL: QT_TRANSLATE_NOOP("model", "Stops movement, sight and effects."),
    WallKind.DOOR: QT_TRANSLATE_NOOP("model", "A wall while it is closed; a click opens and closes it."),
    WallKind.WINDOW: QT_TRANSLATE_NOOP("model", "Stops movement; sight and effects pass."),
    WallKind.LOW_WALL: QT_TRANSLATE_NOOP("model", "Costs movement to cross, and gives cover."),
    WallKind.FENCE: QT_TRANSLATE_NOOP("model", "Costs movement to cross; sight and effects pass."),
}


def wall_meaning(kind: WallKind) -> str:
    """What a wall kind does, in one sentence."""
    return QCoreApplication.translate("model", _WALL_MEANINGS[kind])


def size_name(size: Size) -> str:
    """A size category's name."""
    return QCoreApplication.translate("model", _SIZES[size])


def stance_name(stance: Stance) -> str:
    """A stance's name."""
    return QCoreApplication.translate("model", _STANCES[stance])


def manoeuvrability_name(manoeuvrability: Manoeuvrability | None) -> str:
    """A manoeuvrability's name."""
    return QCoreApplication.translate("model", _MANOEUVRABILITIES[manoeuvrability])


def wall_name(kind: WallKind) -> str:
    """A wall kind's name."""
    return QCoreApplication.translate("model", _WALLS[kind])


def grid_style_name(style: GridStyle) -> str:
    """The name of a way to draw the grid."""
    return {
        GridStyle.LINES: QCoreApplication.translate("words", "Lines"),
        GridStyle.DOTS: QCoreApplication.translate("words", "Dots"),
        GridStyle.CORNERS: QCoreApplication.translate("words", "Corners"),
        GridStyle.NONE: QCoreApplication.translate("words", "None"),
    }[style]
