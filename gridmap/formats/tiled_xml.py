"""Tiled's maps as XML: TMX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.lenient import number
from gridmap.formats.tiled_cells import from_base64, from_csv, from_list
from gridmap.formats.tiled_document import (
    MAX_POINTS,
    MAX_TILES,
    Block,
    Budget,
    Cells,
    Document,
    MapObject,
    ObjectLayer,
    Tile,
    TileLayer,
    Tileset,
    check_orientation,
)
from gridmap.formats.xml_text import Element, parse

Beside = Callable[[str], bytes | None]
"""The content of a file that a map names; None where it is not there."""


def read_document(content: bytes, beside: Beside) -> Document:
    """The map of a TMX text.

    Args:
        content: the text.
        beside: finds the files of its tilesets.

    Raises:
        FormatError: what is wrong, and where.
    """
    root = parse(content)
    if root.tag != "map":
        raise FormatError(f"it is a {shown(root.tag)} of Tiled, not a map")
    check_orientation(root.attributes.get("orientation"))
    infinite = root.attributes.get("infinite") == "1"
    reader = _Reader(infinite)
    reader.layers(root, "map")
    return Document(
        1 if infinite else _whole(root, "width", "map"),
        1 if infinite else _whole(root, "height", "map"),
        _whole(root, "tilewidth", "map"),
        _whole(root, "tileheight", "map"),
        infinite,
        tuple(
            sorted((read_tileset(each, beside) for each in root.all("tileset")), key=lambda each: each.first)
        ),
        tuple(reader.tile_layers),
        tuple(reader.object_layers),
        _properties(root),
        tuple(reader.pictures),
        tuple(sorted(reader.templates)),
    )


def read_tileset(element: Element, beside: Beside) -> Tileset:
    """A set of tiles, from its own file where it names one."""
    first = int(number(element.attributes.get("firstgid")) or 1)
    source = element.attributes.get("source")
    if source is None:
        return Tileset(first, element.attributes.get("name", ""), _tiles(element))
    content = beside(source)
    if content is None:
        return Tileset(first, missing=source)
    if content.lstrip()[:1] == b"{":
        from gridmap.formats.tiled_json import read_tileset_file

        return read_tileset_file(content, first)
    return read_tileset_text(content, first)


def read_tileset_text(content: bytes, first: int) -> Tileset:
    """The set of a TSX text."""
    root = parse(content)
    return Tileset(first, root.attributes.get("name", ""), _tiles(root))


def _tiles(tileset: Element) -> dict[int, Tile]:
    """The tiles of a set that say something."""
    terrains = [
        each.attributes.get("name", "") for kinds in tileset.all("terraintypes") for each in kinds.children
    ]
    kinds: dict[int, list[str]] = {}
    properties: dict[int, dict[str, Any]] = {}
    for tile in islice(tileset.all("tile"), MAX_TILES):
        number_of = _tile_number(tile.attributes.get("id"))
        if number_of is None:
            continue
        named = [tile.attributes.get("class") or tile.attributes.get("type") or ""]
        corners = [_tile_number(each) for each in tile.attributes.get("terrain", "").split(",")[:4]]
        named += [terrains[each] for each in corners if each is not None and each < len(terrains)]
        kinds.setdefault(number_of, []).extend(filter(None, named))
        properties[number_of] = _properties(tile)
    for sets in tileset.all("wangsets"):
        for wang in sets.all("wangset"):
            _add_wang_kinds(wang, kinds)
    return {
        each: Tile(properties.get(each, {}), tuple(dict.fromkeys(kinds.get(each, ()))))
        for each in kinds.keys() | properties.keys()
        if kinds.get(each) or properties.get(each)
    }


def _add_wang_kinds(wang: Element, kinds: dict[int, list[str]]) -> None:
    """The names of a tile's Wang colours; the oldest files number corners and edges apart."""
    colours = [each.attributes.get("name", "") for each in wang.all("wangcolor")]
    for tile in islice(wang.all("wangtile"), MAX_TILES):
        number_of = _tile_number(tile.attributes.get("tileid"))
        if number_of is None:
            continue
        for index in dict.fromkeys(tile.attributes.get("wangid", "").split(",")[:8]):
            if index.isdecimal() and len(index) < 6 and 0 < int(index) <= len(colours):
                kinds.setdefault(number_of, []).append(colours[int(index) - 1])


def _tile_number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None


class _Reader:
    """Collects the layers, those inside groups too."""

    def __init__(self, infinite: bool) -> None:
        self.tile_layers: list[TileLayer] = []
        self.object_layers: list[ObjectLayer] = []
        self.pictures: list[str] = []
        self.templates: set[str] = set()
        self._infinite = infinite
        self._budget = Budget()

    def layers(self, parent: Element, place: str) -> None:
        """The layers of a map or group."""
        for index, element in enumerate(parent.children):
            here = f"{place}.{element.tag}[{index}]"
            name = element.attributes.get("name", "")
            kind = element.attributes.get("class", "")
            if element.tag in ("layer", "objectgroup", "imagelayer", "group"):
                self._budget.layer()
            match element.tag:
                case "layer":
                    blocks = tuple(self._blocks(element, here))
                    self.tile_layers.append(TileLayer(name, kind, _properties(element), blocks))
                case "objectgroup":
                    objects = tuple(self._objects(element))
                    self.object_layers.append(ObjectLayer(name, kind, objects))
                case "imagelayer":
                    self.pictures.append(name)
                case "group":
                    self.layers(element, here)
                case _:
                    pass

    def _blocks(self, layer: Element, place: str) -> Iterator[Block]:
        data = layer.child("data")
        if data is None:
            return
        chunks = list(data.all("chunk"))
        if not chunks and not self._infinite:
            width, height = _whole(layer, "width", place), _whole(layer, "height", place)
            yield self._block(data, data, 0, 0, width, height, place)
        for index, chunk in enumerate(chunks):
            here = f"{place}.chunk[{index}]"
            width, height = _whole(chunk, "width", here), _whole(chunk, "height", here)
            x, y = _whole(chunk, "x", here, -100_000), _whole(chunk, "y", here, -100_000)
            yield self._block(data, chunk, x, y, width, height, here)

    def _block(
        self, data: Element, holder: Element, x: int, y: int, width: int, height: int, place: str
    ) -> Block:
        self._budget.block(width, height)
        return Block(x, y, width, height, partial(_cells, data, holder, width, height, place))

    def _objects(self, group: Element) -> Iterator[MapObject]:
        for element in group.all("object"):
            self._budget.object()
            template = element.attributes.get("template")
            if template is not None:
                self.templates.add(template[:200])
            yield _object(element)


def _cells(data: Element, holder: Element, width: int, height: int, place: str) -> Cells:
    encoding = data.attributes.get("encoding", "")
    if encoding == "csv":
        return from_csv(holder.text, width, height, place)
    if encoding == "base64":
        return from_base64(holder.text, data.attributes.get("compression", ""), width, height, place)
    if encoding:
        raise FormatError(f"{place} is in the encoding {shown(encoding)}, which is neither csv nor base64")
    gids = [tile.attributes.get("gid", "0") for tile in holder.all("tile")]
    return from_list(
        [int(gid) if gid.isdecimal() and len(gid) < 11 else -1 for gid in gids], width, height, place
    )


def _object(element: Element) -> MapObject:
    given = element.attributes
    x, y, width, height, rotation = (
        number(given[name]) or 0.0 if name in given else 0.0
        for name in ("x", "y", "width", "height", "rotation")
    )
    polygon, polyline = element.child("polygon"), element.child("polyline")
    line = polygon or polyline
    return MapObject(
        element.attributes.get("name", ""),
        element.attributes.get("class") or element.attributes.get("type") or "",
        x,
        y,
        max(width, 0.0),
        max(height, 0.0),
        rotation,
        () if line is None else tuple(_points(line.attributes.get("points", ""))),
        polygon is not None,
        "gid" in element.attributes,
        element.text_of("text"),
        _properties(element),
    )


def _points(text: str) -> Iterator[tuple[float, float]]:
    for pair in text.split()[:MAX_POINTS]:
        x, _, y = pair.partition(",")
        point = number(x), number(y)
        if point[0] is not None and point[1] is not None:
            yield point[0], point[1]


def _properties(element: Element) -> dict[str, Any]:
    """Plain values by name; nested ones are left alone."""
    holder = element.child("properties")
    found: dict[str, Any] = {}
    for each in islice(holder.all("property"), 1_000) if holder is not None else ():
        value = each.attributes.get("value", each.text)
        match each.attributes.get("type", "string"):
            case "bool":
                found[each.attributes.get("name", "")] = value == "true"
            case "int" | "float":
                found[each.attributes.get("name", "")] = number(value)
            case "string" | "color":
                found[each.attributes.get("name", "")] = value
            case _:
                pass
    return found


def _whole(element: Element, name: str, place: str, least: int = 1) -> int:
    text = element.attributes.get(name)
    if text is None:
        raise FormatError(f"{place}.{name} is missing")
    value = number(text)
    if value is None or not value.is_integer() or not least <= value <= 100_000:
        raise FormatError(
            f"{place}.{name} is {shown(text)}; it must be a whole number from {least:,} to 100,000"
        )
    return int(value)
