"""The borders of blocked squares, each as long as it runs straight."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Edges = npt.NDArray[np.float64]
"""Straight edges: ``(n, 2, 2) float64``, both ends, in squares."""
Mask = npt.NDArray[np.bool_]


def borders(blocked: Mask) -> Edges:
    """The borders between blocked and free squares; the map's own border is one of blocked squares alone.

    >>> borders(np.array([[True, True]]))[:, :, 0].tolist()
    [[0.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 2.0]]
    """
    padded = np.pad(blocked, 1)
    upright = _runs((padded[1:-1, 1:] != padded[1:-1, :-1]).T)
    level = _runs(padded[1:, 1:-1] != padded[:-1, 1:-1])
    return np.concatenate([upright, level[:, :, ::-1]]).astype(np.float64)


def _runs(marked: Mask) -> npt.NDArray[np.int64]:
    """Runs of marks along each row as ``(n, 2, 2)``: (row, first) and (row, after the last)."""
    steps = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, first = np.nonzero(steps == 1)
    _, after = np.nonzero(steps == -1)
    return np.stack([np.column_stack([rows, first]), np.column_stack([rows, after])], axis=1)
