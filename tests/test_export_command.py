from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from gridmap import export_presets
from gridmap.cli import main
from gridmap.export_presets import Preset, PresetError, preset, presets, read_preset, save_preset
from gridmap.formats import native
from gridmap.model import BattleMap, Creature, Size, Square
from gridmap.model.terrain import Layer
from gridmap.render.handout import Handout
from gridmap.render.page_split import PageSetup
from gridmap.render.scene import GridStyle


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two maps, and an empty folder of presets."""
    monkeypatch.setattr(export_presets, "presets_folder", lambda: tmp_path / "config" / "presets")
    maps = tmp_path / "maps"
    maps.mkdir()
    for name, size in (("cave", (8, 6)), ("mill", (5, 4))):
        creatures = (
            Creature("ogre", Size.LARGE, Square(1, 1), "foes"),
            Creature("spy", Size.MEDIUM, Square(4, 2), "foes", hidden=True),
        )
        battle_map = BattleMap.empty(*size, name=f"The {name}").with_changes(creatures=creatures)
        native.write(battle_map, maps / f"{name}.gridmap")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        status = main(["export", *map(str, arguments)])
    except SystemExit as end:
        status = int(end.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def size_of(path: Path | str) -> tuple[int, int]:
    image = QImage(str(path))
    return image.width(), image.height()


def test_many_maps_go_into_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "maps/cave.gridmap", "maps/mill.gridmap", "-o", "out", "--preset", "phone")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "2 of 2 maps exported, 2 files"
    assert size_of(folder / "out" / "cave.jpg") == (8 * 48, 6 * 48)
    assert size_of(folder / "out" / "mill.jpg") == (5 * 48, 4 * 48)


def test_patterns_that_the_shell_left_are_filled_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "maps/*.gridmap", "-o", "out", "--pixels-per-square", 10)[0] == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["cave.png", "mill.png"]


def test_one_bad_map_does_not_stop_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "maps" / "junk.gridmap").write_bytes(b"junk")
    maps = [f"maps/{name}.gridmap" for name in ("cave", "junk", "mill")]
    status, out, err = run(capsys, *maps, "-o", "out", "--pixels-per-square", 10)
    assert status == 1
    assert out.splitlines()[-1] == "2 of 3 maps exported, 2 files"
    assert err.startswith("gridmap: maps/junk.gridmap: ")
    assert err.count("\n") == 1


def test_nothing_is_overwritten_without_force(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "map.png"
    out.write_bytes(b"mine")
    status, _, err = run(capsys, "maps/cave.gridmap", out)
    assert status == 1
    assert err == f"gridmap: {out}: there already, and nothing is overwritten without --force\n"
    assert out.read_bytes() == b"mine"
    # Of several files none is written where one of them is there.
    (folder / "tile-r2-c2.png").write_bytes(b"mine")
    assert run(capsys, "maps/cave.gridmap", "tile.png", "--tiles", 2)[0] == 1
    assert not (folder / "tile-r1-c1.png").exists()
    assert run(capsys, "maps/cave.gridmap", out, "--force")[0] == 0
    assert size_of(out) == (560, 420)


def test_a_name_that_begins_another_is_not_overwritten(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "maps" / "cave.gridmap").rename(folder / "maps" / "mill2.gridmap")
    (folder / "out").mkdir()
    (folder / "out" / "mill.png").write_bytes(b"mine")
    maps = ("maps/mill2.gridmap", "maps/mill.gridmap")
    assert run(capsys, *maps, "-o", "out", "--pixels-per-square", 10)[0] == 1
    assert (folder / "out" / "mill.png").read_bytes() == b"mine"


def test_a_report_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys, "maps/cave.gridmap", "none.gridmap", "-o", "out", "--json", "--prove", "--dpi", 100
    )
    assert status == 1
    done, failed = json.loads(out)["maps"]
    (file,) = done["files"]
    assert file.pop("seconds") >= 0
    assert file == {
        "path": os.path.join("out", "cave.png"),
        "format": "PNG",
        "width": 800,
        "height": 600,
        "pixels_per_square": 100,
        "dots_per_inch": 100.0,
        "region": [0, 0, 8, 6],
        "bytes": os.path.getsize("out/cave.png"),
    }
    assert (done["for"], done["error"]) == ("players", None)
    assert done["proof"][0]["clean"] is True
    assert failed["files"] == []
    assert "none.gridmap" in failed["error"]
    assert err == f"gridmap: {failed['error']}\n"


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "pdf", "svg"])
def test_every_kind_of_file_is_written_and_proved(ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("maps/cave.gridmap", f"map.{ending}", "--map-title", "--scale-bar", "--border", "--compass")
    status, out, _ = run(capsys, *arguments, "--prove")
    assert status == 0
    assert "for players; --gm shows everything" in out
    assert f"map.{ending}: 0 hidden things, 0 pixels beyond the fog: " in out


def test_what_gives_a_secret_away_is_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridmap.render import handout

    monkeypatch.setattr(handout, "players_map", lambda battle_map, *_: battle_map)
    monkeypatch.setattr("gridmap.render.pictured.check_for_players", lambda *_: None)
    status, out, err = run(capsys, "maps/cave.gridmap", "map.png", "--prove")
    assert status == 1
    assert "1 hidden thing (hidden creature spy), 0 pixels beyond the fog" in out
    assert err.startswith("gridmap: map.png shows what players may not see: ")


def test_regions_and_tiles_have_names_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--pixels-per-square", 10, "--region", "0,0,3,2", "--region", "2,1,4,4")
    assert run(capsys, "maps/cave.gridmap", "part.png", *arguments)[0] == 0
    assert size_of("part-1.png") == (30, 20)
    assert size_of("part-2.png") == (40, 40)
    assert run(capsys, "maps/cave.gridmap", "tile.png", "--tiles", "4x2", "--pixels-per-square", 10)[0] == 0
    assert size_of("tile-r2-c4.png") == (20, 30)
    assert len(list(folder.glob("tile-*.png"))) == 8
    assert "holds no square" in run(capsys, "maps/cave.gridmap", "far.png", "--region", "90,90,2,2")[2]
    assert "only pictures of pixels" in run(capsys, "maps/cave.gridmap", "far.pdf", "--tiles", "2")[2]
    assert "only a PDF has pages" in run(capsys, "maps/cave.gridmap", "far.png", "--pages", "a4")[2]


def test_a_limit_is_said_with_the_way_round_it(capsys: pytest.CaptureFixture[str]) -> None:
    native.write(BattleMap.empty(300, 20), "long.gridmap")
    status, _, err = run(capsys, "long.gridmap", "long.webp")
    assert status == 1
    assert err == (
        "gridmap: a WebP has at most 16,383 pixels a side and 268,435,456 in all, and a picture of "
        "21,000 × 1,400 is larger than the limit: as 2 × 1 tiles it fits (--tiles 2x1)\n"
    )


def test_presets_are_listed_and_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--list-presets")
    assert status == 0
    assert {line.partition(":")[0] for line in out.splitlines()} == {
        *("pages", "phone", "poster", "print", "vtt-70", "vtt-100", "vtt-140")
    }
    arguments = ("--preset", "phone", "--grid", "dots", "--no-names", "--save-preset", "mine")
    assert run(capsys, *arguments)[0] == 0
    kept = preset("mine")
    assert (kept.format, kept.handout.grid, kept.handout.names) == ("jpg", GridStyle.DOTS, False)
    assert run(capsys, "maps/cave.gridmap", "-o", "out", "--preset", "mine")[0] == 0
    assert size_of(folder / "out" / "cave.jpg") == (384, 288)
    assert "mine: " in run(capsys, "--list-presets")[1]
    status, _, err = run(capsys, "maps/cave.gridmap", "-o", "out", "--preset", "none")
    assert status == 1
    assert err.startswith("gridmap: there is no preset 'none'; there are mine, pages, phone")


@pytest.mark.parametrize("name", ["pages", "phone", "poster", "print", "vtt-70", "vtt-100", "vtt-140"])
def test_every_shipped_preset_works(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "maps/cave.gridmap", "-o", "out", "--preset", name, "--prove")
    assert (status, err) == (0, "")
    assert (folder / "out" / f"cave.{preset(name).format}").stat().st_size > 500
    assert preset(name).title


def test_a_size_asked_for_takes_the_preset_s_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "maps/cave.gridmap", "a.png", "--preset", "vtt-70", "--dpi", 30)[0] == 0
    assert size_of("a.png") == (240, 180)
    assert run(capsys, "maps/cave.gridmap", "b.png", "--preset", "print", "--no-border", "--no-scale-bar",
               "--pixels-per-square", 12)[0] == 0  # fmt: skip
    assert size_of("b.png") == (96, 72)


def test_presets_come_back_as_they_were_kept(folder: Path) -> None:
    handout = Handout(
        players=False,
        paper="a3",
        landscape=True,
        layers=frozenset({Layer.GROUND, Layer.BLOCKED}),
        grid=GridStyle.CORNERS,
        scale_bar=True,
        bleed_mm=3.5,
        theme="dark",
    )
    kept = Preset("own", 'My "best" \\ preset', "pdf", 80, handout, PageSetup("a4", overlap=1, labels=False))
    assert save_preset(kept) == folder / "config" / "presets" / "own.toml"
    assert preset("own") == kept
    assert presets()["own"] == kept
    for_one_map = Handout(title="Here", overlays=("flanking",))
    save_preset(Preset("own", handout=for_one_map))
    assert preset("own").handout == Handout()
    with pytest.raises(PresetError, match="is no name for a preset"):
        save_preset(Preset("../evil"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 3", "Expected `str`"),
        ('format = "gif"', "format: one of png, jpg, webp, pdf, svg, not 'gif'"),
        ("quality = 0", "quality: 1 to 100, not 0"),
        ("colour = 1", "there is no field colour"),
        ("[handout]\nsize = 3", "there is no field handout.size"),
        ("[handout]\npixels_per_square = 5000", "pixels a square: 1 to 1000, not 5000"),
        ("[handout]\ngrid = 'hexes'", "handout: Invalid enum value 'hexes'"),
        ("[handout]\ntitle = 'x'", "there is no field handout.title"),
        ("handout = 3", "handout is no table"),
        ("[pages]\noverlap = -1", "pages overlap by no squares or by some"),
        ("= =", "Invalid"),
        ("x = '" + "a" * 200_000 + "'", "a preset has at most 100,000 bytes"),
    ],
)
def test_presets_that_cannot_be_used(text: str, message: str, folder: Path) -> None:
    path = folder / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PresetError) as caught:
        read_preset(path)
    assert str(caught.value).startswith("bad.toml: ")
    assert message in str(caught.value)
    (folder / "config" / "presets").mkdir(parents=True)
    path.rename(folder / "config" / "presets" / "bad.toml")
    assert "bad" not in presets()
    assert export_presets.unusable_presets()[0].startswith("bad.toml: ")


@pytest.fixture
def _ctrl_c_counts() -> Iterator[None]:
    """What a shell runs in the background ignores Ctrl+C, and so would what the tests start."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c_counts")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_watching_exports_again_and_ends_cleanly(folder: Path) -> None:
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-m", "gridmap", "export", "maps/cave.gridmap", "cave.png", "--watch"]
    environment = os.environ | {"PYTHONPATH": str(root), "XDG_CONFIG_HOME": str(folder)}
    with subprocess.Popen(
        [*command, "--pixels-per-square", "10"], env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().startswith("cave.png: 80 × 60 pixels")
        assert child.stderr.readline() == "watching 1 map; Ctrl+C ends it\n"
        native.write(BattleMap.empty(9, 7), "maps/cave.gridmap")
        assert child.stdout.readline().startswith("cave.png: 90 × 70 pixels")
        Path("maps/cave.gridmap").write_bytes(b"half saved")
        assert child.stderr.readline().startswith("gridmap: maps/cave.gridmap: ")
        native.write(BattleMap.empty(4, 3), "maps/cave.gridmap")
        assert child.stdout.readline().startswith("cave.png: 40 × 30 pixels")
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err) == (0, "", "")
    assert size_of("cave.png") == (40, 30)


def test_ctrl_c_in_the_middle_leaves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridmap import export_command

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export_command._ProgressLine, "show", stop)
    status, out, _ = run(capsys, "maps/cave.gridmap", "cave.png")
    assert (status, out) == (130, "")
    assert not [path for path in folder.iterdir() if "cave" in path.name]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_is_told_to_end_leaves_nothing_half_written(
    number: int, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridmap import export_command

    before = signal.getsignal(number)
    half: list[str] = []

    def stop(*_: object) -> None:
        half.extend(path.name for path in folder.iterdir() if path.name.startswith(".cave"))
        os.kill(os.getpid(), number)

    monkeypatch.setattr(export_command._ProgressLine, "show", stop)
    status, out, _ = run(capsys, "maps/cave.gridmap", "cave.png")
    assert (status, out, len(half)) == (128 + number, "", 1)
    assert not [path for path in folder.iterdir() if "cave" in path.name]
    assert signal.getsignal(number) is before


def test_titles_and_words_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    plain = ("maps/cave.gridmap", "--pixels-per-square", 40, "--force", "-o", "a.png")
    heights = []
    for more in ((), ("--map-title",), ("--title", "Here", "--text", "Below the mill"), ("--bleed", 3)):
        assert run(capsys, *plain, *more)[0] == 0
        heights.append(size_of("a.png")[1])
    assert heights[0] == 240
    assert heights[0] < heights[1] < heights[2]
    assert heights[3] > 240


def test_layers_are_chosen_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    from gridmap.export_command import _LAYERS

    assert set(_LAYERS) == {str(layer) for layer in Layer}
    battle_map = BattleMap.empty(3, 3)
    terrain = battle_map.terrain
    for layer in (Layer.DIFFICULT, Layer.HAZARDOUS):
        grid = np.zeros((3, 3), np.uint8)
        grid[1, 1] = 2 if layer is Layer.DIFFICULT else 1
        terrain = terrain.with_layer(layer, grid)
    native.write(battle_map.with_changes(terrain=terrain), "layers.gridmap")
    pictures = set()
    for layers in ("none", "difficult", "hazardous", "difficult,hazardous"):
        assert run(capsys, "layers.gridmap", "out.png", "--force", "--layers", layers)[0] == 0
        pictures.add(Path("out.png").read_bytes())
    assert len(pictures) == 4
    status, _, err = run(capsys, "layers.gridmap", "out.png", "--layers", "lava")
    assert status == 2
    assert "'lava' is no layer" in err


def test_progress_is_shown_on_a_terminal_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capsys, "maps/cave.gridmap", "out.png")[2] == ""
    monkeypatch.setattr("gridmap.export_command._on_a_terminal", lambda: True)
    status, out, err = run(capsys, "maps/cave.gridmap", "out.png", "--force")
    assert status == 0
    assert "out.png 100%" in err
    assert err.endswith("\r\x1b[K")
    assert "\x1b" not in out
    assert run(capsys, "maps/cave.gridmap", "out.png", "--force", "--json")[2] == ""
