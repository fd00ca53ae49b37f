"""Random maps with secrets, and the same maps with other ones: players can tell no difference.

A *disguise* takes a map and gives one that differs only in what players may not know. Words and numbers that
it brings in are made of `MARK`, so that they can be looked for in files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Elevation,
    Fog,
    FogState,
    Layer,
    Note,
    Picture,
    Point,
    SavedView,
    Size,
    Square,
    Team,
    Template,
    Wall,
    WallKind,
)
from gridmap.rules.ruleset import shipped_ruleset
from gridmap.rules.space import side

MARK = "zq7secret"
"""In every word of a secret."""
NUMBER = 7351
"""In secret numbers that have room for it."""
RULES = shipped_ruleset("pathfinder-1e")
_ID_SIZES = (Size.SMALL, Size.MEDIUM, Size.LARGE, Size.HUGE)
Random = np.random.Generator
Disguise = Callable[[BattleMap, Random], BattleMap]


@st.composite
def maps(draw: st.DrawFn, fogged: bool | None = None) -> BattleMap:
    """A small map with some of everything that players may see."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    width, height = draw(st.integers(4, 12)), draw(st.integers(4, 10))
    battle_map = BattleMap.empty(width, height, "pathfinder-1e", "The inn")
    terrain = battle_map.terrain
    for layer in Layer:
        terrain = terrain.with_layer(layer, _terrain_grid(random, layer, (height, width)))
    fog = None
    if draw(st.booleans()) if fogged is None else fogged:
        fog = Fog(_blobs(random, (height, width)))
    creatures = tuple(
        Creature(
            f"c{number}",
            _ID_SIZES[int(random.integers(len(_ID_SIZES)))],
            Square(int(random.integers(width)), int(random.integers(height))),
            ("party", "foes")[int(random.integers(2))],
            name=f"Name {number}",
            speed={"walk": 30},
            named=bool(random.integers(2)),
        )
        for number in range(int(random.integers(0, 5)))
    )
    return battle_map.with_changes(
        terrain=terrain,
        fog=fog,
        creatures=creatures,
        walls=tuple(_some_wall(random, width, height) for _ in range(int(random.integers(0, 7)))),
        notes=(Note(Point(1, 1), "Bar", secret=False),),
        templates=(Template("9", "area:burst:10:2,2"),),
        elevation=Elevation(random.integers(0, 3, (height, width)) * 5) if random.integers(2) else None,
    )


def _terrain_grid(random: Random, layer: Layer, shape: tuple[int, int]) -> np.ndarray:
    values = {Layer.DIFFICULT: (2, 4), Layer.BLOCKED: (1, 2), Layer.GROUND: (1, 2)}.get(layer, (1,))
    grid = np.zeros(shape, np.uint8)
    for value in values:
        grid[random.random(shape) < 0.08] = value
    return grid


def _blobs(random: Random, shape: tuple[int, int]) -> np.ndarray:
    """Fog in blocks, as rooms are revealed."""
    fog = np.zeros(shape, np.uint8)
    for state in (FogState.REVEALED, FogState.REMEMBERED, FogState.REVEALED):
        top, left = int(random.integers(shape[0])), int(random.integers(shape[1]))
        fog[top : top + int(random.integers(1, 7)), left : left + int(random.integers(1, 7))] = state
    return fog


def _some_wall(random: Random, width: int, height: int) -> Wall:
    x, y = int(random.integers(width + 1)), int(random.integers(height + 1))
    kind = list(WallKind)[int(random.integers(len(WallKind)))]
    if random.random() < 0.25:
        end = Point(float(random.integers(width + 1)), float(random.integers(height + 1)))
    elif random.random() < 0.5:
        end = Point(int(random.integers(width + 1)), y)
    else:
        end = Point(x, int(random.integers(height + 1)))
    if end == (x, y):
        end = Point(x + 1, y)
    return Wall(Point(x, y), end, kind, bool(random.integers(2)))


def _unknown(battle_map: BattleMap) -> np.ndarray:
    if battle_map.fog is None:
        return np.zeros((battle_map.height, battle_map.width), bool)
    return ~battle_map.fog.known


def _pick(random: Random, mask: np.ndarray) -> Square | None:
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return None
    at = int(random.integers(len(rows)))
    return Square(int(columns[at]), int(rows[at]))


def hidden_creature(battle_map: BattleMap, random: Random) -> BattleMap:
    at = Square(int(random.integers(battle_map.width)), int(random.integers(battle_map.height)))
    return _with_creature(battle_map, random, at, hidden=True)


def creature_out_of_sight(battle_map: BattleMap, random: Random) -> BattleMap:
    if battle_map.fog is None:
        return battle_map
    at = _pick(random, ~battle_map.fog.in_sight)
    if at is None:
        return battle_map
    size = _ID_SIZES[int(random.integers(len(_ID_SIZES)))]
    wide = side(Creature("x", size, at), RULES)
    if battle_map.fog.in_sight[at.y : at.y + wide, at.x : at.x + wide].any():
        size = Size.MEDIUM
    return _with_creature(battle_map, random, at, size=size)


def _with_creature(battle_map: BattleMap, random: Random, at: Square, **changes: object) -> BattleMap:
    creature = Creature(
        f"{MARK}-{len(battle_map.creatures)}",
        Size.MEDIUM,
        at,
        "foes",
        name=f"The {MARK}",
        speed={"walk": NUMBER},
        notes=MARK,
        named=bool(random.integers(2)),
    )
    creatures = list(battle_map.creatures)
    creatures.insert(int(random.integers(len(creatures) + 1)), replace(creature, **changes))
    return battle_map.with_changes(creatures=tuple(creatures))


def words_about_creatures(battle_map: BattleMap, random: Random) -> BattleMap:
    del random
    return battle_map.with_changes(
        creatures=tuple(
            replace(creature, notes=f"{MARK} {NUMBER}", extra={MARK: NUMBER})
            if creature.named
            else replace(creature, id=f"{MARK}{creature.id}", name=f"Count {MARK}", letters="ZQ", notes=MARK)
            for creature in battle_map.creatures
        )
    )


def notes(battle_map: BattleMap, random: Random) -> BattleMap:
    secret = Note(Point(1.5, 1.5), f"Here {MARK} lies", extra={MARK: MARK})
    new = [secret]
    at = _pick(random, _unknown(battle_map))
    if at is not None:
        new.append(Note(at.centre, f"Vault of {MARK}", secret=False))
    return battle_map.with_changes(notes=(*battle_map.notes, *new))


def traps(battle_map: BattleMap, random: Random) -> BattleMap:
    places = random.random(battle_map.terrain.shape) < 0.2
    places &= battle_map.terrain.hazardous == 0
    hazards = battle_map.terrain.hazardous | places
    secret = places.astype(np.uint8)
    if battle_map.secret_hazards is not None:
        secret |= battle_map.secret_hazards
    return battle_map.with_changes(
        terrain=battle_map.terrain.with_layer(Layer.HAZARDOUS, hazards), secret_hazards=secret
    )


def secret_doors(battle_map: BattleMap, random: Random) -> BattleMap:
    """Every second wall is cut in two or three, one part of which is a door that nobody knows of."""
    walls: list[Wall] = []
    for wall in battle_map.walls:
        if wall.kind is not WallKind.WALL or random.integers(2):
            walls.append(wall)
            continue
        (x, y), (to_x, to_y) = wall.start, wall.end
        shares = sorted({0.0, 1.0, *(int(random.integers(1, 4)) / 4 for _ in range(2))})
        cuts = [Point(x + (to_x - x) * share, y + (to_y - y) * share) for share in shares]
        door = int(random.integers(len(cuts) - 1))
        parts = [
            Wall(one, other, WallKind.DOOR, extra={"secret": True, MARK: NUMBER})
            if number == door
            else Wall(one, other)
            for number, (one, other) in enumerate(pairwise(cuts))
        ]
        random.shuffle(parts)  # type: ignore[arg-type]
        walls.extend(parts)
    return battle_map.with_changes(walls=tuple(walls))


def beneath_fog(battle_map: BattleMap, random: Random) -> BattleMap:
    unknown = _unknown(battle_map)
    terrain = battle_map.terrain
    for layer in Layer:
        other = _terrain_grid(random, layer, terrain.shape)
        terrain = terrain.with_layer(layer, np.where(unknown, other, terrain.layer(layer)))
    elevation = battle_map.elevation
    if unknown.any():
        feet = np.zeros(unknown.shape, np.int16) if elevation is None else elevation.feet
        elevation = Elevation(np.where(unknown, NUMBER, feet))
    walls = list(battle_map.walls)
    for _ in range(3):
        at = _pick(random, unknown)
        if at is not None:
            x, y = at
            kind = list(WallKind)[int(random.integers(len(WallKind)))]
            new = Wall(Point(x + 0.125, y + 0.25), Point(x + 0.875, y + 0.6875), kind)
            walls.insert(int(random.integers(len(walls) + 1)), new)
    return battle_map.with_changes(terrain=terrain, elevation=elevation, walls=tuple(walls))


def templates(battle_map: BattleMap, random: Random) -> BattleMap:
    new = [Template(f"{MARK}-1", "area:burst:20:1,1", MARK, secret=True)]
    at = _pick(random, _unknown(battle_map))
    if at is not None:
        new.append(Template(f"{MARK}-2", f"area:burst:20:{at.x + 0.5:g},{at.y + 0.5:g}", MARK))
    return battle_map.with_changes(templates=(*new, *battle_map.templates))


def odds_and_ends(battle_map: BattleMap, random: Random) -> BattleMap:
    del random
    return battle_map.with_changes(
        view={
            MARK: NUMBER,
            "pins": [f"reach:{MARK}"],
            "asked": {"team": MARK},
            "hidden": ["pictures", "hazardous"],
            "locked": ["walls"],
        },
        extra={MARK: [MARK, NUMBER]},
        saved_views=(SavedView(f"The {MARK}", Point(1, 1), 2, 2),),
        teams=(*battle_map.teams, Team(f"Cult of {MARK}")),
        walls=tuple(replace(wall, extra={**wall.extra, MARK: NUMBER}) for wall in battle_map.walls),
        notes=tuple(replace(note, extra={MARK: NUMBER}) for note in battle_map.notes),
    )


def pictures_out_of_sight(battle_map: BattleMap, random: Random) -> BattleMap:
    assets = (*battle_map.assets, Asset(f"{MARK}.png", MARK.encode()))
    at = _pick(random, _unknown(battle_map))
    new = () if at is None else (Picture(f"{MARK}.png", Point(*at), 1, 1, 1.0, {MARK: MARK}),)
    return battle_map.with_changes(assets=assets, pictures=(*new, *battle_map.pictures))


DISGUISES: tuple[Disguise, ...] = (
    hidden_creature,
    creature_out_of_sight,
    words_about_creatures,
    notes,
    traps,
    secret_doors,
    beneath_fog,
    templates,
    odds_and_ends,
    pictures_out_of_sight,
)


def disguised(battle_map: BattleMap, seed: int) -> BattleMap:
    """The map with all kinds of secrets, in an order of the seed's."""
    random = np.random.default_rng(seed)
    for at in random.permutation(len(DISGUISES)):
        battle_map = DISGUISES[int(at)](battle_map, random)
    return battle_map
