"""Random encounters as plain map objects, for tests that ask the core and a reference the same question."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.reference.board import SIZES, side

RULESETS = ("pathfinder-1e", "dnd-3.5", "epic-path", "soulweaver")
_CONDITIONS = ("helpless", "dead", "blinded", "entangled", "paralysed", "prone")
_KINDS = ("wall", "door", "window", "low-wall", "fence")


@st.composite
def rows(draw: st.DrawFn, width: int, height: int, letters: str, most: int) -> list[str]:
    """A terrain layer with at most so many marked squares."""
    grid = [["."] * width for _ in range(height)]
    for _ in range(draw(st.integers(0, most))):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        grid[y][x] = draw(st.sampled_from(letters))
    return ["".join(row) for row in grid]


@st.composite
def walls(draw: st.DrawFn, width: int, height: int, slanted: bool = True) -> dict[str, Any]:
    """A segment of any kind, along grid lines or, where allowed, between any half squares."""
    kind = draw(st.sampled_from(_KINDS))
    if slanted and draw(st.booleans()):
        ends = [[draw(st.integers(0, 2 * width)) / 2, draw(st.integers(0, 2 * height)) / 2] for _ in range(2)]
    else:
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        length = draw(st.integers(1, 3))
        across = draw(st.booleans())
        ends = [[x, y], [min(width, x + length), y] if across else [x, min(height, y + length)]]
    wall: dict[str, Any] = {"from": ends[0], "to": ends[1], "kind": kind}
    if draw(st.booleans()):
        wall["open"] = draw(st.booleans())
    return wall


@st.composite
def encounters(
    draw: st.DrawFn, ruleset: str, *, most_side: int = 9, creatures: int = 4, slanted: bool = True
) -> dict[str, Any]:
    """A map with terrain, walls and creatures `a`, `b` … wholly on it, overlapping at times."""
    width, height = draw(st.integers(2, most_side)), draw(st.integers(2, most_side))
    squares = width * height
    placed = []
    for number in range(draw(st.integers(2, max(2, creatures)))):
        fitting = [size for size in SIZES[:10] if side(ruleset, size) <= min(width, height)]
        size = draw(st.sampled_from(fitting))
        room = side(ruleset, size)
        creature: dict[str, Any] = {
            "id": "abcdefgh"[number],
            "size": size,
            "at": [draw(st.integers(0, width - room)), draw(st.integers(0, height - room))],
            "team": draw(st.sampled_from(["party", "foes"])),
        }
        if draw(st.integers(0, 3)) == 0:
            creature["reach"] = draw(st.sampled_from([0, 5, 10, 15, [5, 10], [10, 20]]))
        if draw(st.integers(0, 3)) == 0:
            creature["conditions"] = draw(st.lists(st.sampled_from(_CONDITIONS), max_size=2, unique=True))
        if draw(st.integers(0, 4)) == 0:
            creature["stance"] = "long"
        placed.append(creature)
    return {
        "format": "gridmap",
        "version": 1,
        "width": width,
        "height": height,
        "terrain": {
            "difficult": draw(rows(width, height, "2248", squares // 4)),
            "impeded": draw(rows(width, height, "x", squares // 12)),
            "blocked": draw(rows(width, height, "##o", squares // 5)),
            "hazardous": draw(rows(width, height, "x", squares // 8)),
        },
        "walls": draw(st.lists(walls(width, height, slanted), max_size=4)),
        "creatures": placed,
    }
