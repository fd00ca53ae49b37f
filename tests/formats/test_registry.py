"""Opening any file: what it is, its content tells."""

from __future__ import annotations

import io
import json
import os
import random
import re
import zipfile
from pathlib import Path

import pytest

from gridmap.formats import native
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import write_map
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.registry import MAX_FILE_BYTES, open_map, read_bytes
from gridmap.model import BattleMap, Picture, Point
from tests.formats.maps import png, uvtt


@pytest.fixture
def cave() -> BattleMap:
    return BattleMap.empty(4, 3, name="Cave")


@pytest.mark.parametrize("name", ["a.gridmap", "a.json", "a.png", "a"])
def test_content_counts_and_the_name_does_not(name: str, cave: BattleMap, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(native.write_bytes(cave))
    assert open_map(path).battle_map == cave
    path.write_text(json.dumps(write_map(cave)))
    assert open_map(str(path)).battle_map == cave
    path.write_text("\n  " + json.dumps(uvtt()), encoding="utf-8-sig")
    assert open_map(path).report.format_name == "Universal VTT 0.3"
    path.write_bytes(png(140, 70))
    assert open_map(path).report.format_name == "PNG picture"


def test_a_map_object_without_format_is_told_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text('{"width": 2, "height": 2}')
    assert open_map(path).battle_map == BattleMap.empty(2, 2)


@pytest.mark.parametrize(
    ("name", "width", "height", "squares", "spans"),
    [
        ("cave 30x20.png", 300, 200, (30, 20), (30, 20)),
        ("cave [30 X 20] night.png", 300, 200, (30, 20), (30, 20)),
        ("cave30×20.png", 303, 200, (30, 20), (30, 20)),
        ("cave.png", 210, 140, (3, 2), (3, 2)),
        ("cave.png", 211, 35, (4, 1), (211 / 70, 0.5)),
        ("cave-210x140.png", 210, 140, (3, 2), (3, 2)),
        ("cave-20x30.png", 210, 140, (3, 2), (3, 2)),
        ("cave-0x0.png", 210, 140, (3, 2), (3, 2)),
        ("cave-1234567x20.png", 210, 140, (3, 2), (3, 2)),
    ],
)
def test_a_plain_picture(
    name: str,
    width: int,
    height: int,
    squares: tuple[int, int],
    spans: tuple[float, float],
    tmp_path: Path,
) -> None:
    path = tmp_path / name
    path.write_bytes(png(width, height))
    battle_map, report = open_map(path)
    assert (battle_map.width, battle_map.height) == squares
    assert battle_map.pictures == (Picture(path.name, Point(0, 0), *map(float, spans)),)
    assert battle_map.assets[0].content == png(width, height)
    assert len(report.notices) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"hello", "no map and no picture"),
        (b"\0" * 100, "no map and no picture"),
        (b"[]", "a list"),
        (b"{}", "no map that gridmap knows"),
        (b'{"nodes": []}', "no map that gridmap knows"),
        (b'{"width": 2', "cut short"),
        (b'{"width": 2, "height": "x"}', "map.height"),
        (b'{"format": "gridmap"}', "map.width is missing"),
        (b"PK\x03\x04junk", "cut short"),
        (png()[:20], "damaged"),
        (b"GIF89a", "no map and no picture"),
        (b"{" * 1_000_000, "malformed"),
    ],
)
def test_what_cannot_be_opened_gets_one_sentence_with_the_file(
    content: bytes, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "what.ever"
    path.write_bytes(content)
    with pytest.raises(FormatError) as raised:
        open_map(path)
    sentence = str(raised.value)
    assert sentence.startswith(f"{path}: ")
    assert why in sentence
    assert "\n" not in sentence


@pytest.mark.skipif(os.name == "nt", reason="POSIX has devices and pipes as files")
def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(FormatError, match="not an ordinary file"):
            open_map(path)
    for path, why in ((tmp_path, "folder"), (tmp_path / "none", "no such file"), (Path("a\0b"), "no name")):
        with pytest.raises(FormatError, match=why):
            open_map(path)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with open(path, "wb") as file:
        file.write(b"{")
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(FormatError, match="the limit is"):
        open_map(path)


def test_any_bytes_give_a_sentence_or_a_map(tmp_path: Path, cave: BattleMap) -> None:
    chance = random.Random(5)
    path = tmp_path / "cave 4x3"
    starts = [json.dumps(write_map(cave)).encode(), json.dumps(uvtt()).encode(), png(40, 30)]
    for _ in range(600):
        content = bytearray(chance.choice(starts))
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(content)
        sentence = ""
        try:
            open_map(path)
        except FormatError as error:
            sentence = str(error)
        assert "\n" not in sentence


def zipped(**entries: bytes) -> bytes:
    """A zip with a MapTool file's entries."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("content.xml", entries["content"])
        archive.writestr("assets/0123abcd.png", png(4, 4))
    return target.getvalue()


OGRE = b"Ogre CR 3\nCE Large humanoid (giant)\nSpace 10 ft.; Reach 10 ft.\nSpeed 40 ft.\n"
A_MAP = zipped(content=b"<net.rptools.maptool.util.PersistenceUtil_-PersistedMap/>")
A_TOKEN = zipped(
    content=b"<net.rptools.maptool.model.Token><name>Orc</name></net.rptools.maptool.model.Token>"
)
TWO = [{"name": "a", "size": "Large", "space": "10 ft."}, {"name": "b", "size": "Huge", "reach": "5 ft."}]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (OGRE, "describes a creature"),
        (json.dumps(TWO).encode(), "describes 2 creatures, no map; they can be added"),
        (json.dumps(TWO[0]).encode(), "describes a creature, no map"),
        (A_MAP, "MapTool map or campaign"),
        (A_TOKEN, "MapTool token, no map"),
        (zipped(content=b"<other/>"), "holds no map.json"),
        (b'{"shopping": ["rope"]}', "no map that gridmap knows"),
    ],
)
def test_a_file_without_a_map_is_called_by_what_it_is(content: bytes, sentence: str) -> None:
    for options in (NO_OPTIONS, ReadOptions(salvage=True)):
        with pytest.raises(FormatError, match=re.escape(sentence)):
            read_bytes(content, options=options)
