"""Adding background pictures, and laying them on the grid."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from gridmap.app.background import Background
from gridmap.app.docks.pictures import PicturesPanel
from gridmap.edits.page import add_picture
from gridmap.edits.pictures import fit_page, lay_on_grid
from gridmap.formats.errors import FormatError
from gridmap.formats.grid_pitch import CLEAR, PictureGrid, find_grid
from gridmap.formats.picture_files import read_picture_file
from gridmap.model import Asset, BattleMap, Point
from gridmap.render.pictures import PictureError, decoded

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_MIDDLE = 0.7
"""A picture that nothing tells the scale of takes so much of the map's side."""


class PictureCommands(QObject):
    """The pictures' panel and what its buttons and the menu do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._background = Background(self)
        self._dialog: QFileDialog | None = None
        self.panel = PicturesPanel(window.editor, window.actions_, window)
        self.panel.wanted.connect(lambda name: window.actions_[name].trigger())
        window.add_panel(self.panel, Qt.DockWidgetArea.LeftDockWidgetArea, beside=window.terrain)
        window.actions_.on_trigger(
            add_picture=self._choose_file, find_grid=self.find, fit_page=self._fit_page
        )
        self._editor.document.changed.connect(self._show_possible)
        self._editor.tool_changed.connect(self._show_panel)
        window.files.opened.connect(self._look_at_new_picture)
        self._show_possible()

    @property
    def busy(self) -> bool:
        """Whether a grid is being looked for."""
        return self._background.busy

    def add_file(self, path: Path) -> None:
        """Lay a picture file over the others."""
        try:
            asset, squares = _read(path)
        except FormatError as error:
            self._window.strip.complain(str(error))
            return
        battle_map = self._editor.document.battle_map
        asset = _free_name(battle_map, asset)
        try:
            image = decoded(asset)
        except PictureError as error:
            self._window.strip.complain(f"{error}.")
            return
        width, height = squares or _modest_size(battle_map, image)
        at = (
            Point(0, 0)
            if squares
            else Point((battle_map.width - width) / 2, (battle_map.height - height) / 2)
        )
        self._editor.document.commit(
            add_picture(battle_map, asset, at, width, height),
            self.tr("Add picture {name}").format(name=asset.name),
        )
        self._editor.options.choose(picture=len(battle_map.pictures))
        self._editor.take("picture")

    def find(self) -> None:
        """Look for the printed grid of the picture chosen, or of the only one."""
        index = self._chosen()
        if index is None:
            self._window.strip.note(self.tr("Choose a picture in the Pictures panel first."))
            return
        self._window.strip.note(self.tr("Looking for the printed grid…"))
        self._search(index, partial(self._found, index))

    def _found(self, index: int, asset: Asset, grid: PictureGrid | None, image: QImage) -> None:
        if not self._is_there(index, asset):
            return
        if grid is None or grid.strength < CLEAR:
            self._window.strip.complain(
                self.tr(
                    "No printed grid stands out here. Fit the picture by hand: drag over a block of squares."
                )
            )
            return
        self._lay(index, grid, image)

    def _lay(self, index: int, grid: PictureGrid, image: QImage) -> None:
        document = self._editor.document
        laid = lay_on_grid(
            document.battle_map,
            index,
            image.width() / grid.pitch,
            image.height() / grid.pitch,
            grid.left / grid.pitch,
            grid.top / grid.pitch,
        )
        document.commit(laid, self.tr("Lay picture on the grid"))
        self._window.strip.ask(
            self.tr("The printed grid has {pixels:.4g} pixels a square; it lies on the map's now.").format(
                pixels=grid.pitch
            ),
            (
                (self.tr("Map as large as the picture"), self._fit_page),
                (self.tr("Undo"), self._editor.undo),
            ),
        )

    def _look_at_new_picture(self) -> None:
        """A plain picture was opened as a map: see whether its grid is the one that it was given."""
        battle_map = self._editor.document.battle_map
        if self._editor.document.path is None and len(battle_map.pictures) == 1 and not battle_map.walls:
            self._search(0, self._offer)

    def _offer(self, asset: Asset, grid: PictureGrid | None, image: QImage) -> None:
        if grid is None or grid.strength < CLEAR or not self._is_there(0, asset):
            return
        picture = self._editor.document.battle_map.pictures[0]
        given = image.width() / picture.width
        if abs(given - grid.pitch) < 0.002 * grid.pitch and max(abs(grid.left), abs(grid.top)) < 1:
            return
        self._window.strip.ask(
            self.tr(
                "A grid of {pixels:.4g} pixels a square is printed here; the map was given {given:.4g}."
            ).format(pixels=grid.pitch, given=given),
            (
                (self.tr("Use the printed grid"), lambda: self._use(asset, grid, image)),
                (self.tr("Leave it"), lambda: None),
            ),
        )

    def _use(self, asset: Asset, grid: PictureGrid, image: QImage) -> None:
        if self._is_there(0, asset):
            self._lay(0, grid, image)
            self._fit_page()

    def _search(self, index: int, then: object) -> None:
        battle_map = self._editor.document.battle_map
        asset = battle_map.asset(battle_map.pictures[index].asset)
        if asset is None or not callable(then):
            return

        def done(found: tuple[PictureGrid | None, QImage]) -> None:
            then(asset, *found)

        self._background.run(partial(_search, asset), done, self._failed)

    def _failed(self, error: Exception) -> None:
        self._window.strip.complain(f"{error}.")

    def _is_there(self, index: int, asset: Asset) -> bool:
        """Whether the map still has that picture there: the search took a while."""
        pictures = self._editor.document.battle_map.pictures
        return index < len(pictures) and pictures[index].asset == asset.name

    def _fit_page(self) -> None:
        index, document = self._chosen(), self._editor.document
        if index is None:
            return
        try:
            fitted = fit_page(document.battle_map, index)
        except ValueError as error:
            self._window.strip.complain(self.tr("The map was not resized: {why}.").format(why=error))
            return
        document.commit(fitted, self.tr("Map as large as the picture"))

    def _chosen(self) -> int | None:
        index, count = self._editor.options.choices.picture, len(self._editor.document.battle_map.pictures)
        if index is not None and index < count:
            return index
        return 0 if count == 1 else None

    def _choose_file(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        filters = self.tr("Pictures (*.png *.jpg *.jpeg *.webp);;All files (*)")
        self._dialog = QFileDialog(
            self._window, self.tr("Add picture"), str(self._window.settings.folder), filters
        )
        self._dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._dialog.fileSelected.connect(lambda name: self.add_file(Path(name)))
        self._dialog.open()

    def _show_possible(self) -> None:
        some = bool(self._editor.document.shown.pictures)
        for name in ("find_grid", "fit_page"):
            self._window.actions_[name].setEnabled(some)

    def _show_panel(self) -> None:
        if self._editor.tool.name in ("picture", "fit_grid"):
            self.panel.show()
            self.panel.raise_()


def _read(path: Path) -> tuple[Asset, tuple[float, float] | None]:
    """The picture of a file; one of a kind that maps do not carry is packed anew."""
    try:
        return read_picture_file(path)
    except FormatError:
        image = QImage(str(path))
        if image.isNull():
            raise
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, b"PNG")
        return Asset(f"{path.stem[:100] or 'picture'}.png", bytes(content.data())), None


def _search(asset: Asset) -> tuple[PictureGrid | None, QImage]:
    image = decoded(asset)
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    lines = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return find_grid(lines[:, : grey.width()]), image


def _free_name(battle_map: BattleMap, asset: Asset) -> Asset:
    """The asset under a name that no other content has."""
    stem, suffix, number = Path(asset.name).stem, Path(asset.name).suffix, 2
    name = asset.name
    while (known := battle_map.asset(name)) is not None and known.content != asset.content:
        name = f"{stem} {number}{suffix}"
        number += 1
    return Asset(name, asset.content)


def _modest_size(battle_map: BattleMap, image: QImage) -> tuple[float, float]:
    """So large that the whole picture and its handles are in sight."""
    scale = _MIDDLE * min(battle_map.width / image.width(), battle_map.height / image.height())
    return image.width() * scale, image.height() * scale
