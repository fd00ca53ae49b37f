"""What players may see: nothing that is hidden, secret or unknown."""

from __future__ import annotations

import numpy as np

from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Layer,
    Note,
    Picture,
    Point,
    SavedView,
    Size,
    Square,
    Template,
    Wall,
    WallKind,
    players_map,
)

SECRET = {"gm": "the vault is behind here"}


def test_nothing_secret_is_left() -> None:
    battle_map = BattleMap.empty(4, 4, "epic-path", "Vault").with_changes(
        walls=(Wall(Point(0, 0), Point(1, 0), WallKind.DOOR, True, SECRET), Wall(Point(1, 0), Point(2, 0))),
        creatures=(
            Creature("guard", Size.MEDIUM, Square(0, 0), notes="asleep", extra=SECRET),
            Creature("thief", Size.SMALL, Square(1, 1), hidden=True),
        ),
        pictures=(Picture("vault.png", Point(0, 0), 4, 4, extra=SECRET),),
        assets=(Asset("vault.png", b"1"), Asset("the-real-vault.png", b"2")),
        notes=(Note(Point(0, 0), "Inn", secret=False, extra=SECRET), Note(Point(1, 1), "trap")),
        view={"layers": SECRET},
        extra=SECRET,
    )
    seen = players_map(battle_map)
    assert seen == BattleMap.empty(4, 4, "epic-path", "Vault").with_changes(
        walls=(Wall(Point(0, 0), Point(1, 0), WallKind.DOOR, True), Wall(Point(1, 0), Point(2, 0))),
        creatures=(Creature("guard", Size.MEDIUM, Square(0, 0)),),
        pictures=(Picture("vault.png", Point(0, 0), 4, 4),),
        assets=(Asset("vault.png", b"1"),),
        notes=(Note(Point(0, 0), "Inn", secret=False),),
    )
    assert seen.walls[1] is battle_map.walls[1]


def test_a_secret_door_is_a_wall_until_it_is_open() -> None:
    one, other, fake = Point(1, 1), Point(2, 1), {"secret": "no"}
    closed = Wall(one, other, WallKind.DOOR, extra={"secret": True, "by": "a mason"})
    found = Wall(one, other, WallKind.DOOR, open=True, extra={"secret": True})
    plain = Wall(one, other, WallKind.DOOR, extra=fake)
    seen = players_map(BattleMap.empty(4, 4).with_changes(walls=(closed, found, plain)))
    assert seen.walls == (
        Wall(one, other),
        Wall(one, other, WallKind.DOOR, open=True),
        Wall(one, other, WallKind.DOOR),
    )
    assert (closed.is_secret_door, plain.is_secret_door) == (True, False)


def test_a_trap_is_open_ground_to_players() -> None:
    hazards, traps = np.zeros((3, 3), np.uint8), np.zeros((3, 3), np.uint8)
    hazards[1, :2], traps[1, 1:] = 1, 1
    open_map = BattleMap.empty(3, 3)
    trapped = open_map.with_changes(
        terrain=open_map.terrain.with_layer(Layer.HAZARDOUS, hazards), secret_hazards=traps
    )
    seen = players_map(trapped)
    assert seen.terrain.hazardous.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert seen.secret_hazards is None
    assert trapped.terrain.hazardous[1, 1] == 1


def test_views_and_secret_templates_are_the_gms() -> None:
    battle_map = BattleMap.empty(3, 3).with_changes(
        templates=(Template("1", "area:burst:20:1,1"), Template("2", "area:burst:5:2,2", secret=True)),
        saved_views=(SavedView("The vault", Point(1, 1), 2, 2),),
    )
    assert players_map(battle_map) == BattleMap.empty(3, 3).with_changes(
        templates=(Template("1", "area:burst:20:1,1"),)
    )
