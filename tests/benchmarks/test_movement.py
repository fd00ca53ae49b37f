"""Movement at its targets, with a plain heap search beside it on the same maps.

Whole maps have 20 % blocked and 25 % difficult squares. Big creatures would be shut in at once there: their
maps have fewer blocked squares the wider they are, and both searches go without squeezing. Several maps take
turns, so that no cache of the machine knows the one that is asked next. `extra_info` keeps each target, and
what a yardstick is the yardstick of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall
from gridmap.rules.movement import CostField, cost_field, rounds_field
from gridmap.rules.ruleset import shipped_ruleset

PATHFINDER = shipped_ruleset("pathfinder-1e")
SIZES = {1: Size.MEDIUM, 2: Size.LARGE, 3: Size.HUGE, 4: Size.GARGANTUAN, 6: Size.COLOSSAL}
FEET = 60


def random_map(squares: int, seed: int, side: int = 1) -> BattleMap:
    """A square map with a creature ``a`` on free ground in its middle."""
    chance = np.random.default_rng(seed)
    blocked = np.where(chance.random((squares, squares)) < 0.2 / side**2, Blocked.FILLS, Blocked.FREE)
    difficult = np.where(chance.random((squares, squares)) < 0.25 / side, 2, 0)
    at = Square(squares // 2, squares // 2)
    blocked[at.y : at.y + side, at.x : at.x + side] = Blocked.FREE
    battle_map = BattleMap.empty(squares, squares)
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked).with_layer(Layer.DIFFICULT, difficult)
    return battle_map.with_changes(terrain=terrain, creatures=(Creature("a", SIZES[side], at),))


@cache
def maps(squares: int, side: int = 1, count: int = 6) -> tuple[BattleMap, ...]:
    return tuple(random_map(squares, seed, side) for seed in range(count))


def edited(battle_map: BattleMap) -> BattleMap:
    """The same map after an edit: nothing that was worked out for it is known any more."""
    terrain = battle_map.terrain
    for layer in (Layer.BLOCKED, Layer.DIFFICULT):
        terrain = terrain.with_layer(layer, terrain.layer(layer).copy())
    return battle_map.with_changes(terrain=terrain)


@dataclass(frozen=True)
class PlainMap:
    """What the heap search reads, in plain lists."""

    blocked: list[list[int]]
    difficult: list[list[int]]
    at: Square


@cache
def plain_maps(squares: int, side: int = 1) -> tuple[PlainMap, ...]:
    return tuple(plain(battle_map) for battle_map in maps(squares, side))


def plain(battle_map: BattleMap) -> PlainMap:
    terrain = battle_map.terrain
    return PlainMap(terrain.blocked.tolist(), terrain.difficult.tolist(), battle_map.creature("a").at)


def heap_search(given: PlainMap, budget: int, side: int = 1) -> dict[tuple[int, int], int]:
    """A plain Dijkstra over (position, whether the next diagonal is an even one): feet by position.

    Rules 3.1 to 3.4, without squeezing.
    """
    blocked, difficult = given.blocked, given.difficult
    width, height = len(blocked[0]), len(blocked)
    space = [(i, j) for j in range(side) for i in range(side)]

    def fits(x: int, y: int) -> bool:
        return (
            0 <= x <= width - side
            and 0 <= y <= height - side
            and not any(blocked[y + j][x + i] for i, j in space)
        )

    done: dict[tuple[int, int, bool], int] = {}
    heap = [(0, given.at.x, given.at.y, False)]
    while heap:
        spent, x, y, even = heappop(heap)
        if (x, y, even) in done:
            continue
        done[x, y, even] = spent
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            nx, ny = x + dx, y + dy
            if not fits(nx, ny):
                continue
            diagonal = dx and dy
            if diagonal and not (fits(nx, y) and fits(x, ny)):
                continue
            factor = max(difficult[ny + j][nx + i] or 1 for i, j in space)
            if not diagonal:
                after, following = spent + 5 * factor, even
            elif factor > 1:
                after, following = spent + 15 * factor // 2, even
            else:
                after, following = spent + (10 if even else 5), not even
            if after <= budget and (nx, ny, following) not in done:
                heappush(heap, (after, nx, ny, following))
    feet: dict[tuple[int, int], int] = {}
    for (x, y, _), spent in done.items():
        feet[x, y] = min(spent, feet.get((x, y), spent))
    return feet


def ask(battle_map: BattleMap, budget: int | None) -> CostField:
    return cost_field(battle_map, battle_map.creature("a"), PATHFINDER, budget, squeeze=False)


def in_turn(
    benchmark: BenchmarkFixture, question: Callable[[Any], Any], given: Iterator[Any], rounds: int
) -> None:
    def setup() -> tuple[tuple[Any], dict[str, Any]]:
        return (next(given),), {}

    benchmark.pedantic(question, setup=setup, rounds=rounds, warmup_rounds=6)


@pytest.mark.parametrize("squares", [100, 200, 400, 1000])
@pytest.mark.benchmark(group="whole-map cost field: the sweep")
def test_whole_map(benchmark: BenchmarkFixture, squares: int) -> None:
    benchmark.extra_info["target_ms"] = {200: 4, 1000: 300}.get(squares)
    count = 3 if squares > 400 else 6
    in_turn(
        benchmark,
        lambda battle_map: ask(battle_map, None),
        cycle(maps(squares, count=count)),
        rounds=6 if squares > 400 else 60,
    )


@pytest.mark.parametrize("squares", [200, 1000])
@pytest.mark.benchmark(group="whole-map cost field: after an edit, to an array of feet")
def test_whole_map_after_an_edit(benchmark: BenchmarkFixture, squares: int) -> None:
    count = 3 if squares > 400 else 6
    in_turn(
        benchmark,
        lambda battle_map: ask(battle_map, None).feet,
        map(edited, cycle(maps(squares, count=count))),
        rounds=6 if squares > 400 else 60,
    )


@pytest.mark.benchmark(group="whole-map cost field: the sweep")
def test_whole_map_by_heap(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["yardstick_of"] = "test_whole_map[200]"
    in_turn(benchmark, lambda given: heap_search(given, 10**6), cycle(plain_maps(200)), rounds=3)


@pytest.mark.parametrize("squares", [200, 1000])
@pytest.mark.parametrize("side", sorted(SIZES))
@pytest.mark.benchmark(group="60 ft: the sweep")
def test_sixty_feet(benchmark: BenchmarkFixture, side: int, squares: int) -> None:
    benchmark.extra_info["target_ms"] = 0.25
    in_turn(
        benchmark,
        lambda battle_map: ask(battle_map, FEET).feet_in_frame,
        cycle(maps(squares, side)),
        rounds=300,
    )


@pytest.mark.parametrize("side", sorted(SIZES))
@pytest.mark.benchmark(group="60 ft: after an edit")
def test_sixty_feet_after_an_edit(benchmark: BenchmarkFixture, side: int) -> None:
    in_turn(
        benchmark,
        lambda battle_map: ask(battle_map, FEET).feet_in_frame,
        map(edited, cycle(maps(200, side))),
        rounds=300,
    )


@pytest.mark.parametrize("side", sorted(SIZES))
@pytest.mark.benchmark(group="60 ft: the sweep")
def test_sixty_feet_by_heap(benchmark: BenchmarkFixture, side: int) -> None:
    benchmark.extra_info["yardstick_of"] = f"test_sixty_feet[{side}-200]"
    in_turn(
        benchmark,
        lambda given: heap_search(given, FEET, side),
        cycle(plain_maps(200, side)),
        rounds=20,
    )


@pytest.mark.benchmark(group="others")
def test_dragging_among_a_hundred(benchmark: BenchmarkFixture) -> None:
    """60 ft for a creature that is somewhere else each time, among 100 others."""
    chance = np.random.default_rng(7)
    battle_map = maps(200)[0]
    mover = battle_map.creature("a")
    others = tuple(
        Creature(
            f"c{number}", Size.MEDIUM, Square(*chance.integers(0, 200, 2).tolist()), team=f"{number % 3}"
        )
        for number in range(100)
    )
    dragged = [
        battle_map.with_changes(creatures=(replace(mover, at=Square(20 + x, 100)), *others))
        for x in range(160)
    ]
    in_turn(benchmark, lambda one: ask(one, FEET).feet_in_frame, cycle(dragged), rounds=160)


@pytest.mark.benchmark(group="others")
def test_compiling_five_thousand_walls(benchmark: BenchmarkFixture) -> None:
    chance = np.random.default_rng(3)
    starts = chance.uniform(0, 200, (5000, 2))
    ends = starts + chance.uniform(-5, 5, (5000, 2))
    walls = tuple(Wall(Point(*a), Point(*b)) for a, b in zip(starts.tolist(), ends.tolist(), strict=True))
    battle_map = maps(200)[0]
    # A new tuple each time: nothing is known of these walls.
    walled = (battle_map.with_changes(walls=(*walls,)) for _ in range(10**6))
    in_turn(benchmark, lambda one: ask(one, FEET).feet_in_frame, walled, rounds=12)


@pytest.mark.benchmark(group="others")
def test_ten_rounds(benchmark: BenchmarkFixture) -> None:
    in_turn(
        benchmark,
        lambda one: rounds_field(one, one.creature("a"), PATHFINDER, 30, 10),
        cycle(maps(200)),
        rounds=12,
    )


@pytest.mark.benchmark(group="others")
def test_the_way_to_a_far_square(benchmark: BenchmarkFixture) -> None:
    fields = [ask(battle_map, None) for battle_map in maps(200)]
    targets = [Square(*np.argwhere(field.feet == field.feet.max())[0][::-1].tolist()) for field in fields]
    asked = cycle(zip(fields, targets, strict=True))

    def way() -> None:
        field, target = next(asked)
        assert field.path(target)

    benchmark.pedantic(way, rounds=18, warmup_rounds=6)


@pytest.mark.parametrize("side", [1, 2, 3])
def test_the_yardstick_finds_the_same(side: int) -> None:
    """Both searches on a map big enough for every part of the sweep; not a benchmark."""
    for battle_map in maps(200, side)[:2]:
        found = heap_search(plain(battle_map), 10**6, side)
        feet = ask(battle_map, None).feet
        rows, columns = np.nonzero(feet >= 0)
        assert found == {
            (x, y): int(feet[y, x]) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)
        }
