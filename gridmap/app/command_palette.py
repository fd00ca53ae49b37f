"""Every action by typing a few letters of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from gridmap.app.actions import all_specs, words
from gridmap.app.guarded import guarded
from gridmap.app.steady import offer_clearing

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_MOST_SHOWN = 200
_LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QObject):
    """Opens the list; what was done last comes first."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._recent: list[str] = []
        self.list: PaletteList | None = None
        window.actions_.on_trigger(command_palette=self.show)

    def show(self) -> None:
        """Ask for an action."""
        if self.list is None:
            self.list = PaletteList(self._window)
            self.list.accepted.connect(self._run)
        self.list.ask(self._recent)

    def _run(self) -> None:
        action = self.list.chosen if self.list is not None else None
        if action is not None and action.isEnabled():
            name = action.objectName()
            self._recent = [name, *(known for known in self._recent if known != name)][:8]
            self._window.canvas.setFocus()
            action.trigger()


@guarded
class PaletteList(QDialog):
    """A field and the actions that fit what stands in it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self._window = window
        self._actions = window.actions_
        self._sections = {spec.name: words(spec.section) for spec in all_specs()}
        self.chosen: QAction | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Type what you want to do"))
        self.field.setAccessibleName(self.tr("What you want to do"))
        offer_clearing(self.field)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._fill)
        self.entries = QListWidget()
        self.entries.setAccessibleName(self.tr("Actions"))
        self.entries.setUniformItemSizes(True)
        self.entries.itemClicked.connect(lambda _: self._choose())
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.field)
        column.addWidget(self.entries, 1)
        self._recent: list[str] = []

    def ask(self, recent: list[str]) -> None:
        """Show the list over the top of the window, the recent ones first."""
        self._recent = list(recent)
        self.chosen = None
        self.field.clear()
        self._fill("")
        window = self._window
        width, height = min(620, window.width() - 80), min(440, window.height() - 140)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.setGeometry(corner.x() + (window.width() - width) // 2, corner.y() + 72, width, height)
        self.show()
        self.field.setFocus()

    def _fill(self, typed: str) -> None:
        self.entries.clear()
        ranked = sorted(
            (rank, number, action)
            for number, action in enumerate(self._in_order())
            if (rank := _rank(typed, self._words(action), action.statusTip())) is not None
        )
        for _, _, action in ranked[:_MOST_SHOWN]:
            self.entries.addItem(self._entry(action))
        self.entries.setCurrentRow(0)

    def _in_order(self) -> list[QAction]:
        """Recent ones, then the others as the menus have them; those that are off now at the end."""
        actions = [action for action in self._actions if action.objectName() != "command_palette"]
        places = {name: place for place, name in enumerate(self._recent)}
        return sorted(
            actions, key=lambda action: (not action.isEnabled(), places.get(action.objectName(), len(places)))
        )

    def _words(self, action: QAction) -> str:
        name = action.text().replace("&", "").rstrip("…")
        section = self._sections.get(action.objectName(), "")
        return f"{section}: {name}" if section else name

    def _entry(self, action: QAction) -> QListWidgetItem:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        text = self._words(action) + (f"    {keys}" if keys else "")
        item = QListWidgetItem(action.icon(), text)
        item.setToolTip(action.statusTip())
        item.setSizeHint(QSize(0, 28))
        item.setData(Qt.ItemDataRole.UserRole, action)
        if action.isCheckable():
            item.setText(("● " if action.isChecked() else "○ ") + text)
        if not action.isEnabled():
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _choose(self) -> None:
        item = self.entries.currentItem()
        if not self.entries.count() or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        self.chosen = item.data(Qt.ItemDataRole.UserRole)
        self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that move through the list work while the field has the focus."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _LIST_KEYS:
                self.entries.event(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return super().eventFilter(watched, event)


def _rank(typed: str, text: str, meaning: str = "") -> int | None:
    """How well an action's name, and what it does, fit what was typed, 0 best; None where they do not.

    >>> _rank("ov mo", "Overlays: Movement"), _rank("mvm", "Overlays: Movement"), _rank("x", "Zoom in")
    (0, 3, None)
    >>> _rank("theme", "View: Dark", "Dark theme")
    2
    """
    text = text.casefold()
    parts = typed.casefold().split()
    if _begin_words(parts, text):
        return 0
    if all(part in text for part in parts):
        return 1
    if _begin_words(parts, f"{text} {meaning.casefold()}"):
        return 2
    letters = iter(text)
    return 3 if all(letter in letters for letter in "".join(parts)) else None


def _begin_words(parts: list[str], text: str) -> bool:
    """Whether each of them begins a word of the text."""
    words = set(text.replace(":", " ").split())
    return all(any(word.startswith(part) for word in words) for part in parts)
