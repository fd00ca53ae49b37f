"""Fields of the inspector, and the words that stand for a creature's facts in them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gridmap.app.rulesets import ruleset_of
from gridmap.app.steady import ComboBox, SpinBox
from gridmap.model import BattleMap, Creature, ReachBand
from gridmap.rules.space import reach

CONDITIONS = (
    "blinded",
    "dead",
    "disabled",
    "entangled",
    "exhausted",
    "helpless",
    "paralysed",
    "prone",
    "unconscious",
)
"""Conditions that change what the rules say."""
OTHER_CONDITIONS = (
    "bleeding",
    "confused",
    "cowering",
    "dazed",
    "dazzled",
    "deafened",
    "fascinated",
    "fatigued",
    "flat-footed",
    "frightened",
    "grappled",
    "invisible",
    "nauseated",
    "panicked",
    "petrified",
    "pinned",
    "shaken",
    "sickened",
    "stable",
    "staggered",
    "stunned",
)
"""Conditions that are only shown."""
_MOST_FEET = 1000


def speeds_text(speed: Mapping[str, int]) -> str:
    """Speeds as one line.

    >>> speeds_text({"walk": 30, "swim": 20})
    'walk 30, swim 20'
    """
    return ", ".join(f"{mode} {feet}" for mode, feet in speed.items())


def speeds_from(text: str) -> dict[str, int]:
    """Speeds from one line; a number alone is a walking speed.

    >>> speeds_from("30, Fly 60 ft")
    {'walk': 30, 'fly': 60}

    Raises:
        ValueError: one sentence that names the part which says nothing.
    """
    speeds: dict[str, int] = {}
    for part in text.split(","):
        words = part.lower().replace("ft", " ").replace(".", " ").split()
        if not words:
            continue
        mode, feet = ("walk", words[0]) if len(words) == 1 else (words[0], words[-1])
        if len(words) > 2 or not feet.isdecimal() or int(feet) > _MOST_FEET or mode.isdecimal():
            template = QCoreApplication.translate(
                "inspector", "“{part}” is no speed; write for example: walk 30, fly 60."
            )
            raise ValueError(template.format(part=part.strip()))
        speeds[mode] = int(feet)
    return speeds


def conditions_text(conditions: tuple[str, ...]) -> str:
    """Conditions as one line."""
    return ", ".join(conditions)


def conditions_from(text: str) -> tuple[str, ...]:
    """Conditions from one line, each once.

    >>> conditions_from("Prone, blinded, prone")
    ('prone', 'blinded')
    """
    return tuple(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))


class ReachField(QWidget):
    """A reach: the size table's, a stated one, or a reach weapon's."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._by_size = ReachBand(0, 5)
        self._filling = False
        self.kind = ComboBox()
        self.kind.addItems([self.tr("By size"), self.tr("Stated"), self.tr("Reach weapon")])
        self.kind.setAccessibleName(self.tr("Kind of reach"))
        self.kind.setToolTip(
            self.tr("A reach weapon threatens farther than the natural reach, and nothing within it.")
        )
        self.feet = SpinBox()
        self.feet.setRange(0, _MOST_FEET)
        self.feet.setSingleStep(5)
        self.feet.setSuffix(self.tr(" ft"))
        self.feet.setKeyboardTracking(False)
        self.feet.setAccessibleName(self.tr("Reach in feet"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.kind, 1)
        row.addWidget(self.feet)
        self.setFocusProxy(self.kind)
        self.kind.activated.connect(self._choose_kind)
        self.feet.valueChanged.connect(self._choose_feet)

    @property
    def reach(self) -> ReachBand | None:
        """The reach chosen, None for the size table's."""
        match self.kind.currentIndex():
            case 0:
                return None
            case 1:
                return ReachBand(0, self.feet.value())
            case _:
                return ReachBand(self.feet.value() // 10 * 5, self.feet.value())

    def show_reach(self, creature: Creature, battle_map: BattleMap) -> None:
        """Show a creature's reach."""
        self._filling = True
        shown = reach(creature, ruleset_of(battle_map))
        self._by_size = shown if creature.reach is None else self._by_size
        self.kind.setCurrentIndex(0 if creature.reach is None else 1 if shown.more_than == 0 else 2)
        self.feet.setValue(shown.at_most)
        self.feet.setEnabled(creature.reach is not None)
        self._filling = False

    def show_several(self, words: str) -> None:
        """Show that the creatures have different reaches."""
        self._filling = True
        self.kind.setPlaceholderText(words)
        self.kind.setCurrentIndex(-1)
        self.feet.setEnabled(False)
        self._filling = False

    def _choose_kind(self, index: int) -> None:
        self._filling = True
        if index == 2:
            self.feet.setValue(max(10, 2 * self._by_size.at_most))
        self._filling = False
        self.feet.setEnabled(index != 0)
        self.edited.emit()

    def _choose_feet(self) -> None:
        if not self._filling:
            self.edited.emit()
