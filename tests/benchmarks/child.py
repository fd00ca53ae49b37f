"""Runs a program and tells how long it took and how much memory it had at most."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# A small process between us and the program: a child's peak counts from the size of whom it is forked off.
_LAUNCH = """
import json, os, sys, time
start = time.perf_counter()
child = os.fork()
if not child:
    os.execvp(sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(child, 0)
seconds = time.perf_counter() - start
print()
print(json.dumps([os.waitstatus_to_exitcode(status), seconds, used.ru_maxrss / 1024]))
"""


@dataclass(frozen=True)
class Child:
    """What a program that ended well has used.

    Attributes:
        seconds: from its start to its end.
        peak_mb: most memory at once, in MB of 2^20 bytes.
        output: what it printed.
    """

    seconds: float
    peak_mb: float
    output: str


def run(command: list[str | Path], more: Mapping[str, str] | None = None) -> Child:
    """Run a program to its end, with the environment that a user's would have.

    Raises:
        RuntimeError: it failed; with what it said.
    """
    # A user's modules are compiled once, whatever is wanted of the tests.
    ours = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LAUNCH, *map(str, command)],
        env={**environment, "QT_QPA_PLATFORM": "offscreen", **(more or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    output, _, last = ended.stdout.rstrip("\n").rpartition("\n")
    status, seconds, peak_mb = json.loads(last)
    if status:
        raise RuntimeError(f"{command[0]} ended with {status}: {ended.stderr.strip()[-500:]}")
    return Child(seconds, peak_mb, output.strip())
