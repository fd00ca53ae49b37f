"""How a team's tokens are told apart, where the map says more than the team's name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TokenShape(StrEnum):
    """The outline of a token."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    HEXAGON = "hexagon"
    SHIELD = "shield"
    OCTAGON = "octagon"


@dataclass(frozen=True)
class Team:
    """A team with a look of its own.

    Attributes:
        name: the name that creatures carry in `Creature.team`.
        colour: ``#rrggbb``, empty for the theme's.
        shape: the outline of its tokens, None for the theme's.
        party: whether it is the players' own: their sight lifts fog.
    """

    name: str
    colour: str = ""
    shape: TokenShape | None = None
    party: bool = False
