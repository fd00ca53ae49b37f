"""Fields for the ways of moving: feet by mode, with the squares that they are, and how well it flies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from gridmap.app.docks.fields import speeds_from, speeds_text
from gridmap.app.docks.mixed_fields import SEVERAL, ChoiceField, LineField, NumberField, shared
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.app.words import manoeuvrability_name, squares_words
from gridmap.model import FEET_PER_SQUARE, Creature, Manoeuvrability

MOST_FEET = 100_000
MODES = {
    "walk": (QT_TRANSLATE_NOOP("speeds", "Walk"), QT_TRANSLATE_NOOP("speeds", "Walking speed")),
    "swim": (QT_TRANSLATE_NOOP("speeds", "Swim"), QT_TRANSLATE_NOOP("speeds", "Swimming speed")),
    "climb": (QT_TRANSLATE_NOOP("speeds", "Climb"), QT_TRANSLATE_NOOP("speeds", "Climbing speed")),
    "burrow": (QT_TRANSLATE_NOOP("speeds", "Burrow"), QT_TRANSLATE_NOOP("speeds", "Burrowing speed")),
    "fly": (QT_TRANSLATE_NOOP("speeds", "Fly"), QT_TRANSLATE_NOOP("speeds", "Flying speed")),
}
"""Ways of moving that the rules know: their labels and full names."""


class FeetField(NumberField):
    """A length in feet, told in squares too."""

    def __init__(self, most: int, none: str = "") -> None:
        super().__init__(0, most, step=5, none=none)
        self.valueChanged.connect(self._tell_squares)
        self._tell_squares(self.value())

    def _tell_squares(self, feet: int) -> None:
        self.setSuffix(
            QCoreApplication.translate("units", " ft ({squares})").format(squares=squares_words(feet))
        )


class HeightField(NumberField):
    """Squares above the ground, below it where negative, told in feet too."""

    def __init__(self, most: int) -> None:
        super().__init__(-most, most)
        self.valueChanged.connect(self._tell_feet)
        self._tell_feet(self.value())

    def _tell_feet(self, squares: int) -> None:
        words = (
            QCoreApplication.translate("units", " square ({feet} ft)")
            if abs(squares) == 1
            else QCoreApplication.translate("units", " squares ({feet} ft)")
        )
        self.setSuffix(words.format(feet=squares * FEET_PER_SQUARE))


class SpeedRow(NamedTuple):
    """A field, what it is called in the program, its label, and its name for those who hear it."""

    fact: str
    label: str
    name: str
    field: QWidget


class SpeedFields(QObject):
    """A field for each way of moving, of one creature or of several at once.

    Attributes:
        feet: the field of each of `MODES`.
        manoeuvrability: how well it flies.
        others: further ways of moving as one line.
        has_others: whether there are any.
    """

    picked = Signal(str, object)
    """(mode, feet) that the user chose; None to move so no more."""
    others_written = Signal(object)
    """Feet by those other ways of moving that were written."""
    complained = Signal(str)
    """What was written says nothing, in one sentence."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.feet = {mode: FeetField(MOST_FEET, self.tr("none")) for mode in MODES}
        for mode, field in self.feet.items():
            field.picked.connect(lambda feet, mode=mode: self.picked.emit(mode, feet))
        self.manoeuvrability = ChoiceField((None, *Manoeuvrability), manoeuvrability_name)
        self.manoeuvrability.setToolTip(self.tr("How well it turns and climbs in flight"))
        self.has_others = False
        self.others = LineField()
        self.others.setToolTip(self.tr("Ways of moving that the rules do not know, in feet: glide 20, dig 5"))
        self.others.finished.connect(self._write_others)

    def rows(self) -> tuple[SpeedRow, ...]:
        """Every field with its words, in order."""
        return (
            *(
                SpeedRow(mode, _words(label), _words(name), self.feet[mode])
                for mode, (label, name) in MODES.items()
            ),
            SpeedRow(
                "manoeuvrability", self.tr("In flight"), self.tr("Manoeuvrability"), self.manoeuvrability
            ),
            SpeedRow("other_speeds", self.tr("Others"), self.tr("Other speeds"), self.others),
        )

    def show(self, creatures: Sequence[Creature]) -> None:
        """Show how creatures move."""
        for mode, field in self.feet.items():
            field.show_value(shared(each.speed.get(mode) for each in creatures))
        self.manoeuvrability.show_value(shared(each.manoeuvrability for each in creatures))
        self.manoeuvrability.setEnabled(any("fly" in each.speed for each in creatures))
        others = [other_speeds(each.speed) for each in creatures]
        line = shared(others)
        self.others.show_value(SEVERAL if line is SEVERAL else speeds_text(line))
        self.has_others = any(others)

    def _write_others(self, text: str) -> None:
        try:
            speeds = speeds_from(text)
        except ValueError as error:
            self.complained.emit(str(error))
            return
        self.others_written.emit(speeds)


def other_speeds(speed: Mapping[str, int]) -> dict[str, int]:
    """Those of the speeds that have no field of their own.

    >>> other_speeds({"walk": 30, "glide": 20})
    {'glide': 20}
    """
    return {mode: feet for mode, feet in speed.items() if mode not in MODES}


def with_other_speeds(speed: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    """Speeds with those that have no field of their own replaced.

    >>> with_other_speeds({"walk": 30, "glide": 20}, {"dig": 5})
    {'walk': 30, 'dig': 5}
    """
    return {**{mode: feet for mode, feet in speed.items() if mode in MODES}, **others}


def with_speed(speed: Mapping[str, int], mode: str, feet: int | None) -> dict[str, int]:
    """Speeds with one changed, or taken away by None.

    >>> with_speed({"walk": 30, "fly": 60}, "walk", 40), with_speed({"walk": 30, "fly": 60}, "fly", None)
    ({'walk': 40, 'fly': 60}, {'walk': 30})
    """
    changed: dict[str, Any] = {**speed, mode: feet}
    return {each: value for each, value in changed.items() if value is not None}


def _words(text: str) -> str:
    return QCoreApplication.translate("speeds", text)
