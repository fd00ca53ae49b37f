"""Writing Tiled's TMX: terrain as layers of tiles that say what they mean, walls and creatures as objects."""

from __future__ import annotations

import json
import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from gridmap.formats.aside import FIELD, aside, told_portraits
from gridmap.formats.creature_sheet import SIZE_TABLE
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import write_map
from gridmap.formats.report import Notice, Written
from gridmap.formats.tiled_document import MAX_OBJECTS
from gridmap.formats.tiled_objects import OWN
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.note import Note
from gridmap.model.square import FEET_PER_SQUARE
from gridmap.model.terrain import LAYERS, Blocked, GroundKind, Layer, Terrain
from gridmap.model.wall import SECRET, Wall, WallKind

TILE = 64
"""Pixels of a square; a power of two, so that places in squares come back exactly."""

_LAYER_NAMES = {
    Layer.DIFFICULT: "Difficult ground",
    Layer.IMPEDED: "Impeded ground",
    Layer.BLOCKED: "Blocked squares",
    Layer.HAZARDOUS: "Hazards",
    Layer.GROUND: "Kinds of ground",
}
_COLOURS: Mapping[tuple[Layer, int], tuple[int, int, int, int]] = {
    (Layer.DIFFICULT, 2): (196, 160, 96, 150),
    (Layer.DIFFICULT, 4): (176, 128, 64, 180),
    (Layer.DIFFICULT, 8): (144, 96, 40, 210),
    (Layer.IMPEDED, 1): (128, 96, 160, 160),
    (Layer.BLOCKED, int(Blocked.FILLS)): (56, 56, 60, 255),
    (Layer.BLOCKED, int(Blocked.ROUNDED)): (104, 104, 108, 255),
    (Layer.HAZARDOUS, 1): (208, 72, 40, 150),
    (Layer.GROUND, int(GroundKind.WATER)): (64, 128, 208, 150),
    (Layer.GROUND, int(GroundKind.AIR)): (24, 24, 40, 150),
    (Layer.GROUND, int(GroundKind.CLIFF)): (120, 104, 88, 200),
    (Layer.GROUND, int(GroundKind.EARTH)): (112, 80, 48, 200),
}
_TILES = tuple((layer, value) for layer in Layer for value in LAYERS[layer].values() if value)
"""The tiles of our set: what each lays on its square."""
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_bytes(battle_map: BattleMap) -> Written:
    """The map as one TMX file, complete in itself. Background pictures are not in it.

    Raises:
        FormatError: it has more walls, creatures and notes than could be read again.
    """
    count = len(battle_map.walls) + len(battle_map.creatures) + len(battle_map.notes)
    if count > MAX_OBJECTS:
        raise FormatError(f"a map for Tiled has at most {MAX_OBJECTS:,} walls, creatures and notes")
    text = "\n".join(_lines(battle_map)) + "\n"
    notices = told_portraits(battle_map)
    if battle_map.pictures:
        notices.append(Notice("Background pictures, left out: {count}.", {"count": len(battle_map.pictures)}))
    return Written(text.encode("utf-8"), tuple(notices))


def _lines(battle_map: BattleMap) -> Iterator[str]:
    width, height = battle_map.width, battle_map.height
    count = len(battle_map.walls) + len(battle_map.creatures) + len(battle_map.notes)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" '
        f'width="{width}" height="{height}" tilewidth="{TILE}" tileheight="{TILE}" infinite="0" '
        f'nextlayerid="9" nextobjectid="{count + 1}">'
    )
    yield from _properties({FIELD: _json(_rest(battle_map))})
    yield from _tileset()
    for number, layer in enumerate(Layer, 1):
        grid = battle_map.terrain.layer(layer)
        if grid.any():
            yield f'<layer id="{number}" name="{_LAYER_NAMES[layer]}" width="{width}" height="{height}">'
            yield '<data encoding="csv">'
            numbers = np.zeros(256, np.uint32)
            for gid, (of_layer, value) in enumerate(_TILES, 1):
                numbers[value] = gid if of_layer is layer else numbers[value]
            yield ",\n".join(",".join(map(str, row)) for row in numbers[grid].tolist())
            yield "</data>"
            yield "</layer>"
    identities = iter(range(1, count + 1))
    for number, name, objects in (
        (6, "Walls", map(_wall, battle_map.walls)),
        (7, "Creatures", map(_creature, battle_map.creatures)),
        (8, "Notes", map(_note, battle_map.notes)),
    ):
        yield from _group(number, name, objects, identities)
    yield "</map>"


def _rest(battle_map: BattleMap) -> dict[str, Any]:
    """What layers and objects do not hold."""
    ground = Terrain.open_ground(battle_map.width, battle_map.height)
    return aside(battle_map.with_changes(terrain=ground, walls=(), notes=()), "", creatures=False)


def _tileset() -> Iterator[str]:
    """Our tiles with what they mean, and one picture of them all."""
    count = len(_TILES)
    yield (
        f'<tileset firstgid="1" name="gridmap" tilewidth="{TILE}" tileheight="{TILE}" '
        f'tilecount="{count}" columns="{count}">'
    )
    yield f'<image format="png" width="{TILE * count}" height="{TILE}">'
    yield f'<data encoding="base64">{b64encode(_picture()).decode()}</data>'
    yield "</image>"
    for number, (layer, value) in enumerate(_TILES):
        yield f'<tile id="{number}">'
        yield from _properties({str(layer): _said(layer, value)})
        yield "</tile>"
    yield "</tileset>"


def _said(layer: Layer, value: int) -> str | int | bool:
    """A tile's property, in words where there are some."""
    match layer:
        case Layer.DIFFICULT:
            return value
        case Layer.BLOCKED:
            return "fills" if value == Blocked.FILLS else "rounded"
        case Layer.GROUND:
            return GroundKind(value).name.casefold()
        case _:
            return True


def _picture() -> bytes:
    """A PNG of plain tiles side by side."""
    line = b"".join(bytes(_COLOURS[tile]) * TILE for tile in _TILES)
    header = struct.pack(">IIBBBBB", TILE * len(_TILES), TILE, 8, 6, 0, 0, 0)
    pixels = zlib.compress((b"\0" + line) * TILE, 9)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


def _group(number: int, name: str, objects: Iterable[list[str]], identities: Iterator[int]) -> Iterator[str]:
    empty = True
    for lines in objects:
        if empty:
            yield f'<objectgroup id="{number}" name="{name}">'
            empty = False
        yield f'<object id="{next(identities)}" {lines[0]}'
        yield from lines[1:]
        yield "</object>"
    if not empty:
        yield "</objectgroup>"


def _wall(wall: Wall) -> list[str]:
    """A line; its points are given from the map's corner, so that they come back exactly."""
    said: dict[str, Any] = {}
    if wall.open and wall.kind is WallKind.DOOR:
        said["open"] = True
    if wall.is_secret_door:
        said["secret"] = True
    further = dict(wall.extra)
    if further == {SECRET: True} and wall.is_secret_door:
        further = {}
    is_point = wall.start == wall.end
    stays_open = wall.open and wall.kind is not WallKind.DOOR
    if further or is_point or stays_open:
        said[OWN] = _json({"open": wall.open, **wall.extra} if stays_open else dict(wall.extra))
    points = " ".join(f"{_pixels(point.x)},{_pixels(point.y)}" for point in (wall.start, wall.end))
    return [
        f'class="{wall.kind}" type="{wall.kind}" x="0" y="0">',
        *_properties(said),
        f'<polyline points="{points}"/>',
    ]


def _creature(creature: Creature) -> list[str]:
    feet = creature.space if creature.space is not None else SIZE_TABLE[creature.size].space
    side = _pixels(max(1, feet / FEET_PER_SQUARE))
    fields = _own_fields(creatures=(creature,))["creatures"][0]
    x, y = (_pixels(each) for each in creature.at)
    return [
        f'name={_attribute(creature.title)} class="creature" type="creature" '
        f'x="{x}" y="{y}" width="{side}" height="{side}">',
        *_properties({"size": str(creature.size), "team": creature.team, OWN: _json(fields)}),
    ]


def _note(note: Note) -> list[str]:
    fields = _own_fields(notes=(note,))["notes"][0]
    return [
        f'name={_attribute(note.text[:40])} class="note" type="note" '
        f'x="{_pixels(note.at.x)}" y="{_pixels(note.at.y)}">',
        *_properties({"text": note.text, "secret": note.secret, OWN: _json(fields)}),
        "<point/>",
    ]


def _own_fields(**parts: Any) -> dict[str, Any]:
    """The map object's way to say something, without where it is."""
    written = write_map(BattleMap.empty(1, 1).with_changes(**parts))
    for entry in (*written["creatures"], *written["notes"]):
        del entry["at"]
    return written


def _properties(values: Mapping[str, Any]) -> Iterator[str]:
    if not values:
        return
    yield "<properties>"
    for name, value in values.items():
        match value:
            case bool():
                yield f'<property name="{name}" type="bool" value="{str(value).lower()}"/>'
            case int():
                yield f'<property name="{name}" type="int" value="{value}"/>'
            case _:
                yield f'<property name="{name}" value={_attribute(value)}/>'
    yield "</properties>"


def _attribute(text: str) -> str:
    """A quoted value; letters that XML cannot have are replaced, the exact words stand in our property."""
    clean = _NOT_IN_XML.sub("\ufffd", text)
    return quoteattr(clean, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _json(value: Any) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _pixels(squares: float) -> str:
    pixels = float(squares) * TILE
    return str(int(pixels)) if pixels.is_integer() else repr(pixels)
