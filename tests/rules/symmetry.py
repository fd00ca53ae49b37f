"""The eight symmetries of the square, on map objects, points and masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.reference.board import side


@dataclass(frozen=True)
class Symmetry:
    """Exchange x and y, then count x or y from the far edge."""

    transposed: bool
    flip_x: bool
    flip_y: bool

    def point(self, point: tuple[float, float], width: int, height: int) -> tuple[float, float]:
        """Where a point of a width × height map comes to lie."""
        x, y = point
        if self.transposed:
            x, y, width, height = y, x, height, width
        return (width - x if self.flip_x else x), (height - y if self.flip_y else y)

    def square(self, square: tuple[int, int], width: int, height: int, room: int = 1) -> tuple[int, int]:
        """Where the top-left square of a space comes to lie."""
        x, y = square
        ends = [self.point((x + i, y + j), width, height) for i in (0, room) for j in (0, room)]
        return int(min(end[0] for end in ends)), int(min(end[1] for end in ends))

    def mask(self, mask: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A ``(height, width)`` array, moved along."""
        turned = mask.T if self.transposed else mask
        if self.flip_x:
            turned = turned[:, ::-1]
        return turned[::-1] if self.flip_y else turned

    def step(self, step: tuple[int, int]) -> tuple[int, int]:
        """A direction, moved along."""
        x, y = step[::-1] if self.transposed else step
        return (-x if self.flip_x else x), (-y if self.flip_y else y)

    def map_object(self, raw: dict[str, Any], ruleset: str) -> dict[str, Any]:
        """The whole map, moved along."""
        width, height = raw["width"], raw["height"]
        layers = {
            name: ["".join(row) for row in self.mask(np.array([list(row) for row in rows])).tolist()]
            for name, rows in raw["terrain"].items()
        }
        return {
            **raw,
            "width": height if self.transposed else width,
            "height": width if self.transposed else height,
            "terrain": layers,
            "walls": [
                {**wall, **{end: list(self.point(wall[end], width, height)) for end in ("from", "to")}}
                for wall in raw["walls"]
            ],
            "creatures": [
                {
                    **creature,
                    "at": list(self.square(creature["at"], width, height, side(ruleset, creature["size"]))),
                }
                for creature in raw["creatures"]
            ],
        }


SYMMETRIES = tuple(
    Symmetry(transposed, flip_x, flip_y)
    for transposed in (False, True)
    for flip_x in (False, True)
    for flip_y in (False, True)
)
