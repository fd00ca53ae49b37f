"""Edits of the pictures that tokens show."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from pathlib import PurePath

from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Asset


def with_asset(battle_map: BattleMap, asset: Asset) -> tuple[BattleMap, str]:
    """The map with a picture file in it, and its name there; content that is there already is shared."""
    for known in battle_map.assets:
        if known.content == asset.content:
            return battle_map, known.name
    taken = {known.name for known in battle_map.assets}
    name = asset.name
    if name in taken:
        path = PurePath(asset.name)
        name = next(new for n in count(2) if (new := f"{path.stem}-{n}{path.suffix}") not in taken)
    return battle_map.with_changes(assets=(*battle_map.assets, Asset(name, asset.content))), name


def set_portrait(battle_map: BattleMap, ids: Collection[str], asset: Asset | None) -> BattleMap:
    """The map with a picture on the tokens of those creatures, None for letters.

    Pictures that nothing shows any more are left out.
    """
    name = ""
    if asset is not None and any(creature.id in ids for creature in battle_map.creatures):
        battle_map, name = with_asset(battle_map, asset)
    before = {creature.portrait for creature in battle_map.creatures if creature.id in ids}
    if before <= {name}:
        return battle_map
    creatures = tuple(
        replace(creature, portrait=name) if creature.id in ids and creature.portrait != name else creature
        for creature in battle_map.creatures
    )
    return without_portraits(battle_map.with_changes(creatures=creatures), before - {name})


def without_portraits(battle_map: BattleMap, names: Collection[str]) -> BattleMap:
    """The map without those of the named files that neither a token nor a picture shows."""
    shown = {creature.portrait for creature in battle_map.creatures}
    shown |= {picture.asset for picture in battle_map.pictures}
    kept = tuple(asset for asset in battle_map.assets if asset.name not in names or asset.name in shown)
    return battle_map if len(kept) == len(battle_map.assets) else battle_map.with_changes(assets=kept)
