"""The order of turns: initiative rolled or typed, and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gridmap.app.docks.panel import SPACING, Panel
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.edits.creatures import change_creature, change_creatures
from gridmap.model import BattleMap, Creature

DIE = 20
LEAST, MOST = -100, 200
_ID = Qt.ItemDataRole.UserRole


class TurnOrderPanel(Panel):
    """Those that take part, the highest initiative first, then the others that are selected or were."""

    chosen = Signal(str)
    """It is to be the turn of the creature of that id."""
    next_wanted = Signal()
    previous_wanted = Signal()
    ended = Signal()
    """It is nobody's turn any more."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Order of turns"), "turnOrderPanel", parent)
        self._editor = editor
        self._filling = False
        self._turn = ""
        self.random = Random()
        self.round_label = QLabel()
        self.round_label.setMinimumWidth(1)  # for one endless name
        self.round_label.setObjectName("heading")
        self.table = _Table()
        self.table.setAccessibleName(self.tr("Order of turns"))
        self.table.setToolTip(
            self.tr(
                "Type a number, or a bonus such as +3 to roll. A double-click on a name makes it its turn."
            )
        )
        self.table.setHorizontalHeaderLabels([self.tr("Creature"), self.tr("Initiative")])
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setMinimumHeight(160)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.itemChanged.connect(self._typed)
        self.table.itemDoubleClicked.connect(self._double_clicked)
        self.table.itemSelectionChanged.connect(self._select_on_map)
        self.table.left.connect(self._leave)
        self.column.addWidget(self.round_label)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._turn_buttons())
        self.column.addLayout(self._roll_buttons())
        editor.document.changed.connect(lambda *_: self._show_soon())
        editor.selection.changed.connect(self._show_selection)
        self.visibilityChanged.connect(lambda seen: self._show() if seen else None)
        self.show_turn("", 0)

    # Building

    def _turn_buttons(self) -> QHBoxLayout:
        self.previous_button = QPushButton(self.tr("&Back"))
        self.previous_button.setToolTip(self.tr("The turn goes back to the creature before"))
        self.next_button = QPushButton(self.tr("Ne&xt turn"))
        keys, tip = self._editor.keys, self.tr("The turn goes on to the next creature")
        keys.keep(lambda: self.next_button.setToolTip(keys.behind(tip, "players_next_turn")))
        self.end_button = QPushButton(self.tr("&End"))
        self.end_button.setToolTip(self.tr("It is nobody's turn; everyone's initiative is taken off"))
        self.previous_button.clicked.connect(self.previous_wanted)
        self.next_button.clicked.connect(self.next_wanted)
        self.end_button.clicked.connect(self._end)
        return _row(self.previous_button, self.next_button, self.end_button)

    def _roll_buttons(self) -> QHBoxLayout:
        self.roll_button = QPushButton(self.tr("&Roll"))
        self.roll_button.setToolTip(
            self.tr("Roll d20 for the selected creatures, or for everyone who has no initiative yet")
        )
        self.leave_button = QPushButton(self.tr("Take &out"))
        self.leave_button.setToolTip(self.tr("The rows chosen take no turns any more (Del)"))
        self.roll_button.clicked.connect(self._roll)
        self.leave_button.clicked.connect(self._leave)
        return _row(self.roll_button, self.leave_button)

    # Showing

    def show_turn(self, creature_id: str, round_number: int) -> None:
        """Mark whose turn it is, and say which round."""
        self._turn = creature_id
        if round_number:
            self.round_label.setText(self.tr("Round {number}").format(number=round_number))
        else:
            self.round_label.setText(self.tr("Nobody's turn yet"))
        self._show()

    def _show_soon(self) -> None:
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        battle_map = self._editor.document.shown
        order = (*turn_order(battle_map), *(each for each in battle_map.creatures if each.initiative is None))
        self._filling = True
        if self.table.rowCount() != len(order):
            self.table.setRowCount(len(order))
        for row, creature in enumerate(order):
            self._show_row(row, creature)
        self._filling = False
        some = any(creature.initiative is not None for creature in order)
        for button in (self.next_button, self.previous_button, self.end_button):
            button.setEnabled(some)
        self.roll_button.setEnabled(bool(order))
        self._show_selection()

    def _show_row(self, row: int, creature: Creature) -> None:
        has_turn = creature.id == self._turn
        hidden = self.tr(" (hidden)") if creature.hidden else ""
        words = ("▶ " if has_turn else "") + creature.title + hidden
        number = "" if creature.initiative is None else str(creature.initiative)
        for column, text in enumerate((words, number)):
            item = self.table.item(row, column)
            if item is None:
                item = QTableWidgetItem()
                self.table.setItem(row, column, item)
            item.setText(text)
            item.setData(_ID, creature.id)
            font = item.font()
            font.setBold(has_turn)
            item.setFont(font)
            editable = Qt.ItemFlag.ItemIsEditable if column == 1 else Qt.ItemFlag.NoItemFlags
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | editable)

    def _show_selection(self) -> None:
        if not self.isVisible() or self._filling:
            return
        self._filling = True
        ids = self._editor.selection.ids
        for row in range(self.table.rowCount()):
            for column in range(2):
                item = self.table.item(row, column)
                if item is not None and item.isSelected() != (item.data(_ID) in ids):
                    item.setSelected(item.data(_ID) in ids)
        self._filling = False

    # The hand

    def _rows_chosen(self) -> frozenset[str]:
        return frozenset(str(item.data(_ID)) for item in self.table.selectedItems())

    def _select_on_map(self) -> None:
        if not self._filling:
            self._editor.selection.select(self._rows_chosen())

    def _double_clicked(self, item: QTableWidgetItem) -> None:
        if item.column() == 0:
            self.chosen.emit(str(item.data(_ID)))

    def _typed(self, item: QTableWidgetItem) -> None:
        if self._filling or item.column() != 1:
            return
        document, creature_id = self._editor.document, str(item.data(_ID))
        try:
            value = initiative_from(item.text(), lambda: self.random.randint(1, DIE))
        except ValueError:
            self._editor.complain(
                self.tr("“{text}” is no initiative; write 17, or +3 to roll with a bonus.").format(
                    text=item.text().strip()
                )
            )
            self._show()
            return
        creature = document.battle_map.creature(creature_id)
        if creature.initiative != value:
            changed = change_creature(document.battle_map, creature_id, initiative=value)
            document.commit(changed, self.tr("Initiative of {creature}").format(creature=creature.title))
        else:
            self._show()

    def _roll(self) -> None:
        document = self._editor.document
        battle_map, chosen = document.battle_map, self._editor.selection.ids
        changed = battle_map
        for creature in battle_map.creatures:
            if creature.id in chosen or (not chosen and creature.initiative is None):
                rolled = self.random.randint(1, DIE)
                changed = change_creatures(changed, {creature.id}, initiative=rolled)
        if changed is not battle_map:
            document.commit(changed, self.tr("Roll initiative"))

    def _leave(self) -> None:
        document = self._editor.document
        changed = change_creatures(document.battle_map, self._rows_chosen(), initiative=None)
        if changed is not document.battle_map:
            document.commit(changed, self.tr("Take out of the order of turns"))

    def _end(self) -> None:
        document = self._editor.document
        everyone = {creature.id for creature in document.battle_map.creatures}
        changed = change_creatures(document.battle_map, everyone, initiative=None)
        if changed is not document.battle_map:
            document.commit(changed, self.tr("End the order of turns"))
        self.ended.emit()


@guarded
class _Table(QTableWidget):
    """Del and what is typed are the table's own while it has the focus, not the map's."""

    left = Signal()
    """The rows chosen are to take no turns any more."""

    def __init__(self) -> None:
        super().__init__(0, 2)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if event.key() == Qt.Key.Key_Delete or (not held and event.text().isprintable() and event.text()):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.left.emit()
            return
        if event.text().strip() and event.text() in "0123456789+-d" and self.currentColumn() == 0:
            self.setCurrentCell(self.currentRow(), 1)  # names are not typed over
        super().keyPressEvent(event)


def turn_order(battle_map: BattleMap) -> tuple[Creature, ...]:
    """The creatures that have turns, the highest initiative first, ties in the map's order."""
    taking_part = [each for each in battle_map.creatures if each.initiative is not None]
    return tuple(sorted(taking_part, key=lambda creature: -(creature.initiative or 0)))


def initiative_from(text: str, roll: Callable[[], int]) -> int | None:
    """An initiative as it was typed: a number, ``+3`` or ``d20+3`` to roll, nothing for none.

    >>> initiative_from("17", lambda: 10), initiative_from("d20 - 1", lambda: 10), initiative_from(" ", int)
    (17, 9, None)

    Raises:
        ValueError: it is none of these.
    """
    plain = "".join(text.lower().split()).replace("−", "-")
    if not plain:
        return None
    bonus = re.fullmatch(r"(?:1?d20)?([+]\d{1,3})|1?d20([-]\d{1,3})?", plain)
    if bonus is not None:
        value = roll() + int(bonus[1] or bonus[2] or 0)
    elif re.fullmatch(r"-?\d{1,3}", plain):
        value = int(plain)
    else:
        raise ValueError(text)
    return max(LEAST, min(MOST, value))


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACING)
    for button in buttons:
        row.addWidget(button, 1)
    return row
