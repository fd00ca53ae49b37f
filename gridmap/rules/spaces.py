"""Many spaces at once, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np

from gridmap.model.creature import Creature
from gridmap.rules.identity_cache import IdentityCache
from gridmap.rules.metric import creature_box
from gridmap.rules.passing import HELPLESS
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import reach
from gridmap.rules.square_pairs import Squares
from gridmap.rules.stoppers import Indices, spread_out

THREATENS_NOTHING = HELPLESS
"""Conditions under which a creature neither threatens nor flanks (rules 4.1)."""


class Spaces:
    """The spaces and reaches of some creatures as arrays, one row a creature."""

    def __init__(self, creatures: Sequence[Creature], ruleset: Ruleset) -> None:
        boxes = np.array([creature_box(creature, ruleset) for creature in creatures], np.int64)
        boxes = boxes.reshape(-1, 3, 2)
        self.first, self.last = boxes[:, :, 0], boxes[:, :, 1]
        """``(n, 3) int64``: first and last square along x, y and z."""
        self.sides = self.last[:, 0] - self.first[:, 0] + 1
        bands = np.array([reach(creature, ruleset) for creature in creatures], np.int64).reshape(-1, 2)
        self.more_than, self.at_most = bands.T
        self.able = np.array([not creature.has(*THREATENS_NOTHING) for creature in creatures], np.bool_)

    def of(self, chosen: Indices) -> Spaces:
        """The spaces of some of them, in that order."""
        some = copy(self)
        for name, rows in vars(self).items():
            setattr(some, name, rows[chosen])
        return some

    def squares(self, owners: Indices) -> tuple[Indices, Squares]:
        """Every square of these spaces: (which of `owners`, the square)."""
        entry, number = spread_out(self.sides[owners] ** 2)
        side = self.sides[owners][entry]
        offsets = np.stack([number % side, number // side], axis=1)
        return entry, self.first[owners, :2][entry] + offsets


_kept: IdentityCache[Spaces] = IdentityCache(4)


def spaces_of(creatures: Sequence[Creature], ruleset: Ruleset) -> Spaces:
    """The spaces of these creatures; of the same tuple of them the same arrays."""
    if not isinstance(creatures, tuple):
        return Spaces(creatures, ruleset)
    return _kept.get((creatures, ruleset), lambda: Spaces(creatures, ruleset))
