"""Areas of effect that stay on the map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Template:
    """An area kept on the map: a cloud, a wall of fire, the burst that was just announced.

    Attributes:
        id: unique on the map.
        area: the area as its overlay's name says it, e.g. ``area:burst:20:8,5``.
        name: what it is called on the map.
        secret: for the GM only.
    """

    id: str
    area: str
    name: str = ""
    secret: bool = False
