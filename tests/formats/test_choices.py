"""What files leave open is asked for, once a file, and never decided in silence."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridmap.formats import donjon, donjon_tsv, foundry_scene, plain_picture, watabou
from gridmap.formats import uvtt as universal_vtt
from gridmap.formats.choices import Choice
from gridmap.formats.errors import FormatError
from gridmap.formats.options import NO_OPTIONS, Portal, ReadOptions
from gridmap.formats.registry import read_bytes
from gridmap.formats.report import Opened
from gridmap.formats.uvtt_write import write_bytes
from gridmap.model import WallKind
from tests.formats import foreign
from tests.formats.maps import png, uvtt


def portal(x: float, to_x: float, **fields: Any) -> dict[str, Any]:
    return {"bounds": [{"x": x, "y": 1}, {"x": to_x, "y": 1}], **fields}


def opened(*portals: dict[str, Any], options: ReadOptions = NO_OPTIONS) -> Opened:
    document = uvtt(portals=list(portals), image=base64.b64encode(png(40, 30)).decode())
    return universal_vtt.read_bytes(json.dumps(document).encode(), options=options)


def choices(result: Opened) -> dict[str, Choice]:
    return {choice.option: choice for choice in result.report.choices}


DOUBTFUL = (
    ("open_portals", portal(1, 2, closed=False), Portal.OPEN_DOOR),
    ("narrow_portals", portal(1, 1.777344, closed=True), Portal.DOOR),
    ("unstated_portals", portal(1, 2), Portal.DOOR),
    ("unstated_portals", portal(1, 2, closed=[True, False]), Portal.DOOR),
    ("unstated_portals", portal(1, 2, closed="perhaps"), Portal.DOOR),
    ("unstated_portals", portal(1, 1.5, closed={}), Portal.DOOR),
)


@pytest.mark.parametrize(("option", "document", "usual"), DOUBTFUL)
def test_a_doubtful_portal_is_asked_about_and_told(
    option: str, document: dict[str, Any], usual: Portal
) -> None:
    result = opened(document)
    (choice,) = result.report.choices
    assert (choice.option, choice.taken, choice.unasked) == (option, usual, True)
    assert {answer.value for answer in choice.answers} == set(Portal)
    assert any("but may be" in line for line in result.report.lines())
    for answer in Portal:
        answered = opened(document, options=ReadOptions(**{option: answer}))
        (wall,) = answered.battle_map.walls
        assert wall.kind is (WallKind.WINDOW if answer is Portal.WINDOW else WallKind.DOOR)
        assert wall.open is (answer is Portal.OPEN_DOOR)
        assert not choices(answered)[option].unasked


@pytest.mark.parametrize("closed", [True, [True], 1, "true"])
def test_a_wide_closed_portal_is_a_door_beyond_doubt(closed: Any) -> None:
    result = opened(portal(1, 2, closed=closed))
    assert result.report.choices == ()
    assert result.battle_map.walls[0].kind is WallKind.DOOR


def test_windows_are_counted_apart() -> None:
    document = portal(1, 2, closed=False), portal(3, 4, closed=True)
    counts = opened(*document, options=ReadOptions(open_portals=Portal.WINDOW)).report.counts
    assert (counts["doors"], counts["windows"]) == (1, 1)


def test_a_portal_outside_the_map_is_not_asked_about() -> None:
    assert opened(portal(50, 51, closed=False)).report.choices == ()


def test_a_file_of_our_own_has_nothing_to_ask() -> None:
    options = ReadOptions(open_portals=Portal.WINDOW, narrow_portals=Portal.WINDOW)
    kinds = opened(portal(0, 1, closed=False), portal(2, 2.7, closed=True), options=options).battle_map
    doors = opened(portal(0, 1, closed=False), portal(2, 2.7, closed=True)).battle_map
    for battle_map in (kinds, doors):
        again = universal_vtt.read_bytes(write_bytes(battle_map, None, 70).content)
        assert [replace(wall, extra={}) for wall in again.battle_map.walls] == list(battle_map.walls)
        assert again.report.choices == ()


def test_a_choice_names_its_flag_for_the_command_line() -> None:
    (choice,) = opened(portal(1, 2, closed=False)).report.choices
    assert choice.sentence().endswith("Taken: open doors. Otherwise: --open-portals window or door.")
    assert choice.as_json()["possible"] == ["window", "open-door", "door"]


@pytest.mark.parametrize(
    ("read", "content", "feet"),
    [
        (donjon.read_bytes, json.dumps(foreign.donjon()).encode(), "10"),
        (donjon_tsv.read_bytes, foreign.DONJON_TABLE.encode(), "10"),
        (watabou.read_bytes, json.dumps(foreign.one_page_dungeon()).encode(), "5"),
    ],
)
def test_what_a_cell_measures_is_offered(read: Any, content: bytes, feet: str) -> None:
    result = read(content)
    (choice,) = result.report.choices
    assert (choice.option, choice.taken, choice.unasked) == ("cell_feet", feet, False)
    for answer in choice.answers:
        again = read(content, options=ReadOptions(cell_feet=int(answer.value)))
        assert again.report.choices[0].taken == answer.value
        assert again.battle_map.width * int(feet) == result.battle_map.width * int(answer.value)


def test_scenes_are_offered_by_id_and_those_of_one_name_told_apart() -> None:
    scenes = [foreign.foundry(name="Crypt", _id=each) for each in ("a", "b")] + [
        foreign.foundry(name="Inn", _id="c")
    ]
    content = json.dumps({"name": "An adventure", "scenes": scenes}).encode()
    choice = choices(read_bytes(content))["scene"]
    assert [str(answer) for answer in choice.answers] == ["Crypt (a)", "Crypt (b)", "Inn"]
    assert (choice.taken, choice.unasked) == ("a", True)
    again = read_bytes(content, options=ReadOptions(scene="c"))
    assert again.battle_map.name == "Inn"
    assert (choices(again)["scene"].taken, choices(again)["scene"].unasked) == ("c", False)


def test_a_single_scene_is_no_choice() -> None:
    assert "scene" not in choices(read_bytes(json.dumps(foreign.foundry()).encode()))


@pytest.mark.parametrize(
    ("units", "distance", "asked"),
    [("ft", 5, False), ("m", 1.5, False), ("m", 2, True), ("leagues", 1, True)],
)
def test_an_odd_measure_of_a_scene_is_asked_about(units: str, distance: float, asked: bool) -> None:
    scene = foreign.foundry(9, gridDistance=distance, gridUnits=units)
    result = foundry_scene.read_list(json.dumps([scene]).encode())
    assert choices(result)["cell_feet"].unasked is asked


def test_a_picture_asks_for_the_pixels_of_a_square() -> None:
    result = plain_picture.read_bytes(png(700, 350), "Cave")
    (choice,) = result.report.choices
    assert (choice.option, choice.taken, choice.unasked) == ("pixels_per_square", "70", True)
    named = plain_picture.read_bytes(png(700, 350), "Cave 20x10")
    assert (named.report.choices[0].taken, named.report.choices[0].unasked) == ("35", False)
    asked = plain_picture.read_bytes(png(700, 350), "Cave 20x10", ReadOptions(pixels_per_square=100))
    assert (asked.battle_map.width, asked.battle_map.height) == (7, 4)
    assert asked.battle_map.pictures[0].height == 3.5
    with pytest.raises(FormatError, match="8 to 2,000"):
        plain_picture.read_bytes(png(700, 350), options=ReadOptions(pixels_per_square=3))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("inn.uvtt", json.dumps(uvtt(image="art/inn.webp")).encode()),
        ("inn.uvtt", json.dumps(uvtt(image="")).encode()),
        ("inn.json", json.dumps(foreign.foundry()).encode()),
        ("inn.txt", foreign.roll20_text(foreign.roll20_export())),
    ],
)
def test_a_missing_picture_is_asked_for_and_lies_where_the_file_says(
    name: str, content: bytes, tmp_path: Path
) -> None:
    picture = tmp_path / "elsewhere.png"
    picture.write_bytes(png(80, 60))
    without = read_bytes(content, "inn", tmp_path)
    assert choices(without)["picture"].unasked
    assert choices(without)["picture"].sentence().endswith("Taken: none. Otherwise: --picture FILE.")
    assert without.battle_map.pictures == ()
    found = read_bytes(content, "inn", tmp_path, ReadOptions(picture=picture))
    assert (choices(found)["picture"].taken, choices(found)["picture"].unasked) == ("elsewhere.png", False)
    (shown,) = found.battle_map.pictures
    assert found.battle_map.assets[0].content == png(80, 60)
    assert (shown.at, shown.width) == ((0, 0), found.battle_map.width)
    for wrong in (tmp_path / "none.png", tmp_path):
        with pytest.raises(FormatError, match=re.escape(str(wrong))):
            read_bytes(content, "inn", tmp_path, ReadOptions(picture=wrong))


def test_levels_of_a_scene_are_offered() -> None:
    content = json.dumps(foreign.foundry(14)).encode()
    first = read_bytes(content)
    choice = choices(first)["level"]
    assert [str(answer) for answer in choice.answers] == ["Ground", "Upper"]
    assert (choice.taken, choice.unasked) == ("ground", True)
    upper = read_bytes(content, options=ReadOptions(level="upper"))
    assert read_bytes(content, options=ReadOptions(level="Upper")).battle_map == upper.battle_map
    assert choices(upper)["level"].taken == "upper"
    starts = [{wall.start for wall in each.battle_map.walls} for each in (first, upper)]
    assert starts[0] - starts[1] == {(0, 2)}  # the wall of the ground level alone
    assert starts[1] - starts[0] == {(7, 2)}
    with pytest.raises(FormatError, match='no level is called "attic"; there are "Ground", "Upper"'):
        read_bytes(content, options=ReadOptions(level="attic"))
    assert "level" not in choices(read_bytes(json.dumps(foreign.foundry(12)).encode()))
