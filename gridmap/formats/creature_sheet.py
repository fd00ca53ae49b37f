"""A creature as a statblock or another program's file describes it, before it stands on a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, floor
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from gridmap.formats.mapobject import MAX_REACH, MAX_SPACE, MAX_SPEED
from gridmap.formats.report import Notice
from gridmap.model.creature import Creature, Manoeuvrability, ReachBand, Size, Stance
from gridmap.model.square import FEET_PER_SQUARE, Square

SHEET: Final = "sheet"
"""The field of a creature's `extra` in which its source, the words read and the guesses are kept."""


class SizeRow(NamedTuple):
    """A line of the size table of Pathfinder and 3.5, in feet (rules 1.2)."""

    space: float
    reach_tall: int
    reach_long: int


SIZE_TABLE: Mapping[Size, SizeRow] = MappingProxyType(
    {
        Size.FINE: SizeRow(0.5, 0, 0),
        Size.DIMINUTIVE: SizeRow(1, 0, 0),
        Size.TINY: SizeRow(2.5, 0, 0),
        Size.SMALL: SizeRow(5, 5, 5),
        Size.MEDIUM: SizeRow(5, 5, 5),
        Size.LARGE: SizeRow(10, 10, 5),
        Size.HUGE: SizeRow(15, 15, 10),
        Size.GARGANTUAN: SizeRow(20, 20, 15),
        Size.COLOSSAL: SizeRow(30, 30, 20),
        Size.TITANIC: SizeRow(30, 30, 20),
        Size.TITANIC_PLUS: SizeRow(30, 30, 20),
        Size.TITANIC_TWO_PLUS: SizeRow(30, 30, 20),
        Size.TITANIC_THREE_PLUS: SizeRow(30, 30, 20),
    }
)

_REACH_WEAPONS = frozenset(
    {
        "bardiche", "bec de corbin", "bill", "dorn-dergar", "fauchard", "glaive", "glaive-guisarme",
        "guisarme", "hooked lance", "horsechopper", "lance", "longspear", "lucerne hammer", "mancatcher",
        "naginata", "nodachi", "ranseur", "reach weapon", "reach weapons", "spiked chain", "tepoztopilli",
    }
)  # fmt: skip
_LONG_TYPES = frozenset({"animal", "dragon", "magical beast", "vermin"})


class WeaponReach(NamedTuple):
    """A reach in feet that some weapons have: ``(15.0, ("bite",))``."""

    feet: float
    weapons: tuple[str, ...]


class Speed(NamedTuple):
    """One way of moving.

    Attributes:
        mode: ``walk``, ``climb``, ``fly``, ``swim``, ``burrow``, or another that the source names.
        feet: a move action's distance.
        manoeuvrability: of flight, from ``clumsy`` to ``perfect``; empty where not said.
        condition: words such as ``ice and snow only``.
    """

    mode: str
    feet: float
    manoeuvrability: str = ""
    condition: str = ""


@dataclass(frozen=True)
class CreatureSheet:
    """What was read about a creature.

    Attributes:
        name: what it is called.
        format_name: the kind of source, for people.
        size: its size category.
        face: feet across and feet deep of its space; equal but for old books.
        reach: feet, of weapons that none of `weapon_reaches` names.
        weapon_reaches: reaches in brackets, by weapon.
        speeds: its ways of moving; empty where nothing was said, ``walk 0`` where it cannot move.
        stance: tall or long, which no source says outright.
        creature_type: such as ``dragon``, empty where not said.
        subtypes: such as ``("aquatic", "swarm")``.
        source: the book, empty where not said: names repeat from book to book.
        words: what the source said word for word of ``size``, ``space``, ``reach``, ``speed``.
        guessed: the attributes that the source does not say and that were worked out.
        oddities: what the GM should look at.
    """

    name: str
    format_name: str
    size: Size
    face: tuple[float, float]
    reach: float
    weapon_reaches: tuple[WeaponReach, ...] = ()
    speeds: tuple[Speed, ...] = ()
    stance: Stance = Stance.TALL
    creature_type: str = ""
    subtypes: tuple[str, ...] = ()
    source: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    guessed: frozenset[str] = frozenset()
    oddities: tuple[Notice, ...] = ()

    @property
    def longest_reach(self) -> float:
        """The reach of its longest weapon, in feet: how far it threatens."""
        return max(self.reach, *(each.feet for each in self.weapon_reaches), 0)

    @property
    def space(self) -> int:
        """The space that it takes on a map, in feet a side: whole squares, 5 to 30.

        An oblong face of old books becomes the size's square where that lies between its sides.
        """
        shorter, longer = sorted(self.face)
        table = SIZE_TABLE[self.size].space
        feet = table if shorter < table < longer else longer
        return min(max(FEET_PER_SQUARE * ceil(feet / FEET_PER_SQUARE), FEET_PER_SQUARE), MAX_SPACE)

    @property
    def is_crowd(self) -> bool:
        """Whether it is a swarm or a troop: many creatures whose space is not their size's."""
        return bool({"swarm", "troop"} & set(self.subtypes))

    def as_json(self) -> dict[str, Any]:
        """The sheet as plain JSON values, for scripts."""
        return {
            "name": self.name,
            "format": self.format_name,
            "source": self.source,
            "type": self.creature_type,
            "subtypes": list(self.subtypes),
            "size": str(self.size),
            "space": self.face[0] if self.face[0] == self.face[1] else list(self.face),
            "reach": self.reach,
            "weapon_reaches": [
                {"feet": each.feet, "weapons": list(each.weapons)} for each in self.weapon_reaches
            ],
            "speeds": [
                {name: value for name, value in each._asdict().items() if value != ""} for each in self.speeds
            ],
            "stance": str(self.stance),
            "words": dict(self.words),
            "guessed": sorted(self.guessed),
            "oddities": [str(oddity) for oddity in self.oddities],
        }

    def lines(self) -> list[str]:
        """The sheet in words, the name first."""
        across, deep = self.face
        facts = [
            ("size", str(self.size).capitalize()),
            ("space", f"{_feet(across)} ft." if across == deep else f"{_feet(across)} by {_feet(deep)} ft."),
            ("reach", _reach_words(self.reach, self.weapon_reaches)),
            ("speed", ", ".join(map(_speed_words, self.speeds)) or "not said"),
            ("stance", str(self.stance)),
        ]
        said = [f"{name}: {value}{' (guessed)' * (name in self.guessed)}" for name, value in facts]
        head = f"{self.name} ({self.source})" if self.source else self.name
        return [head, *said, *(str(oddity) for oddity in self.oddities)]


def to_creature(
    sheet: CreatureSheet, creature_id: str, at: Square, team: str = "", weapon: str | None = None
) -> Creature:
    """The creature as it stands on a map.

    Its reach is that of its longest weapon, since it threatens what any of them reaches, or that of `weapon`.
    A guessed space or reach is left to the ruleset's size table. The source, the words read and the guesses
    are kept in its notes and in ``extra["sheet"]``.

    Args:
        sheet: what was read.
        creature_id: its name in questions.
        at: the top-left square of its space.
        team: its side.
        weapon: the weapon in hand, one that `weapon_reaches` names.
    """
    # Only what differs is stated: a ruleset with another table keeps its own.
    is_as_the_table_says = sheet.space == max(FEET_PER_SQUARE, SIZE_TABLE[sheet.size].space)
    return Creature(
        creature_id,
        sheet.size,
        at,
        team,
        sheet.name if sheet.name != creature_id else "",
        reach=None if "reach" in sheet.guessed and not sheet.weapon_reaches else _band(sheet, weapon),
        space=None if is_as_the_table_says else sheet.space,
        stance=sheet.stance,
        speed=_speeds_on_map(sheet),
        manoeuvrability=_manoeuvrability(sheet),
        notes="\n".join(_notes(sheet)),
        extra={
            SHEET: {
                "format": sheet.format_name,
                **({"source": sheet.source} if sheet.source else {}),
                **dict(sheet.words),
                "guessed": sorted(sheet.guessed),
            }
        },
    )


def guessed_stance(size: Size, reach: float | None, creature_type: str = "") -> Stance:
    """Tall or long, from the reach if that tells, else from the creature's type.

    >>> guessed_stance(Size.LARGE, 5), guessed_stance(Size.LARGE, 10, "dragon")
    (<Stance.LONG: 'long'>, <Stance.TALL: 'tall'>)
    """
    row = SIZE_TABLE[size]
    if reach is not None and row.reach_tall != row.reach_long:
        return Stance.TALL if reach >= row.reach_tall else Stance.LONG
    return (
        Stance.LONG if creature_type in _LONG_TYPES and size.category >= Size.LARGE.category else Stance.TALL
    )


def table_reach(size: Size, stance: Stance) -> int:
    """Feet of reach by the size table."""
    row = SIZE_TABLE[size]
    return row.reach_long if stance is Stance.LONG else row.reach_tall


def found_oddities(sheet: CreatureSheet) -> tuple[Notice, ...]:
    """What about space and reach is worth the GM's look; nothing is mended by it."""
    found = []
    row = SIZE_TABLE[sheet.size]
    across, deep = sheet.face
    if across != deep:
        found.append(
            Notice(
                "Its space of {across} by {deep} ft. became a square of {feet} ft.",
                {"across": _feet(across), "deep": _feet(deep), "feet": sheet.space},
            )
        )
    elif max(sheet.face) > MAX_SPACE:
        found.append(
            Notice(
                "Its space of {feet} ft. is more than a map shows: it became {most} ft.",
                {"feet": _feet(across), "most": MAX_SPACE},
            )
        )
    elif "space" not in sheet.guessed and across != row.space and not sheet.is_crowd:
        found.append(
            Notice(
                "A space of {feet} ft. is unusual for {size}; it was kept.",
                {"feet": _feet(across), "size": str(sheet.size).capitalize()},
            )
        )
    usual = {row.reach_tall, row.reach_long}
    if "reach" not in sheet.guessed and sheet.reach not in usual and not sheet.is_crowd:
        found.append(
            Notice(
                "A reach of {feet} ft. is unusual for {size}; it was kept.",
                {"feet": _feet(sheet.reach), "size": str(sheet.size).capitalize()},
            )
        )
    for each in sheet.weapon_reaches:
        found += [
            Notice(
                "The {weapon} is a reach weapon: with it alone, nearer squares are not threatened.",
                {"weapon": name},
            )
            for name in each.weapons
            if name.casefold() in _REACH_WEAPONS
        ]
    return tuple(found)


def _band(sheet: CreatureSheet, weapon: str | None) -> ReachBand:
    """Feet in whole squares: a reach of 2-1/2 ft. reaches into no other square."""
    least, most = 0, _in_squares(sheet.longest_reach)
    if weapon is not None:
        named = [each.feet for each in sheet.weapon_reaches if weapon in each.weapons]
        most = _in_squares(named[0] if named else sheet.reach)
        if weapon.casefold() in _REACH_WEAPONS and most > _in_squares(sheet.reach):
            least = _in_squares(sheet.reach)
    return ReachBand(least, most)


def _in_squares(feet: float) -> int:
    return min(FEET_PER_SQUARE * floor(feet / FEET_PER_SQUARE), MAX_REACH)


def _speeds_on_map(sheet: CreatureSheet) -> dict[str, int]:
    """By mode; a creature that was read to have no speed on land does not walk."""
    speeds = {"walk": 0} if sheet.speeds else {}
    for each in reversed(sheet.speeds):
        speeds[each.mode] = min(int(each.feet), MAX_SPEED)
    return speeds


def _manoeuvrability(sheet: CreatureSheet) -> Manoeuvrability | None:
    said = next((each.manoeuvrability for each in sheet.speeds if each.mode == "fly"), "")
    return Manoeuvrability(said) if said in set(Manoeuvrability) else None


def _notes(sheet: CreatureSheet) -> list[str]:
    lines = [f"Source: {sheet.source}"] if sheet.source else []
    lines += [
        f"{name.capitalize()}: {sheet.words[name]}"
        for name in ("space", "reach", "speed")
        if sheet.words.get(name)
    ]
    if sheet.guessed:
        lines.append(f"Guessed: {', '.join(sorted(sheet.guessed))}")
    return lines + [str(oddity) for oddity in sheet.oddities]


def _reach_words(reach: float, weapons: tuple[WeaponReach, ...]) -> str:
    more = "; ".join(f"{_feet(each.feet)} ft. with {_listed(each.weapons)}" for each in weapons)
    return f"{_feet(reach)} ft." + (f" ({more})" if more else "")


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _speed_words(speed: Speed) -> str:
    mode = "" if speed.mode == "walk" else f"{speed.mode} "
    further = ", ".join(filter(None, (speed.manoeuvrability, speed.condition)))
    return f"{mode}{_feet(speed.feet)} ft." + (f" ({further})" if further else "")


def _feet(feet: float) -> str:
    return f"{feet:g}" if feet < 1e5 else f"{feet:.0f}"
