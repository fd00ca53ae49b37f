"""The wheel holds all that the program needs once it is installed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_holds_resources_and_maps(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as held:
        names = set(held.namelist())
    for folder in ("resources", "maps"):
        shipped = subprocess.run(
            ["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for name in filter(None, shipped.split("\0")):
            assert f"gridmap/{name}" in names
    assert "gridmap/py.typed" in names
    assert not any(name.startswith("tests/") for name in names)
