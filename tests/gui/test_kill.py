"""The program killed in mid-stroke: the file is whole, and nothing older than five seconds is lost.

GRIDMAP_KILLS says how often, 2 where it is not set.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gridmap.app.recovery import leftover_beside
from gridmap.formats import native
from gridmap.model import BattleMap

KILLS = int(os.environ.get("GRIDMAP_KILLS", "2"))
PROGRAM = Path(__file__).with_name("killed_program.py")
ROOT = PROGRAM.parents[2]
FORGIVEN = 5.0
"""Seconds of work that may be lost."""
LONGEST = 16.0
"""A kill comes at a random moment up to so many seconds after the first dab."""


def first_dab(told: Path, process: subprocess.Popen[bytes]) -> float:
    """Wait for the program to paint."""
    end = time.time() + 60
    while time.time() < end:
        if told.exists() and told.stat().st_size:
            return time.time()
        assert process.poll() is None, "the program ended by itself"
        time.sleep(0.02)
    raise AssertionError("the program never painted")


@pytest.mark.timeout(60 + 40 * KILLS)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_loses_nothing_old_and_breaks_no_file(tmp_path: Path, seed: int) -> None:
    path, told = tmp_path / "cave.gridmap", tmp_path / "told"
    native.write(BattleMap.empty(40, 30, name="Cave"), path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path / "state")}
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(path), str(told)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        first_dab(told, process)
        time.sleep(random.Random(seed).uniform(0.2, LONGEST if KILLS > 2 else 7.0))
    finally:
        process.send_signal(signal.SIGKILL)
        killed = time.time()
        process.wait()
    dabs = {}
    for line in told.read_text().splitlines():
        what, number, when = line.split()
        if what == "dab":
            dabs[int(number)] = float(when)
    saved = native.read(path).terrain.difficult
    leftover = leftover_beside(path)
    kept = leftover.read().terrain.difficult if leftover is not None else saved
    best = np.maximum(saved, kept).reshape(-1)
    lost = [killed - when for number, when in dabs.items() if not best[number]]
    print(f"kill {seed}: {len(dabs)} dabs, {len(lost)} lost, the oldest {max(lost, default=0):.2f} s")
    assert max(lost, default=0.0) <= FORGIVEN
