"""Pieces of a map: cut out by a region, moved, kept for later, pasted elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from gridmap.edits.creatures import add_creature, numbered_names
from gridmap.edits.elevation import set_elevation
from gridmap.edits.page import mirror, touches_page, turn
from gridmap.edits.portraits import with_asset
from gridmap.edits.terrain import Mask, paint
from gridmap.edits.wall_stretch import lay_wall
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.elevation import Elevation
from gridmap.model.picture import Asset
from gridmap.model.piece import PARTS, Part, Piece
from gridmap.model.square import Point, Square
from gridmap.model.terrain import Layer, Terrain
from gridmap.model.wall import Wall

_HAIR = 1e-9


def turned(piece: Piece, quarters: int, sides: Mapping[str, int]) -> Piece:
    """The piece turned clockwise by quarters; `sides` as `turn` takes them."""
    mask = np.ascontiguousarray(np.rot90(piece.mask, -quarters))
    return replace(piece, battle_map=turn(piece.battle_map, quarters, sides), mask=mask)


def mirrored(piece: Piece, sides: Mapping[str, int]) -> Piece:
    """The piece with left and right exchanged."""
    mask = np.ascontiguousarray(piece.mask[:, ::-1])
    return replace(piece, battle_map=mirror(piece.battle_map, sides), mask=mask)


def take_piece(battle_map: BattleMap, region: Mask, parts: Collection[str] = PARTS) -> Piece:
    """What lies in a region: terrain square by square, walls within it, creatures and notes that stand in it.

    Raises:
        ValueError: the region is empty.
    """
    rows, columns = np.flatnonzero(region.any(1)), np.flatnonzero(region.any(0))
    if not len(rows):
        raise ValueError("no squares are selected")
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    mask = region[top:bottom, left:right].copy()
    width, height = right - left, bottom - top
    empty = BattleMap.empty(width, height, battle_map.ruleset)
    terrain = empty.terrain
    for layer in Layer:
        if layer in parts:
            grid = battle_map.terrain.layer(layer)[top:bottom, left:right] * mask
            terrain = terrain.with_layer(layer, grid.astype(np.uint8))
    elevation = None
    if Part.ELEVATION in parts and battle_map.elevation is not None:
        feet = (battle_map.elevation.feet[top:bottom, left:right] * mask).astype(np.int16)
        elevation = Elevation(feet) if feet.any() else None
    creatures = _creatures(battle_map, region, left, top) if Part.CREATURES in parts else ()
    return Piece(
        empty.with_changes(
            terrain=terrain,
            elevation=elevation,
            walls=_walls(battle_map, region, left, top) if Part.WALLS in parts else (),
            creatures=creatures,
            assets=_portraits(battle_map, creatures),
            notes=tuple(
                replace(note, at=Point(note.at.x - left, note.at.y - top))
                for note in battle_map.notes
                if Part.NOTES in parts and _holds(region, note.at)
            ),
        ),
        mask,
        frozenset(parts),
    )


def piece_of_creatures(battle_map: BattleMap, ids: Collection[str]) -> Piece:
    """Creatures alone, as a piece without squares.

    Raises:
        ValueError: none of them is on the map.
    """
    chosen = [creature for creature in battle_map.creatures if creature.id in ids]
    if not chosen:
        raise ValueError("no creatures are selected")
    left = min(creature.at.x for creature in chosen)
    top = min(creature.at.y for creature in chosen)
    width = max(creature.at.x for creature in chosen) + 1 - left
    height = max(creature.at.y for creature in chosen) + 1 - top
    moved = tuple(replace(each, at=Square(each.at.x - left, each.at.y - top)) for each in chosen)
    empty = BattleMap.empty(width, height, battle_map.ruleset)
    return Piece(
        empty.with_changes(creatures=moved, assets=_portraits(battle_map, moved)),
        np.zeros((height, width), bool),
        frozenset({str(Part.CREATURES)}),
    )


def clear_region(battle_map: BattleMap, region: Mask, parts: Collection[str] = PARTS) -> BattleMap:
    """The map with nothing of those parts in a region."""
    for layer in Layer:
        if layer in parts:
            battle_map = paint(battle_map, layer, region, 0)
    if Part.ELEVATION in parts:
        battle_map = set_elevation(battle_map, region, 0)
    if Part.WALLS in parts:
        kept = tuple(wall for wall in battle_map.walls if not _is_within(wall, region))
        if len(kept) != len(battle_map.walls):
            battle_map = battle_map.with_changes(walls=kept)
    if Part.CREATURES in parts:
        standing = tuple(each for each in battle_map.creatures if not _stands_in(region, each))
        if len(standing) != len(battle_map.creatures):
            battle_map = battle_map.with_changes(creatures=standing)
    if Part.NOTES in parts:
        notes = tuple(note for note in battle_map.notes if not _holds(region, note.at))
        if len(notes) != len(battle_map.notes):
            battle_map = battle_map.with_changes(notes=notes)
    return battle_map


def paste_piece(battle_map: BattleMap, piece: Piece, at: Square) -> BattleMap:
    """The map with a piece laid so that its block's top-left square comes to `at`.

    Terrain of the piece's squares replaces what lay there, empty ground too. Walls take the place of those on
    their stretches. Creatures get ids of their own, and numbers where their names are taken. Walls that would
    lie wholly off the map, and creatures that would stand off it, are left out.
    """
    small = piece.battle_map
    left, top = max(0, at.x), max(0, at.y)
    right, bottom = min(battle_map.width, at.x + small.width), min(battle_map.height, at.y + small.height)
    if left < right and top < bottom:
        ours = (slice(top, bottom), slice(left, right))
        theirs = (slice(top - at.y, bottom - at.y), slice(left - at.x, right - at.x))
        battle_map = _with_ground(battle_map, piece, ours, theirs)
    for wall in small.walls:
        start = Point(wall.start.x + at.x, wall.start.y + at.y)
        end = Point(wall.end.x + at.x, wall.end.y + at.y)
        if not touches_page(Wall(start, end), battle_map.width, battle_map.height):
            continue
        laid = lay_wall(battle_map, start, end, wall.kind)
        if laid is not battle_map:
            # The wall laid last is this one; it keeps what the piece knows of it.
            walls = (*laid.walls[:-1], replace(laid.walls[-1], open=wall.open, extra=wall.extra))
            battle_map = laid.with_changes(walls=walls)
    for creature in small.creatures:
        place = Square(creature.at.x + at.x, creature.at.y + at.y)
        if battle_map.contains(place):
            pasted = replace(creature, at=place)
            battle_map = _with_creature(battle_map, pasted, small.asset(creature.portrait))
    notes = tuple(replace(note, at=Point(note.at.x + at.x, note.at.y + at.y)) for note in small.notes)
    return battle_map.with_changes(notes=(*battle_map.notes, *notes)) if notes else battle_map


def _with_creature(battle_map: BattleMap, creature: Creature, portrait: Asset | None) -> BattleMap:
    """The map with a creature from elsewhere: numbered where its name is taken, its portrait with it."""
    if creature.name and any(each.name == creature.name for each in battle_map.creatures):
        (name,) = numbered_names(battle_map, creature.name, 1)
        creature = replace(creature, name=name)
    if portrait is not None:
        battle_map, asset = with_asset(battle_map, portrait)
        creature = replace(creature, portrait=asset)
    return add_creature(battle_map, creature)


def _with_ground(
    battle_map: BattleMap, piece: Piece, ours: tuple[slice, slice], theirs: tuple[slice, slice]
) -> BattleMap:
    mask = piece.mask[theirs]
    if not mask.any():
        return battle_map
    grids = []
    for layer in Layer:
        grid = battle_map.terrain.layer(layer)
        if layer in piece.parts:
            new = grid.copy()
            new[ours][mask] = piece.battle_map.terrain.layer(layer)[theirs][mask]
            grid = new if not np.array_equal(new, grid) else grid
        grids.append(grid)
    battle_map = battle_map.with_changes(terrain=Terrain(*grids))
    if Part.ELEVATION not in piece.parts:
        return battle_map
    old, small = battle_map.elevation, piece.battle_map.elevation
    if old is None and small is None:
        return battle_map
    feet = np.zeros((battle_map.height, battle_map.width), np.int16) if old is None else old.feet.copy()
    feet[ours][mask] = 0 if small is None else small.feet[theirs][mask]
    return battle_map.with_changes(elevation=Elevation(feet) if feet.any() else None)


def _walls(battle_map: BattleMap, region: Mask, left: int, top: int) -> tuple[Wall, ...]:
    return tuple(
        replace(
            wall,
            start=Point(wall.start.x - left, wall.start.y - top),
            end=Point(wall.end.x - left, wall.end.y - top),
        )
        for wall in battle_map.walls
        if _is_within(wall, region)
    )


def _creatures(battle_map: BattleMap, region: Mask, left: int, top: int) -> tuple[Creature, ...]:
    return tuple(
        replace(each, at=Square(each.at.x - left, each.at.y - top))
        for each in battle_map.creatures
        if _stands_in(region, each)
    )


def _portraits(battle_map: BattleMap, creatures: tuple[Creature, ...]) -> tuple[Asset, ...]:
    shown = {creature.portrait for creature in creatures}
    return tuple(asset for asset in battle_map.assets if asset.name in shown)


def _is_within(wall: Wall, region: Mask) -> bool:
    """Whether a wall runs in the region or along its border: its ends and its middle touch squares of it."""
    middle = Point((wall.start.x + wall.end.x) / 2, (wall.start.y + wall.end.y) / 2)
    return all(_touches(region, place) for place in (wall.start, middle, wall.end))


def _touches(region: Mask, at: Point) -> bool:
    height, width = region.shape
    left, right = int(np.ceil(at.x - 1 - _HAIR)), int(np.floor(at.x + _HAIR))
    top, bottom = int(np.ceil(at.y - 1 - _HAIR)), int(np.floor(at.y + _HAIR))
    return bool(region[max(0, top) : min(height, bottom + 1), max(0, left) : min(width, right + 1)].any())


def _holds(region: Mask, at: Point) -> bool:
    height, width = region.shape
    x, y = int(np.floor(at.x)), int(np.floor(at.y))
    return 0 <= x < width and 0 <= y < height and bool(region[y, x])


def _stands_in(region: Mask, creature: Creature) -> bool:
    height, width = region.shape
    x, y = creature.at
    return 0 <= x < width and 0 <= y < height and bool(region[y, x])
