"""Edits of the map as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridmap.edits import page
from gridmap.edits.page import mirror, resize, turn
from gridmap.edits.page_move import PageMove
from gridmap.formats.mapobject import read_map
from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Elevation,
    Fog,
    Layer,
    Note,
    Point,
    SavedView,
    Size,
    Square,
    Template,
    Wall,
)
from gridmap.rules.movement import cost_field
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.space import side
from tests.formats.maps import battle_maps
from tests.reference.encounters import encounters


def _encounter() -> BattleMap:
    grid = np.zeros((5, 6), np.uint8)
    grid[2, 3] = 4
    start = BattleMap.empty(6, 5)
    return start.with_changes(
        terrain=start.terrain.with_layer(Layer.DIFFICULT, grid),
        fog=Fog(np.ones((5, 6), np.uint8)),
        walls=(Wall(Point(3, 2), Point(4, 2)),),
        creatures=(Creature("a", Size.SMALL, Square(3, 2)),),
        notes=(Note(Point(3.5, 2.5), "Here"),),
    )


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_growing_and_shrinking_back_is_the_same_map(left: int, top: int, right: int, bottom: int) -> None:
    start = _encounter()
    grown = page.resize(start, 6 + left + right, 5 + top + bottom, left, top)
    assert grown.terrain.difficult[2 + top, 3 + left] == 4
    assert grown.creature("a").at == (3 + left, 2 + top)
    assert page.resize(grown, 6, 5, -left, -top) == start


def test_cropping_drops_what_is_off_the_map() -> None:
    cropped = page.resize(_encounter(), 2, 2)
    assert cropped.creatures == ()
    assert cropped.walls == ()
    assert not cropped.terrain.difficult.any()


def test_a_size_out_of_the_limits_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than the limit"):
        page.resize(_encounter(), 100_000, 100_000)
    with pytest.raises(ValueError, match="at least one square"):
        page.resize(_encounter(), 0, 5)


def test_pictures_share_and_free_their_file() -> None:
    start = BattleMap.empty(4, 4)
    asset = Asset("floor.png", b"one")
    one = page.add_picture(start, asset, Point(0, 0), 4, 4)
    two = page.add_picture(one, asset, Point(1, 1), 2, 2)
    assert len(two.assets) == 1
    assert page.remove_picture(two, 1) == one
    assert page.remove_picture(one, 0) == start
    with pytest.raises(ValueError, match="another picture file"):
        page.add_picture(one, Asset("floor.png", b"two"), Point(0, 0), 1, 1)


def test_ruleset_and_title() -> None:
    start = BattleMap.empty(2, 2)
    assert page.set_ruleset(start, start.ruleset) is start
    assert page.set_ruleset(start, "epic-path").ruleset == "epic-path"
    assert page.rename(start, "Ford").name == "Ford"
    assert page.rename(start, "") is start


def sides_of(battle_map: BattleMap) -> dict[str, int]:
    ruleset = shipped_ruleset("pathfinder-1e")
    return {creature.id: side(creature, ruleset) for creature in battle_map.creatures}


def on_the_page(battle_map: BattleMap) -> BattleMap:
    """Creatures that stand wholly on the map, so that they still do when it is turned."""
    sides = sides_of(battle_map)
    return battle_map.with_changes(
        creatures=tuple(
            creature
            for creature in battle_map.creatures
            if creature.at.x + sides[creature.id] <= battle_map.width
            and creature.at.y + sides[creature.id] <= battle_map.height
        )
    )


def nearly(one: BattleMap, other: BattleMap) -> bool:
    """The same but for the last digit of places, and for bearings that are counted from 0."""

    def rounded(battle_map: BattleMap) -> BattleMap:
        def point(at: Point) -> Point:
            return Point(round(at.x, 6) + 0, round(at.y, 6) + 0)

        return battle_map.with_changes(
            walls=tuple(replace(w, start=point(w.start), end=point(w.end)) for w in battle_map.walls),
            notes=tuple(replace(note, at=point(note.at)) for note in battle_map.notes),
            pictures=tuple(
                replace(each, at=point(each.at), turn=each.turn % 360) for each in battle_map.pictures
            ),
            saved_views=tuple(replace(v, centre=point(v.centre)) for v in battle_map.saved_views),
            creatures=tuple(
                each if each.facing is None else replace(each, facing=each.facing % 360)
                for each in battle_map.creatures
            ),
        )

    return rounded(one) == rounded(other)


@given(battle_maps(), st.integers(1, 3), st.booleans())
def test_a_map_turned_or_mirrored_back_is_the_same(
    battle_map: BattleMap, quarters: int, upside_down: bool
) -> None:
    battle_map = on_the_page(battle_map)
    sides = sides_of(battle_map)
    turned = turn(battle_map, quarters, sides)
    assert (turned.width == battle_map.width) or quarters % 2
    assert nearly(turn(turned, 4 - quarters, sides), battle_map)
    mirrored = mirror(battle_map, sides, upside_down=upside_down)
    assert nearly(mirror(mirrored, sides, upside_down=upside_down), battle_map)
    both = mirror(mirror(battle_map, sides), sides, upside_down=True)
    assert nearly(both, turn(battle_map, 2, sides))


@given(encounters("pathfinder-1e"), st.integers(1, 3), st.booleans())
@settings(max_examples=40)
def test_the_rules_turn_with_the_map(question: Any, quarters: int, mirrored: bool) -> None:
    battle_map = on_the_page(read_map(question))
    if not battle_map.creatures:
        return
    ruleset = shipped_ruleset("pathfinder-1e")
    sides = sides_of(battle_map)
    moved = mirror(battle_map, sides) if mirrored else battle_map
    moved = turn(moved, quarters, sides)
    creature = battle_map.creatures[0]
    before = cost_field(battle_map, creature, ruleset, 60).feet
    after = cost_field(moved, moved.creature(creature.id), ruleset, 60).feet
    # A position is a space's top-left square; compare what each space of squares costs.
    count = sides[creature.id]
    move = PageMove(battle_map.width, battle_map.height, quarters, mirrored)
    for y in range(battle_map.height - count + 1):
        for x in range(battle_map.width - count + 1):
            to = move.square(Square(x, y), count)
            assert before[y, x] == after[to.y, to.x], (x, y)


def test_elevation_traps_areas_and_views_come_along() -> None:
    flat = np.zeros((4, 6), np.int16)
    flat[1, 2] = 10
    battle_map = BattleMap.empty(6, 4).with_changes(
        elevation=Elevation(flat),
        secret_hazards=(flat > 0).astype(np.uint8),
        templates=(Template("1", "area:cone:15:2,1:NE"), Template("2", "area:emanation:10:creature=a:b")),
        saved_views=(SavedView("Cave", Point(2, 1), 3, 2),),
        north=0.0,
    )
    moved = resize(battle_map, 8, 6, left=1, top=2)
    assert moved.elevation is not None
    assert moved.secret_hazards is not None
    assert moved.elevation.feet[3, 3] == 10
    assert moved.secret_hazards[3, 3] == 1
    assert [template.area for template in moved.templates] == [
        "area:cone:15:3,3:NE",
        "area:emanation:10:creature=a:b",
    ]
    assert moved.saved_views[0].centre == Point(3, 3)
    turned = turn(battle_map, 1, {})
    assert turned.elevation is not None
    assert turned.elevation.feet[2, 2] == 10
    assert turned.templates[0].area == "area:cone:15:3,2:SE"
    assert turned.saved_views[0] == SavedView("Cave", Point(3, 2), 2, 3)
    assert turned.north == 90


def test_north_and_the_size_of_a_square() -> None:
    battle_map = BattleMap.empty(4, 4)
    assert page.set_north(battle_map, 370).north == 10
    assert page.set_north(battle_map, None) is battle_map
    assert page.set_feet_per_square(battle_map, 10).feet_per_square == 10
    assert page.set_feet_per_square(battle_map, 5) is battle_map
    with pytest.raises(ValueError, match="one foot"):
        page.set_feet_per_square(battle_map, 0)
