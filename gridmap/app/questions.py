"""What is asked of the map beside the plain switches: for whom, by a second ruleset, what is pinned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.model import BattleMap

MOST_PINS = 12
"""Questions that may be pinned at once."""
OF_ONE = ("sight", "run", "five-foot-step", "withdraw")
"""Overlays of a single selected creature, beside those that the plain switches name."""
_HEAT_MAPS = ("movement", "movement-by", "movement-of", "run", "withdraw")
_NOT_COMPARED = ("template", "walls", "area", "sight")
"""Kinds that no ruleset changes, or whose shape is seen at a glance."""


@dataclass(frozen=True)
class Asked:
    """What is asked.

    Attributes:
        team: of whom movement and reach are shown; None for the selected creatures.
        more: which of `OF_ONE` are switched on.
        melee: cover from attacks in melee rather than at range.
        mode: the one mode of movement that is shown, empty for all that the creature has.
        compared: id of the ruleset that the map's own is compared with, empty for none.
        pins: names of the overlays that stay, whoever is selected.
        kept_areas: whether the areas kept on the map are shown.
    """

    team: str | None = None
    more: frozenset[str] = frozenset()
    melee: bool = False
    mode: str = ""
    compared: str = ""
    pins: tuple[str, ...] = ()
    kept_areas: bool = True


class Questions(QObject):
    """`Asked` with a signal, and what tools ask while they are in hand."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = Asked()
        self._by_tool: tuple[str, ...] = ()

    @property
    def asked(self) -> Asked:
        """What is asked."""
        return self._asked

    @property
    def by_tool(self) -> tuple[str, ...]:
        """Names of the overlays that the tool in hand asks for."""
        return self._by_tool

    def choose(self, **changes: Any) -> None:
        """Ask otherwise."""
        asked = replace(self._asked, **changes)
        if asked != self._asked:
            self._asked = asked
            self.changed.emit()

    def switch(self, kind: str, on: bool) -> None:
        """Switch one of `OF_ONE` on or off."""
        self.choose(more=self._asked.more | {kind} if on else self._asked.more - {kind})

    def ask(self, *names: str) -> None:
        """A tool asks for these overlays, and no longer for others."""
        if names != self._by_tool:
            self._by_tool = names
            self.changed.emit()

    def pin(self, names: Iterable[str]) -> None:
        """Have overlays stay; of too many the first go."""
        pins = tuple(dict.fromkeys((*self._asked.pins, *names)))
        self.choose(pins=pins[-MOST_PINS:])

    def unpin(self, name: str) -> None:
        """Let one go."""
        self.choose(pins=tuple(pin for pin in self._asked.pins if pin != name))

    def names(
        self, battle_map: BattleMap, plain: Sequence[str], selected: Sequence[str], switched: Any
    ) -> tuple[str, ...]:
        """The names of all overlays to show, lowest first.

        Args:
            battle_map: the map.
            plain: those of the plain switches, for the selected creatures.
            selected: ids of the selected creatures.
            switched: the plain switches.
        """
        asked = self._asked
        live = [self._with_options(name) for name in plain]
        if asked.team is not None:
            live = [name for name in live if name.partition(":")[0] not in ("movement", "reach")]
            if any(creature.team == asked.team for creature in battle_map.creatures):
                live[:0] = [
                    f"{kind}-of:{asked.team}" for kind in ("movement", "reach") if getattr(switched, kind)
                ]
        if len(selected) == 1:
            live[:0] = [f"{kind}:{selected[0]}" for kind in OF_ONE if kind in asked.more]
        if self._by_tool:
            # Two heat maps over each other cannot be read.
            live = [name for name in live if name.partition(":")[0] not in _HEAT_MAPS]
        kept = [f"template:{template.id}" for template in battle_map.templates if asked.kept_areas]
        names = [*asked.pins, *live, *kept, *self._by_tool]
        live += self._by_tool
        if asked.compared and asked.compared != battle_map.ruleset:
            names += [
                f"difference:{asked.compared}:{name}"
                for name in live
                if name.partition(":")[0] not in _NOT_COMPARED
            ]
        return tuple(dict.fromkeys(names))

    def _with_options(self, name: str) -> str:
        kind, _, rest = name.partition(":")
        if kind == "cover" and self._asked.melee:
            return f"{name}:melee"
        if kind == "movement" and self._asked.mode:
            return f"movement-by:{self._asked.mode}:{rest}"
        return name


_WORDS = {
    "movement": QT_TRANSLATE_NOOP("question", "Movement of {who}"),
    "movement-by": QT_TRANSLATE_NOOP("question", "Movement of {who} ({mode})"),
    "movement-of": QT_TRANSLATE_NOOP("question", "Movement of team {who}"),
    "reach": QT_TRANSLATE_NOOP("question", "Reach of {who}"),
    "reach-of": QT_TRANSLATE_NOOP("question", "Reach of team {who}"),
    "threats": QT_TRANSLATE_NOOP("question", "Threats to {who}"),
    "cover": QT_TRANSLATE_NOOP("question", "Cover from {who}"),
    "sight": QT_TRANSLATE_NOOP("question", "Sight of {who}"),
    "run": QT_TRANSLATE_NOOP("question", "Run of {who}"),
    "five-foot-step": QT_TRANSLATE_NOOP("question", "5-foot step of {who}"),
    "withdraw": QT_TRANSLATE_NOOP("question", "Withdrawal of {who}"),
    "flanking": QT_TRANSLATE_NOOP("question", "Flanks"),
    "flank-spots": QT_TRANSLATE_NOOP("question", "Flank: {who}"),
    "charge": QT_TRANSLATE_NOOP("question", "Charge: {who}"),
    "forced": QT_TRANSLATE_NOOP("question", "Forced move: {who}"),
    "area": QT_TRANSLATE_NOOP("question", "Area: {who}"),
    "template": QT_TRANSLATE_NOOP("question", "Kept area {who}"),
    "walls": QT_TRANSLATE_NOOP("question", "Walls off the grid"),
}

PINNED_KINDS = frozenset(_WORDS) - {"template", "walls"}
"""Kinds of overlays that can be pinned; the others stay anyway, or follow another one."""


def question_words(name: str, battle_map: BattleMap) -> str:
    """An overlay's question in a few words, with creatures by their names."""
    kind, _, rest = name.partition(":")
    titles = {creature.id: creature.title for creature in battle_map.creatures}
    mode = ""
    if kind == "movement-by":
        mode, _, rest = rest.partition(":")
    who = titles.get(rest)
    if who is None:
        parts = [titles.get(part, part) for part in rest.split(":")]
        who = " → ".join(part for part in parts if part)
    words = QCoreApplication.translate("question", _WORDS.get(kind, "{who}"))
    return words.format(who=who, mode=mode)
