"""Edits of creatures. A space is given by its side in squares, since a size alone does not tell it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square


def add_creature(battle_map: BattleMap, creature: Creature) -> BattleMap:
    """The map with one more creature; its id is made unique where it is taken."""
    creature = replace(creature, id=free_id(battle_map, creature.id))
    return battle_map.with_changes(creatures=(*battle_map.creatures, creature))


def remove_creatures(battle_map: BattleMap, ids: Collection[str]) -> BattleMap:
    """The map without the creatures of those ids."""
    kept = tuple(creature for creature in battle_map.creatures if creature.id not in ids)
    return battle_map if len(kept) == len(battle_map.creatures) else battle_map.with_changes(creatures=kept)


def change_creature(battle_map: BattleMap, creature_id: str, **changes: Any) -> BattleMap:
    """The map with some attributes of one creature changed.

    Raises:
        KeyError: no creature has that id.
        ValueError: the new id is empty or taken.
    """
    old = battle_map.creature(creature_id)
    new = replace(old, **changes)
    if new.id != old.id:
        if not new.id:
            raise ValueError("a creature's id cannot be empty")
        if any(creature.id == new.id for creature in battle_map.creatures):
            raise ValueError(f"there is a creature {new.id!r} already")
    return battle_map if new == old else _with_creatures(battle_map, {creature_id: new})


def move_creatures(battle_map: BattleMap, ids: Collection[str], dx: int, dy: int) -> BattleMap:
    """The map with those creatures shifted by whole squares; where to is not judged here."""
    if not ids or not (dx or dy):
        return battle_map
    moved = {
        creature.id: replace(creature, at=Square(creature.at.x + dx, creature.at.y + dy))
        for creature in battle_map.creatures
        if creature.id in ids
    }
    return _with_creatures(battle_map, moved)


def place_creature(battle_map: BattleMap, creature_id: str, at: Square) -> BattleMap:
    """The map with one creature's space moved to the position `at`."""
    return change_creature(battle_map, creature_id, at=at)


def onto_map(battle_map: BattleMap, at: Square, side: int) -> Square:
    """The position nearest to `at` whose whole space of `side` squares lies on the map."""
    return Square(
        max(0, min(at.x, battle_map.width - side)),
        max(0, min(at.y, battle_map.height - side)),
    )


def free_id(battle_map: BattleMap, wanted: str) -> str:
    """The wanted id, or with the lowest number behind it that is free.

    >>> from gridmap.model import Size
    >>> goblin = Creature("goblin", Size.SMALL, Square(0, 0))
    >>> free_id(add_creature(BattleMap.empty(2, 2), goblin), "goblin")
    'goblin-2'
    """
    taken = {creature.id for creature in battle_map.creatures}
    wanted = wanted or "creature"
    if wanted not in taken:
        return wanted
    return next(name for number in count(2) if (name := f"{wanted}-{number}") not in taken)


def _with_creatures(battle_map: BattleMap, changed: Mapping[str, Creature]) -> BattleMap:
    creatures = tuple(changed.get(creature.id, creature) for creature in battle_map.creatures)
    return battle_map.with_changes(creatures=creatures)
