"""What of a map is secret, thing by thing, and the map as if none of it existed.

`gridmap.model.players` says what players get. This module says what they must not get, without asking the
other one, so that what was made of a players' map can be held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.elevation import Elevation
from gridmap.model.square import FEET_PER_SQUARE, Point
from gridmap.model.terrain import Layer
from gridmap.model.wall import Wall, WallKind

Mask = npt.NDArray[np.bool_]
SideOf = Callable[[Creature], int]
"""Squares along a side of a creature's space."""


@dataclass(frozen=True)
class Secret:
    """One thing that players may not see.

    Attributes:
        what: what it is, for people: ``hidden creature spy``.
        blocks: the squares it would be seen in: left, top, right and bottom of each block.
        words: what would give it away in a file.
    """

    what: str
    blocks: tuple[tuple[int, int, int, int], ...] = ()
    words: tuple[str, ...] = ()


def secrets_of(battle_map: BattleMap, side_of: SideOf | None = None) -> tuple[Secret, ...]:
    """Everything on a map that players may not see.

    Args:
        battle_map: the GM's map.
        side_of: how large a creature's space is; stated spaces and single squares where left out.
    """
    return (
        *_creatures(battle_map, side_of),
        *_notes(battle_map),
        *_doors(battle_map),
        *_traps(battle_map),
        *_templates(battle_map),
    )


def without_secrets(battle_map: BattleMap, side_of: SideOf | None = None) -> BattleMap:
    """The map with everything secret taken out of it. Pictures stay whole.

    A handout for players made of this map must be the same as one made of the map itself.
    """
    known = _known(battle_map)
    terrain = battle_map.terrain
    for layer in Layer:
        grid = terrain.layer(layer)
        if layer is Layer.HAZARDOUS and battle_map.secret_hazards is not None:
            grid = np.where(battle_map.secret_hazards != 0, np.uint8(0), grid)
        terrain = terrain.with_layer(layer, np.where(known, grid, grid.dtype.type(0)))
    elevation = battle_map.elevation
    if elevation is not None:
        elevation = Elevation(np.where(known, elevation.feet, np.int16(0)))
    return replace(
        battle_map,
        terrain=terrain,
        elevation=elevation,
        secret_hazards=None,
        walls=tuple(_as_it_looks(wall) for wall in battle_map.walls if _touches(wall, known)),
        creatures=tuple(
            _without_words(creature)
            for creature in battle_map.creatures
            if not _is_unseen(creature, battle_map, side_of)
        ),
        notes=tuple(
            replace(note, extra={})
            for note in battle_map.notes
            if not note.secret and _is_near(note.at, known)
        ),
        templates=tuple(template for template in battle_map.templates if not template.secret),
        saved_views=(),
        view={},
        extra={},
    )


def _known(battle_map: BattleMap) -> Mask:
    if battle_map.fog is None:
        return np.ones(battle_map.terrain.shape, np.bool_)
    return battle_map.fog.known


def _block(creature: Creature, side_of: SideOf | None) -> tuple[int, int, int, int]:
    if side_of is not None:
        side = side_of(creature)
    else:
        side = 1 if creature.space is None else creature.space // FEET_PER_SQUARE
    x, y = creature.at
    return x, y, x + side, y + side


def _is_unseen(creature: Creature, battle_map: BattleMap, side_of: SideOf | None) -> bool:
    if creature.hidden or battle_map.fog is None:
        return creature.hidden
    left, top, right, bottom = _block(creature, side_of)
    seen = battle_map.fog.in_sight[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    return not seen.any()


def _without_words(creature: Creature) -> Creature:
    """Its id stays, since overlays ask for it."""
    name = creature.name if creature.named else ""
    return replace(creature, name=name, notes="", extra={})


def _creatures(battle_map: BattleMap, side_of: SideOf | None) -> Iterator[Secret]:
    seen_words = {
        word
        for creature in battle_map.creatures
        if creature.named and not _is_unseen(creature, battle_map, side_of)
        for word in (creature.id, creature.name)
    }
    for creature in battle_map.creatures:
        names = tuple({creature.id, creature.name} - seen_words)
        if _is_unseen(creature, battle_map, side_of):
            why = "hidden creature" if creature.hidden else "creature out of sight"
            block = _block(creature, side_of)
            yield Secret(f"{why} {creature.title}", (block,), (*names, creature.notes))
        elif not creature.named:
            yield Secret(f"name of {creature.title}", (), (*names, creature.notes))
        elif creature.notes:
            yield Secret(f"words about {creature.title}", (), (creature.notes,))


def _notes(battle_map: BattleMap) -> Iterator[Secret]:
    known = _known(battle_map)
    for note in battle_map.notes:
        if note.secret or not _is_near(note.at, known):
            x, y = floor(note.at.x), floor(note.at.y)
            first = note.text.strip().splitlines()[0] if note.text.strip() else ""
            yield Secret(f"note {first[:40]!r}", ((x, y, x + 1, y + 1),), (note.text, first))


def _doors(battle_map: BattleMap) -> Iterator[Secret]:
    for wall in battle_map.walls:
        if wall.is_secret_door and not wall.open:
            left, top, right, bottom = _box(wall)
            at = f"{min(wall.start.x, wall.end.x):g},{min(wall.start.y, wall.end.y):g}"
            yield Secret(f"secret door at {at}", ((left, top, right, bottom),))


def _traps(battle_map: BattleMap) -> Iterator[Secret]:
    if battle_map.secret_hazards is None:
        return
    hidden = (battle_map.secret_hazards != 0) & (battle_map.terrain.hazardous != 0)
    for y, x in np.argwhere(hidden).tolist():
        yield Secret(f"trap at {x},{y}", ((x, y, x + 1, y + 1),))


def _templates(battle_map: BattleMap) -> Iterator[Secret]:
    for template in battle_map.templates:
        if template.secret:
            yield Secret(f"secret area {template.name or template.area}", (), (template.name,))


def _as_it_looks(wall: Wall) -> Wall:
    hidden = wall.is_secret_door and not wall.open
    return replace(wall, kind=WallKind.WALL if hidden else wall.kind, extra={})


def _box(wall: Wall) -> tuple[int, int, int, int]:
    """The squares that a wall runs through or along."""
    xs, ys = (wall.start.x, wall.end.x), (wall.start.y, wall.end.y)
    return ceil(min(xs)) - 1, ceil(min(ys)) - 1, floor(max(xs)) + 1, floor(max(ys)) + 1


def _touches(wall: Wall, known: Mask) -> bool:
    """Whether any square beside a wall may be known."""
    left, top, right, bottom = _box(wall)
    return bool(known[max(0, top) : max(0, bottom), max(0, left) : max(0, right)].any())


def _is_near(at: Point, known: Mask) -> bool:
    """Whether a place lies in a known square, or on the border of one."""
    columns = slice(max(0, ceil(at.x) - 1), max(0, floor(at.x) + 1))
    rows = slice(max(0, ceil(at.y) - 1), max(0, floor(at.y) + 1))
    return bool(known[rows, columns].any())
