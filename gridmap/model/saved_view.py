"""Parts of the map to come back to."""

from __future__ import annotations

from dataclasses import dataclass

from gridmap.model.square import Point


@dataclass(frozen=True)
class SavedView:
    """A framed part of the map with a name: a scene for the players' window.

    Attributes:
        name: unique among the map's views.
        centre: its middle, in squares.
        width: in squares.
        height: in squares.
        turn: degrees clockwise that the map is turned by.
    """

    name: str
    centre: Point
    width: float
    height: float
    turn: float = 0.0
