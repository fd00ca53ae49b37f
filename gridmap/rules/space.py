"""The block of squares that a creature fills, and how far it reaches (rules 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from gridmap.model.creature import Creature, ReachBand, Stance
from gridmap.model.square import Square
from gridmap.rules.ruleset import Ruleset


def side(creature: Creature, ruleset: Ruleset) -> int:
    """Squares along a side of its space."""
    return ruleset.size(creature.size).side


def height(creature: Creature, ruleset: Ruleset) -> int:
    """Squares that it is high (rules 1.2, 1.4): as high as wide, less for a long creature in the air."""
    entry = ruleset.size(creature.size)
    in_the_air = creature.altitude > 0
    return entry.height_long if creature.stance is Stance.LONG and in_the_air else entry.side


def space(creature: Creature, ruleset: Ruleset, at: Square | None = None) -> Iterator[Square]:
    """The squares of its space, row by row, where it stands or would stand with its position `at`."""
    x, y = creature.at if at is None else at
    count = side(creature, ruleset)
    return (Square(x + i, y + j) for j in range(count) for i in range(count))


def reach(creature: Creature, ruleset: Ruleset) -> ReachBand:
    """Its reach in feet: the stated one, else the size table's."""
    if creature.reach is not None:
        return creature.reach
    entry = ruleset.size(creature.size)
    return ReachBand(0, entry.reach_long if creature.stance is Stance.LONG else entry.reach_tall)
