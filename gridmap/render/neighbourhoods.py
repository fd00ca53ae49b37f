"""Squares numbered by what they look like: by the squares around them and where in the textures they lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]

_AT_ONCE = 20_000
"""Squares that are numbered together, as whole rows."""
_AROUND = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
_KEY_PARTS = len(_AROUND) + 2


class Neighbourhoods:
    """Numbers for the squares of a map: two squares with the same number look the same."""

    def __init__(self, kinds: Sequence[Mask], side: int, period: int, *, throws: bool) -> None:
        """Nothing is numbered yet.

        Args:
            kinds: the squares of each kind that is drawn, at most 16: ``(height, width) bool``.
            side: pixels of a square.
            period: pixels after which every texture begins anew.
            throws: whether a square throws something, a shadow, on those right of it and below. Else
                it has nothing of its neighbours but outlines.
        """
        height, width = kinds[0].shape if kinds else (0, 0)
        # A bit for each kind, and an empty square all round.
        self._kinds = np.zeros((height + 2, width + 2), np.uint16)
        for bit, mask in enumerate(kinds):
            self._kinds[1:-1, 1:-1] |= mask.astype(np.uint16) << bit
        self._side, self._period, self._throws = side, period, throws
        self._numbers: dict[bytes, int] = {}
        self._rows = (0, 0, 0, 0)
        self._known: Numbers = np.empty((0, 0), np.intp)

    def __len__(self) -> int:
        """How many numbers there are so far."""
        return len(self._numbers)

    def row(self, row: int, left: int, right: int) -> Numbers:
        """The numbers of the squares from one column up to another: ``(right - left,) intp``."""
        first, last, *columns = self._rows
        if not first <= row < last or columns != [left, right]:
            first, last = row, min(len(self._kinds) - 2, row + max(1, _AT_ONCE // (right - left)))
            self._known = self._numbered(first, last, left, right)
            self._rows = (first, last, left, right)
        numbers: Numbers = self._known[row - first]
        return numbers

    def _numbered(self, top: int, bottom: int, left: int, right: int) -> Numbers:
        found, which = np.unique(self._keys(top, bottom, left, right), return_inverse=True)
        numbers = [self._numbers.setdefault(key.tobytes(), len(self._numbers)) for key in found]
        known: Numbers = np.array(numbers, np.intp)[which.reshape(bottom - top, right - left)]
        return known

    def _keys(self, top: int, bottom: int, left: int, right: int) -> npt.NDArray[np.void]:
        near = self._kinds[top : bottom + 2, left : right + 2]
        rows, columns = bottom - top, right - left
        keys = np.zeros((rows, columns, _KEY_PARTS), np.uint16)

        def beside(dy: int, dx: int) -> npt.NDArray[np.uint16]:
            return near[1 + dy : 1 + dy + rows, 1 + dx : 1 + dx + columns]

        middle = beside(0, 0)
        for place, (dy, dx) in enumerate(_AROUND):
            other = beside(dy, dx)
            if dx and dy and not (self._throws and dx == dy == -1):
                # In a corner an outline runs along a side, unless both sides are as the square itself is.
                alike = ~(middle ^ beside(dy, 0)) & ~(middle ^ beside(0, dx))
                other = other & alike | middle & ~alike
            keys[:, :, place] = other
        # Where nothing is near, there is no texture either.
        textured = keys.any(axis=2)
        keys[:, :, -2] = np.arange(left, right) * self._side % self._period * textured
        keys[:, :, -1] = (np.arange(top, bottom) * self._side % self._period)[:, np.newaxis] * textured
        return keys.reshape(-1, _KEY_PARTS).view(np.dtype((np.void, 2 * _KEY_PARTS))).reshape(-1)
