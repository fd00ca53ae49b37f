"""The open map: its history, its file, and the map that is shown while a gesture is under way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gridmap.edits.history import History
from gridmap.edits.parts import changed_parts
from gridmap.model import BattleMap

Follower = Callable[[BattleMap, BattleMap], BattleMap]
"""From (map before, map edited) to the edited map with what follows from the edit."""
Rememberer = Callable[[BattleMap], BattleMap]
"""From a map to the same map with what is remembered with it, that no step of the history holds."""


class Document(QObject):
    """A `History` with a file and one signal.

    While a gesture is under way the map shown is its *trial map*. `keep_trial` makes it one step of the
    history, `drop_trial` goes back to the map as it was.
    """

    changed = Signal(object, object)
    """(map shown before, map shown now); the same map twice where only its path or saved mark changed."""
    refused = Signal(str)
    """An edit would have changed a locked part, named here; nothing was done."""
    locks_changed = Signal()
    leaving = Signal()
    """Another map is about to be shown; this one is still there."""
    replaced = Signal()
    """Another map is shown, with a history of its own."""

    def __init__(self, battle_map: BattleMap, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = History(battle_map)
        self._path: Path | None = None
        self._trial: BattleMap | None = None
        self._followers: list[Follower] = []
        self._rememberers: list[Rememberer] = []
        self._locked: frozenset[str] = frozenset()

    @property
    def locked(self) -> frozenset[str]:
        """Names of the parts of the map that no edit may change, as `changed_parts` has them."""
        return self._locked

    def lock(self, part: str, on: bool) -> None:
        """Keep a part of the map from being changed, or allow it again. Undo and redo are never kept."""
        self.lock_only(self._locked | {part} if on else self._locked - {part})

    def lock_only(self, parts: frozenset[str]) -> None:
        """Keep these parts of the map from being changed, and no others."""
        if parts != self._locked:
            self._locked = parts
            self.locks_changed.emit()

    def follow(self, follower: Follower) -> None:
        """Have every edit from now on carry along what follows from it, as part of the same step.

        Args:
            follower: gives the map to show for (the history's map, the edited map); undo does without it.
        """
        self._followers.append(follower)

    def remember(self, rememberer: Rememberer) -> None:
        """Have what is written to a file carry along what is remembered with the map."""
        self._rememberers.append(rememberer)

    def for_file(self, battle_map: BattleMap) -> BattleMap:
        """A map as a file keeps it: with what is remembered with it."""
        for rememberer in self._rememberers:
            battle_map = rememberer(battle_map)
        return battle_map

    @property
    def battle_map(self) -> BattleMap:
        """The map as the history has it, without any trial."""
        return self._history.current

    @property
    def shown(self) -> BattleMap:
        """The map to look at: the trial of a gesture under way, else the map."""
        return self._history.current if self._trial is None else self._trial

    @property
    def path(self) -> Path | None:
        """The file that saving writes, None where there is none yet."""
        return self._path

    @property
    def title(self) -> str:
        """What the window's title calls the map."""
        if self._path is not None:
            return self._path.name
        return self.battle_map.name or self.tr("Untitled map")

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the map as it is."""
        return self._history.is_saved

    @property
    def undo_label(self) -> str:
        """What undo takes back, empty where there is nothing."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        """What redo does again, empty where there is nothing."""
        return self._history.redo_label

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all steps kept, oldest first."""
        return self._history.labels

    def replace(self, battle_map: BattleMap, path: Path | None = None, *, saved: bool = True) -> None:
        """Show another map with a history of its own.

        Args:
            battle_map: the map.
            path: the native file that it came from and is saved to; None for a new or imported map.
            saved: False for a map that no file holds yet (imported, recovered).
        """
        self.leaving.emit()
        before = self.shown
        self._history = History(battle_map)
        if not saved:
            self._history.mark_unsaved()
        self._path = path
        self._trial = None
        self.changed.emit(before, battle_map)
        self.replaced.emit()

    def mark_saved(self, path: Path) -> None:
        """The file holds the map as it is now."""
        self._path = path
        self._history.mark_saved()
        self.changed.emit(self.shown, self.shown)

    def commit(self, battle_map: BattleMap, label: str) -> None:
        """Make a map the current one, as one step. A trial is dropped."""
        if self._refuses(battle_map):
            self.drop_trial()
            return
        before = self.shown
        if battle_map is not self._trial:
            battle_map = self._with_what_follows(battle_map)
        self._trial = None
        self._history.commit(battle_map, label)
        self.changed.emit(before, battle_map)

    def try_map(self, battle_map: BattleMap) -> None:
        """Show a trial map; nothing is decided yet."""
        before = self.shown
        if battle_map is before or self._refuses(battle_map):
            return
        battle_map = self._with_what_follows(battle_map)
        self._trial = battle_map
        self.changed.emit(before, battle_map)

    def keep_trial(self, label: str) -> None:
        """Make the trial map one step of the history; without a trial nothing happens."""
        if self._trial is not None:
            self.commit(self._trial, label)

    def _refuses(self, battle_map: BattleMap) -> bool:
        """Whether an edit would change what is locked; then it is told."""
        if not self._locked:
            return False
        touched = changed_parts(self.battle_map, battle_map) & self._locked
        if touched:
            self.refused.emit(min(touched))
        return bool(touched)

    def _with_what_follows(self, battle_map: BattleMap) -> BattleMap:
        for follower in self._followers:
            battle_map = follower(self._history.current, battle_map)
        return battle_map

    def drop_trial(self) -> None:
        """Show the map as it was before the gesture."""
        if self._trial is None:
            return
        before = self._trial
        self._trial = None
        self.changed.emit(before, self.battle_map)

    def undo(self) -> None:
        """Step back to the map before."""
        before = self.shown
        self._trial = None
        self.changed.emit(before, self._history.undo())

    def redo(self) -> None:
        """Step forward again."""
        before = self.shown
        self._trial = None
        self.changed.emit(before, self._history.redo())
