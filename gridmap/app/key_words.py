"""Actions in the program's texts by the keys that they have now, also where the user chose others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from gridmap.app.actions import Actions


class KeyWords(QObject):
    """What texts call an action: its first key, or its name where it has none."""

    changed = Signal()
    """Some action has other keys."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions: Actions | None = None

    def follow(self, actions: Actions) -> None:
        """Go by these actions from now on; before this every text names no key."""
        self._actions = actions
        actions.keys_changed.connect(self.changed)
        self.changed.emit()

    def key(self, name: str) -> str:
        """The words for an action inside a sentence."""
        if self._actions is None:
            return ""
        return key_of(self._actions[name]) or f"“{self._actions.title(name)}”"

    def behind(self, text: str, *names: str, others: tuple[str, ...] = ()) -> str:
        """A text with the keys of actions, and other gestures, in brackets behind it."""
        keys = [] if self._actions is None else [key_of(self._actions[name]) for name in names]
        shown = ", ".join(filter(None, (*keys, *others)))
        return f"{text} ({shown})" if shown else text

    def keep(self, say: Callable[[], object]) -> None:
        """Say something now, and again whenever keys change."""
        say()
        self.changed.connect(say)


def key_of(action: QAction) -> str:
    """An action's first key as this system writes it, empty for none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def share_tip(widget: QWidget, action: QAction) -> None:
    """Give a widget the tooltip of an action, and with it the keys that it has at any time."""
    widget.setToolTip(action.toolTip())
    action.changed.connect(lambda: widget.setToolTip(action.toolTip()))
