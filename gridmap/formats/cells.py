"""Dungeons that are given cell by cell: floor and rock become terrain, walls run along the edges between."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError
from gridmap.formats.json_text import decode
from gridmap.formats.mapobject import MAX_WALLS
from gridmap.model.battlemap import check_map_size
from gridmap.model.square import Point
from gridmap.model.terrain import Blocked, Layer, Terrain
from gridmap.model.wall import SECRET, Wall, WallKind

Floor = npt.NDArray[np.bool_]


class Side(IntEnum):
    """A side of a cell."""

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3

    @property
    def step(self) -> tuple[int, int]:
        """To the neighbour beyond it: x, y."""
        return ((0, -1), (1, 0), (0, 1), (-1, 0))[self]

    @property
    def opposite(self) -> Side:
        """The side across the cell."""
        return Side((self + 2) % 4)

    @classmethod
    def towards(cls, x: int, y: int) -> Side | None:
        """The side in a direction; None if it is none of the four."""
        return next((side for side in cls if side.step == (x, y)), None)


class Edge(NamedTuple):
    """A side shared by two cells (or by one and the outside), under one name whichever cell it is seen from.

    Attributes:
        across: whether it runs from left to right, above cell (x, y); else from top to bottom, left of it.
    """

    x: int
    y: int
    across: bool

    @classmethod
    def of(cls, x: int, y: int, side: Side) -> Edge:
        """The edge on that side of a cell."""
        match side:
            case Side.TOP:
                return cls(x, y, True)
            case Side.BOTTOM:
                return cls(x, y + 1, True)
            case Side.LEFT:
                return cls(x, y, False)
            case Side.RIGHT:
                return cls(x + 1, y, False)

    def ends(self, scale: int) -> tuple[Point, Point]:
        """Its two ends, in squares, `scale` of them along a cell."""
        x, y = self.x * scale, self.y * scale
        return Point(x, y), (Point(x + scale, y) if self.across else Point(x, y + scale))


@dataclass(frozen=True)
class Leaf:
    """What closes an edge.

    Attributes:
        secret: players take it for a wall.
        extra: what else the file says of it.
    """

    secret: bool = False
    extra: dict[str, Any] = field(default_factory=dict)

    def wall(self, edge: Edge, scale: int) -> Wall:
        """The closed door."""
        extra = {SECRET: True, **self.extra} if self.secret else self.extra
        return Wall(*edge.ends(scale), WallKind.DOOR, extra=extra)


def check_cells(width: int, height: int, scale: int) -> None:
    """Refuse a dungeon that makes too large a map, before memory is taken.

    Raises:
        FormatError: one sentence that names the limit.
    """
    try:
        check_map_size(width * scale, height * scale)
    except ValueError as error:
        raise FormatError(str(error)) from None


def spread(cells: npt.NDArray[Any], scale: int) -> npt.NDArray[Any]:
    """One value a square from one value a cell: ``(height, width)`` to ``(height, width) * scale``."""
    return cells if scale == 1 else cells.repeat(scale, axis=0).repeat(scale, axis=1)


def terrain_of(floor: Floor, scale: int) -> Terrain:
    """Rock fills every square of a cell that is no floor.

    Args:
        floor: ``(height, width) bool``, cells.
        scale: squares along a cell.
    """
    height, width = floor.shape
    blocked = np.where(spread(floor, scale), Blocked.FREE, Blocked.FILLS).astype(np.uint8)
    return Terrain.open_ground(width * scale, height * scale).with_layer(Layer.BLOCKED, blocked)


def walls_of(floor: Floor, leaves: dict[Edge, Leaf], scale: int) -> tuple[list[Wall], list[Wall]]:
    """Walls along the edges between floor and rock, as long as they run straight, and the doors.

    A door's edge is never part of a wall.

    Returns:
        Walls and doors.

    Raises:
        FormatError: there are more than a map holds.
    """
    level = _runs(floor, {(edge.y, edge.x) for edge in leaves if edge.across}) * scale
    upright = _runs(floor.T, {(edge.x, edge.y) for edge in leaves if not edge.across}) * scale
    count = len(level) + len(upright) + len(leaves)
    if count > MAX_WALLS:
        raise FormatError(f"the map has {count:,} walls; the limit is {MAX_WALLS:,}")
    walls = [Wall(Point(start, line), Point(stop, line)) for line, start, stop in level.tolist()]
    walls += [Wall(Point(line, start), Point(line, stop)) for line, start, stop in upright.tolist()]
    return walls, [leaf.wall(edge, scale) for edge, leaf in leaves.items()]


def _runs(floor: Floor, open_edges: set[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Straight stretches of edges between one row and the next (columns, seen turned).

    Returns:
        ``(n, 3) int64``, in cells: the row that they lie above, where they start and where they stop.
    """
    beyond = np.pad(floor, ((1, 1), (0, 0)))
    edges = beyond[:-1] != beyond[1:]
    for line, place in open_edges:
        if 0 <= line < edges.shape[0] and 0 <= place < edges.shape[1]:
            edges[line, place] = False
    changes = np.diff(np.pad(edges, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    lines, starts = np.nonzero(changes == 1)
    stops = np.nonzero(changes == -1)[1]
    return np.column_stack([lines, starts, stops]).astype(np.int64)


def decode_dungeon(content: bytes, most_bytes: int) -> dict[str, Any]:
    """The JSON object of a generated dungeon.

    Raises:
        FormatError: the file is larger than the limit, or holds no JSON object.
    """
    if len(content) > most_bytes:
        raise FormatError(
            f"it has {len(content) / 1e6:,.0f} MB; the limit for such a dungeon is {most_bytes >> 20} MB"
        )
    document = decode(content)
    if not isinstance(document, dict):
        raise FormatError("the JSON is no object")
    return document
