"""The map's own facts: its title and size."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from gridmap.app.docks.panel import add_row, form_layout
from gridmap.app.editor import Editor
from gridmap.app.steady import SpinBox
from gridmap.edits.page import rename, resize, set_feet_per_square, set_north
from gridmap.model import FEET_PER_SQUARE, MAX_SIDE


class MapForm(QWidget):
    """Shown by the inspector while no creature is selected."""

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self._editor = editor
        self._filling = False
        form = form_layout()
        self.setLayout(form)
        heading = QLabel(self.tr("Map"))
        heading.setObjectName("heading")
        form.addRow(heading)
        self.title = QLineEdit()
        self.title.setAccessibleName(self.tr("Title"))
        self.title.editingFinished.connect(self._rename)
        add_row(form, self.tr("Title"), self.title)
        self.width_field = self._side(self.tr("Width"))
        self.height_field = self._side(self.tr("Height"))
        add_row(form, self.tr("Width"), self.width_field)
        add_row(form, self.tr("Height"), self.height_field)
        self._feet = QLabel()
        self._feet.setObjectName("dim")
        self._feet.setWordWrap(True)
        add_row(form, "", self._feet)
        self.north = SpinBox()
        self.north.setRange(-5, 355)
        self.north.setSingleStep(5)
        self.north.setWrapping(True)
        self.north.setSuffix("°")
        self.north.setSpecialValueText(self.tr("no arrow"))
        self.north.setKeyboardTracking(False)
        self.north.setAccessibleName(self.tr("North"))
        self.north.setToolTip(self.tr("Degrees clockwise from the top; an arrow on the map shows it."))
        self.north.valueChanged.connect(self._set_north)
        add_row(form, self.tr("North"), self.north)
        self.square = SpinBox()
        self.square.setRange(1, 10_000)
        self.square.setSuffix(self.tr(" ft"))
        self.square.setKeyboardTracking(False)
        self.square.setAccessibleName(self.tr("A square is"))
        self.square.setToolTip(
            self.tr("Rules count in squares of 5 ft; the Map menu splits squares of 10 ft into four.")
        )
        self.square.valueChanged.connect(self._set_square)
        add_row(form, self.tr("A square is"), self.square)
        editor.document.changed.connect(self._show)
        self._show()

    def _side(self, name: str) -> SpinBox:
        field = SpinBox()
        field.setRange(1, MAX_SIDE)
        field.setSuffix(self.tr(" squares"))
        field.setKeyboardTracking(False)
        field.setAccessibleName(name)
        field.setToolTip(self.tr("Squares are added or cut at the right and at the bottom."))
        field.valueChanged.connect(self._resize)
        return field

    def _rename(self) -> None:
        if self.title.isModified():
            self.title.setModified(False)
            renamed = rename(self._editor.document.battle_map, self.title.text().strip())
            self._editor.document.commit(renamed, self.tr("Rename map"))

    def _resize(self) -> None:
        if self._filling:
            return
        try:
            resized = resize(
                self._editor.document.battle_map, self.width_field.value(), self.height_field.value()
            )
        except ValueError as error:
            self._editor.complain(str(error))
            self._show()
            return
        self._editor.document.commit(resized, self.tr("Resize map"))

    def _set_north(self, degrees: int) -> None:
        if not self._filling:
            turned = set_north(self._editor.document.battle_map, None if degrees < 0 else float(degrees))
            self._editor.document.commit(turned, self.tr("Set north"))

    def _set_square(self, feet: int) -> None:
        if not self._filling:
            scaled = set_feet_per_square(self._editor.document.battle_map, feet)
            self._editor.document.commit(scaled, self.tr("Set size of a square"))

    def _show(self) -> None:
        self._filling = True
        battle_map = self._editor.document.shown
        if self.title.text() != battle_map.name and not self.title.isModified():
            self.title.setText(battle_map.name)
        self.width_field.setValue(battle_map.width)
        self.height_field.setValue(battle_map.height)
        feet = battle_map.feet_per_square
        words = self.tr("{wide:,} × {high:,} ft").format(
            wide=battle_map.width * feet, high=battle_map.height * feet
        )
        if feet != FEET_PER_SQUARE:
            words += "\n" + self.tr("The rules take each square for 5 ft.")
        self._feet.setText(words)
        self.north.setValue(-5 if battle_map.north is None else round(battle_map.north) % 360)
        self.square.setValue(feet)
        self._filling = False
