"""Each quirk that files of other programs are known to have, in a file made here.

Where no public sample of a program's files could be had, its name says so: what is made here follows what is
known of it from its readers.
"""

from __future__ import annotations

import base64
import gzip
import json
import math
import socket
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridmap.formats import foundry_write, uvtt_write
from gridmap.formats.creature_files import read_creatures
from gridmap.formats.errors import FormatError
from gridmap.formats.options import Portal, ReadOptions
from gridmap.formats.registry import read_bytes
from gridmap.formats.report import Opened
from gridmap.model import BattleMap, Layer, Point, Wall, WallKind
from gridmap.model.creature import Size, Stance
from gridmap.model.terrain import Blocked
from tests.formats import foreign
from tests.formats.maps import png, uvtt


def opened(document: Any, **options: Any) -> Opened:
    return read_bytes(json.dumps(document).encode(), "Test", None, ReadOptions(**options))


def xy(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def size(width: float, height: float, left: float = 0, top: float = 0, pixels: Any = 10) -> dict[str, Any]:
    return {"map_origin": xy(left, top), "map_size": xy(width, height), "pixels_per_grid": pixels}


def picture(width: int = 40, height: int = 30) -> str:
    return base64.b64encode(png(width, height)).decode()


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


# Universal VTT


def test_1_a_crop_takes_its_origin_off_walls_objects_portals_and_lights() -> None:
    document = uvtt(
        resolution=size(4, 3, 46, 41),
        line_of_sight=[[xy(47, 42), xy(49, 42)], [xy(1, 1), xy(9, 9)]],
        objects_line_of_sight=[[xy(47, 43), xy(48, 43)]],
        portals=[{"position": xy(48, 43), "bounds": [xy(47.5, 43), xy(48.5, 43)], "closed": True}],
        lights=[{"position": xy(48, 42), "range": 4.7, "intensity": 1, "color": "ffeccd8b", "shadows": True}],
        image=picture(),
    )
    battle_map, report = opened(document)
    assert [(wall.start, wall.end) for wall in battle_map.walls] == [((1, 1), (3, 1)), ((1.5, 2), (2.5, 2))]
    assert report.counts["outside the map"] == 1
    written = json.loads(uvtt_write.write_bytes(battle_map, None, 70).content)
    assert written["resolution"]["map_origin"] == xy(0, 0)
    assert written["lights"][0]["position"] == xy(2, 1)
    assert written["objects_line_of_sight"] == [[xy(1, 2), xy(2, 2)]]


def test_2_points_slightly_and_far_outside_the_map() -> None:
    document = uvtt(
        line_of_sight=[[xy(0, -0.19), xy(4, -0.19)], [xy(-2, 1), xy(12, 1)], [xy(-9, -9), xy(-8, -9)]]
    )
    battle_map, report = opened(document)
    assert battle_map.walls == (Wall(Point(0, 0), Point(4, 0)), Wall(Point(0, 1), Point(4, 1)))
    assert report.counts["outside the map"] == 1


@pytest.mark.parametrize("version", [0.2, "0.3", 1, 1.0, "1.0", None, "beta"])
def test_3_any_version_is_read_and_03_is_written_arkenforge_without_a_sample(version: Any) -> None:
    battle_map = opened(uvtt(format=version)).battle_map
    assert json.loads(uvtt_write.write_bytes(battle_map, None, 70).content)["format"] == 0.3


def test_4_sizes_with_fractions_autowall_without_a_sample() -> None:
    document = uvtt(resolution=size(72.857142, 33.0, pixels=72), image=picture(5100, 2310))
    battle_map = opened(document).battle_map
    assert (battle_map.width, battle_map.height) == (73, 33)
    assert battle_map.pictures[0].width == pytest.approx(72.857142)


@pytest.mark.parametrize("named", ["cave.png", "worlds/mine/cave.png", "C:\\maps\\cave.png", "/srv/cave.png"])
def test_5_a_picture_that_is_a_path(named: str, tmp_path: Path) -> None:
    (tmp_path / "cave.png").write_bytes(png(40, 30))
    content = json.dumps(uvtt(image=named)).encode()
    assert read_bytes(content, "Test", tmp_path).battle_map.assets[0].content == png(40, 30)
    missing = read_bytes(content, "Test", tmp_path / "elsewhere")
    assert "picture" in {choice.option for choice in missing.report.choices if choice.unasked}


@pytest.mark.parametrize("dress", ["data:image/png;base64,{}", "{}", " {}\n", "{}\r\n"])
def test_7_pictures_with_prefix_and_white_space(dress: str) -> None:
    assert opened(uvtt(image=dress.format(picture()))).battle_map.assets[0].content == png(40, 30)


@pytest.mark.parametrize("image", ["", None, "   "])
def test_7_no_picture(image: Any) -> None:
    result = opened(uvtt(image=image))
    assert result.battle_map.assets == ()
    assert "The file holds no picture." in told(result)


def test_8_a_file_cut_short_is_one_sentence() -> None:
    with pytest.raises(FormatError, match="cut short"):
        read_bytes(json.dumps(uvtt(image=picture())).encode()[:-20])


def test_9_a_picture_of_458_million_pixels_is_a_map_at_once() -> None:
    start = time.process_time()
    document = uvtt(resolution=size(100, 70, pixels=256), image=picture(25_600, 17_920))
    battle_map = opened(document).battle_map
    assert (battle_map.width, battle_map.height) == (100, 70)
    assert time.process_time() - start < 20  # nothing is decoded: a bound against running away


@pytest.mark.parametrize("answer", [*Portal])
def test_10_doors_and_windows_are_asked_about(answer: Portal) -> None:
    document = uvtt(portals=[{"bounds": [xy(1, 1), xy(2, 1)], "closed": False}], image=picture())
    (choice,) = opened(document).report.choices
    assert choice.unasked
    (wall,) = opened(document, open_portals=answer).battle_map.walls
    assert (wall.kind is WallKind.WINDOW, wall.open) == (answer is Portal.WINDOW, answer is Portal.OPEN_DOOR)


def test_10_a_dungeondraft_window_is_narrow() -> None:
    document = uvtt(portals=[{"bounds": [xy(1, 1), xy(1.777344, 1)], "closed": True}], image=picture())
    (choice,) = opened(document).report.choices
    assert (choice.option, choice.answers[0].value) == ("narrow_portals", "window")


def test_10_a_dropped_portal_would_leave_a_hole() -> None:
    """Walls stop at portals: each must be a wall of some kind, so that nothing is open by accident."""
    walls = [[xy(0, 1), xy(1, 1)], [xy(2, 1), xy(4, 1)]]
    document = uvtt(line_of_sight=walls, portals=[{"bounds": [xy(1, 1), xy(2, 1)], "closed": True}])
    along = [wall for wall in opened(document).battle_map.walls if wall.start.y == wall.end.y == 1]
    assert sum(abs(wall.end.x - wall.start.x) for wall in along) == 4
    assert all(wall.stops_movement for wall in along)


def test_11_frame_and_leaf_are_one_door() -> None:
    document = uvtt(
        portals=[
            {"bounds": [xy(1, 1), xy(2, 1)], "closed": True},
            {"bounds": [xy(1.1, 1.1), xy(1.95, 1.1)], "closed": False},
        ]
    )
    (door,) = opened(document).battle_map.walls
    assert (door.kind, door.open, door.start, door.end) == (WallKind.DOOR, False, (1, 1), (2, 1))


@pytest.mark.parametrize(("value", "is_open"), [([True], False), ([False], True), ([0], True)])
def test_12_closed_as_a_list_of_one(value: Any, is_open: bool) -> None:
    (door,) = opened(uvtt(portals=[{"bounds": [xy(1, 1), xy(2, 1)], "closed": value}])).battle_map.walls
    assert door.open is is_open


@pytest.mark.parametrize(
    "field", ["objects_line_of_sight", "portals", "lights", "environment", "line_of_sight", "format"]
)
def test_13_fields_that_old_versions_lack(field: str) -> None:
    document = uvtt()
    del document[field]
    assert opened(document).battle_map.width == 4


def test_14_16_lights_go_back_as_they_came_alpha_first_and_in_squares() -> None:
    light = {"position": xy(1, 1), "range": 9.900001, "intensity": 1, "color": "80eccd8b", "shadows": False}
    battle_map = opened(uvtt(lights=[light])).battle_map
    assert json.loads(uvtt_write.write_bytes(battle_map, None, 70).content)["lights"] == [light]


@pytest.mark.parametrize("turn", [-math.pi / 2, math.pi / 2, 6.283185 + math.pi / 2, 4.712389])
def test_15_a_portal_without_closed_or_bounds_however_turned(turn: float) -> None:
    result = opened(uvtt(portals=[{"position": xy(2, 1.5), "rotation": turn}]))
    (door,) = result.battle_map.walls
    assert sorted([door.start, door.end]) == [(2, 1), (2, 2)]
    assert not door.open
    assert "do not say whether they are closed: 1" in told(result)


def test_17_a_picture_scaled_down_stays_on_the_grid() -> None:
    document = uvtt(resolution=size(40, 30, pixels=70), image=picture(2760, 2070))
    result = opened(document)
    (shown,) = result.battle_map.pictures
    assert (shown.width, shown.height) == (40, 30)
    assert "70 pixels a square, its picture has 69 x 69" in told(result)


def test_18_a_map_that_is_not_square_is_written_with_both_its_sides() -> None:
    battle_map = BattleMap.empty(7, 3)
    document = json.loads(uvtt_write.write_bytes(battle_map, png(350, 150), 50).content)
    assert document["resolution"]["map_size"] == xy(7, 3)
    scene = json.loads(foundry_write.write_bytes(battle_map, "a.png", 50).content)
    assert (scene["width"], scene["height"]) == (350, 150)


# Foundry


def test_20_the_last_line_of_an_id_counts_and_deleted_ones_are_gone() -> None:
    lines = [
        foreign.foundry(9, name="Old"),
        foreign.foundry(9, name="New"),
        foreign.foundry(9, _id="x", name="Gone"),
        {"$$deleted": True, "_id": "x"},
        {"$$indexCreated": {"fieldName": "name"}},
    ]
    result = read_bytes(foreign.log(*lines))
    assert result.battle_map.name == "New"
    assert {choice.option for choice in result.report.choices}.isdisjoint({"scene"})


def test_20_padding_left_out_and_fractions_of_pixels() -> None:
    scene = foreign.foundry(9)
    del scene["padding"]
    for wall in scene["walls"]:
        wall["c"] = [each + 0.004 for each in wall["c"]]
    assert opened(scene).battle_map.walls[0] == opened(foreign.foundry(9)).battle_map.walls[0]


def test_20_walls_that_forgot_the_padding() -> None:
    scene = foreign.foundry(9, tokens=[])
    scene["walls"] = [{"c": [0, 50, 100, 50]}, {"c": [350, 250, 400, 250]}]
    result = opened(scene)
    assert "without the scene's padding" in told(result)
    assert [wall.start for wall in result.battle_map.walls] == [(0, 1), (7, 5)]


def test_20_scenes_nested_in_adventures() -> None:
    adventure = {
        "_id": "a",
        "name": "Tale",
        "scenes": [foreign.foundry(10, _id="s", name="Inn")],
        "actors": [],
    }
    assert read_bytes(foreign.log(adventure)).battle_map.name == "Inn"


@pytest.mark.parametrize("version", range(7, 15))
def test_scenes_of_every_version_those_of_11_to_14_without_a_sample(version: int) -> None:
    battle_map = opened(foreign.foundry(version)).battle_map
    assert (battle_map.width, battle_map.height) == (8, 6)
    doors = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
    assert [(door.open, door.is_secret_door) for door in doors] == [
        (False, False),
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("distance", "units", "squares"),
    [(5, "ft", 1), (10, "ft", 2), (1.5, "m", 1), (3, "m", 2), (1, "in", 1), (15, "ft.", 3), (1, "yd", 1)],
)
def test_what_a_grid_square_of_a_scene_measures(distance: float, units: str, squares: int) -> None:
    result = opened(foreign.foundry(9, gridDistance=distance, gridUnits=units))
    assert result.battle_map.width == 8 * squares
    asked = {choice.option: choice.unasked for choice in result.report.choices}
    assert asked["cell_feet"] is (units == "yd")


# Creatures


@pytest.mark.parametrize(("kind", "space"), [("swarm", "10 ft."), ("troop", "20 ft.")])
def test_20b_swarms_and_troops_are_not_as_wide_as_their_size(kind: str, space: str) -> None:
    text = f"Rats CR 2\nN Tiny animal ({kind})\nSpace {space}; Reach 0 ft.\nSpeed 15 ft., climb 15 ft.\n"
    (sheet,) = read_creatures(text.encode()).sheets
    assert (sheet.size, sheet.face[0], sheet.reach) == (Size.TINY, float(space[:2]), 0)
    assert "space" not in sheet.guessed


@pytest.mark.parametrize(
    ("text", "face", "reach"),
    [
        ("Face/Reach: 5 ft. by 5 ft./5 ft.", (5, 5), 5),
        ("Face/Reach: 5 ft. by 10 ft./5 ft.", (5, 10), 5),
        ("Face/Reach: 10 ft. by 10 ft./10 ft. (15 ft. with bite)", (10, 10), 10),
        ("Space/Reach: 2-1/2 ft./0 ft.", (2.5, 2.5), 0),
        ("Space/Reach: 2½ ft./0 ft. (5 ft. with tail)", (2.5, 2.5), 0),
        ("Space 1.5 m; Reach 1.5 m", (5, 5), 5),
        ("Space: 3 m; Reach: 3 m (4,5 m with bite)", (10, 10), 10),
        ("Space 10 ft.; Reach 10 ft.", (10, 10), 10),
        ("Space 1/2 ft. Reach 0 ft.", (0.5, 0.5), 0),
    ],
)
def test_spaces_and_reaches_of_old_and_new_books(text: str, face: tuple[float, float], reach: float) -> None:
    (sheet,) = read_creatures(f"Beast\nLarge Animal\nSpeed: 40 ft.\n{text}\n".encode()).sheets
    assert (sheet.face, sheet.reach) == (face, reach)


def test_a_pf1_actor_whose_size_is_an_object() -> None:
    actor = {
        "type": "npc",
        "name": "Ogre",
        "system": {
            "traits": {"size": {"base": "lg", "value": 5}, "stature": "tall"},
            "attributes": {"speed": {"land": {"base": 40}, "fly": {"base": 60, "maneuverability": "good"}}},
        },
        "_stats": {"systemId": "pf1", "systemVersion": "11.2"},
    }
    (sheet,) = read_creatures(json.dumps(actor).encode()).sheets
    assert (sheet.size, sheet.stance) == (Size.LARGE, Stance.TALL)
    assert {speed.mode: speed.feet for speed in sheet.speeds} == {"walk": 40, "fly": 60}


# Generated dungeons


def test_21_edges_of_a_one_page_dungeon_come_from_its_cells() -> None:
    document = foreign.one_page_dungeon(
        rects=[{"x": 0, "y": 0, "w": 2, "h": 2}, {"x": -1, "y": 0, "w": 1, "h": 1}],
        doors=[{"x": -1, "y": 0, "dir": {"x": 1, "y": 0}, "type": 3}],
        columns=[],
        water=[],
        notes=[],
    )
    battle_map = opened(document).battle_map
    blocked = battle_map.terrain.layer(Layer.BLOCKED)
    assert np.argwhere(blocked == 0).tolist() == [[1, 1], [1, 2], [1, 3], [2, 2], [2, 3]]
    (door,) = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
    assert (door.start, door.end) in {((1, 1), (1, 2)), ((1, 2), (1, 1))}


@pytest.mark.parametrize("bleed", [0, 1, 4])
def test_22_donjon_bleed_ten_feet_and_the_empty_first_room(bleed: int) -> None:
    document = foreign.donjon(bleed=bleed)
    assert document["rooms"][0] is None
    battle_map = opened(document).battle_map
    assert (battle_map.width, battle_map.height) == (2 * (6 + 2 * bleed), 2 * (5 + 2 * bleed))
    top, left = 2 * (1 + bleed), 2 * (1 + bleed)
    room = battle_map.terrain.layer(Layer.BLOCKED)[top : top + 4, left : left + 4]
    assert not room.any()
    assert battle_map.terrain.layer(Layer.BLOCKED)[0, 0] == Blocked.FILLS


@pytest.mark.parametrize("version", [None, 2, 3])
def test_dungeon_alchemist_for_roll20_without_a_sample(version: int | None) -> None:
    battle_map = read_bytes(foreign.roll20_text(foreign.roll20_export(version))).battle_map
    kinds = [wall.kind for wall in battle_map.walls]
    assert kinds.count(WallKind.DOOR) == 1
    assert (WallKind.LOW_WALL if version is None else WallKind.WINDOW) in kinds


# Tiled

CELLS = np.array([0, 1, 1 | 0x80000000, 1 | 0x70000000], "<u4")


@pytest.mark.parametrize("packing", ["", "gzip", "zlib"])
def test_23_turned_tiles_missing_tilesets_and_no_tilecount(packing: str) -> None:
    content = CELLS.tobytes()
    content = {"": bytes, "gzip": gzip.compress, "zlib": zlib.compress}[packing](content)
    attribute = f' compression="{packing}"' if packing else ""
    text = f"""<?xml version="1.0"?>
    <map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
     <tileset firstgid="1" source="nowhere.tsx"/>
     <layer name="Walls" width="2" height="2">
      <data encoding="base64"{attribute}>{base64.b64encode(content).decode()}</data>
     </layer>
    </map>"""
    result = read_bytes(text.encode())
    assert result.battle_map.terrain.layer(Layer.BLOCKED).tolist() == [[0, 1], [1, 1]]
    assert "nowhere.tsx" in told(result)


# All of them


def test_nothing_is_asked_of_the_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError(f"a socket was opened: {arguments} {named}")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    address = "https://maps.example/cave.png"
    scene = foreign.foundry(10, background={"src": address})
    tileset = '<tileset firstgid="1" source="https://maps.example/tiles.tsx"/>'
    tiled = (
        '<!DOCTYPE map [<!ENTITY x SYSTEM "https://maps.example/x">]>'
        f'<map orientation="orthogonal" width="1" height="1" tilewidth="9" tileheight="9">{tileset}</map>'
    )
    for document in (uvtt(image=address), scene, foreign.one_page_dungeon(), foreign.donjon()):
        assert read_bytes(json.dumps(document).encode(), "Test", tmp_path).battle_map.assets == ()
    with pytest.raises(FormatError):
        read_bytes(tiled.encode(), "Test", tmp_path)
    plain = read_bytes(tiled.partition("]>")[2].encode(), "Test", tmp_path)
    assert "tiles.tsx" in told(plain)
