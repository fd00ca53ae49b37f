"""`gridmap convert` to and from other programs' files."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from gridmap import cli
from gridmap.formats import native
from gridmap.formats.picture_header import read_picture_header
from gridmap.formats.registry import open_map
from gridmap.model import Asset, BattleMap, Creature, Picture, Point, Size, Square, Wall, WallKind
from tests.formats.foreign import DONJON_TABLE, donjon, encoded, foundry, log, one_page_dungeon
from tests.formats.maps import png


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        status = cli.main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        status = int(leaving.code or 0)
    return (status, *capsys.readouterr())


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    path = tmp_path / "vault.gridmap"
    native.write(
        BattleMap.empty(6, 4, "dnd-3.5", "Vault").with_changes(
            walls=(Wall(Point(1, 0), Point(1, 4)), Wall(Point(3, 1), Point(3, 2), WallKind.DOOR)),
            creatures=(Creature("ogre", Size.LARGE, Square(4, 1), "foes"),),
        ),
        path,
    )
    return path


@pytest.mark.parametrize("ending", [".dd2vtt", ".uvtt", ".df2vtt", ".DD2VTT"])
def test_universal_vtt_by_its_ending(ending: str, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = vault.with_suffix(ending)
    status, told, err = run(capsys, "convert", vault, out, "--pixels-per-square", 10)
    assert (status, err) == (0, "")
    assert "Only gridmap reads these in the file: 1 creatures" in told
    document = json.loads(out.read_bytes())
    assert document["resolution"]["pixels_per_grid"] == 10
    header = read_picture_header(base64.b64decode(document["image"]))
    assert header == ("png", 60, 40)
    back, original = open_map(out).battle_map, native.read(vault)
    assert (back.name, back.ruleset, back.creatures) == (original.name, original.ruleset, original.creatures)
    assert [(wall.start, wall.end, wall.kind) for wall in back.walls] == [
        (wall.start, wall.end, wall.kind) for wall in original.walls
    ]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("vault.foundry.json", []),
        ("fvtt-Scene-vault.json", []),
        ("vault.json", ["--as", "foundry-scene"]),
    ],
)
def test_a_foundry_scene_with_its_picture_beside(
    name: str, options: list[str], vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = vault.with_name(name)
    status, told, _ = run(capsys, "convert", vault, out, *options)
    assert status == 0
    scene = json.loads(out.read_bytes())
    picture = out.with_name(scene["background"]["src"])
    assert picture.name in told
    assert (scene["width"], scene["height"], scene["grid"]["size"]) == (420, 280, 70)
    assert read_picture_header(picture.read_bytes()) == ("png", 420, 280)
    back, report = open_map(out)
    assert back.pictures[0].width == 6
    assert back.creatures == native.read(vault).creatures
    assert report.format_name == "Foundry scene 10.291"


def test_a_scene_that_fits_its_own_picture_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "s.json", tmp_path / "out.foundry.json"
    source.write_bytes(encoded(foundry()))
    status, told, _ = run(capsys, "convert", source, out)
    assert status == 0
    assert json.loads(out.read_bytes())["background"]["src"] == "worlds/my/cellar%20map.png"
    assert "the picture that it showed before" in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.foundry.json", "s.json"]


def test_json_still_means_a_map_object(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = vault.with_suffix(".json")
    assert run(capsys, "convert", vault, out)[0] == 0
    assert json.loads(out.read_bytes())["format"] == "gridmap"
    assert run(capsys, "convert", vault, out, "--as", "universal-vtt", "--pixels-per-square", 8)[0] == 0
    assert json.loads(out.read_bytes())["format"] == 0.3


def test_the_picture_keeps_its_pixels_within_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (pixels, expected) in enumerate([(64, 64), (10, 50), (256, 200)]):
        path, out = tmp_path / f"{number}.gridmap", tmp_path / f"{number}.uvtt"
        asset = Asset("p.png", png(2 * pixels, pixels))
        native.write(
            BattleMap.empty(2, 1).with_changes(
                assets=(asset,), pictures=(Picture("p.png", Point(0, 0), 2, 1),)
            ),
            path,
        )
        assert run(capsys, "convert", path, out)[0] == 0
        assert json.loads(out.read_bytes())["resolution"]["pixels_per_grid"] == expected


def test_a_missing_picture_is_not_drawn_as_a_hole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "a.gridmap", tmp_path / "a.uvtt"
    native.write(BattleMap.empty(2, 1).with_changes(pictures=(Picture("gone.png", Point(0, 0), 2, 1),)), path)
    status, _, err = run(capsys, "convert", path, out)
    assert status == 1
    assert "gone.png" in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "format_name"),
    [
        (encoded(one_page_dungeon()), "One Page Dungeon 1.2.4b"),
        (encoded(donjon()), "donjon dungeon"),
        (DONJON_TABLE.encode(), "donjon table"),
        (log(foundry(8), foundry(8, _id="x")), "Foundry scene before 10"),
    ],
)
def test_content_counts_and_not_the_name(
    content: bytes, format_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.png", "a.gridmap", "a.db", "a"):
        (tmp_path / name).write_bytes(content)
        status, told, _ = run(capsys, "info", tmp_path / name, "--json")
        assert status == 0
        assert json.loads(told)["format"] == format_name


def test_one_scene_of_many_and_the_size_of_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "scenes.db", tmp_path / "out.gridmap"
    source.write_bytes(log(foundry(name="One", _id="1"), foundry(name="Two", _id="2")))
    status, told, _ = run(
        capsys, "convert", source, out, "--scene", "two", "--cell-feet", 10, "--report", "json"
    )
    assert status == 0
    assert native.read(out).name == "Two"
    assert native.read(out).width == 16
    assert any('"One", "Two"' in notice for notice in json.loads(told)["notices"])
    status, _, err = run(capsys, "convert", source, out, "--scene", "three")
    assert status == 1
    assert 'no scene is called "three"; there are "One", "Two"' in err
    for wrong in ("7", "0", "x", "500"):
        assert run(capsys, "convert", source, out, "--cell-feet", wrong)[0] == 2
