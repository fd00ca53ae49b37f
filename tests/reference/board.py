"""The plain reading of a query's map object that every reference answer starts from.

Slow and simple on purpose: sets of squares, exact fractions, no arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

Square = tuple[int, int]
Point = tuple[Fraction, Fraction]

EPIC_PATH = "epic-path"
PATHFINDER = "pathfinder-1e"
DND = "dnd-3.5"
SOULWEAVER = "soulweaver"

#: Size categories, smallest first; the place in this list is the category's number.
SIZES = [
    "fine",
    "diminutive",
    "tiny",
    "small",
    "medium",
    "large",
    "huge",
    "gargantuan",
    "colossal",
    "titanic",
    "titanic-plus",
    "titanic-two-plus",
    "titanic-three-plus",
]

_SIDES = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
_REACH_TALL = {"small": 5, "medium": 5, "large": 10, "huge": 15, "gargantuan": 20, "colossal": 25}
_REACH_LONG = {"small": 5, "medium": 5, "large": 5, "huge": 10, "gargantuan": 15, "colossal": 15}
_LONG_HEIGHT = {"large": 1, "huge": 2, "gargantuan": 3, "colossal": 5}

#: Conditions under which a creature can be passed and stopped on, and threatens nothing (3.7, 4.1).
HELPLESS = {"helpless", "unconscious", "paralysed", "paralyzed", "dead"}
#: Conditions that halve speed (3.2).
HALVING = {"blinded", "exhausted", "entangled", "disabled"}

STOPS_MOVEMENT = {"wall", "door", "window"}
STOPS_LINES = {"wall", "door"}
OBSTACLES = {"low-wall", "fence"}


def side(ruleset: str, size: str) -> int:
    """How many squares a space is wide (rules 1.2); never more than six on the map."""
    if SIZES.index(size) >= SIZES.index("titanic"):
        return 6
    if size == "colossal" and ruleset == EPIC_PATH:
        return 5
    return _SIDES.get(size, 1)


def table_reach(ruleset: str, size: str, stance: str = "tall") -> int:
    """The reach in feet that the size table gives (rules 1.2)."""
    if ruleset == EPIC_PATH and SIZES.index(size) >= SIZES.index("titanic"):
        return 30 << (SIZES.index(size) - SIZES.index("titanic"))
    if ruleset == PATHFINDER and size == "colossal":
        return 20 if stance == "long" else 30
    long_one = stance == "long" and ruleset != EPIC_PATH
    return (_REACH_LONG if long_one else _REACH_TALL).get(size, 0)


def metric(ruleset: str, dx: int, dy: int, dz: int = 0) -> int:
    """The distance in squares of an offset (rules 1.3, 1.4)."""
    greatest, middle, _ = sorted((abs(dx), abs(dy), abs(dz)), reverse=True)
    if ruleset in (PATHFINDER, DND):
        return greatest + middle // 2
    return greatest


def block(at: Square, s: int) -> set[Square]:
    """The squares of the s x s space whose top-left square is ``at`` (rules 1.2)."""
    return {(at[0] + i, at[1] + j) for i in range(s) for j in range(s)}


@dataclass(frozen=True)
class Wall:
    """A segment between two lattice points (rules 2.2)."""

    start: Point
    end: Point
    kind: str
    open: bool  # only a door can be open (query.md)

    @property
    def stops_movement(self) -> bool:
        """Closed walls, doors and windows cannot be walked through."""
        return self.kind in STOPS_MOVEMENT and not self.open

    @property
    def stops_lines(self) -> bool:
        """Closed walls and doors stop sight and effect."""
        return self.kind in STOPS_LINES and not self.open

    @property
    def is_obstacle(self) -> bool:
        """Low walls and fences are climbed at a price."""
        return self.kind in OBSTACLES


@dataclass(frozen=True)
class Creature:
    """One creature of the map, with the defaults of rules 1.2 filled in."""

    id: str
    size: str
    at: Square
    side: int
    team: str | None
    #: Threatens squares at more than the first and at most the second number of feet.
    reach: tuple[int, int]
    stance: str
    conditions: frozenset[str]
    altitude: int

    @property
    def category(self) -> int:
        """The number of its size category: tiny 2, medium 4, large 5 ..."""
        return SIZES.index(self.size)

    @property
    def squares(self) -> set[Square]:
        """Every square of its space."""
        return block(self.at, self.side)

    @property
    def height(self) -> int:
        """Its space is a cube; in the air a long creature is lower (rules 1.2, 1.4)."""
        if self.stance == "long" and self.altitude > 0:
            return min(self.side, _LONG_HEIGHT.get(self.size, self.side))
        return self.side

    @property
    def helpless(self) -> bool:
        """Helpless, unconscious, paralysed or dead (rules 3.7, 4.1)."""
        return bool(self.conditions & HELPLESS)

    @property
    def dead(self) -> bool:
        """The dead bar nothing and give no cover (rules 3.7, 8.2)."""
        return "dead" in self.conditions


@dataclass(frozen=True)
class Board:
    """A map as sets of squares, walls and creatures, with the ruleset it is read under."""

    ruleset: str
    width: int
    height: int
    difficult: dict[Square, int]
    impeded: frozenset[Square]
    filled: frozenset[Square]  # blocked with '#'
    pillars: frozenset[Square]  # blocked with 'o'
    hazardous: frozenset[Square]
    walls: tuple[Wall, ...]
    creatures: dict[str, Creature]

    @property
    def blocked(self) -> frozenset[Square]:
        """Every blocked square, filled or not (rules 2.1)."""
        return self.filled | self.pillars

    def on_map(self, square: Square) -> bool:
        """Whether the square exists."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def squares(self) -> list[Square]:
        """Every square, sorted by y, then x."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def positions(self, s: int) -> list[Square]:
        """Every top-left square of an s x s space wholly on the map, sorted by y, then x."""
        return [(x, y) for x, y in self.squares() if x + s <= self.width and y + s <= self.height]

    def distance(self, dx: int, dy: int, dz: int = 0) -> int:
        """Squares of an offset under this board's ruleset (rules 1.3)."""
        return metric(self.ruleset, dx, dy, dz)

    def gap(self, one: set[Square], other: set[Square]) -> int:
        """The least distance in squares between two sets of squares (rules 1.3)."""
        return min(self.distance(a[0] - b[0], a[1] - b[1]) for a in one for b in other)

    def moved(self, creature_id: str, at: Square) -> Board:
        """The same board with one creature elsewhere."""
        creature = replace(self.creatures[creature_id], at=at)
        return replace(self, creatures={**self.creatures, creature_id: creature})


def opponents(one: Creature, other: Creature) -> bool:
    """Two creatures are opponents unless their teams are the same (query.md)."""
    return one.team != other.team


def _layer(terrain: dict[str, list[str]], name: str) -> dict[Square, str]:
    rows = terrain.get(name) or []
    return {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}


def _point(pair: list[Any]) -> Point:
    return Fraction(str(pair[0])), Fraction(str(pair[1]))


def read_creature(ruleset: str, raw: dict[str, Any]) -> Creature:
    """One creature of a map object; a stated reach beats the table (rules 1.2)."""
    stance = raw.get("stance") or "tall"
    reach = raw.get("reach")
    if reach is None:
        low, high = 0, table_reach(ruleset, raw["size"], stance)
    elif isinstance(reach, list):
        low, high = reach
    else:
        low, high = 0, reach
    return Creature(
        id=raw["id"],
        size=raw["size"],
        at=(raw["at"][0], raw["at"][1]),
        side=side(ruleset, raw["size"]),
        team=raw.get("team"),
        reach=(low, high),
        stance=stance,
        conditions=frozenset(raw.get("conditions") or []),
        altitude=raw.get("altitude") or 0,
    )


def read_board(ruleset: str, raw: dict[str, Any]) -> Board:
    """A query's map object as a board (rules 2, query.md)."""
    terrain = raw.get("terrain") or {}
    blocked = _layer(terrain, "blocked")
    return Board(
        ruleset=ruleset,
        width=raw["width"],
        height=raw["height"],
        difficult={sq: int(c) for sq, c in _layer(terrain, "difficult").items()},
        impeded=frozenset(_layer(terrain, "impeded")),
        filled=frozenset(sq for sq, c in blocked.items() if c == "#"),
        pillars=frozenset(sq for sq, c in blocked.items() if c == "o"),
        hazardous=frozenset(_layer(terrain, "hazardous")),
        walls=tuple(
            Wall(
                start=_point(w["from"]),
                end=_point(w["to"]),
                kind=w["kind"],
                open=w["kind"] == "door" and bool(w.get("open")),
            )
            for w in raw.get("walls") or []
        ),
        creatures={c["id"]: read_creature(ruleset, c) for c in raw.get("creatures") or []},
    )
