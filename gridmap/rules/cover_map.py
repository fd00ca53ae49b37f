"""Cover and concealment on every square of a map from one attacker (rules 6.2 to 6.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.model.terrain import Layer
from gridmap.rules.clear_line import CORNERS, square_entries, wall_crossings
from gridmap.rules.cover import LOW_WALL_SQUARES, Attack, CoverGrade, bordered_squares
from gridmap.rules.fan import Fan, eyes_of
from gridmap.rules.horizon import MOST_POINTS
from gridmap.rules.metric import Box, box_distances, creature_box, offsets_apart, square_box
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import space
from gridmap.rules.spaces import Spaces
from gridmap.rules.square_pairs import Squares
from gridmap.rules.stoppers import (
    UNIT,
    Flags,
    Indices,
    Mask,
    Places,
    Segments,
    Stoppers,
    segments_of,
    stoppers,
)

Grades = npt.NDArray[np.uint8]
"""``(height, width) uint8``, a `CoverGrade.rank` for each square: 0 none, 1 soft, 2 cover, 3 total."""


@dataclass(frozen=True, eq=False)
class _Lines:
    """Lines from one corner of the attacker to the corners of some squares.

    Attributes:
        corner: where they start: ``(2,)``.
        squares: ``(n, 2)``, the squares that they run to.
        left: ``(n, 4) bool``, which are stopped when moved to their left.
        right: the same to their right.
    """

    corner: Places
    squares: Squares
    left: Flags
    right: Flags

    def ends(self, square: Indices, corner: Indices) -> tuple[Places, Places]:
        """Start and end of some of the lines, by their squares and corners."""
        ends: Places = self.squares[square] * UNIT + CORNERS[corner]
        return np.broadcast_to(self.corner, ends.shape), ends

    def clear_to(self) -> Flags:
        """To which squares all four lines are clear."""
        return ~np.asarray((self.left & self.right).any(axis=1))


@dataclass(frozen=True, eq=False)
class _LowWall:
    """A low wall, and the squares that it covers."""

    segment: Segments
    covered: Mask


def cover_field(
    battle_map: BattleMap,
    attacker: Creature | Square,
    ruleset: Ruleset,
    attack: Attack = Attack.RANGED,
) -> Grades:
    """The grade of cover that a creature of one square would have on each square: ``(height, width) uint8``.

    Who stands on a square already gives no soft cover there. An attacker given as a square is one square
    large. Squares of its space that are off the map count for nothing.
    """
    whole = (attacker,) if isinstance(attacker, Square) else space(attacker, ruleset)
    own = tuple(square for square in whole if battle_map.contains(square))
    grades = np.full((battle_map.height, battle_map.width), CoverGrade.TOTAL.rank, np.uint8)
    if not own:
        return grades
    mine = np.array(own, np.int64)
    corners, corner_of = np.unique(
        (mine[:, np.newaxis] * UNIT + CORNERS).reshape(-1, 2), axis=0, return_inverse=True
    )
    seen, fans = _fans(stoppers(battle_map), own, corners)
    low_walls = _low_walls(battle_map, ruleset, mine, seen)
    soft = _Creatures(battle_map, ruleset, attacker, own) if attack == Attack.RANGED else None
    parts = [_clear_squares(fan, seen, low_walls, soft) for fan in fans]
    hard_clear, soft_clear = (np.concatenate(masks) for masks in zip(*parts, strict=True))
    best = np.where(hard_clear.any(axis=0), CoverGrade.SOFT.rank, CoverGrade.COVER.rank)
    best[soft_clear.any(axis=0)] = CoverGrade.NONE.rank
    if attack == Attack.MELEE:
        box = square_box(attacker) if isinstance(attacker, Square) else creature_box(attacker, ruleset)
        adjacent = _adjacent(box, grades.shape, ruleset)
        # Beside the attacker, cover is none where some square of it has every line clear (rules 6.3).
        all_clear = hard_clear[corner_of.reshape(-1, len(CORNERS))].all(axis=1).any(axis=0)
        best[adjacent] = np.where(all_clear, CoverGrade.NONE.rank, CoverGrade.COVER.rank)[adjacent]
    grades[seen] = best[seen]
    return grades


def _adjacent(box: Box, shape: tuple[int, int], ruleset: Ruleset) -> Mask:
    """The squares of a map that a block is no farther than one square from."""
    left, right, top, bottom, *levels = box
    x, y = max(0, left - 1), max(0, top - 1)
    near = (max(0, min(shape[0], bottom + 2) - y), max(0, min(shape[1], right + 2) - x))
    moved = (left - x, right - x, top - y, bottom - y, levels[0], levels[1])
    adjacent = np.zeros(shape, np.bool_)
    adjacent[y : y + near[0], x : x + near[1]] = box_distances(moved, near, ruleset.metric) <= 1
    return adjacent


def concealment_field(
    battle_map: BattleMap,
    attacker: Creature | Square,
    ruleset: Ruleset,
    concealing: Mask,
    attack: Attack = Attack.RANGED,
) -> Grades:
    """The chance to miss a creature of one square on each square, in percent: ``(height, width) uint8``.

    Concealment is counted like cover, with concealing squares in place of blocked ones (rules 6.5), so this
    is the cover map of a map on which nothing else stands.
    """
    ground = battle_map.terrain.with_layer(Layer.BLOCKED, concealing.astype(np.uint8))
    bare = battle_map.with_changes(terrain=ground, walls=(), creatures=())
    percent = np.zeros(len(CoverGrade), np.uint8)
    percent[CoverGrade.COVER.rank], percent[CoverGrade.TOTAL.rank] = 20, 50
    missed: Grades = percent[cover_field(bare, attacker, ruleset, attack)]
    return missed


def _fans(stop: Stoppers, own: tuple[Square, ...], corners: Places) -> tuple[Mask, list[Fan]]:
    """What is seen from the attacker's squares, and fans from all its corners."""
    nobody = np.zeros((0, 2), np.int64)
    eyes = eyes_of(stop, own)
    if len(own) == 1 and eyes:
        # One look serves both.
        fans = [Fan(stop, eyes[0], corners)]
    else:
        parts = [corners[first : first + MOST_POINTS] for first in range(0, len(corners), MOST_POINTS)]
        fans = [Fan(stop, some, nobody) for some in eyes] + [Fan(stop, nobody, some) for some in parts]
    seen = np.zeros(stop.squares.shape, np.bool_)
    for fan in fans:
        fan.mark_seen(seen)
    return seen, [fan for fan in fans if len(fan.corners)]


def _clear_squares(
    fan: Fan, seen: Mask, low_walls: tuple[_LowWall, ...], soft: _Creatures | None
) -> tuple[Mask, Mask]:
    """To which squares four lines from each corner are clear, and are so with creatures in the way.

    Both ``(corners, height, width) bool``.
    """
    stopped = fan.to_corners()
    hard_clear = _four_clear(stopped)
    soft_stopped, soft_clear = stopped, hard_clear.copy()
    if soft is not None and soft.mask.any():
        soft_stopped = fan.to_corners(soft.mask)
        soft_clear = _four_clear(soft_stopped)
    # What stops lines to some squares alone: low walls near them, and not those who stand there themselves.
    special = np.zeros_like(seen) if soft is None else soft.taken & seen
    for low_wall in low_walls:
        special |= low_wall.covered
    rows, columns = np.nonzero(special)
    if len(rows):
        squares = np.stack([columns, rows], axis=1)
        hard, softer = (_lines(some, fan.corners, squares) for some in (stopped, soft_stopped))
        for corner, (lines, soft_lines) in enumerate(zip(hard, softer, strict=True)):
            lines, soft_lines = _with_low_walls(lines, low_walls), _with_low_walls(soft_lines, low_walls)
            if soft is not None:
                soft_lines = soft.without_standers(lines, soft_lines)
            hard_clear[corner, rows, columns] = lines.clear_to()
            soft_clear[corner, rows, columns] = soft_lines.clear_to()
    return hard_clear, soft_clear


def _four_clear(stopped: tuple[Mask, Mask]) -> Mask:
    """The squares whose four corners have clear lines, from lines to every intersection."""
    free = ~(stopped[0] & stopped[1])
    return np.asarray(free[:, :-1, :-1] & free[:, :-1, 1:] & free[:, 1:, :-1] & free[:, 1:, 1:])


def _lines(stopped: tuple[Mask, Mask], corners: Places, squares: Squares) -> list[_Lines]:
    """Each corner's lines to some squares, out of those to every intersection."""
    x, y = ((squares[:, np.newaxis] + CORNERS // UNIT)[..., axis] for axis in (0, 1))
    return [
        _Lines(corner, squares, left[y, x], right[y, x])
        for corner, left, right in zip(corners, *stopped, strict=True)
    ]


class _Creatures:
    """Those who give soft cover from an attacker (rules 6.2); the dead give none (8.2)."""

    def __init__(
        self,
        battle_map: BattleMap,
        ruleset: Ruleset,
        attacker: Creature | Square,
        own: tuple[Square, ...],
    ) -> None:
        attacker_id = None if isinstance(attacker, Square) else attacker.id
        others = [
            creature
            for creature in battle_map.creatures
            if creature.id != attacker_id and not creature.has("dead")
        ]
        owner, squares = Spaces(others, ruleset).squares(np.arange(len(others)))
        x, y = squares.T
        on_map = (x >= 0) & (x < battle_map.width) & (y >= 0) & (y < battle_map.height)
        self._owner, self._squares = owner[on_map], squares[on_map]
        self.taken = np.zeros((battle_map.height, battle_map.width), np.bool_)
        self.taken[self._squares[:, 1], self._squares[:, 0]] = True
        # Squares that the attacker stands in itself hide nobody from it.
        self._covers = ~(self._squares[:, np.newaxis] == np.array(own)).all(axis=2).any(axis=1)
        self.mask = self.taken.copy()
        for square in own:
            self.mask[square.y, square.x] = False

    def without_standers(self, hard: _Lines, soft: _Lines) -> _Lines:
        """The soft lines, where to squares in which somebody stands the others alone count."""
        x, y = hard.squares.T
        taken = np.flatnonzero(self.taken[y, x] & hard.clear_to() & ~soft.clear_to())
        soft.left[taken], soft.right[taken] = hard.left[taken], hard.right[taken]
        here = (hard.squares[taken, np.newaxis] == self._squares).all(axis=2)
        standing = np.zeros((len(taken), int(self._owner.max(initial=-1)) + 1), np.bool_)
        which, entry = np.nonzero(here)
        standing[which, self._owner[entry]] = True
        # Those between alone can stop a line: in the box of the corner and the square.
        corners, others = hard.squares[taken] * UNIT, self._squares * UNIT
        low, high = np.minimum(corners, hard.corner), np.maximum(corners + UNIT, hard.corner)
        between = (others <= high[:, np.newaxis]) & (others + UNIT >= low[:, np.newaxis])
        which, entry = np.nonzero(between.all(axis=2) & ~standing[:, self._owner] & self._covers)
        square, corner = np.repeat(taken[which], len(CORNERS)), np.tile(np.arange(len(CORNERS)), len(which))
        starts, ends = hard.ends(square, corner)
        left, right = square_entries(starts, ends, np.repeat(others[entry], len(CORNERS), axis=0))
        soft.left[square[left], corner[left]] = True
        soft.right[square[right], corner[right]] = True
        return soft


def _low_walls(battle_map: BattleMap, ruleset: Ruleset, mine: Squares, seen: Mask) -> tuple[_LowWall, ...]:
    """Low walls with the squares in sight that they cover from the attacker (rules 6.2)."""
    found = []
    for wall in battle_map.walls:
        if not wall.gives_cover_only or wall.start == wall.end:
            continue
        segment = segments_of([wall])
        bordered = bordered_squares(segment)
        left, top = np.maximum(bordered.min(axis=0) - LOW_WALL_SQUARES, 0)
        right, bottom = np.maximum(bordered.max(axis=0) + LOW_WALL_SQUARES + 1, 0)
        rows, columns = np.nonzero(seen[top:bottom, left:right])
        if not len(rows):
            continue
        squares = np.stack([columns + left, rows + top], axis=1)
        distances = _distances(bordered, squares, ruleset)
        farthest = min(LOW_WALL_SQUARES, _distances(bordered, mine, ruleset).min())
        chosen = squares[distances <= farthest]
        covered = np.zeros_like(seen)
        covered[chosen[:, 1], chosen[:, 0]] = True
        found.append(_LowWall(segment[0], covered))
    return tuple(found)


def _distances(bordered: Squares, squares: Squares, ruleset: Ruleset) -> npt.NDArray[np.int64]:
    """The distance of each square from the nearest bordered one."""
    gaps = squares[:, np.newaxis] - bordered
    distances: npt.NDArray[np.int64] = offsets_apart(gaps[..., 0], gaps[..., 1], ruleset.metric).min(axis=1)
    return distances


def _with_low_walls(lines: _Lines, low_walls: tuple[_LowWall, ...]) -> _Lines:
    """The lines with low walls in the way of those squares that they cover."""
    if not low_walls:
        return lines
    left, right = lines.left.copy(), lines.right.copy()
    x, y = lines.squares.T
    for low_wall in low_walls:
        covered = np.flatnonzero(low_wall.covered[y, x])
        square, corner = np.repeat(covered, len(CORNERS)), np.tile(np.arange(len(CORNERS)), len(covered))
        starts, ends = lines.ends(square, corner)
        walls = np.broadcast_to(low_wall.segment, (len(ends), 2, 2))
        on_left, on_right = wall_crossings(starts, ends, walls)
        left[square[on_left], corner[on_left]] = True
        right[square[on_right], corner[on_right]] = True
    return replace(lines, left=left, right=right)
