"""A handout: what is drawn of a map, how large, and what stands around it.

`Handout` is a value that presets, windows and the command line fill in. `scene_of` makes from it the scene
that may be shown, `gridmap.render.pictured.pictured` the picture of it that every kind of file is drawn from.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite

from msgspec.structs import replace as changed

from gridmap.model.battlemap import BattleMap
from gridmap.model.players import in_players_ids, players_ids, players_map
from gridmap.model.terrain import Layer
from gridmap.overlays.errors import OverlayError
from gridmap.overlays.overlay import Overlay
from gridmap.render.paper import Paper, paper
from gridmap.render.scene import GridStyle, Scene, SquareRect
from gridmap.render.theme import Theme, load_theme
from gridmap.rules.ruleset import Ruleset, shipped_ruleset
from gridmap.rules.space import sides

MM_PER_INCH = 25.4
DEFAULT_PIXELS_PER_SQUARE = 70
MOST_PIXELS_PER_SQUARE = 1_000
LEAST_DOTS_PER_INCH = 10
MOST_DOTS_PER_INCH = 2_400
_PRINT_DOTS_PER_INCH = 300.0
"""Of a picture that is to fit on a paper, where nothing else is asked for."""
_MOST_SQUARE_MM = 1_000.0
_MOST_BLEED_MM = 50.0
_PALE_FOG = "#dcdcdc"
"""What players have not been shown, where ink is saved."""


class HandoutError(ValueError):
    """A handout that cannot be made: one sentence that names what is wrong."""


@dataclass(frozen=True)
class Handout:
    """What a handout is. Size is asked for in one of three ways, or left as 70 pixels a square.

    Attributes:
        players: whether it shows only what players may see: their own map, and overlays worked out on it.
        regions: the blocks of squares to show, each a picture of its own; empty for the whole map.
        pixels_per_square: the scale, stated outright.
        dots_per_inch: how fine it is on paper; alone it states the scale by `square_mm`.
        paper: name of the paper (`gridmap.render.paper.PAPERS`) that the whole picture is to fill.
        landscape: whether that paper lies on its long side; None for whichever shows the region larger.
        square_mm: millimetres of paper along a square.
        layers: the terrain layers shown.
        pictures: whether background pictures are shown.
        walls: whether walls, doors and windows are shown.
        creatures: whether creatures are shown; without, for a table with figures on it.
        names: whether creatures carry their names.
        notes: whether notes are shown.
        overlays: names of overlays, lowest first (`gridmap.overlays.registry`).
        legend: whether the overlays' legend stands below the map.
        grid: how the grid is drawn.
        title: words of the title block; empty for none.
        text: further words under the title, a line each.
        scale_bar: whether a bar of squares and feet stands below the map.
        compass: whether an arrow points north; up, on every map.
        border: whether a frame runs round the map.
        bleed_mm: millimetres of paper beyond where the picture is to be cut, with marks for the knife.
        theme: name of the theme.
        white_paper: whether bare ground stays white and fog pale, to save ink.
    """

    players: bool = True
    regions: tuple[SquareRect, ...] = ()
    pixels_per_square: float | None = None
    dots_per_inch: float | None = None
    paper: str | None = None
    landscape: bool | None = None
    square_mm: float = MM_PER_INCH
    layers: frozenset[Layer] = frozenset(Layer)
    pictures: bool = True
    walls: bool = True
    creatures: bool = True
    names: bool = True
    notes: bool = True
    overlays: tuple[str, ...] = ()
    legend: bool = True
    grid: GridStyle = GridStyle.LINES
    title: str = ""
    text: str = ""
    scale_bar: bool = False
    compass: bool = False
    border: bool = False
    bleed_mm: float = 0.0
    theme: str = "light"
    white_paper: bool = False

    def __post_init__(self) -> None:
        _check_range("pixels a square", self.pixels_per_square, 1, MOST_PIXELS_PER_SQUARE)
        _check_range("dots per inch", self.dots_per_inch, LEAST_DOTS_PER_INCH, MOST_DOTS_PER_INCH)
        _check_range("millimetres along a square", self.square_mm, 1, _MOST_SQUARE_MM)
        _check_range("millimetres of bleed", self.bleed_mm, 0, _MOST_BLEED_MM)
        if self.paper is not None and self.pixels_per_square is not None:
            raise HandoutError("a paper to fill says how large a square is; pixels a square do so too")

    @property
    def loaded_theme(self) -> Theme:
        """The theme, with white ground where that is wanted."""
        theme = load_theme(self.theme)
        if not self.white_paper:
            return theme
        page = changed(theme.page, paper="#ffffff", grain=0.0)
        notes = changed(theme.notes, fog=_PALE_FOG)
        return on_white(changed(theme, page=page, notes=notes))

    @property
    def sheet(self) -> Paper | None:
        """The paper to fill, None where another size was asked for.

        Raises:
            HandoutError: there is no paper of that name.
        """
        if self.paper is None:
            return None
        try:
            return paper(self.paper)
        except ValueError as error:
            raise HandoutError(str(error)) from None

    def region_of(self, battle_map: BattleMap) -> tuple[SquareRect, ...]:
        """The regions as blocks of squares of a map, the whole map where none is named.

        Raises:
            HandoutError: one of them holds no square of the map.
        """
        whole = SquareRect(0, 0, battle_map.width, battle_map.height)
        parts = []
        for region in self.regions or (whole,):
            part = SquareRect(*region).within(battle_map.width, battle_map.height)
            if part.is_empty:
                raise HandoutError(
                    f"the region from {region[0]},{region[1]} to {region[2]},{region[3]} holds no square "
                    f"of a map of {battle_map.width} × {battle_map.height}"
                )
            parts.append(part)
        return tuple(parts)

    def density(self, pixels_per_square: float) -> float:
        """Dots per inch at which a square is `square_mm` wide, unless other ones were asked for outright."""
        if self.dots_per_inch is not None and self.paper is None:
            return self.dots_per_inch
        return pixels_per_square * MM_PER_INCH / self.square_mm

    @property
    def scale(self) -> float:
        """Pixels a square, where no paper is to be filled."""
        if self.pixels_per_square is not None:
            return self.pixels_per_square
        if self.dots_per_inch is not None:
            return max(1.0, round(self.dots_per_inch * self.square_mm / MM_PER_INCH))
        return DEFAULT_PIXELS_PER_SQUARE

    @property
    def paper_dots_per_inch(self) -> float:
        """Dots per inch of a picture that fills a paper."""
        return self.dots_per_inch or _PRINT_DOTS_PER_INCH


def on_white(theme: Theme) -> Theme:
    """A theme whose words and marks beside the map can be read on white paper."""
    return changed(theme, panel=changed(load_theme("light").panel, fill="#ffffff"))


OverlaysOn = Callable[[BattleMap], tuple[Overlay, ...]]
"""Overlays worked out on the map that is given: the one that is shown."""


def scene_of(
    battle_map: BattleMap,
    handout: Handout,
    *,
    ruleset: Ruleset | None = None,
    overlays_on: OverlaysOn | None = None,
) -> Scene:
    """What a handout may show of a map: the one door that both pictures and their words come through.

    Args:
        battle_map: the GM's map.
        handout: what is wanted.
        ruleset: whose rules the overlays follow; None for the map's own, shipped one.
        overlays_on: further overlays, such as those of a window. It is given the map that is shown.

    Raises:
        OverlayError: an overlay's name is wrong, or it asks about a creature that is not shown.
    """
    rules = ruleset if ruleset is not None else shipped_ruleset(battle_map.ruleset)
    shown, names = battle_map, handout.overlays
    if handout.players:
        shown = players_map(battle_map, sides(rules))
        names = _players_names(names, battle_map, rules)
    overlays = (*_kept_areas(shown, rules), *_built(names, shown, rules))
    if overlays_on is not None:
        known = {overlay.name for overlay in overlays}
        overlays += tuple(overlay for overlay in overlays_on(shown) if overlay.name not in known)
    if not handout.creatures:
        shown = shown.with_changes(creatures=())
    if not handout.walls:
        shown = shown.with_changes(walls=())
    return Scene(
        shown,
        overlays,
        grid=handout.grid is not GridStyle.NONE,
        grid_style=handout.grid,
        layers=handout.layers,
        pictures=handout.pictures,
        names=handout.names,
        notes=handout.notes,
        fog_hides=handout.players,
        ruleset=rules,
    )


def _players_names(names: tuple[str, ...], battle_map: BattleMap, rules: Ruleset) -> tuple[str, ...]:
    """Overlays' names with the ids that creatures have for players."""
    ids = players_ids(battle_map, sides(rules))
    renamed = []
    for name in names:
        theirs = in_players_ids(name, battle_map, ids)
        if theirs is None:
            raise OverlayError(f"overlay {name!r}: players do not see its creature")
        renamed.append(theirs)
    return tuple(renamed)


def _kept_areas(shown: BattleMap, rules: Ruleset) -> tuple[Overlay, ...]:
    """The areas that stay on the map, lowest first; one that cannot be laid is left out."""
    found: list[Overlay] = []
    for template in shown.templates:
        with suppress(OverlayError):
            found += _built((f"template:{template.id}",), shown, rules)
    return tuple(found)


def _built(names: tuple[str, ...], shown: BattleMap, rules: Ruleset) -> tuple[Overlay, ...]:
    if not names:
        return ()
    # Every rule would come with it, which takes as long to import as a small picture to draw.
    from gridmap.overlays.registry import build

    return tuple(build(name, shown, rules) for name in names)


def _check_range(what: str, value: float | None, least: float, most: float) -> None:
    if value is not None and not (isfinite(value) and least <= value <= most):
        raise HandoutError(f"{what}: {least:g} to {most:g}, not {value:g}")
