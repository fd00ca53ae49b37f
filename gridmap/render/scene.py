"""What is to be drawn, and which part of it at which scale."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from gridmap.model.battlemap import BattleMap
from gridmap.model.square import Point
from gridmap.model.terrain import Layer
from gridmap.overlays.overlay import Overlay
from gridmap.rules.ruleset import Ruleset, shipped_ruleset


class GridStyle(StrEnum):
    """How the grid is drawn."""

    LINES = "lines"
    DOTS = "dots"
    """One at each intersection."""
    CORNERS = "corners"
    """A small cross at each intersection."""
    NONE = "none"


GROUND_ORDER = (Layer.GROUND, Layer.DIFFICULT, Layer.IMPEDED, Layer.HAZARDOUS)
"""The layers of the ground as they are drawn, lowest first; blocked squares stand on all of them."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything that a painter may show. It is a value: the next scene shares what did not change.

    Attributes:
        battle_map: the map; for players their own (`players_map`), never the original.
        overlays: answers to draw over it, lowest first.
        selection: ids of the selected creatures.
        grid: whether the grid is drawn.
        layers: the terrain layers drawn.
        layer_order: the layers of the ground, lowest first.
        faint: layers that are drawn fainter, with their opacity in percent.
        elevation: whether the height of the ground is drawn.
        pictures: whether background pictures are drawn.
        names: whether creatures carry their names where there is room.
        notes: whether notes are drawn.
        fog_hides: whether fog hides what is beneath (players) or only veils it (the GM).
        ruleset: whose size table gives creatures their spaces; None for the map's own, shipped one.
        grid_style: how the grid is drawn.
    """

    battle_map: BattleMap
    overlays: tuple[Overlay, ...] = ()
    selection: frozenset[str] = frozenset()
    grid: bool = True
    layers: frozenset[Layer] = frozenset(Layer)
    layer_order: tuple[Layer, ...] = GROUND_ORDER
    faint: frozenset[tuple[Layer, int]] = frozenset()
    elevation: bool = True
    pictures: bool = True
    names: bool = True
    notes: bool = True
    fog_hides: bool = False
    ruleset: Ruleset | None = None
    grid_style: GridStyle = GridStyle.LINES

    @property
    def rules(self) -> Ruleset:
        """The ruleset whose size table gives creatures their spaces."""
        return self.ruleset if self.ruleset is not None else shipped_ruleset(self.battle_map.ruleset)


class SquareRect(NamedTuple):
    """A block of squares: columns `left` ≤ x < `right`, rows `top` ≤ y < `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def is_empty(self) -> bool:
        """Whether it holds no square."""
        return self.left >= self.right or self.top >= self.bottom

    def grown(self, squares: int) -> SquareRect:
        """Larger by some squares on every side."""
        return SquareRect(
            self.left - squares, self.top - squares, self.right + squares, self.bottom + squares
        )

    def within(self, width: int, height: int) -> SquareRect:
        """The part of it that lies on a map of that size."""
        return SquareRect(
            max(0, self.left), max(0, self.top), min(width, self.right), min(height, self.bottom)
        )


@dataclass(frozen=True)
class Frame:
    """A rectangle of pixels at a scale, in whole pixels counted from the map's top-left corner.

    All drawing goes by it. Its corner is a whole number of pixels, so two frames of one scale that overlap
    show the same pixels where they do: tiles, the canvas and an exported band agree.

    Attributes:
        left: pixels from the map's left edge.
        top: pixels from the map's top edge.
        width: in pixels.
        height: in pixels.
        scale: pixels a square.
    """

    left: int
    top: int
    width: int
    height: int
    scale: float

    def x(self, squares: float) -> float:
        """The pixel column of a place, to the fraction."""
        return squares * self.scale - self.left

    def y(self, squares: float) -> float:
        """The pixel row of a place, to the fraction."""
        return squares * self.scale - self.top

    def column_edge(self, column: float) -> int:
        """The first pixel column of a column of squares: grid lines are always whole pixels.

        The same in every frame of a scale, where rounding `x` may differ.
        """
        return floor(column * self.scale + 0.5) - self.left

    def row_edge(self, row: float) -> int:
        """The first pixel row of a row of squares."""
        return floor(row * self.scale + 0.5) - self.top

    def grown(self, pixels: int) -> Frame:
        """Larger by some pixels on every side."""
        return self.part(-pixels, -pixels, self.width + 2 * pixels, self.height + 2 * pixels)

    def squares(self, battle_map: BattleMap, margin: int = 0) -> SquareRect:
        """The squares of the map that it shows any part of, and `margin` squares around."""
        return self.squares_of(battle_map.terrain.shape, margin)

    def squares_of(self, shape: tuple[int, ...], margin: int = 0) -> SquareRect:
        """The same on a map of so many rows and columns."""
        return _squares_seen(self, shape[1], shape[0], margin)

    def part(self, x: int, y: int, width: int, height: int) -> Frame:
        """The rectangle of it that begins at its pixel (x, y)."""
        return Frame(self.left + x, self.top + y, width, height, self.scale)


@lru_cache(maxsize=512)
def _squares_seen(frame: Frame, width: int, height: int, margin: int) -> SquareRect:
    scale = frame.scale
    seen = SquareRect(
        floor(frame.left / scale - 0.5),
        floor(frame.top / scale - 0.5),
        ceil((frame.left + frame.width) / scale + 0.5),
        ceil((frame.top + frame.height) / scale + 0.5),
    )
    return seen.grown(margin).within(width, height)


def whole_pixel(place: float) -> int:
    """The nearest whole pixel. Halves always go up, so that a picture is the same wherever a frame begins.

    >>> [whole_pixel(place) for place in (0.5, 1.5, 2.5)]
    [1, 2, 3]
    """
    return floor(place + 0.5)


LEAST_SCALE = 1.0
MOST_SCALE = 400.0


@dataclass(frozen=True)
class Viewport:
    """Which part of the map a window shows.

    Attributes:
        left: the map's x at the window's left edge, in squares.
        top: the map's y at the window's top edge, in squares.
        scale: pixels a square, of the window's own (logical) pixels.
        width: the window's width in those pixels.
        height: the window's height in those pixels.
    """

    left: float
    top: float
    scale: float
    width: int
    height: int

    def frame(self, device_pixel_ratio: float = 1.0) -> Frame:
        """The rectangle of device pixels, its corner rounded to a whole one."""
        scale = self.scale * device_pixel_ratio
        return Frame(
            floor(self.left * scale + 0.5),
            floor(self.top * scale + 0.5),
            ceil(self.width * device_pixel_ratio),
            ceil(self.height * device_pixel_ratio),
            scale,
        )

    def point_at(self, x: float, y: float) -> Point:
        """The place on the map under the window's pixel (x, y)."""
        return Point(
            (floor(self.left * self.scale + 0.5) + x) / self.scale,
            (floor(self.top * self.scale + 0.5) + y) / self.scale,
        )

    def pixel_of(self, point: Point) -> tuple[float, float]:
        """The window's pixel that shows a place on the map."""
        return (
            point.x * self.scale - floor(self.left * self.scale + 0.5),
            point.y * self.scale - floor(self.top * self.scale + 0.5),
        )

    def panned(self, dx: float, dy: float) -> Viewport:
        """Moved so that the map follows a hand that moves by (dx, dy) pixels."""
        return replace(self, left=self.left - dx / self.scale, top=self.top - dy / self.scale)

    def zoomed(self, scale: float, x: float, y: float) -> Viewport:
        """At another scale, with the place under the pixel (x, y) kept there."""
        scale = min(MOST_SCALE, max(LEAST_SCALE, scale))
        under = self.point_at(x, y)
        return replace(self, scale=scale, left=under.x - x / scale, top=under.y - y / scale)

    def resized(self, width: int, height: int) -> Viewport:
        """The same corner in a window of another size."""
        return replace(self, width=width, height=height)

    @classmethod
    def fit(cls, battle_map: BattleMap, width: int, height: int, margin: int = 16) -> Viewport:
        """The whole map in the middle of a window, with a margin of so many pixels.

        From 8 pixels a square on the scale is a whole number, at which every square is equally large.
        """
        room_x, room_y = max(1, width - 2 * margin), max(1, height - 2 * margin)
        scale = min(room_x / battle_map.width, room_y / battle_map.height)
        if scale >= 8:
            scale = float(floor(scale))
        scale = min(MOST_SCALE, max(LEAST_SCALE, scale))
        left = (battle_map.width - width / scale) / 2
        top = (battle_map.height - height / scale) / 2
        return cls(left, top, scale, width, height)
