"""A Tiled map as both of its spellings, TMX and TMJ, say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError

MAX_LAYERS = 1_000
MAX_OBJECTS = 50_000
MAX_POINTS = 100_000
"""The most points of one object's line."""
MAX_TILES = 100_000
"""The most tiles of one set that say something."""
MAX_CELLS = 24_000_000
"""The most cells of all layers together."""

GID_MASK = 0x0FFFFFFF
"""What is left of a cell's number without the four bits that say how its tile is turned."""

Properties = Mapping[str, Any]
Cells = npt.NDArray[np.uint32]
"""Numbers of tiles, ``(height, width) uint32``, 0 for no tile."""


@dataclass(frozen=True)
class Tile:
    """A tile that says something.

    Attributes:
        properties: its own properties.
        kinds: names of what it is: its class, its terrains, its Wang colours.
    """

    properties: Properties = field(default_factory=dict)
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tileset:
    """A set of tiles.

    Attributes:
        first: the number of its first tile in the map.
        name: its name.
        tiles: by number within the set, only those that say something.
        missing: the name of its file where that could not be read.
    """

    first: int
    name: str = ""
    tiles: Mapping[int, Tile] = field(default_factory=dict)
    missing: str = ""


@dataclass(frozen=True)
class Block:
    """A rectangle of cells; an ordinary layer is one, an infinite one has many.

    Attributes:
        x, y: its top-left cell.
        width, height: in cells.
        cells: decodes them.
    """

    x: int
    y: int
    width: int
    height: int
    cells: Callable[[], Cells]


@dataclass(frozen=True)
class TileLayer:
    """A layer of tiles."""

    name: str
    kind: str
    properties: Properties
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class MapObject:
    """Something placed freely, in pixels of the map.

    Attributes:
        name, kind: what it is called, and its class.
        x, y: its top-left corner; of one that shows a tile, the bottom-left.
        width, height: of its box.
        rotation: degrees clockwise about (x, y).
        points: of its line, from (x, y); empty where it has none.
        closed: whether the line ends where it begins.
        shows_tile: whether it shows a tile.
        text: of a text.
        properties: its properties.
    """

    name: str
    kind: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    closed: bool = False
    shows_tile: bool = False
    text: str = ""
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True)
class ObjectLayer:
    """A layer of objects."""

    name: str
    kind: str
    objects: tuple[MapObject, ...]


@dataclass(frozen=True)
class Document:
    """A map.

    Attributes:
        width, height: in cells; what an infinite map says of itself means nothing.
        tile_width, tile_height: pixels of a cell.
        infinite: whether its layers have cells anywhere.
        tilesets: sorted by their first number.
        tile_layers, object_layers: bottom first, groups opened.
        properties: the map's properties.
        pictures: names of layers that are pictures.
        templates: names of object templates, which are not read.
    """

    width: int
    height: int
    tile_width: int
    tile_height: int
    infinite: bool
    tilesets: tuple[Tileset, ...] = ()
    tile_layers: tuple[TileLayer, ...] = ()
    object_layers: tuple[ObjectLayer, ...] = ()
    properties: Properties = field(default_factory=dict)
    pictures: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()

    def tileset_of(self, gid: int) -> Tileset | None:
        """The set that a cell's number belongs to."""
        found = None
        for tileset in self.tilesets:
            if tileset.first > gid:
                break
            found = tileset
        return found


@dataclass
class Budget:
    """Counts what a file asks for, and refuses it beyond the limits before memory is taken."""

    layers: int = 0
    objects: int = 0
    cells: int = 0

    def layer(self) -> None:
        """One more layer."""
        self.layers += 1
        if self.layers > MAX_LAYERS:
            raise FormatError(f"the map has more than {MAX_LAYERS:,} layers")

    def block(self, width: int, height: int) -> None:
        """So many more cells."""
        self.cells += width * height
        if self.cells > MAX_CELLS:
            raise FormatError(f"the layers have more than {MAX_CELLS:,} cells together")

    def object(self) -> None:
        """One more object."""
        self.objects += 1
        if self.objects > MAX_OBJECTS:
            raise FormatError(f"the map has more than {MAX_OBJECTS:,} objects")


def check_orientation(orientation: object) -> None:
    """Refuse maps whose cells are no upright squares.

    Raises:
        FormatError: it names the orientation.
    """
    if orientation in ("orthogonal", "", None):
        return
    if orientation in ("isometric", "staggered", "hexagonal", "oblique"):
        raise FormatError(
            f"it is {_ARTICLE[str(orientation)]} map; only orthogonal maps have squares to play on"
        )
    raise FormatError("its orientation is none that is known; only orthogonal maps can be read")


_ARTICLE = {
    "isometric": "an isometric",
    "staggered": "a staggered",
    "hexagonal": "a hexagonal",
    "oblique": "an oblique",
}


@lru_cache(4096)
def split_words(name: str) -> tuple[str, ...]:
    """The words of a name, lower-case, without a plural's s.

    >>> split_words("StoneWalls_02 low-wall")
    ('stone', 'wall', 'low', 'wall')
    """
    words = []
    word = ""
    for before, letter in zip(" " + name[:200], name[:200] + " ", strict=True):
        if word and (not letter.isalpha() or (letter.isupper() and before.islower())):
            words.append(_singular(word.casefold()))
            word = ""
        if letter.isalpha():
            word += letter
    return tuple(words)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
