"""Fields that show one value, none, or that several creatures have different ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from gridmap.app.guarded import guarded
from gridmap.app.steady import ComboBox, SpinBox


class _Several:
    """Stands for the value of creatures that have different ones."""

    def __repr__(self) -> str:
        return "SEVERAL"


SEVERAL: Final = _Several()


def shared(values: Iterable[Any]) -> Any:
    """The one value that all have, else `SEVERAL`.

    >>> shared([3, 3]), shared([3, 4])
    (3, SEVERAL)
    """
    first, *others = values
    return first if all(value == first for value in others) else SEVERAL


def several_words() -> str:
    """What stands in a field where the creatures have different values."""
    return QCoreApplication.translate("inspector", "several")


class NumberField(SpinBox):
    """A whole number, none where that is allowed, or several."""

    picked = Signal(object)
    """The number that the user chose, None for none."""

    def __init__(self, least: int, most: int, *, step: int = 1, suffix: str = "", none: str = "") -> None:
        """
        Args:
            least, most: its limits.
            step: of one notch.
            suffix: its unit.
            none: what stands there for no number; empty where there always is one.
        """
        super().__init__()
        self._least = least
        self._none = none
        self._filling = False
        self.setRange(least - 1 if none else least, most)
        self.setSpecialValueText(none)
        self.setSingleStep(step)
        self.setSuffix(suffix)
        self.setKeyboardTracking(False)
        self.valueChanged.connect(self._pick)

    def show_value(self, value: Any) -> None:
        """Show a number, None or `SEVERAL`."""
        self._filling = True
        special = value is SEVERAL or value is None
        self.setSpecialValueText(several_words() if value is SEVERAL else self._none)
        self.setMinimum(self._least - 1 if special or self._none else self._least)
        self.setValue(self._least - 1 if special else value)
        self._filling = False

    def stepBy(self, steps: int) -> None:
        """From no number or several the steps count from 0."""
        if self.value() < self._least:
            self.setValue(max(self._least, min(self.maximum(), steps * self.singleStep())))
        else:
            super().stepBy(steps)

    def _pick(self, value: int) -> None:
        if self._filling:
            return
        if value >= self._least:
            self.picked.emit(value)
        elif self._none and self.specialValueText() == self._none:
            self.picked.emit(None)


class SwitchField(QCheckBox):
    """On, off, or several; a click never goes back to several."""

    picked = Signal(bool)

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.clicked.connect(lambda _: self.picked.emit(self.checkState() is Qt.CheckState.Checked))

    def show_value(self, value: Any) -> None:
        """Show True, False or `SEVERAL`."""
        if value is SEVERAL:
            self.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            self.setCheckState(Qt.CheckState.Checked if value else Qt.CheckState.Unchecked)

    def nextCheckState(self) -> None:
        on = self.checkState() is not Qt.CheckState.Checked
        self.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)


class ChoiceField(ComboBox):
    """One of several values, or several."""

    picked = Signal(object)

    def __init__(self, values: Sequence[Any], words: Callable[[Any], str]) -> None:
        super().__init__()
        self._values = list(values)
        for value in values:
            self.addItem(words(value))
        self.activated.connect(lambda index: self.picked.emit(self._values[index]))

    def show_value(self, value: Any) -> None:
        """Show one of the values, or `SEVERAL`."""
        self.setPlaceholderText(several_words() if value is SEVERAL else "")
        self.setCurrentIndex(self._values.index(value) if value in self._values else -1)


class LineField(QLineEdit):
    """A line; it is read when it is finished, if it was touched."""

    finished = Signal(str)

    def __init__(self, example: str = "") -> None:
        super().__init__()
        self._example = example
        self.setPlaceholderText(example)
        self.editingFinished.connect(self._finish)

    def show_value(self, value: Any, hint: str = "") -> None:
        """Show a text or `SEVERAL`; what the user is writing is left alone.

        Args:
            value: what to show.
            hint: what stands in the empty line instead of the example.
        """
        several = value is SEVERAL
        self.setPlaceholderText(several_words() if several else hint or self._example)
        text = "" if several else str(value)
        if not (self.hasFocus() and self.isModified()) and self.text() != text:
            self.setText(text)

    def _finish(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.finished.emit(self.text())


class ListCompleter(QCompleter):
    """Completes the last word of a list with commas."""

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The line with the word completed."""
        line = self.widget()
        before = line.text().rpartition(",")[0] if isinstance(line, QLineEdit) else ""
        word = str(index.data())
        return f"{before}, {word}" if before else word

    def splitPath(self, path: str) -> list[str]:
        """The part of the line that is completed."""
        return [path.rpartition(",")[2].strip()]


class ListField(QWidget):
    """A line of words with commas, completed while it is written, and a menu of the usual ones."""

    finished = Signal(str)
    switched = Signal(str, bool)
    """A word of the menu is to be on all creatures, or on none."""

    def __init__(self, example: str, groups: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__()
        self._groups = groups
        self._on: dict[str, int] = {}
        self._creatures = 1
        self.line = LineField(example)
        words = [word for _, some in groups for word in some]
        completer = ListCompleter(words, self.line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line.setCompleter(completer)
        self.line.finished.connect(self.finished)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button = QToolButton()
        self.button.setText("+")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(self.menu)
        self.button.setAccessibleName(self.tr("Choose conditions"))
        self.button.setToolTip(self.tr("Put a condition on every selected creature, or take it off"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        self.setFocusProxy(self.line)

    def show_lists(self, lists: Sequence[Sequence[str]]) -> None:
        """Show the words of each creature."""
        self._creatures = len(lists)
        self._on = {}
        for some in lists:
            for word in some:
                self._on[word] = self._on.get(word, 0) + 1
        several = shared(tuple(some) for some in lists) is SEVERAL
        self.line.show_value(SEVERAL if several else ", ".join(lists[0]))
        everyone = ", ".join(f"{word} ({count})" for word, count in sorted(self._on.items()))
        self.line.setToolTip(
            self.tr("{words}. What you write is added to every one.").format(words=everyone)
            if several
            else self.tr("Conditions with commas between them")
        )

    def _fill_menu(self) -> None:
        self.menu.clear()
        known = {word for _, some in self._groups for word in some}
        own = [word for word in self._on if word not in known]
        for title, some in (*self._groups, (self.tr("Others here"), own)):
            if not some:
                continue
            self.menu.addSection(title)
            for word in some:
                count = self._on.get(word, 0)
                partly = f" ({count})" if 0 < count < self._creatures else ""
                action = self.menu.addAction(word + partly)
                action.setCheckable(True)
                action.setChecked(count == self._creatures)
                action.triggered.connect(lambda on, word=word: self.switched.emit(word, on))


@guarded
class NotesField(QPlainTextEdit):
    """The GM's words; an edit when the field is left."""

    finished = Signal(str)

    def __init__(self, example: str) -> None:
        super().__init__()
        self._example = example
        self._before = ""
        self.setPlaceholderText(example)
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + 14)

    def show_value(self, value: Any) -> None:
        """Show a text or `SEVERAL`; words being written are left alone."""
        self.setPlaceholderText(several_words() if value is SEVERAL else self._example)
        self._before = "" if value is SEVERAL else value
        if not self.hasFocus() and self.toPlainText() != self._before:
            self.setPlainText(self._before)

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        if self.toPlainText() != self._before:
            self.finished.emit(self.toPlainText())


@guarded
class PortraitButton(QPushButton):
    """Shows a portrait; a click asks for another, a picture dropped on it becomes it."""

    dropped = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(40, 40))
        self.setAcceptDrops(True)
        self.show_picture(None, several=False)

    def show_picture(self, picture: QPixmap | None, *, several: bool) -> None:
        """Show a portrait, or that there is none or several."""
        self.setIcon(QIcon() if picture is None else QIcon(picture))
        if several:
            self.setText(several_words())
        else:
            self.setText(self.tr("Choose…") if picture is None else self.tr("Change…"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file(event):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _file(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if _file(event):
            event.acceptProposedAction()
            self.dropped.emit(_file(event))


def _file(event: QDropEvent) -> str:
    """The one file that is dragged, empty for anything else."""
    urls = event.mimeData().urls()
    return urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""
