"""What players are not to know: its actions, and the copy of a map that is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gridmap.app.background import Background
from gridmap.app.files import SUFFIX
from gridmap.app.place_menu import NOTE_REACH, WALL_REACH
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.pointer import Pointer
from gridmap.edits.notes import nearest_note
from gridmap.edits.secrets import (
    set_hidden,
    set_named,
    set_traps,
    toggle_secret_door,
    toggle_secret_note,
)
from gridmap.edits.terrain import flood_region
from gridmap.edits.walls import nearest_wall
from gridmap.model import BattleMap, Layer, WallKind

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow


class SecretCommands(QObject):
    """Joins the actions to the map, each of them one step."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._document = window.editor.document
        self._actions = window.actions_
        self._background = Background(self)
        self._dialog: QFileDialog | None = None
        for name, slot in (("secret_creatures", self._hide), ("secret_names", self._name)):
            window.actions_[name].triggered.connect(slot)
            window.menus.context.addAction(window.actions_[name])
        window.actions_["lays_traps"].triggered.connect(lambda on: self._editor.options.choose(lays_traps=on))
        window.actions_.on_trigger(
            secret_door=self._toggle_door,
            secret_trap=self._toggle_trap,
            secret_note=self._toggle_note,
            save_players_copy=self._ask_for_copy,
        )
        self._document.changed.connect(self._show)
        self._editor.selection.changed.connect(self._show)
        self._editor.options.changed.connect(self._show)
        self._show()

    @property
    def _map(self) -> BattleMap:
        return self._document.battle_map

    # Creatures

    def _hide(self, on: bool) -> None:
        hidden = set_hidden(self._map, self._editor.selection.ids, on)
        self._commit(hidden, self.tr("Hide from players") if on else self.tr("Show to players"))

    def _name(self, on: bool) -> None:
        named = set_named(self._map, self._editor.selection.ids, on)
        self._commit(named, self.tr("Tell the name") if on else self.tr("Keep the name secret"))

    # What is under the pointer

    def _toggle_door(self) -> None:
        pointer = self._pointer()
        reach = 0.0 if pointer is None else max(WALL_REACH, pointer.near)
        index = None if pointer is None else nearest_wall(self._map, pointer.at, reach)
        if index is None or self._map.walls[index].kind not in (WallKind.DOOR, WallKind.WALL):
            self._ask_to_point(
                self.tr("Point at a door, or at a wall that is to have one, and press {key}."), "secret_door"
            )
            return
        was_known = not self._map.walls[index].is_secret_door
        changed = toggle_secret_door(self._map, index, None if pointer is None else pointer.at)
        self._commit(changed, self.tr("Secret door") if was_known else self.tr("Door that all know"))

    def _toggle_trap(self) -> None:
        pointer = self._pointer()
        square = None if pointer is None else pointer.square
        if square is None or not self._map.terrain.hazardous[square.y, square.x]:
            self._ask_to_point(self.tr("Point at a hazard and press {key}."), "secret_trap")
            return
        traps = self._map.secret_hazards
        secret = traps is None or not traps[square.y, square.x]
        region = flood_region(self._map, Layer.HAZARDOUS, square)
        changed = set_traps(self._map, region, secret)
        self._commit(changed, self.tr("Trap") if secret else self.tr("Hazard that all know"))

    def _toggle_note(self) -> None:
        pointer = self._pointer()
        index = None if pointer is None else nearest_note(self._map, pointer.at, NOTE_REACH)
        if index is None:
            self._ask_to_point(self.tr("Point at a note and press {key}."), "secret_note")
            return
        changed = toggle_secret_note(self._map, index)
        secret = changed.notes[index].secret
        self._commit(changed, self.tr("GM's note") if secret else self.tr("Note for all"))

    def _pointer(self) -> Pointer | None:
        pointer = self._editor.pointer
        return pointer if pointer is not None and self._map.contains(pointer.square) else None

    def _ask_to_point(self, words: str, action: str) -> None:
        """Who comes from the menu bar points at nothing: say which key works where the hand is."""
        self._window.strip.note(words.format(key=self._editor.keys.key(action)))

    def _commit(self, battle_map: BattleMap, label: str) -> None:
        if battle_map is not self._map:
            self._document.commit(battle_map, label)

    def _show(self) -> None:
        chosen = self._editor.selection.creatures
        for name in ("secret_creatures", "secret_names"):
            self._actions[name].setEnabled(bool(chosen))
        self._actions["secret_creatures"].setChecked(
            bool(chosen) and all(creature.hidden for creature in chosen)
        )
        self._actions["secret_names"].setChecked(bool(chosen) and all(creature.named for creature in chosen))
        self._actions["lays_traps"].setChecked(self._editor.options.choices.lays_traps)

    # A copy for players

    def _ask_for_copy(self) -> None:
        path = self._document.path
        name = path.stem if path is not None else self._map.name.replace("/", "-") or self.tr("Map")
        dialog = QFileDialog(
            self._window,
            self.tr("Save a copy for players"),
            str(self._window.settings.folder),
            self.tr("gridmap maps (*.gridmap)"),
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        dialog.selectFile(self.tr("{name} for players").format(name=name) + SUFFIX)
        dialog.fileSelected.connect(lambda chosen: self.save_copy(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        self._dialog = dialog

    def save_copy(self, path: Path) -> None:
        """Write the players' copy to a file in another thread; its end is said."""
        if path.suffix.lower() != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        own = self._document.path
        if own is not None and path.absolute() == own.absolute():
            self._window.strip.complain(
                self.tr("{name} is the map itself: a copy for players needs another name.").format(
                    name=path.name
                )
            )
            return
        battle_map = self._map
        ruleset = ruleset_of(battle_map)

        def work() -> None:
            from gridmap.formats import native
            from gridmap.render.players_copy import players_copy
            from gridmap.render.png import thumbnail

            copy = players_copy(battle_map, ruleset)
            native.write(copy, path, thumbnail(copy, ruleset=ruleset))

        self._background.run(
            work,
            lambda _: self._window.strip.note(
                self.tr("Saved {name}: nothing in it is secret.").format(name=path.name)
            ),
            lambda error: self._window.strip.complain(str(error)),
        )

    def wait(self) -> None:
        """Wait for a copy that is being written."""
        self._background.wait()
