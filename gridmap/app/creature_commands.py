"""What the actions do with the selected creatures: turn, rise, portraits."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter
from PySide6.QtWidgets import QFileDialog

from gridmap.app.background import Background
from gridmap.edits.creatures import change_creatures, lift_creatures, turn_creatures
from gridmap.edits.portraits import set_portrait
from gridmap.formats.errors import FormatError
from gridmap.formats.picture_files import read_picture_file
from gridmap.model import Asset, BattleMap

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

TURN = 45
PORTRAIT_SIDE = 512
"""Pixels of the shorter side of a portrait: enough for a creature of six squares on any screen."""
_SMALL_FILE = 200_000
_JPEG_QUALITY = 88
_PNG_QUALITY = 60
"""Of a hundred, which is how little PNG is packed: the pixels are the same."""
_OF_SELECTED = (
    "face_left",
    "face_right",
    "no_facing",
    "rise",
    "sink",
    "land",
    "choose_portrait",
    "remove_portrait",
)


class CreatureCommands(QObject):
    """Every one of them is one step of the history."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._background = Background(self)
        self._dialog: QFileDialog | None = None
        turn, lift = self._turn, self._lift
        window.actions_.on_trigger(
            face_left=lambda: turn(-TURN),
            face_right=lambda: turn(TURN),
            no_facing=lambda: self._change(self.tr("Look nowhere"), facing=None),
            rise=lambda: lift(1),
            sink=lambda: lift(-1),
            land=lambda: self._change(self.tr("On the ground"), altitude=0),
            choose_portrait=self._ask_for_portrait,
            remove_portrait=self._remove_portrait,
        )
        window.menus.context.addSeparator()
        for name in _OF_SELECTED:
            window.menus.context.addAction(window.actions_[name])
        window.inspector.portrait_wanted.connect(self._ask_for_portrait)
        window.inspector.portrait_dropped.connect(
            lambda path: self.show_portrait(self._editor.selection.ids, path)
        )
        self._editor.selection.changed.connect(self._show_possible)
        self._editor.document.changed.connect(lambda *_: self._show_possible())
        self._show_possible()

    @property
    def busy(self) -> bool:
        """Whether a portrait is being read."""
        return self._background.busy

    def show_portrait(self, ids: Collection[str], path: Path) -> None:
        """Show the picture of a file on the tokens of some creatures."""
        self._background.run(
            partial(portrait_of, path), partial(self._portrait_read, tuple(ids)), self._failed
        )

    def _portrait_read(self, ids: tuple[str, ...], asset: Asset) -> None:
        document = self._editor.document
        self._commit(set_portrait(document.battle_map, ids, asset), self.tr("Portrait"), ids)

    def _failed(self, error: Exception) -> None:
        self._window.strip.complain(
            self.tr("The portrait was not taken: {why}.").format(why=str(error).rstrip("."))
        )

    def _remove_portrait(self) -> None:
        battle_map, ids = self._editor.document.battle_map, self._editor.selection.ids
        self._commit(set_portrait(battle_map, ids, None), self.tr("Remove portrait"), ids)

    def _ask_for_portrait(self) -> None:
        ids = self._editor.selection.ids
        if not ids:
            return
        if self._dialog is not None:
            self._dialog.deleteLater()
        filters = self.tr("Pictures (*.png *.jpg *.jpeg *.webp);;All files (*)")
        self._dialog = QFileDialog(
            self._window, self.tr("Portrait"), str(self._window.settings.folder), filters
        )
        self._dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._dialog.fileSelected.connect(lambda name: self.show_portrait(ids, Path(name)))
        self._dialog.open()

    def _turn(self, degrees: int) -> None:
        battle_map, ids = self._editor.document.battle_map, self._editor.selection.ids
        self._commit(turn_creatures(battle_map, ids, degrees), self.tr("Turn"), ids)

    def _lift(self, squares: int) -> None:
        battle_map, ids = self._editor.document.battle_map, self._editor.selection.ids
        label = self.tr("Raise") if squares > 0 else self.tr("Lower")
        self._commit(lift_creatures(battle_map, ids, squares), label, ids)

    def _change(self, label: str, **changes: object) -> None:
        battle_map, ids = self._editor.document.battle_map, self._editor.selection.ids
        self._commit(change_creatures(battle_map, ids, **changes), label, ids)

    def _commit(self, changed: BattleMap, verb: str, ids: Collection[str]) -> None:
        document = self._editor.document
        self._editor.tool.escape()
        if changed is document.battle_map:
            return
        chosen = [creature for creature in changed.creatures if creature.id in ids]
        if len(chosen) == 1:
            label = self.tr("{verb}: {creature}").format(verb=verb, creature=chosen[0].title)
        else:
            label = self.tr("{verb}: {count} creatures").format(verb=verb, count=len(chosen))
        document.commit(changed, label)

    def _show_possible(self) -> None:
        creatures = self._editor.selection.creatures
        for name in _OF_SELECTED:
            able = [each.portrait for each in creatures] if name == "remove_portrait" else creatures
            # By one call: an action that is switched on and off again has its menus drawn anew.
            self._window.actions_[name].setEnabled(any(able))


def portrait_of(path: Path) -> Asset:
    """The picture of a file as a token needs it: a large one is made smaller, so that the map stays small.

    Raises:
        FormatError: one sentence; it is no picture that can be read.
    """
    asset, _ = read_picture_file(path)
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    shorter = min(size.width(), size.height())
    if size.isValid() and len(asset.content) <= _SMALL_FILE and shorter <= 2 * PORTRAIT_SIDE:
        return asset
    if size.isValid() and shorter > PORTRAIT_SIDE:
        reader.setScaledSize(
            size.scaled(QSize(PORTRAIT_SIDE, PORTRAIT_SIDE), Qt.AspectRatioMode.KeepAspectRatioByExpanding)
        )
    image = reader.read()
    if image.isNull():
        raise FormatError(f"{path.name}: the picture cannot be read ({reader.errorString()})")
    return Asset(f"{path.stem[:100] or 'portrait'}{_ending(image)}", _encoded(image))


def _ending(image: QImage) -> str:
    return ".png" if image.hasAlphaChannel() else ".jpg"


def _encoded(image: QImage) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png" if image.hasAlphaChannel() else b"jpg"))
    writer.setQuality(_PNG_QUALITY if image.hasAlphaChannel() else _JPEG_QUALITY)
    writer.write(image)
    buffer.close()
    return bytes(content.data())
