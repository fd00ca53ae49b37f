"""Opening, saving and exporting: what can fail does so in one sentence and leaves everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from gridmap.app.background import Background
from gridmap.app.document import Document
from gridmap.app.kept_view import with_view_remembered
from gridmap.app.recovery import Leftover
from gridmap.app.settings import Settings
from gridmap.app.words import translated
from gridmap.formats import native
from gridmap.formats.backups import keep_backup
from gridmap.formats.errors import CreaturesOnlyError, FormatError
from gridmap.formats.file_mark import FileMark, file_mark
from gridmap.formats.options import NO_OPTIONS, ReadOptions
from gridmap.formats.report import Opened, Report
from gridmap.model import BattleMap
from gridmap.resource_path import sample_maps_path

SUFFIX = ".gridmap"
DAMAGED = "gridmap, damaged"
"""What the report of a damaged map of our own calls its format."""


@dataclass(frozen=True, eq=False)
class Imported:
    """A map that was read from a file which saving does not write.

    Attributes:
        path: the file.
        options: what it was told when it was read.
        report: what was found, left open and left out.
        battle_map: the map as it was read.
    """

    path: Path
    options: ReadOptions
    report: Report
    battle_map: BattleMap


@dataclass(frozen=True, eq=False)
class Damage:
    """A file of our own that cannot be opened, and what can be saved of it."""

    path: Path
    why: str
    found: Opened


class Files(QObject):
    """Reads and writes the document's files."""

    opened = Signal()
    """Another map is shown."""
    said = Signal(str)
    """Something went well."""
    reported = Signal(str)
    """The same, with something in it to be read at leisure."""
    complained = Signal(str)
    """Something could not be done, in one sentence."""
    imported = Signal(object)
    """`Imported`: the map shown came from another program's file, or from a damaged one."""
    damaged = Signal(object)
    """`Damage`: nothing was opened, but something can be saved."""
    creatures_found = Signal(object, str)
    """(file, complaint): it holds no map but creatures, which can be added to the one shown."""
    recent_changed = Signal()

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings
        self._background = Background(self)
        self._mark: FileMark | None = None
        self._view_in_file: Mapping[str, Any] = {}
        self._opening: object | None = None
        self.last_import: Imported | None = None
        self.last_damage: Damage | None = None
        self.opened.connect(self._forget_other_import)
        document.leaving.connect(self.keep_view)

    @property
    def changed_on_disk(self) -> bool:
        """Whether another program has written the document's file since it was read or saved here."""
        path = self._document.path
        now = file_mark(path) if path is not None else None
        return now is not None and self._mark is not None and now != self._mark

    @property
    def busy(self) -> bool:
        """Whether an export is under way."""
        return self._background.busy

    def open(self, path: Path, options: ReadOptions = NO_OPTIONS) -> bool:
        """Show the map of a file; False if it cannot be read, and then nothing has changed."""
        # Imported with the first file: the readers of foreign formats are not needed to show a window.
        from gridmap.formats.registry import open_map

        path = path.absolute()
        mark = file_mark(path)
        self._opening = None
        try:
            found = open_map(path, options)
        except FormatError as error:
            self._tell_of_failure(path, error)
            return False
        self._show(path, options, found, mark)
        return True

    def open_behind(self, path: Path, ready: Callable[[Callable[[], None]], object]) -> None:
        """Read a file behind the window; nothing is shown before it is read.

        Args:
            path: the file.
            ready: called once with what shows the map, or says why it cannot be read. It is never called
                where another file is read meanwhile, or `stop_opening` is.
        """
        from gridmap.formats.registry import open_map

        path = path.absolute()
        mark = file_mark(path)
        ticket = self._opening = object()

        def done(found: Opened) -> None:
            if self._opening is ticket:
                self._opening = None
                ready(lambda: self._show(path, NO_OPTIONS, found, mark))

        def failed(error: Exception) -> None:
            if self._opening is not ticket:
                return
            self._opening = None
            if not isinstance(error, FormatError):
                raise error
            ready(lambda: self._tell_of_failure(path, error))

        self._background.run(lambda: open_map(path, NO_OPTIONS), done, failed)

    def stop_opening(self) -> None:
        """Whatever is being read behind the window is not wanted any more."""
        self._opening = None

    def open_salvaged(self, damage: Damage) -> None:
        """Show what can be saved of a damaged file, as a map that no file holds yet."""
        self._show(damage.path, ReadOptions(salvage=True), damage.found)

    def read_again(self, options: ReadOptions) -> None:
        """Read the imported file again in another way, as one step that can be undone."""
        from gridmap.formats.registry import open_map

        last = self.last_import
        if last is None or options == last.options:
            return
        try:
            battle_map, report = open_map(last.path, options)
        except FormatError as error:
            self.complained.emit(str(error))
            return
        if battle_map != last.battle_map:
            label = self.tr("Read {name} again").format(name=last.path.name)
            self._document.commit(battle_map, label)
        self.last_import = Imported(last.path, options, report, battle_map)
        self.imported.emit(self.last_import)

    def keep_view(self) -> None:
        """Remember on this computer how the map is shown, where its file says otherwise.

        How a map is shown is no change that asks to be saved, and what is not asked for writes no file.
        """
        path = self._document.path
        if path is None or self._mark is None or not self._document.is_saved:
            return
        view = self._document.for_file(self._document.battle_map).view
        self._settings.remember_view(path, self._mark, None if view == self._view_in_file else view)

    def _show(self, path: Path, options: ReadOptions, found: Opened, mark: FileMark | None = None) -> None:
        is_own = path.suffix.lower() == SUFFIX and found.report.format_name == "gridmap"
        # A sample that came with the program is never saved over: what is shown is a copy of it.
        keeps_path = is_own and path.parent != sample_maps_path()
        view = self._settings.view_of(path, mark) if keeps_path and mark is not None else None
        battle_map = with_view_remembered(found.battle_map, view)
        self._document.replace(battle_map, path if keeps_path else None, saved=is_own)
        self._mark, self._view_in_file = mark, found.battle_map.view
        self._remember(path)
        self.last_damage = None
        self.last_import = None if is_own else Imported(path, options, found.report, found.battle_map)
        self.opened.emit()
        self._tell_of(found.report, path, is_own)
        if self.last_import is not None:
            self.imported.emit(self.last_import)

    def _forget_other_import(self) -> None:
        """Another map is shown: what was imported before is not read again over it."""
        if self.last_import is not None and self.last_import.battle_map is not self._document.battle_map:
            self.last_import = None

    def _tell_of_failure(self, path: Path, error: FormatError) -> None:
        from gridmap.formats.registry import salvaged

        if not path.exists():
            self._settings.forget_file(path)
            self.recent_changed.emit()
        if isinstance(error, CreaturesOnlyError):
            self.complained.emit(str(error))
            self.creatures_found.emit(path, str(error))
            return
        found = salvaged(path)
        if found is None:
            self.complained.emit(str(error))
            return
        self.last_damage = Damage(path, str(error), found)
        self.complained.emit(str(error))
        self.damaged.emit(self.last_damage)

    def _tell_of(self, report: Report, path: Path, is_own: bool) -> None:
        """Say what was read; what was amiss in a file of our own. Of others the import panel tells it."""
        if is_own:
            notices = [translated(notice.template, notice.arguments) for notice in report.notices]
            if notices:
                self.complained.emit(" ".join(notices))
            return
        if report.format_name == DAMAGED:
            words = self.tr("Of {name} this could be saved: {counts}. The file itself stays as it is.")
            self.reported.emit(words.format(name=path.name, counts=report.summary))
            return
        words = self.tr("Imported {name} ({format}): {counts}.").format(
            name=path.name, format=report.format_name, counts=report.summary
        )
        (self.reported if report.notices else self.said).emit(words)

    def recover(self, leftover: Leftover) -> bool:
        """Show the unsaved work of a program that ended; False if its copy cannot be read. The copy stays."""
        try:
            battle_map = leftover.read()
        except FormatError as error:
            self.complained.emit(str(error))
            return False
        mark = _mark_before(leftover)
        self._document.replace(battle_map, leftover.path, saved=False)
        self._mark = mark
        self.opened.emit()
        return True

    def save(self, path: Path, thumbnail: bytes | None) -> bool:
        """Save the map to a native file; False if that failed, and then the file is as it was."""
        if path.suffix.lower() != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        path = path.absolute()
        try:
            with suppress(OSError):  # no room for backups must not keep the map from being saved
                keep_backup(path)
            battle_map = self._document.for_file(self._document.battle_map)
            native.write(battle_map, path, thumbnail)
        except FormatError as error:
            self.complained.emit(str(error))
            return False
        self._mark, self._view_in_file = file_mark(path), battle_map.view
        self._document.mark_saved(path)
        self._remember(path)
        self.said.emit(self.tr("Saved {name}.").format(name=path.name))
        return True

    def wait(self) -> None:
        """Wait for exports under way."""
        self._background.wait()

    def _run(
        self,
        work: Callable[[], object],
        done: Callable[[object], object],
        failed: Callable[[Exception], object],
    ) -> None:
        self._background.run(work, done, failed)

    def _remember(self, path: Path) -> None:
        self._settings.remember_file(path)
        self._settings.folder = path.parent
        self.recent_changed.emit()


def _mark_before(leftover: Leftover) -> FileMark | None:
    """The mark of the file as it was when the copy was kept; one of no file where it was saved since."""
    mark = None if leftover.path is None else file_mark(leftover.path)
    saved_since = mark is not None and mark.modified_ns / 1e9 > leftover.kept_at
    return FileMark(0, 0, 0) if saved_since else mark
