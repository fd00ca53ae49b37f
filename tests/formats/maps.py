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
    Fog,
    Layer,
    Note,
    Picture,
    Point,
    ReachBand,
    Size,
    Square,
    Stance,
    Terrain,
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
reaches = st.none() | st.builds(ReachBand, st.sampled_from([0, 5, 10]), st.integers(11, 60))


@st.composite
def creatures(draw: st.DrawFn, width: int, height: int) -> tuple[Creature, ...]:
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
        )
        for each in ids
    )


@st.composite
def battle_maps(draw: st.DrawFn) -> BattleMap:
    """Small maps with something of everything that a map may hold."""
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
        Picture(asset.name, draw(points), draw(lengths), draw(lengths), draw(st.floats(0, 1)), draw(extras))
        for asset in assets
    )
    return BattleMap(
        width,
        height,
        Terrain(*grids),
        tuple(draw(st.lists(walls, max_size=3))),
        draw(creatures(width, height)),
        pictures,
        assets,
        tuple(draw(st.lists(notes, max_size=2))),
        Fog(random.integers(0, 2, (height, width))) if draw(st.booleans()) else None,
        draw(st.sampled_from(["epic-path", "pathfinder-1e", "my-own"])),
        draw(texts),
        draw(extras),
        draw(extras),
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
