"""The figures of one of the user's own creatures, to be filled in or changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.docks.fields import ReachField
from gridmap.app.docks.panel import SPACING, add_row, form_layout
from gridmap.app.docks.speeds import FeetField, SpeedFields, with_other_speeds, with_speed
from gridmap.app.steady import ComboBox
from gridmap.app.words import feet_and_squares, size_name, stance_name
from gridmap.formats.creature_library import KnownCreature
from gridmap.model import BattleMap, Creature, Size, Square, Stance
from gridmap.model.creature import id_of

_SPACES = (None, 5, 10, 15, 20, 25, 30)
_FARTHEST_SIGHT = 1000


class KnownForm(QWidget):
    """A form with Keep and Cancel, in the palette's place while it is filled in."""

    finished = Signal(object)
    """The `KnownCreature` to keep, None where it was cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self._known: KnownCreature | None = None
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self._heading.setMinimumWidth(1)  # for one endless name
        self.name = QLineEdit()
        self.size_field = ComboBox()
        for size in Size:
            self.size_field.addItem(size_name(size))
        self.stance = ComboBox()
        for stance in Stance:
            self.stance.addItem(stance_name(stance))
        self.stance.setToolTip(self.tr("Tall creatures reach farther than long ones of the same size."))
        self.space = ComboBox()
        for feet in _SPACES:
            self.space.addItem(self.tr("By size") if feet is None else feet_and_squares(feet))
        self.space.setToolTip(self.tr("Only where it is not its size's, as that of a swarm or troop."))
        self.reach = ReachField()
        self.speeds = SpeedFields(self)
        self._creature = Creature("", Size.MEDIUM, Square(0, 0))
        self.speeds.picked.connect(
            lambda mode, feet: self._move(speed=with_speed(self._creature.speed, mode, feet))
        )
        self.speeds.manoeuvrability.picked.connect(lambda grade: self._move(manoeuvrability=grade))
        self.speeds.complained.connect(lambda sentence: self._complain(sentence, self.speeds.others))
        self.speeds.others_written.connect(
            lambda written: self._move(speed=with_other_speeds(self._creature.speed, written))
        )
        self.darkvision = FeetField(_FARTHEST_SIGHT)
        self.light = FeetField(_FARTHEST_SIGHT)
        self.tags = QLineEdit()
        self.tags.setToolTip(self.tr("Other words by which you look for it"))
        self.notes = QPlainTextEdit()
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + 14)
        form = form_layout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for label, field in (
            (self.tr("Name"), self.name),
            (self.tr("Size"), self.size_field),
            (self.tr("Stance"), self.stance),
            (self.tr("Space"), self.space),
            (self.tr("Reach"), self.reach),
            *((label, field) for _, label, _, field in self.speeds.rows()),
            (self.tr("Darkvision"), self.darkvision),
            (self.tr("Light"), self.light),
            (self.tr("Words"), self.tags),
            (self.tr("Notes"), self.notes),
        ):
            field.setAccessibleName(label)
            add_row(form, label, field)
        for _, _, name, field in self.speeds.rows():
            field.setAccessibleName(name)
        self._form = form
        self._wrong = QLabel()
        self._wrong.setWordWrap(True)
        self._wrong.hide()
        self.keep_button = QPushButton(self.tr("&Keep"))
        self.keep_button.setToolTip(self.tr("Keep it in your own list, a file in your data folder"))
        self.keep_button.clicked.connect(self._keep)
        self.cancel_button = QPushButton(self.tr("Ca&ncel"))
        self.cancel_button.clicked.connect(lambda: self.finished.emit(None))
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING)
        buttons.addWidget(self.keep_button, 1)
        buttons.addWidget(self.cancel_button, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self._heading)
        column.addLayout(form)
        column.addWidget(self._wrong)
        column.addLayout(buttons)
        column.addStretch()

    def show_known(self, known: KnownCreature | None) -> None:
        """Show a creature of the list, or the usual figures for a new one."""
        self._known = known
        creature = (
            known.creature
            if known is not None
            else Creature("", Size.MEDIUM, Square(0, 0), speed={"walk": 30})
        )
        if known is None:
            self._heading.setText(self.tr("A new creature"))
        elif known.is_own:
            self._heading.setText(self.tr("Edit {name}").format(name=known.name))
        else:
            self._heading.setText(self.tr("Your copy of {name}").format(name=known.name))
        self.name.setText(creature.name)
        self.size_field.setCurrentIndex(list(Size).index(creature.size))
        self.stance.setCurrentIndex(list(Stance).index(creature.stance))
        self.space.setCurrentIndex(_SPACES.index(creature.space) if creature.space in _SPACES else 0)
        self.reach.show_reach(creature, BattleMap.empty(1, 1))
        self._creature = creature
        self._move()
        self.darkvision.setValue(creature.darkvision)
        self.light.setValue(creature.light)
        self.tags.setText(" ".join(known.tags) if known is not None else "")
        self.notes.setPlainText(creature.notes)
        self._wrong.hide()

    def _move(self, **changes: Any) -> None:
        """Another speed, or another manoeuvrability."""
        self._creature = replace(self._creature, **changes)
        self.speeds.show([self._creature])
        self._form.setRowVisible(self.speeds.others, self.speeds.has_others)

    def _keep(self) -> None:
        name = " ".join(self.name.text().split())
        if not name:
            self._complain(self.tr("A creature of the list has a name."), self.name)
            return
        old = (
            self._known if self._known is not None else KnownCreature(Creature("", Size.MEDIUM, Square(0, 0)))
        )
        creature = replace(
            old.creature,
            id=id_of(name),
            name=name[:200],
            size=list(Size)[self.size_field.currentIndex()],
            stance=list(Stance)[self.stance.currentIndex()],
            space=_SPACES[self.space.currentIndex()],
            reach=self.reach.reach,
            speed=self._creature.speed,
            manoeuvrability=self._creature.manoeuvrability,
            darkvision=self.darkvision.value(),
            light=self.light.value(),
            notes=self.notes.toPlainText(),
        )
        self.finished.emit(replace(old, creature=creature, tags=tuple(self.tags.text().split())))

    def _complain(self, sentence: str, field: QWidget) -> None:
        self._wrong.setText(sentence)
        self._wrong.show()
        field.setFocus()
