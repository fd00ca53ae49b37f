"""Edits of creatures."""

from __future__ import annotations

import pytest

from gridmap.edits import creatures
from gridmap.model import BattleMap, Creature, Size, Square


@pytest.fixture
def pair() -> BattleMap:
    start = creatures.add_creature(BattleMap.empty(8, 8), Creature("ogre", Size.LARGE, Square(1, 1)))
    return creatures.add_creature(start, Creature("ogre", Size.LARGE, Square(4, 4)))


def test_ids_stay_unique(pair: BattleMap) -> None:
    assert [creature.id for creature in pair.creatures] == ["ogre", "ogre-2"]
    assert creatures.free_id(pair, "") == "creature"


def test_moving_several_keeps_their_order(pair: BattleMap) -> None:
    moved = creatures.move_creatures(pair, {"ogre", "ogre-2"}, 1, -1)
    assert [creature.at for creature in moved.creatures] == [(2, 0), (5, 3)]
    assert creatures.move_creatures(pair, {"ogre"}, 0, 0) is pair
    assert creatures.move_creatures(moved, {"ogre", "ogre-2"}, -1, 1) == pair


def test_removing(pair: BattleMap) -> None:
    assert [creature.id for creature in creatures.remove_creatures(pair, {"ogre"}).creatures] == ["ogre-2"]
    assert creatures.remove_creatures(pair, {"troll"}) is pair


def test_a_new_id_must_be_free(pair: BattleMap) -> None:
    assert creatures.change_creature(pair, "ogre", id="chief").creature("chief").at == (1, 1)
    with pytest.raises(ValueError, match="already"):
        creatures.change_creature(pair, "ogre", id="ogre-2")
    with pytest.raises(ValueError, match="empty"):
        creatures.change_creature(pair, "ogre", id="")
    with pytest.raises(KeyError):
        creatures.change_creature(pair, "troll", name="Ugh")


def test_a_space_is_kept_on_the_map(pair: BattleMap) -> None:
    assert creatures.onto_map(pair, Square(7, -3), 2) == (6, 0)
    assert creatures.onto_map(pair, Square(3, 3), 6) == (2, 2)
    assert creatures.place_creature(pair, "ogre", Square(3, 3)).creature("ogre").at == (3, 3)
