"""Spaces: the size table's and stated ones, which swarms, troops and oddities have (rules 1.2)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.formats.mapobject import read_map
from gridmap.model import Square
from gridmap.model.creature import Creature, Size, Stance
from gridmap.rules.movement import cost_field
from gridmap.rules.reach import threatened
from gridmap.rules.ruleset import SHIPPED, shipped_ruleset
from gridmap.rules.space import height, reach, side, space, strip
from tests.reference.encounters import encounters

PATHFINDER = shipped_ruleset("pathfinder-1e")


def creature(size: Size, **fields: object) -> Creature:
    return replace(Creature("a", size, Square(2, 1)), **fields)


def test_a_swarm_fills_more_than_its_size() -> None:
    swarm = creature(Size.DIMINUTIVE, space=10)
    assert side(swarm, PATHFINDER) == 2
    assert list(space(swarm, PATHFINDER)) == [Square(2, 1), Square(3, 1), Square(2, 2), Square(3, 2)]
    assert reach(swarm, PATHFINDER) == (0, 0)
    assert height(swarm, PATHFINDER) == 2


def test_a_camel_fills_less_than_its_size() -> None:
    camel = creature(Size.LARGE, space=5)
    assert side(camel, PATHFINDER) == strip(camel, PATHFINDER) == 1


def test_a_long_troop_in_the_air_is_as_low_as_its_members() -> None:
    troop = creature(Size.MEDIUM, space=20, stance=Stance.LONG, altitude=1)
    assert height(troop, PATHFINDER) == 1
    assert height(replace(troop, altitude=0), PATHFINDER) == 4


@pytest.mark.parametrize(
    ("ruleset", "strips"),
    [
        ("pathfinder-1e", [1, 1, 2, 2, 3, 3]),
        ("dnd-3.5", [1, 1, 2, 2, 3, 3]),
        ("epic-path", [1, 1, 2, 3, 4, 5]),
    ],
)
def test_a_stated_space_squeezes_like_a_size_that_fills_it(ruleset: str, strips: list[int]) -> None:
    rules = shipped_ruleset(ruleset)
    assert [strip(creature(Size.TINY, space=5 * count), rules) for count in range(1, 7)] == strips


@given(st.sampled_from(SHIPPED), st.data())
@settings(max_examples=60)
def test_a_stated_space_moves_and_reaches_like_the_size_that_has_it(
    ruleset: str, data: st.DataObject
) -> None:
    rules = shipped_ruleset(ruleset)
    alone = read_map(data.draw(encounters(ruleset)))
    big = alone.creatures[0]
    stated = replace(big, size=Size.SMALL, space=5 * side(big, rules), reach=reach(big, rules))
    one, other = (alone.with_changes(creatures=(each,)) for each in (big, stated))
    assert np.array_equal(cost_field(one, big, rules, 60).feet, cost_field(other, stated, rules, 60).feet)
    assert np.array_equal(threatened(one, big, rules), threatened(other, stated, rules))


@pytest.mark.parametrize(
    ("size", "feet"),
    [
        (Size.TITANIC, 30),
        (Size.TITANIC_PLUS, 60),
        (Size.TITANIC_TWO_PLUS, 120),
        (Size.TITANIC_THREE_PLUS, 240),
    ],
)
def test_beyond_titanic_the_reach_doubles_on_a_base_of_six_squares(size: Size, feet: int) -> None:
    rules = shipped_ruleset("epic-path")
    beast = creature(size)
    assert (side(beast, rules), reach(beast, rules).at_most, height(beast, rules)) == (6, feet, 6)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_sizes_beyond_titanic_fill_the_largest_base_in_every_ruleset(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    beyond = [size for size in Size if size.category > Size.TITANIC.category]
    assert [side(creature(size), rules) for size in beyond] == [6, 6, 6]
