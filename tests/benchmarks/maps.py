"""The maps that speed is measured on: 20 % blocked and 25 % difficult squares, several that take turns.

Big creatures would be shut in at once among so many blocked squares: their maps have fewer of them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, ReachBand, Size, Square, Wall
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.space import side

PATHFINDER = shipped_ruleset("pathfinder-1e")
SIZES = {1: Size.MEDIUM, 2: Size.LARGE, 3: Size.HUGE, 4: Size.GARGANTUAN, 6: Size.COLOSSAL}
"""The size of a creature so many squares wide."""
_FIGHT = 26
"""Squares along the side of the field that a hundred creatures fight in."""
_FIGHTERS = [Size.GARGANTUAN] * 2 + [Size.HUGE] * 8 + [Size.LARGE] * 20 + [Size.MEDIUM] * 70


def random_map(squares: int, seed: int, wide: int = 1) -> BattleMap:
    """A square map with a creature ``a`` on free ground in its middle."""
    chance = np.random.default_rng(seed)
    blocked = np.where(chance.random((squares, squares)) < 0.2 / wide**2, Blocked.FILLS, Blocked.FREE)
    difficult = np.where(chance.random((squares, squares)) < 0.25 / wide, 2, 0)
    at = Square(squares // 2, squares // 2)
    blocked[at.y : at.y + wide, at.x : at.x + wide] = Blocked.FREE
    battle_map = BattleMap.empty(squares, squares)
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked).with_layer(Layer.DIFFICULT, difficult)
    return battle_map.with_changes(terrain=terrain, creatures=(Creature("a", SIZES[wide], at),))


@cache
def maps(squares: int, wide: int = 1, count: int = 6) -> tuple[BattleMap, ...]:
    """Several such maps."""
    return tuple(random_map(squares, seed, wide) for seed in range(count))


def edited(battle_map: BattleMap) -> BattleMap:
    """The same map after an edit: nothing that was worked out for it is known any more."""
    terrain = battle_map.terrain
    for layer in (Layer.BLOCKED, Layer.DIFFICULT):
        terrain = terrain.with_layer(layer, terrain.layer(layer).copy())
    return battle_map.with_changes(terrain=terrain)


def battle(seed: int, squares: int = 200) -> BattleMap:
    """Two sides of fifty creatures, one square to four wide, fighting in the middle of a map."""
    chance = np.random.default_rng(seed)
    battle_map = random_map(squares, seed)
    blocked = battle_map.terrain.blocked.copy()
    taken = np.zeros((squares, squares), np.bool_)
    low = squares // 2 - _FIGHT // 2
    fighters: list[Creature] = []
    while len(fighters) < len(_FIGHTERS):
        number = len(fighters)
        x, y = (low + chance.integers(0, _FIGHT - 4, 2)).tolist()
        fighter = Creature(
            f"c{number}",
            _FIGHTERS[number],
            Square(x, y),
            team=("party", "foes")[number % 2],
            reach=ReachBand(5, 10) if number % 10 == 9 and _FIGHTERS[number] is Size.MEDIUM else None,
            speed={"walk": 30},
        )
        space = (slice(y, y + side(fighter, PATHFINDER)), slice(x, x + side(fighter, PATHFINDER)))
        if not taken[space].any():
            taken[space] = True
            blocked[space] = Blocked.FREE
            fighters.append(fighter)
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked)
    return battle_map.with_changes(terrain=terrain, creatures=tuple(fighters))


def caves(squares: int = 200, walls: int = 5000, seed: int = 0) -> BattleMap:
    """Rough round caves, one over another, of short walls at all angles; the creature ``a`` among foes."""
    chance = np.random.default_rng(seed)
    drawn: list[Wall] = []
    while len(drawn) < walls:
        centre, size = chance.random(2) * squares, 3 + 7 * chance.random()
        corners = int(5 * size)
        turns = np.sort(chance.random(corners)) * 2 * np.pi
        far = size * (0.8 + 0.3 * chance.random((corners, 1)))
        ring = np.round(centre + far * np.stack([np.cos(turns), np.sin(turns)], axis=1), 4)
        # A gap of some corners is the way in.
        for start, end in pairwise(ring[: corners - 3].tolist()):
            if min(*start, *end) >= 0 and max(*start, *end) <= squares and start != end:
                drawn.append(Wall(Point(*start), Point(*end)))
    places = chance.integers(squares // 3, 2 * squares // 3, (30, 2)).tolist()
    foes = tuple(
        Creature(f"foe-{number}", Size.MEDIUM, Square(x, y), "foes") for number, (x, y) in enumerate(places)
    )
    hero = Creature("a", Size.MEDIUM, Square(squares // 2, squares // 2), "party", speed={"walk": 30})
    return BattleMap.empty(squares, squares).with_changes(walls=tuple(drawn[:walls]), creatures=(hero, *foes))


@cache
def battles(count: int = 6) -> tuple[BattleMap, ...]:
    """Several such fights."""
    return tuple(battle(seed) for seed in range(count))
