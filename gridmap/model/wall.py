"""Walls, doors, windows and obstacles: segments anywhere on the map (rules 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Any

from gridmap.model.square import Point

SECRET = "secret"
"""The field of a wall's `extra` that is true for a secret door."""


class WallKind(StrEnum):
    """What a segment is, by the name that map files use."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"
    LOW_WALL = "low-wall"
    FENCE = "fence"


@dataclass(frozen=True)
class Wall:
    """One segment from lattice point to lattice point (fractions allowed, in squares).

    Attributes:
        start: one end.
        end: the other.
        kind: what stands there.
        open: an open door; means nothing for the other kinds.
        extra: fields of a saved map that this version does not know, kept for the way back.
    """

    start: Point
    end: Point
    kind: WallKind = WallKind.WALL
    open: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not all(isfinite(number) for number in (*self.start, *self.end)):
            raise ValueError("the ends of a wall are finite numbers")

    @property
    def is_open_door(self) -> bool:
        """A door that stands open stops nothing."""
        return self.kind is WallKind.DOOR and self.open

    @property
    def is_secret_door(self) -> bool:
        """Players take it for a wall as long as it is closed."""
        return self.kind is WallKind.DOOR and self.extra.get(SECRET) is True

    @property
    def stops_movement(self) -> bool:
        """Walls, windows and closed doors."""
        return self.kind in (WallKind.WALL, WallKind.WINDOW) or (self.kind is WallKind.DOOR and not self.open)

    @property
    def stops_lines(self) -> bool:
        """Walls and closed doors stop sight and effect."""
        return self.kind is WallKind.WALL or (self.kind is WallKind.DOOR and not self.open)

    @property
    def is_obstacle(self) -> bool:
        """Low walls and fences are crossed at a cost (rules 3.5)."""
        return self.kind in (WallKind.LOW_WALL, WallKind.FENCE)

    @property
    def gives_cover_only(self) -> bool:
        """A low wall lets lines through but covers who is near it (rules 6.2)."""
        return self.kind is WallKind.LOW_WALL
