"""Small documents of other programs, made here, with the quirks that real ones have."""

from __future__ import annotations

import json
from typing import Any


def one_page_dungeon(**fields: Any) -> dict[str, Any]:
    """Three rooms around a corridor: negative cells, a rotunda, doors of all types, columns, water, notes.

    Cells (x, y), `r` round, `+` doors: the start room is (-1..1, 1..3), a rotunda (3..7, 0..4) to its right.
    """
    return {
        "version": "1.2.4b",
        "title": "Vault of the Test",
        "story": "Nobody knows.",
        "rects": [
            {"x": -1, "y": 1, "w": 3, "h": 3},
            {"x": 0, "y": 0, "w": 1, "h": 1},
            {"x": 2, "y": 2, "w": 1, "h": 1},
            {"x": 3, "y": 0, "w": 5, "h": 5, "rotunda": True},
            {"x": -2, "y": 2, "w": 1, "h": 1},
            {"x": -6, "y": 1, "w": 4, "h": 3, "ending": True},
        ],
        "doors": [
            {"x": 0, "y": 0, "dir": {"x": 0, "y": 1}, "type": 3},
            {"x": 2, "y": 2, "dir": {"x": 1, "y": 0}, "type": 6},
            {"x": -2, "y": 2, "dir": {"x": -1, "y": 0}, "type": 1},
        ],
        "notes": [
            {"text": "A chest.", "ref": "1", "pos": {"x": 5.5, "y": 2.5}},
            {"text": "On an edge.", "ref": "2", "pos": {"x": -3, "y": 2}},
        ],
        "columns": [{"x": -5, "y": 2}, {"x": -4, "y": 2}, {"x": -3, "y": 2}, {"x": 40, "y": 2}],
        "water": [{"x": 5, "y": 2}, {"x": 3, "y": 0}],
        **fields,
    }


DONJON_BITS = {
    "nothing": 0, "block": 1, "room": 2, "corridor": 4, "perimeter": 16, "aperture": 32, "room_id": 65472,
    "arch": 65536, "door": 131072, "locked": 262144, "trapped": 524288, "secret": 1048576,
    "portcullis": 2097152, "stair_down": 4194304, "stair_up": 8388608, "label": 4278190080,
}  # fmt: skip


def donjon(bleed: int = 1, **fields: Any) -> dict[str, Any]:
    """A room of 2 x 2 cells, a locked door to its right that leads to a corridor with stairs, an arch above.

    Cells without bleed, R room, c corridor, D door, A arch, S stairs down, P a portcullis no room tells of::

        . A . . . .
        . R R . . .
        . R R D c S
        . . . . P .
        . . . . c .
    """
    letters = {
        ".": 16,
        "R": 2 | 1 << 6,
        "c": 4,
        "D": 262144 | 32,
        "A": 65536 | 32,
        "S": 4 | 4194304,
        "P": 2097152,
    }
    plan = [".A....", ".RR...", ".RRDcS", "....P.", "....c."]
    cells = [[0] * bleed + [letters[each] for each in row] + [0] * bleed for row in plan]
    empty = [[0] * len(cells[0]) for _ in range(bleed)]
    settings = {"name": "The Test", "bleed": bleed} if bleed else {"name": "The Test"}
    return {
        "cell_bit": DONJON_BITS,
        "cells": [*empty, *cells, *[list(row) for row in empty]],
        "settings": settings,
        "rooms": [
            None,
            {
                "id": 1,
                "row": 1,
                "col": 1,
                "north": 1,
                "south": 2,
                "west": 1,
                "east": 2,
                "width": 20,
                "height": 20,
                "area": 400,
                "shape": "square",
                "contents": {"summary": "A rat", "detail": {"hidden_treasure": ["gold", "--"], "trap": None}},
                "doors": {
                    "east": [
                        {"row": 2, "col": 3, "type": "locked", "desc": "Iron (30 hp)", "trap": "a needle"}
                    ],
                    "north": [{"row": 0, "col": 1, "type": "arch", "desc": "Archway", "out_id": 2}],
                },
            },
        ],
        "stairs": [{"row": 2, "col": 5, "key": "down", "dir": "east"}],
        "egress": [{"row": 4, "col": 4, "dir": "south", "type": "edge"}],
        "corridor_features": {"a": {"key": "a", "summary": "A smell", "marks": [{"row": 2, "col": 4}]}},
        "wandering_monsters": {"1": "2 orcs", "2": "1 ogre"},
        "details": {"floor": "Flagstone", "history": "Long."},
        **fields,
    }


DONJON_TABLE = "\t\tSD\t\n\tF\tF\tDSR\tF\n\tF\tF\t\tDPT\n\tDB\t\t\tF\n\t\n"


def foundry(version: int = 10, **fields: Any) -> dict[str, Any]:
    """A scene of 8 x 6 squares of 50 pixels with padding, in the shape of a version.

    Padding is 100 pixels each way: the map's corner is (100, 100) on the canvas.
    """
    scene: dict[str, Any] = {
        "_id": "scene-1",
        "name": "Cellar",
        "width": 400,
        "height": 300,
        "padding": 0.25,
        "flags": {},
        "lights": [{"x": 200, "y": 200}],
        "drawings": [],
        "tokens": [
            {"_id": "t1", "name": "Ogre", "x": 200, "y": 150, "width": 2, "height": 2, "elevation": 10,
             "hidden": True, "disposition": -1},
            {"_id": "t2", "name": "Ogre", "x": 125, "y": 110, "width": 0.5, "height": 0.5, "disposition": 1},
            {"_id": "t3", "name": "", "x": 0, "y": 0, "width": 1, "height": 1},
        ],
    }  # fmt: skip
    old = version < 9
    sense = {"sense": 1, "move": 1} if old else {"sight": 20, "light": 20, "sound": 20, "move": 20}
    none = {"sense": 0} if old else {"sight": 0, "light": 0}
    limited = {"sense": 2} if old else {"sight": 10, "light": 10}
    scene["walls"] = [
        {"_id": "w0", "c": [100, 200, 200, 200], **sense, "door": 0, "ds": 0},
        {"_id": "w1", "c": [200, 200, 250, 200], **sense, "door": 1, "ds": 0},
        {"_id": "w2", "c": [250.2, 200, 300, 200.3], **sense, "door": 1, "ds": 1},
        {"_id": "w3", "c": [300, 200, 350, 200], **sense, "door": 2, "ds": 2},
        {"_id": "w4", "c": [350, 200, 400, 200], **sense, **none},
        {"_id": "w5", "c": [400, 200, 450, 200], **sense, **limited, "dir": 1},
        {"_id": "w6", "c": [450, 200, 600, 200], **sense},
        {"_id": "w7", "c": [550, 100, 600, 100], **sense},
        {"_id": "w8", "c": [150, 300, 200, 300], **sense, "move": 0},
        {"_id": "w9", "c": [150, 300, 150, 300], **sense},
    ]
    if version < 10:
        scene |= {
            "permission": {"default": 0}, "grid": 50, "gridType": 1, "gridDistance": 5, "gridUnits": "ft",
            "gridColor": "#000000", "shiftX": 0, "shiftY": 0, "img": "worlds/my/cellar%20map.png",
        }  # fmt: skip
    else:
        scene |= {
            "ownership": {"default": 0},
            "_stats": {"coreVersion": f"{version}.300"},
            "grid": {"type": 1, "size": 50, "distance": 5, "units": "ft", "color": "#000000", "alpha": 0.2},
            "background": {"src": "worlds/my/cellar%20map.png", "offsetX": 0, "offsetY": 0},
        }
    if version >= 14:
        scene["levels"] = [
            {"_id": "ground", "name": "Ground", "background": {"src": "worlds/my/cellar%20map.png"}},
            {"_id": "upper", "name": "Upper", "background": {"src": "worlds/my/other.png"}},
        ]
        scene["walls"][0]["levels"] = ["ground"]
        scene["walls"][6]["levels"] = ["upper"]
        scene["background"] = {}
    return scene | fields


def roll20_export(version: int | None = 3, **fields: Any) -> dict[str, Any]:
    """Dungeon Alchemist's walls for Roll20: 4 x 3 tiles of 100 pixels."""

    def wall(section: str, kind: int, **more: Any) -> dict[str, Any]:
        x, y, to_x, to_y = map(float, section.split())
        foot = {
            "p1": {"bottom": {"x": x, "y": y}, "top": {"x": x + 3, "y": y}},
            "p2": {"bottom": {"x": to_x, "y": to_y}, "top": {"x": to_x + 3, "y": to_y}},
            "wallHeight": 180,
        }
        return {"wallSection": section, "wall3D": foot, "type": kind, **more}

    return {
        **({} if version is None else {"version": version}),
        "walls": [
            wall("0 100 100 100", 0),
            wall("100 100 200 100", 1, open=True),
            wall("200 100 300 100", 2),
            wall("50 50 60 60", 3),
            wall("300 100 400 100", 4),
            wall("300 100 300 100", 0),
            wall("900 0 900 100", 0),
        ],
        "lights": [{"color": "#FF9900FF", "intensity": 2, "range": 300, "position": {"x": 50, "y": 50}}],
        "pixelsPerTile": 100,
        "grid": {"x": 4, "y": 3},
        **fields,
    }


def encoded(document: Any) -> bytes:
    """A document as JSON text."""
    return json.dumps(document).encode()


def roll20_text(document: dict[str, Any]) -> bytes:
    """An export as it stands in its file."""
    return b"!dungeonalchemist " + encoded(document)


def log(*documents: Any) -> bytes:
    """Documents a line each."""
    return b"".join(encoded(document) + b"\n" for document in documents)
