"""donjon's dungeons, from JSON and from tables: cells, bleed, doors of every kind, stairs and notes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridmap.formats import donjon_tsv
from gridmap.formats.errors import FormatError
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import read_bytes
from gridmap.formats.report import Opened
from gridmap.model import BattleMap, Blocked, Wall, WallKind
from tests.formats.foreign import DONJON_TABLE, donjon, encoded

CELLS = ReadOptions(cell_feet=5)


def opened(options: ReadOptions = CELLS, **fields: Any) -> Opened:
    return read_bytes(encoded(donjon(**fields)), options=options)


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def plan(battle_map: BattleMap) -> list[str]:
    return ["".join(".#"[int(value == Blocked.FILLS)] for value in row) for row in battle_map.terrain.blocked]


def doors(battle_map: BattleMap) -> dict[tuple[float, float, float, float], Wall]:
    return {(*wall.start, *wall.end): wall for wall in battle_map.walls if wall.kind is WallKind.DOOR}


def test_rooms_corridors_and_doors_are_floor() -> None:
    battle_map = opened().battle_map
    assert battle_map.name == "The Test"
    assert plan(battle_map) == [
        "########",
        "##.#####",
        "##..####",
        "##.....#",
        "#####.##",
        "#####.##",
        "########",
    ]


def test_a_cell_is_two_squares_by_default() -> None:
    small, large = opened().battle_map, read_bytes(encoded(donjon())).battle_map
    assert (large.width, large.height) == (16, 14)
    assert np.array_equal(large.terrain.blocked[::2, ::2], small.terrain.blocked)
    assert set(doors(large)) == {tuple(2 * each for each in ends) for ends in doors(small)}


def test_leaves_face_their_rooms() -> None:
    battle_map = opened().battle_map
    found = doors(battle_map)
    assert set(found) == {(4, 3, 4, 4), (5, 4, 6, 4)}
    locked = found[4, 3, 4, 4]
    assert locked.extra["donjon"] == {"type": "locked", "desc": "Iron (30 hp)", "trap": "a needle"}
    assert not locked.open
    # The portcullis that no room tells of stands across the way through its cell.
    assert found[5, 4, 6, 4].extra["donjon"] == {"type": "portcullis"}


def test_without_bleed_rows_and_columns_count_from_the_corner() -> None:
    battle_map = opened(bleed=0).battle_map
    assert set(doors(battle_map)) == {(3, 2, 3, 3), (4, 3, 5, 3)}
    assert battle_map.width == 6
    # Floor that reaches the edge is walled off there.
    assert Wall((6, 2), (6, 3)) in battle_map.walls  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "leaves", "secret"),
    [
        ("arch", 0, 0),
        ("door", 1, 0),
        ("locked", 1, 0),
        ("trapped", 1, 0),
        ("secret", 1, 1),
        ("portcullis", 1, 0),
    ],
)
@pytest.mark.parametrize("side", ["north", "south", "west", "east"])
def test_every_kind_on_every_side(kind: str, leaves: int, secret: int, side: str) -> None:
    cells = [[16] * 5 for _ in range(5)]
    cells[2][2] = 2
    x, y = {"north": (2, 1), "south": (2, 3), "west": (1, 2), "east": (3, 2)}[side]
    cells[y][x] = 32
    room = {"id": 1, "row": 2, "col": 2, "doors": {side: [{"row": y, "col": x, "type": kind}]}}
    battle_map = opened(cells=cells, rooms=[None, room], settings={}, stairs=[], egress=[]).battle_map
    found = doors(battle_map)
    facing = {"north": (2, 2, 3, 2), "south": (2, 3, 3, 3), "west": (2, 2, 2, 3), "east": (3, 2, 3, 3)}[side]
    assert list(found) == [facing][:leaves]
    assert sum(door.is_secret_door for door in found.values()) == secret
    assert plan(battle_map)[y][x] == "."


def test_a_door_that_two_rooms_tell_of_is_one() -> None:
    rooms = donjon()["rooms"]
    other = {
        "id": 2,
        "row": 2,
        "col": 4,
        "doors": {"west": [{"row": 2, "col": 3, "type": "locked"}], "east": None},
    }
    assert opened(rooms=[*rooms, other]).report.counts["doors"] == 2


def test_notes_for_rooms_traps_stairs_and_the_rest() -> None:
    notes = {note.text: note.at for note in opened().battle_map.notes}
    assert notes["1. A rat; detail: hidden treasure: gold; --"] == (3, 3)
    assert notes["Trap: a needle"] == (4.5, 3.5)
    assert notes["Stairs down"] == (6.5, 3.5)
    assert notes["Way out"] == (5.5, 5.5)
    assert notes["a. A smell"] == (5.5, 3.5)
    assert "Wandering monsters: 2 orcs; 1 ogre" in notes
    assert any("history: Long." in text for text in notes)
    assert all(note.secret for note in opened().battle_map.notes)


def test_stairs_that_only_the_cells_know() -> None:
    assert [note.at for note in opened(stairs=None).battle_map.notes if note.text == "Stairs down"] == [
        (6.5, 3.5)
    ]


def test_a_cave_has_rooms_without_doors_and_no_other_lists() -> None:
    document = donjon(rooms=[None, {"id": 1, "blocks": [1], "offset": 0, "composite": 0}])
    for name in ("egress", "stairs", "corridor_features", "wandering_monsters"):
        del document[name]
    result = read_bytes(encoded(document))
    assert result.report.counts["doors"] == 2
    assert "rooms[1] says not where it is" in told(result)


def test_bits_are_read_from_the_file() -> None:
    bits = {"room": 1, "corridor": 8, "door": "64"}
    result = opened(
        cell_bit=bits,
        cells=[[0, 0, 0, 0], [1, 64 | 1, "8", 2.0]],
        settings={},
        rooms=None,
        stairs=None,
        egress=None,
    )
    assert plan(result.battle_map) == ["####", "...#"]
    assert set(doors(result.battle_map)) == {(1, 1, 1, 2)}


def test_what_is_unknown_is_kept_and_what_lies_outside_is_counted() -> None:
    rooms = [
        {
            "id": 1,
            "row": 90,
            "col": 1,
            "doors": {"up": [], "north": [{"row": 90, "col": 1, "type": "door"}, 3]},
        },
        "room",
    ]
    result = opened(rooms=rooms, theirs=[1])
    assert result.battle_map.extra["donjon"]["theirs"] == [1]
    assert result.report.counts["outside the map"] == 2
    assert "Doors that could not be understood and were skipped: 2" in told(result)
    assert "Rooms that could not be understood and were skipped: 1" in told(result)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"cells": None}, "cells is null"),
        ({"cells": [[1, 2], [1]]}, r"cells\[1\]"),
        ({"cells": [[1, "x"]]}, r"cells\[0\]\[1\]"),
        ({"cells": [[1, -1]]}, r"cells\[0\]\[1\]"),
        ({"cells": [[0] * 4001]}, "4,000"),
        ({"cells": [[0] * 2] * 4001}, "4,001 rows"),
        ({"rooms": 5}, "rooms is 5"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        opened(**fields)


# Tables


def test_a_table() -> None:
    result = read_bytes(DONJON_TABLE.encode(), "Table", options=CELLS)
    battle_map = result.battle_map
    assert result.report.format_name == "donjon table"
    assert plan(battle_map) == ["##.##", "#....", "#..#.", "#.##."]
    found = doors(battle_map)
    assert set(found) == {(4, 1, 4, 2), (4, 2, 5, 2), (1, 4, 2, 4)}
    assert found[4, 1, 4, 2].is_secret_door
    assert found[4, 2, 5, 2].extra["donjon"] == {"type": "portcullis"}
    assert [(note.text, note.at) for note in battle_map.notes] == [("Stairs down", (2.5, 0.5))]


@pytest.mark.parametrize(
    ("code", "ends"),
    [("DT", (2, 1, 3, 1)), ("DB", (2, 2, 3, 2)), ("DL", (2, 1, 2, 2)), ("DR", (3, 1, 3, 2))],
)
@pytest.mark.parametrize("kind", ["", "S", "P"])
def test_every_code_of_a_door(code: str, kind: str, ends: tuple[int, ...]) -> None:
    table = f"\tF\tF\tF\n\tF\t{code[0]}{kind}{code[1]}\tF\n\tF\tF\tF"
    found = doors(read_bytes(table.encode(), options=CELLS).battle_map)
    assert list(found) == [ends]
    assert found[ends].is_secret_door is (kind == "S")


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "\n\n\t\n"])
def test_however_a_table_ends_and_two_squares_a_cell(ending: str) -> None:
    battle_map = read_bytes(("\tF\tF\n\tF\tDR" + ending).encode()).battle_map
    assert (battle_map.width, battle_map.height) == (6, 4)


def test_codes_that_are_unknown_become_floor_and_are_told() -> None:
    result = read_bytes(b"F\tF\tF\tF\tF\tZZ", options=CELLS)
    assert plan(result.battle_map) == ["......"]
    assert 'gridmap does not know, taken for floor: 1, the first "ZZ"' in told(result)


def test_other_texts_are_no_tables() -> None:
    for text in (b"name\tsize\nogre\tlarge\n", b"F F F F", b"\0F\tF\tF\tF", b""):
        assert not donjon_tsv.looks_like(text)
    with pytest.raises(FormatError, match="no map and no picture"):
        read_bytes(b"name\tsize\nogre\tlarge\n")


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("F\tF\tF\n" * 4001 + "F", "rows"),
        ("F\t" * 4001 + "F", "columns"),
        ("F\tF\tF\tF\tF\tF\n\t\xff", None),
    ],
)
def test_tables_beyond_the_limits(table: str, why: str | None) -> None:
    if why is None:
        with pytest.raises(FormatError, match="UTF-8"):
            read_bytes(table.encode("latin-1"))
    else:
        with pytest.raises(FormatError, match=why):
            read_bytes(table.encode())
