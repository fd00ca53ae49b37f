"""Walking, swimming, climbing, flying and burrowing in one move (rules 3.10).

What a step costs is taken from the speed of every mode that the creature has. So one number, all that was
spent so far, says for every mode what is left of it, and a step is open while a mode that serves the squares
it pays for still covers it. Which squares those are is rule 3.2's business, as for difficult ground.

Flying serves every kind of ground but earth. A creature without a swimming (climbing) speed that walks may
swim (climb) at a quarter of its walking speed: the step's factor is four times as great (rules 3.9), and the
position is marked, since it asks for a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.model.terrain import GroundKind
from gridmap.rules.bitboard import Board, BoolGrid, Frame
from gridmap.rules.footing import Footing, footing
from gridmap.rules.ground import ground
from gridmap.rules.mover import Mover, Room, relocated_board
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Currency, Ruleset
from gridmap.rules.step import DIRECTIONS, Direction, paying
from gridmap.rules.walk import FeetGrid, Leg, Passage, Walk, all_steps, impeded_steps


class Mode(StrEnum):
    """A way to move, by the name that a creature's speeds use."""

    WALK = "walk"
    SWIM = "swim"
    CLIMB = "climb"
    FLY = "fly"
    BURROW = "burrow"


Modes = Mapping[Mode, int]
"""Feet that each mode covers in this move; a mode left out, or of 0 ft, the creature does not have."""

_SERVING: Mapping[GroundKind, tuple[Mode, ...]] = {
    GroundKind.GROUND: (Mode.WALK, Mode.FLY),
    GroundKind.WATER: (Mode.SWIM, Mode.FLY),
    GroundKind.AIR: (Mode.FLY,),
    GroundKind.CLIFF: (Mode.CLIMB, Mode.FLY),
    GroundKind.EARTH: (Mode.BURROW,),
}
_BY_SKILL: Mapping[GroundKind, Mode] = {GroundKind.WATER: Mode.SWIM, GroundKind.CLIFF: Mode.CLIMB}
"""What may be tried without its speed, at a quarter of the walking speed (rules 3.9)."""
_QUARTER = 4
AT_FULL_TILT = (Mode.WALK, Mode.SWIM, Mode.FLY)
"""Modes in which a creature may run or charge; nobody does so climbing or burrowing (rules 3.9, 3.12)."""


class ModesError(ValueError):
    """A question that cannot be asked: one sentence, beginning with the field at fault."""


@dataclass(frozen=True, eq=False)
class ModesField:
    """Where a creature gets to in one move by all its modes together.

    Attributes:
        walk: the positions walked to.
        modes: feet by mode.
    """

    walk: Walk
    modes: Modes

    @property
    def feet(self) -> FeetGrid:
        """``(height, width) int32``: least cost of each position reached, -1 for none."""
        return self.walk.feet

    @property
    def stops(self) -> BoolGrid:
        """``(height, width) bool``: positions where it may end, its own always among them."""
        return self.walk.stops

    @property
    def squeezed(self) -> BoolGrid:
        """``(height, width) bool``: positions reached in which it is squeezed (rules 3.8)."""
        return self.walk.squeezed

    @cached_property
    def by_skill(self) -> BoolGrid:
        """``(height, width) bool``: positions where it swims or climbs without a speed that covers that."""
        walk, frame = self.walk, self.walk.frame
        kinds = walk.mover.battle_map.terrain.ground
        found = 0
        for kind in _BY_SKILL:
            covered, _ = _best(_SERVING[kind], self.modes)
            beyond = walk.reached_beyond(walk.mover.price.most(covered)) if covered else walk.reached
            found |= beyond & walk.room.footing.occupying(frame.board(frame.cut(kinds) == kind))
        return walk.on_map(found)

    def path(self, square: Square) -> tuple[Square, ...]:
        """The cheapest way to a position: all positions on it, its own first; empty where there is none."""
        return self.walk.path(square)

    def cost_along(self, square: Square) -> tuple[int, ...]:
        """What has been spent at each position of `path`, 0 first."""
        return self.walk.cost_along(square)

    def reason(self, square: Square) -> Reason | None:
        """What the way to a position costs, mode by mode; None where there is none."""
        legs = self.walk.legs(square)
        if legs is None:
            return None
        if not legs:
            return Reason("0: it stands here", "3.3")
        spent = self.walk.mover.price.spent
        items = ", ".join(
            f"{mode} {spent(after) - spent(before)}" for mode, before, after in _stretches(legs)
        )
        total = spent(sum(leg.passage.weight for leg in legs))
        return Reason("{spent} ft: {items}", "3.10", {"spent": total, "items": items})


def _stretches(legs: Iterable[Leg]) -> Iterator[tuple[str, int, int]]:
    """Each stretch of a way in one mode: its name, and the weights before and after it."""
    after = 0
    for mode, stretch in groupby(legs, key=lambda leg: leg.passage.mode):
        before = after
        after += sum(leg.passage.weight for leg in stretch)
        yield mode, before, after


def modes_field(
    battle_map: BattleMap, creature: Creature, ruleset: Ruleset, modes: Modes, *, squeeze: bool = True
) -> ModesField:
    """Where a creature gets to in one move, and the least that each position costs (rules 3.10).

    Args:
        battle_map: the map, whose `ground` layer says what each square is made of.
        creature: who moves, from where it stands.
        ruleset: by which rules.
        modes: feet that each mode covers (move action: its speed; double move: twice).
        squeeze: whether it may squeeze (rules 3.8).

    Raises:
        ModesError: the ruleset does not count feet.
    """
    if ruleset.movement.currency is not Currency.FEET:
        raise ModesError(f"modes: {ruleset.name} counts Movement, not feet by mode")
    mover = Mover(battle_map, creature, ruleset, squeeze)
    most = mover.price.most(max(modes.values(), default=0))
    room = mover.room(mover.frame(most // mover.price.lightest))
    return ModesField(Walk(mover, room, mode_passages(mover, room, modes), most), modes)


def stated_modes(creature: Creature) -> dict[Mode, int]:
    """A creature's stated speeds, feet of one move action. Modes that no rule here knows are left out."""
    return {mode: creature.speed[mode] for mode in Mode if creature.speed.get(mode)}


def own_modes(creature: Creature, budget: int) -> dict[Mode, int]:
    """A creature's stated speeds as feet by mode, where its walking covers `budget` feet.

    Whoever walks 30 and swims 20 swims 40 in a double move of 60. Without a walking speed, the budget is
    that of the fastest mode. Modes that no rule here knows are left out; empty without any.
    """
    speeds = stated_modes(creature)
    if not speeds:
        return {}
    base = speeds.get(Mode.WALK) or max(speeds.values())
    return {mode: speed * budget // base for mode, speed in speeds.items()}


def modes_on(battle_map: BattleMap, creature: Creature, walking: int) -> Modes | None:
    """A creature's own modes on a map with kinds of ground; None where these are not asked about."""
    return own_modes(creature, walking) or None if battle_map.terrain.ground.any() else None


def multiplied(modes: Modes, times: int) -> dict[Mode, int]:
    """The feet that the modes cover in so many moves."""
    return {mode: feet * times for mode, feet in modes.items()}


def at_full_tilt(modes: Modes) -> dict[Mode, int]:
    """Those modes in which a creature may run or charge."""
    return {mode: feet for mode, feet in modes.items() if mode in AT_FULL_TILT}


def best_feet(kind: GroundKind, modes: Modes) -> int:
    """Feet that the best mode for a kind of ground covers, 0 where there is none."""
    return _best(_SERVING[kind], modes)[0]


def habitable(battle_map: BattleMap, fits: Footing, modes: Modes, *, by_skill: bool = True) -> Board:
    """Positions that occupy no square which needs a mode that the creature has not got.

    Args:
        battle_map: the map.
        fits: the positions of some frame.
        modes: feet by mode.
        by_skill: whether it may swim and climb without a speed for that (rules 3.9).
    """
    found = fits.any
    for kind in GroundKind:
        feet = best_feet(kind, modes) or (_skill(kind, modes)[0] if by_skill else 0)
        if not feet:
            found &= ~fits.occupying(_squares(battle_map, fits.frame, kind))
    return found


def slow_passages(mover: Mover, room: Room, modes: Modes) -> tuple[Passage, ...]:
    """Steps that take a whole round: impeded ones, and those dearer than their mode covers (rules 3.6)."""
    price, kinds = mover.price, _kinds(mover, room)
    found = []
    for impeded, steps in ((True, impeded_steps(mover, room)), (False, all_steps(mover, room))):
        for direction, boards in steps.items():
            for kind, board in boards:
                for needed, ends in _by_kinds(board, kinds[direction]):
                    ways = [way for way in _ways(needed, modes) if way[1] > 0]
                    weights = [
                        (
                            price.weight(kind._replace(factor=kind.factor * factor), direction.is_diagonal),
                            feet,
                        )
                        for factor, feet, _ in ways
                    ]
                    if ways and (impeded or all(weight > price.most(feet) for weight, feet in weights)):
                        found.append(Passage(direction, 0, ends, kind, mode=ways[0][2]))
    return tuple(found)


def mode_passages(mover: Mover, room: Room, modes: Modes, *, by_skill: bool = True) -> tuple[Passage, ...]:
    """The legal steps in a room, each with its mode and the most that may have been spent after it.

    Without `by_skill` the creature does not swim or climb where it has no speed for that.
    """
    price, kinds = mover.price, _kinds(mover, room)
    found = []
    for direction, steps in all_steps(mover, room).items():
        for kind, board in steps:
            for needed, ends in _by_kinds(board, kinds[direction]):
                for factor, feet, words in _ways(needed, modes):
                    if factor > 1 and not by_skill:
                        continue
                    paid = kind._replace(factor=kind.factor * factor)
                    weight = price.weight(paid, direction.is_diagonal)
                    found.append(Passage(direction, weight, ends, paid, price.most(feet), words))
    return tuple(found)


def _kinds(mover: Mover, room: Room) -> dict[Direction, list[tuple[GroundKind, Board]]]:
    """For each direction and kind of ground, where steps end that pay for such squares."""
    found: dict[Direction, list[tuple[GroundKind, Board]]] = {direction: [] for direction in DIRECTIONS}
    fits, terrain_cost = room.footing, mover.ruleset.movement.terrain_cost
    here = ground(mover.battle_map, room.frame)
    near = mover.first_steps[0]
    for kind in GroundKind:
        boards = paying(here, fits, fits, _squares(mover.battle_map, room.frame, kind), terrain_cost)
        for direction, board in boards.items():
            if board:
                found[direction].append((kind, board))
        if mover.stands_in(room):
            continue
        there = ground(mover.battle_map, near)
        squares = _squares(mover.battle_map, near, kind)
        first = paying(there, mover.own, footing(there, mover.body), squares, terrain_cost)
        for direction, board in first.items():
            end = Square(mover.creature.at.x + direction.dx, mover.creature.at.y + direction.dy)
            if board & near.bit(end):
                found[direction].append((kind, relocated_board(near.bit(end), near, room.frame)))
    return found


def _squares(battle_map: BattleMap, frame: Frame, kind: GroundKind) -> Board:
    """Squares of the map of one kind of ground."""
    on_map = frame.block(Square(0, 0), battle_map.width, battle_map.height)
    return frame.board(frame.cut(battle_map.terrain.ground) == kind) & on_map


def _by_kinds(
    board: Board, kinds: Iterable[tuple[GroundKind, Board]]
) -> Iterator[tuple[frozenset[GroundKind], Board]]:
    """A board's positions by all the kinds of ground that the step there pays for."""
    groups: dict[frozenset[GroundKind], Board] = {frozenset(): board}
    for kind, ends in kinds:
        split: dict[frozenset[GroundKind], Board] = {}
        for needed, part in groups.items():
            split[needed | {kind}] = split.get(needed | {kind}, 0) | part & ends
            split[needed] = split.get(needed, 0) | part & ~ends
        groups = {needed: part for needed, part in split.items() if part}
    yield from groups.items()


def _ways(needed: frozenset[GroundKind], modes: Modes) -> Iterator[tuple[int, int, str]]:
    """How a step over these kinds of ground is open: (factor, feet that cover it, words)."""
    if not needed:
        # The step only leaves squares: the best mode that there is covers it.
        feet, mode = max(((modes[mode], mode.value) for mode in modes), default=(0, ""))
        yield 1, feet, mode
        return
    plain = {kind: _best(_SERVING[kind], modes) for kind in needed}
    feet = min(covered for covered, _ in plain.values())
    if feet:
        yield 1, feet, _words(plain)
    tried = {kind: max(plain[kind], _skill(kind, modes)) for kind in needed}
    slow = min(covered for covered, _ in tried.values())
    if slow > feet:
        yield _QUARTER, slow, _words(tried)


Cover = tuple[int, str]
"""Feet that a mode covers, and its words."""


def _best(serving: Iterable[Mode], modes: Modes) -> Cover:
    return max((modes.get(mode, 0), mode.value) for mode in serving)


def _words(covers: Mapping[GroundKind, Cover]) -> str:
    return "/".join(dict.fromkeys(words for _, (_, words) in sorted(covers.items())))


def _skill(kind: GroundKind, modes: Modes) -> Cover:
    """What covers a mode that the creature lacks, where it may be tried at a quarter of its walking speed."""
    mode = _BY_SKILL.get(kind)
    if mode is None or modes.get(mode):
        return 0, ""
    return modes.get(Mode.WALK, 0), f"{mode} at a quarter speed"
