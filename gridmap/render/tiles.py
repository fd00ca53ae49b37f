"""The canvas's way to draw: the map in cached image tiles, rebuilt only where an edit touched."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from math import ceil, floor
from time import perf_counter
from typing import cast

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QRegion

from gridmap.model.battlemap import BattleMap
from gridmap.overlays.overlay import Label, Mark
from gridmap.render.change_log import ChangeLog, Stratum
from gridmap.render.colour import colour
from gridmap.render.creatures import OVERHANG, prepare_tokens
from gridmap.render.paint import paint_base, paint_figures, paint_overlays, paint_standing, paint_top
from gridmap.render.pixels import page_rect
from gridmap.render.resting import LeftPicture, RestingPicture, changed_share
from gridmap.render.scene import Frame, Scene, SquareRect, Viewport
from gridmap.render.theme import Theme

TILE = 512
"""Pixels along a side of a tile."""
_STAND_IN_SCALES = 2
"""So many of the scales shown last fill the places of tiles not yet built."""
_RESTING_SHARE = 0.04
"""Of the squares in sight: while the view rests, a change of more of them is drawn on one picture of all."""
_LINE_REACH = 8
"""Pixels beside a square that what is drawn about it may take, however small it is."""
_HEAVY_SHARE = 0.25
"""A change of so much of the ground, or of what stands on it, is drawn tile by tile, over several frames."""


@dataclass
class _Tile:
    """An image, None where nothing is drawn, and how many changes of its stratum it has taken in."""

    image: QImage | None
    changes: int


_Key = tuple[Stratum, float, int, int]
_OF_TILES = (Stratum.GROUND, Stratum.STANDING)
"""What a picture of a view at rest is put together from."""


class TileCache:
    """Tiles of the map at the scales used lately.

    What to rebuild follows from comparing each scene with the one painted before; callers never say. A place
    of the map has three tiles: the ground, what stands on it, and both with the overlays between and the
    creatures above.
    A frame copies the whole ones; an edit, or an overlay that follows a hand, redraws what differs.
    """

    def __init__(self, theme: Theme, byte_limit: int = 60 * 2**20, *, rests: bool = True) -> None:
        """Start empty.

        Args:
            theme: how everything looks.
            byte_limit: most memory for tiles out of sight, in bytes; those in sight are always kept.
            rests: whether the same frame is painted again and again while the map changes.
        """
        self.theme = theme
        self._byte_limit = byte_limit
        self._tiles: OrderedDict[_Key, _Tile] = OrderedDict()
        self._bytes = 0
        self._scene: Scene | None = None
        self._log = ChangeLog()
        self._rests = rests
        self._resting: RestingPicture | None = None
        self._left: LeftPicture | None = None
        self._painted: Scene | None = None
        self._scales: OrderedDict[float, None] = OrderedDict()
        self._last_frame: Frame | None = None
        self._last_count = 0
        self._complete_frame: Frame | None = None

    @property
    def byte_count(self) -> int:
        """Memory that the tiles take now, in bytes."""
        return self._bytes

    def clear(self) -> None:
        """Forget every tile."""
        self._tiles.clear()
        self._scales.clear()
        self._bytes = 0
        self._scene = None
        self._resting = self._left = self._painted = None

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        viewport: Viewport,
        device_pixel_ratio: float = 1.0,
        *,
        patience: float | None = None,
    ) -> bool:
        """Draw the scene as `paint` does, from tiles.

        Args:
            painter: at the window's top-left corner, in its logical pixels.
            scene: what to draw.
            viewport: which part, in logical pixels.
            device_pixel_ratio: device pixels a logical pixel.
            patience: seconds after which no further tile is built in this frame; tiles not yet there are
                shown from another scale meanwhile. None builds them all. A step towards a tile is taken in
                any case, but for the first frame at another scale: while a hand zooms, only known tiles are
                stretched.

        Returns:
            Whether the frame is complete; if not, the window asks for another one soon.
        """
        give_up = None if patience is None else perf_counter() + patience
        self._note_changes(scene)
        frame = viewport.frame(device_pixel_ratio)
        painter.save()
        if device_pixel_ratio != 1.0:
            painter.scale(1 / device_pixel_ratio, 1 / device_pixel_ratio)
            # A window's part may begin between two device pixels; tiles begin on one, or seams would show.
            corner = painter.deviceTransform()
            painter.translate(round(corner.dx()) - corner.dx(), round(corner.dy()) - corner.dy())
        last = self._last_frame
        zooming = patience is not None and bool(self._scales) and (last is None or frame.scale != last.scale)
        rested, self._resting = self._resting, self._resting_picture(scene, frame)
        if rested is not None and self._resting is None:
            self._left = rested.left()
        if self._resting is not None:
            self._keep_beneath_current(scene, frame)
            self._resting.bring_on(scene)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(0, 0, self._resting.image)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            complete = True
        else:
            complete = self._paint_tiles(painter, scene, frame, 0.0 if zooming else give_up, zooming)
        paint_top(painter, scene, frame, self.theme)
        painter.restore()
        self._painted, self._last_frame, self._complete_frame = scene, frame, frame if complete else None
        self._last_count = self._log.count(Stratum.WHOLE)
        if complete:
            self._left = None
            self._scales[frame.scale] = None
            self._scales.move_to_end(frame.scale)
        self._evict(frame)
        return complete

    def stale_part(self, scene: Scene, viewport: Viewport, device_pixel_ratio: float = 1.0) -> QRegion | None:
        """Where the frame painted last no longer shows the scene, in logical pixels; None for all of it.

        A window that keeps the pixels it has may paint no more than that.
        """
        before = self._scene
        frame = viewport.frame(device_pixel_ratio)
        if before is None or frame != self._complete_frame or not _has_same_top(before, scene):
            return None
        self._note_changes(scene)
        if self._scene is not scene:
            return None
        stale = self._stale_pixels(scene, frame)
        if stale is None:
            return None
        if stale.isEmpty():
            self._painted = scene
        return _in_logical_pixels(stale, device_pixel_ratio)

    def _stale_pixels(self, scene: Scene, frame: Frame) -> QRegion | None:
        """The same in device pixels."""
        if self._resting is not None:
            return self._resting.stale(scene)
        stale = QRegion()
        for column, row in _tiles_seen(scene, frame):
            tile = self._tiles.get((Stratum.WHOLE, frame.scale, column, row))
            missed = None if tile is None else self._log.since(Stratum.WHOLE, tile.changes)
            if missed is None:
                return None
            place = Frame(column * TILE, row * TILE, TILE, TILE, frame.scale)
            seen = place.squares(scene.battle_map, _reach(place))
            for change in missed:
                if part := change.part_in(seen):
                    stale += _box_of(part, place).translated(place.left - frame.left, place.top - frame.top)
        return stale

    @property
    def is_at_rest(self) -> bool:
        """Whether the view is shown by one picture of its own, and tiles beneath it are left as they were."""
        return self._resting is not None

    def catch_up(self, patience: float) -> bool:
        """Bring on tiles that were left as they were while the view rested, before it moves.

        Args:
            patience: seconds after which no second tile is begun. Once all of them are as they should be,
                the view is no longer `is_at_rest`.

        Returns:
            Whether there is more to bring on. There is not while a scene known is still to be painted:
            tiles that had it already would hide what of the window is stale.
        """
        give_up = perf_counter() + patience
        scene, resting = self._scene, self._resting
        if scene is None or resting is None or scene is not self._painted:
            return False
        begun = False
        for column, row in _tiles_seen(scene, resting.frame):
            key = (Stratum.WHOLE, resting.frame.scale, column, row)
            if not self._is_current(self._tiles.get(key), Stratum.WHOLE):
                if begun and perf_counter() > give_up:
                    return True
                self._brought_on(key, scene, None)
                begun = True
        self._resting = None
        return False

    def _is_current(self, tile: _Tile | None, stratum: Stratum) -> bool:
        return tile is not None and tile.changes == self._log.count(stratum)

    def _resting_picture(self, scene: Scene, frame: Frame) -> RestingPicture | None:
        """The picture of this frame, where it is the one painted last and more changed than some tokens."""
        # Tiles that are to be filled in only, as where the view moved, are left to their patience.
        goes_on = frame == self._last_frame and self._last_count != self._log.count(Stratum.WHOLE)
        if not self._rests or not (goes_on or frame == self._complete_frame):
            return None
        if any(self._missed_share(stratum, scene, frame) > _HEAVY_SHARE for stratum in _OF_TILES):
            return None
        if self._resting is not None:
            return self._resting
        if any(
            (Stratum.WHOLE, frame.scale, *place) not in self._tiles for place in _tiles_seen(scene, frame)
        ):
            return None
        if self._missed_share(Stratum.WHOLE, scene, frame) < _RESTING_SHARE:
            return None
        return RestingPicture(frame, self.theme, self._log, partial(self._tiles_in, frame))

    def _missed_share(self, stratum: Stratum, scene: Scene, frame: Frame) -> float:
        """Which share of the squares in sight has changed since the oldest tile in sight was drawn."""
        keys = [(stratum, frame.scale, *place) for place in _tiles_seen(scene, frame)]
        tiles = [self._tiles.get(key) for key in keys]
        known = [tile.changes for tile in tiles if tile is not None]
        if len(known) < len(tiles):
            return 1.0
        if not known or min(known) == self._log.count(stratum):
            return 0.0
        return changed_share(self._log.since(stratum, min(known)), scene, frame)

    def _keep_beneath_current(self, scene: Scene, frame: Frame) -> None:
        """Have no tile in sight miss more changes of the ground than are remembered."""
        for place in _tiles_seen(scene, frame):
            for stratum in _OF_TILES:
                self._current((stratum, frame.scale, *place), scene)

    def _tiles_in(
        self, frame: Frame, stratum: Stratum, scene: Scene, box: QRect
    ) -> Iterator[tuple[QPoint, QImage]]:
        for column, row in _tiles_seen(scene, frame):
            place = QPoint(column * TILE - frame.left, row * TILE - frame.top)
            if not box.intersects(QRect(place, QSize(TILE, TILE))):
                continue
            image = self._current((stratum, frame.scale, column, row), scene).image
            if image is not None:
                yield place, image

    def _note_changes(self, scene: Scene) -> None:
        before, self._scene = self._scene, scene
        if before is scene:
            return
        self._log.follow(before, scene)
        if before is not None and before.battle_map.terrain.shape != scene.battle_map.terrain.shape:
            self.clear()
            self._scene = scene

    def _paint_tiles(
        self, painter: QPainter, scene: Scene, frame: Frame, give_up: float | None, zooming: bool
    ) -> bool:
        missing: list[QRect] = []
        behind: list[QRect] = []
        shown = QRegion()
        complete, built = True, zooming
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        keys = [(Stratum.WHOLE, frame.scale, *place) for place in _tiles_seen(scene, frame)]
        # While a hand changes those in the middle again and again, the others have to come too.
        for key in sorted(keys, key=self._tiles.__contains__):
            _, _, column, row = key
            place = QPoint(column * TILE - frame.left, row * TILE - frame.top)
            tile = self._tiles.get(key)
            if not self._is_current(tile, Stratum.WHOLE):
                if give_up is None or not built or perf_counter() <= give_up:
                    tile = self._brought_on(key, scene, give_up)
                    built = True
                complete = complete and self._is_current(tile, Stratum.WHOLE)
            if tile is None or tile.image is None:
                missing.append(QRect(place, QSize(TILE, TILE)))
            else:
                self._tiles.move_to_end(key)
                painter.drawImage(place, tile.image)
                shown += QRect(place, QSize(TILE, TILE))
                if self._left is not None and tile.changes < self._left.changes:
                    behind.append(QRect(place, QSize(TILE, TILE)))
        _paint_beyond(painter, scene, frame, shown, self.theme)
        if missing:
            self._paint_stand_ins(painter, scene, missing, frame)
        if self._left is not None and (missing or behind):
            where = _region([*missing, *behind]).intersected(page_rect(scene.battle_map, frame))
            self._left.paint(painter, frame, where)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        return complete

    def _brought_on(self, key: _Key, scene: Scene, give_up: float | None) -> _Tile | None:
        """The tile as the scene has it now, or as far as it is known when the time for it is over."""
        for stratum in (Stratum.GROUND, Stratum.STANDING):
            beneath = self._tiles.get((stratum, *key[1:]))
            if beneath is None:
                self._current((stratum, *key[1:]), scene)
                if give_up is not None and perf_counter() > give_up:
                    return self._tiles.get(key)
        if give_up is not None and key not in self._tiles:
            frame = Frame(key[2] * TILE, key[3] * TILE, TILE, TILE, key[1])
            if not prepare_tokens(scene, frame, self.theme, give_up):
                return None
        return self._current(key, scene)

    def _current(self, key: _Key, scene: Scene) -> _Tile:
        """The tile as the scene has it now: drawn whole, or only where it changed."""
        stratum, scale, column, row = key
        frame = Frame(column * TILE, row * TILE, TILE, TILE, scale)
        count = self._log.count(stratum)
        tile = self._tiles.get(key)
        missed = None if tile is None else self._log.since(stratum, tile.changes)
        image = None if tile is None else tile.image
        if missed is None:
            image = self._drawn(key, image, scene, frame)
        elif missed:
            seen = frame.squares(scene.battle_map, _reach(frame))
            parts = _merged(change.part_in(seen) for change in missed)
            for part in parts:
                image = self._redrawn(key, image, scene, frame, part)
            if stratum is Stratum.WHOLE and not parts:
                for beneath in _OF_TILES:
                    self._current((beneath, *key[1:]), scene)
        else:
            assert tile is not None
            return tile
        tile = _Tile(image, count)
        self._keep(key, tile)
        return tile

    def _drawn(self, key: _Key, image: QImage | None, scene: Scene, frame: Frame) -> QImage | None:
        if image is None:
            image = QImage(frame.width, frame.height, QImage.Format.Format_ARGB32_Premultiplied)
        self._draw(key, image, scene, frame, QRect(0, 0, frame.width, frame.height))
        # Most places of a map have nothing standing: no memory for those.
        if key[0] is Stratum.STANDING and not np.frombuffer(image.constBits(), np.uint64).any():
            return None
        return image

    def _redrawn(
        self, key: _Key, image: QImage | None, scene: Scene, frame: Frame, part: SquareRect
    ) -> QImage | None:
        """The tile with some squares, and what they throw on their neighbours, drawn anew."""
        if image is None:
            return self._drawn(key, image, scene, frame)
        box = _box_of(part, frame)
        if not box.isEmpty():
            self._draw(key, image, scene, frame, box)
        return image

    def _draw(self, key: _Key, image: QImage, scene: Scene, frame: Frame, box: QRect) -> None:
        """Draw a box of the tile's pixels anew."""
        stratum, scale, column, row = key
        part = frame.part(box.x(), box.y(), box.width(), box.height())
        with QPainter(image) as painter:
            painter.setClipRect(box)
            if stratum is Stratum.WHOLE:
                ground = self._current((Stratum.GROUND, scale, column, row), scene).image
                standing = self._current((Stratum.STANDING, scale, column, row), scene).image
                if ground is not None:
                    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                    painter.drawImage(box.topLeft(), ground, box)
                    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                painter.save()
                painter.translate(box.topLeft())
                paint_overlays(painter, scene, part, self.theme)
                painter.restore()
                if standing is not None:
                    painter.drawImage(box.topLeft(), standing, box)
                painter.translate(box.topLeft())
                paint_figures(painter, scene, part, self.theme)
            elif stratum is Stratum.GROUND:
                painter.translate(box.topLeft())
                paint_base(painter, scene, part, self.theme)
            else:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.fillRect(box, Qt.GlobalColor.transparent)
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                painter.translate(box.topLeft())
                paint_standing(painter, scene, part, self.theme)

    def _keep(self, key: _Key, tile: _Tile) -> None:
        old = self._tiles.get(key)
        if old is not None and old.image is not None:
            self._bytes -= old.image.sizeInBytes()
        if tile.image is not None:
            self._bytes += tile.image.sizeInBytes()
        self._tiles[key] = tile

    def _paint_stand_ins(self, painter: QPainter, scene: Scene, missing: list[QRect], frame: Frame) -> None:
        """Fill the places of tiles not yet built from those of the scales shown last."""
        painter.save()
        hole = QRegion(page_rect(scene.battle_map, frame)).intersected(_region(missing))
        painter.setClipRegion(hole)
        scales = [scale for scale in self._scales if scale != frame.scale][-_STAND_IN_SCALES:]
        known = [self._stretched(scale, frame) for scale in scales]
        # The scale shown last is drawn over the others; where it fills the whole place, it is drawn alone.
        if known and not hole.subtracted(_region(place.toRect() for place, _ in known[-1])).isEmpty():
            painter.fillRect(hole.boundingRect(), colour(self.theme.page.paper))
        else:
            known = known[-1:]
        for tiles in known:
            for place, image in tiles:
                painter.drawImage(place, image, QRectF(image.rect()))
        painter.restore()

    def _stretched(self, scale: float, frame: Frame) -> list[tuple[QRectF, QImage]]:
        """The known tiles of another scale that reach into the frame, and where they are stretched to."""
        ratio = frame.scale / scale
        size = TILE * ratio
        found: list[tuple[QRectF, QImage]] = []
        for column in range(int(frame.left // size), int((frame.left + frame.width) // size) + 1):
            for row in range(int(frame.top // size), int((frame.top + frame.height) // size) + 1):
                tile = self._tiles.get((Stratum.WHOLE, scale, column, row))
                if tile is not None and tile.image is not None:
                    place = QRectF(column * size - frame.left, row * size - frame.top, size, size)
                    found.append((place, tile.image))
        return found

    def _evict(self, frame: Frame) -> None:
        """Forget the tiles not used for longest while they take too much; never one in sight."""
        in_sight = {
            (column, row)
            for column in range(frame.left // TILE, (frame.left + frame.width) // TILE + 1)
            for row in range(frame.top // TILE, (frame.top + frame.height) // TILE + 1)
        }
        for key in list(self._tiles):
            if self._bytes <= self._byte_limit:
                break
            _, scale, column, row = key
            if scale == frame.scale and (column, row) in in_sight:
                continue
            tile = self._tiles.pop(key)
            if tile.image is not None:
                self._bytes -= tile.image.sizeInBytes()


def _box_of(part: SquareRect, frame: Frame) -> QRect:
    """The pixels of a frame that some squares, and what they throw on their neighbours, lie in."""
    near = part.grown(_reach(frame))
    return QRect(
        QPoint(frame.column_edge(near.left), frame.row_edge(near.top)),
        QPoint(frame.column_edge(near.right) - 1, frame.row_edge(near.bottom) - 1),
    ).intersected(QRect(0, 0, frame.width, frame.height))


def _reach(frame: Frame) -> int:
    """Squares about a changed one that may look different too: where squares are tiny, lines are wider."""
    return max(1, ceil(_LINE_REACH / frame.scale))


def _has_same_top(before: Scene, scene: Scene) -> bool:
    """Whether all is alike that every frame draws over the tiles, such as fog, labels and notes.

    It turns on anything but the terrain, whose squares are looked at one by one, the creatures and marks that
    are no labels.
    """
    return (
        all(getattr(before, name) is getattr(scene, name) for name in _SCENE_PARTS)
        and all(getattr(before.battle_map, name) is getattr(scene.battle_map, name) for name in _MAP_PARTS)
        and before.battle_map.terrain.shape == scene.battle_map.terrain.shape
        and not any(isinstance(mark, Label) for one in (before, scene) for mark in _marks(one))
    )


_SCENE_PARTS = [
    each.name for each in fields(Scene) if each.name not in ("battle_map", "overlays", "selection")
]
_MAP_PARTS = [each.name for each in fields(BattleMap) if each.name not in ("terrain", "creatures")]


def _marks(scene: Scene) -> Iterator[Mark]:
    for overlay in scene.overlays:
        yield from overlay.marks


def _in_logical_pixels(region: QRegion, ratio: float) -> QRegion:
    """A region of device pixels as one of whole logical pixels that holds it."""
    if ratio == 1.0:
        return region
    logical = QRegion()
    for rect in cast(Iterable[QRect], region):
        left, top = floor(rect.left() / ratio), floor(rect.top() / ratio)
        right, bottom = ceil((rect.right() + 1) / ratio), ceil((rect.bottom() + 1) / ratio)
        logical += QRect(left, top, right - left, bottom - top)
    return logical


def _tiles_seen(scene: Scene, frame: Frame) -> Iterator[tuple[int, int]]:
    """Columns and rows of the tiles in sight that show any of the map, from the middle outwards."""
    page = page_rect(scene.battle_map, frame)
    # Tokens at the map's edge throw their shadow and lines their halo beyond it.
    rim = max(_LINE_REACH, round(frame.scale * OVERHANG))
    sight = page.adjusted(-rim, -rim, rim, rim).intersected(QRect(0, 0, frame.width, frame.height))
    if sight.isEmpty():
        return iter(())
    columns = range((sight.left() + frame.left) // TILE, (sight.right() + frame.left) // TILE + 1)
    rows = range((sight.top() + frame.top) // TILE, (sight.bottom() + frame.top) // TILE + 1)
    middle_x = (frame.left + frame.width / 2) / TILE - 0.5
    middle_y = (frame.top + frame.height / 2) / TILE - 0.5
    places = [(column, row) for column in columns for row in rows]
    return iter(sorted(places, key=lambda at: (at[0] - middle_x) ** 2 + (at[1] - middle_y) ** 2))


def _region(places: Iterable[QRect]) -> QRegion:
    region = QRegion()
    for place in places:
        region = region.united(place)
    return region


def _paint_beyond(painter: QPainter, scene: Scene, frame: Frame, shown: QRegion, theme: Theme) -> None:
    """Fill the surface round the map, but for what tiles show of it."""
    covered = shown.united(page_rect(scene.battle_map, frame))
    rest = QRegion(0, 0, frame.width, frame.height).subtracted(covered)
    if not rest.isEmpty():
        painter.save()
        painter.setClipRegion(rest)
        painter.fillRect(rest.boundingRect(), colour(theme.page.beyond))
        painter.restore()


def _merged(parts: Iterable[SquareRect | None]) -> list[SquareRect]:
    """The blocks, each once; one block for all of them where they are many."""
    wanted = list(dict.fromkeys(part for part in parts if part is not None))
    if len(wanted) <= 2:
        return wanted
    lefts, tops, rights, bottoms = zip(*wanted, strict=True)
    return [SquareRect(min(lefts), min(tops), max(rights), max(bottoms))]
