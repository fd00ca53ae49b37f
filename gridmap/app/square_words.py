"""What there is to say of the square under the cursor."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gridmap.app import creature_places as places
from gridmap.app.editor import Editor
from gridmap.app.rulesets import ruleset_of
from gridmap.app.terrain_names import kind_name
from gridmap.app.tools.options import TERRAIN_KINDS
from gridmap.app.words import feet_and_squares
from gridmap.model import FEET_PER_SQUARE, BattleMap, Square
from gridmap.rules.metric import boxes_apart, creature_box, square_box


def _tr(text: str) -> str:
    return QCoreApplication.translate("square", text)


def square_lines(editor: Editor) -> tuple[str, ...]:
    """The square under the cursor: place and terrain, distance, and what the overlays say of it."""
    pointer = editor.pointer
    battle_map = editor.document.shown
    if pointer is None or not battle_map.contains(pointer.square):
        return ()
    lines = [place_words(editor)]
    away = distance_words(editor)
    if away:
        lines.append(away)
    return (*lines, *editor.overlays.reasons_at(pointer.square))


def place_words(editor: Editor) -> str:
    """Coordinates, terrain and who stands there; empty off the map."""
    pointer = editor.pointer
    battle_map = editor.document.shown
    if pointer is None or not battle_map.contains(pointer.square):
        return ""
    square = pointer.square
    parts = [_tr("Square {x}, {y}").format(x=square.x, y=square.y), *terrain_words(battle_map, square)]
    creature = places.creature_at(battle_map, pointer.at)
    if creature is not None:
        parts.append(creature.title)
    return " · ".join(parts)


def terrain_words(battle_map: BattleMap, square: Square) -> tuple[str, ...]:
    """The kinds of terrain in a square."""
    return tuple(
        kind_name(kind)
        for kind in TERRAIN_KINDS
        if battle_map.terrain.layer(kind.layer)[square.y, square.x] == kind.value
    )


def distance_words(editor: Editor) -> str:
    """How far the square is from the selected creature, in feet and squares; empty without one."""
    creature = editor.selection.single
    pointer = editor.pointer
    if creature is None or pointer is None:
        return ""
    held = editor.overlays.held_map
    if held is not None:
        # It is being dragged: from where it stood, unless it was made in mid-drag.
        creature = next((each for each in held.creatures if each.id == creature.id), creature)
    ruleset = ruleset_of(editor.document.shown)
    box = square_box(pointer.square, creature.altitude)
    squares = boxes_apart(creature_box(creature, ruleset), box, ruleset.metric)
    return _tr("{distance} from {creature}").format(
        distance=feet_and_squares(squares * FEET_PER_SQUARE), creature=creature.title
    )
