"""The map as one immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from gridmap.model.creature import Creature
from gridmap.model.elevation import Elevation
from gridmap.model.fog import Fog
from gridmap.model.note import Note
from gridmap.model.picture import Asset, Picture
from gridmap.model.saved_view import SavedView
from gridmap.model.square import FEET_PER_SQUARE, Square
from gridmap.model.team import Team
from gridmap.model.template import Template
from gridmap.model.terrain import Grid, Terrain, read_only
from gridmap.model.wall import Wall

MAX_SIDE = 4_000
"""The longest side of a map, in squares."""
MAX_SQUARES = 4_000_000
"""The most squares of a map."""
DEFAULT_RULESET = "pathfinder-1e"


@dataclass(frozen=True, eq=False)
class BattleMap:
    """An encounter map. An edit makes the next value; the parts that did not change are shared.

    Attributes:
        width: squares from left to right.
        height: squares from top to bottom.
        terrain: the terrain layers.
        walls: segments, in drawing order.
        creatures: with unique ids, in drawing order.
        pictures: background pictures, lowest first.
        assets: the picture files, with unique names.
        notes: labels and GM's notes.
        fog: None where everything is revealed.
        ruleset: id of the ruleset that this map is played with.
        name: the map's title.
        view: the saved view of the editor (visible layers, zoom …), never read by rules.
        extra: fields of a saved map that this version does not know, kept for the way back.
        elevation: how high the ground lies, None where it is level.
        secret_hazards: ``(height, width) uint8``, 1 where the hazard is a trap that players do not know of;
            None where there is none.
        teams: the teams whose look the map says, with unique names.
        templates: areas kept on the map, with unique ids.
        saved_views: parts of the map to come back to, with unique names.
        north: degrees clockwise from up that north is; None for no arrow.
        feet_per_square: what a square stands for on the ground; the rules' squares are of 5 feet.
    """

    width: int
    height: int
    terrain: Terrain
    walls: tuple[Wall, ...] = ()
    creatures: tuple[Creature, ...] = ()
    pictures: tuple[Picture, ...] = ()
    assets: tuple[Asset, ...] = ()
    notes: tuple[Note, ...] = ()
    fog: Fog | None = None
    ruleset: str = DEFAULT_RULESET
    name: str = ""
    view: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    elevation: Elevation | None = field(default=None, kw_only=True)
    secret_hazards: Grid | None = field(default=None, kw_only=True)
    teams: tuple[Team, ...] = field(default=(), kw_only=True)
    templates: tuple[Template, ...] = field(default=(), kw_only=True)
    saved_views: tuple[SavedView, ...] = field(default=(), kw_only=True)
    north: float | None = field(default=None, kw_only=True)
    feet_per_square: int = field(default=FEET_PER_SQUARE, kw_only=True)

    def __post_init__(self) -> None:
        check_map_size(self.width, self.height)
        if self.terrain.shape != (self.height, self.width):
            raise ValueError(f"terrain is {self.terrain.shape}, the map {(self.height, self.width)}")
        if self.fog is not None and self.fog.revealed.shape != (self.height, self.width):
            raise ValueError(f"fog is {self.fog.revealed.shape}, the map {(self.height, self.width)}")
        if self.elevation is not None and self.elevation.feet.shape != (self.height, self.width):
            raise ValueError(f"elevation is {self.elevation.feet.shape}, the map {(self.height, self.width)}")
        if self.secret_hazards is not None:
            if np.shape(self.secret_hazards) != (self.height, self.width):
                raise ValueError(
                    f"secret hazards are {np.shape(self.secret_hazards)}, the map {(self.height, self.width)}"
                )
            object.__setattr__(self, "secret_hazards", read_only(self.secret_hazards))
        if len({creature.id for creature in self.creatures}) != len(self.creatures):
            raise ValueError("two creatures have the same id")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BattleMap):
            return NotImplemented
        return self is other or all(
            _same(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def empty(cls, width: int, height: int, ruleset: str = DEFAULT_RULESET, name: str = "") -> BattleMap:
        """Open ground with nothing on it.

        >>> BattleMap.empty(3, 2).terrain.shape
        (2, 3)
        """
        check_map_size(width, height)
        return cls(width, height, Terrain.open_ground(width, height), ruleset=ruleset, name=name)

    def creature(self, creature_id: str) -> Creature:
        """The creature of that id.

        Raises:
            KeyError: no creature has it.
        """
        for creature in self.creatures:
            if creature.id == creature_id:
                return creature
        raise KeyError(creature_id)

    def asset(self, name: str) -> Asset | None:
        """The picture file of that name, None where it is missing."""
        return next((asset for asset in self.assets if asset.name == name), None)

    def contains(self, square: Square) -> bool:
        """Whether the square is on the map."""
        return 0 <= square.x < self.width and 0 <= square.y < self.height

    def with_changes(self, **changes: Any) -> BattleMap:
        """The map with some attributes replaced and the others shared."""
        return replace(self, **changes)


def check_map_size(width: int, height: int) -> None:
    """Refuse a map that is empty or larger than the stated limits, before memory is taken.

    Raises:
        ValueError: one sentence that names the limit.
    """
    if width < 1 or height < 1:
        raise ValueError(f"a map has at least one square; {width} x {height} was asked for")
    if max(width, height) > MAX_SIDE or width * height > MAX_SQUARES:
        raise ValueError(
            f"a map of {width} x {height} squares is larger than the limit "
            f"({MAX_SIDE} squares a side, {MAX_SQUARES:,} in all)"
        )


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return bool(one == other)
