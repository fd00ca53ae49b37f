"""Who flanks whom (rules 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point
from gridmap.rules.metric import creature_box
from gridmap.rules.reach import threats
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import FlankRule, Ruleset
from gridmap.rules.space import reach, side
from gridmap.rules.spaces import Spaces
from gridmap.rules.stoppers import Indices, spread_out

Flags = npt.NDArray[np.bool_]
Spots = npt.NDArray[np.int64]
"""Points in space: ``(n, 3) int64``, x, y and z in halves of a square."""
Sides = npt.NDArray[np.int64]
"""Where points of a box lie: ``(n, 3)``, by axis -1 on its lesser side, 1 on its greater, 0 between."""
Trio = tuple[int, int, int]
"""Target, attacker and ally, by their places in the map's order."""


@dataclass(frozen=True)
class Flank:
    """One flank: `attacker` gains the bonus against `target` by its `ally`; all three are ids.

    Attributes:
        target: who is flanked.
        attacker: who gains the bonus.
        ally: who makes it possible.
        line: the line that makes it, from the attacker to the ally; None for an internal flank.
        reason: which borders the line crosses.
    """

    target: str
    attacker: str
    ally: str
    line: tuple[Point, Point] | None
    reason: Reason


@dataclass(frozen=True)
class _Lines:
    """Lines between attackers and allies, and how each passes its target's space.

    Attributes:
        trio: ``(n,)``, which trio a line belongs to.
        starts: on the attacker's space.
        ends: on the ally's.
        crosses: whether it meets the target's space at all.
        entry: the sides by which it comes in.
        leaving: the sides by which it goes out.
    """

    trio: Indices
    starts: Spots
    ends: Spots
    crosses: Flags
    entry: Sides
    leaving: Sides


def flanks(battle_map: BattleMap, ruleset: Ruleset) -> tuple[Flank, ...]:
    """Every flank on the map, sorted by target, attacker and ally (rules 5)."""
    creatures = battle_map.creatures
    able = threats(battle_map, ruleset)
    able &= np.array([reach(creature, ruleset).at_most > 0 for creature in creatures], np.bool_)[
        :, np.newaxis
    ]
    internal: list[Flank] = []
    trios: list[Trio] = []
    for index, target in enumerate(creatures):
        for striker, helper in permutations(np.flatnonzero(able[:, index]).tolist(), 2):
            attacker, ally = creatures[striker], creatures[helper]
            if not attacker.is_ally_of(ally):
                continue
            if _is_internal(target, attacker, ally, ruleset):
                internal.append(Flank(target.id, attacker.id, ally.id, None, _INTERNAL))
            trios.append((index, striker, helper))
    by_line = list(_line_flanks(creatures, trios, ruleset))
    found = {}
    for flank in (*_of_shared_squares(battle_map, ruleset, by_line), *by_line, *internal):
        found[flank.target, flank.attacker, flank.ally] = flank
    return tuple(found[trio] for trio in sorted(found))


def _of_shared_squares(battle_map: BattleMap, ruleset: Ruleset, by_line: list[Flank]) -> Iterable[Flank]:
    """A flank on a creature of one square flanks all its fellows in that square (rules 5.5)."""
    for flank in by_line:
        target, attacker = battle_map.creature(flank.target), battle_map.creature(flank.attacker)
        if side(target, ruleset) > 1:
            continue
        for other in battle_map.creatures:
            if other is not target and not other.is_ally_of(attacker) and _within(target, other, ruleset):
                reason = Reason(
                    "Flank: {one} is flanked, and {other} is in its square",
                    "5.5",
                    _titles(target, other),
                )
                yield Flank(other.id, flank.attacker, flank.ally, flank.line, reason)


def no_flank_reason(
    battle_map: BattleMap, ruleset: Ruleset, target: str, attacker: str, ally: str
) -> Reason | None:
    """Why an attacker and an ally do not flank a target; None if they do.

    Raises:
        KeyError: no creature has one of these ids.
    """
    creatures = battle_map.creatures
    victim, striker, helper = (battle_map.creature(name) for name in (target, attacker, ally))
    if striker is helper or not striker.is_ally_of(helper):
        return Reason("No flank: {one} and {other} are no allies", "5.1", _titles(striker, helper))
    if striker.is_ally_of(victim):
        return Reason("No flank: {one} and {other} are of one team", "5.1", _titles(striker, victim))
    if any((target, attacker, ally) == (f.target, f.attacker, f.ally) for f in flanks(battle_map, ruleset)):
        return None
    able = threats(battle_map, ruleset)
    trio = (creatures.index(victim), creatures.index(striker), creatures.index(helper))
    for one, place in ((striker, trio[1]), (helper, trio[2])):
        if reach(one, ruleset).at_most == 0:
            return Reason("No flank: {one} has no reach", "5.1", {"one": one.title})
        if not able[place, trio[0]]:
            return Reason("No flank: {one} does not threaten {other}", "5.1", _titles(one, victim))
    return _why_no_line(_lines(creatures, [trio], ruleset), ruleset)


def _titles(one: Creature, other: Creature) -> dict[str, object]:
    return {"one": one.title, "other": other.title}


_INTERNAL = Reason("Internal flank: one of the two is inside the space of the other", "5.4")


def _is_internal(target: Creature, attacker: Creature, ally: Creature, ruleset: Ruleset) -> bool:
    """A small creature inside a big one flanks it with any ally, and is flanked by it (rules 5.4)."""
    return any(
        _is_inside(one, target, ruleset) or _is_inside(target, one, ruleset) for one in (attacker, ally)
    )


def _is_inside(small: Creature, big: Creature, ruleset: Ruleset) -> bool:
    categories = ruleset.flanking.internal_categories
    if not categories or big.size.category - small.size.category < categories:
        return False
    return _within(small, big, ruleset)


def _within(small: Creature, big: Creature, ruleset: Ruleset) -> bool:
    """Whether one space lies inside another, and shares a level with it."""
    inner, outer = creature_box(small, ruleset), creature_box(big, ruleset)
    within = all(outer[axis] <= inner[axis] and inner[axis + 1] <= outer[axis + 1] for axis in (0, 2))
    return within and inner[4] <= outer[5] and outer[4] <= inner[5]


def _line_flanks(creatures: tuple[Creature, ...], trios: list[Trio], ruleset: Ruleset) -> Iterable[Flank]:
    """The flanks of those trios that have a flanking line, with the first such line of each."""
    lines = _lines(creatures, trios, ruleset)
    flanking = lines.crosses & _FLANK_RULES[ruleset.flanking.rule](lines.entry, lines.leaving)
    made, first = np.unique(lines.trio[flanking], return_index=True)
    chosen = np.flatnonzero(flanking)[first]
    found = []
    for trio, line in zip(made.tolist(), chosen.tolist(), strict=True):
        target, attacker, ally = (creatures[index].id for index in trios[trio])
        reason = Reason(
            "Flank: the line enters by the {entry} and leaves by the {leaving}",
            _RULE_NUMBERS[ruleset.flanking.rule],
            {"entry": _side_name(lines.entry[line]), "leaving": _side_name(lines.leaving[line])},
        )
        ends = _point(lines.starts[line]), _point(lines.ends[line])
        found.append(Flank(target, attacker, ally, ends, reason))
    return found


def _opposite_sides_or_corners(entry: Sides, leaving: Sides) -> Flags:
    """From one side to the opposite one, their ends included (rules 5.2)."""
    opposite: Flags = ((entry != 0) & (entry == -leaving)).any(axis=1)
    return opposite


def _side_to_side(entry: Sides, leaving: Sides) -> Flags:
    """From the inside of a side to that of the opposite one, or corner to opposite corner (rules 5.3)."""
    opposite: Flags = (entry == -leaving).all(axis=1) & entry.any(axis=1)
    return opposite


_FLANK_RULES: MappingProxyType[FlankRule, Callable[[Sides, Sides], Flags]] = MappingProxyType(
    {
        FlankRule.OPPOSITE_SIDES_OR_CORNERS: _opposite_sides_or_corners,
        FlankRule.SIDE_TO_SIDE: _side_to_side,
    }
)
_RULE_NUMBERS = MappingProxyType({FlankRule.OPPOSITE_SIDES_OR_CORNERS: "5.2", FlankRule.SIDE_TO_SIDE: "5.3"})


def _lines(creatures: tuple[Creature, ...], trios: list[Trio], ruleset: Ruleset) -> _Lines:
    """Every line that each trio's attacker may try with its ally (rules 5.1)."""
    spaces = Spaces(creatures, ruleset)
    targets, attackers, allies = np.array(trios, np.intp).reshape(-1, 3).T
    altitudes = spaces.first[:, 2]
    # Among creatures on one level the height of their spaces decides nothing.
    flat = (altitudes[targets] == altitudes[attackers]) & (altitudes[targets] == altitudes[allies])
    beyond = ruleset.flanking.corner_lines_beyond_feet
    by_corners = (spaces.at_most[attackers] > beyond) & (beyond > 0)
    parts = []
    for corner, chosen in ((False, np.arange(len(trios))), (True, np.flatnonzero(by_corners))):
        ones, others = (
            _Spots(spaces, creatures_of[chosen], flat[chosen], corner) for creatures_of in (attackers, allies)
        )
        trio, number = spread_out(ones.total * others.total)
        starts = ones.spot(trio, number // others.total[trio])
        ends = others.spot(trio, number % others.total[trio])
        parts.append((chosen[trio], starts, ends))
    trio, starts, ends = (np.concatenate(pieces) for pieces in zip(*parts, strict=True))
    low, high = spaces.first[targets] * 2, spaces.last[targets] * 2 + 2
    low[flat, 2], high[flat, 2] = -1, 1
    return _Lines(trio, starts, ends, *_passages(starts, ends, low[trio], high[trio]))


class _Spots:
    """Centres of the squares of some spaces, or all the corners of those squares, numbered."""

    def __init__(self, spaces: Spaces, creatures: Indices, flat: Flags, corner: bool) -> None:
        counts = spaces.last[creatures] - spaces.first[creatures] + 1 + int(corner)
        counts[flat, 2] = 1
        self._counts = counts
        self._first = spaces.first[creatures] * 2 + int(not corner)
        self._first[flat, 2] = 0
        self.total = counts.prod(axis=1)

    def spot(self, creature: Indices, number: Indices) -> Spots:
        """The spot of that number of each of these creatures (by their place among the given ones)."""
        x, y, _ = self._counts[creature].T
        offsets = np.stack([number % x, number // x % y, number // (x * y)], axis=1)
        spots: Spots = self._first[creature] + 2 * offsets
        return spots


def _passages(starts: Spots, ends: Spots, low: Spots, high: Spots) -> tuple[Flags, Sides, Sides]:
    """Whether each line meets its box, and the sides by which it enters and leaves.

    A quotient of integers this small is the same float64 exactly if the fraction is the same, so
    comparing quotients compares fractions.
    """
    run = ends - starts
    along = run != 0
    divisor = np.where(along, run, 1)
    at_low, at_high = (low - starts) / divisor, (high - starts) / divisor
    near = np.where(along, np.minimum(at_low, at_high), -np.inf)
    far = np.where(along, np.maximum(at_low, at_high), np.inf)
    first, last = np.maximum(near.max(axis=1), 0), np.minimum(far.min(axis=1), 1)
    beside = ~along & ((starts < low) | (starts > high))
    still = np.where(starts == low, -1, np.where(starts == high, 1, 0))
    heading = np.sign(run)
    sides = []
    for moment in (first[:, np.newaxis], last[:, np.newaxis]):
        moving = np.where(near == moment, -heading, np.where(far == moment, heading, 0))
        sides.append(np.where(along, moving, still))
    return (first <= last) & ~beside.any(axis=1), sides[0], sides[1]


def _why_no_line(lines: _Lines, ruleset: Ruleset) -> Reason:
    """What is wrong with the line that comes nearest to a flank: one that crosses the space, if any does."""
    rule = _RULE_NUMBERS[ruleset.flanking.rule]
    crossing = np.flatnonzero(lines.crosses & lines.entry.any(axis=1) & lines.leaving.any(axis=1))
    if not len(crossing):
        return Reason("No flank: no line between the two crosses the target's space", rule)
    passed = [line for line in crossing if (lines.entry[line] != lines.leaving[line]).any()]
    line = passed[0] if passed else crossing[0]
    entry, leaving = lines.entry[line], lines.leaving[line]
    names = {"entry": _side_name(entry), "leaving": _side_name(leaving)}
    if (entry == leaving).all():
        return Reason("No flank: the line only touches the {entry}", rule, names)
    if ((entry == leaving) & (entry != 0)).any():
        return Reason("No flank: the line runs along a border of the target's space", rule, names)
    if np.count_nonzero(entry) != np.count_nonzero(leaving):
        return Reason("No flank: the line goes from a side to a corner ({entry}, {leaving})", rule, names)
    return Reason(
        "No flank: the line enters by the {entry} and leaves by an adjacent one, the {leaving}", rule, names
    )


def _side_name(sides: Sides) -> str:
    """In words: one side, or the edge or corner that several meet in."""
    x, y, z = sides.tolist()
    compass = ("north" if y < 0 else "south" if y > 0 else "") + (
        "west" if x < 0 else "east" if x > 0 else ""
    )
    names = [compass] if compass else []
    if z:
        names.append("top" if z > 0 else "bottom")
    kind = "side" if abs(x) + abs(y) + abs(z) == 1 else "corner"
    return f"{' '.join(names)} {kind}" if names else "inside"


def _point(spot: Spots) -> Point:
    return Point(float(spot[0]) / 2, float(spot[1]) / 2)
