"""Tiled's objects as walls, creatures and notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import cos, floor, radians, sin
from typing import Any, NamedTuple

from gridmap.formats.errors import FormatError
from gridmap.formats.fields import MAX_COORDINATE
from gridmap.formats.json_text import decode
from gridmap.formats.mapobject import MAX_CREATURES, MAX_NOTES, MAX_WALLS, read_map
from gridmap.formats.report import Notice
from gridmap.formats.statblock import size_named
from gridmap.formats.tiled_document import Document, MapObject, split_words
from gridmap.formats.tiled_meaning import wall_kind
from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature, Size
from gridmap.model.note import Note
from gridmap.model.square import Point, Square
from gridmap.model.wall import SECRET, Wall, WallKind

OWN = "gridmap"
"""The property in which gridmap keeps an object's fields that Tiled has no place for."""

_CREATURES = frozenset({"creature", "token", "monster", "npc", "pc", "character", "spawn", "enemy", "hero"})
_NOTES = frozenset({"note", "label"})
_SIZES = (Size.MEDIUM, Size.LARGE, Size.HUGE, Size.GARGANTUAN, Size.COLOSSAL, Size.COLOSSAL)


class ReadObjects(NamedTuple):
    """What objects became.

    Attributes:
        walls, creatures, notes: in the order of the file.
        left_out: how many objects said nothing that a map has.
        notices: what was left out, and why.
    """

    walls: tuple[Wall, ...]
    creatures: tuple[Creature, ...]
    notes: tuple[Note, ...]
    left_out: int
    notices: list[Notice]


def read_objects(document: Document, left: int, top: int, scale: int, width: int, height: int) -> ReadObjects:
    """The objects of all layers.

    Args:
        document: the map.
        left, top: the cell that is the map's first.
        scale: squares along a cell.
        width, height: of the map, in squares.

    Raises:
        FormatError: there are more than a map holds.
    """
    place = _Place(document.tile_width / scale, document.tile_height / scale, left * scale, top * scale)
    walls: list[Wall] = []
    creatures: list[Creature] = []
    taken: set[str] = set()
    notes: list[Note] = []
    left_out: list[str] = []
    far = 0
    for layer in document.object_layers:
        for each in layer.objects:
            names = (each.kind, each.name, layer.kind, layer.name)
            found: list[Wall] | None = None
            if _is_among(_CREATURES, names):
                creature = _creature(each, place, width, height, taken)
                far += creature is None
                if creature is not None:
                    taken.add(creature.id)
                    creatures.append(creature)
                _check_count(len(creatures), MAX_CREATURES, "creatures")
            elif each.text or _is_among(_NOTES, names):
                note = _note(each, place)
                far += note is None
                notes += [] if note is None else [note]
                _check_count(len(notes), MAX_NOTES, "notes")
            elif (kind := wall_kind(names)) is not None:
                found = list(_walls(each, kind, place))
                walls += found
                far += not found
                _check_count(len(walls), MAX_WALLS, "walls")
            else:
                left_out.append(each.kind or each.name or layer.name)
    notices = []
    if left_out:
        kinds = sorted({name for name in left_out if name})[:8]
        notices.append(
            Notice(
                "Objects that mean nothing to the rules and were left out: {count}{kinds}.",
                {"count": len(left_out), "kinds": f" ({', '.join(kinds)})"[:200] if kinds else ""},
            )
        )
    if far:
        notices.append(
            Notice("Objects without a length or far off the map, left out: {count}.", {"count": far})
        )
    return ReadObjects(tuple(walls), tuple(creatures), tuple(notes), len(left_out) + far, notices)


class _Place(NamedTuple):
    """Pixels of a square, and the square that is the map's first."""

    across: float
    down: float
    left: int
    top: int

    def point(self, x: float, y: float) -> Point | None:
        """A place in squares; None where it is absurdly far."""
        found = Point(x / self.across - self.left, y / self.down - self.top)
        # Not a number is never within.
        return found if max(abs(found.x), abs(found.y)) <= MAX_COORDINATE else None


@lru_cache(4096)
def _is_among(kinds: frozenset[str], names: tuple[str, ...]) -> bool:
    """Whether an object's class, or where it has none its layer's class or name, has one of these words."""
    kind, _, *of_layer = names
    told = (split_words(kind),) if split_words(kind) else map(split_words, of_layer)
    return any(not kinds.isdisjoint(words) for words in told)


def _check_count(count: int, most: int, what: str) -> None:
    if count > most:
        raise FormatError(f"the map has more than {most:,} {what}")


def _walls(each: MapObject, kind: WallKind, place: _Place) -> Iterator[Wall]:
    """The segments of a line, the sides of a box; a door or window in a box runs along its middle."""
    points = list(each.points)
    if each.shows_tile:
        points = _middle(each.width, each.height)
        points = [(x, y - each.height) for x, y in points]
    elif not points and each.width and each.height and kind in (WallKind.DOOR, WallKind.WINDOW):
        points = _middle(each.width, each.height)
    elif not points and each.width and each.height:
        points = [(0, 0), (each.width, 0), (each.width, each.height), (0, each.height), (0, 0)]
    elif not points:
        points = [(0, 0), (each.width, each.height)]
    if each.closed and len(points) > 2:
        points.append(points[0])
    ends = [place.point(*_turned(each, x, y)) for x, y in points]
    own = _own(each)
    secret = each.properties.get("secret") is True or "secret" in split_words(each.kind or each.name)
    extra: dict[str, Any] = {SECRET: True} if secret and kind is WallKind.DOOR else {}
    is_open = each.properties.get("open") is True and kind is WallKind.DOOR
    for start, end in pairwise(ends):
        if start is not None and end is not None and (start != end or own is not None):
            plain = Wall(start, end, kind, is_open, extra)
            yield plain if own is None else _own_wall(own, plain)


def _middle(width: float, height: float) -> list[tuple[float, float]]:
    """The line along the middle of a box."""
    if width >= height:
        return [(0, height / 2), (width, height / 2)]
    return [(width / 2, 0), (width / 2, height)]


def _turned(each: MapObject, x: float, y: float) -> tuple[float, float]:
    """A point of the object's own, in pixels of the map."""
    if not each.rotation:
        return each.x + x, each.y + y
    turn = radians(each.rotation % 360)
    return each.x + x * cos(turn) - y * sin(turn), each.y + x * sin(turn) + y * cos(turn)


def _creature(each: MapObject, place: _Place, width: int, height: int, taken: set[str]) -> Creature | None:
    """By its properties, its name and how many squares its box covers."""
    at = place.point(each.x, each.y - each.height * each.shows_tile)
    if at is None:
        return None
    square = Square(floor(at.x + 0.5 * bool(each.width)), floor(at.y + 0.5 * bool(each.height)))
    if not (0 <= square.x < width and 0 <= square.y < height):
        return None
    own = _own(each)
    if own is not None and (creature := _own_creature(own, square)) is not None:
        return replace(creature, id=_free(creature.id, taken))
    stated = each.properties.get("size")
    size = size_named(stated) if isinstance(stated, str) else None
    if size is None:
        squares = max(1, round(max(each.width / place.across, each.height / place.down)))
        size = _SIZES[min(squares, len(_SIZES)) - 1]
    team = each.properties.get("team")
    name = each.name or each.kind or "creature"
    return Creature(
        _free(name[:100], taken), size, square, team if isinstance(team, str) else "", name=each.name[:100]
    )


def _free(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _note(each: MapObject, place: _Place) -> Note | None:
    at = place.point(each.x, each.y)
    if at is None:
        return None
    own = _own(each)
    if own is not None:
        known = _read_own({"notes": [{**own, "at": list(at)}]})
        if known is not None:
            return known.notes[0]
    text = each.properties.get("text")
    words = each.text or (text if isinstance(text, str) else "") or each.name
    return Note(at, words[:10_000], each.properties.get("secret") is not False)


def _own(each: MapObject) -> dict[str, Any] | None:
    """The fields that gridmap kept with an object."""
    text = each.properties.get(OWN)
    if not isinstance(text, str) or not text:
        return None
    try:
        value = decode(text.encode("utf-8", "replace"))
    except FormatError:
        return None
    return value if isinstance(value, dict) else None


def _own_wall(own: dict[str, Any], plain: Wall) -> Wall:
    """The wall with its own further fields; what Tiled shows (its line, its class) counts as Tiled has it."""
    found = _read_own({"walls": [{**own, "from": list(plain.start), "to": list(plain.end)}]})
    if found is None:
        return plain
    return replace(plain, open=plain.open or found.walls[0].open, extra=found.walls[0].extra)


def _own_creature(own: dict[str, Any], at: Square) -> Creature | None:
    found = _read_own({"creatures": [{**own, "at": [0, 0]}]})
    return None if found is None else replace(found.creatures[0], at=at)


def _read_own(fields: dict[str, Any]) -> BattleMap | None:
    """A map of one square with one thing on it; None where that is not as gridmap writes it."""
    try:
        return read_map({"width": 1, "height": 1, **fields})
    except FormatError:
        return None
