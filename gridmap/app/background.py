"""Work in another thread, with its end told in the window's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


class _Reporter(QObject):
    ended = Signal(object, object)


class _Work(QRunnable):
    def __init__(self, work: Callable[[], Any], reporter: _Reporter) -> None:
        super().__init__()
        self._work = work
        self._reporter = reporter

    def run(self) -> None:
        result: Any = None
        error: Exception | None = None
        try:
            result = self._work()
        except Exception as caught:  # handed to the window, which says it
            error = caught
        self._reporter.ended.emit(result, error)


class Background(QObject):
    """Runs functions in Qt's thread pool. Maps never change, so work on them needs no lock."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: set[_Reporter] = set()

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return bool(self._running)

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Do `work` in another thread, then call one of the two in this one."""
        reporter = _Reporter(self)

        def end(result: Any, error: Exception | None) -> None:
            self._running.discard(reporter)
            reporter.deleteLater()
            if error is None:
                done(result)
            else:
                failed(error)

        reporter.ended.connect(end)
        self._running.add(reporter)
        QThreadPool.globalInstance().start(_Work(work, reporter))

    def wait(self, milliseconds: int = 10_000) -> bool:
        """Wait until nothing is under way; False if that takes too long."""
        return QThreadPool.globalInstance().waitForDone(milliseconds)
