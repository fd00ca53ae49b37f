"""Turning, mirroring, resizing and splitting the map as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.docks.panel import add_row, form_layout
from gridmap.app.rulesets import ruleset_of
from gridmap.edits.page import mirror, resize, split_squares, turn
from gridmap.model import FEET_PER_SQUARE, MAX_SIDE, BattleMap
from gridmap.rules.space import side

if TYPE_CHECKING:
    from gridmap.app.main_window import MainWindow

_ARROWS = ("↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘")


class PageCommands(QObject):
    """Edits of the whole map, each one step."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._document = window.editor.document
        window.actions_.on_trigger(
            resize_map=self._ask_for_size,
            turn_right=lambda: self._turn(1, self.tr("Turn map right")),
            turn_left=lambda: self._turn(3, self.tr("Turn map left")),
            mirror_across=lambda: self._mirror(upside_down=False),
            mirror_down=lambda: self._mirror(upside_down=True),
            split_squares=self._split,
        )
        self._document.changed.connect(self._show_possible)
        self._show_possible()

    def _sides(self) -> dict[str, int]:
        battle_map = self._document.battle_map
        ruleset = ruleset_of(battle_map)
        return {creature.id: side(creature, ruleset) for creature in battle_map.creatures}

    def _turn(self, quarters: int, label: str) -> None:
        self._document.commit(turn(self._document.battle_map, quarters, self._sides()), label)

    def _mirror(self, *, upside_down: bool) -> None:
        mirrored = mirror(self._document.battle_map, self._sides(), upside_down=upside_down)
        self._document.commit(mirrored, self.tr("Mirror map"))

    def _split(self) -> None:
        try:
            split = split_squares(self._document.battle_map, 2)
        except ValueError as error:
            self._window.strip.complain(self.tr("The squares were not split: {why}.").format(why=error))
            return
        self._document.commit(split, self.tr("Split squares"))

    def _ask_for_size(self) -> None:
        dialog = ResizeDialog(self._document.battle_map, self._window)
        dialog.wanted.connect(self._resize)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _resize(self, width: int, height: int, left: int, top: int) -> None:
        try:
            resized = resize(self._document.battle_map, width, height, left, top)
        except ValueError as error:
            self._window.strip.complain(self.tr("The map was not resized: {why}.").format(why=error))
            return
        lost = len(self._document.battle_map.creatures) - len(resized.creatures)
        self._document.commit(resized, self.tr("Resize map"))
        if lost:
            self._window.strip.note(
                self.tr("{count} creatures stood on squares that were cut; undo brings them back.").format(
                    count=lost
                )
            )

    def _show_possible(self) -> None:
        feet = self._document.shown.feet_per_square
        self._window.actions_["split_squares"].setEnabled(feet % 2 == 0)


class ResizeDialog(QDialog):
    """A new size, and the side or corner that stays where it is."""

    wanted = Signal(int, int, int, int)
    """(width, height, left, top): squares, and how many are added before what is there."""

    def __init__(self, battle_map: BattleMap, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Resize map"))
        self.setModal(False)
        self._old = (battle_map.width, battle_map.height)
        self.width_field = self._field(battle_map.width)
        self.height_field = self._field(battle_map.height)
        self.anchors = QButtonGroup(self)
        anchor_grid = QWidget()
        grid = QGridLayout(anchor_grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        for number, arrow in enumerate(_ARROWS):
            button = QToolButton()
            button.setText(arrow)
            button.setCheckable(True)
            button.setFixedSize(32, 32)
            button.setAccessibleName(self._anchor_name(number))
            button.setToolTip(self._anchor_name(number))
            self.anchors.addButton(button, number)
            grid.addWidget(button, number // 3, number % 3)
        self.anchors.button(0).setChecked(True)
        self._note = QLabel()
        self._note.setObjectName("dim")
        self._note.setWordWrap(True)
        self._note.setMinimumWidth(260)
        form = form_layout()
        add_row(form, self.tr("&Width"), self.width_field)
        add_row(form, self.tr("&Height"), self.height_field)
        add_row(form, self.tr("What stays"), anchor_grid)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.resize_button = buttons.addButton(self.tr("Resize"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._confirm)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addLayout(form)
        column.addWidget(self._note)
        column.addWidget(buttons)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._show_note)
        self.anchors.idToggled.connect(lambda *_: self._show_note())
        self._show_note()

    def added(self) -> tuple[int, int]:
        """(left, top): squares added before what is there; negative where they are cut."""
        across, down = self.anchors.checkedId() % 3, self.anchors.checkedId() // 3
        wider = self.width_field.value() - self._old[0]
        higher = self.height_field.value() - self._old[1]
        return wider * across // 2, higher * down // 2

    def _field(self, start: int) -> QSpinBox:
        field = QSpinBox()
        field.setRange(1, MAX_SIDE)
        field.setValue(start)
        field.setSuffix(self.tr(" squares"))
        return field

    def _anchor_name(self, number: int) -> str:
        return (
            self.tr("The top left corner stays"),
            self.tr("The top stays"),
            self.tr("The top right corner stays"),
            self.tr("The left side stays"),
            self.tr("The middle stays"),
            self.tr("The right side stays"),
            self.tr("The bottom left corner stays"),
            self.tr("The bottom stays"),
            self.tr("The bottom right corner stays"),
        )[number]

    def _show_note(self) -> None:
        wide, high = self.width_field.value(), self.height_field.value()
        left, top = self.added()
        self._note.setText(
            self.tr(
                "{wide} × {high} ft. Left {left:+d}, right {right:+d}, top {top:+d}, bottom {bottom:+d}."
            ).format(
                wide=wide * FEET_PER_SQUARE,
                high=high * FEET_PER_SQUARE,
                left=left,
                right=wide - self._old[0] - left,
                top=top,
                bottom=high - self._old[1] - top,
            )
        )

    def _confirm(self) -> None:
        self.accept()
        self.wanted.emit(self.width_field.value(), self.height_field.value(), *self.added())
