"""What can be seen from a point, as a shape, past blocked squares and walls at any angle (rules 6.1).

A shape is for showing: its borders are floats. Whether one square has a line to another is decided
exactly, in integers, by `gridmap.rules.lines`.

Round the point, the ends of all edges cut the full turn into wedges. In a wedge no edge begins or ends and
none cross (shapely nodes them first), so a single edge is nearest all through it: each edge in turn marks
the wedges that it spans, where it is nearer than those before it. Before that, edges wholly behind nearer
ones are left out, sector by sector of the turn: on a crowded map few remain.
"""

from __future__ import annotations

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
_HAIR = 1e-12


def visible_from(battle_map: BattleMap, point: Point) -> BaseGeometry:
    """All that can be seen from a point of the map: a shapely polygon, in squares.

    Empty for a point off the map or inside a blocked square.
    """
    if not _stands_free(battle_map, point):
        return shapely.Polygon()
    edges = _edges(battle_map) - np.array(point)
    angles = np.arctan2(edges[:, :, 1], edges[:, :, 0])
    span = (angles[:, 1] - angles[:, 0]) % _FULL_TURN
    # Turned so that each edge runs with the angle; edges in line with the point hide nothing.
    backwards = span > np.pi
    edges[backwards] = edges[backwards, ::-1]
    angles[backwards] = angles[backwards, ::-1]
    span = np.where(backwards, _FULL_TURN - span, span)
    hiding = (span > _HAIR) & (np.abs(span - np.pi) > _HAIR)
    hiding[hiding] = _in_view(edges[hiding], angles[hiding, 0], span[hiding])
    edges, starts, stops = edges[hiding], angles[hiding, 0], angles[hiding, 1]
    bounds = np.unique(np.concatenate([starts, stops]))
    nearest = _nearest_edges(edges, starts, stops, bounds)
    first, last = bounds, np.roll(bounds, -1)
    corners = np.stack([_meeting(edges[nearest], first), _meeting(edges[nearest], last)], axis=1)
    ring = corners.reshape(-1, 2) + np.array(point)
    return shapely.make_valid(shapely.Polygon(ring)).buffer(0)


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


_SECTORS = 4096
_FIRST_EDGES = 64


def _in_view(edges: Edges, starts: npt.NDArray[np.float64], span: npt.NDArray[np.float64]) -> Flags:
    """Which edges may be seen at all; those that are not lie wholly behind nearer ones.

    For each sector of the turn, `reach` is how far one can see in it at most: the farther end of the nearest
    edge found that bars all of it. Edges are looked at by their distance, ever more of them at a time.
    """
    near, far = _distances_of(edges)
    order = np.argsort(near)
    first = np.floor((starts + np.pi) / _FULL_TURN * _SECTORS).astype(np.int64)
    last = np.floor((starts + np.pi + span) / _FULL_TURN * _SECTORS).astype(np.int64)
    reach = np.full(_SECTORS, np.inf)
    seen = np.zeros(len(edges), np.bool_)
    begin, count = 0, _FIRST_EDGES
    while begin < len(order) and near[order[begin]] <= reach.max():
        some = order[begin : begin + count]
        owner, number = spread_out(last[some] - first[some] + 1)
        touched = (first[some][owner] + number) % _SECTORS
        lowest = np.flatnonzero(number == 0)
        seen[some] = np.logical_or.reduceat(near[some][owner] <= reach[touched], lowest)
        some = some[seen[some]]
        # Sectors at both ends of an edge it bars in part only.
        owner, number = spread_out(np.maximum(last[some] - first[some] - 1, 0))
        barred = (first[some][owner] + 1 + number) % _SECTORS
        np.minimum.at(reach, barred, far[some][owner])
        begin, count = begin + count, 2 * count
    return seen


def _distances_of(edges: Edges) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The least and the greatest distance of each edge from the origin."""
    start, run = edges[:, 0], edges[:, 1] - edges[:, 0]
    along = np.clip(-(start * run).sum(axis=1) / (run * run).sum(axis=1), 0, 1)
    foot = start + along[:, np.newaxis] * run
    ends = np.hypot(edges[:, :, 0], edges[:, :, 1])
    return np.hypot(foot[:, 0], foot[:, 1]), ends.max(axis=1)


def _nearest_edges(
    edges: Edges,
    starts: npt.NDArray[np.float64],
    stops: npt.NDArray[np.float64],
    bounds: npt.NDArray[np.float64],
) -> npt.NDArray[np.intp]:
    """For each wedge from one bound to the next, the edge that is nearest in it."""
    count = len(bounds)
    middles = bounds + ((np.roll(bounds, -1) - bounds) % _FULL_TURN) / 2
    rays = np.column_stack([np.cos(middles), np.sin(middles)])
    nearest = np.zeros(count, np.intp)
    least = np.full(count, np.inf)
    begins, ends = np.searchsorted(bounds, starts), np.searchsorted(bounds, stops)
    for index, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
        pieces = [slice(begin, end)] if begin < end else [slice(begin, count), slice(0, end)]
        for piece in pieces:
            distance = _distances(edges[index], rays[piece])
            nearer = distance < least[piece]
            least[piece][nearer] = distance[nearer]
            nearest[piece][nearer] = index
    return nearest


def _distances(edge: npt.NDArray[np.float64], rays: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How far along each ray of length 1 from the origin the edge's line is met."""
    (x, y), (run_x, run_y) = edge[0], edge[1] - edge[0]
    distances: npt.NDArray[np.float64] = (x * run_y - y * run_x) / (rays[:, 0] * run_y - rays[:, 1] * run_x)
    return distances


def _meeting(edges: Edges, angles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Where each edge's line meets the ray of its angle."""
    ray_x, ray_y = np.cos(angles), np.sin(angles)
    start, run = edges[:, 0], edges[:, 1] - edges[:, 0]
    along = (start[:, 0] * run[:, 1] - start[:, 1] * run[:, 0]) / (ray_x * run[:, 1] - ray_y * run[:, 0])
    return np.column_stack([along * ray_x, along * ray_y])
