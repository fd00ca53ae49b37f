"""Where the players' window stands: its screen, what happens when that is unplugged, and swapping screens."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow
from shiboken6 import isValid

from gridmap.app.later import Later
from gridmap.app.players.calibration import Calibration, Source, by_physical_size
from gridmap.app.players.memory import Memory
from gridmap.app.players.screens import (
    FullScreenGuard,
    ScreenName,
    device_size,
    fill_screen,
    move_to_screen,
    other_screen,
    screen_of,
    show_beside,
)
from gridmap.app.players.window import PlayersWindow

_CHECK_MILLISECONDS = 400
"""After which a window manager has put the window where it wants it."""
_TRIES = 3


class Stage(QObject):
    """Puts the players' window on its screen, takes it off, and brings it back."""

    changed = Signal()
    """The window is there now, or gone, or elsewhere; or other screens are plugged in."""
    said = Signal(str)
    """Something that the GM should know, in one sentence."""

    def __init__(self, gms: QMainWindow, players: PlayersWindow, memory: Memory) -> None:
        super().__init__(gms)
        self._gms = gms
        self._players = players
        self._memory = memory
        self._name: ScreenName | None = memory.screen
        self._waits = False
        self._places: dict[ScreenName, QRect] = {}
        self._guard = FullScreenGuard(gms, players)
        self._watched: QScreen | None = None
        self._tries = 0
        self._fills = False
        self._check = Later(self._check_screen, self, _CHECK_MILLISECONDS)
        players.hidden.connect(self._window_hidden)
        players.calibration_changed.connect(self.set_calibration)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenAdded.connect(self.screen_added)
            application.screenRemoved.connect(self.screen_removed)

    @property
    def is_open(self) -> bool:
        """Whether players see a window."""
        return self._players.isVisible()

    @property
    def waits_for_screen(self) -> bool:
        """Whether the window comes back once its screen is plugged in again."""
        return self._waits

    @property
    def screen_name(self) -> ScreenName | None:
        """The players' screen, plugged in or not; None where none was picked or used yet."""
        return self._name

    @property
    def screen(self) -> QScreen | None:
        """The players' screen where it is plugged in."""
        return None if self._name is None else screen_of(self._name)

    # Opening and closing

    def open(self) -> None:
        """Show the window: on the screen picked, else on one that is not the GM's, else in a frame."""
        wanted = self.screen or other_screen(self._gms.screen())
        self._put(wanted if wanted is not None else self._gms.screen())

    def close(self) -> None:
        """Take the window off the screen."""
        self._waits = False
        if self._players.isVisible():
            self._players.close()
        else:
            self.changed.emit()

    def pick(self, screen: QScreen) -> None:
        """Make a screen the players', for this time and the next."""
        self._name = ScreenName.of(screen)
        self._memory.screen = self._name
        if self.is_open:
            self._put(screen)
        else:
            self._take_calibration(screen)
            self.changed.emit()

    def swap(self) -> bool:
        """The GM's window and the players' change places; False where there is one screen only."""
        theirs = self._players.screen() if self.is_open else self.screen
        mine = self._gms.screen()
        if theirs is None or theirs is mine:
            theirs = other_screen(mine)
        if theirs is None:
            self.said.emit(self.tr("There is no second screen to swap with."))
            return False
        if self._players.isFullScreen():
            # The GM's window goes first, so that the two never lie on one another for long.
            self._players.showNormal()
        self._move_gms(theirs)
        self.pick(mine)
        return True

    def _put(self, screen: QScreen) -> None:
        """Put the window on a screen; the keyboard stays with the GM's."""
        had_keyboard = self._gms.isActiveWindow()
        self._show_on(screen)
        if had_keyboard:
            self._gms.activateWindow()

    def _show_on(self, screen: QScreen) -> None:
        """Show the window on a screen, and move the GM's window off it where there is another."""
        self._waits = False
        if self._gms.screen() is screen:
            other = other_screen(screen)
            if other is None:
                self._take_calibration(screen)
                self._fills = False
                show_beside(self._players, screen)
                self.said.emit(
                    self.tr("There is one screen only: the players' window is shown in a frame beside yours.")
                )
                self.changed.emit()
                return
            self._move_gms(other)
        self._name = ScreenName.of(screen)
        self._memory.screen = self._name
        self._take_calibration(screen)
        self._fills = True
        fill_screen(self._players, screen)
        self._watch(screen)
        self._tries = 0
        self._check.ask_again()
        self._guard.look()
        self.changed.emit()

    def _watch(self, screen: QScreen) -> None:
        """Look again where the window is when its screen becomes larger or smaller."""
        if self._watched is not screen:
            if self._watched is not None and isValid(self._watched):
                self._watched.geometryChanged.disconnect(self._check.ask_again)
            screen.geometryChanged.connect(self._check.ask_again)
            self._watched = screen

    def _check_screen(self) -> None:
        """Once the system is done with the window, it fills its screen and no other; else try again."""
        screen = self.screen
        if screen is None or not self._fills or not self._players.isVisible():
            return
        if self._players.isFullScreen() and self._players.geometry() == screen.geometry():
            self._tries = 0
            return
        self._tries += 1
        if self._tries > _TRIES:
            self.said.emit(
                self.tr("The system shows the players' window on another screen than the one picked.")
            )
            return
        self._players.showNormal()
        fill_screen(self._players, screen)
        self._check.ask_again()

    def _move_gms(self, screen: QScreen) -> None:
        """Move the GM's window to a screen, to where it was there before."""
        self._places[ScreenName.of(self._gms.screen())] = self._gms.geometry()
        move_to_screen(self._gms, screen, self._places.get(ScreenName.of(screen)))

    def _window_hidden(self) -> None:
        self.changed.emit()

    # Screens that come and go

    def screen_removed(self, screen: QScreen) -> None:
        """Where it was the players' screen, the window waits for it rather than cover the GM's."""
        if self.is_open and self._name is not None and ScreenName.of(screen) == self._name:
            self._waits = True
            self._players.hide()
            self.said.emit(
                self.tr(
                    "The players' screen was unplugged. Their window is back once it is plugged in again."
                )
            )
        self.changed.emit()

    def screen_added(self, screen: QScreen) -> None:
        """The window returns to its screen, or goes there from the frame beside the GM's window."""
        if (self._waits or (self.is_open and not self._fills)) and self.screen is screen:
            self._put(screen)
        self.changed.emit()

    # How a screen is set up

    def set_calibration(self, calibration: Calibration) -> None:
        """Set the players' screen up in another way, and remember that."""
        self._players.set_calibration(calibration)
        name = self._name or ScreenName.of(self._players.screen())
        self._memory.remember_calibration(name, calibration)
        self.changed.emit()

    def _take_calibration(self, screen: QScreen) -> None:
        known = self._memory.calibration(ScreenName.of(screen))
        self._players.set_calibration(first_calibration(screen) if known is None else known)


def first_calibration(screen: QScreen) -> Calibration:
    """How a screen is set up that was never seen before: by its own word where that can be believed."""
    size, millimetres = device_size(screen), screen.physicalSize()
    found = by_physical_size(size.width(), size.height(), millimetres.width(), millimetres.height())
    return Calibration() if found is None else Calibration(found, Source.SCREEN)
