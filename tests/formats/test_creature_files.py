"""Creatures from other programs' files, on small documents made here with the quirks of real ones."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gridmap.formats.creature_files import Creatures, open_creatures, read_creatures
from gridmap.formats.creature_sheet import CreatureSheet, Speed, WeaponReach, to_creature
from gridmap.formats.errors import FormatError
from gridmap.formats.zip_entry import read_entry
from gridmap.model import Square
from gridmap.model.creature import Size, Stance


def read(value: Any) -> Creatures:
    return read_creatures(json.dumps(value).encode())


def one(value: Any) -> CreatureSheet:
    (sheet,) = read(value).sheets
    return sheet


def refusal(content: bytes) -> str:
    with pytest.raises(FormatError) as raised:
        read_creatures(content)
    sentence = str(raised.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


def pf1(name: str = "Ogre", token: int = 1, items: tuple[Any, ...] = (), **data: Any) -> dict[str, Any]:
    """An actor as pf1 0.7x wrote it: only what differs from the template."""
    return {
        "_id": name,
        "name": name,
        "type": "npc",
        "data": data,
        "token": {"width": token, "height": token},
        "items": list(items),
    }


def speeds(**bases: Any) -> dict[str, Any]:
    return {"speed": {mode: {"base": base} for mode, base in bases.items()}}


def test_a_sparse_actor_of_pf1() -> None:
    ogre = one(pf1(token=2, traits={"size": "lg", "stature": ""}, attributes=speeds(land=40, swim=20)))
    assert (ogre.size, ogre.face, ogre.speeds) == (
        Size.LARGE,
        (10, 10),
        (Speed("walk", 40), Speed("swim", 20)),
    )
    assert ogre.guessed == {"space", "reach", "stance"}
    creature = to_creature(ogre, "ogre", Square(0, 0))
    assert (creature.reach, creature.space) == (None, None)


def test_what_equals_the_template_is_left_out_and_so_guessed() -> None:
    aasimar = one(pf1("Aasimar", traits={"stature": ""}, attributes={"hp": {"value": 10}}))
    assert (aasimar.size, aasimar.speeds) == (Size.MEDIUM, (Speed("walk", 30),))
    assert aasimar.guessed == {"size", "space", "reach", "speed"}
    assert one(pf1(token=3, traits={}, attributes={})).size is Size.HUGE


def test_null_and_nothing_mean_that_a_speed_is_not_there() -> None:
    shark = one(pf1(traits={"size": "lg"}, attributes=speeds(land=0, swim=60, fly=None)))
    assert shark.speeds == (Speed("swim", 60),)
    assert "speed" not in shark.guessed
    stump = one(pf1(traits={"size": "lg"}, attributes=speeds(land=0)))
    assert stump.speeds == (Speed("walk", 0),)


def test_stature_says_tall_or_long() -> None:
    naga = one(pf1(traits={"size": "lg", "stature": "long"}, attributes=speeds(land=40)))
    assert (naga.stance, naga.reach) == (Stance.LONG, 5)
    assert naga.guessed == {"space", "reach"}
    giant = one(pf1(traits={"size": "huge", "stature": "tall"}, attributes=speeds(land=40)))
    assert (giant.stance, giant.reach) == (Stance.TALL, 15)


def test_an_actor_of_version_10_and_later() -> None:
    actor = {
        "name": "Wyvern",
        "type": "npc",
        "system": {
            "traits": {"size": {"base": "lg", "value": 5}, "stature": "long"},
            "attributes": {
                "speed": {"land": {"base": 20, "total": 20}, "fly": {"base": 60, "maneuverability": "poor"}}
            },
            "details": {
                "notes": {"value": "<p><b>Space</b> 10 ft.; <b>Reach</b> 5 ft. (10 ft. with tail)</p>"}
            },
        },
        "prototypeToken": {"width": 2},
        "_stats": {"systemId": "pf1", "systemVersion": "11.2"},
        "items": [{"type": "race", "name": "Dragon", "system": {"creatureSubtypes": ["fire"]}}],
    }
    wyvern = one(actor)
    assert (wyvern.size, wyvern.reach) == (Size.LARGE, 5)
    assert wyvern.weapon_reaches == (WeaponReach(10, ("tail",)),)
    assert wyvern.speeds == (Speed("walk", 20), Speed("fly", 60, "poor"))
    assert (wyvern.creature_type, wyvern.subtypes) == ("dragon", ("fire",))
    assert wyvern.guessed == frozenset()


def test_a_size_by_its_index_alone() -> None:
    assert one(pf1(traits={"size": {"value": 6}}, attributes={})).size is Size.HUGE


def test_an_unknown_size_is_told() -> None:
    ogre = one(pf1(traits={"size": "vast"}, attributes={}))
    assert "size" in ogre.guessed
    assert '"vast"' in str(ogre.oddities[0])


def test_attacks_that_reach_farther() -> None:
    items = (
        {"type": "attack", "name": "Spear", "data": {"actionType": "mwak", "range": {"units": "reach"}}},
        {
            "type": "attack",
            "name": "Tongue",
            "data": {"actionType": "mwak", "range": {"units": "ft", "value": "15"}},
        },
        {
            "type": "attack",
            "name": "Bow",
            "data": {"actionType": "rwak", "range": {"units": "ft", "value": "80"}},
        },
        {
            "type": "attack",
            "name": "Bite",
            "data": {"actionType": "mwak", "range": {"units": "melee", "value": ""}},
        },
    )
    frog = one(pf1(items=items, traits={"size": "med"}, attributes={}))
    assert frog.weapon_reaches == (WeaponReach(10, ("Spear",)), WeaponReach(15, ("Tongue",)))


def test_swarms_among_actors() -> None:
    race = {"type": "race", "name": "Vermin", "data": {"subTypes": [["swarm"]]}}
    swarm = one(pf1("Wasps", items=(race,), traits={"size": "dim"}, attributes={}))
    assert (swarm.face, swarm.reach, swarm.size) == ((10, 10), 0, Size.DIMINUTIVE)
    assert to_creature(swarm, "a", Square(0, 0)).space == 10


def d35e(name: str, size: str, **data: Any) -> dict[str, Any]:
    full = {mode: {"base": None, "total": 0} for mode in ("land", "climb", "swim", "burrow", "fly")}
    full |= {
        "land": {"base": 30, "total": 20},
        "fly": {"base": None, "total": 0, "maneuverability": "average"},
    }
    attributes = {"speed": full, "creatureType": "magicalBeast"}
    return pf1(
        name, traits={"size": size, "tokensize": "actor", "actualSize": size}, attributes=attributes, **data
    )


def test_a_database_of_d35e_actors() -> None:
    lines = [d35e("Kobold", "sm"), d35e("Rat", "tiny"), {**d35e("Rat", "sm"), "name": "Dire rat"}]
    lines.append({"_id": "x", "name": "Sword", "type": "weapon", "data": {"traits": {}}})
    found = read_creatures("\n".join(map(json.dumps, lines)).encode())
    assert [(each.name, each.size) for each in found.sheets] == [
        ("Kobold", Size.SMALL),
        ("Dire rat", Size.SMALL),
    ]
    assert found.sheets[0].speeds == (Speed("walk", 20),)
    assert found.sheets[0].format_name == "Foundry D35E actor"
    told = " ".join(found.report.lines())
    assert "Foundry D35E actor: 2 creatures" in told
    assert "no creatures, passed over: 1" in told


@pytest.mark.parametrize(
    ("actor", "sentence"),
    [
        ({**pf1(traits={"size": "med"}), "_stats": {"systemId": "dnd5e"}}, 'the system "dnd5e"'),
        (pf1(traits={"size": "med"}, attributes={"movement": {"walk": 30}}), "of another system"),
        (pf1(traits={"size": {"value": "med"}}, attributes={}), "of another system"),
    ],
    ids=["by name", "by movement", "by size"],
)
def test_actors_of_other_systems_are_refused_with_the_reason(actor: dict[str, Any], sentence: str) -> None:
    assert sentence in refusal(json.dumps(actor).encode())
    mixed = read([actor, pf1("Ogre", traits={"size": "lg"}, attributes={})])
    assert [each.name for each in mixed.sheets] == ["Ogre"]
    assert sentence in " ".join(mixed.report.lines())


def test_actors_inside_an_adventure() -> None:
    adventure = {"name": "Part one", "scenes": [], "actors": [pf1("A", traits={"size": "lg"}), "junk"]}
    assert one(adventure).name == "A"


def open5e(**fields: Any) -> dict[str, Any]:
    return {
        "name": "Wyrm",
        "size": {"key": "huge", "name": "Huge"},
        "speed": {"walk": 40},
        "armor_class": 18,
    } | fields


def attack(name: str, reach: float | None, **fields: Any) -> dict[str, Any]:
    return {"name": name, "attacks": [{"reach": reach, "range": None}], **fields}


def test_a_creature_of_open5e() -> None:
    wyrm = one(
        open5e(
            speed={"walk": 40, "fly": 80, "hover": True, "swim": 0, "unit": "feet"},
            actions=[
                attack("Bite", 10),
                attack("Tail", 15),
                attack("Bow", None),
                {"name": "Roar", "attacks": []},
            ],
            document={"display_name": "Some rules"},
            type={"key": "dragon"},
        )
    )
    assert (wyrm.size, wyrm.face, wyrm.reach) == (Size.HUGE, (15, 15), 10)
    assert wyrm.weapon_reaches == (WeaponReach(15, ("Tail",)),)
    assert wyrm.speeds == (Speed("walk", 40), Speed("fly", 80, "", "hover"))
    assert (wyrm.source, wyrm.creature_type) == ("Some rules", "dragon")
    assert wyrm.guessed == {"space", "stance"}


def test_a_page_of_the_older_interface() -> None:
    older = {"name": "Goblin", "size": "Small", "speed": {"walk": 30}, "challenge_rating": "1/4",
             "actions": [{"name": "Sword", "desc": "Melee Weapon Attack: +4, reach 5 ft."}],
             "document__title": "Old rules"}  # fmt: skip
    found = read({"count": 2, "results": [older, open5e(size="vast")]})
    assert [(each.name, each.size, each.reach) for each in found.sheets] == [("Goblin", Size.SMALL, 5)]
    assert found.sheets[0].source == "Old rules"
    assert 'results[1] (Wyrm): its size is "vast"' in " ".join(found.report.lines())


def test_fields_of_a_statblock_as_json() -> None:
    found = one({"Name": "Bat", "Size": "Tiny", "Space": "2-1/2 ft.", "Reach": 0, "Speed": None})
    assert (found.name, found.size, found.reach) == ("Bat", Size.TINY, 0)


# MapTool

OLD_LARGE, NEW_HUGE = "fwABAdBlFSoGAAAAKgABAA==", "8OZKI+aTQ9itWI/sdD7BpA=="


def token(body: str, root: str = "net.rptools.maptool.model.Token", **entries: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", f"<{root}>{body}</{root}>")
        for name, text in entries.items():
            archive.writestr(name, text)
    return target.getvalue()


def footprint(key: str, guid: str) -> str:
    grid = "net.rptools.maptool.model.SquareGrid"
    identity = f"<net.rptools.maptool.model.GUID><baGUID>{guid}</baGUID></net.rptools.maptool.model.GUID>"
    return f"<sizeMap><entry><{key}>{grid}</{key}>{identity}</entry></sizeMap>"


def property_(name: str, value: str) -> str:
    pair = f"<key>{name}</key><value class='string'>{value}</value><outer-class reference='../../../..'/>"
    kind = "net.rptools.CaseInsensitiveHashMap_-KeyValue"
    return f"<entry><string>{name.lower()}</string><{kind}>{pair}</{kind}></entry>"


@pytest.mark.parametrize(
    ("key", "guid", "size"), [("java-class", OLD_LARGE, Size.LARGE), ("string", NEW_HUGE, Size.HUGE)]
)
def test_tokens_of_older_and_newer_versions(key: str, guid: str, size: Size) -> None:
    (ogre,) = read_creatures(token(f"<name>Ogre</name><x>629</x><y>-200</y>{footprint(key, guid)}")).sheets
    assert (ogre.name, ogre.size) == ("Ogre", size)
    assert ogre.words["position"] == "629, -200 px"
    assert {"space", "reach", "speed"} <= ogre.guessed


def test_a_token_s_properties() -> None:
    properties = (
        property_("Size", "Tiny")
        + property_("Reach", "0 ft. (5 ft. with tail)")
        + property_("Speed", "15 ft.")
    )
    store = f"<propertyMapCI><store>{properties}</store></propertyMapCI>"
    (rats,) = read_creatures(token(f"<name>Rats</name>{footprint('string', OLD_LARGE)}{store}")).sheets
    assert (rats.size, rats.face) == (Size.TINY, (10, 10))
    assert rats.weapon_reaches == (WeaponReach(5, ("tail",)),)
    assert rats.speeds == (Speed("walk", 15),)


def test_a_token_that_says_next_to_nothing() -> None:
    (found,) = read_creatures(token("<name>Chest</name><sizeMap/><imageAssetMap/>")).sheets
    assert (found.face, "size" in found.guessed) == ((5, 5), True)


BOMB = "".join(f'<!ENTITY l{n} "&l{n - 1};&l{n - 1};&l{n - 1};&l{n - 1};&l{n - 1};">' for n in range(1, 40))
HOSTILE_XML = {
    "laughs": f'<!DOCTYPE x [<!ENTITY l0 "ha">{BOMB}]><x>&l39;</x>',
    "a file": '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>',
    "a parameter": '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/x">%p;]><x/>',
    "deep": "<a>" * 10_000,
    "cut short": "<a><b>",
    "nothing": "",
    "an odd encoding": '<?xml version="1.0" encoding="no-such"?><x/>',
}


@pytest.mark.parametrize("name", HOSTILE_XML)
def test_hostile_xml_gets_a_sentence(name: str) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", HOSTILE_XML[name])
    assert "XML" in refusal(target.getvalue())


def test_zips_that_are_no_tokens() -> None:
    assert "of MapTool only tokens (.rptok) are read" in refusal(
        token("", "net.rptools.maptool.util.PersistenceUtil_-PersistedMap")
    )
    assert "no MapTool token" in refusal(token("", "somethingElse"))
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert "holds no content.xml" in refusal(other.getvalue())
    assert "cut short" in refusal(token("<name>x</name>")[:-30])
    assert "16 MB" in refusal(token(" " * (17 << 20))) or "17 MB" in refusal(token(" " * (17 << 20)))


def test_an_entry_is_never_unpacked_beyond_what_it_says() -> None:
    content = token("x" * 1000)
    assert (
        len(read_entry(content, "content.xml", 10_000))
        == 1000 + 2 * len("<net.rptools.maptool.model.Token>") + 1
    )
    with pytest.raises(FormatError, match="the limit is"):
        read_entry(content, "content.xml", 100)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"{", "cut short"),
        (b"[]", "no creature"),
        (b"[1, 2]", "no creature"),
        (b'{"name": "x"}', "no creature"),
        (b'{"name": "x", "type": "npc", "data": []}', "no creature"),
        (b'{"name": NaN}', "NaN"),
        (b"[" * 100_000, "deep"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"\xff\xfe\x00", "no statblock"),
        (b'{"_id": "a"}\n{"_id": "b"}\n', "no creature"),
    ],
)
def test_what_holds_no_creature_gets_a_sentence(content: bytes, sentence: str) -> None:
    assert sentence in refusal(content)


def test_the_file_is_named_in_front(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[]")
    with pytest.raises(FormatError, match=r"x\.json: it holds no creature"):
        open_creatures(path)
    with pytest.raises(FormatError, match="there is no such file"):
        open_creatures(tmp_path / "none")


def test_texts_in_older_encodings() -> None:
    text = "Né CR 1\nSpeed 30 ft.\nSpace 2½ ft.; Reach 0 ft."
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        (found,) = read_creatures(text.encode(encoding)).sheets
        assert (found.name, found.face) == ("Né", (2.5, 2.5))


def test_creatures_of_open5e_s_own_data() -> None:
    newer = {
        "name": "Eel",
        "size": "large",
        "walk": 10.0,
        "swim": 40.0,
        "hover": False,
        "unit": None,
        "armor_class": 17,
    }
    older = {
        "name": "Bull",
        "size": "Large",
        "armor_class": 14,
        "speed_json": '{"walk": 50}',
        "actions_json": '[{"name": "Gore", "desc": "Melee Attack: +9, reach 10 ft., one target."}]',
    }
    content = json.dumps(
        [{"model": "creature", "pk": name, "fields": each} for name, each in (("e", newer), ("b", older))]
    )
    eel, bull = read_creatures(content.encode()).sheets
    assert {speed.mode: speed.feet for speed in eel.speeds} == {"walk": 10, "swim": 40}
    assert (bull.reach, [speed.feet for speed in bull.speeds]) == (10, [50])
