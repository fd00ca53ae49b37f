"""Fog: which squares the players have been shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from gridmap.model.terrain import Grid, read_only


class FogState(IntEnum):
    """What players see of a square."""

    HIDDEN = 0
    """Nothing."""
    REVEALED = 1
    """All that is not secret."""
    REMEMBERED = 2
    """The ground and the walls as they saw them, but no creatures: it is out of their sight now."""


@dataclass(frozen=True, eq=False)
class Fog:
    """What has been revealed to the players: ``(height, width) uint8``, a `FogState` value."""

    revealed: Grid

    def __post_init__(self) -> None:
        object.__setattr__(self, "revealed", read_only(self.revealed))

    @property
    def in_sight(self) -> npt.NDArray[np.bool_]:
        """``(height, width) bool``: squares whose creatures players see."""
        in_sight: npt.NDArray[np.bool_] = self.revealed == FogState.REVEALED
        return in_sight

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """``(height, width) bool``: squares whose ground players see, in sight or remembered."""
        known: npt.NDArray[np.bool_] = self.revealed != FogState.HIDDEN
        return known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fog):
            return NotImplemented
        return np.array_equal(self.revealed, other.revealed)

    __hash__ = None  # type: ignore[assignment]
