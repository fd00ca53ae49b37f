"""Teams: their colours and shapes, and which is the players' party."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QWidget,
)

from gridmap.app.docks.mixed_fields import ChoiceField, LineField
from gridmap.app.docks.panel import SPACING, Panel, add_row, form_layout
from gridmap.app.editor import Editor
from gridmap.app.translation import QT_TRANSLATE_NOOP
from gridmap.edits.teams import add_team, change_team, forget_team, rename_team, team_called, team_names
from gridmap.model import BattleMap
from gridmap.model.team import TokenShape
from gridmap.render.creatures import shape_path
from gridmap.render.theme import Theme
from gridmap.render.token_look import team_look

COLOURS = (
    ("#2d6a8e", QT_TRANSLATE_NOOP("teams", "Blue")),
    ("#a5352a", QT_TRANSLATE_NOOP("teams", "Red")),
    ("#5c7a2e", QT_TRANSLATE_NOOP("teams", "Green")),
    ("#7d4a9c", QT_TRANSLATE_NOOP("teams", "Purple")),
    ("#d9902f", QT_TRANSLATE_NOOP("teams", "Orange")),
    ("#e8c93a", QT_TRANSLATE_NOOP("teams", "Yellow")),
    ("#2b9a8f", QT_TRANSLATE_NOOP("teams", "Teal")),
    ("#c4588f", QT_TRANSLATE_NOOP("teams", "Pink")),
    ("#7a5636", QT_TRANSLATE_NOOP("teams", "Brown")),
    ("#f2efe6", QT_TRANSLATE_NOOP("teams", "White")),
    ("#6a6459", QT_TRANSLATE_NOOP("teams", "Grey")),
    ("#1d1b19", QT_TRANSLATE_NOOP("teams", "Black")),
)
_SHAPES = {
    None: QT_TRANSLATE_NOOP("teams", "By the theme"),
    TokenShape.CIRCLE: QT_TRANSLATE_NOOP("teams", "Circle"),
    TokenShape.SQUARE: QT_TRANSLATE_NOOP("teams", "Square"),
    TokenShape.DIAMOND: QT_TRANSLATE_NOOP("teams", "Diamond"),
    TokenShape.HEXAGON: QT_TRANSLATE_NOOP("teams", "Hexagon"),
    TokenShape.SHIELD: QT_TRANSLATE_NOOP("teams", "Shield"),
    TokenShape.OCTAGON: QT_TRANSLATE_NOOP("teams", "Octagon"),
}
_NAME = Qt.ItemDataRole.UserRole
_TOKEN = 22
_SWATCH = 18


class TeamsPanel(Panel):
    """A list of the map's teams, and the look of the one chosen."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Teams"), "teamsPanel", parent)
        self._editor = editor
        self._theme: Theme | None = None
        self._dialog: QColorDialog | None = None
        self._filling = False
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Teams"))
        self.list.setToolTip(self.tr("Creatures of one team are allies, all others opponents."))
        self.list.setIconSize(QSize(_TOKEN, _TOKEN))
        self.list.setMinimumHeight(110)
        self.list.setMaximumHeight(170)
        self.list.currentRowChanged.connect(lambda _: self._show_team())
        self.column.addWidget(self.list)
        self.column.addLayout(self._buttons())
        self.fields = QWidget()
        form = form_layout()
        self.fields.setLayout(form)
        self.name = LineField()
        self.name.finished.connect(self._rename)
        self.shape = ChoiceField(list(_SHAPES), _shape_words)
        self.shape.picked.connect(lambda shape: self._change(shape=shape))
        for label, field in ((self.tr("Name"), self.name), (self.tr("Shape"), self.shape)):
            field.setAccessibleName(label)
            add_row(form, label, field)
        add_row(form, self.tr("Colour"), self._colours())
        self.party = QCheckBox(self.tr("The players' party"))
        self.party.setToolTip(self.tr("What its creatures see is lifted out of the fog."))
        self.party.clicked.connect(lambda on: self._change(party=on))
        form.addRow(self.party)
        self.column.addWidget(self.fields)
        self.column.addStretch()
        editor.document.changed.connect(self._map_changed)
        self.visibilityChanged.connect(lambda seen: self._show() if seen else None)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme
        self._show()

    @property
    def current(self) -> str | None:
        """The name of the team chosen."""
        return str(self.list.currentItem().data(_NAME)) if self.list.currentRow() >= 0 else None

    def choose(self, name: str) -> None:
        """Choose the team of that name."""
        for at in range(self.list.count()):
            if self.list.item(at).data(_NAME) == name:
                self.list.setCurrentRow(at)

    # Building

    def _buttons(self) -> QHBoxLayout:
        self.add_button = QPushButton(self.tr("&Add"))
        self.add_button.setToolTip(self.tr("Add a team"))
        self.add_button.clicked.connect(self._add)
        self.select_button = QPushButton(self.tr("&Select"))
        self.select_button.setToolTip(self.tr("Select the team's creatures on the map"))
        self.select_button.clicked.connect(self._select_creatures)
        self.forget_button = QPushButton(self.tr("&Plain"))
        self.forget_button.setToolTip(
            self.tr("Forget its look: its creatures stay in it and look as the theme says.")
        )
        self.forget_button.clicked.connect(self._forget)
        row = QHBoxLayout()
        row.setSpacing(SPACING)
        for button in (self.add_button, self.select_button, self.forget_button):
            row.addWidget(button, 1)
        return row

    def _colours(self) -> QWidget:
        """Twelve that are told apart, the theme's own, and any other."""
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self.swatches: list[QToolButton] = []
        for at, (colour, name) in enumerate(COLOURS):
            button = QToolButton()
            button.setIcon(_swatch(colour))
            button.setIconSize(QSize(_SWATCH, _SWATCH))
            button.setCheckable(True)
            words = QCoreApplication.translate("teams", name)
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.clicked.connect(partial(self._set_colour, colour))
            self.swatches.append(button)
            grid.addWidget(button, at // 6, at % 6)
        self.other_colour = QPushButton(self.tr("Other…"))
        self.other_colour.setToolTip(self.tr("Any colour; the letters on it stay readable."))
        self.other_colour.clicked.connect(self._ask_for_colour)
        self.no_colour = QPushButton(self.tr("Theme's"))
        self.no_colour.setToolTip(self.tr("The colour that the theme gives it"))
        self.no_colour.clicked.connect(partial(self._set_colour, ""))
        grid.addWidget(self.other_colour, 2, 0, 1, 3)
        grid.addWidget(self.no_colour, 2, 3, 1, 3)
        return box

    # Changing

    def _commit(self, changed: BattleMap, label: str) -> None:
        document = self._editor.document
        if changed is not document.battle_map:
            self._editor.tool.escape()
            document.commit(changed, label)

    def _change(self, **changes: Any) -> None:
        name = self.current
        if name is not None and not self._filling:
            changed = change_team(self._editor.document.battle_map, name, **changes)
            self._commit(changed, self.tr("Change team {name}").format(name=name or self.tr("(none)")))
            self._show_team()

    def _set_colour(self, colour: str) -> None:
        self._change(colour=colour)
        self._show_team()

    def _ask_for_colour(self) -> None:
        name = self.current
        if name is None:
            return
        if self._dialog is not None:
            self._dialog.deleteLater()
        before = team_called(self._editor.document.battle_map, name).colour
        self._dialog = QColorDialog(QColor(before or "#808080"), self)
        self._dialog.setModal(False)
        self._dialog.colorSelected.connect(lambda colour: self._set_colour(colour.name()))
        self._dialog.show()

    def _rename(self, text: str) -> None:
        old, new = self.current, text.strip()
        if old is None:
            return
        try:
            changed = rename_team(self._editor.document.battle_map, old, new)
        except ValueError:
            self._editor.complain(self.tr("There is a team “{name}” already.").format(name=new))
            self._show_team()
            return
        self._commit(changed, self.tr("Rename team {name}").format(name=old))
        self.choose(new)

    def _add(self) -> None:
        battle_map = self._editor.document.battle_map
        taken, number = team_names(battle_map), 1
        name = self.tr("New team")
        while name in taken:
            number += 1
            name = self.tr("New team {number}").format(number=number)
        self._commit(add_team(battle_map, name), self.tr("Add team"))
        self.choose(name)
        self.name.setFocus()
        self.name.selectAll()

    def _forget(self) -> None:
        name = self.current
        if name is not None:
            changed = forget_team(self._editor.document.battle_map, name)
            self._commit(changed, self.tr("Forget the look of team {name}").format(name=name))

    def _select_creatures(self) -> None:
        creatures = self._editor.document.battle_map.creatures
        self._editor.selection.select(each.id for each in creatures if each.team == self.current)

    # Showing

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if self.isVisible() and (before.creatures is not now.creatures or before.teams is not now.teams):
            self._show()

    def _show(self) -> None:
        if self._theme is None:
            return
        battle_map, chosen = self._editor.document.shown, self.current
        counts = dict.fromkeys(team_names(battle_map), 0)
        for creature in battle_map.creatures:
            counts[creature.team] += 1
        rows = [
            (name, self._words(name, count), team_called(battle_map, name)) for name, count in counts.items()
        ]
        self._filling = True
        self.list.blockSignals(True)
        self.list.clear()
        for name, words, team in rows:
            item = QListWidgetItem(_token(team_look(name, self._theme.creatures, team)), words)
            item.setData(_NAME, name)
            self.list.addItem(item)
        if chosen in counts:
            self.list.setCurrentRow(list(counts).index(chosen))
        elif rows:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self._filling = False
        self._show_team()

    def _words(self, name: str, count: int) -> str:
        called = name or self.tr("(no team)")
        if count == 1:
            return self.tr("{team}, 1 creature").format(team=called)
        return self.tr("{team}, {count} creatures").format(team=called, count=count)

    def _show_team(self) -> None:
        name = self.current
        for field in (self.fields, self.select_button, self.forget_button):
            field.setEnabled(name is not None)
        if name is None:
            return
        battle_map = self._editor.document.shown
        team = team_called(battle_map, name)
        self.forget_button.setEnabled(team in battle_map.teams)
        self.name.show_value(name, self.tr("(no team)"))
        self.shape.show_value(team.shape)
        self.party.setChecked(team.party)
        for button, (colour, _) in zip(self.swatches, COLOURS, strict=True):
            button.setChecked(colour == team.colour)
        self.no_colour.setEnabled(bool(team.colour))


def _shape_words(shape: TokenShape | None) -> str:
    return QCoreApplication.translate("teams", _SHAPES[shape])


def _swatch(colour: str) -> QIcon:
    pixmap = QPixmap(_SWATCH * 2, _SWATCH * 2)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#80808080"), 2))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(1, 1, 2 * _SWATCH - 2, 2 * _SWATCH - 2), 6, 6)
    return QIcon(pixmap)


def _token(look: Any) -> QIcon:
    """A small token as the map draws the team's."""
    pixmap = QPixmap(_TOKEN * 3, _TOKEN * 3)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.edge), 5))
        painter.setBrush(QColor(look.fill))
        painter.drawPath(shape_path(look.shape, QRectF(5, 5, _TOKEN * 3 - 10, _TOKEN * 3 - 10)))
    token = QIcon(pixmap)
    token.addPixmap(pixmap, QIcon.Mode.Selected)  # the chosen row does not tint it
    return token
