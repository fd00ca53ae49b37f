"""Portals of Universal VTT: doors and windows, which the format does not tell apart.

Three kinds of portals may be either: those that are not closed (by most programs a window, by some an open
door), closed ones that are too narrow for a door, and those that do not say whether they are closed. Each
kind is one `Choice` a file; unless `ReadOptions` answers it, it is told as not asked yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import cos, sin
from typing import Any

import numpy as np

from gridmap.formats.aside import FIELD
from gridmap.formats.choices import Answer, Choice
from gridmap.formats.errors import FormatError, shown
from gridmap.formats.fields import check_plain
from gridmap.formats.lenient import Skipped, number, place
from gridmap.formats.options import Portal, ReadOptions
from gridmap.formats.report import Notice
from gridmap.formats.segments import SAME_DOOR, as_segments, clipped, lengths, merged, without_noise
from gridmap.model.square import Point
from gridmap.model.wall import Wall, WallKind

EXTRA = "universal_vtt"
"""Under what name the map's and its doors' `extra` hold what is kept of the file."""
FARTHEST = 1e6
"""No coordinate of the format is larger, in squares."""
MAX_PORTALS = 5_000
NARROW = 0.8
"""A closed portal shorter than so many squares may be a window."""


class Doubt(StrEnum):
    """Why a portal may be another thing than it says; the option's name that settles it."""

    OPEN = "open_portals"
    NARROW = "narrow_portals"
    UNSTATED = "unstated_portals"


_USUAL = {Doubt.OPEN: Portal.OPEN_DOOR, Doubt.NARROW: Portal.DOOR, Doubt.UNSTATED: Portal.DOOR}
_ANSWERS = {
    Portal.DOOR: Answer(Portal.DOOR, "closed doors"),
    Portal.OPEN_DOOR: Answer(Portal.OPEN_DOOR, "open doors"),
    Portal.WINDOW: Answer(Portal.WINDOW, "windows"),
}
_PROPOSED = {
    Doubt.OPEN: (Portal.WINDOW, Portal.OPEN_DOOR, Portal.DOOR),
    Doubt.NARROW: (Portal.WINDOW, Portal.DOOR, Portal.OPEN_DOOR),
    Doubt.UNSTATED: (Portal.DOOR, Portal.WINDOW, Portal.OPEN_DOOR),
}
"""The likeliest answer first, as it is offered; what is taken unasked may be another one."""
_QUESTIONS = {
    Doubt.OPEN: "Portals that are not closed: {count}. Are they open doors or windows?",
    Doubt.NARROW: "Closed portals less than {narrow:g} squares wide: {count}. Are they doors or windows?",
    Doubt.UNSTATED: "Portals that do not say whether they are closed: {count}. What are they?",
}
_TOLD = {
    Doubt.OPEN: "Portals marked as not closed: {count}. They became {taken}, but may be {other}: "
    "some programs mean the one by it, some the other.",
    Doubt.NARROW: "Closed portals less than {narrow:g} squares wide: {count}. They became {taken}, "
    "but may be {other}.",
    Doubt.UNSTATED: "Portals that do not say whether they are closed: {count}. They became {taken}, "
    "but may be {other}.",
}


@dataclass
class Door:
    """A portal.

    Attributes:
        segment: x and y of one end and of the other.
        closed: as the file says; None where it does not, or not so that it can be understood.
        extra: its further fields.
        kind: what it is read as.
    """

    segment: tuple[float, float, float, float]
    closed: bool | None
    extra: dict[str, Any] = field(default_factory=dict)
    kind: Portal = Portal.DOOR

    @property
    def own_window(self) -> bool:
        """Whether gridmap wrote it as a window; the format itself knows none."""
        own = self.extra.get(FIELD)
        return isinstance(own, dict) and own.get("kind") == WallKind.WINDOW

    def wall(self) -> Wall:
        """The portal as the map has it."""
        x, y, to_x, to_y = self.segment
        kept = {name: value for name, value in self.extra.items() if name != FIELD}
        extra: dict[str, Any] = {EXTRA: kept} if kept else {}
        own = self.extra.get(FIELD)
        if isinstance(own, dict):
            extra |= {name: value for name, value in own.items() if name not in ("kind", EXTRA)}
        kind = WallKind.WINDOW if self.kind is Portal.WINDOW else WallKind.DOOR
        return Wall(Point(x, y), Point(to_x, to_y), kind, self.kind is Portal.OPEN_DOOR, extra)


@dataclass
class FoundDoors:
    """Portals read.

    Attributes:
        inside: those on the map, in its squares.
        outside: how many are not on it.
        choices: what they leave open.
    """

    inside: list[Door]
    outside: int
    choices: list[Choice]

    @property
    def windows(self) -> int:
        """How many of them were read as windows."""
        return sum(door.kind is Portal.WINDOW for door in self.inside)


def read_portals(
    portals: object,
    corner: tuple[int, int],
    size: tuple[int, int],
    options: ReadOptions,
    notices: list[Notice],
    *,
    own: bool,
) -> FoundDoors:
    """The portals of a document.

    Args:
        portals: its field of that name.
        corner: the map's top-left square in the file's coordinates.
        size: the map's width and height.
        options: what doubtful portals are.
        notices: what was merged, guessed or left out is added here.
        own: gridmap wrote the file, so windows are marked as such and nothing is in doubt.

    Raises:
        FormatError: it is no list, or a very long one.
    """
    if not isinstance(portals, list):
        raise FormatError(f"portals is {shown(portals)}; it must be a list")
    if len(portals) > MAX_PORTALS:
        raise FormatError(f"portals has {len(portals):,} entries; the limit is {MAX_PORTALS:,}")
    skipped = Skipped("Portals")
    doors = _one_of_each(list(_read(portals, skipped)), notices)
    notices += skipped.notices()
    segments = as_segments([door.segment for door in doors]) - np.tile(corner, 2)
    segments = segments if own else without_noise(segments)
    long = lengths(segments)
    parts, inside = clipped(segments, *size)
    for door, part in zip(doors, parts if own else without_noise(parts), strict=True):
        x, y, to_x, to_y = map(float, part)
        door.segment = (x, y, to_x, to_y)
    choices = _settle(doors, long.tolist(), inside.tolist(), options, notices, own=own)
    kept = [door for door, there in zip(doors, inside, strict=True) if there]
    return FoundDoors(kept, len(doors) - len(kept), choices)


def _read(portals: list[Any], skipped: Skipped) -> Iterator[Door]:
    for index, portal in enumerate(portals):
        segment = _segment(portal) if isinstance(portal, dict) else None
        if segment is None:
            skipped.add(f"portals[{index}]")
            continue
        extra = {
            name: value for name, value in portal.items() if name not in ("position", "bounds", "closed")
        }
        try:
            check_plain(extra, f"portals[{index}]", 1)
        except FormatError:
            extra = {}
            skipped.add(f"the further fields of portals[{index}]")
        yield Door(segment, _is_closed(portal.get("closed")), extra)


def _segment(portal: dict[str, Any]) -> tuple[float, float, float, float] | None:
    """From its bounds, else a square wide across its position, turned as it says."""
    bounds = portal.get("bounds")
    if isinstance(bounds, list) and len(bounds) >= 2:
        start, end = place(bounds[0], FARTHEST), place(bounds[-1], FARTHEST)
        if start is not None and end is not None and start != end:
            return (*start, *end)
    middle, turn = place(portal.get("position"), FARTHEST), number(portal.get("rotation", 0), FARTHEST)
    if middle is None or turn is None:
        return None
    x, y = cos(turn) / 2, sin(turn) / 2
    return (middle[0] - x, middle[1] - y, middle[0] + x, middle[1] + y)


_YES, _NO = frozenset({"true", "yes", "1", "closed"}), frozenset({"false", "no", "0", "open"})


def _is_closed(value: Any) -> bool | None:
    """As the file says; a converter writes the answer as a list of one. None where it says neither."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _YES else False if word in _NO else None
    return bool(value) if value in (0, 1) else None


def _one_of_each(doors: list[Door], notices: list[Notice]) -> list[Door]:
    """Frame and leaf of one door given as two portals, made one; closed if either is."""
    groups = merged(as_segments([door.segment for door in doors]))
    single = []
    for first, *others in groups:
        door = doors[first]
        stated = [doors[each].closed for each in (first, *others) if doors[each].closed is not None]
        door.closed = any(stated) if stated else None
        single.append(door)
    if len(single) < len(doors):
        notices.append(
            Notice(
                "Portals within {apart:g} squares of another, taken for the same door: {count}.",
                {"count": len(doors) - len(single), "apart": SAME_DOOR},
            )
        )
    return single


def _settle(
    doors: list[Door],
    long: list[float],
    inside: list[bool],
    options: ReadOptions,
    notices: list[Notice],
    *,
    own: bool,
) -> list[Choice]:
    """Give each portal its kind; the choices that had to be made for those on the map."""
    doubts: dict[Doubt, int] = {}
    taken = {doubt: getattr(options, doubt) or usual for doubt, usual in _USUAL.items()}
    for door, length, there in zip(doors, long, inside, strict=True):
        if door.own_window:
            door.kind = Portal.WINDOW
            continue
        doubt = _doubt(door, length)
        if own and doubt is not Doubt.UNSTATED:
            door.kind = Portal.OPEN_DOOR if door.closed is False else Portal.DOOR
        elif doubt is not None:
            door.kind = taken[doubt]
            doubts[doubt] = doubts.get(doubt, 0) + there
    choices = []
    for doubt in Doubt:
        if not doubts.get(doubt):
            continue
        arguments = {"count": doubts[doubt], "narrow": NARROW}
        answers = tuple(_ANSWERS[portal] for portal in _PROPOSED[doubt])
        unasked = getattr(options, doubt) is None
        choices.append(Choice(doubt, Notice(_QUESTIONS[doubt], arguments), taken[doubt], answers, unasked))
        other = Portal.DOOR if taken[doubt] is Portal.WINDOW else Portal.WINDOW
        if taken[doubt] is Portal.WINDOW and doubt is Doubt.OPEN:
            other = Portal.OPEN_DOOR
        names = {"taken": str(_ANSWERS[taken[doubt]]), "other": str(_ANSWERS[other])}
        notices.append(Notice(_TOLD[doubt], arguments | names))
    return choices


def _doubt(door: Door, length: float) -> Doubt | None:
    """What may be in doubt about a portal."""
    if door.closed is None:
        return Doubt.UNSTATED
    if not door.closed:
        return Doubt.OPEN
    return Doubt.NARROW if length < NARROW else None
