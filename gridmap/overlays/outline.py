"""The outline of a set of squares, read off the edges of its array."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def outline(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Where a mask's squares meet other squares or the map's edge, as straight runs as long as can be.

    Args:
        mask: ``(height, width) bool``.

    Returns:
        ``(n, 2, 2) float64``: both ends of each run, lattice points in squares; first the horizontal runs
        by y and x, then the vertical ones by x and y.

    >>> outline(np.array([[True, True]])).tolist()[0]
    [[0.0, 0.0], [2.0, 0.0]]
    """
    # Bytes compare and shift eight times faster than a bool array is differenced.
    cells = np.zeros((mask.shape[0] + 2, mask.shape[1] + 2), np.uint8)
    cells[1:-1, 1:-1] = mask
    y, left, right = _runs(np.not_equal(cells[1:, 1:-1], cells[:-1, 1:-1]))
    x, top, bottom = _runs(np.not_equal(cells[1:-1, 1:], cells[1:-1, :-1]).T)
    ends = np.empty((len(y) + len(x), 2, 2), np.float64)
    across, down = ends[: len(y)], ends[len(y) :]
    across[:, 0, 0], across[:, 1, 0], across[:, :, 1] = left, right, y[:, np.newaxis]
    down[:, 0, 1], down[:, 1, 1], down[:, :, 0] = top, bottom, x[:, np.newaxis]
    return ends


def _runs(
    lines: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Unbroken runs of ones in each line: the line, and where the run begins and ends."""
    padded = np.zeros((lines.shape[0], lines.shape[1] + 2), np.bool_)
    padded[:, 1:-1] = lines
    line, place = np.nonzero(np.not_equal(padded[:, 1:], padded[:, :-1]))
    return line[::2], place[::2], place[1::2]
