"""The square under the cursor, or one that is pinned: where it is, and why it is as it is, like a receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from gridmap.app.docks.panel import Panel
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.app.later import Later
from gridmap.app.rule_words import rule_words
from gridmap.model import Square
from gridmap.overlays.overlay import Mark

if TYPE_CHECKING:
    from gridmap.app.receipt import Receipts

_BEHIND_THE_HAND = 40
"""Milliseconds: what an area or a length that follows the hand needs comes first."""
_BEHIND_A_GESTURE = 120
"""Milliseconds that a hand which drags or paints must rest."""
_MOST_ROWS = 40

Marks = Callable[[], tuple[Mark, ...]]


class Row(NamedTuple):
    """One line of the receipt.

    Attributes:
        words: what it says.
        amount: what it comes to, at the right; empty for none.
        rule: the rule's number, empty for none.
        marks: what the map shows while the hand is on it, None for nothing.
        heading: whether it begins a part.
    """

    words: str
    amount: str = ""
    rule: str = ""
    marks: Marks | None = None
    heading: bool = False

    @property
    def text(self) -> str:
        """All of it in one line."""
        rule = QCoreApplication.translate("square", "rules {rule}").format(rule=self.rule)
        return " ".join(filter(None, (self.words, self.amount, f"({rule})" if self.rule else "")))


@guarded
class RowWidget(QFrame):
    """A line that points itself out on the map while the hand or the keyboard is on it."""

    pointed = Signal(object)
    """Its `Row`, or None when it is left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("receiptRow")
        self.row = Row("")
        self._words, self._amount, self._rule = QLabel(), QLabel(), QLabel()
        self._words.setWordWrap(True)
        self._words.setMinimumWidth(1)  # for one endless name
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._rule.setObjectName("dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3, 1, 3, 1)
        layout.setSpacing(8)
        for label in (self._words, self._amount, self._rule):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            layout.addWidget(label)
        layout.setStretch(0, 1)

    def show_row(self, row: Row) -> None:
        """Show another line."""
        self.row = row
        self._words.setText(row.words)
        self._amount.setText(row.amount)
        self._amount.setVisible(bool(row.amount))
        self._rule.setText(row.rule)
        self._rule.setVisible(bool(row.rule))
        self._words.setObjectName("heading" if row.heading else "")
        self._words.style().unpolish(self._words)
        self._words.style().polish(self._words)
        takes = row.marks is not None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if takes else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(row.text)
        self.setToolTip(rule_words(row.rule))
        self.setCursor(Qt.CursorShape.PointingHandCursor if takes else Qt.CursorShape.ArrowCursor)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.row)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.row)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(None)


@guarded
class SquarePanel(Panel):
    """Place and terrain, distance, the receipt of the way there, who threatens it, cover, flanks.

    It goes on about the last square pointed at while the hand is off the map, so that its lines can be read
    and pointed at; a square that is pinned stays.
    """

    pin_changed = Signal()

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Why this square"), "squarePanel", parent)
        self._editor = editor
        self._receipts: Receipts | None = None
        self._square: Square | None = None
        self._pinned = False
        self._rows: list[RowWidget] = []
        self._hint = QLabel()
        editor.keys.keep(
            lambda: self._hint.setText(
                self.tr("Point at a square to read what it costs and why; {key} pins it.").format(
                    key=editor.keys.key("pin_square")
                )
            )
        )
        self._hint.setObjectName("dim")
        self._hint.setWordWrap(True)
        self.column.setSpacing(1)
        self.column.addWidget(self._hint)
        self.column.addStretch()
        self._later = Later(self._show_unless_dragging, self, _BEHIND_THE_HAND)
        self._rest = Later(self._show, self, _BEHIND_A_GESTURE)
        editor.overlays.changed.connect(self._later.ask)
        editor.selection.changed.connect(self._later.ask)
        editor.document.changed.connect(self._later.ask)
        editor.pointed.connect(self._follow)
        self._show()

    @property
    def words(self) -> str:
        """What is said of the square, line by line."""
        return "\n".join(row.text for row in self.rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines shown."""
        return tuple(widget.row for widget in self._rows if not widget.isHidden())

    @property
    def widgets(self) -> tuple[RowWidget, ...]:
        """The widgets of these lines."""
        return tuple(widget for widget in self._rows if not widget.isHidden())

    @property
    def square(self) -> Square | None:
        """The square explained, None for none yet."""
        return self._square

    @property
    def pinned(self) -> bool:
        """Whether it stays the one explained."""
        return self._pinned

    def pin(self, pinned: bool) -> None:
        """Go on explaining the square, or follow the hand again."""
        pinned = pinned and self._square is not None
        if pinned != self._pinned:
            self._pinned = pinned
            self._follow()
            self._later.ask()
            self._point_out(None)
        self.pin_changed.emit()

    def _follow(self) -> None:
        pointer = self._editor.pointer
        if pointer is not None and not self._pinned and self._editor.document.shown.contains(pointer.square):
            self._square = pointer.square
            self._later.ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.ask()

    def _show_unless_dragging(self) -> None:
        """While the hand drags, all its time is the map's."""
        if self._editor.tool.active:
            self._rest.ask_again()
        elif self.isVisible():
            self._show()

    def _show(self) -> None:
        if self._square is not None and not self._editor.document.shown.contains(self._square):
            self._square, self._pinned = None, False
            self.pin_changed.emit()
        rows = self._rows_of(self._square)
        while len(self._rows) < min(len(rows), _MOST_ROWS):
            widget = RowWidget(self.content)
            widget.pointed.connect(self._point_out)
            self.column.insertWidget(len(self._rows), widget)
            self._rows.append(widget)
        for number, widget in enumerate(self._rows):
            if number < len(rows):
                widget.show_row(rows[number])
            widget.setVisible(number < len(rows))
        self._hint.setVisible(not rows)

    def _rows_of(self, square: Square | None) -> tuple[Row, ...]:
        if square is None or not self._editor.overlays.started:
            return ()
        if self._receipts is None:
            # Imported with the first square: the rules are not for the first frame.
            from gridmap.app.receipt import Receipts

            self._receipts = Receipts(self._editor)
        return self._receipts.rows(square, pinned=self._pinned)

    def _point_out(self, row: Row | None) -> None:
        marks: tuple[Mark, ...] = ()
        if self._pinned and self._square is not None and self._receipts is not None:
            marks = self._receipts.frame(self._square)
        if row is not None and row.marks is not None:
            marks += row.marks()
        self._editor.point_out(marks)
