"""A command that is told to end, by Ctrl+C, `kill` or a terminal that closes, tidies up behind itself."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


class Interrupted(KeyboardInterrupt):
    """Somebody else than the keyboard ends the command.

    Attributes:
        status: the exit status that shells know it by.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


@contextmanager
def tidied_up() -> Iterator[None]:
    """Inside, what ends the process is raised as `Interrupted`, so that no half file stays behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        for number, handler in before.items():
            if handler is signal.SIG_DFL:  # whoever ignores a hang-up, as nohup does, goes on doing so
                signal.signal(number, _interrupt)
        yield
    finally:
        for number, handler in before.items():
            if handler is signal.SIG_DFL:
                signal.signal(number, handler)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    raise Interrupted(number)
