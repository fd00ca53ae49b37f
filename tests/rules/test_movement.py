"""Movement in one turn (rules 3, 10), against the plain search of the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap
from gridmap.rules.movement import CostField, Pace, cost_field
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference import movement as reference
from tests.rules.movement_maps import RULESETS, as_map, map_objects

BUDGETS = st.sampled_from((0, 3, 5, 10, 15, 20, 30, 60, 90))
PACES = st.sampled_from(tuple(Pace))


def answer(field: CostField) -> dict[str, Any]:
    stops = [[int(x), int(y), int(field.feet[y, x])] for y, x in np.argwhere(field.stops)]
    squeezed = [[int(x), int(y)] for y, x in np.argwhere(field.stops & field.squeezed)]
    return {"stops": stops, "squeezed": squeezed}


def budget_of(ruleset: str, feet: int) -> int:
    return feet // 10 if ruleset == "soulweaver" else feet


@pytest.mark.parametrize("ruleset", RULESETS)
@given(raw=map_objects(), feet=BUDGETS, squeeze=st.booleans(), pace=PACES)
def test_as_the_reference(ruleset: str, raw: dict[str, Any], feet: int, squeeze: bool, pace: Pace) -> None:
    budget = budget_of(ruleset, feet)
    if ruleset != "soulweaver":
        pace = Pace.ADVANCE
    ask = {"creature": "a", "budget": budget, "squeeze": squeeze, "pace": pace.value}
    battle_map = as_map(raw)
    field = cost_field(
        battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget, squeeze=squeeze, pace=pace
    )
    assert answer(field) == reference.movement(ruleset, raw, ask)
