"""Creatures of the fifth edition as Open5e gives them, by either of its interfaces.

The fifth edition states no space, and reach only with each attack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gridmap.formats.creature_sheet import SIZE_TABLE, CreatureSheet, Speed, WeaponReach
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.json_text import decode
from gridmap.formats.lenient import number, words
from gridmap.formats.report import Notice
from gridmap.formats.statblock import size_named
from gridmap.model.creature import Size

FORMAT_NAME = "Open5e creature"
MAX_ACTIONS = 200
_MODES = ("walk", "climb", "swim", "burrow", "fly")
_USUAL_REACH = 5.0
_FEET = {"feet": 1.0, "ft": 1.0, "foot": 1.0, "meters": 5 / 1.5, "metres": 5 / 1.5, "m": 5 / 1.5}


def looks_like(document: Mapping[str, Any]) -> bool:
    """Whether a document is one of its creatures."""
    return {"name", "size", "speed"} <= document.keys() and bool(
        document.keys() & {"challenge_rating", "armor_class", "hit_points"}
    )


def unwrapped(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A document as the interface gives it, also out of the project's own data, whose fields lie deeper."""
    fields = document.get("fields")
    if not isinstance(fields, dict) or not isinstance(document.get("model"), str) or "speed" in fields:
        return document
    speed: Any = {name: fields.get(name) for name in (*_MODES, "hover", "unit")}
    if "speed_json" in fields:
        speed = _decoded(fields["speed_json"])
    return fields | {"speed": speed, "actions": _decoded(fields.get("actions_json"))}


def _decoded(text: Any) -> Any:
    """JSON in a text; None where it is none."""
    try:
        return decode(text.encode()) if isinstance(text, str) else None
    except (FormatError, UnicodeEncodeError):
        return None


def read_creature(document: Mapping[str, Any]) -> CreatureSheet:
    """The creature that a document describes.

    Raises:
        FormatError: it has no size that is known.
    """
    size = _size(document.get("size"))
    reaches = list(_reaches(document))
    guessed = {"space", "stance"} if SIZE_TABLE[size].reach_tall != SIZE_TABLE[size].reach_long else {"space"}
    if not reaches:
        guessed.add("reach")
    base = min((feet for feet, _ in reaches), default=_USUAL_REACH)
    speeds = tuple(_speeds(document.get("speed"), guessed))
    kind = document.get("type")
    # In the fifth edition a gargantuan creature fills 20 ft. or more, and none is colossal.
    feet = SIZE_TABLE[size].space
    return CreatureSheet(
        words(document.get("name"), 200) or "Creature",
        FORMAT_NAME,
        size,
        (feet, feet),
        base,
        tuple(WeaponReach(feet, (name,)) for feet, name in reaches if feet != base),
        speeds,
        creature_type=words(kind.get("key") if isinstance(kind, dict) else kind, 40).casefold(),
        source=_source(document),
        guessed=frozenset(guessed),
        oddities=(Notice("A creature of the fifth edition, which states no space."),),
    )


def _size(value: Any) -> Size:
    stated = value.get("key", value.get("name")) if isinstance(value, dict) else value
    size = size_named(stated) if isinstance(stated, str) else None
    if size is None:
        raise FormatError(f"its size is {shown(stated)}; it must be one of {', '.join(Size)}")
    return size


def _speeds(value: Any, guessed: set[str]) -> Iterator[Speed]:
    if not isinstance(value, dict):
        guessed.add("speed")
        return
    unit = _FEET.get(words(value.get("unit"), 20).casefold(), 1.0)
    found = False
    for mode in _MODES:
        feet = number(value.get(mode), 100_000)
        if feet is not None and feet > 0:
            found = True
            hovers = mode == "fly" and value.get("hover") is True
            yield Speed(mode, round(feet * unit, 2), condition="hover" if hovers else "")
    if not found:
        yield Speed("walk", 0)


def _reaches(document: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """Feet of reach and name of each melee attack."""
    actions = document.get("actions")
    for action in actions[:MAX_ACTIONS] if isinstance(actions, list) else []:
        if not isinstance(action, dict):
            continue
        name = words(action.get("name"), 100) or "attack"
        attacks = action.get("attacks")
        stated = [
            feet
            for attack in (attacks[:20] if isinstance(attacks, list) else [])
            if isinstance(attack, dict) and (feet := number(attack.get("reach"), 1_000)) is not None
        ]
        if not stated:
            match = re.search(r"\breach (\d{1,3}) ft", words(action.get("desc"), 2_000))
            stated = [float(match[1])] if match else []
        if stated and max(stated) >= 0:
            yield max(stated), name


def _source(document: Mapping[str, Any]) -> str:
    book = document.get("document")
    named = book.get("display_name") or book.get("name") if isinstance(book, dict) else None
    return words(named or document.get("document__title"), 200)
