"""Fog: which squares the players have been shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gridmap.model.terrain import Grid, read_only


@dataclass(frozen=True, eq=False)
class Fog:
    """Squares revealed to the players: ``(height, width) uint8``, 1 where revealed."""

    revealed: Grid

    def __post_init__(self) -> None:
        object.__setattr__(self, "revealed", read_only(self.revealed))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fog):
            return NotImplemented
        return np.array_equal(self.revealed, other.revealed)

    __hash__ = None  # type: ignore[assignment]
