"""Edits of the map as a whole: its size, ruleset, title, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gridmap.edits.page_move import PageMove, Values, scaled_area
from gridmap.model.battlemap import BattleMap, check_map_size
from gridmap.model.creature import Creature
from gridmap.model.elevation import Elevation
from gridmap.model.fog import Fog
from gridmap.model.picture import Asset, Picture
from gridmap.model.saved_view import SavedView
from gridmap.model.square import Point, Square
from gridmap.model.terrain import Layer, Terrain
from gridmap.model.wall import Wall


class MoveGrid(Protocol):
    """Moves ``(height, width)`` values as the squares are moved."""

    def __call__(self, values: npt.NDArray[Values], /) -> npt.NDArray[Values]:
        """The values on the new page."""


def resize(battle_map: BattleMap, width: int, height: int, left: int = 0, top: int = 0) -> BattleMap:
    """The map with another size; `left` and `top` squares are added before what was there (or cut).

    Everything keeps its place on the ground. Creatures whose position is no longer
    on the map and walls wholly off it are dropped.

    Raises:
        ValueError: the new size is out of the limits.
    """
    check_map_size(width, height)
    if (width, height, left, top) == (battle_map.width, battle_map.height, 0, 0):
        return battle_map
    move = PageMove(battle_map.width, battle_map.height, left=left, top=top)

    def grid(values: npt.NDArray[Values]) -> npt.NDArray[Values]:
        return _moved_grid(values, width, height, left, top)

    moved = _moved(battle_map, move, width, height, grid, {})
    return moved.with_changes(
        creatures=tuple(
            creature
            for creature in moved.creatures
            if 0 <= creature.at.x < width and 0 <= creature.at.y < height
        ),
        walls=tuple(wall for wall in moved.walls if touches_page(wall, width, height)),
    )


def turn(battle_map: BattleMap, quarters: int, sides: Mapping[str, int]) -> BattleMap:
    """The map turned clockwise by quarters, with everything on it.

    Args:
        battle_map: the map.
        quarters: how often it is turned by 90 degrees.
        sides: squares along a side of each creature's space, by its id; 1 where left out.
    """
    move = PageMove(battle_map.width, battle_map.height, turns=quarters % 4)
    return battle_map if not move.turns else _moved(battle_map, move, *move.size, move.grid, sides)


def mirror(battle_map: BattleMap, sides: Mapping[str, int], *, upside_down: bool = False) -> BattleMap:
    """The map with left and right exchanged, or top and bottom.

    Args:
        battle_map: the map.
        sides: squares along a side of each creature's space, by its id; 1 where left out.
        upside_down: exchange top and bottom instead.
    """
    turns = 2 if upside_down else 0
    move = PageMove(battle_map.width, battle_map.height, turns=turns, mirrored=True)
    return _moved(battle_map, move, *move.size, move.grid, sides)


def split_squares(battle_map: BattleMap, parts: int) -> BattleMap:
    """The map with each square split into `parts` by `parts`: a map of 10-foot squares becomes one of 5-foot.

    Creatures keep their size; each stands in the top left of the squares that it stood in. Areas keep their
    feet.

    Raises:
        ValueError: the map would be larger than the limits, or a square is no whole number of feet.
    """
    if parts < 1 or battle_map.feet_per_square % parts:
        raise ValueError(f"squares of {battle_map.feet_per_square} feet cannot be split into {parts}")
    width, height = battle_map.width * parts, battle_map.height * parts
    check_map_size(width, height)

    def grid(values: npt.NDArray[Values]) -> npt.NDArray[Values]:
        return values.repeat(parts, 0).repeat(parts, 1)

    def point(at: Point) -> Point:
        return Point(at.x * parts, at.y * parts)

    fog, elevation, traps = battle_map.fog, battle_map.elevation, battle_map.secret_hazards
    return battle_map.with_changes(
        width=width,
        height=height,
        terrain=Terrain(*(grid(battle_map.terrain.layer(layer)) for layer in Layer)),
        fog=None if fog is None else Fog(grid(fog.revealed)),
        elevation=None if elevation is None else Elevation(grid(elevation.feet)),
        secret_hazards=None if traps is None else grid(traps),
        creatures=tuple(
            replace(creature, at=Square(creature.at.x * parts, creature.at.y * parts))
            for creature in battle_map.creatures
        ),
        walls=tuple(replace(wall, start=point(wall.start), end=point(wall.end)) for wall in battle_map.walls),
        notes=tuple(replace(note, at=point(note.at)) for note in battle_map.notes),
        pictures=tuple(
            replace(each, at=point(each.at), width=each.width * parts, height=each.height * parts)
            for each in battle_map.pictures
        ),
        saved_views=tuple(
            replace(each, centre=point(each.centre), width=each.width * parts, height=each.height * parts)
            for each in battle_map.saved_views
        ),
        templates=tuple(
            replace(template, area=scaled_area(template.area, parts)) for template in battle_map.templates
        ),
        feet_per_square=battle_map.feet_per_square // parts,
    )


def _moved(
    battle_map: BattleMap,
    move: PageMove,
    width: int,
    height: int,
    grid: MoveGrid,
    sides: Mapping[str, int],
) -> BattleMap:
    """Everything on the map moved onto a page of another size."""
    fog, elevation, traps = battle_map.fog, battle_map.elevation, battle_map.secret_hazards
    return battle_map.with_changes(
        width=width,
        height=height,
        terrain=Terrain(*(grid(battle_map.terrain.layer(layer)) for layer in Layer)),
        fog=None if fog is None else Fog(grid(fog.revealed)),
        elevation=None if elevation is None else Elevation(grid(elevation.feet)),
        secret_hazards=None if traps is None else grid(traps),
        creatures=tuple(
            _moved_creature(creature, move, sides.get(creature.id, 1)) for creature in battle_map.creatures
        ),
        walls=tuple(
            replace(wall, start=move.point(wall.start), end=move.point(wall.end)) for wall in battle_map.walls
        ),
        notes=tuple(replace(note, at=move.point(note.at)) for note in battle_map.notes),
        pictures=tuple(_moved_picture(picture, move) for picture in battle_map.pictures),
        templates=tuple(
            replace(template, area=move.area(template.area)) for template in battle_map.templates
        ),
        saved_views=tuple(_moved_view(view, move) for view in battle_map.saved_views),
        north=None if battle_map.north is None else move.degrees(battle_map.north),
    )


def _moved_creature(creature: Creature, move: PageMove, side: int) -> Creature:
    facing = None if creature.facing is None else round(move.degrees(creature.facing))
    return replace(creature, at=move.square(creature.at, side), facing=facing)


def _moved_picture(picture: Picture, move: PageMove) -> Picture:
    """Its middle goes where the page has it, and it turns with the page about it."""
    half = Point(picture.width / 2, picture.height / 2)
    middle = move.point(Point(picture.at.x + half.x, picture.at.y + half.y))
    return replace(
        picture,
        at=Point(middle.x - half.x, middle.y - half.y),
        turn=move.degrees(picture.turn),
        mirrored=picture.mirrored != move.mirrored,
    )


def _moved_view(view: SavedView, move: PageMove) -> SavedView:
    size = (view.height, view.width) if move.turns % 2 else (view.width, view.height)
    return replace(view, centre=move.point(view.centre), width=size[0], height=size[1])


def set_ruleset(battle_map: BattleMap, ruleset_id: str) -> BattleMap:
    """The map played with another ruleset."""
    return battle_map if ruleset_id == battle_map.ruleset else battle_map.with_changes(ruleset=ruleset_id)


def rename(battle_map: BattleMap, name: str) -> BattleMap:
    """The map with another title."""
    return battle_map if name == battle_map.name else battle_map.with_changes(name=name)


def set_north(battle_map: BattleMap, degrees: float | None) -> BattleMap:
    """The map with north at a bearing, clockwise from up; None for no arrow."""
    north = None if degrees is None else degrees % 360
    return battle_map if north == battle_map.north else battle_map.with_changes(north=north)


def set_feet_per_square(battle_map: BattleMap, feet: int) -> BattleMap:
    """The map with squares that stand for so many feet; the rules go on taking each for five.

    Raises:
        ValueError: a square of no feet.
    """
    if feet < 1:
        raise ValueError("a square is at least one foot wide")
    return battle_map if feet == battle_map.feet_per_square else battle_map.with_changes(feet_per_square=feet)


def add_picture(battle_map: BattleMap, asset: Asset, at: Point, width: float, height: float) -> BattleMap:
    """The map with a picture laid over the others; an asset that is there already is shared."""
    known = battle_map.asset(asset.name)
    if known is not None and known.content != asset.content:
        raise ValueError(f"there is another picture file {asset.name!r} already")
    assets = battle_map.assets if known is not None else (*battle_map.assets, asset)
    picture = Picture(asset.name, at, width, height)
    return battle_map.with_changes(assets=assets, pictures=(*battle_map.pictures, picture))


def remove_picture(battle_map: BattleMap, index: int) -> BattleMap:
    """The map without that picture, and without its asset where nothing else shows it."""
    pictures = (*battle_map.pictures[:index], *battle_map.pictures[index + 1 :])
    shown = {picture.asset for picture in pictures} | {each.portrait for each in battle_map.creatures}
    gone = battle_map.pictures[index].asset
    assets = tuple(asset for asset in battle_map.assets if asset.name != gone or asset.name in shown)
    return battle_map.with_changes(pictures=pictures, assets=assets)


def _moved_grid(
    grid: npt.NDArray[Values], width: int, height: int, left: int, top: int
) -> npt.NDArray[Values]:
    moved = np.zeros((height, width), grid.dtype)
    rows, columns = grid.shape
    from_x, from_y = max(0, -left), max(0, -top)
    to_x, to_y = max(0, left), max(0, top)
    wide = min(columns - from_x, width - to_x)
    high = min(rows - from_y, height - to_y)
    if wide > 0 and high > 0:
        moved[to_y : to_y + high, to_x : to_x + wide] = grid[from_y : from_y + high, from_x : from_x + wide]
    return moved


def touches_page(wall: Wall, width: int, height: int) -> bool:
    """Whether any of a wall may lie on a map of that size."""
    return (
        max(wall.start.x, wall.end.x) >= 0
        and max(wall.start.y, wall.end.y) >= 0
        and min(wall.start.x, wall.end.x) <= width
        and min(wall.start.y, wall.end.y) <= height
    )
