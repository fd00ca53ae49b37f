"""Tiled's maps as JSON: TMJ, also named `.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import as_integer
from gridmap.formats.json_text import decode
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
from gridmap.formats.tiled_xml import Beside, read_tileset_text

Object = Mapping[str, Any]
MAX_GROUPS = 100
"""How deep groups of layers may nest."""


def looks_like(keys: set[str]) -> bool:
    """Whether a JSON object with these fields is a map of Tiled."""
    return {"layers", "tilewidth", "tileheight"} <= keys


def read_document(content: bytes, beside: Beside) -> Document:
    """The map of a TMJ text.

    Args:
        content: the text.
        beside: finds the files of its tilesets.

    Raises:
        FormatError: what is wrong, and where.
    """
    root = decode(content)
    if not isinstance(root, dict):
        raise FormatError("the JSON is no map of Tiled")
    check_orientation(root.get("orientation"))
    infinite = root.get("infinite") is True
    reader = _Reader(infinite)
    reader.layers(root.get("layers"), "layers", 0)
    tilesets = [_tileset(each, beside) for each in _objects(root.get("tilesets"))]
    return Document(
        1 if infinite else _whole(root, "width", "map"),
        1 if infinite else _whole(root, "height", "map"),
        _whole(root, "tilewidth", "map"),
        _whole(root, "tileheight", "map"),
        infinite,
        tuple(sorted(tilesets, key=lambda each: each.first)),
        tuple(reader.tile_layers),
        tuple(reader.object_layers),
        _properties(root),
        tuple(reader.pictures),
        tuple(sorted(reader.templates)),
    )


def read_tileset_file(content: bytes, first: int) -> Tileset:
    """The set of a TSJ text.

    Raises:
        FormatError: it is none.
    """
    value = decode(content)
    if not isinstance(value, dict):
        raise FormatError("the JSON is no tileset")
    return Tileset(first, _text(value, "name"), _tiles(value))


def _tileset(value: Object, beside: Beside) -> Tileset:
    first = int(number(value.get("firstgid")) or 1)
    source = value.get("source")
    if not isinstance(source, str):
        return Tileset(first, _text(value, "name"), _tiles(value))
    content = beside(source)
    if content is None:
        return Tileset(first, missing=source)
    if content.lstrip()[:1] == b"<":
        return read_tileset_text(content, first)
    return read_tileset_file(content, first)


def _tiles(tileset: Object) -> dict[int, Tile]:
    """The tiles of a set that say something; old files give them by number, their properties apart."""
    terrains = [_text(each, "name") for each in _objects(tileset.get("terrains"))]
    kinds: dict[int, list[str]] = {}
    properties: dict[int, dict[str, Any]] = {}
    for number_of, tile in _numbered(tileset.get("tiles")):
        named = [_text(tile, "class") or _text(tile, "type")]
        indices = tile.get("terrain")
        corners = indices[:4] if isinstance(indices, list) else []
        named += [terrains[each] for each in corners if type(each) is int and 0 <= each < len(terrains)]
        kinds.setdefault(number_of, []).extend(filter(None, named))
        properties[number_of] = _properties(tile)
    for number_of, given in _numbered(tileset.get("tileproperties")):
        properties.setdefault(number_of, {}).update(_plain(given))
    for wang in _objects(tileset.get("wangsets")):
        _add_wang_kinds(wang, kinds)
    return {
        each: Tile(properties.get(each, {}), tuple(dict.fromkeys(kinds.get(each, ()))))
        for each in kinds.keys() | properties.keys()
        if kinds.get(each) or properties.get(each)
    }


def _numbered(value: Any) -> Iterator[tuple[int, Object]]:
    if isinstance(value, dict):
        for key, each in list(value.items())[:MAX_TILES]:
            if key.isdecimal() and len(key) < 10 and isinstance(each, dict):
                yield int(key), each
        return
    for each in _objects(value):
        if type(each.get("id")) is int:
            yield each["id"], each


def _add_wang_kinds(wang: Object, kinds: dict[int, list[str]]) -> None:
    colours = [_text(each, "name") for each in _objects(wang.get("colors"))]
    for tile in _objects(wang.get("wangtiles")):
        identity, number_of = tile.get("wangid"), tile.get("tileid")
        if type(number_of) is not int or not isinstance(identity, list):
            continue
        for index in identity[:8]:
            if type(index) is int and 0 < index <= len(colours):
                kinds.setdefault(number_of, []).append(colours[index - 1])


class _Reader:
    """Collects the layers, those inside groups too."""

    def __init__(self, infinite: bool) -> None:
        self.tile_layers: list[TileLayer] = []
        self.object_layers: list[ObjectLayer] = []
        self.pictures: list[str] = []
        self.templates: set[str] = set()
        self._infinite = infinite
        self._budget = Budget()

    def layers(self, value: Any, place: str, depth: int) -> None:
        """The layers of a map or group."""
        if not isinstance(value, list):
            raise FormatError(f"{place} is {shown(value)}; it must be a list")
        if depth > MAX_GROUPS:
            raise FormatError(f"groups of layers nest more than {MAX_GROUPS} deep")
        for index, layer in enumerate(value):
            here = f"{place}[{index}]"
            if not isinstance(layer, dict):
                raise FormatError(f"{here} is {shown(layer)}; it must be an object")
            self._budget.layer()
            name, kind = _text(layer, "name"), _text(layer, "class")
            match layer.get("type"):
                case "tilelayer":
                    blocks = tuple(self._blocks(layer, here))
                    self.tile_layers.append(TileLayer(name, kind, _properties(layer), blocks))
                case "objectgroup":
                    objects = tuple(self._objects(layer))
                    self.object_layers.append(ObjectLayer(name, kind, objects))
                case "imagelayer":
                    self.pictures.append(name)
                case "group":
                    self.layers(layer.get("layers"), f"{here[:100]}.layers", depth + 1)
                case _:
                    pass

    def _blocks(self, layer: Object, place: str) -> Iterator[Block]:
        chunks = layer.get("chunks")
        if not isinstance(chunks, list):
            if self._infinite or layer.get("data") is None:
                return
            width, height = _whole(layer, "width", place), _whole(layer, "height", place)
            yield self._block(layer, layer, 0, 0, width, height, place)
            return
        for index, chunk in enumerate(chunks):
            here = f"{place}.chunks[{index}]"
            if not isinstance(chunk, dict):
                raise FormatError(f"{here} is {shown(chunk)}; it must be an object")
            width, height = _whole(chunk, "width", here), _whole(chunk, "height", here)
            x, y = _whole(chunk, "x", here, -100_000), _whole(chunk, "y", here, -100_000)
            yield self._block(layer, chunk, x, y, width, height, here)

    def _block(
        self, layer: Object, holder: Object, x: int, y: int, width: int, height: int, place: str
    ) -> Block:
        self._budget.block(width, height)
        return Block(x, y, width, height, partial(_cells, layer, holder, width, height, place))

    def _objects(self, layer: Object) -> Iterator[MapObject]:
        for value in _objects(layer.get("objects"), most=None):
            self._budget.object()
            template = value.get("template")
            if isinstance(template, str):
                self.templates.add(template[:200])
            yield _object(value)


def _cells(layer: Object, holder: Object, width: int, height: int, place: str) -> Cells:
    data = holder.get("data")
    if not isinstance(data, str):
        return from_list(data, width, height, f"{place}.data")
    if layer.get("encoding", "base64") == "csv":
        return from_csv(data, width, height, f"{place}.data")
    return from_base64(data, _text(layer, "compression"), width, height, f"{place}.data")


def _object(value: Object) -> MapObject:
    x, y, width, height, rotation = (
        number(value.get(name)) or 0.0 for name in ("x", "y", "width", "height", "rotation")
    )
    polygon, polyline = value.get("polygon"), value.get("polyline")
    line = polygon if polygon is not None else polyline
    text = value.get("text")
    return MapObject(
        _text(value, "name"),
        _text(value, "class") or _text(value, "type"),
        x,
        y,
        max(width, 0.0),
        max(height, 0.0),
        rotation,
        tuple(_points(line)),
        polygon is not None,
        "gid" in value,
        _text(text, "text") if isinstance(text, dict) else "",
        _properties(value),
    )


def _points(line: Any) -> Iterator[tuple[float, float]]:
    for point in _objects(line, MAX_POINTS):
        x, y = number(point.get("x")), number(point.get("y"))
        if x is not None and y is not None:
            yield x, y


def _properties(value: Object) -> dict[str, Any]:
    """Plain values by name; old files give them as an object instead of a list."""
    given = value.get("properties")
    if isinstance(given, dict):
        return _plain(given)
    return _plain({_text(each, "name"): each.get("value") for each in _objects(given, 1_000)})


def _plain(properties: Object) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if isinstance(value, str | bool | int | float)}


def _objects(value: Any, most: int | None = MAX_TILES) -> Iterator[Object]:
    """The objects of a list, anything else left out."""
    for each in value[:most] if isinstance(value, list) else []:
        if isinstance(each, dict):
            yield each


def _text(value: Object, name: str) -> str:
    text = value.get(name)
    return text if isinstance(text, str) else ""


def _whole(value: Object, name: str, place: str, least: int = 1) -> int:
    if value.get(name) is None:
        raise FormatError(f"{place}.{name} is missing")
    return as_integer(value[name], f"{place}.{name}", least, 100_000)
