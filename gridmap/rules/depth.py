"""How far the eye reaches in every direction, quickly: for showing what is seen, not for rules.

From a point, rays go out all around; of every edge that stops sight, the rays that meet it are known by the
angles of its ends, and each ray keeps the nearest of its edges. A square is seen where a ray reaches as far
as one of its sight points. At `MOST_SQUARES` two rays are a seventh of a square apart, so what is seen is
right to less than that; whether a line is clear is decided exactly by `gridmap.rules.lines`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gridmap.model.identity_cache import IdentityCache
from gridmap.model.square import Square
from gridmap.rules.borders import Edges, borders
from gridmap.rules.clear_line import SIGHT_POINTS, clear
from gridmap.rules.stoppers import UNIT, Indices, Mask, Stoppers, spread_out

MOST_SQUARES = 200
"""Nobody makes out a square that is farther: 1,000 feet."""
_RAYS = 8192
_STEP = 2 * np.pi / _RAYS
_RAYS_A_SECTOR = 32
_FIRST_RING = 6.0
_HAIR = 1e-9
Depths = npt.NDArray[np.float32]
"""``(rays,) float32``: how far each ray goes, in squares."""
_seen: IdentityCache[Mask] = IdentityCache(64)
_bare: IdentityCache[Stoppers] = IdentityCache(4)


class Window(NamedTuple):
    """The squares of a map that an eye may make out: columns and rows."""

    columns: slice
    rows: slice


def window_round(eye: Square, shape: tuple[int, ...]) -> Window:
    """The squares within `MOST_SQUARES` of one, on a map of so many rows and columns."""
    return Window(
        slice(max(0, eye.x - MOST_SQUARES), max(0, min(shape[1], eye.x + MOST_SQUARES + 1))),
        slice(max(0, eye.y - MOST_SQUARES), max(0, min(shape[0], eye.y + MOST_SQUARES + 1))),
    )


def seen_from_middle(stop: Stoppers, eye: Square) -> Mask:
    """What is seen from the middle of a square, of the squares in `window_round` it. Shared, read-only.

    A sight point of the square is seen (rules 6.1b), and it does not itself stop sight.
    """
    return _seen.get((stop,), lambda: _looked(stop, eye), eye)


def _looked(stop: Stoppers, eye: Square) -> Mask:
    window = window_round(eye, stop.squares.shape)
    depths = _depths(_edges.get((stop,), lambda: _Edges(stop)), eye)
    rays, distances, middle = _offsets(min(MOST_SQUARES, max(stop.squares.shape)))
    left, top = middle + window.columns.start - eye.x, middle + window.rows.start - eye.y
    right, bottom = middle + window.columns.stop - eye.x, middle + window.rows.stop - eye.y
    seen = np.zeros((bottom - top, right - left), np.bool_)
    for ray, distance in zip(rays, distances, strict=True):
        seen |= depths.take(ray[top:bottom, left:right]) >= distance[top:bottom, left:right]
    seen &= ~stop.squares[window.rows, window.columns]
    seen.flags.writeable = False
    return seen


class _Edges:
    """Borders of stopping squares, and walls.

    Attributes:
        ends: ``(n, 2, 2) float64``, in squares.
        most: no two places of the map and its edges are farther apart.
    """

    def __init__(self, stop: Stoppers) -> None:
        self.ends = np.concatenate([borders(stop.squares), stop.walls / UNIT])
        low, high = self.ends.min(axis=1), self.ends.max(axis=1)
        self._low, self._high = low.T.astype(np.float32), high.T.astype(np.float32)
        far = np.abs(self.ends).max() if len(self.ends) else 0.0
        self.most = float(far + max(stop.squares.shape))

    def least_distances(self, eye: Square) -> npt.NDArray[np.float32]:
        """How far each edge is from the middle of a square along the longer axis: no farther than it is."""
        (x, y) = eye.centre
        across = np.maximum(self._low[0] - x, x - self._high[0])
        down = np.maximum(self._low[1] - y, y - self._high[1])
        distances: npt.NDArray[np.float32] = np.maximum(np.maximum(across, down), 0).astype(np.float32)
        return distances


_edges: IdentityCache[_Edges] = IdentityCache(4)


def _depths(edges: _Edges, eye: Square) -> Depths:
    """How far each ray from the middle of a square goes until an edge stops it.

    Edges are looked at by their distance, ring by ring, without those behind what was found.
    """
    near = edges.least_distances(eye)
    depths = np.full(_RAYS, np.inf)
    inner, outer = 0.0, _FIRST_RING
    while inner <= edges.most:
        farthest = depths.reshape(-1, _RAYS_A_SECTOR).max(axis=1)
        if inner > farthest.max():
            break
        some = np.flatnonzero((near >= inner) & (near < outer))
        if len(some):
            _shorten(depths, edges.ends[some] - np.array(eye.centre), near[some], farthest)
        inner, outer = outer, 2 * outer
    return depths.astype(np.float32)


def _shorten(
    depths: npt.NDArray[np.float64],
    ends: Edges,
    near: npt.NDArray[np.float32],
    farthest: npt.NDArray[np.float64],
) -> None:
    """Let some edges stop rays.

    Args:
        depths: ``(rays,)``, how far each ray goes; changed.
        ends: the edges, seen from the eye.
        near: no place of each is nearer than that.
        farthest: how far the longest ray of each sector goes.
    """
    angles = np.arctan2(ends[:, :, 1], ends[:, :, 0])
    span = (angles[:, 1] - angles[:, 0]) % (2 * np.pi)
    start = np.where(span > np.pi, angles[:, 1], angles[:, 0])
    span = np.where(span > np.pi, 2 * np.pi - span, span)
    # Ray k points at (k + ½) steps; the ends of an edge belong to it.
    first = np.ceil((start - _HAIR) / _STEP - 0.5).astype(np.int64)
    last = np.floor((start + span + _HAIR) / _STEP - 0.5).astype(np.int64)
    in_view = last >= first
    sector, last_sector = first // _RAYS_A_SECTOR, last // _RAYS_A_SECTOR
    owner, number = spread_out(np.maximum(last_sector - sector + 1, 1))
    reach = farthest[(sector[owner] + number) % len(farthest)]
    in_view &= np.maximum.reduceat(reach, np.flatnonzero(number == 0)) >= near
    first, last, ends = first[in_view], last[in_view], ends[in_view]
    entry, number = spread_out(last - first + 1)
    ray = (first[entry] + number) % _RAYS
    cos, sin = _directions()
    (x, y), (run_x, run_y) = ends[:, 0].T, (ends[:, 1] - ends[:, 0]).T
    over, under = x * run_y - y * run_x, cos[ray] * run_y[entry] - sin[ray] * run_x[entry]
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.abs(over[entry] / under)
    # A ray along an edge is stopped by the edges beside it, if by anything.
    there = np.isfinite(reach)
    np.minimum.at(depths, ray[there], reach[there])


@lru_cache(maxsize=1)
def _directions() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    angles = (np.arange(_RAYS) + 0.5) * _STEP
    return np.cos(angles), np.sin(angles)


@lru_cache(maxsize=2)
def _offsets(squares: int) -> tuple[list[npt.NDArray[np.int16]], list[Depths], int]:
    """For each sight point of the squares round one: the ray nearest to it, and how far it is.

    Returns:
        Both ``(2 squares + 1, 2 squares + 1)`` for each sight point, and the place of the middle in them.
    """
    places = np.arange(-squares, squares + 1)
    rays: list[npt.NDArray[np.int16]] = []
    distances: list[Depths] = []
    for x, y in (SIGHT_POINTS / UNIT - 0.5).tolist():
        across, down = (places + x)[np.newaxis, :], (places + y)[:, np.newaxis]
        rays.append((np.floor(np.arctan2(down, across) / _STEP).astype(np.int64) % _RAYS).astype(np.int16))
        distances.append(np.hypot(across, down).astype(np.float32))
    return rays, distances, squares


def blocked_beside(stop: Stoppers, seen: Mask) -> Mask:
    """Stopping squares that touch one that is seen with no wall between: ``(height, width) bool``.

    One sees the face of the rock that bounds what one sees.
    """
    candidates = np.zeros_like(seen)
    height, width = seen.shape
    padded = np.pad(seen, 1)
    pairs: list[Indices] = []
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            beside = padded[dy : dy + height, dx : dx + width] & stop.squares
            rows, columns = np.nonzero(beside)
            pairs.append(np.stack([columns, rows, columns + dx - 1, rows + dy - 1], axis=1))
    ends = np.concatenate(pairs)
    free = _no_wall_between(stop, ends)
    candidates[ends[free, 1], ends[free, 0]] = True
    return candidates


def _no_wall_between(stop: Stoppers, ends: Indices) -> Mask:
    """Whether no wall crosses the line from middle to middle of two squares, given as x, y, x, y."""
    if not len(stop.walls):
        return np.ones(len(ends), np.bool_)
    bare = _bare.get((stop,), lambda: Stoppers(np.zeros_like(stop.squares), stop.walls))
    middles = ends * UNIT + UNIT // 2
    return clear(bare, middles[:, :2], middles[:, 2:])
