"""Reading Dungeon Alchemist's export for Roll20: a command word, then JSON with walls in pixels.

Its other export, for Foundry, is a scene (`foundry_scene`).
"""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Any

from gridmap.formats.choices import picture_choice
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.json_text import decode
from gridmap.formats.lenient import Skipped, counted, kept, number, objects, whole
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.segments import as_segments, clipped, lengths, without_noise
from gridmap.formats.uvtt_picture import chosen_picture, picture_of_same_name
from gridmap.model.battlemap import BattleMap, check_map_size
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind

MAX_FILE_BYTES = 32 << 20
MAX_WALLS = 50_000

EXTRA = "dungeon_alchemist"
"""Under what name the map's and its walls' `extra` hold what is kept of the file."""

_COMMAND = b"!dungeonalchemist"
_KNOWN = frozenset({"walls", "grid", "pixelsPerTile"})
_WALL, _DOOR, _WINDOW, _OUTLINE, _OTHER_WALL = range(5)


def looks_like(content: bytes) -> bool:
    """Whether a text begins with the export's command."""
    return content[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[: len(_COMMAND)].lower() == _COMMAND


def looks_like_fields(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is such an export that lost its command."""
    return {"walls", "pixelsPerTile"} <= keys


def read_bytes(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """The map that an export describes.

    Args:
        content: the whole file, with or without the command in front.
        title: the map's name; the picture is the one of the same name beside the file.
        folder: where that is looked for.
        options: which file the picture is.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for such an export is {MAX_FILE_BYTES >> 20} MB"
        )
    start = content.find(b"{")
    if start < 0:
        raise FormatError("no JSON follows the command")
    document = decode(content[start:])
    if not isinstance(document, dict):
        raise FormatError("the JSON is no object")
    return _read(document, title, folder, options)


def _read(document: dict[str, Any], title: str, folder: Path | None, options: ReadOptions) -> Opened:
    notices: list[Notice] = []
    pixels = number(document.get("pixelsPerTile"), 100_000)
    if pixels is None or pixels < 1:
        raise FormatError(
            f"pixelsPerTile is {shown(document.get('pixelsPerTile'))}; it must be a number from 1 to 100,000"
        )
    width, height = _grid(document.get("grid"))
    version = whole(document.get("version", 1))
    walls, outside = _walls(document, pixels, (width, height), 1 if version is None else version, notices)
    picture = chosen_picture(options, notices) or picture_of_same_name(title, folder, notices)
    assets: tuple[Asset, ...] = ()
    pictures: tuple[Picture, ...] = ()
    if picture is None:
        notices.append(Notice("The export names no picture, and none of its name lies beside it."))
    else:
        assets = (Asset(f"{title[:100] or 'map'}.{picture[1].kind}", picture[0]),)
        pictures = (Picture(assets[0].name, Point(0, 0), width, height),)
    lights = document.get("lights")
    notices += counted("Lights kept but not shown: {count}.", len(lights) if isinstance(lights, list) else 0)
    battle_map = BattleMap.empty(width, height, name=title).with_changes(
        walls=tuple(walls),
        pictures=pictures,
        assets=assets,
        extra={EXTRA: kept(document, _KNOWN, notices)},
    )
    doors = sum(wall.kind is WallKind.DOOR for wall in walls)
    counts = {"walls": len(walls) - doors, "doors": doors, "outside the map": outside}
    choices = picture_choice(options, is_there=picture is not None)
    return Opened(battle_map, Report("Dungeon Alchemist for Roll20", counts, tuple(notices), choices))


def _grid(stated: object) -> tuple[int, int]:
    """Squares across and down, from an object or a text of two numbers."""
    if isinstance(stated, str):
        parts: list[object] = list(stated[:100].split())
        stated = dict(zip(("x", "y"), parts, strict=False))
    x, y = (number(stated.get(name)) for name in ("x", "y")) if isinstance(stated, dict) else (None, None)
    if x is None or y is None:
        raise FormatError("grid must be an object with the numbers x and y")
    width, height = max(0, ceil(x - 0.01)), max(0, ceil(y - 0.01))
    try:
        check_map_size(width, height)
    except ValueError as error:
        raise FormatError(f"grid: {error}") from None
    return width, height


def _walls(
    document: dict[str, Any], pixels: float, size: tuple[int, int], version: int, notices: list[Notice]
) -> tuple[list[Wall], int]:
    """Walls that lie on the map, and how many lay outside."""
    skipped = Skipped("Walls")
    found: list[tuple[WallKind, dict[str, Any]]] = []
    ends = []
    outlines = partial = others = 0
    for place, wall in objects(document.get("walls"), "walls", MAX_WALLS, skipped):
        section, kind = _section(wall), whole(wall.get("type", _WALL))
        if section is None or kind is None or not _WALL <= kind <= _OTHER_WALL:
            skipped.add(place)
            continue
        if kind == _OUTLINE:
            outlines += 1
            continue
        partial += kind == _WINDOW and version < 2
        others += kind == _OTHER_WALL
        found.append((_kind(kind, version), wall))
        ends.append(section)
    segments = without_noise(as_segments(ends) / pixels)
    parts, inside = clipped(segments, *size)
    real = lengths(segments) > 0
    walls = []
    for (wall_kind, wall), part, there in zip(found, parts.tolist(), (inside & real).tolist(), strict=True):
        if there:
            x, y, to_x, to_y = part
            opened = wall_kind is WallKind.DOOR and wall.get("open") is True
            walls.append(Wall(Point(x, y), Point(to_x, to_y), wall_kind, opened))
    notices += skipped.notices()
    notices += counted(
        "Walls of no length, which mark ends of others, left out: {count}.", int((~real).sum())
    )
    notices += counted("Outlines of objects, not made walls since they stop no step: {count}.", outlines)
    notices += counted("Partial walls of an old version: {count}. They became low walls.", partial)
    notices += counted("Walls of another kind, which may be low: {count}. They became walls.", others)
    return walls, int((~inside & real).sum())


def _kind(stated: int, version: int) -> WallKind:
    """Version 1 gave partial walls the number of windows."""
    if stated == _DOOR:
        return WallKind.DOOR
    if stated == _WINDOW:
        return WallKind.WINDOW if version >= 2 else WallKind.LOW_WALL
    return WallKind.WALL


def _section(wall: dict[str, Any]) -> tuple[float, float, float, float] | None:
    """Both ends in pixels, from the text of four numbers, else from the feet of the solid wall."""
    stated = wall.get("wallSection")
    if isinstance(stated, str):
        numbers = [number(each) for each in stated[:200].split()]
        if len(numbers) == 4 and None not in numbers:
            return (numbers[0] or 0.0, numbers[1] or 0.0, numbers[2] or 0.0, numbers[3] or 0.0)
    solid = wall.get("wall3D")
    if not isinstance(solid, dict):
        return None
    start, end = _foot(solid.get("p1")), _foot(solid.get("p2"))
    return None if start is None or end is None else (*start, *end)


def _foot(point: object) -> tuple[float, float] | None:
    if not isinstance(point, dict):
        return None
    for name in ("bottom", "average", "top"):
        place = point.get(name)
        if isinstance(place, str):
            x, y = (number(each) for each in (*place[:100].split(), None, None)[:2])
        elif isinstance(place, dict):
            x, y = number(place.get("x")), number(place.get("y"))
        else:
            continue
        if x is not None and y is not None:
            return x, y
    return None
