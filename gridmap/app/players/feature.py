"""The GM's decisions about the players' window, with every start; the window itself with its first use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gridmap.app.players.presenter import Presenter

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow
    from gridmap.app.players.room import PlayersRoom
    from gridmap.app.players.scene import Content
    from gridmap.render.scene import Scene

REVEAL = "players_reveal"
"""The one action of the presenter's bar that fog's tools answer."""


class Players(QObject):
    """Makes the players' window once any of its actions is used.

    Attributes:
        presenter: the GM's decisions.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.presenter = Presenter(window.editor.document, self)
        self._waiting = True
        for action in window.actions_:
            name = action.objectName()
            if name.startswith("players_") and name != REVEAL:
                action.triggered.connect(lambda on, name=name: self._use(name, on))

    def scene(self) -> Scene:
        """What the players' window draws."""
        return self._content.scene(self.presenter.shown, self.presenter.turn)

    @cached_property
    def room(self) -> PlayersRoom:
        """The window and all about it; made when it is first asked for."""
        from gridmap.app.players.room import PlayersRoom

        self._waiting = False
        return PlayersRoom(self._window, self.presenter, self.scene)

    @cached_property
    def _content(self) -> Content:
        from gridmap.app.players.scene import Content

        return Content(self._window.editor)

    def _use(self, name: str, on: bool) -> None:
        """Make the window and have it do what is asked for; from then on it listens itself."""
        if self._waiting:
            self.room.slots[name](on)
