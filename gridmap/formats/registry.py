"""Opening any file that holds a map: what it is told by its content, never by its name."""

from __future__ import annotations

from pathlib import Path

from gridmap.formats import native
from gridmap.formats.errors import FormatError, NoMapError, NoSceneError
from gridmap.formats.file_access import read_file
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.picture_header import picture_kind
from gridmap.formats.report import Opened, Report
from gridmap.formats.wall_fit import fitted

MAX_FILE_BYTES = native.MAX_FILE_BYTES
"""The largest file of any format."""
MAX_PLAIN_MAP_BYTES = native.MAX_MAP_BYTES
"""The largest map object in a file of its own."""


def open_map(path: Path | str, options: ReadOptions = NO_OPTIONS) -> Opened:
    """The map that a file holds, with a report of what was found and what was left out.

    Knows `.gridmap` files, Universal VTT, Foundry scenes and databases, dungeons of donjon and of One Page
    Dungeon, Dungeon Alchemist's exports, Tiled's maps, a bare map object in JSON, and PNG, JPEG and WebP
    pictures.

    Args:
        path: the file.
        options: choices where a file leaves any.

    Raises:
        FormatError: one sentence that names the file and what is wrong with it.
    """
    path = Path(path)
    try:
        return read_bytes(read_file(path, MAX_FILE_BYTES), path.stem, path.parent, options)
    except FormatError as error:
        raise error.within(str(path)) from error.__cause__


def salvaged(path: Path) -> Opened | None:
    """What can be saved of a damaged file of this program's own.

    None where it is no such file, or not damaged, or nothing of a map is left.
    """
    from gridmap.formats import salvage

    try:
        if not path.is_file() or not salvage.looks_like(salvage.ends_of(path)):
            return None
        found = salvage.read_bytes(read_file(path, MAX_FILE_BYTES))
    except (FormatError, OSError):
        return None
    return found if found.report.format_name == salvage.FORMAT_NAME else None


def read_bytes(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """The same from the bytes of a file.

    Args:
        content: the whole file.
        title: the name of a map that has none of its own.
        folder: where files that it names may lie.
        options: choices where a file leaves any.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    if not content:
        raise FormatError("the file is empty")
    try:
        return fitted(_read(content, title, folder, options), options)
    except NoMapError:
        from gridmap.formats.other_kinds import complaint

        found = complaint(content)
        if found is None:
            raise
    raise found


def _read(content: bytes, title: str, folder: Path | None, options: ReadOptions) -> Opened:
    if options.salvage:
        from gridmap.formats import salvage

        if salvage.looks_like(content):
            return salvage.read_bytes(content)
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return native.read_bytes(content)
    if picture_kind(content):
        from gridmap.formats import plain_picture

        return plain_picture.read_bytes(content, title, options)
    start = content[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        return _read_object(content, title, folder, options)
    if start.startswith(b"["):
        return _read_list(content, title, folder, options)
    return _read_text(content, title, folder, options)


def _read_text(content: bytes, title: str, folder: Path | None, options: ReadOptions) -> Opened:
    """A text that is no JSON."""
    from gridmap.formats import donjon_tsv, dungeon_alchemist, tiled

    if tiled.looks_like_text(content):
        return tiled.read_bytes(content, title, folder, options)
    if dungeon_alchemist.looks_like(content):
        return dungeon_alchemist.read_bytes(content, title, folder, options)
    if donjon_tsv.looks_like(content):
        return donjon_tsv.read_bytes(content, title, options)
    raise NoMapError("it is no map and no picture that gridmap knows")


def _read_list(content: bytes, title: str, folder: Path | None, options: ReadOptions) -> Opened:
    """A JSON list: of Foundry's scenes, or no map."""
    from gridmap.formats import foundry_scene

    try:
        return foundry_scene.read_list(content, title, folder, options)
    except NoSceneError:
        raise NoMapError("the JSON is a list; a map is an object") from None


def _read_object(content: bytes, title: str, folder: Path | None, options: ReadOptions) -> Opened:
    """A JSON object: which kind, its fields tell. (Imported here: a `.gridmap` file needs none of it.)"""
    from gridmap.formats import (
        donjon,
        dungeon_alchemist,
        foundry_files,
        foundry_scene,
        nedb,
        tiled,
        tiled_json,
        uvtt,
        watabou,
    )

    if len(content) > uvtt.MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for JSON is {uvtt.MAX_FILE_BYTES / 1e6:,.0f} MB"
        )
    try:
        fields = uvtt.top_level(content)
    except FormatError:
        if nedb.looks_like(content):
            return foundry_scene.read_log(content, title, folder, options)
        raise
    keys = set(fields)
    if uvtt.looks_like(keys):
        return uvtt.read_bytes(content, title, folder, options)
    if dungeon_alchemist.looks_like_fields(keys):
        return dungeon_alchemist.read_bytes(content, title, folder, options)
    if tiled_json.looks_like(keys):
        return tiled.read_bytes(content, title, folder, options)
    if watabou.looks_like(keys):
        return watabou.read_bytes(content, title, options)
    if donjon.looks_like(keys):
        return donjon.read_bytes(content, title, options)
    if bytes(fields.get("format", b"")) != b'"gridmap"' and foundry_files.looks_like(keys):
        return foundry_scene.read_document(content, fields, title, folder, options)
    if {"width", "height"} <= keys or "terrain" in keys or bytes(fields.get("format", b"")) == b'"gridmap"':
        return _read_plain_map(content)
    raise NoMapError("the JSON is no map that gridmap knows")


def _read_plain_map(content: bytes) -> Opened:
    from gridmap.formats.json_text import decode
    from gridmap.formats.mapobject import read_map

    if len(content) > MAX_PLAIN_MAP_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for a map object is "
            f"{MAX_PLAIN_MAP_BYTES / 1e6:,.0f} MB"
        )
    battle_map = read_map(decode(content))
    counts = {"walls": len(battle_map.walls), "creatures": len(battle_map.creatures)}
    return Opened(battle_map, Report("Map object", counts))
