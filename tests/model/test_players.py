"""What players may see: nothing that is hidden, secret or unknown."""

from __future__ import annotations

import numpy as np

from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Elevation,
    Fog,
    Layer,
    Note,
    Picture,
    Point,
    SavedView,
    Size,
    Square,
    Team,
    Template,
    Wall,
    WallKind,
    players_map,
)
from gridmap.model.players import in_players_ids, players_ids

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
        walls=(Wall(Point(1, 0), Point(2, 0)), Wall(Point(0, 0), Point(1, 0), WallKind.DOOR, True)),
        creatures=(Creature("guard", Size.MEDIUM, Square(0, 0)),),
        pictures=(Picture("picture-1.png", Point(0, 0), 4, 4),),
        assets=(Asset("picture-1.png", b"1"),),
        notes=(Note(Point(0, 0), "Inn", secret=False),),
    )


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


def fogged(rows: tuple[str, ...]) -> Fog:
    """Fog drawn with letters: `#` hidden, `.` revealed, `~` remembered."""
    return Fog(np.array([["#.~".index(letter) for letter in row] for row in rows], np.uint8))


def test_a_wall_that_hid_a_door_shows_no_joint() -> None:
    parts = (
        Wall(Point(4, 1), Point(2, 1)),
        Wall(Point(1, 1), Point(2, 1), WallKind.DOOR, extra={"secret": True}),
        Wall(Point(0, 1), Point(1, 1)),
        Wall(Point(2, 1), Point(2, 3)),
    )
    seen = players_map(BattleMap.empty(4, 4).with_changes(walls=parts))
    assert seen.walls == (Wall(Point(0, 1), Point(4, 1)), Wall(Point(2, 1), Point(2, 3)))


def test_walls_end_where_the_known_squares_end() -> None:
    walls = (
        Wall(Point(0, 1), Point(4, 1)),  # between known and hidden, then hidden on both sides
        Wall(Point(2, 0), Point(2, 1), WallKind.DOOR),  # the border itself
        Wall(Point(3, 0), Point(3, 3)),  # hidden on both sides
        Wall(Point(2, 1), Point(2, 2)),  # touches a known square in its corner only
        Wall(Point(0, 0), Point(4, 2), WallKind.FENCE),
    )
    fog = fogged((".~##", "####", "####"))
    seen = players_map(BattleMap.empty(4, 3).with_changes(walls=walls, fog=fog))
    assert seen.walls == (
        Wall(Point(0, 1), Point(2, 1)),
        Wall(Point(2, 0), Point(2, 1), WallKind.DOOR),
        Wall(Point(0, 0), Point(2, 1), WallKind.FENCE),
    )
    more = fogged((".~##", "####", "###."))
    again = players_map(BattleMap.empty(4, 3).with_changes(walls=walls, fog=more))
    assert again.walls[0] is seen.walls[0], "painters draw anew what is another object"


def test_a_slanting_wall_tells_nothing_of_its_door_where_fog_cuts_it() -> None:
    fog = fogged(("#######", "#######", "#######", "~~~~###", "~~~~..."))
    battle_map = BattleMap.empty(7, 5).with_changes(fog=fog)
    whole = Wall(Point(7, 3), Point(0, 4))
    for share in (0.25, 0.5, 0.75):
        cut = Point(7 - 7 * share, 3 + share)
        for door, rest in ((whole.start, whole.end), (whole.end, whole.start)):
            walls = (Wall(door, cut, WallKind.DOOR, extra={"secret": True}), Wall(cut, rest))
            seen = players_map(battle_map.with_changes(walls=walls)).walls
            assert seen == players_map(battle_map.with_changes(walls=(whole,))).walls
            assert len(seen) == 1


def test_walls_of_any_length() -> None:
    walls = (
        Wall(Point(-1e12, 1), Point(1e12, 1)),
        Wall(Point(-1e300, -1e300), Point(1e300, 1e300), WallKind.FENCE),
        Wall(Point(1, 1), Point(1, 1), WallKind.DOOR, extra={"secret": True}),
    )
    battle_map = BattleMap.empty(3, 2).with_changes(walls=walls, fog=fogged(("..#", "###")))
    seen = players_map(battle_map).walls
    assert seen[0] == Wall(Point(0, 1), Point(2, 1))
    assert all(wall.kind is not WallKind.DOOR for wall in seen)


def test_creatures_are_shown_where_a_square_of_theirs_is_in_sight() -> None:
    battle_map = BattleMap.empty(4, 3).with_changes(
        creatures=(
            Creature("far", Size.LARGE, Square(2, 1)),
            Creature("near", Size.LARGE, Square(0, 0)),
            Creature("remembered", Size.MEDIUM, Square(2, 0)),
            Creature("swarm", Size.FINE, Square(0, 0), space=10),
            Creature("over the edge", Size.LARGE, Square(-1, 1)),
        ),
        fog=fogged(("##~#", ".###", ".###")),
    )

    def two(_: Creature) -> int:
        return 2

    assert list(players_ids(battle_map, two)) == ["near", "swarm", "over the edge"]
    assert list(players_ids(battle_map)) == ["swarm"], "by their positions alone"


def test_names_that_players_do_not_know() -> None:
    battle_map = BattleMap.empty(3, 3).with_changes(
        creatures=(
            Creature("count", Size.MEDIUM, Square(0, 0), name="The Count", hidden=True, named=False),
            Creature(
                "spy", Size.MEDIUM, Square(1, 1), name="A Spy", letters="SP", portrait="spy.PNG", named=False
            ),
            Creature("unknown-1", Size.MEDIUM, Square(1, 1), portrait="me.jpeg"),
            Creature("maid", Size.MEDIUM, Square(2, 2), named=False, portrait="spy.PNG"),
        ),
        assets=(Asset("me.jpeg", b"1"), Asset("spy.PNG", b"2")),
    )
    seen = players_map(battle_map)
    assert [(each.id, each.name, each.letters, each.portrait) for each in seen.creatures] == [
        ("unknown-2", "", "?2", "portrait-1.png"),
        ("unknown-1", "", "", "portrait-2.jpeg"),
        ("unknown-3", "", "?3", "portrait-1.png"),
    ]
    assert seen.assets == (Asset("portrait-1.png", b"2"), Asset("portrait-2.jpeg", b"1"))
    assert players_ids(battle_map) == {"spy": "unknown-2", "unknown-1": "unknown-1", "maid": "unknown-3"}


def test_what_lies_in_the_fog_is_not_there() -> None:
    battle_map = BattleMap.empty(3, 2)
    full = np.ones((2, 3), np.uint8)
    battle_map = battle_map.with_changes(
        terrain=battle_map.terrain.with_layer(Layer.DIFFICULT, full * 2).with_layer(Layer.BLOCKED, full),
        elevation=Elevation(full * 10),
        notes=(Note(Point(1, 1), "on a corner", False), Note(Point(2.5, 0.5), "far", False)),
        templates=(
            Template("b", "area:burst:10:1,1"),
            Template("c", "area:burst:10:3,1"),
            Template("d", "area:splash:square=2,0"),
            Template("e", "area:emanation:10:creature=elf"),
            Template("f", "area:cone:15:1,1:SE:orc:chief"),
        ),
        creatures=(
            Creature("elf", Size.MEDIUM, Square(0, 0), named=False),
            Creature("orc:chief", Size.MEDIUM, Square(2, 0)),
        ),
        pictures=(Picture("a.png", Point(1, 0), 2, 2), Picture("b.png", Point(0, 1), 2, 0.5, turn=90)),
        teams=(Team("kings"), Team("heroes", party=True)),
        fog=fogged((".##", "###")),
    )
    seen = players_map(battle_map)
    assert seen.terrain.difficult.tolist() == [[2, 0, 0], [0, 0, 0]]
    assert seen.terrain.blocked.tolist() == [[1, 0, 0], [0, 0, 0]]
    assert seen.elevation == Elevation([[10, 0, 0], [0, 0, 0]])
    assert [note.text for note in seen.notes] == ["on a corner"]
    assert seen.templates == (
        Template("1", "area:burst:10:1,1"),
        Template("2", "area:emanation:10:creature=unknown-1"),
    )
    assert seen.pictures == (Picture("picture-1.png", Point(0, 1), 2, 0.5, turn=90),)
    assert seen.teams == (Team("heroes", party=True),)


def test_overlays_by_the_ids_that_players_know() -> None:
    battle_map = BattleMap.empty(3, 3).with_changes(
        creatures=(
            Creature("orc:chief", Size.MEDIUM, Square(0, 0), named=False),
            Creature("elf", Size.MEDIUM, Square(1, 1)),
            Creature("thief", Size.MEDIUM, Square(2, 2), hidden=True),
        )
    )
    ids = players_ids(battle_map)
    for mine, theirs in (
        ("flanking", "flanking"),
        ("movement:elf", "movement:elf"),
        ("reach:thief", None),
        ("cover:orc:chief:elf:melee", "cover:unknown-1:elf:melee"),
        ("forced:push:elf:orc:chief:3", "forced:push:elf:unknown-1:3"),
        ("area:line:30:1,1:creature=orc:chief", "area:line:30:1,1:creature=unknown-1"),
        ("area:emanation:10:thief", None),
        ("area:emanation:10:creature=nobody", None),
        ("area:cone:15:1,1:SE", "area:cone:15:1,1:SE"),
    ):
        assert in_players_ids(mine, battle_map, ids) == theirs
