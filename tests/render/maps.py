"""Maps that show every thing that can be drawn, and images of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from gridmap.model import (
    Asset,
    BattleMap,
    Creature,
    Fog,
    Layer,
    Note,
    Picture,
    Point,
    Size,
    Square,
    Terrain,
    Wall,
    WallKind,
)
from gridmap.overlays.registry import build
from gridmap.render.paint import paint
from gridmap.render.scene import Scene, Viewport
from gridmap.render.theme import load_theme
from gridmap.rules.ruleset import shipped_ruleset

WIDTH, HEIGHT = 24, 14


def terrain() -> Terrain:
    """Every kind of terrain in a block of its own, and a room of filled squares."""
    layers = {layer: np.zeros((HEIGHT, WIDTH), np.uint8) for layer in Layer}
    difficult, blocked, ground = layers[Layer.DIFFICULT], layers[Layer.BLOCKED], layers[Layer.GROUND]
    difficult[1:3, 1:5], difficult[3:5, 1:5], difficult[5:7, 1:5] = 2, 4, 8
    difficult[2, 7:10] = 2
    layers[Layer.IMPEDED][8:10, 1:5] = 1
    layers[Layer.HAZARDOUS][8:10, 6:9] = 1
    ground[11:13, 1:4], ground[11:13, 4:7], ground[11:13, 7:10], ground[11:13, 10:13] = 1, 2, 3, 4
    blocked[0, :] = 1
    blocked[:, 0] = 1
    blocked[1:4, 12:14] = 1
    blocked[6:8, 12:14] = 1
    for x, y in ((16, 2), (19, 2), (16, 11)):
        blocked[y, x] = 2
    result = Terrain.open_ground(WIDTH, HEIGHT)
    for layer, grid in layers.items():
        result = result.with_layer(layer, grid)
    return result


def walls() -> tuple[Wall, ...]:
    """A segment of every kind, straight and slanted, doors shut and open."""
    at = Point
    return (
        Wall(at(12, 4), at(12, 4.5)),
        Wall(at(12, 4.5), at(12, 5.5), WallKind.DOOR),
        Wall(at(12, 5.5), at(12, 6)),
        Wall(at(14, 6), at(16, 6)),
        Wall(at(16, 6), at(17, 6), WallKind.DOOR, open=True),
        Wall(at(17, 6), at(19, 6)),
        Wall(at(19, 6), at(21, 6), WallKind.WINDOW),
        Wall(at(21, 6), at(23.5, 3.5)),
        Wall(at(15, 9), at(20, 9), WallKind.LOW_WALL),
        Wall(at(15, 12.5), at(22, 12.5), WallKind.FENCE),
        Wall(at(21, 8), at(23, 11), WallKind.LOW_WALL),
    )


def creatures() -> tuple[Creature, ...]:
    return (
        Creature("ogre", Size.LARGE, Square(6, 4), "foes", name="Ogre"),
        Creature("ash", Size.MEDIUM, Square(8, 5), "party", name="Ash the Bold"),
        Creature("bo", Size.MEDIUM, Square(5, 4), "party", name="Bo"),
        Creature("goblin-1", Size.SMALL, Square(10, 7), "foes", conditions=("prone", "blinded")),
        Creature("wyrm", Size.HUGE, Square(17, 1), "dragons", name="Wyrm", altitude=3),
        Creature("spy", Size.MEDIUM, Square(15, 7), "foes", hidden=True, name="Spy"),
        Creature("gone", Size.MEDIUM, Square(10, 9), "foes", conditions=("dead",)),
        Creature("mule", Size.LARGE, Square(18, 10), "", name="Mule"),
        *(Creature(f"rat-{n}", Size.TINY, Square(15, 4), "rats") for n in range(1, 4)),
    )


def full_map() -> BattleMap:
    """One of everything, but for pictures and fog."""
    notes = (
        Note(Point(16.5, 3.5), "Cold draught from the north"),
        Note(Point(20, 13.4), "The old mill", secret=False),
    )
    return BattleMap(WIDTH, HEIGHT, terrain(), walls(), creatures(), notes=notes)


def picture_map() -> BattleMap:
    """A picture, a missing picture, terrain on both, and fog."""
    image = QImage(240, 120, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        fade = QLinearGradient(0, 0, 240, 120)
        fade.setColorAt(0, QColor("#3f5f3a"))
        fade.setColorAt(1, QColor("#a98f5c"))
        painter.fillRect(0, 0, 240, 120, fade)
        painter.fillRect(60, 30, 40, 40, QColor("#305070"))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    buffer.close()
    blocked = np.zeros((8, 16), np.uint8)
    blocked[1:3, 2:6] = 1
    revealed = np.ones((8, 16), np.uint8)
    revealed[:, 9:12] = 0
    empty = BattleMap.empty(16, 8)
    return replace(
        empty,
        terrain=empty.terrain.with_layer(Layer.BLOCKED, blocked),
        assets=(Asset("meadow.png", bytes(content.data())),),
        pictures=(
            Picture("meadow.png", Point(0, 0), 12, 8),
            Picture("lost.png", Point(12, 1), 4, 6),
        ),
        fog=Fog(revealed),
        creatures=(Creature("ash", Size.MEDIUM, Square(10, 4), "party"),),
    )


def with_other_picture_in_the_fog(battle_map: BattleMap) -> BattleMap:
    """The map of `picture_map` with other pixels where its fog lies, and nowhere else."""
    (asset,) = battle_map.assets
    image = QImage.fromData(asset.content)
    with QPainter(image) as painter:
        painter.fillRect(200, 30, 30, 60, QColor("#ff00ff"))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    buffer.close()
    return replace(battle_map, assets=(Asset(asset.name, bytes(content.data())),))


def turned_picture(battle_map: BattleMap, degrees: float) -> BattleMap:
    """The map with its first picture turned."""
    first, *others = battle_map.pictures
    return replace(battle_map, pictures=(replace(first, turn=degrees), *others))


def with_overlays(battle_map: BattleMap, *names: str, selected: str = "", ruleset: str = "") -> Scene:
    rules = shipped_ruleset(ruleset or battle_map.ruleset)
    overlays = tuple(build(name, battle_map, rules) for name in names)
    selection = frozenset({selected}) if selected else frozenset()
    return Scene(battle_map, overlays, selection, ruleset=rules)


def blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#ff00ff"))
    return image


def drawn(scene: Scene, viewport: Viewport, theme: str = "light") -> QImage:
    """The scene drawn straight."""
    image = blank(viewport.width, viewport.height)
    with QPainter(image) as painter:
        paint(painter, scene, viewport, load_theme(theme))
    return image


def pixels_of(image: QImage) -> npt.NDArray[np.uint8]:
    """``(height, width, 4) uint8``."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)
    return lines.copy()


def difference(one: QImage, other: QImage) -> npt.NDArray[np.int16]:
    """The greatest difference of a channel at each pixel: ``(height, width) int16``."""
    assert (one.width(), one.height()) == (other.width(), other.height())
    apart = np.abs(pixels_of(one).astype(np.int16) - pixels_of(other))
    worst: npt.NDArray[np.int16] = apart[:, :, :3].max(axis=2)
    return worst


ROUNDING = 3
"""Levels by which an edge smoothed in two different parts may differ."""
ROUNDING_OF_CAPS = 16
"""The same of the few pixels at the ends of strokes."""


def assert_same_pixels(one: QImage, other: QImage, share: float = 0.02) -> None:
    """The same picture; smoothed edges that are cut elsewhere may differ by a hair, and few of them do."""
    worst = difference(one, other)
    places = np.argwhere(worst > ROUNDING)
    told = f"differs by up to {worst.max()} at (row, column) {places[:5].tolist()}"
    assert worst.max(initial=0) <= ROUNDING_OF_CAPS, told
    assert len(places) <= 30 + 0.0005 * worst.size, told
    assert (worst > 0).mean() <= share
