"""Which screen is the players', found again by what it is rather than by its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

from gridmap.app.guarded import guarded
from gridmap.app.later import Later

_TRIES = 3
"""How often a window is put on its screen before that is given up."""
_GUARD_MILLISECONDS = 60
"""A window manager has its time to put the GM's window somewhere before it is looked where."""
_RIM = 24
"""Pixels between a small window and the screen's edge."""


@dataclass(frozen=True)
class ScreenName:
    """What a screen is recognised by.

    Attributes:
        model: its maker, model and serial number; empty where it tells none.
        output: the name that the system gives its socket.
    """

    model: str
    output: str

    @classmethod
    def of(cls, screen: QScreen) -> ScreenName:
        """A screen's name."""
        parts = (screen.manufacturer(), screen.model(), screen.serialNumber())
        # Without a serial number two screens of one model are told apart by their sockets alone.
        return cls(" ".join(filter(None, parts)) if screen.serialNumber() else "", screen.name())

    @classmethod
    def from_text(cls, text: str) -> ScreenName:
        """A name as the settings hold it."""
        model, _, output = text.partition("|")
        return cls(model, output)

    @property
    def text(self) -> str:
        """The name for the settings."""
        return f"{self.model.replace('|', '/')}|{self.output}"


def find_screen(wanted: ScreenName, names: Sequence[ScreenName]) -> int | None:
    """The place of the wanted screen in a list: the same device first, else whatever is in its socket.

    >>> names = [ScreenName("", "HDMI-1"), ScreenName("Dell U24 7", "DP-2")]
    >>> find_screen(ScreenName("Dell U24 7", "DP-9"), names), find_screen(ScreenName("", "HDMI-1"), names)
    (1, 0)
    """
    if wanted.model:
        for at, name in enumerate(names):
            if name.model == wanted.model:
                return at
    for at, name in enumerate(names):
        if wanted.output and name.output == wanted.output and not (wanted.model and name.model):
            return at
    return None


def screen_of(wanted: ScreenName) -> QScreen | None:
    """The wanted screen where it is plugged in."""
    screens = QGuiApplication.screens()
    at = find_screen(wanted, [ScreenName.of(screen) for screen in screens])
    return None if at is None else screens[at]


def other_screen(than: QScreen) -> QScreen | None:
    """A screen beside that one, the primary one first; None where there is none."""
    primary = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not than]
    return primary if primary in others else next(iter(others), None)


def device_size(screen: QScreen) -> QSize:
    """A screen's own pixels."""
    ratio = screen.devicePixelRatio()
    size = screen.geometry().size()
    return QSize(round(size.width() * ratio), round(size.height() * ratio))


def screen_words(screen: QScreen) -> str:
    """A screen for a list of choices: its number, name and pixels."""
    size = device_size(screen)
    number = QGuiApplication.screens().index(screen) + 1
    name = screen.model() or screen.name()
    return QCoreApplication.translate("screens", "{number}: {name} ({width} × {height})").format(
        number=number, name=name, width=size.width(), height=size.height()
    )


def fill_screen(window: QWidget, screen: QScreen) -> bool:
    """Show a window without borders over all of a screen; whether it is there as far as can be told now.

    The geometry is set before full screen is asked for, since window managers take the screen that the window
    lies on, and what came of it is looked at, since they do not always.
    """
    for _ in range(_TRIES):
        if window.isVisible() and window.isFullScreen():
            if is_on(window, screen):
                return True
            window.showNormal()
        window.setScreen(screen)
        window.setGeometry(screen.geometry())
        # `showFullScreen` would take the keyboard from the GM's window.
        window.setWindowState(Qt.WindowState.WindowFullScreen)
        window.show()
        if is_on(window, screen):
            return True
    return False


def show_beside(window: QWidget, screen: QScreen) -> None:
    """Show a window with borders on a screen that the GM needs too."""
    free = screen.availableGeometry()
    size = QSize(min(960, round(free.width() * 0.6)), min(600, round(free.height() * 0.6)))
    if window.isFullScreen():
        window.showNormal()
    window.setScreen(screen)
    place = QRect(free.topLeft(), size)
    place.moveBottomRight(free.bottomRight() - QPoint(_RIM, _RIM))
    window.setGeometry(place)
    window.showNormal()


def is_on(window: QWidget, screen: QScreen) -> bool:
    """Whether a window lies on a screen."""
    if not window.isVisible():
        return False
    return window.windowHandle().screen() is screen and screen.geometry().contains(window.geometry().center())


def move_to_screen(window: QMainWindow, screen: QScreen, place: QRect | None = None) -> None:
    """Move the GM's window to a screen: to a place on it, else to its middle."""
    state = window.windowState()
    window.setWindowState(Qt.WindowState.WindowNoState)
    free = screen.availableGeometry()
    if place is None or not free.contains(place):
        place = QRect(free.topLeft(), window.size().boundedTo(free.size()))
        place.moveCenter(free.center())
    window.setScreen(screen)
    window.setGeometry(place)
    window.setWindowState(state)


@guarded
class FullScreenGuard(QObject):
    """Keeps the GM's window from filling the screen that the players look at."""

    def __init__(self, window: QMainWindow, players: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._players = players
        self._later = Later(self.look, self, _GUARD_MILLISECONDS)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what became of the GM's window."""
        if watched is self._window and event.type() == QEvent.Type.WindowStateChange:
            self._later.ask_again()
        return super().eventFilter(watched, event)

    def look(self) -> None:
        """Move a GM's window that fills the players' screen off it, or make it smaller."""
        window, players = self._window, self._players
        if not (window.isFullScreen() and players.isVisible() and players.isFullScreen()):
            return
        screen = players.screen()
        if window.screen() is not screen:
            return
        other = other_screen(screen)
        if other is None:
            window.showNormal()
        else:
            move_to_screen(window, other)
