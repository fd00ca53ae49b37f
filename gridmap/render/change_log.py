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


class ChangeLog:
    """Counts the changes of each stratum and remembers the last of them."""

    def __init__(self) -> None:
        self._changes: dict[Stratum, list[Change]] = {stratum: [] for stratum in Stratum}
        self._counts: dict[Stratum, int] = dict.fromkeys(Stratum, 0)

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
        for stratum, change in found.items():
            self._counts[stratum] += 1
            self._changes[stratum].append(change)
            del self._changes[stratum][:-_REMEMBERED]

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
