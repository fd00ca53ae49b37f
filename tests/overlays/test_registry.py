from __future__ import annotations

import numpy as np
import pytest

from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall
from gridmap.overlays import registry
from gridmap.overlays.overlay import Field, Label, Overlay, Role, Segments, Shape, Squares
from gridmap.overlays.registry import OverlayError, build, names
from gridmap.rules.ruleset import shipped_ruleset

PATHFINDER = shipped_ruleset("pathfinder-1e")
EPIC = shipped_ruleset("epic-path")


def some_map(**changes: object) -> BattleMap:
    creatures = (
        Creature("ogre", Size.LARGE, Square(6, 6), "foes", name="Ogre"),
        Creature("ash", Size.MEDIUM, Square(5, 6), "party", name="Ash"),
        Creature("bo", Size.MEDIUM, Square(8, 6), "party", name="Bo"),
        Creature("a:b", Size.MEDIUM, Square(14, 2), "party"),
    )
    return BattleMap.empty(20, 14).with_changes(creatures=creatures, **changes)


def masks(overlay: Overlay, role: Role) -> list[np.ndarray]:
    return [mark.mask for mark in overlay.marks if isinstance(mark, Squares) and mark.role is role]


GOOD = [
    "movement:ogre",
    "reach:ogre",
    "threats:ash",
    "flanking",
    "path:ash:2,2",
    "charge:a:b:ogre",
    "forced:push:ash:ogre:2",
    "forced:slide:ash:a:b:3",
    "cover:ash",
    "cover:ash:melee",
    "cover:ash:ogre",
    "cover:a:b:ogre:melee",
    "cover:ogre:a:b",
    "area:burst:20:8,5",
    "area:cone:30:8,5:SE",
    "area:line:60:8,5:14,9",
    "area:line:60:14,9:ash",
    "area:spread:20:8,5",
    "area:emanation:10:ogre",
    "area:splash:8,5",
    "area:splash:square=8,5",
    "area:burst:20:8,5:any-line",
]


@pytest.mark.parametrize("name", GOOD)
def test_names_build(name: str) -> None:
    overlay = build(name, some_map(), PATHFINDER)
    assert overlay.legend
    for square in (Square(0, 0), Square(6, 6), Square(5, 6), Square(19, 13), Square(-1, 50)):
        overlay.reason_at(square)
    for mark in overlay.marks:
        if isinstance(mark, Squares):
            assert mark.mask.shape == (14, 20)
            assert mark.mask.dtype == np.bool_
        elif isinstance(mark, Field):
            assert mark.values.shape == (14, 20)
            assert mark.values.dtype == np.int32
            assert [limit for limit, _ in mark.bands] == sorted(limit for limit, _ in mark.bands)
        elif isinstance(mark, Segments):
            assert mark.ends.shape[1:] == (2, 2)
            assert mark.ends.dtype == np.float64
        elif isinstance(mark, Shape):
            assert all(ring.shape[1] == 2 for ring in mark.rings)
        else:
            assert isinstance(mark, Label)
            mark.template.format(**mark.arguments)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "there is no overlay ''; it is one of movement:ID"),
        ("glow:ogre", "there is no overlay 'glow:ogre'"),
        ("movement", "there is no creature '' on the map"),
        ("movement:troll", "overlay 'movement:troll': there is no creature 'troll' on the map"),
        ("reach:troll", "there is no creature 'troll'"),
        ("flanking:ogre", "nothing stands behind it"),
        ("path:ogre", r"a path ends with a position X,Y"),
        ("path:ogre:40,2", "'40,2' is no square of the map"),
        ("path:ogre:1.5,2", "is no square of the map"),
        ("cover:ash:troll", "there is no creature 'troll'"),
        ("cover:ash:ash", "two different creatures are needed"),
        ("charge:ash", "two different creatures are needed"),
        ("forced:shove:ash:ogre:1", "a forced move is a push, pull, slide, not 'shove'"),
        ("forced:push:ash:ogre:0", "'0' is no number of squares from 1 to 100"),
        ("forced:push:ash:ogre:many", "'many' is no number of squares"),
        ("area", "an area is a burst, cone, line"),
        ("area:ball:20:1,1", "not 'ball'"),
        ("area:burst", "'' is no number of feet"),
        ("area:burst:-5:1,1", "'-5' is no number of feet"),
        ("area:burst:٣:1,1", "is no number of feet"),
        ("area:burst:99999999999999999999:1,1", "is no number of feet"),
        ("area:burst:20", "origin: a burst needs one"),
        ("area:burst:20:8.5,5", "overlay 'area:burst:20:8.5,5': origin"),
        ("area:burst:20:nan,5", "there is no creature 'nan,5'"),
        ("area:burst:20:999999,5", "is far off any map"),
        ("area:cone:30:8,5", "toward: a cone needs a direction"),
        ("area:line:30:8,5", "through"),
        ("area:line:30:8,5:9,9:10,10", "is one place too many"),
        ("area:line:30:8,5:9.5,9", "is no square"),
        ("area:emanation:30:8,5", "creature: an emanation comes from a creature"),
    ],
)
def test_a_wrong_name_gets_one_sentence(name: str, message: str) -> None:
    with pytest.raises(OverlayError, match=message) as caught:
        build(name, some_map(), PATHFINDER)
    assert "\n" not in str(caught.value)


def test_the_help_names_every_kind() -> None:
    assert {name.partition(":")[0] for name in names()} == set(registry._KINDS)


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "dnd-3.5", "epic-path", "soulweaver"])
def test_every_ruleset_has_its_overlays(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    for name in ("movement:ogre", "reach:ogre", "threats:ogre", "flanking", "path:ash:2,2", "cover:ash:ogre"):
        assert build(name, some_map(), rules).legend


def test_the_same_parts_give_the_very_same_overlay() -> None:
    battle_map = some_map()
    first = build("reach:ogre", battle_map, PATHFINDER)
    assert build("reach:ogre", battle_map.with_changes(name="renamed"), PATHFINDER) is first
    assert build("reach:ogre", battle_map, EPIC) is not first
    grid = np.zeros((14, 20), np.uint8)
    grid[6, 9] = 1
    changed = battle_map.with_changes(terrain=battle_map.terrain.with_layer(Layer.BLOCKED, grid))
    assert build("reach:ogre", changed, PATHFINDER) is not first
    walled = battle_map.with_changes(walls=(Wall(Point(9, 4), Point(9, 9)),))
    assert build("reach:ogre", walled, PATHFINDER) is not first


@pytest.mark.parametrize("layer", [layer for layer in Layer if layer is not Layer.BLOCKED])
def test_only_what_turns_on_a_layer_is_made_anew(layer: Layer) -> None:
    battle_map = some_map()
    grid = np.zeros((14, 20), np.uint8)
    grid[3, 3] = 2 if layer is Layer.DIFFICULT else 1
    changed = battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, grid))
    for name in ("reach:ogre", "threats:ogre", "flanking", "cover:ash", "area:burst:20:8,5"):
        before = build(name, battle_map, PATHFINDER)
        after = build(name, changed, PATHFINDER)
        assert after is before
        registry._kept = type(registry._kept)(32)  # and worked out anew it would be the same
        again = build(name, changed, PATHFINDER)
        for one, other in zip(before.marks, again.marks, strict=True):
            if isinstance(one, Squares) and isinstance(other, Squares):
                assert np.array_equal(one.mask, other.mask)
        assert list(map(str, before.legend)) == list(map(str, again.legend))
    for name in ("movement:ogre", "path:ash:2,2"):
        assert build(name, battle_map, PATHFINDER) is not build(name, changed, PATHFINDER)
