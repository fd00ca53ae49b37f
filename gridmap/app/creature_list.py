"""The list of creatures: from it onto the map, and from the map or a statblock into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog

from gridmap.app.copied import copied
from gridmap.app.creature_drop import CreatureDrop
from gridmap.app.docks.creature_palette import CreaturePalette, offer_teams
from gridmap.edits.creatures import without_number
from gridmap.formats.creature_files import open_creatures, read_creatures
from gridmap.formats.creature_library import KnownCreature, own_creatures, save_own, shipped_creatures
from gridmap.formats.creature_sheet import CreatureSheet, to_creature
from gridmap.formats.errors import FormatError
from gridmap.model import BattleMap, Creature, Square
from gridmap.model.creature import id_of

if TYPE_CHECKING:
    from gridmap.app.creature_commands import CreatureCommands
    from gridmap.app.main_window import MainWindow

MOST_KEPT_AT_ONCE = 200
"""A whole book at once would bury the list."""


def own_creatures_folder() -> Path:
    """Where the user's own creatures are kept, a file each."""
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(base) / "gridmap" / "creatures"


class CreatureList(QObject):
    """The palette and what its buttons and the menu do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._shipped: tuple[KnownCreature, ...] | None = None
        self._dialog: QFileDialog | None = None
        self.panel = CreaturePalette(window.editor, window.actions_, window)
        self.panel.taken.connect(self.take)
        self.panel.kept.connect(lambda known: self.keep([known]))
        self.panel.removed.connect(self._remove)
        self.panel.left.connect(window.canvas.setFocus)
        self.panel.visibilityChanged.connect(self._show_when_seen)
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        window.add_panel(self.panel, left, beside=window.terrain, shown=True)
        window.actions_.on_trigger(
            find_creature=self._find,
            keep_creatures=self._keep_selected,
            keep_pasted_creatures=self._keep_pasted,
            keep_creature_files=self._ask_for_files,
        )
        self.drop = CreatureDrop(
            window.canvas,
            lambda: self.panel.dragged,
            window.file_commands.open_path,
            self._show_portrait,
        )
        self._editor.selection.changed.connect(self._show_possible)
        self._editor.document.changed.connect(self._map_changed)
        self._show_possible()
        self._offer_teams()

    def show_all(self) -> None:
        """Read the list anew, the user's own first."""
        if self._shipped is None:
            self._shipped = shipped_creatures()
        own, troubles = own_creatures(own_creatures_folder())
        self.panel.show_creatures((*own, *self._shipped))
        if troubles:
            self._window.strip.complain(
                self.tr("Creatures of your own that cannot be used: {troubles}").format(
                    troubles="; ".join(troubles)
                )
            )

    def take(self, known: KnownCreature) -> None:
        """Take a creature of the list in hand."""
        self._editor.options.choose(creature_known=known)
        self._editor.take("creature")
        self._window.canvas.setFocus()

    def keep(self, creatures: Iterable[KnownCreature]) -> None:
        """Keep creatures among the user's own."""
        kept: list[KnownCreature] = []
        try:
            kept.extend(save_own(own_creatures_folder(), known) for known in creatures)
        except FormatError as error:
            self._window.strip.complain(self.tr("The creature was not kept: {why}.").format(why=error))
        if not kept:
            return
        self.show_all()
        self.panel.show()
        self.panel.raise_()
        self.panel.search.clear()
        self.panel.choose(kept[-1].name)
        if len(kept) == 1:
            words = self.tr("Kept “{name}” in your own list.").format(name=kept[0].name)
        else:
            words = self.tr("Kept {count} creatures in your own list.").format(count=len(kept))
        self._window.strip.note(words)

    def _show_when_seen(self, seen: bool) -> None:
        if seen and self._shipped is None:
            self.show_all()

    def _find(self) -> None:
        if self._shipped is None:
            self.show_all()
        self.panel.show()
        self.panel.raise_()
        self.panel.search.setFocus()
        self.panel.search.selectAll()

    def _show_portrait(self, creature_id: str, path: Path) -> None:
        commands: CreatureCommands = self._window.features["CreatureCommands"]  # type: ignore[assignment]
        commands.show_portrait({creature_id}, path)

    # The user's own

    def _keep_selected(self) -> None:
        """Those that differ in nothing but their number are kept once, without it."""
        battle_map = self._editor.document.battle_map
        kept: list[KnownCreature] = []
        for creature in self._editor.selection.creatures:
            plain = replace(creature, name=without_number(creature.title))
            known = KnownCreature(_off_map(plain), portrait=battle_map.asset(creature.portrait))
            if known not in kept:
                kept.append(known)
        self.keep(kept)

    def _keep_pasted(self) -> None:
        content = copied()
        text = content.text()
        if not text.strip():
            self._window.strip.complain(self.tr("The clipboard holds no text: copy a statblock first."))
            return
        self._keep_sheets(lambda: read_creatures(text.encode("utf-8", "replace")).sheets)

    def _ask_for_files(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        filters = self.tr("Statblocks and actors (*.txt *.yaml *.yml *.json *.db *.rptok);;All files (*)")
        self._dialog = QFileDialog(
            self._window, self.tr("Keep creatures"), str(self._window.settings.folder), filters
        )
        self._dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        self._dialog.filesSelected.connect(self.keep_files)
        self._dialog.open()

    def keep_files(self, names: Sequence[str]) -> None:
        """Keep the creatures that some files describe."""
        self._keep_sheets(lambda: tuple(sheet for name in names for sheet in open_creatures(name).sheets))

    def _keep_sheets(self, read: Callable[[], tuple[CreatureSheet, ...]]) -> None:
        try:
            sheets = read()
        except FormatError as error:
            self._window.strip.complain(
                self.tr("No creature was kept: {why}.").format(why=str(error).rstrip("."))
            )
            return
        self.keep(
            KnownCreature(_off_map(_called(to_creature(sheet, "x", Square(0, 0)), sheet.name)))
            for sheet in sheets[:MOST_KEPT_AT_ONCE]
        )
        if len(sheets) > MOST_KEPT_AT_ONCE:
            self._window.strip.complain(
                self.tr("The first {most} of {count} creatures were kept.").format(
                    most=MOST_KEPT_AT_ONCE, count=len(sheets)
                )
            )

    def _remove(self, known: KnownCreature) -> None:
        path = known.path
        if path is None:
            return
        trash = path.with_suffix(".removed")
        try:
            path.replace(trash)
        except OSError as error:
            self._window.strip.complain(f"{path.name}: {error.strerror}.")
            return
        self.show_all()

        def bring_back() -> None:
            trash.replace(path)
            self.show_all()
            self.panel.choose(known.name)

        self._window.strip.ask(
            self.tr("Removed “{name}” from your own list.").format(name=known.name),
            (
                (self.tr("Undo"), bring_back),
                (self.tr("Remove for good"), lambda: trash.unlink(missing_ok=True)),
            ),
        )

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if before.creatures is not now.creatures or before.teams is not now.teams:
            self._offer_teams()

    def _offer_teams(self) -> None:
        """The tool's bar offers the teams of the map too."""
        offer_teams(self._window.options.creature_team, self._editor.document.shown)

    def _show_possible(self) -> None:
        self._window.actions_["keep_creatures"].setEnabled(bool(self._editor.selection.ids))


def _called(creature: Creature, name: str) -> Creature:
    return replace(creature, name=name)


def _off_map(creature: Creature) -> Creature:
    """A creature without what belongs to one map."""
    return Creature(
        id_of(creature.title),
        creature.size,
        Square(0, 0),
        name=creature.title,
        reach=creature.reach,
        space=creature.space,
        stance=creature.stance,
        speed=creature.speed,
        notes=creature.notes,
        letters=creature.letters,
        light=creature.light,
        darkvision=creature.darkvision,
    )
