"""What players may see, decided once."""

from __future__ import annotations

from dataclasses import replace

from gridmap.model.battlemap import BattleMap
from gridmap.model.terrain import Layer, Terrain
from gridmap.model.wall import Wall, WallKind


def players_map(battle_map: BattleMap) -> BattleMap:
    """A copy of the map with nothing secret in it.

    Hidden creatures and secret notes are gone, GM's words about visible creatures too, picture files that
    no picture shows, and all fields that this version does not know, since they may hold anything. A closed
    secret door is a wall.
    """
    creatures = tuple(
        replace(creature, notes="", extra={}) for creature in battle_map.creatures if not creature.hidden
    )
    notes = tuple(replace(note, extra={}) for note in battle_map.notes if not note.secret)
    walls = tuple(_as_players_see(wall) if wall.extra else wall for wall in battle_map.walls)
    pictures = tuple(replace(picture, extra={}) for picture in battle_map.pictures)
    shown = {picture.asset for picture in pictures}
    assets = tuple(asset for asset in battle_map.assets if asset.name in shown)
    return replace(
        battle_map,
        terrain=_without_traps(battle_map),
        secret_hazards=None,
        templates=tuple(template for template in battle_map.templates if not template.secret),
        saved_views=(),
        walls=walls,
        creatures=creatures,
        pictures=pictures,
        assets=assets,
        notes=notes,
        view={},
        extra={},
    )


def _without_traps(battle_map: BattleMap) -> Terrain:
    terrain = battle_map.terrain
    if battle_map.secret_hazards is None:
        return terrain
    return terrain.with_layer(Layer.HAZARDOUS, terrain.hazardous & (battle_map.secret_hazards == 0))


def _as_players_see(wall: Wall) -> Wall:
    """An open secret door is found: players see it as any other door."""
    hidden = wall.is_secret_door and not wall.open
    return replace(wall, kind=WallKind.WALL if hidden else wall.kind, extra={})
