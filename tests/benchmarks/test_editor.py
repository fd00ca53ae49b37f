"""The whole editor and the command line as processes of their own: frames, start, memory, pictures."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gridmap.app.main import TIME_START
from gridmap.formats import native
from gridmap.render.scene import Scene
from gridmap.render.theme import load_theme
from tests.benchmarks import child
from tests.benchmarks.maps import battle, caves
from tests.benchmarks.tiled_picture import assert_equal_pictures, write_tiled_picture

Figures = Callable[..., None]
EDITOR = Path(__file__).with_name("editor_at_work.py")
SCREENS = {"1920x1080": (1920, 1080), "3840x2160": (3840, 2160)}
SAMPLE = Path(__file__).parents[2] / "maps" / "goblin-ford.gridmap"
TASKS = ("dab", "dab_on_the_whole_map", "pan", "zoom", "whole", "drag")
PICTURE_SIDE = 14_000


@pytest.fixture(scope="module")
def battle_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A map of 200 × 200 with a hundred creatures."""
    path = tmp_path_factory.mktemp("maps") / "battle.gridmap"
    native.write(battle(0), path)
    return path


def at_work(
    benchmark: BenchmarkFixture, tasks: str, path: Path, screen: str, rounds: int
) -> dict[str, list[float]]:
    """The figures of these tasks of `editor_at_work`."""
    command: list[str | Path] = [sys.executable, EDITOR, tasks, path, *map(str, SCREENS[screen]), str(rounds)]
    ran = benchmark.pedantic(child.run, args=(command,), rounds=1)
    taken: dict[str, list[float]] = json.loads(ran.output)
    assert all(taken.values())
    return taken


@pytest.fixture
def measuring(request: pytest.FixtureRequest) -> None:
    """Skips what is tested elsewhere and takes long, where nothing is measured."""
    if not request.config.getoption("benchmark_enable"):
        pytest.skip("only measured")


def test_every_task_can_be_done(benchmark: BenchmarkFixture, battle_file: Path) -> None:
    """Of what is measured below, once."""
    tasks = ["copy", *TASKS, "drag_among_walls"]
    taken = at_work(benchmark, ",".join(tasks), battle_file, "1920x1080", 2)
    assert list(taken) == tasks


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_at_work(
    benchmark: BenchmarkFixture, figures: Figures, battle_file: Path, screen: str, task: str
) -> None:
    taken = at_work(benchmark, f"copy,{task}", battle_file, screen, 300)
    figures(ms=taken[task], copy_ms=taken["copy"])


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
def test_among_five_thousand_walls(benchmark: BenchmarkFixture, figures: Figures, tmp_path: Path) -> None:
    """Caves of walls at all angles; a creature among them dragged."""
    native.write(caves(), tmp_path / "caves.gridmap")
    task = "drag_among_walls"
    taken = at_work(benchmark, f"copy,{task}", tmp_path / "caves.gridmap", "1920x1080", 300)
    figures(ms=taken[task], copy_ms=taken["copy"])


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
def test_memory(benchmark: BenchmarkFixture, figures: Figures, battle_file: Path) -> None:
    """A minute of zooming and moving about."""
    held, peak = at_work(benchmark, "memory", battle_file, "1920x1080", 60)["memory"]
    figures(mb=[held], peak_mb=[peak])


@pytest.mark.usefixtures("measuring")
@pytest.mark.parametrize("which", ["sample", "battle"])
def test_start(benchmark: BenchmarkFixture, figures: Figures, battle_file: Path, which: str) -> None:
    """`gridmap MAP` to its first painted frame, as the program tells it; a warm disk."""
    path = battle_file if which == "battle" else SAMPLE
    seconds: list[float] = []

    def start() -> None:
        output = child.run([sys.executable, "-m", "gridmap", path], {TIME_START: "1"}).output
        seconds.append(float(output.removeprefix("first frame: ").partition(" s")[0]))

    benchmark.pedantic(start, rounds=15, warmup_rounds=2)
    figures(s=seconds[2:])


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pictures of the next two are written, to be compared."""
    return tmp_path_factory.mktemp("pictures")


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
def test_picture(benchmark: BenchmarkFixture, figures: Figures, battle_file: Path, pictures: Path) -> None:
    """`gridmap export` at 14000 × 14000: 200 squares of 70 pixels."""
    scale = PICTURE_SIDE // 200
    command: list[str | Path] = [sys.executable, "-m", "gridmap", "export", battle_file, pictures / "own.png"]
    command += ["--gm", "--force", "--pixels-per-square", str(scale)]
    ran: list[child.Child] = []
    benchmark.pedantic(lambda: ran.append(child.run(command)), rounds=3)
    figures(s=[one.seconds for one in ran], mb=[one.peak_mb for one in ran])
    # Width and height stand in bytes 16 to 23 of a PNG.
    header = (pictures / "own.png").read_bytes()[16:24]
    assert [int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")] == [200 * scale] * 2


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
@pytest.mark.skipif(not shutil.which("tmxrasterizer"), reason="tmxrasterizer is not installed")
def test_picture_by_tmxrasterizer(benchmark: BenchmarkFixture, figures: Figures, pictures: Path) -> None:
    """The yardstick: the same picture from tiles of our own drawing, in as many layers."""
    write_tiled_picture(Scene(battle(0)), load_theme("light"), PICTURE_SIDE // 200, pictures / "battle.tmx")
    command: list[str | Path] = ["tmxrasterizer", pictures / "battle.tmx", pictures / "tiled.png"]
    ran: list[child.Child] = []
    benchmark.pedantic(lambda: ran.append(child.run(command)), rounds=3)
    figures(s=[one.seconds for one in ran], mb=[one.peak_mb for one in ran])
    assert_equal_pictures(pictures / "own.png", pictures / "tiled.png")


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
def test_largest_picture(benchmark: BenchmarkFixture, figures: Figures, tmp_path: Path) -> None:
    """42000 × 42000: 300 squares of 140 pixels."""
    native.write(battle(0, 300), tmp_path / "large.gridmap")
    command: list[str | Path] = [sys.executable, "-m", "gridmap", "export", tmp_path / "large.gridmap"]
    command += [tmp_path / "large.png", "--gm", "--pixels-per-square", "140"]
    ran: list[child.Child] = []
    benchmark.pedantic(lambda: ran.append(child.run(command)), rounds=1)
    figures(s=[one.seconds for one in ran], mb=[one.peak_mb for one in ran])
