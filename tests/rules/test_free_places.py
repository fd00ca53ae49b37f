"""Room for more creatures of a kind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall
from gridmap.rules.free_places import free_places
from gridmap.rules.ruleset import SHIPPED, shipped_ruleset
from gridmap.rules.space import side

RULES = shipped_ruleset("pathfinder-1e")


def goblin(x: int, y: int, size: Size = Size.SMALL) -> Creature:
    return Creature("g", size, Square(x, y), "foes", speed={"walk": 30})


def test_the_nearest_free_squares_round_the_first() -> None:
    places = free_places(BattleMap.empty(9, 9), goblin(4, 4), RULES, 5)
    assert places[0] == Square(4, 4)
    assert set(places[1:]) == {Square(4, 3), Square(3, 4), Square(5, 4), Square(4, 5)}


def test_nobody_is_put_behind_a_wall() -> None:
    walled = BattleMap.empty(9, 5).with_changes(walls=(Wall(Point(5, 0), Point(5, 5)),))
    places = free_places(walled, goblin(4, 2), RULES, 12)
    assert len(places) == 12
    assert max(place.x for place in places) == 4


def test_fewer_where_there_is_no_more_room() -> None:
    assert len(free_places(BattleMap.empty(3, 3), goblin(0, 0), RULES, 20)) == 9
    assert len(free_places(BattleMap.empty(5, 5), goblin(0, 0, Size.LARGE), RULES, 20)) == 4
    assert free_places(BattleMap.empty(2, 2), goblin(0, 0, Size.HUGE), RULES, 1) == ()


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.sampled_from(SHIPPED), st.sampled_from([Size.SMALL, Size.LARGE, Size.HUGE])
)
def test_places_are_free_and_apart_whatever_the_map(seed: int, ruleset_id: str, size: Size) -> None:
    rules, random = shipped_ruleset(ruleset_id), np.random.default_rng(seed)
    blocked = (random.random((10, 12)) < 0.2).astype(np.uint8)
    empty = BattleMap.empty(12, 10)
    others = (goblin(int(random.integers(10)), int(random.integers(8)), Size.LARGE),)
    battle_map = empty.with_changes(
        terrain=empty.terrain.with_layer(Layer.BLOCKED, blocked), creatures=others
    )
    wanted = goblin(int(random.integers(12)), int(random.integers(10)), size)
    filled = blocked.astype(int)
    for other, squares in ((others[0], side(others[0], rules)),):
        filled[other.at.y : other.at.y + squares, other.at.x : other.at.x + squares] += 1
    squares = side(wanted, rules)
    for place in free_places(battle_map, wanted, rules, 6):
        assert place.x + squares <= 12
        assert place.y + squares <= 10
        block = filled[place.y : place.y + squares, place.x : place.x + squares]
        assert not block.any()
        block += 1


@pytest.mark.parametrize("count", [1, 3])
def test_a_first_place_that_is_taken_gives_the_nearest_others(count: int) -> None:
    battle_map = BattleMap.empty(6, 6).with_changes(creatures=(goblin(2, 2),))
    places = free_places(battle_map, goblin(2, 2), RULES, count)
    assert len(places) == count
    assert Square(2, 2) not in places
