"""The option bar's pages for moves in play: ways, measuring, forced moves, targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QButtonGroup, QLabel, QToolButton, QWidget

from gridmap.app.option_bar import page_of
from gridmap.app.sliding_row import Hint
from gridmap.app.steady import ComboBox, SpinBox
from gridmap.app.tools.at_target import (
    FORCED_MOVES,
    MOST_FORCED,
    TARGET_QUESTIONS,
    choice_meaning,
    choice_name,
)
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.model import FEET_PER_SQUARE

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

MODES = ("", "walk", "fly", "swim", "climb", "burrow")
_MODE_NAMES = {
    "": QT_TRANSLATE_NOOP("play", "All its speeds"),
    "walk": QT_TRANSLATE_NOOP("play", "Walking"),
    "fly": QT_TRANSLATE_NOOP("play", "Flying"),
    "swim": QT_TRANSLATE_NOOP("play", "Swimming"),
    "climb": QT_TRANSLATE_NOOP("play", "Climbing"),
    "burrow": QT_TRANSLATE_NOOP("play", "Burrowing"),
}
_DRAWINGS = {
    "push": "push",
    "pull": "withdraw",
    "slide": "pan",
    "charge": "charge",
    "flank-spots": "flanking",
    "cover": "cover",
    "withdraw": "withdraw",
}


def mode_name(mode: str) -> str:
    """A mode of movement in words."""
    return QCoreApplication.translate("play", _MODE_NAMES[mode])


class PlayOptions(QObject):
    """Controls of the tools that play needs, added behind the first frame.

    Attributes:
        mode: by which mode of movement a dragged creature goes.
        forced_moves: push, pull or slide.
        forced_squares: how far.
        target_questions: what is asked about a target.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._editor, self._bar, self._actions = window.editor, window.options, window.actions_
        self._hints: list[tuple[Hint, str]] = []
        self._bar.add_page(("select",), self._select_page())
        self._bar.add_page(("measure",), self._hint_page("measure"))
        self._bar.add_page(("push",), self._push_page())
        self._bar.add_page(("target",), self._target_page())
        self._editor.options.changed.connect(self._show)
        self._editor.selection.changed.connect(self._show_hints)
        self._show_hints()
        self._bar.set_theme(window.canvas.theme)
        self._show()

    def _select_page(self) -> QWidget:
        self.mode = ComboBox()
        self.mode.setAccessibleName(self.tr("Mode of movement"))
        self.mode.setToolTip(self.tr("How a creature that is dragged goes: by all its speeds or by one."))
        for mode in MODES:
            self.mode.addItem(mode_name(mode), mode)
        self.mode.activated.connect(
            lambda index: self._editor.options.choose(play_mode=self.mode.itemData(index))
        )
        ways, safe = (self._switch(name) for name in ("play_ways", "play_safe"))
        return page_of(ways, safe, QLabel(self.tr("By")), self.mode, self._hint("select"))

    def _hint_page(self, tool: str) -> QWidget:
        return page_of(self._hint(tool))

    def _push_page(self) -> QWidget:
        self.forced_moves, buttons = self._choices(FORCED_MOVES, lambda move: {"forced_move": move})
        self.forced_squares = SpinBox()
        self.forced_squares.setRange(1, MOST_FORCED)
        self.forced_squares.setAccessibleName(self.tr("Squares"))
        self.forced_squares.setToolTip(self.tr("How far the target is moved at most; the wheel changes it."))
        self.forced_squares.valueChanged.connect(
            lambda squares: self._editor.options.choose(forced_squares=squares)
        )
        self._forced_feet = QLabel()
        self._forced_feet.setObjectName("dim")
        return page_of(
            *buttons, QLabel(self.tr("Squares")), self.forced_squares, self._forced_feet, self._hint("push")
        )

    def _target_page(self) -> QWidget:
        self.target_questions, buttons = self._choices(
            TARGET_QUESTIONS, lambda question: {"target_question": question}
        )
        return page_of(*buttons, self._hint("target"))

    def _choices(
        self, choices: Sequence[str], change: Callable[[str], dict[str, str]]
    ) -> tuple[QButtonGroup, list[QWidget]]:
        group, buttons = QButtonGroup(self._bar), []
        for number, choice in enumerate(choices):
            button = self._bar.choice_button(choice_name(choice), _DRAWINGS[choice], choice_meaning(choice))
            group.addButton(button, number)
            buttons.append(button)
        group.idClicked.connect(lambda number: self._editor.options.choose(**change(choices[number])))
        return group, list(buttons)

    def _switch(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._actions[name])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setAccessibleName(self._actions[name].text().replace("&", ""))
        return button

    def _hint(self, tool: str) -> Hint:
        hint = Hint()
        self._hints.append((hint, tool))
        return hint

    def _show_hints(self) -> None:
        for hint, tool in self._hints:
            words = self._editor.tools[tool].hint()
            hint.say(words)

    def _show(self) -> None:
        choices = self._editor.options.choices
        self.mode.setCurrentIndex(max(0, self.mode.findData(choices.play_mode)))
        self.mode.setEnabled(choices.play_ways)
        self.forced_moves.button(FORCED_MOVES.index(choices.forced_move)).setChecked(True)
        self.forced_squares.setValue(choices.forced_squares)
        feet = choices.forced_squares * FEET_PER_SQUARE
        self._forced_feet.setText(self.tr("{feet} ft").format(feet=feet))
        self.target_questions.button(TARGET_QUESTIONS.index(choices.target_question)).setChecked(True)
