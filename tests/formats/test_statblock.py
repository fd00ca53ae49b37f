"""Statblocks: every form of size, space, reach and speed that is met, in words of our own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridmap.formats.creature_sheet import CreatureSheet, Speed, WeaponReach, to_creature
from gridmap.formats.errors import FormatError
from gridmap.formats.feet_text import read_face, read_reach, read_speeds
from gridmap.formats.mapobject import read_map, write_map
from gridmap.formats.statblock import from_fields, looks_like, read_text
from gridmap.model import BattleMap, Square
from gridmap.model.creature import Manoeuvrability, ReachBand, Size, Stance


def sheet(text: str) -> CreatureSheet:
    (found,) = read_text(text)
    return found


def fields(**texts: str) -> CreatureSheet:
    return from_fields({"size": "Medium", "space": "5 ft.", "reach": "5 ft.", "speed": "30 ft.", **texts})


def odd(found: CreatureSheet) -> str:
    return " ".join(map(str, found.oddities))


PASTED = """MARSH BRUTE CR 4
XP 1,200
NE Large monstrous humanoid (aquatic)
Init +1; Senses darkvision 60 ft.; Perception +8
DEFENSE
AC 16, touch 10, flat-footed 15 (+1 Dex, +6 natural, -1 size)
hp 42 (5d10+15)
OFFENSE
Speed 30 ft., swim 20 ft.
Melee bite +8 (1d8+4), 2 claws +8 (1d6+4)
Space 10 ft.; Reach 10 ft. (15 ft. with tongue)
Special Attacks swallow whole
STATISTICS
Str 19, Dex 12, Con 16, Int 6, Wis 12, Cha 8
"""


def test_a_pasted_statblock() -> None:
    brute = sheet(PASTED)
    assert brute.name == "Marsh Brute"
    assert (brute.size, brute.face, brute.reach) == (Size.LARGE, (10, 10), 10)
    assert brute.weapon_reaches == (WeaponReach(15, ("tongue",)),)
    assert brute.speeds == (Speed("walk", 30), Speed("swim", 20))
    assert (brute.creature_type, brute.subtypes) == ("monstrous humanoid", ("aquatic",))
    assert brute.stance is Stance.TALL
    assert brute.guessed == {"stance"}
    assert brute.words["reach"] == "10 ft. (15 ft. with tongue)"
    assert not brute.oddities


def test_a_statblock_of_the_older_edition() -> None:
    eel = sheet(
        "Cave eel\nSize/Type:\tHuge Aberration (Aquatic)\nHit Dice:\t8d8+40\n"
        "Speed:\t10 ft. (2 squares), swim 60 ft.\nSpace/Reach:\t15 ft./10 ft.\n"
    )
    assert (eel.name, eel.size, eel.face, eel.reach) == ("Cave eel", Size.HUGE, (15, 15), 10)
    assert eel.speeds == (Speed("walk", 10), Speed("swim", 60))
    assert eel.stance is Stance.LONG


def test_an_oblong_face_becomes_the_square_of_its_size() -> None:
    horse = sheet("Draught horse\nLarge Animal\nSpeed: 50 ft.\nFace/Reach: 5 ft. by 10 ft./5 ft.")
    assert (horse.face, horse.space, horse.reach) == ((5, 10), 10, 5)
    assert "5 by 10 ft." in odd(horse)
    assert fields(size="Huge", space="10 ft. by 20 ft.").space == 15
    assert fields(size="Colossal", space="40 ft. by 80 ft.").space == 30


def test_several_statblocks_in_one_text() -> None:
    second = PASTED.replace("MARSH BRUTE CR 4", "Fen Brute CR 1/2").replace("Large", "Small")
    assert [(each.name, each.size) for each in read_text(PASTED + second)] == [
        ("Marsh Brute", Size.LARGE),
        ("Fen Brute", Size.SMALL),
    ]


def test_lines_that_a_page_broke_are_joined() -> None:
    bat = sheet("Bat CR 1\nSpeed 5 ft., fly 40 ft.\n(good)\nSpace 2-1/2 ft.; Reach 0 ft.\n(5 ft. with\nbite)")
    assert bat.speeds[1] == Speed("fly", 40, "good")
    assert bat.weapon_reaches == (WeaponReach(5, ("bite",)),)


@pytest.mark.parametrize(
    ("text", "space"),
    [
        ("5 ft.", 5),
        ("5ft.", 5),
        ("10 ft.,", 10),
        ("10", 10),
        ("5 ft. (coiled)", 5),
        ("2-1/2 ft.", 2.5),
        ("2 1/2 ft.", 2.5),
        ("2.5 ft.", 2.5),
        ("2½ ft.", 2.5),
        ("1/2 ft.", 0.5),
        ("½ ft.", 0.5),
        ("1 ft.", 1),
        ("20 feet", 20),
        ("10'", 10),
        ("150 ft.", 150),
        ("3 m", 10),
        ("1,5 m", 5),
        ("2 squares", 10),
    ],
)
def test_spaces(text: str, space: float) -> None:
    assert read_face(text) == (space, space)


@pytest.mark.parametrize(
    ("text", "base", "weapons"),
    [
        ("5 ft.", 5, {}),
        ("0 ft.", 0, {}),
        ("10", 10, {}),
        ("—", 0, {}),
        ("10 ft. (15 ft. with bite)", 10, {"bite": 15}),
        ("5 ft.; 15 ft. with slam", 5, {"slam": 15}),
        ("0 ft. (2-1/2 ft. with bite)", 0, {"bite": 2.5}),
        ("10 ft. (5 ft. with bite)", 10, {"bite": 5}),
        ("10 ft. (100 ft. with vine tendrils)", 10, {"vine tendrils": 100}),
        ("15 ft. (30 ft. with arms and tentacles)", 15, {"arms": 30, "tentacles": 30}),
        ("5 ft. (10 ft. with lash, barb, and claw)", 5, {"lash": 10, "barb": 10, "claw": 10}),
        ("5 ft. (10 ft. with longspear, 15 ft. with tail)", 5, {"longspear": 10, "tail": 15}),
        ("10 ft. (15 ft. with bite), 20 ft. with tail", 10, {"bite": 15, "tail": 20}),
        ("10 ft. or 15 ft. with bite", 10, {"bite": 15}),
        ("5 ft. (tail 15 ft.)", 5, {"tail": 15}),
        ("5 ft. (10 ft. w/ its glaive)", 5, {"glaive": 10}),
        ("10 ft. with tentacle", 10, {"tentacle": 10}),
        ("5 ft. (10 ft. when charging)", 5, {}),
        ("5 ft. (coiled)", 5, {}),
        ("5 ft. (10 with tail)", 5, {"tail": 10}),
        ("5 ft.  Special Attack rake (2 talons +10, 1d6+4)", 5, {}),
        ("20 ft. (with slam)", 20, {}),
    ],
)
def test_reaches(text: str, base: float, weapons: dict[str, float]) -> None:
    reach = read_reach(text)
    assert reach is not None
    assert reach.feet == base
    assert {name: each.feet for each in reach.weapons for name in each.weapons} == weapons


@pytest.mark.parametrize(
    ("text", "speeds"),
    [
        ("30 ft.", [Speed("walk", 30)]),
        ("20 feet", [Speed("walk", 20)]),
        ("9 m", [Speed("walk", 30)]),
        ("1,000 ft.", [Speed("walk", 1000)]),
        (
            "30 ft., fly 60 ft. (good), swim 30 ft.",
            [Speed("walk", 30), Speed("fly", 60, "good"), Speed("swim", 30)],
        ),
        ("30 ft. (20 ft. in armor)", [Speed("walk", 30, "", "20 ft. in armor")]),
        ("20 ft. (30 ft. base)", [Speed("walk", 20, "", "30 ft. base")]),
        ("20 ft. in chainmail (4 squares); base 30 ft.", [Speed("walk", 20, "", "in chainmail")]),
        ("fly 60 ft. (perfect)", [Speed("fly", 60, "perfect")]),
        ("Fly 60 ft. (12 squares) (perfect)", [Speed("fly", 60, "perfect")]),
        ("fly 250 ft. (clum.), sw. 60 ft.", [Speed("fly", 250, "clumsy"), Speed("swim", 60)]),
        ("swim 60 ft., jet 260 ft.", [Speed("swim", 60), Speed("jet", 260)]),
        ("jet 200 ft.", [Speed("jet", 200)]),
        ("burrow 20 ft., earth glide", [Speed("burrow", 20)]),
        ("burrow (ice and snow only) 20 ft.", [Speed("burrow", 20, "", "ice and snow only")]),
        ("fly 30 ft. (average, magic)", [Speed("fly", 30, "average", "magic")]),
        ("0 ft., fly 40 ft.", [Speed("walk", 0), Speed("fly", 40)]),
        ("5 ft., 40 ft. fly (perfect)", [Speed("walk", 5), Speed("fly", 40, "perfect")]),
        ("20 ft., 40 ft. (average)", [Speed("walk", 20), Speed("fly", 40, "average")]),
        ("20 ft. climb 20 ft.", [Speed("walk", 20), Speed("climb", 20)]),
        ("fly 30 ft. (good) swim 10 ft.", [Speed("fly", 30, "good"), Speed("swim", 10)]),
        ("30 ft., or 20 ft. in bone armor", [Speed("walk", 30)]),
        ("immobile", [Speed("walk", 0)]),
        ("—", [Speed("walk", 0)]),
    ],
)
def test_speeds(text: str, speeds: list[Speed]) -> None:
    read = read_speeds(text)
    assert read is not None
    assert list(read[0]) == speeds


def test_what_is_no_length_is_told() -> None:
    found = fields(space="vast", reach="far", speed="fast", size="mighty")
    assert found.guessed == {"space", "reach", "speed", "size"}
    for word in ("vast", "far", "fast", "mighty"):
        assert f'"{word}" was not understood' in odd(found)
    assert found.words["space"] == "vast"


def test_further_words_are_told() -> None:
    found = fields(speed="30 ft. (20 ft. in armor), earth glide", reach="5 ft. (coiled)")
    assert '"20 ft. in armor"' in odd(found)
    assert '"earth glide"' in odd(found)
    assert '"coiled"' in odd(found)


@pytest.mark.parametrize(
    ("size", "kind", "space", "reach"),
    [
        ("Tiny", "animal (swarm)", "10 ft.", "0 ft."),
        ("Diminutive", "vermin (swarm)", "10 ft.", "0 ft."),
        ("Medium", "humanoid (human, troop)", "20 ft.", "5 ft."),
    ],
)
def test_swarms_and_troops_keep_their_space(size: str, kind: str, space: str, reach: str) -> None:
    found = fields(size=size, type=kind, space=space, reach=reach)
    assert found.is_crowd
    assert not found.oddities
    creature = to_creature(found, "a", Square(0, 0))
    assert creature.space == int(space.split(maxsplit=1)[0])
    assert creature.size is Size(size.lower())


def test_the_space_of_a_crowd_is_guessed_where_left_out() -> None:
    assert fields(size="Tiny", subtype="(swarm)", space="").face == (10, 10)
    assert fields(subtype="(troop)", space="").face == (20, 20)
    rats = fields(size="Tiny", name="Rat Swarm", space="", reach="")
    assert (rats.face, rats.reach, rats.guessed) == ((10, 10), 0, {"space", "reach"})


def test_unusual_spaces_and_reaches_are_kept_and_flagged() -> None:
    camel = fields(size="Large", space="5 ft.", reach="5 ft.")
    assert "space of 5 ft. is unusual for Large" in odd(camel)
    assert to_creature(camel, "camel", Square(0, 0)).space == 5
    cat = fields(size="Tiny", space="2-1/2 ft.", reach="5 ft.")
    assert "reach of 5 ft. is unusual for Tiny" in odd(cat)
    assert "became 30 ft." in odd(fields(size="Colossal", space="60 ft.", reach="30 ft."))


def test_a_reach_weapon_is_flagged_and_can_be_taken_in_hand() -> None:
    guard = fields(reach="5 ft. (10 ft. with longspear)")
    assert "longspear is a reach weapon" in odd(guard)
    assert to_creature(guard, "a", Square(0, 0)).reach == ReachBand(0, 10)
    assert to_creature(guard, "a", Square(0, 0), weapon="longspear").reach == ReachBand(5, 10)
    assert to_creature(guard, "a", Square(0, 0), weapon="fist").reach == ReachBand(0, 5)


def test_a_creature_threatens_as_far_as_its_longest_weapon() -> None:
    longer = fields(size="Large", space="10 ft.", reach="10 ft. (15 ft. with bite)")
    shorter = fields(size="Large", space="10 ft.", reach="10 ft. (5 ft. with bite)")
    tiny = fields(size="Tiny", space="2-1/2 ft.", reach="0 ft. (2-1/2 ft. with bite)")
    reaches = [to_creature(each, "a", Square(0, 0)).reach for each in (longer, shorter, tiny)]
    assert reaches == [ReachBand(0, 15), ReachBand(0, 10), ReachBand(0, 0)]


def test_what_was_guessed_stays_with_the_table_and_is_marked() -> None:
    found = from_fields({"name": "Wolf", "size": "Large", "type": "animal"})
    assert found.guessed == {"space", "reach", "speed", "stance"}
    assert (found.face, found.reach, found.stance) == ((10, 10), 5, Stance.LONG)
    creature = to_creature(found, "wolf", Square(2, 3), "foes")
    assert (creature.reach, creature.space, creature.speed) == (None, None, {})
    assert "Guessed: reach, space, speed, stance" in creature.notes
    assert creature.extra["sheet"]["guessed"] == ["reach", "space", "speed", "stance"]
    assert "reach: 5 ft. (guessed)" in found.lines()


def test_who_has_no_speed_on_land_does_not_walk() -> None:
    for text, speed in (
        ("swim 60 ft., jet 200 ft.", {"walk": 0, "swim": 60, "jet": 200}),
        ("immobile", {"walk": 0}),
        ("30 ft.", {"walk": 30}),
        ("", {}),
    ):
        assert to_creature(fields(speed=text), "a", Square(0, 0)).speed == speed


def test_a_size_left_out_is_guessed_from_the_space() -> None:
    assert [fields(size="", space=space).size for space in ("2-1/2 ft.", "5 ft.", "15 ft.", "90 ft.")] == [
        Size.TINY,
        Size.SMALL,
        Size.HUGE,
        Size.COLOSSAL,
    ]


def test_the_source_and_its_words_survive_a_saved_map() -> None:
    found = fields(name="Ogre", size="Large", space="10 ft.", source="Some Bestiary")
    creature = to_creature(found, "ogre", Square(1, 1), "foes")
    battle_map = BattleMap.empty(4, 4).with_changes(creatures=(creature,))
    again = read_map(write_map(battle_map)).creature("ogre")
    assert again == creature
    assert again.extra["sheet"]["source"] == "Some Bestiary"
    assert again.extra["sheet"]["space"] == "10 ft."
    assert again.notes.startswith("Source: Some Bestiary\nSpace: 10 ft.")


YAML = """# a comment
---
Name: 'Miller''s Ghoul'
CR: '3'
Size: Medium
Type: undead
SubType: (evil, "of sorts")
Senses:
  - Speed 90 ft.
Speed: 30 ft., climb
  20 ft.
Space: "5 ft."
Reach: 5 ft.; 15 ft. with slam
Source: Home Rules # the first
Description: >-
  Reach: 90 ft. is what it
  dreams of.
Anchored: &a [1, 2]
"""


def test_yaml_of_the_plain_kind() -> None:
    ghoul = sheet(YAML)
    assert (ghoul.name, ghoul.source, ghoul.format_name) == (
        "Miller's Ghoul",
        "Home Rules",
        "Statblock (YAML)",
    )
    assert ghoul.speeds == (Speed("walk", 30), Speed("climb", 20))
    assert ghoul.weapon_reaches == (WeaponReach(15, ("slam",)),)
    assert ghoul.words["reach"] == "5 ft.; 15 ft. with slam"


def test_several_yaml_documents() -> None:
    assert [each.name for each in read_text("Name: A\nSize: Tiny\n---\nName: B\nSize: Huge\n")] == ["A", "B"]


def test_yaml_unfolds_nothing() -> None:
    bomb = (
        "Name: &a lol\n" + "".join(f"k{n}: &k{n} [*a,*a,*a,*a,*a]\n" for n in range(1000)) + "Size: Large\n"
    )
    assert sheet(bomb).size is Size.LARGE


@pytest.mark.parametrize(
    "text",
    ["", "  \n ", "Once upon a time there was an ogre of great reach.", "Name: x\nCR: 3\n", "\x00" * 100],
)
def test_texts_without_a_statblock(text: str) -> None:
    assert not looks_like(text)
    with pytest.raises(FormatError) as raised:
        read_text(text)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", [PASTED, YAML])
def test_statblocks_are_told_from_other_texts(text: str) -> None:
    assert looks_like(text)


def test_a_text_of_absurd_length_is_refused() -> None:
    with pytest.raises(FormatError, match="2,000,001 letters"):
        read_text("x" * 2_000_001)


PIECES = (
    ";" + " " * 50,
    "Speed ",
    "(" * 40,
    "Large ",
    "1/2 ",
    "Space 5 ft.;",
    "CR 1\n",
    "-",
    "**",
    "a:\n ",
    "'",
)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("piece", [*PIECES, "Reach\n"])
def test_no_text_makes_the_search_run_away(piece: str) -> None:
    with suppress(FormatError):
        read_text("Ogre CR 3\nSize: " + piece * (400_000 // len(piece)))


@given(st.text("0123456789 -/½.,;()ftwihbeamcy'", max_size=60))
def test_any_field_gives_sensible_numbers(text: str) -> None:
    found = fields(space=text, reach=text, speed=text)
    numbers: list[Any] = [
        *found.face,
        found.reach,
        found.longest_reach,
        *(each.feet for each in found.speeds),
    ]
    assert all(0 <= number <= 100_000 for number in numbers)
    assert found.space in range(5, 31, 5)
    creature = to_creature(found, "a", Square(0, 0))
    battle_map = BattleMap.empty(2, 2).with_changes(creatures=(creature,))
    assert read_map(write_map(battle_map)) == battle_map


@pytest.mark.parametrize(
    ("speed", "grade"),
    [
        ("5 ft., fly 40 ft. (good)", Manoeuvrability.GOOD),
        ("fly 40 ft. (clum.)", Manoeuvrability.CLUMSY),
        ("5 ft., fly 40 ft.", None),
        ("30 ft.", None),
    ],
)
def test_how_it_flies_is_a_fact_of_the_creature(speed: str, grade: Manoeuvrability | None) -> None:
    read = sheet(f"Bat CR 1\nSpeed {speed}\nSpace 5 ft.; Reach 5 ft.")
    assert to_creature(read, "bat", Square(0, 0)).manoeuvrability is grade
