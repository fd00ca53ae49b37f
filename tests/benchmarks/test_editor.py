"""The whole editor and the command line as processes of their own: frames, start, memory, pictures."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gridmap.app.main import TIME_START
from gridmap.formats import native
from tests.benchmarks import child
from tests.benchmarks.maps import battle

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
    taken = at_work(benchmark, ",".join(("copy", *TASKS)), battle_file, "1920x1080", 2)
    assert list(taken) == ["copy", *TASKS]


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


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
def test_picture(benchmark: BenchmarkFixture, figures: Figures, battle_file: Path, tmp_path: Path) -> None:
    """`gridmap export` at 14000 × 14000: 200 squares of 70 pixels."""
    scale = PICTURE_SIDE // 200
    command: list[str | Path] = [sys.executable, "-m", "gridmap", "export", battle_file, tmp_path / "out.png"]
    command += ["--pixels-per-square", str(scale)]
    ran: list[child.Child] = []
    benchmark.pedantic(lambda: ran.append(child.run(command)), rounds=3)
    figures(s=[one.seconds for one in ran], mb=[one.peak_mb for one in ran])
    # Width and height stand in bytes 16 to 23 of a PNG.
    header = (tmp_path / "out.png").read_bytes()[16:24]
    assert [int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")] == [200 * scale] * 2


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("measuring")
@pytest.mark.skipif(not shutil.which("tmxrasterizer"), reason="tmxrasterizer is not installed")
def test_picture_by_tmxrasterizer(benchmark: BenchmarkFixture, figures: Figures, tmp_path: Path) -> None:
    """The yardstick: the same ground and blocked squares as tile layers, at the same size."""
    write_tmx(tmp_path / "battle.tmx", PICTURE_SIDE // 200)
    command: list[str | Path] = ["tmxrasterizer", tmp_path / "battle.tmx", tmp_path / "out.png"]
    ran: list[child.Child] = []
    benchmark.pedantic(lambda: ran.append(child.run(command)), rounds=1)
    figures(s=[one.seconds for one in ran], mb=[one.peak_mb for one in ran])
    assert os.path.getsize(tmp_path / "out.png") > 1000


def write_tmx(path: Path, pixels: int) -> None:
    """The fight's terrain for Tiled: a layer each for ground, difficult and blocked squares."""
    from PySide6.QtGui import QColor, QImage

    tiles = QImage(3 * pixels, pixels, QImage.Format.Format_ARGB32)
    for x in range(tiles.width()):
        for y in range(pixels):
            shade = 255 - 80 * (x // pixels) - (x * 7 + y * 3) % 16
            tiles.setPixelColor(x, y, QColor(shade, shade, shade))
    assert tiles.save(str(path.with_name("tiles.png")))
    terrain = battle(0).terrain
    layers = (terrain.blocked >= 0, terrain.difficult > 0, terrain.blocked > 0)
    texts = []
    for number, mask in enumerate(layers, start=1):
        rows = ",\n".join(",".join(str(number if here else 0) for here in row) for row in mask.tolist())
        texts.append(
            f'<layer id="{number}" name="{number}" width="200" height="200">'
            f'<data encoding="csv">\n{rows}\n</data></layer>'
        )
    size = f'tilewidth="{pixels}" tileheight="{pixels}"'
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<map version="1.5" orientation="orthogonal" renderorder="right-down" infinite="0" '
        f'width="200" height="200" {size} nextlayerid="4" nextobjectid="1">\n'
        f'<tileset firstgid="1" name="tiles" {size} tilecount="3" columns="3">'
        f'<image source="tiles.png" width="{3 * pixels}" height="{pixels}"/></tileset>\n'
        + "\n".join(texts)
        + "\n</map>\n",
        encoding="utf-8",
    )
