"""The creature inspector: every fact of the selected creatures, each edit one undoable step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from gridmap.app.docks.fields import (
    CONDITIONS,
    ReachField,
    conditions_from,
    conditions_text,
    speeds_from,
    speeds_text,
)
from gridmap.app.docks.map_form import MapForm
from gridmap.app.docks.panel import SPACING, Panel, add_row, form_layout
from gridmap.app.editor import Editor
from gridmap.app.steady import ComboBox, SpinBox
from gridmap.app.words import size_name, stance_name
from gridmap.edits.creatures import change_creature
from gridmap.model import FEET_PER_SQUARE, Creature, Size, Stance

_SHARED = (
    "size",
    "team",
    "stance",
    "reach",
    "speed",
    "conditions",
    "altitude",
    "hidden",
    "named",
    "light",
    "darkvision",
)
"""Facts that can be given to several creatures at once."""
_MOST_SIGHT_FEET = 1000


class CreaturePanel(Panel):
    """A form for the selected creatures, or for the map where none is selected."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Inspector"), "creaturePanel", parent)
        self._editor = editor
        self._filling = False
        self._form = form_layout()
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self._form.addRow(self._heading)
        self._fields: dict[str, QWidget] = {}
        self._make_fields()
        page = QWidget()
        page.setLayout(self._form)
        self._pages = QStackedWidget()
        self._pages.addWidget(MapForm(editor))
        self._pages.addWidget(page)
        self.column.addWidget(self._pages)
        self.column.addStretch()
        editor.selection.changed.connect(self._show)
        editor.document.changed.connect(self._show)
        self._show()

    def field(self, name: str) -> QWidget:
        """The control of one fact."""
        return self._fields[name]

    def _make_fields(self) -> None:
        self._name = self._line("name", self.tr("Name"), lambda text: text.strip())
        self._id = self._line("id", self.tr("Id"), lambda text: text.strip())
        self._id.setToolTip(self.tr("Its name in questions, overlays and exports; unique on the map."))
        self._size = ComboBox()
        for size in Size:
            self._size.addItem(size_name(size))
        self._size.activated.connect(lambda index: self._change("size", list(Size)[index]))
        self._stance = ComboBox()
        for stance in Stance:
            self._stance.addItem(stance_name(stance))
        self._stance.setToolTip(self.tr("Tall creatures reach farther than long ones of the same size."))
        self._stance.activated.connect(lambda index: self._change("stance", list(Stance)[index]))
        self._add_pair(("size", self.tr("Size"), self._size), ("stance", self.tr("Stance"), self._stance))
        self._team = self._line("team", self.tr("Team"), lambda text: text.strip())
        self._team.setToolTip(self.tr("Creatures of one team are allies, all others opponents."))
        self._reach = ReachField()
        self._reach.edited.connect(lambda: self._change("reach", self._reach.reach))
        self._add("reach", self.tr("Reach"), self._reach)
        self._speed = self._line("speed", self.tr("Speed"), speeds_from)
        self._speed.setPlaceholderText(self.tr("walk 30, swim 20"))
        self._speed.setToolTip(self.tr("Feet by way of moving: walk 30, swim 20, fly 60."))
        self._conditions = self._line("conditions", self.tr("Conditions"), conditions_from)
        self._conditions.setPlaceholderText(self.tr("prone, blinded"))
        self._conditions.setToolTip(
            self.tr("Known to the rules: {conditions}.").format(conditions=", ".join(CONDITIONS))
        )
        self._altitude = SpinBox()
        self._altitude.setRange(-200, 200)
        self._altitude.setSuffix(self.tr(" squares"))
        self._altitude.setToolTip(self.tr("Squares above the ground; below it where negative."))
        self._altitude.setKeyboardTracking(False)
        self._altitude.valueChanged.connect(lambda value: self._change("altitude", value))
        self._hidden = QCheckBox(self.tr("Hidden"))
        self._hidden.setToolTip(self.tr("Known to you only: players see neither it nor its overlays."))
        self._hidden.clicked.connect(lambda hidden: self._change("hidden", hidden))
        self._add_pair(
            ("altitude", self.tr("Altitude"), self._altitude), ("hidden", self.tr("Hidden"), self._hidden)
        )
        self._named = QCheckBox(self.tr("Players know its name"))
        self._named.setToolTip(self.tr("Without it they see a number instead of its name and id."))
        self._named.clicked.connect(lambda named: self._change("named", named))
        self._add("named", "", self._named)
        self._light = self._feet("light")
        self._light.setToolTip(self.tr("How far its light shines, for what the party sees in the dark."))
        self._darkvision = self._feet("darkvision")
        self._darkvision.setToolTip(self.tr("How far it sees without light."))
        self._add("light", self.tr("Light"), self._light)
        self._add("darkvision", self.tr("Darkvision"), self._darkvision)
        self._notes = _Notes(lambda text: self._change("notes", text))
        self._notes.setPlaceholderText(self.tr("For your eyes only"))
        self._add("notes", self.tr("Notes"), self._notes)

    def _feet(self, fact: str) -> SpinBox:
        """A number of feet, in steps of a square."""
        field = SpinBox()
        field.setRange(0, _MOST_SIGHT_FEET)
        field.setSingleStep(FEET_PER_SQUARE)
        field.setSuffix(self.tr(" ft"))
        field.setKeyboardTracking(False)
        field.valueChanged.connect(lambda value: self._change(fact, value))
        return field

    def _line(self, fact: str, label: str, read: Callable[[str], Any]) -> QLineEdit:
        """A line whose text is read when it is finished; what cannot be read is said and put back."""
        line = QLineEdit()

        def finish() -> None:
            if not line.isModified():
                return
            line.setModified(False)
            try:
                value = read(line.text())
            except ValueError as error:
                self._editor.complain(str(error))
                self._show()
                return
            self._change(fact, value)

        line.editingFinished.connect(finish)
        self._add(fact, label, line)
        return line

    def _add_pair(self, first: tuple[str, str, QWidget], second: tuple[str, str, QWidget]) -> None:
        """Two facts in one row, under the label of the first."""
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING)
        for fact, name, field in (first, second):
            field.setAccessibleName(name)
            self._fields[fact] = field
            layout.addWidget(field)
        layout.setStretch(0, 1)
        row.setFocusProxy(first[2])
        add_row(self._form, first[1], row)

    def _add(self, fact: str, label: str, field: QWidget) -> None:
        field.setAccessibleName(label or fact)
        self._fields[fact] = field
        add_row(self._form, label, field)

    def _change(self, fact: str, value: Any) -> None:
        if self._filling:
            return
        document = self._editor.document
        changed = document.battle_map
        creatures = self._editor.selection.creatures
        try:
            for creature in creatures:
                changed = change_creature(changed, creature.id, **{fact: value})
        except ValueError as error:
            self._editor.complain(str(error))
            self._show()
            return
        label = self._label(fact, creatures)
        document.commit(changed, label)
        if fact == "id":
            self._editor.selection.select({str(value)})

    def _label(self, fact: str, creatures: tuple[Creature, ...]) -> str:
        if len(creatures) == 1:
            return self.tr("Change {fact} of {creature}").format(fact=fact, creature=creatures[0].title)
        return self.tr("Change {fact} of {count} creatures").format(fact=fact, count=len(creatures))

    def _show_page(self, index: int) -> None:
        """Show one of the two forms; the other takes no room."""
        shown, ignored = QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored
        for place in range(self._pages.count()):
            page = self._pages.widget(place)
            if page is not None:
                page.setSizePolicy(shown, shown if place == index else ignored)
        self._pages.setCurrentIndex(index)

    def _show(self) -> None:
        """Fill the form with the facts of the selected creatures."""
        creatures = self._editor.selection.creatures
        self._show_page(1 if creatures else 0)
        if not creatures:
            return
        self._filling = True
        first = creatures[0]
        several = len(creatures) > 1
        self._heading.setText(
            self.tr("{count} creatures").format(count=len(creatures)) if several else first.title
        )
        for fact, field in self._fields.items():
            field.setEnabled(not several or fact in _SHARED)
        _set_line(self._name, "" if several else first.name)
        _set_line(self._id, "" if several else first.id)
        _set_line(self._team, first.team)
        _set_line(self._speed, speeds_text(first.speed))
        _set_line(self._conditions, conditions_text(first.conditions))
        self._name.setPlaceholderText("" if several else first.id)
        self._size.setCurrentIndex(list(Size).index(first.size))
        self._stance.setCurrentIndex(list(Stance).index(first.stance))
        self._reach.show_reach(first, self._editor.document.shown)
        self._altitude.setValue(first.altitude)
        self._hidden.setChecked(first.hidden)
        self._named.setChecked(first.named)
        self._light.setValue(first.light)
        self._darkvision.setValue(first.darkvision)
        self._notes.show_text("" if several else first.notes)
        self._filling = False


class _Notes(QPlainTextEdit):
    """The GM's words; an edit when the field is left."""

    def __init__(self, change: Callable[[str], None]) -> None:
        super().__init__()
        self._change = change
        self._before = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + 14)

    def show_text(self, text: str) -> None:
        """Show a creature's notes; words being written are left alone."""
        self._before = text
        if not self.hasFocus() and self.toPlainText() != text:
            self.setPlainText(text)

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        if self.toPlainText() != self._before:
            self._change(self.toPlainText())


def _set_line(line: QLineEdit, text: str) -> None:
    """Show a text; one that the user is writing is left alone."""
    if not (line.hasFocus() and line.isModified()) and line.text() != text:
        line.setText(text)
