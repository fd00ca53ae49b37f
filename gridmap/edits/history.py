"""The values of a map so far. Undo is stepping back to the value before; nothing can half fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gridmap.model.battlemap import BattleMap
from gridmap.model.elevation import Elevation
from gridmap.model.fog import Fog
from gridmap.model.picture import Asset
from gridmap.model.terrain import Layer, Terrain

DEFAULT_BYTE_LIMIT = 256 * 1024 * 1024
_BYTES_PER_PART = 256
"""What one wall, creature, note or picture is counted as."""
_PARTS = (
    "terrain",
    "elevation",
    "fog",
    "secret_hazards",
    "assets",
    "walls",
    "creatures",
    "notes",
    "pictures",
    "teams",
    "templates",
    "saved_views",
)


@dataclass(frozen=True)
class Entry:
    """A value of the map and what made it out of the one before."""

    battle_map: BattleMap
    label: str


class History:
    """The values so far with their labels, a saved mark, and a limit in bytes rather than in steps.

    >>> start = BattleMap.empty(2, 2)
    >>> history = History(start)
    >>> history.commit(start.with_changes(name="Ford"), "Rename")
    >>> history.undo_label, history.undo() is start, history.redo_label
    ('Rename', True, 'Rename')
    """

    def __init__(self, start: BattleMap, byte_limit: int = DEFAULT_BYTE_LIMIT) -> None:
        self._entries = [Entry(start, "")]
        self._position = 0
        self._byte_limit = byte_limit
        self._saved: BattleMap | None = start
        self._bytes = _own_bytes(start, None)

    @property
    def current(self) -> BattleMap:
        """The map as it is now."""
        return self._entries[self._position].battle_map

    @property
    def can_undo(self) -> bool:
        """Whether there is a value before."""
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone and nothing was done since."""
        return self._position + 1 < len(self._entries)

    @property
    def undo_label(self) -> str:
        """What undo takes back, empty where there is nothing."""
        return self._entries[self._position].label if self.can_undo else ""

    @property
    def redo_label(self) -> str:
        """What redo does again, empty where there is nothing."""
        return self._entries[self._position + 1].label if self.can_redo else ""

    @property
    def is_saved(self) -> bool:
        """Whether the current value is the one marked as saved."""
        return self._saved is self.current

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all steps kept, undone ones too, oldest first."""
        return tuple(entry.label for entry in self._entries[1:])

    def commit(self, battle_map: BattleMap, label: str) -> None:
        """Make a value the current one; the same value again is no step. What was undone is dropped."""
        if battle_map is self.current:
            return
        for undone, before in zip(
            self._entries[self._position + 1 :], self._entries[self._position :], strict=False
        ):
            self._bytes -= _own_bytes(undone.battle_map, before.battle_map)
        del self._entries[self._position + 1 :]
        self._bytes += _own_bytes(battle_map, self.current)
        self._entries.append(Entry(battle_map, label))
        self._position += 1
        self._forget_oldest()

    def undo(self) -> BattleMap:
        """Step back and return the value before; the current one where there is none."""
        self._position = max(0, self._position - 1)
        return self.current

    def redo(self) -> BattleMap:
        """Step forward again and return that value; the current one where there is none."""
        self._position = min(len(self._entries) - 1, self._position + 1)
        return self.current

    def mark_saved(self) -> None:
        """The current value is what the file holds."""
        self._saved = self.current

    def mark_unsaved(self) -> None:
        """No value is what the file holds (a recovered map, a map that never had a file)."""
        self._saved = None

    def byte_size(self) -> int:
        """About how many bytes the values take: the oldest whole, of a later one what it adds."""
        return self._bytes

    def _forget_oldest(self) -> None:
        """Drop the oldest values over the byte limit, never the current one and the one before it."""
        while self._position > 1 and self._bytes > self._byte_limit:
            oldest, second = self._entries[0].battle_map, self._entries[1].battle_map
            self._bytes -= _own_bytes(oldest, None) + _own_bytes(second, oldest) - _own_bytes(second, None)
            del self._entries[0]
            self._position -= 1


def _own_bytes(battle_map: BattleMap, before: BattleMap | None) -> int:
    """Bytes of a value that the value before it does not hold already."""
    total = _BYTES_PER_PART
    for name in _PARTS:
        part = getattr(battle_map, name)
        old = None if before is None else getattr(before, name)
        if part is old:
            continue
        known = {key for key, _ in _pieces(old)}
        total += sum(size for key, size in _pieces(part) if key not in known)
    return total


def _pieces(part: object) -> Iterator[tuple[int, int]]:
    """(identity, bytes) of what a part of a map consists of."""
    match part:
        case Terrain():
            grids = {id(grid): grid.nbytes for grid in (part.layer(layer) for layer in Layer)}
            yield from grids.items()
        case Fog():
            yield id(part.revealed), part.revealed.nbytes
        case Elevation():
            yield id(part.feet), part.feet.nbytes
        case np.ndarray():
            yield id(part), part.nbytes
        case tuple():
            for piece in part:
                size = len(piece.content) if isinstance(piece, Asset) else _BYTES_PER_PART
                yield id(piece), size
