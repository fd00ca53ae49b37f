"""Creatures from the clipboard or from files, put down in the middle of what is seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, sqrt
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog

from gridmap.app.canvas import Canvas
from gridmap.app.copied import copied
from gridmap.app.editor import Editor
from gridmap.app.message_strip import MessageStrip
from gridmap.app.rulesets import ruleset_of
from gridmap.app.settings import Settings
from gridmap.edits.creatures import add_creature, numbered_names, onto_map
from gridmap.formats.creature_files import open_creatures, read_creatures
from gridmap.formats.creature_sheet import CreatureSheet, to_creature
from gridmap.formats.errors import FormatError
from gridmap.model import BattleMap, Square
from gridmap.rules.space import side

_Reading = Callable[[], tuple[CreatureSheet, ...]]

MOST_AT_ONCE = 12
"""Of a file with more creatures one is chosen by its name."""
_LINES_TOLD = 6


class CreatureImport(QObject):
    """Reads creatures and adds them to the map as one step, of the team that the creature tool has chosen."""

    def __init__(self, editor: Editor, canvas: Canvas, strip: MessageStrip, settings: Settings) -> None:
        super().__init__(canvas)
        self._editor = editor
        self._canvas = canvas
        self._strip = strip
        self._settings = settings
        self._dialog: QFileDialog | QInputDialog | None = None

    def paste(self) -> None:
        """Add what the clipboard describes: a statblock's text, or files."""
        content = copied()
        paths = [Path(url.toLocalFile()) for url in content.urls() if url.isLocalFile()]
        if paths:
            self.open(paths)
        elif content.text().strip():
            self._read(lambda: read_creatures(content.text().encode("utf-8", "replace")).sheets)
        else:
            self._strip.complain(self.tr("The clipboard holds no text: copy a statblock first."))

    def choose_files(self) -> None:
        """Ask for files and add the creatures in them."""
        filters = ";;".join(
            (
                self.tr("Statblocks and actors (*.txt *.yaml *.yml *.json *.db *.rptok)"),
                self.tr("All files (*)"),
            )
        )
        folder = str(self._settings.folder)
        dialog = QFileDialog(self._canvas.window(), self.tr("Add creatures"), folder, filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.open([Path(name) for name in names]))
        self._show(dialog)

    def open(self, paths: Sequence[Path]) -> None:
        """Add the creatures of some files."""
        self._read(lambda: tuple(sheet for path in paths for sheet in open_creatures(path).sheets))

    def add(self, sheets: Sequence[CreatureSheet]) -> None:
        """Put creatures side by side in the middle of what is seen, and select them."""
        battle_map = self._editor.document.battle_map
        team = self._editor.options.choices.creature_team.strip()
        before = len(battle_map.creatures)
        for sheet, at in zip(sheets, self._places(battle_map, sheets), strict=True):
            creature = to_creature(sheet, "-".join(sheet.name.lower().split())[:60], at, team)
            (name,) = numbered_names(battle_map, sheet.name, 1)
            creature = replace(creature, name=name)
            at = onto_map(battle_map, at, side(creature, ruleset_of(battle_map)))
            battle_map = add_creature(battle_map, replace(creature, at=at))
        added = battle_map.creatures[before:]
        if len(added) == 1:
            label = self.tr("Add {creature}").format(creature=added[0].title)
        else:
            label = self.tr("Add {count} creatures").format(count=len(added))
        self._editor.document.commit(battle_map, label)
        self._editor.take("select")
        self._editor.selection.select({creature.id for creature in added})
        self._tell(sheets)

    def _read(self, read: _Reading) -> None:
        try:
            sheets = read()
        except FormatError as error:
            self._strip.complain(self.tr("No creature was added: {why}.").format(why=str(error).rstrip(".")))
            return
        if len(sheets) > MOST_AT_ONCE:
            self._choose_one(sheets)
        else:
            self.add(sheets)

    def _choose_one(self, sheets: Sequence[CreatureSheet]) -> None:
        """Ask which of many creatures is meant; names that repeat have their source behind them."""
        by_name: dict[str, CreatureSheet] = {}
        for sheet in sheets:
            name = f"{sheet.name} ({sheet.source})" if sheet.source else sheet.name
            by_name.setdefault(name, sheet)
        dialog = QInputDialog(self._canvas.window())
        dialog.setWindowTitle(self.tr("Add a creature"))
        dialog.setLabelText(self.tr("{count} creatures were found. Which one?").format(count=len(sheets)))
        dialog.setComboBoxItems(sorted(by_name, key=str.casefold))
        dialog.setComboBoxEditable(True)
        dialog.textValueSelected.connect(lambda name: self._add_named(name, by_name))
        self._show(dialog)

    def _add_named(self, name: str, by_name: dict[str, CreatureSheet]) -> None:
        wanted = name.strip().casefold()
        found = next((sheet for each, sheet in by_name.items() if each.casefold() == wanted), None)
        if found is None:
            self._strip.complain(self.tr("None of the creatures is called “{name}”.").format(name=name[:60]))
        else:
            self.add([found])

    def _places(self, battle_map: BattleMap, sheets: Sequence[CreatureSheet]) -> list[Square]:
        """Positions in rows about the middle of what is seen, as far apart as the widest space."""
        viewport = self._canvas.viewport
        x = viewport.left + viewport.width / viewport.scale / 2
        y = viewport.top + viewport.height / viewport.scale / 2
        ruleset = ruleset_of(battle_map)
        step = max(side(to_creature(sheet, "x", Square(0, 0)), ruleset) for sheet in sheets)
        columns = ceil(sqrt(len(sheets)))
        rows = ceil(len(sheets) / columns)
        left, top = round(x - columns * step / 2), round(y - rows * step / 2)
        return [
            Square(left + step * (number % columns), top + step * (number // columns))
            for number in range(len(sheets))
        ]

    def _tell(self, sheets: Sequence[CreatureSheet]) -> None:
        """What was guessed, and what is worth a look; it stays until it was read."""
        lines = []
        for sheet in sheets:
            remarks = [str(oddity) for oddity in sheet.oddities]
            if sheet.guessed:
                remarks.insert(
                    0, self.tr("guessed: {fields}.").format(fields=", ".join(sorted(sheet.guessed)))
                )
            if remarks:
                lines.append(f"{sheet.name}: {' '.join(remarks)}")
        if len(lines) > _LINES_TOLD:
            more = self.tr("… and {count} more").format(count=len(lines) - _LINES_TOLD)
            lines = [*lines[:_LINES_TOLD], more]
        if lines:
            self._strip.report("\n".join(lines))

    def _show(self, dialog: QFileDialog | QInputDialog) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = dialog
        dialog.open()
