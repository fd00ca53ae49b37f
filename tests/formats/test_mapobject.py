"""The map object: strict, exact both ways, and every fault one sentence that names its field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from gridmap.formats.errors import FormatError
from gridmap.formats.mapobject import read_map, write_map
from gridmap.model import (
    BattleMap,
    Creature,
    GroundKind,
    Layer,
    Picture,
    Point,
    ReachBand,
    Size,
    Square,
    Wall,
    WallKind,
)
from tests.formats.maps import battle_maps


def smallest(**fields: Any) -> dict[str, Any]:
    return {"format": "gridmap", "version": 1, "width": 4, "height": 2, **fields}


def ogre(**fields: Any) -> dict[str, Any]:
    return {"id": "ogre", "size": "large", "at": [1, 0], **fields}


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def test_the_example_of_a_query() -> None:
    battle_map = read_map(
        {
            "format": "gridmap",
            "version": 1,
            "width": 12,
            "height": 3,
            "terrain": {
                "difficult": ["............", "..2..4......", "............"],
                "blocked": ["....#.......", "....o.......", "............"],
            },
            "walls": [{"from": [3, 0], "to": [3, 2], "kind": "wall"}],
            "creatures": [{"id": "ogre", "size": "large", "at": [6, 0], "team": "foes", "reach": 10}],
        }
    )
    assert (battle_map.width, battle_map.height) == (12, 3)
    assert battle_map.terrain.layer(Layer.DIFFICULT)[1].tolist() == [0, 0, 2, 0, 0, 4, 0, 0, 0, 0, 0, 0]
    assert battle_map.terrain.layer(Layer.BLOCKED)[:, 4].tolist() == [1, 2, 0]
    assert not battle_map.terrain.layer(Layer.IMPEDED).any()
    assert battle_map.walls == (Wall(Point(3, 0), Point(3, 2)),)
    assert battle_map.creatures == (
        Creature("ogre", Size.LARGE, Square(6, 0), team="foes", reach=ReachBand(0, 10)),
    )


def test_kinds_of_ground() -> None:
    battle_map = read_map(smallest(width=5, height=1, terrain={"ground": [".wace"]}))
    kinds = (GroundKind.GROUND, GroundKind.WATER, GroundKind.AIR, GroundKind.CLIFF, GroundKind.EARTH)
    assert tuple(battle_map.terrain.ground[0]) == kinds
    assert write_map(battle_map)["terrain"] == {"ground": [".wace"]}
    with pytest.raises(FormatError, match=r"map.terrain.ground\[0\] has \"x\" at x = 1"):
        read_map(smallest(width=2, height=1, terrain={"ground": [".x"]}))


def test_a_reach_weapon_and_an_open_door() -> None:
    battle_map = read_map(
        smallest(
            walls=[{"from": [0.5, 0], "to": [2, 1.25], "kind": "door", "open": True}],
            creatures=[ogre(reach=[10, 20])],
        )
    )
    assert battle_map.walls == (Wall(Point(0.5, 0), Point(2, 1.25), WallKind.DOOR, open=True),)
    assert battle_map.creature("ogre").reach == ReachBand(10, 20)


FAULTS: list[tuple[str, Any, str]] = [
    ("a list", [], "map is a list"),
    ("nothing", None, "map is null"),
    ("another format", smallest(format="tiled"), "map.format"),
    ("a newer version", smallest(version=2), "written by a newer gridmap"),
    ("a version of zero", smallest(version=0), "map.version"),
    ("no width", {"height": 2}, "map.width is missing"),
    ("a wide map", smallest(width=10**9), "larger than the limit"),
    ("10^9 squares", smallest(width=40_000, height=25_000), "larger than the limit"),
    ("a number of 5000 digits", smallest(width=10**5000), "map.width is a number of more than 40 digits"),
    ("true for a width", smallest(width=True), "map.width is true"),
    ("a text for a width", smallest(width="4"), 'map.width is "4"'),
    ("a fraction of a square", smallest(width=4.5), "map.width is 4.5"),
    ("not a number", smallest(height=float("nan")), "map.height is nan"),
    ("infinity", smallest(height=float("inf")), "map.height is inf"),
    ("terrain as a list", smallest(terrain=[]), "map.terrain is a list"),
    ("a layer as a text", smallest(terrain={"blocked": "...."}), "map.terrain.blocked"),
    ("too few rows", smallest(terrain={"blocked": ["...."]}), "map.terrain.blocked has 1 rows"),
    ("a short row", smallest(terrain={"difficult": ["....", "..."]}), "map.terrain.difficult[1] has 3"),
    ("a long row", smallest(terrain={"difficult": [".....", "...."]}), "map.terrain.difficult[0] has 5"),
    ("a row of numbers", smallest(terrain={"difficult": ["....", 7]}), "map.terrain.difficult[1] is 7"),
    ("another layer's character", smallest(terrain={"difficult": ["....", "..#."]}), '"#" at x = 2'),
    ("a wide character", smallest(terrain={"blocked": ["....", "...龍"]}), '"龍" at x = 3'),
    ("a nul", smallest(terrain={"blocked": ["....", "\0..."]}), "at x = 0"),
    ("walls as an object", smallest(walls={}), "map.walls is an object"),
    ("a wall of one end", smallest(walls=[{"from": [0, 0]}]), "map.walls[0].to is missing"),
    ("three coordinates", smallest(walls=[{"from": [0, 0, 0], "to": [1, 1]}]), "map.walls[0].from"),
    ("a wall to NaN", smallest(walls=[{"from": [0, float("nan")], "to": [1, 1]}]), "map.walls[0].from[1]"),
    ("a wall to nowhere", smallest(walls=[{"from": [0, 0], "to": [1e300, 1]}]), "map.walls[0].to[0]"),
    ("true as a coordinate", smallest(walls=[{"from": [0, 0], "to": [True, 1]}]), "map.walls[0].to[0]"),
    (
        "an unknown kind",
        smallest(walls=[{"from": [0, 0], "to": [1, 1], "kind": "moat"}]),
        "map.walls[0].kind",
    ),
    ("half open", smallest(walls=[{"from": [0, 0], "to": [1, 1], "open": 1}]), "map.walls[0].open is 1"),
    ("no id", smallest(creatures=[{"size": "large", "at": [0, 0]}]), "map.creatures[0].id is missing"),
    ("an empty id", smallest(creatures=[ogre(id="")]), "map.creatures[0].id is empty"),
    ("a number for an id", smallest(creatures=[ogre(id=3)]), "map.creatures[0].id is 3"),
    ("two of one id", smallest(creatures=[ogre(), ogre()]), "map.creatures[0] has already"),
    ("an unknown size", smallest(creatures=[ogre(size="big")]), 'map.creatures[0].size is "big"'),
    ("a list for a size", smallest(creatures=[ogre(size=["large"])]), "map.creatures[0].size is a list"),
    ("off the map", smallest(creatures=[ogre(at=[4, 0])]), "map.creatures[0].at is [4, 0], off the map"),
    ("above the map", smallest(creatures=[ogre(at=[0, -1])]), "off the map"),
    ("between squares", smallest(creatures=[ogre(at=[0.5, 0])]), "map.creatures[0].at[0] is 0.5"),
    ("a negative reach", smallest(creatures=[ogre(reach=-5)]), "map.creatures[0].reach is -5"),
    ("an empty band", smallest(creatures=[ogre(reach=[10, 10])]), "map.creatures[0].reach is [10, 10]"),
    ("a band of three", smallest(creatures=[ogre(reach=[5, 10, 15])]), "map.creatures[0].reach has 3"),
    ("a space of half a square", smallest(creatures=[ogre(space=12)]), "map.creatures[0].space is 12"),
    ("no space", smallest(creatures=[ogre(space=0)]), "map.creatures[0].space is 0"),
    ("a space beyond six squares", smallest(creatures=[ogre(space=35)]), "map.creatures[0].space is 35"),
    ("a reach in words", smallest(creatures=[ogre(reach="10 ft")]), "map.creatures[0].reach"),
    ("an unknown stance", smallest(creatures=[ogre(stance="wide")]), "map.creatures[0].stance"),
    ("a bare speed", smallest(creatures=[ogre(speed=30)]), "map.creatures[0].speed is 30"),
    ("a negative speed", smallest(creatures=[ogre(speed={"walk": -5})]), "map.creatures[0].speed.walk is -5"),
    ("one condition", smallest(creatures=[ogre(conditions="dead")]), "map.creatures[0].conditions"),
    ("a number of conditions", smallest(creatures=[ogre(conditions=[3])]), "map.creatures[0].conditions[0]"),
    ("altitude NaN", smallest(creatures=[ogre(altitude=float("nan"))]), "map.creatures[0].altitude"),
    ("no grade", smallest(creatures=[ogre(manoeuvrability="fair")]), "creatures[0].manoeuvrability is"),
    ("hidden in words", smallest(creatures=[ogre(hidden="no")]), "map.creatures[0].hidden"),
    ("half a letter", smallest(title="\ud800"), "map.title holds half a character"),
    ("too many creatures", smallest(creatures=[{}] * 10_001), "map.creatures has 10,001 entries"),
    ("too many walls", smallest(walls=[{}] * 200_001), "map.walls has 200,001 entries"),
    (
        "a picture of no width",
        smallest(pictures=[{"asset": "a", "at": [0, 0], "width": 0}]),
        "pictures[0].width",
    ),
    ("a note of no text", smallest(notes=[{"at": [0, 0]}]), "map.notes[0].text is missing"),
    ("fog of other height", smallest(fog={"revealed": []}), "map.fog.revealed has 0 rows"),
    ("a deep unknown field", smallest(future=nested(5000)), "levels deep"),
    ("an unknown NaN", smallest(future={"x": [float("nan")]}), "map.future.x[0] is nan"),
]


@pytest.mark.parametrize(("value", "named"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS])
def test_each_fault_gets_one_sentence_that_names_it(value: Any, named: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read_map(value)
    sentence = str(refusal.value)
    assert named in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


@given(battle_maps())
def test_writing_and_reading_again_gives_an_equal_map(battle_map: BattleMap) -> None:
    written = json.loads(json.dumps(write_map(battle_map), allow_nan=False))
    assert read_map(written, assets=battle_map.assets) == battle_map


def test_unknown_fields_survive_everywhere() -> None:
    written = smallest(
        title="",
        ruleset="epic-path",
        terrain={"blocked": ["#...", "...."], "mist": ["~~~~", "...."]},
        walls=[{"from": [0, 0], "to": [1, 1], "kind": "wall", "material": "oak"}],
        creatures=[ogre(token={"ring": 3})],
        pictures=[{"asset": "a.png", "at": [0, 0], "width": 1, "height": 1, "hue": 20}],
        notes=[{"at": [0, 0], "text": "trap", "secret": True, "icon": "skull"}],
        fog={"revealed": ["xxxx", "...."], "explored": 3},
        weather={"rain": [1, 2.5, None, True]},
    )
    assert write_map(read_map(written)) == written


def test_an_unknown_field_never_poses_as_a_known_one() -> None:
    battle_map = BattleMap.empty(2, 1).with_changes(extra={"width": 99})
    assert write_map(battle_map)["width"] == 2


def test_a_query_leaves_alone_what_no_rule_looks_at() -> None:
    value = smallest(pictures="none", notes=7, fog=[], view=1, title=2, future=float("nan"))
    assert read_map(value, only_rules=True) == BattleMap.empty(4, 2)


@pytest.mark.parametrize(
    "view", [3, "all", [1], {"layers": nested(5000)}, {"zoom": float("nan")}, {"pins": ["\ud800"]}]
)
def test_a_view_that_cannot_be_kept_costs_only_itself(view: Any) -> None:
    assert read_map(smallest(title="Ford", view=view)) == read_map(smallest(title="Ford"))


def test_a_creature_off_the_map_can_be_brought_back() -> None:
    mended: list[str] = []
    battle_map = read_map(smallest(creatures=[ogre(at=[9, -3])]), mended=mended)
    assert battle_map.creature("ogre").at == Square(3, 0)
    assert len(mended) == 1
    assert "creatures[0].at" in mended[0]


def test_files_read_well() -> None:
    battle_map = BattleMap.empty(2, 1).with_changes(
        walls=(Wall(Point(1.0, 0.0), Point(1.0, 0.5)),),
        pictures=(Picture("a.png", Point(0.0, 0.0), 2.0, 1.0),),
    )
    written = write_map(battle_map)
    assert json.dumps(written["walls"]) == '[{"from": [1, 0], "to": [1, 0.5], "kind": "wall"}]'
    assert written["terrain"] == {}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(battle_maps(), st.data())
def test_one_wrong_value_anywhere_never_gives_anything_but_a_sentence(
    battle_map: BattleMap, data: st.DataObject
) -> None:
    written = json.loads(json.dumps(write_map(battle_map)))
    places = list(_places(written))
    container, key = data.draw(st.sampled_from(places))
    container[key] = data.draw(json_values)
    refusal = ""
    try:
        read_map(written)
    except FormatError as error:
        refusal = str(error)
    assert "\n" not in refusal


def _places(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def test_the_example_of_the_specification() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "file-format.md").read_text(encoding="utf-8")
    example = json.loads(page.partition("```json\n")[2].partition("```")[0])
    battle_map = read_map(example)
    assert battle_map.walls[0].is_open_door
    assert battle_map.fog is not None
    written = write_map(battle_map)
    assert written | {"view": {}} == example
