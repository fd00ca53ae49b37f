"""Where walls run on the grid (rules 2.4), against fractions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap, Point, Wall
from gridmap.rules import wall_marks
from gridmap.rules.bitboard import Frame
from gridmap.rules.ground import ground
from tests.reference.board import read_board
from tests.reference.geometry import box, segment_enters, segments_touch
from tests.rules.movement_maps import HALF, wall_ends

SIDE = 5
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def marked(
    ends: list[tuple[Any, Any]],
) -> tuple[set[tuple[int, int, int, int]], dict[int, set[tuple[int, int]]]]:
    """Steps that these walls bar, and by side the positions whose space they run through."""
    walls = tuple(Wall(Point(*start), Point(*end)) for start, end in ends)
    battle_map = BattleMap.empty(SIDE, SIDE).with_changes(walls=walls)
    frame = Frame(-1, -1, SIDE + 2, SIDE + 2)
    here = ground(battle_map, frame)
    assert here.walls is not None
    steps = {
        (x - 1, y - 1, dx, dy)
        for (dx, dy), board in here.walls.steps.items()
        for y, x in np.argwhere(frame.grid(board)).tolist()
    }
    spaces = {
        side: {
            (x - 1, y - 1)
            for y, x in np.argwhere(frame.grid(here.walls.inside_spaces(side, frame))).tolist()
            if 1 <= x <= SIDE + 1 - side and 1 <= y <= SIDE + 1 - side
        }
        for side in (1, 2, 3)
    }
    return steps, spaces


def expected(
    ends: list[tuple[Any, Any]],
) -> tuple[set[tuple[int, int, int, int]], dict[int, set[tuple[int, int]]]]:
    raw_walls = [{"from": start, "to": end, "kind": "wall"} for start, end in ends]
    raw = {"width": SIDE, "height": SIDE, "walls": raw_walls}
    walls = read_board("pathfinder-1e", raw).walls
    steps = {
        (x, y, dx, dy)
        for y in range(-1, SIDE + 1)
        for x in range(-1, SIDE + 1)
        for dx, dy in DIRECTIONS
        for start, end in [((x + HALF, y + HALF), (x + dx + HALF, y + dy + HALF))]
        if any(segments_touch(start, end, wall.start, wall.end) for wall in walls)
    }
    spaces = {
        side: {
            (x, y)
            for y in range(SIDE + 1 - side)
            for x in range(SIDE + 1 - side)
            if any(segment_enters(wall.start, wall.end, box((x, y), side)) for wall in walls)
        }
        for side in (1, 2, 3)
    }
    return steps, spaces


@given(st.lists(wall_ends(SIDE, SIDE), min_size=1, max_size=2))
def test_as_fractions_have_it(ends: list[tuple[Any, Any]]) -> None:
    assert marked(ends) == expected(ends)


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param([((0.2, 0.1), (0.8, 0.9))], id="through a centre, by decimal fractions"),
        pytest.param([((0.1, 0.3), (0.7, 0.9))], id="slanting, its difference of ends rounded in binary"),
        pytest.param([((1 / 3, 0), (1 / 3, 3))], id="16 digits, upright"),
        pytest.param([((0, 1 / 3), (3, 10 / 3))], id="16 digits, slanting"),
        pytest.param([((2, 2), (2, 2))], id="a point on a corner"),
        pytest.param([((2.5, 2.5), (2.5, 2.5))], id="a point on a centre"),
        pytest.param([((-1e300, 2), (1e300, 2))], id="far too long"),
        pytest.param([((-1e9, -1e9 + 1), (1e9, 1e9 + 1))], id="far too long, slanting"),
        pytest.param([((2, 0.5), (2, 1e-300))], id="a tiny end"),
        pytest.param([((0, 0.5), (0, -0.49999999999999994))], id="an end that half a square rounds away"),
        pytest.param([((1.5000000001, 0), (1.5000000001, 5))], id="a hair beside the centres"),
        pytest.param([((0, 0), (4.999999999999999, 5))], id="nearly diagonal"),
    ],
)
def test_awkward_walls(ends: list[tuple[Any, Any]]) -> None:
    assert marked(ends) == expected(ends)


def test_floats_far_from_whole_numbers_need_no_unbounded_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(ends: object) -> object:
        raise AssertionError("worked out in unbounded integers")

    monkeypatch.setattr(wall_marks, "_unbounded", never)
    # An ordinary import: many digits, walls along the axes and across.
    marked([((12.3456789012, 0.25), (0.7731245678, 4.1)), ((1.0000345678, 0), (1.0000345678, 3))])
