from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor

from gridmap.model import BattleMap, Point, Wall, WallKind
from gridmap.overlays.overlay import Role
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import THEMES, Pattern, Style, Theme, ThemeError, load_theme, read_theme
from gridmap.resource_path import resource_path
from tests.render.maps import drawn, pixels_of

BANDS = (Role.MOVE_ACTION, Role.DOUBLE_MOVE, Role.RUN)
LEAST_CONTRAST = 4.5
"""Of small letters, by WCAG 2."""


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return load_theme(request.param)


def test_every_role_has_a_second_carrier(theme: Theme) -> None:
    for role, style in theme.roles.items():
        assert style.line is not None or style.pattern is not Pattern.NONE, role


def test_roles_shown_together_differ_without_colour(theme: Theme) -> None:
    together = [
        (Role.THREATENED, Role.THREATENED_BY_FOE, Role.FLANKED, Role.AREA),
        (Role.AREA, Role.AREA_BLOCKED, Role.CLOSE_CALL),
        (Role.SOFT_COVER, Role.COVER, Role.TOTAL_COVER),
        BANDS,
    ]
    for roles in together:
        looks = {(theme.style(role).pattern, theme.style(role).dash) for role in roles}
        assert len(looks) == len(roles)


def test_kinds_of_terrain_differ_without_colour(theme: Theme) -> None:
    look = theme.terrain
    kinds = [
        look.water, look.air, look.cliff, look.earth, look.impeded, look.hazardous,
        look.difficult_2, look.difficult_4, look.difficult_8, look.blocked,
    ]  # fmt: skip
    assert len({style.pattern for style in kinds}) == len(kinds)


@pytest.mark.parametrize("scale", [12.0, 40.0])
def test_kinds_of_wall_differ_without_colour(theme: Theme, scale: float) -> None:
    forms = [(kind, False) for kind in WallKind] + [(WallKind.DOOR, True)]
    greys = []
    for kind, is_open in forms:
        wall = Wall(Point(0.5, 1.5), Point(3.5, 1.5), kind, open=is_open)
        scene = Scene(BattleMap.empty(4, 5).with_changes(walls=(wall,)), grid=False)
        image = drawn(scene, Viewport(0, 0, scale, round(4 * scale), round(5 * scale)), theme.name)
        greys.append(pixels_of(image)[:, :, :3].astype(float) @ (0.114, 0.587, 0.299))
    for (one, first), (other, second) in combinations(zip(forms, greys, strict=True), 2):
        assert (np.abs(first - second) > 40).sum() > scale / 2, (one, other)


def luminance(colour: QColor) -> float:
    parts = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def laid(top: str, bottom: QColor) -> QColor:
    """One colour over another."""
    alpha = int(top[7:9], 16) / 255 if len(top) == 9 else 1.0
    over = QColor(top[:7])
    return QColor.fromRgbF(
        over.redF() * alpha + bottom.redF() * (1 - alpha),
        over.greenF() * alpha + bottom.greenF() * (1 - alpha),
        over.blueF() * alpha + bottom.blueF() * (1 - alpha),
    )


def test_numbers_stand_out_from_every_band(theme: Theme) -> None:
    for role in BANDS:
        fill = theme.style(role).fill
        assert fill is not None
        assert contrast(QColor(theme.digits), laid(fill, QColor(theme.page.paper))) >= LEAST_CONTRAST, role


def test_words_stand_out(theme: Theme) -> None:
    for team in theme.creatures.teams:
        # A token's face is a little lighter at the top and darker at the bottom than its colour.
        assert contrast(QColor(team.text), QColor(team.fill).lighter(118)) >= 3.0, team
    pairs = [
        (theme.notes.text, theme.notes.fill),
        (theme.notes.text, theme.notes.secret_fill),
        (theme.creatures.badge_text, theme.creatures.badge),
        (theme.panel.text, theme.panel.fill[:7]),
        (theme.panel.dim, theme.panel.fill[:7]),
        (theme.notes.missing_ink, theme.notes.missing),
    ]
    for ink, ground in pairs:
        assert contrast(QColor(ink), QColor(ground)) >= LEAST_CONTRAST, (ink, ground)


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ThemeError, match="there is no theme 'neon'; it is one of light, dark, high-contrast"):
        load_theme("neon")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('paper = "#f3ebda"', 'paper = "beige"', r"mine\.toml: .*page\.paper"),
        ('paper = "#f3ebda"', "", r"mine\.toml: .*paper"),
        ("[roles]", "[roles]\nglow = {}", r"mine\.toml: .*glow"),
        ('pattern = "waves"', 'pattern = "plaid"', r"mine\.toml: .*plaid"),
        ("path = {", "# path = {", r"mine\.toml: roles\.path is missing"),
        ("[page]", "[page", r"mine\.toml: not TOML"),
    ],
)
def test_a_wrong_field_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    text = resource_path("themes", "light.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ThemeError, match=message):
        read_theme(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ThemeError, match=r"gone\.toml: cannot be read"):
        read_theme(tmp_path / "gone.toml")


def test_a_style_has_sensible_defaults() -> None:
    assert Style().fill is None
    assert Style().pattern is Pattern.NONE
