"""Which pixels of a picture differ between two scenes, so that only those are drawn and copied again."""

from __future__ import annotations

from dataclasses import fields
from functools import reduce
from itertools import starmap

import numpy as np
from PySide6.QtCore import QRect

from gridmap.model import BattleMap
from gridmap.overlays.overlay import Label
from gridmap.render.changes import (
    Change,
    figures_change,
    ground_change,
    overlays_change,
    standing_change,
)
from gridmap.render.pixels import box_of
from gridmap.render.scene import Frame, Scene, SquareRect

_COMPARED = frozenset(("terrain", "walls", "creatures", "fog", "pictures", "assets"))
"""The parts of a map whose changes are followed square by square."""
_NEVER_DRAWN = frozenset(("view", "extra", "saved_views", "templates", "name", "secret_hazards"))
_MARGIN = 1
"""Squares around a change that what stands there may throw itself on."""
_FOG_MARGIN = 2
"""The same of the fog's soft edges."""


def damage(before: Scene, after: Scene, frame: Frame) -> QRect | None:
    """The pixels of the frame that may differ; None for all of them, an empty rectangle for none."""
    if before is after:
        return QRect()
    if not _same_way(before, after):
        return None
    compare = (ground_change, standing_change, overlays_change, figures_change)
    changes = [change for each in compare if (change := each(before, after)) is not None]
    parts = [reduce(Change.joined, changes).bounds.grown(_MARGIN)] if changes else []
    if any(change.mask is None for change in changes):
        return None
    fog = _fog_change(before.battle_map, after.battle_map)
    if fog is not None:
        parts.append(fog.grown(_FOG_MARGIN))
    if not parts:
        return QRect()
    lefts, tops, rights, bottoms = zip(*parts, strict=True)
    return _pixels(SquareRect(min(lefts), min(tops), max(rights), max(bottoms)), frame)


def _same_way(before: Scene, after: Scene) -> bool:
    """Whether all is the same that is not followed square by square."""
    if any(
        getattr(before, each.name) != getattr(after, each.name)
        for each in fields(Scene)
        if each.name not in ("battle_map", "overlays")
    ):
        return False
    old, new = before.battle_map, after.battle_map
    if (old.width, old.height) != (new.width, new.height) or _labels(before) != _labels(after):
        return False
    if (old.fog is None) != (new.fog is None):
        return False
    rest = [each.name for each in fields(BattleMap) if each.name not in _COMPARED | _NEVER_DRAWN]
    return all(starmap(_alike, ((getattr(old, name), getattr(new, name)) for name in rest)))


def _alike(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return False
    return bool(one == other)


def _labels(scene: Scene) -> list[Label]:
    return [mark for overlay in scene.overlays for mark in overlay.marks if isinstance(mark, Label)]


def _fog_change(old: BattleMap, new: BattleMap) -> SquareRect | None:
    if old.fog is new.fog or old.fog is None or new.fog is None:
        return None
    return box_of(old.fog.revealed != new.fog.revealed)


def _pixels(squares: SquareRect, frame: Frame) -> QRect:
    left, top = frame.column_edge(squares.left) - 1, frame.row_edge(squares.top) - 1
    right, bottom = frame.column_edge(squares.right) + 1, frame.row_edge(squares.bottom) + 1
    whole = QRect(0, 0, frame.width, frame.height)
    return QRect(left, top, right - left, bottom - top).intersected(whole)
