"""Edits of creatures. A space is given by its side in squares, since a size alone does not tell it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from gridmap.edits.portraits import without_portraits
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.square import Square


def add_creature(battle_map: BattleMap, creature: Creature) -> BattleMap:
    """The map with one more creature; its id is made unique where it is taken."""
    creature = replace(creature, id=free_id(battle_map, creature.id))
    return battle_map.with_changes(creatures=(*battle_map.creatures, creature))


def add_creatures(battle_map: BattleMap, creatures: Iterable[Creature]) -> BattleMap:
    """The map with more creatures; ids that are taken are made unique, names are taken as they are."""
    for creature in creatures:
        battle_map = add_creature(battle_map, creature)
    return battle_map


def duplicate_creatures(battle_map: BattleMap, ids: Collection[str], dx: int, dy: int) -> BattleMap:
    """The map with a copy of each of those creatures, so many squares away, numbered behind its namesakes."""
    copied = battle_map
    for creature in battle_map.creatures:
        if creature.id in ids:
            (name,) = numbered_names(copied, creature.name, 1)
            place = Square(creature.at.x + dx, creature.at.y + dy)
            copied = add_creature(copied, replace(creature, at=place, name=name, initiative=None))
    return copied


def numbered_names(battle_map: BattleMap, name: str, count: int) -> tuple[str, ...]:
    """Names for more creatures called so: one alone is called just that, others are numbered on.

    >>> numbered_names(BattleMap.empty(2, 2), "Goblin", 3)
    ('Goblin 1', 'Goblin 2', 'Goblin 3')
    >>> numbered_names(BattleMap.empty(2, 2), "Goblin", 1)
    ('Goblin',)
    """
    base = without_number(name)
    if not base:
        return (name,) * count
    highest = 0
    for creature in battle_map.creatures:
        if creature.name == base:
            highest = max(highest, 1)
        elif creature.name.startswith(f"{base} ") and creature.name[len(base) + 1 :].isdecimal():
            highest = max(highest, int(creature.name[len(base) + 1 :]))
    if count == 1 and not highest:
        return (name,)
    return tuple(f"{base} {highest + number}" for number in range(1, count + 1))


def without_number(name: str) -> str:
    """A name without the number behind it.

    >>> without_number("Goblin 12"), without_number("Goblin")
    ('Goblin', 'Goblin')
    """
    return re.sub(r" \d{1,6}$", "", name)


def remove_creatures(battle_map: BattleMap, ids: Collection[str]) -> BattleMap:
    """The map without the creatures of those ids, and without the portraits that they alone had."""
    gone = [creature for creature in battle_map.creatures if creature.id in ids]
    if not gone:
        return battle_map
    kept = tuple(creature for creature in battle_map.creatures if creature.id not in ids)
    return without_portraits(battle_map.with_changes(creatures=kept), {each.portrait for each in gone})


def change_creatures(battle_map: BattleMap, ids: Collection[str], **changes: Any) -> BattleMap:
    """The map with the same attributes of several creatures changed."""
    changed = {
        creature.id: new
        for creature in battle_map.creatures
        if creature.id in ids and (new := replace(creature, **changes)) != creature
    }
    return _with_creatures(battle_map, changed) if changed else battle_map


def turn_creatures(battle_map: BattleMap, ids: Collection[str], degrees: int) -> BattleMap:
    """The map with those creatures looking so many degrees further clockwise; from north where they did not
    look anywhere."""
    turned = {
        creature.id: replace(creature, facing=((creature.facing or 0) + degrees) % 360)
        for creature in battle_map.creatures
        if creature.id in ids
    }
    return _with_creatures(battle_map, turned) if turned and degrees % 360 else battle_map


def lift_creatures(battle_map: BattleMap, ids: Collection[str], squares: int) -> BattleMap:
    """The map with those creatures so many squares higher, or lower where negative."""
    lifted = {
        creature.id: replace(creature, altitude=creature.altitude + squares)
        for creature in battle_map.creatures
        if creature.id in ids
    }
    return _with_creatures(battle_map, lifted) if lifted and squares else battle_map


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
