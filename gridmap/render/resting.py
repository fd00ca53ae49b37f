"""The picture of a view that rests while what it shows changes: drawn anew where it changed, nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QRegion

from gridmap.render import mark_order
from gridmap.render.change_log import ChangeLog, Stratum
from gridmap.render.changes import Change, Mask
from gridmap.render.colour import colour
from gridmap.render.paint import paint_field_numbers, paint_figures, paint_marks
from gridmap.render.scene import Frame, Scene, SquareRect
from gridmap.render.theme import Theme

Tiles = Callable[[Stratum, Scene, QRect], Iterable[tuple[QPoint, QImage]]]
"""The tiles of the ground or of what stands on it that reach into some pixels of the frame, up to date, each
with its place."""
_LEAST_CELL = 8
"""Pixels: smaller squares are drawn anew in cells of several. Lines are wider than such a square, and to go
round each would cost more than to draw some that are as they were."""
_SOURCE = QPainter.CompositionMode.CompositionMode_Source
_OVER = QPainter.CompositionMode.CompositionMode_SourceOver


@dataclass(frozen=True)
class LeftPicture:
    """What a view at rest showed last: it is newer than its tiles, until those are brought on.

    Attributes:
        image: the picture.
        frame: what it shows.
        changes: how many changes of the whole it has taken in.
    """

    image: QImage
    frame: Frame
    changes: int

    def paint(self, painter: QPainter, frame: Frame, where: QRegion) -> None:
        """Lay it over some pixels of a frame that is another part of the map or of another scale."""
        ratio = frame.scale / self.frame.scale
        left, top = self.frame.left * ratio - frame.left, self.frame.top * ratio - frame.top
        place = QRectF(left, top, self.frame.width * ratio, self.frame.height * ratio)
        painter.save()
        painter.setClipRegion(where)
        painter.drawImage(place, self.image, QRectF(self.image.rect()))
        painter.restore()


class RestingPicture:
    """One picture as large as the frame.

    Tiles reach beyond the frame, and each is drawn by itself; here only what is in sight is drawn, at once.
    Between the ground and what stands on it lie the heat maps, on a layer of their own, and the numbers of
    those: an overlay that follows a hand leaves both as they are.
    """

    def __init__(self, frame: Frame, theme: Theme, log: ChangeLog, tiles: Tiles) -> None:
        self.frame = frame
        self._theme, self._log, self._tiles = theme, log, tiles
        self._images = {stratum: _blank(frame) for stratum in _LAYERS}
        self._counts: dict[Stratum, int] = {}

    @property
    def image(self) -> QImage:
        """The picture, up to date after `bring_on`."""
        return self._images[Stratum.WHOLE]

    def left(self) -> LeftPicture:
        """What it shows, once the view rests no longer."""
        return LeftPicture(self.image, self.frame, self._counts.get(Stratum.WHOLE, 0))

    def stale(self, scene: Scene, stratum: Stratum = Stratum.WHOLE) -> QRegion:
        """The pixels of a layer that no longer show the scene."""
        count = self._counts.get(stratum)
        changes = None if count is None else self._log.since(stratum, count)
        if changes is None:
            return QRegion(0, 0, self.frame.width, self.frame.height)
        return changed_pixels(changes, scene, self.frame)

    def bring_on(self, scene: Scene) -> None:
        """Draw anew what no longer shows the scene."""
        for stratum, draw in _LAYERS.items():
            region = self.stale(scene, stratum)
            if not region.isEmpty():
                with QPainter(self._images[stratum]) as painter:
                    painter.setClipRegion(region)
                    draw(self, painter, scene, region.boundingRect())
            self._counts[stratum] = self._log.count(stratum)

    def _draw_fields(self, painter: QPainter, scene: Scene, box: QRect) -> None:
        _wipe(painter, box)
        painter.translate(box.topLeft())
        paint_marks(painter, mark_order.fields(scene), scene, self._part(box), self._theme)

    def _draw_over_marks(self, painter: QPainter, scene: Scene, box: QRect) -> None:
        _wipe(painter, box)
        painter.translate(box.topLeft())
        paint_field_numbers(painter, scene, self._part(box), self._theme)
        painter.translate(-box.topLeft())
        self._lay_tiles(painter, Stratum.STANDING, scene, box)

    def _draw_whole(self, painter: QPainter, scene: Scene, box: QRect) -> None:
        part = self._part(box)
        painter.setCompositionMode(_SOURCE)
        painter.fillRect(box, colour(self._theme.page.beyond))
        self._lay_tiles(painter, Stratum.GROUND, scene, box)
        painter.setCompositionMode(_OVER)
        painter.translate(box.topLeft())
        paint_marks(painter, mark_order.marks_beneath(scene), scene, part, self._theme)
        painter.drawImage(QPoint(), self._images[Stratum.FIELDS], box)
        paint_marks(painter, mark_order.marks_above(scene), scene, part, self._theme)
        painter.drawImage(QPoint(), self._images[Stratum.OVER_MARKS], box)
        paint_figures(painter, scene, part, self._theme)

    def _lay_tiles(self, painter: QPainter, stratum: Stratum, scene: Scene, box: QRect) -> None:
        for place, image in self._tiles(stratum, scene, box):
            seen = QRect(place, image.size()).intersected(box)
            painter.drawImage(seen.topLeft(), image, seen.translated(-place))

    def _part(self, box: QRect) -> Frame:
        return self.frame.part(box.x(), box.y(), box.width(), box.height())


_LAYERS: dict[Stratum, Callable[[RestingPicture, QPainter, Scene, QRect], None]] = {
    Stratum.FIELDS: RestingPicture._draw_fields,
    Stratum.OVER_MARKS: RestingPicture._draw_over_marks,
    Stratum.WHOLE: RestingPicture._draw_whole,
}


def changed_pixels(changes: Sequence[Change], scene: Scene, frame: Frame) -> QRegion:
    """The pixels of a frame that some changes, and what they throw on their neighbours, lie in."""
    whole = QRect(0, 0, frame.width, frame.height)
    if not changes:
        return QRegion()
    change = reduce(Change.joined, changes)
    if change.mask is None:
        return QRegion(whole)
    side = ceil(_LEAST_CELL / frame.scale)
    seen = frame.squares(scene.battle_map, margin=side)
    cells = _in_cells(change.mask[seen.top : seen.bottom, seen.left : seen.right], side)
    left, top = seen.left - side, seen.top - side
    region = QRegion()
    for block in _blocks(_with_neighbours(cells)):
        region += QRect(
            QPoint(frame.column_edge(left + side * block.left), frame.row_edge(top + side * block.top)),
            QPoint(
                frame.column_edge(left + side * block.right) - 1,
                frame.row_edge(top + side * block.bottom) - 1,
            ),
        )
    return region.intersected(whole)


def changed_share(changes: Sequence[Change] | None, scene: Scene, frame: Frame) -> float:
    """Which share of the squares in sight some changes touch; 1 where they are not known."""
    if changes is None or any(change.mask is None for change in changes):
        return 1.0
    seen = frame.squares(scene.battle_map)
    masks = [
        change.mask[seen.top : seen.bottom, seen.left : seen.right]
        for change in changes
        if change.mask is not None
    ]
    return float(np.logical_or.reduce(masks).mean()) if masks and masks[0].size else 0.0


def _in_cells(mask: Mask, side: int) -> Mask:
    """Which cells of so many squares a side hold a marked square."""
    if side == 1:
        return mask
    rows, columns = mask.shape
    padded = np.pad(mask, ((0, -rows % side), (0, -columns % side)))
    blocks = padded.reshape(-1, side, padded.shape[1] // side, side)
    return np.asarray(blocks.any(axis=(1, 3)), np.bool_)


def _with_neighbours(mask: Mask) -> Mask:
    """A mask with a further square on every side, and all squares marked that touch a marked one."""
    rows, columns = mask.shape
    down = np.zeros((rows + 2, columns), np.bool_)
    for at in range(3):
        down[at : at + rows] |= mask
    near = np.zeros((rows + 2, columns + 2), np.bool_)
    for at in range(3):
        near[:, at : at + columns] |= down
    return near


def _blocks(mask: Mask) -> list[SquareRect]:
    """The marked squares in blocks: runs of a row, joined with the same runs of the rows below."""
    padded = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    padded[:, 1:-1] = mask
    rows, columns = np.nonzero(np.diff(padded, axis=1))
    edges = list(zip(rows.tolist(), columns.tolist(), strict=True))
    found: list[SquareRect] = []
    open_: dict[tuple[int, int], SquareRect] = {}
    for (row, left), (_, right) in zip(edges[::2], edges[1::2], strict=True):
        above = open_.get((left, right))
        if above is not None and above.bottom == row:
            open_[left, right] = above._replace(bottom=row + 1)
            continue
        if above is not None:
            found.append(above)
        open_[left, right] = SquareRect(left, row, right, row + 1)
    return [*found, *open_.values()]


def _blank(frame: Frame) -> QImage:
    return QImage(frame.width, frame.height, QImage.Format.Format_ARGB32_Premultiplied)


def _wipe(painter: QPainter, box: QRect) -> None:
    painter.setCompositionMode(_SOURCE)
    painter.fillRect(box, Qt.GlobalColor.transparent)
    painter.setCompositionMode(_OVER)
