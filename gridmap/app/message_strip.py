"""A strip above the map for what must be said or asked, instead of dialogs that stop the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from gridmap.app.icons import ICON_SIZE, drawn, icon
from gridmap.app.later import Later
from gridmap.app.look import accent, text_colour
from gridmap.render.colour import colour
from gridmap.render.theme import Theme

_NOTE_MILLISECONDS = 6000

Answer = tuple[str, Callable[[], object]]
"""The words on a button and what it does."""


class MessageStrip(QFrame):
    """Shows one sentence at a time; a question stays until it is answered, a note goes by itself."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageStrip")
        self._theme = theme
        self._kind = "info"
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        # One endless word must not make the window wider than the screen.
        self._text.setMinimumWidth(1)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons: list[QPushButton] = []
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Close message"))
        self._close.setToolTip(self.tr("Close message"))
        self._close.clicked.connect(self.clear)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 8, 6)
        self._row.setSpacing(10)
        for widget in (self._sign, self._text, self._close):
            self._row.addWidget(widget)
        self._expiry = Later(self._expire, self, _NOTE_MILLISECONDS)
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now, empty where nothing is."""
        return "" if self.isHidden() else self._text.text()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The answers offered now."""
        return tuple(self._buttons)

    def note(self, text: str) -> None:
        """Say something that needs no answer."""
        self._say("info", text, ())
        self._expiry.ask_again()

    def report(self, text: str) -> None:
        """Say something that is to be read at leisure; it stays until it is closed."""
        self._say("info", text, ())

    def complain(self, text: str) -> None:
        """Say what went wrong; it stays until it is closed."""
        self._say("warning", text, ())

    def add(self, text: str) -> None:
        """Say something more behind what is said now; it stays until it is closed."""
        kind = "info" if self.isHidden() else self._kind
        self._say(kind, " ".join(filter(None, (self.text, text))), ())

    def ask(self, text: str, answers: Sequence[Answer]) -> None:
        """Ask something; any answer, or closing the strip, ends it."""
        self._say("warning", text, answers)

    def clear(self) -> None:
        """Say nothing."""
        self._expiry.cancel()
        self.hide()

    def _expire(self) -> None:
        """A note goes by itself, but the map must not move under a hand that drags."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._expiry.ask_again()
        else:
            self.clear()

    def set_theme(self, theme: Theme) -> None:
        """Draw the signs in a theme's colours."""
        self._theme = theme
        self._close.setIcon(icon("close", text_colour(theme)))
        self._draw_sign()

    def _say(self, kind: str, text: str, answers: Sequence[Answer]) -> None:
        self._expiry.cancel()
        self._kind = kind
        self._draw_sign()
        self._text.setText(text)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(words, work) for words, work in answers]
        for place, button in enumerate(self._buttons, start=2):
            self._row.insertWidget(place, button)
        self.show()

    def _button(self, words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words, self)

        def answer() -> None:
            self.clear()
            work()

        button.clicked.connect(answer)
        return button

    def _draw_sign(self) -> None:
        shade = accent(self._theme)
        if self._kind == "warning":
            shade = colour(self._theme.notes.missing_ink)
        self._sign.setPixmap(drawn(self._kind, shade, ICON_SIZE, self.devicePixelRatioF()))
