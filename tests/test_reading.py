"""How commands that read a map are told about it: doubtful portals, snapping, damaged files, players."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from gridmap.cli import main
from gridmap.formats import native
from gridmap.formats.options import Portal
from gridmap.formats.registry import open_map
from gridmap.model import Asset, BattleMap, Creature, Fog, Note, Picture, Point, Size, Square, Wall, WallKind
from gridmap.reading import PORTALS
from tests.formats.maps import png, uvtt
from tests.formats.test_salvage import FILE, WHOLE


def run(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, str, str]:
    try:
        status = main([str(each) for each in arguments])
    except SystemExit as ended:
        status = int(ended.code or 0)
    told = capsys.readouterr()
    return status, told.out, told.err


def vtt(folder: Path) -> Path:
    portals = [
        {"bounds": [{"x": 1, "y": 1}, {"x": 2, "y": 1}], "closed": False},
        {"bounds": [{"x": 3, "y": 1}, {"x": 3.7, "y": 1}], "closed": True},
        {"bounds": [{"x": 0, "y": 2}, {"x": 1, "y": 2}]},
    ]
    wall = [{"x": 0.1, "y": 1.05}, {"x": 0.9, "y": 1.1}]
    path = folder / "inn.uvtt"
    picture = base64.b64encode(png(40, 30)).decode()
    path.write_text(json.dumps(uvtt(portals=portals, line_of_sight=[wall], image=picture)))
    return path


def test_every_kind_of_portal_is_a_choice() -> None:
    assert tuple(Portal) == PORTALS


def test_doubtful_portals_are_told_with_the_flag_that_settles_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = vtt(tmp_path), tmp_path / "inn.gridmap"
    status, told, _ = run(capsys, "convert", source, out)
    assert status == 0
    assert "Taken: open doors. Otherwise: --open-portals window or door." in told
    assert "Taken: closed doors. Otherwise: --narrow-portals window or open-door." in told
    assert "Otherwise: --unstated-portals window or open-door." in told
    settled = ["--open-portals", "window", "--narrow-portals", "window", "--unstated-portals", "open-door"]
    status, told, _ = run(capsys, "convert", source, out, *settled)
    assert "Otherwise" not in told
    doors = [wall for wall in native.read(out).walls if wall.kind is not WallKind.WALL]
    assert [(door.kind, door.open) for door in doors] == [
        (WallKind.WINDOW, False),
        (WallKind.WINDOW, False),
        (WallKind.DOOR, True),
    ]
    status, told, _ = run(capsys, "info", source)
    assert "--open-portals" in told
    assert run(capsys, "convert", source, out, "--open-portals", "curtain")[0] == 2


def test_choices_are_there_for_scripts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, told, _ = run(capsys, "convert", vtt(tmp_path), tmp_path / "inn.gridmap", "--report", "json")
    choices = {choice["option"]: choice for choice in json.loads(told)["choices"]}
    assert status == 0
    assert choices["--open-portals"]["taken"] == "open-door"
    assert choices["--open-portals"]["unasked"]
    assert choices["--snap"] == {
        "option": "--snap",
        "question": "Which walls are brought onto the lines of the grid?",
        "taken": "0",
        "possible": ["0", "0.1", "0.2", "0.3"],
        "unasked": False,
    }


def test_snapping(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "inn.gridmap"
    status, told, _ = run(capsys, "convert", vtt(tmp_path), out, "--snap", 0.2)
    assert status == 0
    assert "Walls moved onto lines of the grid within 0.2 squares, or with one that was: 1" in told
    assert native.read(out).walls[0] == Wall(Point(0, 1), Point(1, 1))
    for wrong in ("-1", "0.6", "far", "nan"):
        assert run(capsys, "convert", vtt(tmp_path), out, "--snap", wrong)[0] == 2


def test_pixels_of_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "cave.png").write_bytes(png(100, 50))
    status, told, _ = run(capsys, "info", tmp_path / "cave.png", "--picture-pixels", 10)
    assert status == 0
    assert "width: 10" in told


def test_a_picture_for_a_file_that_only_names_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, out, picture = tmp_path / "inn.uvtt", tmp_path / "inn.gridmap", tmp_path / "art.png"
    source.write_text(json.dumps(uvtt(image="nowhere.png")))
    picture.write_bytes(png(40, 30))
    status, told, _ = run(capsys, "convert", source, out)
    assert status == 0
    assert "Otherwise: --picture FILE." in told
    assert run(capsys, "convert", source, out, "--picture", picture)[0] == 0
    assert native.read(out).assets[0].content == png(40, 30)
    assert run(capsys, "convert", source, out, "--picture", tmp_path / "no.png")[0] == 1


def test_a_damaged_map_is_opened_only_when_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, out = tmp_path / "hall.gridmap", tmp_path / "saved.gridmap"
    path.write_bytes(FILE[: len(FILE) // 2])
    status, _, complaint = run(capsys, "info", path)
    assert status == 1
    assert complaint.count("\n") == 1
    assert "gridmap convert --salvage saves what is left of it" in complaint
    status, told, _ = run(capsys, "convert", path, out, "--salvage")
    assert status == 0
    assert "The file is damaged" in told
    assert native.read(out).name == WHOLE.name
    assert path.read_bytes() == FILE[: len(FILE) // 2]
    status, told, _ = run(capsys, "info", path, "--salvage", "--json")
    assert json.loads(told)["format"] == "gridmap, damaged"


def test_nothing_to_save_is_not_offered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "hall.gridmap"
    path.write_bytes(b"PK\x03\x04 and no more")
    _, _, complaint = run(capsys, "info", path)
    assert "salvage" not in complaint
    assert run(capsys, "info", path, "--salvage")[0] == 1


@pytest.mark.parametrize("name", ["out.gridmap", "out.json", "out.uvtt", "out.foundry.json", "out.tmx"])
def test_what_is_written_for_players_holds_no_secret(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    secret = BattleMap.empty(6, 6, name="Inn").with_changes(
        creatures=(
            Creature("hidden-assassin", Size.MEDIUM, Square(1, 1), hidden=True),
            Creature("host", Size.MEDIUM, Square(2, 2), notes="he is the spy"),
        ),
        walls=(Wall(Point(0, 3), Point(1, 3), WallKind.DOOR, False, {"secret": True}),),
        notes=(Note(Point(3, 3), "the trapdoor"), Note(Point(4, 4), "the bar", secret=False)),
        extra={"plot": "the villain's plan"},
    )
    native.write(secret, tmp_path / "inn.gridmap")
    out = tmp_path / name
    assert run(capsys, "convert", tmp_path / "inn.gridmap", out, "--players")[0] == 0
    content = out.read_bytes()
    for word in (b"assassin", b"spy", b"trapdoor", b"villain", b'secret": true', b'secret":true'):
        assert word not in content, word
    found = open_map(out).battle_map
    assert [wall.kind for wall in found.walls] == [WallKind.WALL]
    assert [note.text for note in found.notes] == ["the bar"]


def test_a_picture_for_players_holds_nothing_from_under_the_fog(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    revealed = np.zeros((4, 4), np.uint8)
    revealed[:, :2] = 1
    vault = QImage(400, 400, QImage.Format.Format_RGB32)
    vault.fill(QColor("#ff0000"))
    assert vault.save(str(tmp_path / "vault.png"))
    battle_map = BattleMap.empty(4, 4).with_changes(
        assets=(Asset("vault.png", (tmp_path / "vault.png").read_bytes()),),
        pictures=(Picture("vault.png", Point(0, 0), 4, 4),),
        fog=Fog(revealed),
    )
    native.write(battle_map, tmp_path / "vault.gridmap")
    for name in ("out.gridmap", "out.uvtt"):
        status, _, said = run(capsys, "convert", tmp_path / "vault.gridmap", tmp_path / name, "--players")
        assert status == 0, said
        (asset,) = open_map(tmp_path / name).battle_map.assets
        image = QImage.fromData(asset.content)
        red = [
            image.pixelColor(round(image.width() * share), image.height() // 2).red()
            - image.pixelColor(round(image.width() * share), image.height() // 2).green()
            for share in (0.25, 0.75)
        ]
        assert red[0] > 200, "what they know is there"
        assert red[1] < 60, "what is under fog is not"


def test_a_file_of_creatures_is_called_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "brute.txt"
    path.write_text("Brute CR 3\nCE Large giant\nSpace 10 ft.; Reach 10 ft.\nSpeed 40 ft.\n")
    status, _, complaint = run(capsys, "info", path)
    assert status == 1
    assert complaint == f"gridmap: {path}: it describes a creature, no map; it can be added to one\n"
