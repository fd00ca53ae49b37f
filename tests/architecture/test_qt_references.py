"""Qt's binding must give back every reference and buffer it takes.

PySide6 6.12.0 on Python 3.11 loses a reference to None at each wrapped call and aborts after some
thousands of them; releases before 6.11 keep the buffer behind every QImage that is made over one.
"""

from __future__ import annotations

import sys
import tracemalloc

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter


def test_calls_leave_references_to_none_alone() -> None:
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    before = sys.getrefcount(None)
    for _ in range(500):
        painter.fillRect(0, 0, 4, 4, Qt.GlobalColor.red)
    after = sys.getrefcount(None)
    painter.end()
    # From 3.12 on None is immortal and the count stands still by itself.
    assert abs(after - before) < 50


def test_images_over_arrays_give_the_array_back() -> None:
    pixels = np.zeros((64, 64, 4), np.uint8)
    before = sys.getrefcount(pixels)
    for _ in range(200):
        QImage(pixels.data, 64, 64, 256, QImage.Format.Format_RGB32)
    assert sys.getrefcount(pixels) - before < 5


def test_images_over_bytes_give_the_memory_back() -> None:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(20):
            QImage(bytes(1_000_000), 500, 500, 2000, QImage.Format.Format_RGB32)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2_000_000
