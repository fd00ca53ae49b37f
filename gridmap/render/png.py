"""A scene as a PNG: the canvas's own pixels, drawn and written in bands. Thumbnails too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter

from gridmap.model.battlemap import BattleMap
from gridmap.model.players import players_map
from gridmap.render.application import ensure_application
from gridmap.render.handout import MOST_PIXELS_PER_SQUARE, Handout
from gridmap.render.paint import paint_frame
from gridmap.render.pictured import pictured
from gridmap.render.raster import PNG, HandoutPicture, write_picture
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme, load_theme
from gridmap.render.whole_file import ExportError
from gridmap.rules.ruleset import Ruleset, shipped_ruleset
from gridmap.rules.space import sides

THUMBNAIL_SIDE = 256
"""Pixels along the longer side of a thumbnail."""


def export_png(
    scene: Scene,
    path: Path,
    pixels_per_square: int,
    theme: Theme,
    *,
    legend: bool = False,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Draw the whole map into a PNG file; printed at its own size, a square is an inch.

    The file appears whole or not at all: what was there before stays until then. Memory is bounded by a few
    bands, whatever the picture's size.

    Args:
        scene: what to draw; for players their own map.
        path: the file to make or replace.
        pixels_per_square: the scale.
        theme: how it looks.
        legend: whether the overlays' legend stands below the map.
        progress: called with the share done, 0 to 1, after each band.

    Raises:
        ExportError: the picture would be larger than the limits, or the file cannot be written.
    """
    ensure_application()
    if not 1 <= pixels_per_square <= MOST_PIXELS_PER_SQUARE:
        raise ExportError(f"a square is 1 to {MOST_PIXELS_PER_SQUARE:,} pixels, not {pixels_per_square:,}")
    handout = Handout(players=False, pixels_per_square=pixels_per_square, legend=legend)
    picture = replace(pictured(scene, handout), theme=theme)
    write_picture(HandoutPicture(picture), path, kind=PNG, progress=progress)


def thumbnail(battle_map: BattleMap, theme: Theme | None = None, ruleset: Ruleset | None = None) -> bytes:
    """The players' map as a small PNG, at most `THUMBNAIL_SIDE` pixels along its longer side.

    `ruleset` gives creatures their spaces; None for the map's own, shipped one.
    """
    ensure_application()
    scale = min(48.0, THUMBNAIL_SIDE / max(battle_map.width, battle_map.height))
    width = max(1, round(battle_map.width * scale))
    height = max(1, round(battle_map.height * scale))
    rules = ruleset if ruleset is not None else shipped_ruleset(battle_map.ruleset)
    theirs = players_map(battle_map, sides(rules))
    scene = Scene(theirs, grid=scale >= 8, names=False, fog_hides=True, ruleset=rules)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        paint_frame(painter, scene, Frame(0, 0, width, height, scale), theme or load_theme("light"))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    writer.write(image.convertToFormat(QImage.Format.Format_RGB888))
    buffer.close()
    return bytes(content.data())
