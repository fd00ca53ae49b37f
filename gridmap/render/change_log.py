"""What changed from scene to scene, kept for each layer of a picture until the picture has taken it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import reduce

from gridmap.render.changes import (
    Change,
    everything,
    fields_change,
    figures_change,
    ground_change,
    marks_change,
    standing_change,
)
from gridmap.render.scene import Scene

_REMEMBERED = 64
"""A picture that missed more changes than these is drawn whole."""
_REMEMBERED_BYTES = 16 * 2**20
"""Of a layer's changes; on a large map they are fewer."""


class Stratum(Enum):
    """What lies on one another in a place of the map."""

    GROUND = "ground"
    FIELDS = "fields"
    MARKS = "marks"
    STANDING = "standing"
    FIGURES = "figures"
    OVER_MARKS = "over marks"
    """What stands, and beneath it the heat maps' numbers."""
    WHOLE = "whole"


_COMPARE: dict[Stratum, Callable[[Scene, Scene], Change | None]] = {
    Stratum.GROUND: ground_change,
    Stratum.FIELDS: fields_change,
    Stratum.MARKS: marks_change,
    Stratum.STANDING: standing_change,
    Stratum.FIGURES: figures_change,
}
_JOINED = {
    Stratum.OVER_MARKS: (Stratum.FIELDS, Stratum.STANDING),
    Stratum.WHOLE: tuple(_COMPARE),
}
_DRAWN_ON = tuple(stratum for stratum in Stratum if stratum not in (Stratum.MARKS, Stratum.FIGURES))
"""Layers that have an image of their own; changes of the others are noted with those of the whole."""


class ChangeLog:
    """Counts the changes of each stratum and remembers the last of them."""

    def __init__(self) -> None:
        self._changes: dict[Stratum, list[Change]] = {stratum: [] for stratum in _DRAWN_ON}
        self._counts: dict[Stratum, int] = dict.fromkeys(_DRAWN_ON, 0)

    def follow(self, before: Scene | None, after: Scene) -> None:
        """Note where two scenes differ; all of it where there was none before."""
        found: dict[Stratum, Change] = {}
        for stratum, compare in _COMPARE.items():
            change = everything(after.battle_map) if before is None else compare(before, after)
            if change is not None:
                found[stratum] = change
        for stratum, parts in _JOINED.items():
            changes = [found[part] for part in parts if part in found]
            if changes:
                found[stratum] = reduce(Change.joined, changes)
        for stratum, kept in self._changes.items():
            if stratum in found:
                self._counts[stratum] += 1
                kept.append(found[stratum])
                _forget_first(kept)

    def count(self, stratum: Stratum) -> int:
        """How many changes there were."""
        return self._counts[stratum]

    def since(self, stratum: Stratum, count: int) -> Sequence[Change] | None:
        """The changes after the first so many, oldest first; None where they are not remembered any more."""
        missed = self._counts[stratum] - count
        changes = self._changes[stratum]
        if missed > len(changes):
            return None
        return changes[-missed:] if missed else ()


def _forget_first(changes: list[Change]) -> None:
    """Drop the oldest changes while they are too many, never the last."""
    taken = sum(0 if change.mask is None else change.mask.nbytes for change in changes)
    while len(changes) > _REMEMBERED or (taken > _REMEMBERED_BYTES and len(changes) > 1):
        first = changes.pop(0)
        taken -= 0 if first.mask is None else first.mask.nbytes
