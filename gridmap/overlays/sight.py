"""What a creature can see, as a shape (rules 6.1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Shape
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.visibility import visible_to


def overlay(battle_map: BattleMap, ruleset: Ruleset, creature: Creature) -> Overlay:
    """All that is in sight from the centres of its squares."""
    seen = visible_to(battle_map, creature, ruleset)
    legend = LegendEntry(
        Role.SIGHT,
        "In sight of {creature}: {squares} of {all} squares' area",
        {
            "creature": creature.title,
            "squares": round(float(seen.area)),
            "all": battle_map.width * battle_map.height,
        },
    )
    return Overlay(f"sight:{creature.id}", (Shape(_rings(seen), Role.SIGHT),), (legend,))


def _rings(shape: BaseGeometry) -> tuple[npt.NDArray[np.float64], ...]:
    """Every ring of a shape, holes too; inside is by the odd-even rule."""
    rings = shapely.get_rings(shapely.get_parts(shapely.get_parts(shape)))
    return tuple(shapely.get_coordinates(ring) for ring in rings if not shapely.is_empty(ring))
