"""Only what differs is drawn anew, and comes out as if all of it had been."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from gridmap.app.players.calibration import Calibration
from gridmap.app.players.damage import damage
from gridmap.app.players.framing import Framing
from gridmap.app.players.perspective import project
from gridmap.app.players.picture import Picture
from gridmap.model import BattleMap, Creature, Layer, Point, Size, Square, Wall, WallKind
from gridmap.model.elevation import Elevation
from gridmap.model.fog import Fog
from gridmap.model.note import Note
from gridmap.model.players import players_map
from gridmap.overlays.registry import build
from gridmap.render.scene import Scene
from gridmap.render.theme import load_theme
from gridmap.rules.ruleset import shipped_ruleset

WIDTH, HEIGHT = 24, 16
WHOLE = Framing(Point(12.0, 8.0), 24.0, 16.0)
PART = Framing(Point(9.0, 7.0), 10.0, 6.0)
SLANTED = Calibration(corners=((0.06, 0.03), (0.95, 0.0), (1.0, 0.93), (0.0, 1.0)))
WAYS = {
    "plain": Calibration(),
    "turned": Calibration(turn=90.0, overscan=0.04),
    "slanted": SLANTED,
    "bright": Calibration(brightness=1.3),
}


def start() -> BattleMap:
    """A map with something of everything."""
    return BattleMap.empty(WIDTH, HEIGHT, name="Crypt").with_changes(
        creatures=(
            Creature("ogre", Size.LARGE, Square(6, 6), "foes", name="Ogre", speed={"walk": 40}),
            Creature("vala", Size.MEDIUM, Square(5, 6), "party", name="Vala", speed={"walk": 30}),
            Creature("lurker", Size.MEDIUM, Square(9, 9), "foes", hidden=True),
        ),
        walls=(Wall(Point(12, 2), Point(12, 4)), Wall(Point(12, 4), Point(12, 5), WallKind.DOOR)),
        fog=Fog(np.ones((HEIGHT, WIDTH), np.uint8)),
        notes=(Note(Point(15, 12), "The altar"),),
    )


def edited(battle_map: BattleMap, rng: np.random.Generator) -> BattleMap:
    """The map after one random edit."""
    x, y = int(rng.integers(0, WIDTH - 2)), int(rng.integers(0, HEIGHT - 2))
    kind = int(rng.integers(0, 8))
    if kind == 0:
        creatures = list(battle_map.creatures)
        at = int(rng.integers(0, len(creatures)))
        creatures[at] = replace(creatures[at], at=Square(x, y))
        return battle_map.with_changes(creatures=tuple(creatures))
    if kind == 1:
        layer = list(Layer)[int(rng.integers(0, len(Layer)))]
        squares = battle_map.terrain.layer(layer).copy()
        squares[y : y + 2, x : x + 2] = 1 - np.minimum(squares[y : y + 2, x : x + 2], 1)
        if layer is Layer.DIFFICULT:
            squares = np.where(squares == 0, 1, 2).astype(squares.dtype)
        return battle_map.with_changes(terrain=battle_map.terrain.with_layer(layer, squares))
    if kind == 2:
        wall = Wall(Point(float(x), float(y)), Point(float(x) + 2, float(y) + 1))
        return battle_map.with_changes(walls=(*battle_map.walls, wall))
    if kind == 3:
        walls = tuple(
            replace(wall, open=not wall.open) if wall.kind is WallKind.DOOR else wall
            for wall in battle_map.walls
        )
        return battle_map.with_changes(walls=walls)
    if kind == 4:
        assert battle_map.fog is not None
        revealed = battle_map.fog.revealed.copy()
        revealed[y : y + 3, x : x + 3] = int(rng.integers(0, 3))
        return battle_map.with_changes(fog=Fog(revealed))
    if kind == 5:
        return battle_map.with_changes(notes=(Note(Point(float(x), float(y)), "The altar"),))
    if kind == 6:
        feet = np.zeros((HEIGHT, WIDTH), np.int16)
        feet[y:, x:] = 10
        return battle_map.with_changes(elevation=Elevation(feet))
    creatures = [replace(creature, named=not creature.named) for creature in battle_map.creatures]
    return battle_map.with_changes(creatures=tuple(creatures))


def scene_of(battle_map: BattleMap, *, overlays: bool = True) -> Scene:
    theirs = players_map(battle_map)
    ruleset = shipped_ruleset("pathfinder-1e")
    names = [f"reach:{creature.id}" for creature in theirs.creatures] + ["flanking"]
    built = tuple(build(name, theirs, ruleset) for name in names) if overlays else ()
    return Scene(theirs, built, fog_hides=True, ruleset=ruleset)


def greatest_gap(one: QImage, other: QImage) -> int:
    a = np.frombuffer(one.constBits(), np.uint8).astype(np.int16)
    b = np.frombuffer(other.constBits(), np.uint8).astype(np.int16)
    return int(np.abs(a - b).max())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("framing", [WHOLE, PART], ids=["whole", "part"])
def test_a_picture_kept_up_to_date_is_one_drawn_anew(qapp: QApplication, way: str, framing: Framing) -> None:
    calibration = WAYS[way]
    projection = project(framing, calibration, 700, 460)
    rng = np.random.default_rng(len(way))
    kept = Picture(load_theme("light"))
    battle_map = start()
    partly = 0
    for _ in range(14):
        battle_map = edited(battle_map, rng)
        scene = scene_of(battle_map)
        touched = kept.draw(scene, projection, calibration, None)
        assert touched is not None
        partly += touched.size() != projection.screen
        fresh = Picture(load_theme("light"))
        assert fresh.draw(scene, projection, calibration, None) is not None
        # Lines at an angle are rounded from another corner where only a part of them is drawn.
        assert greatest_gap(kept.image, fresh.image) <= (4 if projection.is_exact else 6)
    assert partly > 3, "not everything is drawn every time"


def test_a_picture_drawn_in_slices_is_the_same(qapp: QApplication) -> None:
    scene, calibration = scene_of(start()), Calibration()
    projection = project(WHOLE, calibration, 1200, 1500)
    at_once, slowly = Picture(load_theme("dark")), Picture(load_theme("dark"))
    assert at_once.draw(scene, projection, calibration, None) == QRect(0, 0, 1200, 1500)
    before = slowly.image.copy()
    calls = 0
    while slowly.draw(scene, projection, calibration, 0.0) is None:
        assert slowly.image == before, "what is not finished is not seen"
        calls += 1
        assert calls < 500
    assert calls > 1
    assert slowly.image == at_once.image


def test_what_differs(qapp: QApplication) -> None:
    frame = project(WHOLE, Calibration(), 480, 320).viewport.frame()
    battle_map = start()
    before = scene_of(battle_map, overlays=False)
    assert damage(before, before, frame) == QRect()
    moved = replace(battle_map.creature("vala"), at=Square(3, 10))
    after = scene_of(
        battle_map.with_changes(creatures=(battle_map.creatures[0], moved, battle_map.creatures[2])),
        overlays=False,
    )
    where = damage(before, after, frame)
    assert where is not None
    assert where.contains(QRect(3 * 20, 6 * 20, 3 * 20, 5 * 20))
    assert where.width() < 200
    hidden = replace(battle_map.creatures[2], at=Square(20, 3))
    unseen = scene_of(battle_map.with_changes(creatures=(*battle_map.creatures[:2], hidden)), overlays=False)
    assert damage(before, unseen, frame) == QRect(), "what players do not see changes nothing"
    assert damage(before, replace(before, grid=False), frame) is None
    assert damage(before, scene_of(BattleMap.empty(9, 9)), frame) is None
