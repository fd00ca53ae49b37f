"""The creature palette: a list to search, from which creatures are dragged onto the map."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gridmap.app.actions import Actions
from gridmap.app.docks.fields import speeds_text
from gridmap.app.docks.known_form import KnownForm
from gridmap.app.docks.panel import SPACING, Panel
from gridmap.app.editor import Editor
from gridmap.app.guarded import guarded
from gridmap.app.rulesets import ruleset_of
from gridmap.app.steady import SpinBox, offer_clearing
from gridmap.app.tools.options import MOST_CREATURES
from gridmap.app.words import feet_and_squares, size_name
from gridmap.edits.teams import team_names
from gridmap.formats.creature_library import OWN, KnownCreature
from gridmap.model import FEET_PER_SQUARE, BattleMap
from gridmap.rules.space import reach, side

MIME = "application/x-gridmap-creature"
"""What a creature is called while it is dragged from the list."""
_KNOWN = Qt.ItemDataRole.UserRole
_USUAL_TEAMS = ("party", "foes", "neutral")


@guarded
class CreaturePalette(Panel):
    """Search, list, and how many of which team."""

    taken = Signal(object)
    """A `KnownCreature` is wanted in hand."""
    kept = Signal(object)
    """A changed or new one of the user's own is to be kept."""
    removed = Signal(object)
    left = Signal()
    """The hand goes back to the map."""

    def __init__(self, editor: Editor, actions: Actions, parent: QWidget) -> None:
        title = QCoreApplication.translate("panels", "Creatures")
        super().__init__(title, "creaturePalette", parent)
        self._editor = editor
        self._creatures: tuple[KnownCreature, ...] = ()
        self.dragged: KnownCreature | None = None
        self._count_was_typed = False  # in the search
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search, e.g. 6 goblin"))
        self.search.setAccessibleName(self.tr("Search creatures"))
        offer_clearing(self.search)
        self.search.setToolTip(
            self.tr("Words of the name, group, size or way of moving; a number says how many.")
        )
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take_current)
        self.search.installEventFilter(self)
        self.list = _List(self)
        self.list.itemDoubleClicked.connect(lambda item, _: self._take(item))
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.facts = QLabel()
        self.facts.setObjectName("dim")
        self.facts.setWordWrap(True)
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.facts.setMinimumHeight(2 * self.facts.fontMetrics().lineSpacing())
        self.facts.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self.facts)
        column.addLayout(self._placing())
        column.addLayout(self._own_buttons(actions))
        self.form = KnownForm()
        self.form.finished.connect(self._form_finished)
        self._page = page
        for each in (page, self.form):  # neither asks for more width than the dock has
            each.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            self.column.addWidget(each, 1)
        self._show_form(False)
        editor.options.changed.connect(self._show_choices)
        editor.document.changed.connect(self._map_changed)
        self.visibilityChanged.connect(lambda seen: self._show_teams() if seen else None)
        self._show_teams()
        self._show_choices()
        self._show_current()

    # Building

    def _placing(self) -> QHBoxLayout:
        self.count = SpinBox()
        self.count.setRange(1, MOST_CREATURES)
        self.count.setPrefix("× ")
        self.count.setAccessibleName(self.tr("How many"))
        self.count.setToolTip(self.tr("So many are put down at once, numbered, in the nearest free squares."))
        self.count.valueChanged.connect(lambda count: self._editor.options.choose(creature_count=count))
        self.team = QComboBox()
        self.team.setEditable(True)
        self.team.setAccessibleName(self.tr("Team"))
        if (line := self.team.lineEdit()) is not None:  # that has the focus
            line.setAccessibleName(self.tr("Team"))
        self.team.setToolTip(self.tr("Creatures of one team are allies, all others opponents."))
        self.team.setMinimumContentsLength(6)
        self.team.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.team.editTextChanged.connect(lambda team: self._editor.options.choose(creature_team=team))
        self.take_button = QPushButton(self.tr("&Take"))
        self.take_button.setToolTip(self.tr("Take it in hand: every click on the map puts it down (Return)"))
        self.take_button.clicked.connect(self._take_current)
        row = QHBoxLayout()
        row.setSpacing(SPACING)
        row.addWidget(self.count)
        row.addWidget(self.team, 1)
        row.addWidget(self.take_button, 1)
        self.take_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return row

    def _own_buttons(self, actions: Actions) -> QHBoxLayout:
        """Adding, editing and removing the user's own."""
        self.add_button = QPushButton(self.tr("&Add"))
        self.add_button.setToolTip(self.tr("Add a creature of your own to this list"))
        menu = QMenu(self.add_button)
        menu.addAction(self.tr("&New creature…"), self.begin_new)
        for name in ("keep_creatures", "keep_pasted_creatures", "keep_creature_files"):
            menu.addAction(actions[name])
        self.add_button.setMenu(menu)
        self.edit_button = QPushButton(self.tr("&Edit…"))
        self.edit_button.setToolTip(
            self.tr("Change its figures. One that came with the program is kept as your own copy.")
        )
        self.edit_button.clicked.connect(self._begin_edit)
        self.remove_button = QPushButton(self.tr("&Remove"))
        self.remove_button.setToolTip(self.tr("Remove this one of your own from the list (Del)"))
        self.remove_button.clicked.connect(self.remove_current)
        row = QHBoxLayout()
        row.setSpacing(SPACING)
        for button in (self.add_button, self.edit_button, self.remove_button):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row.addWidget(button, 1)
        return row

    # The list

    @property
    def current(self) -> KnownCreature | None:
        """The creature chosen in the list."""
        item = self.list.currentItem()
        known = None if item is None else item.data(0, _KNOWN)
        return known if isinstance(known, KnownCreature) else None

    def show_creatures(self, creatures: Sequence[KnownCreature]) -> None:
        """List these creatures under their groups, the user's own first."""
        chosen = self.current
        open_groups = {item.text(0) for item in self._groups() if item.isExpanded()}
        self._creatures = tuple(creatures)
        self.list.clear()
        by_group: dict[str, list[KnownCreature]] = {}
        for known in creatures:
            by_group.setdefault(OWN if known.is_own else known.group, []).append(known)
        for group, members in by_group.items():
            heading = QTreeWidgetItem([self.tr("Your own") if group == OWN else self.tr(group)])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(heading)
            heading.setFirstColumnSpanned(True)
            for known in members:
                item = QTreeWidgetItem([known.name, size_name(known.creature.size)])
                item.setData(0, _KNOWN, known)
                item.setToolTip(0, self._facts_of(known))
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
                )
                heading.addChild(item)
            heading.setExpanded(heading.text(0) in open_groups or group == OWN)
        self._filter(self.search.text())
        if chosen is not None:
            self.choose(chosen.name)

    def choose(self, name: str) -> bool:
        """Choose the creature of that name; False where none that is shown has it."""
        for item in self._rows():
            if item.text(0) == name:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item)
                return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows go from the search into the list, Escape empties it and then leaves it."""
        if (
            watched is self.search
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and self._goes_on(event)
        ):
            return True
        return super().eventFilter(watched, event)

    def _goes_on(self, event: QKeyEvent) -> bool:
        """A key in the search that is not for its text; True where it was used."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.list.setFocus()
            QCoreApplication.sendEvent(self.list, event)
        elif event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            return False
        return True

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _rows(self) -> list[QTreeWidgetItem]:
        """The creatures shown."""
        return [
            item
            for group in self._groups()
            for at in range(group.childCount())
            if (item := group.child(at)) is not None and not item.isHidden()
        ]

    def _filter(self, text: str) -> None:
        count, words = split_search(text)
        if count or self._count_was_typed:  # which lapses with the words: 8 goblins are no 8 ogres
            self.count.setValue(count or 1)
        self._count_was_typed = bool(count)
        first: QTreeWidgetItem | None = None
        for group in self._groups():
            some = False
            for at in range(group.childCount()):
                item = group.child(at)
                if item is None:
                    continue
                matches = item.data(0, _KNOWN).matches(words)
                item.setHidden(not matches)
                some |= matches
                begins = matches and item.text(0).casefold().startswith(words.casefold())
                if words and matches and (first is None or (begins and not _begins(first, words))):
                    first = item
            group.setHidden(not some)
            if words and some:
                group.setExpanded(True)
        if first is not None:
            self.list.setCurrentItem(first)
            self.list.scrollToItem(first)
        elif words:
            self.list.setCurrentIndex(QModelIndex())
        self._show_current()

    def _show_current(self) -> None:
        known = self.current
        self.take_button.setEnabled(known is not None)
        self.edit_button.setEnabled(known is not None)
        self.remove_button.setEnabled(known is not None and known.is_own)
        if known is not None:
            self.facts.setText(self._facts_of(known))
        elif self._creatures and not self._rows():
            self.facts.setText(self.tr("None is called so. Add puts one of your own into the list."))
        else:
            self.facts.setText(self.tr("Drag one onto the map, or take it in hand with Return."))

    def _facts_of(self, known: KnownCreature) -> str:
        """Size, space, reach and speeds, by the ruleset of the map."""
        creature, ruleset = known.creature, ruleset_of(self._editor.document.battle_map)
        band = reach(creature, ruleset)
        reached = feet_and_squares(band.at_most)
        if band.more_than:
            reached = self.tr("{least} to {most}").format(least=band.more_than + 5, most=reached)
        return self.tr("{size}, space {space}, reach {reach}; {speeds}").format(
            size=size_name(creature.size),
            space=feet_and_squares(side(creature, ruleset) * FEET_PER_SQUARE),
            reach=reached,
            speeds=speeds_text(creature.speed) or self.tr("does not move"),
        )

    # Taking and dragging

    def _take_current(self) -> None:
        if self.current is not None:
            self.taken.emit(self.current)

    def _take(self, item: QTreeWidgetItem) -> None:
        if isinstance(item.data(0, _KNOWN), KnownCreature):
            self.taken.emit(item.data(0, _KNOWN))

    def drag_data(self) -> QMimeData | None:
        """What goes over the map with the hand: the creature chosen."""
        known = self.current
        if known is None:
            return None
        self.dragged = known
        mime = QMimeData()
        mime.setData(MIME, known.name.encode())
        mime.setText(known.name)
        return mime

    # The user's own

    def _show_form(self, on: bool) -> None:
        """The form in the list's place, or the list again."""
        self._page.setVisible(not on)
        self.form.setVisible(on)

    def begin_new(self) -> None:
        """Fill in a creature from nothing."""
        self.form.show_known(None)
        self._show_form(True)
        self.form.name.setFocus()

    def _begin_edit(self) -> None:
        if self.current is not None:
            self.form.show_known(self.current)
            self._show_form(True)
            self.form.name.setFocus()

    def _form_finished(self, known: KnownCreature | None) -> None:
        self._show_form(False)
        self.list.setFocus()
        if known is not None:
            self.kept.emit(known)

    def remove_current(self) -> None:
        """Ask for the one chosen to be removed, where it is the user's own."""
        if self.current is not None and self.current.is_own:
            self.removed.emit(self.current)

    # The tool's options

    def _show_choices(self) -> None:
        choices = self._editor.options.choices
        self.count.setValue(choices.creature_count)
        if self.team.currentText() != choices.creature_team:
            self.team.setCurrentText(choices.creature_team)

    def _map_changed(self, before: BattleMap, now: BattleMap) -> None:
        if self.isVisible() and (before.creatures is not now.creatures or before.teams is not now.teams):
            self._show_teams()
        if before.ruleset != now.ruleset:
            self._show_current()

    def _show_teams(self) -> None:
        offer_teams(self.team, self._editor.document.shown)


def offer_teams(field: QComboBox, battle_map: BattleMap) -> None:
    """Offer the usual teams, then those of a map; what is written in the field stays."""
    names = list(dict.fromkeys((*_USUAL_TEAMS, *filter(None, team_names(battle_map)))))
    if names == [field.itemText(at) for at in range(field.count())]:
        return
    written = field.currentText()
    field.blockSignals(True)
    field.clear()
    field.addItems(names)
    field.setCurrentText(written)
    field.blockSignals(False)


@guarded
class _List(QTreeWidget):
    """Creatures under their groups; a row is dragged, Return takes it, digits say how many."""

    def __init__(self, palette: CreaturePalette) -> None:
        super().__init__()
        self._palette = palette
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setRootIsDecorated(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setDragEnabled(True)
        self.setMinimumHeight(96)
        self.setAccessibleName(palette.tr("Creatures"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        header.setSectionResizeMode(1, header.ResizeMode.ResizeToContents)

    def sizeHint(self) -> QSize:
        """Low: it takes what room there is, and a low dock shows the rows beneath it too."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def startDrag(self, supported: Qt.DropAction) -> None:
        del supported
        mime = self._palette.drag_data()
        if mime is None:
            return
        drag = QDrag(self)
        drag.setMimeData(mime)
        # The token itself is shown on the map: nothing is to hide it.
        empty = QPixmap(QSize(1, 1))
        empty.fill(Qt.GlobalColor.transparent)
        drag.setPixmap(empty)
        drag.exec(Qt.DropAction.CopyAction)
        self._palette.dragged = None

    def event(self, event: QEvent) -> bool:
        """Letters, digits and Del are the list's own while it has the focus, not the map's."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and (_types(event) or event.key() == Qt.Key.Key_Delete)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        palette = self._palette
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if palette.current is not None:
                palette.taken.emit(palette.current)
            elif (item := self.currentItem()) is not None:
                item.setExpanded(not item.isExpanded())
        elif event.key() == Qt.Key.Key_Delete:
            palette.remove_current()
        elif event.key() == Qt.Key.Key_Escape:
            palette.left.emit()
        elif _types(event) and event.text().isdecimal():
            count, typed = palette.count, int(event.text())
            more = 10 * count.value() + typed
            count.setValue(more if count.value() > 1 and more <= count.maximum() else max(1, typed))
        elif _types(event):
            palette.search.setFocus()
            palette.search.setText(event.text())
        else:
            super().keyPressEvent(event)


def _types(event: QKeyEvent) -> bool:
    """Whether a key types a character."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return (
        held == Qt.KeyboardModifier.NoModifier and event.text().isprintable() and bool(event.text().strip())
    )


def split_search(text: str) -> tuple[int, str]:
    """How many are wanted, 0 where nothing is said of it, and the words to look for.

    >>> split_search("6 goblin"), split_search("goblin x 12"), split_search("dire wolf")
    ((6, 'goblin'), (12, 'goblin'), (0, 'dire wolf'))
    """
    before = re.match(r"\s*(\d{1,2})\s*[x×]?\s+(\S.*)", text)
    if before is not None:
        return int(before[1]), before[2].strip()
    after = re.match(r"(.*\S)\s+[x×]?\s*(\d{1,2})\s*$", text)
    if after is not None:
        return int(after[2]), after[1].removesuffix(" x").removesuffix(" ×").strip()
    return 0, text.strip()


def _begins(item: QTreeWidgetItem, words: str) -> bool:
    return item.text(0).casefold().startswith(words.casefold())
