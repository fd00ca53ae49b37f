"""Reading donjon's dungeons: one JSON object with an integer of bits for every cell.

`docs/formats.md` says how each field is read. A cell has 10 feet, two squares a side, unless asked otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.formats.cells import Edge, Leaf, Side, check_cells, decode_dungeon, terrain_of, walls_of
from gridmap.formats.choices import cell_choice
from gridmap.formats.donjon_doors import DoorKind, side_between, told_by_kind
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.lenient import Skipped, kept, whole, words
from gridmap.formats.mapobject import MAX_NOTES
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Notice, Opened, Report
from gridmap.model.battlemap import MAX_SIDE, BattleMap
from gridmap.model.note import Note
from gridmap.model.square import Point

CELL_FEET = 10
"""What donjon's own words about rooms take a cell for."""
MAX_FILE_BYTES = 64 << 20
MAX_ROOMS = 10_000
MAX_DOORS = 50_000
MAX_BLEED = 100

EXTRA = "donjon"
"""Under what name the map's and its doors' `extra` hold what is kept of the file."""

_KNOWN = frozenset({"cells", "cell_bit"})
_BITS = {
    "room": 2,
    "corridor": 4,
    "aperture": 32,
    "arch": 65_536,
    "door": 131_072,
    "locked": 262_144,
    "trapped": 524_288,
    "secret": 1_048_576,
    "portcullis": 2_097_152,
    "stair_down": 4_194_304,
    "stair_up": 8_388_608,
}
# The door cell lies beyond the room's wall; its leaf faces the room.
_FACING = {"north": Side.BOTTOM, "south": Side.TOP, "west": Side.RIGHT, "east": Side.LEFT}
_MOST_WORDS = 5_000

Bits = npt.NDArray[np.int64]


def looks_like(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is such a dungeon."""
    return "cells" in keys and bool(keys & {"cell_bit", "settings", "rooms"})


def read_bytes(content: bytes, title: str = "", options: ReadOptions = NO_OPTIONS) -> Opened:
    """The dungeon as a map.

    Args:
        content: the whole file.
        title: the name of a dungeon that has none.
        options: `cell_feet`: a cell's size, 10 feet where left out.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    document = decode_dungeon(content, MAX_FILE_BYTES)
    return _Reading(document, title, options.squares_per_cell(CELL_FEET)).opened()


class _Reading:
    """One dungeon being read."""

    def __init__(self, document: dict[str, Any], title: str, scale: int) -> None:
        self.document, self.scale = document, scale
        self.notices: list[Notice] = []
        self.notes: list[Note] = []
        self.outside = 0
        settings = document.get("settings")
        self.settings: dict[str, Any] = settings if isinstance(settings, dict) else {}
        self.name = words(self.settings.get("name"), 1_000) or title
        self.bleed = whole(self.settings.get("bleed"), MAX_BLEED) or 0
        self.cells = _cells(document.get("cells"), scale)
        self.bits = _bits(document.get("cell_bit"))
        self.rooms = list(_rooms(document.get("rooms"), self.notices))

    def opened(self) -> Opened:
        """The map and the report."""
        height, width = self.cells.shape
        floor = self._any(_BITS)
        leaves, kinds = self._doors(floor)
        walls, doors = walls_of(floor, leaves, self.scale)
        self.notices += told_by_kind(kinds)
        self._note_rooms()
        self._note_ways_out()
        self._note_features()
        self._note_dungeon()
        battle_map = BattleMap.empty(width * self.scale, height * self.scale, name=self.name).with_changes(
            terrain=terrain_of(floor, self.scale),
            walls=(*walls, *doors),
            notes=tuple(self.notes),
            extra={EXTRA: kept(self.document, _KNOWN, self.notices)},
        )
        counts = {
            "walls": len(walls),
            "doors": len(doors),
            "notes": len(self.notes),
            "outside the map": self.outside,
        }
        report = Report("donjon dungeon", counts, tuple(self.notices), (cell_choice(self.scale),))
        return Opened(battle_map, report)

    def _any(self, names: Iterable[str]) -> npt.NDArray[np.bool_]:
        """``(height, width) bool``: the cells that have any of these bits."""
        mask = 0
        for name in names:
            mask |= self.bits[name]
        marked: npt.NDArray[np.bool_] = self.cells & mask != 0
        return marked

    # Doors

    def _doors(self, floor: npt.NDArray[np.bool_]) -> tuple[dict[Edge, Leaf], list[DoorKind]]:
        """Those that rooms tell of, each once, and those that only the cells know."""
        leaves: dict[Edge, Leaf] = {}
        kinds: dict[tuple[int, int], DoorKind] = {}
        for x, y, side, door in self._doors_of_rooms():
            if (x, y) in kinds:
                continue  # the room on the other side tells of the same door
            kind = DoorKind.named(door.get("type")) or self._kind(x, y) or DoorKind.DOOR
            kinds[x, y] = kind
            floor[y, x] = True
            if kind is not DoorKind.ARCH:
                leaves[Edge.of(x, y, side)] = Leaf(kind is DoorKind.SECRET, {EXTRA: self._said(door)})
            trap = words(door.get("trap"))
            if trap:
                self._note(x + 0.5, y + 0.5, f"Trap: {trap}")
        marked = self._any(DoorKind)
        if marked.sum() > MAX_DOORS:
            raise FormatError(f"cells have {int(marked.sum()):,} doors; the limit is {MAX_DOORS:,}")
        for y, x in np.argwhere(marked).tolist():
            if (x, y) in kinds:
                continue
            kind = self._kind(x, y) or DoorKind.DOOR
            kinds[x, y] = kind
            if kind is not DoorKind.ARCH:
                edge = Edge.of(x, y, side_between(floor, x, y))
                leaves[edge] = Leaf(kind is DoorKind.SECRET, {EXTRA: {"type": str(kind)}})
        return leaves, list(kinds.values())

    def _doors_of_rooms(self) -> Iterator[tuple[int, int, Side, dict[str, Any]]]:
        """Cell, side and fields of each door that lies on the map."""
        skipped = Skipped("Doors")
        total = 0
        for place, room in self.rooms:
            doors = room.get("doors")
            for direction, listed in doors.items() if isinstance(doors, dict) else ():
                side = _FACING.get(direction)
                if side is None or not isinstance(listed, list):
                    if listed is not None:
                        skipped.add(f"{place}.doors")
                    continue
                total += len(listed)
                if total > MAX_DOORS:
                    raise FormatError(f"rooms have more than {MAX_DOORS:,} doors")
                for door in listed:
                    at = self._cell(door)
                    if at is None:
                        skipped.add(f"{place}.doors.{direction}")
                    elif not self._holds(*at):
                        self.outside += 1
                    else:
                        yield *at, side, door
        self.notices += skipped.notices()

    def _kind(self, x: int, y: int) -> DoorKind | None:
        """What the cell's bits say."""
        value = int(self.cells[y, x])
        return next((kind for kind in reversed(DoorKind) if value & self.bits[kind]), None)

    def _said(self, door: dict[str, Any]) -> dict[str, Any]:
        return kept(door, frozenset({"row", "col"}), self.notices)

    # Notes

    def _note_rooms(self) -> None:
        for place, room in self.rooms:
            x, y = _middle(room)
            if x is None or y is None:
                self.notices.append(Notice("{place} says not where it is.", {"place": place}))
                continue
            name = words(room.get("id"), 20)
            told = _told(room.get("contents"))
            self._note(
                x + self.bleed, y + self.bleed, f"{name}. {told}" if name and told else told or name or "Room"
            )

    def _note_ways_out(self) -> None:
        stairs = self.document.get("stairs")
        listed = stairs if isinstance(stairs, list) else []
        for stair in listed[:MAX_NOTES]:
            at = self._cell(stair)
            if at is not None:
                down = words(stair.get("key"), 20).lower().startswith("d")
                self._note(at[0] + 0.5, at[1] + 0.5, "Stairs down" if down else "Stairs up")
        if not listed:
            for name, text in (("stair_down", "Stairs down"), ("stair_up", "Stairs up")):
                for y, x in np.argwhere(self._any((name,)))[:MAX_NOTES].tolist():
                    self._note(x + 0.5, y + 0.5, text)
        egress = self.document.get("egress")
        for way in egress[:MAX_NOTES] if isinstance(egress, list) else ():
            at = self._cell(way)
            if at is not None:
                self._note(at[0] + 0.5, at[1] + 0.5, "Way out")

    def _note_features(self) -> None:
        features = self.document.get("corridor_features")
        for key, feature in features.items() if isinstance(features, dict) else ():
            marks = feature.get("marks") if isinstance(feature, dict) else None
            told = _told({name: feature[name] for name in ("summary", "detail") if marks and name in feature})
            for mark in marks[:MAX_NOTES] if isinstance(marks, list) else ():
                at = self._cell(mark)
                if at is not None and told:
                    self._note(at[0] + 0.5, at[1] + 0.5, f"{words(key, 20)}. {told}")

    def _note_dungeon(self) -> None:
        """What is said of the whole dungeon stands in its corner."""
        for name, heading in (("details", ""), ("wandering_monsters", "Wandering monsters: ")):
            told = _told(self.document.get(name))
            if told:
                self._note(0.25 if heading else 0.75, 0.5, heading + told)

    def _note(self, x: float, y: float, text: str) -> None:
        height, width = self.cells.shape
        if not (0 <= x <= width and 0 <= y <= height):
            self.outside += 1
        elif len(self.notes) < MAX_NOTES:
            self.notes.append(Note(Point(x * self.scale, y * self.scale), text))
        elif len(self.notes) == MAX_NOTES and not any(
            "notes beyond" in each.template for each in self.notices
        ):
            self.notices.append(
                Notice("A map holds {most} notes; notes beyond were left out.", {"most": MAX_NOTES})
            )

    # Places

    def _cell(self, entry: object) -> tuple[int, int] | None:
        """The cell (x, y) that an entry's row and col name; they do not count the bleed."""
        if not isinstance(entry, dict):
            return None
        column, row = whole(entry.get("col")), whole(entry.get("row"))
        return None if column is None or row is None else (column + self.bleed, row + self.bleed)

    def _holds(self, x: int, y: int) -> bool:
        height, width = self.cells.shape
        return bool(0 <= x < width and 0 <= y < height)


def _cells(rows: object, scale: int) -> Bits:
    """``(height, width) int64``."""
    if not isinstance(rows, list) or not rows or not isinstance(rows[0], list) or not rows[0]:
        raise FormatError(f"cells is {shown(rows)}; it must be a list of rows of numbers")
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        raise FormatError(f"cells has {len(rows):,} rows of {width:,}; the limit is {MAX_SIDE:,} either way")
    check_cells(width, len(rows), scale)
    for y, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width:
            raise FormatError(f"cells[{y}] is not a row of {width:,} numbers as the first row is")
        for x, value in enumerate(row):
            if type(value) is not int or not 0 <= value < 1 << 40:
                number = whole(value, 1 << 40)
                if number is None or number < 0:
                    raise FormatError(f"cells[{y}][{x}] is {shown(value)}; it must be a number of bits")
                row[x] = number
    return np.array(rows, np.int64)


def _bits(stated: object) -> dict[str, int]:
    """The bits by name: those that the file states, else those usual."""
    given: dict[str, Any] = stated if isinstance(stated, dict) else {}
    found = {}
    for name, usual in _BITS.items():
        bit = whole(given.get(name), 1 << 40)
        found[name] = usual if bit is None or bit <= 0 else bit
    return found


def _rooms(listed: object, notices: list[Notice]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rooms with their places; the list begins with null, since rooms count from 1."""
    if isinstance(listed, dict):
        listed = list(listed.values())
    if listed is None:
        return
    if not isinstance(listed, list):
        raise FormatError(f"rooms is {shown(listed)}; it must be a list")
    if len(listed) > MAX_ROOMS:
        raise FormatError(f"rooms has {len(listed):,} entries; the limit is {MAX_ROOMS:,}")
    skipped = Skipped("Rooms")
    for index, room in enumerate(listed):
        if isinstance(room, dict):
            yield f"rooms[{index}]", room
        elif room is not None:
            skipped.add(f"rooms[{index}]")
    notices += skipped.notices()


def _middle(room: dict[str, Any]) -> tuple[float | None, float | None]:
    """The middle of a room, in cells without bleed."""
    west, east, north, south = (whole(room.get(side)) for side in ("west", "east", "north", "south"))
    column, row = whole(room.get("col")), whole(room.get("row"))
    x = (west + east + 1) / 2 if west is not None and east is not None else None
    y = (north + south + 1) / 2 if north is not None and south is not None else None
    if x is None and column is not None:
        x = column + 0.5
    if y is None and row is not None:
        y = row + 0.5
    return x, y


def _told(value: object, depth: int = 0) -> str:
    """All words in a value, one after the other; the names of nested fields stand in front of them."""
    if isinstance(value, dict) and depth < 6:
        inner = ((words(name, 40).replace("_", " "), _told(each, depth + 1)) for name, each in value.items())
        text = "; ".join(
            told if name == "summary" or name.isdecimal() else f"{name}: {told}"
            for name, told in inner
            if told
        )
    elif isinstance(value, list) and depth < 6:
        text = "; ".join(filter(None, (_told(each, depth + 1) for each in value)))
    elif isinstance(value, bool):
        text = ""
    else:
        text = words(value, _MOST_WORDS)
    return text[:_MOST_WORDS]
