"""Which parts of a map an edit changed."""

from __future__ import annotations

from gridmap.model.battlemap import BattleMap
from gridmap.model.piece import Part
from gridmap.model.terrain import Layer

PICTURES = "pictures"


def changed_parts(before: BattleMap, after: BattleMap) -> frozenset[str]:
    """Names of the parts that differ, as `Part` and `Layer` have them, and ``pictures``.

    Parts are compared by identity: an edit shares what it leaves alone. A map of another size is another map:
    none of its parts count as changed.
    """
    if (before.width, before.height) != (after.width, after.height):
        return frozenset()
    changed = {str(layer) for layer in Layer if before.terrain.layer(layer) is not after.terrain.layer(layer)}
    for name in (*(str(part) for part in Part), PICTURES):
        if getattr(before, name) is not getattr(after, name):
            changed.add(name)
    return frozenset(changed)
