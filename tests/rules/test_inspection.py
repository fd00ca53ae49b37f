from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Fog,
    Layer,
    Note,
    Picture,
    Point,
    Size,
    Square,
    Wall,
    WallKind,
)
from gridmap.rules.inspection import Weight, inspect
from gridmap.rules.ruleset import shipped_ruleset
from tests.rules.symmetry import SYMMETRIES, Symmetry

PATHFINDER = shipped_ruleset("pathfinder-1e")
EMPTY = BattleMap.empty(12, 10)


def kinds(battle_map: BattleMap) -> list[str]:
    return [finding.kind for finding in inspect(battle_map, PATHFINDER)]


def with_creatures(*creatures: Creature) -> BattleMap:
    return EMPTY.with_changes(creatures=creatures)


def with_walls(*walls: Wall) -> BattleMap:
    return EMPTY.with_changes(walls=walls)


def blocked(battle_map: BattleMap, *squares: tuple[int, int]) -> BattleMap:
    grid = np.zeros(battle_map.terrain.shape, np.uint8)
    for x, y in squares:
        grid[y, x] = 1
    return battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))


def test_nothing_is_amiss_on_an_empty_map() -> None:
    assert inspect(EMPTY, PATHFINDER) == ()


def test_creatures_that_do_not_fit() -> None:
    ogre, ash = Creature("ogre", Size.LARGE, Square(3, 3)), Creature("ash", Size.MEDIUM, Square(8, 8))
    assert kinds(with_creatures(ogre, ash)) == []
    assert kinds(blocked(with_creatures(ogre, ash), (8, 8))) == ["does-not-fit"]
    assert kinds(blocked(with_creatures(ogre, ash), (4, 4))) == ["squeezed"]
    assert kinds(blocked(with_creatures(ogre, ash), (3, 3), (4, 4))) == ["does-not-fit"]
    cut = with_creatures(ogre).with_changes(walls=(Wall(Point(4, 0), Point(4, 10)),))
    assert kinds(cut) == ["does-not-fit"]


@pytest.mark.parametrize("at", [(11, 3), (-1, 3), (3, 9), (3, -1), (40, 40)])
def test_creatures_beyond_the_map(at: tuple[int, int]) -> None:
    assert kinds(with_creatures(Creature("ogre", Size.LARGE, Square(*at)))) == ["beyond-the-map"]


def test_creatures_in_the_same_squares() -> None:
    ogre, ash = Creature("ogre", Size.LARGE, Square(3, 3), "foes"), Creature("ash", Size.MEDIUM, Square(4, 4))
    assert kinds(with_creatures(ogre, ash)) == ["overlap"]
    assert kinds(with_creatures(ogre, replace(ash, at=Square(5, 4)))) == []
    assert kinds(with_creatures(ogre, replace(ash, altitude=4))) == []
    assert kinds(with_creatures(ogre, replace(ash, conditions=("dead",)))) == []
    assert kinds(with_creatures(*(Creature(f"rat-{n}", Size.TINY, Square(1, 1)) for n in range(4)))) == []


def test_pictures_that_are_missing_or_off_the_grid() -> None:
    asset = Asset("cave.png", b"")
    held = EMPTY.with_changes(assets=(asset,))

    def of(**changes: object) -> list[str]:
        picture = replace(Picture("cave.png", Point(0, 0), 12, 10), **changes)  # type: ignore[arg-type]
        return kinds(held.with_changes(pictures=(picture,)))

    assert of() == []
    assert of(asset="lost.png") == ["picture-missing"]
    assert of(at=Point(0.3, 0)) == ["picture-off-grid"]
    assert of(width=11.5) == ["picture-off-grid"]
    assert of(at=Point(0.3, 0), turn=30) == []
    assert of(at=Point(20, 0)) == ["picture-beyond"]


def test_secrets_that_would_show() -> None:
    spy = Creature("spy", Size.MEDIUM, Square(2, 2), hidden=True, name="Captain Vell")
    fog = Fog(np.ones((10, 12), np.uint8))
    hidden = with_creatures(spy).with_changes(fog=fog)
    assert kinds(hidden) == []
    assert kinds(hidden.with_changes(fog=None)) == ["no-fog"]
    assert kinds(hidden.with_changes(name="The ambush of captain vell")) == ["name-told"]
    told = Note(Point(1, 1), "Ask Captain Vell", secret=False)
    assert kinds(hidden.with_changes(notes=(told,))) == ["name-told"]
    assert kinds(hidden.with_changes(notes=(replace(told, secret=True),))) == []
    seen = replace(spy, hidden=False, conditions=("invisible",))
    assert kinds(with_creatures(seen)) == ["invisible-shown"]


def test_secret_doors_that_give_themselves_away() -> None:
    door = Wall(Point(4, 4), Point(5, 4), WallKind.DOOR, extra={"secret": True})
    beside = (Wall(Point(2, 4), Point(4, 4)), Wall(Point(5, 4), Point(8, 4)))
    assert kinds(with_walls(*beside, door)) == []
    assert kinds(with_walls(door)) == ["secret-door-alone"]
    assert kinds(with_walls(*beside, replace(door, open=True))) == ["secret-door-open"]


@pytest.mark.parametrize(
    ("far", "expected"), [(0.0, []), (0.01, []), (0.3, ["gap"]), (0.99, ["gap"]), (1.0, []), (1.5, [])]
)
def test_gaps_between_walls(far: float, expected: list[str]) -> None:
    one, other = Wall(Point(1, 3), Point(4, 3)), Wall(Point(4 + far, 3), Point(8, 3))
    assert kinds(with_walls(one, other)) == expected


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_gaps_in_every_direction(symmetry: Symmetry) -> None:
    def turned(x: float, y: float) -> Point:
        return Point(*symmetry.point((x, y), 10, 10))

    walls = (Wall(turned(2, 3), turned(5, 3)), Wall(turned(5.4, 2), turned(5.4, 6)))
    assert kinds(BattleMap.empty(10, 10).with_changes(walls=walls)) == ["gap"]


def test_what_closes_a_wall() -> None:
    wall = Wall(Point(2, 3), Point(5, 3))
    near = Wall(Point(5.5, 2), Point(5.5, 6))
    assert kinds(with_walls(wall, near)) == ["gap"]
    assert kinds(with_walls(wall, replace(near, kind=WallKind.FENCE))) == []
    assert kinds(blocked(with_walls(wall, near), (5, 3))) == []
    edge = (Wall(Point(11.7, 1), Point(11.7, 4)), Wall(Point(9, 2), Point(12, 2)))
    assert kinds(with_walls(*edge)) == []
    assert kinds(with_walls(Wall(Point(3, 3), Point(4, 3), WallKind.DOOR))) == ["door-alone"]


def test_problems_come_first_and_say_where() -> None:
    wall = Wall(Point(2, 3), Point(5, 3))
    door = Wall(Point(8, 8), Point(9, 8), WallKind.DOOR)
    found = inspect(with_walls(door, wall, Wall(Point(5.5, 3), Point(8, 3))), PATHFINDER)
    assert [finding.weight for finding in found] == [Weight.PROBLEM, Weight.HINT]
    assert str(found[0]) == "a gap of 0.5 squares between walls at 5,3"
    assert found[0].where == (5, 3, 5.5, 3)
