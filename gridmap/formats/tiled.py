"""Tiled's orthogonal maps, TMX and TMJ: tiles become terrain, objects walls, creatures and notes.

Tiled draws whatever one likes; what of it counts for the rules, properties and names tell
(`tiled_meaning`). What tells nothing is left out and named in the report.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.formats import tiled_json, tiled_xml
from gridmap.formats.aside import FIELD, restored
from gridmap.formats.cells import check_cells, spread
from gridmap.formats.choices import cell_choice
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.file_access import read_file
from gridmap.formats.json_text import decode
from gridmap.formats.lenient import counted
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Notice, Opened, Report
from gridmap.formats.tiled_document import Cells, Document, TileLayer
from gridmap.formats.tiled_meaning import Meaning, of_names, of_properties
from gridmap.formats.tiled_objects import ReadObjects, read_objects
from gridmap.model.battlemap import BattleMap
from gridmap.model.square import FEET_PER_SQUARE
from gridmap.model.terrain import Blocked, Layer, Terrain

MAX_FILE_BYTES = 64 << 20
"""The largest file."""
MAX_TILESET_BYTES = 16 << 20
FORMAT_NAME = "Tiled"
_NAMES_TOLD = 8


def looks_like_text(content: bytes) -> bool:
    """Whether a text is XML that may be Tiled's."""
    start = content[:4000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<?xml", b"<!DOCTYPE map", b"<map")) and (
        b"<map" in start or b"<tileset" in start or b"<template" in start
    )


def read_bytes(
    content: bytes, title: str = "", folder: Path | None = None, options: ReadOptions = NO_OPTIONS
) -> Opened:
    """The battle map of a TMX or TMJ file.

    Args:
        content: the whole file.
        title: the name of a map that has none of its own.
        folder: where the files of its tilesets may lie.
        options: how many feet a tile is; 5 where nobody says.

    Raises:
        FormatError: one sentence that names what is wrong.
    """
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for Tiled is {MAX_FILE_BYTES / 1e6:,.0f} MB"
        )
    is_json = content[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    read_document = tiled_json.read_document if is_json else tiled_xml.read_document
    finder = _Finder(folder)
    document = read_document(content, finder)
    scale = options.squares_per_cell(FEET_PER_SQUARE)
    notices: list[Notice] = []
    ground = _Ground(document, scale)
    ground.lay(document.tile_layers)
    page = ground.page
    objects = read_objects(document, page.left, page.top, scale, page.width * scale, page.height * scale)
    notices += _told_of_document(document) + ground.notices() + objects.notices
    battle_map = BattleMap(
        page.width * scale,
        page.height * scale,
        ground.terrain(),
        objects.walls,
        objects.creatures,
        notes=objects.notes,
        name=_name(document, title),
    )
    battle_map = _with_own(battle_map, document, notices)
    report = Report(FORMAT_NAME, _counts(battle_map, objects), tuple(notices), (cell_choice(scale),))
    return Opened(battle_map, report)


class _Finder:
    """Reads the files that a map names, from its own folder only."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def __call__(self, named: str) -> bytes | None:
        """The content of the file of that name beside the map; None where there is none that can be read."""
        name = PurePosixPath(named.replace("\\", "/")).name
        if self._folder is None or not name.lower().endswith((".tsx", ".tsj", ".json", ".xml")):
            return None
        try:
            return read_file(self._folder / name, MAX_TILESET_BYTES)
        except FormatError:
            return None


class _Page(NamedTuple):
    """The part of the cells that becomes the map, in cells."""

    left: int
    top: int
    width: int
    height: int


class _Ground:
    """The terrain that tiles make."""

    def __init__(self, document: Document, scale: int) -> None:
        self._document = document
        self._scale = scale
        self._meanings: dict[int, Meaning | None] = {}
        self._nameless: list[str] = []
        self._decoded: dict[int, Cells] = {}
        self.page = self._whole_page()
        check_cells(self.page.width, self.page.height, scale)
        shape = (self.page.height, self.page.width)
        self._grids = {layer: np.zeros(shape, np.uint8) for layer in Layer}

    def _whole_page(self) -> _Page:
        """The stated size; of an infinite map the cells that hold a tile."""
        if not self._document.infinite:
            return _Page(0, 0, self._document.width, self._document.height)
        boxes = []
        for layer in self._document.tile_layers:
            for block in layer.blocks:
                cells = self._decoded[id(block)] = block.cells()
                rows, columns = np.nonzero(cells.any(axis=1))[0], np.nonzero(cells.any(axis=0))[0]
                if len(rows):
                    boxes.append(
                        (block.x + columns[0], block.y + rows[0], block.x + columns[-1], block.y + rows[-1])
                    )
        if not boxes:
            return _Page(0, 0, 1, 1)
        left, top = (int(min(box[axis] for box in boxes)) for axis in (0, 1))
        right, bottom = (int(max(box[axis] for box in boxes)) for axis in (2, 3))
        return _Page(left, top, right - left + 1, bottom - top + 1)

    def lay(self, layers: Iterable[TileLayer]) -> None:
        """Every layer's tiles, the bottom layer first."""
        for layer in layers:
            of_layer = of_properties(layer.properties)
            if of_layer is None:
                of_layer = of_names((layer.kind, layer.name))
            laid = False
            for block in layer.blocks:
                cells = self._decoded.pop(id(block), None)
                laid |= self._lay(block.cells() if cells is None else cells, block.x, block.y, of_layer)
            if not laid and layer.name:
                self._nameless.append(layer.name)

    def _lay(self, cells: Cells, x: int, y: int, of_layer: Meaning | None) -> bool:
        """One block, cut at the page; whether any tile of it meant something."""
        page = self.page
        left, top = max(x, page.left), max(y, page.top)
        right = min(x + cells.shape[1], page.left + page.width)
        bottom = min(y + cells.shape[0], page.top + page.height)
        if left >= right or top >= bottom:
            return False
        part = cells[top - y : bottom - y, left - x : right - x]
        gids, places = np.unique(part, return_inverse=True)
        meanings = [self._meaning(int(gid), of_layer) for gid in gids]
        rows = slice(top - page.top, bottom - page.top)
        columns = slice(left - page.left, right - page.left)
        for number, layer in enumerate(Layer):
            values = np.array([0 if each is None else each[number] for each in meanings], np.uint8)
            if values.any():
                _put(self._grids[layer][rows, columns], values[places].reshape(part.shape), layer)
        return any(each is not None for each in meanings)

    def _meaning(self, gid: int, of_layer: Meaning | None) -> Meaning | None:
        """By the tile's properties, else its terrain and class, else the layer."""
        if gid == 0:
            return None
        if gid not in self._meanings:
            tileset = self._document.tileset_of(gid)
            tile = None if tileset is None else tileset.tiles.get(gid - tileset.first)
            meaning = None
            if tile is not None:
                meaning = of_properties(tile.properties)
                if meaning is None:
                    meaning = of_names(tile.kinds)
            self._meanings[gid] = meaning
        meaning = self._meanings[gid]
        return of_layer if meaning is None else meaning

    def terrain(self) -> Terrain:
        """All layers, in squares."""
        return Terrain(*(spread(self._grids[layer], self._scale) for layer in Layer))

    def notices(self) -> list[Notice]:
        """Which layers of tiles said nothing that rules know."""
        if not self._nameless:
            return []
        return [
            Notice(
                "Layers of tiles that mean nothing to the rules and were left out: {names}.",
                {"names": _named(self._nameless)},
            )
        ]


def _put(grid: npt.NDArray[np.uint8], values: npt.NDArray[np.uint8], layer: Layer) -> None:
    """Lay values over a part of a grid, in place: a greater factor wins, a filled square stays filled."""
    match layer:
        case Layer.BLOCKED:
            np.copyto(grid, values, where=(values != 0) & (grid != Blocked.FILLS))
        case Layer.GROUND:
            np.copyto(grid, values, where=values != 0)
        case _:
            np.maximum(grid, values, out=grid)


def _with_own(battle_map: BattleMap, document: Document, notices: list[Notice]) -> BattleMap:
    """The map with what gridmap itself had put aside in the file."""
    text = document.properties.get(FIELD)
    if not isinstance(text, str):
        return battle_map
    try:
        value = decode(text.encode("utf-8", "replace"))
    except FormatError as error:
        notices.append(Notice("What gridmap had added to the file was left out: {why}.", {"why": error}))
        return battle_map
    own = restored(value, battle_map.width, battle_map.height, notices)
    if own is None:
        return battle_map
    return own.with_changes(
        terrain=battle_map.terrain,
        walls=battle_map.walls,
        creatures=battle_map.creatures,
        notes=battle_map.notes,
        pictures=battle_map.pictures,
        assets=battle_map.assets,
    )


def _told_of_document(document: Document) -> list[Notice]:
    notices = []
    missing = [each.missing for each in document.tilesets if each.missing]
    if missing:
        notices.append(
            Notice(
                "Files of tilesets that are not beside the map: {names}. Their tiles are mere numbers.",
                {"names": _named(missing)},
            )
        )
    if document.templates:
        notices.append(
            Notice(
                "Templates of objects were not read, only what the map says of each object: {names}.",
                {"names": _named(document.templates)},
            )
        )
    notices += counted("Layers that are pictures, left out: {count}.", len(document.pictures))
    if document.tile_width != document.tile_height:
        notices.append(
            Notice(
                "Its tiles have {width} x {height} pixels; each became a square all the same.",
                {"width": document.tile_width, "height": document.tile_height},
            )
        )
    return notices


def _named(names: Iterable[str]) -> str:
    each = list(dict.fromkeys(names))
    told = ", ".join(shown(name) for name in each[:_NAMES_TOLD])
    return told if len(each) <= _NAMES_TOLD else f"{told} and {len(each) - _NAMES_TOLD} more"


def _name(document: Document, title: str) -> str:
    named: Any = document.properties.get("title", document.properties.get("name"))
    return named[:1_000] if isinstance(named, str) and named else title


def _counts(battle_map: BattleMap, objects: ReadObjects) -> dict[str, int]:
    squares = sum(int((battle_map.terrain.layer(layer) != 0).sum()) for layer in Layer)
    doors = sum(wall.kind == "door" for wall in battle_map.walls)
    return {
        "walls": len(battle_map.walls) - doors,
        "doors": doors,
        "squares of terrain": squares,
        "creatures": len(battle_map.creatures),
        "notes": len(battle_map.notes),
        "objects left out": objects.left_out,
    }
