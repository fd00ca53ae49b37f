"""Edits of the map as a whole: its size, ruleset, title, pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap, check_map_size
from gridmap.model.fog import Fog
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import Point, Square
from gridmap.model.terrain import Grid, Layer, Terrain
from gridmap.model.wall import Wall


def resize(battle_map: BattleMap, width: int, height: int, left: int = 0, top: int = 0) -> BattleMap:
    """The map with another size; `left` and `top` squares are added before what was there (or cut).

    Creatures, walls, notes and pictures keep their place on the ground. Creatures whose position is no longer
    on the map and walls wholly off it are dropped.

    Raises:
        ValueError: the new size is out of the limits.
    """
    check_map_size(width, height)
    if (width, height, left, top) == (battle_map.width, battle_map.height, 0, 0):
        return battle_map
    terrain = Terrain(
        *(_moved_grid(battle_map.terrain.layer(layer), width, height, left, top) for layer in Layer)
    )
    fog = battle_map.fog
    if fog is not None:
        fog = Fog(_moved_grid(fog.revealed, width, height, left, top))
    creatures = tuple(
        replace(creature, at=Square(creature.at.x + left, creature.at.y + top))
        for creature in battle_map.creatures
    )
    walls = tuple(
        replace(wall, start=_shifted(wall.start, left, top), end=_shifted(wall.end, left, top))
        for wall in battle_map.walls
    )
    return battle_map.with_changes(
        width=width,
        height=height,
        terrain=terrain,
        fog=fog,
        creatures=tuple(
            creature for creature in creatures if 0 <= creature.at.x < width and 0 <= creature.at.y < height
        ),
        walls=tuple(wall for wall in walls if _touches_page(wall, width, height)),
        notes=tuple(replace(note, at=_shifted(note.at, left, top)) for note in battle_map.notes),
        pictures=tuple(
            replace(picture, at=_shifted(picture.at, left, top)) for picture in battle_map.pictures
        ),
    )


def set_ruleset(battle_map: BattleMap, ruleset_id: str) -> BattleMap:
    """The map played with another ruleset."""
    return battle_map if ruleset_id == battle_map.ruleset else battle_map.with_changes(ruleset=ruleset_id)


def rename(battle_map: BattleMap, name: str) -> BattleMap:
    """The map with another title."""
    return battle_map if name == battle_map.name else battle_map.with_changes(name=name)


def add_picture(battle_map: BattleMap, asset: Asset, at: Point, width: float, height: float) -> BattleMap:
    """The map with a picture laid over the others; an asset that is there already is shared."""
    known = battle_map.asset(asset.name)
    if known is not None and known.content != asset.content:
        raise ValueError(f"there is another picture file {asset.name!r} already")
    assets = battle_map.assets if known is not None else (*battle_map.assets, asset)
    picture = Picture(asset.name, at, width, height)
    return battle_map.with_changes(assets=assets, pictures=(*battle_map.pictures, picture))


def remove_picture(battle_map: BattleMap, index: int) -> BattleMap:
    """The map without that picture, and without its asset where no other picture shows it."""
    pictures = (*battle_map.pictures[:index], *battle_map.pictures[index + 1 :])
    shown = {picture.asset for picture in pictures}
    gone = battle_map.pictures[index].asset
    assets = tuple(asset for asset in battle_map.assets if asset.name != gone or asset.name in shown)
    return battle_map.with_changes(pictures=pictures, assets=assets)


def _moved_grid(grid: Grid, width: int, height: int, left: int, top: int) -> npt.NDArray[np.uint8]:
    moved = np.zeros((height, width), np.uint8)
    rows, columns = grid.shape
    from_x, from_y = max(0, -left), max(0, -top)
    to_x, to_y = max(0, left), max(0, top)
    wide = min(columns - from_x, width - to_x)
    high = min(rows - from_y, height - to_y)
    if wide > 0 and high > 0:
        moved[to_y : to_y + high, to_x : to_x + wide] = grid[from_y : from_y + high, from_x : from_x + wide]
    return moved


def _shifted(point: Point, left: int, top: int) -> Point:
    return Point(point.x + left, point.y + top)


def _touches_page(wall: Wall, width: int, height: int) -> bool:
    return (
        max(wall.start.x, wall.end.x) >= 0
        and max(wall.start.y, wall.end.y) >= 0
        and min(wall.start.x, wall.end.x) <= width
        and min(wall.start.y, wall.end.y) <= height
    )
