"""Where the columns of a One Page Dungeon stand: in the middle of cells, or where four cells meet.

The file gives whole numbers for both. Rooms are symmetrical, so the reading that mirrors onto itself in
its room is the right one.
"""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[int, int]

_MAX_LOOKS = 5_000_000


class Box(NamedTuple):
    """A room's cells."""

    x: int
    y: int
    width: int
    height: int


class Columns(NamedTuple):
    """Columns by where they stand."""

    in_cells: set[Place]
    on_corners: set[Place]


def placed(columns: set[Place], rooms: list[Box]) -> Columns:
    """Each column where it stands in its room; a room that is symmetrical either way has them in cells.

    >>> placed({(1, 1), (2, 1)}, [Box(0, 0, 3, 2)])
    Columns(in_cells=set(), on_corners={(1, 1), (2, 1)})
    >>> placed({(1, 1)}, [Box(0, 0, 3, 3)]).in_cells
    {(1, 1)}
    """
    on_corners: set[Place] = set()
    if len(columns) * len(rooms) <= _MAX_LOOKS:
        for room in rooms:
            on_corners |= _on_corners(columns, room)
    return Columns(columns - on_corners, on_corners)


def _on_corners(columns: set[Place], room: Box) -> set[Place]:
    """The room's columns if they mirror only as corners."""
    right, bottom = room.x + room.width, room.y + room.height
    inside = {(x, y) for x, y in columns if room.x <= x < right and room.y <= y < bottom}
    corners = {(x, y) for x, y in inside if room.x < x and room.y < y}
    if not inside or corners != inside:
        return set()
    as_cells = {(room.x + right - 1 - x, room.y + bottom - 1 - y) for x, y in inside}
    as_corners = {(room.x + right - x, room.y + bottom - y) for x, y in inside}
    return corners if as_corners == inside != as_cells else set()
