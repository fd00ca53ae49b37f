"""Cover and concealment of one creature from another (rules 6.2 to 6.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point, Square
from gridmap.model.wall import Wall
from gridmap.rules.clear_line import CORNERS, clear, squares_along
from gridmap.rules.fan import seen_from_squares
from gridmap.rules.metric import boxes_apart, creature_box, offsets_apart
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import space
from gridmap.rules.square_pairs import Squares, squares_see
from gridmap.rules.stoppers import UNIT, Mask, Places, Segments, Stoppers, segments_of, stoppers

LOW_WALL_SQUARES = 6
"""The 30 ft within which a low wall covers, in squares (rules 6.2)."""
_FEW_PAIRS, _NEAR = 16, 8
"""Pairs of squares, and squares apart, up to which each pair of two spaces is looked at alone."""


class Attack(StrEnum):
    """How the attacker strikes."""

    RANGED = "ranged"
    MELEE = "melee"


class CoverGrade(StrEnum):
    """Grades of cover, best for the attacker first."""

    NONE = "none"
    SOFT = "soft"
    COVER = "cover"
    TOTAL = "total"

    @property
    def rank(self) -> int:
        """0 for none to 3 for total; what a cover map holds."""
        return _GRADES.index(self)


_GRADES = tuple(CoverGrade)


@dataclass(frozen=True)
class CoverLine:
    """One line from the attacker's corner to a corner of the target's square.

    Attributes:
        start: the attacker's corner.
        end: the target's corner.
        is_clear: whether no wall and no blocked square stops it.
        is_open: whether no low wall and no creature covers along it either.
    """

    start: Point
    end: Point
    is_clear: bool
    is_open: bool


@dataclass(frozen=True)
class Cover:
    """What a target has from an attacker.

    Attributes:
        grade: none, soft, cover or total.
        clear_lines: how many of the 4 lines from the best corner are clear, for the GM's partial cover
            (6.4); None where the rule counts no lines (adjacent melee), unless cover is total: 0.
        corner: the attacker's corner that is best for it; None where cover is total or the rule
            chooses squares instead.
        lines: the lines that were counted.
        reason: what gives the cover, in one line.
    """

    grade: CoverGrade
    clear_lines: int | None
    corner: Point | None
    lines: tuple[CoverLine, ...]
    reason: Reason


def cover(
    battle_map: BattleMap, attacker: Creature, target: Creature, ruleset: Ruleset, attack: Attack
) -> Cover:
    """The cover that a target has from an attacker (rules 6.2, 6.3, 6.4)."""
    stop = stoppers(battle_map)
    mine, theirs = _squares_of(attacker, ruleset), _squares_of(target, ruleset)
    if not _any_sees(stop, mine, theirs):
        reason = Reason(
            "Total cover: no line of effect from any square of {attacker}", "6.4", _names(attacker)
        )
        return Cover(CoverGrade.TOTAL, 0, None, (), reason)
    low_walls = covering_low_walls(battle_map, ruleset, mine, theirs)
    low = stop.with_more(walls=segments_of(low_walls))
    apart = boxes_apart(creature_box(attacker, ruleset), creature_box(target, ruleset), ruleset.metric)
    if attack == Attack.MELEE and apart <= 1:
        return _adjacent(low, mine, theirs)
    if attack == Attack.RANGED:
        soft = low.with_more(squares=creatures_between(battle_map, ruleset, attacker, target))
    else:
        soft = low
    return _from_best_corner((stop, low, soft), mine, theirs)


@dataclass(frozen=True)
class Concealment:
    """What concealing squares give a target against an attacker.

    Attributes:
        percent: the chance to miss: 0, 20, or 50 where concealment is total.
        clear_lines: how many of the 4 lines from the best corner pass no concealing square; None where no
            lines from one corner are counted (adjacent melee), unless concealment is total: 0.
        reason: which line counts, in one line.
    """

    percent: int
    clear_lines: int | None
    reason: Reason


def concealment(
    battle_map: BattleMap,
    attacker: Creature,
    target: Creature,
    ruleset: Ruleset,
    attack: Attack,
    concealing: Mask,
) -> Concealment:
    """The concealment that a target has from an attacker, counted like cover (rules 6.5).

    Args:
        concealing: squares of fog, foliage, darkness … ``(height, width) bool``; the map does not say which.
    """
    mine, theirs = _squares_of(attacker, ruleset), _squares_of(target, ruleset)
    hidden = Stoppers(concealing, segments_of(()))
    if not _any_sees(hidden, mine, theirs):
        total = Reason(
            "Total concealment, 50 %: every line from {attacker} passes a concealing square",
            "6.5",
            _names(attacker),
        )
        return Concealment(50, 0, total)
    apart = boxes_apart(creature_box(attacker, ruleset), creature_box(target, ruleset), ruleset.metric)
    if attack == Attack.MELEE and apart <= 1:
        found = _adjacent(hidden, mine, theirs)
    else:
        found = _from_best_corner((hidden, hidden, hidden), mine, theirs)
    if found.grade is CoverGrade.NONE:
        free = Reason("No concealment: every line is free of concealing squares", "6.5")
        return Concealment(0, found.clear_lines, free)
    first = next(line for line in found.lines if not line.is_clear)
    some = Reason(
        "Concealment, 20 %: the line from corner {start} to {end} passes a concealing square",
        "6.5",
        {"start": _shown(first.start), "end": _shown(first.end)},
    )
    return Concealment(20, found.clear_lines, some)


def creatures_between(
    battle_map: BattleMap, ruleset: Ruleset, attacker: Creature, target: Creature | None = None
) -> Mask:
    """Squares of creatures that give soft cover (rules 6.2): ``(height, width) bool``.

    The dead give none (rules 8.2), nor do squares that the attacker or the target stands in itself.
    """
    held = np.zeros((battle_map.height, battle_map.width), np.bool_)
    own = (attacker,) if target is None else (attacker, target)
    for other in battle_map.creatures:
        if other.id not in {creature.id for creature in own} and not other.has("dead"):
            _mark(held, other, ruleset, value=True)
    for creature in own:
        _mark(held, creature, ruleset, value=False)
    return held


def _mark(held: Mask, creature: Creature, ruleset: Ruleset, *, value: bool) -> None:
    x0, x1, y0, y1, _, _ = creature_box(creature, ruleset)
    held[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1] = value


def covering_low_walls(
    battle_map: BattleMap, ruleset: Ruleset, mine: Squares, theirs: Squares
) -> tuple[Wall, ...]:
    """The low walls that cover these target's squares from these attacker's squares (rules 6.2).

    A creature's distance to a wall counts from the squares that the wall borders, which are at 0.
    """
    found = []
    near_end, far_end = theirs.min(axis=0) * UNIT, (theirs.max(axis=0) + 1) * UNIT
    for wall in battle_map.walls:
        if not wall.gives_cover_only or wall.start == wall.end:
            continue
        segment = segments_of([wall])
        gaps = np.maximum(segment[0].min(axis=0) - far_end, near_end - segment[0].max(axis=0))
        if gaps.max() > (LOW_WALL_SQUARES + 1) * UNIT:
            continue
        bordered = bordered_squares(segment)
        distance = _least_apart(bordered, theirs, ruleset)
        if distance <= LOW_WALL_SQUARES and _least_apart(bordered, mine, ruleset) >= distance:
            found.append(wall)
    return tuple(found)


def bordered_squares(wall: Segments) -> Squares:
    """The squares that share more than a point with a wall (one segment), their sides included."""
    (x0, y0), (x1, y1) = wall[0]
    low, high = wall[0].min(axis=0), wall[0].max(axis=0)
    _, x, y = squares_along(wall[:, 0], wall[:, 1])
    squares = np.unique(np.stack([x, y], axis=1), axis=0)
    corners = squares[:, np.newaxis] * UNIT + CORNERS
    turns = (x1 - x0) * (corners[..., 1] - y0) - (y1 - y0) * (corners[..., 0] - x0)
    on_the_line = (turns.min(axis=1) < 0) & (turns.max(axis=1) > 0) | ((turns == 0).sum(axis=1) == 2)
    overlap = np.minimum(squares * UNIT + UNIT, high) - np.maximum(squares * UNIT, low)
    # Two intervals of the line and the wall's own that overlap by pairs have a stretch in common.
    within = ((overlap > 0) | (overlap == 0) & (low == high)).all(axis=1)
    bordered: Squares = squares[on_the_line & within]
    return bordered


def _least_apart(ones: Squares, others: Squares, ruleset: Ruleset) -> int:
    gaps = ones[:, np.newaxis] - others
    return int(offsets_apart(gaps[..., 0], gaps[..., 1], ruleset.metric).min())


def _squares_of(creature: Creature, ruleset: Ruleset) -> Squares:
    return np.array(list(space(creature, ruleset)), np.int64)


def _adjacent(stop: Stoppers, mine: Squares, theirs: Squares) -> Cover:
    """Any stopped line between the corners of the best pair of squares is cover (rules 6.3)."""
    ones, others = np.repeat(mine, len(theirs), axis=0), np.tile(theirs, (len(mine), 1))
    which = [(i, j) for i in range(4) for j in range(4)]
    starts = ones[:, np.newaxis] * UNIT + CORNERS[[i for i, _ in which]]
    ends = others[:, np.newaxis] * UNIT + CORNERS[[j for _, j in which]]
    free = clear(stop, starts.reshape(-1, 2), ends.reshape(-1, 2)).reshape(-1, 16)
    best = int(free.sum(axis=1).argmax())
    lines = tuple(
        CoverLine(_point(starts[best, k]), _point(ends[best, k]), bool(free[best, k]), bool(free[best, k]))
        for k in range(16)
    )
    if free[best].all():
        return Cover(CoverGrade.NONE, None, None, lines, Reason("No cover: every line is clear", "6.3"))
    stopped = lines[int(np.flatnonzero(~free[best])[0])]
    reason = Reason(
        "Cover: a wall or blocked square stops the line from corner {start} to corner {end}",
        "6.3",
        {"start": _shown(stopped.start), "end": _shown(stopped.end)},
    )
    return Cover(CoverGrade.COVER, None, None, lines, reason)


def _from_best_corner(stops: tuple[Stoppers, Stoppers, Stoppers], mine: Squares, theirs: Squares) -> Cover:
    """The corner of the attacker's and the square of the target that are best for the attacker (6.2).

    `stops` are the hard stoppers, those with low walls, and those with creatures as well.
    """
    starts = np.unique((mine[:, np.newaxis] * UNIT + CORNERS).reshape(-1, 2), axis=0)
    ends = (theirs[:, np.newaxis] * UNIT + CORNERS).reshape(-1, 2)
    # The corners of neighbouring squares coincide: each line once.
    targets, place_of = np.unique(ends, axis=0, return_inverse=True)
    lines = np.repeat(starts, len(targets), axis=0), np.tile(targets, (len(starts), 1))
    hard, low, soft = (
        clear(stop, *lines).reshape(len(starts), -1)[:, place_of.ravel()].reshape(len(starts), -1, 4)
        for stop in stops
    )
    ranks = np.where(soft.all(axis=2), 0, np.where(low.all(axis=2), 1, 2))
    clear_lines = hard.sum(axis=2)
    corner, square = np.unravel_index((ranks * 8 - clear_lines).argmin(), ranks.shape)
    free, is_open = hard[corner, square], soft[corner, square]
    start = _point(starts[corner])
    shown = tuple(
        CoverLine(start, _point(CORNERS[k] + theirs[square] * UNIT), bool(free[k]), bool(is_open[k]))
        for k in range(4)
    )
    grade, count = _GRADES[ranks[corner, square]], int(clear_lines[corner, square])
    covering = next((line for line in shown if not line.is_open), None)
    if grade is CoverGrade.COVER:
        covering = shown[int(np.flatnonzero(~low[corner, square])[0])]
    return Cover(grade, count, start, shown, _reason(grade, start, covering, count))


def _reason(grade: CoverGrade, corner: Point, covering: CoverLine | None, count: int) -> Reason:
    arguments: dict[str, object] = {"corner": _shown(corner), "clear": count}
    if covering is None:
        return Reason("No cover: from the corner {corner} every line is clear", "6.2", arguments)
    arguments["end"] = _shown(covering.end)
    if grade is CoverGrade.SOFT:
        return Reason(
            "Soft cover: a creature stands on the line from the best corner {corner} to {end}",
            "6.2",
            arguments,
        )
    if covering.is_clear:
        return Reason(
            "Cover: a low wall crosses the line from the best corner {corner} to {end}", "6.2", arguments
        )
    return Reason(
        "Cover: {clear} of 4 lines from the best corner {corner} are clear, the one to {end} is not",
        "6.2",
        arguments,
    )


def _point(place: Places) -> Point:
    return Point(float(place[0]) / UNIT, float(place[1]) / UNIT)


def _shown(point: Point) -> str:
    return f"({point.x:g}, {point.y:g})"


def _names(attacker: Creature) -> dict[str, object]:
    return {"attacker": attacker.title}


def _any_sees(stop: Stoppers, mine: Squares, theirs: Squares) -> bool:
    """Line of effect from any of these squares to any of those (rules 6.1b)."""
    low = np.minimum(mine.min(axis=0), theirs.min(axis=0))
    high = np.maximum(mine.max(axis=0), theirs.max(axis=0))
    if len(mine) * len(theirs) > _FEW_PAIRS and int((high - low).max()) > _NEAR:
        return _any_sees_far(stop, mine, theirs, low, high)
    ones, others = np.repeat(mine, len(theirs), axis=0), np.tile(theirs, (len(mine), 1))
    return bool(squares_see(stop, ones, others).any())


def _any_sees_far(stop: Stoppers, mine: Squares, theirs: Squares, low: Squares, high: Squares) -> bool:
    """The same of big spaces far apart: what is seen from the one, in the part of the map between."""
    height, width = stop.squares.shape
    left, top = (int(n) for n in np.clip(low, 0, [width - 1, height - 1]))
    right, bottom = (int(n) for n in np.clip(high + 1, [left + 1, top + 1], [width, height]))
    part = stop.cut(left, top, right - left, bottom - top)
    few, many = sorted((mine - [left, top], theirs - [left, top]), key=len)
    seen = seen_from_squares(part, [Square(int(x), int(y)) for x, y in few])
    inside = ((many >= 0) & (many < [right - left, bottom - top])).all(axis=1)
    x, y = many[inside].T
    return bool(seen[y, x].any())
