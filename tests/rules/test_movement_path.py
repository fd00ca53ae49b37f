"""Cheapest ways and their reasons, against a search over the reference's steps."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.model import BattleMap, Blocked, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.rules.movement import CostField, Pace, cost_field
from gridmap.rules.ruleset import shipped_ruleset
from tests.reference.board import read_board
from tests.reference.movement import CARRY, Mover, Position, Step, step_feet, step_movement
from tests.rules.movement_maps import RULESETS, as_map, map_objects

Cost = tuple[int, int, int]
"""Feet or Movement, diagonals, turns."""
State = tuple[tuple[int, int], int, tuple[int, int] | None]
"""Where, the diagonal's parity or the spaces still carried, the direction come by."""


class Ways:
    """Every way of a mover, from the reference's steps."""

    def __init__(self, ruleset: str, raw: dict[str, Any], pace: str) -> None:
        board = read_board(ruleset, raw)
        self.mover = Mover(board, board.creatures["a"])
        self.pace, self.counts_movement = pace, ruleset == "soulweaver"

    def onward(self, position: Position, state: State) -> Iterator[tuple[Step, State, Cost]]:
        """Each step, the state after it, and what it adds."""
        at, carried, came = state
        for step in self.mover.steps(position):
            if step.impeded:
                continue
            direction = (step.to.at[0] - at[0], step.to.at[1] - at[1])
            turned = int(came is not None and came != direction)
            for paid, left in self.prices(step, carried):
                yield step, (step.to.at, left, direction), (paid, int(step.diagonal), turned)

    def prices(self, step: Step, carried: int) -> Iterator[tuple[int, int]]:
        if not self.counts_movement:
            feet, even = step_feet(self.mover, step, bool(carried))
            yield feet, int(even)
            return
        if carried:
            yield step_movement(self.mover, step, True), carried - 1
        if not carried or self.pace != "run":
            yield step_movement(self.mover, step, False), CARRY[self.pace]

    def may_end(self, state: State) -> bool:
        return not self.counts_movement or self.pace != "run" or state[1] == 0

    def best(self, budget: int) -> dict[tuple[int, int], Cost]:
        """The best cost of every place: cheapest, then fewest diagonals, then fewest turns."""
        start = self.mover.start()
        heap: list[tuple[Cost, int, State, Position]] = [((0, 0, 0), 0, (start.at, 0, None), start)]
        done: set[State] = set()
        best: dict[tuple[int, int], Cost] = {}
        pushed = 0
        while heap:
            cost, _, state, position = heapq.heappop(heap)
            if state in done:
                continue
            done.add(state)
            if self.may_end(state):
                best.setdefault(state[0], cost)
            for step, after, added in self.onward(position, state):
                total = (cost[0] + added[0], cost[1] + added[1], cost[2] + added[2])
                if total[0] <= budget and after not in done:
                    pushed += 1
                    heapq.heappush(heap, (total, pushed, after, step.to))
        return best

    def cost_of(self, path: tuple[Square, ...]) -> Cost:
        """The least cost of walking exactly these positions."""
        start = self.mover.start()
        assert tuple(path[0]) == start.at
        states: dict[State, tuple[Cost, Position]] = {(start.at, 0, None): ((0, 0, 0), start)}
        for place in path[1:]:
            reached: dict[State, tuple[Cost, Position]] = {}
            for state, (cost, position) in states.items():
                for step, after, added in self.onward(position, state):
                    if step.to.at != tuple(place):
                        continue
                    total = (cost[0] + added[0], cost[1] + added[1], cost[2] + added[2])
                    if after not in reached or total < reached[after][0]:
                        reached[after] = total, step.to
            states = reached
        return min(cost for state, (cost, _) in states.items() if self.may_end(state))


@pytest.mark.parametrize("ruleset", RULESETS)
@given(raw=map_objects(most=7), feet=st.sampled_from((10, 20, 30, 60)), pace=st.sampled_from(tuple(Pace)))
def test_paths_are_the_best(ruleset: str, raw: dict[str, Any], feet: int, pace: Pace) -> None:
    counts_movement = ruleset == "soulweaver"
    budget = feet // 10 if counts_movement else feet
    pace = pace if counts_movement else Pace.ADVANCE
    battle_map = as_map(raw)
    field = cost_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget, pace=pace)
    ways = Ways(ruleset, raw, pace.value)
    best = ways.best(budget)
    for y, x in np.argwhere(field.feet >= 0).tolist():
        path = field.path(Square(x, y))
        assert path[-1] == (x, y)
        if len(path) > 1:
            assert ways.cost_of(path) == best[x, y]
            assert len(field.cost_along(Square(x, y))) == len(path)
            assert field.cost_along(Square(x, y))[-1] == best[x, y][0]
    for y, x in np.argwhere(field.feet < 0).tolist():
        assert field.path(Square(x, y)) == ()


def open_ground(width: int, height: int, *others: Creature, size: Size = Size.MEDIUM) -> BattleMap:
    battle_map = BattleMap.empty(width, height)
    return battle_map.with_changes(creatures=(Creature("a", size, Square(0, 0), team="party"), *others))


def field_on(battle_map: BattleMap, budget: int | None = 30, ruleset: str = "pathfinder-1e") -> CostField:
    return cost_field(battle_map, battle_map.creature("a"), shipped_ruleset(ruleset), budget)


def with_layer(battle_map: BattleMap, layer: Layer, squares: dict[tuple[int, int], int]) -> BattleMap:
    grid = battle_map.terrain.layer(layer).copy()
    for (x, y), value in squares.items():
        grid[y, x] = value
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))


def test_one_diagonal_is_enough_where_a_second_saves_nothing() -> None:
    # Two diagonals cost 5 and 10, one diagonal and two straight steps 15 as well.
    path = field_on(open_ground(3, 3)).path(Square(2, 2))
    diagonals = sum(a.x != b.x and a.y != b.y for a, b in pairwise(path))
    assert (len(path), diagonals) == (4, 1)


def test_a_receipt_names_the_kinds_of_steps() -> None:
    battle_map = with_layer(open_ground(6, 2), Layer.DIFFICULT, {(4, 1): 2, (5, 1): 2, (4, 0): 2, (5, 0): 2})
    field = field_on(battle_map, 60)
    assert str(field.reason(Square(5, 1))) == (
        "35 ft: 1 diagonal 5, 2 straight 10, 2 difficult straight 20 (rules 3.3)"
    )
    assert str(field.reason(Square(0, 0))) == "0: it stands here (rules 3.3)"


def reason(battle_map: BattleMap, x: int, y: int, budget: int | None = 30) -> str:
    return str(field_on(battle_map, budget).reason(Square(x, y)))


def test_reasons_for_where_it_cannot_end() -> None:
    ally = Creature("b", Size.MEDIUM, Square(1, 0), team="party", name="Bela")
    foe = Creature("c", Size.MEDIUM, Square(2, 1), team="foes")
    battle_map = open_ground(12, 3, ally, foe)
    battle_map = with_layer(battle_map, Layer.BLOCKED, {(3, 2): Blocked.FILLS})
    battle_map = with_layer(battle_map, Layer.IMPEDED, {(3, 1): 1})
    assert reason(battle_map, 1, 0) == "occupied by an ally, Bela: pass, not stop (rules 3.7)"
    assert reason(battle_map, 2, 1) == "occupied by an opponent, c: neither pass nor stop (rules 3.7)"
    assert reason(battle_map, 3, 2) == "blocked (rules 3.1)"
    assert reason(battle_map, 3, 1) == "impeded: a step takes a full round (rules 3.6)"
    assert reason(battle_map, 11, 0) == "out of reach: no way within the budget of 30 ft (rules 3.9)"
    assert field_on(battle_map).reason(Square(12, 0)) is None


def test_reasons_for_big_creatures() -> None:
    battle_map = with_layer(open_ground(6, 3, size=Size.LARGE), Layer.BLOCKED, {(3, 0): 1, (4, 1): 1})
    assert reason(battle_map, 5, 0) == "its space would stick out over the map's edge (rules 3.1)"
    assert reason(battle_map, 3, 0) == "blocked: no free strip 1 wide to squeeze through (rules 3.8)"
    wall = Wall(Point(1.5, 2), Point(1.5, 3))
    assert (
        reason(battle_map.with_changes(walls=(wall,)), 1, 1)
        == "a wall runs through its space there (rules 2.4)"
    )


def test_a_closed_room_has_no_way_in() -> None:
    ring = {(x, y): 1 for x in range(3, 6) for y in range(3) if (x, y) != (4, 1)}
    assert (
        reason(with_layer(open_ground(8, 3), Layer.BLOCKED, ring), 4, 1, None)
        == "there is no way to it (rules 3.1)"
    )


def test_obstacles_are_named() -> None:
    fence = Wall(Point(1, 0), Point(1, 1), WallKind.FENCE)
    battle_map = open_ground(3, 1).with_changes(walls=(fence,))
    assert reason(battle_map, 2, 0) == "20 ft: 1 over an obstacle, straight 15, 1 straight 5 (rules 3.3)"
