"""Maps of every kind for the tests of file formats."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import hypothesis.strategies as st
import numpy as np

from gridmap.model import (
    LAYERS,
    Asset,
    BattleMap,
    Creature,
    Elevation,
    Fog,
    Layer,
    Manoeuvrability,
    Note,
    Picture,
    Point,
    ReachBand,
    SavedView,
    Size,
    Square,
    Stance,
    Team,
    Template,
    Terrain,
    TokenShape,
    Wall,
    WallKind,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
coordinates = st.integers(-8, 40).map(lambda eighths: eighths / 8) | st.floats(-50, 50)
points = st.builds(Point, coordinates, coordinates)
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e6, 1e6) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
# No field of any version to come starts so: these are unknown for good.
extras = st.dictionaries(texts.map("x-".__add__), plain_values, max_size=2)
walls = st.builds(Wall, points, points, st.sampled_from(WallKind), st.booleans(), extras)
notes = st.builds(Note, points, texts, st.booleans(), extras)
lengths = st.integers(1, 20).map(float) | st.floats(0.01, 50)
teams = st.builds(
    Team, texts, st.sampled_from(["", "#c03a2b"]), st.none() | st.sampled_from(TokenShape), st.booleans()
)
templates = st.builds(Template, texts, texts, texts, st.booleans())
saved_views = st.builds(SavedView, texts, points, lengths, lengths, st.sampled_from([0, 90, -12.5]))
reaches = st.none() | st.builds(ReachBand, st.sampled_from([0, 5, 10]), st.integers(11, 60))


looks: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "portrait": texts,
        "letters": texts,
        "facing": st.none() | st.integers(-360, 360),
        "initiative": st.none() | st.integers(-20, 40),
        "light": st.sampled_from([0, 20]),
        "darkvision": st.sampled_from([0, 60]),
        "manoeuvrability": st.sampled_from([None, *Manoeuvrability]),
        "named": st.booleans(),
    }
)
turned: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"turn": st.sampled_from([0, 90, -12.5]), "locked": st.booleans(), "mirrored": st.booleans()}
)


def unique_by_name(entries: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """A few of them, no two with one name."""
    return st.lists(entries, max_size=2, unique_by=lambda entry: entry.name).map(tuple)


@st.composite
def creatures(draw: st.DrawFn, width: int, height: int, *, for_table: bool) -> tuple[Creature, ...]:
    ids = draw(st.lists(texts.filter(bool), unique=True, max_size=3))
    return tuple(
        Creature(
            each,
            draw(st.sampled_from(Size)),
            Square(draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))),
            draw(texts),
            draw(texts),
            draw(reaches),
            draw(st.sampled_from([None, 5, 10, 30])),
            draw(st.sampled_from(Stance)),
            draw(st.dictionaries(texts, st.integers(0, 100), max_size=2)),
            tuple(draw(st.lists(texts, max_size=2))),
            draw(st.integers(-3, 20)),
            draw(st.booleans()),
            draw(texts),
            draw(extras),
            **(draw(looks) if for_table else {}),
        )
        for each in ids
    )


def _for_table(draw: st.DrawFn, random: np.random.Generator, width: int, height: int) -> dict[str, Any]:
    shape = (height, width)
    return {
        "elevation": Elevation(random.integers(-2, 3, shape, np.int16) * 5) if draw(st.booleans()) else None,
        "secret_hazards": random.integers(0, 2, shape) if draw(st.booleans()) else None,
        "teams": draw(unique_by_name(teams)),
        "templates": tuple({each.id: each for each in draw(st.lists(templates, max_size=2))}.values()),
        "saved_views": draw(unique_by_name(saved_views)),
        "north": draw(st.sampled_from([None, 0, 12.5])),
        "feet_per_square": draw(st.sampled_from([5, 10])),
    }


@st.composite
def battle_maps(draw: st.DrawFn, *, for_table: bool = True) -> BattleMap:
    """Small maps with something of everything that a map may hold; what is for the table can be left out."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    grids = [
        random.choice(list(LAYERS[layer].values()), (height, width)).astype(np.uint8)
        if draw(st.booleans())
        else np.zeros((height, width), np.uint8)
        for layer in Layer
    ]
    assets = tuple(
        Asset(f"picture-{number}.png", draw(st.binary(max_size=30)))
        for number in range(draw(st.integers(0, 2)))
    )
    pictures = tuple(
        Picture(
            asset.name,
            draw(points),
            draw(lengths),
            draw(lengths),
            draw(st.floats(0, 1)),
            draw(extras),
            **(draw(turned) if for_table else {}),
        )
        for asset in assets
    )
    return BattleMap(
        width,
        height,
        Terrain(*grids),
        tuple(draw(st.lists(walls, max_size=3))),
        draw(creatures(width, height, for_table=for_table)),
        pictures,
        assets,
        tuple(draw(st.lists(notes, max_size=2))),
        Fog(random.integers(0, 3 if for_table else 2, (height, width), np.uint8))
        if draw(st.booleans())
        else None,
        draw(st.sampled_from(["epic-path", "pathfinder-1e", "my-own"])),
        draw(texts),
        draw(extras),
        draw(extras),
        **(_for_table(draw, random, width, height) if for_table else {}),
    )


def png(width: int = 2, height: int = 1) -> bytes:
    """A real picture: grey, of any size."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    rows = (b"\0" + b"\x80" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def uvtt(**fields: Any) -> dict[str, Any]:
    """A small Universal VTT document of 4 x 3 squares, with some of its fields replaced."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 4, "y": 3},
            "pixels_per_grid": 10,
        },
        "line_of_sight": [],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": "",
        **fields,
    }
