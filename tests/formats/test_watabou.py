"""One Page Dungeons: cells, doors, columns, water and notes, on a small dungeon made here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gridmap.formats.errors import FormatError
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import open_map, read_bytes
from gridmap.formats.report import Opened
from gridmap.model import Blocked, GroundKind, Note, Point, Wall, WallKind
from tests.formats.foreign import encoded, one_page_dungeon

LEFT, TOP = -7, -1
"""The dungeon's cell at the map's corner: one cell of rock around it."""


def opened(options: ReadOptions | None = None, **fields: Any) -> Opened:
    content = encoded(one_page_dungeon(**fields))
    return read_bytes(content) if options is None else read_bytes(content, options=options)


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def test_floor_is_free_and_the_rest_is_rock() -> None:
    battle_map = opened().battle_map
    plan = ["".join(".#o"[value] for value in row) for row in battle_map.terrain.blocked]
    free = {(x + LEFT, y + TOP) for y, row in enumerate(plan) for x, each in enumerate(row) if each != "#"}
    room = {(x, y) for x in range(-1, 2) for y in range(1, 4)}
    other = {(x, y) for x in range(-6, -2) for y in range(1, 4)}
    corners = {(3, 0), (7, 0), (3, 4), (7, 4)}
    rotunda = {(x, y) for x in range(3, 8) for y in range(5)} - corners
    assert free == room | other | rotunda | {(0, 0), (2, 2), (-2, 2)}
    assert battle_map.name == "Vault of the Test"


def test_doors_stand_on_the_side_that_one_comes_from() -> None:
    battle_map = opened().battle_map
    doors = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
    entrance, secret, plain = doors
    assert (entrance.start, entrance.end) == ((0 - LEFT, 0 - TOP), (1 - LEFT, 0 - TOP))
    assert (secret.start, secret.end) == ((2 - LEFT, 2 - TOP), (2 - LEFT, 3 - TOP))
    assert (plain.start, plain.end) == ((-1 - LEFT, 2 - TOP), (-1 - LEFT, 3 - TOP))
    assert [door.is_secret_door for door in doors] == [False, True, False]
    assert not any(door.open for door in doors)


def test_walls_run_between_floor_and_rock_and_leave_doors_out() -> None:
    battle_map = opened().battle_map
    edges = set()
    for wall in battle_map.walls:
        if wall.kind is WallKind.WALL and "." not in f"{wall.start.x}{wall.start.y}":
            (x, y), (to_x, to_y) = wall.start, wall.end
            edges |= {(at, y, "-") for at in range(int(x), int(to_x))}
            edges |= {(x, at, "|") for at in range(int(y), int(to_y))}
    rock = battle_map.terrain.blocked == Blocked.FILLS
    height, width = rock.shape
    expected = {
        (x, y, "-") for y in range(1, height) for x in range(width) if rock[y - 1, x] != rock[y, x]
    } | {(x, y, "|") for y in range(height) for x in range(1, width) if rock[y, x - 1] != rock[y, x]}
    entrance = (0 - LEFT, 0 - TOP, "-")
    assert entrance in expected
    assert edges == expected - {entrance}


def test_water_and_columns_lie_on_floor_only() -> None:
    result = opened()
    ground = result.battle_map.terrain.ground
    assert [tuple(at) for at in (ground == GroundKind.WATER).nonzero()] == [(2 - TOP,), (5 - LEFT,)]
    blocked = result.battle_map.terrain.blocked
    assert [tuple(at) for at in (blocked == Blocked.ROUNDED).nonzero()] == [
        (2 - TOP,) * 3,
        (-5 - LEFT, -4 - LEFT, -3 - LEFT),
    ]
    assert result.report.counts["outside the map"] == 2


def test_columns_that_mirror_only_as_corners_stand_on_corners() -> None:
    columns = [{"x": x, "y": y} for x in (0, 1) for y in (2, 3)]
    result = opened(columns=columns)
    assert not (result.battle_map.terrain.blocked == Blocked.ROUNDED).any()
    x, y = 0 - LEFT, 2 - TOP
    assert Wall(Point(x - 0.25, y), Point(x + 0.25, y)) in result.battle_map.walls
    assert Wall(Point(x, y - 0.25), Point(x, y + 0.25)) in result.battle_map.walls
    assert "where four cells meet: 4" in told(result)


def test_notes_title_and_story() -> None:
    notes = opened().battle_map.notes
    assert Note(Point(5.5 - LEFT, 2.5 - TOP), "1. A chest.") in notes
    assert Note(Point(-3 - LEFT, 2 - TOP), "2. On an edge.") in notes
    assert notes[0].text == "Nobody knows."
    assert Note(Point(0.5 - LEFT, 0.5 - TOP), "Entrance") in notes
    assert all(note.secret for note in notes)


@pytest.mark.parametrize(
    ("kind", "doors", "secret"),
    [(0, 0, 0), (1, 1, 0), (2, 0, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (6, 1, 1), (7, 1, 0), (8, 0, 0),
     (9, 0, 0), (77, 1, 0)],
)  # fmt: skip
def test_every_type_of_door(kind: int, doors: int, secret: int) -> None:
    result = opened(doors=[{"x": 2, "y": 2, "dir": {"x": 1, "y": 0}, "type": kind}])
    found = [wall for wall in result.battle_map.walls if wall.kind is WallKind.DOOR]
    assert len(found) == doors == result.report.counts["doors"]
    assert sum(door.is_secret_door for door in found) == secret
    assert "Doors by type: 1 " in told(result)


def test_cells_of_ten_feet() -> None:
    small, large = opened(), opened(ReadOptions(cell_feet=10))
    assert (large.battle_map.width, large.battle_map.height) == (
        2 * small.battle_map.width,
        2 * small.battle_map.height,
    )
    assert [wall.end.x for wall in large.battle_map.walls if wall.kind is WallKind.DOOR] == [
        2 * wall.end.x for wall in small.battle_map.walls if wall.kind is WallKind.DOOR
    ]


def test_what_is_unknown_is_kept_and_what_is_odd_is_told(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    document = one_page_dungeon(
        rects=[*one_page_dungeon()["rects"], "no", {"x": 1}],
        doors=[{"x": 2, "y": 2, "dir": {"x": 1, "y": 1}, "type": 1}, {"type": 1}],
        notes=[{"text": "nowhere", "pos": {"x": 99, "y": 0}}, {"text": "", "pos": {"x": 0, "y": 0}}],
        theirs={"a": [1]},
    )
    file.write_bytes(b"\xef\xbb\xbf" + encoded(document))
    result = open_map(file)
    assert result.battle_map.extra["watabou"]["theirs"] == {"a": [1]}
    lines = told(result)
    assert "Rectangles that could not be understood and were skipped: 2, the first at rects[6]" in lines
    assert "doors[1]" in lines
    assert "of no known direction" in lines
    assert "Notes that could not be understood and were skipped: 2" in lines


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"rects": [], "doors": []}, "no floor"),
        ({"rects": {"x": 1}}, "rects is an object"),
        ({"rects": [{"x": 0, "y": 0, "w": 5000, "h": 2}]}, "4000"),
        ({"rects": [{"x": 0, "y": 0, "w": 1, "h": 1}, {"x": 90000, "y": 0, "w": 1, "h": 1}]}, "4000"),
        ({"rects": [{"x": 0, "y": 0, "w": 1900, "h": 1900}] * 100}, "over one another"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        opened(**fields)
