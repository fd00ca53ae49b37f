"""Marks of what players are not to know."""

from __future__ import annotations

from math import dist

import numpy as np
import pytest

from gridmap.edits.secrets import set_hidden, set_named, set_traps, toggle_secret_door, toggle_secret_note
from gridmap.model import BattleMap, Creature, Layer, Note, Point, Size, Square, Wall, WallKind, players_map


def test_creatures_are_hidden_and_unnamed() -> None:
    battle_map = BattleMap.empty(3, 3).with_changes(
        creatures=(Creature("a", Size.MEDIUM, Square(0, 0)), Creature("b", Size.MEDIUM, Square(1, 0)))
    )
    hidden = set_hidden(battle_map, {"a"}, True)
    assert [creature.hidden for creature in hidden.creatures] == [True, False]
    assert hidden.creatures[1] is battle_map.creatures[1]
    assert set_hidden(hidden, {"a"}, True) is hidden
    assert set_hidden(hidden, {"a"}, False) == battle_map
    unnamed = set_named(battle_map, {"b", "nobody"}, False)
    assert [creature.named for creature in unnamed.creatures] == [True, False]


def test_traps_are_hazards_that_players_do_not_see() -> None:
    hazards = np.array([[1, 1, 0]], np.uint8)
    battle_map = BattleMap.empty(3, 1)
    battle_map = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.HAZARDOUS, hazards))
    region = np.array([[False, True, True]])
    trapped = set_traps(battle_map, region, True)
    assert trapped.secret_hazards is not None
    assert trapped.secret_hazards.tolist() == [[0, 1, 0]]
    assert players_map(trapped).terrain.hazardous.tolist() == [[1, 0, 0]]
    assert set_traps(trapped, region, True) is trapped
    assert set_traps(trapped, region, False) == battle_map
    assert set_traps(battle_map, region, False) is battle_map
    with pytest.raises(ValueError, match="the region is"):
        set_traps(battle_map, region[:, :2], True)


def test_a_door_and_a_wall_become_secret_doors() -> None:
    one, other = Point(0, 0), Point(1, 0)
    battle_map = BattleMap.empty(3, 3).with_changes(
        walls=(
            Wall(one, other, WallKind.DOOR, extra={"by": "a mason"}),
            Wall(one, other),
            Wall(one, other, WallKind.WINDOW),
        )
    )
    for index in (0, 1):
        secret = toggle_secret_door(battle_map, index)
        assert secret.walls[index].is_secret_door
        again = toggle_secret_door(secret, index)
        assert again.walls[index].kind is WallKind.DOOR
        assert not again.walls[index].is_secret_door
    assert toggle_secret_door(toggle_secret_door(battle_map, 0), 0) == battle_map
    assert toggle_secret_door(battle_map, 2) is battle_map


def test_of_a_long_wall_one_square_becomes_a_secret_door() -> None:
    for wall, at, door in (
        (Wall(Point(0, 1), Point(5, 1)), Point(2.7, 1.2), (Point(2, 1), Point(3, 1))),
        (Wall(Point(1, 5), Point(1, 0)), Point(1, 2.7), (Point(1, 3), Point(1, 2))),
        (Wall(Point(0, 1), Point(5, 1)), Point(9, 1), (Point(4, 1), Point(5, 1))),
        (Wall(Point(0, 1), Point(5, 1)), Point(-1, 1), (Point(0, 1), Point(1, 1))),
        (Wall(Point(0, 0), Point(3, 4)), Point(1.5, 2), (Point(1.2, 1.6), Point(1.8, 2.4))),
        (Wall(Point(0, 0), Point(1, 0)), Point(0.5, 0), (Point(0, 0), Point(1, 0))),
    ):
        battle_map = BattleMap.empty(6, 6).with_changes(walls=(wall,))
        changed = toggle_secret_door(battle_map, 0, at)
        found = changed.walls[-1]
        assert found.is_secret_door
        assert [*found.start, *found.end] == pytest.approx([*door[0], *door[1]])
        assert all(each.kind is WallKind.WALL for each in changed.walls[:-1])
        lengths = [dist(each.start, each.end) for each in changed.walls]
        assert sum(lengths) == pytest.approx(dist(wall.start, wall.end))


def test_a_note_is_for_the_gm_or_for_all() -> None:
    battle_map = BattleMap.empty(2, 2).with_changes(notes=(Note(Point(0, 0), "a"), Note(Point(1, 1), "b")))
    told = toggle_secret_note(battle_map, 1)
    assert [note.secret for note in told.notes] == [True, False]
    assert toggle_secret_note(told, 1) == battle_map
