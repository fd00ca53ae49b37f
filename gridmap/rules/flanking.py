"""Who flanks whom (rules 5)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Point
from gridmap.rules.batch_cache import BatchCache, Wanted
from gridmap.rules.reach import threats
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import FlankRule, Ruleset
from gridmap.rules.space import reach
from gridmap.rules.spaces import Spaces, spaces_of
from gridmap.rules.stoppers import Indices, spread_out

Flags = npt.NDArray[np.bool_]
Spots = npt.NDArray[np.int64]
"""Points in space: ``(n, 3) int64``, x, y and z in halves of a square."""
Sides = npt.NDArray[np.int64]
"""Where points of a box lie: ``(n, 3)``, by axis -1 on its lesser side, 1 on its greater, 0 between."""
Trio = tuple[int, int, int]
"""Target, attacker and ally, by their places in the map's order."""


_LINES_AT_ONCE = 200_000
"""Lines looked at together, to bound memory."""


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
        trios: whose lines these are.
        trio: ``(n,)``, which of them a line belongs to.
        starts: on the attacker's space.
        ends: on the ally's.
        crosses: whether it meets the target's space at all.
        entry: the sides by which it comes in.
        leaving: the sides by which it goes out.
    """

    trios: Sequence[Trio]
    trio: Indices
    starts: Spots
    ends: Spots
    crosses: Flags
    entry: Sides
    leaving: Sides


def flanks(battle_map: BattleMap, ruleset: Ruleset) -> tuple[Flank, ...]:
    """Every flank on the map, sorted by target, attacker and ally (rules 5)."""
    if not battle_map.creatures:
        return ()
    return flanks_of(battle_map, ruleset, _trios(battle_map, ruleset))


def lines_to_try(battle_map: BattleMap, ruleset: Ruleset) -> int:
    """How many lines the flanks of a map turn on: what `flanks` costs."""
    creatures = battle_map.creatures
    if not creatures:
        return 0
    spaces, trios = spaces_of(creatures, ruleset), _trios(battle_map, ruleset)
    most, beyond = 0, ruleset.flanking.corner_lines_beyond_feet
    for corner in (False, True) if beyond else (False,):
        may = _that_may_flank(spaces, trios, corner=corner)
        targets, attackers, allies = np.array(may, np.intp).reshape(-1, 3).T
        levels = spaces.first[:, 2]
        flat = (levels[targets] == levels[attackers]) & (levels[targets] == levels[allies])
        counts = spaces.last - spaces.first + 1 + int(corner)
        tried = spaces.at_most[attackers] > beyond if corner else np.ones(len(attackers), np.bool_)
        area, volume = counts[:, :2].prod(axis=1), counts.prod(axis=1)
        lines = np.where(flat, area[attackers] * area[allies], volume[attackers] * volume[allies])
        most += int((lines * tried).sum())
    return most


def flanks_of(battle_map: BattleMap, ruleset: Ruleset, trios: Sequence[Trio]) -> tuple[Flank, ...]:
    """Those of these trios that make a flank, sorted by target, attacker and ally.

    Both allies of a trio threaten its target with more than no reach (rules 5.1).
    """
    creatures = battle_map.creatures
    spaces = spaces_of(creatures, ruleset)
    within = _within(spaces)
    internal = within & _internal_sizes(creatures, ruleset)
    by_line = _line_flanks(creatures, spaces, trios, ruleset)
    found: dict[Trio, Flank] = {}
    shared = within.sum(axis=1) > 1
    for trio, flank in by_line.items() if shared.any() else ():
        for fellow in _fellows(creatures, spaces, within, trio):
            names = _titles(creatures[trio[0]], creatures[fellow])
            reason = Reason("Flank: {one} is flanked, and {other} is in its square", "5.5", names)
            found[fellow, trio[1], trio[2]] = replace(flank, target=creatures[fellow].id, reason=reason)
    found |= by_line
    for trio in trios if internal.any() else ():
        target = trio[0]
        # One of the allies is inside the target's space, or the target inside its own (rules 5.4).
        if any(internal[one, target] or internal[target, one] for one in trio[1:]):
            flanked, attacker, ally = (creatures[index].id for index in trio)
            found[trio] = Flank(flanked, attacker, ally, None, _INTERNAL)
    return tuple(sorted(found.values(), key=lambda flank: (flank.target, flank.attacker, flank.ally)))


def able_to_flank(battle_map: BattleMap, ruleset: Ruleset) -> Flags:
    """Who threatens whom with more than no reach: ``(attackers, targets) bool`` (rules 5.1)."""
    spaces = spaces_of(battle_map.creatures, ruleset)
    able: Flags = threats(battle_map, ruleset) & (spaces.at_most > 0)[:, np.newaxis]
    return able


def _trios(battle_map: BattleMap, ruleset: Ruleset) -> list[Trio]:
    """Every two allies that threaten the same target with more than no reach (rules 5.1)."""
    creatures = battle_map.creatures
    able = able_to_flank(battle_map, ruleset)
    threatening: dict[int, list[int]] = {}
    for target, attacker in np.argwhere(able.T).tolist():
        threatening.setdefault(target, []).append(attacker)
    return [
        (target, attacker, ally)
        for target, attackers in threatening.items()
        for attacker, ally in permutations(attackers, 2)
        if creatures[attacker].is_ally_of(creatures[ally])
    ]


def _within(spaces: Spaces) -> Flags:
    """Which spaces (rows) lie inside which others (columns), and share a level with them."""
    first, last = spaces.first.T, spaces.last.T
    result = np.ones((first.shape[1], first.shape[1]), np.bool_)
    for axis in (0, 1):
        result &= first[axis, :, np.newaxis] >= first[axis]
        result &= last[axis, :, np.newaxis] <= last[axis]
    result &= first[2, :, np.newaxis] <= last[2]
    result &= last[2, :, np.newaxis] >= first[2]
    return result


def _internal_sizes(creatures: tuple[Creature, ...], ruleset: Ruleset) -> Flags:
    """Which creatures (rows) are small enough to be inside which others (columns) (rules 5.4)."""
    categories = np.array([creature.size.category for creature in creatures])
    least = ruleset.flanking.internal_categories
    return np.asarray((categories - categories[:, np.newaxis] >= least) & (least > 0))


def _fellows(creatures: tuple[Creature, ...], spaces: Spaces, within: Flags, trio: Trio) -> Iterable[int]:
    """Who else is flanked in the one square of a flanked creature (rules 5.5)."""
    target, attacker, _ = trio
    if spaces.sides[target] > 1:
        return ()
    return (
        other
        for other in np.flatnonzero(within[target]).tolist()
        if other != target and not creatures[other].is_ally_of(creatures[attacker])
    )


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
    return _why_no_line(_lines(Spaces(creatures, ruleset), [trio], corner=False), ruleset)


def no_flanks(
    battle_map: BattleMap, ruleset: Ruleset, made: Iterable[Flank]
) -> tuple[tuple[str, str, str, Reason], ...]:
    """Target, attacker and ally of every two allies that threaten the same target without a flank, and why.

    `made` are the map's flanks. Sorted by target, attacker and ally.
    """
    creatures = battle_map.creatures
    known = {(flank.target, flank.attacker, flank.ally) for flank in made}
    spaces, found = Spaces(creatures, ruleset), []
    for trio in _trios(battle_map, ruleset) if creatures else ():
        target, attacker, ally = (creatures[index].id for index in trio)
        if (target, attacker, ally) not in known:
            reason = _why_no_line(_lines(spaces, [trio], corner=False), ruleset)
            found.append((target, attacker, ally, reason))
    return tuple(sorted(found, key=lambda one: one[:3]))


def _titles(one: Creature, other: Creature) -> dict[str, object]:
    return {"one": one.title, "other": other.title}


_INTERNAL = Reason("Internal flank: one of the two is inside the space of the other", "5.4")


_MOST_KNOWN = 16_384
_known: BatchCache[Flank | None] = BatchCache(_MOST_KNOWN)


def _line_flanks(
    creatures: tuple[Creature, ...], spaces: Spaces, trios: Sequence[Trio], ruleset: Ruleset
) -> dict[Trio, Flank]:
    """The flanks of those trios that have a flanking line, with the first such line of each.

    That turns on nothing but the three: what is known of them is remembered while others move.
    """

    def look(numbers: list[int]) -> list[Flank | None]:
        some = [trios[number] for number in numbers]
        found = _look_for_lines(creatures, spaces, some, ruleset)
        return [found.get(trio) for trio in some]

    trios = _that_may_flank(spaces, trios, corner=bool(ruleset.flanking.corner_lines_beyond_feet))
    if len(trios) > _MOST_KNOWN:
        return _look_for_lines(creatures, spaces, trios, ruleset)
    wanted = [Wanted((*(creatures[index] for index in trio), ruleset)) for trio in trios]
    flanks = zip(trios, _known.get(wanted, look), strict=True)
    return {trio: flank for trio, flank in flanks if flank is not None}


def _look_for_lines(
    creatures: tuple[Creature, ...], spaces: Spaces, trios: Sequence[Trio], ruleset: Ruleset
) -> dict[Trio, Flank]:
    found: dict[Trio, Flank] = {}
    for lines in _every_line(spaces, trios, ruleset, found):
        flanking = lines.crosses & _FLANK_RULES[ruleset.flanking.rule](lines.entry, lines.leaving)
        made, first = np.unique(lines.trio[flanking], return_index=True)
        chosen = np.flatnonzero(flanking)[first]
        places = (lines.entry, lines.leaving, lines.starts, lines.ends)
        shown = zip(made.tolist(), *(some[chosen].tolist() for some in places), strict=True)
        for number, entry, leaving, start, end in shown:
            trio = lines.trios[number]
            reason = Reason(
                "Flank: the line enters by the {entry} and leaves by the {leaving}",
                _RULE_NUMBERS[ruleset.flanking.rule],
                {"entry": _side_name(*entry), "leaving": _side_name(*leaving)},
            )
            ends = Point(start[0] / 2, start[1] / 2), Point(end[0] / 2, end[1] / 2)
            target, attacker, ally = (creatures[index].id for index in trio)
            found[trio] = Flank(target, attacker, ally, ends, reason)
    return found


def _that_may_flank(spaces: Spaces, trios: Sequence[Trio], *, corner: bool) -> Sequence[Trio]:
    """Without those none of whose lines can cross the target's space from a side to the opposite one.

    Lines run between centres of squares, or with `corner` between corners too.
    """
    if not trios:
        return trios
    targets, attackers, allies = np.array(trios, np.intp).T
    # Centres lie half a square inside their spaces' borders.
    inside = int(not corner)
    first, last = spaces.first + inside, spaces.last - inside
    low, high = spaces.first[targets], spaces.last[targets]
    flat = (low[:, 2] == spaces.first[attackers, 2]) & (low[:, 2] == spaces.first[allies, 2])
    across = np.zeros(len(trios), np.bool_)
    for one, other in ((attackers, allies), (allies, attackers)):
        # Along some axis one of the two reaches out to where the target's space begins, the other to its end.
        along = (first[one] <= low) & (last[other] >= high)
        along[flat, 2] = False
        across |= along.any(axis=1)
    # Along every axis the two together come near it.
    across &= (np.minimum(first[attackers], first[allies]) <= high + 1).all(axis=1)
    across &= (np.maximum(last[attackers], last[allies]) >= low - 1).all(axis=1)
    return [trios[number] for number in np.flatnonzero(across).tolist()]


def _every_line(
    spaces: Spaces, trios: Sequence[Trio], ruleset: Ruleset, found: Container[Trio]
) -> Iterator[_Lines]:
    """The lines of rules 5.1, some trios at a time: between centres, then corners for those not `found`."""
    beyond = ruleset.flanking.corner_lines_beyond_feet
    for corner in (False, True):
        left = [
            trio
            for trio in trios
            if not corner or (beyond and spaces.at_most[trio[1]] > beyond and trio not in found)
        ]
        left = list(_that_may_flank(spaces, left, corner=corner))
        # As many as the largest creatures would have; levels count where some are above others.
        most = (int(spaces.sides.max()) + int(corner)) ** (6 if np.ptp(spaces.first[:, 2]) else 4)
        at_once = max(1, _LINES_AT_ONCE // most)
        for first in range(0, len(left), at_once):
            yield _lines(spaces, left[first : first + at_once], corner)


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


def _lines(spaces: Spaces, trios: Sequence[Trio], corner: bool) -> _Lines:
    """Every line between centres of squares, or between corners, of each trio's attacker and ally."""
    targets, attackers, allies = np.array(trios, np.intp).reshape(-1, 3).T
    altitudes = spaces.first[:, 2]
    # Among creatures on one level the height of their spaces decides nothing.
    flat = (altitudes[targets] == altitudes[attackers]) & (altitudes[targets] == altitudes[allies])
    ones, others = (_Spots(spaces, some, flat, corner) for some in (attackers, allies))
    trio, number = spread_out(ones.total * others.total)
    starts = ones.spot(trio, number // others.total[trio])
    ends = others.spot(trio, number % others.total[trio])
    low, high = spaces.first[targets] * 2, spaces.last[targets] * 2 + 2
    low[flat, 2], high[flat, 2] = -1, 1
    return _Lines(trios, trio, starts, ends, *_passages(starts, ends, low[trio], high[trio]))


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
    # Axis by axis: three long rows instead of many short ones.
    starts, ends, low, high = (np.ascontiguousarray(places.T) for places in (starts, ends, low, high))
    run = ends - starts
    along = run != 0
    divisor = np.where(along, run, 1)
    at_low, at_high = (low - starts) / divisor, (high - starts) / divisor
    near = np.where(along, np.minimum(at_low, at_high), -np.inf)
    far = np.where(along, np.maximum(at_low, at_high), np.inf)
    first, last = np.maximum(near.max(axis=0), 0), np.minimum(far.min(axis=0), 1)
    beside = ~along & ((starts < low) | (starts > high))
    still = np.where(starts == low, -1, np.where(starts == high, 1, 0))
    heading = np.sign(run)
    sides = []
    for moment in (first, last):
        moving = np.where(near == moment, -heading, np.where(far == moment, heading, 0))
        sides.append(np.where(along, moving, still).T)
    return (first <= last) & ~beside.any(axis=0), sides[0], sides[1]


def _why_no_line(lines: _Lines, ruleset: Ruleset) -> Reason:
    """What is wrong with the line that comes nearest to a flank: one that crosses the space, if any does."""
    rule = _RULE_NUMBERS[ruleset.flanking.rule]
    crossing = np.flatnonzero(lines.crosses & lines.entry.any(axis=1) & lines.leaving.any(axis=1))
    if not len(crossing):
        return Reason("No flank: no line between the two crosses the target's space", rule)
    passed = [line for line in crossing if (lines.entry[line] != lines.leaving[line]).any()]
    line = passed[0] if passed else crossing[0]
    entry, leaving = lines.entry[line], lines.leaving[line]
    names = {"entry": _side_name(*entry.tolist()), "leaving": _side_name(*leaving.tolist())}
    if (entry == leaving).all():
        return Reason("No flank: the line only touches the {entry}", rule, names)
    if ((entry == leaving) & (entry != 0)).any():
        return Reason("No flank: the line runs along a border of the target's space", rule, names)
    if np.count_nonzero(entry) != np.count_nonzero(leaving):
        return Reason("No flank: the line goes from a side to a corner ({entry}, {leaving})", rule, names)
    return Reason(
        "No flank: the line enters by the {entry} and leaves by an adjacent one, the {leaving}", rule, names
    )


@cache
def _side_name(x: int, y: int, z: int) -> str:
    """In words: one side, or the edge or corner that several meet in."""
    compass = ("", "south", "north")[y] + ("", "east", "west")[x]
    names = [name for name in (compass, ("", "top", "bottom")[z]) if name]
    kind = "side" if abs(x) + abs(y) + abs(z) == 1 else "corner"
    return f"{' '.join(names)} {kind}" if names else "inside"
