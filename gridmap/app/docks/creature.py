"""The creature inspector: every fact of the selected creatures, each edit one undoable step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from gridmap.app.docks.fields import (
    CONDITIONS,
    OTHER_CONDITIONS,
    ReachField,
    conditions_from,
)
from gridmap.app.docks.map_form import MapForm
from gridmap.app.docks.mixed_fields import (
    SEVERAL,
    ChoiceField,
    LineField,
    ListField,
    NotesField,
    NumberField,
    PortraitButton,
    SwitchField,
    several_words,
    shared,
)
from gridmap.app.docks.panel import SPACING, Panel, add_row, form_layout
from gridmap.app.docks.speeds import (
    FeetField,
    HeightField,
    SpeedFields,
    other_speeds,
    with_other_speeds,
    with_speed,
)
from gridmap.app.editor import Editor
from gridmap.app.words import feet_and_squares, size_name, stance_name
from gridmap.edits.creatures import change_creature, numbered_names
from gridmap.edits.portraits import set_portrait
from gridmap.edits.teams import team_names
from gridmap.model import Asset, BattleMap, Creature, Size, Square, Stance
from gridmap.render.pictures import picture_near

_SPACES = (None, 5, 10, 15, 20, 25, 30)
_MOST_FEET = 10_000
_MOST_SQUARES_UP = 2_000
_PORTRAIT = 40


class CreaturePanel(Panel):
    """A form for the selected creatures, or for the map where none is selected.

    Of several creatures a field shows what they have in common; only what is touched is changed.
    """

    portrait_wanted = Signal()
    portrait_dropped = Signal(object)
    """The path of a picture for the selected creatures."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("panels", "Inspector"), "creaturePanel", parent)
        self._editor = editor
        self._form = form_layout()
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self._heading.setMinimumWidth(1)  # for one endless name
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self._form.addRow(self._heading)
        self._fields: dict[str, QWidget] = {}
        self._teams: list[str] = []
        self._shown_portrait: tuple[Any, Asset | None] = ("", None)
        self._shown_facts: tuple[object, ...] = ()
        page = QWidget()
        page.setLayout(self._form)
        self._pages = QStackedWidget()
        self._pages.addWidget(MapForm(editor))
        self._pages.addWidget(page)
        self.column.addWidget(self._pages)
        self.column.addStretch()
        editor.selection.changed.connect(self._show_others)
        editor.document.changed.connect(lambda *_: self._map_changed())
        self._show()

    def field(self, name: str) -> QWidget:
        """The control of one fact."""
        return self._fields[name]

    # Building

    def make_fields(self) -> None:
        """Make the controls of facts, which the first frame does not show."""
        if self._fields:
            return
        self._make_facts()
        self._make_state()
        self._make_token()

    def _make_facts(self) -> None:
        """What it is."""
        self._name = self._line("name", self.tr("Name"), self._rename)
        self._id = self._line("id", self.tr("Id"), lambda text: self._change("id", text.strip()))
        self._id.setToolTip(self.tr("Its name in questions, overlays and exports; unique on the map."))
        self._size = ChoiceField(list(Size), size_name)
        self._stance = ChoiceField(list(Stance), stance_name)
        self._stance.setToolTip(self.tr("Tall creatures reach farther than long ones of the same size."))
        self._size.picked.connect(lambda size: self._change("size", size))
        self._stance.picked.connect(lambda stance: self._change("stance", stance))
        self._add_pair(("size", self.tr("Size"), self._size), ("stance", self.tr("Stance"), self._stance))
        self._space = ChoiceField(_SPACES, _space_words)
        self._space.setToolTip(self.tr("Only where it is not its size's, as that of a swarm or troop."))
        self._space.picked.connect(lambda feet: self._change("space", feet))
        self._add("space", self.tr("Space"), self._space)
        self._team = self._line("team", self.tr("Team"), lambda text: self._change("team", text.strip()))
        self._team.setToolTip(self.tr("Creatures of one team are allies, all others opponents."))
        self._reach = ReachField()
        self._reach.edited.connect(lambda: self._change("reach", self._reach.reach))
        self._add("reach", self.tr("Reach"), self._reach)
        self._make_speeds()
        self._darkvision = self._feet("darkvision", self.tr("Darkvision"))
        self._darkvision.setToolTip(self.tr("So far it sees without light; 5 ft is a square."))
        self._light = self._feet("light", self.tr("Light"))
        self._light.setToolTip(self.tr("So far it lights up what is round it: a torch 20 ft (4 squares)."))

    def _make_speeds(self) -> None:
        self._speeds = SpeedFields(self)
        for fact, label, name, field in self._speeds.rows():
            self._add(fact, label, field)
            field.setAccessibleName(name)
        self._speeds.picked.connect(
            lambda mode, feet: self._change_each("speed", lambda each: with_speed(each.speed, mode, feet))
        )
        self._speeds.others_written.connect(self._set_other_speeds)
        self._speeds.complained.connect(self._complain)
        self._speeds.manoeuvrability.picked.connect(lambda grade: self._change("manoeuvrability", grade))

    def _make_state(self) -> None:
        """How it is now."""
        self._conditions = ListField(
            self.tr("e.g. prone, blinded"),
            (
                (self.tr("Known to the rules"), CONDITIONS),
                (self.tr("Shown on the token"), OTHER_CONDITIONS),
            ),
        )
        self._conditions.finished.connect(self._set_conditions)
        self._conditions.switched.connect(self._switch_condition)
        self._add("conditions", self.tr("Conditions"), self._conditions)
        self._fields["conditions"] = self._conditions.line
        self._conditions.line.setAccessibleName(self.tr("Conditions"))
        self._altitude = HeightField(_MOST_SQUARES_UP)
        keys = self._editor.keys
        keys.keep(
            lambda: self._altitude.setToolTip(
                keys.behind(self.tr("Above the ground; below it where negative"), "rise", "sink")
            )
        )
        self._altitude.picked.connect(lambda value: self._change("altitude", value))
        self._add("altitude", self.tr("Altitude"), self._altitude)
        self._initiative = NumberField(-100, 200, none=self.tr("none"))
        self._initiative.setToolTip(self.tr("Its place in the order of turns, the highest first."))
        self._initiative.picked.connect(lambda value: self._change("initiative", value))
        self._add("initiative", self.tr("Initiative"), self._initiative)
        self._hidden = SwitchField(self.tr("Hidden"))
        self._hidden.setToolTip(self.tr("Known to you only: players see neither it nor its overlays."))
        self._hidden.picked.connect(lambda on: self._change("hidden", on))
        self._named = SwitchField(self.tr("Name known"))
        self._named.setToolTip(self.tr("Players know its name; else its token has a number to them."))
        self._named.picked.connect(lambda on: self._change("named", on))
        self._add_pair(
            ("hidden", self.tr("Hidden"), self._hidden),
            ("named", self.tr("Name known"), self._named),
            label=self.tr("Players"),
        )

    def _make_token(self) -> None:
        """How its token looks, and the GM's words."""
        self._facing = NumberField(0, 359, step=45, suffix="°", none=self.tr("nowhere"))
        self._facing.setWrapping(True)
        keys = self._editor.keys
        keys.keep(
            lambda: self._facing.setToolTip(
                keys.behind(
                    self.tr("Where it looks, clockwise from the top of the map"), "face_left", "face_right"
                )
            )
        )
        self._facing.picked.connect(lambda value: self._change("facing", value))
        self._letters = LineField()
        self._letters.setMaxLength(3)
        self._letters.setMaximumWidth(70)
        self._letters.setToolTip(self.tr("Up to three letters on its token instead of its initials"))
        self._letters.finished.connect(lambda text: self._change("letters", text.strip()))
        self._add_pair(
            ("facing", self.tr("Facing"), self._facing), ("letters", self.tr("Letters"), self._letters)
        )
        self._portrait = PortraitButton()
        self._portrait.setToolTip(
            self.tr("A picture instead of letters; a picture file can be dropped here.")
        )
        self._portrait.clicked.connect(self.portrait_wanted)
        self._portrait.dropped.connect(lambda name: self.portrait_dropped.emit(Path(name)))
        self._portrait.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._no_portrait = QToolButton()
        self._no_portrait.setText("✕")
        self._no_portrait.setAccessibleName(self.tr("Remove portrait"))
        self._no_portrait.setToolTip(self.tr("Letters instead of a portrait"))
        self._no_portrait.clicked.connect(self._remove_portrait)
        self._add_pair(
            ("portrait", self.tr("Portrait"), self._portrait),
            ("no_portrait", self.tr("Remove portrait"), self._no_portrait),
        )
        self._notes = NotesField(self.tr("For your eyes only"))
        self._notes.finished.connect(lambda text: self._change("notes", text))
        self._add("notes", self.tr("Notes"), self._notes)

    def _line(self, fact: str, label: str, done: Callable[[str], None]) -> LineField:
        line = LineField()
        line.finished.connect(done)
        self._add(fact, label, line)
        return line

    def _feet(self, fact: str, label: str) -> FeetField:
        field = FeetField(_MOST_FEET)
        field.picked.connect(lambda value: self._change(fact, value))
        self._add(fact, label, field)
        return field

    def _add_pair(
        self, first: tuple[str, str, QWidget], second: tuple[str, str, QWidget], *, label: str = ""
    ) -> None:
        """Two facts in one row, under a label: without one the first's name."""
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING)
        for fact, name, field in (first, second):
            field.setAccessibleName(name)
            self._fields[fact] = field
            if field is second[2] and isinstance(field, LineField):
                layout.addWidget(QLabel(name))
            layout.addWidget(field)
        layout.setStretch(0, 1)
        row.setFocusProxy(first[2])
        add_row(self._form, label or first[1], row)

    def _add(self, fact: str, label: str, field: QWidget) -> None:
        field.setAccessibleName(label or fact)
        self._fields[fact] = field
        add_row(self._form, label, field)

    # Changing

    def _change(self, fact: str, value: Any) -> None:
        """Give one fact to every selected creature."""
        if self._change_each(fact, lambda _: value) and fact == "id":
            self._editor.selection.select({str(value)})

    def _change_each(self, fact: str, value_of: Callable[[Creature], Any]) -> bool:
        document, creatures = self._editor.document, self._editor.selection.creatures
        changed = document.battle_map
        try:
            for creature in creatures:
                changed = change_creature(changed, creature.id, **{fact: value_of(creature)})
        except ValueError as error:
            self._complain(str(error))
            return False
        self._commit(changed, self._label(fact, creatures))
        return True

    def _rename(self, text: str) -> None:
        """Several creatures of one name are numbered."""
        creatures, name = self._editor.selection.creatures, " ".join(text.split())
        if len(creatures) == 1:
            self._change("name", text.strip())
            return
        if not name:
            return
        others = self._without(creatures)
        names = iter(numbered_names(others, name, len(creatures)))
        self._change_each("name", lambda _: next(names))

    def _without(self, creatures: Iterable[Creature]) -> BattleMap:
        gone = {creature.id for creature in creatures}
        battle_map = self._editor.document.battle_map
        return battle_map.with_changes(
            creatures=tuple(each for each in battle_map.creatures if each.id not in gone)
        )

    def _set_other_speeds(self, written: dict[str, int]) -> None:
        """Of creatures with different ones only the ways of moving that were written change."""
        several = shared(other_speeds(each.speed) for each in self._editor.selection.creatures) is SEVERAL
        if several and not written:
            return

        self._change_each(
            "speed",
            lambda each: {**each.speed, **written} if several else with_other_speeds(each.speed, written),
        )

    def _set_conditions(self, text: str) -> None:
        """On creatures with different conditions those that were written come on top."""
        written = conditions_from(text)
        several = shared(each.conditions for each in self._editor.selection.creatures) is SEVERAL
        if several and not written:
            return
        self._change_each(
            "conditions",
            lambda creature: tuple(dict.fromkeys((*creature.conditions, *written))) if several else written,
        )

    def _switch_condition(self, word: str, on: bool) -> None:
        def switched(creature: Creature) -> tuple[str, ...]:
            kept = tuple(each for each in creature.conditions if each != word)
            if not on:
                return kept
            return creature.conditions if word in creature.conditions else (*kept, word)

        self._change_each("conditions", switched)

    def _remove_portrait(self) -> None:
        creatures = self._editor.selection.creatures
        ids = {creature.id for creature in creatures}
        changed = set_portrait(self._editor.document.battle_map, ids, None)
        self._commit(changed, self._label("portrait", creatures))

    def _commit(self, changed: BattleMap, label: str) -> None:
        document = self._editor.document
        if changed is not document.battle_map:
            document.commit(changed, label)

    def _complain(self, sentence: str) -> None:
        self._editor.complain(sentence)
        self._show()

    def _label(self, fact: str, creatures: tuple[Creature, ...]) -> str:
        if len(creatures) == 1:
            return self.tr("Change {fact} of {creature}").format(fact=fact, creature=creatures[0].title)
        return self.tr("Change {fact} of {count} creatures").format(fact=fact, count=len(creatures))

    # Showing

    def _show_page(self, index: int) -> None:
        """Show one of the two forms; the other takes no room."""
        shown, ignored = QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored
        for place in range(self._pages.count()):
            page = self._pages.widget(place)
            if page is not None:
                page.setSizePolicy(shown, shown if place == index else ignored)
        self._pages.setCurrentIndex(index)

    def _show_others(self) -> None:
        """Others are selected: what is being written was not meant for them."""
        for line in self.findChildren(LineField):
            line.setModified(False)
        self._show()

    def _map_changed(self) -> None:
        """A brush changes nothing that is shown here, nor does a creature that moves."""
        if self._facts() != self._shown_facts:
            self._show()

    def _facts(self) -> tuple[object, ...]:
        """All that the form tells, and the selected creatures wherever they are."""
        battle_map = self._editor.document.shown
        creatures = tuple(replace(each, at=Square(0, 0)) for each in self._editor.selection.creatures)
        return (creatures, team_names(battle_map), battle_map.assets, battle_map.ruleset)

    def _show(self) -> None:
        """Fill the form with the facts of the selected creatures."""
        creatures = self._editor.selection.creatures
        self._shown_facts = self._facts()
        self._show_page(1 if creatures else 0)
        if not creatures:
            return
        self.make_fields()
        first, several = creatures[0], len(creatures) > 1
        self._heading.setText(
            self.tr("{count} creatures").format(count=len(creatures)) if several else first.title
        )
        self._id.setEnabled(not several)
        self._id.show_value(SEVERAL if several else first.id)
        self._name.show_value(shared(each.name for each in creatures), "" if several else first.id)
        self._team.show_value(shared(each.team for each in creatures))
        self._letters.show_value(shared(each.letters for each in creatures))
        self._speeds.show(creatures)
        self._form.setRowVisible(self._speeds.others, self._speeds.has_others)
        for name in (
            "size",
            "stance",
            "space",
            "darkvision",
            "light",
            "altitude",
            "initiative",
            "facing",
            "hidden",
            "named",
            "notes",
        ):
            self._fields[name].show_value(shared(getattr(each, name) for each in creatures))  # type: ignore[attr-defined]
        self._conditions.show_lists([each.conditions for each in creatures])
        if shared(each.reach for each in creatures) is SEVERAL:
            self._reach.show_several(several_words())
        else:
            self._reach.show_reach(first, self._editor.document.shown)
        self._show_teams()
        self._show_portrait(creatures)

    def _show_teams(self) -> None:
        names = [name for name in team_names(self._editor.document.shown) if name]
        if names != self._teams:
            self._teams = names
            completer = QCompleter(names, self._team)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self._team.setCompleter(completer)

    def _show_portrait(self, creatures: tuple[Creature, ...]) -> None:
        name = shared(each.portrait for each in creatures)
        asset = self._editor.document.shown.asset(name) if isinstance(name, str) and name else None
        self._no_portrait.setEnabled(any(each.portrait for each in creatures))
        if (name, asset) == self._shown_portrait:
            return
        self._shown_portrait = (name, asset)
        image = None if asset is None else picture_near(asset, QSize(_PORTRAIT, _PORTRAIT))
        picture = None
        if image is not None and not image.isNull():
            side = min(image.width(), image.height())
            picture = QPixmap.fromImage(image.copy((image.width() - side) // 2, 0, side, side))
        self._portrait.show_picture(picture, several=name is SEVERAL)


def _space_words(feet: int | None) -> str:
    if feet is None:
        return QCoreApplication.translate("inspector", "By size")
    return feet_and_squares(feet)
