"""Handouts as SVG: one picture of shapes, with its size in millimetres."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtGui import QPainter

from gridmap.render.application import ensure_application
from gridmap.render.handout import Handout
from gridmap.render.paint import paint_frame
from gridmap.render.pdf import Progress, pictured_in_shapes
from gridmap.render.pictured import Pictured
from gridmap.render.scene import Scene, SquareRect
from gridmap.render.svg_engine import SvgDevice
from gridmap.render.whole_file import whole_file


def export_svg(
    scene: Scene,
    handout: Handout,
    path: Path,
    region: SquareRect | None = None,
    *,
    progress: Progress | None = None,
) -> None:
    """Write a handout to an SVG file, which appears whole or not at all.

    The same handout always makes the same bytes. Words are outlines and pictures lie inside, so the file
    needs nothing else.

    Args:
        scene: of `scene_of`.
        handout: what was asked for.
        path: the file to make or replace.
        region: the squares to show; None for the handout's first region.
        progress: told how far it is.

    Raises:
        HandoutError: the handout cannot be laid out so.
        ExportError: the file cannot be written.
    """
    ensure_application()
    document = svg_document(pictured_in_shapes(scene, handout, region), progress)
    with whole_file(path) as file:
        file.write(document)


def svg_document(picture: Pictured, progress: Progress | None = None) -> bytes:
    """A handout's picture as an SVG document."""
    device = SvgDevice(picture.width, picture.height, picture.dots_per_inch)
    painter = QPainter(device)
    try:
        picture.paint(painter, draw_map=partial(paint_frame, progress=progress))
    finally:
        painter.end()
    return device.document(picture.handout.title)
