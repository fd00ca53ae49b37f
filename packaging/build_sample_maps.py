"""Build the sample encounters in `maps/` from the drawings below: `python packaging/build_sample_maps.py`.

A drawing has one letter a square: `.` open ground, `#` dressed wall, `o` pillar, tree, `2` `4` `8` difficult
ground by its factor, `~` impeded, `x` hazardous, `w` a hazard in difficult ground (factor 2).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gridmap.formats.native import write
from gridmap.model import (
    BattleMap,
    Blocked,
    Creature,
    Layer,
    Note,
    Point,
    ReachBand,
    Size,
    Square,
    Wall,
    WallKind,
)
from gridmap.render.png import thumbnail
from gridmap.resource_path import sample_maps_path

LETTERS: dict[str, dict[Layer, int]] = {
    ".": {},
    "#": {Layer.BLOCKED: Blocked.FILLS},
    "o": {Layer.BLOCKED: Blocked.ROUNDED},
    "2": {Layer.DIFFICULT: 2},
    "4": {Layer.DIFFICULT: 4},
    "8": {Layer.DIFFICULT: 8},
    "~": {Layer.IMPEDED: 1},
    "x": {Layer.HAZARDOUS: 1},
    "w": {Layer.HAZARDOUS: 1, Layer.DIFFICULT: 2},
}

GOBLIN_FORD = """
o..o..o........2442...........
.o..o..........2442....o......
..o............24444.....22...
o......22......24444....2222..
.....2222.......2444.....22...
......22........2444...#######
..........o.....22442..#######
................2242...##....#
.....o..........2222...##....#
.................222...##.....
.................222...##.....
.......o.........222...##....#
................2222...##....#
...22...........22442..#######
..2222..........24442..#######
...22....o......2444......xx..
.........~~.....2444.....xxxx.
..o.....~~~~...24444..o...xx..
.o..o....~~....2444...........
o..o..o.......24442......o..o.
"""

DRAGON_VAULT = """
####################################
#..................#...............#
#..................#...............#
#..o..o..o..o..o...#...22..........#
#..................#..2222...xx....#
#......................22....xx....#
#..................................#
#..o..o..o..o..o...#...............#
#..................#.......o...o...#
#..................#...............#
#######..###########...............#
#...........#......#.......o...o...#
#...........#......#...............#
#....44.....#..~~..#...22..........#
#...4444....#.~~~~.#....2222.......#
#....44........~~..#.......22......#
#..................#...............#
#...........#......................#
#...........#......................#
#...xx......#......#..o............#
#...xx......#......#...............#
#...........#......#...............#
#...........#......#...............#
####################################
"""


def main() -> None:
    """Write every sample."""
    for name, battle_map in {"goblin-ford": goblin_ford(), "dragon-vault": dragon_vault()}.items():
        path: Path = sample_maps_path() / f"{name}.gridmap"
        write(battle_map, path, thumbnail(battle_map))
        path.with_name(path.name + "~").unlink(missing_ok=True)


def goblin_ford() -> BattleMap:
    """A river crossing in front of a ruined watchtower."""
    creatures = (
        Creature("brida", Size.MEDIUM, Square(11, 9), "party", "Brida", speed={"walk": 20}),
        Creature("oren", Size.MEDIUM, Square(10, 11), "party", "Oren", speed={"walk": 30}),
        Creature("tam", Size.SMALL, Square(12, 7), "party", "Tam", speed={"walk": 20}),
        Creature(
            "ysolde", Size.MEDIUM, Square(14, 10), "party", "Ysolde", ReachBand(5, 10), speed={"walk": 30}
        ),
        Creature("goblin-1", Size.SMALL, Square(15, 9), "foes", "Goblin 1", speed={"walk": 30}),
        Creature("goblin-2", Size.SMALL, Square(13, 11), "foes", "Goblin 2", speed={"walk": 30}),
        Creature("goblin-3", Size.SMALL, Square(20, 5), "foes", "Goblin 3", speed={"walk": 30}),
        Creature("goblin-4", Size.SMALL, Square(26, 9), "foes", "Goblin 4", speed={"walk": 30}),
        Creature("ogre", Size.LARGE, Square(20, 10), "foes", "Ogre", speed={"walk": 40}),
        Creature("worg", Size.MEDIUM, Square(22, 15), "foes", "Worg", speed={"walk": 50}, hidden=True),
    )
    walls = (
        _wall((29, 9), (29, 11), WallKind.DOOR),
        _wall((27, 7), (27, 9)),
        _wall((27, 9), (27, 10), WallKind.DOOR, is_open=True),
        _wall((27, 10), (27, 11)),
        _wall((27, 11), (27, 12), WallKind.WINDOW),
        _wall((27, 12), (27, 13)),
        _wall((4, 10), (8, 10), WallKind.FENCE),
        _wall((20, 12), (23, 12), WallKind.LOW_WALL),
    )
    notes = (
        Note(Point(17.5, 9.5), "The ford", secret=False),
        Note(Point(26, 11), "Chest under the straw: 120 gp, a silver key"),
    )
    return _drawn(GOBLIN_FORD, "Goblin ford", "pathfinder-1e").with_changes(
        creatures=creatures, walls=walls, notes=notes
    )


def dragon_vault() -> BattleMap:
    """A vault with creatures of every size of space."""
    creatures = (
        Creature("knight", Size.MEDIUM, Square(17, 6), "party", "Knight", speed={"walk": 30}),
        Creature("mage", Size.MEDIUM, Square(15, 6), "party", "Mage", speed={"walk": 30}),
        Creature("griffon", Size.LARGE, Square(13, 4), "party", "Griffon", speed={"walk": 30, "fly": 80}),
        Creature("troll", Size.LARGE, Square(21, 5), "foes", "Troll", speed={"walk": 30}),
        Creature("giant", Size.HUGE, Square(6, 15), "foes", "Fire giant", speed={"walk": 40}),
        Creature("wyrm", Size.GARGANTUAN, Square(22, 14), "foes", "Old wyrm", speed={"walk": 40, "fly": 200}),
        Creature("golem", Size.COLOSSAL, Square(28, 1), "foes", "Adamant colossus", speed={"walk": 30}),
        Creature("kraken", Size.TITANIC, Square(28, 16), "foes", "Drowned titan", speed={"walk": 20}),
    )
    walls = (
        _wall((19, 5), (19, 7), WallKind.DOOR),
        _wall((7, 10), (9, 10), WallKind.DOOR, is_open=True),
        _wall((12, 15), (12, 17), WallKind.DOOR),
        _wall((23, 1), (25, 3)),
        _wall((20, 10), (26, 10), WallKind.LOW_WALL),
    )
    return _drawn(DRAGON_VAULT, "Dragon vault", "epic-path").with_changes(creatures=creatures, walls=walls)


def _wall(
    start: tuple[int, int], end: tuple[int, int], kind: WallKind = WallKind.WALL, is_open: bool = False
) -> Wall:
    return Wall(Point(*start), Point(*end), kind, is_open)


def _drawn(drawing: str, name: str, ruleset: str) -> BattleMap:
    rows = drawing.split()
    battle_map = BattleMap.empty(len(rows[0]), len(rows), ruleset, name)
    terrain = battle_map.terrain
    for layer in Layer:
        grid = np.array([[LETTERS[letter].get(layer, 0) for letter in row] for row in rows], np.uint8)
        terrain = terrain.with_layer(layer, grid)
    return battle_map.with_changes(terrain=terrain)


if __name__ == "__main__":
    main()
