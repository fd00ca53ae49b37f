"""Starts the editor."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from gridmap.app.look import dress
from gridmap.app.main_window import MainWindow
from gridmap.app.recovery import leftovers
from gridmap.app.settings import Settings
from gridmap.model import BattleMap
from gridmap.render.application import ensure_application
from gridmap.render.fonts import map_font
from gridmap.render.theme import THEMES, load_theme

TIME_START = "GRIDMAP_TIME_START"
"""Environment variable: print the time to the first painted frame and end."""


def run(paths: list[str]) -> int:
    """Show the editor, with the first of these files opened; the exit status.

    Native maps, Universal VTT files, map objects in JSON and pictures are opened alike. A file that cannot be
    opened is complained of in the window.
    """
    application = make_application()
    settings = Settings()
    dress(application, load_theme(settings.theme if settings.theme in THEMES else THEMES[0]))
    window = MainWindow(settings, BattleMap.empty(30, 20))
    if paths:
        window.open(Path(paths[0]))
    if os.environ.get(TIME_START):
        _end_with_first_frame(window)
    window.show()
    QTimer.singleShot(0, window, lambda: _offer_leftovers(window))
    return application.exec()


def make_application() -> QApplication:
    """The application with its names and style."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("gridmap")
    application.setApplicationDisplayName("gridmap")
    application.setDesktopFileName("gridmap")
    application.setStyle("Fusion")
    font = map_font(13)
    font.setPointSizeF(application.font().pointSizeF())
    application.setFont(font)
    ensure_application()
    return application


def _offer_leftovers(window: MainWindow) -> None:
    for leftover in leftovers()[:1]:
        window.offer(leftover)


def _end_with_first_frame(window: MainWindow) -> None:
    """Print how long the process took until its first whole frame was painted, and close."""

    def painted() -> None:
        seconds = time.time() - _process_start()
        print(f"first frame: {seconds:.3f} s", flush=True)
        os._exit(0)

    window.canvas.painted.connect(painted)


def _process_start() -> float:
    """When this process began, in seconds since the epoch; Linux only, elsewhere now."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    except OSError:
        return time.time()
    return time.time() - uptime + int(fields[19]) / os.sysconf("SC_CLK_TCK")
