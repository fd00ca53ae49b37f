"""Moves in play: whether ways are shown, and creatures picked up by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gridmap.model import Square

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow


_SWITCHES = ("play_ways", "play_safe")
"""Remembered between runs."""


class Play(QObject):
    """Joins the actions of moves in play to the tools' options."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._editor, self._canvas, self._actions = window.editor, window.canvas, window.actions_
        self._settings = window.settings
        self._editor.options.choose(
            **{name: self._settings.switch(name, otherwise=True) for name in _SWITCHES}
        )
        for name in _SWITCHES:
            window.actions_[name].triggered.connect(lambda on, name=name: self._switch(name, on))
        window.actions_.on_trigger(play_move=self._pick_up)
        self._editor.options.changed.connect(self._show)
        self._editor.selection.changed.connect(self._show)
        self._show()

    def _switch(self, name: str, on: bool) -> None:
        self._settings.set_switch(name, on)
        self._editor.options.choose(**{name: on})

    def _show(self) -> None:
        choices = self._editor.options.choices
        self._actions["play_ways"].setChecked(choices.play_ways)
        self._actions["play_safe"].setChecked(choices.play_safe)
        self._actions["play_safe"].setEnabled(choices.play_ways)
        self._actions["play_move"].setEnabled(self._editor.selection.single is not None)

    def _pick_up(self) -> None:
        creature = self._editor.selection.single
        if creature is not None:
            self._editor.take("select")
            self._canvas.pick_up(Square(*creature.at))
