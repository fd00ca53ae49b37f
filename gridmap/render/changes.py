"""Where two scenes differ, so that only there anything is drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from gridmap.model.battlemap import BattleMap
from gridmap.model.terrain import Layer
from gridmap.model.wall import Wall
from gridmap.overlays.overlay import Field, Label, Mark, Segments, Shape, Squares
from gridmap.render import mark_order
from gridmap.render.creatures import OVERHANG, token_places
from gridmap.render.pictures import coarseness
from gridmap.render.pixels import box_of
from gridmap.render.scene import Scene, SquareRect
from gridmap.render.swept import mark_swept

Mask = npt.NDArray[np.bool_]
_GROUND_LAYERS = (Layer.GROUND, Layer.DIFFICULT, Layer.IMPEDED, Layer.HAZARDOUS)


@dataclass(frozen=True, eq=False)
class Change:
    """Squares whose drawing may differ: ``(height, width) bool``, or None for all of them."""

    mask: Mask | None
    bounds: SquareRect

    def joined(self, other: Change) -> Change:
        """Both changes as one."""
        bounds = SquareRect(
            min(self.bounds.left, other.bounds.left),
            min(self.bounds.top, other.bounds.top),
            max(self.bounds.right, other.bounds.right),
            max(self.bounds.bottom, other.bounds.bottom),
        )
        if self.mask is None or other.mask is None:
            return Change(None, bounds)
        return Change(self.mask | other.mask, bounds)

    def part_in(self, seen: SquareRect) -> SquareRect | None:
        """The block of changed squares among those seen; None where nothing changed there."""
        left, top = max(self.bounds.left, seen.left), max(self.bounds.top, seen.top)
        right, bottom = min(self.bounds.right, seen.right), min(self.bounds.bottom, seen.bottom)
        if left >= right or top >= bottom:
            return None
        if self.mask is None:
            return SquareRect(left, top, right, bottom)
        part = box_of(self.mask[top:bottom, left:right])
        if part is None:
            return None
        return SquareRect(left + part.left, top + part.top, left + part.right, top + part.bottom)


def everything(battle_map: BattleMap) -> Change:
    """A change of every square."""
    return Change(None, SquareRect(0, 0, battle_map.width, battle_map.height))


def ground_change(before: Scene, after: Scene) -> Change | None:
    """Where the ground differs: size, pictures, grid and ground terrain."""
    old, new = before.battle_map, after.battle_map
    if (
        _is_other_page(before, after)
        or before.grid != after.grid
        or before.layers != after.layers
        or (before.layer_order, before.faint) != (after.layer_order, after.faint)
        or before.elevation != after.elevation
        or before.pictures != after.pictures
        or before.fog_hides != after.fog_hides
        or old.pictures != new.pictures
        or [id(asset) for asset in old.assets] != [id(asset) for asset in new.assets]
    ):
        return everything(new)
    mask = _layers_change(old, new, _GROUND_LAYERS)
    if old.elevation is not new.elevation:
        # A contour shows what both squares beside it are.
        moved = _widened(_feet(old) != _feet(new), 1)
        mask = moved if mask is None else mask | moved
    if after.fog_hides and new.pictures and old.fog is not new.fog:
        # To players a picture is black where they know nothing; where there is fog, beyond the map as well.
        if old.fog is None or new.fog is None:
            return everything(new)
        revealed = _widened(old.fog.known != new.fog.known, coarseness(new))
        mask = revealed if mask is None else mask | revealed
    return _change(mask)


def _widened(mask: Mask, squares: int) -> Mask:
    """A mask with all squares about it too, so many of them."""
    for _ in range(squares):
        padded = np.pad(mask, 1)
        rows = padded[:-2] | padded[1:-1] | padded[2:]
        mask = rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]
    return mask


def _feet(battle_map: BattleMap) -> npt.NDArray[np.int16]:
    elevation = battle_map.elevation
    return np.zeros(battle_map.terrain.shape, np.int16) if elevation is None else elevation.feet


def standing_change(before: Scene, after: Scene) -> Change | None:
    """Where blocked squares and walls differ."""
    old, new = before.battle_map, after.battle_map
    if (
        _is_other_page(before, after)
        or before.layers != after.layers
        or (before.pictures and bool(old.pictures)) != (after.pictures and bool(new.pictures))
    ):
        return everything(new)
    mask = _layers_change(old, new, (Layer.BLOCKED,))
    if old.walls is not new.walls:
        changed = _changed_walls(old.walls, new.walls)
        if changed is None:
            return everything(new)
        if changed:
            mask = np.zeros(new.terrain.shape, bool) if mask is None else mask
            for wall in changed:
                _mark_box(mask, (wall.start, wall.end), 1 + _swing(wall))
    return _change(mask)


def overlays_change(before: Scene, after: Scene) -> Change | None:
    """Where the overlays' marks on the ground differ; lines and labels are drawn with every frame."""
    changes = [change for each in (fields_change, marks_change) if (change := each(before, after))]
    return reduce(Change.joined, changes) if changes else None


def fields_change(before: Scene, after: Scene) -> Change | None:
    """Where heat maps differ."""
    return _marks_change(before, after, mark_order.fields)


def marks_change(before: Scene, after: Scene) -> Change | None:
    """Where squares and shapes of overlays differ."""
    return _marks_change(before, after, mark_order.marks_beneath, mark_order.marks_above)


def _marks_change(before: Scene, after: Scene, *which: Callable[[Scene], Iterator[Mark]]) -> Change | None:
    if _is_other_page(before, after):
        return everything(after.battle_map)
    if before.overlays is after.overlays:
        return None
    mask = np.zeros(after.battle_map.terrain.shape, bool)
    for chosen in which:
        for one, other in zip_longest(chosen(before), chosen(after)):
            if not (_fits(mask, one) and _fits(mask, other)):
                # Overlays are worked out after the map has another size: for a moment they are of the page
                # before.
                return everything(after.battle_map)
            if one is not other:
                _mark_difference(mask, one, other)
    return _change(mask)


def figures_change(before: Scene, after: Scene) -> Change | None:
    """Where creatures, and lines between them, differ."""
    if _is_other_page(before, after) or before.names != after.names:
        return everything(after.battle_map)
    mask = np.zeros(after.battle_map.terrain.shape, bool)
    if not _mark_tokens(mask, before, after):
        return everything(after.battle_map)
    if before.overlays is not after.overlays:
        _mark_lines(mask, _segments(before), _segments(after))
    return _change(mask)


def _mark_tokens(mask: Mask, before: Scene, after: Scene) -> bool:
    """Mark where tokens and selection differ; False where they are the same ones in another order."""
    places, other = token_places(before), token_places(after)
    chosen = before.selection ^ after.selection
    restyled = _restyled(before.battle_map, after.battle_map)
    if places is other and not chosen and not restyled:
        return True
    old = {id(creature): (creature.id, place) for creature, place in places.pairs}
    new = {id(creature): (creature.id, place) for creature, place in other.pairs}
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return False
    for one, twin in ((old, new), (new, old)):
        for key, (name, place) in one.items():
            if twin.get(key) != (name, place) or name in chosen or name in restyled:
                far = place.side + OVERHANG
                _mark_box(
                    mask,
                    ((place.x - OVERHANG, place.y - OVERHANG), (place.x + far, place.y + far)),
                    0,
                )
    return True


def _restyled(old: BattleMap, new: BattleMap) -> frozenset[str]:
    """Ids of the creatures whose team has another look, or whose portrait is another file."""
    if old.teams is new.teams and old.assets is new.assets:
        return frozenset()
    teams = {team.name for team in set(old.teams) ^ set(new.teams)}
    one, other = ({asset.name: id(asset.content) for asset in each.assets} for each in (old, new))
    files = {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}
    return frozenset(
        each.id
        for battle_map in (old, new)
        for each in battle_map.creatures
        if each.team in teams or (each.portrait and each.portrait in files)
    )


def _segments(scene: Scene) -> list[Segments]:
    return [mark for overlay in scene.overlays for mark in overlay.marks if isinstance(mark, Segments)]


def _mark_lines(mask: Mask, old: list[Segments], new: list[Segments]) -> None:
    """Mark the lines that are not among those of the mark that takes their mark's place."""
    for at in range(max(len(old), len(new))):
        one = old[at] if at < len(old) else None
        other = new[at] if at < len(new) else None
        if one is other:
            continue
        lines, others = _lines(one), _lines(other)
        same = one is not None and other is not None and one.role is other.role
        for line in lines ^ others if same else lines | others:
            _mark_box(mask, (line[:2], line[2:]), _LINE_MARGIN)


def _lines(mark: Segments | None) -> set[tuple[float, ...]]:
    return set() if mark is None else set(map(tuple, mark.ends.reshape(-1, 4).tolist()))


_LINE_MARGIN = 0.2
"""Squares beside a line that its width and its dots may take."""


def _fits(mask: Mask, mark: Mark | None) -> bool:
    match mark:
        case Squares():
            return bool(mark.mask.shape == mask.shape)
        case Field():
            return bool(mark.values.shape == mask.shape)
    return True


def _is_other_page(before: Scene, after: Scene) -> bool:
    return before.battle_map.terrain.shape != after.battle_map.terrain.shape


def _layers_change(old: BattleMap, new: BattleMap, layers: Iterable[Layer]) -> Mask | None:
    mask: Mask | None = None
    for layer in layers:
        one, other = old.terrain.layer(layer), new.terrain.layer(layer)
        if one is not other:
            differs = one != other
            mask = differs if mask is None else mask | differs
    return mask


def _changed_walls(old: tuple[Wall, ...], new: tuple[Wall, ...]) -> list[Wall] | None:
    """The walls that only one of two maps has; None where the same walls are drawn in another order."""
    old_ids, new_ids = {id(wall) for wall in old}, {id(wall) for wall in new}
    kept_old = [id(wall) for wall in old if id(wall) in new_ids]
    kept_new = [id(wall) for wall in new if id(wall) in old_ids]
    if kept_old != kept_new:
        return None
    return [wall for wall in old if id(wall) not in new_ids] + [
        wall for wall in new if id(wall) not in old_ids
    ]


def _swing(wall: Wall) -> float:
    """How far an open door's leaf stands out."""
    if not wall.is_open_door:
        return 0.0
    return max(abs(wall.end.x - wall.start.x), abs(wall.end.y - wall.start.y)) * 1.5


def _mark_difference(mask: Mask, one: Mark | None, other: Mark | None) -> None:
    """Mark the squares where two marks that take each other's place look different."""
    if type(one) is type(other):
        match one, other:
            case Squares(), Squares() if one.role is other.role:
                mask |= one.mask != other.mask
                return
            case Field(), Field() if one.bands == other.bands:
                mask |= one.values != other.values
                return
            case Shape(), Shape() if one.role is other.role:
                mark_swept(mask, one.rings, other.rings)
                return
    for mark in (one, other):
        if mark is not None:
            _mark_cover(mask, mark)


def _mark_cover(mask: Mask, mark: Mark) -> None:
    """Mark every square that a mark draws on."""
    match mark:
        case Squares():
            mask |= mark.mask
        case Field():
            mask |= mark.values >= 0
        case Shape():
            for ring in mark.rings:
                _mark_box(mask, ring.tolist(), 1)
        case Segments() | Label():
            pass


def _mark_box(mask: Mask, points: Iterable[Iterable[float]], margin: float) -> None:
    xs, ys = zip(*points, strict=True)
    left, top = max(0, floor(min(xs) - margin)), max(0, floor(min(ys) - margin))
    mask[top : max(0, ceil(max(ys) + margin)), left : max(0, ceil(max(xs) + margin))] = True


def _change(mask: Mask | None) -> Change | None:
    if mask is None:
        return None
    bounds = box_of(mask)
    return None if bounds is None else Change(mask, bounds)
