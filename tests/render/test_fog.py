"""The fog's edge, its veils, and the GM's marks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter

from gridmap.model import BattleMap, Fog, Layer, Point, Wall, WallKind
from gridmap.render.colour import colour
from gridmap.render.fog import _boxes, paint_fog
from gridmap.render.scene import Frame, Scene
from gridmap.render.secrets import paint_secret_marks
from gridmap.render.theme import THEMES, load_theme

SCALE = 20.0
OPEN = 0


def fogged(rows: tuple[str, ...]) -> BattleMap:
    """A map with fog drawn with letters: `#` hidden, `.` revealed, `~` remembered."""
    states = np.array([["#.~".index(letter) for letter in row] for row in rows], np.uint8)
    return BattleMap.empty(len(rows[0]), len(rows)).with_changes(fog=Fog(states))


def painted(battle_map: BattleMap, *, hides: bool, theme: str = "light", scale: float = SCALE) -> np.ndarray:
    """The fog alone: ``(rows, columns) uint32``, premultiplied."""
    width, height = round(battle_map.width * scale), round(battle_map.height * scale)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        paint_fog(
            painter, Scene(battle_map, fog_hides=hides), Frame(0, 0, width, height, scale), load_theme(theme)
        )
    return np.frombuffer(image.constBits(), np.uint32).reshape(height, width).copy()


def square(pixels: np.ndarray, x: int, y: int) -> np.ndarray:
    side = int(SCALE)
    return pixels[y * side : (y + 1) * side, x * side : (x + 1) * side]


@pytest.mark.parametrize("theme", THEMES)
def test_to_players_hidden_squares_are_opaque_and_open_ones_clear(theme: str) -> None:
    pixels = painted(fogged(("#...", "....", "....")), hides=True, theme=theme)
    assert (square(pixels, 0, 0) == colour(load_theme(theme).notes.fog).rgba()).all()
    for x, y in ((2, 0), (3, 0), (2, 2), (0, 2)):
        assert (square(pixels, x, y) == OPEN).all()


def test_the_edge_is_soft_in_known_squares_only() -> None:
    opacity = painted(fogged(("#..",)), hides=True) >> 24
    beside = square(opacity, 1, 0)
    assert (beside[0, :-1] >= beside[0, 1:]).all(), "ever fainter away from the fog"
    assert beside[0, 0] > 240
    assert (beside[:, 8:] == 0).all()
    assert (beside == beside[0]).all(), "the same along the border"
    assert (painted(fogged(("#..",)), hides=True, scale=4.0)[:, 4:] == OPEN).all(), "hard where it is small"


def test_remembered_squares_are_dimmed_evenly() -> None:
    opacity = painted(fogged(("~~~~.", "~~~~.")), hides=True) >> 24
    middle = square(opacity, 1, 0)
    assert 100 < middle[0, 0] < 160
    assert (middle == middle[0, 0]).all()
    assert (square(opacity, 4, 0)[:, 10:] == 0).all()


def test_a_wall_on_the_border_stands_before_the_fog() -> None:
    wall = Wall(Point(1, 0), Point(1, 1))
    bare = fogged(("#.",))
    walled = bare.with_changes(walls=(wall,))
    column = slice(int(SCALE) - 1, int(SCALE) + 1)
    fog, wall_ink = (painted(one, hides=True)[10, column] for one in (bare, walled))
    assert (fog != wall_ink).all()
    far = fogged(("#...",)).with_changes(walls=(Wall(Point(3, 0), Point(3, 1)),))
    assert (painted(far, hides=True)[:, 50:] == OPEN).all(), "others are drawn beneath"


def test_the_gms_veils_differ_without_their_colour() -> None:
    pixels = painted(fogged(("##~~..",)), hides=False)
    opacity = pixels >> 24
    hidden, remembered, open_ = (square(opacity, x, 0) for x in (0, 2, 4))
    assert (open_ == 0).all()
    assert remembered.min() > 0
    assert remembered.max() < 255
    assert len(np.unique(hidden)) > 1, "a pattern"
    assert len(np.unique(remembered)) > 1, "another one"
    assert hidden.mean() > remembered.mean()


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), scale=st.sampled_from([1.0, 3.7, 12.0]), left=st.integers(-20, 30))
def test_boxes_cover_the_squares_of_a_mask_once(seed: int, scale: float, left: int) -> None:
    random = np.random.default_rng(seed)
    mask = random.random((int(random.integers(1, 9)), int(random.integers(1, 9)))) < 0.6
    frame = Frame(left, -3, 60, 50, scale)
    count = np.zeros((frame.height, frame.width), int)
    for box in _boxes(mask, frame):
        rows = slice(max(0, box.top()), max(0, box.bottom() + 1))
        count[rows, max(0, box.left()) : max(0, box.right() + 1)] += 1
    wanted = np.zeros_like(count)
    for y, x in np.argwhere(mask):
        rows = slice(max(0, frame.row_edge(y)), max(0, frame.row_edge(y + 1)))
        wanted[rows, max(0, frame.column_edge(x)) : max(0, frame.column_edge(x + 1))] = 1
    assert np.array_equal(count, wanted)


def test_marks_of_secrets_are_the_gms() -> None:
    battle_map = BattleMap.empty(4, 2)
    hazards = np.array([[1, 1, 0, 0], [0, 0, 0, 0]], np.uint8)
    traps = np.array([[0, 1, 1, 0], [0, 0, 0, 0]], np.uint8)
    battle_map = battle_map.with_changes(
        terrain=battle_map.terrain.with_layer(Layer.HAZARDOUS, hazards),
        secret_hazards=traps,
        walls=(Wall(Point(3, 1), Point(4, 1), WallKind.DOOR, extra={"secret": True}),),
    )

    def marks(scale: float, hides: bool) -> np.ndarray:
        width, height = round(4 * scale), round(2 * scale)
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            scene = Scene(battle_map, fog_hides=hides)
            paint_secret_marks(painter, scene, Frame(0, 0, width, height, scale), load_theme("light"))
        return np.frombuffer(image.constBits(), np.uint32).reshape(height, width) != 0

    here = marks(SCALE, hides=False)
    assert square(here, 1, 0).any(), "the trap"
    assert not square(here, 0, 0).any(), "a hazard that all know"
    assert not square(here, 2, 0)[:, 4:10].any(), "no hazard, no trap"
    assert here[20, 60:].any(), "the secret door"
    assert not marks(SCALE, hides=True).any()
    assert not marks(6.0, hides=False).any(), "too small to be read"
