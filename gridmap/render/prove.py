"""Written handouts opened again: whether anything is in them that players may not see.

A file proves clean by comparison. The same handout is made once more of a map out of which everything secret
was taken (`gridmap.model.secret`), with other pixels wherever pictures lie beneath the fog. Pictures must
then be equal pixel for pixel, or to within what JPEG and WebP keep; PDF and SVG byte for byte. Besides, all
that was packed into a file is searched for the words of secrets.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect
from PySide6.QtGui import QImage, QImageReader

from gridmap.model.battlemap import BattleMap
from gridmap.model.picture import Asset, Picture
from gridmap.model.secret import Secret, secrets_of, without_secrets
from gridmap.render.application import ensure_application
from gridmap.render.handout import Handout, scene_of
from gridmap.render.page_split import PageSetup
from gridmap.render.paint import paint_frame
from gridmap.render.pictured import Pictured, pictured
from gridmap.render.pictures import PictureError, decoded
from gridmap.render.png_reader import png_rows
from gridmap.render.raster import PNG, HandoutPicture, drawn_bands, kind_of
from gridmap.render.scene import Scene
from gridmap.render.whole_file import ExportError
from gridmap.rules.ruleset import Ruleset
from gridmap.rules.space import sides

Pixels = npt.NDArray[np.uint8]
_MOST_DECODED_MB = 2048
_BLOCK = 8
"""Pixels along a block whose mean a lossy file keeps."""
_LEVELS = 14.0
"""By which a block's mean may be off in a lossy file."""
_MOST_NAMED = 5
_LEAST_WORD, _LEAST_WORD_IN_PIXELS = 4, 6
"""Letters of a word that is looked for; shorter ones stand in any file by chance."""


@dataclass(frozen=True)
class Proof:
    """What was found in a file.

    Attributes:
        hidden: the secrets that it shows or names.
        beyond_fog: pixels in unknown squares that are not as the fog makes them.
        others: pixels elsewhere that are not as this map makes them.
        how: what the comparison was, for people.
    """

    hidden: tuple[str, ...]
    beyond_fog: int
    others: int
    how: str

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.hidden and not self.beyond_fog and not self.others

    def sentence(self) -> str:
        """In words."""
        things = "1 hidden thing" if len(self.hidden) == 1 else f"{len(self.hidden)} hidden things"
        names = (
            f" ({'; '.join(self.hidden[:5])}{' …' if len(self.hidden) > 5 else ''})" if self.hidden else ""
        )
        others = f", {self.others:,} others not as this map makes them" if self.others else ""
        return f"{things}{names}, {self.beyond_fog:,} pixels beyond the fog{others}: {self.how}"

    def as_json(self) -> dict[str, Any]:
        """In plain values."""
        return {
            "clean": self.is_clean,
            "hidden": list(self.hidden),
            "pixels_beyond_fog": self.beyond_fog,
            "other_pixels": self.others,
            "how": self.how,
        }


def prove(
    path: Path,
    battle_map: BattleMap,
    handout: Handout,
    ruleset: Ruleset,
    setup: PageSetup | None = None,
    part: HandoutPicture | None = None,
) -> Proof:
    """Open a written handout and look for what players may not see.

    Args:
        path: the file.
        battle_map: the GM's map that it was made of.
        handout: what was asked for.
        ruleset: whose rules the overlays follow.
        setup: how a PDF is split over pages.
        part: what the file holds of which picture; of a PDF or SVG nothing.

    Raises:
        ExportError: the file cannot be opened again.
    """
    ensure_application()
    secrets = secrets_of(battle_map, sides(ruleset))
    clean_map = _with_other_pixels(without_secrets(battle_map, sides(ruleset)))
    scene = scene_of(clean_map, handout, ruleset=ruleset)
    try:
        content = path.read_bytes() if path.suffix.lower() in (".pdf", ".svg") or part is None else None
    except OSError as error:
        raise ExportError(f"{path} cannot be opened again ({error.strerror})") from error
    if content is not None:
        return _proof_of_document(path, content, scene, handout, setup, secrets)
    assert part is not None
    return _proof_of_picture(path, scene, handout, battle_map, part, secrets)


# Pictures


def _proof_of_picture(
    path: Path,
    scene: Scene,
    handout: Handout,
    battle_map: BattleMap,
    part: HandoutPicture,
    secrets: tuple[Secret, ...],
) -> Proof:
    whole = part.pictured
    clean = pictured(scene, handout, whole.region)
    if (clean.width, clean.height) != (whole.width, whole.height):
        return Proof((), 0, part.width * part.height, "even its size is another without the secrets")
    # Drawn square by square, not as the file was.
    expected = HandoutPicture(clean, part.place, paint_frame)
    exact = kind_of(path) is PNG
    found = _Differences(whole, part.place, exact=exact)
    bands = iter(_file_bands(path, expected.edges()))
    for top, pixels in drawn_bands(expected):
        rgb = pixels.view(np.uint8).reshape(*pixels.shape, 4)[:, :, 2::-1]
        found.compare(top, rgb, next(bands))
    # A PNG of known parts has no place for words; in packed pixels short ones stand by chance.
    named = () if exact else _named_in([path.read_bytes()], secrets, _LEAST_WORD_IN_PIXELS)
    hidden, beyond, others = found.sorted_out(battle_map, secrets)
    how = "every pixel compared" if exact else f"compared in blocks of {_BLOCK} × {_BLOCK} pixels"
    return Proof((*hidden, *(what for what in named if what not in hidden)), beyond, others, how)


class _Differences:
    """Where a file's pixels are not the expected ones."""

    def __init__(self, picture: Pictured, place: QRect, *, exact: bool) -> None:
        self._exact = exact
        scale, region, corner = picture.pixels_per_square, picture.region, picture.map_rect.topLeft()
        self._columns = _edges(region.left, region.right, scale, corner.x() - place.left())
        self._rows = _edges(region.top, region.bottom, scale, corner.y() - place.top())
        self._corner = (region.left, region.top)
        self.squares: dict[tuple[int, int], int] = {}
        self.around = 0

    def compare(self, top: int, expected: Pixels, actual: Pixels) -> None:
        if expected.shape != actual.shape:
            raise ExportError("the file holds a picture of another size than was written")
        if self._exact:
            differs = (expected != actual).any(axis=2)
            weight = 1
        else:
            differs, weight = _blocks_apart(expected, actual), _BLOCK * _BLOCK
        rows, columns = np.nonzero(differs)
        step = 1 if self._exact else _BLOCK
        square_rows = np.searchsorted(self._rows, top + rows * step + step // 2, side="right") - 1
        square_columns = np.searchsorted(self._columns, columns * step + step // 2, side="right") - 1
        inside = (square_rows >= 0) & (square_rows < len(self._rows) - 1)
        inside &= (square_columns >= 0) & (square_columns < len(self._columns) - 1)
        self.around += int((~inside).sum()) * weight
        places, counts = np.unique(
            np.stack([square_columns[inside], square_rows[inside]], 1), axis=0, return_counts=True
        )
        for (x, y), count in zip(places.tolist(), counts.tolist(), strict=True):
            place = (x + self._corner[0], y + self._corner[1])
            self.squares[place] = self.squares.get(place, 0) + count * weight

    def sorted_out(
        self, battle_map: BattleMap, secrets: tuple[Secret, ...]
    ) -> tuple[tuple[str, ...], int, int]:
        """The secrets where something differs, the pixels beyond the fog, and all others."""
        known = None if battle_map.fog is None else battle_map.fog.known
        beyond = sum(count for (x, y), count in self.squares.items() if known is not None and not known[y, x])
        shown = tuple(
            secret.what
            for secret in secrets
            if any(_holds(block, place) for block in secret.blocks for place in self.squares)
        )
        rest = sum(self.squares.values()) + self.around - beyond
        return shown, beyond, 0 if shown else rest


def _holds(block: tuple[int, int, int, int], place: tuple[int, int]) -> bool:
    left, top, right, bottom = block
    return left <= place[0] < right and top <= place[1] < bottom


def _edges(first: int, last: int, scale: float, begin: int) -> npt.NDArray[np.int64]:
    edges = np.floor(np.arange(first, last + 1) * scale + 0.5).astype(np.int64)
    moved: npt.NDArray[np.int64] = edges - edges[0] + begin
    return moved


def _blocks_apart(expected: Pixels, actual: Pixels) -> npt.NDArray[np.bool_]:
    """The blocks whose mean colours are apart. Those at the edges may be smaller."""
    rows, columns = np.arange(0, expected.shape[0], _BLOCK), np.arange(0, expected.shape[1], _BLOCK)
    apart = expected.astype(np.int32) - actual
    sums = np.add.reduceat(np.add.reduceat(apart, rows, axis=0), columns, axis=1)
    heights = np.diff(np.append(rows, expected.shape[0]))
    widths = np.diff(np.append(columns, expected.shape[1]))
    means = np.abs(sums) / (heights[:, np.newaxis] * widths)[:, :, np.newaxis]
    blocks: npt.NDArray[np.bool_] = (means > _LEVELS).any(axis=2)
    return blocks


def _file_bands(path: Path, edges: tuple[int, ...]) -> Iterator[Pixels]:
    """The file's pixels, red, green and blue, band by band."""
    heights = [bottom - top for top, bottom in pairwise(edges)]
    if kind_of(path) is PNG:
        yield from png_rows(path, heights)
        return
    reader = QImageReader(str(path))
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(_MOST_DECODED_MB)
    image = reader.read()
    QImageReader.setAllocationLimit(before)
    if image.isNull():
        raise ExportError(f"{path} cannot be opened again ({reader.errorString()})")
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    top = 0
    for height in heights:
        yield lines[top : top + height, : image.width() * 3].reshape(-1, image.width(), 3)
        top += height


# Documents


def _proof_of_document(
    path: Path,
    content: bytes,
    scene: Scene,
    handout: Handout,
    setup: PageSetup | None,
    secrets: tuple[Secret, ...],
) -> Proof:
    """PDF and SVG: the same bytes as those of a map without secrets."""
    if path.suffix.lower() == ".pdf":
        from gridmap.render.pdf import pages_of
        from gridmap.render.pdf_document import pdf_document

        clean = [pdf_document(pages_of(scene, handout, setup), handout.title)]
    else:
        from gridmap.render.pdf import pictured_in_shapes
        from gridmap.render.svg import svg_document

        regions = handout.region_of(scene.battle_map)
        clean = [svg_document(pictured_in_shapes(scene, handout, region)) for region in regions]
    same = content in clean
    # Whatever a file has in common with one without secrets tells none.
    named = () if same else _named_in(_unpacked(content), secrets, _LEAST_WORD)
    if not same and not named:
        named = ("something that a map without secrets does not have",)
    how = "byte for byte what a map without secrets makes" if same else "other bytes than without secrets"
    return Proof(named, 0, 0, how)


def _named_in(texts: list[bytes], secrets: tuple[Secret, ...], least: int) -> tuple[str, ...]:
    """The secrets whose words stand in a file, in any of the ways that files write words."""
    found = []
    for secret in secrets:
        words = [" ".join(word.split()) for word in secret.words]
        forms = [
            form
            for word in words
            if len(word) >= least
            for form in (word.encode(), word.encode("utf-16-be"), word.encode("utf-16-le"), _in_glyphs(word))
        ]
        if any(form in text for text in texts for form in forms):
            found.append(secret.what)
    return tuple(found)


def _in_glyphs(word: str) -> bytes:
    """A word as a PDF writes it in hexadecimal digits."""
    return word.encode("utf-16-be").hex().encode()


_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def _unpacked(content: bytes) -> list[bytes]:
    """A file's bytes, and those of every stream packed into them."""
    texts = [content]
    for match in _STREAM.finditer(content):
        try:
            texts.append(zlib.decompress(match[1]))
        except zlib.error:
            continue
    return texts


# Pictures beneath the fog


def _with_other_pixels(battle_map: BattleMap) -> BattleMap:
    """The map with its pictures turned into negatives wherever they lie in unknown squares alone."""
    fog = battle_map.fog
    if fog is None or not battle_map.pictures or fog.known.all():
        return battle_map
    changed: dict[str, Asset] = {}
    for asset in battle_map.assets:
        places = [picture for picture in battle_map.pictures if picture.asset == asset.name]
        if not places:
            continue
        try:
            image = decoded(asset).convertToFormat(QImage.Format.Format_ARGB32)
        except PictureError:
            continue
        unknown = np.logical_and.reduce([_unknown_pixels(image, place, fog.known) for place in places])
        lines = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
        pixels = np.where(unknown, lines ^ np.uint32(0x00FFFFFF), lines)
        changed[asset.name] = Asset(asset.name, _as_png(pixels))
    assets = tuple(changed.get(asset.name, asset) for asset in battle_map.assets)
    return replace(battle_map, assets=assets)


def _unknown_pixels(image: QImage, picture: Picture, known: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The pixels of a picture whose middles lie in unknown squares of the map, or beyond it."""
    height, width = image.height(), image.width()
    unknown = np.empty((height, width), np.bool_)
    turn = np.deg2rad(picture.turn)
    middle_x, middle_y = picture.at.x + picture.width / 2, picture.at.y + picture.height / 2
    across = ((np.arange(width) + 0.5) / width - 0.5) * picture.width
    if picture.mirrored:
        across = -across
    for row in range(height):
        down = ((row + 0.5) / height - 0.5) * picture.height
        x = np.floor(middle_x + across * np.cos(turn) - down * np.sin(turn)).astype(np.int64)
        y = np.floor(middle_y + across * np.sin(turn) + down * np.cos(turn)).astype(np.int64)
        inside = (x >= 0) & (y >= 0) & (x < known.shape[1]) & (y < known.shape[0])
        unknown[row] = ~(inside & known[y.clip(0, known.shape[0] - 1), x.clip(0, known.shape[1] - 1)])
    return unknown


def _as_png(pixels: npt.NDArray[np.uint32]) -> bytes:
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG", 90):  # type: ignore[call-overload]
        raise ExportError("a picture beneath the fog cannot be made anew")
    buffer.close()
    return bytes(content.data())
