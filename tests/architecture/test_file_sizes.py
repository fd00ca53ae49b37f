"""No file grows past what one sitting can read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECK = ROOT / "packaging" / "check_file_sizes.py"


def test_a_long_file_is_named(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / "short.py").write_text("pass\n" * 600)
    (tmp_path / "long.py").write_text("pass\n" * 601)
    (tmp_path / "cases.jsonl").write_text("{}\n" * 5000)
    result = subprocess.run([sys.executable, CHECK, tmp_path], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stdout == "long.py has 601 lines, 1 over the limit of 600\n"
