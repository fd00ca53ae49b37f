"""What a game master wants to know of a map before the game: what does not fit, shows too much, or gapes.

`inspect` asks the rules and the map alone. Files inside a map are looked at by whoever can read them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.creature import Creature
from gridmap.model.picture import Picture
from gridmap.model.square import Square
from gridmap.model.wall import Wall, WallKind
from gridmap.rules.bitboard import Frame
from gridmap.rules.footing import Body, Footing, footing
from gridmap.rules.ground import ground
from gridmap.rules.passing import in_the_way
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import side, space, strip

_JOINED = 0.02
"""Squares from an end to another wall at which they touch."""
_GAP = 1.0
"""Squares from which on an opening is one that something may pass."""
_HAIR = 1e-6
_INVISIBLE = "invisible"
_LEAST_WORD = 4
"""Letters of a name that is looked for in what players read."""

Block = tuple[float, float, float, float]
"""Left, top, right and bottom, in squares."""


class Weight(StrEnum):
    """How much a finding matters."""

    PROBLEM = "problem"
    """It is wrong, or gives something away."""
    HINT = "hint"
    """It may be meant."""


@dataclass(frozen=True)
class Finding:
    """Something to look at before the game.

    Attributes:
        kind: what it is, the same for all of a kind: ``does-not-fit``.
        weight: how much it matters.
        template: English words with ``{names}``, also the key of its translation.
        arguments: values for the names.
        where: the place on the map; None where it is nowhere.
        rule: the rule's number in the rules reference, empty for none.
    """

    kind: str
    weight: Weight
    template: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    where: Block | None = None
    rule: str = ""

    def __str__(self) -> str:
        """The line in English."""
        line = self.template.format(**self.arguments)
        return f"{line} (rules {self.rule})" if self.rule else line


def inspect(battle_map: BattleMap, ruleset: Ruleset) -> tuple[Finding, ...]:
    """Everything that is found on a map, problems first, then by kind and place.

    Args:
        battle_map: the GM's map.
        ruleset: whose rules say what fits.
    """
    found = [
        *_footings(battle_map, ruleset),
        *_overlaps(battle_map, ruleset),
        *_pictures(battle_map),
        *_secrets(battle_map),
        *_walls(battle_map),
    ]
    return tuple(
        sorted(found, key=lambda one: (one.weight is Weight.HINT, one.kind, one.where or (), str(one)))
    )


# Creatures


def _footings(battle_map: BattleMap, ruleset: Ruleset) -> Iterator[Finding]:
    """Creatures that do not fit where they stand, or fit only squeezed."""
    frame = Frame(0, 0, battle_map.width, battle_map.height)
    fits: dict[Body, Footing] = {}
    for creature in battle_map.creatures:
        wide = side(creature, ruleset)
        body = Body(wide, strip(creature, ruleset))
        where = _block(creature, ruleset)
        called = {"creature": creature.title}
        x, y = creature.at
        if x < 0 or y < 0 or x + wide > battle_map.width or y + wide > battle_map.height:
            told = "{creature} stands partly or wholly beyond the map"
            yield Finding("beyond-the-map", Weight.PROBLEM, told, called, where)
            continue
        if body not in fits:
            fits[body] = footing(ground(battle_map, frame), body)
        here, bit = fits[body], frame.bit(creature.at)
        if not here.any & bit:
            told = "{creature} does not fit where it stands: walls or rock in its {side} × {side} squares"
            if wide == 1:
                told = "{creature} does not fit where it stands: its square is blocked"
            yield Finding("does-not-fit", Weight.PROBLEM, told, called | {"side": wide}, where, "3.8")
        elif here.squeezed & bit:
            told = "{creature} stands squeezed: not all of its {side} × {side} squares are free"
            yield Finding("squeezed", Weight.HINT, told, called | {"side": wide}, where, "3.8")


def _overlaps(battle_map: BattleMap, ruleset: Ruleset) -> Iterator[Finding]:
    """Creatures in each other's space where neither may share it."""
    at: dict[Square, list[Creature]] = defaultdict(list)
    told: set[tuple[str, str]] = set()
    for creature in battle_map.creatures:
        for square in space(creature, ruleset):
            for other in at[square]:
                pair = (other.id, creature.id)
                if pair in told:
                    continue
                told.add(pair)
                if in_the_way(creature, other, ruleset) and in_the_way(other, creature, ruleset):
                    yield Finding(
                        "overlap",
                        Weight.PROBLEM,
                        "{one} and {other} stand in the same squares",
                        {"one": other.title, "other": creature.title},
                        (*square, square.x + 1, square.y + 1),
                        "3.7",
                    )
            at[square].append(creature)


def _block(creature: Creature, ruleset: Ruleset) -> Block:
    x, y = creature.at
    wide = side(creature, ruleset)
    return x, y, x + wide, y + wide


# Pictures


def _pictures(battle_map: BattleMap) -> Iterator[Finding]:
    """Pictures that are missing, off the grid, or beyond the map."""
    names = {asset.name for asset in battle_map.assets}
    for picture in battle_map.pictures:
        where = (picture.at.x, picture.at.y, picture.at.x + picture.width, picture.at.y + picture.height)
        called = {"picture": picture.asset}
        if picture.asset not in names:
            told = "the picture {picture} is not in the file"
            yield Finding("picture-missing", Weight.PROBLEM, told, called, where)
        if _is_off_grid(picture):
            told = "the picture {picture} lies off the grid: {place}"
            called = called | {"place": _place_of(picture)}
            yield Finding("picture-off-grid", Weight.HINT, told, called, where)
        if where[0] >= battle_map.width or where[1] >= battle_map.height or where[2] <= 0 or where[3] <= 0:
            told = "the picture {picture} lies beyond the map"
            yield Finding("picture-beyond", Weight.HINT, told, called, where)
    for creature in battle_map.creatures:
        if creature.portrait and creature.portrait not in names:
            told = "the portrait {picture} of {creature} is not in the file"
            called = {"picture": creature.portrait, "creature": creature.title}
            yield Finding("portrait-missing", Weight.PROBLEM, told, called, (*creature.at, *creature.at))


def _is_off_grid(picture: Picture) -> bool:
    if picture.turn % 90:
        return False  # laid down by hand, as a thing on the map
    parts = (picture.at.x, picture.at.y, picture.width, picture.height)
    return any(abs(part - round(part)) > _JOINED for part in parts)


def _place_of(picture: Picture) -> str:
    return (
        f"corner at {picture.at.x:.3g},{picture.at.y:.3g}, "
        f"{picture.width:.4g} × {picture.height:.4g} squares large"
    )


# Secrets


def _secrets(battle_map: BattleMap) -> Iterator[Finding]:
    """What would show to players, or be told by its surroundings."""
    for creature in battle_map.creatures:
        if creature.has(_INVISIBLE) and not creature.hidden:
            told = "{creature} is invisible, but players see its token: it is not hidden"
            where = (*creature.at, creature.at.x + 1, creature.at.y + 1)
            yield Finding("invisible-shown", Weight.PROBLEM, told, {"creature": creature.title}, where)
    yield from _names_told(battle_map)
    joints = _Joints(battle_map)
    for number, wall in enumerate(battle_map.walls):
        if not wall.is_secret_door:
            continue
        box, called = _box(wall), {"place": _place(wall)}
        if wall.open:
            told = "the secret door at {place} is open, so players see it"
            yield Finding("secret-door-open", Weight.HINT, told, called, box)
        elif not joints.joined(number):
            told = "the secret door at {place} joins no wall: to players it is a wall that leads nowhere"
            yield Finding("secret-door-alone", Weight.PROBLEM, told, called, box)
    if battle_map.fog is None and any(creature.hidden for creature in battle_map.creatures):
        told = "there is no fog: players see the whole map but for what is hidden"
        yield Finding("no-fog", Weight.HINT, told)


def _names_told(battle_map: BattleMap) -> Iterator[Finding]:
    """Names of hidden creatures in what players read."""
    read: list[tuple[str, str, Block | None]] = [("the map's title", battle_map.name, None)]
    read += [
        ("a note that players see", note.text, (note.at.x, note.at.y, note.at.x, note.at.y))
        for note in battle_map.notes
        if not note.secret
    ]
    read += [
        ("the name of an area that players see", template.name, None)
        for template in battle_map.templates
        if not template.secret
    ]
    shown = {each.title.casefold() for each in battle_map.creatures if not each.hidden and each.named}
    for creature in battle_map.creatures:
        name = creature.title
        if not (creature.hidden or not creature.named) or len(name) < _LEAST_WORD or name.casefold() in shown:
            continue
        for what, text, where in read:
            if name.casefold() in text.casefold():
                told = "{what} names {creature}, whom players should not know"
                arguments = {"what": what, "creature": name}
                yield Finding("name-told", Weight.PROBLEM, told, arguments, where)


# Walls


class _Joints:
    """Which ends of a map's walls touch something, and how far the others are from the nearest wall."""

    def __init__(self, battle_map: BattleMap) -> None:
        import shapely

        self._map = battle_map
        walls = battle_map.walls
        ends = np.array([(*wall.start, *wall.end) for wall in walls], np.float64).reshape(-1, 2, 2)
        self.ends = ends.reshape(-1, 2)
        self.nearest = np.full(len(self.ends), np.inf)
        self.neighbour = np.full(len(self.ends), -1)
        if not len(walls):
            return
        lines = shapely.linestrings(ends)
        points = shapely.points(self.ends)
        at, other = shapely.STRtree(lines).query(points, predicate="dwithin", distance=_GAP)
        own = at // 2 == other
        at, other = at[~own], other[~own]
        far = shapely.distance(points[at], lines[other])
        for place in np.argsort(-far, kind="stable").tolist():  # the nearest last, so that it stays
            self.nearest[at[place]] = far[place]
            self.neighbour[at[place]] = other[place]

    def joined(self, wall: int) -> bool:
        """Whether any end of a wall touches another wall, blocked squares or the map's edge."""
        return any(self.touches(end) for end in (2 * wall, 2 * wall + 1))

    def touches(self, end: int) -> bool:
        """Whether an end touches another wall, blocked squares or the map's edge."""
        if self.nearest[end] <= _JOINED:
            return True
        x, y = self.ends[end].tolist()
        width, height = self._map.width, self._map.height
        if x <= _JOINED or y <= _JOINED or x >= width - _JOINED or y >= height - _JOINED:
            return True
        blocked = self._map.terrain.blocked
        rows = slice(max(0, ceil(y - _HAIR) - 1), floor(y + _HAIR) + 1)
        columns = slice(max(0, ceil(x - _HAIR) - 1), floor(x + _HAIR) + 1)
        return bool(blocked[rows, columns].any())


def _walls(battle_map: BattleMap) -> Iterator[Finding]:
    """Gaps too narrow to be meant, and doors that hang in the air."""
    joints = _Joints(battle_map)
    gaps: dict[tuple[float, ...], float] = {}
    for end, far in enumerate(joints.nearest.tolist()):
        wall = battle_map.walls[end // 2]
        if not (_closes(wall) and _JOINED < far < _GAP - _HAIR) or joints.touches(end):
            continue
        other = battle_map.walls[int(joints.neighbour[end])]
        if not _closes(other):
            continue
        x, y = joints.ends[end].tolist()
        near_x, near_y = _nearest_on(other, (x, y))
        corners = sorted([(round(x, 2), round(y, 2)), (round(near_x, 2), round(near_y, 2))])
        gaps[(*corners[0], *corners[1])] = far
    for (left, one_y, right, other_y), far in sorted(gaps.items()):
        where = (left, min(one_y, other_y), right, max(one_y, other_y))
        told = "a gap of {squares:.2g} squares between walls at {place}"
        arguments = {"squares": far, "place": f"{left:g},{one_y:g}"}
        yield Finding("gap", Weight.PROBLEM, told, arguments, where)
    for number, wall in enumerate(battle_map.walls):
        if wall.kind is WallKind.DOOR and not wall.is_secret_door and not joints.joined(number):
            told = "the door at {place} joins no wall"
            yield Finding("door-alone", Weight.HINT, told, {"place": _place(wall)}, _box(wall))


def _closes(wall: Wall) -> bool:
    """Whether it is part of what closes a room: doors too, open or not."""
    return wall.kind in (WallKind.WALL, WallKind.WINDOW, WallKind.DOOR)


def _nearest_on(wall: Wall, point: tuple[float, float]) -> tuple[float, float]:
    start: npt.NDArray[np.float64] = np.array(wall.start, np.float64)
    run = np.array(wall.end, np.float64) - start
    length = float(run @ run)
    share = 0.0 if not length else min(1.0, max(0.0, float((np.array(point) - start) @ run) / length))
    x, y = (start + share * run).tolist()
    return x, y


def _box(wall: Wall) -> Block:
    xs, ys = (wall.start.x, wall.end.x), (wall.start.y, wall.end.y)
    return min(xs), min(ys), max(xs), max(ys)


def _place(wall: Wall) -> str:
    return f"{wall.start.x:.4g},{wall.start.y:.4g}"
