"""What players may see, decided once.

The copy for players is made from what they may know and nothing else: where two maps differ only in what is
secret, hidden, or out of what was revealed, their copies are equal. Pictures alone are carried whole, since
the model decodes none: `gridmap.render` shows and saves them without what lies under fog.

The map's title, its size, and how much of it is revealed are no secrets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from math import ceil, cos, floor, radians, sin
from pathlib import PurePosixPath

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.elevation import Elevation
from gridmap.model.identity_cache import IdentityCache
from gridmap.model.picture import Asset, Picture
from gridmap.model.players_walls import walls_for_players
from gridmap.model.square import FEET_PER_SQUARE, Point
from gridmap.model.template import Template
from gridmap.model.terrain import Layer, Terrain

Mask = npt.NDArray[np.bool_]
SideOf = Callable[[Creature], int]
"""Squares along a side of a creature's space, by the size table of the ruleset in use."""
UNKNOWN = "unknown"
"""What the ids of creatures begin with whose names players do not know."""
_PLACE = re.compile(r"(square=)?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
_PICTURE_ENDINGS = frozenset((".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".svg"))


def players_map(battle_map: BattleMap, side_of: SideOf | None = None) -> BattleMap:
    """A copy of the map with nothing secret in it.

    Gone are hidden creatures and those of which no square is in sight, the GM's notes and words, notes,
    terrain, elevation, templates and pictures in squares that were not revealed, traps, saved views, files
    that no picture or token shows, and all fields that this version does not know, since they may hold
    anything. Walls are clipped to known squares; a closed secret door is a wall. Creatures whose names
    players do not know have none here (`players_ids`), and files are named by number.

    Args:
        battle_map: the GM's map.
        side_of: how large a creature's space is. Without it, one is shown where its position is in sight.
    """
    known = None if battle_map.fog is None else battle_map.fog.known
    ids = players_ids(battle_map, side_of)
    creatures = [creature for creature in battle_map.creatures if creature.id in ids]
    pictures = [picture for picture in battle_map.pictures if known is None or _shows(picture, known)]
    files = _FileNames(battle_map)
    shown_pictures = tuple(
        replace(picture, asset=files.name(picture.asset, "picture"), extra={}) for picture in pictures
    )
    shown_creatures = tuple(_shown_creature(creature, ids[creature.id], files) for creature in creatures)
    teams = {creature.team for creature in creatures}
    return replace(
        battle_map,
        terrain=_shown_terrain(battle_map),
        elevation=_shown_elevation(battle_map),
        secret_hazards=None,
        walls=walls_for_players(battle_map.walls, None if battle_map.fog is None else _mask_of(battle_map)),
        creatures=shown_creatures,
        pictures=shown_pictures,
        assets=files.assets(),
        notes=tuple(
            replace(note, extra={}) if note.extra else note
            for note in battle_map.notes
            if not note.secret and _is_known(known, note.at)
        ),
        teams=tuple(team for team in battle_map.teams if team.party or team.name in teams),
        templates=tuple(_shown_templates(battle_map, ids, known)),
        saved_views=(),
        view={},
        extra={},
    )


def players_ids(battle_map: BattleMap, side_of: SideOf | None = None) -> Mapping[str, str]:
    """The ids that creatures have on the players' map, by their ids on the GM's; hidden ones have none.

    A creature keeps its id where players know its name. The others are numbered in their order, so that no
    number tells how many are not seen.
    """
    fog = battle_map.fog
    in_sight = None if fog is None else fog.in_sight
    seen = [
        creature
        for creature in battle_map.creatures
        if not creature.hidden and (in_sight is None or _any_square(creature, in_sight, side_of))
    ]
    taken = {creature.id for creature in seen if creature.named}
    numbers = (name for number in count(1) if (name := f"{UNKNOWN}-{number}") not in taken)
    return {creature.id: creature.id if creature.named else next(numbers) for creature in seen}


def _any_square(creature: Creature, mask: Mask, side_of: SideOf | None) -> bool:
    """Whether any square of a creature's space is in a mask."""
    if side_of is not None:
        side = side_of(creature)
    else:
        side = 1 if creature.space is None else creature.space // FEET_PER_SQUARE
    x, y = creature.at
    return bool(mask[max(0, y) : max(0, y + side), max(0, x) : max(0, x + side)].any())


_creatures: IdentityCache[Creature] = IdentityCache(4096)


def _shown_creature(creature: Creature, name: str, files: _FileNames) -> Creature:
    """A creature without what is the GM's; the same one again while it does not change."""
    portrait = files.name(creature.portrait, "portrait") if creature.portrait else ""
    if creature.named and not creature.notes and not creature.extra and portrait == creature.portrait:
        return creature

    def make() -> Creature:
        if creature.named:
            return replace(creature, portrait=portrait, notes="", extra={})
        number = name.removeprefix(f"{UNKNOWN}-")
        return replace(
            creature, id=name, name="", letters=f"?{number}", portrait=portrait, notes="", extra={}
        )

    return _creatures.get((creature,), make, name, portrait)


class _FileNames:
    """Files named by number in the order in which they are shown: their own names may tell much."""

    def __init__(self, battle_map: BattleMap) -> None:
        self._battle_map = battle_map
        self._names: dict[str, str] = {}

    def name(self, asset: str, kind: str) -> str:
        """The name of a file that is shown."""
        if asset not in self._names:
            ending = PurePosixPath(asset).suffix.lower()
            number = len(self._names) + 1
            self._names[asset] = f"{kind}-{number}{ending if ending in _PICTURE_ENDINGS else ''}"
        return self._names[asset]

    def assets(self) -> tuple[Asset, ...]:
        """The files that are shown, under their new names, in the order of those."""
        kept = {asset.name: asset for asset in self._battle_map.assets}
        return tuple(_under_name(kept[old], new) for old, new in self._names.items() if old in kept)


def _under_name(asset: Asset, name: str) -> Asset:
    """The same content under another name; the same asset again, so that it is decoded once."""
    return _renamed.get((asset,), lambda: Asset(name, asset.content), name)


_renamed: IdentityCache[Asset] = IdentityCache(64)
_terrains: IdentityCache[Terrain] = IdentityCache(4)
_masks: IdentityCache[Mask] = IdentityCache(4)


def _mask_of(battle_map: BattleMap) -> Mask:
    """The known squares, as the same array for the same fog."""
    fog = battle_map.fog
    assert fog is not None
    return _masks.get((fog,), lambda: fog.known)


def _shown_terrain(battle_map: BattleMap) -> Terrain:
    """Without traps, and open ground where nothing is known."""
    terrain, traps, fog = battle_map.terrain, battle_map.secret_hazards, battle_map.fog
    if traps is None and fog is None:
        return terrain

    def make() -> Terrain:
        shown = terrain
        if traps is not None:
            shown = shown.with_layer(Layer.HAZARDOUS, shown.hazardous & (traps == 0))
        if fog is not None:
            for layer in Layer:
                shown = shown.with_layer(layer, shown.layer(layer) * fog.known)
        return shown

    return _terrains.get((terrain, traps, fog), make)


def _shown_elevation(battle_map: BattleMap) -> Elevation | None:
    elevation, fog = battle_map.elevation, battle_map.fog
    if elevation is None or fog is None:
        return elevation
    feet = elevation.feet * fog.known
    return Elevation(feet) if feet.any() else None


def _is_known(known: Mask | None, at: Point) -> bool:
    """Whether a place lies in a known square, or on the border of one."""
    if known is None:
        return True
    columns = slice(max(0, ceil(at.x) - 1), max(0, floor(at.x) + 1))
    rows = slice(max(0, ceil(at.y) - 1), max(0, floor(at.y) + 1))
    return bool(known[rows, columns].any())


def _shows(picture: Picture, known: Mask) -> bool:
    """Whether any of a picture lies in a known square."""
    rows, columns = np.nonzero(known)
    turn = radians(picture.turn)
    across, down = abs(cos(turn)), abs(sin(turn))
    x = columns + 0.5 - (picture.at.x + picture.width / 2)
    y = rows + 0.5 - (picture.at.y + picture.height / 2)
    # Two boxes are apart if they are apart along a side of the one or of the other.
    half_x = (picture.width * across + picture.height * down) / 2 + 0.5
    half_y = (picture.width * down + picture.height * across) / 2 + 0.5
    meets = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    half = (across + down) / 2
    along, aside = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
    meets &= (np.abs(along) < picture.width / 2 + half) & (np.abs(aside) < picture.height / 2 + half)
    return bool(meets.any())


def in_players_ids(name: str, battle_map: BattleMap, ids: Mapping[str, str]) -> str | None:
    """An overlay's name with the ids that creatures have on the players' map.

    Args:
        name: as the GM's overlays are named, ``reach:ogre`` or ``area:cone:15:3,4:SE:creature=ogre``.
        battle_map: the GM's map.
        ids: its `players_ids`.

    Returns:
        None where it names a creature that players do not see.
    """
    everyone = {creature.id for creature in battle_map.creatures}
    kind, *parts = name.split(":")
    renamed = [kind]
    at = 0
    while at < len(parts):
        mark = "creature=" if parts[at].startswith("creature=") else ""
        for end in range(len(parts), at, -1):  # an id may hold colons itself
            named = ":".join(parts[at:end]).removeprefix(mark)
            if named in everyone or (mark and end == at + 1):
                if named not in ids:
                    return None
                renamed.append(mark + ids[named])
                at = end
                break
        else:
            renamed.append(parts[at])
            at += 1
    return ":".join(renamed)


def _shown_templates(battle_map: BattleMap, ids: Mapping[str, str], known: Mask | None) -> Iterable[Template]:
    """Those that are no secret and begin where players see, numbered anew."""
    number = 0
    for template in battle_map.templates:
        if template.secret or not _begins_in_known(template.area, known):
            continue
        area = in_players_ids(template.area, battle_map, ids)
        if area is not None:
            number += 1
            yield replace(template, id=str(number), area=area)


def _begins_in_known(area: str, known: Mask | None) -> bool:
    """Whether the origin of an area, the first place in its name, is known; one of a creature has none."""
    for part in area.split(":"):
        place = _PLACE.fullmatch(part)
        if place is not None:
            x, y = float(place[2]), float(place[3])
            return _is_known(known, Point(x + 0.5, y + 0.5) if place[1] else Point(x, y))
    return True
