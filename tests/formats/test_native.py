"""The `.gridmap` file: equal after a round trip, whole after any failure, safe against hostile zips."""

from __future__ import annotations

import io
import json
import os
import random
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from gridmap.formats import migrations, native
from gridmap.formats.errors import FormatError
from gridmap.formats.safe_write import backup_path
from gridmap.model import Asset, BattleMap, Creature, Picture, Point, Size, Square, Wall
from tests.formats.maps import battle_maps, png

MAP = {"format": "gridmap", "version": 1, "width": 3, "height": 2}


def zipped(*entries: tuple[str, bytes], kind: int = zipfile.ZIP_STORED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", kind) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return target.getvalue()


def with_map(value: Any = MAP, *entries: tuple[str, bytes]) -> bytes:
    return zipped(("map.json", json.dumps(value).encode()), *entries)


def refusal(content: bytes) -> str:
    with pytest.raises(FormatError) as raised:
        native.read_bytes(content)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


@given(battle_maps())
def test_reading_what_was_written_gives_an_equal_map(battle_map: BattleMap) -> None:
    assert native.read_bytes(native.write_bytes(battle_map)).battle_map == battle_map


@given(battle_maps())
@settings(max_examples=20)
def test_equal_maps_make_equal_bytes(battle_map: BattleMap) -> None:
    content = native.write_bytes(battle_map, png())
    assert native.write_bytes(native.read_bytes(content).battle_map, png()) == content


def test_a_file_with_thumbnail(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    native.write(BattleMap.empty(3, 2, name="Cave"), path, png())
    assert native.read(path).name == "Cave"
    assert native.read_thumbnail(path) == png()
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["map.json", "thumbnail.png"]
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_STORED}


def test_a_map_inside_compares_line_by_line() -> None:
    walls = tuple(Wall(Point(x, 0), Point(x, 9)) for x in range(5))
    before = native.map_text(native.write_map(BattleMap.empty(9, 9).with_changes(walls=walls)))
    after = native.map_text(native.write_map(BattleMap.empty(9, 9).with_changes(walls=walls[1:])))
    assert len(set(before.splitlines()) - set(after.splitlines())) == 1
    assert json.loads(before)["walls"][4]["from"] == [4, 0]


def test_a_missing_picture_is_reported_and_not_fatal() -> None:
    picture = {"asset": "cave.png", "at": [0, 0], "width": 3, "height": 2}
    battle_map, report = native.read_bytes(with_map(MAP | {"pictures": [picture]}))
    assert battle_map.pictures == (Picture("cave.png", Point(0, 0), 3, 2),)
    assert [str(notice) for notice in report.notices] == [
        'map.pictures[0] shows "cave.png", which is not in the file.'
    ]


def test_a_damaged_picture_is_reported_and_not_fatal() -> None:
    content = with_map(MAP, ("assets/cave.png", png(30, 30)), ("assets/well.png", png()))
    damaged = content.replace(png(30, 30)[20:40], b"x" * 20)
    battle_map, report = native.read_bytes(damaged)
    assert battle_map.assets == (Asset("well.png", png()),)
    assert '"cave.png" is damaged' in str(report.notices[0])


def test_a_picture_that_is_none_is_kept_and_reported() -> None:
    battle_map, report = native.read_bytes(with_map(MAP, ("assets/cave.png", b"<html>")))
    assert battle_map.assets == (Asset("cave.png", b"<html>"),)
    assert '"cave.png"' in str(report.notices[0])


def test_a_creature_off_the_map_is_brought_back_and_reported() -> None:
    lost = Creature("ogre", Size.LARGE, Square(5, 1))
    value = MAP | {"creatures": [{"id": "ogre", "size": "large", "at": [5, 1]}]}
    battle_map, report = native.read_bytes(with_map(value))
    assert battle_map.creatures == (Creature("ogre", Size.LARGE, Square(2, 1)),)
    assert "brought to [2, 1]" in str(report.notices[0])
    with pytest.raises(FormatError, match=r"creatures\[0\].at"):
        native.write_bytes(BattleMap.empty(3, 2).with_changes(creatures=(lost,)))


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "C:\\cave.png", "a/b%2F.png", "..", "."])
def test_a_picture_name_never_becomes_a_path(name: str, tmp_path: Path) -> None:
    battle_map = BattleMap.empty(1, 1).with_changes(assets=(Asset(name, png()),))
    content = native.write_bytes(battle_map)
    assert native.read_bytes(content).battle_map == battle_map
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        inside = archive.namelist()[1].removeprefix("assets/")
    assert not set(inside) & set("/\\:")
    assert inside.strip(".")


def test_a_hostile_name_writes_nothing_outside(tmp_path: Path) -> None:
    path = tmp_path / "maps" / "evil.gridmap"
    path.parent.mkdir()
    path.write_bytes(with_map(MAP, ("assets/../../evil.png", png()), ("../evil.txt", b"x")))
    battle_map, report = native.read_with_report(path)
    assert [asset.name for asset in battle_map.assets] == ["../../evil.png"]
    assert any("../evil.txt" in str(notice) for notice in report.notices)
    assert [each.name for each in tmp_path.rglob("*")] == ["maps", "evil.gridmap"]


def test_pictures_without_a_name_or_of_one_name_are_refused_at_saving() -> None:
    for names, what in (([""], "no name"), (["a", "a"], "have the name")):
        assets = tuple(Asset(name, b"") for name in names)
        with pytest.raises(FormatError, match=what):
            native.write_bytes(BattleMap.empty(1, 1).with_changes(assets=assets))


def _encrypted() -> bytes:
    content = bytearray(with_map())
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def _lying_about_its_size() -> bytes:
    """A deflated bomb that claims to unpack to the size of an honest map."""
    content = bytearray(zipped(("map.json", b" " * (64 << 20)), kind=zipfile.ZIP_DEFLATED))
    directory = content.rfind(b"PK\x01\x02")
    for place in (directory + 24, 22):
        content[place : place + 4] = (1000).to_bytes(4, "little")
    return bytes(content)


def _claiming_many_files() -> bytes:
    content = bytearray(with_map())
    end = content.rfind(b"PK\x05\x06")
    content[end + 10 : end + 12] = b"\xff\xfe"
    return bytes(content)


HOSTILE: list[tuple[str, Callable[[], bytes], str]] = [
    ("nothing", lambda: b"", "cut short"),
    ("a zip's first bytes", lambda: b"PK\x03\x04", "cut short"),
    ("a cut zip", lambda: with_map()[:-30], "cut short"),
    ("a zip with a hole", lambda: with_map()[40:], "damaged"),
    ("another zip", lambda: zipped(("word/document.xml", b"")), "no map.json"),
    ("an empty zip", lambda: zipped(), "no map.json"),
    ("encrypted", _encrypted, "encrypted"),
    ("packed by lzma", lambda: zipped(("map.json", b"{}"), kind=zipfile.ZIP_LZMA), "unknown way"),
    ("a bomb", lambda: zipped(("a", b"\0" * (32 << 20)), kind=zipfile.ZIP_DEFLATED), "200 times"),
    ("a bomb that lies", _lying_about_its_size, "damaged"),
    ("many files", lambda: zipped(*((f"assets/{n}", b"") for n in range(2001))), "2,000 files"),
    ("many files claimed", _claiming_many_files, "2,000 files"),
    ("a large map", lambda: zipped(("map.json", b" " * (65 << 20))), "the limit is 67 MB"),
    ("not JSON", lambda: zipped(("map.json", b"<map/>")), "malformed at line 1, column 1"),
    ("cut JSON", lambda: zipped(("map.json", b'{"format": "gridm')), "cut short"),
    ("an empty map", lambda: zipped(("map.json", b"")), "the JSON is empty"),
    ("not UTF-8", lambda: zipped(("map.json", b'{"title": "\xff"}')), "not UTF-8"),
    ("UTF-16", lambda: zipped(("map.json", json.dumps(MAP).encode("utf-16"))), "not UTF-8"),
    ("deep JSON", lambda: zipped(("map.json", b"[" * 100_000)), "absurdly deep"),
    ("deep in a map", lambda: zipped(("map.json", b'{"a":' * 50_000)), "absurdly deep"),
    ("many lists", lambda: zipped(("map.json", b"[" + b"[]," * 1_500_000 + b"0]")), "1,500,000"),
    ("a number of many digits", lambda: zipped(("map.json", b'{"width": ' + b"9" * 5000 + b"}")), "digits"),
    ("NaN", lambda: zipped(("map.json", b'{"width": NaN}')), "NaN"),
    ("infinity by exponent", lambda: zipped(("map.json", b'{"width": 1e999}')), "1e999"),
    ("a list", lambda: with_map([]), "map is a list"),
    (
        "no version",
        lambda: with_map({"format": "gridmap", "width": 1, "height": 1}),
        "map.version is missing",
    ),
    ("a newer version", lambda: with_map(MAP | {"version": 2}), "newer gridmap"),
    ("a huge map", lambda: with_map(MAP | {"width": 10**9}), "larger than the limit"),
]


@pytest.mark.parametrize(("make", "named"), [each[1:] for each in HOSTILE], ids=[each[0] for each in HOSTILE])
def test_a_hostile_file_gets_one_sentence(make: Callable[[], bytes], named: str) -> None:
    assert named in refusal(make())


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_is_refused() -> None:
    assert "twice" in refusal(zipped(("map.json", b"{}"), ("map.json", b"{}")))
    assert "twice" in refusal(with_map(MAP, ("assets/a%2Fb", b""), ("assets/a/b", b"")))


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.gridmap"
    with open(path, "wb") as file:
        file.truncate(native.MAX_FILE_BYTES + 1)  # takes no room on the disk
    with pytest.raises(FormatError, match=r"large\.gridmap: it has 1,074 MB; the limit is"):
        native.read(path)


@pytest.mark.parametrize(
    ("name", "what"), [("none.gridmap", "no such file"), ("", "folder"), ("a\0b", "name")]
)
def test_what_is_no_file_gets_a_sentence(name: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=what):
        native.read(tmp_path / name)


def test_older_versions_are_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def widened(value: dict[str, Any]) -> dict[str, Any]:
        value["width"] = value.pop("breadth")
        return value

    def titled(value: dict[str, Any]) -> dict[str, Any]:
        value["title"] = "from version 2"
        return value

    monkeypatch.setattr(migrations, "VERSION", 3)
    monkeypatch.setattr(migrations, "MIGRATIONS", {1: widened, 2: titled})
    old = {"format": "gridmap", "version": 1, "breadth": 5, "height": 2}
    battle_map = native.read_bytes(with_map(old)).battle_map
    assert (battle_map.width, battle_map.name) == (5, "from version 2")
    assert old["breadth"] == 5
    assert "not what version 1" in refusal(with_map(MAP))


# Writing


def test_a_file_that_is_replaced_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cave.gridmap"
    for name in ("first", "second", "third"):
        native.write(BattleMap.empty(1, 1, name=name), path)
    assert native.read(path).name == "third"
    assert native.read(backup_path(path)).name == "second"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cave.gridmap", "cave.gridmap~"]


@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
def test_a_failed_write_leaves_the_old_file_whole(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cave.gridmap"
    native.write(BattleMap.empty(1, 1, name="old"), path)
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(FormatError, match=r"cave\.gridmap could not be written \(No space left on device\)"):
        native.write(BattleMap.empty(1, 1, name="new"), path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert native.read(path).name == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["cave.gridmap"]


def test_being_killed_between_backup_and_rename_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cave.gridmap"
    native.write(BattleMap.empty(1, 1, name="old"), path)
    replace = os.replace

    def killed(source: Path, target: Path) -> None:
        if Path(target) == path:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        native.write(BattleMap.empty(1, 1, name="new"), path)
    monkeypatch.undo()
    assert native.read(path).name == "old"
    assert native.read(backup_path(path)).name == "old"


def test_without_hard_links_the_backup_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "cave.gridmap"
    for name in ("first", "second"):
        native.write(BattleMap.empty(1, 1, name=name), path)
    assert native.read(backup_path(path)).name == "first"


@pytest.mark.skipif(os.name == "nt", reason="links and permissions of POSIX")
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.gridmap", tmp_path / "link.gridmap"
    native.write(BattleMap.empty(1, 1, name="old"), real)
    real.chmod(0o640)
    link.symlink_to(real)
    native.write(BattleMap.empty(1, 1, name="new"), link)
    assert link.is_symlink()
    assert native.read(real).name == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "cave.gridmap", tmp_path / "a\0b"):
        with pytest.raises(FormatError) as raised:
            native.write(BattleMap.empty(1, 1), path)
        assert "\n" not in str(raised.value)


def test_any_damage_gives_a_sentence_or_a_map() -> None:
    """Bytes changed, cut out and doubled: never anything but `FormatError`."""
    chance = random.Random(7)
    picture = {"asset": "a.png", "at": [0, 0], "width": 3, "height": 2}
    creature = {"id": "ogre", "size": "large", "at": [1, 0], "reach": [10, 20]}
    value = MAP | {"pictures": [picture], "creatures": [creature], "terrain": {"blocked": ["#..", "..o"]}}
    stored = with_map(value, ("assets/a.png", png()))
    packed = zipped(("map.json", json.dumps(value).encode()), kind=zipfile.ZIP_DEFLATED)
    until = time.monotonic() + 5
    tries = refused = 0
    while tries < 3000 and time.monotonic() < until:
        tries += 1
        content = bytearray(chance.choice([stored, packed]))
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(content))
            match chance.randrange(3):
                case 0:
                    content[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)])
                case 1:
                    del content[place : place + chance.randint(1, 40)]
                case 2:
                    content[place:place] = content[place : place + chance.randint(1, 40)]
        try:
            native.read_bytes(bytes(content))
        except FormatError as error:
            refused += 1
            assert "\n" not in str(error), error  # noqa: PT017
    assert refused > tries / 4
