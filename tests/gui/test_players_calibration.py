"""Real inches: from the size of a pixel to the squares on the screen, for screens of any fineness."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QTransform
from PySide6.QtWidgets import QApplication

from gridmap.app.players.calibration import (
    CARD_MM,
    INCH,
    WHOLE,
    Calibration,
    Source,
    bulges,
    by_diagonal,
    by_line,
    by_physical_size,
    diagonal_inches,
    from_text,
    to_text,
)
from gridmap.app.players.framing import Framing, step_on_map, turned_box
from gridmap.app.players.perspective import project
from gridmap.app.players.picture import Picture, players_theme
from gridmap.model import BattleMap, Point
from gridmap.render.scene import Scene
from gridmap.render.theme import load_theme

SCREENS = [
    # (pixels, diagonal in inches, squares, pixels that these squares take)
    ((1920, 1080), 24.0, 10, 918),
    ((3840, 2160), 43.0, 20, 2049),
]
ANYWHERE = Framing(Point(20.0, 12.0), 40.0, 24.0)


def real(pixels_per_mm: float | None) -> Calibration:
    assert pixels_per_mm is not None
    return Calibration(pixels_per_mm, Source.DIAGONAL, locked=True)


@pytest.mark.parametrize(("size", "inches", "squares", "expected"), SCREENS)
def test_squares_by_the_diagonal(size: tuple[int, int], inches: float, squares: int, expected: int) -> None:
    calibration = real(by_diagonal(*size, inches))
    projection = project(ANYWHERE, calibration, *size)
    long = projection.pixel_of(Point(10.0 + squares, 5.0)) - projection.pixel_of(Point(10.0, 5.0))
    assert abs(long.x() - expected) <= 1
    assert abs(long.y()) < 1e-6
    assert diagonal_inches(*size, calibration.pixels_per_mm) == pytest.approx(inches)


@pytest.mark.parametrize(
    ("size", "millimetres", "squares", "expected"),
    [
        ((1920, 1080), (531, 299), 10, 918),
        ((1920, 1080), (530, 300), 10, 918),  # whole centimetres, as the short form of EDID has them
        ((1080, 1920), (299, 531), 10, 918),  # stands upright
        ((3840, 2160), (952, 535), 20, 2049),
    ],
)
def test_squares_by_the_size_that_the_screen_tells(
    size: tuple[int, int], millimetres: tuple[int, int], squares: int, expected: int
) -> None:
    found = by_physical_size(*size, *millimetres)
    assert found is not None
    assert abs(found * INCH * squares - expected) <= 1.5


@pytest.mark.parametrize(
    ("size", "millimetres"),
    [
        ((1920, 1080), (0, 0)),
        ((1920, 1080), (160, 90)),  # a projector that tells its picture's shape
        ((1920, 1080), (1600, 100)),
        ((1920, 1080), (40, 22)),
        ((1920, 1080), (400000, 225000)),
    ],
)
def test_screens_that_cannot_be_believed(size: tuple[int, int], millimetres: tuple[int, int]) -> None:
    assert by_physical_size(*size, *millimetres) is None


def test_squares_by_a_card_laid_on_the_screen() -> None:
    fineness = 91.7878 / INCH
    assert by_line(CARD_MM * fineness, CARD_MM) == pytest.approx(fineness)
    assert by_line(0, CARD_MM) is None
    assert by_line(300, 0) is None
    assert by_diagonal(1920, 1080, float("nan")) is None
    assert by_diagonal(1920, 1080, 0) is None


def grid_lines(image: QImage) -> list[int]:
    """The columns of pixels that are darker than both neighbours along most of the picture's height."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    level = pixels[:, : grey.width()].astype(np.int16)
    darker = (level[:, 1:-1] < level[:, :-2] - 8) & (level[:, 1:-1] <= level[:, 2:])
    return [int(at) + 1 for at in np.flatnonzero(darker.mean(axis=0) > 0.8)]


@pytest.mark.parametrize(("size", "inches", "squares", "expected"), SCREENS)
def test_the_lines_that_are_painted_lie_an_inch_apart(
    qapp: QApplication, size: tuple[int, int], inches: float, squares: int, expected: int
) -> None:
    calibration = real(by_diagonal(*size, inches))
    picture = Picture(load_theme("light"))
    # A strip of the screen's full width: the map is wider than it.
    strip = (size[0], 200)
    scene = Scene(BattleMap.empty(60, 24), fog_hides=True)
    projection = project(replace(ANYWHERE, centre=Point(30.0, 12.0)), calibration, *strip)
    assert picture.draw(scene, projection, calibration, None) is not None
    lines = grid_lines(picture.image)
    assert len(lines) > squares
    assert all(abs(b - a - expected) <= 1 for a, b in zip(lines, lines[squares:], strict=False))


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_a_screens_scale_factor_takes_no_part(ratio: float) -> None:
    """A window of so many logical pixels has the screen's own pixels for its pictures."""
    calibration = real(by_diagonal(3840, 2160, 43.0))
    projection = project(ANYWHERE, calibration, round(3840 / ratio * ratio), round(2160 / ratio * ratio))
    long = projection.pixel_of(Point(30.0, 0.0)).x() - projection.pixel_of(Point(10.0, 0.0)).x()
    assert abs(long - 2049) <= 1


def test_other_sizes_of_squares() -> None:
    calibration = real(by_diagonal(1920, 1080, 24.0))
    assert replace(calibration, square_mm=30.0).scale == pytest.approx(calibration.scale * 30 / INCH)


def test_an_unlocked_scale_shows_the_framing_whole() -> None:
    calibration = replace(real(by_diagonal(1920, 1080, 24.0)), locked=False)
    projection = project(ANYWHERE, calibration, 1920, 1080)
    for x, y in ((ANYWHERE.left, ANYWHERE.top), (ANYWHERE.right, ANYWHERE.bottom)):
        pixel = projection.pixel_of(Point(x, y))
        assert -1 <= pixel.x() <= 1921
        assert -1 <= pixel.y() <= 1081


WINDOWS = st.tuples(st.integers(300, 3000), st.integers(300, 3000))


@given(
    size=WINDOWS,
    turn=st.sampled_from([0.0, 90.0, 180.0, 270.0, 3.5, 47.0]),
    view_turn=st.sampled_from([0.0, 90.0, 10.0]),
    overscan=st.sampled_from([0.0, 0.05]),
    corners=st.sampled_from(
        [
            WHOLE,
            ((0.05, 0.02), (0.97, 0.0), (1.0, 0.96), (0.0, 1.0)),
            ((0.1, 0.1), (0.9, 0.0), (1.0, 1.0), (0.0, 0.9)),
        ]
    ),
    locked=st.booleans(),
    share=st.tuples(st.floats(0.05, 0.95), st.floats(0.05, 0.95)),
)
def test_from_the_screen_to_the_map_and_back(
    size: tuple[int, int],
    turn: float,
    view_turn: float,
    overscan: float,
    corners: tuple[tuple[float, float], ...],
    locked: bool,
    share: tuple[float, float],
) -> None:
    """Where somebody points on the screen is where the ring is drawn, however the picture lies."""
    calibration = Calibration(
        4.0,
        Source.LINE,
        locked=locked,
        turn=turn,
        corners=corners,
        overscan=overscan,  # type: ignore[arg-type]
    )
    projection = project(replace(ANYWHERE, turn=view_turn), calibration, *size)
    at = QPointF(share[0] * size[0], share[1] * size[1])
    back = projection.pixel_of(projection.point_at(at))
    assert back.x() == pytest.approx(at.x(), abs=1e-3)
    assert back.y() == pytest.approx(at.y(), abs=1e-3)


def test_keystone_pulls_the_corners_to_where_they_are_wanted() -> None:
    corners = ((0.1, 0.05), (0.95, 0.0), (1.0, 0.9), (0.0, 1.0))
    projection = project(ANYWHERE, Calibration(corners=corners), 1000, 500)
    assert [(point.x(), point.y()) for point in projection.outline.toList()] == [
        pytest.approx((x * 1000, y * 500)) for x, y in corners
    ]
    straight = project(ANYWHERE, Calibration(), 1000, 500)
    flat = straight.viewport
    for (x, y), (wx, wy) in zip(WHOLE, corners, strict=True):
        point = flat.point_at(x * 1000, y * 500)
        pixel = projection.pixel_of(point)
        assert (pixel.x(), pixel.y()) == pytest.approx((wx * 1000, wy * 500))


def test_corners_never_fold_the_picture() -> None:
    plain = Calibration()
    assert plain.with_corner(0, 0.1, 0.1).corners[0] == (0.1, 0.1)
    assert plain.with_corner(0, 1.2, 1.2) is plain
    assert plain.with_corner(2, 0.4, 0.4) is plain
    assert bulges(WHOLE)
    assert not bulges(((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))), "mirrored"


@pytest.mark.parametrize("turn", [90.0, 180.0, 270.0])
def test_quarter_turns_keep_every_pixel(qapp: QApplication, turn: float) -> None:
    scene = Scene(BattleMap.empty(12, 8), fog_hides=True)
    framing = Framing(Point(6.0, 4.0), 10.0, 6.0)
    upright, turned = Picture(load_theme("light")), Picture(load_theme("light"))
    calibration = Calibration(2.0, Source.LINE, locked=True)
    size = (400, 300) if turn == 180 else (300, 400)
    assert upright.draw(scene, project(framing, calibration, 400, 300), calibration, None) is not None
    calibration = calibration.turned(turn)
    projection = project(framing, calibration, *size)
    assert projection.is_exact
    assert turned.draw(scene, projection, calibration, None) is not None
    expected = upright.image.transformed(QTransform().rotate(turn))
    assert turned.image.convertToFormat(expected.format()) == expected


def test_overscan_leaves_a_black_rim_and_brightness_brightens(qapp: QApplication) -> None:
    scene = Scene(BattleMap.empty(12, 8), grid=False, fog_hides=True)
    framing = Framing(Point(6.0, 4.0), 6.0, 4.0)
    plain = Picture(load_theme("dark"))
    assert plain.draw(scene, project(framing, Calibration(), 400, 300), Calibration(), None) is not None
    changed = Calibration(overscan=0.1, brightness=1.5)
    picture = Picture(load_theme("dark"))
    assert picture.draw(scene, project(framing, changed, 400, 300), changed, None) is not None
    assert picture.image.pixelColor(20, 150).getRgb()[:3] == (0, 0, 0)
    assert picture.image.pixelColor(200, 10).getRgb()[:3] == (0, 0, 0)
    before, after = plain.image.pixelColor(200, 150), picture.image.pixelColor(200, 150)
    assert after.lightness() > before.lightness() * 1.3
    dim = replace(changed, brightness=0.5)
    assert picture.draw(scene, project(framing, dim, 400, 300), dim, None) is not None
    assert picture.image.pixelColor(200, 150).lightness() < before.lightness()


def test_inverted_grid_lines() -> None:
    dark = load_theme("light")
    inverted = players_theme(dark, inverted_grid=True)
    assert players_theme(dark, inverted_grid=False) is dark
    for one, other in zip(
        bytes.fromhex(dark.page.grid[1:7]), bytes.fromhex(inverted.page.grid[1:7]), strict=True
    ):
        assert one + other == 255
    assert inverted.creatures == dark.creatures


@given(
    pixels_per_mm=st.floats(0.2, 60),
    square_mm=st.floats(5, 200),
    turn=st.floats(0, 359.9),
    overscan=st.floats(0, 0.15),
    brightness=st.floats(0.3, 2.0),
)
def test_calibrations_survive_the_settings(
    pixels_per_mm: float, square_mm: float, turn: float, overscan: float, brightness: float
) -> None:
    calibration = Calibration(
        pixels_per_mm,
        Source.LINE,
        square_mm,
        True,
        turn,
        ((0.1, 0.0), (1.0, 0.1), (0.9, 1.0), (0.0, 0.9)),
        overscan,
        brightness,
        True,
    )
    assert from_text(to_text(calibration)) == calibration


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"pixels_per_mm": -3}', '{"turn": 1e9}', '{"corners": [[0,0]]}', '{"brightness": "x"}'],
)
def test_spoiled_settings_are_a_plain_calibration(text: str) -> None:
    assert from_text(text) == Calibration()


def test_steps_go_where_the_screen_shows_them() -> None:
    """At every quarter turn a step to the right of the screen brings what lies there into the middle."""
    for turn in (0.0, 90.0, 180.0, 270.0):
        calibration = Calibration(4.0, Source.LINE, locked=True, turn=turn)
        projection = project(ANYWHERE, calibration, 800, 600)
        middle = projection.point_at(QPointF(400, 300))
        for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            dx, dy = step_on_map(*step, turn)
            there = projection.pixel_of(Point(middle.x + dx, middle.y + dy))
            moved = (there.x() - 400, there.y() - 300)
            assert moved == pytest.approx((step[0] * calibration.scale, step[1] * calibration.scale))


def test_framings() -> None:
    framing = Framing(Point(10.0, 10.0), 8.0, 6.0)
    assert framing.with_sides(6.0, 7.0, 20.0, 13.0) == Framing(Point(13.0, 10.0), 14.0, 6.0)
    assert framing.with_sides(13.5, 7.0, 14.0, 13.0).width == 2.0, "never narrower than the least"
    assert framing.with_sides(13.5, 7.0, 14.0, 13.0).right == 14.0
    about = Point(6.0, 7.0)
    assert framing.zoomed(0.5, about) == Framing(Point(8.0, 8.5), 4.0, 3.0)
    assert framing.zoomed(1e-9, about).height == pytest.approx(2.0)
    assert turned_box(3.0, 4.0, 360.0) == (3.0, 4.0)
