"""Spaces, reaches and speeds as statblocks write them: ``2-1/2 ft.``, ``10 ft. (15 ft. with bite)``."""

from __future__ import annotations

import re
from typing import NamedTuple

from gridmap.formats.creature_sheet import Speed, WeaponReach

MAX_LETTERS = 1_000
"""The most letters of one field that are looked at."""
MAX_FEET = 100_000.0

_FEET_PER_METRE = 5 / 1.5  # as translations count: 1.5 m are a square
_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75"}
_FRACTION_IN_DIGITS = re.compile(r"(?<![\d./])(?:(\d{1,4})[ \-–]{1,3})?([123])/([24])(?![\d/])")
_LENGTH = re.compile(
    r"(?<![\w.+])(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,3})?|\.\d{1,3})(?!d\d)"
    r"[ \-]?(ft\b\.?|feet\b|foot\b|['’′]|squares?\b|meters?\b|metres?\b|m\b\.?)?",
    re.IGNORECASE,
)
_NEXT_FIELD = re.compile(r"\bSpecial Att?acks?\b|\bSpecial Qualit", re.IGNORECASE)
"""What follows a reach on the same line of a statblock."""
_MISSING_COMMA = re.compile(
    r"((?:ft\.?|feet|\d['’′]|\)))\s+(?=(?:fly|climb|swim|burrow|land)\s\d)", re.IGNORECASE
)
_NOTHING = re.compile(r"^\W*(?:none|nil|n/a|immobile|[—–-]+|can(?:no|')t move)\W*$", re.IGNORECASE)


class Length(NamedTuple):
    """A length in a text: feet, the words before and after it, and whether it has a unit."""

    feet: float
    before: str
    after: str
    has_unit: bool


class ReachText(NamedTuple):
    """A reach and its brackets; `remarks` are words that name no weapon."""

    feet: float
    weapons: tuple[WeaponReach, ...]
    remarks: tuple[str, ...]


def first_length(text: str) -> Length | None:
    """The first length of a text, None where there is none.

    >>> [first_length(each).feet for each in ("2-1/2 ft.", "1/2 ft.", "5ft.", "10", "1,5 m", "2½ feet")]
    [2.5, 0.5, 5.0, 10.0, 5.0, 2.5]
    """
    text = _with_decimals(text[:MAX_LETTERS])
    match = _LENGTH.search(text)
    if match is None:
        return None
    return Length(_feet_of(match), text[: match.start()], text[match.end() :], match[2] is not None)


def read_face(text: str) -> tuple[float, float] | None:
    """Feet across and deep of a space: one length, or two of an old book's.

    >>> read_face("10 ft."), read_face("5 ft. by 10 ft."), read_face("5,10"), read_face("5 ft. (coiled)")
    ((10.0, 10.0), (5.0, 10.0), (5.0, 10.0), (5.0, 5.0))
    """
    bare = re.fullmatch(r"\s*(\d{1,3}(?:\.\d)?)\s*,\s*(\d{1,3}(?:\.\d)?)\s*", text[:MAX_LETTERS])
    if bare:
        return float(bare[1]), float(bare[2])
    first = first_length(text)
    if first is None:
        return None
    if re.match(r"\s*(?:by|x|×)\s*[\d.]", first.after, re.IGNORECASE):
        second = first_length(first.after)
        if second is not None:
            return first.feet, second.feet
    return first.feet, first.feet


def read_reach(text: str) -> ReachText | None:
    """A reach with those of single weapons, in brackets or behind a semicolon; None where there is no length.

    >>> read_reach("10 ft. (15 ft. with bite)").weapons
    (WeaponReach(feet=15.0, weapons=('bite',)),)
    >>> read_reach("5 ft.; 15 ft. with arms, claws and slam").weapons[0].weapons
    ('arms', 'claws', 'slam')
    >>> read_reach("5 ft. (coiled)")
    ReachText(feet=5.0, weapons=(), remarks=('coiled',))
    """
    if _NOTHING.match(text[:MAX_LETTERS]):
        return ReachText(0, (), ())
    base: float | None = None
    weapons: list[WeaponReach] = []
    remarks: list[str] = []
    text = _NEXT_FIELD.split(text[:MAX_LETTERS], maxsplit=1)[0]
    for clause, in_brackets in _clauses(_with_decimals(text)):
        length = first_length(clause)
        names_weapon = length is not None and re.match(r"\s*(?:with|w/)", length.after)
        if length is None or (base is not None and not length.has_unit and not names_weapon):
            remarks.append(clause)
            continue
        words = " ".join(f"{length.before} {length.after}".split()).strip(" .,:")
        names = _weapon_names(words, in_brackets or base is not None)
        if names:
            weapons.append(WeaponReach(length.feet, names))
        elif base is None:
            base = length.feet
            if words:
                remarks.append(words)
        else:
            remarks.append(clause)
    if base is None:
        if not weapons:
            return None
        base = min(each.feet for each in weapons)
    return ReachText(base, tuple(weapons), tuple(remarks))


def read_speeds(text: str) -> tuple[tuple[Speed, ...], tuple[str, ...]] | None:
    """Ways of moving, and the words that are none; None where neither a length nor “immobile” is found.

    >>> read_speeds("30 ft., fly 60 ft. (good), swim 30 ft.")[0][1]
    Speed(mode='fly', feet=60.0, manoeuvrability='good', condition='')
    >>> read_speeds("immobile")[0]
    (Speed(mode='walk', feet=0, manoeuvrability='', condition=''),)
    """
    text = _MISSING_COMMA.sub(r"\1, ", _with_decimals(text[:MAX_LETTERS]))
    if _NOTHING.match(text):
        return (Speed("walk", 0),), ()
    speeds: list[Speed] = []
    remarks: list[str] = []
    for part in _split_outside_brackets(text):
        speed = _speed(part, is_first=not speeds)
        if speed is None:
            words = " ".join(part.split()).strip(" .;,")
            if words:
                remarks.append(words)
        elif any(each.mode == speed.mode for each in speeds):
            remarks.append(" ".join(part.split()))
        else:
            speeds.append(speed)
    if not speeds:
        return ((Speed("walk", 0),), tuple(remarks)) if re.search("immobile", text, re.IGNORECASE) else None
    return tuple(speeds), tuple(remarks)


def _speed(part: str, *, is_first: bool) -> Speed | None:
    """One way of moving; a length without a mode is the speed on land, if it comes first."""
    brackets = re.findall(r"\(([^()]*)", part)
    length = first_length(re.sub(r"\([^()]*\)?", " ", part))
    if length is None:
        return None
    words = re.sub(r"[^\w\s-]", " ", length.before).casefold().split()
    words = [word for word in words if word not in ("or", "and")]
    mode = _mode(words) or " ".join(words) or _mode_behind(length.after, brackets)
    if (not mode and not is_first) or len(mode.split()) > _MODE_WORDS:
        return None
    manoeuvrability = ""
    conditions = []
    for each in re.split(r"[,;()]", ",".join((length.after, *brackets))):
        condition = " ".join(each.split()).strip(" .")
        grade = _manoeuvrability(condition)
        if grade and not manoeuvrability:
            manoeuvrability = grade
        elif condition and condition.casefold() != mode and not re.fullmatch(r"\d+ squares?", condition):
            conditions.append(condition)
    return Speed(mode or "walk", length.feet, manoeuvrability, ", ".join(conditions))


_MODE_WORDS = 2
"""The most words of a way of moving that is not among the known ones."""
_MODES = {
    "walk": "walk", "land": "walk", "base": "walk", "speed": "walk", "ground": "walk",
    "fly": "fly", "flight": "fly", "flying": "fly", "swim": "swim", "sw": "swim", "swimming": "swim",
    "climb": "climb", "climbing": "climb", "burrow": "burrow", "burrowing": "burrow",
}  # fmt: skip
_GRADES = {
    "clum": "clumsy",
    "poor": "poor",
    "ave": "average",
    "avg": "average",
    "good": "good",
    "perf": "perfect",
}


def _mode_behind(after: str, brackets: list[str]) -> str:
    """The way of moving of ``40 ft. fly``; only flight has a grade of manoeuvrability."""
    words = re.sub(r"[^\w\s-]", " ", re.split(r"[,;(]", after)[0]).casefold().split()
    return _mode(words[:1]) or ("fly" if any(map(_manoeuvrability, brackets)) else "")


def _mode(words: list[str]) -> str | None:
    return next((_MODES[word] for word in words if word in _MODES), None)


def _manoeuvrability(words: str) -> str:
    """A grade of flight, also one cut short: ``clum.``

    >>> _manoeuvrability("clum"), _manoeuvrability("Perfect"), _manoeuvrability("ice only")
    ('clumsy', 'perfect', '')
    """
    word = words.casefold().removesuffix("maneuverability").removesuffix("manoeuvrability").strip(" .")
    grade = next((full for short, full in _GRADES.items() if word.startswith(short)), "")
    return grade if grade.startswith(word) or word == "avg" else ""


def _weapon_names(words: str, in_brackets: bool) -> tuple[str, ...]:
    """The weapons of ``with bite and claws``; words that say when, not with what, name none."""
    match = re.match(
        r"(?:with|w/|using)\s*(?:an?\s|its?\s|the\s|their\s)?\s*(.+)", words, re.IGNORECASE | re.DOTALL
    )
    if match:
        words = match[1]
    elif (
        not in_brackets
        or not words
        or re.match(r"(?:when|while|if|in|as|for|against|by|x|×)\b", words, re.IGNORECASE)
    ):
        return ()
    names = [name.strip(" .;:") for name in re.split(r",\s*(?:and\s)?|\s(?:and|or|&)\s", words)]
    return tuple(name for name in names if name and name not in ("and", "or"))


def _clauses(text: str) -> list[tuple[str, bool]]:
    """Parts of a reach, each with a length, and whether they stand in brackets."""
    found = []
    depth = 0
    for piece in re.split(r"([();])|,(?=\s*(?:and\s)?[\d.])|(?<=\.)\s+(?:and|or)\s+(?=[\d.])", text):
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth = max(0, depth - 1)
        elif piece and piece.strip(" .,;*"):
            found.append((" ".join(piece.split()).strip(" ,;*"), depth > 0))
    return found


def _split_outside_brackets(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in re.sub(r"(?<=\d),(?=\d{3}\b)", "", text):
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter in ",;" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _with_decimals(text: str) -> str:
    """Fractions as decimals: ``2-1/2`` and ``2½`` become 2.5, ``1,5 m`` becomes 1.5 m."""
    text = re.sub(
        r"(?:(\d{1,4})[ \-–]?)?([½¼¾])", lambda match: f"{int(match[1] or 0)}{_FRACTIONS[match[2]]}", text
    )
    text = re.sub(r"(?<![\d,])(\d{1,3}),(\d{1,2})(?=\s?m\b)", r"\1.\2", text)
    return _FRACTION_IN_DIGITS.sub(
        lambda match: f"{int(match[1] or 0) + int(match[2]) / int(match[3]):g}", text
    )


def _feet_of(match: re.Match[str]) -> float:
    number = float(match[1].replace(",", ""))
    unit = (match[2] or "").casefold()
    if unit.startswith("square"):
        number *= 5
    elif unit.startswith("m"):
        number = round(number * _FEET_PER_METRE, 2)
    return min(number, MAX_FEET)
