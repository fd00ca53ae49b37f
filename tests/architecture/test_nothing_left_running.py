"""The watch for threads and timers that a test leaves behind does see them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]

PLANTED = """
import threading
from PySide6.QtCore import QObject, QTimer

kept = []

def test_leaves_a_timer(qapp):
    kept.append(QTimer())
    kept[0].start(60_000)

def test_stops_its_timer(qapp):
    timer = QTimer()
    timer.start(60_000)
    timer.stop()

def test_outlived_on_purpose(qapp, long_lived):
    long_lived.append(QObject())
    QTimer(long_lived[0]).start(60_000)

def test_waits_for_its_thread():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()

def test_leaves_a_thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()
"""


def test_leaks_are_seen(tmp_path: Path) -> None:
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "test_planted.py").write_text(PLANTED)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    samples: real files\n")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rE"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in result.stdout.splitlines() if line.startswith("ERROR")]
    assert len(errors) == 2, result.stdout + result.stderr
    assert "test_leaves_a_timer" in errors[0]
    assert "test_leaves_a_thread" in errors[1]
