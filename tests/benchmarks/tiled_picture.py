"""A map for Tiled's `tmxrasterizer` that it draws as gridmap draws its own: the same picture, layer by layer.

Each layer of the drawing, on nothing, is cut into squares; equal ones are one tile. Paper is an image layer
that repeats. So it is given the same pixels in as many layers, and what is drawn must come out the same but
for the rounding of colours that let light through.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage, QImageReader, QPainter

from gridmap.render.application import ensure_application
from gridmap.render.creatures import paint_creatures
from gridmap.render.paint import Pass, paint_blocked_layer, paint_terrain
from gridmap.render.patterns import paper
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme

PASSES: dict[str, Pass] = {
    "terrain": paint_terrain,
    "blocked": paint_blocked_layer,
    "creatures": paint_creatures,
}
_COLUMNS = 64
"""Tiles side by side in the picture of all of them."""
LEVELS = 3
"""By which a channel may be rounded apart."""
_ROWS = 500


def write_tiled_picture(scene: Scene, theme: Theme, side: int, path: Path) -> None:
    """Write a TMX map, and beside it ``tiles.png`` and ``paper.png``.

    Args:
        scene: a map without walls, pictures, fog and notes.
        theme: how it looks.
        side: pixels of a square.
        path: the file.
    """
    ensure_application()
    tiles: list[npt.NDArray[np.uint32]] = []
    numbers: dict[bytes, int] = {}
    layers = {name: _numbered(draw, scene, theme, side, tiles, numbers) for name, draw in PASSES.items()}
    rows = -(-len(tiles) // _COLUMNS)
    sheet = np.zeros((rows, side, _COLUMNS, side), np.uint32)
    for number, tile in enumerate(tiles):
        sheet[number // _COLUMNS, :, number % _COLUMNS] = tile
    _save(sheet.reshape(rows * side, _COLUMNS * side), path.with_name("tiles.png"))
    ground = paper(theme.page.paper, theme.page.grain)
    _save(ground, path.with_name("paper.png"))
    height, width = scene.battle_map.terrain.shape
    text = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<map version="1.8" orientation="orthogonal" renderorder="right-down" infinite="0" '
        f'width="{width}" height="{height}" tilewidth="{side}" tileheight="{side}" '
        'nextlayerid="9" nextobjectid="1">',
        f'<tileset firstgid="1" name="tiles" tilewidth="{side}" tileheight="{side}" '
        f'tilecount="{len(tiles)}" columns="{_COLUMNS}"><image source="tiles.png" '
        f'width="{_COLUMNS * side}" height="{rows * side}"/></tileset>',
        '<imagelayer id="1" name="paper" repeatx="1" repeaty="1"><image source="paper.png" '
        f'width="{ground.shape[1]}" height="{ground.shape[0]}"/></imagelayer>',
    ]
    for number, (name, grid) in enumerate(layers.items(), 2):
        lines = ",\n".join(",".join(map(str, row)) for row in grid.tolist())
        text.append(
            f'<layer id="{number}" name="{name}" width="{width}" height="{height}">'
            f'<data encoding="csv">\n{lines}\n</data></layer>'
        )
    path.write_text("\n".join([*text, "</map>"]) + "\n", encoding="utf-8")


def _numbered(
    draw: Pass,
    scene: Scene,
    theme: Theme,
    side: int,
    tiles: list[npt.NDArray[np.uint32]],
    numbers: dict[bytes, int],
) -> npt.NDArray[np.int64]:
    """The number of each square's tile in a layer, 0 for none; new tiles are added."""
    height, width = scene.battle_map.terrain.shape
    grid = np.zeros((height, width), np.int64)
    for row in range(height):
        pixels = np.zeros((side, width * side), np.uint32)
        image = QImage(
            pixels.data, width * side, side, width * side * 4, QImage.Format.Format_ARGB32_Premultiplied
        )
        with QPainter(image) as painter:
            draw(painter, scene, Frame(0, row * side, width * side, side, float(side)), theme)
        for column in range(width):
            tile = pixels[:, column * side : (column + 1) * side]
            if not tile.any():
                continue
            key = tile.tobytes()
            if key not in numbers:
                tiles.append(tile.copy())
                numbers[key] = len(tiles)
            grid[row, column] = numbers[key]
    return grid


def _save(pixels: npt.NDArray[np.uint32], path: Path) -> None:
    height, width = pixels.shape
    pixels = np.ascontiguousarray(pixels)
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied)
    assert image.save(str(path))


def assert_equal_pictures(one: Path, other: Path) -> None:
    """Both pictures are the same but for rounding."""
    limit = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(4096)
    images = [QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32) for path in (one, other)]
    QImageReader.setAllocationLimit(limit)
    assert images[0].size() == images[1].size()
    lines = [np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1) for image in images]
    for top in range(0, images[0].height(), _ROWS):
        parts = [line[top : top + _ROWS].astype(np.int16) for line in lines]
        assert np.abs(parts[0] - parts[1]).max() <= LEVELS, f"they differ from row {top} on"
