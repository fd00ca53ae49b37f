"""Walls near the grid brought onto it: joined walls stay joined, all others keep their course."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.edits.history import History
from gridmap.edits.walls import snap_to_grid
from gridmap.model import BattleMap, Point, Wall, WallKind
from gridmap.model.wall_snap import off_grid, snapped


def wall(x: float, y: float, to_x: float, to_y: float, kind: WallKind = WallKind.WALL) -> Wall:
    return Wall(Point(x, y), Point(to_x, to_y), kind)


def ends(walls: tuple[Wall, ...]) -> list[tuple[float, ...]]:
    return [(*each.start, *each.end) for each in walls]


def test_a_crooked_room_becomes_square() -> None:
    room = (
        wall(1.1, 0.95, 5.05, 1.08),
        wall(5.05, 1.08, 4.9, 4.1),
        wall(4.9, 4.1, 1, 3.92),
        wall(1, 3.92, 1.1, 0.95),
    )
    found = snapped(room, 0.2)
    assert ends(found.walls) == [(1, 1, 5, 1), (5, 1, 5, 4), (5, 4, 1, 4), (1, 4, 1, 1)]
    assert (found.moved, found.gone) == (4, 0)


def test_a_door_in_a_wall_stays_in_it() -> None:
    parts = (
        wall(0, 3.05, 2.11, 3.05),
        wall(2.11, 3.05, 2.89, 3.05, WallKind.DOOR),
        wall(2.89, 3.05, 6, 3.05),
    )
    assert ends(snapped(parts, 0.2).walls) == [(0, 3, 2, 3), (2, 3, 3, 3), (3, 3, 6, 3)]
    assert [each.kind for each in snapped(parts, 0.2).walls] == [each.kind for each in parts]


def test_what_is_farther_than_the_tolerance_stays() -> None:
    parts = (wall(0, 3.25, 5, 3.25), wall(0, 0, 5, 3), wall(1.5, 1, 1.5, 4))
    found = snapped(parts, 0.2)
    assert found.walls == parts
    assert found.moved == 0


def test_a_slanting_wall_follows_the_one_that_it_ends_at() -> None:
    parts = (wall(0, 3.1, 5.1, 3.1), wall(5.1, 3.1, 7.3, 5.4), wall(2.4, 3.1, 3.6, 6.3))
    assert ends(snapped(parts, 0.2).walls) == [(0, 3, 5, 3), (5, 3, 7.3, 5.4), (2.4, 3, 3.6, 6.3)]


def test_a_wall_with_no_length_left_is_gone() -> None:
    found = snapped((wall(0.95, 1, 1.05, 1), wall(1.05, 1, 4, 1.1)), 0.2)
    assert ends(found.walls) == [(1, 1, 4, 1)]
    assert (found.moved, found.gone) == (1, 1)


def test_snapping_is_one_step_that_can_be_undone() -> None:
    crooked = BattleMap.empty(6, 6).with_changes(walls=(wall(0, 1.1, 4, 1.1),))
    history = History(crooked)
    history.commit(snap_to_grid(crooked, 0.2), "Snap")
    assert history.current.walls == (wall(0, 1, 4, 1),)
    assert history.undo() is crooked


@pytest.mark.parametrize("tolerance", [0.0, 0.2])
def test_a_map_with_nothing_to_snap_is_the_same_map(tolerance: float) -> None:
    straight = BattleMap.empty(6, 6).with_changes(walls=(wall(0, 1, 4, 1), wall(0, 0, 3, 3)))
    assert snap_to_grid(straight, tolerance) is straight


near = st.integers(0, 8).flatmap(
    lambda line: st.sampled_from([line, line + 0.1, line - 0.15, line + 0.5, line + 0.3])
)


@given(st.lists(st.tuples(near, near, near, near), max_size=12), st.sampled_from([0.05, 0.1, 0.2, 0.4]))
def test_no_end_moves_farther_than_the_tolerance_and_twice_is_as_once(
    raw: list[tuple[float, ...]], tolerance: float
) -> None:
    walls = tuple(wall(*each) for each in raw if each[:2] != each[2:])
    found = snapped(walls, tolerance)
    assert len(found.walls) + found.gone == len(walls)
    if not found.gone:
        for before, after in zip(ends(walls), ends(found.walls), strict=True):
            assert np.abs(np.subtract(before, after)).max() <= tolerance + 0.021
    stray = np.array(ends(walls)).reshape(-1, 4)
    left = np.array(ends(found.walls)).reshape(-1, 4)
    assert off_grid(left).sum() <= off_grid(stray).sum()


@given(st.lists(st.tuples(near, near), min_size=3, max_size=8, unique=True))
def test_a_closed_ring_stays_closed(corners: list[tuple[float, float]]) -> None:
    ring = tuple(
        wall(*one, *other)
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True)
        if one != other
    )
    found = snapped(ring, 0.2)
    if found.gone:
        return
    for one, other in zip(found.walls, found.walls[1:] + found.walls[:1], strict=True):
        assert one.end == other.start
