"""Distances of offsets, one by one and as arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import Creature, Size, Square, Stance
from gridmap.rules.metric import (
    box_distances,
    boxes_apart,
    creature_box,
    distance_reason,
    offsets_apart,
    square_box,
    squares_apart,
)
from gridmap.rules.ruleset import Metric, shipped_ruleset

_offset = st.integers(-40, 40)


@pytest.mark.parametrize(
    ("offset", "counted", "plain"),
    [((0, 0, 0), 0, 0), ((4, 4, 0), 6, 4), ((3, 1, 0), 3, 3), ((2, 2, 2), 3, 2), ((1, 3, 2), 4, 3)],
)
def test_worked_offsets(offset: tuple[int, int, int], counted: int, plain: int) -> None:
    dx, dy, dz = offset
    assert squares_apart(dx, dy, Metric.ONE_TWO_ONE, dz) == counted
    assert squares_apart(dx, dy, Metric.ONE_FOR_ONE, dz) == plain


@pytest.mark.parametrize("metric", Metric)
@given(st.lists(st.tuples(_offset, _offset), min_size=1, max_size=30), _offset)
def test_arrays_count_as_single_offsets(metric: Metric, offsets: list[tuple[int, int]], dz: int) -> None:
    dx, dy = np.array(offsets).T
    assert offsets_apart(dx, dy, metric, dz).tolist() == [squares_apart(x, y, metric, dz) for x, y in offsets]


@pytest.mark.parametrize("metric", Metric)
@given(_offset, _offset, _offset, st.permutations([0, 1, 2]), st.tuples(*[st.sampled_from([-1, 1])] * 3))
def test_axes_and_signs_do_not_matter(
    metric: Metric, dx: int, dy: int, dz: int, order: list[int], signs: tuple[int, int, int]
) -> None:
    turned = [signs[i] * (dx, dy, dz)[order[i]] for i in range(3)]
    assert squares_apart(turned[0], turned[1], metric, turned[2]) == squares_apart(dx, dy, metric, dz)


def test_a_long_creature_is_lower_than_wide() -> None:
    ruleset = shipped_ruleset("pathfinder-1e")
    wyrm = Creature("wyrm", Size.HUGE, Square(2, 3), stance=Stance.LONG, altitude=4)
    assert creature_box(wyrm, ruleset) == (2, 4, 3, 5, 4, 5)


@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 4), st.integers(0, 4))
def test_distances_to_a_map_are_those_to_its_squares(x: int, y: int, altitude: int, level: int) -> None:
    box = (x, x + 2, y, y + 1, altitude, altitude + 1)
    field = box_distances(box, (9, 10), Metric.ONE_TWO_ONE, level)
    for row in range(9):
        for column in range(10):
            square = square_box(Square(column, row), level)
            assert field[row, column] == boxes_apart(box, square, Metric.ONE_TWO_ONE)


def test_a_distance_says_how_it_is_counted() -> None:
    far = distance_reason(square_box(Square(0, 0)), square_box(Square(4, 3)), Metric.ONE_TWO_ONE)
    assert (
        str(far) == "25 ft: 4 squares the long way, and 3 diagonals of which every second adds 1 (rules 1.3)"
    )
    plain = distance_reason(square_box(Square(0, 0)), square_box(Square(4, 3)), Metric.ONE_FOR_ONE)
    assert "20 ft: 4 squares" in str(plain)
