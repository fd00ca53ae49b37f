"""Tiled's maps: each way to pack cells, what names and properties mean, and back again."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from gridmap.formats import tiled_cells
from gridmap.formats.errors import FormatError
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import read_bytes
from gridmap.formats.report import Opened
from gridmap.formats.tiled_document import MAX_OBJECTS, split_words
from gridmap.formats.tiled_meaning import Meaning, of_name, of_properties
from gridmap.formats.tiled_write import write_bytes
from gridmap.model import BattleMap, Creature, Layer, Note, Point, Size, Square, Terrain, Wall, WallKind
from tests.formats.maps import battle_maps

TILESET = """<tileset firstgid="1" name="ours" tilewidth="32" tileheight="32" tilecount="9" columns="9">
 <tile id="0"><properties><property name="wall" type="bool" value="true"/></properties></tile>
 <tile id="1"><properties><property name="movementCost" type="int" value="4"/></properties></tile>
 <tile id="2" type="Deep water"/>
 <tile id="3" terrain="0,0,1,1"/>
 <terraintypes><terrain name="Grass" tile="0"/><terrain name="Rubble" tile="1"/></terraintypes>
 <wangsets><wangset name="x"><wangcolor name="Lava" color="#ff0000"/>
  <wangtile tileid="4" wangid="0,1,0,0,0,0,0,0"/></wangset></wangsets>
</tileset>"""


def tmx(body: str, width: int = 3, height: int = 2, **attributes: str) -> bytes:
    given = {"orientation": "orthogonal", "infinite": "0", "tilewidth": "32", "tileheight": "32"} | attributes
    written = " ".join(f'{name}="{value}"' for name, value in given.items())
    return f'<?xml version="1.0"?>\n<map width="{width}" height="{height}" {written}>{body}</map>'.encode()


def layer(data: str, name: str = "Ground", width: int = 3, height: int = 2) -> str:
    return f'<layer id="1" name="{name}" width="{width}" height="{height}">{data}</layer>'


def csv(text: str) -> str:
    return f'<data encoding="csv">{text}</data>'


def opened(content: bytes, **options: Any) -> Opened:
    return read_bytes(content, "cave", **options)


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def grid(result: Opened, of: Layer) -> list[list[int]]:
    return result.battle_map.terrain.layer(of).tolist()


def refusal(content: bytes) -> str:
    with pytest.raises(FormatError) as raised:
        opened(content)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


CELLS = (1, 0, 2, 3, 0x80000004, 5)
"""A wall, nothing, a cost of 4, water, turned rubble, lava."""
PACKED = struct.pack("<6I", *CELLS)


def text(content: bytes) -> str:
    encoded = base64.b64encode(content).decode()
    return f"\n   {encoded[:7]}\n   {encoded[7:]}\n  "


ELEMENTS = "".join(f'<tile gid="{cell}"/>' for cell in CELLS).replace(' gid="0"', "")
PACKINGS = {
    "csv": csv("\n1,0,2,\n3,2147483652,5\n"),
    "csv with a comma at its end": csv("1,0,2,3,2147483652,5,"),
    "elements": f"<data>{ELEMENTS}</data>",
    "base64": f'<data encoding="base64">{text(PACKED)}</data>',
    "gzip": f'<data encoding="base64" compression="gzip">{text(gzip.compress(PACKED))}</data>',
    "zlib": f'<data encoding="base64" compression="zlib">{text(zlib.compress(PACKED))}</data>',
}


@pytest.mark.parametrize("packing", PACKINGS)
def test_cells_however_packed(packing: str) -> None:
    found = opened(tmx(TILESET + layer(PACKINGS[packing])))
    assert grid(found, Layer.BLOCKED) == [[1, 0, 0], [0, 0, 0]]
    assert grid(found, Layer.DIFFICULT) == [[0, 0, 4], [0, 2, 0]]
    assert grid(found, Layer.GROUND) == [[0, 0, 0], [1, 0, 0]]
    assert grid(found, Layer.HAZARDOUS) == [[0, 0, 0], [0, 0, 1]]
    assert "5 squares of terrain" in told(found)


def tmj(layers: list[Any], **fields: Any) -> bytes:
    tiles = [
        {"id": 0, "properties": [{"name": "wall", "type": "bool", "value": True}]},
        {"id": 1, "properties": {"movementCost": 4}},
        {"id": 2, "class": "Deep water"},
        {"id": 3, "terrain": [0, 0, 1, 1]},
    ]
    wang = {"colors": [{"name": "Lava"}], "wangtiles": [{"tileid": 4, "wangid": [0, 1, 0, 0, 0, 0, 0, 0]}]}
    tileset = {"firstgid": 1, "name": "ours", "tiles": tiles, "wangsets": [wang],
               "terrains": [{"name": "Grass"}, {"name": "Rubble"}]}  # fmt: skip
    root = {"type": "map", "orientation": "orthogonal", "infinite": False, "width": 3, "height": 2,
            "tilewidth": 32, "tileheight": 32, "tilesets": [tileset], "layers": layers}  # fmt: skip
    return json.dumps(root | fields).encode()


def tile_layer(data: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "Ground", "width": 3, "height": 2, "data": data} | fields


@pytest.mark.parametrize(
    "data",
    [
        tile_layer(list(CELLS)),
        tile_layer(text(PACKED), encoding="base64", compression=""),
        tile_layer(text(zlib.compress(PACKED)), encoding="base64", compression="zlib"),
        {"type": "group", "name": "G", "layers": [tile_layer(list(CELLS))]},
    ],
    ids=["list", "base64", "zlib", "in a group"],
)
def test_the_other_spelling_says_the_same(data: dict[str, Any]) -> None:
    assert opened(tmj([data])).battle_map == opened(tmx(TILESET + layer(PACKINGS["csv"]))).battle_map


def test_old_files_give_tiles_by_number() -> None:
    tileset = {"firstgid": 1, "tiles": {"2": {"type": "water"}}, "tileproperties": {"0": {"wall": "true"}}}
    found = opened(tmj([tile_layer([1, 0, 0, 3, 0, 0])], tilesets=[tileset]))
    assert grid(found, Layer.BLOCKED) == [[1, 0, 0], [0, 0, 0]]
    assert grid(found, Layer.GROUND) == [[0, 0, 0], [1, 0, 0]]


def chunk(x: int, y: int, cells: str, size: int = 2) -> str:
    return f'<chunk x="{x}" y="{y}" width="{size}" height="{size}">{cells}</chunk>'


def test_an_infinite_map_is_cut_to_its_tiles() -> None:
    body = layer(f'<data encoding="csv">{chunk(-2, -2, "0,0,0,1")}{chunk(0, 0, "0,0,2,0")}</data>')
    objects = '<objectgroup name="Walls"><object x="-32" y="-32" width="64" height="0"/></objectgroup>'
    found = opened(tmx(TILESET + body + objects, 1, 1, infinite="1"))
    assert (found.battle_map.width, found.battle_map.height) == (2, 3)
    assert grid(found, Layer.BLOCKED) == [[1, 0], [0, 0], [0, 0]]
    assert grid(found, Layer.DIFFICULT) == [[0, 0], [0, 0], [0, 4]]
    assert found.battle_map.walls == (Wall(Point(0, 0), Point(2, 0)),)


def test_an_infinite_map_as_json_and_an_empty_one() -> None:
    chunks = [{"x": 16, "y": -16, "width": 1, "height": 2, "data": [0, 1]}]
    data = {"type": "tilelayer", "name": "g", "chunks": chunks, "width": 1, "height": 2}
    assert grid(opened(tmj([data], infinite=True)), Layer.BLOCKED) == [[1]]
    assert opened(tmj([], infinite=True)).battle_map == BattleMap.empty(1, 1, name="cave")


def test_a_layer_s_name_counts_where_tiles_say_nothing() -> None:
    body = TILESET + layer(csv("9,0,0,1,0,2"), "Stone Walls") + layer(csv("0,9,9,0,0,0"), "Decoration")
    found = opened(tmx(body))
    assert grid(found, Layer.BLOCKED) == [[1, 0, 0], [1, 0, 0]]
    assert grid(found, Layer.DIFFICULT) == [[0, 0, 0], [0, 0, 4]]
    assert 'mean nothing to the rules and were left out: "Decoration"' in told(found)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("Walls", Meaning(blocked=1)),
        ("collisionLayer", Meaning(blocked=1)),
        ("Trees & statues", Meaning(blocked=2)),
        ("deep_water", Meaning(ground=1)),
        ("Chasm", Meaning(ground=2)),
        ("Difficult terrain", Meaning(difficult=2)),
        ("Rubble 02", Meaning(difficult=2)),
        ("Floor", None),
        ("Wallpaper", None),
        ("", None),
    ],
)
def test_names(name: str, meaning: Meaning | None) -> None:
    assert of_name(name) == meaning


@pytest.mark.parametrize(
    ("properties", "meaning"),
    [
        ({"movement_cost": 2.0}, Meaning(difficult=2)),
        ({"movementCost": "16"}, Meaning(difficult=8)),
        ({"movementCost": 1}, Meaning()),
        ({"difficult": True}, Meaning(difficult=2)),
        ({"difficult": 4}, Meaning(difficult=4)),
        ({"blocked": "rounded"}, Meaning(blocked=2)),
        ({"wall": False}, Meaning()),
        ({"solid": 1, "hazardous": "yes"}, Meaning(blocked=1, hazardous=1)),
        ({"ground": "cliff"}, Meaning(ground=3)),
        ({"ground": "jelly"}, None),
        ({"water": "a lot of it"}, None),
        ({"colour": "red", "difficult": float("nan")}, Meaning(difficult=2)),
    ],
)
def test_properties(properties: dict[str, Any], meaning: Meaning | None) -> None:
    assert of_properties(properties) == meaning


def test_words_of_names() -> None:
    assert split_words("Door2 glass_Trees") == ("door", "glass", "tree")
    assert split_words("lowWalls") == ("low", "wall")


def test_a_missing_tileset_leaves_mere_numbers() -> None:
    body = '<tileset firstgid="1" source="../sets/cave.tsx"/>' + layer(csv("1,1,0,0,0,0"), "Walls")
    found = opened(tmx(body))
    assert grid(found, Layer.BLOCKED) == [[1, 1, 0], [0, 0, 0]]
    assert '"../sets/cave.tsx"' in told(found)


@pytest.mark.parametrize("kind", ["tsx", "tsj"])
def test_a_tileset_beside_the_map_is_read_by_its_name_alone(kind: str, tmp_path: Path) -> None:
    tile = {"id": 0, "type": "water"}
    as_text = '<tileset name="x"><tile id="0" type="water"/></tileset>'
    (tmp_path / f"cave.{kind}").write_text(as_text if kind == "tsx" else json.dumps({"tiles": [tile]}))
    body = f'<tileset firstgid="1" source="../../elsewhere/cave.{kind}"/>' + layer(csv("1,0,0,0,0,0"))
    found = opened(tmx(body), folder=tmp_path)
    assert grid(found, Layer.GROUND) == [[1, 0, 0], [0, 0, 0]]
    assert "not beside" not in told(found)


@pytest.mark.parametrize(
    "source", ["/etc/passwd", "../../../etc/passwd", "http://127.0.0.1/a.tsx", "", "x\0.tsx"]
)
def test_no_other_file_is_read(source: str, tmp_path: Path) -> None:
    if "\0" in source:
        content = tmj([], tilesets=[{"firstgid": 1, "source": source}])
    else:
        content = tmx(f'<tileset firstgid="1" source="{source}"/>')
    assert "not beside the map" in told(opened(content, folder=tmp_path)) or not source


def thing(attributes: str, inside: str = "") -> str:
    return f"<object {attributes}>{inside}</object>"


def group(*objects: str, name: str = "Things") -> str:
    return f'<objectgroup name="{name}">{"".join(objects)}</objectgroup>'


def test_lines_boxes_and_tiles_become_walls() -> None:
    body = group(
        thing('class="wall" x="32" y="0"', '<polyline points="0,0 0,32 32,32"/>'),
        thing('type="fence" x="0" y="0"', '<polygon points="0,0 32,0 0,32"/>'),
        thing('name="Low wall" x="0" y="32" width="32" height="32"'),
        thing(
            'class="door" x="60" y="0" width="8" height="32"',
            "<properties><property name='open' type='bool' value='true'/></properties>",
        ),
        thing('class="secret door" x="0" y="64" width="32" height="0"'),
        thing('class="window" gid="7" x="32" y="64" width="32" height="32"'),
        thing('class="wall" x="32" y="32" width="32" height="0" rotation="90"'),
    )
    walls = opened(tmx(body)).battle_map.walls
    assert walls[:2] == (Wall(Point(1, 0), Point(1, 1)), Wall(Point(1, 1), Point(2, 1)))
    assert [wall.kind for wall in walls[2:5]] == [WallKind.FENCE] * 3
    assert walls[4].end == walls[2].start
    assert [wall.kind for wall in walls[5:9]] == [WallKind.LOW_WALL] * 4
    assert walls[9] == Wall(Point(2, 0), Point(2, 1), WallKind.DOOR, open=True)
    assert walls[10].is_secret_door
    assert walls[11] == Wall(Point(1, 1.5), Point(2, 1.5), WallKind.WINDOW)
    assert walls[12].start == (1, 1)
    assert walls[12].end == pytest.approx((1, 2))


def test_creatures_and_notes() -> None:
    sized = (
        "<properties><property name='size' value='Tiny'/><property name='team' value='foes'/></properties>"
    )
    body = group(
        thing('name="Ogre" class="monster" x="32" y="0" width="64" height="64"'),
        thing('name="Ogre" class="monster" gid="3" x="0" y="64" width="32" height="32"', sized),
        thing('class="token" x="-500" y="0"'),
        thing('x="16" y="16"', "<text>Beware</text>"),
        thing('name="Loot" class="chest" x="0" y="0"'),
    )
    found = opened(tmx(body))
    assert found.battle_map.creatures == (
        Creature("Ogre", Size.LARGE, Square(1, 0), name="Ogre"),
        Creature("Ogre-2", Size.TINY, Square(0, 1), "foes", name="Ogre"),
    )
    assert found.battle_map.notes == (Note(Point(0.5, 0.5), "Beware"),)
    assert "left out: 1 (chest)" in told(found)
    assert "2 objects left out" in told(found)


def test_untyped_objects_follow_their_layer() -> None:
    body = group(thing('x="0" y="0" width="32" height="0"'), name="walls") + group(
        thing('x="0" y="0"'), name="Creatures"
    )
    battle_map = opened(tmx(body)).battle_map
    assert (len(battle_map.walls), len(battle_map.creatures)) == (1, 1)


def test_a_tile_may_be_ten_feet() -> None:
    body = (
        TILESET + layer(csv("1,0,0,0,0,0")) + group(thing('class="door" x="32" y="0" width="32" height="0"'))
    )
    found = opened(tmx(body), options=ReadOptions(cell_feet=10)).battle_map
    assert (found.width, found.height) == (6, 4)
    assert found.terrain.blocked.sum() == 4
    assert found.walls == (Wall(Point(2, 0), Point(4, 0), WallKind.DOOR),)


def test_pictures_templates_and_odd_tiles_are_told() -> None:
    body = '<imagelayer name="x"/>' + group(thing('template="a.tx" x="1" y="1"'))
    words = told(opened(tmx(body, tileheight="16")))
    assert "pictures, left out: 1" in words
    assert '"a.tx"' in words
    assert "32 x 16 pixels" in words


ZSTD = f'<data encoding="base64" compression="zstd">{text(PACKED)}</data>'


def test_zstd_without_a_decoder_is_refused_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiled_cells, "_ZSTD_MODULES", ("no_such_module",))
    assert "save the map in Tiled with zlib" in refusal(tmx(layer(ZSTD)))


def test_zstd_with_a_decoder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Module:
        class ZstdDecompressor:
            def decompress(self, content: bytes, most: int) -> bytes:
                if content != PACKED:
                    raise ArithmeticError
                return content[:most]

    monkeypatch.setattr(tiled_cells, "import_module", lambda name: Module)
    assert opened(tmx(TILESET + layer(ZSTD))).battle_map.terrain.blocked.any()
    assert "is damaged (zstd)" in refusal(tmx(layer(ZSTD.replace(text(PACKED), "AAAA"))))


@pytest.mark.parametrize("orientation", ["isometric", "staggered", "hexagonal", "oblique", "wavy"])
def test_other_orientations_are_refused_with_the_reason(orientation: str) -> None:
    assert "only orthogonal maps" in refusal(tmx("", orientation=orientation))
    assert "only orthogonal maps" in refusal(tmj([], orientation=orientation))


BOMB = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
FAR = chunk(-90000, 0, "1,1,1,1") + chunk(9, 9, "1,1,1,1")
DEEP = b'[{"type":"group","layers":' * 300 + b"[]" + b"}]" * 300
REFUSED = {
    "too few cells": (tmx(layer(csv("1,2"))), "has 2 cells instead of 3 x 2"),
    "words for cells": (tmx(layer(csv("1,2,x,4,5,6"))), "whole numbers of tiles only"),
    "empty entries": (tmx(layer(csv("1,,2,,3,"))), "whole numbers of tiles only"),
    "a negative cell": (tmj([tile_layer([1, 2, 3, 4, 5, -6])]), "whole numbers of tiles only"),
    "a true cell": (tmj([tile_layer([1, 2, 3, 4, 5, True])]), "whole numbers of tiles only"),
    "no list": (tmj([tile_layer({})]), "must be a list of numbers"),
    "no base64": (tmx(layer('<data encoding="base64">A</data>')), "no base64"),
    "short base64": (tmx(layer('<data encoding="base64">AAAA</data>')), "does not hold 3 x 2 cells"),
    "broken zlib": (tmx(layer('<data encoding="base64" compression="zlib">AAAA</data>')), "damaged (zlib)"),
    "a bomb": (tmx(layer(f'<data encoding="base64" compression="zlib">{BOMB}</data>')), "does not hold 3"),
    "other packing": (tmx(layer('<data encoding="base64" compression="rar">AAAA</data>')), '"rar"'),
    "other encoding": (tmx(layer('<data encoding="hex">00</data>')), '"hex"'),
    "no size": (b"<map tilewidth='32' tileheight='32'></map>", "map.width is missing"),
    "a huge size": (tmx("", 99_999, 99_999), "larger than the limit"),
    "absurd size": (tmx("", 10**9, 1), "map.width is"),
    "too many cells": (tmx(layer(csv("0"), "g", 99_999, 99_999)), "cells together"),
    "far chunks": (tmx(layer(csv(FAR)), infinite="1"), "larger than the limit"),
    "a tileset": (b'<?xml version="1.0"?><tileset name="x"/>', 'a "tileset" of Tiled'),
    "cut short": (tmx(layer(csv("1,2")))[:-30], "cut short"),
    "entities": (b'<!DOCTYPE map [<!ENTITY a "b">]><map>&a;</map>', "entity"),
    "no layers": (tmj({}), "layers is an object"),  # type: ignore[arg-type]
    "deep groups": (b'{"tilewidth":1,"tileheight":1,"layers":' + DEEP + b"}", "deep"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_files_get_a_sentence(name: str) -> None:
    content, sentence = REFUSED[name]
    assert sentence in refusal(content)


def test_too_many_objects_are_refused() -> None:
    content = tmx(group("<object/>" * (MAX_OBJECTS + 1)))
    assert "objects" in refusal(content)


def own(battle_map: BattleMap) -> BattleMap:
    """What a TMX file holds of a map: all but pictures and the editor's view."""
    return battle_map.with_changes(pictures=(), assets=(), view={})


@given(battle_maps(for_table=True))
@settings(max_examples=60)
def test_what_is_written_and_read_back_is_equal(battle_map: BattleMap) -> None:
    assert opened(write_bytes(battle_map).content).battle_map == own(battle_map)


def test_what_other_programs_find_in_a_written_file() -> None:
    terrain = Terrain.open_ground(3, 2).with_layer(
        Layer.DIFFICULT, np.array([[0, 2, 8], [0, 0, 0]], np.uint8)
    )
    battle_map = BattleMap(
        3,
        2,
        terrain,
        (
            Wall(Point(0, 0), Point(1.5, 0), WallKind.LOW_WALL),
            Wall(Point(1, 1), Point(2, 1), WallKind.DOOR, True),
        ),
        (Creature("ogre", Size.LARGE, Square(1, 0), name="O'Gre <b>"),),
        notes=(Note(Point(0.1, 0.2), "\x00 & more\n"),),
    )
    content = write_bytes(battle_map).content
    # Without our own property, the file still says what its layers and objects show.
    plain = content.replace(b'<property name="gridmap"', b'<property name="x"')
    found = opened(plain).battle_map
    assert found.terrain == terrain
    assert found.walls == battle_map.walls
    assert found.creatures == (Creature("O'Gre <b>", Size.LARGE, Square(1, 0), name="O'Gre <b>"),)
    assert found.notes[0].at == (0.1, 0.2)
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10"')


def test_what_was_moved_in_tiled_stays_moved() -> None:
    battle_map = BattleMap.empty(6, 6).with_changes(
        creatures=(Creature("ogre", Size.LARGE, Square(1, 0), "foes", speed={"walk": 40}),)
    )
    content = write_bytes(battle_map).content.replace(b'x="64" y="0" width', b'x="192" y="130" width')
    (ogre,) = opened(content).battle_map.creatures
    assert (ogre.at, ogre.speed, ogre.team) == ((3, 2), {"walk": 40}, "foes")


def test_our_part_is_left_out_where_the_map_was_resized() -> None:
    battle_map = BattleMap.empty(3, 2, "epic-path", "Ford")
    content = write_bytes(battle_map).content.replace(
        b'width="3" height="2" tile', b'width="4" height="2" tile'
    )
    found = opened(content)
    assert (found.battle_map.width, found.battle_map.name) == (4, "cave")
    assert "3 x 2 squares" in told(found)


def test_pictures_are_told_to_be_left_out() -> None:
    from tests.formats.maps import png

    battle_map = read_bytes(png(2, 2), "p").battle_map
    assert "left out: 1" in str(write_bytes(battle_map).notices[0])
