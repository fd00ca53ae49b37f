"""How a Foundry scene's canvas of pixels lies on a map of squares.

The scene's picture lies in the middle of a padded canvas, and grid lines run from the canvas's corner. The
map is the squares that the picture touches.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import numpy as np

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.lenient import number, whole, words
from gridmap.formats.options import ReadOptions
from gridmap.formats.report import Notice
from gridmap.formats.segments import Segments
from gridmap.model.battlemap import check_map_size
from gridmap.model.square import FEET_PER_SQUARE

USUAL_PADDING = 0.25
USUAL_PIXELS = 100
MAX_SQUARES_PER_CELL = 20

_NOISE = 1e-3
_FEET = {"ft": 1, "feet": 1, "foot": 1, "'": 1, "′": 1, "yd": 3, "yard": 3, "yards": 3}
_METRES = frozenset({"m", "meter", "meters", "metre", "metres", "mt", "mts", "метр", "м"})
_SQUARES = frozenset({"in", "inch", "inches", '"', "″", "sq", "square", "squares"})
FEET_PER_METRE = FEET_PER_SQUARE / 1.5
"""A square of 5 feet is 1.5 metres in translated rules."""


@dataclass(frozen=True)
class Grid:
    """A scene's grid, whichever version wrote it.

    Attributes:
        pixels: along a grid square.
        type: 0 none, 1 squares, 2 to 5 hexagons.
        distance, units: what a grid square measures.
    """

    pixels: float
    type: int
    distance: float | None
    units: str


@dataclass(frozen=True)
class Page:
    """Where a map lies on the canvas.

    Attributes:
        width, height: in squares.
        left, top: the map's corner on the canvas, in pixels.
        pixels: along a square of the map.
        squares_per_cell: squares of the map along a grid square of the scene.
        picture: the picture's left, top, width and height, in squares of the map.
    """

    width: int
    height: int
    left: float
    top: float
    pixels: float
    squares_per_cell: int
    picture: tuple[float, float, float, float]


def grid_of(scene: dict[str, Any]) -> Grid:
    """A scene's grid.

    Raises:
        FormatError: it has no sensible size, or is one of hexagons.
    """
    stated = scene.get("grid")
    newer = stated if isinstance(stated, dict) else {}
    size = newer.get("size") if isinstance(stated, dict) else stated
    pixels = number(USUAL_PIXELS if size is None else size, 100_000)
    if pixels is None or pixels < 1:
        raise FormatError(f"grid is {shown(size)}; it must be a number of pixels from 1 to 100,000")
    kind = whole(newer.get("type", scene.get("gridType", 1)))
    if kind is not None and 2 <= kind <= 5:
        raise FormatError("the scene's grid is one of hexagons; gridmap knows only squares")
    return Grid(
        pixels,
        1 if kind is None else kind,
        number(newer.get("distance", scene.get("gridDistance"))),
        words(newer.get("units", scene.get("gridUnits")), 40),
    )


def squares_per_cell(grid: Grid, options: ReadOptions, notices: list[Notice]) -> tuple[int, bool]:
    """How many squares of 5 feet lie along a grid square, and whether that is only taken for granted.

    One square where it is no whole number of them, and said so.

    Raises:
        FormatError: the size that was asked for is no whole number of squares.
    """
    if options.cell_feet is not None:
        return options.squares_per_cell(FEET_PER_SQUARE), False
    units = grid.units.casefold().rstrip(".")
    if grid.distance is None and not units:
        return 1, False
    feet = _in_feet(1 if grid.distance is None else grid.distance, units)
    told = f"{grid.distance if grid.distance is not None else ''} {grid.units}".strip()
    squares = None if feet is None else feet / FEET_PER_SQUARE
    if squares is not None and abs(squares - round(squares)) < 0.02:
        count = round(squares)
        if 1 <= count <= MAX_SQUARES_PER_CELL:
            if count > 1:
                notices.append(
                    Notice(
                        "A grid square measures {told} and became {count} x {count} squares of 5 ft.",
                        {"told": told, "count": count},
                    )
                )
            return count, False
    notices.append(
        Notice(
            "A grid square measures {told}, which is no whole number of 5-ft squares; it was taken for one "
            "square.",
            {"told": told or "nothing"},
        )
    )
    return 1, True


def _in_feet(distance: float, units: str) -> float | None:
    if not units or units in _FEET:
        return distance * _FEET.get(units, 1)
    if units in _METRES:
        return distance * FEET_PER_METRE
    if units in _SQUARES:
        return distance * FEET_PER_SQUARE
    return None


def page_of(
    scene: dict[str, Any],
    size: tuple[float, float],
    grid: Grid,
    squares: int,
    walls: Segments,
    notices: list[Notice],
) -> Page:
    """The page of a scene.

    Args:
        scene: its fields.
        size: width and height of its picture, in pixels.
        grid: its grid.
        squares: squares of the map along a grid square.
        walls: ``(n, 4) float64``, in pixels of the canvas: they tell a scene that was made without padding.
        notices: what was taken for granted is added here.

    Raises:
        FormatError: the map would be too large.
    """
    shift = _shift(scene)
    padding = number(scene.get("padding", USUAL_PADDING), 10)
    padding = USUAL_PADDING if padding is None or padding < 0 else padding
    padded = tuple(ceil(side * padding / grid.pixels - 1e-9) * grid.pixels for side in size)
    if any(padded) and _forgot_padding(walls, size, (padded[0], padded[1]), grid.pixels):
        notices.append(
            Notice(
                "All walls lie where they would without the scene's padding of {padding:g}; it was left out.",
                {"padding": padding},
            )
        )
        padded = (0, 0)
    if grid.type == 0:
        notices.append(
            Notice(
                "The scene has no grid; one of {pixels:g} pixels a square was laid over it.",
                {"pixels": grid.pixels},
            )
        )
    pixels = grid.pixels / squares
    starts, corners, spans, counts = [], [], [], []
    for axis in (0, 1):
        start = (padded[axis] - shift[axis]) / grid.pixels
        first = floor(start + _NOISE)
        begin = round(max(0.0, start - first) * squares, 6)
        begin = 0.0 if begin < _NOISE else begin
        span = size[axis] / pixels
        starts.append(begin)
        corners.append(first * grid.pixels)
        spans.append(span)
        counts.append(max(1, ceil(begin + span - 0.01)))
    try:
        check_map_size(*counts)
    except ValueError as error:
        raise FormatError(f"width and height: {error}") from None
    if max(starts) > 0:
        notices.append(
            Notice(
                "The picture is shifted against the grid and lies {x:g}, {y:g} squares from the corner, so "
                "that the grid keeps its place.",
                {"x": round(starts[0], 4), "y": round(starts[1], 4)},
            )
        )
    return Page(
        counts[0],
        counts[1],
        corners[0],
        corners[1],
        pixels,
        squares,
        (starts[0], starts[1], spans[0], spans[1]),
    )


def _shift(scene: dict[str, Any]) -> tuple[float, float]:
    """How far the picture is moved left and up from the padding's edge, in pixels."""
    background = scene.get("background")
    newer = background if isinstance(background, dict) else {}
    x = number(newer.get("offsetX", scene.get("shiftX")))
    y = number(newer.get("offsetY", scene.get("shiftY")))
    return (x or 0.0, y or 0.0)


def _forgot_padding(
    walls: Segments, size: tuple[float, float], padded: tuple[float, float], pixels: float
) -> bool:
    """Whether all walls lie on an unpadded picture, and some of them not on the padded one."""
    if not len(walls):
        return False
    ends = walls.reshape(-1, 2)
    low, high = ends.min(axis=0), ends.max(axis=0)
    sides, offset = np.array(size), np.array(padded)
    unpadded = (low >= -pixels / 2).all() and (high <= sides + pixels / 2).all()
    fits = (low >= offset - pixels).all() and (high <= offset + sides + pixels).all()
    return bool(unpadded and not fits)
