"""The 5-foot step (rules 3.11): one square that never provokes, where nothing hampers the creature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.bitboard import Board
from gridmap.rules.lines import lines_of_effect_from_space
from gridmap.rules.modes import Modes, mode_passages
from gridmap.rules.movement_reason import why_not
from gridmap.rules.mover import Mover, Room
from gridmap.rules.reason import Reason
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import space
from gridmap.rules.step import DIRECTIONS, Direction, StepKind
from gridmap.rules.tariff import slowing
from gridmap.rules.walk import all_steps


@dataclass(frozen=True)
class FiveFootSteps:
    """Where a creature may step without provoking.

    Attributes:
        squares: positions, sorted by y, then x.
        reasons: for each of the eight positions round its own that the map has, why, or why not.
    """

    squares: tuple[Square, ...]
    reasons: dict[Square, Reason]


def five_foot_steps(
    battle_map: BattleMap,
    creature: Creature,
    ruleset: Ruleset,
    speed: int | None = None,
    modes: Modes | None = None,
) -> FiveFootSteps:
    """Where a creature may take a 5-foot step to.

    Not onto difficult or impeded ground (the squares that rule 3.2 looks at), over an obstacle, squeezed
    into its end, or into a square that it cannot see from its space.

    Args:
        battle_map: the map.
        creature: who steps, from where it stands.
        ruleset: by which rules.
        speed: its speed in feet; None for its stated walking speed, or enough where none is stated.
        modes: its speeds by mode of movement (rules 3.10); None where kinds of ground are not asked about.
            Nobody takes such a step by a mode without a speed of more than 5 ft for it.
    """
    mover = Mover(battle_map, creature, ruleset)
    room = mover.room(mover.frame(1))
    everywhere = _barred_everywhere(mover, max(modes.values(), default=0) if modes else speed)
    by_mode = None if modes is None else _ends_by_mode(mover, room, modes)
    reasons = {}
    squares = []
    for direction in sorted(DIRECTIONS, key=lambda way: (way.dy, way.dx)):
        to = Square(creature.at.x + direction.dx, creature.at.y + direction.dy)
        if not battle_map.contains(to):
            continue
        why = everywhere or _why_no_step(mover, room, direction, to)
        if why is None and by_mode is not None and not by_mode[direction] & room.frame.bit(to):
            why = Reason("No 5-foot step: it has no speed for the ground there", "3.10, 3.11")
        if why is None:
            squares.append(to)
        reasons[to] = why or Reason("A 5-foot step: it provokes nobody", "3.11")
    return FiveFootSteps(tuple(squares), reasons)


def _barred_everywhere(mover: Mover, speed: int | None) -> Reason | None:
    """Why it can take no 5-foot step at all."""
    creature, movement = mover.creature, mover.ruleset.movement
    if creature.has("blinded"):
        return Reason("No 5-foot step: it cannot see where it steps", "3.11")
    slowed_by = slowing(creature, mover.ruleset)
    if slowed_by and movement.slowed_is_hampered:
        return Reason(
            "No 5-foot step: {condition}, it moves at half speed", "3.11", {"condition": slowed_by[0]}
        )
    if speed is None:
        speed = creature.speed.get("walk") or max(creature.speed.values(), default=6 * FEET_PER_SQUARE)
    feet = speed >> len(slowed_by)
    if feet <= FEET_PER_SQUARE:
        return Reason("No 5-foot step: its speed is {feet} ft", "3.11", {"feet": feet})
    return None


def _ends_by_mode(mover: Mover, room: Room, modes: Modes) -> dict[Direction, Board]:
    """For each direction, where steps end that a mode with enough speed serves."""
    halvings = len(slowing(mover.creature, mover.ruleset))
    able = {mode: feet for mode, feet in modes.items() if feet >> halvings > FEET_PER_SQUARE}
    ends = dict.fromkeys(DIRECTIONS, 0)
    for passage in mode_passages(mover, room, able, by_skill=False):
        ends[passage.direction] |= passage.ends
    return ends


def _why_no_step(mover: Mover, room: Room, direction: Direction, to: Square) -> Reason | None:
    """Why it can take no 5-foot step to one position."""
    bit = room.frame.bit(to)
    kind = next((kind for kind, board in all_steps(mover, room)[direction] if board & bit), None)
    if kind is None or not room.stoppable & bit:
        legal = kind is not None or _is_impeded(mover, room, direction, to)
        if legal or not room.stoppable & bit:
            return why_not(mover, to, reached=kind is not None, budget=None)
        return Reason("No 5-foot step: a wall or a corner is in the way", "2.3")
    if hindrance := _hindrance(kind):
        return Reason("No 5-foot step: {what}", "3.11", {"what": hindrance})
    seen = lines_of_effect_from_space(mover.battle_map, tuple(_own_squares(mover)))
    for x, y in space(mover.creature, mover.ruleset, to):
        if mover.battle_map.contains(Square(x, y)) and not seen[y, x]:
            return Reason("No 5-foot step: it cannot see into it", "3.11")
    return None


def _hindrance(kind: StepKind) -> str:
    if kind.factor > 1:
        return "difficult ground"
    if kind.obstacle:
        return "an obstacle is in the way"
    return "it would have to squeeze" if kind.squeezed else ""


def _is_impeded(mover: Mover, room: Room, direction: Direction, to: Square) -> bool:
    steps = room.steps.impeded if mover.stands_in(room) else mover.first_steps[1].impeded
    frame = room.frame if mover.stands_in(room) else mover.first_steps[0]
    return any(board & frame.bit(to) for _, board in steps[direction])


def _own_squares(mover: Mover) -> Iterator[Square]:
    return (square for square in space(mover.creature, mover.ruleset) if mover.battle_map.contains(square))
