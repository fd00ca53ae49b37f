"""scipy's Dijkstra beside our movement, on the same maps in the same run. `make bench` alone has scipy."""

from __future__ import annotations

from itertools import cycle

import msgspec
import numpy as np
import pytest

from gridmap.rules.movement import cost_field
from gridmap.rules.ruleset import Metric
from tests.benchmarks.conftest import InTurn
from tests.benchmarks.maps import PATHFINDER, SIZES, maps
from tests.benchmarks.yardsticks import scipy_search, step_graph

pytest.importorskip("scipy", reason="scipy comes with `make bench` alone")

FEET = 60


@pytest.mark.timeout(600)
@pytest.mark.parametrize("squares", [200, 1000])
def test_whole_map_by_scipy(in_turn: InTurn, squares: int) -> None:
    """The search alone, in a graph made before: beside our sweep of masks made before."""
    graphs = [step_graph(battle_map) for battle_map in maps(squares, count=3)]
    in_turn(scipy_search, cycle(graphs), rounds=3 if squares > 400 else 12, warmups=1)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("squares", [200, 1000])
def test_whole_map_after_an_edit_by_scipy(in_turn: InTurn, squares: int) -> None:
    """The graph and the search in it."""
    given = cycle(maps(squares, count=3))
    in_turn(lambda one: scipy_search(step_graph(one)), given, rounds=3 if squares > 400 else 12, warmups=1)


@pytest.mark.parametrize("wide", sorted(SIZES))
def test_sixty_feet_by_scipy(in_turn: InTurn, wide: int) -> None:
    graphs = [step_graph(battle_map, wide) for battle_map in maps(200, wide)]
    in_turn(lambda graph: scipy_search(graph, FEET), cycle(graphs), rounds=60)


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("budget", [FEET, None])
@pytest.mark.parametrize("squares", [200, 1000])
@pytest.mark.parametrize("wide", [1, 2, 3])
def test_scipy_finds_the_same(wide: int, squares: int, budget: int | None, metric: Metric) -> None:
    ruleset = msgspec.structs.replace(PATHFINDER, metric=metric)
    for battle_map in maps(squares, wide, 3)[:2]:
        feet = cost_field(battle_map, battle_map.creature("a"), ruleset, budget, squeeze=False).feet
        graph = step_graph(battle_map, wide, one_for_one=metric is Metric.ONE_FOR_ONE)
        rows, columns = graph.shape
        assert np.array_equal(scipy_search(graph, budget), feet[:rows, :columns])
        assert (feet[rows:] == -1).all()
        assert (feet[:, columns:] == -1).all()
