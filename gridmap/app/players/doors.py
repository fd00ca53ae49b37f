"""The door that the GM means: at the pointer, else beside the selected creatures."""

from __future__ import annotations

from gridmap.app.editor import Editor
from gridmap.app.rulesets import ruleset_of
from gridmap.edits.walls import distance_to_wall
from gridmap.model import BattleMap, Point, WallKind
from gridmap.rules.space import side

_AT_POINTER = 0.75
"""Squares from the pointer within which a door is meant."""
_BESIDE = 0.75
"""Squares from a creature's side within which a door is beside it."""


def meant_door(editor: Editor) -> int | None:
    """The index of the door meant among the map's walls; None where none is near."""
    battle_map = editor.document.battle_map
    if editor.pointer is not None:
        found = _nearest_door(battle_map, editor.pointer.at, _AT_POINTER)
        if found is not None:
            return found
    ruleset = ruleset_of(battle_map)
    for creature in editor.selection.creatures:
        half = side(creature, ruleset) / 2
        middle = Point(creature.at.x + half, creature.at.y + half)
        found = _nearest_door(battle_map, middle, half + _BESIDE)
        if found is not None:
            return found
    return None


def _nearest_door(battle_map: BattleMap, at: Point, within: float) -> int | None:
    doors = [
        (distance_to_wall(wall, at), index)
        for index, wall in enumerate(battle_map.walls)
        if wall.kind is WallKind.DOOR
    ]
    distance, index = min(doors, default=(within + 1, -1))
    return index if distance <= within else None
