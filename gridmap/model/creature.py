"""Creatures on the map: facts only; what follows from them is the rules' business."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from gridmap.model.square import Square


class Size(StrEnum):
    """Size categories in order, smallest first (rules 1.2)."""

    FINE = "fine"
    DIMINUTIVE = "diminutive"
    TINY = "tiny"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"
    GARGANTUAN = "gargantuan"
    COLOSSAL = "colossal"
    TITANIC = "titanic"
    TITANIC_PLUS = "titanic-plus"
    TITANIC_TWO_PLUS = "titanic-two-plus"
    TITANIC_THREE_PLUS = "titanic-three-plus"

    @property
    def category(self) -> int:
        """How many categories above fine.

        >>> Size.HUGE.category - Size.MEDIUM.category
        2
        """
        return _SIZES.index(self)


_SIZES = tuple(Size)


class Stance(StrEnum):
    """Tall creatures reach farther than long ones of the same size (rules 1.2)."""

    TALL = "tall"
    LONG = "long"


class Manoeuvrability(StrEnum):
    """How well a creature turns and climbs in flight, the worst first (rules 9)."""

    CLUMSY = "clumsy"
    POOR = "poor"
    AVERAGE = "average"
    GOOD = "good"
    PERFECT = "perfect"


class ReachBand(NamedTuple):
    """A stated reach in feet: farther than `more_than`, no farther than `at_most` (rules 4.1).

    A natural reach has `more_than` 0. The creature's own squares are always within reach.
    """

    more_than: int
    at_most: int


@dataclass(frozen=True)
class Creature:
    """One creature.

    Attributes:
        id: its name in questions, unique on the map.
        size: size category.
        at: the top-left square of its space, its position.
        team: creatures of one team are allies, all others opponents.
        name: what the GM calls it; the id where left out.
        reach: a stated reach, which beats the size table; None for the table's.
        space: a stated space in feet a side, whole squares of it, where it is not its size's, as that of
            a swarm or troop; None for the table's.
        stance: tall or long.
        speed: feet by mode of movement, e.g. ``{"walk": 30, "swim": 20}``.
        conditions: e.g. ``("helpless",)``.
        altitude: squares above the ground.
        hidden: known to the GM only.
        notes: the GM's words about it, never shown to players.
        extra: fields of a saved map that this version does not know, kept for the way back.
        portrait: the `Asset` name of the picture that its token shows, empty for letters.
        letters: what its token shows instead of its initials, empty for them.
        facing: degrees clockwise from up that it looks, None where nobody cares.
        initiative: its place in the order of turns, None while it is in none.
        light: feet around it that it lights up.
        darkvision: feet that it sees without light.
        named: whether players know its name.
        manoeuvrability: in flight, None where not said.
    """

    id: str
    size: Size
    at: Square
    team: str = ""
    name: str = ""
    reach: ReachBand | None = None
    space: int | None = None
    stance: Stance = Stance.TALL
    speed: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    altitude: int = 0
    hidden: bool = False
    notes: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    portrait: str = field(default="", kw_only=True)
    letters: str = field(default="", kw_only=True)
    facing: int | None = field(default=None, kw_only=True)
    initiative: int | None = field(default=None, kw_only=True)
    light: int = field(default=0, kw_only=True)
    darkvision: int = field(default=0, kw_only=True)
    named: bool = field(default=True, kw_only=True)
    manoeuvrability: Manoeuvrability | None = field(default=None, kw_only=True)

    @property
    def title(self) -> str:
        """Its name; else the letters that it goes by where players do not know it, as ``?1``; else its id."""
        return self.name or ("" if self.named else self.letters) or self.id

    def is_ally_of(self, other: Creature) -> bool:
        """Whether both are of one team."""
        return self.team == other.team

    def has(self, *conditions: str) -> bool:
        """Whether any of these conditions is on it."""
        return any(condition in self.conditions for condition in conditions)


def id_of(name: str) -> str:
    """A name as an id: lower case, words joined.

    >>> id_of("Ogre Chief"), id_of("Giant, hill")
    ('ogre-chief', 'giant-hill')
    """
    return "-".join(re.findall(r"[^\s,;:]+", name.lower()))[:60] or "creature"
