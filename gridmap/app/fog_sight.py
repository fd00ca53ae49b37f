"""Fog lifted by what the party sees, in the same step as the move that lets it see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from gridmap.app.rulesets import ruleset_of
from gridmap.edits.fog import show_what_is_seen, start_fog
from gridmap.model import BattleMap

KEY = "fog"
"""Of `BattleMap.view`, where the choices are kept with the map."""


@dataclass(frozen=True)
class FogChoice:
    """How fog is lifted on a map.

    Attributes:
        by_sight: whether the party's sight lifts it.
        dark: whether it is dark, so that only lights and darkvision show anything.
        darkvision: whether darkvision counts.
    """

    by_sight: bool = False
    dark: bool = False
    darkvision: bool = True


def fog_choice(battle_map: BattleMap) -> FogChoice:
    """What was chosen for a map."""
    kept = battle_map.view.get(KEY)
    if not isinstance(kept, Mapping):
        return FogChoice()
    known = {name: kept[name] for name in asdict(FogChoice()) if isinstance(kept.get(name), bool)}
    return replace(FogChoice(), **known)


def with_fog_choice(battle_map: BattleMap, **changes: bool) -> BattleMap:
    """The map with another choice, and with what the party sees by it."""
    choice = replace(fog_choice(battle_map), **changes)
    changed = battle_map.with_changes(view={**battle_map.view, KEY: asdict(choice)})
    if choice.by_sight and changed.fog is None:
        changed = start_fog(changed)
    return seen_by_party(changed) if choice.by_sight else changed


def seen_by_party(battle_map: BattleMap) -> BattleMap:
    """The map with what the party sees revealed, and what it saw before remembered."""
    # Imported with the first use: no start waits for the geometry.
    from gridmap.rules.party_sight import SightRule, party_of, seen_by

    choice = fog_choice(battle_map)
    rule = SightRule(dark=choice.dark, darkvision=choice.darkvision)
    seen = seen_by(battle_map, party_of(battle_map), ruleset_of(battle_map), rule)
    return show_what_is_seen(battle_map, seen)


def follow_party(before: BattleMap, after: BattleMap) -> BattleMap:
    """An edit with the fog that follows from it: where anything of the party's sight changed, and only there.

    Squares that the GM revealed or hid by hand stay so until the party moves.
    """
    if after.fog is None or not fog_choice(after).by_sight or before is after:
        return after
    if _what_sight_turns_on(before) == _what_sight_turns_on(after):
        return after
    return seen_by_party(after)


def _what_sight_turns_on(battle_map: BattleMap) -> tuple[Any, ...]:
    """All that decides what the party sees; grids and walls by their identity."""
    from gridmap.rules.party_sight import SEES_NOTHING, party_of

    party = {creature.id for creature in party_of(battle_map)}
    looking = tuple(
        (
            creature.at,
            creature.size,
            creature.space,
            creature.light,
            creature.darkvision,
            creature.has(*SEES_NOTHING),
            creature.id in party,
        )
        for creature in battle_map.creatures
        if creature.id in party or (creature.light and not creature.hidden)
    )
    return (
        id(battle_map.terrain.blocked),
        id(battle_map.walls),
        battle_map.ruleset,
        looking,
    )
