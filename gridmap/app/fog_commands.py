"""Fog's actions and the controls of its tools; the party's sight that lifts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QButtonGroup, QLabel, QSpinBox, QToolButton, QWidget

from gridmap.app.fog_sight import fog_choice, follow_party, with_fog_choice
from gridmap.app.option_bar import page_of
from gridmap.app.rulesets import ruleset_of
from gridmap.app.tools.options import LARGEST_BRUSH
from gridmap.edits.fog import remove_fog, room_region, set_fog, start_fog
from gridmap.model import BattleMap, FogState
from gridmap.rules.space import space

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_CHOICES = {"fog_by_sight": "by_sight", "fog_dark": "dark", "fog_darkvision": "darkvision"}


class FogCommands(QObject):
    """Joins fog's actions to the map, each of them one step."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._editor = window.editor
        self._document = window.editor.document
        self._actions = window.actions_
        self._document.follow(follow_party)
        window.actions_.on_trigger(
            fog_start=lambda: self._commit(start_fog(self._map), self.tr("Start fog")),
            fog_remove=lambda: self._commit(remove_fog(self._map), self.tr("Remove fog")),
            fog_reveal_all=lambda: self._commit(
                start_fog(self._map, FogState.REVEALED), self.tr("Reveal all")
            ),
            fog_hide_all=lambda: self._commit(start_fog(self._map), self.tr("Hide all")),
            players_reveal=self._reveal_here,
        )
        for name, choice in _CHOICES.items():
            action = window.actions_[name]
            action.triggered.connect(lambda on, choice=choice: self._choose(choice, on))
        self._add_pages()
        self._document.changed.connect(self._show)
        self._editor.options.changed.connect(self._show_options)
        self._show()
        self._show_options()

    @property
    def _map(self) -> BattleMap:
        return self._document.battle_map

    def _commit(self, battle_map: BattleMap, label: str) -> None:
        if battle_map is not self._map:
            self._document.commit(battle_map, label)

    def _choose(self, choice: str, on: bool) -> None:
        labels = {
            "by_sight": self.tr("Reveal by sight") if on else self.tr("Reveal by hand"),
            "dark": self.tr("Darkness") if on else self.tr("Light"),
            "darkvision": self.tr("With darkvision") if on else self.tr("Without darkvision"),
        }
        self._commit(with_fog_choice(self._map, **{choice: on}), labels[choice])
        if choice == "by_sight" and on and not self._has_party():
            self._window.strip.note(
                self.tr("Nobody is of the team “party” yet: whoever joins it lifts the fog.")
            )

    def _has_party(self) -> bool:
        from gridmap.rules.party_sight import party_of

        return bool(party_of(self._map))

    def _reveal_here(self) -> None:
        """Reveal the room under the pointer, else those round the selected creatures."""
        battle_map, pointer = self._map, self._editor.pointer
        squares = []
        if pointer is not None and battle_map.contains(pointer.square):
            squares = [pointer.square]
        else:
            ruleset = ruleset_of(battle_map)
            for creature in self._editor.selection.creatures:
                squares += [square for square in space(creature, ruleset) if battle_map.contains(square)]
        if battle_map.fog is None or not squares:
            self._window.strip.note(
                self.tr("There is no fog to lift.")
                if battle_map.fog is None
                else self.tr("Point at a room, or select who stands in it.")
            )
            return
        region = np.zeros((battle_map.height, battle_map.width), np.bool_)
        for square in squares:
            if not region[square.y, square.x]:
                region |= room_region(battle_map, square)
        self._commit(set_fog(battle_map, region, FogState.REVEALED), self.tr("Reveal room"))

    # The option bar

    def _add_pages(self) -> None:
        self._sides: list[tuple[QToolButton, QToolButton]] = []
        self._size = QSpinBox()
        self._size.setRange(1, LARGEST_BRUSH)
        self._size.setAccessibleName(self.tr("Size of fog's brush"))
        keys, tip = self._editor.keys, self.tr("Squares along a side of the brush")
        others = (self.tr("Alt+wheel"),)
        keys.keep(lambda: self._size.setToolTip(keys.behind(tip, "smaller", "larger", others=others)))
        self._size.valueChanged.connect(lambda value: self._editor.options.choose(brush_size=value))
        add = self._window.options.add_page
        add(("fog_brush",), page_of(*self._both(), QLabel(self.tr("Size")), self._size))
        add(("fog_rectangle", "fog_polygon", "fog_room"), page_of(*self._both()))

    def _both(self) -> tuple[QWidget, QWidget]:
        """Whether the left button reveals or hides; the right one does the other."""
        reveal, hide = QToolButton(), QToolButton()
        reveal.setText(self.tr("Reveal"))
        hide.setText(self.tr("Hide"))
        reveal.setToolTip(
            self.tr("The left button reveals squares to the players, the right one hides them.")
        )
        hide.setToolTip(
            self.tr("The left button hides squares from the players, the right one reveals them.")
        )
        group = QButtonGroup(self)
        for button in (reveal, hide):
            button.setCheckable(True)
            group.addButton(button)
        hide.toggled.connect(lambda on: self._editor.options.choose(fog_hides=on))
        self._sides.append((reveal, hide))
        return reveal, hide

    def _show_options(self) -> None:
        choices = self._editor.options.choices
        for sides in self._sides:
            sides[choices.fog_hides].setChecked(True)
        self._size.setValue(choices.brush_size)

    def _show(self) -> None:
        fog, choice = self._map.fog, fog_choice(self._map)
        for name in ("fog_remove", "fog_reveal_all", "fog_hide_all"):
            self._actions[name].setEnabled(fog is not None)
        self._actions["fog_start"].setEnabled(fog is None)
        for name, field in _CHOICES.items():
            self._actions[name].setChecked(getattr(choice, field))
        self._actions["fog_dark"].setEnabled(choice.by_sight)
        self._actions["fog_darkvision"].setEnabled(choice.by_sight and choice.dark)
