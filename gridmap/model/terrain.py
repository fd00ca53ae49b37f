"""Terrain layers (rules 2.1): one read-only array a layer, overlapping freely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.uint8]
"""One terrain layer: ``(height, width) uint8``, 0 where there is none of it."""


class Layer(StrEnum):
    """A terrain layer, by the name that map files use."""

    DIFFICULT = "difficult"
    IMPEDED = "impeded"
    BLOCKED = "blocked"
    HAZARDOUS = "hazardous"
    GROUND = "ground"


class Blocked(IntEnum):
    """How a blocked square stands in its place (rules 2.1, 2.3)."""

    FREE = 0
    FILLS = 1
    """Dressed wall: its corners bar diagonal steps."""
    ROUNDED = 2
    """Pillar, statue, tree, rounded rock: its corners may be cut."""


class GroundKind(IntEnum):
    """What a square's ground is made of, which says by which mode it is crossed (rules 3.10)."""

    GROUND = 0
    WATER = 1
    """Deep enough to swim in."""
    AIR = 2
    """A gap with nothing to stand on: a chasm, the open sky."""
    CLIFF = 3
    """A steep face that is climbed."""
    EARTH = 4
    """Loose earth that is burrowed through."""


LAYERS: MappingProxyType[Layer, MappingProxyType[str, int]] = MappingProxyType(
    {
        Layer.DIFFICULT: MappingProxyType({".": 0, "2": 2, "4": 4, "8": 8}),
        Layer.IMPEDED: MappingProxyType({".": 0, "x": 1}),
        Layer.BLOCKED: MappingProxyType({".": 0, "#": int(Blocked.FILLS), "o": int(Blocked.ROUNDED)}),
        Layer.HAZARDOUS: MappingProxyType({".": 0, "x": 1}),
        Layer.GROUND: MappingProxyType(
            {
                ".": int(GroundKind.GROUND),
                "w": int(GroundKind.WATER),
                "a": int(GroundKind.AIR),
                "c": int(GroundKind.CLIFF),
                "e": int(GroundKind.EARTH),
            }
        ),
    }
)
"""Each layer's values by the character that stands for them in a map file's rows."""


def read_only(array: npt.ArrayLike) -> Grid:
    """The array as ``uint8`` that nobody can write to; an array already so is returned as it is."""
    grid = np.asarray(array, dtype=np.uint8)
    if not grid.flags.writeable and grid.base is None:
        return grid
    grid = grid.copy()
    grid.flags.writeable = False
    return grid


@dataclass(frozen=True, eq=False)
class Terrain:
    """The terrain of a whole map.

    Attributes:
        difficult: ``(height, width) uint8``, the cost factor 2, 4 or 8, else 0.
        impeded: ``(height, width) uint8``, 1 where impeded (rules 3.6).
        blocked: ``(height, width) uint8``, a `Blocked` value.
        hazardous: ``(height, width) uint8``, 1 where hazardous.
        ground: ``(height, width) uint8``, a `GroundKind` value.
    """

    difficult: Grid
    impeded: Grid
    blocked: Grid
    hazardous: Grid
    ground: Grid

    def __post_init__(self) -> None:
        shape = np.shape(self.difficult)
        if len(shape) != 2:
            raise ValueError(f"a terrain layer has rows and columns, not {len(shape)} dimensions")
        for layer in Layer:
            grid = read_only(getattr(self, layer))
            if grid.shape != shape:
                raise ValueError(f"terrain layer {layer} is {grid.shape}, the others are {shape}")
            object.__setattr__(self, layer, grid)

    @classmethod
    def open_ground(cls, width: int, height: int) -> Terrain:
        """Terrain with nothing on it."""
        empty = read_only(np.zeros((height, width), np.uint8))
        return cls(*(empty for _ in Layer))

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) in squares."""
        height, width = self.difficult.shape
        return height, width

    def layer(self, layer: Layer) -> Grid:
        """The array of one layer."""
        grid: Grid = getattr(self, layer)
        return grid

    def with_layer(self, layer: Layer, grid: npt.ArrayLike) -> Terrain:
        """The same terrain with one layer's array replaced; the others are shared."""
        changes: dict[str, Any] = {str(layer): grid}
        return replace(self, **changes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Terrain):
            return NotImplemented
        return all(
            self.layer(layer) is other.layer(layer) or np.array_equal(self.layer(layer), other.layer(layer))
            for layer in Layer
        )

    __hash__ = None  # type: ignore[assignment]
