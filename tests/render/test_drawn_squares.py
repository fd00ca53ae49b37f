from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QPainter

from gridmap.model import BattleMap, Layer
from gridmap.model.terrain import LAYERS
from gridmap.render import drawn_squares
from gridmap.render.drawn_squares import DrawnSquares
from gridmap.render.paint import paint_frame
from gridmap.render.scene import Frame, GridStyle, Scene
from gridmap.render.theme import load_theme
from tests.render.maps import blank, difference, full_map, picture_map, with_overlays


def ragged_map(seed: int = 1, width: int = 17, height: int = 9) -> BattleMap:
    """Every kind of terrain beside and over every other one."""
    chance = np.random.default_rng(seed)
    terrain = BattleMap.empty(width, height).terrain
    for layer in Layer:
        if layer not in LAYERS:
            continue
        values = np.array(list(LAYERS[layer].values()), np.uint8)
        grid = chance.choice(values, (height, width))
        terrain = terrain.with_layer(layer, np.where(chance.random((height, width)) < 0.5, grid, 0))
    return BattleMap.empty(width, height).with_changes(terrain=terrain)


def assert_alike(scene: Scene, frame: Frame, squares: DrawnSquares, theme: str = "light") -> None:
    one, other = blank(frame.width, frame.height), blank(frame.width, frame.height)
    with QPainter(one) as painter:
        paint_frame(painter, scene, frame, load_theme(theme))
    with QPainter(other) as painter:
        squares.paint_frame(painter, scene, frame, load_theme(theme))
    assert difference(one, other).max() == 0


@pytest.mark.parametrize("style", GridStyle)
@pytest.mark.parametrize("scale", [12, 30, 41, 70])
@pytest.mark.parametrize("theme", ["light", "high-contrast"])
def test_squares_laid_out_look_like_squares_drawn(scale: int, style: GridStyle, theme: str) -> None:
    scene = Scene(ragged_map(), grid=style is not GridStyle.NONE, grid_style=style)
    squares = DrawnSquares(scene, load_theme(theme), scale)
    for frame in (
        Frame(0, 0, 17 * scale, 9 * scale, scale),
        Frame(-7, -5, 17 * scale + 20, 4 * scale + 3, scale),
        Frame(3 * scale + 5, 2 * scale + 1, 5 * scale, 3 * scale, scale),
    ):
        assert_alike(scene, frame, squares, theme)


@pytest.mark.parametrize("battle_map", [full_map(), picture_map()], ids=["full", "pictures"])
@pytest.mark.parametrize("scale", [7, 36, 36.5, 84])
def test_everything_else_is_drawn_as_ever(battle_map: BattleMap, scale: float) -> None:
    scene = with_overlays(battle_map, "movement:ash", "flanking")
    squares = DrawnSquares(scene, load_theme("light"), scale)
    assert_alike(scene, Frame(-9, -9, 500, 400, scale), squares)


def test_more_squares_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(ragged_map(2, 60, 30))
    monkeypatch.setattr(drawn_squares, "_KEPT_BYTES", 40 * 20 * 20 * 4)
    squares = DrawnSquares(scene, load_theme("light"), 20)
    for top in range(0, 600, 20):
        assert_alike(scene, Frame(0, top, 1200, 20, 20), squares)
        assert_alike(scene, Frame(200, top, 500, 20, 20), squares)


def test_layers_that_are_not_shown_are_not_drawn() -> None:
    scene = Scene(ragged_map(), layers=frozenset({Layer.GROUND, Layer.HAZARDOUS}))
    assert_alike(scene, Frame(0, 0, 17 * 30, 9 * 30, 30), DrawnSquares(scene, load_theme("dark"), 30), "dark")


@pytest.mark.parametrize("tall", [7, 30, 45, 90])
def test_a_helper_makes_no_difference(tall: int) -> None:
    scene, theme = Scene(ragged_map(5, 40, 12)), load_theme("light")
    squares = DrawnSquares(scene, theme, 30)
    with ThreadPoolExecutor(1) as helper, squares.helped_by(helper):
        for left in (0, 45):
            for top in range(0, 360, tall):
                assert_alike(scene, Frame(left, top, 900, min(tall, 360 - top), 30), squares)


def test_rows_are_laid_out_ahead() -> None:
    """Once all squares are known, each row is ready when its turn comes."""
    scene, theme = Scene(ragged_map(5, 40, 12)), load_theme("light")
    squares = DrawnSquares(scene, theme, 30)
    image = blank(1200, 15)

    class Eager(Executor):
        """Does at once what it is given."""

        done = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result(fn(*args, **kwargs))
            self.done += 1
            return future

    helper = Eager()
    for _ in range(2):
        helper.done = 0
        with squares.helped_by(helper):
            for top in range(0, 360, 15):
                with QPainter(image) as painter:
                    squares.paint_frame(painter, scene, Frame(0, top, 1200, 15, 30), theme)
    # Two layers, 24 bands; the first of each cannot be foreseen.
    assert helper.done == 2 * 23
