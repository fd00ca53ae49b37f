"""The program as a process: its start, and a crash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gridmap.app.main import TIME_START
from gridmap.app.recovery import leftovers
from gridmap.formats import native
from gridmap.model import BattleMap

_CRASH = """
import os, signal
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication
from gridmap.app.document import Document
from gridmap.app.recovery import Recovery
from gridmap.model import BattleMap
QStandardPaths.setTestModeEnabled(True)
application = QApplication([])
document = Document(BattleMap.empty(4, 4))
recovery = Recovery(document)
document.commit(BattleMap.empty(4, 4, name="Killed"), "Rename map")
recovery.keep_now()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_map_is_painted_and_the_time_told(tmp_path: Path) -> None:
    native.write(BattleMap.empty(8, 8), tmp_path / "map.gridmap")
    code = f"from gridmap.app.main import run; run([{str(tmp_path / 'map.gridmap')!r}])"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, TIME_START: "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ended.stdout.startswith("first frame: ")
    assert not ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_work_of_a_killed_program_is_left_over() -> None:
    subprocess.run([sys.executable, "-c", _CRASH], timeout=60, check=False, capture_output=True)
    (leftover,) = leftovers()
    assert leftover.title == "Killed"
    assert leftover.read().name == "Killed"
    leftover.discard()
    assert not leftovers()
