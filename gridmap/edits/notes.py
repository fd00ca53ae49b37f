"""Edits of labels and notes."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

from gridmap.model.battlemap import BattleMap
from gridmap.model.note import Note
from gridmap.model.square import Point


def add_note(battle_map: BattleMap, at: Point, text: str, *, secret: bool = True) -> BattleMap:
    """The map with one more note.

    Raises:
        ValueError: the note has no words.
    """
    if not text.strip():
        raise ValueError("a note has words")
    return battle_map.with_changes(notes=(*battle_map.notes, Note(at, text.strip(), secret)))


def change_note(battle_map: BattleMap, index: int, **changes: Any) -> BattleMap:
    """The map with some attributes of one note changed; a note without words is taken away."""
    old = battle_map.notes[index]
    new = replace(old, **changes)
    if not new.text.strip():
        return remove_note(battle_map, index)
    if new == old:
        return battle_map
    return battle_map.with_changes(notes=(*battle_map.notes[:index], new, *battle_map.notes[index + 1 :]))


def remove_note(battle_map: BattleMap, index: int) -> BattleMap:
    """The map without that note."""
    return battle_map.with_changes(notes=(*battle_map.notes[:index], *battle_map.notes[index + 1 :]))


def nearest_note(battle_map: BattleMap, at: Point, within: float) -> int | None:
    """The index of the note nearest to a place, the topmost of equals; None beyond `within` squares."""
    best: int | None = None
    for index, note in enumerate(battle_map.notes):
        distance = hypot(note.at.x - at.x, note.at.y - at.y)
        if distance <= within:
            best, within = index, distance
    return best
