"""Background pictures and the bytes that they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gridmap.model.square import Point


@dataclass(frozen=True)
class Asset:
    """A picture file carried inside the map, byte for byte as it was given.

    Attributes:
        name: its file name inside the saved map, unique on the map.
        content: the encoded picture (PNG, WebP, JPEG …).
    """

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Picture:
    """An asset laid on the map.

    Attributes:
        asset: the `Asset` name; a picture whose asset is missing is drawn as a marked empty frame.
        at: its top-left corner, in squares.
        width: its width in squares.
        height: its height in squares.
        opacity: 0 to 1.
        extra: fields of a saved map that this version does not know, kept for the way back.
        turn: degrees clockwise that it is turned by about its middle.
        mirrored: whether its left and right change places, before it is turned.
        locked: whether the hand cannot move it.
    """

    asset: str
    at: Point
    width: float
    height: float
    opacity: float = 1.0
    extra: Mapping[str, Any] = field(default_factory=dict)
    turn: float = field(default=0.0, kw_only=True)
    mirrored: bool = field(default=False, kw_only=True)
    locked: bool = field(default=False, kw_only=True)
