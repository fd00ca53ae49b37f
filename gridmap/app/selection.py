"""Which creatures are selected: a matter of the window, not of the map."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from gridmap.app.document import Document
from gridmap.model import BattleMap, Creature


class Selection(QObject):
    """Ids of the selected creatures; creatures that leave the map leave the selection."""

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._ids: frozenset[str] = frozenset()
        document.changed.connect(self._prune)

    @property
    def ids(self) -> frozenset[str]:
        """The selected creatures' ids."""
        return self._ids

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """The selected creatures of the map shown, in drawing order."""
        return tuple(creature for creature in self._document.shown.creatures if creature.id in self._ids)

    @property
    def single(self) -> Creature | None:
        """The selected creature where there is exactly one."""
        creatures = self.creatures
        return creatures[0] if len(creatures) == 1 else None

    def select(self, ids: Iterable[str]) -> None:
        """Select these creatures and no others."""
        chosen = frozenset(ids)
        if chosen != self._ids:
            self._ids = chosen
            self.changed.emit()

    def toggle(self, creature_id: str) -> None:
        """Add a creature, or take it away where it is selected."""
        self.select(self._ids ^ {creature_id})

    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    def _prune(self, before: BattleMap, now: BattleMap) -> None:
        if before.creatures is not now.creatures and self._ids:
            self.select(self._ids & {creature.id for creature in now.creatures})
