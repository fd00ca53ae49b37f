"""A program to be killed: the real window, painting stroke after stroke, and telling what it has done.

Run as ``python killed_program.py MAP TOLD``. Each dab paints the next square, row by row, and its number and
time are appended to TOLD before the next one. A stroke has some dabs; now and then the map is saved.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridmap.app.main import make_application, make_window
from gridmap.model import Point

DABS = 40
"""In a stroke: it takes several seconds, so that the end comes in mid-stroke."""
EVERY = 0.12
"""Seconds between dabs."""


def main(map_file: Path, told: Path) -> None:
    """Paint until killed."""
    application = make_application()
    window = make_window(map_file)
    window.resize(1000, 700)
    window.show()
    canvas, width = window.canvas, window.editor.document.battle_map.width
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    count = 0

    def place(number: int) -> QPoint:
        return canvas.pixel_of(Point(number % width + 0.5, number // width + 0.5)).toPoint()

    def dab() -> None:
        nonlocal count
        if count % DABS == 0:
            window.editor.take("brush")
            QTest.mousePress(canvas, left, none, place(count))
        else:
            QTest.mouseMove(canvas, place(count))
        tell("dab", count)
        count += 1
        if count % DABS == 0:
            QTest.mouseRelease(canvas, left, none, place(count - 1))
            if count % (3 * DABS) == 0:
                window.actions_["save"].trigger()
                tell("save", count)

    def tell(what: str, number: int) -> None:
        with told.open("a") as file:
            file.write(f"{what} {number} {time.time()}\n")
            file.flush()
            os.fsync(file.fileno())

    timer = QTimer()
    timer.timeout.connect(dab)
    QTimer.singleShot(300, lambda: timer.start(int(EVERY * 1000)))
    application.exec()


if __name__ == "__main__":
    assert QApplication.instance() is None
    main(Path(sys.argv[1]), Path(sys.argv[2]))
