"""The map object: a map as plain JSON values, in saved maps and in rules queries.

`docs/file-format.md` says what each field means. Reading is strict (one sentence names the field at
fault); fields that this version does not know are kept in `extra` and written back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import Fields, as_integer, as_text, check_plain, shown_place
from gridmap.formats.mapobject_table import (
    FOG_CHARACTERS,
    TRAP_CHARACTERS,
    read_look,
    read_table,
    written_look,
    written_table,
)
from gridmap.formats.migrations import VERSION, migrated
from gridmap.model.battlemap import DEFAULT_RULESET, BattleMap, check_map_size
from gridmap.model.creature import Creature, ReachBand, Size, Stance
from gridmap.model.fog import Fog
from gridmap.model.note import Note
from gridmap.model.picture import Asset, Picture
from gridmap.model.square import FEET_PER_SQUARE, Point, Square
from gridmap.model.terrain import LAYERS, Grid, Layer, Terrain
from gridmap.model.wall import Wall, WallKind

FORMAT = "gridmap"
"""What the map object's `format` says."""

MAX_WALLS = 200_000
MAX_CREATURES = 10_000
MAX_PICTURES = 1_000
MAX_NOTES = 10_000
MAX_CONDITIONS = 100
MAX_REACH = 1_000
"""The longest reach, in feet."""
MIN_SPACE, MAX_SPACE = 5, 30
"""The least and the greatest stated space of a creature, in feet a side."""
MAX_SPEED = 100_000
"""The highest speed, in feet."""
MAX_ALTITUDE = 10_000
"""The highest altitude and the deepest depth, in squares."""

_MAX_SIDE_ASKED = (
    10**12
)  # anything larger is no number of squares at all; `check_map_size` has the real limit


def read_map(
    value: object,
    place: str = "map",
    *,
    assets: Iterable[Asset] = (),
    only_rules: bool = False,
    mended: list[str] | None = None,
) -> BattleMap:
    """The map that a map object stands for.

    Args:
        value: decoded JSON.
        place: what complaints call it.
        assets: the picture files that its pictures show.
        only_rules: leave pictures, notes, fog, view and unknown fields alone, even if they are wrong;
            rules never look at them.
        mended: where given, a creature off the map is brought to the nearest square of it and a
            sentence about it is added here; otherwise such a creature is at fault.

    Raises:
        FormatError: one sentence that names the field at fault.
    """
    fields = _up_to_date(value, place)
    width, height = _size(fields)
    terrain_fields = fields.child("terrain")
    terrain = _terrain(terrain_fields, width, height)
    walls = tuple(_wall(wall) for wall in fields.objects("walls", MAX_WALLS))
    creatures = _creatures(fields, width, height, mended, with_looks=not only_rules)
    ruleset = fields.text("ruleset", DEFAULT_RULESET)
    if only_rules:
        return BattleMap(width, height, terrain, walls, creatures, ruleset=ruleset)
    name = fields.text("title", "")
    pictures = tuple(_picture(picture) for picture in fields.objects("pictures", MAX_PICTURES))
    notes = tuple(_note(note) for note in fields.objects("notes", MAX_NOTES))
    fog, unknown_of_fog = _fog(fields, width, height)
    traps = _traps(fields, width, height)
    table = read_table(fields, width, height)
    view = _view(fields)
    extra = fields.extra()
    for name_of_child, unknown in (("terrain", terrain_fields.extra()), ("fog", unknown_of_fog)):
        if unknown:
            extra[name_of_child] = unknown
    return BattleMap(
        width,
        height,
        terrain,
        walls,
        creatures,
        pictures,
        tuple(assets),
        notes,
        fog,
        ruleset,
        name,
        view,
        extra,
        secret_hazards=traps,
        **table,
    )


def write_map(battle_map: BattleMap) -> dict[str, Any]:
    """The map object of a map, in plain JSON values. Picture files are not in it, only their names.

    ``read_map(write_map(m), assets=m.assets)`` equals ``m``.
    """
    extra = dict(battle_map.extra)
    terrain: dict[str, Any] = {
        str(layer): _rows(battle_map.terrain.layer(layer), LAYERS[layer])
        for layer in Layer
        if battle_map.terrain.layer(layer).any()
    }
    terrain |= extra.pop("terrain", {})
    unknown_of_fog = extra.pop("fog", {})
    written: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "title": battle_map.name,
        "ruleset": battle_map.ruleset,
        "width": battle_map.width,
        "height": battle_map.height,
        "terrain": terrain,
        "walls": [_written_wall(wall) for wall in battle_map.walls],
        "creatures": [_written_creature(creature) for creature in battle_map.creatures],
        "pictures": [_written_picture(picture) for picture in battle_map.pictures],
        "notes": [_written_note(note) for note in battle_map.notes],
    }
    if battle_map.fog is not None:
        written["fog"] = {"revealed": _rows(battle_map.fog.revealed, FOG_CHARACTERS), **unknown_of_fog}
    if battle_map.secret_hazards is not None:
        written["traps"] = _rows(battle_map.secret_hazards, TRAP_CHARACTERS)
    written |= written_table(battle_map)
    if battle_map.view:
        written["view"] = dict(battle_map.view)
    return _with_extra(written, extra)


def _up_to_date(value: object, place: str) -> Fields:
    """The fields of a map object of this format, in the newest version."""
    fields = Fields(value, place)
    named = fields.raw("format", FORMAT)
    if named != FORMAT:
        raise FormatError(f'{fields.at("format")} is {shown(named)}; it must be "{FORMAT}"')
    fields = Fields(migrated(fields.values, place), place)
    fields.raw("format", FORMAT)
    fields.raw("version", VERSION)
    return fields


def _size(fields: Fields) -> tuple[int, int]:
    width = fields.integer("width", 1, _MAX_SIDE_ASKED)
    height = fields.integer("height", 1, _MAX_SIDE_ASKED)
    try:
        check_map_size(width, height)
    except ValueError as error:
        raise FormatError(f"{fields.at('width')} and height: {error}") from None
    return width, height


def _terrain(fields: Fields, width: int, height: int) -> Terrain:
    """All layers; those left out share one empty array."""
    empty: Grid | None = None
    grids: list[Grid] = []
    for layer in Layer:
        if fields.has(layer):
            grids.append(_grid(fields.raw(layer), fields.at(layer), width, height, LAYERS[layer]))
        else:
            if empty is None:
                empty = np.zeros((height, width), np.uint8)
                empty.flags.writeable = False
            grids.append(empty)
    return Terrain(*grids)


_UNKNOWN = 255


def _grid(rows: object, place: str, width: int, height: int, characters: Mapping[str, int]) -> Grid:
    """``(height, width) uint8`` from rows of characters."""
    if not isinstance(rows, list):
        raise FormatError(f"{place} is {shown(rows)}; it must be a list of rows")
    if len(rows) != height:
        raise FormatError(f"{place} has {len(rows):,} rows; the map is {height:,} squares high")
    for y, row in enumerate(rows):
        if not isinstance(row, str):
            raise FormatError(f"{place}[{y}] is {shown(row)}; it must be a row of characters")
        if len(row) != width:
            raise FormatError(f"{place}[{y}] has {len(row):,} characters; the map is {width:,} squares wide")
    values = np.full(256, _UNKNOWN, np.uint8)
    for character, value in characters.items():
        values[ord(character)] = value
    grid = values[np.frombuffer("".join(rows).encode("latin-1", "replace"), np.uint8)]
    grid.shape = (height, width)
    unknown = grid == _UNKNOWN
    if unknown.any():
        y, x = divmod(int(unknown.argmax()), width)
        raise FormatError(
            f"{place}[{y}] has {shown(rows[y][x])} at x = {x}; a square is one of {' '.join(characters)}"
        )
    grid.flags.writeable = False
    return grid


def _rows(grid: Grid, characters: Mapping[str, int]) -> list[str]:
    """The rows of characters that `_grid` reads."""
    letters = np.zeros(256, np.uint8)
    for character, value in characters.items():
        letters[value] = ord(character)
    width = grid.shape[1]
    text = letters[grid].tobytes().decode("ascii")
    return [text[start : start + width] for start in range(0, len(text), width)]


def _wall(fields: Fields) -> Wall:
    return Wall(
        Point(*fields.point("from")),
        Point(*fields.point("to")),
        fields.choice("kind", WallKind, WallKind.WALL.value),
        fields.flag("open"),
        fields.extra(),
    )


def _written_wall(wall: Wall) -> dict[str, Any]:
    written: dict[str, Any] = {"from": _pair(wall.start), "to": _pair(wall.end), "kind": str(wall.kind)}
    if wall.open:
        written["open"] = True
    return _with_extra(written, wall.extra)


def _creatures(
    fields: Fields, width: int, height: int, mended: list[str] | None, *, with_looks: bool
) -> tuple[Creature, ...]:
    creatures: list[Creature] = []
    seen: dict[str, str] = {}
    for each in fields.objects("creatures", MAX_CREATURES):
        creature = _creature(each, width, height, mended, with_looks=with_looks)
        if creature.id in seen:
            raise FormatError(
                f"{each.at('id')} is {shown(creature.id)}, which {seen[creature.id]} has already"
            )
        seen[creature.id] = each.place
        creatures.append(creature)
    return tuple(creatures)


def _creature(
    fields: Fields, width: int, height: int, mended: list[str] | None, *, with_looks: bool
) -> Creature:
    creature_id = fields.text("id")
    if not creature_id:
        raise FormatError(f"{fields.at('id')} is empty; a creature has a name in questions")
    look = read_look(fields) if with_looks else {}
    return Creature(
        creature_id,
        fields.choice("size", Size),
        _position(fields, width, height, mended),
        fields.text("team", ""),
        fields.text("name", ""),
        _reach(fields),
        _space(fields),
        fields.choice("stance", Stance, Stance.TALL.value),
        _speed(fields),
        _conditions(fields),
        fields.integer("altitude", -MAX_ALTITUDE, MAX_ALTITUDE, 0),
        fields.flag("hidden"),
        fields.text("notes", ""),
        fields.extra(),
        **look,
    )


def _position(fields: Fields, width: int, height: int, mended: list[str] | None) -> Square:
    x, y = fields.square("at")
    if 0 <= x < width and 0 <= y < height:
        return Square(x, y)
    off = f"{fields.at('at')} is [{x}, {y}], off the map of {width} x {height} squares"
    if mended is None:
        raise FormatError(off)
    nearest = Square(min(max(x, 0), width - 1), min(max(y, 0), height - 1))
    mended.append(f"{off}: the creature was brought to [{nearest.x}, {nearest.y}]")
    return nearest


def _reach(fields: Fields) -> ReachBand | None:
    """Feet, or ``[more than, at most]`` for a reach weapon."""
    if not fields.has("reach"):
        return None
    stated, place = fields.raw("reach"), fields.at("reach")
    if not isinstance(stated, list | tuple):
        return ReachBand(0, as_integer(stated, place, 0, MAX_REACH))
    if len(stated) != 2:
        raise FormatError(f"{place} has {len(stated):,} numbers; a band is [more than, at most]")
    more_than = as_integer(stated[0], f"{place}[0]", 0, MAX_REACH)
    at_most = as_integer(stated[1], f"{place}[1]", 0, MAX_REACH)
    if more_than > 0 and at_most <= more_than:
        raise FormatError(f"{place} is [{more_than}, {at_most}]; the second must be more than the first")
    return ReachBand(more_than, at_most)


def _space(fields: Fields) -> int | None:
    """Feet a side, whole squares."""
    if not fields.has("space"):
        return None
    stated = as_integer(fields.raw("space"), fields.at("space"), MIN_SPACE, MAX_SPACE)
    if stated % FEET_PER_SQUARE:
        raise FormatError(f"{fields.at('space')} is {stated}; it must be a multiple of {FEET_PER_SQUARE}")
    return stated


def _speed(fields: Fields) -> dict[str, int]:
    stated, place = fields.raw("speed", {}), fields.at("speed")
    if not isinstance(stated, dict):
        raise FormatError(f'{place} is {shown(stated)}; it must be an object such as {{"walk": 30}}')
    return {
        as_text(mode, f"a mode in {place}"): as_integer(feet, shown_place(f"{place}.{mode}"), 0, MAX_SPEED)
        for mode, feet in stated.items()
    }


def _conditions(fields: Fields) -> tuple[str, ...]:
    stated, place = fields.raw("conditions", []), fields.at("conditions")
    if not isinstance(stated, list | tuple):
        raise FormatError(f"{place} is {shown(stated)}; it must be a list of names")
    if len(stated) > MAX_CONDITIONS:
        raise FormatError(f"{place} has {len(stated):,} entries; the limit is {MAX_CONDITIONS}")
    return tuple(as_text(condition, f"{place}[{index}]") for index, condition in enumerate(stated))


def _written_creature(creature: Creature) -> dict[str, Any]:
    """Fields at their defaults are left out."""
    written: dict[str, Any] = {"id": creature.id, "size": str(creature.size), "at": list(creature.at)}
    if creature.reach is not None:
        more_than, at_most = creature.reach
        written["reach"] = [more_than, at_most] if more_than else at_most
    if creature.space is not None:
        written["space"] = creature.space
    if creature.stance is not Stance.TALL:
        written["stance"] = str(creature.stance)
    rest = {
        "name": creature.name,
        "team": creature.team,
        "speed": dict(creature.speed),
        "conditions": list(creature.conditions),
        "altitude": creature.altitude,
        "hidden": creature.hidden,
        "notes": creature.notes,
    }
    written |= {name: value for name, value in rest.items() if value}
    written |= written_look(creature)
    return _with_extra(written, creature.extra)


def _picture(fields: Fields) -> Picture:
    return Picture(
        fields.text("asset"),
        Point(*fields.point("at")),
        fields.number("width", 0.001, 100_000),
        fields.number("height", 0.001, 100_000),
        fields.number("opacity", 0, 1, 1),
        turn=fields.number("turn", -360, 360, 0),
        mirrored=fields.flag("mirrored"),
        locked=fields.flag("locked"),
        extra=fields.extra(),
    )


def _written_picture(picture: Picture) -> dict[str, Any]:
    written: dict[str, Any] = {
        "asset": picture.asset,
        "at": _pair(picture.at),
        "width": _plain(picture.width),
        "height": _plain(picture.height),
    }
    if picture.opacity != 1:
        written["opacity"] = _plain(picture.opacity)
    if picture.turn:
        written["turn"] = _plain(picture.turn)
    if picture.mirrored:
        written["mirrored"] = True
    if picture.locked:
        written["locked"] = True
    return _with_extra(written, picture.extra)


def _note(fields: Fields) -> Note:
    return Note(
        Point(*fields.point("at")), fields.text("text"), fields.flag("secret", default=True), fields.extra()
    )


def _written_note(note: Note) -> dict[str, Any]:
    return _with_extra({"at": _pair(note.at), "text": note.text, "secret": note.secret}, note.extra)


def _fog(fields: Fields, width: int, height: int) -> tuple[Fog | None, dict[str, Any]]:
    """The fog, and its fields that this version does not know."""
    if not fields.has("fog"):
        return None, {}
    fog = fields.child("fog")
    revealed = _grid(fog.raw("revealed"), fog.at("revealed"), width, height, FOG_CHARACTERS)
    return Fog(revealed), fog.extra()


def _traps(fields: Fields, width: int, height: int) -> Grid | None:
    if not fields.has("traps"):
        return None
    return _grid(fields.raw("traps"), fields.at("traps"), width, height, TRAP_CHARACTERS)


def _view(fields: Fields) -> dict[str, Any]:
    """How an editor shows the map. One that cannot be kept is not worth the map: it counts as left out."""
    view = fields.raw("view", {})
    try:
        check_plain(view, fields.at("view"))
    except FormatError:
        return {}
    return view if isinstance(view, dict) else {}


def _with_extra(written: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Known fields win: an unknown one can never pose as one of them."""
    return written | {name: value for name, value in extra.items() if name not in written}


def _pair(numbers: Sequence[float]) -> list[float]:
    return [_plain(number) for number in numbers]


def _plain(number: float) -> float:
    """Whole numbers without their point, so that files read well."""
    return int(number) if float(number).is_integer() else float(number)
