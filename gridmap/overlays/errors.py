"""What an overlay's name may get wrong."""

from __future__ import annotations

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature


class OverlayError(ValueError):
    """A name that no overlay answers to: one sentence."""


def named_creature(battle_map: BattleMap, creature_id: str, name: str) -> Creature:
    """The creature that an overlay's name asks for.

    Raises:
        OverlayError: the map has none of that id.
    """
    try:
        return battle_map.creature(creature_id)
    except KeyError:
        raise OverlayError(f"overlay {name!r}: there is no creature {creature_id!r} on the map") from None
