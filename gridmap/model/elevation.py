"""How high the ground lies, square by square."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MAX_ELEVATION = 30_000
"""The highest and the deepest ground, in feet."""


@dataclass(frozen=True, eq=False)
class Elevation:
    """The height of the ground over the map's zero: ``(height, width) int16``, feet."""

    feet: npt.NDArray[np.int16]

    def __post_init__(self) -> None:
        feet = np.array(self.feet, np.int16)
        if feet.ndim != 2:
            raise ValueError(f"elevation has rows and columns, not {feet.ndim} dimensions")
        if feet.size and np.abs(feet.astype(np.int32)).max() > MAX_ELEVATION:
            raise ValueError(f"elevation is at most {MAX_ELEVATION:,} feet either way")
        feet.flags.writeable = False
        object.__setattr__(self, "feet", feet)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Elevation):
            return NotImplemented
        return np.array_equal(self.feet, other.feet)

    __hash__ = None  # type: ignore[assignment]
