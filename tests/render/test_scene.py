from __future__ import annotations

from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap, Point
from gridmap.render.pixels import column_edges, repeated, row_edges, spread
from gridmap.render.scene import LEAST_SCALE, MOST_SCALE, Frame, Viewport

scales = st.floats(1.0, 200.0)
places = st.floats(-50.0, 150.0)


@given(places, places, scales, st.floats(1.0, 400.0), st.integers(0, 1000), st.integers(0, 800))
def test_zooming_keeps_the_place_under_the_cursor(
    left: float, top: float, scale: float, other: float, x: int, y: int
) -> None:
    viewport = Viewport(left, top, scale, 1000, 800)
    under = viewport.point_at(x, y)
    zoomed = viewport.zoomed(other, x, y)
    now_x, now_y = zoomed.pixel_of(under)
    assert now_x == pytest.approx(x, abs=1.01)
    assert now_y == pytest.approx(y, abs=1.01)


def test_zooming_has_its_ends() -> None:
    viewport = Viewport(0, 0, 40.0, 100, 100)
    assert viewport.zoomed(0.0001, 0, 0).scale == LEAST_SCALE
    assert viewport.zoomed(1e9, 0, 0).scale == MOST_SCALE


@given(st.integers(1, 300), st.integers(1, 300), st.integers(40, 3000), st.integers(40, 2000))
def test_a_fitting_viewport_shows_the_whole_map(width: int, height: int, wide: int, high: int) -> None:
    battle_map = BattleMap.empty(width, height)
    viewport = Viewport.fit(battle_map, wide, high)
    if viewport.scale > LEAST_SCALE:
        for corner in (Point(0, 0), Point(width, height)):
            x, y = viewport.pixel_of(corner)
            assert -1 <= x <= wide + 1
            assert -1 <= y <= high + 1
    if viewport.scale >= 8:
        assert viewport.scale == floor(viewport.scale)


@given(places, places, scales, st.floats(-500, 500), st.floats(-500, 500))
def test_panning_there_and_back(left: float, top: float, scale: float, dx: float, dy: float) -> None:
    viewport = Viewport(left, top, scale, 500, 400)
    back = viewport.panned(dx, dy).panned(-dx, -dy)
    assert (back.left, back.top) == (pytest.approx(left, abs=1e-6), pytest.approx(top, abs=1e-6))


frames = st.builds(
    Frame, st.integers(-200, 900), st.integers(-200, 900), st.integers(1, 120), st.integers(1, 90), scales
)


@given(frames, st.integers(0, 6))
def test_spread_gives_every_pixel_its_square(frame: Frame, margin: int) -> None:
    squares = np.arange(1, 12 * 9 + 1).reshape(9, 12)
    pixels = spread(squares, frame, margin)
    assert pixels.shape == (frame.height + 2 * margin, frame.width + 2 * margin)
    columns, rows = column_edges(0, 12, frame), row_edges(0, 9, frame)
    for y in range(-margin, frame.height + margin, 7):
        for x in range(-margin, frame.width + margin, 7):
            column = next((at for at in range(12) if columns[at] <= x < columns[at + 1]), None)
            row = next((at for at in range(9) if rows[at] <= y < rows[at + 1]), None)
            wanted = 0 if column is None or row is None else squares[row, column]
            assert pixels[y + margin, x + margin] == wanted


@given(frames, st.integers(1, 40), st.integers(1, 40))
def test_a_texture_begins_at_the_maps_corner(frame: Frame, wide: int, high: int) -> None:
    texture = np.arange(wide * high, dtype=np.uint32).reshape(high, wide)
    pixels = repeated(texture, frame)
    for y, x in ((0, 0), (frame.height - 1, frame.width - 1), (frame.height // 2, frame.width // 3)):
        assert pixels[y, x] == texture[(frame.top + y) % high, (frame.left + x) % wide]


@given(frames)
def test_squares_seen_cover_the_frame(frame: Frame) -> None:
    battle_map = BattleMap.empty(30, 30)
    seen = frame.squares(battle_map)
    for column in range(30):
        left, right = frame.column_edge(column), frame.column_edge(column + 1)
        if left < frame.width and right > 0:
            assert seen.left <= column < seen.right
