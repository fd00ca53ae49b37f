"""Work in another thread, with its end told in the window's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRunnable, Qt, QThreadPool, Signal, Slot
from shiboken6 import isValid


@dataclass
class _Job:
    owner: Background
    work: Callable[[], Any]
    done: Callable[[Any], object]
    failed: Callable[[Exception], object]
    result: Any = None
    error: Exception | None = None


class Background(QObject):
    """Runs functions in Qt's thread pool. Maps never change, so work on them needs no lock."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running = 0

    @property
    def busy(self) -> bool:
        """Whether work is under way, or its end is still to be told."""
        return self._running > 0

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Do `work` in another thread, then call one of the two in this one, unless this object is gone."""
        self._running += 1
        QThreadPool.globalInstance().start(_Runnable(_Job(self, work, done, failed), _bridge()))

    def wait(self, milliseconds: int = 10_000) -> bool:
        """Wait until no work is under way and its end is told; False if that takes too long."""
        done = QThreadPool.globalInstance().waitForDone(milliseconds)
        QCoreApplication.sendPostedEvents(_bridge(), QEvent.Type.MetaCall.value)
        return done

    def _end(self, job: _Job) -> None:
        self._running -= 1
        if job.error is None:
            job.done(job.result)
        else:
            job.failed(job.error)


class _Bridge(QObject):
    """Carries jobs from their thread to the window's. It lives as long as the program: whoever asked for
    the work may be gone when it ends."""

    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.ended.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _tell(self, job: _Job) -> None:
        if isValid(job.owner):
            job.owner._end(job)


@cache
def _bridge() -> _Bridge:
    return _Bridge()


class _Runnable(QRunnable):
    def __init__(self, job: _Job, bridge: _Bridge) -> None:
        super().__init__()
        self._job = job
        self._bridge = bridge

    def run(self) -> None:
        try:
            self._job.result = self._job.work()
        except Exception as caught:  # handed to the window, which says it
            self._job.error = caught
        self._bridge.ended.emit(self._job)
