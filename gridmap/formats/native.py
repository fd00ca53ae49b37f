"""The project's own file, `.gridmap`: a zip with `map.json`, the pictures and a thumbnail.

`docs/file-format.md` is the specification. Opening trusts nothing: sizes and counts are checked before
memory is taken, and names inside the zip are labels that never become paths.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gridmap.formats.errors import FormatError, NoMapError, shown
from gridmap.formats.file_access import read_file
from gridmap.formats.json_text import decode
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.picture_header import read_picture_header
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.safe_write import safe_write
from gridmap.formats.zip_entry import UNREADABLE
from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Asset

SUFFIX = ".gridmap"
MAP_ENTRY = "map.json"
THUMBNAIL_ENTRY = "thumbnail.png"
ASSETS_FOLDER = "assets/"

MAX_FILE_BYTES = 1 << 30
"""The largest file."""
MAX_CONTENT_BYTES = 1 << 30
"""The most bytes of all entries together, unpacked."""
MAX_MAP_BYTES = 64 << 20
"""The most bytes of `map.json`: 4,000,000 squares with every layer and 200,000 walls take 45 MB."""
MAX_THUMBNAIL_BYTES = 4 << 20
MAX_ENTRIES = 2_000
MAX_RATIO = 200
"""How many times its packed size an entry of more than `FREE_BYTES` may unpack to."""
FREE_BYTES = 4 << 20

_EPOCH = (1980, 1, 1, 0, 0, 0)  # no times inside: an equal map makes an equal file


def read(path: Path | str) -> BattleMap:
    """The map that a `.gridmap` file holds.

    Raises:
        FormatError: one sentence that names the file and what is wrong with it.
    """
    return read_with_report(path).battle_map


def read_with_report(path: Path | str) -> Opened:
    """The map that a `.gridmap` file holds, and what was amiss without being fatal.

    Raises:
        FormatError: one sentence that names the file and what is wrong with it.
    """
    try:
        return read_bytes(read_file(Path(path), MAX_FILE_BYTES))
    except FormatError as error:
        raise error.within(str(path)) from error.__cause__


def read_bytes(content: bytes) -> Opened:
    """The same from the bytes of a file.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    with _opened(content) as archive:
        entries = _entries(archive)
        value = _map_value(archive, entries)
        notices: list[Notice] = []
        assets = tuple(_assets(archive, entries, notices))
    mended: list[str] = []
    battle_map = read_map(value, assets=assets, mended=mended)
    notices += [Notice("{sentence}.", {"sentence": sentence}) for sentence in mended]
    notices += _missing_pictures(battle_map)
    counts = {
        "walls": len(battle_map.walls),
        "creatures": len(battle_map.creatures),
        "pictures": len(battle_map.pictures),
        "notes": len(battle_map.notes),
    }
    return Opened(battle_map, Report("gridmap", counts, tuple(notices)))


def read_thumbnail(path: Path | str) -> bytes | None:
    """The PNG of the thumbnail, None where there is none or the file cannot be read."""
    try:
        with _opened(read_file(Path(path), MAX_FILE_BYTES)) as archive:
            entry = _entries(archive).get(THUMBNAIL_ENTRY)
            if entry is None or entry.file_size > MAX_THUMBNAIL_BYTES:
                return None
            return _content(archive, entry)
    except (FormatError, *UNREADABLE):
        return None


def write(
    battle_map: BattleMap, path: Path | str, thumbnail: bytes | None = None, *, backup: bool = True
) -> None:
    """Save a map. The file that it replaces is kept beside it as ``name.gridmap~``.

    Raises:
        FormatError: it could not be written, or could not be read again; what was there is as it was.
    """
    try:
        content = write_bytes(battle_map, thumbnail)
    except FormatError as error:
        raise error.within(str(path)) from error.__cause__
    safe_write(Path(path), content, backup=backup)


def write_bytes(battle_map: BattleMap, thumbnail: bytes | None = None) -> bytes:
    """The bytes of a `.gridmap` file; equal maps and thumbnails make equal bytes.

    Raises:
        FormatError: something in the map goes beyond what a file may hold.
    """
    value = write_map(battle_map)
    read_map(value)  # what could not be opened again is refused while the map is still there to mend
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        _add(archive, MAP_ENTRY, map_text(value).encode())
        if thumbnail is not None:
            _add(archive, THUMBNAIL_ENTRY, thumbnail)
        names: set[str] = set()
        for asset in battle_map.assets:
            if asset.name in names:
                raise FormatError(f"two picture files have the name {shown(asset.name)}")
            names.add(asset.name)
            _add(archive, ASSETS_FOLDER + _entry_name(asset.name), asset.content)
    if len(names) + 2 > MAX_ENTRIES or target.tell() > MAX_FILE_BYTES:
        raise FormatError(f"the map has more than {MAX_ENTRIES:,} pictures or {MAX_FILE_BYTES / 1e6:,.0f} MB")
    return target.getvalue()


def map_text(value: dict[str, Any]) -> str:
    """A map object as JSON that reads and compares well: a line for each row, wall and creature."""
    return "".join(_pretty(value, "\n")) + "\n"


_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_LINE = 100


def _pretty(value: Any, line_start: str) -> Iterator[str]:
    """What fits in a line stays in one; longer lists and objects are broken at their first level."""
    text = _encoder.encode(value)
    if len(text) <= _LINE or not isinstance(value, dict | list | tuple):
        yield text
        return
    within = line_start + " "
    if isinstance(value, dict):
        heads = [_encoder.encode(name) + ": " for name in value]
        parts: list[Any] = list(value.values())
        first, last = "{", "}"
    else:
        heads = [""] * len(value)
        parts = list(value)
        first, last = "[", "]"
    for head, part in zip(heads, parts, strict=True):
        yield first + within + head
        if isinstance(part, str):
            yield _encoder.encode(part)
        else:
            yield from _pretty(part, within)
        first = ","
    yield line_start + last


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = 0o644 << 16
    try:
        archive.writestr(entry, content)
    except (UnicodeEncodeError, ValueError, struct.error):
        raise FormatError(f"a picture cannot have the name {shown(name)}") from None


def _opened(content: bytes) -> zipfile.ZipFile:
    """The zip, once its directory is known to be small."""
    _check_directory(content)
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except UNREADABLE:
        raise FormatError("the zip is damaged or cut short") from None


_DIRECTORY_END = struct.Struct("<4sHHHHIIH")


def _check_directory(content: bytes) -> None:
    """Count the entries before anything is made of them (a directory may claim millions)."""
    size = _DIRECTORY_END.size
    start = len(content) - size
    if start < 0 or content[start : start + 4] != b"PK\x05\x06" or content[-2:] != b"\0\0":
        start = content.rfind(b"PK\x05\x06", max(0, len(content) - size - 0xFFFF))
    if start < 0 or start + size > len(content):
        raise FormatError("the zip is cut short: its directory is missing")
    entries, directory_bytes = _DIRECTORY_END.unpack_from(content, start)[4:6]
    wide = start >= 20 and content[start - 20 : start - 16] == b"PK\x06\x07"
    if wide or entries > MAX_ENTRIES or directory_bytes > MAX_ENTRIES * 1000:
        raise FormatError(f"the zip holds more than {MAX_ENTRIES:,} files")


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The entries by name, all within the limits."""
    entries: dict[str, zipfile.ZipInfo] = {}
    total = 0
    if len(archive.infolist()) > MAX_ENTRIES:
        raise FormatError(f"the zip holds more than {MAX_ENTRIES:,} files")
    for entry in archive.infolist():
        name = shown(entry.filename)
        if entry.filename in entries:
            raise FormatError(f"the zip holds {name} twice")
        if entry.flag_bits & 0x1:
            raise FormatError(f"{name} in the zip is encrypted")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FormatError(f"{name} in the zip is packed in an unknown way")
        total += entry.file_size
        if total > MAX_CONTENT_BYTES:
            raise FormatError(f"the zip unpacks to more than {MAX_CONTENT_BYTES / 1e6:,.0f} MB")
        if entry.file_size > max(FREE_BYTES, MAX_RATIO * entry.compress_size):
            raise FormatError(f"{name} in the zip unpacks to more than {MAX_RATIO} times its size")
        entries[entry.filename] = entry
    return entries


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """One entry, never more of it than its stated size: packed bytes may unpack to far more than they say."""
    with archive.open(entry) as file:
        content = file.read(entry.file_size)
    if len(content) != entry.file_size:
        raise EOFError
    return content


def _map_value(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]) -> Any:
    entry = entries.get(MAP_ENTRY)
    if entry is None:
        raise NoMapError(f"the zip holds no {MAP_ENTRY}; it is not a gridmap file")
    if entry.file_size > MAX_MAP_BYTES:
        raise FormatError(
            f"{MAP_ENTRY} has {entry.file_size / 1e6:,.0f} MB; the limit is {MAX_MAP_BYTES / 1e6:,.0f} MB"
        )
    try:
        content = _content(archive, entry)
    except UNREADABLE:
        raise FormatError(f"{MAP_ENTRY} in the zip is damaged") from None
    try:
        value = decode(content)
    except FormatError as error:
        raise error.within(MAP_ENTRY) from None
    for field in ("format", "version"):
        if isinstance(value, dict) and field not in value:
            raise FormatError(f"{MAP_ENTRY}: map.{field} is missing")
    return value


def _assets(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], notices: list[Notice]
) -> Iterator[Asset]:
    """The picture files; a damaged one is told of and left out."""
    names: set[str] = set()
    for entry_name, entry in entries.items():
        if entry_name in (MAP_ENTRY, THUMBNAIL_ENTRY) or entry.is_dir():
            continue
        if not entry_name.startswith(ASSETS_FOLDER):
            notices.append(
                Notice("{name} in the zip is no part of a map and was left out.", {"name": shown(entry_name)})
            )
            continue
        name = asset_name(entry_name.removeprefix(ASSETS_FOLDER))
        if name in names:
            raise FormatError(f"the zip holds the picture {shown(name)} twice")
        names.add(name)
        try:
            content = _content(archive, entry)
        except UNREADABLE:
            notices.append(
                Notice("The picture file {name} is damaged and was left out.", {"name": shown(name)})
            )
            continue
        if read_picture_header(content) is None:
            notices.append(
                Notice("The picture file {name} is no PNG, JPEG or WebP that works.", {"name": shown(name)})
            )
        yield Asset(name, content)


def _missing_pictures(battle_map: BattleMap) -> list[Notice]:
    here = {asset.name for asset in battle_map.assets}
    return [
        Notice(
            "map.pictures[{index}] shows {name}, which is not in the file.",
            {"index": index, "name": shown(picture.asset)},
        )
        for index, picture in enumerate(battle_map.pictures)
        if picture.asset not in here
    ]


# Characters that other programs would take for part of a path, and the sign that stands before their code.
_ESCAPED = {character: f"%{ord(character):02X}" for character in ["%", "/", "\\", ":", *map(chr, range(32))]}


def _entry_name(asset_name: str) -> str:
    """A name for any asset that stays a plain file name when a zip is unpacked by other programs.

    >>> _entry_name("../cave 100%.png"), _entry_name("..")
    ('..%2Fcave 100%25.png', '%2E%2E')
    """
    if not asset_name:
        raise FormatError("a picture file has no name")
    name = "".join(_ESCAPED.get(character, character) for character in asset_name)
    return name.replace(".", "%2E") if name.strip(".") == "" else name


def asset_name(entry_name: str) -> str:
    """The asset that an entry's name stands for, `_entry_name` undone.

    >>> asset_name("..%2Fcave 100%25.png"), asset_name("100% zinc.png")
    ('../cave 100%.png', '100% zinc.png')
    """
    first, *rest = entry_name.split("%")
    return first + "".join(_unescaped(part) for part in rest)


def _unescaped(part: str) -> str:
    """What a part after a percent sign stands for: two hexadecimal digits and more, or itself."""
    try:
        return chr(int(part[:2], 16)) + part[2:] if part[:2].isalnum() else "%" + part
    except ValueError:
        return "%" + part
