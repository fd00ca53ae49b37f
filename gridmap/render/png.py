"""The map as a PNG: the canvas's own pixels, drawn and written in bands."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter

from gridmap.model.battlemap import BattleMap
from gridmap.model.players import players_map
from gridmap.render.application import ensure_application
from gridmap.render.legend import legend_height, paint_legend
from gridmap.render.paint import paint_frame
from gridmap.render.png_stream import Rows, write_png
from gridmap.render.scene import Frame, Scene
from gridmap.render.theme import Theme, load_theme
from gridmap.rules.ruleset import Ruleset

MOST_PIXELS_PER_SQUARE = 1_000
MOST_SIDE = 100_000
"""Pixels along a side of an exported picture."""
MOST_PIXELS = 1_000_000_000
"""Pixels of an exported picture."""
THUMBNAIL_SIDE = 256
"""Pixels along the longer side of a thumbnail."""
_BAND_PIXELS = 1_000_000
"""A band is at least one row of squares, and as many as come to so many pixels."""


class ExportError(ValueError):
    """A picture that cannot be made or written: one sentence."""


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
    battle_map = scene.battle_map
    width, height = battle_map.width * pixels_per_square, battle_map.height * pixels_per_square
    extra = legend_height(scene, width) if legend else 0
    check_picture_size(width, height + extra, pixels_per_square)

    def bands() -> Iterator[Rows]:
        for top, rows in _bands(battle_map.height, width, pixels_per_square):
            frame = Frame(0, top, width, rows, pixels_per_square)
            yield _pixels_of(width, rows, partial(paint_frame, scene=scene, frame=frame, theme=theme))
            if progress is not None:
                progress((top + rows) / height)
        if extra:
            yield _pixels_of(width, extra, partial(paint_legend, scene=scene, width=width, theme=theme))

    try:
        with _replacing(path) as file:
            write_png(file, width, height + extra, bands(), pixels_per_square)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ExportError(f"{path} cannot be written ({reason}); what was there is as it was") from error


def check_picture_size(width: int, height: int, pixels_per_square: int) -> None:
    """Refuse a picture that is larger than the stated limits.

    Raises:
        ExportError: one sentence that names the limit.
    """
    if not 1 <= pixels_per_square <= MOST_PIXELS_PER_SQUARE:
        raise ExportError(f"a square is 1 to {MOST_PIXELS_PER_SQUARE:,} pixels, not {pixels_per_square:,}")
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise ExportError(
            f"a picture of {width:,} × {height:,} pixels is larger than the limit ({MOST_SIDE:,} a side, "
            f"{MOST_PIXELS:,} in all); fewer pixels a square make it smaller"
        )


def _bands(rows_of_squares: int, width: int, pixels_per_square: int) -> Iterator[tuple[int, int]]:
    """The first pixel row and the pixel rows of each band."""
    step = max(1, _BAND_PIXELS // (width * pixels_per_square)) * pixels_per_square
    height = rows_of_squares * pixels_per_square
    for top in range(0, height, step):
        yield top, min(step, height - top)


def _pixels_of(width: int, height: int, draw: Callable[[QPainter], None]) -> Rows:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        draw(painter)
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(height, plain.bytesPerLine())
    # A copy: the image is gone before the band is written.
    return lines[:, : width * 3].reshape(height, width, 3).copy()


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file beside the wanted one that takes its name once it is whole; a link stays a link."""
    real = Path(os.path.realpath(path))
    if real.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    mode = real.stat().st_mode & 0o777 if real.exists() else 0o666 & ~_umask()
    file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - closed below, before it takes the name
        prefix=f".{real.name[:100]}.", suffix=".tmp", dir=real.parent, delete=False
    )
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, mode)
        os.replace(file.name, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(file.name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def thumbnail(battle_map: BattleMap, theme: Theme | None = None, ruleset: Ruleset | None = None) -> bytes:
    """The players' map as a small PNG, at most `THUMBNAIL_SIDE` pixels along its longer side.

    `ruleset` gives creatures their spaces; None for the map's own, shipped one.
    """
    ensure_application()
    scale = min(48.0, THUMBNAIL_SIDE / max(battle_map.width, battle_map.height))
    width = max(1, round(battle_map.width * scale))
    height = max(1, round(battle_map.height * scale))
    scene = Scene(players_map(battle_map), grid=scale >= 8, names=False, fog_hides=True, ruleset=ruleset)
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
