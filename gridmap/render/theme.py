"""Themes: every colour and pattern of the map, read from ``resources/themes/*.toml``.

A mark or a wall has a role; the theme alone says how a role looks, with a second carrier (pattern, dash,
digit) beside each colour.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from gridmap.model.team import TokenShape
from gridmap.overlays.overlay import Role
from gridmap.resource_path import resource_path

Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$")]
"""``#rrggbb`` or ``#rrggbbaa``."""


class ThemeError(ValueError):
    """A theme that cannot be used: one sentence naming the file and the field."""


class Pattern(StrEnum):
    """A texture that tells a fill apart without its colour."""

    NONE = "none"
    HATCH = "hatch"
    BACK_HATCH = "back-hatch"
    CROSS = "cross"
    DOTS = "dots"
    CHECKS = "checks"
    WAVES = "waves"
    STONES = "stones"
    RUBBLE = "rubble"
    SHARDS = "shards"
    FLAMES = "flames"
    REEDS = "reeds"
    STARS = "stars"
    SLOPE = "slope"
    GRAINS = "grains"


class _Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a theme file."""


class Style(_Values, frozen=True):
    """How a role looks.

    Attributes:
        fill: of its squares, ``None`` for no fill.
        pattern: over the fill.
        ink: the pattern's colour.
        line: outlines and segments, ``None`` for none.
        width: of the line, in pixels at 40 pixels a square (it grows half as fast as the squares).
        dash: lengths of dashes and gaps in line widths, empty for a solid line.
        shape_fill: fill of a polygon with this role, ``None`` for its outline only.
    """

    fill: Colour | None = None
    pattern: Pattern = Pattern.NONE
    ink: Colour = "#000000"
    line: Colour | None = None
    width: Annotated[float, msgspec.Meta(gt=0, le=20)] = 2.0
    dash: tuple[Annotated[float, msgspec.Meta(gt=0, le=50)], ...] = ()
    shape_fill: Colour | None = None


class Page(_Values, frozen=True):
    """The ground of the map and what lies beyond it."""

    paper: Colour
    grain: Annotated[float, msgspec.Meta(ge=0, le=20)]
    beyond: Colour
    border: Colour
    grid: Colour
    grid_on_picture: Colour
    text: Colour
    halo: Colour


class TerrainLook(_Values, frozen=True):
    """The terrain layers."""

    water: Style
    air: Style
    cliff: Style
    earth: Style
    difficult_2: Style
    difficult_4: Style
    difficult_8: Style
    impeded: Style
    hazardous: Style
    blocked: Style
    blocked_on_picture: Style
    rounded: Style
    shadow: Colour
    digit: Colour


class WallLook(_Values, frozen=True):
    """Walls, doors, windows and obstacles."""

    wall: Colour
    wall_edge: Colour
    door: Colour
    door_edge: Colour
    swing: Colour
    window: Colour
    window_edge: Colour
    low_wall: Colour
    low_wall_edge: Colour
    fence: Colour
    shadow: Colour


class Team(_Values, frozen=True):
    """How a team's tokens look; `names` are the teams that always look so."""

    shape: TokenShape
    fill: Colour
    edge: Colour
    text: Colour
    names: tuple[str, ...] = ()


class CreatureLook(_Values, frozen=True):
    """Tokens."""

    shadow: Colour
    select: Colour
    select_edge: Colour
    badge: Colour
    badge_text: Colour
    dead: Colour
    teams: Annotated[tuple[Team, ...], msgspec.Meta(min_length=1)]


class NoteLook(_Values, frozen=True):
    """Notes, fog and the empty frame of a missing picture."""

    fill: Colour
    secret_fill: Colour
    edge: Colour
    text: Colour
    veil: Colour
    veil_ink: Colour
    fog: Colour
    missing: Colour
    missing_ink: Colour


class Panel(_Values, frozen=True):
    """The legend's panel."""

    fill: Colour
    edge: Colour
    text: Colour
    dim: Colour


class Theme(_Values, frozen=True):
    """A whole theme."""

    name: str
    title: str
    page: Page
    terrain: TerrainLook
    walls: WallLook
    creatures: CreatureLook
    notes: NoteLook
    panel: Panel
    digits: Colour
    digits_halo: Colour
    roles: dict[Role, Style]

    def style(self, role: Role) -> Style:
        """How a role looks."""
        return self.roles[role]


THEMES = ("light", "dark", "high-contrast")
"""Names of the themes that come with the program."""


@cache
def load_theme(name: str) -> Theme:
    """A theme that comes with the program.

    Raises:
        ThemeError: there is none of that name.
    """
    if name not in THEMES:
        raise ThemeError(f"there is no theme {name!r}; it is one of {', '.join(THEMES)}")
    return read_theme(resource_path("themes", f"{name}.toml"))


def read_theme(path: Path) -> Theme:
    """A theme from a file.

    Raises:
        ThemeError: one sentence that names the file and the field.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ThemeError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ThemeError(f"{path.name}: not TOML: {error}") from error
    try:
        theme = msgspec.convert(values, Theme, str_keys=True)
    except msgspec.ValidationError as error:
        raise ThemeError(f"{path.name}: {error}") from error
    missing = [role for role in Role if role not in theme.roles]
    if missing:
        raise ThemeError(f"{path.name}: roles.{missing[0]} is missing")
    return theme
