"""Maps written as other programs' files and read back are what they were."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from gridmap.formats import foundry_write, uvtt, uvtt_write
from gridmap.formats.errors import FormatError
from gridmap.formats.foundry_walls import EXTRA as FOUNDRY
from gridmap.formats.registry import read_bytes
from gridmap.formats.report import Opened
from gridmap.formats.uvtt import EXTRA as UVTT
from gridmap.model import (
    LAYERS,
    BattleMap,
    Creature,
    Fog,
    Layer,
    Note,
    Point,
    ReachBand,
    Size,
    Square,
    Terrain,
    Wall,
    WallKind,
)
from tests.formats.maps import battle_maps, png

SIDE = 6
_KINDS = [*WallKind]


@st.composite
def walls(draw: st.DrawFn, width: int, height: int) -> tuple[Wall, ...]:
    """Walls along different grid edges, and slanted ones of quarter squares."""
    edges = [(x, y, x + 1, y) for x in range(width) for y in range(height + 1)]
    edges += [(x, y, x, y + 1) for x in range(width + 1) for y in range(height)]
    found = []
    for ends in draw(st.lists(st.sampled_from(edges), unique=True, max_size=6)):
        kind = draw(st.sampled_from(_KINDS))
        door = kind is WallKind.DOOR
        extra: dict[str, Any] = {"secret": True} if door and draw(st.booleans()) else {}
        found.append(Wall(Point(*ends[:2]), Point(*ends[2:]), kind, door and draw(st.booleans()), extra))
    for _ in range(draw(st.integers(0, 2))):
        x, y = draw(st.integers(0, 4 * width - 2)), draw(st.integers(0, 4 * height - 3))
        found.append(Wall(Point(x / 4, y / 4), Point((x + 2) / 4, (y + 3) / 4)))
    across, down = st.floats(0, width), st.floats(0, height)
    for _ in range(draw(st.integers(0, 2))):  # and ones that no whole pixels and no six digits can say
        start, end = Point(draw(across), draw(down)), Point(draw(across), draw(down))
        if min(abs(end.x - start.x), abs(end.y - start.y)) > 0.5:  # none that a door could stand in
            found.append(Wall(start, end))
    return tuple(found)


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    """Maps with everything in them that walks through a foreign file and back, pictures aside."""
    battle_map = draw(battle_maps(for_table=True))
    return battle_map.with_changes(
        walls=draw(walls(battle_map.width, battle_map.height)), pictures=(), assets=(), view={}, extra={}
    )


def bare(battle_map: BattleMap) -> BattleMap:
    """The map without what reading keeps of a foreign file, its walls in one order."""

    def without(extra: Any) -> dict[str, Any]:
        return {name: value for name, value in extra.items() if name not in (UVTT, FOUNDRY)}

    cleaned = [replace(wall, extra=without(wall.extra)) for wall in battle_map.walls]
    return battle_map.with_changes(
        walls=tuple(sorted(cleaned, key=lambda wall: (wall.start, wall.end, wall.kind, wall.open))),
        creatures=tuple(
            replace(creature, extra=without(creature.extra)) for creature in battle_map.creatures
        ),
        pictures=(),
        assets=(),
        extra=without(battle_map.extra),
    )


@given(maps())
def test_universal_vtt_comes_back_equal(battle_map: BattleMap) -> None:
    written = uvtt_write.write_bytes(battle_map, None, 70)
    assert bare(read_bytes(written.content).battle_map) == bare(battle_map)


@given(maps())
def test_a_foundry_scene_comes_back_equal(battle_map: BattleMap) -> None:
    written = foundry_write.write_bytes(battle_map)
    assert bare(read_bytes(written.content).battle_map) == bare(battle_map)


def test_letters_in_place_of_a_name_are_no_name_after_a_foundry_scene() -> None:
    goblin = Creature("goblin-1", Size.SMALL, Square(0, 0), letters="?1", named=False)
    battle_map = BattleMap.empty(2, 2).with_changes(creatures=(goblin,))
    written = foundry_write.write_bytes(battle_map)
    assert json.loads(written.content)["tokens"][0]["name"] == "?1"
    (token,) = bare(read_bytes(written.content).battle_map).creatures
    assert token == goblin


@given(maps())
def test_writing_what_was_read_changes_nothing_more(battle_map: BattleMap) -> None:
    for write in (lambda each: uvtt_write.write_bytes(each, None, 70), foundry_write.write_bytes):
        once = read_bytes(write(battle_map).content).battle_map
        twice = read_bytes(write(once).content).battle_map
        assert twice == once


def some_map() -> BattleMap:
    terrain = Terrain.open_ground(4, 3).with_layer(Layer.BLOCKED, np.eye(3, 4, dtype=np.uint8))
    return BattleMap.empty(4, 3, "dnd-3.5", "Vault").with_changes(
        terrain=terrain.with_layer(Layer.DIFFICULT, np.full((3, 4), LAYERS[Layer.DIFFICULT]["2"])),
        walls=(
            Wall(Point(0, 1), Point(4, 1)),
            Wall(Point(1, 1), Point(2, 1), WallKind.DOOR),
            Wall(Point(2, 1), Point(3, 1), WallKind.WINDOW),
            Wall(Point(2, 2), Point(3, 2), WallKind.FENCE),
        ),
        creatures=(
            Creature(
                "ogre-2",
                Size.LARGE,
                Square(1, 1),
                "foes",
                "Ogre",
                ReachBand(5, 15),
                speed={"walk": 40},
                altitude=3,
                notes="drunk",
                hidden=True,
            ),
        ),
        notes=(Note(Point(1, 1), "trap"),),
        fog=Fog(np.ones((3, 4))),
    )


def test_a_universal_vtt_file_has_every_field_that_readers_look_at() -> None:
    written = uvtt_write.write_bytes(some_map(), png(40, 30), 10)
    document = json.loads(written.content)
    assert document["format"] == 0.3
    assert document["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 4, "y": 3},
        "pixels_per_grid": 10,
    }
    assert {"objects_line_of_sight", "lights", "environment", "image"} <= set(document)
    # A wall is cut where a door or a window stands in it.
    ends = [[(point["x"], point["y"]) for point in line] for line in document["line_of_sight"]]
    assert ends == [[(0, 1), (1, 1)], [(3, 1), (4, 1)]]
    door, window = document["portals"]
    assert (door["closed"], window["closed"], door["freestanding"]) == (True, False, False)
    assert door["position"] == {"x": 1.5, "y": 1}
    assert window["rotation"] == 0
    told = " ".join(map(str, written.notices))
    assert "Windows: 1" in told
    assert "15 squares of terrain, 1 low walls and fences, 1 creatures, 1 notes, fog" in told


def test_a_picture_to_write_must_be_the_maps() -> None:
    with pytest.raises(FormatError, match="has 40 x 31 pixels"):
        uvtt_write.write_bytes(some_map(), png(40, 31), 10)
    with pytest.raises(FormatError, match="no PNG"):
        uvtt_write.write_bytes(some_map(), b"GIF", 10)


def test_what_universal_vtt_kept_goes_back_moved_to_the_new_origin() -> None:
    document = {
        "format": 1.0,
        "resolution": {"map_origin": {"x": 10, "y": 20}, "map_size": {"x": 4, "y": 3}, "pixels_per_grid": 10},
        "line_of_sight": [],
        "objects_line_of_sight": [[{"x": 11, "y": 21}, {"x": 12, "y": 21.5}]],
        "portals": [
            {
                "position": {"x": 11.5, "y": 21},
                "bounds": [{"x": 11, "y": 21}, {"x": 12, "y": 21}],
                "my": "own",
            }
        ],
        "lights": [{"position": {"x": 12, "y": 22}, "range": 4, "color": "ff00ff00"}, "odd"],
        "maker": {"deep": [1]},
    }
    opened = read_bytes(json.dumps(document).encode())
    back = json.loads(uvtt_write.write_bytes(opened.battle_map, None, 10).content)
    assert back["format"] == 0.3
    assert back["maker"] == {"deep": [1]}
    assert back["lights"] == [{"position": {"x": 2, "y": 2}, "range": 4, "color": "ff00ff00"}, "odd"]
    assert back["objects_line_of_sight"] == [[{"x": 1, "y": 1}, {"x": 2, "y": 1.5}]]
    assert back["portals"][0]["my"] == "own"
    assert back["portals"][0]["bounds"] == [{"x": 1, "y": 1}, {"x": 2, "y": 1}]


def test_a_foundry_scene_has_the_shape_of_version_10() -> None:
    scene = json.loads(foundry_write.write_bytes(some_map(), "maps/vault.png", 50).content)
    assert (scene["width"], scene["height"], scene["padding"]) == (200, 150, 0)
    assert scene["grid"] == {
        "color": "#000000",
        "alpha": 0.2,
        "type": 1,
        "size": 50,
        "distance": 5,
        "units": "ft",
    }
    assert scene["background"]["src"] == "maps/vault.png"
    wall, door, window = scene["walls"]
    assert wall["c"] == [0, 50, 200, 50]
    assert all(isinstance(each, int) for each in wall["c"])
    assert [wall[name] for name in ("light", "move", "sight", "sound", "door", "ds", "dir")] == [
        20,
        20,
        20,
        20,
        0,
        0,
        0,
    ]
    assert (door["door"], window["sight"], window["move"]) == (1, 0, 20)
    (token,) = scene["tokens"]
    assert (token["x"], token["y"], token["width"], token["height"]) == (50, 50, 2, 2)
    assert (token["name"], token["disposition"], token["elevation"], token["hidden"]) == (
        "Ogre",
        -1,
        15,
        True,
    )


def edited(opened: Opened, **changes: Any) -> Any:
    return json.loads(foundry_write.write_bytes(opened.battle_map.with_changes(**changes)).content)


def a_scene() -> dict[str, Any]:
    """Padded, shifted, of 1.5 m and 50 pixels a square, with something of all that is kept."""
    return {
        "_id": "s", "name": "Crypt", "width": 400, "height": 300, "padding": 0.25, "img": "art/crypt.webp",
        "grid": 50, "gridType": 1, "gridDistance": 1.5, "gridUnits": "m", "gridColor": "#112233",
        "shiftX": 20, "shiftY": 0,
        "walls": [
            {"_id": "a", "c": [100, 150, 200.4, 150], "move": 1, "sense": 2, "door": 0, "flags": {"m": 1}},
            {"_id": "b", "c": [200, 150, 250, 150], "move": 1, "sense": 1, "door": 2, "ds": 2},
            {"_id": "c", "c": [550, 0, 550, 50], "move": 1, "sense": 1},
            {"_id": "d", "c": [150, 150, 150, 200], "move": 0, "sense": 1},
        ],
        "tokens": [
            {"_id": "t", "name": "Bat", "x": 210, "y": 160, "width": 1, "height": 1, "elevation": 3,
             "disposition": -1, "img": "bat.png", "rotation": 90},
            {"_id": "u", "name": "Away", "x": 0, "y": 0, "width": 1, "height": 1},
        ],
        "lights": [{"x": 200, "y": 200, "dim": 3}],
        "flags": {"theirs": {"a": 1}}, "journal": "j", "permission": {"default": 0},
    }  # fmt: skip


def test_a_foundry_scene_keeps_its_canvas_and_all_that_the_map_does_not_show() -> None:
    original = a_scene()
    scene = edited(read_bytes(json.dumps(original).encode()))
    assert (scene["width"], scene["height"], scene["padding"]) == (400, 300, 0.25)
    assert (scene["background"]["offsetX"], scene["background"]["offsetY"]) == (20, 0)
    assert scene["background"]["src"] == "art/crypt.webp"
    assert (scene["grid"]["size"], scene["grid"]["distance"], scene["grid"]["units"]) == (50, 1.5, "m")
    assert scene["grid"]["color"] == "#112233"
    by_id = {wall["_id"]: wall for wall in scene["walls"]}
    assert {name: wall["c"] for name, wall in by_id.items()} == {
        "a": [100, 150, 200, 150],
        "b": [200, 150, 250, 150],
        "c": [550, 0, 550, 50],
        "d": [150, 150, 150, 200],
    }
    exactly = {"gridmap": {"ends": [1.0, 1.0, 3.008, 1.0]}}
    assert (by_id["a"]["sight"], by_id["a"]["flags"]) == (10, {"m": 1} | exactly)
    assert (by_id["b"]["door"], by_id["b"]["ds"]) == (2, 2)
    assert by_id["d"]["move"] == 0
    tokens = {token["_id"]: token for token in scene["tokens"]}
    assert (tokens["t"]["x"], tokens["t"]["y"], tokens["t"]["rotation"]) == (210, 160, 90)
    assert (tokens["t"]["elevation"], tokens["t"]["img"]) == (3, "bat.png")
    assert (tokens["u"]["x"], tokens["u"]["name"]) == (0, "Away")
    assert scene["lights"] == original["lights"]
    assert scene["flags"]["theirs"] == {"a": 1}
    assert (scene["journal"], scene["permission"], scene["_id"]) == ("j", {"default": 0}, "s")


def test_an_edit_wins_over_what_was_kept() -> None:
    opened = read_bytes(json.dumps(a_scene()).encode())
    first, second = opened.battle_map.walls
    bat = opened.battle_map.creatures[0]
    scene = edited(
        opened,
        walls=(first, replace(second, open=True), first),
        creatures=(replace(bat, at=Square(0, 0), size=Size.LARGE, team="party", altitude=0, name="Rat"),),
    )
    one, door, other = scene["walls"][:3]
    assert (door["ds"], door["door"]) == (1, 2)
    assert "_id" in one
    assert "_id" not in other  # one wall became two
    token = scene["tokens"][0]
    # The map's corner is the first grid line at or before the picture's: 100 - 20 pixels.
    assert (token["x"], token["y"], token["width"], token["disposition"]) == (50, 100, 2, 1)
    assert (token["elevation"], token["name"], token["img"]) == (0, "Rat", "bat.png")


def test_a_map_of_another_size_gets_a_page_of_its_own_and_what_was_kept_moves_along() -> None:
    opened = read_bytes(json.dumps(a_scene()).encode())
    grown = BattleMap.empty(20, 10, name="Crypt").with_changes(
        walls=opened.battle_map.walls, extra=opened.battle_map.extra
    )
    scene = json.loads(foundry_write.write_bytes(grown).content)
    assert (scene["width"], scene["height"], scene["padding"]) == (1000, 500, 0)
    assert scene["background"]["src"] is None
    assert scene["lights"] == [{"x": 150, "y": 100, "dim": 3}]
    assert scene["walls"][0]["c"] == [50, 50, 150, 50]


def test_what_a_file_says_of_another_map_is_left_out_and_said_so() -> None:
    document = json.loads(uvtt_write.write_bytes(some_map(), None, 10).content)
    document["gridmap"]["width"] = 5
    document["gridmap"]["terrain"] = {}
    document["gridmap"]["fog"] = None
    opened = uvtt.read_bytes(json.dumps(document).encode())
    assert opened.battle_map.creatures == ()
    assert "it is for 5 x 3 squares" in " ".join(opened.report.lines())
    document["gridmap"] = {"width": "many"}
    opened = uvtt.read_bytes(json.dumps(document).encode())
    assert "gridmap.width" in " ".join(opened.report.lines())
