"""Random maps with pictures, and the same with other pixels beneath the fog and words in their files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from gridmap.model import Asset, BattleMap, Picture, Point
from gridmap.render.known_pictures import known_pixels
from tests.secrets import MARK, disguised, maps

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def pictured_maps(draw: st.DrawFn) -> tuple[BattleMap, int]:
    """A map with two pictures, and the seed of what is secret about it."""
    battle_map = draw(maps(fogged=draw(st.sampled_from([True, True, True, False]))))
    random = np.random.default_rng(draw(SEEDS))
    pictures, assets = [], []
    for number in range(2):
        wide, high = (int(size) for size in random.integers(3, 90, 2))
        pixels = random.integers(0, 2**32, (high, wide), dtype=np.uint32) | np.uint32(0xFF000000)
        assets.append(Asset(f"p{number}.png", _png(pixels)))
        on_grid = random.random() < 0.5
        pictures.append(
            Picture(
                f"p{number}.png",
                Point(0, 0) if on_grid else Point(*random.uniform(-3, 3, 2).round(2)),
                float(battle_map.width if on_grid else round(random.uniform(1, 14), 2)),
                float(battle_map.height if on_grid else round(random.uniform(1, 14), 2)),
                float(random.choice([1.0, 0.6])),
                turn=float(random.choice([0.0, 90.0, 33.0])),
                mirrored=bool(random.integers(2)),
            )
        )
    return battle_map.with_changes(pictures=tuple(pictures), assets=tuple(assets)), draw(SEEDS)


def with_secrets(battle_map: BattleMap, seed: int) -> BattleMap:
    """All kinds of secrets, other pixels beneath the fog, and words in the pictures' files."""
    random = np.random.default_rng(seed)
    known = np.ones(battle_map.terrain.shape, bool) if battle_map.fog is None else battle_map.fog.known
    assets = []
    for picture in battle_map.pictures:
        asset = battle_map.asset(picture.asset)
        assert asset is not None
        image = QImage.fromData(asset.content).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        seen = known_pixels(image, image.size(), picture, known)
        if battle_map.fog is None:
            seen[:] = True  # without fog what lies beyond the map is no secret
        old = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
        new = random.integers(0, 2**32, old.shape, dtype=np.uint32) | np.uint32(0xFF000000)
        assets.append(Asset(f"{MARK}-{asset.name}", _png(np.where(seen, old, new), MARK)))
    pictures = tuple(replace(picture, asset=f"{MARK}-{picture.asset}") for picture in battle_map.pictures)
    return disguised(battle_map.with_changes(pictures=pictures, assets=tuple(assets)), seed)


def _png(pixels: np.ndarray, words: str = "") -> bytes:
    height, width = pixels.shape
    pixels = np.ascontiguousarray(pixels)
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    if words:
        writer.setText("Comment", words)
    writer.write(image)
    return bytes(content.data())
