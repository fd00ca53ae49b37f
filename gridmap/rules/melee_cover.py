"""Where cover from an enemy saves a mover from its strikes (rules 4.3), asked position by position."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Point, Square
from gridmap.model.terrain import Layer
from gridmap.rules.cover import Attack, CoverGrade, cover
from gridmap.rules.cover_map import cover_field
from gridmap.rules.metric import boxes_apart, creature_box
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach, side
from gridmap.rules.stoppers import Mask

_FEW = 16
"""So many positions are looked at one by one before it pays to look at all round the enemy at once."""


class MeleeCover:
    """Whether cover from one enemy saves a mover; soft cover does not."""

    def __init__(self, battle_map: BattleMap, mover: Creature, enemy: Creature, ruleset: Ruleset) -> None:
        self._battle_map, self._mover, self._enemy, self._ruleset = battle_map, mover, enemy, ruleset
        self._side, self._theirs = side(mover, ruleset), creature_box(enemy, ruleset)
        self._known: dict[Square, bool] = {}

    def saves(self, at: Square) -> bool:
        """Whether the mover has cover from the enemy at a position."""
        if not self._ruleset.reach.cover_stops_provoking:
            return False
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._look(at)
        return known

    def _look(self, at: Square) -> bool:
        if not self._anything_near(at):
            return False
        if len(self._known) >= _FEW and self._is_in_the_field(at):
            x, y, side = at.x - self._left, at.y - self._top, self._side
            return bool(self._covered[y : y + side, x : x + side].all())
        there = cover(self._battle_map, self._enemy, replace(self._mover, at=at), self._ruleset, Attack.MELEE)
        return there.grade in (CoverGrade.COVER, CoverGrade.TOTAL)

    def _anything_near(self, at: Square) -> bool:
        """Whether anything that could give cover is near the lines between the two at all."""
        one, other = creature_box(self._mover, self._ruleset, at), self._theirs
        left, right = min(one[0], other[0]) - 1, max(one[1], other[1]) + 2
        top, bottom = min(one[2], other[2]) - 1, max(one[3], other[3]) + 2
        blocked = self._battle_map.terrain.blocked
        if blocked[max(0, top) : max(0, bottom), max(0, left) : max(0, right)].any():
            return True
        return any(
            x0 <= right and x1 >= left and y0 <= bottom and y1 >= top for x0, x1, y0, y1 in self._wall_boxes
        )

    @cached_property
    def _wall_boxes(self) -> tuple[tuple[float, float, float, float], ...]:
        """Least and greatest x and y of the walls near the enemy."""
        left, top, right, bottom = self._window
        boxes = (
            (
                min(wall.start.x, wall.end.x),
                max(wall.start.x, wall.end.x),
                min(wall.start.y, wall.end.y),
                max(wall.start.y, wall.end.y),
            )
            for wall in self._battle_map.walls
        )
        return tuple(
            box
            for box in boxes
            if box[0] <= right + 2 and box[1] >= left - 2 and box[2] <= bottom + 2 and box[3] >= top - 2
        )

    def _is_in_the_field(self, at: Square) -> bool:
        """Whether the cover of a mover at a position is the least of its squares' own."""
        left, top, right, bottom = self._window
        if not (left <= at.x <= right - self._side and top <= at.y <= bottom - self._side):
            return False
        if self._side == 1:
            return True
        # Beside the enemy, and at low walls, what counts is the nearest square.
        if any(wall.gives_cover_only for wall in self._battle_map.walls):
            return False
        mine = creature_box(self._mover, self._ruleset, at)
        return boxes_apart(mine, self._theirs, self._ruleset.metric) > 1

    @property
    def _left(self) -> int:
        return self._window[0]

    @property
    def _top(self) -> int:
        return self._window[1]

    @cached_property
    def _window(self) -> tuple[int, int, int, int]:
        """The part of the map in which the enemy strikes at the mover: left, top, right, bottom."""
        margin = reach(self._enemy, self._ruleset).at_most // FEET_PER_SQUARE + self._side
        x0, x1, y0, y1 = self._theirs[:4]
        width, height = self._battle_map.width, self._battle_map.height
        return (
            min(max(0, x0 - margin), width - 1),
            min(max(0, y0 - margin), height - 1),
            max(1, min(width, x1 + margin + 1)),
            max(1, min(height, y1 + margin + 1)),
        )

    @cached_property
    def _covered(self) -> Mask:
        """``(rows, columns) bool``: squares of the window where a creature of one square has cover."""
        left, top, right, bottom = self._window
        walls = tuple(
            replace(
                wall,
                start=Point(wall.start.x - left, wall.start.y - top),
                end=Point(wall.end.x - left, wall.end.y - top),
            )
            for wall in self._battle_map.walls
        )
        part = BattleMap.empty(right - left, bottom - top)
        blocked = self._battle_map.terrain.blocked[top:bottom, left:right]
        part = part.with_changes(terrain=part.terrain.with_layer(Layer.BLOCKED, blocked), walls=walls)
        x, y = self._enemy.at
        enemy = replace(self._enemy, at=Square(x - left, y - top))
        grades = cover_field(part, enemy, self._ruleset, Attack.MELEE)
        return np.asarray(grades >= CoverGrade.COVER.rank)
