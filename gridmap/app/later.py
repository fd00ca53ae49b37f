"""Work put off to the next turn of the event loop, once however often it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Later(QObject):
    """Calls `work` once after some time; asking again before then changes nothing."""

    def __init__(self, work: Callable[[], None], parent: QObject, milliseconds: int = 0) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._milliseconds = milliseconds
        self._timer.timeout.connect(work)

    @property
    def waiting(self) -> bool:
        """Whether the work is still to be done."""
        return self._timer.isActive()

    def ask(self) -> None:
        """Have the work done, the time counted from the first asking."""
        self.ask_in(self._milliseconds)

    def ask_in(self, milliseconds: int) -> None:
        """The same after another time."""
        if not self._timer.isActive():
            self._timer.start(milliseconds)

    def ask_again(self) -> None:
        """Have the work done, the time counted from now."""
        self._timer.start(self._milliseconds)

    def cancel(self) -> None:
        """Do not do it."""
        self._timer.stop()
