"""Dungeon Alchemist's export for Roll20."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gridmap.formats.errors import FormatError
from gridmap.formats.registry import open_map, read_bytes
from tests.formats.foreign import encoded, roll20_export, roll20_text
from tests.formats.maps import png


def walls(content: bytes) -> list[tuple[tuple[float, ...], str, bool]]:
    found = read_bytes(content).battle_map.walls
    return [((*wall.start, *wall.end), str(wall.kind), wall.open) for wall in found]


def test_walls_doors_and_windows() -> None:
    result = read_bytes(roll20_text(roll20_export()))
    assert (result.battle_map.width, result.battle_map.height) == (4, 3)
    assert walls(roll20_text(roll20_export())) == [
        ((0, 1, 1, 1), "wall", False),
        ((1, 1, 2, 1), "door", True),
        ((2, 1, 3, 1), "window", False),
        ((3, 1, 4, 1), "wall", False),
    ]
    told = " ".join(result.report.lines())
    assert "3 walls, 1 door, 1 outside the map" in told
    for sentence in ("of no length", "Outlines of objects", "may be low", "Lights kept but not shown: 1"):
        assert sentence in told
    assert result.battle_map.extra["dungeon_alchemist"]["version"] == 3


def test_version_one_gave_partial_walls_the_number_of_windows() -> None:
    assert walls(roll20_text(roll20_export(None)))[2][1] == "low-wall"
    assert walls(roll20_text(roll20_export(2)))[2][1] == "window"


def test_other_spellings() -> None:
    document = roll20_export(grid="4 3")
    for wall in document["walls"]:
        del wall["wallSection"]
    expected = walls(roll20_text(roll20_export()))
    assert walls(b"\xef\xbb\xbf !DungeonAlchemist " + encoded(document)) == expected
    assert walls(encoded(document)) == expected


def test_the_picture_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "inn.txt").write_bytes(roll20_text(roll20_export()))
    assert open_map(tmp_path / "inn.txt").battle_map.pictures == ()
    (tmp_path / "inn.jpg").write_bytes(png(8, 6))
    assert open_map(tmp_path / "inn.txt").battle_map.pictures[0].height == 3


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"pixelsPerTile": 0}, "pixelsPerTile is 0"),
        ({"grid": None}, "grid must be"),
        ({"grid": {"x": 1e6, "y": 2}}, "larger than the limit"),
        ({"grid": {"x": 0, "y": 2}}, "at least one square"),
        ({"walls": "none"}, 'walls is "none"'),
    ],
)
def test_what_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read_bytes(roll20_text(roll20_export(**fields)))


def test_a_command_without_json() -> None:
    with pytest.raises(FormatError, match="no JSON follows"):
        read_bytes(b"!dungeonalchemist please")
    with pytest.raises(FormatError, match="cut short"):
        read_bytes(roll20_text(roll20_export())[:300])
