"""Opening what can be saved of a damaged `.gridmap` file, and a list of what was lost.

Nothing is made up. A value that cannot be is left out, with as little round it as possible: a square of a
row, a field of a creature, else the entry, else the layer or the list; each is one sentence of the report.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

from gridmap.formats import native, salvage_json, salvage_zip
from gridmap.formats.errors import FormatError, NoMapError, shown
from gridmap.formats.fields import check_plain
from gridmap.formats.mapobject import (
    FORMAT,
    MAX_CREATURES,
    MAX_NOTES,
    MAX_PICTURES,
    MAX_WALLS,
    read_map,
)
from gridmap.formats.mapobject_table import (
    FOG_CHARACTERS,
    MAX_TEAMS,
    MAX_TEMPLATES,
    MAX_VIEWS,
    TRAP_CHARACTERS,
)
from gridmap.formats.migrations import VERSION, migrated
from gridmap.formats.picture_header import PictureHeader, read_picture_header
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.salvage_json import FOG, LAYERS_OF, LISTS, TRAPS, Rescued
from gridmap.model.battlemap import MAX_SIDE, BattleMap, check_map_size
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import Point
from gridmap.model.terrain import LAYERS, Layer

FORMAT_NAME = "gridmap, damaged"
"""What the report calls a map of which something was lost."""
_HEAD_BYTES, _TAIL_BYTES = 4_096, 65_536
"""So much of a file's beginning and end tells whether it is, or was, one of this program's own."""
UNKNOWN_PIXELS = 70
"""Pixels a square of pictures whose map is lost."""


@dataclass(frozen=True)
class _Kind:
    """The entries of a list.

    Attributes:
        single: what one of them is called.
        most: so many may be on a map.
        needed: fields without which an entry is nothing.
        key: the field that no two have alike, empty where there is none.
        always: every map that this program saved has the list, if only an empty one.
    """

    single: str
    most: int
    needed: frozenset[str]
    key: str = ""
    always: bool = False


_KINDS = {
    "walls": _Kind("wall", MAX_WALLS, frozenset({"from", "to"}), always=True),
    "creatures": _Kind("creature", MAX_CREATURES, frozenset({"id", "size", "at"}), "id", always=True),
    "pictures": _Kind("picture", MAX_PICTURES, frozenset({"asset", "at", "width", "height"}), always=True),
    "notes": _Kind("note", MAX_NOTES, frozenset({"at", "text"}), always=True),
    "teams": _Kind("team", MAX_TEAMS, frozenset({"name"}), "name"),
    "templates": _Kind("template", MAX_TEMPLATES, frozenset({"id", "area"}), "id"),
    "views": _Kind("view", MAX_VIEWS, frozenset({"name", "centre", "width", "height"}), "name"),
}
_ENTRIES_TOLD = 20
"""Of each list, so many lost entries are told one by one."""
_NAMES = ("title", "ruleset", "width", "height", LAYERS_OF, *LISTS, FOG, TRAPS, "elevation", "view")
_MOST_TRIES = 10_000
"""Of a list with thousands of bad entries, what lies between them is given up at last."""
_AT_FAULT = re.compile(r"^map\.\w+\[0\]\.(\w+)")


def ends_of(path: Path) -> bytes:
    """The beginning and the end of a file: a large one of another program is not read a second time."""
    with open(path, "rb") as file:
        head = file.read(_HEAD_BYTES)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(len(head), size - _TAIL_BYTES))
        return head + file.read()


def looks_like(content: bytes) -> bool:
    """Whether a file is, or was once, one of this program's own."""
    head, tail = content[:_HEAD_BYTES], content[-_TAIL_BYTES:]
    return (
        content.startswith((b"PK\x03\x04", b"PK\x05\x06"))
        or native.MAP_ENTRY.encode() in head
        or b'"format": "gridmap"' in head
        or b'"format":"gridmap"' in head
        or (native.ASSETS_FOLDER.encode() in tail and b"PK\x01\x02" in tail)
    )


def read_bytes(content: bytes) -> Opened:
    """The map of a file, damaged or not; the report tells what was lost.

    Raises:
        FormatError: nothing of a map is left in it, or it is no such file.
    """
    whole = None
    try:
        if content.startswith(b"PK"):
            sound = native.read_bytes(content)
            if not sound.report.notices:
                return sound
    except FormatError as error:
        whole = error
    if content[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _Salvage({}, salvage_json.rescued(content), []).opened()
    parts = salvage_zip.parts(content)
    losses: list[Notice] = []
    if whole is not None:
        losses.append(Notice("The file is damaged: {why}.", {"why": whole}))
    part = parts.get(native.MAP_ENTRY)
    if part is None and isinstance(whole, NoMapError):
        raise whole  # a sound zip of another program
    if part is None:
        return _only_pictures(_assets(parts, losses), losses)
    found = Rescued()
    if len(part.content) <= native.MAX_MAP_BYTES:
        found = salvage_json.rescued(part.content)
    foreign = _is_newer(found.fields.get("version")) or found.fields.get("format", FORMAT) != FORMAT
    if foreign and part.whole and whole is not None:
        raise whole
    if not part.whole:
        losses.append(
            Notice(
                "The checksum of {name} is wrong: even what could be read may not be as it was saved.",
                {"name": native.MAP_ENTRY},
            )
        )
    if not found.fields:
        losses.append(Notice("{name} cannot be read at all.", {"name": native.MAP_ENTRY}))
        return _only_pictures(_assets(parts, losses), losses)
    return _Salvage(parts, found, losses).opened()


def _is_newer(version: object) -> bool:
    return isinstance(version, int) and not isinstance(version, bool) and version > VERSION


def _assets(parts: dict[str, salvage_zip.Part], losses: list[Notice]) -> tuple[Asset, ...]:
    """The pictures that are there; a damaged one too where its beginning still says what it is."""
    assets: dict[str, Asset] = {}
    for entry, part in sorted(parts.items()):
        if not entry.startswith(native.ASSETS_FOLDER) or entry == native.ASSETS_FOLDER:
            continue
        name = native.asset_name(entry.removeprefix(native.ASSETS_FOLDER))
        if name in assets:
            continue
        if not part.whole:
            if read_picture_header(part.content) is None:
                losses.append(Notice("The picture file {name} is damaged and lost.", {"name": shown(name)}))
                continue
            losses.append(
                Notice(
                    "The picture file {name} is damaged; what is left of it was kept, and may not be shown.",
                    {"name": shown(name)},
                )
            )
        assets[name] = Asset(name, part.content)
    return tuple(assets.values())


def _only_pictures(assets: tuple[Asset, ...], losses: list[Notice]) -> Opened:
    """The pictures of a map of which nothing else is left, on open ground."""
    headers = [(asset, read_picture_header(asset.content)) for asset in assets]
    seen: list[tuple[Asset, PictureHeader]] = [(asset, found) for asset, found in headers if found]
    if not seen:
        raise FormatError("nothing of a map can be saved from it")
    sides = [(found.width / UNKNOWN_PIXELS, found.height / UNKNOWN_PIXELS) for _, found in seen]
    width, height = (min(MAX_SIDE, max(1, ceil(max(each)))) for each in zip(*sides, strict=True))
    try:
        check_map_size(width, height)
    except ValueError:
        width = height = 100
    battle_map = BattleMap.empty(width, height).with_changes(
        assets=assets,
        pictures=tuple(
            Picture(asset.name, Point(0, 0), *size) for (asset, _), size in zip(seen, sides, strict=True)
        ),
    )
    losses.append(
        Notice(
            "Size, terrain, walls, creatures, notes and fog are lost; the pictures lie on an empty map, "
            "{pixels} pixels a square.",
            {"pixels": UNKNOWN_PIXELS},
        )
    )
    return _opened(battle_map, losses)


def _opened(battle_map: BattleMap, losses: list[Notice]) -> Opened:
    counts = {
        "walls": len(battle_map.walls),
        "creatures": len(battle_map.creatures),
        "pictures": len(battle_map.pictures),
        "notes": len(battle_map.notes),
    }
    return Opened(battle_map, Report(FORMAT_NAME if losses else "gridmap", counts, tuple(losses)))


class _Salvage:
    """Makes a sound map object of what was found."""

    def __init__(self, parts: dict[str, salvage_zip.Part], found: Rescued, losses: list[Notice]) -> None:
        self.parts, self.found, self.losses = parts, found, losses
        self.fields = _up_to_date(self._spelled(found.fields))
        self.value: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        self._told, self._tries = 0, _MOST_TRIES

    def opened(self) -> Opened:
        """The map.

        Raises:
            FormatError: too little is left.
        """
        if _is_newer(self.fields.get("version")) and self.found.sound:
            raise FormatError("it was saved by a newer gridmap; no older one can open or save it")
        self._plain_fields()
        self._size()
        self._layers()
        for name in LISTS:
            self._list(name)
        self._others()
        assets = _assets(self.parts, self.losses)
        mended: list[str] = []
        try:
            battle_map = read_map(self.value, assets=assets, mended=mended)
        except FormatError:  # some entry of a list: the most common case, that none is at fault, is quick
            mended.clear()
            for name in LISTS:
                self._keep_sound(name)
            battle_map = read_map(self.value, assets=assets, mended=mended)
        self.losses += [Notice("{sentence}.", {"sentence": sentence}) for sentence in mended]
        here = {asset.name for asset in assets}
        for name in sorted({picture.asset for picture in battle_map.pictures} - here):
            self._lost("The picture file {name} is lost; its frame is empty.", name=shown(name))
        return _opened(battle_map, self.losses)

    def _lost(self, template: str, **arguments: Any) -> None:
        self.losses.append(Notice(template, arguments))

    def _spelled(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields, those by their right name of which a single letter has been damaged."""
        missing = [name for name in _NAMES if name not in fields]
        right = dict(fields)
        for given in [name for name in fields if name not in _NAMES]:
            for name in missing:
                if len(name) == len(given) and sum(map(str.__ne__, name, given)) == 1:
                    right[name] = right.pop(given)
                    missing.remove(name)
                    self._lost("The field {given} was taken for {name}.", given=shown(given), name=name)
                    break
        return right

    def _plain_fields(self) -> None:
        for name, usual in (("title", ""), ("ruleset", None)):
            if name not in self.fields:
                if not self.found.sound:
                    self._lost("The map's {name} is lost.", name=name)
                continue
            given = self.fields[name]
            if given is not None and _fits(name, given):
                self.value[name] = given
            elif given not in (None, usual):
                self._lost("The map's {name} cannot be read and is lost.", name=name)

    def _size(self) -> None:
        """As stated, else as the rows of terrain and fog tell, else as far as things stand."""
        stated = (self.fields.get("width"), self.fields.get("height"))
        if not _is_size(*stated):
            told = self._size_of_rows() or self._size_of_things()
            if told is None or not _is_size(*told):
                raise FormatError("the map's size is lost, and nothing is left that tells it")
            self._lost(
                "The map's size is lost; {width} x {height} squares were taken, as what is left tells.",
                width=told[0],
                height=told[1],
            )
            stated = told
        self.width, self.height = int(stated[0]), int(stated[1])  # type: ignore[arg-type]
        self.value |= {"width": self.width, "height": self.height}

    def _grids(self) -> Iterator[tuple[str, str, object]]:
        """The rows of each layer and of the fog."""
        for name in (LAYERS_OF, FOG):
            layers = self.fields.get(name)
            if isinstance(layers, dict):
                yield from ((name, str(layer), rows) for layer, rows in layers.items())
        if TRAPS in self.fields:
            yield TRAPS, TRAPS, self.fields[TRAPS]

    def _size_of_rows(self) -> tuple[int, int] | None:
        lists = [rows for _, _, rows in self._grids() if isinstance(rows, list) and rows]
        widths = Counter(len(row) for rows in lists for row in rows if isinstance(row, str))
        if not widths:
            return None
        return widths.most_common(1)[0][0], max(len(rows) for rows in lists)

    def _size_of_things(self) -> tuple[int, int] | None:
        places = []
        for name, fields in (("walls", ("from", "to")), ("creatures", ("at",)), ("notes", ("at",))):
            entries = self.fields.get(name)
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict):
                    places += [entry.get(each) for each in fields]
        found: list[Any] = [place for place in places if _is_place(place)]
        if not found:
            return None
        right, bottom = (max(place[axis] for place in found) for axis in (0, 1))
        return max(1, ceil(right + 1e-9)), max(1, ceil(bottom + 1e-9))

    def _layers(self) -> None:
        for name in (LAYERS_OF, FOG):
            if name in self.found.lost or (
                name == LAYERS_OF and name not in self.fields and not self.found.sound
            ):
                self._lost("The {name} is lost.", name=name)
        kept: dict[str, dict[str, Any]] = {LAYERS_OF: {}, FOG: {}, TRAPS: {}}
        for name, layer, rows in self._grids():
            letters = _letters(name, layer)
            if letters is None:
                if self._is_plain(name, layer, rows):
                    kept[name][layer] = rows
            elif isinstance(rows, list):
                kept[name][layer] = self._rows(layer, rows, letters)
            elif rows is not None:
                self._lost("The layer {layer} is lost.", layer=layer)
        if kept[LAYERS_OF]:
            self.value[LAYERS_OF] = kept[LAYERS_OF]
        if "revealed" in kept[FOG]:
            self.value[FOG] = kept[FOG]
        elif isinstance(self.fields.get(FOG), dict):
            self._lost("The {name} is lost.", name=FOG)
        self.value |= kept[TRAPS]

    def _rows(self, layer: str, rows: list[Any], letters: str) -> list[str]:
        """Rows of the right size; lost ones are empty, and squares that cannot be read."""
        empty = letters[0] * self.width
        strange = re.compile(f"[^{re.escape(letters)}]")
        sound: list[str] = []
        lost = squares = 0
        for row in islice([*rows, *[None] * max(0, self.height - len(rows))], self.height):
            if not isinstance(row, str) or len(row) != self.width:
                sound.append(empty)
                lost += 1
                continue
            clean, count = strange.subn(letters[0], row)
            squares += count
            sound.append(clean)
        if len(rows) > self.height:
            self._lost(
                "The layer {layer} has {count:,} rows too many; they were left out.",
                layer=layer, count=len(rows) - self.height,
            )  # fmt: skip
        if lost:
            self._lost(
                "Of the layer {layer}, {count:,} of {height:,} rows are lost and empty.",
                layer=layer, count=lost, height=self.height,
            )  # fmt: skip
        if squares:
            self._lost(
                "Of the layer {layer}, squares that cannot be read and are empty: {count:,}.",
                layer=layer, count=squares,
            )  # fmt: skip
        return sound

    def _list(self, name: str) -> None:
        entries = self.fields.get(name)
        if not isinstance(entries, list):
            # This program always writes the list, if only an empty one.
            missing = _KINDS[name].always and name not in self.fields and not self.found.sound
            if missing or entries is not None:
                self._lost("All {name} are lost, if there were any.", name=name)
            return
        if self.found.broken.get(name):
            self._lost(
                "Broken {name} that cannot be read and are lost: {count:,}.",
                name=name, count=self.found.broken[name],
            )  # fmt: skip
        if name in self.found.cut:
            self._lost(
                "The list of {name} ends in the middle: {count:,} were saved, what followed is lost.",
                name=name, count=len(entries),
            )  # fmt: skip
        most, key = _KINDS[name].most, _KINDS[name].key
        if len(entries) > most:
            self._lost("More than {most:,} {name}: the others were left out.", name=name, most=most)
            entries = entries[:most]
        self._told, self._tries = 0, _MOST_TRIES
        if key:
            entries = self._told_apart(key, entries)
        if entries:
            self.value[name] = entries

    def _keep_sound(self, name: str) -> None:
        """The sound entries of a list, and the others without what is wrong with them."""
        self._told, self._tries = 0, _MOST_TRIES
        sound: list[Any] = []
        self._sieve(name, list(self.value.pop(name, [])), 0, sound)
        if sound:
            self.value[name] = sound
        if self._told > _ENTRIES_TOLD:
            self._lost(
                "… and {count:,} more {name} that were lost in whole or in part.",
                name=name, count=self._told - _ENTRIES_TOLD,
            )  # fmt: skip

    def _told_apart(self, key: str, entries: list[Any]) -> list[Any]:
        """No two of the same key."""
        taken = {
            entry[key] for entry in entries if isinstance(entry, dict) and isinstance(entry.get(key), str)
        }
        seen: dict[str, int] = {}
        found = []
        for entry in entries:
            own = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(own, str):
                seen[own] = seen.get(own, 0) + 1
                if seen[own] > 1:
                    while f"{own}-{seen[own]}" in taken:
                        seen[own] += 1
                    entry = entry | {key: f"{own}-{seen[own]}"}
                    taken.add(entry[key])
                    self._tell(
                        Notice(
                            "Two have the {key} {own}; the second one is now {other}.",
                            {"key": key, "own": shown(own), "other": shown(entry[key])},
                        )
                    )
            found.append(entry)
        return found

    def _sieve(self, name: str, entries: list[Any], first: int, sound: list[Any]) -> None:
        """Keep the sound entries, by halves: most lists are sound but for a few."""
        if not entries:
            return
        self._tries -= 1
        if self._fault(name, entries) is None:
            sound += entries
        elif self._tries < 0:
            self._told += len(entries)
        elif len(entries) == 1:
            mended = self._mended(name, entries[0], first)
            sound += [] if mended is None else [mended]
        else:
            half = len(entries) // 2
            self._sieve(name, entries[:half], first, sound)
            self._sieve(name, entries[half:], first + half, sound)

    def _fault(self, name: str, entries: list[Any]) -> str | None:
        page = (
            {"width": self.width, "height": self.height} if name == "creatures" else {"width": 1, "height": 1}
        )
        try:
            read_map(page | {name: entries}, mended=[])
        except FormatError as error:
            return str(error)
        return None

    def _mended(self, name: str, entry: Any, number: int) -> Any | None:
        """The entry without the fields that cannot be; None where it is nothing without them."""
        what = _called(name, entry, number)
        gone: list[str] = []
        fault = self._fault(name, [entry])
        while fault is not None:
            found = _AT_FAULT.match(fault)
            wrong = found[1] if found else ""
            if (
                not isinstance(entry, dict)
                or wrong not in entry
                or wrong in _KINDS[name].needed
                or len(gone) > 40
            ):
                self._tell(Notice("{what} is lost: {why}.", {"what": what, "why": _why(fault, name, number)}))
                return None
            entry = {field: value for field, value in entry.items() if field != wrong}
            gone.append(wrong)
            fault = self._fault(name, [entry])
        self._tell(Notice("{what} was saved without: {fields}.", {"what": what, "fields": ", ".join(gone)}))
        return entry

    def _tell(self, notice: Notice) -> None:
        self._told += 1
        if self._told <= _ENTRIES_TOLD:
            self.losses.append(notice)

    def _others(self) -> None:
        """The view, and fields that this version does not know."""
        known = {
            *self.value,
            "format",
            "version",
            "title",
            "ruleset",
            "width",
            "height",
            LAYERS_OF,
            FOG,
            *LISTS,
        }
        for name in self.found.lost:
            if name not in (LAYERS_OF, FOG):
                self._lost("The field {name} is lost.", name=shown(name))
        for name, value in self.fields.items():
            if name in known or value is None:
                continue
            if _fits(name, value, self.width, self.height):
                self.value[name] = value
            else:
                self._lost("The field {name} cannot be read and is lost.", name=shown(name))

    def _is_plain(self, place: str, name: str, value: object) -> bool:
        try:
            check_plain({name: value}, place, 1)
        except FormatError:
            self._lost("The field {name} is lost.", name=shown(name))
            return False
        return True


def _up_to_date(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields as the newest version has them, where they can be brought up to date."""
    try:
        return migrated(fields, "map")
    except FormatError:
        return fields


def _letters(name: str, layer: str) -> str | None:
    """What a square of a layer may be, nothing first; None for a layer that this version does not know."""
    if name == TRAPS:
        return "".join(TRAP_CHARACTERS)
    if name == FOG:
        return "".join(FOG_CHARACTERS) if layer == "revealed" else None
    return "".join(LAYERS[Layer(layer)]) if layer in set(Layer) else None


def _fits(name: str, value: object, width: int = 1, height: int = 1) -> bool:
    try:
        read_map({"width": width, "height": height, name: value})
    except FormatError:
        return False
    return True


def _is_size(width: object, height: object) -> bool:
    sides = (width, height)
    if any(isinstance(side, bool) or not isinstance(side, int | float) for side in sides):
        return False
    try:
        read_map({"width": width, "height": height}, only_rules=True)
    except FormatError:
        return False
    return True


def _is_place(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(
            isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each <= MAX_SIDE
            for each in value
        )
    )


def _called(name: str, entry: Any, number: int) -> str:
    """An entry as its loss is told: by its name where it has one."""
    single = _KINDS[name].single.capitalize()
    if isinstance(entry, dict):
        for field in ("name", "id", "asset", "text"):
            if isinstance(entry.get(field), str) and entry[field]:
                return f"{single} {number + 1:,}, {shown(entry[field])},"
    return f"{single} {number + 1:,}"


def _why(fault: str, name: str, number: int) -> str:
    return fault.replace(f"map.{name}[0]", f"map.{name}[{number}]", 1)
