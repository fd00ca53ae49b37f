"""The block of squares that a creature fills, and how far it reaches (rules 1.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gridmap.model.creature import Creature, ReachBand, Size, Stance
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.rules.ruleset import Ruleset


def side(creature: Creature, ruleset: Ruleset) -> int:
    """Squares along a side of its space: the stated one, else the size table's."""
    if creature.space is not None:
        return creature.space // FEET_PER_SQUARE
    return ruleset.size(creature.size).side


def sides(ruleset: Ruleset) -> Callable[[Creature], int]:
    """`side` by one ruleset's size table, for those who know no rulesets."""
    return partial(side, ruleset=ruleset)


def strip(creature: Creature, ruleset: Ruleset) -> int:
    """Squares of free width that it needs to squeeze (rules 3.8); its whole side where it cannot.

    A stated space squeezes like the smallest size that fills as much.
    """
    count, size = side(creature, ruleset), creature.size
    if creature.space is not None:
        size = next((size for size in Size if ruleset.size(size).side >= count), size)
    return max(1, min(ruleset.movement.squeeze.strip(size, count), count))


def height(creature: Creature, ruleset: Ruleset) -> int:
    """Squares that it is high (rules 1.2, 1.4): as high as wide, less for a long creature in the air."""
    entry = ruleset.size(creature.size)
    in_the_air = creature.altitude > 0
    wide = side(creature, ruleset)
    return min(entry.height_long, wide) if creature.stance is Stance.LONG and in_the_air else wide


def space(creature: Creature, ruleset: Ruleset, at: Square | None = None) -> Iterator[Square]:
    """The squares of its space, row by row, where it stands or would stand with its position `at`."""
    x, y = creature.at if at is None else at
    count = side(creature, ruleset)
    return (Square(x + i, y + j) for j in range(count) for i in range(count))


def fills(creature: Creature, ruleset: Ruleset, square: Square) -> bool:
    """Whether the square is one of its space."""
    count = side(creature, ruleset)
    return 0 <= square.x - creature.at.x < count and 0 <= square.y - creature.at.y < count


def reach(creature: Creature, ruleset: Ruleset) -> ReachBand:
    """Its reach in feet: the stated one, else the size table's."""
    if creature.reach is not None:
        return creature.reach
    entry = ruleset.size(creature.size)
    return ReachBand(0, entry.reach_long if creature.stance is Stance.LONG else entry.reach_tall)
