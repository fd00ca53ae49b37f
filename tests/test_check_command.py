from __future__ import annotations

import json
from pathlib import Path

import pytest

from gridmap.cli import main
from gridmap.formats import native
from gridmap.model import Asset, BattleMap, Picture, Point, Wall
from tests.formats.maps import png

GAPING = (Wall(Point(1, 3), Point(4, 3)), Wall(Point(4.5, 3), Point(8, 3)))


@pytest.fixture
def gaping(tmp_path: Path) -> Path:
    path = tmp_path / "gaping.gridmap"
    native.write(BattleMap.empty(10, 8).with_changes(walls=GAPING), path)
    return path


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.gridmap"
    native.write(BattleMap.empty(10, 8), path)
    return path


def test_a_sound_map_passes(sound: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(sound)]) == 0
    assert capsys.readouterr().out == f"{sound}: 0 problems, 0 hints\n"


def test_what_is_amiss_is_told_with_its_place(
    gaping: Path, sound: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(gaping), str(sound)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{gaping}: problem: a gap of 0.5 squares between walls at 4,3 [4,3]",
        f"{gaping}: 1 problem, 0 hints",
        f"{sound}: 0 problems, 0 hints",
    ]


def test_for_scripts(gaping: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(gaping), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["maps"]
    assert (told["map"], told["problems"]) == (str(gaping), 1)
    assert told["findings"][0] == {
        "kind": "gap",
        "weight": "problem",
        "text": "a gap of 0.5 squares between walls at 4,3",
        "where": [4.0, 3.0, 4.5, 3.0],
        "rule": None,
    }


def test_pictures_are_looked_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pictures.gridmap"
    pictures = (Picture("broken.png", Point(0, 0), 4, 4), Picture("wide.png", Point(4, 0), 4, 4))
    assets = (Asset("broken.png", b"broken"), Asset("wide.png", png(80, 60)))
    native.write(BattleMap.empty(10, 8).with_changes(pictures=pictures, assets=assets), path)
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "problem: the picture broken.png cannot be read [0,0]" in out
    assert "hint: the picture wide.png is stretched: 20 pixels a square across, 15 down [4,0]" in out


def test_strict_fails_for_hints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "off.gridmap"
    picture = Picture("cave.png", Point(0.5, 0), 8, 6)
    asset = Asset("cave.png", png(80, 60))
    native.write(BattleMap.empty(10, 8).with_changes(pictures=(picture,), assets=(asset,)), path)
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--strict"]) == 1
    assert "lies off the grid" in capsys.readouterr().out


def test_what_cannot_be_opened_is_one_sentence(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "none.gridmap"), str(sound)]) == 1
    out, err = capsys.readouterr()
    assert out == f"{sound}: 0 problems, 0 hints\n"
    assert err.startswith("gridmap: ")
    assert err.count("\n") == 1
