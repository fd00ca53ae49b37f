"""The ring round the creature whose turn it is."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.model import Creature, Size, Square
from gridmap.overlays.overlay import Role, Shape
from gridmap.overlays.turn import overlay
from gridmap.rules.ruleset import shipped_ruleset


@pytest.mark.parametrize(("size", "side"), [(Size.SMALL, 1), (Size.LARGE, 2), (Size.COLOSSAL, 6)])
def test_the_ring_goes_round_the_whole_space(size: Size, side: int) -> None:
    made = overlay(Creature("x", size, Square(3, 4)), shipped_ruleset("pathfinder-1e"))
    (shape,) = made.marks
    assert isinstance(shape, Shape)
    assert shape.role is Role.TURN
    middle = (3 + side / 2, 4 + side / 2)
    for ring in shape.rings:
        distances = np.hypot(ring[:, 0] - middle[0], ring[:, 1] - middle[1])
        assert distances.min() > side / 2, "the token is left free"
        assert distances.max() < side / 2 + 0.5
    assert len(shape.rings) == 2 + 4
