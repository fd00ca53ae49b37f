"""Values and names that begin with a minus are read, or it is said how to write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridmap.cli import COMMANDS, main
from gridmap.formats import native
from gridmap.model import BattleMap


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    native.write(BattleMap.empty(8, 6), tmp_path / "inn.gridmap")
    return tmp_path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    try:
        ended: object = main(list(arguments))
    except SystemExit as end:
        ended = end.code
    said = capsys.readouterr()
    assert ended == status
    assert said.err.count("\n") == 1
    assert said.err.startswith("gridmap: ")
    return said.err.removeprefix("gridmap: ").rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "region"),
    [
        (("--region", "-5,-2,7,4"), [0, 0, 2, 2]),
        (("--region=-5,-2,7,4",), [0, 0, 2, 2]),
        (("--region", " -1, 1 ,3,3"), [0, 1, 2, 3]),
        (("--region", "6,4,90,90"), [6, 4, 2, 2]),
    ],
)
def test_a_region_is_cut_at_every_side_of_the_map(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], region: list[int]
) -> None:
    assert main(["export", "inn.gridmap", "a.png", "--json", "--pixels-per-square", "4", *arguments]) == 0
    [done] = json.loads(capsys.readouterr().out)["maps"]
    assert done["files"][0]["region"] == region


def test_a_region_off_the_map_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "export", "inn.gridmap", "a.png", "--region", "-5,-5,2,2", status=1)
    assert said == "the region from -5,-5 to -3,-3 holds no square of a map of 8 × 6"


@pytest.mark.parametrize("value", ["-5,2", "1,2,3,-x", "0x1,2,3,4", "٣,0,1,1", "1,2,3,4,5", "12345678,0,1,1"])
def test_what_is_no_region_is_told(folder: Path, capsys: pytest.CaptureFixture[str], value: str) -> None:
    said = complaint(capsys, "export", "inn.gridmap", "a.png", "--region", value)
    assert f"{value!r} is no region such as 0,0,20,15" in said


@pytest.mark.parametrize("value", ["1,1,-3,2", "1,1,0,2", "-5,-5,2,-1"])
def test_a_region_of_nothing_is_told(folder: Path, capsys: pytest.CaptureFixture[str], value: str) -> None:
    assert f"{value!r} has no squares" in complaint(
        capsys, "export", "inn.gridmap", "a.png", "--region", value
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "--overlap", "-1"), "argument --overlap: '-1' is no number from 0 to 100"),
        (("export", "--dpi", "-3.5"), "argument --dpi: '-3.5' is no number from 10 to 2,400"),
        (("export", "--bleed", "-.5"), "argument --bleed: '-.5' is no number from 0 to 50"),
        (("export", "--tiles", "-3x2"), "argument --tiles: '-3x2' is no number of tiles"),
        (("new", "--size", "-5x3", "a.gridmap"), "argument --size: '-5x3' is no size such as 30x20"),
        (("info", "--snap", "-0.2", "inn.gridmap"), "argument --snap: '-0.2' is no number from 0 to 0.5"),
        (("info", "--cell-feet", "-5", "inn.gridmap"), "argument --cell-feet: '-5' is no multiple of 5"),
        (("convert", "--picture-pixels", "-5", "a", "b"), "argument --picture-pixels: '-5' is no"),
    ],
)
def test_a_negative_number_is_a_wrong_value_and_no_option(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert complaint(capsys, *arguments).startswith(said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "inn.gridmap", "--title", "-x"), "--title=-x"),
        (("export", "inn.gridmap", "--text", "--quiet"), "--text=--quiet"),
        (("export", "inn.gridmap", "--overlay", "-x"), "--overlay=-x"),
        (("new", "--title", "-x", "a.gridmap"), "--title=-x"),
        (("convert", "--scene", "-x", "a", "b"), "--scene=-x"),
    ],
)
def test_other_values_with_a_minus_are_told_how_to_be_written(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert f"a value that begins with a minus is written {said} (" in complaint(capsys, *arguments)


def test_written_so_they_are_taken(folder: Path) -> None:
    assert main(["new", "--title=-x", "a.gridmap"]) == 0
    assert native.read(folder / "a.gridmap").name == "-x"


@pytest.mark.parametrize("command", ["info", "check", "overlay", "convert", "creature", ""])
def test_a_file_whose_name_begins_with_a_minus(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    arguments = [command] * bool(command) + ["-map.gridmap"]
    assert "a name that begins with a minus is written ./-map.gridmap (" in complaint(capsys, *arguments)


def test_a_file_whose_name_is_a_negative_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    native.write(BattleMap.empty(3, 2, name="Cellar"), folder / "-1.gridmap")
    assert main(["info", "-1.gridmap"]) == 0
    assert "title: Cellar" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [("export", "--dpi"), ("info",), ("info", "--bogus", "inn.gridmap"), ("-x",), ("export", "-ox.png")],
)
def test_nothing_is_said_of_a_minus_where_none_is_meant(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    said = complaint(capsys, *arguments)
    assert "begins with a minus" not in said


def test_no_option_of_any_command_is_called_by_a_digit() -> None:
    """What a value that begins with a minus and a digit could be taken for."""
    from gridmap.arguments import Parser

    for _, add_arguments, _ in COMMANDS.values():
        parser = Parser()
        add_arguments(parser)
        assert not parser._has_negative_number_optionals
