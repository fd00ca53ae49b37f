"""Random small maps with everything on them that movement looks at, as map objects."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import BattleMap

HALF = Fraction(1, 2)
RULESETS = ("pathfinder-1e", "dnd-3.5", "epic-path", "soulweaver")
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal", "titanic")
MOVERS = ("medium", "large", "huge", "gargantuan", "colossal", "titanic", "tiny")
WALL_KINDS = ("wall", "door", "window", "low-wall", "fence")
CONDITIONS = ("blinded", "exhausted", "entangled", "disabled", "helpless", "unconscious", "dead", "prone")

_ROWS = {
    "difficult": ("." * 12) + "2248",
    "impeded": ("." * 20) + "x",
    "blocked": ("." * 12) + "#o",
    "hazardous": ".....x",
}


def _coordinate(limit: int) -> st.SearchStrategy[float | int]:
    """Lattice points, fractions that touch centres exactly, and numbers with many digits."""
    return st.one_of(
        st.integers(0, limit),
        st.integers(0, 2 * limit).map(lambda halves: halves / 2),
        st.integers(-1, 10 * limit + 1).map(lambda tenths: tenths / 10),
        st.floats(-0.5, limit + 0.5, allow_nan=False),
    )


def wall_ends(width: int, height: int) -> st.SearchStrategy[tuple[Any, Any]]:
    """Both ends of a wall at any angle, often along an axis or a diagonal."""

    def to_end(start: tuple[Any, Any]) -> st.SearchStrategy[tuple[Any, Any]]:
        end = st.one_of(
            st.tuples(_coordinate(width), _coordinate(height)),
            st.tuples(st.just(start[0]), _coordinate(height)),
            st.tuples(_coordinate(width), st.just(start[1])),
            st.integers(-4, 4).map(lambda k: (start[0] + k, start[1] + k)),
            st.integers(-4, 4).map(lambda k: (start[0] + k, start[1] - k)),
        )
        return end.map(lambda pair: (start, pair))

    return st.tuples(_coordinate(width), _coordinate(height)).flatmap(to_end)


@st.composite
def _walls(draw: st.DrawFn, width: int, height: int) -> dict[str, Any]:
    start, end = draw(wall_ends(width, height))
    kind = draw(st.sampled_from(WALL_KINDS))
    wall: dict[str, Any] = {"from": list(start), "to": list(end), "kind": kind}
    if kind == "door":
        wall["open"] = draw(st.booleans())
    return wall


@st.composite
def _creature(draw: st.DrawFn, name: str, sizes: tuple[str, ...], width: int, height: int) -> dict[str, Any]:
    return {
        "id": name,
        "size": draw(st.sampled_from(sizes)),
        "at": [draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))],
        "team": draw(st.sampled_from(("party", "foes"))),
        "stance": draw(st.sampled_from(("tall", "long"))),
        "conditions": draw(st.lists(st.sampled_from(CONDITIONS), max_size=1)),
        "altitude": draw(st.sampled_from((0, 0, 0, 0, 1, 2, 4))),
    }


@st.composite
def map_objects(draw: st.DrawFn, *, most: int = 9, walls: bool = True) -> dict[str, Any]:
    """A map object; the creature ``a`` moves."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    layers = draw(st.sets(st.sampled_from(tuple(_ROWS))))
    row = {name: st.text(_ROWS[name], min_size=width, max_size=width) for name in sorted(layers)}
    return {
        "format": "gridmap",
        "version": 1,
        "width": width,
        "height": height,
        "terrain": {name: [draw(row[name]) for _ in range(height)] for name in sorted(layers)},
        "walls": draw(st.lists(_walls(width, height), max_size=4)) if walls else [],
        "creatures": [
            draw(_creature("a", MOVERS, width, height)),
            *(draw(_creature(f"c{n}", SIZES, width, height)) for n in range(draw(st.integers(0, 2)))),
        ],
    }


def as_map(raw: dict[str, Any]) -> BattleMap:
    """The map object read by the product."""
    return read_map(raw)
