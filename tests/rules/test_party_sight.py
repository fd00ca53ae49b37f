"""What a team sees, held against the exact lines and against what is seen as a shape."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Team, Wall, WallKind
from gridmap.rules.depth import seen_from_middle
from gridmap.rules.lines import lines_of_effect
from gridmap.rules.party_sight import SightRule, party_of, seen_by
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.stoppers import stoppers
from gridmap.rules.visibility import visible_from

RULES = shipped_ruleset("pathfinder-1e")
IN_THE_LIGHT, IN_THE_DARK = SightRule(), SightRule(dark=True)


@st.composite
def places_to_look_from(draw: st.DrawFn) -> tuple[BattleMap, Square]:
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    width, height = draw(st.integers(1, 16)), draw(st.integers(1, 16))
    blocked = (random.random((height, width)) < draw(st.sampled_from([0.0, 0.1, 0.3]))).astype(np.uint8)
    eye = Square(int(random.integers(width)), int(random.integers(height)))
    blocked[eye.y, eye.x] = 0
    walls = []
    for _ in range(draw(st.integers(0, 8))):
        ends = random.uniform(0, [width, height], (2, 2))
        if random.random() < 0.7:
            ends = np.rint(ends)
        if (ends[0] != ends[1]).any():
            walls.append(Wall(*(Point(float(x), float(y)) for x, y in ends)))
    battle_map = BattleMap.empty(width, height)
    return battle_map.with_changes(
        terrain=battle_map.terrain.with_layer(Layer.BLOCKED, blocked), walls=tuple(walls)
    ), eye


@settings(max_examples=300, deadline=None)
@given(case=places_to_look_from())
def test_what_is_seen_is_in_sight_and_what_is_clear_is_seen(case: tuple[BattleMap, Square]) -> None:
    battle_map, eye = case
    seen = seen_from_middle(stoppers(battle_map), eye)
    exact = lines_of_effect(battle_map, eye.centre)
    if _on_a_wall(battle_map, eye):
        return
    view = visible_from(battle_map, eye.centre).buffer(1e-6)
    for y, x in zip(*np.nonzero(seen), strict=True):
        assert view.intersects(shapely.box(x, y, x + 1, y + 1)), ("shown through a wall", x, y)
    missed = exact & ~seen
    # Rays are a hair apart: only what is seen through a slit can be missed.
    inner = view.buffer(-0.02)
    for y, x in zip(*np.nonzero(missed), strict=True):
        for across, down in ((0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)):
            assert not inner.contains(shapely.Point(x + across, y + down)), ("not seen", x, y)


def _on_a_wall(battle_map: BattleMap, eye: Square) -> bool:
    middle = shapely.Point(*eye.centre)
    return any(
        middle.distance(shapely.LineString([wall.start, wall.end])) < 1e-6 for wall in battle_map.walls
    )


def drawn(rows: tuple[str, ...], *creatures: Creature, walls: tuple[Wall, ...] = ()) -> BattleMap:
    """A map with `#` blocked."""
    blocked = np.array([[letter == "#" for letter in row] for row in rows], np.uint8)
    battle_map = BattleMap.empty(len(rows[0]), len(rows))
    terrain = battle_map.terrain.with_layer(Layer.BLOCKED, blocked)
    return battle_map.with_changes(terrain=terrain, creatures=creatures, walls=walls)


def seen(battle_map: BattleMap, rule: SightRule = IN_THE_LIGHT) -> list[str]:
    mask = seen_by(battle_map, party_of(battle_map), RULES, rule)
    return ["".join(".x"[int(here)] for here in row) for row in mask]


def hero(x: int, y: int, **changes: object) -> Creature:
    return Creature("hero", **{"size": Size.MEDIUM, "at": Square(x, y), "team": "party", **changes})  # type: ignore[arg-type]


def test_a_room_with_its_rock_about_it() -> None:
    battle_map = drawn(("#####..", "#...#..", "#...#..", "#####.."), hero(1, 1))
    assert seen(battle_map) == ["xxxxx..", "xxxxx..", "xxxxx..", "xxxxx.."]


def test_walls_and_doors_stop_sight_windows_do_not() -> None:
    def with_kind(kind: WallKind, is_open: bool = False) -> list[str]:
        wall = Wall(Point(2, 0), Point(2, 1), kind, is_open)
        return seen(drawn(("....",), hero(0, 0), walls=(wall,)))

    assert with_kind(WallKind.WALL) == with_kind(WallKind.DOOR) == ["xx.."]
    assert with_kind(WallKind.WINDOW) == with_kind(WallKind.DOOR, True) == ["xxxx"]


def test_rock_behind_a_wall_is_not_seen() -> None:
    wall = Wall(Point(2, 0), Point(2, 1))
    assert seen(drawn(("..#.",), hero(0, 0), walls=(wall,))) == ["xx.."]
    assert seen(drawn(("..#.",), hero(0, 0))) == ["xxx."]


def test_light_and_darkvision() -> None:
    row = ("." * 12,)
    assert seen(drawn(row, hero(0, 0)), IN_THE_DARK) == ["x..........."]
    assert seen(drawn(row, hero(0, 0, light=20)), IN_THE_DARK) == ["xxxxx......."]
    assert seen(drawn(row, hero(0, 0, darkvision=30)), IN_THE_DARK) == ["xxxxxxx....."]
    assert seen(drawn(row, hero(0, 0, darkvision=30)), SightRule(True, False)) == ["x..........."]
    torch = Creature("orc", Size.MEDIUM, Square(8, 0), "foes", light=10)
    assert seen(drawn(row, hero(0, 0), torch), IN_THE_DARK) == ["x.....xxxxx."]
    lurking = Creature("orc", Size.MEDIUM, Square(8, 0), "foes", light=10, hidden=True)
    assert seen(drawn(row, hero(0, 0), lurking), IN_THE_DARK) == ["x..........."]


def test_who_is_the_party() -> None:
    creatures = (
        hero(0, 0),
        Creature("squire", Size.MEDIUM, Square(1, 0), "Party"),
        Creature("spy", Size.MEDIUM, Square(2, 0), "party", hidden=True),
        Creature("elf", Size.MEDIUM, Square(3, 0), "elves"),
    )
    battle_map = drawn(("....",), *creatures)
    assert [each.id for each in party_of(battle_map)] == ["hero", "squire"]
    marked = battle_map.with_changes(teams=(Team("elves", party=True), Team("party")))
    assert [each.id for each in party_of(marked)] == ["elf"]


def test_who_sees_nothing() -> None:
    assert seen(drawn(("...",), hero(0, 0, conditions=("blinded",)))) == ["..."]


def test_a_large_creature_looks_from_its_corners() -> None:
    battle_map = drawn(("..#..", ".....", "#####"), hero(0, 0, size=Size.LARGE))
    assert seen(battle_map) == ["xxxxx", "xxxxx", "xxxxx"]
    small = drawn(("..#..", ".....", "#####"), hero(0, 0))
    assert seen(small)[0] == "xxx.."


def test_nothing_is_seen_from_off_the_map() -> None:
    assert seen(drawn(("...",), hero(-5, 0))) == ["..."]
