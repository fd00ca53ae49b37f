"""Which squares a creature threatens (rules 4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.batch_cache import BatchCache, Wanted
from gridmap.rules.fan import seen_from_squares
from gridmap.rules.metric import creature_box
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Metric, Ruleset
from gridmap.rules.space import reach, space
from gridmap.rules.spaces import Spaces, spaces_of
from gridmap.rules.square_pairs import Squares, squares_see
from gridmap.rules.stoppers import Indices, Mask, Stoppers, spread_out, stoppers

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_FAR_FEET = 40
"""A reach of more than this is far."""
_PAIRS_AT_ONCE = 1_000_000
"""Pairs of creatures looked at together, to bound memory."""


@dataclass(frozen=True, eq=False)
class Threat:
    """The squares that a creature threatens, all of them in a window of the map.

    Attributes:
        left: x of the window's first column.
        top: y of its first row.
        mask: ``(rows, columns) bool``.
    """

    left: int
    top: int
    mask: Mask

    def holds(self, square: Square) -> bool:
        """Whether the square is threatened."""
        rows, columns = self.mask.shape
        x, y = square.x - self.left, square.y - self.top
        return 0 <= x < columns and 0 <= y < rows and bool(self.mask[y, x])

    def mark(self, whole: Mask) -> None:
        """Mark these squares on a mask of the map."""
        rows, columns = self.mask.shape
        whole[self.top : self.top + rows, self.left : self.left + columns] |= self.mask


def threatened(battle_map: BattleMap, creature: Creature, ruleset: Ruleset) -> Mask:
    """The squares that a creature threatens, its own included: ``(height, width) bool`` (rules 4.1)."""
    return threatened_by_each(battle_map, (creature,), ruleset)[0]


def threatened_by_each(
    battle_map: BattleMap,
    creatures: Sequence[Creature],
    ruleset: Ruleset,
    rises: Sequence[int] | None = None,
) -> tuple[Mask, ...]:
    """`threatened` of each of these creatures, all worked out together.

    `rises` gives for each the squares between its space and the level that is asked about, above or below
    it; left out, its own level.
    """
    masks = np.zeros((len(creatures), battle_map.height, battle_map.width), np.bool_)
    for mask, threat in zip(masks, threats_of_each(battle_map, creatures, ruleset, rises), strict=True):
        threat.mark(mask)
    return tuple(masks)


_known: BatchCache[Threat] = BatchCache(4096)
_known_far: BatchCache[Threat] = BatchCache(64)
"""Fewer, since their windows are large."""


def threats_of_each(
    battle_map: BattleMap,
    creatures: Sequence[Creature],
    ruleset: Ruleset,
    rises: Sequence[int] | None = None,
) -> list[Threat]:
    """`threatened_by_each` without the empty parts of the map.

    What a creature threatens turns on nothing but itself, the walls, and the blocked squares within its
    reach: it is remembered as long as these are the same, whatever is edited elsewhere.
    """
    levels = [0] * len(creatures) if rises is None else rises
    return _threats_of(battle_map, creatures, spaces_of(creatures, ruleset), ruleset, levels)


def _threats_of(
    battle_map: BattleMap,
    creatures: Sequence[Creature],
    spaces: Spaces,
    ruleset: Ruleset,
    levels: Sequence[int],
) -> list[Threat]:
    low, high = _windows(battle_map, spaces)
    blocked = battle_map.terrain.blocked
    wanted = [
        Wanted(
            (creature, ruleset, battle_map.walls),
            (rise, left, top, right, bottom, blocked[top:bottom, left:right].tobytes()),
        )
        for creature, rise, (left, top), (right, bottom) in zip(
            creatures, levels, low.tolist(), high.tolist(), strict=True
        )
    ]
    # A far reach has a line to try for each of very many squares: it is looked at from the space instead.
    far = spaces.able & (spaces.at_most > _FAR_FEET)

    def look_near(numbers: list[int]) -> list[Threat]:
        some = np.flatnonzero(~far)[numbers]
        across, down = (high[some] - low[some]).T
        entry, number = spread_out(across * down)
        owner = some[entry]
        squares = low[owner] + np.stack([number % across[entry], number // across[entry]], axis=1)
        level = np.array(levels, np.int64)[owner]
        threat = _threatens(battle_map, ruleset, spaces, owner, squares, level)
        parts = np.split(threat, np.cumsum(across * down)[:-1])
        sizes = zip(low[some].tolist(), down.tolist(), across.tolist(), parts, strict=True)
        return [
            Threat(left, top, part.reshape(rows, columns).copy())
            for (left, top), rows, columns, part in sizes
        ]

    def look_far(numbers: list[int]) -> list[Threat]:
        some = np.flatnonzero(far)[numbers].tolist()
        boxes = np.hstack([low, high])[some].tolist()
        return [
            _threat_from_afar(battle_map, ruleset, creatures[number], levels[number], box)
            for number, box in zip(some, boxes, strict=True)
        ]

    found: dict[int, Threat] = {}
    for which, known, look in ((~far, _known, look_near), (far, _known_far, look_far)):
        numbers = np.flatnonzero(which).tolist()
        if numbers:
            threats = known.get([wanted[number] for number in numbers], look)
            found.update(zip(numbers, threats, strict=True))
    return [found[number] for number in range(len(creatures))]


def _threat_from_afar(
    battle_map: BattleMap, ruleset: Ruleset, creature: Creature, rise: int, box: Sequence[int]
) -> Threat:
    """What a creature of far reach threatens in a window of the map: left, top, right, bottom."""
    left, top, right, bottom = box
    x0, x1, y0, y1, _, _ = creature_box(creature, ruleset)
    x, y = np.arange(left, right), np.arange(top, bottom)
    across = np.maximum(0, np.maximum(x0 - x, x - x1))[np.newaxis, :]
    down = np.maximum(0, np.maximum(y0 - y, y - y1))[:, np.newaxis]
    stop = stoppers(battle_map).cut(left, top, right - left, bottom - top)
    own = [Square(at.x - left, at.y - top) for at in space(creature, ruleset)]
    mask = in_reach(ruleset, reach(creature, ruleset), across, down, rise) & seen_from_squares(stop, own)
    return Threat(left, top, mask & (battle_map.terrain.blocked[top:bottom, left:right] == 0))


def _windows(battle_map: BattleMap, spaces: Spaces) -> tuple[Squares, Squares]:
    """The first square of the map within each creature's reach, and the one after the last."""
    limits = np.array([battle_map.width, battle_map.height])
    margin = (np.where(spaces.able, spaces.at_most, 0) // FEET_PER_SQUARE)[:, np.newaxis]
    low = np.clip(spaces.first[:, :2] - margin, 0, limits)
    high = np.clip(spaces.last[:, :2] + margin + 1, low, limits)
    high[~spaces.able] = low[~spaces.able]
    return low, high


def threats(battle_map: BattleMap, ruleset: Ruleset) -> Flags:
    """Who threatens any square of whose space: ``(attackers, targets) bool``, in the map's order.

    Only opponents are looked at. The two may be at different altitudes (rules 1.4).
    """
    creatures = battle_map.creatures
    spaces = spaces_of(creatures, ruleset)
    result = np.zeros((len(creatures), len(creatures)), np.bool_)
    for attackers, targets, rises in _near_opponents(creatures, spaces):
        if not len(attackers):
            continue
        # Each attacker once for each level that anyone near it stands on.
        (attacker, rise), level = np.unique(np.stack([attackers, rises]), axis=1, return_inverse=True)
        some = [creatures[number] for number in attacker.tolist()]
        reached = _Reached(_threats_of(battle_map, some, spaces.of(attacker), ruleset, rise.tolist()))
        pair, squares = spaces.squares(targets)
        threat = reached.holds(level.ravel()[pair], squares)
        result[attackers[pair[threat]], targets[pair[threat]]] = True
    return result


class _Reached:
    """The masks of many creatures as one array."""

    def __init__(self, reached: Sequence[Threat]) -> None:
        self._low = np.array([(threat.left, threat.top) for threat in reached], np.int64)
        self._size = np.array([threat.mask.shape[::-1] for threat in reached], np.int64)
        self._start = np.cumsum(self._size.prod(axis=1)) - self._size.prod(axis=1)
        # One more, for those whose window is empty.
        self._flags = np.concatenate([*(threat.mask.ravel() for threat in reached), [False]])

    def holds(self, owner: Indices, squares: Squares) -> Flags:
        """Whether the threat of number `owner[i]` holds square i."""
        place, size = squares - self._low[owner], self._size[owner]
        inside = np.asarray(((place >= 0) & (place < size)).all(axis=1))
        number = self._start[owner] + place[:, 1] * size[:, 0] + place[:, 0]
        held: Flags = inside & self._flags[np.where(inside, number, 0)]
        return held


def _near_opponents(
    creatures: tuple[Creature, ...], spaces: Spaces
) -> Iterator[tuple[Indices, Indices, npt.NDArray[np.int64]]]:
    """(attackers, targets, squares between them in height) of those who may reach each other."""
    numbers: dict[str, int] = {}
    teams = np.array([numbers.setdefault(creature.team, len(numbers)) for creature in creatures], np.int64)
    able = np.flatnonzero(spaces.able)
    at_once = max(1, _PAIRS_AT_ONCE // max(1, len(creatures)))
    for first in range(0, len(able), at_once):
        some = able[first : first + at_once]
        gaps = [_gaps(spaces, some, axis) for axis in range(3)]
        widest = np.maximum(np.maximum(gaps[0], gaps[1]), gaps[2])
        near = (widest == 0) | (widest * FEET_PER_SQUARE <= spaces.at_most[some, np.newaxis])
        attacker, target = np.nonzero(near & (teams[some, np.newaxis] != teams))
        yield some[attacker], target, gaps[2][attacker, target]


def _gaps(spaces: Spaces, some: Indices, axis: int) -> npt.NDArray[np.int64]:
    """Squares between each of some spaces (rows) and every space (columns) along an axis."""
    first, last = spaces.first[:, axis], spaces.last[:, axis]
    one_side, other_side = first[some, np.newaxis] - last, first - last[some, np.newaxis]
    gaps: npt.NDArray[np.int64] = np.maximum(np.maximum(one_side, other_side), 0)
    return gaps


def _threatens(
    battle_map: BattleMap,
    ruleset: Ruleset,
    spaces: Spaces,
    owner: Indices,
    squares: Squares,
    rises: npt.NDArray[np.int64],
) -> Flags:
    """Whether creature `owner[i]` threatens square i, `rises[i]` squares above or below its space."""
    x, y = squares.T
    inside = (x >= 0) & (x < battle_map.width) & (y >= 0) & (y < battle_map.height)
    open_ground: Flags = inside & (
        battle_map.terrain.blocked[np.where(inside, y, 0), np.where(inside, x, 0)] == 0
    )
    result: Flags = open_ground & _in_band(ruleset, spaces, owner, squares, rises)
    chosen = np.flatnonzero(result)
    result[chosen] = _seen_from_spaces(stoppers(battle_map), spaces, owner[chosen], squares[chosen])
    return result


def _in_band(
    ruleset: Ruleset, spaces: Spaces, owner: Indices, squares: Squares, rises: npt.NDArray[np.int64]
) -> Flags:
    """Whether each square is within its creature's reach and beyond its minimum, or its own (4.1, 4.2)."""
    first, last = spaces.first[owner, :2], spaces.last[owner, :2]
    across, down = np.maximum(0, np.maximum(first - squares, squares - last)).T
    return in_reach(ruleset, (spaces.more_than[owner], spaces.at_most[owner]), across, down, rises)


def in_reach(
    ruleset: Ruleset,
    band: tuple[Numbers | int, Numbers | int],
    across: Numbers,
    down: Numbers,
    up: Numbers | int,
) -> Flags:
    """Whether offsets from a space, 0 or more, are in a band of reach or in the space itself (4.1, 4.2)."""
    flat = np.maximum(across, down)
    longest = np.maximum(flat, up)
    middle = np.maximum(np.minimum(across, down), np.minimum(flat, up))
    one_for_one = ruleset.metric is Metric.ONE_FOR_ONE
    feet = FEET_PER_SQUARE * (longest if one_for_one else longest + middle // 2)
    more_than, at_most = band
    if ruleset.reach.second_diagonal_at_10:
        feet = np.where((longest == 2) & (middle == 2) & np.asarray(at_most == 10), 10, feet)
    result: Flags = (longest == 0) | ((more_than < feet) & (feet <= at_most))
    return result


def _seen_from_spaces(stop: Stoppers, spaces: Spaces, owner: Indices, squares: Squares) -> Flags:
    """Line of effect to each square from any square of its creature's space (rules 6.1b)."""
    nearest = np.clip(squares, spaces.first[owner, :2], spaces.last[owner, :2])
    seen = squares_see(stop, nearest, squares)
    unsure = np.flatnonzero(~seen & (spaces.sides[owner] > 1))
    entry, mine = spaces.squares(owner[unsure])
    seen[unsure[entry[squares_see(stop, mine, squares[unsure[entry]])]]] = True
    return seen


def threat_reason(battle_map: BattleMap, creature: Creature, ruleset: Ruleset, square: Square) -> Reason:
    """Why a creature threatens a square, or why it does not."""
    spaces = Spaces((creature,), ruleset)
    owner, squares, level = np.zeros(1, np.intp), np.array([square], np.int64), np.zeros(1, np.int64)
    arguments = {"creature": creature.title, "reach": int(spaces.at_most[0])}
    if not spaces.able[0]:
        return Reason("Not threatened: {creature} is helpless", "4.1", arguments)
    if battle_map.contains(square) and battle_map.terrain.blocked[square.y, square.x]:
        return Reason("Not threatened: the square is blocked", "4.1")
    if not _in_band(ruleset, spaces, owner, squares, level)[0]:
        inside_of_weapon = int(spaces.more_than[0])
        wide = np.array([0, inside_of_weapon])
        spaces.more_than, spaces.at_most = wide[:1], wide[1:]
        if inside_of_weapon and _in_band(ruleset, spaces, owner, squares, level)[0]:
            return Reason(
                "Not threatened: {creature} strikes only beyond {least} ft",
                "4.1",
                {**arguments, "least": inside_of_weapon},
            )
        return Reason("Not threatened: beyond the {reach} ft reach of {creature}", "4.1", arguments)
    if not _seen_from_spaces(stoppers(battle_map), spaces, owner, squares)[0]:
        return Reason("Not threatened: {creature} has no line of effect to it", "4.1", arguments)
    return Reason("Threatened by {creature}, reach {reach} ft", "4.1", arguments)
