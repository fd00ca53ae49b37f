"""Teams and turns: two panels that the GM may leave closed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from gridmap.app.docks.panel import Panel
from gridmap.app.docks.teams import TeamsPanel
from gridmap.app.docks.turn_order import TurnOrderPanel, turn_order

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow
    from gridmap.app.players.feature import Players
    from gridmap.app.players.presenter import Presenter


class TeamsAndTurns(QObject):
    """Shows the panels, and keeps the order of turns in step with the ring on the players' screen."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._round = 0
        self._turn = ""
        self._shown = ("", 0)
        self.teams = TeamsPanel(window.editor, window)
        self.order = TurnOrderPanel(window.editor, window)
        right = Qt.DockWidgetArea.RightDockWidgetArea
        window.add_panel(self.teams, right, beside=window.inspector)
        window.add_panel(self.order, right, beside=window.inspector)
        window.actions_.on_trigger(
            teams=lambda: _bring_up(self.teams), turn_order=lambda: _bring_up(self.order)
        )
        self.order.next_wanted.connect(lambda: self._step(1))
        self.order.previous_wanted.connect(lambda: self._step(-1))
        self.order.chosen.connect(lambda name: self._give_turn(name, max(1, self._round)))
        self.order.ended.connect(self._end)
        window.files.opened.connect(self._end)
        # The features that others look for are known once all of them have been made.
        QTimer.singleShot(0, self, lambda: self._presenter)

    @property
    def round(self) -> int:
        """Which round it is, 0 while it is nobody's turn."""
        return self._round

    @cached_property
    def _presenter(self) -> Presenter:
        """Who knows whose turn it is."""
        players: Players = self._window.features["Players"]  # type: ignore[assignment]
        players.presenter.changed.connect(self._turn_changed)
        return players.presenter

    def _ids(self) -> list[str]:
        return [creature.id for creature in turn_order(self._editor.document.battle_map)]

    def _step(self, by: int) -> None:
        """The next creature's turn, or back to the one before; it is selected then."""
        ids, turn = self._ids(), self._presenter.turn
        if turn not in ids:
            if ids:
                self._give_turn(ids[0], max(1, self._round))
            return
        at = ids.index(turn) + by
        number = self._round + (1 if at >= len(ids) else -1 if at < 0 else 0)
        if number >= 1:
            self._give_turn(ids[at % len(ids)], number)

    def _give_turn(self, creature_id: str, number: int) -> None:
        self._turn, self._round = creature_id, number
        self._presenter.set_turn(creature_id)
        self._editor.selection.select({creature_id})
        self._show()

    def _end(self) -> None:
        self._presenter.set_turn("")

    def _turn_changed(self) -> None:
        """Someone else may have the turn: from the last to the first it is a new round."""
        turn = self._presenter.turn
        if turn != self._turn:
            ids = self._ids()
            over_the_end = len(ids) > 1 and (self._turn, turn) == (ids[-1], ids[0])
            if not turn:
                self._round = 0
            elif not self._round or over_the_end:
                self._round += 1
            self._turn = turn
        self._show()

    def _show(self) -> None:
        if self._shown != (self._turn, self._round):
            self._shown = (self._turn, self._round)
            self.order.show_turn(*self._shown)


def _bring_up(panel: Panel) -> None:
    panel.show()
    panel.raise_()
