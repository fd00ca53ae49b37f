"""What five heroes see on a map of 200 by 200 squares after one of them, or all, have moved."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest

from gridmap.model import BattleMap, Creature, Size, Square
from gridmap.rules.depth import seen_from_middle
from gridmap.rules.party_sight import party_of, seen_by
from gridmap.rules.stoppers import stoppers
from tests.benchmarks.conftest import InTurn
from tests.benchmarks.maps import PATHFINDER
from tests.benchmarks.test_lines import MIDDLE, maps

STEPS = 40
"""More places than are remembered, so that each look is a new one."""


@pytest.mark.parametrize("moved", [1, 5], ids=["one moved", "all moved"])
@pytest.mark.parametrize(
    ("share", "walls"), [(0.01, 0), (0.2, 0), (0.01, 2000)], ids=["open", "rubble", "walls"]
)
def test_what_five_heroes_see(in_turn: InTurn, share: float, walls: int, moved: int) -> None:
    (battle_map, *_) = maps(share, walls, 1)
    stop = stoppers(battle_map)
    shown = [_with_heroes(battle_map, moved, step) for step in range(STEPS)]
    for square in {hero.at for hero in shown[0].creatures[moved:]}:
        seen_from_middle(stop, square)
    in_turn(lambda one: seen_by(one, party_of(one), PATHFINDER), cycle(shown), rounds=STEPS - 6)


def _with_heroes(battle_map: BattleMap, moved: int, step: int) -> BattleMap:
    heroes = [
        Creature(f"hero-{number}", Size.MEDIUM, Square(MIDDLE.x + 2 * number, MIDDLE.y), "party")
        for number in range(5)
    ]
    heroes[:moved] = [
        replace(hero, at=Square(hero.at.x - 60 + step, hero.at.y + 5 + number))
        for number, hero in enumerate(heroes[:moved])
    ]
    return battle_map.with_changes(creatures=tuple(heroes))
