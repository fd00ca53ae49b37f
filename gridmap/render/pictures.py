"""The ground: paper, and background pictures, each decoded once."""

from __future__ import annotations

from collections import OrderedDict
from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMargins, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPen, QTransform

from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Asset, Picture
from gridmap.render.application import PICTURE_LIMIT_MB, ensure_application
from gridmap.render.colour import colour
from gridmap.render.device import draws_shapes
from gridmap.render.known_pictures import known_part
from gridmap.render.lettering import draw_text_box
from gridmap.render.patterns import paper_brush
from gridmap.render.pixels import page_rect
from gridmap.render.scene import Frame, Scene, whole_pixel
from gridmap.render.shapes import squares_path
from gridmap.render.theme import Theme

_KEPT_BYTES = 256 * 2**20
"""Decoded pictures kept, in bytes; the largest picture is kept in any case."""


_FINER_ON_PAPER = 3
"""A printer shows so many dots to a pixel that the page is laid out in."""


class PictureError(ValueError):
    """A picture file that cannot be shown: one sentence."""


def paint_ground(painter: QPainter, scene: Scene, frame: Frame, theme: Theme) -> None:
    """What lies beyond the map, the paper, and the pictures on it."""
    page = page_rect(scene.battle_map, frame)
    whole = QRect(0, 0, frame.width, frame.height)
    sight = page.intersected(whole)
    if sight != whole:
        painter.fillRect(whole, colour(theme.page.beyond))
    if sight.isEmpty():
        return
    if draws_shapes(painter):  # paper has a grain of its own
        painter.fillRect(sight, colour(theme.page.paper))
    else:
        painter.setBrushOrigin(-frame.left, -frame.top)
        painter.fillRect(sight, paper_brush(theme.page.paper, theme.page.grain))
        painter.setBrushOrigin(0, 0)
    if not scene.pictures:
        return
    painter.save()
    painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
    for picture in scene.battle_map.pictures:
        _paint_picture(painter, picture, scene, frame, theme)
    painter.restore()


def _paint_picture(painter: QPainter, picture: Picture, scene: Scene, frame: Frame, theme: Theme) -> None:
    left, top = whole_pixel(frame.x(picture.at.x)), whole_pixel(frame.y(picture.at.y))
    right = whole_pixel(frame.x(picture.at.x + picture.width))
    bottom = whole_pixel(frame.y(picture.at.y + picture.height))
    place = QRect(left, top, right - left, bottom - top)
    turned = _turned(picture, place)
    seen = place if turned is None else turned.mapRect(place)
    # Half of the line about a missing one lies beyond its place.
    rim = ceil(_missing_line(frame) / 2)
    whole = QRect(0, 0, frame.width, frame.height)
    if place.isEmpty() or not seen.intersects(whole.marginsAdded(QMargins(rim, rim, rim, rim))):
        return
    if turned is None:
        _paint_upright(painter, picture, place, scene, frame, theme, whole=False)
    elif draws_shapes(painter):
        part = seen.intersected(whole)
        if part.isEmpty():
            return
        image = QImage(part.size() * _FINER_ON_PAPER, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as on_image:
            on_image.scale(_FINER_ON_PAPER, _FINER_ON_PAPER)
            on_image.translate(-part.topLeft())
            on_image.setTransform(turned, combine=True)
            _paint_upright(on_image, picture, place, scene, frame, theme, whole=True)
        # Of a turned picture too a page is given no more than it shows.
        painter.drawImage(part, image)
    else:
        painter.save()
        painter.setTransform(turned, combine=True)
        _paint_upright(painter, picture, place, scene, frame, theme, whole=True)
        painter.restore()


def _turned(picture: Picture, place: QRect) -> QTransform | None:
    """What turns and mirrors a picture about the middle of its place; None where it stands upright."""
    if not picture.turn % 360 and not picture.mirrored:
        return None
    middle = QRectF(place).center()
    transform = QTransform.fromTranslate(middle.x(), middle.y()).rotate(picture.turn)
    return transform.scale(-1 if picture.mirrored else 1, 1).translate(-middle.x(), -middle.y())


def _paint_upright(
    painter: QPainter,
    picture: Picture,
    place: QRect,
    scene: Scene,
    frame: Frame,
    theme: Theme,
    *,
    whole: bool,
) -> None:
    """Draw a picture into its place; `whole`: all of it, whatever the frame sees."""
    asset = scene.battle_map.asset(picture.asset)
    finer = max(1, round(abs(painter.transform().determinant()) ** 0.5)) if whole else 1
    if draws_shapes(painter):
        finer = _FINER_ON_PAPER
    image = None if asset is None else _pictures.nearest(asset, place.size() * finer)
    if asset is None or image is None:
        # To players a file's name may tell what they are not to know.
        _paint_missing(painter, "" if scene.fog_hides else picture.asset, place, frame, theme)
        return
    fog = scene.battle_map.fog
    if scene.fog_hides and fog is not None:
        image = known_part(image, _pictures.natural_size(asset), picture, fog)
    painter.setOpacity(picture.opacity)
    if draws_shapes(painter) and not whole:
        _draw_part_seen(painter, image, place, scene, frame, theme)
    elif image.size() == place.size() and not whole:
        painter.drawImage(place.topLeft(), image)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.setOpacity(1.0)


def _draw_part_seen(
    painter: QPainter, image: QImage, place: QRect, scene: Scene, frame: Frame, theme: Theme
) -> None:
    """Draw what a frame sees of a picture and nothing else of it: a page keeps all that it is given."""
    seen = place.intersected(QRect(0, 0, frame.width, frame.height))
    across, down = image.width() / place.width(), image.height() / place.height()
    part = QRectF(
        (seen.x() - place.x()) * across,
        (seen.y() - place.y()) * down,
        seen.width() * across,
        seen.height() * down,
    )
    box = part.toAlignedRect().intersected(image.rect())
    cut = image.copy(box)
    fog = scene.battle_map.fog
    if fog is not None and scene.fog_hides:
        with QPainter(cut) as eraser:
            eraser.translate(-box.x(), -box.y())
            eraser.scale(across, down)
            eraser.translate(-place.x(), -place.y())
            eraser.fillPath(squares_path(~fog.known, frame), colour(theme.notes.fog))
    target = QRectF(
        place.x() + box.x() / across, place.y() + box.y() / down, box.width() / across, box.height() / down
    )
    painter.drawImage(target, cut)


def _missing_line(frame: Frame) -> float:
    return max(1.0, frame.scale / 16)


def _paint_missing(painter: QPainter, name: str, place: QRect, frame: Frame, theme: Theme) -> None:
    """An empty frame with the name of the picture that should be there, where it may be told."""
    look = theme.notes
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(colour(look.missing))
    painter.setPen(QPen(colour(look.missing_ink), _missing_line(frame)))
    painter.drawRect(place)
    painter.drawLine(place.topLeft(), place.bottomRight())
    painter.drawLine(place.topRight(), place.bottomLeft())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if not name:
        return
    size = max(10, round(frame.scale * 0.4))
    box = QRectF(place).adjusted(size, size, -size, -size)
    draw_text_box(painter, name, box, size, look.missing_ink, bold=True)


class _DecodedPictures:
    """Decoded pictures by the identity of their content, each with its halvings.

    Drawing takes the smallest halving that is no smaller than its place, so that scaling down stays smooth
    and zooming never scales a whole picture again.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Asset, list[QImage]]] = OrderedDict()

    def nearest(self, asset: Asset, size: QSize) -> QImage | None:
        """The picture or the halving of it to draw at a size; None where its file cannot be read."""
        levels = self._levels(asset)
        if not levels:
            return None
        chosen = levels[0]
        for at in range(1, 16):
            if chosen.width() < 2 * size.width() or chosen.height() < 2 * size.height():
                break
            if at == len(levels):
                levels.append(_halved(chosen))
            chosen = levels[at]
        return chosen

    def natural_size(self, asset: Asset) -> QSize:
        """The size of the picture itself, in pixels; empty where its file cannot be read."""
        levels = self._levels(asset)
        return levels[0].size() if levels else QSize()

    def _levels(self, asset: Asset) -> list[QImage]:
        # By its content: players have the same file under another name.
        found = self._kept.get(id(asset.content))
        if found is None:
            try:
                found = (asset, [decoded(asset)])
            except PictureError:
                found = (asset, [])
            self._kept[id(asset.content)] = found
            while len(self._kept) > 1 and self._bytes() > _KEPT_BYTES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(id(asset.content))
        return found[1]

    def _bytes(self) -> int:
        return sum(image.sizeInBytes() for _, levels in self._kept.values() for image in levels)


def _halved(image: QImage) -> QImage:
    return image.scaled(
        max(1, image.width() // 2),
        max(1, image.height() // 2),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    ).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


_pictures = _DecodedPictures()


def picture_near(asset: Asset, size: QSize) -> QImage | None:
    """A picture no smaller than a size and not much larger; None where its file cannot be read. Shared."""
    return _pictures.nearest(asset, size)


def coarseness(battle_map: BattleMap) -> int:
    """How many squares away from its own a pixel of a picture is still seen: 0 for all but tiny pictures."""
    widest = 0.0
    for picture in battle_map.pictures:
        asset = battle_map.asset(picture.asset)
        size = QSize() if asset is None else _pictures.natural_size(asset)
        if not size.isEmpty():
            widest = max(widest, picture.width / size.width(), picture.height / size.height())
    return ceil(2 * widest) if widest > 1 / 3 else 0


def check_pictures(battle_map: BattleMap) -> None:
    """See that every picture of a map can be drawn.

    Raises:
        PictureError: the first that is not in the map, or that cannot be decoded.
    """
    for picture in battle_map.pictures:
        asset = battle_map.asset(picture.asset)
        if asset is None:
            raise PictureError(f"the picture {picture.asset!r} is not in the file")
        decoded(asset)


def decoded(asset: Asset) -> QImage:
    """The picture of an asset, premultiplied, without any words or profile that its file has.

    Raises:
        PictureError: it is no picture that Qt reads, or larger than the stated limit.
    """
    ensure_application()
    content = QByteArray(asset.content)
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() * 4 > PICTURE_LIMIT_MB * 2**20:
        raise PictureError(
            f"the picture {asset.name} is {size.width()} × {size.height()} pixels, "
            f"more than {PICTURE_LIMIT_MB} MB once decoded"
        )
    image = reader.read()
    if image.isNull():
        raise PictureError(f"the picture {asset.name} cannot be read: {reader.errorString()}")
    return _bare(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied))


def _bare(image: QImage) -> QImage:
    """The pixels alone: words in a picture's file would go with it into every PDF."""
    if not image.textKeys() and not image.colorSpace().isValid():
        return image
    return QImage(
        image.constBits(), image.width(), image.height(), image.bytesPerLine(), image.format()
    ).copy()
