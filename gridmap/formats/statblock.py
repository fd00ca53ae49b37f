"""Statblocks of Pathfinder and 3.5: pasted text, fields by name, and YAML of the plain kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gridmap.formats import statblock_yaml
from gridmap.formats.creature_sheet import (
    SIZE_TABLE,
    CreatureSheet,
    Speed,
    found_oddities,
    guessed_stance,
    table_reach,
)
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.feet_text import ReachText, read_face, read_reach, read_speeds
from gridmap.formats.report import Notice
from gridmap.model.creature import Size, Stance

MAX_LETTERS = 2_000_000
"""The most letters of a text with statblocks."""
MAX_STATBLOCKS = 1_000
MAX_NAME = 200
FORMAT_NAME = "Statblock"

_SIZES = {str(size): size for size in Size} | {
    "f": Size.FINE, "d": Size.DIMINUTIVE, "dim": Size.DIMINUTIVE, "t": Size.TINY, "s": Size.SMALL,
    "sm": Size.SMALL, "m": Size.MEDIUM, "med": Size.MEDIUM, "medium-size": Size.MEDIUM, "l": Size.LARGE,
    "lg": Size.LARGE, "h": Size.HUGE, "g": Size.GARGANTUAN, "grg": Size.GARGANTUAN, "c": Size.COLOSSAL,
    "col": Size.COLOSSAL, "colossal+": Size.COLOSSAL,
}  # fmt: skip
_SIZE_NAMES = "|".join(str(size) for size in Size)
_TYPES = (
    "monstrous humanoid", "magical beast", "aberration", "animal", "construct", "deathless", "dragon",
    "elemental", "fey", "giant", "humanoid", "ooze", "outsider", "plant", "undead", "vermin",
)  # fmt: skip


def from_fields(fields: Mapping[str, str], format_name: str = FORMAT_NAME) -> CreatureSheet:
    """A creature from a statblock's fields.

    Args:
        fields: texts by lower-case name: ``name``, ``size``, ``type``, ``subtype``, ``space``, ``reach``,
            ``speed``, ``source``.
        format_name: where they come from, for people.

    Raises:
        FormatError: they describe no creature: neither size, space, reach nor speed is there.
    """
    words = {
        name: " ".join(fields[name].split())[:MAX_NAME]
        for name in ("size", "space", "reach", "speed")
        if fields.get(name, "").strip()
    }
    if not words:
        raise FormatError("it gives neither the size, the space, the reach nor the speed of a creature")
    name = " ".join(fields.get("name", "").split())[:MAX_NAME] or "Creature"
    creature_type, subtypes = creature_types(
        f"{fields.get('type', '')} {fields.get('size', '')}", fields.get("subtype", ""), name
    )
    guessed: set[str] = set()
    oddities: list[Notice] = []
    face = read_face(words["space"]) if "space" in words else None
    size = _size(words, face, guessed, oddities)
    face = _face(words, face, size, subtypes, guessed, oddities)
    reach = _reach(words, oddities)
    stance = guessed_stance(size, None if reach is None else reach.feet, creature_type)
    if table_reach(size, Stance.TALL) != table_reach(size, Stance.LONG):
        guessed.add("stance")
    if reach is None:
        guessed.add("reach")
        reach = ReachText(0 if "swarm" in subtypes else table_reach(size, stance), (), ())
    speeds = _speeds(words, oddities)
    if speeds is None:
        guessed.add("speed")
    return with_oddities(
        CreatureSheet(
            name,
            format_name,
            size,
            face,
            reach.feet,
            reach.weapons,
            speeds or (),
            stance,
            creature_type,
            subtypes,
            " ".join(fields.get("source", "").split())[:MAX_NAME],
            words,
            frozenset(guessed),
            tuple(oddities),
        )
    )


def with_oddities(sheet: CreatureSheet) -> CreatureSheet:
    """The sheet with what is odd about its space and reach."""
    return replace(sheet, oddities=(*sheet.oddities, *found_oddities(sheet)))


def size_named(text: str) -> Size | None:
    """The size category of that name or short form; None if it is none.

    >>> size_named("Medium-Size"), size_named("lg"), size_named("vast")
    (<Size.MEDIUM: 'medium'>, <Size.LARGE: 'large'>, None)
    """
    return _SIZES.get(text.strip(" .,").casefold())


_TELLING = frozenset({"size", "space", "reach", "speed", "space/reach", "face/reach", "size/type"})


def looks_like(text: str) -> bool:
    """Whether a text has lines that a statblock has: two of its labels, or one and a size with a type."""
    start = text[:100_000]
    labels = {match[1].casefold() for match in _LABEL.finditer(start)}
    return len(labels & _TELLING) + bool(_TYPE_LINE.search(start)) >= 2


def read_text(text: str) -> tuple[CreatureSheet, ...]:
    """The creatures of a text: pasted statblocks, or YAML with a statblock's fields.

    Raises:
        FormatError: no statblock was found in it, or it is too long.
    """
    if len(text) > MAX_LETTERS:
        raise FormatError(f"the text has {len(text):,} letters; the limit is {MAX_LETTERS:,}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    text = text.replace("\u2212", "-").encode("utf-8", "replace").decode()
    if not text.strip():
        raise FormatError("the text is empty")
    sheets = []
    for part in _statblocks(text):
        is_yaml = statblock_yaml.looks_like(part)
        fields = statblock_yaml.fields_of(part) if is_yaml else text_fields(part)
        if any(fields.get(name) for name in ("size", "space", "reach", "speed")):
            sheets.append(from_fields(fields, "Statblock (YAML)" if is_yaml else FORMAT_NAME))
        if len(sheets) > MAX_STATBLOCKS:
            raise FormatError(f"the text has more than {MAX_STATBLOCKS:,} statblocks")
    if not sheets:
        raise FormatError(
            "no statblock was found: a line such as “Space 10 ft.; Reach 5 ft.” or “Speed 30 ft.” is missing"
        )
    return tuple(sheets)


# Pasted text

_LABEL_NAMES = (
    "space/reach|face/reach|size/type|size and type|space|reach|speed|"
    "(?:size|subtype|type|name)(?=\\W{0,3}:)|source|"
    "init|initiative|ac|hp|melee|ranged|senses|special attacks?|hit dice"
)
_LABEL = re.compile(
    r"(?:^|(?<=[;,|\t])|(?<=ft\.)(?=[ \t]{1,8}(?-i:Reach|Space)\b))[ \t]{0,8}[*_#>\-•]{0,4}[ \t]{0,8}"
    rf"({_LABEL_NAMES})\b[*_]{{0,3}}[ \t]{{0,8}}:?[*_]{{0,3}}(?=[\s\d(½¼—–]|$)[ \t]{{0,8}}",
    re.IGNORECASE | re.MULTILINE,
)
_TYPE_LINE = re.compile(
    rf"^.{{0,60}}?\b({_SIZE_NAMES})(?:-size)?\b[ \t]{{1,8}}(?:[\w-]{{1,20}}[ \t]{{1,8}}){{0,3}}?"
    rf"({'|'.join(_TYPES)}|swarm|troop)\b(.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADER = re.compile(r"^(.{1,120}?)[ \t]\(?(?:MR \d+[/,; ]+)?CR[ \t]?[\d½⅓¼⅛⅙—/–-]+.*$", re.MULTILINE)
_ENDS_OF_FIELD = re.compile(r";[ \t]*(?=[*_]*[A-Z][a-z]+)")
_WANTED = frozenset({"space", "reach", "speed", "size", "type", "subtype", "source", "name"})


def text_fields(text: str) -> dict[str, str]:
    """The fields of one pasted statblock, by lower-case name; what is not there is left out."""
    fields: dict[str, str] = {}
    for label, value in _labelled(text):
        match label:
            case "space/reach" | "face/reach":
                space, _, reach = re.sub(r"(?<!\d)/|/(?!\d)", "\0", value, count=1).partition("\0")
                fields.setdefault("space", space.strip())
                if reach.strip():
                    fields.setdefault("reach", reach.strip())
            case "size/type" | "size and type":
                fields.setdefault("type", value)
            case _ if label in _WANTED:
                if label in ("space", "reach") and not re.search(r"[\d½¼—–]|none", value):
                    continue
                if label == "speed" and not re.search(r"[\d½—–]|none|immobile|move", value):
                    continue
                fields.setdefault(label, value)
            case _:
                pass
    line = _TYPE_LINE.search(text)
    if line:
        fields.setdefault("size", line[1])
        fields.setdefault("type", f"{line[2]} {line[3]}")
    elif "type" in fields:
        stated = re.search(rf"\b({_SIZE_NAMES})\b", fields["type"], re.IGNORECASE)
        if stated:
            fields.setdefault("size", stated[1])
    fields.setdefault("name", _name(text))
    return fields


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """Each label with what follows it on its line, and on the next where a bracket or comma is left open."""
    matches = list(_LABEL.finditer(text))
    for number, match in enumerate(matches):
        limit = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        value = _up_to_line_end(text[match.end() : min(limit, match.end() + 1_000)])
        end = _ENDS_OF_FIELD.search(value)
        value = value[: end.start()] if end else value
        yield match[1].casefold(), value.strip(" \t\n;|*_")


def _up_to_line_end(text: str) -> str:
    """The first line, with those after it while a bracket or comma is left open or nothing was said yet."""
    lines = text.split("\n")
    value = lines[0]
    for line in lines[1:4]:
        is_open = (
            value.count("(") > value.count(")") or value.rstrip().endswith((",", "(")) or not value.strip()
        )
        if not (is_open or line.lstrip().startswith("(")) or not line.strip():
            break
        value = f"{value} {line.strip()}"
    return value


def _statblocks(text: str) -> Iterator[str]:
    """The parts of a text that describe one creature each: at YAML's ``---``, else at lines with a CR."""
    if statblock_yaml.looks_like(text):
        yield from statblock_yaml.documents(text)
        return
    starts = [match.start() for match in _HEADER.finditer(text)]
    for start, end in zip((starts[:1] and [0, *starts[1:]]) or [0], [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def _name(text: str) -> str:
    """The line with the CR, else the first that is not blank."""
    header = _HEADER.search(text)
    line = header[1] if header else next((line for line in text.splitlines() if line.strip()), "")
    line = line.strip(" \t#*_-:|")
    label = _LABEL.match(line)
    if label or _TYPE_LINE.match(line):
        return ""
    return line.title() if line.isupper() else line


# What the fields mean


def creature_types(text: str, subtype: str, name: str) -> tuple[str, tuple[str, ...]]:
    """The creature's type, and its subtypes from brackets or a field of their own."""
    lower = text[:1_000].casefold()
    outside = re.sub(r"\([^()]*\)?", " ", lower)
    creature_type = next((each for each in _TYPES if re.search(rf"\b{each}\b", outside)), "")
    listed = ",".join([*re.findall(r"\(([^()]*)\)", lower), subtype[:1_000].casefold()])
    subtypes = list(dict.fromkeys(filter(None, (each.strip(" ()") for each in listed.split(",")))))
    for crowd in ("swarm", "troop"):
        said = re.search(rf"\b{crowd}\b", f"{lower} {name.casefold()}")
        if said and crowd not in subtypes:
            subtypes.append(crowd)
    return creature_type, tuple(subtypes[:20])


def _size(
    words: Mapping[str, str], face: tuple[float, float] | None, guessed: set[str], oddities: list[Notice]
) -> Size:
    stated = words.get("size", "")
    for word in (stated, *re.split(r"[\s,(/]+", stated)):
        if (size := size_named(word)) is not None:
            return size
    if stated:
        oddities.append(_not_understood("size", words))
    guessed.add("size")
    if face is None:
        return Size.MEDIUM
    return next((size for size in Size if SIZE_TABLE[size].space >= max(face)), Size.COLOSSAL)


def _face(
    words: Mapping[str, str],
    face: tuple[float, float] | None,
    size: Size,
    subtypes: tuple[str, ...],
    guessed: set[str],
    oddities: list[Notice],
) -> tuple[float, float]:
    """Feet of the space; that of swarms and troops is not their size's."""
    if face is not None:
        return face
    if "space" in words:
        oddities.append(_not_understood("space", words))
    guessed.add("space")
    feet = 20.0 if "troop" in subtypes else 10.0 if "swarm" in subtypes else SIZE_TABLE[size].space
    return feet, feet


def _reach(words: Mapping[str, str], oddities: list[Notice]) -> ReachText | None:
    reach = read_reach(words["reach"]) if "reach" in words else None
    if reach is None:
        if "reach" in words:
            oddities.append(_not_understood("reach", words))
        return None
    oddities += [Notice("Reach also says: {words}.", {"words": shown(remark)}) for remark in reach.remarks]
    return reach


def _speeds(words: Mapping[str, str], oddities: list[Notice]) -> tuple[Speed, ...] | None:
    if "speed" not in words:
        return None
    read = read_speeds(words["speed"])
    if read is None:
        oddities.append(_not_understood("speed", words))
        return None
    speeds, remarks = read
    second = (each.condition for each in speeds if re.search(r"\d", each.condition))
    oddities += [
        Notice("Speed also says: {words}.", {"words": shown(remark)}) for remark in (*remarks, *second)
    ]
    return speeds


def _not_understood(field: str, words: Mapping[str, str]) -> Notice:
    return Notice(
        "{field} {words} was not understood.", {"field": field.capitalize(), "words": shown(words[field])}
    )
