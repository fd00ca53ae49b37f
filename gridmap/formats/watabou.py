"""Reading dungeons of Watabou's One Page Dungeon: one JSON object of rectangles of floor, doors and notes.

`docs/formats.md` says how each field is read. The map is the dungeon with one cell of rock around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.formats.cells import (
    Edge,
    Floor,
    Leaf,
    Side,
    check_cells,
    decode_dungeon,
    spread,
    terrain_of,
    walls_of,
)
from gridmap.formats.choices import cell_choice
from gridmap.formats.errors import FormatError
from gridmap.formats.lenient import Skipped, counted, kept, number, objects, whole, words
from gridmap.formats.mapobject import MAX_NOTES
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.watabou_columns import Box, Columns, placed
from gridmap.model.battlemap import BattleMap
from gridmap.model.note import Note
from gridmap.model.square import FEET_PER_SQUARE, Point
from gridmap.model.terrain import Blocked, GroundKind, Layer, Terrain
from gridmap.model.wall import Wall

MAX_FILE_BYTES = 16 << 20
"""The largest file; real ones have some kilobytes."""
MAX_RECTS = 20_000
MAX_DOORS = 20_000
MAX_CELLS = 1_000_000
"""The most columns, and the most cells of water."""

EXTRA = "watabou"
"""Under what name the map's and its doors' `extra` hold what is kept of the file."""

_READ = frozenset({"rects", "doors", "notes", "columns", "water", "title"})
PILLAR = 0.25
"""How far a column on a corner reaches, in squares."""

_MAX_PAINTED = 40_000_000
_FARTHEST = 100_000


class DoorType(IntEnum):
    """What the number of a door's `type` means."""

    PASSAGE = 0
    DOOR = 1
    ARCHWAY = 2
    ENTRANCE = 3
    PORTCULLIS = 4
    DOUBLE_DOOR = 5
    SECRET_DOOR = 6
    BARRED_DOOR = 7
    STAIRS_DOWN = 8
    STAIRWELL = 9


_OPEN = frozenset({DoorType.PASSAGE, DoorType.ARCHWAY, DoorType.STAIRS_DOWN, DoorType.STAIRWELL})
_NAMES = {
    DoorType.PASSAGE: "open passage",
    DoorType.DOOR: "door",
    DoorType.ARCHWAY: "archway",
    DoorType.ENTRANCE: "entrance",
    DoorType.PORTCULLIS: "portcullis",
    DoorType.DOUBLE_DOOR: "double door",
    DoorType.SECRET_DOOR: "secret door",
    DoorType.BARRED_DOOR: "barred door",
    DoorType.STAIRS_DOWN: "stairs down",
    DoorType.STAIRWELL: "stairwell",
}
_NOTED = {DoorType.STAIRS_DOWN: "Stairs down", DoorType.STAIRWELL: "Stairwell", DoorType.ENTRANCE: "Entrance"}


def looks_like(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is such a dungeon."""
    return {"rects", "doors"} <= keys


def read_bytes(content: bytes, title: str = "", options: ReadOptions = NO_OPTIONS) -> Opened:
    """The dungeon as a map.

    Args:
        content: the whole file.
        title: the name of a dungeon that has none.
        options: `cell_feet`: a cell's size, 5 feet where left out.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    document = decode_dungeon(content, MAX_FILE_BYTES)
    return _Reading(document, title, options.squares_per_cell(FEET_PER_SQUARE)).opened()


class _Rect(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    round: bool

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)


class _Door(NamedTuple):
    x: int
    y: int
    side: Side | None
    type: int
    extra: dict[str, Any]


@dataclass
class _Page:
    """Cells of the file on the map: `left`, `top` is the file's cell at the map's corner."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return 0 <= x - self.left < self.width and 0 <= y - self.top < self.height


class _Reading:
    """One dungeon being read."""

    def __init__(self, document: dict[str, Any], title: str, scale: int) -> None:
        self.document, self.scale = document, scale
        self.notices: list[Notice] = []
        self.name = words(document.get("title"), 1_000) or title
        self.rects, self.doors = self._rects(), self._doors()
        self.page = self._page()

    def opened(self) -> Opened:
        """The map and the report."""
        floor = self._floor()
        walls, doors = walls_of(floor, self._leaves(), self.scale)
        columns = self._columns()
        terrain, outside = self._terrain(floor, columns.in_cells)
        pillars, beyond = self._pillars(floor, columns.on_corners)
        notes = self._notes()
        battle_map = BattleMap.empty(
            self.page.width * self.scale, self.page.height * self.scale, name=self.name
        ).with_changes(
            terrain=terrain,
            walls=(*walls, *doors, *pillars),
            notes=notes,
            extra={EXTRA: kept(self.document, _READ, self.notices)},
        )
        counts = {
            "walls": len(walls),
            "doors": len(doors),
            "notes": len(notes),
            "outside the map": outside + beyond,
        }
        version = words(self.document.get("version"), 20)
        report = Report(
            f"One Page Dungeon {version}".strip(), counts, tuple(self.notices), (cell_choice(self.scale),)
        )
        return Opened(battle_map, report)

    def _rects(self) -> list[_Rect]:
        skipped = Skipped("Rectangles")
        found = []
        for place, each in objects(self.document.get("rects"), "rects", MAX_RECTS, skipped):
            x, y, width, height = (whole(each.get(name), _FARTHEST) for name in ("x", "y", "w", "h"))
            if x is None or y is None or width is None or height is None or width < 1 or height < 1:
                skipped.add(place)
                continue
            found.append(_Rect(x, y, width, height, each.get("rotunda") is True))
        self.notices += skipped.notices()
        return found

    def _doors(self) -> list[_Door]:
        skipped = Skipped("Doors")
        found = []
        for place, each in objects(self.document.get("doors"), "doors", MAX_DOORS, skipped):
            x, y, kind = (whole(each.get(name), _FARTHEST) for name in ("x", "y", "type"))
            if x is None or y is None or kind is None:
                skipped.add(place)
                continue
            extra = kept(each, frozenset({"x", "y", "dir"}), self.notices)
            found.append(_Door(x, y, _side(each.get("dir")), kind, extra))
        self.notices += skipped.notices()
        return found

    def _page(self) -> _Page:
        """All floor, with a cell around it."""
        boxes = [(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height) for rect in self.rects]
        boxes += [(door.x, door.y, door.x + 1, door.y + 1) for door in self.doors]
        if not boxes:
            raise FormatError("rects holds no floor at all")
        corners = np.array(boxes, np.int64)
        left, top = corners[:, 0].min() - 1, corners[:, 1].min() - 1
        right, bottom = corners[:, 2].max() + 1, corners[:, 3].max() + 1
        page = _Page(int(left), int(top), int(right - left), int(bottom - top))
        check_cells(page.width, page.height, self.scale)
        if sum(rect.width * rect.height for rect in self.rects) > _MAX_PAINTED:
            raise FormatError(f"rects covers more than {_MAX_PAINTED:,} cells, all laid over one another")
        return page

    def _floor(self) -> Floor:
        """``(height, width) bool``, cells of the page. Round rooms keep the cells whose middle is inside."""
        page = self.page
        floor = np.zeros((page.height, page.width), np.bool_)
        covered = floor.copy()
        rounded = 0
        for rect in self.rects:
            x, y = rect.x - page.left, rect.y - page.top
            place = (slice(y, y + rect.height), slice(x, x + rect.width))
            covered[place] = True
            if rect.round:
                disc = _disc(rect.width, rect.height)
                rounded += int((~disc).sum())
                floor[place] |= disc
            else:
                floor[place] = True
        for door in self.doors:
            x, y = door.x - page.left, door.y - page.top
            floor[y, x] = True
            for side in Side:  # the page has a margin: all four lie on it
                step_x, step_y = side.step
                floor[y + step_y, x + step_x] |= covered[y + step_y, x + step_x]
        self.notices += counted(
            "Cells of round rooms whose middle lies outside the circle and which became rock: {count}.",
            rounded,
        )
        return floor

    def _leaves(self) -> dict[Edge, Leaf]:
        """The leaf of a door closes the side of its cell that one comes from."""
        leaves: dict[Edge, Leaf] = {}
        numbers: dict[int, int] = {}
        lost = Skipped("Doors without a direction, now open passages, or unknown types of door")
        for index, door in enumerate(self.doors):
            numbers[door.type] = numbers.get(door.type, 0) + 1
            if door.type in _OPEN:
                continue
            if door.side is None or door.type not in _NAMES:
                lost.places.append(f"doors[{index}]")
                if door.side is None:
                    continue
            edge = Edge.of(door.x - self.page.left, door.y - self.page.top, door.side.opposite)
            leaves[edge] = Leaf(door.type == DoorType.SECRET_DOOR, {EXTRA: door.extra})
        if numbers:
            told = ", ".join(
                f"{count} {_NAMES.get(DoorType(kind), '') if kind in _NAMES else f'of type {kind}'}"
                for kind, count in sorted(numbers.items())
            )
            self.notices.append(Notice("Doors by type: {told}.", {"told": told}))
        if lost.places:
            self.notices.append(
                Notice(
                    "Doors of no known direction (left open) or type (made plain doors): {count}, "
                    "the first at {place}.",
                    {"count": len(lost.places), "place": lost.places[0]},
                )
            )
        self.notices += counted(
            "Portcullises: {count}. They became doors: closed, they stop sight too.",
            numbers.get(DoorType.PORTCULLIS, 0),
        )
        return leaves

    def _columns(self) -> Columns:
        skipped = Skipped("Columns")
        found = set()
        for place, each in objects(self.document.get("columns"), "columns", MAX_CELLS, skipped):
            x, y = whole(each.get("x"), _FARTHEST), whole(each.get("y"), _FARTHEST)
            if x is None or y is None:
                skipped.add(place)
            else:
                found.add((x, y))
        self.notices += skipped.notices()
        return placed(found, [rect.box for rect in self.rects])

    def _terrain(self, floor: Floor, columns: set[tuple[int, int]]) -> tuple[Terrain, int]:
        """Rock, columns and water, and how many of the latter two lay on no floor."""
        pillars, out_columns = self._on_floor(columns, floor)
        water, out_water = self._water(floor)
        terrain = terrain_of(floor, self.scale)
        blocked = terrain.blocked.copy()
        blocked[spread(pillars, self.scale)] = Blocked.ROUNDED
        kinds = np.where(water, GroundKind.WATER, GroundKind.GROUND).astype(np.uint8)
        self.notices += counted("Columns outside the floor, left out: {count}.", out_columns)
        self.notices += counted("Cells of water outside the floor, left out: {count}.", out_water)
        changed = terrain.with_layer(Layer.BLOCKED, blocked)
        return changed.with_layer(Layer.GROUND, spread(kinds, self.scale)), out_columns + out_water

    def _water(self, floor: Floor) -> tuple[npt.NDArray[np.bool_], int]:
        skipped = Skipped("Water")
        found = []
        for place, each in objects(self.document.get("water"), "water", MAX_CELLS, skipped):
            x, y = number(each.get("x"), _FARTHEST), number(each.get("y"), _FARTHEST)
            if x is None or y is None:
                skipped.add(place)
            else:
                found.append((int(np.floor(x)), int(np.floor(y))))
        self.notices += skipped.notices()
        return self._on_floor(found, floor)

    def _on_floor(self, cells: Iterable[tuple[int, int]], floor: Floor) -> tuple[npt.NDArray[np.bool_], int]:
        """The cells as ``(height, width) bool``, and how many of them lie on no floor."""
        marked = np.zeros(floor.shape, np.bool_)
        outside = 0
        for x, y in cells:
            if self.page.holds(x, y) and floor[y - self.page.top, x - self.page.left]:
                marked[y - self.page.top, x - self.page.left] = True
            else:
                outside += 1
        return marked, outside

    def _pillars(self, floor: Floor, corners: set[tuple[int, int]]) -> tuple[list[Wall], int]:
        """Columns where four cells meet: small crosses of wall along the edges, so that no square is lost."""
        walls: list[Wall] = []
        outside = 0
        for x, y in sorted(corners):
            row, column = y - self.page.top, x - self.page.left
            if not floor[row - 1 : row + 1, column - 1 : column + 1].all():
                outside += 1
                continue
            at = self._point(x, y)
            walls.append(Wall(Point(at.x - PILLAR, at.y), Point(at.x + PILLAR, at.y)))
            walls.append(Wall(Point(at.x, at.y - PILLAR), Point(at.x, at.y + PILLAR)))
        self.notices += counted(
            "Columns that stand where four cells meet: {count}. They became small crosses of wall.",
            len(walls) // 2,
        )
        self.notices += counted("Columns outside the floor, left out: {count}.", outside)
        return walls, outside

    def _notes(self) -> tuple[Note, ...]:
        skipped = Skipped("Notes")
        found = []
        story = words(self.document.get("story"))
        if story:
            found.append(Note(Point(0.5, 0.5), story))
        for place, each in objects(self.document.get("notes"), "notes", MAX_NOTES // 2, skipped):
            at = each.get("pos")
            x, y = (number(at.get(name), _FARTHEST) if isinstance(at, dict) else None for name in ("x", "y"))
            text = ". ".join(filter(None, (words(each.get("ref"), 20), words(each.get("text")))))
            if x is None or y is None or not text or not self.page.holds(int(np.floor(x)), int(np.floor(y))):
                skipped.add(place)
                continue
            found.append(Note(self._point(x, y), text))
        self.notices += skipped.notices()
        for door in self.doors:
            if door.type in _NOTED and len(found) < MAX_NOTES:
                found.append(Note(self._point(door.x + 0.5, door.y + 0.5), _NOTED[DoorType(door.type)]))
        return tuple(found)

    def _point(self, x: float, y: float) -> Point:
        return Point((x - self.page.left) * self.scale, (y - self.page.top) * self.scale)


def _side(direction: object) -> Side | None:
    if not isinstance(direction, dict):
        return None
    x, y = whole(direction.get("x")), whole(direction.get("y"))
    return None if x is None or y is None else Side.towards(x, y)


def _disc(width: int, height: int) -> npt.NDArray[np.bool_]:
    """Cells of a box whose middle lies in the circle (ellipse) that touches its sides."""
    y, x = np.ogrid[:height, :width]
    inside: npt.NDArray[np.bool_] = ((2 * x + 1 - width) / width) ** 2 + (
        (2 * y + 1 - height) / height
    ) ** 2 <= 1
    return inside
