"""Scenes of Foundry in the shapes of its versions, with what their makers forget and Foundry allows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gridmap.formats.errors import FormatError
from gridmap.formats.options import ReadOptions
from gridmap.formats.registry import open_map, read_bytes
from gridmap.formats.report import Opened
from gridmap.model import Picture, Point, Size, Wall, WallKind, players_map
from tests.formats.foreign import encoded, foundry, log
from tests.formats.maps import png

VERSIONS = [7, 8, 9, 10, 11, 12, 13, 14]


def opened(version: int = 10, options: ReadOptions | None = None, **fields: Any) -> Opened:
    content = encoded(foundry(version, **fields))
    return read_bytes(content) if options is None else read_bytes(content, options=options)


def told(result: Opened) -> str:
    return " ".join(result.report.lines())


def ends(wall: Wall) -> tuple[float, float, float, float]:
    return (*wall.start, *wall.end)


@pytest.mark.parametrize("version", VERSIONS)
def test_walls_of_every_version(version: int) -> None:
    result = opened(version)
    battle_map = result.battle_map
    assert (battle_map.width, battle_map.height, battle_map.name) == (8, 6, "Cellar")
    found = [(ends(wall), str(wall.kind), wall.open, wall.is_secret_door) for wall in battle_map.walls]
    expected = [
        ((0, 2, 2, 2), "wall", False, False),
        ((2, 2, 3, 2), "door", False, False),
        ((3.004, 2, 4, 2.006), "door", True, False),
        ((4, 2, 5, 2), "door", False, True),
        ((5, 2, 6, 2), "window", False, False),
        ((6, 2, 7, 2), "wall", False, False),
        ((7, 2, 8, 2), "wall", False, False),
    ]
    if version >= 14:
        del expected[6]
    assert found == expected
    lines = told(result)
    counts = result.report.counts
    assert (counts["doors"], counts["walls"]) == (3, len(expected) - 3)
    for sentence in (
        "Secret doors: 1",
        "Locked doors: 1",
        "stop steps but not sight: 1",
        "passes once (limited): 1",
        "from one side only: 1",
        "stop no step, only sight, light or sound, kept but not shown: 1",
        "of no length, left out: 1",
        "Lights kept but not shown: 1",
    ):
        assert sentence in lines
    assert ("Walls of other levels, kept but not shown: 1" in lines) is (version >= 14)
    assert counts["outside the map"] == 2  # a wall and a token in the padding
    assert ("cut at the map's edge: 1" in lines) is (version < 14)


def test_players_see_a_secret_door_as_a_wall() -> None:
    walls = players_map(opened().battle_map).walls
    assert [wall.kind for wall in walls if ends(wall) == (4, 2, 5, 2)] == [WallKind.WALL]


@pytest.mark.parametrize("version", VERSIONS)
def test_tokens_become_creatures(version: int) -> None:
    result = opened(version)
    large, small = result.battle_map.creatures
    assert (large.id, large.name, large.size, large.at) == ("ogre", "Ogre", Size.LARGE, (2, 1))
    assert (large.team, large.altitude, large.hidden) == ("foes", 2, True)
    assert (small.id, small.size, small.at, small.team) == ("ogre-2", Size.TINY, (0, 0), "party")
    assert "guessed from how wide their tokens are: 2" in told(result)
    assert "Tokens outside the map, kept but not shown: 1" in told(result)


@pytest.mark.parametrize(
    ("width", "size"),
    [(0.25, "tiny"), (0.5, "tiny"), (1, "medium"), (1.5, "large"), (2, "large"), (3, "huge"),
     (4, "gargantuan"), (5, "colossal"), (6, "colossal"), (12, "colossal")],
)  # fmt: skip
def test_sizes_by_width(width: float, size: str) -> None:
    token = {"name": "x", "x": 100, "y": 100, "width": width, "height": width}
    assert str(opened(tokens=[token]).battle_map.creatures[0].size) == size


@pytest.mark.parametrize(
    ("actor", "width", "size"),
    [
        ({"system": {"traits": {"size": "sm"}}}, 1, "small"),
        ({"system": {"traits": {"size": {"base": "lg", "value": 5}}}}, 2, "large"),
        ({"system": {"traits": {"size": {"value": "tiny"}}}}, 1, "tiny"),
        ({"data": {"traits": {"size": "col"}}}, 1, "medium"),
        ({"data": {"traits": {"size": ["sm"]}}}, 1, "medium"),
        ({"system": 5}, 1, "medium"),
    ],
)
def test_an_actor_says_the_size_if_it_fits_the_token(actor: dict[str, Any], width: float, size: str) -> None:
    token = {"name": "x", "x": 100, "y": 100, "width": width, "height": width, "actorId": "a"}
    for scene, actors in (
        (token | {"delta": actor}, []),
        (token | {"actorData": actor}, []),
        (token, [actor]),
    ):
        adventure = {"scenes": [foundry(tokens=[scene])], "actors": [each | {"_id": "a"} for each in actors]}
        assert str(read_bytes(encoded(adventure)).battle_map.creatures[0].size) == size


def test_a_creature_at_the_edge_stays_on_the_map() -> None:
    token = {"name": "x", "x": 60, "y": 370, "width": 2, "height": 2}
    assert opened(tokens=[token]).battle_map.creatures[0].at == (0, 5)
    token["x"] = -10
    assert opened(tokens=[token]).battle_map.creatures == ()


# Page


def test_padding_left_out_is_a_quarter() -> None:
    document = foundry()
    del document["padding"]
    assert read_bytes(encoded(document)).battle_map == read_bytes(encoded(foundry())).battle_map.with_changes(
        extra=read_bytes(encoded(document)).battle_map.extra
    )


def test_padding_is_rounded_up_to_whole_squares() -> None:
    walls = [{"c": [150, 100, 200, 100]}]
    # 0.3 of 400 pixels are 120, three squares of 50 hold them; 0.3 of 300 are two.
    assert [ends(wall) for wall in opened(padding=0.3, walls=walls).battle_map.walls] == [(0, 0, 1, 0)]


def test_walls_that_forgot_the_padding() -> None:
    walls = [{"c": [0, 50, 400, 50]}, {"c": [10, 0, 10, 300]}]
    result = opened(walls=walls, tokens=[])
    assert [ends(wall) for wall in result.battle_map.walls] == [(0, 1, 8, 1), (0.2, 0, 0.2, 6)]
    assert "without the scene's padding of 0.25" in told(result)
    inside = opened(walls=[{"c": [100, 150, 400, 150]}], tokens=[])
    assert [ends(wall) for wall in inside.battle_map.walls] == [(0, 1, 6, 1)]
    assert "padding" not in told(inside)


@pytest.mark.parametrize("version", [9, 10])
def test_a_shifted_picture_moves_and_the_grid_stays(version: int, tmp_path: Path) -> None:
    document = foundry(version)
    if version < 10:
        document |= {"shiftX": 20, "shiftY": -10}
    else:
        document["background"] |= {"offsetX": 20, "offsetY": -10}
    (tmp_path / "cellar map.png").write_bytes(png(40, 30))
    (tmp_path / "scene.json").write_bytes(encoded(document))
    result = open_map(tmp_path / "scene.json")
    # The picture's corner is at (80, 110) on the canvas: 0.6 squares right of a grid line, 0.2 below one.
    assert result.battle_map.pictures == (Picture("Cellar.png", Point(0.6, 0.2), 8, 6),)
    assert (result.battle_map.width, result.battle_map.height) == (9, 7)
    assert ends(result.battle_map.walls[0]) == (1, 2, 3, 2)
    assert "shifted against the grid" in told(result)


def test_the_picture_is_looked_for_beside_the_file_only(tmp_path: Path) -> None:
    (tmp_path / "scene.json").write_bytes(encoded(foundry()))
    result = open_map(tmp_path / "scene.json")
    assert result.battle_map.pictures == ()
    assert '"cellar map.png" could not be read from beside the file' in told(result)
    outside = opened(background={"src": "https://example.invalid/x/map.webp"})
    assert "map.webp" in told(outside)
    (tmp_path / "scene.png").write_bytes(png(8, 6))
    (tmp_path / "scene.json").write_bytes(encoded(foundry(background={"src": None})))
    assert open_map(tmp_path / "scene.json").battle_map.pictures[0].width == 8


@pytest.mark.parametrize(
    ("distance", "units", "squares", "telling"),
    [
        (5, "ft", 1, ""),
        (10, "feet", 2, "measures 10.0 feet"),
        (15, "ft.", 3, "measures 15.0"),
        (1.5, "m", 1, ""),
        (3, "m", 2, "measures 3.0 m"),
        (1.524, "meters", 1, ""),
        (1, "in", 1, ""),
        (1, "m", 1, "no whole number"),
        (9, "ft", 1, "no whole number"),
        (1, "ft", 1, "no whole number"),
        (5, "parsecs", 1, "no whole number"),
        (5, "", 1, ""),
        (None, None, 1, ""),
        (0, "ft", 1, "no whole number"),
    ],
)
def test_what_a_grid_square_measures(distance: Any, units: Any, squares: int, telling: str) -> None:
    result = opened(grid={"type": 1, "size": 50, "distance": distance, "units": units}, tokens=[])
    assert result.battle_map.width == 8 * squares
    assert telling in told(result)
    assert ("measures" in told(result)) is bool(telling)
    old = opened(8, gridDistance=distance, gridUnits=units, tokens=[])
    assert (old.battle_map.width, ends(old.battle_map.walls[0])) == (
        result.battle_map.width,
        ends(result.battle_map.walls[0]),
    )


def test_what_was_asked_for_beats_what_the_file_says() -> None:
    assert opened(options=ReadOptions(cell_feet=10)).battle_map.width == 16
    with pytest.raises(FormatError, match="multiple of 5"):
        opened(options=ReadOptions(cell_feet=7))


def test_elevation_in_metres() -> None:
    token = {"name": "x", "x": 100, "y": 100, "elevation": 3}
    grid = {"type": 1, "size": 50, "distance": 1.5, "units": "m"}
    assert opened(grid=grid, tokens=[token]).battle_map.creatures[0].altitude == 2


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
def test_hexagons_are_refused(kind: int) -> None:
    with pytest.raises(FormatError, match="hexagons"):
        opened(grid={"type": kind, "size": 50})
    with pytest.raises(FormatError, match="hexagons"):
        opened(8, gridType=kind)


def test_a_scene_without_grid_gets_squares() -> None:
    result = opened(grid={"type": 0, "size": 50, "distance": 5, "units": "ft"})
    assert result.battle_map.width == 8
    assert "has no grid" in told(result)


def test_a_size_that_is_missing(tmp_path: Path) -> None:
    document = foundry(walls=[{"c": [0, 0, 350, 240]}], padding=0, tokens=[])
    document |= {"width": None, "height": None}
    assert read_bytes(encoded(document)).battle_map.width == 7
    (tmp_path / "cellar map.png").write_bytes(png(500, 300))
    (tmp_path / "scene.json").write_bytes(encoded(document))
    assert open_map(tmp_path / "scene.json").battle_map.width == 10
    with pytest.raises(FormatError, match="width and height are missing"):
        read_bytes(encoded(document | {"walls": []}))


# Files


def test_a_database_is_read_to_its_last_word() -> None:
    content = log(
        foundry(name="First", _id="1"),
        {"$$indexCreated": {"fieldName": "name"}},
        foundry(name="Second", _id="2"),
        foundry(name="Gone", _id="3"),
        foundry(name="First again", _id="1", walls=[]),
        {"$$deleted": True, "_id": "3"},
        {"_id": "4", "type": "npc", "name": "Ogre"},
    )
    content += b'{"_id": "5", "name": "cut of'
    result = read_bytes(content)
    assert result.battle_map.name == "First again"
    lines = told(result)
    assert 'The file holds 2 scenes, "First again", "Second"; this is the first.' in lines
    assert "Older versions of documents, replaced by later lines: 1" in lines
    assert "Documents that were deleted: 1" in lines
    assert "Lines that are no JSON object and were skipped: 1, the first is line 8" in lines
    assert "Documents that are no scenes and were left out: 1" in lines
    for asked in ("second", "2"):
        assert read_bytes(content, options=ReadOptions(scene=asked)).battle_map.name == "Second"
    with pytest.raises(FormatError, match='no scene is called "Third"; there are "First again", "Second"'):
        read_bytes(content, options=ReadOptions(scene="Third"))


def test_files_without_a_scene() -> None:
    with pytest.raises(FormatError, match="no scene"):
        read_bytes(log({"_id": "1", "name": "Ogre"}, {"_id": "2", "name": "Orc"}))
    with pytest.raises(FormatError, match="no scene"):
        read_bytes(log(foundry(), {"$$deleted": True, "_id": "scene-1"}))
    with pytest.raises(FormatError, match="no scene"):
        read_bytes(encoded({"scenes": [], "name": "Adventure"}))
    with pytest.raises(FormatError, match="the file is empty"):
        read_bytes(b"")


def test_scenes_of_adventures_and_lists() -> None:
    adventure = {"name": "Adventure", "_id": "a", "scenes": [foundry(name="One"), foundry(name="Two"), 7]}
    assert read_bytes(encoded(adventure)).battle_map.name == "One"
    both = log(adventure, foundry(name="Three"))
    assert read_bytes(both, options=ReadOptions(scene="Three")).battle_map.name == "Three"
    assert read_bytes(encoded([foundry(name="Listed")])).battle_map.name == "Listed"
    with pytest.raises(FormatError, match="the JSON is a list"):
        read_bytes(b'[{"_id": 1}]')


def test_dungeon_alchemists_scene(tmp_path: Path) -> None:
    document = {
        "name": "Inn_00", "width": 400, "height": 300, "grid": 100, "gridDistance": 5.0, "gridUnits": "ft",
        "padding": 0, "img": None, "lights": [],
        "walls": [
            {"c": [0.0, 100.0, 100.0, 100.0], "move": 1, "sense": 1, "sound": 1, "door": 1},
            {"c": [100.0, 100.0, 200.0, 100.0], "move": 1, "sense": 0, "sound": 0, "door": 0},
        ],
    }  # fmt: skip
    (tmp_path / "Inn_00.json").write_bytes(encoded(document))
    (tmp_path / "Inn_00.jpg").write_bytes(png(40, 30))
    result = open_map(tmp_path / "Inn_00.json")
    assert [(str(wall.kind), ends(wall)) for wall in result.battle_map.walls] == [
        ("door", (0, 1, 1, 1)),
        ("window", (1, 1, 2, 1)),
    ]
    assert result.battle_map.pictures[0].width == 4
    del document["walls"]
    assert read_bytes(encoded(document)).battle_map.walls == ()


# Odd values


def test_what_cannot_be_understood_is_skipped_and_told() -> None:
    walls = [
        {"c": [0, 0, 1]}, {"c": None}, 5, {"c": [100, 100, "150", 100]}, {"c": [1e30, 0, 0, 0]},
        {"c": [100, 150, 150, 150], "door": "x", "move": [], "sight": {}, "ds": None, "dir": "left"},
    ]  # fmt: skip
    tokens = [{"x": "here"}, None, {"x": 100, "y": 100, "width": None}, {"x": 100, "y": 100, "name": 7}]
    result = opened(walls=walls, tokens=tokens)
    assert [ends(wall) for wall in result.battle_map.walls] == [(0, 0, 1, 0), (0, 1, 1, 1)]
    assert "Walls that could not be understood and were skipped: 4, the first at walls[0]" in told(result)
    assert "Tokens that could not be understood and were skipped: 3" in told(result)
    assert result.battle_map.creatures[0].name == "7"


def test_half_migrated_numbers() -> None:
    walls = [
        {"c": [100, 100, 150, 100], "move": 1, "sight": 1},
        {"c": [100, 150, 150, 150], "sight": 30, "move": 20},
    ]
    assert [str(wall.kind) for wall in opened(walls=walls).battle_map.walls] == ["wall", "window"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"grid": {"size": 0}}, "grid is 0"),
        ({"grid": {"size": "wide"}}, 'grid is "wide"'),
        ({"width": 1e6, "height": 1e6}, "larger than the limit"),
        ({"walls": {}}, "walls is an object"),
        ({"tokens": 5}, "tokens is 5"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        opened(**fields)


def test_nan_and_depth_are_refused_or_left_out() -> None:
    with pytest.raises(FormatError, match="malformed"):
        read_bytes(encoded(foundry()).replace(b'"padding": 0.25', b'"padding": NaN'))
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    result = opened(flags={"deep": deep}, theirs=deep, journal="kept")
    assert "nests more than 32 levels deep" in told(result)
    assert result.battle_map.extra["foundry"]["scene"]["journal"] == "kept"
    nested = json.dumps(foundry())[:-1] + ', "deep": ' + "[" * 100_000 + "]" * 100_000 + "}"
    with pytest.raises(FormatError, match="deep"):
        read_bytes(nested.encode())


def test_a_map_object_is_not_taken_for_a_scene() -> None:
    assert (
        read_bytes(
            b'{"format": "gridmap", "version": 1, "width": 2, "height": 2, "grid": 1, "walls": []}'
        ).report.format_name
        == "Map object"
    )
    assert read_bytes(b'{"width": 2, "height": 2, "walls": []}').report.format_name == "Map object"
