"""Writing Universal VTT so that the readers of other programs take it: version 0.3, every field, origin 0."""

from __future__ import annotations

import base64
import json
from math import atan2
from typing import Any

import numpy as np

from gridmap.formats.aside import FIELD, aside, told_aside
from gridmap.formats.errors import FormatError
from gridmap.formats.lenient import counted, number
from gridmap.formats.picture_header import read_picture_header
from gridmap.formats.report import Notice, Written
from gridmap.formats.segments import Segments, as_segments, without_doors
from gridmap.formats.uvtt_portals import EXTRA
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind

VERSION = 0.3
"""The newest version that every reader accepts."""

_OWN = frozenset({"format", "resolution", "line_of_sight", "portals", "image", FIELD})


def write_bytes(battle_map: BattleMap, picture: bytes | None, pixels_per_square: int) -> Written:
    """The map as one JSON document.

    Args:
        battle_map: the map.
        picture: the whole map as an encoded picture, `pixels_per_square` pixels a square; None for none.
        pixels_per_square: at least 1.

    Raises:
        FormatError: the picture is none, or not of the map's size.
    """
    if picture is not None:
        _check_picture(picture, battle_map, pixels_per_square)
    kept = battle_map.extra.get(EXTRA)
    others = (
        {name: value for name, value in kept.items() if name not in _OWN} if isinstance(kept, dict) else {}
    )
    origin = _origin(kept)
    portals = [wall for wall in battle_map.walls if wall.kind in (WallKind.DOOR, WallKind.WINDOW)]
    walls = as_segments([(*wall.start, *wall.end) for wall in battle_map.walls if wall.kind is WallKind.WALL])
    cut, at_doors = without_doors(walls, as_segments([(*wall.start, *wall.end) for wall in portals]))
    document: dict[str, Any] = {
        "format": VERSION,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": battle_map.width, "y": battle_map.height},
            "pixels_per_grid": pixels_per_square,
        },
        "line_of_sight": _lines(cut),
        "objects_line_of_sight": [],
        "portals": [_portal(wall) for wall in portals],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
    }
    document |= {name: _moved(name, value, origin) for name, value in others.items()}
    document[FIELD] = aside(battle_map, EXTRA, creatures=True)
    document["image"] = "" if picture is None else base64.b64encode(picture).decode("ascii")
    further = sum(wall.kind is WallKind.WALL and bool(wall.extra) for wall in battle_map.walls)
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    notices = [
        *_told(portals),
        *counted("Walls cut where a door or window stands in them: {count}.", at_doors),
        *counted("Walls whose further fields were left out: {count}.", further),
    ]
    return Written(content, (*notices, *told_aside(battle_map, creatures=True)))


def _check_picture(picture: bytes, battle_map: BattleMap, pixels: int) -> None:
    header = read_picture_header(picture)
    if header is None:
        raise FormatError("the picture to write is no PNG, JPEG or WebP")
    width, height = battle_map.width * pixels, battle_map.height * pixels
    if (header.width, header.height) != (width, height):
        raise FormatError(
            f"the picture to write has {header.width} x {header.height} pixels; "
            f"the map has {width} x {height} at {pixels} pixels a square"
        )


def _told(portals: list[Wall]) -> list[Notice]:
    windows = sum(wall.kind is WallKind.WINDOW for wall in portals)
    if not windows:
        return []
    return [
        Notice(
            "Windows: {count}. They are portals that are not closed, as most programs have it.",
            {"count": windows},
        )
    ]


def _lines(segments: Segments) -> list[list[dict[str, float]]]:
    return [[_place(Point(x, y)), _place(Point(to_x, to_y))] for x, y, to_x, to_y in segments.tolist()]


def _portal(wall: Wall) -> dict[str, Any]:
    kept = wall.extra.get(EXTRA)
    portal = dict(kept) if isinstance(kept, dict) else {}
    portal.setdefault("freestanding", False)
    x, y = (wall.start.x + wall.end.x) / 2, (wall.start.y + wall.end.y) / 2
    portal |= {
        "position": _place(Point(x, y)),
        "bounds": [_place(wall.start), _place(wall.end)],
        "rotation": round(atan2(wall.end.y - wall.start.y, wall.end.x - wall.start.x), 6),
        "closed": wall.kind is WallKind.DOOR and not wall.open,
    }
    own: dict[str, Any] = {name: value for name, value in wall.extra.items() if name != EXTRA}
    if wall.kind is WallKind.WINDOW:
        own["kind"] = str(wall.kind)
    portal.pop(FIELD, None)
    return portal | {FIELD: own} if own else portal


def _origin(kept: Any) -> tuple[int, int]:
    """The whole squares that reading took off all coordinates."""
    resolution = kept.get("resolution") if isinstance(kept, dict) else None
    stated = resolution.get("map_origin") if isinstance(resolution, dict) else None
    if not isinstance(stated, dict):
        return 0, 0
    x, y = number(stated.get("x")), number(stated.get("y"))
    return int(np.floor((x or 0) + 1e-3)), int(np.floor((y or 0) + 1e-3))


def _moved(name: str, value: Any, origin: tuple[int, int]) -> Any:
    """What was kept in the file's own coordinates, in those of the map."""
    if not any(origin) or not isinstance(value, list):
        return value
    if name == "lights":
        return [
            entry | {"position": _shifted(entry.get("position"), origin)}
            if isinstance(entry, dict)
            else entry
            for entry in value
        ]
    if name == "objects_line_of_sight":
        return [
            [_shifted(point, origin) for point in line] if isinstance(line, list) else line for line in value
        ]
    return value


def _shifted(point: Any, origin: tuple[int, int]) -> Any:
    if not isinstance(point, dict):
        return point
    x, y = number(point.get("x")), number(point.get("y"))
    return point if x is None or y is None else point | {"x": x - origin[0], "y": y - origin[1]}


def _place(point: Point) -> dict[str, float]:
    return {"x": _plain(point.x), "y": _plain(point.y)}


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() else value
