"""A map to give away: the players' map with pictures in which nothing lies beneath the fog.

`players_map` leaves pictures as they are, since the model decodes none. In a file they would hold every room
that was never entered, and whatever their camera or drawing program wrote into them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageWriter

from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Asset, Picture
from gridmap.model.players import players_map
from gridmap.render.application import ensure_application
from gridmap.render.known_pictures import Mask, blackened, known_pixels
from gridmap.render.pictures import PictureError, decoded
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import sides

_JPEG = (".jpg", ".jpeg")
_JPEG_QUALITY = 92
_PNG_QUALITY = 60
"""Of a hundred, which is how little PNG is packed: the pixels are the same."""


def players_copy(battle_map: BattleMap, ruleset: Ruleset | None) -> BattleMap:
    """The players' map with pictures that show what players know and nothing more.

    Pictures are encoded anew, black where no known square of the map lies, and with nothing in their files
    but pixels. One that is laid on the map twice is there twice, each with its own part. Files that cannot be
    read are left out.

    Args:
        battle_map: the GM's map.
        ruleset: whose size table says which creatures are in sight; None for one that is not known.
    """
    ensure_application()
    theirs = players_map(battle_map, None if ruleset is None else sides(ruleset))
    known = np.ones(theirs.terrain.shape, np.bool_) if theirs.fog is None else theirs.fog.known
    assets: list[Asset] = []
    pictures: list[Picture] = []
    for number, picture in enumerate(theirs.pictures, 1):
        asset = theirs.asset(picture.asset)
        shown = None if asset is None else _known_asset(asset, picture, known, number)
        if shown is None:
            pictures.append(replace(picture, asset=f"picture-{number}"))
        else:
            assets.append(shown)
            pictures.append(replace(picture, asset=shown.name))
    portraits = {creature.portrait for creature in theirs.creatures if creature.portrait}
    for name in sorted(portraits):
        asset = theirs.asset(name)
        image = None if asset is None else _image(asset)
        if image is not None:
            assets.append(Asset(name, _encoded(image, name)))
    return theirs.with_changes(pictures=tuple(pictures), assets=tuple(assets))


def _known_asset(asset: Asset, picture: Picture, known: Mask, number: int) -> Asset | None:
    """The file of one picture, under a name of its own; None where it cannot be read."""
    image = _image(asset)
    if image is None:
        return None
    kept = known_pixels(image, QSize(image.width(), image.height()), picture, known)
    name = f"picture-{number}{'.jpg' if asset.name.endswith(_JPEG) else '.png'}"
    return Asset(name, _encoded(blackened(image, kept), name))


def _image(asset: Asset) -> QImage | None:
    try:
        return decoded(asset)
    except PictureError:
        return None


def _encoded(image: QImage, name: str) -> bytes:
    """A picture file with nothing but its pixels."""
    is_jpeg = name.endswith(_JPEG)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpg" if is_jpeg else b"png"))
    writer.setQuality(_JPEG_QUALITY if is_jpeg else _PNG_QUALITY)
    writer.write(image)
    buffer.close()
    return bytes(content.data())
