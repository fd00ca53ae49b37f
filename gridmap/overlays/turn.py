"""A ring round the creature whose turn it is."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import numpy.typing as npt

from gridmap.model.creature import Creature
from gridmap.overlays.overlay import LegendEntry, Overlay, Role, Shape
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side

_CORNERS = 48
_GAP, _WIDTH = 0.03, 0.09
"""Squares between the token and the ring, and how wide the ring is."""
_POINTER, _HALF_POINTER = 0.26, 0.13
"""How long the four arrows that point at the token are, and half as wide."""


def overlay(creature: Creature, ruleset: Ruleset) -> Overlay:
    """A ring with four arrows: told from other rings by its shape, not by its colour alone."""
    size = side(creature, ruleset)
    x, y = creature.at.x + size / 2, creature.at.y + size / 2
    inner = size / 2 + _GAP
    outer = inner + _WIDTH
    rings = [_circle(x, y, outer), _circle(x, y, inner)]
    rings += [_pointer(x, y, outer + _GAP, pi / 4 + pi / 2 * at) for at in range(4)]
    legend = LegendEntry(Role.TURN, "Whose turn it is")
    return Overlay(f"turn:{creature.id}", (Shape(tuple(rings), Role.TURN),), (legend,))


def _circle(x: float, y: float, radius: float) -> npt.NDArray[np.float64]:
    angles = np.arange(_CORNERS) * (2 * pi / _CORNERS)
    return np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles)))


def _pointer(x: float, y: float, near: float, angle: float) -> npt.NDArray[np.float64]:
    along, aside = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    far = near + _POINTER
    return np.array(
        [
            (x + near * along[0], y + near * along[1]),
            (x + far * along[0] + _HALF_POINTER * aside[0], y + far * along[1] + _HALF_POINTER * aside[1]),
            (x + far * along[0] - _HALF_POINTER * aside[0], y + far * along[1] - _HALF_POINTER * aside[1]),
        ]
    )
