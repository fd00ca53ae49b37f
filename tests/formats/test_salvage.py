"""Damaged maps of our own: what can be saved is, what was lost is said, and nothing is made up."""

from __future__ import annotations

import io
import json
import random
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats import native, salvage
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import write_map
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import open_map
from gridmap.formats.registry import read_bytes as read_any
from gridmap.formats.report import Opened
from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Fog,
    Layer,
    Note,
    Picture,
    Point,
    Size,
    Square,
    Team,
    Terrain,
    Wall,
    WallKind,
)
from tests.formats.maps import png


def whole_map() -> BattleMap:
    """A map with something of everything, every value told from every other."""
    width, height = 30, 20
    grids = {}
    for number, layer in enumerate(Layer):
        grid = np.zeros((height, width), np.uint8)
        grid[number + 1, 2 : 20 + number] = 1 if layer is not Layer.DIFFICULT else 2
        grid[10 + number, :] = 1 if layer is not Layer.DIFFICULT else 4
        grids[str(layer)] = grid
    revealed = np.zeros((height, width), np.uint8)
    revealed[3:9, 4:12] = 1
    return BattleMap.empty(width, height, name="The Sunken Hall").with_changes(
        terrain=Terrain(**grids),
        walls=tuple(Wall(Point(n, 1), Point(n, 2.5 + n / 8), list(WallKind)[n % 5]) for n in range(25)),
        creatures=tuple(
            Creature(f"c{n}", Size.LARGE, Square(n, 3), "foes", name=f"Ogre {n}", speed={"walk": 30 + n})
            for n in range(12)
        ),
        notes=tuple(Note(Point(n, 4.5), f"note number {n}", secret=bool(n % 2)) for n in range(6)),
        pictures=(Picture("hall.png", Point(0, 0), 30, 20), Picture("rug.png", Point(3, 3), 2, 2, 0.5)),
        assets=(Asset("hall.png", png(60, 40)), Asset("rug.png", png(8, 8))),
        fog=Fog(revealed),
        teams=(Team("foes", "#c03a2b"), Team("party", "", None, True)),
        view={"zoom": 2},
    )


WHOLE = whole_map()
FILE = native.write_bytes(WHOLE, png(4, 4))


def opened(content: bytes) -> Opened | None:
    """What is saved, None where nothing can be; anything else fails the test."""
    try:
        return salvage.read_bytes(content)
    except FormatError as error:
        assert "\n" not in str(error)  # noqa: PT017
        return None


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def made_up(found: BattleMap) -> list[str]:
    """Whatever a salvaged map holds that the whole one did not."""
    wrong: list[str] = []
    for name in ("walls", "creatures", "notes", "pictures", "teams"):
        known = getattr(WHOLE, name)
        wrong += [f"{name}: {each}" for each in getattr(found, name) if each not in known]
    if (found.width, found.height) == (WHOLE.width, WHOLE.height):
        for layer in Layer:
            grid, right = found.terrain.layer(layer), WHOLE.terrain.layer(layer)
            if (grid[grid != 0] != right[grid != 0]).any():
                wrong.append(str(layer))
    wrong += [asset.name for asset in found.assets if asset.name not in {"hall.png", "rug.png"}]
    return wrong


def zipped(entries: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return target.getvalue()


def with_map(value: Any) -> bytes:
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return zipped({"map.json": text, "assets/hall.png": png(60, 40), "assets/rug.png": png(8, 8)})


def changed(**fields: Any) -> bytes:
    return with_map(write_map(WHOLE) | fields)


def test_a_whole_file_is_opened_as_ever() -> None:
    result = salvage.read_bytes(FILE)
    assert result.battle_map == WHOLE
    assert result.report.format_name == "gridmap"
    assert result.report.notices == ()


def test_a_file_cut_anywhere_gives_what_stands_before_the_cut() -> None:
    before = -1
    saved = 0
    for cut in range(0, len(FILE), 37):
        result = opened(FILE[:cut])
        if result is None:
            continue
        saved += 1
        found = result.battle_map
        assert made_up(found) == [], cut
        assert result.report.notices, cut
        assert dict(result.report.counts)["walls"] == len(found.walls)
        # What was written first is saved first: never fewer walls of a longer piece.
        assert len(found.walls) >= before, cut
        before = len(found.walls)
    assert saved > len(FILE) / 37 * 0.8
    assert before == len(WHOLE.walls)


@pytest.mark.parametrize("lost", [1, 22, 60, 200, 400])
def test_without_its_directory_all_of_it_is_there(lost: int) -> None:
    result = opened(FILE[:-lost])
    assert result is not None
    assert result.battle_map.walls == WHOLE.walls
    assert result.battle_map.creatures == WHOLE.creatures
    assert (result.battle_map.terrain, result.battle_map.fog) == (WHOLE.terrain, WHOLE.fog)
    assert result.battle_map.view == WHOLE.view
    assert "The file is damaged: the zip is" in told(result)


def test_a_flipped_byte_costs_little_and_is_told() -> None:
    chance = random.Random(5)
    nothing = 0
    tries = 700
    for _ in range(tries):
        content = bytearray(FILE)
        at = chance.randrange(len(content))
        content[at] ^= 1 << chance.randrange(8)
        result = opened(bytes(content))
        if result is None:
            nothing += 1
            continue
        found = result.battle_map
        strange = made_up(found)
        assert len(strange) <= 2, strange
        if found != WHOLE:
            assert result.report.notices, at
            assert len(found.walls) >= len(WHOLE.walls) - 1, at
            assert len(found.creatures) >= len(WHOLE.creatures) - 1, at
            assert len(found.notes) >= len(WHOLE.notes) - 1, at
    assert nothing == 0


def test_many_flipped_bytes_never_end_in_anything_but_a_map_or_a_sentence() -> None:
    chance = random.Random(6)
    for _ in range(300):
        content = bytearray(FILE)
        for _ in range(chance.choice([3, 30, 300])):
            content[chance.randrange(len(content))] = chance.randrange(256)
        result = opened(bytes(content))
        if result is not None:
            assert result.report.notices
            native.write_bytes(result.battle_map)  # and it can be saved


@pytest.mark.parametrize("size", [64, 512, 4096])
def test_a_hole_of_zeros_keeps_what_is_round_it(size: int) -> None:
    for at in range(0, len(FILE) - size, 311):
        content = FILE[:at] + bytes(size) + FILE[at + size :]
        result = opened(content)
        if result is not None:
            assert made_up(result.battle_map) == [], at
            assert result.report.notices, at


def test_a_file_whose_beginning_is_gone() -> None:
    start = FILE.index(b"PK\x03\x04", 10)  # the second entry
    result = opened(bytes(50) + FILE[start:])
    assert result is not None
    assert [picture.asset for picture in result.battle_map.pictures] == ["hall.png", "rug.png"]
    assert result.battle_map.assets == WHOLE.assets
    assert "walls, creatures, notes and fog are lost" in told(result)


def test_a_damaged_picture_is_kept_and_told() -> None:
    content = bytearray(FILE)
    at = FILE.index(png(60, 40)) + 50
    content[at] ^= 255
    result = opened(bytes(content))
    assert result is not None
    assert 'The picture file "hall.png" is damaged; what is left of it was kept' in told(result)
    assert replace(result.battle_map, assets=()) == replace(WHOLE, assets=())
    assert len(result.battle_map.assets) == 2


def test_a_missing_picture_is_told() -> None:
    content = zipped({"map.json": json.dumps(write_map(WHOLE)).encode(), "assets/rug.png": png(8, 8)})
    broken = content[:-1]
    result = opened(broken)
    assert result is not None
    assert 'The picture file "hall.png" is lost; its frame is empty.' in told(result)


CREATURES = write_map(WHOLE)["creatures"]
WALLS = write_map(WHOLE)["walls"]
TERRAIN = write_map(WHOLE)["terrain"]


@pytest.mark.parametrize(
    ("content", "sentence", "kept"),
    [
        (
            changed(creatures=[CREATURES[0] | {"reach": -5, "speed": "fast"}, *CREATURES[1:]]),
            'Creature 1, "Ogre 0", was saved without: reach, speed.',
            {"creatures": 12},
        ),
        (
            changed(creatures=[CREATURES[0] | {"size": "vast"}, *CREATURES[1:]]),
            'Creature 1, "Ogre 0", is lost: map.creatures[0].size is "vast"',
            {"creatures": 11},
        ),
        (
            changed(creatures=[*CREATURES, 7]),
            "Creature 13 is lost: map.creatures[12] is 7; it must be an object.",
            {"creatures": 12},
        ),
        (
            changed(creatures=[*CREATURES, CREATURES[3]]),
            'Two have the id "c3"; the second one is now "c3-2".',
            {"creatures": 13},
        ),
        (
            changed(walls=[*WALLS[:4], {"from": [1, 2]}, *WALLS[5:]]),
            "Wall 5 is lost: map.walls[4].to is missing.",
            {"walls": 24},
        ),
        (changed(walls={"a": 1}), "All walls are lost, if there were any.", {"walls": 0, "creatures": 12}),
        (changed(title=7), "The map's title cannot be read and is lost.", {"walls": 25}),
        (
            changed(terrain=TERRAIN | {"blocked": TERRAIN["blocked"][:5]}),
            "Of the layer blocked, 15 of 20 rows are lost and empty.",
            {},
        ),
        (changed(terrain=TERRAIN | {"blocked": 5}), "The layer blocked is lost.", {}),
        (
            changed(terrain=TERRAIN | {"blocked": ["?" * 30, *TERRAIN["blocked"][1:]]}),
            "Of the layer blocked, squares that cannot be read and are empty: 30.",
            {},
        ),
        (changed(width="wide"), "The map's size is lost; 30 x 20 squares were taken", {"walls": 25}),
        (changed(fog={"revealed": 5}), "The fog is lost.", {"walls": 25}),
        (changed(elevation=["0x7"]), 'The field "elevation" cannot be read and is lost.', {"walls": 25}),
        (changed(traps=["x" * 30]), "Of the layer traps, 19 of 20 rows are lost", {"walls": 25}),
    ],
)
def test_a_wrong_value_costs_only_itself(content: bytes, sentence: str, kept: dict[str, int]) -> None:
    with pytest.raises(FormatError):
        native.read_bytes(content)
    result = salvage.read_bytes(content)
    assert sentence in told(result)
    assert result.report.format_name == salvage.FORMAT_NAME
    for name, count in kept.items():
        assert len(getattr(result.battle_map, name)) == count


def test_many_losses_are_told_at_bounded_length() -> None:
    result = salvage.read_bytes(changed(creatures=[{"id": 1}] * 500 + CREATURES))
    assert len(result.battle_map.creatures) == 12
    assert "… and 480 more creatures that were lost in whole or in part." in told(result)
    assert len(result.report.notices) < 40


@pytest.mark.parametrize("compact", [True, False])
def test_a_broken_entry_in_json_of_any_layout(compact: bool) -> None:
    value = write_map(WHOLE)
    text = json.dumps(value, separators=(",", ":")) if compact else native.map_text(value)
    place = text.index('"Ogre 5"')
    text = text[: place - 2] + "}{[" + text[place + 1 :]
    result = salvage.read_bytes(with_map(text.encode()))
    assert [creature.id for creature in result.battle_map.creatures] == [f"c{n}" for n in range(12) if n != 5]
    assert result.battle_map.terrain == WHOLE.terrain
    assert result.battle_map.notes == WHOLE.notes
    assert "Broken creatures that cannot be read and are lost: 1." in told(result)


@pytest.mark.parametrize("compact", [True, False])
def test_a_broken_row_leaves_the_others_where_they_are(compact: bool) -> None:
    value = write_map(WHOLE)
    text = json.dumps(value, separators=(",", ":")) if compact else native.map_text(value)
    start = text.index('"blocked"')
    row = text.index('"' + "#" * 30 + '"', start)
    text = text[:row] + "x" + text[row + 1 :]  # its first quote is gone
    found = salvage.read_bytes(with_map(text.encode())).battle_map
    blocked, right = found.terrain.layer(Layer.BLOCKED), WHOLE.terrain.layer(Layer.BLOCKED).copy()
    lost = np.flatnonzero((blocked != right).any(axis=1)).tolist()
    assert len(lost) <= 2
    assert not blocked[lost].any()
    assert found.terrain.layer(Layer.GROUND).any()
    assert len(found.walls) == 25


def test_a_map_object_cut_short_in_a_file_of_its_own(tmp_path: Path) -> None:
    text = native.map_text(write_map(WHOLE)).encode()
    path = tmp_path / "hall.json"
    path.write_bytes(text[: text.index(b'"Ogre 7"')])
    with pytest.raises(FormatError, match="cut short"):
        open_map(path)
    battle_map, report = open_map(path, ReadOptions(salvage=True))
    assert [creature.id for creature in battle_map.creatures] == [f"c{n}" for n in range(7)]
    assert "The list of creatures ends in the middle: 7 were saved, what followed is lost." in " ".join(
        report.lines()
    )


def test_a_newer_map_is_no_damaged_one() -> None:
    with pytest.raises(FormatError, match="newer gridmap"):
        salvage.read_bytes(changed(version=99))


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"hello", b"{", bytes(1000), zipped({"a": b"b"})],
)
def test_nothing_to_save_is_one_sentence(content: bytes) -> None:
    with pytest.raises(FormatError):
        salvage.read_bytes(content)


def test_an_empty_map_file_leaves_the_pictures() -> None:
    result = salvage.read_bytes(with_map(b""))
    assert len(result.battle_map.assets) == 2
    assert "map.json cannot be read at all." in told(result)


def test_a_field_with_one_wrong_letter_is_known_again() -> None:
    value = write_map(WHOLE)
    value["crdatures"] = value.pop("creatures")
    result = salvage.read_bytes(with_map(json.dumps(value).encode())[:-1])
    assert result.battle_map.creatures == WHOLE.creatures
    assert 'The field "crdatures" was taken for creatures.' in told(result)


def test_other_programs_files_are_not_taken_for_damaged_maps() -> None:
    with pytest.raises(FormatError):
        read_any(b'{"resolution": {"map_size"', options=ReadOptions(salvage=True))
    assert not salvage.looks_like(png(4, 4))
    assert read_any(png(70, 70), options=ReadOptions(salvage=True)).battle_map.width == 1


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04" * 400_000,
        (b"PK\x03\x04" + bytes(22) + b"\x08\x00\x00\x00" + b"map.json") * 30_000,
        b"PK\x03\x04" + bytes(22) + b"\x08\x00\x00\x00map.json{" + b'"a":{' * 400_000,
        b"PK\x03\x04" + bytes(22) + b"\x08\x00\x00\x00map.json{" + b'\\"' * 1_000_000,
        b"PK\x03\x04" + bytes(22) + b'\x08\x00\x00\x00map.json{"walls":[' + b"{ },{[" * 300_000,
        b"PK\x03\x04" + bytes(22) + b'\x08\x00\x00\x00map.json{"walls":[' + b'{"a":"' * 300_000,
        b"PK\x03\x04" + bytes(22) + b"\x08\x00\x00\x00map.json{" + b'\n "k": ' * 300_000,
        with_map(json.dumps({"width": 9, "height": 9, "creatures": [{"id": "a"}] * 9_000}).encode() + b"]"),
        with_map(json.dumps({"width": 9, "height": 9, "walls": [[]] * 100_000}).encode() + b"]"),
    ],
    ids=[
        "signs",
        "headers",
        "deep",
        "escapes",
        "broken entries",
        "open texts",
        "fields",
        "bad creatures",
        "bad walls",
    ],
)
def test_hostile_damage_takes_bounded_time(content: bytes) -> None:
    start = time.process_time()
    opened(content)
    assert time.process_time() - start < 20  # a bound against running away, not a figure


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_to_map_json_gives_a_map_or_a_sentence(data: st.DataObject) -> None:
    text = bytearray(native.map_text(write_map(WHOLE)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 6))] = data.draw(
            st.sampled_from(
                [b"", b"{", b"}", b"[", b"]", b'"', b"\\", b",", b"null", b"\xff", b"NaN", b"1e999"]
            )
        )
    content = with_map(bytes(text))
    result = opened(content)
    try:
        sound = native.read_bytes(content)
    except FormatError:
        sound = None
    if sound is not None:  # a letter less in a name is no damage that anyone could tell
        assert result is not None
        assert result.battle_map == sound.battle_map
    elif result is not None and result.battle_map != WHOLE:
        assert len(result.report.notices) > 0
