"""The walls between the rooms: who may import whom, and where Qt may not come."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CORE = ["model", "edits", "rules", "overlays", "formats", "query"]

# A room, a line that must not stand in it, and the contract that says so.
VIOLATIONS = [
    ("model", "from PySide6.QtCore import QPointF", "no-windows"),
    ("edits", "import shiboken6", "no-windows"),
    ("rules", "import pyqtgraph", "no-windows"),
    ("overlays", "def late():\n    import PySide6.QtGui", "no-windows"),
    ("formats", "from PySide6.QtGui import QImage", "no-windows"),
    ("query", "from PySide6.QtGui import QImage", "no-windows"),
    ("model", "import gridmap.rules", "one-way"),
    ("edits", "import gridmap.rules", "one-way"),
    ("formats", "from gridmap import rules", "one-way"),
    ("rules", "from gridmap.overlays import planted_target", "one-way"),
    ("overlays", "import gridmap.render", "one-way"),
    ("query", "import gridmap.overlays", "one-way"),
    ("render", "import gridmap.app", "one-way"),
    ("render", "import gridmap.formats", "painters"),
    ("overlays", "import gridmap.edits", "painters"),
]


def lint_imports(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = (
        "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    )
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache", "--no-logo", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copied_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "gridmap", folder / "gridmap", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_the_walls_stand(copied_house: Path) -> None:
    result = lint_imports(copied_house)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("room", "line", "contract"), VIOLATIONS)
def test_a_planted_violation_is_caught(copied_house: Path, room: str, line: str, contract: str) -> None:
    target = copied_house / "gridmap" / "overlays" / "planted_target.py"
    module = copied_house / "gridmap" / f"{room}.py"
    planted = module if module.exists() else copied_house / "gridmap" / room / "planted.py"
    before = module.read_text() if module.exists() else ""
    planted.write_text(f"{before}\n{line}\n")
    target.touch()
    try:
        result = lint_imports(copied_house, "--contract", contract)
    finally:
        target.unlink()
        if before:
            module.write_text(before)
        else:
            planted.unlink()
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"gridmap.{room}" in result.stdout
    assert "BROKEN" in result.stdout


def test_the_core_leaves_qt_alone() -> None:
    program = f"""
import importlib, pkgutil, sys
for room in {CORE!r}:
    module = importlib.import_module("gridmap." + room)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        importlib.import_module(found.name)
print(sorted({{"PySide6", "shiboken6", "pyqtgraph"}} & set(sys.modules)))
"""
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"
