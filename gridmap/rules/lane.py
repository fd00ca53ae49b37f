"""The lane that a space sweeps when it moves in a straight line: the convex hull of two equal spaces.

Charges are judged by what lies in its inside (rules 3.12). Its sides run along x, along y and along the
movement, so whether anything lies in it is a matter of three projections.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gridmap.model.square import Square
from gridmap.model.wall import Wall

Range = tuple[int, int]


@dataclass(frozen=True)
class Lane:
    """The hull of the spaces of `side` squares at two positions."""

    start: Square
    end: Square
    side: int

    @property
    def outline(self) -> npt.NDArray[np.float64]:
        """Its corners in turning order: ``(n, 2) float64``, squares."""
        corners = [
            (x + i * self.side, y + j * self.side)
            for x, y in (self.start, self.end)
            for i in (0, 1)
            for j in (0, 1)
        ]
        middle = np.mean(corners, axis=0)
        on_hull = [corner for corner in dict.fromkeys(corners) if self._is_corner(corner)]
        on_hull.sort(key=lambda corner: float(np.arctan2(corner[1] - middle[1], corner[0] - middle[0])))
        return np.array(on_hull, np.float64)

    def squares(self, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
        """Which squares of a map have a part of themselves in its inside: ``(height, width) bool``."""
        rows, columns = np.ogrid[: shape[0], : shape[1]]
        inside: npt.NDArray[np.bool_] = np.ones(shape, np.bool_)
        for normal, (low, high) in self._projections():
            least = normal[0] * columns + min(0, normal[0]) + normal[1] * rows + min(0, normal[1])
            inside &= (least < high) & (least + abs(normal[0]) + abs(normal[1]) > low)
        return inside

    def holds_wall(self, wall: Wall) -> bool:
        """Whether any part of a segment lies in its inside. Running along its edge is no such part."""
        ends = [(Fraction(x), Fraction(y)) for x, y in (wall.start, wall.end)]
        first, last = Fraction(0), Fraction(1)
        for normal, (low, high) in self._projections():
            at_start, at_end = (normal[0] * x + normal[1] * y for x, y in ends)
            run = at_end - at_start
            if run == 0:
                if not low < at_start < high:
                    return False
                continue
            entry, leaving = sorted(((low - at_start) / run, (high - at_start) / run))
            first, last = max(first, entry), min(last, leaving)
        return first < last

    def _projections(self) -> list[tuple[tuple[int, int], Range]]:
        """Its normals, and the least and greatest projection of the hull on each."""
        run = (self.end.x - self.start.x, self.end.y - self.start.y)
        normals = [(1, 0), (0, 1)]
        if run[0] and run[1]:
            normals.append((-run[1], run[0]))
        return [(normal, self._range(normal)) for normal in normals]

    def _range(self, normal: tuple[int, int]) -> Range:
        along = [
            normal[0] * (x + i) + normal[1] * (y + j)
            for x, y in (self.start, self.end)
            for i in (0, self.side)
            for j in (0, self.side)
        ]
        return min(along), max(along)

    def _is_corner(self, corner: tuple[int, int]) -> bool:
        """Whether a corner of the two spaces is one of the hull's: it lies on two of its borders."""
        x, y = corner
        borders = sum(normal[0] * x + normal[1] * y in limits for normal, limits in self._projections())
        return borders >= 2
