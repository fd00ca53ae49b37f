"""Movement, with a plain heap search beside it on the same maps.

All go without squeezing, which the yardsticks do not know, but for the benchmark that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from time import perf_counter

import msgspec
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall
from gridmap.rules.movement import CostField, cost_field, cost_field_in_slices, rounds_field
from gridmap.rules.ruleset import Metric
from tests.benchmarks.conftest import InTurn
from tests.benchmarks.maps import PATHFINDER, SIZES, edited, maps
from tests.benchmarks.yardsticks import heap_search, plain, plain_maps

FEET = 60


def ask(battle_map: BattleMap, budget: int | None, *, squeeze: bool = False) -> CostField:
    return cost_field(battle_map, battle_map.creature("a"), PATHFINDER, budget, squeeze=squeeze)


def count_of(squares: int) -> int:
    return 3 if squares > 400 else 6


def rounds_of(squares: int) -> int:
    return 9 if squares > 400 else 60


@pytest.mark.parametrize("squares", [100, 200, 500, 1000])
def test_whole_map(
    benchmark: BenchmarkFixture, in_turn: InTurn, figures: Callable[..., None], squares: int
) -> None:
    """The sweep to an array of feet. Of a map looked at before, so that its masks are there."""
    given = maps(squares, count=count_of(squares))
    reached = [float(np.count_nonzero(ask(battle_map, None).feet >= 0)) for battle_map in given]
    figures(squares_reached=reached)
    in_turn(lambda one: ask(one, None).feet, cycle(given), rounds_of(squares))


@pytest.mark.parametrize("squares", [200, 1000])
def test_whole_map_after_an_edit(in_turn: InTurn, squares: int) -> None:
    """The same where the masks must be made first."""
    given = map(edited, cycle(maps(squares, count=count_of(squares))))
    in_turn(lambda one: ask(one, None).feet, given, rounds_of(squares))


@pytest.mark.parametrize("squares", [200, 1000])
def test_whole_map_repaired(in_turn: InTurn, squares: int) -> None:
    """The same after a dab somewhere on the map, the field before it known."""
    strokes = [dabs(battle_map, seed) for seed, battle_map in enumerate(maps(squares, count=1))]
    in_turn(lambda one: ask(one, None).feet, *strokes, rounds=20 if squares > 400 else 200)


def dabs(battle_map: BattleMap, seed: int) -> Iterator[BattleMap]:
    """A square blocked or freed, made difficult or plain again, dab upon dab, not where the creature is."""
    chance = np.random.default_rng(seed)
    own = battle_map.creature("a").at
    while True:
        x, y = chance.integers(0, (battle_map.width, battle_map.height)).tolist()
        layer, value = ((Layer.BLOCKED, Blocked.FILLS), (Layer.DIFFICULT, 2))[int(chance.integers(2))]
        if (x, y) != own:
            grid = battle_map.terrain.layer(layer).copy()
            grid[y, x] = 0 if grid[y, x] else value
            battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))
            yield battle_map


def test_whole_map_in_slices(benchmark: BenchmarkFixture, figures: Callable[..., None]) -> None:
    """How long a window with 1000 × 1000 squares waits at a time."""
    slices: list[float] = []

    def ask_in_slices(battle_map: BattleMap) -> None:
        steps = cost_field_in_slices(battle_map, battle_map.creature("a"), PATHFINDER, None, squeeze=False)
        before = perf_counter()
        for _ in steps:
            now = perf_counter()
            slices.append(1000 * (now - before))
            before = now

    given = maps(1000 if benchmark.enabled else 100, count=3)
    for battle_map in given:
        ask(battle_map, None)
    benchmark.pedantic(lambda: [ask_in_slices(battle_map) for battle_map in given], rounds=1)
    assert len(slices) > 3 or not benchmark.enabled
    figures(ms=slices)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("squares", [200, 1000])
def test_whole_map_by_heap(benchmark: BenchmarkFixture, in_turn: InTurn, squares: int) -> None:
    given = plain_maps(squares if benchmark.enabled else 40, count=1 if squares > 400 else 3)
    in_turn(lambda one: heap_search(one, 10**6), cycle(given), rounds=len(given), warmups=0)


@pytest.mark.parametrize("squares", [200, 1000])
@pytest.mark.parametrize("wide", sorted(SIZES))
def test_sixty_feet(in_turn: InTurn, wide: int, squares: int) -> None:
    in_turn(lambda one: ask(one, FEET).feet_in_frame, cycle(maps(squares, wide, count_of(squares))), 300)


@pytest.mark.parametrize("wide", sorted(SIZES))
def test_sixty_feet_squeezing(in_turn: InTurn, wide: int) -> None:
    in_turn(lambda one: ask(one, FEET, squeeze=True).feet_in_frame, cycle(maps(200, wide)), 300)


@pytest.mark.parametrize("wide", sorted(SIZES))
def test_sixty_feet_after_an_edit(in_turn: InTurn, wide: int) -> None:
    in_turn(lambda one: ask(one, FEET).feet_in_frame, map(edited, cycle(maps(200, wide))), 300)


@pytest.mark.parametrize("wide", sorted(SIZES))
def test_sixty_feet_by_heap(in_turn: InTurn, wide: int) -> None:
    in_turn(lambda one: heap_search(one, FEET, wide), cycle(plain_maps(200, wide)), rounds=20)


def test_dragging_among_a_hundred(in_turn: InTurn) -> None:
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
    in_turn(lambda one: ask(one, FEET).feet_in_frame, cycle(dragged), rounds=160)


def test_compiling_five_thousand_walls(in_turn: InTurn) -> None:
    chance = np.random.default_rng(3)
    starts = chance.uniform(0, 200, (5000, 2))
    ends = starts + chance.uniform(-5, 5, (5000, 2))
    walls = tuple(Wall(Point(*a), Point(*b)) for a, b in zip(starts.tolist(), ends.tolist(), strict=True))
    battle_map = maps(200)[0]
    # A new tuple each time: nothing is known of these walls.
    walled = (battle_map.with_changes(walls=(*walls,)) for _ in range(10**6))
    in_turn(lambda one: ask(one, FEET).feet_in_frame, walled, rounds=12)


def test_ten_rounds(in_turn: InTurn) -> None:
    in_turn(lambda one: rounds_field(one, one.creature("a"), PATHFINDER, 30, 10), cycle(maps(200)), rounds=12)


def test_the_way_to_a_far_square(benchmark: BenchmarkFixture) -> None:
    fields = [ask(battle_map, None) for battle_map in maps(200)]
    targets = [Square(*np.argwhere(field.feet == field.feet.max())[0][::-1].tolist()) for field in fields]
    asked = cycle(zip(fields, targets, strict=True))

    def way() -> None:
        field, target = next(asked)
        assert field.path(target)

    benchmark.pedantic(way, rounds=18, warmup_rounds=6)


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("wide", [1, 2, 3])
def test_the_heap_finds_the_same(wide: int, metric: Metric) -> None:
    """On maps large enough for every part of the sweep; not a benchmark."""
    ruleset = msgspec.structs.replace(PATHFINDER, metric=metric)
    for battle_map in maps(100, wide)[:2]:
        feet = cost_field(battle_map, battle_map.creature("a"), ruleset, None, squeeze=False).feet
        found = heap_search(plain(battle_map), 10**6, wide, one_for_one=metric is Metric.ONE_FOR_ONE)
        rows, columns = np.nonzero(feet >= 0)
        assert found == {
            (x, y): int(feet[y, x]) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)
        }
