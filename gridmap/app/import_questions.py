"""Asks what an imported file leaves open, once a file, and offers what can be saved of a damaged one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from gridmap.app.files import Damage, Imported
from gridmap.app.import_panel import ImportPanel, with_answer
from gridmap.app.words import translated
from gridmap.edits.walls import snap_to_grid
from gridmap.formats import native
from gridmap.formats.backups import backups
from gridmap.formats.choices import Answer as FileAnswer
from gridmap.formats.choices import Choice
from gridmap.formats.errors import FormatError
from gridmap.formats.safe_write import backup_path

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow
    from gridmap.app.message_strip import Answer

_MOST_BUTTONS = 3
SNAP = 0.2
"""How far from a line of the grid walls may lie that the action brings onto it, in squares."""


class ImportQuestions(QObject):
    """Questions stand in the strip and stop nothing; the panel has them too, with the whole report."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._files = window.files
        self.panel = ImportPanel(window.files, window)
        window.add_panel(self.panel, Qt.DockWidgetArea.RightDockWidgetArea, beside=window.inspector)
        window.actions_.on_trigger(snap_walls=self.snap_walls, import_report=lambda: self.panel.take(""))
        self._files.imported.connect(self._imported)
        self._files.damaged.connect(self._offer)
        self._files.creatures_found.connect(self._offer_creatures)
        self._files.opened.connect(self._begin)
        window.editor.selection.changed.connect(self._give_way)
        self._in_front = False
        self._asked: set[tuple[Path, str]] = set()
        self.catch_up()

    def catch_up(self) -> None:
        """Ask about what was opened before there was anyone to ask."""
        if self._files.last_damage is not None:
            self._offer(self._files.last_damage)
        elif self._files.last_import is not None:
            self._imported(self._files.last_import)

    def snap_walls(self) -> None:
        """Bring walls near the lines of the grid onto them."""
        document = self._window.editor.document
        before = document.battle_map
        snapped = snap_to_grid(before, SNAP)
        if snapped is before:
            self._window.strip.note(
                self.tr("No wall runs off the grid within {far:g} squares of one of its lines.").format(
                    far=SNAP
                )
            )
            return
        document.commit(snapped, self.tr("Snap walls to the grid"))
        stayed = {id(wall) for wall in before.walls}
        moved = sum(id(wall) not in stayed for wall in snapped.walls)
        self._window.strip.note(self.tr("Walls brought onto the grid: {count}.").format(count=moved))

    def _imported(self, imported: Imported) -> None:
        """Show the report, and ask what is still to be asked."""
        self.panel.show_import(imported)
        if imported.report.notices or imported.report.choices:
            self.panel.show()
            self.panel.raise_()
            self._in_front = True
        self._ask_next(imported)

    def _ask_next(self, imported: Imported) -> None:
        """Ask the first thing that nobody was asked yet, each once a file."""
        for choice in imported.report.choices:
            if choice.unasked and (imported.path, choice.option) not in self._asked:
                self._asked.add((imported.path, choice.option))
                self._ask(imported, choice)
                return

    def _give_way(self) -> None:
        """Whoever selects a creature wants its facts, which the report lies over."""
        if self._in_front and self._window.editor.selection.ids:
            self._in_front = False
            self._window.inspector.raise_()

    def _ask(self, imported: Imported, choice: Choice) -> None:
        question = translated(choice.question.template, choice.question.arguments)
        if not self._window.strip.text:
            question = f"{imported.path.name}: {question}"
        answers: list[Answer] = []
        if choice.is_file:
            answers.append((self.tr("Choose picture…"), self.panel.choose_picture))
            answers.append((self.tr("Go without"), lambda: self._ask_next(imported)))
        elif 0 < len(choice.answers) <= _MOST_BUTTONS:
            answers += [self._button(choice.option, answer) for answer in choice.answers]
        else:
            keep = self.tr("Keep {taken}").format(taken=_taken_words(choice))
            answers.append((self.tr("Choose…"), lambda: self.panel.take(choice.option)))
            answers.append((keep, lambda: self._answer(choice.option, choice.taken)))
        said = self._window.strip.text if not self._window.strip.buttons else ""
        self._window.strip.ask(" ".join(filter(None, (said, question))), answers)

    def _button(self, option: str, answer: FileAnswer) -> Answer:
        words = translated(answer.template, answer.arguments)
        return words[:1].upper() + words[1:], lambda: self._answer(option, answer.value)

    def _answer(self, option: str, value: str) -> None:
        last = self._files.last_import
        if last is not None:
            self._files.read_again(with_answer(last.options, option, value))

    def _begin(self) -> None:
        """Another map is shown."""
        self._asked.clear()
        if self._files.last_import is None:
            self.panel.show_import(None)

    def _offer_creatures(self, path: Path, complaint: str) -> None:
        self._window.strip.ask(
            complaint,
            (
                (self.tr("Add to this map"), lambda: self._window.creature_import.open([path])),
                (self.tr("Cancel"), lambda: None),
            ),
        )

    # A damaged file

    def _offer(self, damage: Damage) -> None:
        counts = damage.found.report.summary
        words = self.tr("{why}. What can be saved of it: {counts}.").format(
            why=damage.why.rstrip("."), counts=counts
        )
        commands = self._window.file_commands
        answers: list[Answer] = [
            (
                self.tr("Open what can be saved"),
                lambda: commands.guard(lambda: self._files.open_salvaged(damage)),
            )
        ]
        before = _version_before(damage.path)
        if before is not None:
            answers.append(
                (
                    self.tr("Open the version before"),
                    lambda: commands.guard(lambda: self._open_before(damage.path, before)),
                )
            )
        answers.append((self.tr("Cancel"), lambda: None))
        self._window.strip.ask(words, answers)

    def _open_before(self, path: Path, before: Path) -> None:
        """Show the backup as a map that is not saved yet; saving it replaces the damaged file."""
        try:
            battle_map = native.read(before)
        except FormatError as error:
            self._window.strip.complain(str(error))
            return
        self._window.editor.document.replace(battle_map, path, saved=False)
        self._files.opened.emit()
        self._window.strip.note(
            self.tr("This is the version before the damaged one. Saving makes it the newest.")
        )


def _taken_words(choice: Choice) -> str:
    for answer in choice.answers:
        if answer.value == choice.taken:
            return translated(answer.template, answer.arguments)
    return choice.taken


def _version_before(path: Path) -> Path | None:
    """The newest backup of a file that can be opened."""
    for place in (*(backup.path for backup in backups(path)), backup_path(path)):
        if place.is_file():
            try:
                native.read(place)
            except FormatError:
                continue
            return place
    return None
