"""The Export window: a form, a true preview, and the work behind the window with progress and cancel."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from gridmap.app.background import Background
from gridmap.app.clipboard_picture import copy_picture, selected_region
from gridmap.app.export_form import SELECTED, VIEW, ExportForm
from gridmap.app.export_preview import Preview, PreviewPage, preview_pages
from gridmap.app.later import Later
from gridmap.app.print_command import print_map
from gridmap.app.rulesets import ruleset_of
from gridmap.app.steady import ComboBox
from gridmap.export_job import Exported, ExportJob, run_job
from gridmap.export_presets import Preset, PresetError, presets, save_preset
from gridmap.model.players import in_players_ids, players_ids, players_map
from gridmap.overlays.errors import OverlayError
from gridmap.render.handout import Handout, HandoutError, scene_of
from gridmap.render.scene import SquareRect
from gridmap.rules.space import sides

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_PAUSE_MILLISECONDS = 180
"""From the last change of the form to the new preview."""


class CancelledError(Exception):
    """The user wants no more of it."""


class ExportWindow(QDialog):
    """May stay open beside the map; it shows the map as it is."""

    progressed = Signal(float)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Export"))
        self.setModal(False)
        self._window = window
        self._editor = window.editor
        self._background = Background(self)
        self._cancel = Event()
        self._pages: list[PreviewPage] = []
        self._number = 0
        self._dialog: QFileDialog | None = None
        self.form = ExportForm()
        self.preview = Preview()
        self.presets = ComboBox()
        self.presets.setAccessibleName(self.tr("Preset"))
        self.presets.activated.connect(self._use_preset)
        self.keep = QPushButton(self.tr("&Keep…"))
        self.keep.setToolTip(self.tr("Keep these choices as a preset, for the command line too"))
        self.keep.clicked.connect(self._ask_for_preset_name)
        self.words = QLabel()
        self.words.setObjectName("dim")
        self.words.setWordWrap(True)
        self.prove = QCheckBox(self.tr("Open the file again and look for secrets"))
        self.prove.setChecked(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.hide()
        self._lay_out()
        self._later = Later(self.refresh, self, _PAUSE_MILLISECONDS)
        self._of_preset: Preset | None = None
        self.form.changed.connect(self._leave_preset)
        self.form.changed.connect(self._later.ask_again)
        self._editor.document.changed.connect(self._refresh_if_shown)
        self.progressed.connect(lambda share: self.bar.setValue(round(1000 * share)))
        self._list_presets()
        self.resize(980, 700)

    # Building

    def _lay_out(self) -> None:
        self.back, self.forward = QToolButton(), QToolButton()
        for turner, arrow, words, by in (
            (self.back, Qt.ArrowType.LeftArrow, self.tr("Previous page"), -1),
            (self.forward, Qt.ArrowType.RightArrow, self.tr("Next page"), 1),
        ):
            turner.setArrowType(arrow)
            turner.setAccessibleName(words)
            turner.setToolTip(words)
            turner.clicked.connect(lambda _=False, by=by: self._turn_page(by))
        self.export_button = QPushButton(self.tr("&Export…"))
        self.export_button.setDefault(True)
        self.export_button.clicked.connect(self._choose_file)
        self.print_button = QPushButton(self.tr("P&rint…"))
        self.print_button.clicked.connect(self.print)
        self.copy_button = QPushButton(self.tr("&Copy"))
        self.copy_button.setToolTip(self.tr("Copy the picture to the clipboard"))
        self.copy_button.clicked.connect(self.copy)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancel)
        self.cancel_button.hide()
        head = QHBoxLayout()
        head.addWidget(QLabel(self.tr("Preset")))
        head.addWidget(self.presets, 1)
        head.addWidget(self.keep)
        left = QVBoxLayout()
        left.addLayout(head)
        left.addWidget(self.form, 1)
        turning = QHBoxLayout()
        turning.addWidget(self.back)
        turning.addWidget(self.words, 1)
        turning.addWidget(self.forward)
        buttons = QHBoxLayout()
        buttons.addWidget(self.prove)
        buttons.addStretch()
        for button in (self.copy_button, self.print_button, self.cancel_button, self.export_button):
            buttons.addWidget(button)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addLayout(turning)
        right.addWidget(self.bar)
        right.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 14, 14, 14)
        row.setSpacing(12)
        row.addLayout(left)
        row.addLayout(right, 1)

    # What is asked for

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._background.busy

    @property
    def pages(self) -> tuple[PreviewPage, ...]:
        """What the file would show."""
        return tuple(self._pages)

    def handout(self) -> Handout:
        """All that was chosen, with the regions and overlays of this map.

        Raises:
            HandoutError: it cannot be made; nothing is selected, for one.
        """
        handout = self.form.handout()
        return replace(handout, regions=self._regions(), overlays=self._overlays(handout))

    def _regions(self) -> tuple[SquareRect, ...]:
        battle_map = self._editor.document.shown
        if self.form.region == SELECTED:
            mask = self._editor.region.mask
            if mask is not None:
                rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
                return (SquareRect(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1),)
            found = selected_region(self._window.canvas)
            if found is None:
                raise HandoutError(self.tr("Neither squares nor creatures are selected."))
            return (found,)
        if self.form.region == VIEW:
            seen = self._window.canvas.viewport.frame().squares(battle_map)
            if seen.is_empty:
                raise HandoutError(self.tr("No square of the map is in view."))
            return (seen,)
        return ()

    def _overlays(self, handout: Handout) -> tuple[str, ...]:
        """Names of the overlays shown now; for players without those of what they do not see."""
        if not self.form.overlays.isChecked():
            return ()
        battle_map = self._editor.document.shown
        names = self._editor.overlays.names
        if not handout.players:
            return names
        measures = sides(ruleset_of(battle_map))
        ids = players_ids(battle_map, measures)
        theirs = players_map(battle_map, measures)
        # Kept areas have other numbers there. A legend of flanks would tell that somebody is about.
        left_out = ("template", "difference") if theirs.creatures else ("template", "difference", "flanking")
        seen = tuple(
            name
            for name in names
            if name.partition(":")[0] not in left_out and in_players_ids(name, battle_map, ids) is not None
        )
        return (*(f"template:{template.id}" for template in theirs.templates), *seen)

    # The preview

    def open(self) -> None:
        """Show the window with a preview of the map as it is."""
        if not self.form.title.text():
            self.form.title.setText("")
        self.show()
        self.raise_()
        self.refresh()

    def refresh(self) -> None:
        """Draw the preview anew."""
        try:
            handout = self.handout()
            battle_map = self._editor.document.shown
            scene = scene_of(battle_map, handout, ruleset=ruleset_of(battle_map))
            self._pages = preview_pages(scene, handout, self.form.pages(), self.form.format)
        except (HandoutError, OverlayError) as error:
            self._pages = []
            self.preview.show_words(str(error))
            self.words.clear()
        for button in (self.export_button, self.print_button, self.copy_button):
            button.setEnabled(bool(self._pages) and not self.busy)
        self._turn_page(0)

    def _refresh_if_shown(self) -> None:
        if self.isVisible():
            self._later.ask_again()

    def _turn_page(self, by: int) -> None:
        self._number = max(0, min(len(self._pages) - 1, self._number + by))
        self.back.setEnabled(self._number > 0)
        self.forward.setEnabled(self._number + 1 < len(self._pages))
        if not self._pages:
            return
        page = self._pages[self._number]
        self.preview.show_page(page)
        unit = "" if "mm" in page.words else self.tr(" pixels")
        count = len(self._pages)
        number = self.tr("{number} of {count}: ").format(number=self._number + 1, count=count)
        self.words.setText((number if count > 1 else "") + page.words + unit)

    # The work

    def copy(self) -> None:
        """Copy the picture to the clipboard."""
        try:
            handout = self.handout()
            region = (
                handout.regions[0]
                if handout.regions
                else SquareRect(0, 0, self._editor.document.shown.width, self._editor.document.shown.height)
            )
            image = copy_picture(self._window.canvas, handout, region)
        except (HandoutError, OverlayError) as error:
            self._window.strip.complain(str(error))
            return
        self._window.strip.note(
            self.tr("Copied a picture of {width} × {height} pixels.").format(
                width=image.width(), height=image.height()
            )
        )

    def print(self) -> None:
        """Print by the system's dialog, at true scale."""
        strip = self._window.strip
        try:
            handout = self.handout()
        except HandoutError as error:
            strip.complain(str(error))
            return
        print_map(
            self._window.canvas,
            lambda count: strip.note(self.tr("Printed {count} pages.").format(count=count)),
            strip.complain,
            handout,
            self.form.pages(),
        )

    def export_to(self, path: Path) -> None:
        """Write the file behind the window."""
        try:
            job = ExportJob(self.handout(), path, self.form.pages(), self.form.quality.value(), force=True)
        except HandoutError as error:
            self._window.strip.complain(str(error))
            return
        battle_map = self._editor.document.shown
        ruleset = ruleset_of(battle_map)
        proves = self.prove.isChecked() and job.handout.players
        self._cancel.clear()
        self._show_busy(True)

        def work() -> tuple[list[Exported], list[str]]:
            done = run_job(job, battle_map, ruleset, lambda _, share: self._tell(share))
            found: list[str] = []
            if proves:
                from gridmap.render.prove import prove

                for each in done:
                    proof = prove(each.path, battle_map, job.handout, ruleset, job.pages, each.part)
                    if not proof.is_clean:
                        found.append(f"{each.path.name}: {proof.sentence()}")
            return done, found

        self._background.run(
            work, lambda result: self._done(result[0], result[1], proved=proves), self._failed
        )

    def cancel(self) -> None:
        """Stop writing; what was there before stays whole."""
        self._cancel.set()

    def _tell(self, share: float) -> None:
        if self._cancel.is_set():
            raise CancelledError
        self.progressed.emit(share)

    def _done(self, done: list[Exported], found: list[str], *, proved: bool) -> None:
        self._show_busy(False)
        strip = self._window.strip
        if found:
            strip.complain(self.tr("Secrets show: {found}").format(found="; ".join(found)))
            return
        names = ", ".join(each.path.name for each in done[:3]) + (" …" if len(done) > 3 else "")
        words = self.tr("Exported {names}.").format(names=names)
        if proved:
            words += " " + self.tr("Opened again: 0 hidden things, 0 pixels beyond the fog.")
        strip.note(words)

    def _failed(self, error: Exception) -> None:
        self._show_busy(False)
        if isinstance(error, CancelledError):
            self._window.strip.note(self.tr("The export was cancelled; nothing was changed."))
        else:
            self._window.strip.complain(
                self.tr("Nothing was exported: {why}.").format(why=str(error).rstrip("."))
            )

    def _show_busy(self, busy: bool) -> None:
        self.bar.setValue(0)
        self.bar.setVisible(busy)
        self.cancel_button.setVisible(busy)
        for button in (self.export_button, self.print_button, self.copy_button):
            button.setEnabled(not busy)

    def _choose_file(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        ending, settings = self.form.format, self._window.settings
        filters = self.tr("{kind} files (*.{ending})").format(kind=ending.upper(), ending=ending)
        self._dialog = QFileDialog(self._window, self.tr("Export"), str(settings.folder), filters)
        self._dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self._dialog.setDefaultSuffix(ending)
        self._dialog.selectFile(self._suggested_name(ending))
        self._dialog.fileSelected.connect(lambda name: self.export_to(_with_ending(Path(name), ending)))
        self._dialog.open()

    def _suggested_name(self, ending: str) -> str:
        document = self._editor.document
        stem = document.path.stem if document.path is not None else document.title
        return (re.sub(r'[\\/:*?"<>|]', "-", stem).strip() or "map") + f".{ending}"

    # Presets

    def _list_presets(self, chosen: str = "") -> None:
        self._presets = presets()
        self.presets.clear()
        self.presets.addItem(self.tr("As chosen below"), "")
        for name, preset in self._presets.items():
            self.presets.addItem(preset.title or name, name)
        self.presets.setCurrentIndex(max(0, self.presets.findData(chosen)))
        self._of_preset = self._choices() if chosen else None

    def _use_preset(self) -> None:
        preset = self._presets.get(str(self.presets.currentData()))
        if preset is not None:
            self._of_preset = None
            self.form.show_preset(preset)
        self._of_preset = self._choices()

    def _choices(self) -> Preset:
        """What is chosen, but for the words that no preset has."""
        chosen = self.form.preset("", "")
        return replace(chosen, handout=replace(chosen.handout, title="", text=""))

    def _leave_preset(self) -> None:
        """Once something else is chosen, it is no longer what the preset's name says."""
        if self._of_preset is not None and self.presets.currentIndex() and self._choices() != self._of_preset:
            self.presets.setCurrentIndex(0)

    def keep_preset(self, title: str) -> None:
        """Keep what is chosen as the user's own preset."""
        name = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:64]
        try:
            save_preset(self.form.preset(name, title.strip()))
        except (PresetError, HandoutError) as error:
            self._window.strip.complain(str(error))
            return
        self._list_presets(name)
        self._window.strip.note(self.tr("Kept the preset “{title}”.").format(title=title.strip()))

    def _ask_for_preset_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Keep preset"))
        dialog.setLabelText(self.tr("Name of the preset"))
        dialog.setModal(False)
        dialog.textValueSelected.connect(self.keep_preset)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()


class ExportCommands(QObject):
    """The actions of exporting, printing and copying the map's picture."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._export: ExportWindow | None = None
        window.actions_.on_trigger(export=self.show, print_map=self._print, copy_map_picture=self._copy)

    @property
    def export_window(self) -> ExportWindow:
        """The window, made when it is first wanted."""
        if self._export is None:
            self._export = ExportWindow(self._window)
        return self._export

    def show(self) -> None:
        """Open the Export window."""
        self.export_window.open()

    def _print(self) -> None:
        self.export_window.print()

    def _copy(self) -> None:
        self.export_window.copy()


def _with_ending(path: Path, ending: str) -> Path:
    return path if path.suffix.lower() == f".{ending}" else path.with_name(f"{path.name}.{ending}")
