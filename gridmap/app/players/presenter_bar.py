"""The GM's bar for the players' screen: what is on it, in large letters, and the buttons that change it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QSizePolicy, QToolBar, QToolButton, QWidget

from gridmap.app.actions import Actions
from gridmap.app.icons import ICON_SIZE
from gridmap.app.players.framing import ViewMode
from gridmap.app.players.presenter import Presenter
from gridmap.app.players.state_sign import StateSign
from gridmap.render.theme import Theme

_BUTTONS = (
    "players_freeze",
    "players_blank",
    "",
    "players_next_view",
    "",
    "players_reveal",
    "players_open_door",
)


class PresenterBar(QToolBar):
    """Along the window's lower side while there is, or was, a players' window."""

    def __init__(self, window: QMainWindow, presenter: Presenter, actions: Actions, theme: Theme) -> None:
        super().__init__(QCoreApplication.translate("players", "Presenter bar"), window)
        self._presenter = presenter
        self.setObjectName("presenterBar")
        self.setAccessibleName(self.windowTitle())
        self.setMovable(False)
        self.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.sign = StateSign(theme)
        self.addWidget(self.sign)
        self.addSeparator()
        for name in _BUTTONS:
            if not name:
                self.addSeparator()
                continue
            self.addAction(actions[name])
            button = self.widgetForAction(actions[name])
            if isinstance(button, QToolButton):
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                button.setText(actions[name].text().replace("&", ""))
                button.setAccessibleName(actions[name].text().replace("&", ""))
        spring = QWidget()
        spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spring)
        self._view = QLabel()
        self._view.setObjectName("dim")
        self._view.setTextFormat(Qt.TextFormat.PlainText)
        self._view.setContentsMargins(8, 0, 8, 0)
        self.addWidget(self._view)
        self.addAction(actions["players_window"])
        presenter.changed.connect(self.look)
        self.look()

    @property
    def view_words(self) -> str:
        """Which part of the map players see, in words."""
        return self._view.text()

    def set_theme(self, theme: Theme) -> None:
        """Draw the sign in a theme's colours."""
        self.sign.set_theme(theme)

    def look(self) -> None:
        """Say what is on the players' screen now."""
        self.sign.show_state(self._presenter.showing)
        words = {
            ViewMode.FOLLOW: self.tr("Players see the part that you see"),
            ViewMode.STAY: self.tr("Players' view stays where it is"),
            ViewMode.FRAME: self.tr("Players see what is in the frame"),
        }
        name = self._presenter.view_name
        self._view.setText(self.tr("View: {name}").format(name=name) if name else words[self._presenter.mode])
