"""Starts the editor."""

from __future__ import annotations

import builtins
import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from gridmap.app.main_window import MainWindow

TIME_START = "GRIDMAP_TIME_START"
"""Environment variable: print the time to the first painted frame and end."""


def run(paths: list[str]) -> int:
    """Show the editor, with the first of these files opened; the exit status.

    Native maps, Universal VTT files, map objects in JSON and pictures are opened alike. A file that cannot be
    opened is complained of in the window.
    """
    # A thread that works overlays out hands over to the window's sooner than after the usual 5 ms.
    sys.setswitchinterval(0.0005)
    with _no_garbage_collection():
        _import_core()
        _import_qt()
        application = make_application()
        window = make_window(Path(paths[0]) if paths else None)
        if os.environ.get(TIME_START):
            window.canvas.painted.connect(_tell_time_and_end)
        window.show()
    return application.exec()


def make_application() -> QApplication:
    """The application with its names, style and font."""
    from PySide6.QtWidgets import QApplication

    from gridmap.app.settings import Settings
    from gridmap.render.application import ensure_application
    from gridmap.render.fonts import map_font

    scale = Settings().interface_scale
    if scale != 100 and not os.environ.get("QT_SCALE_FACTOR"):
        os.environ["QT_SCALE_FACTOR"] = str(scale / 100)
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        application = existing
        application.setStyle("Fusion")
    else:
        # As an argument: `setStyle` returns the style, and Python would make its class and many enumerations.
        application = QApplication([*sys.argv[:1], "-style", "fusion"])
    application.setApplicationName("gridmap")
    application.setApplicationDisplayName("gridmap")
    application.setDesktopFileName("gridmap")
    font = map_font(13)
    font.setPointSizeF(application.font().pointSizeF())
    application.setFont(font)
    ensure_application()
    return application


def make_window(path: Path | None) -> MainWindow:
    """The main window with a file opened, and with the offer of what a crash left behind."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from gridmap.app.look import dress
    from gridmap.app.main_window import MainWindow
    from gridmap.app.recovery import leftovers
    from gridmap.app.settings import Settings
    from gridmap.model import BattleMap
    from gridmap.render.theme import THEMES, load_theme

    settings = Settings()
    application = QApplication.instance()
    if isinstance(application, QApplication):
        dress(application, load_theme(settings.theme if settings.theme in THEMES else THEMES[0]))
    window = MainWindow(settings, BattleMap.empty(30, 20))
    if path is not None:
        window.open(path)
    else:
        window.show_start_page()

    def offer_leftovers() -> None:
        for leftover in leftovers()[:1]:
            window.offer(leftover)

    QTimer.singleShot(0, window, offer_leftovers)
    return window


def _import_core() -> None:
    """Import what knows no Qt, and what the first frame needs of it."""
    import gridmap.formats.registry
    import gridmap.overlays.overlay
    import gridmap.rules.metric  # noqa: F401


def _import_qt() -> None:
    """Import Qt without the import hook that PySide6 leaves behind.

    The hook reads the source of each module that is imported later, in case it asks for features of Qt for
    Python that are not used here.
    """
    plain = builtins.__import__
    import PySide6.QtWidgets  # noqa: F401

    builtins.__import__ = plain


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Start without searching the many lasting objects of imports for garbage, again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _tell_time_and_end() -> None:
    seconds, busy = time.time() - _process_start(), time.process_time()
    print(f"first frame: {seconds:.3f} s, {busy:.3f} s of CPU", flush=True)
    os._exit(0)


def _process_start() -> float:
    """When this process began, in seconds since the epoch; Linux only, elsewhere now."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    except OSError:
        return time.time()
    return time.time() - uptime + int(fields[19]) / os.sysconf("SC_CLK_TCK")
