"""The background pictures: their order, place and look, and how they are laid on the grid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.docks.panel import Panel, add_row, form_layout
from gridmap.app.editor import Editor
from gridmap.app.icons import ICON_SIZE, icon
from gridmap.app.look import text_colour
from gridmap.app.steady import DoubleSpinBox, SpinBox
from gridmap.edits.page import remove_picture
from gridmap.edits.pictures import LEAST_SIDE, MOST_SIDE, change_picture, order_picture
from gridmap.model import FEET_PER_SQUARE, BattleMap, Picture, Point
from gridmap.render.theme import Theme


class PicturesPanel(Panel):
    """A list of the pictures, the topmost first, and the fields of the one chosen."""

    wanted = Signal(str)
    """An action by its name: the panel's buttons ask for what the menu has too."""

    def __init__(self, editor: Editor, actions: Actions, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Pictures"), "picturesPanel", parent)
        self._editor = editor
        self._filling = False
        self._icons: list[tuple[QToolButton, str]] = []
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Background pictures"))
        self.list.setToolTip(self.tr("The topmost picture is the first."))
        self.list.setFixedHeight(76)
        self.list.currentRowChanged.connect(self._choose)
        self.column.addWidget(self.list)
        self.column.addLayout(self._buttons(actions))
        self.fields = QWidget()
        form = form_layout()
        self.fields.setLayout(form)
        self.left = self._number(self.tr("Left"), -MOST_SIDE, "at_x")
        self.top = self._number(self.tr("Top"), -MOST_SIDE, "at_y")
        self.wide = self._number(self.tr("Width"), LEAST_SIDE, "width")
        self.high = self._number(self.tr("Height"), LEAST_SIDE, "height")
        self.turn = self._number(self.tr("Turn"), 0.0, "turn", most=359.9)
        self.turn.setSuffix("°")
        self.turn.setWrapping(True)
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setAccessibleName(self.tr("Opacity"))
        self.opacity.sliderReleased.connect(self._set_opacity)
        self.opacity.valueChanged.connect(self._try_opacity)
        self.mirrored = QCheckBox(self.tr("Mirrored"))
        self.mirrored.clicked.connect(lambda on: self._change(self.tr("Mirror picture"), mirrored=on))
        self.locked = QCheckBox(self.tr("Locked"))
        self.locked.setToolTip(self.tr("A locked picture stays where it is under the hand."))
        self.locked.clicked.connect(lambda on: self._change(self.tr("Lock picture"), locked=on))
        for text, field in (
            (self.tr("Left"), self.left),
            (self.tr("Top"), self.top),
            (self.tr("Width"), self.wide),
            (self.tr("Height"), self.high),
            (self.tr("Turn"), self.turn),
            (self.tr("Opacity"), self.opacity),
        ):
            add_row(form, text, field)
        form.addRow(self.mirrored)
        form.addRow(self.locked)
        self._feet = QLabel()
        self._feet.setObjectName("dim")
        self._feet.setWordWrap(True)
        form.addRow(self._feet)
        self.column.addLayout(self._fitting())
        self.column.addWidget(self.fields)
        self.column.addStretch()
        editor.document.changed.connect(self._show)
        editor.options.changed.connect(self._show)
        self._show()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for button, drawing in self._icons:
            button.setIcon(icon(drawing, text_colour(theme)))

    # Building

    def _buttons(self, actions: Actions) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        add = QToolButton()
        add.setDefaultAction(actions["add_picture"])
        add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        row.addWidget(add)
        row.addStretch()
        for drawing, words, work in (
            ("up", self.tr("Raise this picture"), lambda: self._order(1)),
            ("down", self.tr("Lower this picture"), lambda: self._order(-1)),
            ("remove", self.tr("Remove this picture"), self._remove),
        ):
            button = QToolButton()
            button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _=False, work=work: work())
            self._icons.append((button, drawing))
            row.addWidget(button)
        return row

    def _fitting(self) -> QVBoxLayout:
        """Grid fitting: by the computer's eye, or by a block under the hand."""
        heading = QLabel(self.tr("Printed grid"))
        heading.setObjectName("heading")
        self.find_button = QPushButton(self.tr("&Find it"))
        self.find_button.setToolTip(self.tr("Find the grid printed on the picture and lay it on the map's."))
        self.find_button.clicked.connect(lambda: self.wanted.emit("find_grid"))
        self.by_hand = QPushButton(self.tr("&By hand"))
        self.by_hand.setToolTip(self.tr("Drag over a block of so many printed squares."))
        self.by_hand.clicked.connect(lambda: self.wanted.emit("tool_fit_grid"))
        self.page = QPushButton(self.tr("&Map as large as the picture"))
        self.page.setToolTip(self.tr("Give the map as many squares as the picture covers."))
        self.page.clicked.connect(lambda: self.wanted.emit("fit_page"))
        self.across, self.down = self._block_field(0), self._block_field(1)
        buttons, block = QHBoxLayout(), QHBoxLayout()
        buttons.addWidget(self.find_button, 1)
        buttons.addWidget(self.by_hand, 1)
        block.addWidget(QLabel(self.tr("Block of")))
        block.addWidget(self.across, 1)
        block.addWidget(QLabel("×"))
        block.addWidget(self.down, 1)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(heading)
        column.addLayout(buttons)
        column.addLayout(block)
        column.addWidget(self.page)
        return column

    def _block_field(self, side: int) -> SpinBox:
        field = SpinBox()
        field.setRange(1, 99)
        field.setValue(self._editor.options.choices.block[side])
        field.setAccessibleName(
            self.tr("Printed squares across") if side == 0 else self.tr("Printed squares down")
        )
        field.valueChanged.connect(
            lambda _: self._editor.options.choose(block=(self.across.value(), self.down.value()))
        )
        return field

    def _number(self, name: str, least: float, attribute: str, *, most: float = MOST_SIDE) -> DoubleSpinBox:
        field = DoubleSpinBox()
        field.setRange(least, most)
        field.setDecimals(2)
        field.setKeyboardTracking(False)
        field.setAccessibleName(name)
        if attribute != "turn":
            field.setSuffix(self.tr(" squares"))
        field.valueChanged.connect(lambda value: self._set(attribute, value))
        return field

    # The picture chosen

    @property
    def _index(self) -> int | None:
        index = self._editor.options.choices.picture
        return index if index is not None and index < len(self._editor.document.shown.pictures) else None

    def _choose(self, row: int) -> None:
        if not self._filling:
            count = len(self._editor.document.shown.pictures)
            self._editor.options.choose(picture=count - 1 - row if row >= 0 else None)

    def _set(self, attribute: str, value: float) -> None:
        index = self._index
        if self._filling or index is None:
            return
        at = self._editor.document.battle_map.pictures[index].at
        changes: dict[str, Any] = {attribute: value}
        if attribute == "at_x":
            changes = {"at": Point(value, at.y)}
        elif attribute == "at_y":
            changes = {"at": Point(at.x, value)}
        self._change(self.tr("Change picture"), **changes)

    def _change(self, label: str, **changes: Any) -> None:
        index, document = self._index, self._editor.document
        if self._filling or index is None:
            return
        try:
            document.commit(change_picture(document.battle_map, index, **changes), label)
        except ValueError as error:
            self._editor.complain(f"{error}.")
            self._show()

    def _try_opacity(self, percent: int) -> None:
        index, document = self._index, self._editor.document
        if self._filling or index is None:
            return
        changed = change_picture(document.battle_map, index, opacity=percent / 100)
        if self.opacity.isSliderDown():
            document.try_map(changed)
        else:
            document.commit(changed, self.tr("Change picture"))

    def _set_opacity(self) -> None:
        self._editor.document.keep_trial(self.tr("Change picture"))

    def _order(self, by: int) -> None:
        index, document = self._index, self._editor.document
        if index is None:
            return
        ordered = order_picture(document.battle_map, index, index + by)
        if ordered is not document.battle_map:
            document.commit(ordered, self.tr("Reorder pictures"))
            self._editor.options.choose(picture=index + by)

    def _remove(self) -> None:
        index, document = self._index, self._editor.document
        if index is not None:
            document.commit(remove_picture(document.battle_map, index), self.tr("Remove picture"))
            self._editor.options.choose(picture=None)

    # Showing

    def _show(self) -> None:
        self._filling = True
        battle_map, index = self._editor.document.shown, self._index
        names = [_name(battle_map, picture) for picture in reversed(battle_map.pictures)]
        if names != [self.list.item(row).text() for row in range(self.list.count())]:
            self.list.clear()
            for name in names:
                self.list.addItem(QListWidgetItem(name))
        self.list.setCurrentRow(-1 if index is None else len(names) - 1 - index)
        for part in (self.fields, self.find_button, self.by_hand, self.page):
            part.setEnabled(index is not None)
        for button, _ in self._icons:
            button.setEnabled(index is not None)
        if index is not None:
            self._show_picture(battle_map.pictures[index])
        self._filling = False

    def _show_picture(self, picture: Picture) -> None:
        self.left.setValue(picture.at.x)
        self.top.setValue(picture.at.y)
        self.wide.setValue(picture.width)
        self.high.setValue(picture.height)
        self.turn.setValue(picture.turn % 360)
        if not self.opacity.isSliderDown():
            self.opacity.setValue(round(picture.opacity * 100))
        self.mirrored.setChecked(picture.mirrored)
        self.locked.setChecked(picture.locked)
        self._feet.setText(
            self.tr("{wide:.0f} × {high:.0f} ft").format(
                wide=picture.width * FEET_PER_SQUARE, high=picture.height * FEET_PER_SQUARE
            )
        )


def _name(battle_map: BattleMap, picture: Picture) -> str:
    name = Path(picture.asset).name
    if battle_map.asset(picture.asset) is None:
        name = QCoreApplication.translate("PicturesPanel", "{name} (missing)").format(name=name)
    return f"🔒 {name}" if picture.locked else name
