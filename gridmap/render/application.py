"""Text needs a running `QGuiApplication`: one without windows is made where there is none."""

from __future__ import annotations

import os

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QImageReader

PICTURE_LIMIT_MB = 1024
"""A background picture may take so many megabytes once decoded: 16,384 × 16,384 pixels. Qt's own limit of
256 refuses maps that people really have; without any, one hostile header could take all memory."""

_made: QGuiApplication | None = None


def ensure_application() -> None:
    """Make an application that needs no display, unless the windows (or a test) have made one already."""
    global _made  # noqa: PLW0603 - Qt allows one application a process, and it must outlive all drawing
    if QCoreApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _made = QGuiApplication(["gridmap"])
    QImageReader.setAllocationLimit(PICTURE_LIMIT_MB)
