"""The map object's fields for play at the table, which rules questions never look at.

How tokens look, what light creatures carry, fog, traps, teams, templates, views, elevation.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import Fields, as_integer
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature, Manoeuvrability
from gridmap.model.elevation import MAX_ELEVATION, Elevation
from gridmap.model.fog import FogState
from gridmap.model.saved_view import SavedView
from gridmap.model.square import FEET_PER_SQUARE, Point
from gridmap.model.team import Team, TokenShape
from gridmap.model.template import Template

FOG_CHARACTERS: Mapping[str, int] = {
    ".": int(FogState.HIDDEN),
    "x": int(FogState.REVEALED),
    "o": int(FogState.REMEMBERED),
}
TRAP_CHARACTERS: Mapping[str, int] = {".": 0, "x": 1}

MAX_TEAMS = 1_000
MAX_TEMPLATES = 1_000
MAX_VIEWS = 1_000
MAX_FEET_PER_SQUARE = 1_000_000
MAX_SIGHT = 100_000
"""The farthest light and darkvision, in feet."""
MAX_INITIATIVE = 10_000


def read_look(fields: Fields) -> dict[str, Any]:
    """A creature's fields of token, sight, flight and turn order, by the names of `Creature`'s attributes."""
    return {
        "portrait": fields.text("portrait", ""),
        "letters": fields.text("letters", ""),
        "facing": _optional(fields, "facing", -360, 360),
        "initiative": _optional(fields, "initiative", -MAX_INITIATIVE, MAX_INITIATIVE),
        "light": fields.integer("light", 0, MAX_SIGHT, 0),
        "darkvision": fields.integer("darkvision", 0, MAX_SIGHT, 0),
        "named": fields.flag("named", default=True),
        "manoeuvrability": (
            fields.choice("manoeuvrability", Manoeuvrability) if fields.has("manoeuvrability") else None
        ),
    }


def written_look(creature: Creature) -> dict[str, Any]:
    """The fields that `read_look` reads; those at their defaults are left out."""
    look: dict[str, Any] = {
        "portrait": creature.portrait or None,
        "letters": creature.letters or None,
        "facing": creature.facing,
        "initiative": creature.initiative,
        "light": creature.light or None,
        "darkvision": creature.darkvision or None,
        "named": None if creature.named else False,
        "manoeuvrability": None if creature.manoeuvrability is None else str(creature.manoeuvrability),
    }
    return {name: value for name, value in look.items() if value is not None}


def read_table(fields: Fields, width: int, height: int) -> dict[str, Any]:
    """The map's fields for the table, by the names of `BattleMap`'s attributes; traps and fog are grids,
    read elsewhere."""
    north = fields.number("north", -360, 360) if fields.has("north") else None
    return {
        "elevation": _elevation(fields, width, height),
        "teams": _unique(
            "name", (_team(each) for each in fields.objects("teams", MAX_TEAMS)), fields.at("teams")
        ),
        "templates": _unique(
            "id",
            (_template(each) for each in fields.objects("templates", MAX_TEMPLATES)),
            fields.at("templates"),
        ),
        "saved_views": _unique(
            "name", (_view(each) for each in fields.objects("views", MAX_VIEWS)), fields.at("views")
        ),
        "north": north,
        "feet_per_square": fields.integer("feet_per_square", 1, MAX_FEET_PER_SQUARE, FEET_PER_SQUARE),
    }


def written_table(battle_map: BattleMap) -> dict[str, Any]:
    """The fields that `read_table` reads; those at their defaults are left out."""
    written: dict[str, Any] = {}
    if battle_map.elevation is not None:
        written["elevation"] = [_runs(row) for row in battle_map.elevation.feet]
    if battle_map.teams:
        written["teams"] = [_written_team(team) for team in battle_map.teams]
    if battle_map.templates:
        written["templates"] = [_written_template(template) for template in battle_map.templates]
    if battle_map.saved_views:
        written["views"] = [_written_view(view) for view in battle_map.saved_views]
    if battle_map.north is not None:
        written["north"] = _plain(battle_map.north)
    if battle_map.feet_per_square != FEET_PER_SQUARE:
        written["feet_per_square"] = battle_map.feet_per_square
    return written


def _optional(fields: Fields, name: str, least: int, most: int) -> int | None:
    return fields.integer(name, least, most) if fields.has(name) else None


def _unique(name: str, entries: Any, place: str) -> tuple[Any, ...]:
    kept: list[Any] = []
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        key = getattr(entry, name)
        if key in seen:
            raise FormatError(f"{place}[{index}].{name} is {shown(key)}, which another has already")
        seen.add(key)
        kept.append(entry)
    return tuple(kept)


# Elevation: a row is a text of feet and how many squares in a row have them, such as "0x12 5 10x3"


def _elevation(fields: Fields, width: int, height: int) -> Elevation | None:
    if not fields.has("elevation"):
        return None
    rows, place = fields.raw("elevation"), fields.at("elevation")
    if not isinstance(rows, list):
        raise FormatError(f"{place} is {shown(rows)}; it must be a list of rows")
    if len(rows) != height:
        raise FormatError(f"{place} has {len(rows):,} rows; the map is {height:,} squares high")
    feet = np.zeros((height, width), np.int16)
    for y, row in enumerate(rows):
        _read_runs(row, f"{place}[{y}]", feet[y])
    return Elevation(feet)


def _read_runs(row: object, place: str, into: npt.NDArray[np.int16]) -> None:
    if not isinstance(row, str):
        raise FormatError(f'{place} is {shown(row)}; it must be a text of feet such as "0x12 5 10x3"')
    filled, width = 0, into.shape[0]
    for run in row.split(maxsplit=width + 1):
        feet, times, count = run.partition("x")
        value = as_integer(_whole(feet, place), place, -MAX_ELEVATION, MAX_ELEVATION)
        squares = as_integer(_whole(count, place), place, 1, width) if times else 1
        if filled + squares > width:
            filled += squares
            break
        into[filled : filled + squares] = value
        filled += squares
    if filled != width:
        more = "more than " if filled > width else ""
        raise FormatError(
            f"{place} is for {more}{min(filled, width):,} squares; the map is {width:,} squares wide"
        )


def _whole(text: str, place: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise FormatError(f'{place} has {shown(text)}; it must be a text of feet such as "0x12 5 10x3"')
    return int(text)


def _runs(row: npt.NDArray[np.int16]) -> str:
    runs = ((feet, len(list(squares))) for feet, squares in groupby(row.tolist()))
    return " ".join(f"{feet}x{count}" if count > 1 else str(feet) for feet, count in runs)


# Teams, templates, views


def _team(fields: Fields) -> Team:
    colour = fields.text("colour", "")
    if colour and not _is_colour(colour):
        raise FormatError(f'{fields.at("colour")} is {shown(colour)}; it must be like "#c03a2b"')
    shape = fields.choice("shape", TokenShape) if fields.has("shape") else None
    return Team(fields.text("name"), colour, shape, fields.flag("party"))


def _is_colour(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(digit in "0123456789abcdefABCDEF" for digit in text[1:])


def _written_team(team: Team) -> dict[str, Any]:
    written: dict[str, Any] = {"name": team.name}
    if team.colour:
        written["colour"] = team.colour
    if team.shape is not None:
        written["shape"] = str(team.shape)
    if team.party:
        written["party"] = True
    return written


def _template(fields: Fields) -> Template:
    return Template(fields.text("id"), fields.text("area"), fields.text("name", ""), fields.flag("secret"))


def _written_template(template: Template) -> dict[str, Any]:
    written: dict[str, Any] = {"id": template.id, "area": template.area}
    if template.name:
        written["name"] = template.name
    if template.secret:
        written["secret"] = True
    return written


def _view(fields: Fields) -> SavedView:
    return SavedView(
        fields.text("name"),
        Point(*fields.point("centre")),
        fields.number("width", 0.001, 100_000),
        fields.number("height", 0.001, 100_000),
        fields.number("turn", -360, 360, 0),
    )


def _written_view(view: SavedView) -> dict[str, Any]:
    written: dict[str, Any] = {
        "name": view.name,
        "centre": [_plain(view.centre.x), _plain(view.centre.y)],
        "width": _plain(view.width),
        "height": _plain(view.height),
    }
    if view.turn:
        written["turn"] = _plain(view.turn)
    return written


def _plain(number: float) -> float:
    """Whole numbers without their point, so that files read well."""
    return int(number) if float(number).is_integer() else float(number)
