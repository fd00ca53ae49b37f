"""Regions and pieces: copy and paste from map to map, fill, clear, crop, stamps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QObject, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QInputDialog, QLabel, QToolButton, QWidget

from gridmap.app.copied import copied
from gridmap.app.docks.layers import LayersPanel, part_name
from gridmap.app.docks.stamps import StampsPanel
from gridmap.app.option_bar import page_of
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.laying import lay, laying_label
from gridmap.app.tools.region_select import RegionTool
from gridmap.app.tools.stamp import StampTool
from gridmap.edits.creatures import remove_creatures
from gridmap.edits.page import resize
from gridmap.edits.pieces import clear_region, piece_of_creatures, take_piece
from gridmap.edits.terrain import Mask
from gridmap.formats.errors import FormatError
from gridmap.formats.piece_files import read_piece, save_piece, write_piece
from gridmap.model import Layer
from gridmap.model.piece import Part, Piece

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

MIME = "application/x-gridmap-piece"
"""What the clipboard calls a piece of a map."""


def stamps_folder() -> Path:
    """Where the user's stamps are kept."""
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(base) / "gridmap" / "stamps"


class PieceCommands(QObject):
    """What the actions do with the selected squares, the clipboard and the stamps."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._region = window.editor.region
        self.layers = LayersPanel(window.editor, window)
        self.stamps = StampsPanel(window.editor.keys, window)
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        window.add_panel(self.layers, left, beside=window.terrain)
        window.add_panel(self.stamps, left, beside=window.terrain)
        window.options.add_page(("region",), self._region_page())
        window.actions_.on_trigger(
            cut=self.cut,
            copy=self.copy,
            paste=self.paste,
            region_fill=self._fill,
            region_clear=self._clear,
            region_invert=self._invert,
            region_crop=self._crop,
            keep_stamp=self._ask_for_name,
        )
        self.stamps.chosen.connect(self._take_stamp)
        self.stamps.removed.connect(self._remove_stamp)
        self._region.changed.connect(self._show_possible)
        self._editor.selection.changed.connect(self._show_possible)
        self._editor.tool_changed.connect(self._show_possible)
        self._editor.document.refused.connect(self._tell_of_lock)
        self._list_stamps()
        self._show_possible()

    # The clipboard

    def copy(self) -> bool:
        """Copy the selected squares where that tool is in hand, else the selected creatures."""
        piece = self._chosen_piece()
        if piece is None:
            return False
        mime = QMimeData()
        mime.setData(MIME, write_piece(piece))
        QGuiApplication.clipboard().setMimeData(mime)
        return True

    def cut(self) -> None:
        """Copy and take away."""
        if not self.copy():
            return
        document, mask = self._editor.document, self._chosen_mask()
        if mask is not None:
            cut = clear_region(document.battle_map, mask, self._region.parts)
        else:
            cut = remove_creatures(document.battle_map, self._editor.selection.ids)
        document.commit(cut, self.tr("Cut"))

    def paste(self) -> None:
        """Take what was copied in hand."""
        mime = copied()
        if not mime.hasFormat(MIME):
            self._window.strip.note(
                self.tr("Nothing of a map was copied. Statblocks are pasted with {key}.").format(
                    key=self._editor.keys.key("paste_creatures")
                )
            )
            return
        try:
            self._hold(read_piece(bytes(mime.data(MIME).data())))
        except FormatError as error:
            self._window.strip.complain(self.tr("What was copied cannot be pasted: {why}.").format(why=error))

    def _chosen_mask(self) -> Mask | None:
        return self._region.mask if isinstance(self._editor.tool, RegionTool) else None

    def _chosen_piece(self) -> Piece | None:
        battle_map, mask = self._editor.document.battle_map, self._region.mask
        if mask is not None and isinstance(self._editor.tool, RegionTool):
            return take_piece(battle_map, mask, self._region.parts)
        if self._editor.selection.ids:
            return piece_of_creatures(battle_map, self._editor.selection.ids)
        return None

    def _hold(self, piece: Piece) -> None:
        stamp = self._editor.tools["stamp"]
        if isinstance(stamp, StampTool):
            stamp.hold(piece)
            self._editor.take("stamp")

    # The region

    def _fill(self) -> None:
        mask, document, choices = self._region.mask, self._editor.document, self._editor.options.choices
        if mask is not None:
            filled = lay(document.battle_map, mask, choices, erases=False)
            document.commit(filled, laying_label(choices, erases=False))

    def _clear(self) -> None:
        mask, document = self._region.mask, self._editor.document
        if mask is not None:
            cleared = clear_region(document.battle_map, mask, self._region.parts)
            document.commit(cleared, self.tr("Clear region"))

    def _invert(self) -> None:
        whole = self._region.whole_map()
        self._region.select(whole if self._region.mask is None else whole & ~self._region.mask)
        self._editor.take("region")

    def _crop(self) -> None:
        mask, document = self._region.mask, self._editor.document
        if mask is None:
            return
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        left, top = int(columns[0]), int(rows[0])
        width, height = int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top
        cropped = resize(document.battle_map, width, height, -left, -top)
        document.commit(cropped, self.tr("Crop map"))

    def _region_page(self) -> QWidget:
        """Shapes of a region, and the parts of the map that are worked on."""
        shapes = QButtonGroup(self)
        buttons: list[QWidget] = []
        choices = (
            ("rectangle", self.tr("Rectangle"), self.tr("A block of squares from corner to corner")),
            ("lasso", self.tr("Lasso"), self.tr("The squares inside a line drawn by hand")),
            ("joined", self.tr("Joined"), self.tr("The joined squares of the same ground, up to walls")),
        )
        for name, words, meaning in choices:
            button = QToolButton()
            button.setText(words)
            button.setCheckable(True)
            button.setToolTip(meaning)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _=False, name=name: self._editor.options.choose(region_shape=name))
            button.setChecked(name == self._editor.options.choices.region_shape)
            shapes.addButton(button)
            buttons.append(button)
        parts: list[QWidget] = []
        groups = (
            (self.tr("Terrain"), tuple(str(layer) for layer in Layer)),
            *((part_name(str(part)), (str(part),)) for part in Part),
        )
        for words, names in groups:
            box = QCheckBox(words)
            box.setChecked(True)
            box.setToolTip(self.tr("Copied, moved and cleared with the selected squares"))
            box.toggled.connect(lambda on, names=names: self._choose_parts(names, on))
            parts.append(box)
        return page_of(*buttons, QLabel(self.tr("with")), *parts)

    def _choose_parts(self, names: tuple[str, ...], on: bool) -> None:
        for name in names:
            self._region.choose_part(name, on)

    # The stamps

    def keep_stamp(self, name: str) -> None:
        """Keep the selected squares or creatures under a name."""
        piece = self._chosen_piece() or self._region_piece()
        if piece is None:
            return
        stem = re.sub(r'[\\/:*?"<>|\x00-\x1f]', "-", name).strip(" .")[:80]
        if not stem:
            self._window.strip.complain(self.tr("A stamp has a name."))
            return
        path = stamps_folder() / f"{stem}.gridmap"
        number = 2
        while path.exists():
            path = stamps_folder() / f"{stem} {number}.gridmap"
            number += 1
        # Imported with the first stamp: drawing to files is not for the start.
        from gridmap.render.png import thumbnail

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            picture = thumbnail(piece.battle_map, self._window.canvas.theme, ruleset_of(piece.battle_map))
            save_piece(piece, path, picture)
        except (FormatError, OSError) as error:
            self._window.strip.complain(self.tr("The stamp was not kept: {why}.").format(why=error))
            return
        self._list_stamps()
        self.stamps.show()
        self.stamps.raise_()
        self._window.strip.note(self.tr("Kept “{name}” among the stamps.").format(name=path.stem))

    def _region_piece(self) -> Piece | None:
        mask = self._region.mask
        if mask is None:
            return None
        return take_piece(self._editor.document.battle_map, mask, self._region.parts)

    def _ask_for_name(self) -> None:
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Keep stamp"))
        dialog.setLabelText(self.tr("Name of the stamp"))
        dialog.setModal(False)
        dialog.textValueSelected.connect(self.keep_stamp)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _take_stamp(self, path: Path) -> None:
        try:
            self._hold(read_piece(path.read_bytes()))
        except (FormatError, OSError) as error:
            self._window.strip.complain(f"{path.name}: {error}.")

    def _remove_stamp(self, path: Path) -> None:
        trash = path.with_suffix(".removed")
        try:
            path.replace(trash)
        except OSError as error:
            self._window.strip.complain(f"{path.name}: {error}.")
            return
        self._list_stamps()

        def bring_back() -> None:
            trash.replace(path)
            self._list_stamps()

        self._window.strip.ask(
            self.tr("Removed the stamp “{name}”.").format(name=path.stem),
            (
                (self.tr("Undo"), bring_back),
                (self.tr("Remove for good"), lambda: trash.unlink(missing_ok=True)),
            ),
        )

    def _list_stamps(self) -> None:
        paths = stamps_folder().glob("*.gridmap")
        self.stamps.show_stamps(sorted(paths, key=lambda path: path.stem.casefold()))

    # Showing

    def _show_possible(self) -> None:
        actions, some = self._window.actions_, self._region.mask is not None
        for name in ("region_fill", "region_clear", "region_crop"):
            actions[name].setEnabled(some)
        for name in ("cut", "copy", "keep_stamp"):
            actions[name].setEnabled(some or bool(self._editor.selection.ids))

    def _tell_of_lock(self, part: str) -> None:
        self._window.strip.note(
            self.tr("{layer} is locked; the Layers panel unlocks it.").format(layer=part_name(part))
        )
