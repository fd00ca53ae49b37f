"""Doors of donjon's dungeons: their kinds, and which side of their cell the leaf stands on."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from gridmap.formats.cells import Floor, Side
from gridmap.formats.lenient import counted
from gridmap.formats.report import Notice


class DoorKind(StrEnum):
    """A door's type by donjon's name; in order, so that a cell with two of them counts as the later."""

    ARCH = "arch"
    DOOR = "door"
    LOCKED = "locked"
    TRAPPED = "trapped"
    PORTCULLIS = "portcullis"
    SECRET = "secret"

    @classmethod
    def named(cls, name: object) -> DoorKind | None:
        """The kind of that name, None for any other."""
        return cls(name) if isinstance(name, str) and name in set(cls) else None


def side_between(floor: Floor, x: int, y: int) -> Side:
    """Where the leaf of a door stands of which only the cell is known: across the way through it."""
    _, width = floor.shape
    left = x > 0 and bool(floor[y, x - 1])
    right = x + 1 < width and bool(floor[y, x + 1])
    return Side.LEFT if left and right else Side.TOP


def told_by_kind(kinds: Iterable[DoorKind]) -> list[Notice]:
    """How many doors of each kind, and what became of those that a map has no such kind for."""
    numbers = dict.fromkeys(DoorKind, 0)
    for kind in kinds:
        numbers[kind] += 1
    told = ", ".join(f"{count} {kind}" for kind, count in numbers.items() if count)
    notices = [Notice("Doors by type: {told}.", {"told": told})] if told else []
    notices += counted("Arches: {count}. They stay open: nothing stands in them.", numbers[DoorKind.ARCH])
    notices += counted(
        "Portcullises: {count}. They became doors: closed, they stop sight too.",
        numbers[DoorKind.PORTCULLIS],
    )
    return notices
