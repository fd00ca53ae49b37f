"""Foundry's walls read and written: what each stops, in the numbers of any version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from gridmap.formats.aside import FIELD
from gridmap.formats.errors import FormatError
from gridmap.formats.fields import check_plain
from gridmap.formats.foundry_page import Page
from gridmap.formats.lenient import KEPT_DEPTH, Skipped, counted, kept, number, objects, whole
from gridmap.formats.report import Notice
from gridmap.formats.segments import Segments, as_segments, clipped, lengths, without_noise
from gridmap.model.square import Point
from gridmap.model.wall import SECRET, Wall, WallKind

MAX_WALLS = 30_000
EXACT = "ends"
"""In gridmap's flags of a wall: its ends in squares, where whole pixels cannot say them."""

EXTRA = "foundry"
"""Under what name the map's, its walls' and its creatures' `extra` hold what is kept of the file."""

NORMAL, LIMITED, NONE = 20, 10, 0
_SENSES = ("light", "sight", "sound", "move")
_MEANING = frozenset({*_SENSES, "door", "ds"})
_OLD_SENSE = {0: NONE, 1: NORMAL, 2: LIMITED}


class Meaning(NamedTuple):
    """What a wall is to a map; `kind` None where it stops no step."""

    kind: WallKind | None
    open: bool = False
    secret: bool = False


@dataclass
class ReadWalls:
    """A scene's walls on a map.

    Attributes:
        walls: in the file's order.
        aside: documents that the map does not show, kept for the way back.
        doors: how many of `walls` are doors.
        outside: how many lay wholly outside.
    """

    walls: list[Wall] = field(default_factory=list)
    aside: list[dict[str, Any]] = field(default_factory=list)
    doors: int = 0
    outside: int = 0


def documents(value: object, notices: list[Notice]) -> tuple[list[dict[str, Any]], Segments]:
    """The wall documents in the shape of version 10, and their ends in pixels of the canvas.

    Raises:
        FormatError: it is no list, or too long.
    """
    skipped = Skipped("Walls")
    found = []
    ends = []
    for place, wall in objects(value, "walls", MAX_WALLS, skipped):
        stated = wall.get("c")
        corners = [number(each) for each in stated] if isinstance(stated, list) and len(stated) == 4 else []
        if not corners or None in corners:
            skipped.add(place)
            continue
        try:
            check_plain(wall, place, KEPT_DEPTH)
        except FormatError:
            wall = {"c": stated, **kept(wall, frozenset({"c"}), [])}
            skipped.add(f"the further fields of {place}")
        found.append(_upgraded(wall))
        ends.append(corners)
    notices += skipped.notices()
    return found, as_segments(ends)


def _upgraded(wall: dict[str, Any]) -> dict[str, Any]:
    """A wall with the numbers of versions 9 and later: 0, 10, 20 and beyond instead of 0, 1, 2."""
    changed = {name: value for name, value in wall.items() if name not in ("sense", "flags") or value}
    changed.pop("sense", None)
    if "sense" in wall or "sight" not in wall:
        sense = _OLD_SENSE.get(whole(wall.get("sense", 1)) or 0, NORMAL)
        if "sense" in wall:
            changed["sight"] = sense
        changed.setdefault("light", changed.get("sight", NORMAL))
    for name in _SENSES:
        value = whole(changed.get(name, NORMAL))
        changed[name] = NORMAL if value is None else _OLD_SENSE.get(value, value)
    if not changed.get("dir"):
        changed.pop("dir", None)
    if changed.get("threshold", 0) is None:
        del changed["threshold"]
    return changed


def meaning_of(wall: dict[str, Any]) -> Meaning:
    """What a document in the shape of version 10 is to a map."""
    door = whole(wall.get("door")) or 0
    if door in (1, 2):
        return Meaning(WallKind.DOOR, whole(wall.get("ds")) == 1, door == 2)
    if not wall.get("move", NORMAL):
        return Meaning(None)
    sight = wall.get("sight", NORMAL)
    # 30 and 40 let sight through near by, or far off: so windows are made since version 10.
    return Meaning(WallKind.WALL if sight in (LIMITED, NORMAL) else WallKind.WINDOW)


def written_wall(wall: Wall) -> dict[str, Any]:
    """The document of a wall without its ends, as Foundry's own tools would make it."""
    seen_through = wall.kind is WallKind.WINDOW
    door = 0 if wall.kind is not WallKind.DOOR else 2 if wall.is_secret_door else 1
    return {
        "light": NONE if seen_through else NORMAL,
        "move": NORMAL,
        "sight": NONE if seen_through else NORMAL,
        "sound": NORMAL,
        "door": door,
        "ds": 1 if wall.is_open_door else 0,
    }


def read_walls(
    found: list[dict[str, Any]], ends: Segments, page: Page, notices: list[Notice], level: str | None = None
) -> ReadWalls:
    """The walls that lie on a page.

    Args:
        found, ends: from `documents`.
        page: where the map lies.
        notices: what was changed or kept aside is added here.
        level: the id of the level shown, in scenes with several.
    """
    segments = without_noise((ends - np.tile([page.left, page.top], 2)) / page.pixels)
    long = lengths(segments) > 0
    parts, inside = clipped(segments, page.width, page.height)
    parts = without_noise(parts)
    changed = (np.abs(parts - segments).max(axis=1, initial=0) > 1e-6).tolist()
    read = ReadWalls()
    tally = _Tally()
    for document, part, there, real, cut in zip(
        found, parts.tolist(), inside.tolist(), long.tolist(), changed, strict=True
    ):
        meaning = meaning_of(document)
        if not real:
            tally.points += 1
            continue
        if not _on_level(document, level):
            tally.other_levels += 1
        elif meaning.kind is None:
            tally.stops_no_step += 1
        elif not there:
            read.outside += 1
        else:
            read.walls.append(_wall(_exact(document, page) or part, meaning, document))
            read.doors += meaning.kind is WallKind.DOOR
            tally.count(meaning, document)
            tally.cut += cut
            continue
        read.aside.append(document)
    notices += tally.notices()
    return read


@dataclass
class _Tally:
    """What is worth a sentence."""

    cut: int = 0
    points: int = 0
    other_levels: int = 0
    stops_no_step: int = 0
    limited: int = 0
    near: int = 0
    one_way: int = 0
    secret: int = 0
    locked: int = 0
    windows: int = 0

    def count(self, meaning: Meaning, document: dict[str, Any]) -> None:
        self.secret += meaning.secret
        self.locked += meaning.kind is WallKind.DOOR and whole(document.get("ds")) == 2
        self.windows += meaning.kind is WallKind.WINDOW
        self.limited += meaning.kind is WallKind.WALL and document["sight"] == LIMITED
        self.near += meaning.kind is WallKind.WINDOW and document["sight"] != NONE
        self.one_way += whole(document.get("dir")) in (1, 2)

    def notices(self) -> Iterator[Notice]:
        for template, count in (
            ("Walls cut at the map's edge: {count}.", self.cut),
            ("Secret doors: {count}. Players see them as walls while they are closed.", self.secret),
            ("Locked doors: {count}. They are closed doors here.", self.locked),
            ("Walls that stop steps but not sight: {count}. They became windows.", self.windows),
            ("Windows that in Foundry also go by distance: {count}.", self.near),
            ("Walls that sight passes once (limited): {count}. They became walls.", self.limited),
            ("Walls that stop from one side only: {count}. Here they stop from both.", self.one_way),
            (
                "Walls that stop no step, only sight, light or sound, kept but not shown: {count}.",
                self.stops_no_step,
            ),
            ("Walls of other levels, kept but not shown: {count}.", self.other_levels),
            ("Walls of no length, left out: {count}.", self.points),
        ):
            yield from counted(template, count)


def _on_level(document: dict[str, Any], level: str | None) -> bool:
    levels = document.get("levels")
    return level is None or not isinstance(levels, list) or not levels or level in levels


def _in_squares(corners: list[int], page: Page) -> list[float]:
    """What reading makes of whole pixels."""
    parts = as_segments([corners]) - np.tile([page.left, page.top], 2)
    read: list[float] = without_noise(parts / page.pixels)[0].tolist()
    return read


def _corners(ends: list[float], page: Page) -> list[int]:
    """Where a wall's ends are on the canvas, in whole pixels as Foundry wants them."""
    corner = (page.left, page.top)
    return [round(corner[index % 2] + each * page.pixels) for index, each in enumerate(ends)]


def _exact(document: dict[str, Any], page: Page) -> list[float] | None:
    """The ends that an export of gridmap had, as long as the wall still stands there; None otherwise."""
    flags = document.get("flags")
    own = flags.get(FIELD) if isinstance(flags, dict) else None
    stated = own.get(EXACT) if isinstance(own, dict) else None
    ends = [number(each, 10_000) for each in stated] if isinstance(stated, list) and len(stated) == 4 else []
    exact = [end for end in ends if end is not None]
    width, height = page.width, page.height
    if len(exact) < 4 or not all(0 <= end <= (width, height)[index % 2] for index, end in enumerate(exact)):
        return None
    return exact if _corners(exact, page) == document.get("c") else None


def _wall(part: list[float], meaning: Meaning, document: dict[str, Any]) -> Wall:
    x, y, to_x, to_y = part
    assert meaning.kind is not None
    flags = document.get("flags")
    own = flags.get(FIELD) if isinstance(flags, dict) else None
    extra: dict[str, Any] = dict(own) if isinstance(own, dict) else {}
    extra = {name: value for name, value in extra.items() if name not in (SECRET, EXTRA, EXACT)}
    if meaning.secret:
        extra[SECRET] = True
    wall = Wall(Point(x, y), Point(to_x, to_y), meaning.kind, meaning.open, extra)
    usual = written_wall(wall)
    rest = {name: value for name, value in document.items() if name != "c" and usual.get(name) != value}
    if isinstance(own, dict) and isinstance(flags, dict):
        rest["flags"] = {name: value for name, value in flags.items() if name != FIELD}
        if not rest["flags"]:
            del rest["flags"]
    return replace(wall, extra=extra | {EXTRA: rest}) if rest else wall


def write_walls(walls: tuple[Wall, ...], page: Page) -> tuple[list[dict[str, Any]], int]:
    """The documents of walls, and how many were left out because Foundry has no such kind.

    What was kept of a wall's document is written again, as long as it still says what the wall is.
    """
    written = []
    ids: set[str] = set()
    left_out = 0
    for wall in walls:
        if wall.is_obstacle:
            left_out += 1
            continue
        rest = wall.extra.get(EXTRA)
        document = written_wall(wall) | (dict(rest) if isinstance(rest, dict) else {})
        if meaning_of(document) != (wall.kind, wall.is_open_door, wall.is_secret_door):
            document |= written_wall(wall)
        identity = document.get("_id")
        if isinstance(identity, str) and identity in ids:  # one wall became two: they cannot share an id
            del document["_id"]
        elif isinstance(identity, str):
            ids.add(identity)
        ends = [*wall.start, *wall.end]
        document["c"] = _corners(ends, page)
        document.setdefault("dir", 0)
        flags = document.get("flags")
        own = {name: value for name, value in wall.extra.items() if name not in (EXTRA, SECRET)}
        if _in_squares(document["c"], page) != ends:
            own[EXACT] = ends
        document["flags"] = (dict(flags) if isinstance(flags, dict) else {}) | ({FIELD: own} if own else {})
        written.append(document)
    return written, left_out
