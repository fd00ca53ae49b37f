"""Damaged statblocks, actors, tokens and Tiled maps: one sentence, or something sound, and nothing else.

A few dozen inputs of each in every run; `GRIDMAP_FUZZ=1500` tries so many for each importer, and holds each
to two seconds.
"""

from __future__ import annotations

import base64
import io
import json
import os
import random
import struct
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from gridmap.formats.creature_files import read_creatures
from gridmap.formats.creature_sheet import to_creature
from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.registry import read_bytes
from gridmap.formats.tiled_write import write_bytes
from gridmap.model import BattleMap, Creature, Note, Point, Size, Square, Wall, WallKind

ASKED = os.environ.get("GRIDMAP_FUZZ")
INPUTS = int(ASKED) if ASKED else 60
SEED = os.environ.get("GRIDMAP_FUZZ_SEED", "")
MOST_SECONDS = 2.0
MOST_MEGABYTES = 500

STATBLOCK = """Fen Brute CR 4
XP 1,200
NE Large monstrous humanoid (aquatic, swarm)
Init +1; Senses darkvision 60 ft.
Speed 30 ft. (20 ft. in armor), fly 60 ft. (clum.), burrow (ice only) 20 ft.
Space 2-1/2 ft.; Reach 10 ft. (15 ft. with bite, claw and 1/2 tail); 20 ft. with lash
Source Home Rules
Second CR 1/2
Size/Type:\tHuge Aberration
Space/Reach: 5 ft. by 10 ft./5 ft. (10 ft. with glaive)
"""
YAML = """Name: 'Miller''s Ghoul'
Size: Medium
SubType: (evil, troop)
Speed: >-
  30 ft.,
  swim 20 ft.
Space: "20 ft."
Reach: 5 ft.; 15 ft. with slam
Other:
  - a: b
"""
PF1 = {
    "_id": "a",
    "name": "Ogre",
    "type": "npc",
    "token": {"width": 2, "height": 2},
    "data": {
        "traits": {"size": "lg", "stature": ""},
        "attributes": {"speed": {"land": {"base": 40}, "fly": {"base": 60, "maneuverability": "poor"}}},
        "details": {"notes": {"value": "<p><b>Space</b> 10 ft.; <b>Reach</b> 10 ft. (15 ft. with tail)</p>"}},
    },
    "items": [
        {"type": "race", "name": "Giant", "data": {"subTypes": [["giant"]]}},
        {
            "type": "attack",
            "name": "Spear",
            "data": {"actionType": "mwak", "range": {"units": "ft", "value": "15"}},
        },
    ],
}
LATER = {
    "name": "Wyrm",
    "type": "npc",
    "_stats": {"systemId": "pf1"},
    "prototypeToken": {"width": 3},
    "system": {
        "traits": {"size": {"base": "huge", "value": 6}},
        "attributes": {"speed": {"land": {"total": 30}}},
    },
    "items": [{"type": "attack", "name": "x", "system": {"actions": [{"range": {"units": "reach"}}]}}],
}
OPEN5E = {
    "name": "Wyrm",
    "size": {"key": "huge"},
    "armor_class": 18,
    "speed": {"walk": 40, "fly": 80, "unit": "feet"},
    "actions": [{"name": "Bite", "attacks": [{"reach": 10}]}, {"name": "Tail", "desc": "reach 15 ft., one"}],
}


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


GRID = "<string>net.rptools.maptool.model.SquareGrid</string>"
GUID = "<baGUID>8OZKI+aTQ9itWI/sdD7BpA==</baGUID>"
TOKEN = f"""<net.rptools.maptool.model.Token><name>Ogre</name><x>1</x><y>2</y>
<sizeMap><entry>{GRID}<net.rptools.maptool.model.GUID>{GUID}</net.rptools.maptool.model.GUID></entry></sizeMap>
<propertyMapCI><store><entry><p><key>Reach</key><value>5 ft. (10 ft. with tail)</value></p></entry></store>
</propertyMapCI></net.rptools.maptool.model.Token>"""


def zipped(content: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", content)
    return target.getvalue()


CELLS = struct.pack("<6I", 1, 0, 2, 3, 0x80000004, 5)
PACKED = base64.b64encode(zlib.compress(CELLS)).decode()
TMX = f"""<?xml version="1.0"?>
<map orientation="orthogonal" width="3" height="2" tilewidth="32" tileheight="32" infinite="0">
<tileset firstgid="1" name="x"><tile id="0"><properties>
<property name="wall" type="bool" value="true"/>
<property name="movementCost" type="int" value="4"/></properties></tile><tile id="1" type="Water"/>
<wangsets><wangset><wangcolor name="Lava"/><wangtile tileid="2" wangid="0,1,0,0,0,0,0,0"/>
</wangset></wangsets>
</tileset><tileset firstgid="9" source="missing.tsx"/>
<layer name="Walls" width="3" height="2">
<data encoding="csv">1,0,2,3,2147483652,9</data></layer>
<group><layer name="g" width="3" height="2">
<data encoding="base64" compression="zlib">{PACKED}</data>
</layer></group>
<objectgroup name="o">
<object class="wall" x="1" y="2" rotation="45">
<polyline points="0,0 32,32 64,0"/></object>
<object class="door" x="0" y="0" width="32" height="8"/>
<object class="monster" gid="3" x="0" y="64" width="64"
height="64"/><object x="1" y="1"><text>Hi</text></object><object template="t.tx" x="3" y="3"/></objectgroup>
<imagelayer name="i"/></map>"""
INFINITE = """<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16" infinite="1">
<layer name="Walls" width="1" height="1"><data encoding="csv">
<chunk x="-16" y="0" width="2" height="2">1,0,1,1</chunk>
<chunk x="0" y="16" width="2" height="2">0,0,0,1</chunk></data></layer></map>"""
TMJ = {
    "orientation": "orthogonal",
    "infinite": False,
    "width": 3,
    "height": 2,
    "tilewidth": 32,
    "tileheight": 32,
    "tilesets": [
        {
            "firstgid": 1,
            "tiles": [{"id": 0, "type": "wall"}],
            "tileproperties": {"1": {"difficult": 4}},
            "terrains": [{"name": "x"}],
            "wangsets": [
                {
                    "colors": [{"name": "Lava"}],
                    "wangtiles": [{"tileid": 2, "wangid": [0, 1, 0, 0, 0, 0, 0, 0]}],
                }
            ],
        }
    ],
    "layers": [
        {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": [1, 2, 3, 0, 0, 1]},
        {
            "type": "group",
            "layers": [
                {
                    "type": "tilelayer",
                    "name": "b",
                    "width": 3,
                    "height": 2,
                    "data": PACKED,
                    "encoding": "base64",
                    "compression": "zlib",
                }
            ],
        },
        {
            "type": "objectgroup",
            "name": "walls",
            "objects": [
                {"x": 0, "y": 0, "width": 32, "height": 0},
                {"x": 1, "y": 1, "polygon": [{"x": 0, "y": 0}, {"x": 9, "y": 9}]},
                {"class": "token", "x": 1, "y": 1, "properties": [{"name": "size", "value": "Tiny"}]},
            ],
        },
    ],
}


def written() -> bytes:
    return write_bytes(
        BattleMap.empty(4, 3, "epic-path", "Ford").with_changes(
            walls=(Wall(Point(0, 0), Point(1.5, 2), WallKind.DOOR, True, {"secret": True, "x": [1]}),),
            creatures=(Creature("o", Size.LARGE, Square(1, 1), "foes", space=15, extra={"sheet": {}}),),
            notes=(Note(Point(1, 1), "Hi"),),
        )
    ).content


def creatures(content: bytes) -> None:
    """What is read can be put on a map that can be saved and opened again."""
    sheets, report = read_creatures(content)
    assert all(str(line) for line in report.lines())
    for number, sheet in enumerate(sheets[:50]):
        assert sheet.lines()
        json.dumps(sheet.as_json(), allow_nan=False)
        creature = to_creature(sheet, f"c{number}", Square(0, 0), "foes")
        battle_map = BattleMap.empty(2, 2).with_changes(creatures=(creature,))
        assert read_map(json.loads(json.dumps(write_map(battle_map)))) == battle_map


def battle_map(content: bytes) -> None:
    """What is read can be saved and opened again, also as a map of Tiled."""
    found, report = read_bytes(content, "fuzz")
    assert all(str(line) for line in report.lines())
    assert read_map(json.loads(json.dumps(write_map(found)))).walls == found.walls
    again = read_bytes(write_bytes(found).content, "fuzz").battle_map
    assert (again.terrain, again.walls, again.creatures) == (found.terrain, found.walls, found.creatures)


SEEDS: dict[str, tuple[Callable[[], bytes], Callable[[bytes], None]]] = {
    "statblock": (STATBLOCK.encode, creatures),
    "statblock-yaml": (YAML.encode, creatures),
    "pf1-actor": (lambda: as_json(PF1), creatures),
    "pf1-actor-later": (lambda: as_json(LATER), creatures),
    "actor-database": (lambda: as_json(PF1) + b"\n" + as_json(LATER | {"_id": "b"}) + b"\n", creatures),
    "open5e": (lambda: as_json({"results": [OPEN5E]}), creatures),
    "maptool-token": (TOKEN.encode, lambda content: creatures(zipped(content))),
    "maptool-zip": (lambda: zipped(TOKEN.encode()), creatures),
    "tmx": (TMX.encode, battle_map),
    "tmx-infinite": (INFINITE.encode, battle_map),
    "tmj": (lambda: as_json(TMJ), battle_map),
    "tmx-written": (written, battle_map),
}

PIECES = [
    b"0",
    b"-1",
    b"1e999",
    b"NaN",
    b"9" * 400,
    b"99999",
    b"4294967295",
    b'""',
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"[[]]",
    b"<",
    b">",
    b"&x;",
    b"<a>" * 500,
    b"</layer>",
    b'"',
    b"'",
    b"\xff\xfe",
    b"\x00",
    b"\\ud800",
    "½".encode(),
    b"(" * 300,
    b" ft.",
    b" with ",
    b";",
    b"\n",
    b"---\n",
    b" " * 5000,
    b"CR 1\n",
    b"Reach ",
    b"1/2",
    b"<!DOCTYPE x [",
    b",",
    b"1," * 999,
    b'"size": {}, ',
    b'"width": 1e6, ',
    b'"data": 1, ',
    b"A" * 100_000,
]


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, cut, doubled, moved, or pieces put in; now and then a value replaced as a whole."""
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        place, length = chance.randrange(len(content) + 1), chance.choice([1, 1, 3, 20, 200])
        part = content[place : place + length]
        match chance.randrange(8):
            case 0:
                content = content[:place]
            case 1:
                content = content[:place] + content[place + length :]
            case 2:
                content = content[:place] + part * chance.choice([2, 3, 200]) + content[place + length :]
            case 3:
                content = content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]
            case 4 | 5:
                content = content[:place] + chance.choice(PIECES) + content[place:]
            case _:
                content = replaced(content, place, chance)
        if not content:
            break
    return content[:2_000_000]


ODD: list[object] = [
    None,
    True,
    0,
    -1,
    0.5,
    7,
    1e9,
    -(10**18),
    10**30,
    1e308,
    "",
    "x",
    "3",
    "1e400",
    "\ud800",
    "9" * 5000,
    [],
    {},
    [[]],
    [None],
    [1, 2, 3, 4],
    {"x": 1},
    {"base": "lg"},
    {"value": 5},
    {"value": "<p>Reach 5 ft."},
    [{"id": 0}],
    "Reach 1/2 ft. (" * 50,
    [{"x": 1, "y": 1}] * 300,
    [0] * 3000,
    "lg",
    "colossal",
    {"total": -5},
    {"walk": "30"},
]


def restructured(content: bytes, chance: random.Random) -> bytes:
    """A JSON text with some values replaced, taken away or put elsewhere."""
    document = [json.loads(line) for line in content.splitlines()]
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        known: list[tuple[Any, Any]] = []
        waiting: list[Any] = [document]
        while waiting:
            value = waiting.pop()
            keys = list(value) if isinstance(value, dict) else range(len(value))
            known += [(value, key) for key in keys]
            waiting += [value[key] for key in keys if isinstance(value[key], dict | list)]
        container, key = chance.choice(known)
        if chance.randrange(4) == 0:
            del container[key]
        elif chance.randrange(4) == 0:
            other, name = chance.choice(known)
            container[key] = json.loads(json.dumps(other[name]))
        else:
            container[key] = chance.choice(ODD)
        if not document:
            break
        document = json.loads(json.dumps(document))
    return b"\n".join(json.dumps(line).encode() for line in document)


def replaced(content: bytes, place: int, chance: random.Random) -> bytes:
    """The next number or quoted text from there on replaced by a piece."""
    for start in range(place, min(len(content), place + 200)):
        if content[start : start + 1].isdigit():
            end = start
            while content[end : end + 1].isdigit():
                end += 1
            return content[:start] + chance.choice(PIECES) + content[end:]
        if content[start : start + 1] == b'"':
            end = content.find(b'"', start + 1)
            return content[: start + 1] + chance.choice(PIECES) + content[end:] if end > 0 else content
    return content


@pytest.mark.parametrize("kind", SEEDS)
@pytest.mark.timeout(0 if ASKED else 120)
def test_damaged_files(kind: str) -> None:
    make, survives = SEEDS[kind]
    chance = random.Random(f"gridmap {kind}{SEED}")
    survives(make())
    outcomes = {"read": 0, "refused": 0}
    slowest = 0.0
    for number in range(INPUTS):
        content = make()
        if content.startswith(b"{") and number % 3:
            content = restructured(content, chance)
        elif content.startswith(b"<") and number % 3:
            for _ in range(chance.choice([1, 2, 3])):
                content = replaced(content, chance.randrange(len(content)), chance)
        else:
            content = damaged(content, chance)
        start = time.perf_counter()
        try:
            survives(content)
            outcomes["read"] += 1
        except FormatError as error:
            sentence = str(error)
            assert sentence
            assert "\n" not in sentence
            assert len(sentence) < 1_000
            outcomes["refused"] += 1
        except Exception as error:
            error.add_note(f"input {number} of {kind}: {content[:3000]!r}")
            raise
        slowest = max(slowest, time.perf_counter() - start)
        if ASKED:
            assert slowest < MOST_SECONDS, (number, kind, slowest)
    assert outcomes["refused"] > 0
    assert outcomes["read"] > 0 or kind == "maptool-zip"  # its checksums tell
    if ASKED:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{kind}: {outcomes}, slowest {slowest:.2f} s, peak {peak:.0f} MB", file=sys.stderr)
        assert peak < MOST_MEGABYTES
