"""The map, or the selected part of it, as a picture on the clipboard."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtGui import QGuiApplication, QImage, QPainter

from gridmap.app.canvas import Canvas
from gridmap.app.rulesets import ruleset_of
from gridmap.render.handout import Handout, scene_of
from gridmap.render.pictured import Pictured, pictured
from gridmap.render.scene import Scene, SquareRect
from gridmap.rules.space import side

MOST_SIDE = 8_000
"""Pixels along a side; what is pasted is held in memory by every program that takes it."""
MOST_PIXELS = 24_000_000
_AROUND = 1
"""Squares shown round the selected creatures."""


def copy_picture(canvas: Canvas, handout: Handout | None = None, region: SquareRect | None = None) -> QImage:
    """Put the map on the clipboard as the players may see it, unless the handout says otherwise.

    Args:
        canvas: whose map and overlays are shown.
        handout: what is wanted; None for the players' view with the overlays shown now.
        region: the squares; None for the block round the selected creatures, or the whole map where none is.

    Returns:
        What was copied.

    Raises:
        HandoutError: the region holds no square.
    """
    wanted = handout if handout is not None else Handout(theme=canvas.theme.name)
    battle_map = canvas.editor.document.shown
    scene = scene_of(
        battle_map, wanted, ruleset=ruleset_of(battle_map), overlays_on=canvas.editor.overlays.built_on
    )
    image = clipboard_picture(scene, wanted, region if region is not None else selected_region(canvas))
    QGuiApplication.clipboard().setImage(image)
    return image


def selected_region(canvas: Canvas) -> SquareRect | None:
    """The block of squares round the selected creatures; None where none is selected."""
    battle_map, creatures = canvas.editor.document.shown, canvas.editor.selection.creatures
    if not creatures:
        return None
    rules = ruleset_of(battle_map)
    sides = [side(creature, rules) for creature in creatures]
    block = SquareRect(
        min(creature.at.x for creature in creatures),
        min(creature.at.y for creature in creatures),
        max(creature.at.x + squares for creature, squares in zip(creatures, sides, strict=True)),
        max(creature.at.y + squares for creature, squares in zip(creatures, sides, strict=True)),
    )
    return block.grown(_AROUND).within(battle_map.width, battle_map.height)


def clipboard_picture(scene: Scene, handout: Handout, region: SquareRect | None = None) -> QImage:
    """A handout as an image: at its own scale, or at the largest that stays within the bounds.

    Raises:
        HandoutError: the handout cannot be laid out.
    """
    picture = pictured(scene, handout, region)
    while not _is_within_bounds(picture):
        scale = picture.pixels_per_square
        too_wide = max(picture.width, picture.height) / MOST_SIDE
        too_many = sqrt(picture.width * picture.height / MOST_PIXELS)
        smaller = min(scale - 1, scale / max(too_wide, too_many, 1.0))
        handout = replace(
            handout, paper=None, dots_per_inch=None, pixels_per_square=max(1.0, float(int(smaller)))
        )
        again = pictured(scene, handout, region)
        if again.pixels_per_square >= scale:
            break
        picture = again
    image = QImage(picture.width, picture.height, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        picture.paint(painter)
    return image


def _is_within_bounds(picture: Pictured) -> bool:
    return max(picture.width, picture.height) <= MOST_SIDE and picture.width * picture.height <= MOST_PIXELS
