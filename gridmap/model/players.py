"""What players may see, decided once."""

from __future__ import annotations

from dataclasses import replace

from gridmap.model.battlemap import BattleMap


def players_map(battle_map: BattleMap) -> BattleMap:
    """A copy of the map with nothing secret in it.

    Hidden creatures and secret notes are gone, GM's words about visible creatures too, and fields that
    this version does not know are left out, since they may hold anything.
    """
    creatures = tuple(
        replace(creature, notes="", extra={}) for creature in battle_map.creatures if not creature.hidden
    )
    notes = tuple(replace(note, extra={}) for note in battle_map.notes if not note.secret)
    return replace(battle_map, creatures=creatures, notes=notes, view={}, extra={})
