"""Labels and notes that stand on a place of the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gridmap.model.square import Point


@dataclass(frozen=True)
class Note:
    """Words on the map.

    Attributes:
        at: where, in squares.
        text: the words.
        secret: for the GM only.
        extra: fields of a saved map that this version does not know, kept for the way back.
    """

    at: Point
    text: str
    secret: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
