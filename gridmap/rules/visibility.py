"""What can be seen from a point, as a shape, past blocked squares and walls at any angle (rules 6.1).

A shape is for showing: its borders are floats. Whether one square has a line to another is decided
exactly, in integers, by `gridmap.rules.lines`.

Round the point, the ends of all edges cut the full turn into wedges. In a wedge no edge begins or ends and
none cross (shapely nodes them first), so a single edge is nearest all through it: each edge in turn marks
the wedges that it spans, where it is nearer than those before it. Before that, edges wholly behind nearer
ones are left out, sector by sector of the turn: on a crowded map few remain.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import space
from gridmap.rules.stoppers import Flags, Mask, spread_out

Edges = npt.NDArray[np.float64]
"""Straight edges: ``(n, 2, 2) float64``, both ends, in squares."""
_FULL_TURN = 2 * np.pi
_AXES = np.arange(-1, 3) * np.pi / 2
_NONE = np.empty(0)
_HAIR = 1e-12
_STEP = 1e-6
"""Squares: what is this near begins at once."""
_SAME_PLACE = 1e-9
"""Squares by which a corner may be off for it to be the same one."""


def visible_from(battle_map: BattleMap, point: Point) -> BaseGeometry:
    """All that can be seen from a point of the map: a shapely polygon, in squares.

    Empty for a point off the map or inside a blocked square.
    """
    if not _stands_free(battle_map, point):
        return shapely.Polygon()
    edges = _edges(battle_map) - np.array(point)
    angles = np.arctan2(edges[:, :, 1], edges[:, :, 0])
    # Turned so that each edge runs with the angle; edges in line with the point hide nothing.
    side = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    backwards = side < 0
    edges[backwards] = edges[backwards, ::-1]
    starts, stops = np.where(backwards, angles.T[::-1], angles.T)
    span = stops - starts
    span[span < 0] += _FULL_TURN
    hiding = (span > _HAIR) & (span < np.pi - _HAIR) & (side != 0)
    hiding[hiding] = _in_view(edges[hiding], starts[hiding], span[hiding])
    edges, starts, stops = edges[hiding], starts[hiding], stops[hiding]
    on_grid = float(point.x).is_integer() or float(point.y).is_integer()
    bounds = np.unique(np.concatenate([starts, stops, _AXES if on_grid else _NONE]))
    nearest = _nearest_edges(edges, starts, stops, bounds)
    if on_grid:
        nearest[_into_stone(battle_map, point, bounds)] = -1
    seen = shapely.Polygon(_ring(edges, nearest, bounds) + np.array(point))
    return seen if shapely.is_valid(seen) else shapely.make_valid(seen).buffer(0)


def visible_to(battle_map: BattleMap, creature: Creature, ruleset: Ruleset) -> BaseGeometry:
    """All that can be seen from the centre of any square of a creature's space."""
    return shapely.union_all([visible_from(battle_map, square.centre) for square in space(creature, ruleset)])


def _stands_free(battle_map: BattleMap, point: Point) -> bool:
    x, y = point
    if not (0 <= x <= battle_map.width and 0 <= y <= battle_map.height):
        return False
    column, row = int(x), int(y)
    inside = x != column and y != row
    return not (inside and battle_map.terrain.blocked[row, column])


def _into_stone(battle_map: BattleMap, point: Point, bounds: npt.NDArray[np.float64]) -> Flags:
    """In which wedges one looks from a grid line straight into a blocked square or off the map."""
    middles = _middles(bounds)
    columns = np.floor(point.x + _STEP * np.cos(middles)).astype(np.int64) + 1
    rows = np.floor(point.y + _STEP * np.sin(middles)).astype(np.int64) + 1
    stone = np.pad(battle_map.terrain.blocked != 0, 1, constant_values=True)
    into: Flags = stone[rows, columns]
    return into


def _middles(bounds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The direction in the middle of each wedge."""
    middles: npt.NDArray[np.float64] = bounds + ((np.roll(bounds, -1) - bounds) % _FULL_TURN) / 2
    return middles


_kept: IdentityCache[Edges] = IdentityCache(2)


def _edges(battle_map: BattleMap) -> Edges:
    """Borders of blocked squares, stopping walls, and the map's own border; none cross."""
    return _kept.get((battle_map.terrain.blocked, battle_map.walls), lambda: _noded(battle_map))


def _noded(battle_map: BattleMap) -> Edges:
    width, height = battle_map.width, battle_map.height
    page = [
        [(0, 0), (width, 0)],
        [(width, 0), (width, height)],
        [(width, height), (0, height)],
        [(0, height), (0, 0)],
    ]
    walls = [
        [wall.start, wall.end] for wall in battle_map.walls if wall.stops_lines and wall.start != wall.end
    ]
    edges = np.concatenate([_borders(battle_map.terrain.blocked != 0), np.array(page, np.float64)])
    if not walls:
        return edges
    inside = shapely.clip_by_rect(shapely.linestrings(np.array(walls, np.float64)), 0, 0, width, height)
    noded = shapely.node(shapely.multilinestrings([*shapely.linestrings(edges), *shapely.get_parts(inside)]))
    parts = shapely.get_parts(noded)
    places, owner = shapely.get_coordinates(parts, return_index=True)
    joined = owner[1:] == owner[:-1]
    return np.stack([places[:-1][joined], places[1:][joined]], axis=1)


def _borders(blocked: Mask) -> Edges:
    """The borders between blocked and free squares, each as long as it runs straight; none cross."""
    padded = np.pad(blocked, 1)
    upright = padded[1:-1, 1:] != padded[1:-1, :-1]
    level = padded[1:, 1:-1] != padded[:-1, 1:-1]
    # Where two blocked squares touch by a corner alone, a level border ends on the upright one.
    crossings = np.zeros((level.shape[0], upright.shape[1]), np.bool_)
    crossings[1:-1, 1:-1] = upright[1:, 1:-1] & upright[:-1, 1:-1] & level[1:-1, 1:] & level[1:-1, :-1]
    columns = _runs(upright.T, np.zeros_like(crossings.T))
    return np.concatenate([columns, _runs(level, crossings)[:, :, ::-1]]).astype(np.float64)


def _runs(marked: Mask, cuts: Mask) -> npt.NDArray[np.int64]:
    """Runs of marks along each row as ``(n, 2, 2)``: (row, first) and (row, after the last).

    A run also ends, and another begins, before a number that is among the `cuts` of its row.
    """
    padded = np.pad(marked, ((0, 0), (1, 1)))
    rows, first = np.nonzero(padded[:, 1:] & ~padded[:, :-1] | cuts)
    _, after = np.nonzero(padded[:, :-1] & ~padded[:, 1:] | cuts)
    return np.stack([np.column_stack([rows, first]), np.column_stack([rows, after])], axis=1)


_SECTORS = 2048
_FIRST_EDGES = 64


def _in_view(edges: Edges, starts: npt.NDArray[np.float64], span: npt.NDArray[np.float64]) -> Flags:
    """Which edges may be seen at all; those that are not lie wholly behind nearer ones.

    For each sector of the turn, `reach` is how far one can see in it at most: the farther end of the nearest
    edge found that bars all of it. Edges are looked at by their distance, ever more of them at a time.
    """
    near, far = _distances_of(edges)
    order = np.argsort(near)
    near, far = near[order], far[order]
    turn = (starts[order] + np.pi) * (_SECTORS / _FULL_TURN)
    first, last = turn.astype(np.int64), (turn + span[order] * (_SECTORS / _FULL_TURN)).astype(np.int64)
    touching, barring = last - first + 1, np.maximum(last - first - 1, 0)
    reach = np.full(_SECTORS, np.inf)
    seen = np.zeros(len(edges), np.bool_)
    begin, count = 0, _FIRST_EDGES
    while begin < len(order) and near[begin] <= reach.max():
        some = np.arange(begin, min(begin + count, len(order)))
        owner, number = spread_out(touching[some])
        touched = (first[some][owner] + number) % _SECTORS
        some = some[np.maximum.reduceat(reach[touched], np.flatnonzero(number == 0)) >= near[some]]
        seen[order[some]] = True
        # Sectors at both ends of an edge it bars in part only.
        owner, number = spread_out(barring[some])
        barred = (first[some][owner] + 1 + number) % _SECTORS
        np.minimum.at(reach, barred, far[some][owner])
        begin, count = begin + count, 4 * count
    return seen


def _distances_of(edges: Edges) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The least and the greatest distance of each edge from the origin."""
    # Columns in a row each: numpy is slow along an axis of two.
    x, y, end_x, end_y = np.ascontiguousarray(edges.reshape(-1, 4).T)
    run_x, run_y = end_x - x, end_y - y
    along = -(x * run_x + y * run_y) / (run_x * run_x + run_y * run_y)
    along = np.minimum(np.maximum(along, 0), 1)
    foot_x, foot_y = x + along * run_x, y + along * run_y
    far = np.maximum(x * x + y * y, end_x * end_x + end_y * end_y)
    return np.sqrt(foot_x * foot_x + foot_y * foot_y), np.sqrt(far)


def _nearest_edges(
    edges: Edges,
    starts: npt.NDArray[np.float64],
    stops: npt.NDArray[np.float64],
    bounds: npt.NDArray[np.float64],
) -> npt.NDArray[np.intp]:
    """For each wedge from one bound to the next, the edge that is nearest in it; -1 for none."""
    count = len(bounds)
    middles = _middles(bounds)
    ray_x, ray_y = np.cos(middles), np.sin(middles)
    (x, y), (run_x, run_y) = edges[:, 0].T, (edges[:, 1] - edges[:, 0]).T
    off = x * run_y - y * run_x
    nearest = np.full(count, -1)
    least = np.full(count, np.inf)
    begins = np.searchsorted(bounds, starts)
    spans = (np.searchsorted(bounds, stops) - begins) % count
    for some in _parts(spans):
        owner, number = spread_out(spans[some])
        owner += some.start
        wedge = (begins[owner] + number) % count
        # How far along each ray of length 1 from the origin the edge's line is met.
        distance = off[owner] / (ray_x[wedge] * run_y[owner] - ray_y[wedge] * run_x[owner])
        before = least.copy()
        np.minimum.at(least, wedge, distance)
        is_nearest = (distance == least[wedge]) & (distance < before[wedge])
        # Of several the first counts: it is set last.
        nearest[wedge[is_nearest][::-1]] = owner[is_nearest][::-1]
    return nearest


_PAIRS_AT_ONCE = 500_000
"""Edges with wedges that they span, looked at together, to bound memory."""


def _parts(spans: npt.NDArray[np.intp]) -> list[slice]:
    """The edges in parts that span no more wedges together than may be looked at at once."""
    pair = np.cumsum(spans) // _PAIRS_AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(pair)) + 1).tolist(), len(spans)]
    return [slice(first, after) for first, after in pairwise(cuts)]


def _ring(
    edges: Edges, nearest: npt.NDArray[np.intp], bounds: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The outline of what is seen: the stretch of the nearest edge in each wedge, joined to the next."""
    # Neighbouring wedges with the same edge have one stretch.
    begins = nearest != np.roll(nearest, 1)
    ends = nearest != np.roll(nearest, -1)
    # Where stone begins at once, nothing is seen.
    corners = np.zeros((len(bounds), 2, 2))
    lit = nearest >= 0
    first, last = begins & lit, ends & lit
    corners[first, 0] = _meeting(edges[nearest[first]], bounds[first])
    corners[last, 1] = _meeting(edges[nearest[last]], np.roll(bounds, -1)[last])
    ring = corners[np.stack([begins, ends], axis=1)]
    # Where two edges share their end, both meet the ray there.
    apart = np.abs(ring - np.roll(ring, 1, axis=0)).max(axis=1) > _SAME_PLACE
    outline: npt.NDArray[np.float64] = ring[apart]
    return outline


def _meeting(edges: Edges, angles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Where each edge's line meets the ray of its angle."""
    ray_x, ray_y = np.cos(angles), np.sin(angles)
    start, run = edges[:, 0], edges[:, 1] - edges[:, 0]
    along = (start[:, 0] * run[:, 1] - start[:, 1] * run[:, 0]) / (ray_x * run[:, 1] - ray_y * run[:, 0])
    return np.column_stack([along * ray_x, along * ray_y])
