"""The user's own keys for actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from gridmap.app.actions import all_specs

if TYPE_CHECKING:
    from gridmap.app.actions import Actions
    from gridmap.app.settings import Settings


class KeyBindings(QObject):
    """Gives actions the keys that the user chose for them, and keeps them in the settings."""

    changed = Signal()

    def __init__(self, actions: Actions, settings: Settings) -> None:
        super().__init__(actions)
        self._actions = actions
        self._settings = settings
        self._shipped = {spec.name: tuple(spec.keys) for spec in all_specs()}
        for name, keys in settings.own_keys().items():
            if name in self._shipped:
                self._give(name, keys)
        self.changed.connect(actions.keys_changed)
        actions.keys_changed.emit()

    def keys(self, name: str) -> tuple[str, ...]:
        """The keys that an action has now, as Qt writes them on every system."""
        return tuple(_portable(sequence) for sequence in self._actions[name].shortcuts())

    def is_own(self, name: str) -> bool:
        """Whether the user chose an action's keys."""
        return name in self._settings.own_keys()

    def owner(self, keys: str) -> str | None:
        """The action that has these keys now."""
        return next((name for name in self._shipped if keys in self.keys(name)), None)

    def bind(self, name: str, keys: tuple[str, ...]) -> None:
        """Give an action other keys; another action that has one of them loses it."""
        for other in self._shipped:
            left = tuple(key for key in self.keys(other) if key not in keys)
            if other != name and left != self.keys(other):
                self._keep(other, left)
        self._keep(name, keys)
        self.changed.emit()

    def reset(self, names: tuple[str, ...] | None = None) -> None:
        """Give actions, or all of them, the keys back that they came with."""
        for name in names if names is not None else tuple(self._shipped):
            self._settings.set_own_keys(name, None)
            self._give(name, self._shipped[name])
        self.changed.emit()

    def _keep(self, name: str, keys: tuple[str, ...]) -> None:
        same = keys == tuple(_portable(QKeySequence(key)) for key in self._shipped[name])
        self._settings.set_own_keys(name, None if same else keys)
        self._give(name, keys)

    def _give(self, name: str, keys: tuple[str, ...]) -> None:
        self._actions[name].setShortcuts([QKeySequence(key) for key in keys])
        self._actions.show_tip(name)


def _portable(sequence: QKeySequence) -> str:
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)
