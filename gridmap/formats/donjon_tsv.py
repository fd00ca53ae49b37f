"""Reading donjon's dungeons from their table: tab-separated codes, a line a row of cells.

`F` is floor, `D` a door on one side of its cell (`DT`, `DSL` secret, `DPR` a portcullis …), `S` stairs,
nothing is rock.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from gridmap.formats.cells import Edge, Leaf, Side, check_cells, terrain_of, walls_of
from gridmap.formats.choices import cell_choice
from gridmap.formats.donjon_doors import DoorKind, told_by_kind
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Notice, Opened, Report
from gridmap.model.battlemap import MAX_SIDE, BattleMap
from gridmap.model.note import Note
from gridmap.model.square import Point

CELL_FEET = 10
MAX_FILE_BYTES = 16 << 20
MAX_STAIRS = 2_000
MAX_DOORS = 50_000

EXTRA = "donjon"

_CODE = re.compile(r"F|D[SP]?[TBLR]|S[UD]{1,2}")
_SIDES = {"T": Side.TOP, "B": Side.BOTTOM, "L": Side.LEFT, "R": Side.RIGHT}
_LOOKED_AT = 1 << 16


def looks_like(content: bytes) -> bool:
    """Whether a text is such a table: nearly all that stands in it are its codes."""
    start = content[:_LOOKED_AT]
    if b"\t" not in start or b"\0" in start:
        return False
    codes = start.decode("utf-8-sig", "replace").split()
    if len(start) == _LOOKED_AT:
        codes = codes[:-1]  # the last one may be cut
    known = sum(_CODE.fullmatch(code) is not None for code in codes)
    return known >= 3 and known >= 0.8 * len(codes)


def read_bytes(content: bytes, title: str = "", options: ReadOptions = NO_OPTIONS) -> Opened:
    """The dungeon as a map.

    Args:
        content: the whole file.
        title: the map's name.
        options: `cell_feet`: a cell's size, 10 feet where left out.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    scale = options.squares_per_cell(CELL_FEET)
    rows = _rows(content)
    width = max(map(len, rows))
    check_cells(width, len(rows), scale)
    if content.count(b"D") > MAX_DOORS:
        raise FormatError(f"the table has more than {MAX_DOORS:,} doors")
    floor = np.zeros((len(rows), width), np.bool_)
    leaves: dict[Edge, Leaf] = {}
    kinds: list[DoorKind] = []
    notes: list[Note] = []
    unknown: Counter[str] = Counter()
    for y, row in enumerate(rows):
        for x, code in enumerate(row):
            if not code:
                continue
            floor[y, x] = True
            if code == "F":
                continue
            if _CODE.fullmatch(code) is None:
                unknown[code] += 1
            elif code.startswith("D"):
                kind = {"S": DoorKind.SECRET, "P": DoorKind.PORTCULLIS}.get(code[1:-1], DoorKind.DOOR)
                kinds.append(kind)
                extra = {EXTRA: {"type": str(kind)}} if kind is not DoorKind.DOOR else {}
                leaves[Edge.of(x, y, _SIDES[code[-1]])] = Leaf(kind is DoorKind.SECRET, extra)
            elif len(notes) < MAX_STAIRS:
                words = "Stairs down" if "D" in code else "Stairs up"
                notes.append(Note(Point((x + 0.5) * scale, (y + 0.5) * scale), words))
    walls, doors = walls_of(floor, leaves, scale)
    notices = told_by_kind(kinds)
    if unknown:
        first = next(iter(unknown))
        notices.append(
            Notice(
                "Cells with a code that gridmap does not know, taken for floor: {count}, the first {code}.",
                {"count": unknown.total(), "code": shown(first)},
            )
        )
    battle_map = BattleMap.empty(width * scale, len(rows) * scale, name=title).with_changes(
        terrain=terrain_of(floor, scale), walls=(*walls, *doors), notes=tuple(notes)
    )
    counts = {"walls": len(walls), "doors": len(doors), "notes": len(notes), "outside the map": 0}
    report = Report("donjon table", counts, tuple(notices), (cell_choice(scale),))
    return Opened(battle_map, report)


def _rows(content: bytes) -> list[list[str]]:
    """The codes, a list a row; nothing behind the last line that holds any."""
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for such a table is {MAX_FILE_BYTES >> 20} MB"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"the text is not UTF-8 (at byte {error.start:,})") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip(" \t\n").split("\n")
    if len(lines) > MAX_SIDE:
        raise FormatError(f"the table has {len(lines):,} rows; the limit is {MAX_SIDE:,}")
    fields = max(line.count("\t") for line in lines) + 1
    if fields > MAX_SIDE:
        raise FormatError(f"the table has {fields:,} columns; the limit is {MAX_SIDE:,}")
    return [[code.strip() for code in line.split("\t")] for line in lines]
