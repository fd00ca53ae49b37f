"""Makes the actions of the table, with their icons in the theme's colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from gridmap.app.action_spec import TERRAIN, ActionSpec
from gridmap.app.action_table import ACTIONS
from gridmap.app.icons import icon
from gridmap.app.look import text_colour
from gridmap.app.terrain_names import kind_meaning, kind_name
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.render.theme import Theme


def words(text: str) -> str:
    """An action's words in the user's language."""
    return QCoreApplication.translate("actions", text)


_DIGITS = 9
"""Kinds of terrain beyond have no key of their own."""


class Actions(QObject):
    """All actions by name."""

    keys_changed = Signal()
    """Some of them have other keys."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._icons: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for spec in all_specs():
            self._make(spec)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def title(self, name: str) -> str:
        """An action's name as its menu has it."""
        return self._names[name]

    def group(self, name: str) -> tuple[QAction, ...]:
        """The actions of a group that exclude each other, in the table's order."""
        return tuple(self._groups[name].actions())

    def on_trigger(self, **slots: Callable[..., object]) -> None:
        """Have actions call something when they are triggered."""
        for name, slot in slots.items():
            self._actions[name].triggered.connect(lambda _=False, slot=slot: slot())

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self.draw_icons(theme, self._actions.values())

    def draw_icons(self, theme: Theme, actions: Iterable[QAction]) -> None:
        """Draw the icons of some of the actions alone."""
        colour = text_colour(theme)
        for action in actions:
            drawing = self._icons.get(action.objectName())
            if drawing is not None:
                action.setIcon(icon(drawing, colour))

    def show_tip(self, name: str) -> None:
        """Have an action's tooltip say its name, its keys as they are now, and what it does."""
        action = self._actions[name]
        keys, tip = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action.statusTip()
        shown = f"<b>{self._names[name]}</b>" + (f" ({keys})" if keys else "")
        action.setToolTip(f"{shown}<br>{tip}" if tip else shown)

    def _make(self, spec: ActionSpec) -> None:
        action = QAction(words(spec.text), self)
        action.setObjectName(spec.name)
        action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
        action.setStatusTip(words(spec.tip))
        action.setCheckable(spec.checkable)
        if spec.icon:
            self._icons[spec.name] = spec.icon
        if spec.group:
            if spec.group not in self._groups:
                self._groups[spec.group] = QActionGroup(self)
            self._groups[spec.group].addAction(action)
        self._actions[spec.name] = action
        self._names[spec.name] = words(spec.text).replace("&", "").rstrip("…")
        self.show_tip(spec.name)


def all_specs() -> tuple[ActionSpec, ...]:
    """The table's actions, and one for each kind of terrain on the number keys."""
    terrain = tuple(
        ActionSpec(
            f"terrain_{number}",
            kind_name(kind),
            kind_meaning(kind),
            keys=(str(number),) if number <= _DIGITS else (),
            checkable=True,
            group="terrain",
            section=TERRAIN,
        )
        for number, kind in enumerate(TERRAIN_KINDS, start=1)
    )
    return ACTIONS + terrain
