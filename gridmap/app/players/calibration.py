"""How large a screen's pixels are, and how one screen is to show the map. Knows no windows.

Pixels are the screen's own (device pixels) throughout: a screen's scale factor takes no part in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot, isfinite
from typing import Annotated

import msgspec

INCH = 25.4
"""Millimetres."""
CARD_MM = 85.60
"""The long side of a bank card (ISO/IEC 7810 ID-1)."""
LEAST_PIXELS_PER_MM, MOST_PIXELS_PER_MM = 0.2, 60.0
"""From a projector's wall of 10 m to the finest telephone."""
LEAST_SQUARE_MM, MOST_SQUARE_MM = 5.0, 200.0
LEAST_BRIGHTNESS, MOST_BRIGHTNESS = 0.3, 2.0
MOST_OVERSCAN = 0.15
"""Of the screen's width and height, on each side."""
_MOST_STRETCH = 1.04
"""Beyond this ratio of width and height of a pixel the size that a screen tells is nonsense."""
_LEAST_SCREEN_MM = 100.0

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]
WHOLE: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corners where nothing is to be straightened: top left, top right, bottom right, bottom left."""


class Source(StrEnum):
    """What the size of a pixel was learned from."""

    UNKNOWN = "unknown"
    SCREEN = "screen"
    """The size in millimetres that the screen tells (EDID)."""
    DIAGONAL = "diagonal"
    LINE = "line"
    """A line matched with a ruler or a card."""


@dataclass(frozen=True)
class Calibration:
    """How one screen shows the map.

    Attributes:
        pixels_per_mm: of the screen's own pixels; 0 where unknown.
        source: what that was learned from.
        square_mm: how large a square is to be, in millimetres.
        locked: squares are exactly that large, and neither wheel nor pinch changes it.
        turn: degrees clockwise that the picture is turned by.
        corners: where the picture's corners lie, in shares of the screen's width and height.
        overscan: share of the screen left black on each side.
        brightness: 1 for as it is.
        inverted_grid: whether grid lines have the opposite colour.
    """

    pixels_per_mm: float = 0.0
    source: Source = Source.UNKNOWN
    square_mm: float = INCH
    locked: bool = False
    turn: float = 0.0
    corners: Corners = WHOLE
    overscan: float = 0.0
    brightness: float = 1.0
    inverted_grid: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the size of a pixel is known."""
        return self.pixels_per_mm > 0

    @property
    def is_real(self) -> bool:
        """Whether squares are shown in their real size."""
        return self.locked and self.is_known

    @property
    def scale(self) -> float:
        """Pixels a square in its real size; 0 where unknown.

        >>> round(10 * Calibration(by_diagonal(1920, 1080, 24.0)).scale)
        918
        """
        return self.pixels_per_mm * self.square_mm

    @property
    def is_straight(self) -> bool:
        """Whether no corner was moved."""
        return self.corners == WHOLE

    def learned(self, pixels_per_mm: float, source: Source) -> Calibration:
        """The calibration with another size of a pixel."""
        return replace(self, pixels_per_mm=pixels_per_mm, source=source)

    def turned(self, degrees: float) -> Calibration:
        """Turned further clockwise."""
        return replace(self, turn=(self.turn + degrees) % 360)

    def with_corner(self, number: int, x: float, y: float) -> Calibration:
        """One corner elsewhere; the same calibration where the four would no longer bulge outwards."""
        corners = tuple((x, y) if number == at else corner for at, corner in enumerate(self.corners))
        moved = (corners[0], corners[1], corners[2], corners[3])
        return replace(self, corners=moved) if bulges(moved) else self


def by_physical_size(width: int, height: int, width_mm: float, height_mm: float) -> float | None:
    """Pixels a millimetre by the size that a screen tells; None where that cannot be true.

    The diagonals are compared: screens round their sides to whole millimetres or centimetres.

    >>> round(10 * INCH * by_physical_size(1920, 1080, 531, 299))
    918
    >>> by_physical_size(1920, 1080, 160, 90) is None, by_physical_size(1920, 1080, 0, 0) is None
    (True, True)
    """
    if min(width, height, width_mm, height_mm) <= 0 or max(width_mm, height_mm) < _LEAST_SCREEN_MM:
        return None
    if {round(width_mm), round(height_mm)} in ({160, 90}, {160, 100}, {16, 9}, {16, 10}):
        # Projectors and televisions that tell the shape of their picture in place of its size.
        return None
    stretch = (width / width_mm) / (height / height_mm)
    if not 1 / _MOST_STRETCH <= stretch <= _MOST_STRETCH:
        return None
    return _believable(hypot(width, height) / hypot(width_mm, height_mm))


def by_diagonal(width: int, height: int, inches: float) -> float | None:
    """Pixels a millimetre by the diagonal that a screen is sold by; None for nonsense.

    >>> round(20 * INCH * by_diagonal(3840, 2160, 43))
    2049
    """
    if not (isfinite(inches) and inches > 0):
        return None
    return _believable(hypot(width, height) / (inches * INCH))


def by_line(pixels: float, millimetres: float) -> float | None:
    """Pixels a millimetre by a line on the screen and its length on a ruler; None for nonsense."""
    if not (isfinite(pixels) and isfinite(millimetres) and pixels > 0 and millimetres > 0):
        return None
    return _believable(pixels / millimetres)


def diagonal_inches(width: int, height: int, pixels_per_mm: float) -> float:
    """The diagonal of a screen whose pixels are so large."""
    return hypot(width, height) / pixels_per_mm / INCH


def bulges(corners: Corners) -> bool:
    """Whether the corners, in their order, are those of a shape without a dent or a fold."""
    for at in range(4):
        (ax, ay), (bx, by), (cx, cy) = corners[at], corners[(at + 1) % 4], corners[(at + 2) % 4]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0.01:
            return False
    return True


def _believable(pixels_per_mm: float) -> float | None:
    return pixels_per_mm if LEAST_PIXELS_PER_MM <= pixels_per_mm <= MOST_PIXELS_PER_MM else None


# Kept between runs

_Share = Annotated[float, msgspec.Meta(ge=-0.5, le=1.5)]
_Place = tuple[_Share, _Share]


class _Kept(msgspec.Struct, forbid_unknown_fields=False):
    """A calibration as the settings hold it."""

    pixels_per_mm: Annotated[float, msgspec.Meta(ge=0, le=MOST_PIXELS_PER_MM)] = 0.0
    source: Source = Source.UNKNOWN
    square_mm: Annotated[float, msgspec.Meta(ge=LEAST_SQUARE_MM, le=MOST_SQUARE_MM)] = INCH
    locked: bool = False
    turn: Annotated[float, msgspec.Meta(ge=0, lt=360)] = 0.0
    corners: tuple[_Place, _Place, _Place, _Place] = WHOLE
    overscan: Annotated[float, msgspec.Meta(ge=0, le=MOST_OVERSCAN)] = 0.0
    brightness: Annotated[float, msgspec.Meta(ge=LEAST_BRIGHTNESS, le=MOST_BRIGHTNESS)] = 1.0
    inverted_grid: bool = False


def to_text(calibration: Calibration) -> str:
    """A calibration as text for the settings."""
    return msgspec.json.encode(calibration).decode()


def from_text(text: str) -> Calibration:
    """A calibration from the settings; the plain one where the text is none.

    >>> from_text(to_text(Calibration(3.6, Source.LINE, turn=90.0))).turn, from_text("?") == Calibration()
    (90.0, True)
    """
    try:
        kept = msgspec.json.decode(text.encode(), type=_Kept)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return Calibration()
    found = Calibration(**msgspec.structs.asdict(kept))
    return found if bulges(found.corners) else replace(found, corners=WHOLE)
