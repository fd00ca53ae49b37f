"""The players' map is the same whatever is secret: nothing of it can get through to what is made of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, players_map
from gridmap.model.players import players_ids
from gridmap.rules.space import sides
from tests.secrets import DISGUISES, MARK, RULES, Disguise, disguised, maps

SIDES = sides(RULES)


@pytest.mark.parametrize("disguise", DISGUISES, ids=lambda disguise: disguise.__name__)
@settings(max_examples=60, deadline=None)
@given(battle_map=maps(), seed=st.integers(0, 2**32 - 1))
def test_one_kind_of_secret_is_not_to_be_seen(disguise: Disguise, battle_map: BattleMap, seed: int) -> None:
    with_secret = disguise(battle_map, np.random.default_rng(seed))
    assert players_map(with_secret, SIDES) == players_map(battle_map, SIDES)


@settings(max_examples=400, deadline=None)
@given(battle_map=maps(), seed=st.integers(0, 2**32 - 1))
def test_no_secrets_together_are_to_be_seen(battle_map: BattleMap, seed: int) -> None:
    with_secrets = disguised(battle_map, seed)
    seen = players_map(with_secrets, SIDES)
    assert seen == players_map(battle_map, SIDES)
    assert MARK not in repr(seen)
    assert players_map(seen, SIDES) == seen, "a players' map has nothing more to take out"
    assert set(players_ids(with_secrets, SIDES).values()) == {creature.id for creature in seen.creatures}


@settings(max_examples=100, deadline=None)
@given(battle_map=maps())
def test_the_same_map_gives_the_same_parts(battle_map: BattleMap) -> None:
    """Painters draw anew what is another object."""
    one, other = players_map(battle_map, SIDES), players_map(battle_map.with_changes(name="x"), SIDES)
    assert one.walls is other.walls
    assert one.terrain is other.terrain
    assert all(mine is theirs for mine, theirs in zip(one.creatures, other.creatures, strict=True))
