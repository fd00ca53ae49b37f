from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gridmap.render.whole_file import ExportError, whole_file


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_file_appears_whole(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    with whole_file(path) as file:
        file.write(b"half")
        file.flush()
        assert not path.exists()
        file.write(b" and whole")
    assert path.read_bytes() == b"half and whole"
    assert names(tmp_path) == ["map.png"]


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), MemoryError()])
def test_a_failure_leaves_the_old_file(error: BaseException, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"new")
            raise error

    with pytest.raises((type(error), ExportError)):
        fail()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["map.png"]


_KILLED = """
import sys, time
from pathlib import Path
from gridmap.render.whole_file import whole_file
with whole_file(Path(sys.argv[1])) as file:
    file.write(b"half" * 100000)
    file.flush()
    print("half written", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_was_killed_leaves_the_old_file_and_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"old")
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", _KILLED, str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(root)}
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        others = [name for name in names(tmp_path) if name != "map.png"]
        assert len(others) == 1
        assert others[0].startswith(".map.png.")
        # What another export is still writing is left alone.
        with whole_file(path) as file:
            file.write(b"newer")
        assert others[0] in names(tmp_path)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert path.read_bytes() == b"newer"
    assert others[0] in names(tmp_path)
    with whole_file(path) as file:
        file.write(b"newest")
    assert names(tmp_path) == ["map.png"]
    assert path.read_bytes() == b"newest"


def test_files_of_others_are_not_cleared_away(tmp_path: Path) -> None:
    for name in (".map.png.tmp", ".map.png.12345678.tmp2", ".map.png.mine.tmp", ".other.png.12345678.tmp"):
        (tmp_path / name).write_bytes(b"")
    before = names(tmp_path)
    with whole_file(tmp_path / "map.png") as file:
        file.write(b"new")
    assert names(tmp_path) == sorted([*before, "map.png"])


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_export_leaves_the_old_picture(tmp_path: Path) -> None:
    from gridmap.formats import native
    from gridmap.model import BattleMap

    native.write(BattleMap.empty(200, 200), tmp_path / "big.gridmap")
    out = tmp_path / "big.png"
    out.write_bytes(b"old")
    command = [sys.executable, "-m", "gridmap", "export", "big.gridmap", "big.png", "--force"]
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [*command, "--pixels-per-square", "100"], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(root)}
    ) as child:
        end = time.monotonic() + 60
        while time.monotonic() < end and not any(name.startswith(".big.png.") for name in names(tmp_path)):
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert out.read_bytes() == b"old"
    again = subprocess.run(
        [*command, "--pixels-per-square", "2"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert names(tmp_path) == ["big.gridmap", "big.png"]
    assert out.read_bytes().startswith(b"\x89PNG")
