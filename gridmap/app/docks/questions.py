"""Whom the overlays are about, their options, a second ruleset to compare with, and what is pinned."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import SPACING
from gridmap.app.editor import Editor
from gridmap.app.icons import ICON_SIZE, icon
from gridmap.app.look import text_colour
from gridmap.app.play_options import MODES, mode_name
from gridmap.app.questions import question_words
from gridmap.app.rulesets import ruleset_names
from gridmap.app.steady import ComboBox
from gridmap.render.theme import Theme

MORE = ("overlay_sight", "overlay_run", "overlay_step", "overlay_withdraw")
_SELECTED = None


class QuestionsSection(QWidget):
    """The lower part of the overlays' panel.

    Attributes:
        switches: the buttons of further overlays.
        team: whom movement and reach are shown for.
        mode: by which mode of movement.
        melee: whether cover is from attacks in melee.
        compared: the second ruleset.
        kept_areas: whether areas kept on the map are shown.
    """

    def __init__(self, editor: Editor, actions: Actions, theme: Theme) -> None:
        super().__init__()
        self._editor, self._actions, self._theme = editor, actions, theme
        self._questions = editor.overlays.questions
        self._teams: tuple[str, ...] = ()
        self._pins: tuple[str, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        self.switches = self._more_buttons()
        column.addLayout(self.switches)
        # In a row of their own: their words are wider than a column of switches.
        pins = QHBoxLayout()
        pins.setSpacing(4)
        for name in ("pin_overlays", "unpin_overlays"):
            pins.addWidget(_action_button(self._actions, name))
        column.addLayout(pins)
        column.addLayout(self._fields())
        self._pin_list = QVBoxLayout()
        self._pin_list.setSpacing(2)
        column.addLayout(self._pin_list)
        self._questions.changed.connect(self._show)
        editor.document.changed.connect(self._show)
        self._show()

    @property
    def pins(self) -> tuple[str, ...]:
        """The words of what is pinned, in order."""
        return tuple(row.words for row in self._pin_rows())

    @property
    def unpin_buttons(self) -> tuple[QToolButton, ...]:
        """The buttons that let a pinned question go, in order."""
        return tuple(row.button for row in self._pin_rows())

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self._theme = theme
        for row in self._pin_rows():
            row.set_theme(theme)

    def _more_buttons(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(4)
        for place, name in enumerate(MORE):
            grid.addWidget(_action_button(self._actions, name), place // 2, place % 2)
        return grid

    def _fields(self) -> QGridLayout:
        self.team = self._combo(
            self.tr("For whom"),
            self.tr("Movement and reach of the selected creatures, or of everyone of a team."),
        )
        self.team.activated.connect(lambda index: self._questions.choose(team=self.team.itemData(index)))
        self.mode = self._combo(
            self.tr("Movement by"), self.tr("By all the speeds that the creature has, or by one alone.")
        )
        for mode in MODES:
            self.mode.addItem(mode_name(mode), mode)
        self.mode.activated.connect(lambda index: self._questions.choose(mode=self.mode.itemData(index)))
        self.compared = self._combo(
            self.tr("Compare with"),
            self.tr("Squares on which this ruleset answers differently are hatched."),
        )
        self.compared.addItem(self.tr("No other rules"), "")
        for ruleset_id, name in ruleset_names().items():
            self.compared.addItem(name, ruleset_id)
        self.compared.activated.connect(
            lambda index: self._questions.choose(compared=self.compared.itemData(index))
        )
        self.melee = QCheckBox(self.tr("Cover in melee"))
        self.melee.setToolTip(self.tr("Cover from attacks in melee rather than from shots."))
        self.melee.toggled.connect(lambda on: self._questions.choose(melee=on))
        self.kept_areas = QCheckBox(self.tr("Kept areas"))
        self.kept_areas.setToolTip(self.tr("Show the areas that are kept on the map."))
        self.kept_areas.toggled.connect(lambda on: self._questions.choose(kept_areas=on))
        grid = QGridLayout()
        grid.setSpacing(4)
        for row, (words, field) in enumerate(
            (
                (self.tr("F&or"), self.team),
                (self.tr("&By"), self.mode),
                (self.tr("Comp&are"), self.compared),
            )
        ):
            label = QLabel(words)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.melee, 3, 0, 1, 2)
        grid.addWidget(self.kept_areas, 4, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _combo(self, name: str, tip: str) -> ComboBox:
        combo = ComboBox()
        combo.setAccessibleName(name)
        combo.setToolTip(tip)
        combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return combo

    def _show(self) -> None:
        asked = self._questions.asked
        self._show_teams(asked.team)
        self.mode.setCurrentIndex(max(0, self.mode.findData(asked.mode)))
        self.compared.setCurrentIndex(max(0, self.compared.findData(asked.compared)))
        self.melee.setChecked(asked.melee)
        self.kept_areas.setChecked(asked.kept_areas)
        if asked.pins != self._pins:
            self._pins = asked.pins
            self._show_pins()

    def _show_teams(self, chosen: str | None) -> None:
        creatures = self._editor.document.shown.creatures
        teams = tuple(dict.fromkeys(creature.team for creature in creatures))
        if teams != self._teams or not self.team.count():
            self._teams = teams
            self.team.clear()
            self.team.addItem(self.tr("Selected creatures"), _SELECTED)
            for team in teams:
                name = team or self.tr("neutral")
                self.team.addItem(self.tr("All of team “{team}”").format(team=name), team)
        for index in range(self.team.count()):
            if self.team.itemData(index) == chosen:
                self.team.setCurrentIndex(index)

    def _pin_rows(self) -> list[_PinRow]:
        found = []
        for index in range(self._pin_list.count()):
            item = self._pin_list.itemAt(index)
            widget = None if item is None else item.widget()
            if isinstance(widget, _PinRow):
                found.append(widget)
        return found

    def _show_pins(self) -> None:
        for old in self._pin_rows():
            self._pin_list.removeWidget(old)
            old.hide()
            old.deleteLater()
        battle_map = self._editor.document.shown
        for name in self._pins:
            row = _PinRow(question_words(name, battle_map))
            row.set_theme(self._theme)
            row.button.clicked.connect(lambda _=False, name=name: self._questions.unpin(name))
            self._pin_list.addWidget(row)


class _PinRow(QWidget):
    """One pinned question, and the button that lets it go."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
        self._sign = QLabel()
        label = QLabel(words)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QToolButton()
        self.button.setObjectName("panelClose")
        self.button.setIconSize(QSize(14, 14))
        tip = self.tr("Unpin: {question}").format(question=words)
        self.button.setAccessibleName(tip)
        self.button.setToolTip(tip)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._sign)
        row.addWidget(label, 1)
        row.addWidget(self.button)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        colour = text_colour(theme)
        self._sign.setPixmap(icon("pin", colour).pixmap(14, 14))
        self.button.setIcon(icon("close", colour))


def _action_button(actions: Actions, name: str) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(actions[name])
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    button.setAccessibleName(actions[name].text().replace("&", ""))
    return button
