"""What every test stands on: no display, nothing of the user's touched, nothing left running."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

# Before Qt is first imported.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

_SCRATCH = Path(tempfile.mkdtemp(prefix="gridmap-tests-"))
for _variable, _folder in {
    "HOME": "home",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
    "XDG_RUNTIME_DIR": "runtime",
}.items():
    (_SCRATCH / _folder).mkdir(mode=0o700)
    os.environ[_variable] = str(_SCRATCH / _folder)

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QObject, QStandardPaths, QThreadPool, QTimer
from shiboken6 import isValid

QStandardPaths.setTestModeEnabled(True)

# The same examples every time and everywhere; `--hypothesis-profile explore` looks further.
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("ci")

_timers: weakref.WeakSet[QTimer] = weakref.WeakSet()
_start_timer = QTimer.start


def _recording_start(timer: QTimer, *arguments: object) -> None:
    _timers.add(timer)
    _start_timer(timer, *arguments)


QTimer.start = _recording_start  # type: ignore[method-assign]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="draw the golden pictures of tests/golden anew"
    )


def pytest_unconfigure() -> None:
    shutil.rmtree(_SCRATCH, ignore_errors=True)


@pytest.fixture(scope="session")
def samples_folder() -> Path:
    """The folder of real files that GRIDMAP_SAMPLES names; tests that need it are skipped without."""
    named = os.environ.get("GRIDMAP_SAMPLES")
    if not named:
        pytest.skip("GRIDMAP_SAMPLES names no folder of real files")
    return Path(named)


@pytest.fixture(scope="session")
def long_lived() -> list[QObject]:
    """Objects that outlive their test on purpose, as the one main window does.

    A session's fixture that makes such an object appends it here; its timers may go on.
    """
    return _LONG_LIVED


_LONG_LIVED: list[QObject] = []


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    """Fail a test that leaves a thread at work or a timer ticking."""
    threads_before = set(threading.enumerate())
    timers_before = {id(timer) for timer in _active_timers()}
    yield
    assert not (left := _threads_left(threads_before)), f"the test left threads: {left}"
    if QThreadPool.globalInstance().activeThreadCount():
        assert QThreadPool.globalInstance().waitForDone(2000), "the test left work in Qt's thread pool"
    ticking = [timer for timer in _active_timers() if id(timer) not in timers_before]
    assert not ticking, (
        f"the test left timers: {[(t.parent(), t.objectName(), t.interval()) for t in ticking]}"
    )


def _threads_left(before: set[threading.Thread], patience: float = 2.0) -> list[threading.Thread]:
    """The threads started since, after some time to finish. Threads that Qt owns have no name here."""
    give_up = time.monotonic() + patience
    while True:
        left = [
            thread
            for thread in threading.enumerate()
            if thread not in before and not isinstance(thread, threading._DummyThread)
        ]
        if not left or time.monotonic() > give_up:
            return left
        time.sleep(0.01)


def _active_timers() -> list[QTimer]:
    return [
        timer
        for timer in list(_timers)
        if isValid(timer) and timer.isActive() and not _belongs_to_long_lived(timer)
    ]


def _belongs_to_long_lived(timer: QTimer) -> bool:
    owner: QObject | None = timer
    while owner is not None:
        if any(owner is kept for kept in _LONG_LIVED):
            return True
        owner = owner.parent()
    return False


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where windows are tested, all tests share the application that has windows, whichever comes first.

    Qt allows one application a process: one without windows, made by a test of the core, would be in the way.
    """
    here = Path(__file__).parent
    folders = {here / "gui", here / "benchmarks"}
    if any(folders & set(item.path.parents) for item in session.items):
        from gridmap.app.main import make_application

        _LONG_LIVED.append(make_application())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests marked `samples` where there are none."""
    if os.environ.get("GRIDMAP_SAMPLES"):
        return
    skip = pytest.mark.skip(reason="GRIDMAP_SAMPLES names no folder of real files")
    for item in items:
        if item.get_closest_marker("samples"):
            item.add_marker(skip)
