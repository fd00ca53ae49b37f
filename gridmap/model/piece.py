"""A piece of a map: a small map and which of its squares count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.terrain import Layer


class Part(StrEnum):
    """What of a map a piece may hold, beside the terrain layers by their own names."""

    ELEVATION = "elevation"
    WALLS = "walls"
    CREATURES = "creatures"
    NOTES = "notes"


PARTS: tuple[str, ...] = (*(str(layer) for layer in Layer), *(str(part) for part in Part))
"""Every part by its name."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A small map and which of its squares belong to the piece.

    Attributes:
        battle_map: of the region's own block of squares; it holds the parts that were taken and no others.
        mask: ``(height, width) bool``, the piece's squares.
        parts: names of the parts taken; pasting lays those and leaves others alone.
    """

    battle_map: BattleMap
    mask: npt.NDArray[np.bool_]
    parts: frozenset[str] = frozenset(PARTS)
