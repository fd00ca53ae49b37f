"""What a reader may be asked for where a file leaves a choice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gridmap.formats.errors import FormatError
from gridmap.model.square import FEET_PER_SQUARE

MAX_CELL_FEET = 100


class Portal(StrEnum):
    """What a portal is, which Universal VTT does not say."""

    DOOR = "door"
    OPEN_DOOR = "open-door"
    WINDOW = "window"


@dataclass(frozen=True)
class ReadOptions:
    """Choices of whoever opens a file.

    Attributes:
        scene: the name or id of the scene to read where a file holds several; None for the first.
        level: the name or id of the level to read where a scene has several; None for the first.
        cell_feet: feet along a cell, or a grid square, of the file; None for what the file says, or else
            what is usual in its format.
        open_portals: what portals of Universal VTT are that are not closed; None for open doors.
        narrow_portals: what closed ones are that are too narrow for a door; None for doors.
        unstated_portals: what those are that do not say whether they are closed; None for doors.
        picture: the file of a map's picture that is only named, or not even that; None for what is found.
        pixels_per_square: of a plain picture; None for what its name says, or else what is usual.
        snap: how far off a line of the grid a wall may lie to be brought onto it, in squares; 0: none is.
        salvage: open what can be saved of a damaged map of this program's own format.
    """

    scene: str | None = None
    level: str | None = None
    cell_feet: int | None = None
    open_portals: Portal | None = None
    narrow_portals: Portal | None = None
    unstated_portals: Portal | None = None
    picture: Path | None = None
    pixels_per_square: float | None = None
    snap: float = 0.0
    salvage: bool = False

    def squares_per_cell(self, usual_feet: int) -> int:
        """Squares along a cell.

        Raises:
            FormatError: the asked size is no whole number of squares.

        >>> ReadOptions().squares_per_cell(10), ReadOptions(cell_feet=5).squares_per_cell(10)
        (2, 1)
        """
        feet = usual_feet if self.cell_feet is None else self.cell_feet
        if not FEET_PER_SQUARE <= feet <= MAX_CELL_FEET or feet % FEET_PER_SQUARE:
            raise FormatError(
                f"a cell of {feet:,} feet: it must be a multiple of {FEET_PER_SQUARE} "
                f"from {FEET_PER_SQUARE} to {MAX_CELL_FEET}"
            )
        return feet // FEET_PER_SQUARE


NO_OPTIONS = ReadOptions()
