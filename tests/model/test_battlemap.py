"""The map as a value."""

from __future__ import annotations

import numpy as np
import pytest

from gridmap.model import (
    BattleMap,
    Creature,
    Layer,
    Note,
    Point,
    Size,
    Square,
    Terrain,
    Wall,
    WallKind,
    players_map,
)


def test_arrays_cannot_be_written_to() -> None:
    grid = np.zeros((2, 3), np.uint8)
    terrain = Terrain.open_ground(3, 2).with_layer(Layer.BLOCKED, grid)
    grid[0, 0] = 1
    assert not terrain.blocked.any()
    with pytest.raises(ValueError, match="read-only"):
        terrain.blocked[0, 0] = 1


def test_a_read_only_view_of_a_writable_array_is_copied() -> None:
    grid = np.zeros((2, 3), np.uint8)
    view = grid.view()
    view.flags.writeable = False
    terrain = Terrain.open_ground(3, 2).with_layer(Layer.BLOCKED, view)
    grid[0, 0] = 1
    assert not terrain.blocked.any()


def test_equal_maps_are_equal_by_what_they_hold() -> None:
    assert BattleMap.empty(3, 2) == BattleMap.empty(3, 2)
    other = BattleMap.empty(3, 2)
    terrain = other.terrain.with_layer(Layer.IMPEDED, np.ones((2, 3), np.uint8))
    assert other.with_changes(terrain=terrain) != BattleMap.empty(3, 2)


def test_layers_have_one_shape() -> None:
    with pytest.raises(ValueError, match="terrain layer blocked"):
        Terrain.open_ground(3, 2).with_layer(Layer.BLOCKED, np.zeros((3, 3), np.uint8))
    with pytest.raises(ValueError, match="terrain is"):
        BattleMap(4, 4, Terrain.open_ground(3, 2))


def test_two_creatures_cannot_share_an_id() -> None:
    ogre = Creature("ogre", Size.LARGE, Square(0, 0))
    with pytest.raises(ValueError, match="same id"):
        BattleMap.empty(4, 4).with_changes(creatures=(ogre, ogre))


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, -1), (4001, 1), (4000, 4000), (10**9, 1)])
def test_sizes_out_of_the_limits_are_refused_before_memory_is_taken(width: int, height: int) -> None:
    with pytest.raises(ValueError, match=r"squares|square"):
        BattleMap.empty(width, height)


@pytest.mark.parametrize(
    ("kind", "is_open", "movement", "lines", "obstacle"),
    [
        (WallKind.WALL, False, True, True, False),
        (WallKind.WALL, True, True, True, False),
        (WallKind.DOOR, False, True, True, False),
        (WallKind.DOOR, True, False, False, False),
        (WallKind.WINDOW, False, True, False, False),
        (WallKind.LOW_WALL, False, False, False, True),
        (WallKind.FENCE, False, False, False, True),
    ],
)
def test_what_walls_stop(kind: WallKind, is_open: bool, movement: bool, lines: bool, obstacle: bool) -> None:
    wall = Wall(Point(0, 0), Point(1, 0), kind, is_open)
    assert (wall.stops_movement, wall.stops_lines, wall.is_obstacle) == (movement, lines, obstacle)


def test_a_wall_has_finite_ends() -> None:
    with pytest.raises(ValueError, match="finite"):
        Wall(Point(0, float("nan")), Point(1, 0))


def test_players_see_nothing_hidden() -> None:
    start = BattleMap.empty(4, 4).with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(0, 0), hidden=True),
            Creature("elf", Size.MEDIUM, Square(3, 3), notes="traitor", extra={"plan": "traitor"}),
        ),
        notes=(Note(Point(1, 1), "trap"), Note(Point(2, 2), "Inn", secret=False)),
        extra={"plot": "secret"},
    )
    shown = players_map(start)
    assert [creature.id for creature in shown.creatures] == ["elf"]
    assert [note.text for note in shown.notes] == ["Inn"]
    assert not any(word in repr(shown) for word in ("traitor", "trap", "ogre", "plot"))
