"""Foundry's actors of the systems pf1 (0.7x to 11) and D35E: the creatures of Pathfinder and 3.5.

Their documents leave out whatever equals a template, and reach is never in them: it is worked out from
size and stature by the system, so that it counts as guessed here unless the notes state it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

from gridmap.formats.creature_sheet import (
    SIZE_TABLE,
    CreatureSheet,
    Speed,
    WeaponReach,
    guessed_stance,
    table_reach,
)
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.feet_text import read_face, read_reach
from gridmap.formats.lenient import number, words
from gridmap.formats.report import Notice
from gridmap.formats.statblock import creature_types, size_named, text_fields, with_oddities
from gridmap.model.creature import Size, Stance

MAX_ITEMS = 2_000
"""The most items of an actor that are looked at."""
_KINDS = frozenset({"npc", "character"})
_SYSTEMS = {"pf1": "Foundry PF1 actor", "d35e": "Foundry D35E actor"}
_BY_INDEX = tuple(Size)[:9]
_MODES = (("land", "walk"), ("climb", "climb"), ("swim", "swim"), ("burrow", "burrow"), ("fly", "fly"))
_LAND = 30.0
"""The template's speed on land, which sparse documents leave out."""
_NOTES = 100_000


def is_actor(document: Mapping[str, Any]) -> bool:
    """Whether a document is a creature's: of that type, with a system's traits or attributes."""
    kind = document.get("type")
    return (
        isinstance(kind, str) and kind in _KINDS and bool({"traits", "attributes"} & _system(document).keys())
    )


def read_actor(document: Mapping[str, Any]) -> CreatureSheet:
    """The creature that an actor's document describes.

    Raises:
        FormatError: it belongs to another system, whose sizes and speeds mean something else.
    """
    system = _system(document)
    traits, attributes = _child(system, "traits"), _child(system, "attributes")
    format_name = _format_name(document, traits, attributes)
    name = words(document.get("name"), 200) or "Creature"
    oddities: list[Notice] = []
    guessed: set[str] = set()
    size = _size(traits, _token_squares(document), guessed, oddities)
    creature_type, subtypes = _types(document, system, name)
    stated = _stated_in_notes(system)
    face = _face(stated, size, subtypes, _token_squares(document), guessed)
    reach = read_reach(stated["reach"]) if "reach" in stated else None
    stance = _stance(traits, size, None if reach is None else reach.feet, creature_type, guessed)
    if reach is None:
        guessed.add("reach")
    feet = 0 if reach is None and "swarm" in subtypes else table_reach(size, stance)
    return with_oddities(
        CreatureSheet(
            name,
            format_name,
            size,
            face,
            feet if reach is None else reach.feet,
            tuple(_long_attacks(document, size, stance)) if reach is None else reach.weapons,
            tuple(_speeds(attributes, guessed)),
            stance,
            creature_type,
            subtypes,
            _source(system),
            stated,
            frozenset(guessed),
            tuple(oddities),
        )
    )


def _system(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The system's part: ``system`` from version 10 on, ``data`` before."""
    return _child(document, "system") or _child(document, "data")


def _child(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    child = value.get(name)
    return child if isinstance(child, dict) else {}


def _format_name(
    document: Mapping[str, Any], traits: Mapping[str, Any], attributes: Mapping[str, Any]
) -> str:
    named = _child(document, "_stats").get("systemId")
    if isinstance(named, str) and named.casefold() not in _SYSTEMS:
        raise FormatError(f"it is an actor of the system {shown(named)}; those of pf1 and D35E can be read")
    size = traits.get("size")
    if "movement" in attributes or (
        isinstance(size, dict) and "base" not in size and isinstance(size.get("value"), str)
    ):
        raise FormatError("it is an actor of another system than pf1 and D35E")
    if isinstance(named, str):
        return _SYSTEMS[named.casefold()]
    is_d35e = "actualSize" in traits or "tokensize" in traits or "tokenSize" in traits
    return _SYSTEMS["d35e" if is_d35e else "pf1"]


def _token_squares(document: Mapping[str, Any]) -> float | None:
    """How wide its token is, in squares."""
    token = _child(document, "prototypeToken") or _child(document, "token")
    return number(token.get("width"), 100)


def _size(
    traits: Mapping[str, Any], squares: float | None, guessed: set[str], oddities: list[Notice]
) -> Size:
    """As stated; else by a large token, else medium, the template's."""
    stated = traits.get("actualSize") or traits.get("size")
    if isinstance(stated, dict):
        index = stated.get("value")
        stated = stated.get("base")
        if stated is None and isinstance(index, int) and 0 <= index < len(_BY_INDEX):
            stated = str(_BY_INDEX[index])
    size = size_named(stated) if isinstance(stated, str) else None
    if size is not None:
        return size
    if stated is not None:
        oddities.append(Notice("Size {words} was not understood.", {"words": shown(stated)}))
    guessed.add("size")
    feet = 5 * (squares or 1)
    return next(
        (size for size in Size if size.category >= Size.MEDIUM.category and SIZE_TABLE[size].space >= feet),
        Size.COLOSSAL,
    )


def _face(
    stated: Mapping[str, str],
    size: Size,
    subtypes: tuple[str, ...],
    squares: float | None,
    guessed: set[str],
) -> tuple[float, float]:
    face = read_face(stated["space"]) if "space" in stated else None
    if face is not None:
        return face
    guessed.add("space")
    feet = 20.0 if "troop" in subtypes else 10.0 if "swarm" in subtypes else SIZE_TABLE[size].space
    if squares is not None and squares > 1:
        feet = max(feet, 5 * squares)
    return feet, feet


def _stance(
    traits: Mapping[str, Any], size: Size, reach: float | None, creature_type: str, guessed: set[str]
) -> Stance:
    """By its stature; left blank it says nothing, though the system then computes with “long”."""
    stature = traits.get("stature")
    if stature in ("tall", "long"):
        return Stance(stature)
    if table_reach(size, Stance.TALL) != table_reach(size, Stance.LONG):
        guessed.add("stance")
    return guessed_stance(size, reach, creature_type)


def _speeds(attributes: Mapping[str, Any], guessed: set[str]) -> Iterator[Speed]:
    """Each mode above 0; a speed on land that is left out is the template's."""
    speeds = _child(attributes, "speed")
    feet = {mode: _feet(speeds.get(key)) for key, mode in _MODES}
    if speeds.get("land") is None:
        guessed.add("speed")
        feet["walk"] = _LAND
    if not any(feet.values()):
        yield Speed("walk", 0)
    for _, mode in _MODES:
        if not feet[mode]:
            continue
        fly = _child(speeds, "fly") if mode == "fly" else {}
        grade = words(fly.get("maneuverability"), 20)
        yield Speed(mode, feet[mode], grade if grade in _GRADES else "")


_GRADES = frozenset({"clumsy", "poor", "average", "good", "perfect"})


def _feet(speed: Any) -> float:
    """The total where there is one, else the base; null and 0 mean that it has none."""
    if not isinstance(speed, dict):
        return max(number(speed, 100_000) or 0.0, 0.0)
    for name in ("total", "base", "value"):
        feet = number(speed.get(name), 100_000)
        if feet is not None and feet > 0:
            return feet
    return 0.0


def _types(document: Mapping[str, Any], system: Mapping[str, Any], name: str) -> tuple[str, tuple[str, ...]]:
    """Its type and subtypes, from the race, the racial hit dice and the details."""
    texts = [words(_child(system, "attributes").get("creatureType"), 40)]
    texts.append(words(_child(system, "details").get("type"), 200))
    subtypes: list[str] = []
    for item in _items(document):
        data = _system(item)
        if item.get("type") in ("race", "class"):
            texts.append(words(item.get("name"), 200))
            texts.append(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words(data.get("creatureType"), 40)))
        for field in ("subTypes", "creatureSubtypes"):
            listed = data.get(field)
            if item.get("type") == "race" and isinstance(listed, list):
                flat = (each[0] if isinstance(each, list) and each else each for each in listed[:20])
                subtypes += [words(each, 40) for each in flat]
    return creature_types(" ".join(texts), ",".join(subtypes), name)


def _items(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    items = document.get("items")
    for item in items[:MAX_ITEMS] if isinstance(items, list) else []:
        if isinstance(item, dict):
            yield item


def _long_attacks(document: Mapping[str, Any], size: Size, stance: Stance) -> Iterator[WeaponReach]:
    """Attacks that reach farther than others: twice as far where marked “reach”, or by their feet."""
    for item in _items(document):
        data = _system(item)
        actions = data.get("actions")
        for action in [data, *(actions[:50] if isinstance(actions, list) else [])]:
            if not isinstance(action, dict) or item.get("type") not in ("attack", "weapon"):
                continue
            attack_range = _child(action, "range")
            feet = _attack_feet(attack_range, action.get("actionType"), size, stance)
            if feet is not None:
                yield WeaponReach(feet, (words(item.get("name"), 100) or "attack",))
                break


def _attack_feet(
    attack_range: Mapping[str, Any], action_type: object, size: Size, stance: Stance
) -> float | None:
    """Feet of a melee attack that says how far it reaches; None for one that reaches as usual."""
    if attack_range.get("units") == "reach":
        return 5.0 if size is Size.TINY else 2.0 * table_reach(size, stance)
    if attack_range.get("units") == "ft" and action_type == "mwak":
        return number(attack_range.get("value"), 1_000)
    return None


_TAG = re.compile(r"<[^<>]*>")
_BREAKING_TAG = re.compile(r"<(?!/?(?:b|strong|i|em|span|a)\b)[^<>]*>", re.IGNORECASE)


def _stated_in_notes(system: Mapping[str, Any]) -> dict[str, str]:
    """Space and reach where a whole statblock was put into its notes."""
    details = _child(system, "details")
    stated: dict[str, str] = {}
    for name in ("notes", "biography"):
        value = details.get(name)
        html = value.get("value") if isinstance(value, dict) else value
        if not isinstance(html, str) or not html:
            continue
        found = text_fields(unescape(_TAG.sub("", _BREAKING_TAG.sub("\n", html[:_NOTES]))))
        for field in ("space", "reach"):
            if field in found:
                stated.setdefault(field, found[field][:200])
    return stated


def _source(system: Mapping[str, Any]) -> str:
    source = _child(system, "details").get("source")
    return words(source.get("book") if isinstance(source, dict) else source, 200)
