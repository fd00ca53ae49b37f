"""The steps that let each enemy strike (rules 4.3), as boards: what safe ways keep away from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gridmap.model.creature import Creature
from gridmap.model.square import Square
from gridmap.rules.bitboard import Board, Frame, any_in_space, moved
from gridmap.rules.melee_cover import MeleeCover
from gridmap.rules.metric import creature_box
from gridmap.rules.mover import Mover
from gridmap.rules.provoke import able_enemies, overlap, rise
from gridmap.rules.reach import threats_of_each
from gridmap.rules.space import side
from gridmap.rules.step import DIRECTIONS, Direction
from gridmap.rules.walk import Passage


@dataclass(frozen=True, eq=False)
class Menace:
    """What lets one enemy strike at a mover.

    Attributes:
        enemy: who.
        provoking: for each direction, where a step ends that lets it strike, were such a step legal.
    """

    enemy: Creature
    provoking: Mapping[Direction, Board]


def menaces(mover: Mover, frame: Frame, among: Board, *, excused: Square | None = None) -> tuple[Menace, ...]:
    """The enemies that may strike a mover somewhere among some positions, in the map's order.

    Args:
        mover: who moves.
        frame: the squares looked at.
        among: positions that it may stand at; elsewhere nothing is said.
        excused: a position that may be left without provoking.
    """
    battle_map, ruleset, creature = mover.battle_map, mover.ruleset, mover.creature
    enemies = able_enemies(battle_map, creature)
    box = creature_box(creature, ruleset)
    rises = [rise(box, creature_box(enemy, ruleset)) for enemy in enemies]
    threats = threats_of_each(battle_map, enemies, ruleset, rises)
    count = side(creature, ruleset)
    found = []
    for enemy, threat in zip(enemies, threats, strict=True):
        struck = frame.board(frame.cut(threat.mask, Square(threat.left, threat.top)))
        near = any_in_space(struck, count, count, frame) & among
        if excused is not None:
            near &= ~frame.bit(excused)
        leaving = near & ~_covered_at(mover, enemy, frame, near)
        inside = _sharing(mover, enemy, frame)
        if not leaving and not inside & among:
            continue
        provoking = {}
        for direction in DIRECTIONS:
            bits = frame.offset(*direction)
            provoking[direction] = moved(leaving, bits) | inside & ~moved(inside, bits)
        found.append(Menace(enemy, provoking))
    return tuple(found)


def spared(open_passages: Iterable[Passage], striking: Sequence[Menace]) -> tuple[Passage, ...]:
    """The passages, without the steps that let any of these enemies strike."""
    barred = dict.fromkeys(DIRECTIONS, 0)
    for menace in striking:
        for direction, board in menace.provoking.items():
            barred[direction] |= board
    return tuple(passage.without(barred[passage.direction]) for passage in open_passages)


def _covered_at(mover: Mover, enemy: Creature, frame: Frame, positions: Board) -> Board:
    """The positions at which cover from the enemy saves the mover."""
    if not mover.ruleset.reach.cover_stops_provoking:
        return 0
    found, cover = 0, MeleeCover(mover.battle_map, mover.creature, enemy, mover.ruleset)
    while positions:
        bit = positions & -positions
        positions ^= bit
        if cover.saves(frame.square(bit.bit_length() - 1)):
            found |= bit
    return found


def _sharing(mover: Mover, enemy: Creature, frame: Frame) -> Board:
    """The positions at which the mover would stand in the enemy's space."""
    ruleset, own = mover.ruleset, mover.creature.at
    theirs = creature_box(enemy, ruleset)
    level = creature_box(mover.creature, ruleset)[4:]
    if level[0] > theirs[5] or theirs[4] > level[1]:
        return 0
    width, count = side(enemy, ruleset), side(mover.creature, ruleset)
    found = any_in_space(frame.block(enemy.at, width, width), count, count, frame)
    # Its own space may stick out over the map's edge, beyond the frame.
    if overlap(creature_box(mover.creature, ruleset), theirs):
        found |= frame.bit(own)
    return found
