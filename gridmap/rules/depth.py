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
_FIRST_EDGES = 64
_HAIR = 1e-9
Depths = npt.NDArray[np.float32]
"""``(rays,) float32``: how far each ray goes, in squares."""
_edges: IdentityCache[Edges] = IdentityCache(4)
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
    depths = _depths(_edges.get((stop,), lambda: _edges_of(stop)), eye)
    rays, distances, middle = _offsets(min(MOST_SQUARES, max(stop.squares.shape)))
    left, top = middle + window.columns.start - eye.x, middle + window.rows.start - eye.y
    right, bottom = middle + window.columns.stop - eye.x, middle + window.rows.stop - eye.y
    seen = np.zeros((bottom - top, right - left), np.bool_)
    for ray, distance in zip(rays, distances, strict=True):
        seen |= depths.take(ray[top:bottom, left:right]) >= distance[top:bottom, left:right]
    seen &= ~stop.squares[window.rows, window.columns]
    seen.flags.writeable = False
    return seen


def _edges_of(stop: Stoppers) -> Edges:
    """Borders of stopping squares, and walls."""
    return np.concatenate([borders(stop.squares), stop.walls / UNIT])


def _depths(edges: Edges, eye: Square) -> Depths:
    """How far each ray from the middle of a square goes until an edge stops it.

    Edges are looked at by their distance, ever more of them at a time, without those behind what was found.
    """
    ends = edges - np.array(eye.centre)
    near = _least_distances(ends)
    order = np.argsort(near)
    depths = np.full(_RAYS, np.inf)
    begin, count = 0, _FIRST_EDGES
    while begin < len(order):
        some = order[begin : begin + count]
        farthest = depths.reshape(-1, _RAYS_A_SECTOR).max(axis=1)
        if near[some[0]] > farthest.max():
            break
        _shorten(depths, ends[some], near[some], farthest)
        begin, count = begin + count, 2 * count
    return depths.astype(np.float32)


def _shorten(
    depths: npt.NDArray[np.float64],
    ends: Edges,
    near: npt.NDArray[np.float64],
    farthest: npt.NDArray[np.float64],
) -> None:
    """Let some edges stop rays.

    Args:
        depths: ``(rays,)``, how far each ray goes; changed.
        ends: the edges, seen from the eye.
        near: how far the nearest place of each is.
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


def _least_distances(ends: Edges) -> npt.NDArray[np.float64]:
    """How far the nearest place of each edge is from the origin."""
    start, run = ends[:, 0], ends[:, 1] - ends[:, 0]
    along = np.clip(-(start * run).sum(axis=1) / (run * run).sum(axis=1), 0, 1)
    foot = start + along[:, np.newaxis] * run
    distances: npt.NDArray[np.float64] = np.hypot(foot[:, 0], foot[:, 1])
    return distances


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
